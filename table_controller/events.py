"""What has happened at the table. Events are past tense, already true, and all `evolve` needs.

*number* is a card's own number in this hand: the n-th card that left the stub. Faces are hidden unless
`PUBLIC_FACES` says otherwise; log and wire both go by it. What a player declares is hidden like a face.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from table_controller.cards import Card
from table_controller.frozen import quickly_made
from table_controller.structure import Game, HouseRules, Stakes, Way

Audience = Literal["dealer", "floor", "surveillance", "seat", "public"]

# Between hands


@dataclass(frozen=True, slots=True)
class TableConfigured:
    game: Game
    rules: HouseRules
    stakes: Stakes


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A player sat down with *stack* chips, or brought them to the seat he has."""

    seat: int
    name: str
    stack: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    seat: int
    stack: int


@dataclass(frozen=True, slots=True)
class PlayerAway:
    """The player gets no cards until he comes back."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayerBack:
    seat: int


@dataclass(frozen=True, slots=True)
class SeatMoved:
    """A player took his chips, and what he owes, to a free seat."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class EntryOwed:
    """The player gets cards when the big blind comes to him, or for a kill (B10-B14).

    He is new, missed the big blind, or moved with blinds to post; *behind*: he waits until the big blind is *place*
    deals away, as it was in his old seat.
    """

    seat: int
    reason: Literal["new", "missed", "moved", "behind"]
    place: int = 0


@dataclass(frozen=True, slots=True)
class KillOffered:
    """At the next deal the seat posts *chips* to be dealt in; none when he waits for the big blind after all."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class KillObjected:
    """A player objects to newcomers' killing the next pot."""

    seat: int


@dataclass(frozen=True, slots=True)
class LegsCounted:
    """These seats won the last pot they played; *killers* won two in a row and kill the next (F20)."""

    legs: tuple[int, ...]
    killers: tuple[int, ...]


# A hand begins


@dataclass(frozen=True, slots=True)
class HandStarted:
    """*seats* are dealt in; *rules_stamp* is the digest of game, house rules and stakes in force."""

    hand_no: int
    button: int
    seats: tuple[int, ...]
    carried: int
    passed_out: int
    rules_stamp: str


@dataclass(frozen=True, slots=True)
class DealStarted:
    """A further deal begins, the *number*-th of the hand (E22)."""

    number: int


@dataclass(frozen=True, slots=True)
class GameTurned:
    """Nobody opened for high: from here to the end of the hand its cards are played for low (J03, J09)."""

    game: str
    title: str


@dataclass(frozen=True, slots=True)
class AntePosted:
    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class BlindPosted:
    """*to_match* is the full blind that others must call, also where this one is short (F13)."""

    seat: int
    chips: int
    to_match: int


@dataclass(frozen=True, slots=True)
class BlindOwed:
    """The big blind came to a seat that had less than half of it; it owes one where it next gets cards (B09)."""

    seat: int


@dataclass(frozen=True, slots=True)
class OwedBlindPosted:
    """The seat made its blind up to the big blind it owed (B09)."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class PotKilled:
    """The seat put *chips* in over the blinds: *to_match* must be called. *won*: two pots in a row asked for it.

    *voluntary*: he killed on his first two cards, and speaks last in the first round.
    """

    seat: int
    chips: int
    to_match: int
    won: bool
    voluntary: bool = False


# Cards


@dataclass(frozen=True, slots=True)
class Delivery:
    """A card owed: to a seat, or to the burn pile (seat None). *draw* is 0 in the first deal."""

    seat: int | None
    draw: int = 0


@dataclass(frozen=True, slots=True)
class CardsDue:
    """These cards are to leave the stub next, in this order, after what is due already.

    *late_served* when they are the cards that were owed until all had drawn.
    """

    deliveries: tuple[Delivery, ...]
    late_served: bool = False


@dataclass(frozen=True, slots=True)
class DueDropped:
    """Cards owed to a seat are owed no longer: its hand is out."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardDealt:
    """The next card due lies in front of the seat; *face_up* when it was exposed and is kept."""

    seat: int
    number: int
    card: Card | None
    draw: int
    face_up: bool = False


@dataclass(frozen=True, slots=True)
class CardBurned:
    number: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class CardSetAside:
    """A card left the stub and is nobody's; what was due is still due."""

    number: int
    card: Card | None
    reason: Literal["boxed", "own discard", "foreign", "premature", "double feed"]
    seat: int | None


@dataclass(frozen=True, slots=True)
class CardTakenBack:
    """A card left the hand: as the burn card of the draw, or to the exposed pile.

    It was exposed, or (not *face_up*) it should not have come: one too many, or a joker in a game without one.
    """

    seat: int
    number: int
    card: Card | None
    as_burn: bool
    face_up: bool = True


@dataclass(frozen=True, slots=True)
class CardExposed:
    """A card in a hand lies face up and is kept; *by_player* where it is his own doing (G06)."""

    seat: int
    number: int
    card: Card | None
    by_player: bool = False


@dataclass(frozen=True, slots=True)
class CardIdentified:
    """A camera (or the player's showing) gave a face to a card that had none."""

    number: int
    card: Card
    camera: str
    score: float


