"""Every switch of every profile for every game, as the table of the house profiles has it (PROFILES.md, A03, F04, F21)."""

from dataclasses import fields
from typing import Final

import pytest

from table_controller.games.build import GAMES, build
from table_controller.games.profiles import OWN_PROFILE, PROFILES
from table_controller.games.usual_stakes import stakes_of
from table_controller.structure import Betting, HouseRules

Value = bool | int | str | None
Row = tuple[Value, Value, Value, Value]

NAMES: Final = ("casino-classic", "home", "wsop-2024", "roberts")

TABLE: Final[dict[str, Row]] = {
    "no_forced_bet": (False, False, False, False),
    "max_antes": (3, None, None, 3),
    "open_or_fold": (False, False, False, False),
    "second_round_first": ("opener", "dealer_left", "dealer_left", "opener"),
    "passout_button": ("advance", "stay", "advance", "advance"),
    "button_rule": ("moving", "moving", "dead", "moving"),
    "half_blind_rule": (True, False, False, True),
    "kill": ("none", "none", "none", "none"),
    "voluntary_kill": (False, False, False, False),
    "newplayer_kill": (2, None, None, 2),
    "kill_needs_consent": (False, False, False, False),
    "min_open": (None, None, None, None),
    "max_raises": (4, 4, 4, 4),
    "headsup_uncapped": (True, True, True, True),
    "cap_lifts_headsup": (False, False, False, False),
    "headsup_before_cap": (False, False, False, True),
    "blind_counts_as_bet": (True, True, True, True),
    "allin_reopen": ("half_bet", "half_bet", "half_bet", "half_bet"),
    "allin_half_raise_base": ("actual", "actual", "actual", "actual"),
    "max_seats": (8, 8, 8, 8),
    "deck_joker": (1, 1, 0, 1),
    "kc_joker": (False, False, False, False),
    "foreign_joker": ("replaced", "replaced", "misdeal", "replaced"),
    "max_draw": (5, 3, 5, 5),
    "max_draw_ace_or_wild": (None, 4, None, None),
    "five_card_draw": ("consecutive", "four_then_one", "consecutive", "four_then_one"),
    "draw_order": ("serve_in_turn", "serve_in_turn", "all_discard_first", "serve_in_turn"),
    "burn_before_draw": (True, True, True, True),
    "burn_when_all_pat": (False, False, True, False),
    "burn_closes_number": (False, False, False, True),
    "bottom_card": ("never_direct", "never_direct", "only_if_completes", "never_direct"),
    "reshuffle_set": ("earlier_discards", "earlier_discards", "muck_and_prior_rounds", "earlier_discards"),
    "reshuffle_includes_muck": ("if_needed", "if_needed", "always", "if_needed"),
    "exposed_before": ("by_game", "keep_all", "replace_all", "by_game"),
    "exposed_low_kept": ("seven", "seven", "seven", "seven"),
    "exposed_joker": ("kept", "kept", "kept", "kept"),
    "exposed_after": ("replace_last", "replace_last", "replace_last", "replace_last"),
    "burn_from_exposed": (True, False, True, True),
    "misdeal_exposed": (None, None, 2, 2),
    "short_hand": ("live", "live", "live", "live"),
    "opening_requirement": ("by_game", "by_game", "none", "by_game"),
    "progressive": (False, True, False, False),
    "openers_enforced": (False, False, True, False),
    "openers_button": (True, False, False, True),
    "split_needs_announcement": (True, False, True, True),
    "split_check": ("possible", "possible", "possible", "possible"),
    "false_open_participants": ("dealt_in", "dealt_in", "dealt_in", "dealt_in"),
    "jb_false_open_reante": (True, True, True, True),
    "jb_low_open": ("forced", "voluntary", "forced", "forced"),
    "jb_low": ("A-5", "A-5", "A-5", "A-5"),
    "jb_conversion": ("opened", "opened", "opened", "opened"),
    "johnson_low_check": (True, True, True, True),
    "johnson_low_check_raise": (False, True, True, False),
    "sevens_rule": (False, False, False, False),
    "sevens_in_big_bet": (False, True, False, False),
    "sevens_post_draw": ("returned", "to_second_best", "returned", "returned"),
    "lowball_check_raise": (True, True, True, True),
    "miscall": ("dead_if_fouled_or_multiway", "cards_speak", "foul_only", "dead_if_fouled_or_multiway"),
    "must_announce_pair": (True, False, False, True),
    "declare_low": ("A-5", "A-5", "A-5", "A-5"),
    "scoop_against": ("declarers", "declarers", "declarers", "declarers"),
    "declare_all_fail": ("split_best", "split_best", "split_best", "split_best"),
    "odd_chip": ("first_left_of_button",) * 4,
    "hilo_odd_chip": ("high", "high", "high", "high"),
    "first_to_show": ("last_aggressor", "last_aggressor", "last_aggressor", "last_aggressor"),
    "smallest_chip": (1, 1, 1, 1),
}
"""What holds where a game is not named below, in the order of NAMES. The table names two more switches than a house of
the book: `foreign_joker` and `short_hand` are of the cases. `five_card_draw` of home is not used (three cards at most)."""

