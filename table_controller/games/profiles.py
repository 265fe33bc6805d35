"""The house profiles: what each sets differently from the fields of `HouseRules`, and what it sets by game.

A switch not named in a profile has the value of casino-classic, which is that of the field itself.
"""

from collections.abc import Mapping
from typing import Final

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
        "five_card_draw": "four_then_one",
        "misdeal_exposed": 2,
    },
}

BY_GAME: Final[Mapping[tuple[str, str], Mapping[str, Value]]] = {
    ("home", "five-card-draw"): {"deck_joker": 0},
}
"""Maps by game: (profile, game) to the switches that differ for it (A03)."""
