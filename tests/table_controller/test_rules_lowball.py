"""Lowball where one hand told as a scenario does not show it: what must not be said, and cards by condition."""

import json
import random
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from table_controller import commands as c
from table_controller import events as e
from table_controller.cards import Card, parse_cards
from table_controller.codec import encode
from table_controller.decide import act, decide
from table_controller.games.build import build
from table_controller.rules.claims import claimed_rank, hand_named
from table_controller.rules.exposed_policy import row_for
from table_controller.rules.menu import legal_actions
from table_controller.rules.sevens import MUST_BET, reminders
from table_controller.scenario.cli import scenario
from table_controller.scenario.errors import ScenarioError
from table_controller.structure import Betting, Evaluator, Stakes
from table_controller.table.state import Phase, Table, new_table
from table_controller.wire.state_view import public_state
from tests.table_controller.asked_table import holds, put, refused

SEVEN = "7s 6d 5c 4h As"
JACK = "Jd Tc 9c 7h Ad"
AFTER_THE_DRAW = """
game california-lowball
blinds 10 20 30
limit 30 60
button 4
seat 1 500: {first}
seat 2 500: 8d 5h 4s 3c 2d
seat 3 55: 9h 8c 6s 3d 2h
seat 4 500
3 calls
4 calls
1 calls
2 checks
1 stands pat
2 stands pat
3 stands pat
4 stands pat
"""


def lowball(game: str = "california-lowball", betting: Betting = Betting.LIMIT, **switches: str) -> Table:
    """Return three people at a game with blinds, the hand begun and no card dealt."""
    built, rules = build(game, None, switches, betting=betting)
    limits = (30, 60) if betting is Betting.LIMIT else (30,)
    table = new_table(built, rules, Stakes(betting, limits, 0, ((0, 10), (1, 20), (2, 30))))
    return put(table, *(c.TakeSeat(number, "", 500) for number in (1, 2, 3)), c.StartHand(3))


def deal(table: Table, *cards: c.DeliverCard) -> Table:
    """Deliver these cards, then unread ones until none is due."""
    for card in cards:
        table = put(table, card)
    while table.due:
        table = put(table, c.DeliverCard(None))
    return table


def face(text: str) -> Card:
    return parse_cards(text)[0]


def rulings(table: Table, command: c.Command) -> set[str]:
    made = (event for event in decide(table, command) if isinstance(event, e.RulingMade))
    return {row for ruling in made for row in ruling.rules}


# Sevens


def test_what_a_seven_must_do_is_told_to_its_own_box_and_stands_in_no_event() -> None:
    """Q01 Q11: no event, no alert of the table and nothing on the public page tells of a seven."""
    run = holds(AFTER_THE_DRAW.format(first=SEVEN) + "? alert MUST_BET to seat 1\n1 checks\n2 bets 60\n")

    assert [(alert.seat, alert.to) for alert in reminders(run.table)] == [(1, ("seat",))]
    assert run.table.alerts == ()
    assert MUST_BET not in json.dumps([encode(event) for _, event in run.events])
    assert MUST_BET not in public_state(run.table).model_dump_json()


@pytest.mark.parametrize("actions", ["", "1 checks\n", "1 checks\n2 checks\n3 is all in\n4 folds\n"])
def test_menu_and_events_are_the_same_whatever_the_checker_holds(actions: str) -> None:
    """Q14: a seven and a jack are offered the same, and what is told of them is the same."""
    seven, jack = (holds(AFTER_THE_DRAW.format(first=hand) + actions) for hand in (SEVEN, JACK))

    assert legal_actions(seven.table) == legal_actions(jack.table)
    betting = [[type(event) for line, event in run.events if line > 13] for run in (seven, jack)]
    assert betting[0] == betting[1]


def test_the_box_falls_silent_once_the_seven_has_bet_or_folded() -> None:
    bet = holds(AFTER_THE_DRAW.format(first=SEVEN) + "1 bets 60\n")
    folded = holds(AFTER_THE_DRAW.format(first=SEVEN) + "1 checks\n2 bets 60\n3 folds\n4 folds\n1 folds\n")

    assert reminders(bet.table) == () == reminders(folded.table)


