"""The table as an immutable value.

What events change has no slots: :mod:`table_controller.table.change` copies its dictionary.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

from table_controller.cards import Card
from table_controller.events import AlertRaised, Delivery, LateCardOwed
from table_controller.frozen import quickly_made
from table_controller.structure import Game, HouseRules, Stakes, Step, Way
from table_controller.table.standing import NOTHING_OWED, Intention, Kill, Standing


@quickly_made
@dataclass(frozen=True, slots=True)
class HeldCard:
    """A card off the stub, known by its number in this hand; *card* is None when it was not read.

    *draw* is 0 for the first deal, else the draw it came in; *face_up* when everybody has seen it, *by_player* when
    its player has turned it up himself (G06).
    """

    number: int
    card: Card | None
    draw: int = 0
    face_up: bool = False
    by_player: bool = False


class HandStatus(Enum):
    """What a seat's hand is in this hand."""

    OUT = "out"
    """Not dealt in."""
    LIVE = "live"
    FOLDED = "folded"
    DEAD = "dead"
    """Ruled dead: its chips stay, it can win nothing."""


LIVE: Final = HandStatus.LIVE
"""Asked of every seat after every event: a name of a module costs an eighth of an enum's attribute."""


@quickly_made
@dataclass(frozen=True)
class Seat:
    """A player's seat. Chips are whole; *bet* is in front of it this round, *put_in* all of this pot so far, bets included."""

    number: int
    name: str
    stack: int
    status: HandStatus = HandStatus.OUT
    hand: tuple[HeldCard, ...] = ()
    discards: tuple[tuple[HeldCard, ...], ...] = ()
    """One entry for each draw the seat has taken part in."""
    bet: int = 0
    put_in: int = 0
    put_in_before: int = 0
    """The part of *put_in* that came from earlier deals of this pot."""
    last_bet: int = 0
    """What lay in front of the seat when the last betting round ended."""
    bets_in: int = 0
    """What was put in by betting (not antes) in this deal."""
    acted_level: int | None = None
    """The bet to match when the seat last acted in this round; None before."""
    announced: int | None = None
    """The number of cards it said it would draw, in the draw under way."""
    drew: int | None = None
    """The number drawn in the last draw."""
    declared: bool = False
    way: Way | None = None
    """What it declared to play for; nobody's business before *ways_open* (V02)."""
    shown: bool = False
    claim: str | None = None
    """What the player said of his hand at the showdown before it lay there."""
    mucked_on: tuple[tuple[int, Literal["claim", "spread"]], ...] = ()
    """Whose words, or whose hand lying there, this hand was thrown away on."""
    mucked: tuple[HeldCard, ...] = ()
    """The hand the seat folded or mucked; kept apart from other seats' so that it can be told and retrieved."""
    thrown: tuple[Card, ...] = ()
    """Faces this seat discarded that have gone into a reshuffled stub; none of them may come back to it (E15)."""
    discards_seen: bool = False
    sits_out: bool = False
    """Plays no more for the pot in the middle (N12)."""
    away: bool = False
    """Is not to be dealt in until he comes back."""
    standing: Standing = NOTHING_OWED
    """What he owes the next deal, and his legs (B09-B14, F20)."""

    @property
    def is_in(self) -> bool:
        return self.status is LIVE

    @property
    def can_bet(self) -> bool:
        return self.status is LIVE and self.stack > 0

    @property
    def is_all_in(self) -> bool:
        return self.status is LIVE and self.stack == 0

    @property
    def is_read(self) -> bool:
        """Whether the table knows every card of the hand."""
        for held in self.hand:  # noqa: SIM110 - a generator costs three times as much
            if held.card is None:
                return False
        return True

    @property
    def faces(self) -> tuple[Card, ...]:
        """The faces the table knows."""
        return tuple([held.card for held in self.hand if held.card is not None])


