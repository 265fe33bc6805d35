"""Planted faces of a running hand are in no file, no printout and no error text; the order of undealt cards is nowhere."""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from table_controller.cards import DECK, Card, card_text
from table_controller.commands import (
    AnnounceDraw,
    BetTo,
    Call,
    Check,
    Command,
    DeliverCard,
    Discard,
    ReadCards,
    StartHand,
    TakeSeat,
    UndoLastAction,
    VoidHand,
)
from table_controller.decide import decide
from table_controller.event_log.errors import LogError
from table_controller.event_log.record import Record
from table_controller.event_log.replay import replay
from table_controller.event_log.store import EventLog
from table_controller.games.build import build
from table_controller.log_cli import app
from table_controller.observations import Observation
from table_controller.rules.menu import legal_actions
from table_controller.sealing import KeyStore
from table_controller.structure import Betting, Stakes
from table_controller.table.evolve import evolve
from table_controller.table.places import places
from table_controller.table.state import Phase, Table

SEED = 5
HEX_DIGITS = frozenset("0123456789abcdef")
START = Table(*build("jacks-or-better"), Stakes(Betting.LIMIT, (2, 4), ante=1))


class RunningHand:
    """A hand stopped after its draw, every hidden card read, and some mistakes and cameras on the way."""

    def __init__(self, folder: Path) -> None:
        self.keys = KeyStore.open(folder / "keys.db")
        self.log = EventLog(folder / "table.db", self.keys)
        self.stub = random.Random(SEED).sample(DECK, len(DECK))
        self.table = START
        for seat in range(1, 5):
            self.tell(TakeSeat(seat, f"player {seat}", 1000))
        self.tell(StartHand())
        self._deal()
        self.tell(AnnounceDraw(2, 1), BetTo(3, 999))
        self.tell(Check(self.table.to_act or 0), UndoLastAction("floor", "misheard"))
        self._bet()
        self._draw()
        self._mistakes()

    def tell(self, *commands: Command) -> None:
        for command in commands:
            events = decide(self.table, command)
            self.log.append(command, events)
            for event in events:
                self.table = evolve(self.table, event)

    def _deal(self) -> None:
        while self.table.due:
            card = self.stub.pop()
            self.log.observe(Observation("shoe", "read", {"score": 0.999}, (card,)))
            self.tell(DeliverCard(card))

    def _bet(self) -> None:
        while self.table.phase is Phase.BET and self.table.to_act is not None:
            seat = self.table.to_act
            words = {action.word: action for action in legal_actions(self.table)}
            if "open" in words:
                self.tell(BetTo(seat, words["open"].low or 0))
            else:
                self.tell(Call(seat) if "call" in words else Check(seat))

    def _draw(self) -> None:
        while self.table.phase is Phase.DRAW:
            seat = self.table.to_act
            if self.table.due or seat is None:
                self._deal()
                continue
            cards = self.table.seat(seat).faces[:2]
            self.tell(AnnounceDraw(seat, 2), Discard(seat, cards), ReadCards("tray", seat, cards))

    def _mistakes(self) -> None:
        """Cards that are not his, a second of a face, a weak reading, more cards than there are."""
        mine, other = self.table.seat(1).faces, self.table.seat(3).faces
        self.tell(
            Discard(1, other[:2]),
            ReadCards("shoe", 1, (other[0],), 0.4),
            ReadCards("overhead", 1, (mine[0], other[1]), 0.5),
            ReadCards("tray", 1, (other[2],), 0.999),
        )

    def hidden_faces(self) -> frozenset[Card]:
        return frozenset(
            place.held.card
            for place in places(self.table)
            if place.held.card is not None and not place.held.face_up
        )


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[RunningHand]:
    hand = RunningHand(tmp_path)
    with hand.keys, hand.log:
        yield hand


def texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, the tokens of sealed fields left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from () if key == "sealed" else texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)


def named(text: str, faces: frozenset[Card]) -> list[str]:
    """The faces a text names, as a word of its own."""
    words = set(re.findall(r"[0-9A-Za-z]+", text))
    return sorted(card.text for card in faces if card.text in words)


def records(hand: RunningHand) -> list[Record]:
    return list(hand.log.reader.records())


