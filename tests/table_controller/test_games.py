"""The games as values: their parts by profile, and the modifiers they cannot take (A03, A06, T01, T04, X29)."""

import pytest

from table_controller.codec import decode
from table_controller.games.build import GAMES, build
from table_controller.games.switches import GameError
from table_controller.structure import Betting, Evaluator, StepKind

PLAYED = [game for game in GAMES if game not in ("johnson", "jacks-back")]


@pytest.mark.parametrize(
    ("game", "profile", "cards"),
    [
        ("kansas-city-lowball", "casino-classic", 52),
        ("badugi", "casino-classic", 52),
        ("five-card-draw", "home", 52),
        ("five-card-draw", "casino-classic", 53),
        ("jacks-or-better", "casino-classic", 53),
        ("california-lowball", "casino-classic", 53),
        ("california-high-low", "casino-classic", 53),
        ("q-ball", "casino-classic", 53),
        ("johnson", "casino-classic", 53),
        ("jacks-back", "casino-classic", 53),
        ("high-low-declare", "home", 52),
        ("california-lowball", "wsop-2024", 52),
    ],
)
def test_each_game_has_the_deck_of_the_book(game: str, profile: str, cards: int) -> None:
    """A03."""
    assert build(game, profile)[1].deck_size == cards


def test_badugi_has_no_joker() -> None:
    """A03."""
    with pytest.raises(GameError, match="badugi has no joker"):
        build("badugi", switches={"deck_joker": "1"})


def test_kansas_city_has_a_joker_where_the_house_says_so() -> None:
    """X23."""
    assert build("kansas-city-lowball", switches={"kc_joker": "true"})[1].deck_size == 53


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("draws", [1, 2, 3])
def test_any_game_may_have_two_or_three_draws(game: str, draws: int) -> None:
    """T01, D14."""
    built, _ = build(game, draws=draws)
    single, _ = build(game, draws=1)
    assert built.draws == draws
    assert built.betting_rounds == single.betting_rounds + draws - 1


def test_no_game_has_four_draws() -> None:
    with pytest.raises(GameError, match="one to three draws"):
        build("badugi", draws=4)


@pytest.mark.parametrize("game", ["badugi", "q-ball"])
def test_four_before_is_refused_where_it_cannot_be_dealt(game: str) -> None:
    """T04."""
    with pytest.raises(GameError, match=f"four-before cannot be played in {game}"):
        build(game, four_before=True)


def test_four_before_deals_four_cards() -> None:
    """A09, T04."""
    game, _ = build("jacks-or-better", four_before=True)
    assert (game.dealt, game.hand_size, game.is_four_before) == (4, 5, True)


def test_q_ball_is_dealt_three_one_and_one() -> None:
    """E22."""
    deals = [step.cards for step in build("q-ball")[0].course if step.kind is StepKind.DEAL]
    assert deals == [3, 1, 1]


@pytest.mark.parametrize(
    ("game", "draws", "betting", "sevens", "check_raise"),
    [
        ("california-lowball", 1, Betting.LIMIT, True, False),
        ("california-lowball", 1, Betting.NO_LIMIT, True, True),
        ("california-lowball", 3, Betting.LIMIT, False, False),
        ("q-ball", 1, Betting.LIMIT, False, False),
        ("kansas-city-lowball", 1, Betting.LIMIT, False, True),
        ("five-card-draw", 1, Betting.LIMIT, False, True),
    ],
)
def test_sevens_and_check_raise_go_by_game_and_structure(
    game: str, draws: int, betting: Betting, sevens: bool, check_raise: bool
) -> None:
    """X08, X29, X32."""
    rules = build(game, "casino-classic", draws=draws, betting=betting)[1]
    assert (rules.sevens_rule, rules.lowball_check_raise) == (sevens, check_raise)


def test_todays_house_has_neither_sevens_rule_nor_a_ban_on_the_check_raise() -> None:
    """F26."""
    rules = build("california-lowball", "wsop-2024")[1]
    assert (rules.sevens_rule, rules.lowball_check_raise) == (False, True)


def test_roberts_allows_three_raises_where_there_are_three_rounds() -> None:
    """F04."""
    assert build("badugi", "roberts")[1].max_raises == 3
    assert build("california-lowball", "roberts")[1].max_raises == 4


def test_badugi_draws_no_more_cards_than_it_has() -> None:
    """E02."""
    assert build("badugi")[1].max_draw == 4


def test_openers_are_of_high_games_only() -> None:
    """O01."""
    with pytest.raises(GameError, match="openers are of high games"):
        build("badugi", switches={"opening_requirement": "jacks"})


def test_a_game_logged_with_one_ranking_for_high_and_one_for_low_is_read_as_its_halves() -> None:
    record = {
        "type": "TableConfigured",
        "v": 1,
        "game": {
            "id": "five-card-draw",
            "title": "Five-card draw",
            "course": [{"kind": "deal", "number": 1, "cards": 5}],
            "hand_size": 5,
            "high": "high",
            "low": None,
            "openers_rank": None,
            "exposed": "keep all",
            "rows": ["A01"],
        },
        "rules": {"profile": "home"},
        "stakes": {"betting": "limit", "limits": [2, 4]},
    }
    halves = decode(record).game.halves  # type: ignore[union-attr]
    assert [(half.name, half.evaluator) for half in halves] == [("high", Evaluator.HIGH)]
