"""Rows that are about names, usual stakes and the book itself, and that no hand can show."""

from table_controller.games.build import GAMES, build
from table_controller.games.usual_stakes import stakes_of
from table_controller.rule_book.book import BOOK


def test_two_draws_are_bet_at_one_one_and_two_units() -> None:
    """X21: with two draws the bets are one, one and two units unless the table says otherwise."""
    game, rules = build("five-card-draw", "casino-classic", draws=2)

    assert stakes_of(game, rules, {"blinds": "10 20 30"}).limits == (30, 30, 60)
    assert stakes_of(game, rules, {"limits": "10 20 40"}).limits == (10, 20, 40)


def test_the_broken_tail_of_the_passage_is_left_aside() -> None:
    """X22: what the tail says stands where it belongs, at the change of the number (E16), not at the all-in for the ante."""
    all_in_for_the_ante = ("N12", "W01", "W02", "W03", "W04", "W05")

    assert BOOK["E16"].source == "Caro & Cooke's Rules, line 47"
    assert {BOOK[row].source for row in all_in_for_the_ante} == {"Caro & Cooke's Rules, line 59"}
    assert not any("number" in BOOK[row].sentence for row in all_in_for_the_ante)


def test_california_draw_and_california_lowball_are_two_games() -> None:
    """X25: whatever they are called for short, they have nothing in common but the deal."""
    high, low = GAMES["five-card-draw"], GAMES["california-lowball"]

    assert high.course == low.course
    assert {half.name for half in high.halves} == {"high"}
    assert {half.name for half in low.halves} == {"low"}