@dataclass(frozen=True, slots=True)
class FaceForgotten:
    """What was thought of these cards' faces no longer holds: they count as unread."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReadingKeptAsUnknown:
    """A weak reading contradicts what is known; the card stays unread."""

    camera: str
    seat: int
    card: Card | None
    score: float


@dataclass(frozen=True, slots=True)
class DiscardsSeen:
    """The seat's discards were read or turned up, so they can prove openers."""

    seat: int
    camera: str


@dataclass(frozen=True, slots=True)
class CardCountFound:
    """A seat's hand was counted; cards were missing (or extra) against what the table had dealt."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class ReshuffleDue:
    """The stub is used up: these cards and the *kept* ones still in the stub are to be shuffled into a new one."""

    numbers: tuple[int, ...]
    kept: int


@dataclass(frozen=True, slots=True)
class StubReshuffled:
    numbers: tuple[int, ...]
    stub: int


# Betting


@dataclass(frozen=True, slots=True)
class BettingStarted:
    """*capped* says whether the limit on raises is in force in this round (D07, D10)."""

    number: int
    bet: int
    capped: bool


@dataclass(frozen=True, slots=True)
class ActionAwaited:
    """It is this seat's turn; None when nobody's."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Checked:
    seat: int


@dataclass(frozen=True, slots=True)
class BetMade:
    """A bet, open, raise or completion to *total*. *full_level* is the level raises are counted from afterwards.

    *kind* is the word for it; *counts* says whether it is a bet or raise toward the cap.
    """

    seat: int
    total: int
    chips: int
    kind: Literal["bet", "open", "raise", "complete"]
    counts: bool
    full_level: int
    raise_size: int


@dataclass(frozen=True, slots=True)
class Called:
    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class Folded:
    seat: int


@dataclass(frozen=True, slots=True)
class Rapped:
    """Knocked facing a bet: neither fold nor call, and the seat is asked again (C15)."""

    seat: int


@dataclass(frozen=True, slots=True)
class OutOfTurnHeld:
    """Words said before the seat's turn: they bind if nothing changes before it comes (F09)."""

    seat: int
    action: Literal["check", "call", "fold", "bet", "all in"]
    total: int | None


@dataclass(frozen=True, slots=True)
class OutOfTurnEnded:
    """The seat's turn has come (*bound*: it does as it said), or its words no longer bind."""

    seat: int
    bound: bool


