"""The house rule card says what is in force: of every game, in every house, for every switch."""

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from table_controller import cli
from table_controller.games.build import GAMES, build
from table_controller.games.profiles import PROFILES
from table_controller.games.switches import SWITCHES, GameError, allowed_values, parse_switch
from table_controller.games.usual_stakes import stakes_of
from table_controller.rule_book.book import BOOK
from table_controller.rule_book.card import HouseCard, as_data, as_text, differences, house_card
from table_controller.rule_book.card_page import as_page
from table_controller.structure import Betting, HouseRules

LONGEST_SENTENCE = 200
NOT_ON_A_CARD = {"exposed_after", "odd_chip", "jb_conversion", "no_forced_bet"}
"""Switches with one value that can be dealt, and one that only allows stakes, which the card names itself."""


def card_of(game_id: str, profile: str, betting: Betting = Betting.LIMIT, **said: str) -> HouseCard:
    game, rules = build(game_id, profile, betting=betting)
    return house_card(game, rules, stakes_of(game, rules, {"betting": betting.value, **said}))


def sentences(card: HouseCard) -> str:
    return "\n".join(line.sentence for line in card.lines)


@pytest.mark.parametrize("betting", list(Betting), ids=lambda betting: betting.value)
@pytest.mark.parametrize("profile", list(PROFILES))
@pytest.mark.parametrize("game_id", list(GAMES))
def test_each_line_is_a_sentence_that_rests_on_rows_of_the_book(
    game_id: str, profile: str, betting: Betting
) -> None:
    card = card_of(game_id, profile, betting)

    lines = list(card.lines)
    assert [line for line in lines if not line.sentence.endswith(".") or not line.rows] == []
    assert [line.sentence for line in lines if not line.sentence[0].isupper()] == []
    assert [line.sentence for line in lines if len(line.sentence) > LONGEST_SENTENCE] == []
    assert {row for line in lines for row in line.rows} - BOOK.keys() == set()
    for _, part in card.parts:
        assert len({line.key for line in part}) == len(part)


@pytest.mark.parametrize("switch", [name for name in SWITCHES if name not in NOT_ON_A_CARD])
def test_turning_a_switch_changes_a_line_of_some_game(switch: str) -> None:
    assert any(
        _changes_a_line(switch, game_id, profile, betting)
        for game_id in GAMES
        for profile in ("casino-classic", "home")
        for betting in (Betting.LIMIT, Betting.NO_LIMIT)
    )


def _changes_a_line(switch: str, game_id: str, profile: str, betting: Betting) -> bool:
    values = [word for word in allowed_values(switch) if word not in ("number", "none")] or [
        "0",
        "1",
        "4",
        "5",
    ]
    told = set()
    for word in values:
        try:
            game, rules = build(game_id, profile, {switch: word}, betting=betting)
        except GameError:
            continue
        told.add(sentences(house_card(game, rules, stakes_of(game, rules, {"betting": betting.value}))))
    return len(told) > 1


def test_the_profiles_of_jacks_or_better_are_told_apart() -> None:
    casino, home = (
        sentences(card_of("jacks-or-better", "casino-classic")),
        sentences(card_of("jacks-or-better", "home")),
    )

    assert "Five new cards are dealt in a row." in casino
    assert "three antes a player at most, and the button moves on." in casino
    assert "A player may change three cards at most, or four if he keeps an ace or the joker." in home
    assert "the same dealer deals again." in home
    assert "Who changes five gets four" in sentences(card_of("jacks-or-better", "roberts"))
    assert "or two exposed cards, is a misdeal." in sentences(card_of("jacks-or-better", "roberts"))
    assert "One card is burned before the draw, also when everybody is pat." in sentences(
        card_of("five-card-draw", "wsop-2024")
    )


def test_figures_are_those_of_the_stakes() -> None:
    text = sentences(card_of("five-card-draw", "casino-classic", blinds="5 10 20", limits="20,40"))

    assert "The button posts 5, the next seat 10 and the one after it 20 before the cards are dealt." in text
    assert "Limit: bets and raises are 20 before the draw and 40 after it." in text
    assert "posts twice as much (40)" in text


def test_lowball_at_no_limit_has_another_card_than_at_limit() -> None:
    limit = sentences(card_of("california-lowball", "casino-classic"))
    no_limit = sentences(card_of("california-lowball", "casino-classic", Betting.NO_LIMIT))

    assert "A seven low or better must bet after the draw." in limit
    assert "Who checks after the draw may call but not raise" in limit
    assert "A 7 or lower exposed in the deal is kept" in limit
    assert "there is no sevens rule." in no_limit
    assert "Check and raise is allowed." in no_limit
    assert "An ace, 2, 3, 4 or 5 exposed in the deal is kept" in no_limit


def test_two_cards_differ_in_what_their_rules_differ_in() -> None:
    card = card_of("five-card-draw", "casino-classic")
    other = house_card(card.game, replace(card.rules, max_raises=6), card.stakes)

    assert list(differences(card, card)) == []
    (found,) = differences(card, other)
    assert found.one is not None
    assert found.other is not None
    assert "a bet and four raises" in found.one.sentence
    assert "a bet and six raises" in found.other.sentence
    assert found.other.rows[0] == "D05"


def test_text_and_data_name_every_row_with_its_source() -> None:
    card = card_of("jacks-or-better", "casino-classic")

    data, text = as_data(card), as_text(card)
    assert data["switches"].keys() == {field.name for field in fields(HouseRules)} - {"profile"}
    assert {row["id"] for row in data["rows"]} == {row for line in data["card"] for row in line["rows"]}
    assert json.loads(json.dumps(data))["stakes"]["limits"] == [2, 4]
    assert [row for row in card.rows if f"  {row}  {BOOK[row].source}" not in text.splitlines()] == []


