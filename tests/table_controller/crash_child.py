"""A table that plays hands until it is killed; a script for the tests of the log, never imported.

Its shuffler is the test itself at the other end of a socket, which deals a card once for each command id.
Started once; every `go` on the standard input forks a fresh table, so that a life costs no start of Python.
"""

import os
import random
import socket
import sys
from pathlib import Path

from table_controller.cards import parse_card
from table_controller.codec import table_digest
from table_controller.commands import (
    AdmitNoOpeners,
    AnnounceDraw,
    BetTo,
    Call,
    Check,
    Command,
    DeliverCard,
    Discard,
    Fold,
    NobodyDeclares,
    ShowCards,
    ShowOpeners,
    StartHand,
    TakeSeat,
)
from table_controller.decide import decide
from table_controller.event_log.replay import replay
from table_controller.event_log.store import EventLog
from table_controller.games.build import build
from table_controller.rules.menu import legal_actions
from table_controller.sealing import KeyStore
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table

SEATS = range(1, 5)
STACK = 100_000


class Life:
    """One process's table, from opening the log to being killed."""

    def __init__(self, folder: Path) -> None:
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(str(folder / "shuffler"))
        self._answers = self._line.makefile("r")
        self._say(f"pid {os.getpid()}")
        keys = KeyStore.open(folder / "keys.db")
        self._log = EventLog(folder / "table.db", keys)
        start = Table(*build("jacks-or-better"), Stakes(Betting.LIMIT, (2, 4), ante=1))
        self.table = replay(self._log.reader, keys, start, evolve)
        self._choice = random.Random(f"{self._log.head.seq}")
        self._say(f"at {self._log.head.seq} {table_digest(self.table)}")

    def play(self) -> None:
        self._settle()
        for seat in SEATS:
            if not self.table.has_seat(seat):
                self._tell(TakeSeat(seat, f"player {seat}", STACK))
        while True:
            if self.table.phase is Phase.OVER:
                self._ask("shuffle", "shuffle")
                self._tell(StartHand())
            elif self.table.due:
                self._deal()
            else:
                self._tell(self._act())

    def _settle(self) -> None:
        """Cards asked for before the crash: on record already, dealt and not on record, or never dealt."""
        for intent in self._log.open_intents():
            word, *figures = intent.what.split()
            outcome = self._exchange(f"settle {intent.command_id}")
            if word == "deal" and outcome != "unknown":
                hand_no, number = map(int, figures)
                if (hand_no, number) == (self.table.hand_no, self.table.dealt_count + 1):
                    self._tell(DeliverCard(parse_card(outcome)))
            self._log.record_outcome(intent.command_id, "settled")

    def _deal(self) -> None:
        what = f"deal {self.table.hand_no} {self.table.dealt_count + 1}"
        command_id, card = self._ask("eject", what)
        self._tell(DeliverCard(parse_card(card)))
        self._log.record_outcome(command_id, "done")

    def _act(self) -> Command:
        openers = self.table.openers
        if openers.claimants:
            return NobodyDeclares()
        if openers.due and openers.opener is not None:
            could = any(
                event_type(e) == "OpenersProved" for e in decide(self.table, ShowOpeners(openers.opener))
            )
            return ShowOpeners(openers.opener) if could else AdmitNoOpeners(openers.opener)
        seat = self.table.to_act
        assert seat is not None, self.table
        if self.table.phase is Phase.SHOWDOWN:
            return ShowCards(seat)
        if self.table.phase is Phase.DRAW:
            return self._draw(seat)
        action = self._choice.choice(legal_actions(self.table))
        match action.word:
            case "fold":
                return Fold(seat)
            case "check":
                return Check(seat)
            case "call":
                return Call(seat)
        assert action.low is not None
        return BetTo(seat, action.low)

    def _draw(self, seat: int) -> Command:
        said = self.table.seat(seat).announced
        if said is None:
            return AnnounceDraw(seat, self._choice.randrange(4))
        return Discard(seat, tuple(held.card for held in self.table.seat(seat).hand[:said]))

    def _tell(self, command: Command) -> None:
        events = decide(self.table, command)
        assert events, command
        self._log.append(command, events)
        for event in events:
            self.table = evolve(self.table, event)
        self._say(f"at {self._log.head.seq} {table_digest(self.table)}")

    def _ask(self, verb: str, what: str) -> tuple[int, str]:
        command_id = self._log.next_command_id()
        self._log.record_intent(command_id, what)
        answer = self._exchange(f"{verb} {command_id}")
        if verb != "eject":
            self._log.record_outcome(command_id, "done")
        return command_id, answer

    def _exchange(self, line: str) -> str:
        self._say(line)
        answer = self._answers.readline()
        if not answer:
            os._exit(0)
        return answer.strip()

    def _say(self, line: str) -> None:
        self._line.sendall(f"{line}\n".encode())


def event_type(event: object) -> str:
    return type(event).__name__


def main() -> None:
    folder = Path(sys.argv[1])
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            try:
                Life(folder).play()
            finally:
                sys.stderr.flush()
        os.waitpid(child, 0)
        print("dead", flush=True)


if __name__ == "__main__":
    main()
