"""The log keeps what it is given, in order, durable, or says why not."""

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_controller.cards import parse_cards
from table_controller.codec import table_digest
from table_controller.commands import DeliverCard, Fold, StartHand, TakeSeat, UndoLastAction
from table_controller.event_log.device_commands import IDS_AT_A_TIME, MAX_COMMAND_ID, OpenIntent
from table_controller.event_log.errors import LogError
from table_controller.event_log.reader import LogReader
from table_controller.event_log.replay import replay, tables
from table_controller.event_log.store import EventLog
from table_controller.event_log.verify import Verdict, verify
from table_controller.events import (
    ActionRefused,
    ActionUndone,
    AntePosted,
    CardDealt,
    CardIdentified,
    CardsDue,
    DeckQuarantined,
    Delivery,
    Event,
    Folded,
    HandEnded,
    HandStarted,
    SeatTaken,
)
from table_controller.games.build import build
from table_controller.observations import DeviceCommandAnswered, DeviceCommandAsked, Note, Observation
from table_controller.sealing import KeyStore
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Table

ACE, KING = parse_cards("Ah Kd")

START = Table(*build("jacks-or-better"), Stakes(Betting.LIMIT, (2, 4), ante=1))
A_DEAL: tuple[tuple[Event, ...], ...] = (
    (SeatTaken(1, "Ann", 100), SeatTaken(2, "Bob", 100)),
    (
        HandStarted(1, 2, (1, 2), 0, 0, "stamp"),
        AntePosted(1, 1),
        AntePosted(2, 1),
        CardsDue((Delivery(1), Delivery(2))),
    ),
    (CardDealt(1, 1, ACE, 0),),
    (CardDealt(2, 2, None, 0),),
)


@pytest.fixture
def keys(tmp_path: Path) -> Iterator[KeyStore]:
    with KeyStore.open(tmp_path / "keys.db") as store:
        yield store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


def hand_started(hand_no: int) -> HandStarted:
    return HandStarted(hand_no, 1, (1, 2), 0, 0, "stamp")


def test_command_and_events_come_back_in_order_after_a_restart(path: Path, keys: KeyStore) -> None:
    with EventLog(path, keys) as log:
        log.append(StartHand(), (hand_started(1),))
        log.append(DeliverCard(ACE), (CardDealt(2, 1, ACE, 0),))
        log.append(Fold(1), (ActionRefused("fold", 1, ("D01",), "It is not your turn."),))
        log.observe(Observation("shoe", "read", {"slot": 2}, (KING, None)))
        log.note("power back")

    with LogReader.open(path) as reader:
        records = list(reader.records())
        assert [reader.value_of(record, keys) for record in records] == [
            StartHand(),
            hand_started(1),
            DeliverCard(ACE),
            CardDealt(2, 1, ACE, 0),
            Fold(1),
            ActionRefused("fold", 1, ("D01",), "It is not your turn."),
            Observation("shoe", "read", {"slot": 2}, (KING, None)),
            Note("power back"),
        ]
    assert [record.seq for record in records] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [record.batch for record in records] == [1, 1, 3, 3, 5, 5, 7, 8]
    assert [record.kind for record in records] == [
        "command", "event", "command", "event", "command", "refusal", "observation", "note",
    ]  # fmt: skip


def test_records_carry_both_clocks_and_a_clock_set_back_does_not_reorder_them(
    path: Path, keys: KeyStore
) -> None:
    times = iter([(5_000, 10), (1_000, 20)])
    with EventLog(path, keys, clock=lambda: next(times)) as log:
        log.append(TakeSeat(1, "Ann", 100), (SeatTaken(1, "Ann", 100),))
        log.append(TakeSeat(2, "Bob", 100), (SeatTaken(2, "Bob", 100),))

        stamps = [(record.seq, record.at_utc_ms, record.monotonic_ms) for record in log.reader.records()]

    assert stamps == [(1, 5_000, 10), (2, 5_000, 10), (3, 1_000, 20), (4, 1_000, 20)]


def test_the_database_syncs_every_commit(path: Path, keys: KeyStore) -> None:
    with EventLog(path, keys) as log:
        assert log._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert log._connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_the_chain_goes_on_after_a_restart(path: Path, keys: KeyStore) -> None:
    for name in ("Ann", "Bob", "Cy"):
        with EventLog(path, keys) as log:
            log.append(TakeSeat(1, name, 1), (SeatTaken(1, name, 1),))
            head = log.head

    with LogReader.open(path) as reader:
        verdict = verify(reader, (head,))
    assert (verdict.problem, verdict.records, verdict.head) == (None, 6, head)