def test_the_page_needs_nothing_else() -> None:
    card = card_of("jacks-or-better", "casino-classic")
    page = as_page(card, "drawtable rules")

    assert page.startswith("<!doctype html>")
    assert not any(word in page for word in ("http", "src=", "href=", "<script", "url(", "@import"))
    assert all(line.sentence.replace("'", "&#x27;") in page.replace("\u2011", "-") for line in card.lines)


def run(*words: str) -> tuple[int, str]:
    cli._register()
    result = CliRunner().invoke(cli.app, list(words))
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["jacks-or-bettr"], "no such game: jacks-or-bettr; the nearest known one is jacks-or-better"),
        (["jacks-or-better", "--profile", "hom"], "no such profile: hom; there are casino-classic"),
        (["jacks-or-better", "--against", "hom"], "no such profile: hom"),
        (
            ["five-card-draw", "--set", "max_drw=3"],
            "no such switch: max_drw; the nearest known one is max_draw",
        ),
        (["five-card-draw", "--set", "max_draw"], "--set takes SWITCH=VALUE"),
        (["five-card-draw", "--set", "max_draw=6"], "max_draw cannot be 6"),
        (["five-card-draw", "--set", "ante=-1"], "ante cannot be '-1'"),
        (["five-card-draw", "--set", "ante=0.5"], "ante cannot be '0.5'"),
        (["five-card-draw", "--set", "betting=some"], "betting cannot be 'some'; it may be limit"),
        (["five-card-draw", "--set", "forced_bets=some"], "forced_bets cannot be 'some'"),
        (
            ["five-card-draw", "--set", "forced_bets=none"],
            "five-card-draw cannot be played so: A game needs an ante",
        ),
        (["five-card-draw", "--set", "limits=0,2"], "limits cannot be 0"),
        (["five-card-draw", "--set", "betting=spread_limit", "--set", "limits=5,2"], "limits cannot be 5,2"),
        (["five-card-draw", "--set", "betting=spread_limit", "--set", "limits=5"], "limits cannot be 5"),
        (["five-card-draw", "--set", "betting=no_limit", "--set", "limits=5,10"], "limits cannot be 5,10"),
        (["five-card-draw", "--set", "max_seats=1"], "max_seats cannot be 1; it is 2 to 8 (A02)"),
        (["five-card-draw", "--set", "max_seats=11"], "max_seats cannot be 11"),
        (["badugi", "--set", "max_draw_ace_or_wild=5"], "a hand has 4 cards (E02, E08)"),
        (["five-card-draw", "--set", "misdeal_exposed=0"], "misdeal_exposed cannot be 0"),
        (["five-card-draw", "--set", "newplayer_kill=0"], "newplayer_kill cannot be 0"),
        (["five-card-draw", "--set", "max_antes=-3"], "it may be a whole number, none"),
        (["badugi", "--set", "draws=4"], "draws cannot be '4'; it may be 1, 2 or 3 (T01)"),
        (["badugi", "--set", "four_before=true"], "four-before cannot be played in badugi"),
        (["five-card-draw", "--set", "four_before=1"], "four_before cannot be '1'"),
        (["jacks-or-better", "--set", "blinds=10,20"], "everybody antes and there are no blinds. (B01)"),
        (["five-card-draw", "--page", "/nowhere/card.html"], "/nowhere/card.html cannot be written"),
        (["five-card-draw", "--page", "card.html", "--json"], "--page writes a card alone"),
    ],
)
def test_bad_input_is_one_line(words: list[str], text: str) -> None:
    code, output = run("rules", *words)

    assert code == 2
    assert text in output
    assert output.count("\n") == 1


def test_the_verb_prints_writes_and_compares(tmp_path: Path) -> None:
    page = tmp_path / "card.html"

    assert "Five new cards are dealt in a row." in run("rules", "jacks-or-better")[1]
    assert (
        "+ A player may change three cards at most" in run("rules", "jacks-or-better", "--against", "home")[1]
    )
    assert "No line differs." in run("rules", "jacks-or-better", "--against", "casino-classic")[1]
    found = json.loads(run("rules", "jacks-or-better", "--against", "home", "--json")[1])
    assert {"heading", "casino-classic", "home"} == set(found[0])
    assert run("rules", "five-card-draw", "--set", "draws=2", "--page", str(page))[0] == 0
    assert "draw 1, a bet, draw 2" in page.read_text()
    assert "--profile casino-classic --set draws=2" in page.read_text()


def test_games_are_listed_with_what_they_can_be_made_into() -> None:
    listed = {game["id"]: game for game in json.loads(run("games", "--json")[1])}

    assert list(listed) == list(GAMES)
    assert listed["badugi"]["four_before"] is False
    assert listed["badugi"]["draws"] == 3
    assert {"name": "2-7 triple draw", "draws": 3} in listed["kansas-city-lowball"]["other_names"]
    assert listed["five-card-draw"].pop("other_names")
    assert listed["five-card-draw"] == {
        "id": "five-card-draw",
        "title": "Five-card draw",
        "deck": 53,
        "draws": 1,
        "draws_from": 1,
        "draws_to": 3,
        "four_before": True,
        "profile": "casino-classic",
    }
    text = run("games")[1]
    assert [
        game_id for game_id in listed if not any(line.startswith(game_id) for line in text.splitlines())
    ] == []


def test_a_switch_read_from_text_is_the_value_on_the_card() -> None:
    game, rules = build("five-card-draw", "casino-classic", {"max_raises": "none"})

    assert rules.max_raises is parse_switch("max_raises", "none")
    assert "There is no limit on the number of raises." in sentences(
        house_card(game, rules, stakes_of(game, rules))
    )