def test_the_json_of_a_scenario_tells_of_the_box_once(tmp_path: Path) -> None:
    told = tmp_path / "seven.deal"
    told.write_text(AFTER_THE_DRAW.format(first=SEVEN) + "1 checks\n2 bets 60\n", encoding="utf-8")

    app = typer.Typer()
    app.command()(scenario)

    result = CliRunner().invoke(app, ["--json", str(told)])

    assert json.loads(result.stdout)[0]["alerts"] == [{"name": MUST_BET, "cards": [], "to": ["seat 1"]}]


def test_an_undone_check_was_no_check() -> None:
    """Q01: the seven whose check was undone bets, and wins everything."""
    holds(
        AFTER_THE_DRAW.format(first=SEVEN)
        + """
1 checks
dealer undoes the last action
1 bets 60
2 calls
3 folds
4 folds
1 shows
2 shows
? stacks 1=650 2=410
"""
    )


@pytest.mark.parametrize("mode", ["returned", "to_second_best", "forfeit_pot"])
def test_whatever_goes_back_no_chip_is_lost(mode: str) -> None:
    """Q01 Q13: chips are conserved in hands of low cards with short stacks and side pots."""
    for seed in range(60):
        rng = random.Random(f"{mode} {seed}")
        table, total = _random_low_hand(rng, mode)

        assert table.phase is Phase.OVER
        assert sum(seat.stack for seat in table.seats) == total


def _random_low_hand(rng: random.Random, mode: str) -> tuple[Table, int]:
    built, rules = build("california-lowball", None, {"sevens_post_draw": mode})
    table = new_table(built, rules, Stakes(Betting.LIMIT, (8, 16), 0, ((0, 2), (1, 4), (2, 8))))
    stacks = [rng.choice((9, 12, 13, 15, 18, 25, 100)) for _ in range(rng.randrange(2, 6))]
    table = put(table, *(c.TakeSeat(n, "", chips) for n, chips in enumerate(stacks, 1)), c.StartHand(1))
    deck = list(parse_cards(" ".join(r + s for r in "A234567" for s in "cdhs")))
    rng.shuffle(deck)
    while table.phase is not Phase.OVER:
        table = act(table, _next(table, rng, deck)).table
    return table, sum(stacks)


def _next(table: Table, rng: random.Random, deck: list[Card]) -> c.Command:
    if table.due:
        return c.DeliverCard(deck.pop())
    assert table.to_act is not None
    if table.phase is Phase.DRAW:
        return c.Discard(table.to_act, ())
    if table.phase is Phase.SHOWDOWN:
        return c.ShowCards(table.to_act)
    actions = legal_actions(table)
    checks = [action for action in actions if action.word == "check"]
    action = rng.choice(checks if checks and rng.random() < 0.5 else actions)
    if action.low is not None and action.word in ("bet", "raise"):
        return c.BetTo(table.to_act, action.low)
    if action.word == "fold":
        return c.Fold(table.to_act)
    return c.Check(table.to_act) if action.word == "check" else c.Call(table.to_act)


# Claims


def test_words_that_name_no_hand_are_refused() -> None:
    """R02: the words must name a hand, and be said at the showdown."""
    run = holds(
        AFTER_THE_DRAW.format(first=JACK) + "1 checks\n2 checks\n3 checks\n4 checks\n? phase showdown\n"
    )

    assert refused(run.table, c.Claim(1, "gin"))
    assert refused(run.table, c.Claim(9, "eight"))
    assert not refused(run.table, c.Claim(1, "An Eight"))
    assert refused(holds(AFTER_THE_DRAW.format(first=JACK)).table, c.Claim(1, "eight"))


def test_a_scenario_with_words_that_name_no_hand_cannot_be_read() -> None:
    with pytest.raises(ScenarioError, match="names no hand"):
        holds(AFTER_THE_DRAW.format(first=JACK) + '1 claims "eigth"\n')


