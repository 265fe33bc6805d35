"""Hands out of a table's log, as PHH. Faces are told only as far as they may be disclosed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import get_args

from table_controller import events as e
from table_controller.event_log.errors import LogError
from table_controller.event_log.hand_of import HandPlace
from table_controller.event_log.reader import LogReader
from table_controller.event_log.record import Record
from table_controller.games.build import build
from table_controller.hidden_faces import KeyErased, SealBroken, Sealer
from table_controller.phh.errors import CannotTell
from table_controller.phh.history import HandHistory
from table_controller.phh.proof import proved
from table_controller.phh.telling import Telling
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Table, new_table

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class LogHand:
    """A hand of the log: *history* is None where it cannot be told, *why* says why."""

    hand_no: int
    history: HandHistory | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class EndedHandsOnly:
    """A sealer that opens only what may be disclosed: ended hands, and of those none without *sealer*.

    What it does not open counts as a face whose key is gone: the card was not read.
    """

    place: HandPlace
    sealer: Sealer | None

    def seal(self, hand_no: int, place: str, plain: bytes) -> bytes:
        """Refuse: an export seals nothing."""
        raise SealBroken(f"{place}: an export seals nothing")

    def unseal(self, hand_no: int, place: str, sealed: bytes) -> bytes:
        """Return what was sealed.

        :raises KeyErased: it may not be opened
        :raises SealBroken: it does not open
        """
        if self.sealer is None or hand_no > self.place.last or hand_no == self.place.running:
            raise KeyErased(f"{place}: not to be opened")
        return self.sealer.unseal(hand_no, place, sealed)


def hands_of(
    reader: LogReader, keys: Sealer | None = None, only: int | None = None, progress: Progress | None = None
) -> Iterator[LogHand]:
    """Yield the log's ended hands, or *only* one of them; with *keys* their hidden faces are told.

    Each is played again from what was written of it; a hand that would not go the same way is not told.

    :raises LogError: the log cannot be read, or a face does not open with these keys
    """
    place = reader.hand_place()
    sealer = EndedHandsOnly(place, keys)
    telling: _LogTelling | None = None
    for record, table, event, after in _events(reader, sealer, progress):
        if isinstance(event, e.HandStarted):
            if telling is not None:
                yield telling.hand()
                telling = None
            if only is not None and event.hand_no > only:
                return
            if only in (None, event.hand_no):
                telling = _LogTelling(record, Telling(table, keys is not None))
        if telling is not None:
            telling.take(table, event, after)
    if telling is not None and not (place.running and place.running == telling.record.hand_no):
        yield telling.hand()


def _events(
    reader: LogReader, sealer: Sealer, progress: Progress | None
) -> Iterator[tuple[Record, Table, e.Event, Table]]:
    table = new_table(*build("five-card-draw"), Stakes(Betting.LIMIT, (1,)))
    total = reader.count() if progress is not None else 0
    for done, record in enumerate(reader.records(), 1):
        if progress is not None:
            progress(done, total)
        if record.kind not in ("event", "refusal"):
            continue
        try:
            event = reader.value_of(record, sealer)
        except KeyErased:
            continue  # a face that is not told
        except SealBroken as error:
            raise LogError(str(error)) from None
        if not isinstance(event, get_args(e.Event)):
            raise LogError(f"{reader.path}: record {record.seq}: a {record.type} is no event")
        after = evolve(table, event)
        yield record, table, event, after
        table = after


@dataclass
class _LogTelling:
    record: Record
    telling: Telling
    why: str = ""

    def take(self, table: Table, event: e.Event, after: Table) -> None:
        if self.why:
            return
        try:
            self.telling.take(table, event, after)
        except CannotTell as error:
            self.why = str(error)

    def hand(self) -> LogHand:
        hand_no = self.record.hand_no
        if self.why:
            return LogHand(hand_no, None, self.why)
        try:
            return LogHand(hand_no, proved(self.telling, self._facts()))
        except CannotTell as error:
            return LogHand(hand_no, None, str(error))

    def _facts(self) -> dict[str, object]:
        began = datetime.fromtimestamp(self.record.at_utc_ms // 1000, UTC)
        names = [self.telling.before.seat(number).name for number in self.telling.order]
        facts: dict[str, object] = {"players": names} if any(names) else {}
        facts |= {"hand": self.record.hand_no, "time": began.time(), "time_zone": "UTC"}
        return facts | {"day": began.day, "month": began.month, "year": began.year}
