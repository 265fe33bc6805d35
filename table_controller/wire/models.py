"""What tables, alerts, rulings and devices look like to everybody. Cards are written ``Ah``, chips are whole."""

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

CardText = Annotated[str, Field(pattern=r"^([2-9TJQKA][cdhs]|Jk|\?\?)$")]
Seat = Annotated[int, Field(ge=1)]
Count = Annotated[int, Field(ge=0)]
Chips = Annotated[int, Field(ge=0)]


class Model(BaseModel):
    """An immutable value of the wire; keys a reader does not know are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)


class LegalAction(Model):
    """Something the seat to act may do. *low* and *high* are chips or cards, null where there is no figure."""

    word: str
    low: int | None = None
    high: int | None = None


class StakesView(Model):
    """*betting* is ``limit``, ``spread_limit``, ``pot_limit`` or ``no_limit``; *blinds* are (seats left of the button, chips)."""

    betting: str
    limits: tuple[Chips, ...]
    ante: Chips
    blinds: tuple[tuple[int, Chips], ...]


class SeatView(Model):
    """A seat as everybody sees it. Hidden cards are only counted."""

    seat: Seat
    name: str
    stack: Chips
    bet: Chips
    status: Literal["out", "live", "folded", "dead"]
    all_in: bool
    cards: Count
    """Cards in front of the seat."""
    unread: Count
    """How many of them no camera could read."""
    shown_cards: tuple[CardText, ...]
    """The faces that lie up."""
    drew: Count | None
    """Cards drawn in the last draw; null once there was action after it (rule E18)."""
    announced: Count | None
    """Cards asked for in the draw under way, as long as `drew` may be told."""
    mucked: bool
    """Its hand lies in the muck, where it can still be taken back (rule N11)."""
    sits_out: bool
    to_act: bool
    declared: Literal["hidden", "low", "high", "both"] | None = None
    """What it declared to play for: ``hidden`` until all have declared (rule V02), null before it has."""
    claim: str | None = None
    """What its player said he holds, before the hand lay there; a hand's name, never a card."""
    leg: bool = False
    """It won the last pot; another one in a row makes it kill the next (rule F20)."""
    next_deal: Literal["waits", "kills"] | None = None
    """It waits for the big blind before it is dealt in (rules B10-B14), or kills the next pot it is dealt into."""


class PotView(Model):
    """*seats* can win these chips."""

    chips: Chips
    seats: tuple[Seat, ...]


class CardsOwed(Model):
    """Cards that leave the stub next, in this order; *seat* null is the burn pile."""

    seat: Seat | None
    count: Count


class AlertView(Model):
    """An alert the dealer may see; *cards* are only those that lie face up."""

    name: str
    text: str
    seat: Seat | None = None
    cards: tuple[CardText, ...] = ()


class RulingView(Model):
    """A ruling with the rows it rests on and where those come from; *ts* is the time it was made (UTC)."""

    rules: tuple[str, ...]
    text: str
    source: str
    cards: tuple[CardText, ...]
    seat: Seat | None
    ts: str


class DeviceHealth(Model):
    """A device or a camera: *role* is ``shuffler``, ``button_box``, ``shoe``, ``tray``, ``overhead`` or the like."""

    SCHEMA: ClassVar[str] = "table.device/1.0"

    id: str
    role: str
    state: Literal["ok", "degraded", "lost"]
    detail: str = ""


class PublicState(Model):
    """Everything at the table that everybody may know."""

    SCHEMA: ClassVar[str] = "table.state/1.0"

    game: str
    title: str
    profile: str
    stakes: StakesView
    hand_size: Count = 5
    """Cards of a whole hand."""
    rounds: Count = 0
    """Betting rounds of a hand; 0 where nobody said."""
    draws: Count = 0
    """Draws of a hand; 0 where nobody said."""
    halves: tuple[Literal["high", "low", "badugi"], ...] = ()
    """What the pot is played for: one way to win it all, or two that halve it."""
    openers_rank: Count | None = None
    """The lowest pair that opens this pot, by rank (jacks 11, aces 14); null where anything opens."""
    turned: bool = False
    """Nobody opened for high, and the same cards are played for low now."""
    hand_no: Count
    phase: str
    """``over``, ``deal``, ``bet 1``, ``draw 1``, ``declare``, ``showdown``: the number is the round or the draw; ``deal 2`` is a deal after it."""
    button: Count
    """The seat with the dealer button; 0 before the first hand."""
    kill: Chips = 0
    """What a kill raised the big blind to in this hand; 0 where nobody killed it."""
    killer: Seat | None = None
    """The seat that killed the pot."""
    opener: Seat | None
    """The seat with the openers button, where openers are to be proved or the opener begins after the draw."""
    openers_due: bool
    """The opener must show openers before the pot is pushed."""
    splitting: bool
    """The opener has said that he splits his openers."""
    claimants: tuple[Seat, ...]
    """Seats that may declare the pot open after a false opening."""
    seats: tuple[SeatView, ...]
    pots: tuple[PotView, ...]
    in_middle: Chips
    """All chips in the middle, bets of this round included."""
    carried: Chips
    """Those of them left over from earlier deals."""
    to_act: Seat | None
    to_match: Chips
    raises: Count
    capped: bool
    legal: tuple[LegalAction, ...]
    cards_due: tuple[CardsOwed, ...]
    late: tuple[Seat, ...]
    """Seats owed a card after all others have drawn."""
    stub: Count
    reshuffle_due: bool
    alerts: tuple[AlertView, ...]
    halted: tuple[str, ...]
    """Why the table stands still; empty when play may go on."""
    halt_needs: tuple[str, ...]
    """Who must confirm before it goes on."""
    quarantined: tuple[str, ...]
    """Decks that may not be dealt from."""
    rulings: tuple[RulingView, ...]
    """The last ones, the newest last."""
    devices: tuple[DeviceHealth, ...]


class ActiveAlerts(Model):
    """All open alerts the dealer may see."""

    SCHEMA: ClassVar[str] = "table.alerts/1.0"

    alerts: tuple[AlertView, ...]


class AlertNotice(Model):
    """An alert that began or ended just now."""

    SCHEMA: ClassVar[str] = "table.alert/1.0"

    open: bool
    alert: AlertView


class TableStatus(Model):
    """Whether somebody runs this table. ``lost`` is the last will: nobody does, and nobody said good-bye."""

    SCHEMA: ClassVar[str] = "table.status/1.0"

    state: Literal["init", "ready", "degraded", "offline", "lost"]
    detail: str = ""


class TableInfo(Model):
    """What stands here and speaks: for lists of tables and for matching schemas."""

    SCHEMA: ClassVar[str] = "table.info/1.0"

    name: str
    software: str
    game: str
    title: str
    profile: str
    seats: tuple[Seat, ...]
    schemas: tuple[str, ...]
    verbs: tuple[str, ...]