@dataclass(frozen=True, slots=True)
class BetReturned:
    """Chips of a bet nobody matched, or that a ruling gives back."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class BettingEnded:
    number: int


# Openers


@dataclass(frozen=True, slots=True)
class PotOpened:
    """The seat is the opener and will have to prove openers where the game wants them."""

    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class OpenersFoundFalse:
    """The opener has shown that he had none (or cannot show them); *claimants* may now declare the pot open."""

    seat: int
    claimants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpenersDue:
    """The opener must show openers before chips are pushed (O09)."""

    seat: int


@dataclass(frozen=True, slots=True)
class OpenersProved:
    seat: int
    cards: tuple[Card, ...]
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SatOut:
    """The seat plays no more for this pot until somebody wins it (N12)."""

    seat: int


@dataclass(frozen=True, slots=True)
class OpeningHandAsked:
    seat: int
    opener: int


# The draw


@dataclass(frozen=True, slots=True)
class DrawStarted:
    number: int


@dataclass(frozen=True, slots=True)
class DrawAnnounced:
    """A number was said, or another instead of it; what lay there for the one before is in the hand again (E16)."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """The discards lie there; no numbers when the seat stood pat. *cards* are their faces as far as read."""

    seat: int
    numbers: tuple[int, ...]
    cards: tuple[Card | None, ...]
    draw: int
    splitting: bool = False


@dataclass(frozen=True, slots=True)
class LateCardOwed:
    """A card the seat gets after all others have drawn: a fifth card, or for one that was exposed (E09, G02)."""

    seat: int
    reason: Literal["fifth card", "exposed"]


@dataclass(frozen=True, slots=True)
class DrawCountTold:
    seat: int
    about: int
    count: int


@dataclass(frozen=True, slots=True)
class DrawEnded:
    number: int


# The declaration


@dataclass(frozen=True, slots=True)
class DeclarationStarted:
    """Everybody still in is asked which way he plays (V01)."""


@dataclass(frozen=True, slots=True)
class DeclarationMade:
    """The seat has declared; *way* is told to nobody yet, None where its key was erased."""

    seat: int
    way: Way | None


@dataclass(frozen=True, slots=True)
class DeclarationsOpened:
    """All declarations are opened together (V02)."""

    ways: tuple[tuple[int, Way], ...]


# Showdown and the end


@dataclass(frozen=True, slots=True)
class ShowdownStarted:
    """*order* is who is asked to show, first to last (F11)."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardsShown:
    """These cards of the seat lie face up."""

    seat: int
    numbers: tuple[int, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandClaimed:
    """The player said what he holds; *words* name a hand, never a card."""

    seat: int
    words: str


@dataclass(frozen=True, slots=True)
class HandMucked:
    seat: int


@dataclass(frozen=True, slots=True)
class HandRetrieved:
    seat: int


@dataclass(frozen=True, slots=True)
class HandKilled:
    """The hand is dead: its chips stay, it can win nothing."""

    seat: int
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandRuledLive:
    seat: int


@dataclass(frozen=True, slots=True)
class HalfWon:
    """One half of a pot, high, low or badugi, and who got what of it (P01, V03)."""

    half: Literal["high", "low", "badugi"]
    shares: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class PotAwarded:
    """One pot, main pot 0, pushed in these shares; *contenders* could have won it.

    *halves* says which half was whose, where both were played for; *shares* are the sums of them.
    """

    pot: int
    chips: int
    contenders: tuple[int, ...]
    shares: tuple[tuple[int, int], ...]
    halves: tuple[HalfWon, ...] = ()


@dataclass(frozen=True, slots=True)
class PotCarried:
    """All *chips* in the middle stay there for the next hand, which only *seats* may play.

    *forfeits* are (seat, chips) pairs out of what seats put in that no longer count as theirs (a false opening bet);
    *uncalled* when nobody had called it (N13).
    """

    chips: int
    forfeits: tuple[tuple[int, int], ...]
    seats: tuple[int, ...]
    reason: Literal["passed out", "false openers", "nobody won"]
    uncalled: bool = False


@dataclass(frozen=True, slots=True)
class HandVoided:
    """Every seat has back exactly what it put in; *replay* when the same deal is to be played again."""

    returns: tuple[tuple[int, int], ...]
    replay: bool


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand is over; *next_button* and *next_seats* are for the next deal."""

    hand_no: int
    next_button: int
    next_seats: tuple[int, ...]


# The table stops and goes on


@dataclass(frozen=True, slots=True)
class TableHalted:
    """Nothing is dealt until *needs* have confirmed."""

    reason: str
    needs: tuple[Audience, ...]


@dataclass(frozen=True, slots=True)
class TableResumed:
    pass


@dataclass(frozen=True, slots=True)
class ActionUndone:
    """The table is as it was before the last action."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True)
class DeckQuarantined:
    """The deck may not be dealt from until two people have released one."""

    deck: str
    reason: str
    missing: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckVerified:
    deck: str


@dataclass(frozen=True, slots=True)
class DeckReleased:
    deck: str
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AlertRaised:
    name: str
    text: str
    to: tuple[Audience, ...]
    cards: tuple[Card, ...] = ()
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class AlertCleared:
    name: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class RulingMade:
    """One sentence a dealer can read out, the rows it rests on, and the cards (all face up by then)."""

    rules: tuple[str, ...]
    text: str
    cards: tuple[Card, ...] = ()
    seat: int | None = None
    to: tuple[Audience, ...] = ("public",)


@dataclass(frozen=True, slots=True)
class ActionRefused:
    """A person broke a rule: every broken row, and one sentence that names no hidden card."""

    action: str
    seat: int | None
    rules: tuple[str, ...]
    text: str


Event = (
    TableConfigured | SeatTaken | SeatLeft
    | PlayerAway | PlayerBack | SeatMoved | EntryOwed | KillOffered | KillObjected | LegsCounted
    | HandStarted | DealStarted | GameTurned | AntePosted | BlindPosted
    | BlindOwed | OwedBlindPosted | PotKilled
    | CardsDue | DueDropped | CardDealt | CardBurned | CardSetAside | CardTakenBack | CardExposed
    | CardIdentified | FaceForgotten | ReadingKeptAsUnknown | DiscardsSeen | CardCountFound | ReshuffleDue | StubReshuffled
    | BettingStarted | ActionAwaited | Checked | BetMade | Called | Folded | Rapped | OutOfTurnHeld | OutOfTurnEnded | BetReturned
    | BettingEnded
    | PotOpened | OpenersFoundFalse | OpenersDue | OpenersProved | SatOut | OpeningHandAsked
    | DrawStarted | DrawAnnounced | CardsDiscarded | LateCardOwed | DrawCountTold | DrawEnded
    | DeclarationStarted | DeclarationMade | DeclarationsOpened
    | ShowdownStarted | CardsShown | HandClaimed | HandMucked | HandRetrieved | HandKilled | HandRuledLive
    | PotAwarded | PotCarried | HandVoided | HandEnded
    | TableHalted | TableResumed | ActionUndone | DeckQuarantined | DeckVerified | DeckReleased
    | AlertRaised | AlertCleared | RulingMade | ActionRefused
)  # fmt: skip
"""Everything that can have happened."""

for _kind in (*get_args(Event), Delivery):
    quickly_made(_kind)

PUBLIC_FACES: Final[Mapping[type, frozenset[str]]] = {
    CardsShown: frozenset({"cards"}),
    OpenersProved: frozenset({"cards"}),
    CardExposed: frozenset({"card"}),
    CardTakenBack: frozenset({"card"}),
    RulingMade: frozenset({"cards"}),
    DeclarationsOpened: frozenset({"ways"}),
}
"""The fields whose faces, or declared ways, everybody at the table has seen. In any other field they are hidden."""
