"""What must not be said aloud: faces that lie down, alerts that are not the dealer's, a short deck."""

import re
from collections.abc import Collection, Iterable
from dataclasses import fields
from typing import Final

from table_controller.cards import UNREAD, Card, card_text, parse_maybe_card
from table_controller.events import PUBLIC_FACES, AlertRaised, Audience, Event
from table_controller.table.state import Table
from table_controller.wire.models import AlertView

DEALER_ALERTS: Final = frozenset(
    {
        "DECK_FOULED",
        "DECK_SHORT",
        "WRONG_BACK",
        "CARD_NOT_READ",
        "SENSOR_CONFLICT",
        "WRONG_COUNT",
        "DOUBLE_FEED",
        "JAM",
        "DEVICE_LOST",
        "CAMERA_BLIND",
        "EVIDENCE_LOST",
        "POWER_LOST",
        "CARD_IN_DOUBT",
        "FLOOR_DECISION",
        "CUT_CARD_NOT_SEEN",
        "WORN_CARDS",
        "PREMATURE_CARD",
        "FOREIGN_CARD",
        "OPENERS_DUE",
    }
)
"""Alerts whose end may be told: an end names no audience, and that there was a floor's alert is the floor's."""
SILENT_NAME: Final = "DECK_CHANGE"
SILENT_TEXT: Final = "Deck change, please call the floor."
"""What the table's own screen says for a short deck: whoever holds the card reads it too."""

_FACES: Final = re.compile(r"(?<![A-Za-z0-9])(?:(?:10|[2-9TJQKA])[cdhs♣♦♥♠]|Jk)+(?![A-Za-z0-9])")
_FACE: Final = re.compile(r"(10|[2-9TJQKA])([cdhs♣♦♥♠])|Jk")
_SUIT_LETTER: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def faces_up(table: Table) -> frozenset[Card]:
    """Return the faces everybody can see in front of the seats, or saw before they went."""
    return frozenset(
        held.card
        for seat in table.seats
        for held in (*seat.hand, *seat.mucked, *(card for laid in seat.discards for card in laid))
        if held.face_up and held.card is not None
    )


def public_faces(event: Event) -> tuple[str, ...]:
    """Return, as text, the faces in the fields of *event* that `PUBLIC_FACES` names; declared ways are none."""
    allowed = PUBLIC_FACES.get(type(event), frozenset())
    found: list[str] = []
    for name in (field.name for field in fields(event) if field.name in allowed):
        value = getattr(event, name)
        values = value if isinstance(value, tuple) else (value,)
        found.extend(card_text(card) for card in values if card is None or isinstance(card, Card))
    return tuple(found)


def masked(text: str, allowed: Collection[Card]) -> str:
    """Return *text* with every face that is not in *allowed* written ``??``.

    >>> masked("the shoe read Jh, the tray 4d", ())
    'the shoe read ??, the tray ??'
    """

    def one(found: re.Match[str]) -> str:
        rank, suit = found[1], found[2]
        short = found[0] if rank is None else f"{'T' if rank == '10' else rank}{_SUIT_LETTER.get(suit, suit)}"
        return found[0] if parse_maybe_card(short) in allowed else UNREAD

    return _FACES.sub(lambda run: _FACE.sub(one, run[0]), text)


def is_silent(text: str) -> bool:
    """Say whether *text* is, or begins with, the name of the alert that is told in silent words only."""
    return text.startswith("DECK_SHORT")


def reason_text(reason: str, table: Table) -> str:
    """Return why the table was halted, in words everybody may read."""
    return SILENT_TEXT if is_silent(reason) else masked(reason, faces_up(table))


def dealer_hears(to: Iterable[Audience]) -> bool:
    """Say whether something for these ears may be on the dealer's page, which the whole table can see."""
    return not {"dealer", "public"}.isdisjoint(to)


def known_seat(seat: int | None) -> int | None:
    """Return the seat, None for one no table has: a person or a device may have named any number."""
    return seat if seat is not None and seat > 0 else None


def alert_view(alert: AlertRaised, table: Table) -> AlertView | None:
    """Return the alert as the table's own screen shows it, or None where it is not for the dealer."""
    if not dealer_hears(alert.to):
        return None
    if is_silent(alert.name):
        return AlertView(name=SILENT_NAME, text=SILENT_TEXT)
    up = faces_up(table)
    shown = tuple(card.text for card in alert.cards if card in up)
    return AlertView(name=alert.name, text=masked(alert.text, up), seat=known_seat(alert.seat), cards=shown)
