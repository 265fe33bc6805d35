"""What outlives a hand: blinds a player still owes, how he may come in, legs toward a kill, and words said early."""

from dataclasses import dataclass
from typing import Final, Literal

Entry = Literal["new", "missed", "moved", "behind"]
"""Why a player is not dealt in as it stands: he is new (B10), the big blind passed him (B12, B13), he changed seats
with blinds still to post, or only his place is farther from the big blind than his old one (B14)."""
Words = Literal["check", "call", "fold", "bet", "all in"]
"""What can be said before one's turn (F09)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player owes the next deal, and what the last ones gave him."""

    entry: Entry | None = None
    """Why he waits for the big blind, unless he kills the pot; None when he is dealt in like everybody."""
    place: int = 0
    """Where he waits for his old place ("behind"): how many deals before the big blind that was."""
    kills: int = 0
    """The chips he has said he posts to be dealt into the next hand; 0 when he waits."""
    owes_blind: bool = False
    """He had less than half a big blind when he was to post it (B09)."""
    leg: bool = False
    """He won the last pot he played (F20)."""
    must_kill: bool = False
    """He won two pots in a row: he kills the next one he is dealt into (F20)."""


NOTHING_OWED: Final = Standing()


@dataclass(frozen=True, slots=True)
class Kill:
    """The kill in force: the seat, and what the others must match; *won* when two pots in a row asked for it.

    Who killed of his own will, *voluntary*, speaks last in the first round.
    """

    seat: int
    to_match: int
    won: bool
    voluntary: bool = False


@dataclass(frozen=True, slots=True)
class Intention:
    """Words said before the seat's turn; they bind while the bet to match stays what it was (F09)."""

    seat: int
    action: Words
    total: int | None
    to_match: int
    round_no: int