def test_the_best_hand_may_be_named_by_its_name() -> None:
    """R02: a wheel is the best hand of the game that is played."""
    assert [
        claimed_rank(evaluator, "wheel") for evaluator in (Evaluator.ACE_TO_FIVE, Evaluator.ACE_TO_SIX)
    ] == [5, 6]
    assert claimed_rank(Evaluator.DEUCE_TO_SEVEN, "number one") == 7
    assert claimed_rank(Evaluator.DEUCE_TO_SEVEN, "ace-five") == 14
    assert claimed_rank(Evaluator.ACE_TO_FIVE, "flush") is None
    assert hand_named("the wheel") == "wheel"


def test_a_straight_is_no_seven_in_deuce_to_seven() -> None:
    """R02 K02: seven-six-five-four-three called a seven is miscalled in deuce-to-seven."""
    holds(
        """
game kansas-city-lowball
no-limit 10
blinds 0 5 10
button 3
seat 1 100: 7s 6d 5c 4h 3s
seat 2 100: Kh Qd Jc 9s 2c
seat 3 100: Kc Qs Th 8d 2d
3 calls
1 calls
2 checks
1 stands pat
2 stands pat
3 stands pat
1 checks
2 checks
3 checks
1 claims "seven"
1 shows
? ruling R02
2 shows
3 shows
? stacks 3=120
"""
    )


def test_a_corrected_word_counts_until_a_hand_was_thrown_away_on_the_first() -> None:
    """R02 R03: "eight, sorry, nine" is a nine; it comes too late for a hand thrown away on the eight."""
    start = """
game california-lowball
blinds 2 4 8
limit 8 16
button 3
seat 1 100: 9s 4d 3h 2c Ah
seat 2 100: Ts 8d 6c 4h 2s
seat 3 100: Jd 8s 6d 5c 4s
3 calls
1 calls
2 checks
1 stands pat
2 stands pat
3 stands pat
1 checks
2 checks
3 checks
1 claims "eight"
"""
    holds(start + '1 claims "nine"\n1 shows\n2 shows\n3 shows\n? stacks 1=116\n')
    holds(start + '2 mucks\n1 claims "nine"\n1 shows\n3 shows\n? ruling R03\n? stacks 3=116\n')


# Exposed cards


def test_a_card_flashed_in_the_deal_plays() -> None:
    """G06: a king flashed in the deal that lands face down is kept; landed face up it is replaced."""
    flashed = c.DeliverCard(face("Kd"), "flashed")

    assert "G06" in rulings(lowball(), flashed)
    assert face("Kd") in deal(lowball(), flashed).seat(1).faces
    assert face("Kd") not in deal(lowball(), c.DeliverCard(face("Kd"), "exposed")).seat(1).faces
    assert face("Kd") in deal(lowball(), c.DeliverCard(face("Kd"), "exposed_by_player")).seat(1).faces


@pytest.mark.parametrize(
    ("game", "betting", "kept"),
    [
        ("california-lowball", Betting.LIMIT, "A234567"),
        ("california-lowball", Betting.SPREAD_LIMIT, "A234567"),
        ("california-lowball", Betting.POT_LIMIT, "A2345"),
        ("california-lowball", Betting.NO_LIMIT, "A2345"),
        ("kansas-city-lowball", Betting.LIMIT, "23457"),
        ("kansas-city-lowball", Betting.NO_LIMIT, "23457"),
        ("badugi", Betting.LIMIT, "A23456789TJQK"),
        ("five-card-draw", Betting.LIMIT, "A23456789TJQK"),
    ],
)
def test_which_exposed_cards_are_kept_goes_by_game_and_structure(
    game: str, betting: Betting, kept: str
) -> None:
    """G01 G03 G04 G08 G09: exactly these ranks stay in the hand, and the joker where there is one."""
    table = lowball(game, betting)

    assert "".join(rank for rank in "A23456789TJQK" if row_for(table, face(f"{rank}c"))[0]) == kept
    assert row_for(table, face("Jk"))[0]


