"""What people and devices ask of the table. Commands are imperative and may be refused."""

from dataclasses import dataclass
from typing import Literal, get_args

from table_controller.cards import Card
from table_controller.frozen import quickly_made
from table_controller.structure import Game, HouseRules, Stakes, Way

Role = Literal["dealer", "floor", "surveillance"]
Camera = Literal["shoe", "tray", "overhead"]


# Between hands


@dataclass(frozen=True, slots=True)
class ConfigureTable:
    """Set game, house rules and stakes; only between hands."""

    game: Game
    rules: HouseRules
    stakes: Stakes


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down with a stack of chips, or bring more to a seat held."""

    seat: int
    name: str
    stack: int


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """Leave the table between hands; the stack goes along."""

    seat: int


@dataclass(frozen=True, slots=True)
class StartHand:
    """Post antes and blinds and begin the deal.

    *button* None moves the button as the rules say. *carried* is money of earlier deals nobody's hand is tied to
    (only a scenario or a floor sets it; a table carries its own), *passed_out* how often the pot was passed out.
    """

    button: int | None = None
    carried: int | None = None
    passed_out: int | None = None


@dataclass(frozen=True, slots=True)
class SitOut:
    """A player is away: he gets no cards from the next deal on, and keeps chips, seat and leg."""

    seat: int


@dataclass(frozen=True, slots=True)
class ComeBack:
    """A player who was away wants cards again; he waits if the big blind passed him (B12, B13)."""

    seat: int


@dataclass(frozen=True, slots=True)
class MoveSeat:
    """A player takes his chips to a free seat, between hands (B14)."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class MarkNewcomer:
    """The player is new to a game under way, or *missed* the big blind: he waits for it or kills (B10-B13).

    A table sees this by itself; a scenario says it.
    """

    seat: int
    missed: bool = False


@dataclass(frozen=True, slots=True)
class OfferKill:
    """A newcomer, or one who missed the big blind, posts *chips* at the next deal to be dealt in at once (B10, B13)."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class KillPot:
    """A player kills the pot on his first two cards, while nobody has a third (F20); *chips* where he named them."""

    seat: int
    chips: int | None = None


@dataclass(frozen=True, slots=True)
class WaitForBlind:
    """He waits for the big blind after all (B10)."""

    seat: int


@dataclass(frozen=True, slots=True)
class ObjectToKill:
    """A player in the game objects to a newcomer's killing the next pot (B11, B13)."""

    seat: int


@dataclass(frozen=True, slots=True)
class CorrectLegs:
    """The dealer or the floor says who has a leg, and who must kill the next pot (F20)."""

    legs: tuple[int, ...]
    killers: tuple[int, ...]
    by: Role


# The stub: what came out of it. Where it goes is `table.due[0]`


@dataclass(frozen=True, slots=True)
class DeliverCard:
    """The next card left the stub for where the table wanted it; *card* is None when it was not read.

    *condition* "burned": the dealer has put it with the burns, where it may be before the discards lie there.
    """

    card: Card | None
    condition: Literal["face_down", "exposed", "exposed_by_player", "flashed", "boxed", "burned"] = (
        "face_down"
    )


@dataclass(frozen=True, slots=True)
class ReshuffleStub:
    """The cards named by the last `ReshuffleDue` lie shuffled in the stub again."""


@dataclass(frozen=True, slots=True)
class ExposeCard:
    """A card dealt before turns out to lie face up: the *nth* (from 1) card of the first deal, or of draw *draw*."""

    seat: int
    nth: int
    draw: int = 0
    by_player: bool = False


@dataclass(frozen=True, slots=True)
class ReportCount:
    """A seat's hand has this number of cards, whatever the table thought."""

    seat: int
    count: int


# Betting


@dataclass(frozen=True, slots=True)
class Check:
    seat: int


@dataclass(frozen=True, slots=True)
class BetTo:
    """Bet, open, raise or complete to *total* chips in front of the seat this round."""

    seat: int
    total: int


@dataclass(frozen=True, slots=True)
class Call:
    seat: int


@dataclass(frozen=True, slots=True)
class GoAllIn:
    seat: int


@dataclass(frozen=True, slots=True)
class PutIn:
    """Chips put in without a word; the half-bet rule says what they mean (F07).

    *one_chip* when they are a single chip: facing a bet that is a call, whatever the chip is worth (F08).
    """

    seat: int
    chips: int
    one_chip: bool = False


@dataclass(frozen=True, slots=True)
class Fold:
    seat: int


@dataclass(frozen=True, slots=True)
class Rap:
    """Knock: a pass in betting, standing pat in the draw (C13-C15)."""

    seat: int


# The draw


