"""The lines of a scenario as typed values. What people and devices do are the table's own commands."""

from dataclasses import dataclass
from typing import Literal

from table_controller.cards import Card
from table_controller.commands import Command
from table_controller.structure import Betting

# Set-up


@dataclass(frozen=True, slots=True)
class GameIs:
    game: str


@dataclass(frozen=True, slots=True)
class ProfileIs:
    profile: str


@dataclass(frozen=True, slots=True)
class SwitchIs:
    """One switch over the profile, its value as written (in small letters unless the switch has others)."""

    switch: str
    value: str


@dataclass(frozen=True, slots=True)
class DrawsAre:
    draws: int


@dataclass(frozen=True, slots=True)
class FourBefore:
    """Four cards first, then one more than discarded."""


@dataclass(frozen=True, slots=True)
class AnteIs:
    chips: int


@dataclass(frozen=True, slots=True)
class BlindsAre:
    """Chips posted on the button, one left, two left."""

    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BettingIs:
    betting: Betting
    limits: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ButtonAt:
    seat: int


@dataclass(frozen=True, slots=True)
class LegOf:
    """The seat won the last pot; *kills* when it won two in a row and kills this one."""

    seat: int
    kills: bool = False


@dataclass(frozen=True, slots=True)
class PassedOut:
    times: int


@dataclass(frozen=True, slots=True)
class PotSoFar:
    chips: int


@dataclass(frozen=True, slots=True)
class SeatIs:
    """A seat with its stack before any ante, and the cards it is dealt, as far as written."""

    seat: int
    name: str
    stack: int
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class StubIs:
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class DeckIs:
    cards: tuple[Card | None, ...]


SetUp = (
    GameIs | ProfileIs | SwitchIs | DrawsAre | FourBefore | AnteIs | BlindsAre | BettingIs
    | ButtonAt | LegOf | PassedOut | PotSoFar | SeatIs | StubIs | DeckIs
)  # fmt: skip

# Happenings that are no command by themselves

Condition = Literal["exposed", "exposed_by_player", "flashed", "boxed"]


@dataclass(frozen=True, slots=True)
class NextCardIs:
    """How the next card that goes to a player will lie."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class DrawnCardExposed:
    """The *nth* card a seat got in the draw under way lies face up."""

    seat: int
    nth: int


@dataclass(frozen=True, slots=True)
class ReshuffledStub:
    """What the next reshuffle will show from the top."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardEarly:
    """A card leaves the stub although none is due."""


@dataclass(frozen=True, slots=True)
class DealerBurns:
    """The dealer puts the next card of the stub with the burns."""


@dataclass(frozen=True, slots=True)
class KilledAfter:
    """The seat kills the pot as soon as it has so many cards of the first deal."""

    seat: int
    chips: int
    cards: int


Happening = Command | NextCardIs | DrawnCardExposed | ReshuffledStub | CardEarly | DealerBurns | KilledAfter

# Checks


@dataclass(frozen=True, slots=True)
class ToAct:
    """*seat* None: nobody is to act."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class May:
    actions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """*rules* None: refused, whatever the reason."""

    rules: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class PotIs:
    chips: int


@dataclass(frozen=True, slots=True)
class PotsAre:
    pots: tuple[tuple[int, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class ChipsAt:
    """Chips of the named seats: whole stacks, or bets in front this round."""

    where: Literal["stacks", "bets"]
    chips: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class CardsAre:
    seat: int
    cards: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class CardsWithout:
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PhaseIs:
    phase: str


@dataclass(frozen=True, slots=True)
class PlayedGameIs:
    game: str


@dataclass(frozen=True, slots=True)
class SeatOf:
    """The seat of the button, of the opener, with a leg, or that kills; None: there is none."""

    what: Literal["button", "opener", "leg", "killer"]
    seat: int | None


@dataclass(frozen=True, slots=True)
class QualifierIs:
    qualifier: str


@dataclass(frozen=True, slots=True)
class AlertIs:
    """An open alert: the faces and the seat it names, and exactly who sees it (nobody asked: empty)."""

    name: str
    cards: tuple[Card, ...]
    seat: int | None
    to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulingIs:
    rule: str


@dataclass(frozen=True, slots=True)
class NextDealSeats:
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Carries:
    chips: int


@dataclass(frozen=True, slots=True)
class StubCount:
    cards: int


@dataclass(frozen=True, slots=True)
class ReshuffledCards:
    cards: tuple[Card, ...]


Check = (
    ToAct | May | Refused | PotIs | PotsAre | ChipsAt | CardsAre | CardsWithout | PhaseIs | PlayedGameIs
    | SeatOf | QualifierIs | AlertIs | RulingIs | NextDealSeats | Carries | StubCount | ReshuffledCards
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SetUpLine:
    number: int
    column: int
    said: SetUp


@dataclass(frozen=True, slots=True)
class HappeningLine:
    number: int
    column: int
    said: Happening


@dataclass(frozen=True, slots=True)
class CheckLine:
    """*text* is the check as written, without the question mark, blanks tidied."""

    number: int
    column: int
    said: Check
    text: str


Line = SetUpLine | HappeningLine | CheckLine


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as read: set-up lines first, then what happens and what must be true."""

    set_up: tuple[SetUpLine, ...]
    body: tuple[HappeningLine | CheckLine, ...]