@quickly_made
@dataclass(frozen=True)
class BettingRound:
    """A betting round under way."""

    number: int
    bet: int
    to_match: int
    full_level: int
    """The level of the last bet that counted as full; short all-ins lie above it."""
    raise_size: int
    """The last full raise: the least the next one may add in pot and no limit."""
    raises: int
    capped: bool
    opened_by: int | None = None
    aggressor: int | None = None
    last_actor: int | None = None
    checked: tuple[int, ...] = ()
    """Seats that checked and have not made up for it by completing a short bet (Q07, Q08)."""
    excused: tuple[int, ...] = ()
    """Seats that checked with less than half a bet left (Y13)."""
    completed: tuple[int, ...] = ()
    """Seats that checked and then completed a short bet (Q07)."""
    short_bets: tuple[int, ...] = ()
    """Seats all-in for less than half a bet (Q05)."""
    called_short: tuple[tuple[int, int], ...] = ()
    """Seats that checked and called such a bet, and its level (Q05)."""

    @property
    def is_short(self) -> bool:
        """Whether less than half a bet is to be matched (Q05)."""
        return 0 < 2 * self.to_match < self.bet


@quickly_made
@dataclass(frozen=True)
class Openers:
    """The state of the opening in this hand."""

    opener: int | None = None
    position: int | None = None
    """The seat that opened, also after its hand is gone: where later rounds begin (C06)."""
    chips: int = 0
    """The opening bet."""
    splitting: bool = False
    due: bool = False
    proved: bool = False
    false_openers: tuple[int, ...] = ()
    """Seats whose openers were found false; the opening bet of each stays (N03)."""
    claimants: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    """Seats that checked before it was opened."""
    hand_asked_by: int | None = None


@dataclass(frozen=True, slots=True)
class Reshuffle:
    numbers: tuple[int, ...]
    kept: int


class Phase(Enum):
    """Where the hand stands."""

    OVER = "over"
    DEAL = "deal"
    BET = "bet"
    DRAW = "draw"
    DECLARE = "declare"
    SHOWDOWN = "showdown"


