"""What a house sets and changes nothing is named, and refused no more than anything else."""

import pytest

from table_controller.app.checking import house_findings
from table_controller.app.config import settings_from
from table_controller.table_said import no_effect_said


@pytest.mark.parametrize(
    ("game", "said", "idle"),
    [
        ("jacks-or-better", {"kill": "full"}, "no effect in jacks-or-better played so: kill"),
        ("badugi", {"kill": "full"}, None),
        ("badugi", {"kill": "half", "betting": "no_limit"}, "no effect in badugi played so: kill"),
        ("badugi", {"sevens_rule": "true", "max_raises": "3"}, "no effect in badugi played so: sevens_rule"),
        ("five-card-draw", {"kill": "none", "max_draw": "5"}, None),
        ("badugi", {"no_forced_bet": "true"}, "no effect in badugi played so: no_forced_bet"),
        ("badugi", {"no_forced_bet": "true", "ante": "0"}, None),
    ],
)
def test_a_switch_the_game_never_asks_is_named(game: str, said: dict[str, str], idle: str | None) -> None:
    assert no_effect_said(game, None, said) == idle


def test_a_check_tells_stakes_draws_modifiers_and_what_differs_from_the_profile() -> None:
    settings = settings_from(
        {
            "game": {"id": "kansas-city-lowball", "draws": 3, "four_before": True},
            "rules": {"kill": "full", "max_raises": 4, "jb_low": "2-7"},
        }
    )

    told = [(finding.what, finding.detail) for finding in house_findings(settings)]

    assert told == [
        ("stakes", "limit 30/30/60/60, 10 on the button, 20 on the seat left of it, 30 on the second seat left of it"),
        ("course", "52 cards, 4 dealt, 3 draws of 5 at most, four before the draw"),
        ("switches", "otherwise than casino-classic: kill = full, jb_low = 2-7"),
        ("switches", "no effect in kansas-city-lowball played so: jb_low"),
    ]  # fmt: skip