@dataclass(frozen=True, slots=True)
class AnnounceDraw:
    """Say how many cards; none moves before the discards lie there."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class ChangeDraw:
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Discard:
    """Lay down these cards; None is one that was not read. No cards means standing pat."""

    seat: int
    cards: tuple[Card | None, ...]
    splitting: bool = False


@dataclass(frozen=True, slots=True)
class AskDrawCount:
    seat: int
    about: int


# Openers


@dataclass(frozen=True, slots=True)
class DeclarePotOpen:
    seat: int


@dataclass(frozen=True, slots=True)
class NobodyDeclares:
    """All who could have declared the pot open have let it pass."""


@dataclass(frozen=True, slots=True)
class ShowOpeners:
    seat: int


@dataclass(frozen=True, slots=True)
class AdmitNoOpeners:
    """Show false openers, or say that openers cannot be shown."""

    seat: int


@dataclass(frozen=True, slots=True)
class AskOpeningHand:
    seat: int


# The declaration


@dataclass(frozen=True, slots=True)
class Declare:
    """Say, for nobody to hear before all have, which way one plays (V02)."""

    seat: int
    way: Way


# Showdown


@dataclass(frozen=True, slots=True)
class ShowCards:
    """Table cards face up; no cards named means the whole hand."""

    seat: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """Say at the showdown what one holds: "eight", "eight-six", "pair" (R02, R06)."""

    seat: int
    words: str


@dataclass(frozen=True, slots=True)
class MuckHand:
    seat: int


# The floor and the dealer


@dataclass(frozen=True, slots=True)
class RetrieveHand:
    """The floor lets a player take back a mucked hand (N11)."""

    seat: int
    by: Role


@dataclass(frozen=True, slots=True)
class RuleHand:
    seat: int
    live: bool
    by: Role


@dataclass(frozen=True, slots=True)
class VoidHand:
    by: Role


@dataclass(frozen=True, slots=True)
class AwardPot:
    """The floor decides who gets what is in the middle."""

    seat: int
    by: Role


@dataclass(frozen=True, slots=True)
class CallMisdeal:
    by: Role


@dataclass(frozen=True, slots=True)
class UndoLastAction:
    by: Role
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReleaseDeck:
    """Two signed-in people release a deck."""

    people: tuple[str, ...]
    deck: str


@dataclass(frozen=True, slots=True)
class RemakeStub:
    """Two signed-in people have a dropped stub shuffled anew, *with_muck* where it got among burns, discards and muck."""

    people: tuple[str, ...]
    with_muck: bool = False


@dataclass(frozen=True, slots=True)
class ConfirmTable:
    """The dealer (or the floor) has looked and says that play may go on after a halt or a power cut."""

    by: Role


# What cameras and devices saw, as the shell puts it to the table


@dataclass(frozen=True, slots=True)
class ReadCards:
    """A camera read these faces for a seat (None = a card that is there and not readable); *score* is 0-1."""

    camera: Camera
    seat: int
    cards: tuple[Card | None, ...]
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class ReadByHand:
    """Two people looked at tabled cards that no camera could read, and named their faces."""

    seat: int
    cards: tuple[Card, ...]
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadTray:
    """The tray camera saw the whole deck come back: *count* cards, without these faces."""

    count: int
    missing: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class CountDeck:
    """The shuffler says how many cards it holds; a claim, not a fact."""

    count: int


@dataclass(frozen=True, slots=True)
class ReportFault:
    """A device failed, or saw what is not as it should be. *seat* is where a double feed went; *detail* says in a
    sentence what is wrong with a camera."""

    fault: Literal[
        "JAM", "DOUBLE_FEED", "DEVICE_LOST", "CAMERA_BLIND", "POWER_LOST", "CARD_IN_DOUBT",
        "CUT_CARD_NOT_SEEN", "MARKED_CARDS", "WORN_CARDS", "EVIDENCE_LOST",
        "SENSOR_CONFLICT",
    ]  # fmt: skip
    device: str
    seat: int | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ReportRecovery:
    """A device works again, or the power is back."""

    device: str


@dataclass(frozen=True, slots=True)
class VerifyDeck:
    """A deck was looked through: good unless a card has another deck's back, is *missing* or there twice (*doubled*)."""

    deck: str
    wrong_back: Card | None = None
    missing: tuple[Card, ...] = ()
    doubled: tuple[Card, ...] = ()


Command = (
    ConfigureTable | TakeSeat | LeaveSeat | StartHand
    | SitOut | ComeBack | MoveSeat | MarkNewcomer | OfferKill | WaitForBlind | ObjectToKill | CorrectLegs
    | KillPot
    | DeliverCard | ReshuffleStub | ExposeCard | ReportCount
    | Check | BetTo | Call | GoAllIn | PutIn | Fold | Rap
    | AnnounceDraw | ChangeDraw | Discard | AskDrawCount
    | DeclarePotOpen | NobodyDeclares | ShowOpeners | AdmitNoOpeners | AskOpeningHand
    | Declare
    | ShowCards | Claim | MuckHand
    | RetrieveHand | RuleHand | VoidHand | AwardPot | CallMisdeal | UndoLastAction | ReleaseDeck | RemakeStub
    | ConfirmTable
    | ReadCards | ReadByHand | ReadTray | CountDeck | ReportFault | ReportRecovery | VerifyDeck
)  # fmt: skip
"""Everything a table can be asked."""

for _kind in get_args(Command):
    quickly_made(_kind)
