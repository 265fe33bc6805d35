"""A table killed at any moment goes on with the same hand: nothing dealt twice, no chip and no card lost."""

import contextlib
import itertools
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO, cast, get_args

import pytest

from table_controller.cards import DECK, Card
from table_controller.codec import table_digest
from table_controller.commands import Command
from table_controller.decide import decide
from table_controller.event_log.reader import LogReader
from table_controller.event_log.replay import tables
from table_controller.event_log.verify import verify
from table_controller.events import Event
from table_controller.games.build import build
from table_controller.sealing import KeyStore
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Table

SEED = 20
KILLS = 40
LONGEST_LIFE = 60
"""Lines a table says before it is killed."""
LATEST_BLOW_S = 0.004
"""Several commits take less: the blow may fall anywhere in or between them."""

START = Table(*build("jacks-or-better"), Stakes(Betting.LIMIT, (2, 4), ante=1))
CHIPS = 400_000


class Shuffler:
    """The cards themselves, which outlive the program: one card for each command id, told again when asked again."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._stub: list[Card] = []
        self.dealt: list[Card] = []
        self._by_id: dict[int, Card] = {}

    def answer(self, verb: str, command_id: int) -> str:
        if verb == "settle":
            card = self._by_id.get(command_id)
            return card.text if card is not None else "unknown"
        assert command_id not in self._by_id, "one command id was used twice"
        if verb == "shuffle":
            self._stub = self._rng.sample(DECK, len(DECK))
            self.dealt = []
            return "done"
        self._by_id[command_id] = self._stub.pop()
        self.dealt.append(self._by_id[command_id])
        return self._by_id[command_id].text


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where syncing costs nothing, if there is such a place: a killed program needs no disk to lose its memory."""
    memory = Path("/dev/shm")
    if not memory.is_dir() or not os.access(memory, os.W_OK):
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(dir=memory, prefix="drawtable-") as place:
        yield Path(place)


@pytest.fixture
def table_program(folder: Path) -> Iterator[subprocess.Popen[str]]:
    script = Path(__file__).with_name("crash_child.py")
    with subprocess.Popen(
        [sys.executable, str(script), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    ) as program:
        yield program
        program.kill()


def live(
    program: subprocess.Popen[str], door: socket.socket, shuffler: Shuffler, lines: int, delay_s: float
) -> tuple[int, str]:
    """Let a table live for so many lines, kill it, and return the last record and table digest it told of."""
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write("go\n")
    program.stdin.flush()
    connection, _ = door.accept()
    with connection, connection.makefile("rw") as talk:
        pid = int(talk.readline().split()[1])
        told = converse(talk, shuffler, lines)
        time.sleep(delay_s)
        os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(ConnectionResetError):
            for line in talk:  # what it said with its last breath
                told = (int(line.split()[1]), line.split()[2]) if line.startswith("at ") else told
    assert program.stdout.readline() == "dead\n"
    return told


def converse(talk: TextIO, shuffler: Shuffler, lines: int) -> tuple[int, str]:
    told = (0, "")
    for _ in range(lines):
        words = talk.readline().split()
        assert words, "the table ended by itself: see its traceback on the error output"
        if words[0] == "at":
            told = (int(words[1]), words[2])
        else:
            talk.write(f"{shuffler.answer(words[0], int(words[1]))}\n")
            with contextlib.suppress(BrokenPipeError):
                talk.flush()
    return told


def faces_by_number(table: Table) -> dict[int, Card | None]:
    """Every card off the stub, wherever it lies; discards lie in the muck too."""
    piles = [table.burns, table.muck, table.aside]
    for seat in table.seats:
        piles += [seat.hand, seat.mucked, *seat.discards]
    return {held.number: held.card for pile in piles for held in pile}


def check_log(folder: Path, told: tuple[int, str], shuffler: Shuffler) -> Table:
    with LogReader.open(folder / "table.db") as reader, KeyStore.open_for_reading(folder / "keys.db") as keys:
        verdict = verify(reader)
        assert verdict.problem is None
        assert verdict.records >= told[0], "a record that was acknowledged is gone"
        table = as_told = START
        for record, table in tables(reader, keys, START, evolve):
            as_told = table if record.seq <= told[0] else as_told
    assert table_digest(as_told) == told[1], "the log gives another table than the one that was"
    if len(table.seats) == 4:
        assert sum(seat.stack for seat in table.seats) + table.in_middle == CHIPS
    numbered = faces_by_number(table)
    assert sorted(numbered) == list(range(1, table.dealt_count + 1))
    faces = [numbered[number] for number in sorted(numbered)]
    if shuffler.dealt:
        assert faces == shuffler.dealt[: len(faces)], "a card was dealt twice, lost or taken for another"
        assert len(shuffler.dealt) - len(faces) <= 1
    return table


def check_whole_transactions(folder: Path) -> None:
    """Each command is there with just the events the rules answered it with."""
    table = START
    with LogReader.open(folder / "table.db") as reader, KeyStore.open_for_reading(folder / "keys.db") as keys:
        for _, batch in itertools.groupby(reader.records(), lambda record: record.batch):
            command, *events = (reader.value_of(record, keys) for record in batch)
            if isinstance(command, get_args(Command)):
                assert tuple(events) == decide(table, cast(Command, command))
            for event in events:
                table = evolve(table, cast(Event, event))


def test_a_table_killed_at_any_moment_resumes_the_same_hand(
    folder: Path, table_program: subprocess.Popen[str]
) -> None:
    rng = random.Random(SEED)
    shuffler = Shuffler(rng)
    hands: list[int] = []
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(folder / "shuffler"))
        door.listen()
        door.settimeout(60)
        for _ in range(KILLS):
            life, delay_s = rng.randrange(LONGEST_LIFE), rng.uniform(0, LATEST_BLOW_S)
            told = live(table_program, door, shuffler, life, delay_s)
            if (folder / "table.db").exists() and told[0]:
                hands.append(check_log(folder, told, shuffler).hand_no)

    check_whole_transactions(folder)
    assert hands == sorted(hands)
    assert hands[-1] > 5, "hands were played to their end all the same"


def test_a_command_and_its_events_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    script = Path(__file__).with_name("crash_sweep.py")

    said = subprocess.run(
        [sys.executable, str(script), str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    ).stdout

    # A command with three events.
    assert said.splitlines() == [
        "BEGIN 0 None",
        *["INSERT 0 None"] * 4,
        "COMMIT 0 None",
        "lived 4 None",
    ]