def test_two_logs_have_two_chains(tmp_path: Path, keys: KeyStore) -> None:
    with EventLog(tmp_path / "a.db", keys) as one, EventLog(tmp_path / "b.db", keys) as other:
        assert one.head.hash != other.head.hash


def test_records_written_by_many_threads_are_one_chain(path: Path, keys: KeyStore) -> None:
    with EventLog(path, keys) as log:
        threads = [
            threading.Thread(
                target=lambda: [log.observe(Observation("box", "press", {"at_ms": n})) for n in range(20)]
            )
            for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        verdict = verify(log.reader)

    assert (verdict.problem, verdict.records) == (None, 80)


def test_a_record_can_be_neither_changed_nor_deleted_by_accident(path: Path, keys: KeyStore) -> None:
    with EventLog(path, keys) as log:
        log.note("first")

    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in ("UPDATE records SET body = ''", "DELETE FROM records"):
            with pytest.raises(sqlite3.IntegrityError, match="never"):
                connection.execute(statement)


# Hands


def test_a_record_belongs_to_the_hand_under_way(path: Path, keys: KeyStore) -> None:
    with EventLog(path, keys) as log:
        log.note("before")
        log.append(StartHand(), (hand_started(1),))
        log.append(Fold(2), (Folded(2), HandEnded(1, 2, (1, 2))))
        log.note("between")
        log.append(StartHand(), (hand_started(2),))
        log.note("running")

        assert [record.hand_no for record in log.reader.records()] == [0, 1, 1, 1, 1, 1, 0, 2, 2, 2]
        assert [record.seq for record in log.reader.records(hand_no=2)] == [8, 9, 10]


@pytest.mark.parametrize(
    ("last", "running"),
    [
        ((hand_started(3),), 3),
        ((hand_started(3), Folded(1)), 3),
        ((hand_started(3), HandEnded(3, 1, (1, 2))), 0),
        ((hand_started(3), HandEnded(3, 1, (1, 2)), ActionUndone("floor", "")), 3),
        ((hand_started(3), ActionUndone("floor", ""), HandEnded(3, 1, (1, 2))), 0),
        ((SeatTaken(1, '"type":"HandStarted"', 5),), 0),
    ],
)
def test_a_restart_finds_the_hand_under_way(
    path: Path, keys: KeyStore, last: tuple[Event, ...], running: int
) -> None:
    with EventLog(path, keys) as log:
        for event in last:
            log.append(UndoLastAction("floor"), (event,))
        assert log.hand_no == running

    with EventLog(path, keys) as again:
        assert again.hand_no == running


def test_each_hand_is_sealed_with_its_own_key_and_the_table_has_one_between(
    path: Path, keys: KeyStore
) -> None:
    with EventLog(path, keys) as log:
        log.append(StartHand(), (DeckQuarantined("red", "missing", (ACE,)),))
        for hand_no in (1, 2, 3):
            log.append(StartHand(), (hand_started(hand_no),))
            if hand_no != 2:
                log.append(DeliverCard(ACE), (CardDealt(1, 1, ACE, 0),))
            log.append(Fold(1), (HandEnded(hand_no, 1, (1, 2)),))

    assert keys.hands() == (0, 1, 3)


# Device commands


def test_command_ids_rise_and_none_is_given_twice_across_restarts(path: Path, keys: KeyStore) -> None:
    given: list[int] = []
    for _ in range(3):
        with EventLog(path, keys) as log:
            given += [log.next_command_id() for _ in range(IDS_AT_A_TIME + 3)]

    assert given == sorted(set(given))
    assert 0 < given[0] < given[-1] <= MAX_COMMAND_ID


def test_a_log_put_back_from_a_copy_gives_no_id_again(
    path: Path, keys: KeyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = 1_800_000_000.0
    monkeypatch.setattr("time.time", lambda: now_s)
    with EventLog(path, keys) as log:
        log.note("copied now")
    copy = path.read_bytes()
    with EventLog(path, keys) as log:
        used = [log.next_command_id() for _ in range(100)]

    path.write_bytes(copy)
    now_s += 600
    with EventLog(path, keys) as log:
        assert log.next_command_id() > max(used)


def test_ids_are_given_above_what_a_device_has_seen(path: Path, keys: KeyStore) -> None:
    with EventLog(path, keys) as log:
        seen = log.next_command_id() + 5000
        log.allocate_above(seen)
        log.allocate_above(3)
        assert log.next_command_id() == seen + 1

    with EventLog(path, keys) as again:
        assert again.next_command_id() > seen + 1


def test_the_last_id_is_not_followed_by_a_first(path: Path, keys: KeyStore) -> None:
    with EventLog(path, keys) as log:
        log.allocate_above(MAX_COMMAND_ID - 1)
        assert log.next_command_id() == MAX_COMMAND_ID
        with pytest.raises(LogError, match="all device command ids are used up"):
            log.next_command_id()
        log.note("the table still writes")


def test_a_device_command_without_an_answer_is_open_after_a_restart(path: Path, keys: KeyStore) -> None:
    with EventLog(path, keys) as log:
        first, second = log.next_command_id(), log.next_command_id()
        log.record_intent(first, "deal 1 to slot 3")
        log.record_intent(second, "deal 1 to slot 4")
        log.record_outcome(first, "done")

    with EventLog(path, keys) as again:
        assert again.open_intents() == (OpenIntent(second, "deal 1 to slot 4"),)
        again.record_outcome(second, "done, as the device says")
        assert again.open_intents() == ()
        assert [again.reader.value_of(record, keys) for record in again.reader.records()] == [
            DeviceCommandAsked(first, "deal 1 to slot 3"),
            DeviceCommandAsked(second, "deal 1 to slot 4"),
            DeviceCommandAnswered(first, "done"),
            DeviceCommandAnswered(second, "done, as the device says"),
        ]


def test_one_command_id_cannot_be_asked_twice(path: Path, keys: KeyStore) -> None:
    with EventLog(path, keys) as log:
        log.record_intent(7, "deal 1 to slot 3")
        with pytest.raises(LogError, match="device command 7 was recorded before"):
            log.record_intent(7, "deal 1 to slot 3")
        log.record_outcome(7, "done")

    with LogReader.open(path) as reader:
        assert verify(reader) == Verdict(2, reader.head())


# Replay


def test_replay_gives_every_table_bit_for_bit(path: Path, keys: KeyStore) -> None:
    table = START
    live = []
    with EventLog(path, keys) as log:
        for events in A_DEAL:
            log.append(StartHand(), events)
            for event in events:
                table = evolve(table, event)
                live.append(table)
        log.observe(Observation("shoe", "read", {}, (ACE,)))

        told: list[tuple[int, int]] = []
        replayed = [after for _, after in tables(log.reader, keys, START, evolve)]
        last = replay(log.reader, keys, START, evolve, lambda done, total: told.append((done, total)))

    assert replayed == live
    assert last == live[-1]
    assert [table_digest(one) for one in replayed] == [table_digest(one) for one in live]
    assert told[-1] == (log.head.seq, log.head.seq)
    assert last.seat(1).faces == (ACE,)


def test_replay_with_an_erased_key_leaves_those_cards_unread(path: Path, keys: KeyStore) -> None:
    with EventLog(path, keys) as log:
        for events in A_DEAL:
            log.append(StartHand(), events)
        log.append(StartHand(), (CardIdentified(2, KING, "overhead", 0.9),))
        keys.erase(1)

        table = replay(log.reader, keys, START, evolve)

    assert [held.card for seat in table.seats for held in seat.hand] == [None, None]
    assert table.in_middle == 2


def test_a_command_passed_off_as_an_event_is_not_replayed(path: Path, keys: KeyStore) -> None:
    with EventLog(path, keys) as log:
        log._write([("event", Fold(1))], 0)

        with pytest.raises(LogError, match="record 1: a Fold is no event"):
            replay(log.reader, keys, START, evolve)


def test_a_lost_key_file_is_named(path: Path, keys: KeyStore, tmp_path: Path) -> None:
    with EventLog(path, keys) as log:
        for events in A_DEAL:
            log.append(StartHand(), events)

    with (
        KeyStore.open(tmp_path / "new.db") as new,
        LogReader.open(path) as reader,
        pytest.raises(LogError, match=r"no key of hand 1 in .*new\.db: is it the key file of this log"),
    ):
        replay(reader, new, START, evolve)
