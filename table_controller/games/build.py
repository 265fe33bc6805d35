"""From a game's name, a profile and switches to the values a table is set to."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from table_controller.games.draw_high import FIVE_CARD_DRAW, JACKS_OR_BETTER, PROGRESSIVE
from table_controller.games.lowball import (
    ACE_TO_SIX_LOWBALL,
    BADUGI_GAME,
    CALIFORNIA_LOWBALL,
    KANSAS_CITY_LOWBALL,
    Q_BALL,
)
from table_controller.games.modifiers import low_phase_values, with_draws, with_four_before, with_switches
from table_controller.games.names import unknown_game
from table_controller.games.profiles import OWN_PROFILE, PROFILES, Value, values_by_game
from table_controller.games.split import ARCHIE, BADACEY, BADEUCY, CALIFORNIA_HIGH_LOW, HIGH_LOW_DECLARE
from table_controller.games.switches import GameError, parse_switch
from table_controller.games.turning import JACKS_BACK, JOHNSON
from table_controller.structure import Betting, Evaluator, Game, HouseRules

GAMES: Final[Mapping[str, Game]] = {
    game.id: game
    for game in (
        FIVE_CARD_DRAW, JACKS_OR_BETTER, PROGRESSIVE, CALIFORNIA_LOWBALL, KANSAS_CITY_LOWBALL, ACE_TO_SIX_LOWBALL,
        BADUGI_GAME, CALIFORNIA_HIGH_LOW, HIGH_LOW_DECLARE, JOHNSON, JACKS_BACK, Q_BALL, BADACEY, BADEUCY, ARCHIE,
    )
}  # fmt: skip
"""The games dealt here, by id."""


def find_game(game_id: str) -> Game:
    """Return the game of this id, as the book has it.

    :raises GameError: no game has this id
    """
    if game_id in GAMES:
        return GAMES[game_id]
    raise GameError(unknown_game(game_id, GAMES))


def build(
    game_id: str,
    profile: str | None = None,
    switches: Mapping[str, str] | None = None,
    *,
    draws: int | None = None,
    four_before: bool = False,
    betting: Betting = Betting.LIMIT,
) -> tuple[Game, HouseRules]:
    """Return the game and the house rules for it: profile first, then what it sets by game, then *switches*.

    *draws* is the number of draws, the game's own where None; *betting* matters where a house switches by structure.

    :raises GameError: an unknown game, profile, switch or value, or a modifier the game cannot take; the text says
        which, and the nearest known one
    """
    game = find_game(game_id)
    if draws is not None:
        game = with_draws(game, draws)
    if four_before:
        game = with_four_before(game)
    profile = profile or OWN_PROFILE.get(game_id, "casino-classic")
    if profile not in PROFILES:
        raise GameError(f"no such profile: {profile}; there are {', '.join(PROFILES)}")
    said = {name: parse_switch(name, text) for name, text in (switches or {}).items()}
    values: dict[str, Any] = {**PROFILES[profile], **values_by_game(profile, game, betting), **said}
    rules = HouseRules(profile, **values)
    if rules.kc_joker and game.lowball is Evaluator.DEUCE_TO_SEVEN:
        rules = replace(rules, deck_joker=1)
    of_low_phase: dict[str, Any] = {**low_phase_values(game, rules), **said}
    rules = replace(rules, **of_low_phase)
    _check(game, rules, said)
    return with_switches(game, rules), rules


def _check(game: Game, rules: HouseRules, said: Mapping[str, Value]) -> None:
    if rules.deck_joker not in (0, 1):
        raise GameError(f"deck_joker cannot be {rules.deck_joker}; it may be 0 or 1")
    if rules.deck_joker and any(half.evaluator in _WITHOUT_JOKER for half in game.halves):
        raise GameError(f"deck_joker cannot be 1 in {game.id}; badugi has no joker (A03)")
    if rules.smallest_chip < 1:
        raise GameError(f"smallest_chip cannot be {rules.smallest_chip}; it is 1 at least (F10)")
    if rules.max_draw > game.hand_size:
        raise GameError(f"max_draw cannot be {rules.max_draw}; a hand has {game.hand_size} cards (E02)")
    _check_counts(game, rules)
    if said.get("opening_requirement") == "jacks" and not _is_high_alone(game):
        raise GameError(f"opening_requirement cannot be jacks in {game.id}; openers are of high games (O01)")
    if rules.jb_conversion == "held" and game.low_phase is not None:
        raise GameError("jb_conversion cannot be held; hidden cards cannot be looked into (J17)")


def _check_counts(game: Game, rules: HouseRules) -> None:
    """Figures that mean nothing at a table, or for which there are not cards enough."""
    if not FEWEST_SEATS <= rules.max_seats <= MOST_SEATS:
        raise GameError(f"max_seats cannot be {rules.max_seats}; it is {FEWEST_SEATS} to {MOST_SEATS} (A02)")
    if (rules.max_draw_ace_or_wild or 0) > game.hand_size:
        wanted = rules.max_draw_ace_or_wild
        raise GameError(
            f"max_draw_ace_or_wild cannot be {wanted}; a hand has {game.hand_size} cards (E02, E08)"
        )
    if rules.misdeal_exposed == 0:
        raise GameError("misdeal_exposed cannot be 0; it is 1 at least, or none (F19)")
    if rules.newplayer_kill == 0:
        raise GameError("newplayer_kill cannot be 0; it is 1 at least, or none (F21)")


FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 8
_WITHOUT_JOKER: Final = (Evaluator.BADUGI, Evaluator.BADUGI_ACE_HIGH)


def _is_high_alone(game: Game) -> bool:
    return len(game.halves) == 1 and game.halves[0].evaluator is Evaluator.HIGH
