"""Games in which the pot is split: what one scenario cannot show (chapters P and V, A03, L08)."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import parse_cards
from table_controller.codec import decode, encode_sealed
from table_controller.decide import decide
from table_controller.event_log.replay import replay
from table_controller.event_log.store import EventLog
from table_controller.games.build import build
from table_controller.games.switches import GameError
from table_controller.hidden_faces import KeyErased, RecordSeal
from table_controller.log_cli import app
from table_controller.rules.declaring import next_to_declare
from table_controller.rules.menu import legal_actions
from table_controller.sealing import KeyStore
from table_controller.structure import Betting, Half, Stakes, StepKind, Way
from table_controller.table.evolve import evolve
from table_controller.table.state import Phase, Table, new_table
from tests.table_controller.asked_table import holds, put, refused

SCOOPERS = ("Ks Kd Kh 9c 8c", "8d 7h 4s 3d 2c")
"""The best high hand and the best low hand, neither of them both."""
THREE = ("Ks Kd Kh 9c 8c", "8d 7h 4s 3d 2c", "Qs Qd Jh Tc 9d")


def to_the_declaration(
    hands: Sequence[str], stacks: Sequence[int] = (), limit: int = 10, **switches: str
) -> Table:
    """Seats 1, 2, ... hold these hands, the last has the button; all have checked and stood pat, or are all in."""
    return deal_on(put(seated(len(hands), stacks, limit, switches), c.StartHand()), hands)


def seated(players: int, stacks: Sequence[int], limit: int, switches: dict[str, str]) -> Table:
    stakes = Stakes(Betting.LIMIT, (limit, 2 * limit), ante=10)
    table = new_table(*build("high-low-declare", None, switches), stakes)
    chips = stacks or (100,) * players
    return put(table, *(c.TakeSeat(seat, "", stack) for seat, stack in enumerate(chips, 1)))


def deal_on(table: Table, hands: Sequence[str]) -> Table:
    left = {seat: list(parse_cards(text)) for seat, text in enumerate(hands, 1)}
    while table.due:
        table = put(table, c.DeliverCard(left[table.due[0].seat or 0].pop(0)))
    while table.phase in (Phase.BET, Phase.DRAW):
        seat = table.to_act or 0
        table = put(table, c.Check(seat) if table.phase is Phase.BET else c.Discard(seat, ()))
    assert table.phase is Phase.DECLARE
    return table


def declared(table: Table, *ways: Way) -> Table:
    return put(table, *(c.Declare(seat, way) for seat, way in enumerate(ways, 1)))


def shown(table: Table) -> Table:
    while table.phase is Phase.SHOWDOWN and table.to_act is not None:
        table = put(table, c.ShowCards(table.to_act))
    return table


def stacks(table: Table) -> list[int]:
    return [seat.stack for seat in table.seats]


# The games


@pytest.mark.parametrize(
    ("game", "profile", "cards"),
    [
        ("california-high-low", "casino-classic", 53),
        ("high-low-declare", "home", 52),
        ("badacey", "casino-classic", 52),
        ("badeucy", "casino-classic", 52),
        ("archie", "casino-classic", 52),
    ],
)
def test_every_split_game_has_its_deck(game: str, profile: str, cards: int) -> None:
    """A03: California high/low has the joker, high/low with declare and what has a badugi in it have none."""
    assert build(game, profile)[1].deck_size == cards


@pytest.mark.parametrize("game", ["badacey", "badeucy"])
def test_a_game_with_a_badugi_in_it_takes_no_joker(game: str) -> None:
    with pytest.raises(GameError, match="badugi has no joker"):
        build(game, None, {"deck_joker": "1"})


@pytest.mark.parametrize("draws", [1, 2, 3])
def test_the_declaration_follows_the_last_betting_round_whatever_the_draws(draws: int) -> None:
    """V13 V01: after two rounds, three, or four."""
    course = build("high-low-declare", draws=draws)[0].course

    assert [step.kind for step in course[-3:]] == [StepKind.BET, StepKind.DECLARE, StepKind.SHOWDOWN]
    assert course[-3].number == draws + 1


@pytest.mark.parametrize("game", ["california-high-low", "badacey", "badeucy", "archie"])
def test_where_cards_speak_there_is_no_declaration(game: str) -> None:
    """P03: no declaration in the course."""
    assert all(step.kind is not StepKind.DECLARE for step in build(game)[0].course)


@pytest.mark.parametrize(
    ("low", "evaluator"), [("A-5", "ace-to-five"), ("2-7", "deuce-to-seven"), ("A-6", "ace-to-six")]
)
def test_the_low_of_the_declare_game_is_the_house_s(low: str, evaluator: str) -> None:
    """V13."""
    halves = build("high-low-declare", None, {"declare_low": low})[0].halves

    assert [(half.name, half.evaluator.value) for half in halves] == [("high", "high"), ("low", evaluator)]
    assert all(half == Half(half.name, half.evaluator) for half in halves)


# Declaring


def test_all_are_asked_at_once_and_the_first_left_of_the_button_is_named() -> None:
    """V02: whoever has not declared may; the menu says so for the first of them."""
    table = to_the_declaration(THREE)

    asked = []
    for seat in (3, 1, 2):
        asked.append((table.to_act, next_to_declare(table), [action.word for action in legal_actions(table)]))
        table = put(table, c.Declare(seat, Way.LOW))

    assert asked == [(1, 1, ["declare"]), (1, 1, ["declare"]), (2, 2, ["declare"])]
    assert table.phase is Phase.SHOWDOWN


def test_a_declaration_stands_and_is_not_undone() -> None:
    """V02: neither by the player nor by the dealer."""
    table = put(to_the_declaration(THREE), c.Declare(2, Way.LOW))

    assert refused(table, c.Declare(2, Way.HIGH))
    assert refused(table, c.UndoLastAction("dealer"))
    assert table.seat(2).way is Way.LOW


def test_the_last_bet_may_be_undone_before_anybody_has_declared() -> None:
    table = put(to_the_declaration(THREE), c.UndoLastAction("dealer"))

    assert table.phase is Phase.BET


@pytest.mark.parametrize("seat", [0, 7])
def test_nobody_declares_for_an_empty_seat(seat: int) -> None:
    assert refused(to_the_declaration(THREE), c.Declare(seat, Way.LOW))


def test_nobody_declares_while_the_table_stands_still() -> None:
    table = put(to_the_declaration(THREE), c.ReportFault("POWER_LOST", "table"))

    assert refused(table, c.Declare(1, Way.LOW))


def test_the_others_are_opened_once_the_floor_has_killed_the_hand_that_was_waited_for() -> None:
    table = put(to_the_declaration(THREE), c.Declare(1, Way.HIGH), c.Declare(2, Way.LOW))

    table = shown(put(table, c.RuleHand(3, False, "floor")))

    assert table.phase is Phase.OVER
    assert stacks(table) == [105, 105, 90]


def test_the_last_live_hand_wins_without_a_declaration() -> None:
    """V01 C20: with one player left nothing is declared."""
    table = put(to_the_declaration(SCOOPERS), c.RuleHand(1, False, "floor"))

    assert table.phase is Phase.OVER
    assert stacks(table) == [90, 110]


def test_a_hand_ruled_live_again_declares_with_the_others() -> None:
    table = put(to_the_declaration(THREE), c.RuleHand(3, False, "floor"), c.Declare(1, Way.HIGH))

    table = put(table, c.RuleHand(3, True, "floor"), c.Declare(2, Way.LOW))

    assert (table.phase, table.to_act) == (Phase.DECLARE, 3)


def test_players_all_in_declare_too() -> None:
    """V01: everybody still in, chips or none."""
    table = to_the_declaration(THREE, stacks=(10, 10, 10))

    table = shown(declared(table, Way.HIGH, Way.LOW, Way.LOW))

    assert stacks(table) == [15, 15, 0]


def test_a_refusal_does_not_tell_the_way() -> None:
    """V02."""
    table = put(to_the_declaration(THREE), c.Declare(1, Way.LOW))

    texts = {
        tuple(event.text for event in decide(table, c.Declare(1, way)) if isinstance(event, e.ActionRefused))
        for way in Way
    }

    assert len(texts) == 1


def test_the_ruling_reads_every_declaration_out() -> None:
    """V02."""
    table = put(to_the_declaration(THREE), c.Declare(1, Way.HIGH), c.Declare(2, Way.BOTH))

    rulings = [event for event in decide(table, c.Declare(3, Way.LOW)) if isinstance(event, e.RulingMade)]

    assert [(ruling.rules, ruling.text) for ruling in rulings] == [
        (("V02",), "The declarations are opened: Seat 1 high; Seat 2 both ways; Seat 3 low.")
    ]


# A pot that nobody wins


def test_a_pot_that_all_failed_to_scoop_is_played_for_again() -> None:
    """V12: it stays for those who were dealt in, and is anted again."""
    table = shown(declared(to_the_declaration(SCOOPERS, declare_all_fail="carry"), Way.BOTH, Way.BOTH))
    assert table.phase is Phase.OVER
    assert (table.in_middle, table.passed_out, table.participants) == (20, 0, (1, 2))

    again = deal_on(put(table, c.StartHand()), SCOOPERS)
    assert again.in_middle == 40
    over = shown(declared(again, Way.HIGH, Way.LOW))

    assert stacks(over) == [100, 100]


@pytest.mark.parametrize(
    ("hands", "expected", "stays"),
    [
        (("5s 4h 3c 2h As", *SCOOPERS), [30, 80, 80], 20),
        (("Qs Qd Jh Tc 9d", *SCOOPERS), [0, 80, 80], 50),
    ],
    ids=["the side pot stays", "both pots stay"],
)
def test_only_the_pots_that_nobody_won_stay(hands: Sequence[str], expected: list[int], stays: int) -> None:
    """V12 Y20: each pot is judged by itself, and no chip is lost between them."""
    table = put(seated(3, (10, 100, 100), 10, {"declare_all_fail": "carry"}), c.StartHand())
    left = {seat: list(parse_cards(text)) for seat, text in enumerate(hands, 1)}
    while table.due:
        table = put(table, c.DeliverCard(left[table.due[0].seat or 0].pop(0)))
    table = put(
        table, c.BetTo(2, 10), c.Call(3), *(c.Discard(n, ()) for n in (1, 2, 3)), c.Check(2), c.Check(3)
    )

    table = shown(declared(table, Way.BOTH, Way.BOTH, Way.BOTH))

    assert table.phase is Phase.OVER
    assert stacks(table) == expected
    assert table.in_middle == stays
    assert sum(stacks(table)) + table.in_middle == 210


# What is declared is hidden


@pytest.fixture
def logged(tmp_path: Path) -> Iterator[tuple[EventLog, KeyStore, Table, Table]]:
    """A log of a hand in which two of three have declared both ways; the table it began with, and as it is."""
    start = new_table(*build("high-low-declare"), Stakes(Betting.LIMIT, (10, 20), ante=10))
    keys = KeyStore.open(tmp_path / "keys.db")
    log = EventLog(tmp_path / "table.db", keys)
    table = start
    asked: list[c.Command] = [c.TakeSeat(seat, "", 100) for seat in (1, 2, 3)]
    asked.append(c.StartHand())
    left = [iter(parse_cards(text)) for text in THREE]
    asked += [c.DeliverCard(next(left[place])) for _ in range(5) for place in (0, 1, 2)]
    asked += [c.Check(n) for n in (1, 2, 3)] + [c.Discard(n, ()) for n in (1, 2, 3)]
    asked += [c.Check(n) for n in (1, 2, 3)] + [c.Declare(2, Way.BOTH), c.Declare(1, Way.BOTH)]
    for command in asked:
        events = decide(table, command)
        assert not any(isinstance(event, e.ActionRefused) for event in events)
        log.append(command, events)
        for event in events:
            table = evolve(table, event)
    with keys, log:
        yield log, keys, start, table


def test_the_log_does_not_tell_what_was_declared_while_the_hand_runs(
    logged: tuple[EventLog, KeyStore, Table, Table], tmp_path: Path
) -> None:
    """V02: neither its files, nor what the command line prints, not even where faces are asked for."""
    table = logged[3]
    assert [seat.way for seat in table.seats] == [Way.BOTH, Way.BOTH, None]
    files = [path.read_bytes() for path in tmp_path.iterdir()]
    printed = [
        CliRunner().invoke(app, [verb, str(tmp_path / "table.db"), *options])
        for verb, options in (
            ("show", ["--faces"]),
            ("show", ["--json", "--faces"]),
            ("export", ["--faces"]),
            ("export", ["--format", "csv", "--faces"]),
        )
    ]

    assert all(result.exit_code == 0 for result in printed)
    assert [
        result.output for result in printed if '"both"' in result.output or " both" in result.output
    ] == []
    assert any(b'"DeclarationMade"' in content for content in files)
    assert not any(b'"both"' in content for content in files)


def test_once_the_hand_is_over_the_log_can_tell_who_declared_what(
    logged: tuple[EventLog, KeyStore, Table, Table], tmp_path: Path
) -> None:
    log, _, _, table = logged
    for command in (c.Declare(3, Way.HIGH), c.VoidHand("floor")):
        events = decide(table, command)
        log.append(command, events)
        for event in events:
            table = evolve(table, event)
    assert table.phase is Phase.OVER

    result = CliRunner().invoke(app, ["export", str(tmp_path / "table.db"), "--faces"])

    bodies = [record["body"] for record in json.loads(result.output)]
    said = [(body["seat"], body["way"]) for body in bodies if body["type"] == "DeclarationMade"]
    assert said == [(2, "both"), (1, "both"), (3, "high")]


def test_the_table_comes_back_from_its_log_with_what_was_declared(
    logged: tuple[EventLog, KeyStore, Table, Table],
) -> None:
    log, keys, start, table = logged

    assert replay(log.reader, keys, start, evolve) == table


def test_a_declaration_whose_key_was_erased_is_one_nobody_knows(
    logged: tuple[EventLog, KeyStore, Table, Table],
) -> None:
    log, keys, start, table = logged
    keys.erase(table.hand_no)

    back = replay(log.reader, keys, start, evolve)

    assert [(seat.declared, seat.way) for seat in back.seats] == [(True, None), (True, None), (False, None)]


def test_every_way_is_sealed_to_the_same_length() -> None:
    class OneKey:
        def seal(self, hand_no: int, place: str, plain: bytes) -> bytes:
            return plain[::-1]

        def unseal(self, hand_no: int, place: str, sealed: bytes) -> bytes:
            if not sealed:
                raise KeyErased("erased")
            return sealed[::-1]

    seal = RecordSeal(OneKey(), 1, "here")
    bodies = [encode_sealed(c.Declare(1, way), seal) for way in Way]

    assert len({len(json.dumps(body)) for body in bodies}) == 1
    assert [decode(body, seal) for body in bodies] == [c.Declare(1, way) for way in Way]


# Halves of a pot


def test_the_odd_chip_inside_a_half_never_makes_more_than_one_difference() -> None:
    """F01 F02: 45 chips, one high hand, three equal lows: 23, and 8, 7, 7 from the button's left."""
    holds(
        """game california-high-low
ante 10
limit 10 20
button 4
pot 5
seat 1 100: 8s 7d 4h 3c 2d
seat 2 100: As Ad Kh 9c Qs
seat 3 100: 8d 7h 4s 3d 2c
seat 4 100: 8h 7c 4d 3h 2s
1 checks
2 checks
3 checks
4 checks
1 stands pat
2 stands pat
3 stands pat
4 stands pat
1 checks
2 checks
3 checks
4 checks
1 shows
2 shows
3 shows
4 shows
? stacks 1=98 2=113 3=97 4=97
"""
    )