DEUCES: Final = ("kansas-city-lowball", "badeucy")
BADUGIS: Final = ("badugi", "badacey", "badeucy")
LOWBALL: Final = ("california-lowball", "kansas-city-lowball", "ace-to-six-lowball", "q-ball")
LIMIT_ACE_TO_FIVE: Final = ("california-lowball", "q-ball", "johnson", "jacks-back")
SEVENS: Final = ("california-lowball", "johnson", "jacks-back")
THREE_ROUNDS_OR_MORE: Final = (*BADUGIS, "archie", "q-ball")
SEVERAL_DRAWS: Final = (*BADUGIS, "archie")
WITHOUT_JOKER: Final = ("kansas-city-lowball", *BADUGIS, "archie")
AT_HOME_WITHOUT: Final = (*WITHOUT_JOKER, "five-card-draw", "high-low-declare", "ace-to-six-lowball")


def _games(value: Value, profiles: tuple[str, ...], games: tuple[str, ...]) -> dict[tuple[str, str], Value]:
    return {(profile, game): value for profile in profiles for game in games}


CASINOS: Final = ("casino-classic", "roberts")
BY_GAME: Final[dict[str, dict[tuple[str, str], Value]]] = {
    "deck_joker": _games(0, CASINOS, WITHOUT_JOKER) | _games(0, ("home",), AT_HOME_WITHOUT),
    "sevens_rule": _games(True, ("casino-classic", "home", "roberts"), SEVENS),
    "lowball_check_raise": _games(False, CASINOS, LIMIT_ACE_TO_FIVE)
    | _games(False, ("home",), ("california-lowball", "q-ball", "jacks-back")),
    "burn_from_exposed": _games(False, CASINOS, DEUCES),
    "newplayer_kill": _games(2, ("wsop-2024",), LOWBALL),
    "max_raises": _games(3, ("roberts",), THREE_ROUNDS_OR_MORE),
    "max_seats": _games(6, ("wsop-2024",), SEVERAL_DRAWS),
    "max_draw": _games(4, ("casino-classic", "wsop-2024", "roberts"), ("badugi",)),
    "progressive": _games(True, NAMES, ("progressive",)),
}
"""Where the table has a map by game, or a word about one: what differs, at limit."""


def test_the_table_has_every_switch_and_every_profile() -> None:
    assert sorted(TABLE) == sorted(field.name for field in fields(HouseRules) if field.name != "profile")
    assert sorted(PROFILES) == sorted(NAMES)


