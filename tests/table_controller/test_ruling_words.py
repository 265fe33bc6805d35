"""What a ruling says so that a dealer can act on it: who is tied, who gets the odd chip, who is marked as the opener."""

from pathlib import Path

import pytest

from table_controller.events import RulingMade
from table_controller.scenario.grammar import parse
from table_controller.scenario.run import Run
from table_controller.scenario.runner import play
from table_controller.wire.state_view import public_state

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def told(run: Run) -> list[str]:
    return [event.text for _, event in run.events if isinstance(event, RulingMade)]


def test_a_failed_scoop_names_the_tie_and_the_hand_or_who_is_better() -> None:
    """V07 V09: tied for low, and beaten for high."""
    tied, beaten = (
        told(play(parse(next(SCENARIOS.rglob(name)).read_text())))
        for name in ("v07-a-tie-for-low.deal", "v09-out-of-both-ends.deal")
    )

    assert "Seat 1 declared both ways and ties with Seat 3 for low with a six-five: out of the pot." in tied
    assert "Seat 1 declared both ways and is beaten by Seat 2 for high: out of the pot." in beaten


def test_a_tie_says_who_gets_the_odd_chip() -> None:
    """R08 F01: three antes and a fold, shared by two."""
    run = play(
        parse(
            "game five-card-draw\nante 1\nlimit 2 4\nbutton 3\n"
            "seat 1 Ann 100: Ah Kd Qc 9s 7h\nseat 2 Bob 100: As Kc Qd 9h 7d\nseat 3 100: 2c 3d 5h 8s Jc\n"
            "1 bets 2\n2 calls\n3 folds\n1 stands pat\n2 stands pat\n1 checks\n2 checks\n1 shows\n2 shows\n"
        )
    )

    assert [text for text in told(run) if "odd chip" in text] == [
        "Seat 1 (Ann) and Seat 2 (Bob) tie with ace high, K-Q-9-7 and split the pot of 7; the odd chip goes to Seat 1 (Ann)."
    ]


@pytest.mark.parametrize(
    ("game", "profile", "forced", "marked"),
    [
        ("jacks-or-better", "casino-classic", "ante 1", 1),
        ("jacks-or-better", "home", "ante 1", 1),
        ("five-card-draw", "casino-classic", "ante 1", 1),
        ("five-card-draw", "home", "ante 1", None),
        ("badugi", "casino-classic", "blinds 0 1 2", None),
    ],
)
def test_the_opener_is_marked_where_openers_are_proved_or_he_begins_after_the_draw(
    game: str, profile: str, forced: str, marked: int | None
) -> None:
    """O11: and nowhere else."""
    bet = "3 calls\n1 raises to 4" if "blinds" in forced else "1 opens 2"
    seats = "".join(f"seat {n} 100\n" for n in (1, 2, 3))
    run = play(parse(f"game {game}\nprofile {profile}\n{forced}\nlimit 2 4\nbutton 3\n{seats}{bet}"))

    assert run.refusals == []
    assert public_state(run.table).opener == marked


@pytest.mark.parametrize(
    ("game", "profile", "rows"),
    [
        ("johnson", "home", ("J03",)),
        ("jacks-back", "home", ("J03", "J17", "X04")),
        ("jacks-back", "casino-classic", ("J09", "J17", "X04")),
    ],
)
def test_a_hand_that_turns_low_names_the_rows_of_its_own_game(
    game: str, profile: str, rows: tuple[str, ...]
) -> None:
    """J03 J09 J17: Johnson's is not that of Jacks Back."""
    seats = "".join(f"seat {n} 100\n" for n in (1, 2, 3))
    run = play(
        parse(f"game {game}\nprofile {profile}\nante 1\nlimit 2 4\n{seats}1 checks\n2 checks\n3 checks")
    )

    (turned,) = [e for _, e in run.events if isinstance(e, RulingMade) and "are played as" in e.text]
    assert turned.rules == rows
