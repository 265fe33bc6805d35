"""What a table is set to in words: switches, stakes and modifiers, and every mistake in them named."""

import pytest

from table_controller.games.build import GAMES
from table_controller.games.switches import GameError
from table_controller.rules.seating import impossible
from table_controller.structure import Betting
from table_controller.table_said import changes_said, table_said


def test_switches_stakes_and_modifiers_go_where_they_belong() -> None:
    said = changes_said(["kill=half", "draws=2", "blinds=5,10", "limits=10,20"])

    game, rules, stakes = table_said("california-lowball", "roberts", said)

    assert (game.draws, rules.kill) == (2, "half")
    assert (stakes.ante, stakes.blinds, stakes.limits) == (0, ((0, 5), (1, 10)), (10, 20))


def test_who_names_an_ante_names_all_forced_bets() -> None:
    """B16 X39: without an ante and without blinds the house has to allow it."""
    ante = table_said("badugi", None, {"ante": "5"})[2]
    none = table_said("badugi", None, {"ante": "0", "no_forced_bet": "true"})[2]
    both = table_said("badugi", None, {"ante": "5", "forced_bets": "both"})[2]

    assert (ante.ante, ante.blinds) == (5, ())
    assert (none.ante, none.blinds) == (0, ())
    assert (both.ante, both.big_blind) == (5, 30)
    with pytest.raises(GameError, match="unless no_forced_bet is set"):
        table_said("badugi", None, {"ante": "0"})


@pytest.mark.parametrize("profile", ["casino-classic", "home", "wsop-2024", "roberts"])
@pytest.mark.parametrize("game", GAMES)
def test_the_usual_stakes_of_every_game_in_every_house_can_be_dealt(game: str, profile: str) -> None:
    built = table_said(game, profile, {})

    assert impossible(*built) is None


def test_single_draw_deuce_to_seven_is_played_without_limit_and_triple_draw_with_it() -> None:
    """D13 K15: unless the house says otherwise."""
    single = table_said("kansas-city-lowball", None, {})[2]
    triple = table_said("kansas-city-lowball", None, {"draws": "3"})[2]

    assert (single.betting, triple.betting) == (Betting.NO_LIMIT, Betting.LIMIT)
    assert triple.limits == (30, 30, 60, 60)


@pytest.mark.parametrize(
    ("game", "changes", "words"),
    [
        ("badugy", [], "the nearest known one is badugi"),
        ("badugi", ["four_before=true"], "four-before cannot be played in badugi"),
        ("badugi", ["four_before=yes"], "true or false"),
        ("badugi", ["draws=4"], "1, 2 or 3"),
        ("badugi", ["max_drow=3"], "the nearest known one is max_draw"),
        ("badugi", ["max_draw"], "--set takes SWITCH=VALUE"),
        ("badugi", ["max_draw=5"], "a hand has 4 cards"),
        ("badugi", ["betting=none"], "betting cannot be 'none'"),
        ("badugi", ["blinds=1,x"], "blinds cannot be '1,x'"),
        ("badugi", ["limits=0"], "at least one chip"),
    ],
)
def test_what_cannot_be_is_one_sentence(game: str, changes: list[str], words: str) -> None:
    with pytest.raises(GameError) as mistake:
        table_said(game, None, changes_said(changes))

    assert words in str(mistake.value)
    assert "\n" not in str(mistake.value)
