"""Games under the names people use: the answer tells what to write."""

import pytest

from table_controller.games.build import GAMES, build, find_game
from table_controller.games.names import ALIASES, Alias, alias_of
from table_controller.games.switches import GameError


@pytest.mark.parametrize(
    "alias", [alias for alias in ALIASES if alias.game], ids=lambda alias: alias.names[0]
)
def test_what_an_alias_says_can_be_built(alias: Alias) -> None:
    found = alias_of(alias.names[0].upper())

    assert found is not None
    assert found.game is not None
    assert found.game not in found.names
    game, _ = build(found.game, draws=found.draws)
    assert game.draws == (found.draws or GAMES[found.game].draws)


def test_no_name_means_two_games() -> None:
    names = [name for alias in ALIASES for name in alias.names]

    assert len(names) == len(set(names))
    assert not set(names) & set(GAMES)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("2-7 Triple Draw", "here it is written kansas-city-lowball with draws 3"),
        ("a-5 tripple draw", "the nearest is california-lowball with draws 3"),
        ("razz", "that is a stud game"),
        ("badugy", "the nearest known one is badugi"),
        ("nope", "there are five-card-draw, jacks-or-better,"),
    ],
)
def test_an_unknown_game_is_answered_with_what_to_write(name: str, words: str) -> None:
    with pytest.raises(GameError) as mistake:
        find_game(name)

    assert str(mistake.value).startswith(f"no such game: {name}; ")
    assert words in str(mistake.value)


def test_the_title_tells_what_was_made_of_a_game() -> None:
    triple, _ = build("kansas-city-lowball", draws=3)
    four, _ = build("kansas-city-lowball", draws=2, four_before=True)
    usual, _ = build("badugi", draws=3)

    assert triple.title == "Kansas City lowball (deuce-to-seven), triple draw"
    assert four.title == "Kansas City lowball (deuce-to-seven), double draw, four-before"
    assert usual.title == "Badugi"