def test_the_running_hand_is_worth_searching(hand: RunningHand) -> None:
    assert hand.log.hand_no == 1
    assert len(hand.hidden_faces()) > 20
    assert {record.type for record in records(hand)} >= {
        "DeliverCard", "CardDealt", "CardBurned", "Discard", "CardsDiscarded", "ReadCards", "Observation",
        "ActionRefused", "ActionUndone", "ReadingKeptAsUnknown", "AlertRaised",
    }  # fmt: skip


def test_no_file_of_a_running_hand_holds_a_face(hand: RunningHand, tmp_path: Path) -> None:
    names = {path.name for path in tmp_path.iterdir()}
    assert {"table.db", "table.db-wal", "keys.db"} <= names

    for path in tmp_path.iterdir():
        content = path.read_bytes()
        for card in DECK:
            forms = [f'"{card}"', f"'{card}'", f" {card} ", f"[{card}"]
            if not set(card.text) <= HEX_DIGITS:  # a hash ends like 8c now and then
                forms.append(f"c{card}\0")
            for form in forms:
                assert form.encode() not in content, f"{form!r} in {path.name}"


def test_no_text_of_a_record_names_a_hidden_face(hand: RunningHand) -> None:
    hidden = hand.hidden_faces()

    leaks = [
        (record.seq, record.type, face)
        for record in records(hand)
        for text in texts(json.loads(record.body))
        for face in named(text, hidden)
    ]

    assert leaks == []


def test_not_even_with_the_keys_is_a_card_known_that_was_not_dealt(hand: RunningHand) -> None:
    undealt = frozenset(hand.stub)
    assert len(undealt) > 10

    told = "\n".join(repr(hand.log.reader.value_of(record, hand.keys)) for record in records(hand))

    assert named(told, undealt) == []
    assert named(told, frozenset(DECK) - undealt), "the dealt ones are told"
    assert named(repr(hand.table), undealt) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("show",),
        ("show", "--json", "--faces"),
        ("show", "--hand", "1", "--faces"),
        ("export", "--faces"),
        ("export", "--format", "csv", "--faces"),
        ("verify",),
        ("verify", "--json"),
    ],
    ids=" ".join,
)
def test_no_printout_of_a_running_hand_names_a_hidden_face(
    hand: RunningHand, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    result = CliRunner().invoke(app, [arguments[0], str(tmp_path / "table.db"), *arguments[1:]])

    assert result.exit_code == 0
    assert named(result.output, hand.hidden_faces()) == []


def test_once_the_hand_is_over_the_same_faces_can_be_opened(hand: RunningHand, tmp_path: Path) -> None:
    hidden = hand.hidden_faces()
    hand.tell(VoidHand("floor"))
    assert hand.log.hand_no == 0

    result = CliRunner().invoke(app, ["show", str(tmp_path / "table.db"), "--faces"])

    assert named(result.output, hidden) == sorted(card.text for card in hidden)


def test_no_error_text_names_a_hidden_face(hand: RunningHand, tmp_path: Path) -> None:
    with KeyStore.open(tmp_path / "wrong.db") as wrong:
        wrong.seal(1, "elsewhere", b"")
        with pytest.raises(LogError) as broken_seal:
            replay(hand.log.reader, wrong, START, evolve)
    with pytest.raises(ValueError) as wrong_type:
        hand.log.append(Discard(1, [*hand.stub]), ())  # type: ignore[arg-type]
    with pytest.raises(ValueError) as wrong_face:
        hand.log.append(DeliverCard(hand.stub[0].text), ())  # type: ignore[arg-type]
    with pytest.raises(ValueError) as wrong_fact:
        Observation("shoe", "read", {"face": hand.stub[0].text})
    hand.log._connection.execute("PRAGMA max_page_count = 1")
    with pytest.raises(LogError) as full:
        hand.log.observe(*[Observation("shoe", "read", {}, (card,)) for card in DECK])

    for caught in (broken_seal, wrong_type, wrong_face, wrong_fact, full):
        assert named(str(caught.value), frozenset(DECK)) == []


def test_an_unread_card_and_a_read_one_look_the_same(hand: RunningHand) -> None:
    hand.log.observe(Observation("shoe", "read", {}, (None,)), Observation("shoe", "read", {}, (DECK[0],)))

    read, unread = (json.loads(record.body)["cards"] for record in records(hand)[-2:])

    assert len(read["sealed"]) == len(unread["sealed"])
    assert f'"{card_text(DECK[0])}"' not in json.dumps(read)  # a sealed text may hold the letters by chance
