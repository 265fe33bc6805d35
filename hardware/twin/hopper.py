"""The inside of the shuffler: a wheel of compartments nobody can look into.

No order of undealt cards exists anywhere: which card leaves is drawn when it leaves, from the operating
system's generator, as the machine draws a compartment. So there is none to print, log or pickle.
"""

from collections.abc import Iterable, Sequence
from typing import NoReturn, Protocol

from hardware.twin.deck import PhysicalCard


class Chooser(Protocol):
    """What draws a compartment: ``random.SystemRandom()``; tests may pass a seeded ``random.Random``."""

    def choice(self, seq: Sequence[PhysicalCard], /) -> PhysicalCard: ...


class Hopper:
    """Cards in the machine. It tells how many there are and gives them out one at a time."""

    __slots__ = ("__cards", "__chooser")

    def __init__(self, chooser: Chooser) -> None:
        self.__cards: set[PhysicalCard] = set()
        self.__chooser = chooser

    def __len__(self) -> int:
        return len(self.__cards)

    def __repr__(self) -> str:
        return f"<hopper, {len(self.__cards)} cards>"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a hopper cannot be copied or stored")

    def take_in(self, cards: Iterable[PhysicalCard]) -> None:
        self.__cards.update(cards)

    def give_out(self) -> PhysicalCard:
        """Let one card out.

        :raises IndexError: the hopper is empty
        """
        if not self.__cards:
            raise IndexError("the hopper is empty")
        card = self.__chooser.choice(sorted(self.__cards, key=lambda held: held.serial))
        self.__cards.remove(card)
        return card

    def empty(self) -> None:
        """Carry away all that is inside."""
        self.__cards.clear()

    def content(self) -> frozenset[PhysicalCard]:
        """Return what is inside, in no order: for the truth of tests and the summary."""
        return frozenset(self.__cards)
