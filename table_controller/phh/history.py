"""A hand as PHH tells it: players by position, and what happened line by line."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from table_controller.cards import Card


@dataclass(frozen=True, slots=True)
class DealCards:
    """Hole cards for a player; None is a card nobody has noted. Players count from 1, left of the button."""

    player: int
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class LayDown:
    """A player's discards; no cards means standing pat."""

    player: int
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class CheckOrCall:
    player: int


@dataclass(frozen=True, slots=True)
class RaiseTo:
    """A bet, raise or completion to *total* chips in front of the player."""

    player: int
    total: int


@dataclass(frozen=True, slots=True)
class FoldHand:
    player: int


@dataclass(frozen=True, slots=True)
class ShowHand:
    """A hand shown; *cards* None where it is the one dealt, as noted there."""

    player: int
    cards: tuple[Card | None, ...] | None


@dataclass(frozen=True, slots=True)
class Muck:
    player: int


Action = DealCards | LayDown | CheckOrCall | RaiseTo | FoldHand | ShowHand | Muck


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the ``actions``: what was done, if anything, and a remark."""

    action: Action | None
    remark: str = ""


@dataclass(frozen=True, slots=True)
class House:
    """What PHH has no field for: the game and the house rules of the table the hand was played at.

    Written to fields that begin with ``_drawtable_``. *switches* are those that differ from *profile*.
    """

    game: str
    draws: int
    four_before: bool
    betting: str
    limits: tuple[int, ...]
    profile: str
    switches: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class HandHistory:
    """A hand in PHH. All lists are by player; whole chips.

    With two players the second is the button and posts the smaller blind, and both *antes* and *blinds* stand the
    other way round, as PHH wants it. *facts* are the other fields of the file, by name.
    """

    variant: str
    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    starting_stacks: tuple[int, ...]
    lines: tuple[Line, ...]
    small_bet: int | None = None
    big_bet: int | None = None
    min_bet: int | None = None
    ante_trimming: bool = False
    finishing_stacks: tuple[int, ...] | None = None
    seats: tuple[int, ...] | None = None
    house: House | None = None
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def players(self) -> int:
        return len(self.starting_stacks)

    def in_turn(self, amounts: tuple[int, ...]) -> tuple[int, ...]:
        """Return antes or blinds by player: with two players they are noted the other way round."""
        return amounts[::-1] if self.players == 2 else amounts