@quickly_made
@dataclass(frozen=True)
class Table:
    """Everything the table knows. Never holds the order of undealt cards: *stub* is their number."""

    game: Game
    rules: HouseRules
    stakes: Stakes
    seats: tuple[Seat, ...] = ()
    hand_no: int = 0
    button: int = 0
    phase: Phase = Phase.OVER
    step: int = -1
    """Index into the game's course; -1 between hands."""
    to_act: int | None = None
    stub: int = 0
    dealt_count: int = 0
    """Cards that have left the stub in this hand; the next one's number is one more."""
    due: tuple[Delivery, ...] = ()
    late: tuple[LateCardOwed, ...] = ()
    """Cards owed after all others have drawn."""
    burn_taken: bool = False
    """The burn card of the draw under way lies there (also where an exposed card became it)."""
    burns: tuple[HeldCard, ...] = ()
    aside: tuple[HeldCard, ...] = ()
    boxed: int = 0
    """How many cards were found face up in the stub."""
    exposed: int = 0
    """How many exposed cards were taken back."""
    reshuffle: Reshuffle | None = None
    reshuffles: int = 0
    round: BettingRound | None = None
    ended_round: BettingRound | None = None
    """The betting round that ended last, as it was."""
    draw_no: int = 0
    openers: Openers = Openers()
    acted_after_draw: bool = False
    ways_open: bool = False
    """All have declared, and what they declared was opened."""
    showdown_order: tuple[int, ...] = ()
    last_aggressor: int | None = None
    blind_to_match: int = 0
    """The full big blind that must be called in the first round, also where the one posted is short (F13)."""
    last_blind: int | None = None
    """The seat that posted the last blind; the first round begins at its left (C03, B17)."""
    last_blind_before: int | None = None
    """That seat of the hand before, so that a hand played again has the same dead blind (F14)."""
    blinds_in: int = 0
    """Chips put in as blinds, kills among them, in this hand."""
    kill: Kill | None = None
    """The kill in force in this hand (B10, F20)."""
    objections: tuple[int, ...] = ()
    """Seats that object to a newcomer's kill of the next pot (B11, B13)."""
    standings: tuple[tuple[int, Standing], ...] = ()
    """What each seat's standing was before this hand; a void hand gives it back."""
    held: tuple[Intention, ...] = ()
    """What was said out of turn in this round (F09)."""
    awarded: int = 0
    """Chips of this pot that have been pushed already."""
    pot_stays: bool = False
    """The chips in the middle stay for the next hand."""
    carried: int = 0
    """Chips in the middle from earlier deals that nobody's hand is tied to."""
    base_game: Game | None = None
    """The game as the house deals it, while *game* is what the hand has turned to (J03, J09); else None."""
    short_bettor: int | None = None
    """The seat that had less than half the forced low bet; kept until the next deal (J12)."""
    uncalled_false_open: bool = False
    """The pot stays because of a false opening bet that nobody called (N13)."""
    passed_out: int = 0
    participants: tuple[int, ...] | None = None
    """Who may be dealt in while a carried pot stands; None when anybody may."""
    next_button: int | None = None
    halted: tuple[str, ...] = ()
    """Why the table stands still; play goes on when it is empty."""
    halt_needs: tuple[str, ...] = ()
    quarantined: tuple[str, ...] = ()
    verified: tuple[str, ...] = ()
    """Decks that were looked through and found good since they were last doubted."""
    released: tuple[str, ...] = ()
    alerts: tuple[AlertRaised, ...] = ()
    before_last_action: "Table | None" = None
    before_award: "Table | None" = None
    """The table before the pot was pushed, until somebody leaves with chips: a fouled deck found late undoes the award."""

    def seat(self, number: int) -> Seat:
        """Return the seat.

        :raises KeyError: nobody sits there
        """
        seats = self.seats
        if number <= len(seats):
            seat = seats[number - 1]
            if seat.number == number:  # so it is where no seat below is free
                return seat
        for seat in seats:
            if seat.number == number:
                return seat
        raise KeyError(number)

    def seat_if_taken(self, number: int) -> Seat | None:
        """Return the seat, None where nobody sits there."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        return None

    def has_seat(self, number: int) -> bool:
        return self.seat_if_taken(number) is not None

    def clockwise(self, after: int) -> Iterator[Seat]:
        """Go over every seat once, clockwise, beginning left of seat *after* and ending with it."""
        seats = self.seats
        if 0 < after <= len(seats) and seats[after - 1].number == after:
            return iter(seats[after:] + seats[:after])
        for at, seat in enumerate(seats):
            if seat.number > after:
                return iter(seats[at:] + seats[:at])
        return iter(seats)

    @property
    def live(self) -> tuple[Seat, ...]:
        return tuple([seat for seat in self.seats if seat.status is LIVE])

    @property
    def anybody_lives(self) -> bool:
        for seat in self.seats:  # noqa: SIM110 - asked after every event, and a generator costs three times as much
            if seat.status is LIVE:
                return True
        return False

    @property
    def has_rivals(self) -> bool:
        """Whether two hands or more are live."""
        one = False
        for seat in self.seats:
            if seat.status is LIVE:
                if one:
                    return True
                one = True
        return False

    @property
    def live_count(self) -> int:
        """How many hands are live."""
        count = 0
        for seat in self.seats:
            if seat.status is LIVE:
                count += 1
        return count

    @property
    def dealt_in(self) -> tuple[Seat, ...]:
        return tuple([seat for seat in self.seats if seat.status is not HandStatus.OUT])

    @property
    def current_step(self) -> Step | None:
        return self.game.course[self.step] if 0 <= self.step < len(self.game.course) else None

    @property
    def in_middle(self) -> int:
        """All chips in the middle: carried money and everything put in, bets of this round included."""
        return self.carried + sum([seat.put_in for seat in self.seats]) - self.awarded

    @property
    def muck(self) -> tuple[HeldCard, ...]:
        """The folded and mucked hands, by seat."""
        return tuple(held for seat in self.seats for held in seat.mucked)

    @property
    def betting_round(self) -> int:
        """The number of the betting round under way or last begun, 0 before the first."""
        return self.game.betting_round_at[self.step] if self.step >= 0 else 0


def new_table(game: Game, rules: HouseRules, stakes: Stakes) -> Table:
    """Return an empty table set to this game."""
    return Table(game, rules, stakes)
