"""What can go wrong with cardboard and rollers, to be asked for."""

from dataclasses import dataclass
from typing import Final

from table_controller.cards import Card


@dataclass(frozen=True, slots=True)
class Faults:
    """How often (0-1) a card jams or two come out together, and what is wrong with the deck from the start.

    *under_rail* is how many cards fell under the rail before the first shuffle; *doubled* is a face that is
    there twice, *foreign* a card with another deck's back.
    """

    jam: float = 0.0
    double_feed: float = 0.0
    under_rail: int = 0
    doubled: Card | None = None
    foreign: Card | None = None

    def __post_init__(self) -> None:
        for name, share in (("jam", self.jam), ("double_feed", self.double_feed)):
            if not 0 <= share <= 1:
                raise ValueError(f"not a share from 0 to 1: {name} = {share}")
        if not 0 <= self.under_rail <= 52:
            raise ValueError(f"not a number of cards to lose: {self.under_rail}")


NO_FAULTS: Final = Faults()
