"""An event as everybody may know it."""

from typing import ClassVar, Literal

from pydantic import SerializerFunctionWrapHandler, model_serializer

from table_controller.wire.models import CardText, Chips, Count, Model, Seat

EventType = Literal[
    "table_configured", "seat_taken", "seat_left", "player_away", "player_back", "seat_moved",
    "entry_owed", "kill_offered", "kill_objected", "legs_counted",
    "hand_started", "deal_started", "game_turned", "ante_posted", "blind_posted", "blind_owed", "owed_blind_posted",
    "pot_killed",
    "cards_due", "due_dropped", "card_dealt", "card_burned", "card_set_aside", "card_taken_back", "card_exposed",
    "discards_seen", "card_count_found", "reshuffle_due", "stub_reshuffled",
    "betting_started", "action_awaited", "checked", "bet_made", "called", "folded", "rapped", "out_of_turn_held", "out_of_turn_ended",
    "bet_returned",
    "betting_ended",
    "pot_opened", "openers_found_false", "openers_due", "openers_proved", "sat_out", "opening_hand_asked",
    "draw_started", "draw_announced", "cards_discarded", "late_card_owed", "draw_count_told", "draw_ended",
    "declaration_started", "declaration_made", "declarations_opened",
    "showdown_started", "cards_shown", "hand_claimed", "hand_mucked", "hand_retrieved", "hand_killed", "hand_ruled_live",
    "pot_awarded", "pot_carried", "hand_voided", "hand_ended",
    "table_halted", "table_resumed", "action_undone", "deck_quarantined", "deck_verified", "deck_released",
    "alert_raised", "alert_cleared", "ruling_made", "action_refused",
    "withheld",
]  # fmt: skip
"""What can be told. ``withheld`` stands in a replay for what may be told no longer (rule E18)."""


class Share(Model):
    """Chips and whose they are, or become."""

    seat: Seat
    chips: Chips


class HalfWon(Model):
    """One half of a pot and who got what of it."""

    half: Literal["high", "low", "badugi"]
    shares: tuple[Share, ...]


class Declared(Model):
    """What a seat declared to play for."""

    seat: Seat
    way: Literal["low", "high", "both"]


class PublicEvent(Model):
    """One thing that happened. Only the facts its type has are written; docs/mqtt.md lists them."""

    SCHEMA: ClassVar[str] = "table.event/1.0"

    type: EventType
    hand_no: Count
    seat: Seat | None = None
    about: Seat | None = None
    """The other seat of the event: whose draw was asked about, whose opening hand."""
    seats: tuple[Seat, ...] | None = None
    cards: tuple[CardText, ...] | None = None
    """Faces that lie up."""
    count: Count | None = None
    """Cards, or what the type counts."""
    number: Count | None = None
    """Of the round, draw or pot; of a card that left the stub."""
    draw: Count | None = None
    """The draw a card came in; 0 is the first deal."""
    chips: Chips | None = None
    total: Chips | None = None
    """Chips in front of the seat afterwards, or to be matched."""
    shares: tuple[Share, ...] | None = None
    halves: tuple[HalfWon, ...] | None = None
    ways: tuple[Declared, ...] | None = None
    word: str | None = None
    """Which kind of bet, action, reason or deck."""
    name: str | None = None
    """A player's name, a game's id, an alert's name."""
    text: str | None = None
    rules: tuple[str, ...] | None = None
    flag: bool | None = None
    """Capped, splitting, face up, replay: as the type says."""

    @model_serializer(mode="wrap")
    def _facts_only(self, write: SerializerFunctionWrapHandler) -> dict[str, object]:
        return {key: value for key, value in write(self).items() if value is not None}
