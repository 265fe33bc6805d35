"""From a game's name, a profile and switches to the values a table is set to."""

import difflib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from table_controller.games.draw_high import FIVE_CARD_DRAW, JACKS_OR_BETTER
from table_controller.games.profiles import BY_GAME, PROFILES, Value
from table_controller.games.switches import GameError, parse_switch
from table_controller.structure import Game, HouseRules

GAMES: Final[Mapping[str, Game]] = {
    game.id: game
    for game in (
        FIVE_CARD_DRAW,
        JACKS_OR_BETTER,
        replace(
            JACKS_OR_BETTER,
            id="progressive",
            title="Progressive jacks or better",
            rows=(*JACKS_OR_BETTER.rows, "O06", "O07"),
        ),
    )
}
"""The games dealt here, by id."""

GAME_SWITCHES: Final[Mapping[str, Mapping[str, Value]]] = {"progressive": {"progressive": True}}
"""Switches a game's name itself sets."""

TO_COME: Final = (
    "california-lowball",
    "kansas-city-lowball",
    "ace-to-six-lowball",
    "badugi",
    "california-high-low",
    "high-low-declare",
    "johnson",
    "jacks-back",
    "q-ball",
)
"""Games of the book that are not dealt here yet."""


class NotDealtHere(GameError):
    """A game or a modifier of the book that this release does not deal yet."""


def find_game(game_id: str) -> Game:
    """Return the game of this id.

    :raises NotDealtHere: a game of the book that is not dealt here yet
    :raises GameError: no game has this id
    """
    if game_id in GAMES:
        return GAMES[game_id]
    if game_id in TO_COME:
        raise NotDealtHere(f"{game_id} is not dealt here yet; dealt here: {', '.join(GAMES)}")
    near = difflib.get_close_matches(game_id, (*GAMES, *TO_COME), 1)
    raise GameError(f"no such game: {game_id}" + (f"; the nearest known one is {near[0]}" if near else ""))


def build(
    game_id: str,
    profile: str | None = None,
    switches: Mapping[str, str] | None = None,
    *,
    draws: int = 1,
    four_before: bool = False,
) -> tuple[Game, HouseRules]:
    """Return the game and the house rules for it: profile first, then what the game's name sets, then *switches*.

    :raises GameError: an unknown game, profile, switch or value; the text says which, and the nearest known one
    """
    game = find_game(game_id)
    if draws != 1:
        raise NotDealtHere(f"{draws} draws are not dealt here yet")
    if four_before:
        raise NotDealtHere("four-before is not dealt here yet")
    profile = profile or "casino-classic"
    if profile not in PROFILES:
        raise GameError(f"no such profile: {profile}; there are {', '.join(PROFILES)}")
    values: dict[str, Any] = {
        **PROFILES[profile],
        **BY_GAME.get((profile, game_id), {}),
        **GAME_SWITCHES.get(game_id, {}),
        **{name: parse_switch(name, text) for name, text in (switches or {}).items()},
    }
    rules = HouseRules(profile, **values)
    if rules.deck_joker not in (0, 1):
        raise GameError(f"deck_joker cannot be {rules.deck_joker}; it may be 0 or 1")
    if rules.smallest_chip < 1:
        raise GameError(f"smallest_chip cannot be {rules.smallest_chip}; it is 1 at least (F10)")
    if rules.max_draw > game.hand_size:
        raise GameError(f"max_draw cannot be {rules.max_draw}; a hand has {game.hand_size} cards (E02)")
    return game, rules
