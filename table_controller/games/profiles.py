"""The house profiles: what each sets differently from the fields of `HouseRules`, and what it sets by game.

A switch not named in a profile has the value of casino-classic, which is that of the field itself.
"""

from collections.abc import Mapping
from typing import Final

from table_controller.structure import Betting, Evaluator, ExposedPolicy, Game

Value = bool | int | str | None

PROFILES: Final[Mapping[str, Mapping[str, Value]]] = {
    "casino-classic": {
        "max_antes": 3,
        "five_card_draw": "consecutive",
        "johnson_low_check_raise": False,
    },
    "home": {
        "second_round_first": "dealer_left",
        "passout_button": "stay",
        "half_blind_rule": False,
        "newplayer_kill": None,
        "max_draw": 3,
        "max_draw_ace_or_wild": 4,
        "exposed_before": "keep_all",
        "burn_from_exposed": False,
        "progressive": True,
        "openers_button": False,
        "split_needs_announcement": False,
        "jb_low_open": "voluntary",
        "johnson_low_check_raise": True,
        "sevens_in_big_bet": True,
        "sevens_post_draw": "to_second_best",
        "miscall": "cards_speak",
        "must_announce_pair": False,
    },
    "wsop-2024": {
        "second_round_first": "dealer_left",
        "button_rule": "dead",
        "half_blind_rule": False,
        "deck_joker": 0,
        "foreign_joker": "misdeal",
        "five_card_draw": "consecutive",
        "draw_order": "all_discard_first",
        "burn_when_all_pat": True,
        "bottom_card": "only_if_completes",
        "reshuffle_set": "muck_and_prior_rounds",
        "reshuffle_includes_muck": "always",
        "exposed_before": "replace_all",
        "misdeal_exposed": 2,
        "opening_requirement": "none",
        "openers_enforced": True,
        "openers_button": False,
        "johnson_low_check_raise": True,
        "miscall": "foul_only",
        "must_announce_pair": False,
    },
    "roberts": {
        "max_antes": 3,
        "headsup_before_cap": True,
        "five_card_draw": "four_then_one",
        "burn_closes_number": True,
        "misdeal_exposed": 2,
    },
}

OWN_PROFILE: Final[Mapping[str, str]] = {"johnson": "home", "high-low-declare": "home"}
"""The profile of games that are not of the casino, where none is named."""

BY_GAME: Final[Mapping[tuple[str, str], Mapping[str, Value]]] = {
    ("home", "five-card-draw"): {"deck_joker": 0},
    ("home", "ace-to-six-lowball"): {"deck_joker": 0},
    ("home", "high-low-declare"): {"deck_joker": 0},
}
"""Maps by game: (profile, game) to the switches that differ for it (A03)."""

GAME_SWITCHES: Final[Mapping[str, Mapping[str, Value]]] = {
    "progressive": {"progressive": True},
    "kansas-city-lowball": {"deck_joker": 0},
    "badugi": {"deck_joker": 0},
    "badacey": {"deck_joker": 0},
    "badeucy": {"deck_joker": 0},
    "archie": {"deck_joker": 0},
}
"""Switches a game's name itself sets, in every house."""

TODAYS: Final = "wsop-2024"
"""The house without sevens rule and without a ban on the check-raise (F26)."""
ROUNDS_OF_FOUR_RAISES: Final = 2


def values_by_game(profile: str, game: Game, betting: Betting) -> dict[str, Value]:
    """Return the switches a profile sets for this game: maps by game and by betting structure, spelled out.

    A hand has no more cards to draw than it holds (E02); rounds and raises go together by F04; the sevens rule and
    the ban on the check-raise are of limit ace-to-five (X08, X29), and so is the exposed card that is burned (X27);
    today's new player kills in lowball only (F21), six sit where there are several draws (A02), and an all-in raise
    reopens the betting at pot limit and no limit when it is a full one (F06).
    """
    own = {**BY_GAME.get((profile, game.id), {}), **GAME_SWITCHES.get(game.id, {})}
    values: dict[str, Value] = {}
    most = PROFILES[profile].get("max_draw", 5)
    if isinstance(most, int) and most > game.hand_size:
        values["max_draw"] = game.hand_size
    if profile == "roberts" and game.betting_rounds > ROUNDS_OF_FOUR_RAISES:
        values["max_raises"] = 3
    if profile != TODAYS:
        values |= _lowball_values(profile, game, betting)
    else:
        values |= _todays_values(game, betting)
    return {**values, **own}


def _todays_values(game: Game, betting: Betting) -> dict[str, Value]:
    values: dict[str, Value] = {}
    if game.lowball is None:
        values["newplayer_kill"] = None
    if game.draws > 1:
        values["max_seats"] = 6
    if betting in (Betting.POT_LIMIT, Betting.NO_LIMIT):
        values["allin_reopen"] = "full_bet"
    return values


def _lowball_values(profile: str, game: Game, betting: Betting) -> dict[str, Value]:
    low = game.low_phase.halves[0].evaluator if game.low_phase else game.lowball
    is_limit = betting in (Betting.LIMIT, Betting.SPREAD_LIMIT)
    burns: dict[str, Value] = {}
    if game.exposed is ExposedPolicy.DEUCE_TO_SEVEN or (
        game.exposed is ExposedPolicy.ACE_TO_FIVE and not is_limit
    ):
        burns = {"burn_from_exposed": False}
    if low is not Evaluator.ACE_TO_FIVE:
        return burns
    one_deal = game.dealt == game.course[0].cards
    return burns | {
        "sevens_rule": one_deal and game.draws == 1,
        "lowball_check_raise": not is_limit,
    }
