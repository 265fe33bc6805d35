"""In which hands a face was read, for the floor when it turns up twice (case A04)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from table_controller.cards import Card
from table_controller.event_log.disclosure import ERASED, SEALED, Disclosure
from table_controller.event_log.record import Record

SAID_ABOUT_CARDS: Final = frozenset({"AlertRaised", "RulingMade"})
"""Events that name a face and are no reading of it."""


@dataclass(frozen=True, slots=True)
class FaceRead:
    """An event of a hand in which the face was read: at which record, and what of (a seat, None where it is nobody's)."""

    hand_no: int
    seq: int
    what: str
    seat: int | None
    number: int | None
    """Which card off the stub it was, where the event says so of one card."""


@dataclass(frozen=True, slots=True)
class StaysSealed:
    """A hand whose hidden faces could not be opened; *erased* when its key is gone."""

    hand_no: int
    erased: bool


@dataclass(frozen=True, slots=True)
class DeckChanged:
    """A deck was released: the hands from here on are played with it."""

    hand_no: int
    seq: int
    deck: str


Finding = FaceRead | StaysSealed | DeckChanged


def sightings_of(card: Card, records: Iterable[Record], disclosure: Disclosure) -> Iterator[Finding]:
    """Yield every reading of *card* in the order of the log, once each hand that stays sealed, and each change of deck.

    :raises CodecError: a record is no JSON object
    :raises SealBroken: a seal that may be opened does not open
    """
    sealed = set[int]()
    for record in records:
        if record.kind != "event":
            continue
        body = disclosure.body(record)
        kind, faces = str(body.get("type")), _faces(body.get("card"), body.get("cards"))
        if kind == "DeckReleased":
            yield DeckChanged(record.hand_no, record.seq, str(body.get("deck")))
        elif kind in SAID_ABOUT_CARDS:
            continue
        elif card.text in faces:
            seat, number = body.get("seat"), body.get("number")
            yield FaceRead(
                record.hand_no,
                record.seq,
                kind,
                seat if isinstance(seat, int) else None,
                number if isinstance(number, int) else None,
            )
        elif record.hand_no not in sealed and (SEALED in faces or ERASED in faces):
            sealed.add(record.hand_no)
            yield StaysSealed(record.hand_no, ERASED in faces)


def places_in_hands(findings: Iterable[Finding]) -> dict[int, int]:
    """Return for each hand with a reading at how many places off the stub the face was: two is a fouled deck."""
    places: dict[int, set[int | None]] = {}
    for found in findings:
        if isinstance(found, FaceRead):
            numbers = places.setdefault(found.hand_no, set())
            if found.number is not None:
                numbers.add(found.number)
    return {hand: max(1, len(numbers)) for hand, numbers in places.items()}


def _faces(*values: object) -> tuple[object, ...]:
    """Return the faces a body names, and how they are kept where they stay hidden."""
    found: list[object] = []
    for value in values:
        found += value if isinstance(value, list) else [value]
    return tuple(found)