@pytest.mark.parametrize("profile", NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_a_house_has_the_values_of_the_table(game: str, profile: str) -> None:
    """A03, F04, F21, X08, X23, X27, X29: each switch, for this game at limit."""
    rules = build(game, profile)[1]

    found = {name: getattr(rules, name) for name in TABLE}
    wanted = {
        name: BY_GAME.get(name, {}).get((profile, game), values[NAMES.index(profile)])
        for name, values in TABLE.items()
    }
    assert {n: v for n, v in found.items() if v != wanted[n]} == {}, f"wanted {wanted}"
    assert rules.profile == profile


@pytest.mark.parametrize("betting", [Betting.POT_LIMIT, Betting.NO_LIMIT])
@pytest.mark.parametrize("profile", NAMES)
def test_at_pot_limit_and_no_limit_some_values_are_others(profile: str, betting: Betting) -> None:
    """X08, X27, X34, F06: check-raise in lowball, the exposed card as the burn, the all-in that reopens."""
    rules = build("california-lowball", profile, betting=betting)[1]

    assert rules.lowball_check_raise
    assert rules.allin_reopen == ("full_bet" if profile == "wsop-2024" else "half_bet")
    assert rules.burn_from_exposed == (profile == "wsop-2024")
    assert (rules.sevens_rule and rules.sevens_in_big_bet) == (profile == "home")


@pytest.mark.parametrize("profile", NAMES)
@pytest.mark.parametrize("draws", [2, 3])
def test_with_several_draws_some_values_are_others(profile: str, draws: int) -> None:
    """F04, X29, A02: raises by rounds, no sevens rule, fewer seats in today's house."""
    rules = build("california-lowball", profile, draws=draws)[1]

    assert rules.max_raises == (3 if profile == "roberts" else 4)
    assert rules.max_seats == (6 if profile == "wsop-2024" else 8)
    assert not rules.sevens_rule
    assert rules.lowball_check_raise == (profile == "wsop-2024")


def test_the_houses_of_games_that_are_not_of_the_casino() -> None:
    assert {game: build(game)[1].profile for game in GAMES} == {
        game: "home" if game in ("johnson", "high-low-declare") else "casino-classic" for game in GAMES
    }
    assert set(OWN_PROFILE.values()) == {"home"}


@pytest.mark.parametrize(
    ("game", "profile", "ante", "blinds", "units"),
    [
        ("jacks-or-better", "casino-classic", True, {}, (1, 2)),
        ("jacks-back", "casino-classic", True, {}, (1, 2)),
        ("california-lowball", "casino-classic", False, {0: 10, 1: 20, 2: 30}, (1, 2)),
        ("five-card-draw", "casino-classic", False, {0: 10, 1: 20, 2: 30}, (1, 2)),
        ("badugi", "casino-classic", False, {0: 10, 1: 20, 2: 30}, (1, 1, 2, 2)),
        ("five-card-draw", "home", True, {}, (1, 2)),
        ("johnson", "home", True, {}, (1, 2)),
        ("jacks-or-better", "home", True, {}, (1, 2)),
        ("california-lowball", "home", False, {1: 1, 2: 2}, (1, 2)),
        ("q-ball", "home", False, {0: 5, 1: 5, 2: 10}, (1, 2, 2, 4)),
        ("california-lowball", "wsop-2024", False, {1: 10, 2: 20}, (1, 2)),
    ],
)
def test_the_usual_stakes_are_of_the_table(
    game: str, profile: str, ante: bool, blinds: dict[int, int], units: tuple[int, ...]
) -> None:
    """B02, B03, B04, D01, D11, D12: forced bets, blinds, and the table of bets in units of the first."""
    stakes = stakes_of(*build(game, profile))

    assert stakes.betting is Betting.LIMIT
    assert bool(stakes.ante) == ante
    assert dict(stakes.blinds) == blinds
    assert tuple(limit // stakes.limits[0] for limit in stakes.limits) == units


def test_kansas_city_is_played_at_no_limit_and_two_draws_have_the_table_of_three_rounds() -> None:
    """K15, X21."""
    assert stakes_of(*build("kansas-city-lowball", "casino-classic")).betting is Betting.NO_LIMIT
    two_draws = stakes_of(*build("california-lowball", "casino-classic", draws=2))
    assert two_draws.limits == (30, 30, 60)