def test_the_first_card_replaced_is_the_burn_in_limit_ace_to_five_alone() -> None:
    """X27 G05: at no limit and in Kansas City a card of its own is burned."""
    king = c.DeliverCard(face("Kd"), "exposed")

    assert deal(lowball(), king).burn_taken
    assert not deal(lowball(betting=Betting.NO_LIMIT), king).burn_taken
    assert not deal(lowball("kansas-city-lowball"), king).burn_taken
    assert deal(lowball("kansas-city-lowball", burn_from_exposed="true"), king).burn_taken


# Set-up


def test_a_badugi_hand_of_five_cards_is_refused() -> None:
    """A06: badugi is a four-card game."""
    with pytest.raises(ScenarioError):
        holds(
            "game badugi\nblinds 0 2 4\nlimit 4 8\nbutton 1\nseat 1 100: As 2c 3h 4d 5s\nseat 2 100\n1 calls\n"
        )


def test_kansas_city_and_badugi_are_what_their_names_say() -> None:
    """K15 U11 A03: one draw and three, fifty-two cards each."""
    (kansas, rules), (badugi, others) = build("kansas-city-lowball"), build("badugi")

    assert (kansas.draws, rules.deck_size, kansas.betting_rounds) == (1, 52, 2)
    assert (badugi.draws, others.deck_size, badugi.betting_rounds) == (3, 52, 4)
    assert build("california-lowball")[1].deck_size == 53


def test_tournament_lowball_has_no_sevens_rule_and_a_check_raise() -> None:
    """F26 X08 X29: by profile, game and structure."""

    def switches(profile: str, betting: Betting, draws: int = 1) -> tuple[bool, bool]:
        rules = build("california-lowball", profile, draws=draws, betting=betting)[1]
        return rules.sevens_rule, rules.lowball_check_raise

    assert switches("casino-classic", Betting.LIMIT) == (True, False)
    assert switches("casino-classic", Betting.LIMIT, draws=3) == (False, False)
    assert switches("home", Betting.NO_LIMIT) == (True, True)
    assert switches("wsop-2024", Betting.LIMIT) == (False, True)


def test_a_hand_with_a_card_too_few_is_neither_miscalled_nor_a_pair() -> None:
    """A05 R06: what lies there is no hand; nothing is made of its cards."""
    holds(
        """
game california-lowball
blinds 0 4 8
limit 8 16
button 2
seat 1 100: 2s 2d 4c 5h 6s
seat 2 100: 8c 6d 5c 3c Ac
2 calls
1 checks
1 stands pat
2 stands pat
1 checks
2 checks
1 claims "six"
1 shows
seat 1 is found with 4 cards
? stacks 2=108
"""
    )


def test_where_a_miscall_leaves_no_live_hand_the_floor_is_asked_and_nobody_is_to_act() -> None:
    """R03: the hand thrown away on the words was not read, so it cannot come back."""
    table = put(deal(lowball(miscall="foul_only")), c.Call(3), c.Fold(1), c.Check(2))
    table = put(table, c.Discard(2, ()), c.Discard(3, ()), c.Check(2), c.Check(3))

    table = put(table, c.Claim(3, "six"), c.MuckHand(2), c.ShowCards(3, parse_cards("9c 2d 3h 4s Kd")))

    assert (table.phase, table.live, table.to_act) == (Phase.SHOWDOWN, (), None)
    assert [alert.name for alert in table.alerts] == ["FLOOR_DECISION"]


def test_a_number_said_that_the_hand_turns_out_not_to_have_was_never_said() -> None:
    """F25: the player is asked again, and may lay down what he has."""
    table = put(deal(lowball()), c.Call(3), c.Call(1), c.Check(2), c.AnnounceDraw(1, 3))

    table = put(table, c.ReportCount(1, 2))

    assert (table.to_act, table.seat(1).announced) == (1, None)
