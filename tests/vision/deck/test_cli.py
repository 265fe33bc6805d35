"""``drawtable vision deck``: every answer in one line, of decks as people lay them and pass them."""

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from typer.testing import CliRunner

from table_controller.cards import DECK, JOKER, Card
from tests.vision.deck.laid import SHUFFLED, fan, laid, riffle_video, rows
from vision.cli import app
from vision.deck import cli
from vision.deck.check import DeckFindings
from vision.deck.cli import answer
from vision.enrol.backs import look_of
from vision.enrol.house_deck import new_deck
from vision.synthetic.faces import DEFAULT, card_back
from vision.synthetic.layouts import Pose
from vision.synthetic.styles import FOUR_CORNERS, BackStyle, DeckStyle

Image = NDArray[np.uint8]
TWICE = SHUFFLED[30]
DOUBLE = [*SHUFFLED[:31], TWICE, *SHUFFLED[31:]]
"""A deck of 53 in which two equal cards follow one another."""
OTHER_BACK = DeckStyle(back=BackStyle("rings", (30, 20, 180)))


def told(folder: Path, picture: Image, *words: str) -> tuple[int, str]:
    cv2.imwrite(str(folder / "deck.png"), picture)
    return told_of(folder / "deck.png", *words)


def told_of(source: Path, *words: str) -> tuple[int, str]:
    """The exit code and the answer, which is one line of the text and the first of the record."""
    result = CliRunner().invoke(app, ["deck", str(source), "--json", *words])
    record = json.loads(result.stdout)
    assert record["complete"] == (result.exit_code == 0)
    assert "\n" not in record["answer"]
    return result.exit_code, record["answer"]


@pytest.mark.parametrize("style", [DEFAULT, FOUR_CORNERS], ids=["two", "four"])
@pytest.mark.parametrize(
    "poses", [rows(52), rows(52, across=1.08), fan(52, 330)], ids=["rows", "four rows", "fan"]
)
def test_a_whole_deck_is_whole_however_it_lies(tmp_path: Path, style: DeckStyle, poses: list[Pose]) -> None:
    picture = laid(SHUFFLED, poses, style)

    assert told(tmp_path, picture, "--jokers", "0") == (0, "52 of 52 cards seen: the deck is whole")


def test_a_card_that_is_not_there_is_missing(tmp_path: Path) -> None:
    picture = laid([*SHUFFLED[:20], *SHUFFLED[21:]], rows(51))

    assert told(tmp_path, picture, "--jokers", "0") == (
        1,
        f"51 of 52 cards seen: not known to be whole: missing: {SHUFFLED[20]}",
    )


@pytest.mark.parametrize("poses", [rows(53), fan(53, 330)], ids=["rows", "fan"])
def test_of_53_cards_the_double_is_named(tmp_path: Path, poses: list[Pose]) -> None:
    code, line = told(tmp_path, laid(DOUBLE, poses), "--jokers", "0")

    assert code == 1
    assert line.startswith(f"52 of 52 cards seen: the deck is not right: there twice: {TWICE}")


@pytest.mark.parametrize("across", [0.45, 0.56, 0.7, 0.8, 0.9, 1.05])
def test_a_double_of_a_deck_of_four_indices_side_by_side_is_never_passed_over(
    tmp_path: Path, across: float
) -> None:
    """Its left corners look like the left and right ones of one card, and on a card lie 0.8 widths apart."""
    code, line = told(tmp_path, laid(DOUBLE, rows(53, across=across), FOUR_CORNERS), "--jokers", "0")

    assert code == 1
    assert f"there twice: {TWICE}" in line


def test_a_joker_belongs_to_the_deck_or_not(tmp_path: Path) -> None:
    picture = laid([*SHUFFLED, JOKER], rows(53))

    assert told(tmp_path, picture) == (0, "53 of 53 cards seen: the deck is whole")
    code, line = told(tmp_path, picture, "--jokers", "0")
    assert (code, line.split("; ")[0]) == (
        1,
        "52 of 52 cards seen: the deck is not right: not of this deck: Jk",
    )


def test_a_second_joker_is_there_twice(tmp_path: Path) -> None:
    code, line = told(tmp_path, laid([*SHUFFLED, JOKER, JOKER], rows(54)))

    assert code == 1
    assert "there twice: Jk" in line


def test_a_face_down_card_with_another_back_is_told_of_the_enrolled_deck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the back of the deck is enrolled here, which no file of a deck would be."""
    own = np.full((300, 240, 3), 60, np.uint8)
    own[40:208, 40:160] = card_back(DEFAULT, 120)
    look = look_of(own, np.array([(40, 40), (160, 40), (160, 208), (40, 208)], np.float32))
    monkeypatch.setattr(cli, "read_for", lambda path, reader: new_deck("house", 52, (), (look,)))
    poses = [*rows(52), Pose(40, 460, 0.0)]
    words = ("--jokers", "0", "--deck", str(tmp_path / "house.npz"))

    same = told(tmp_path, laid([*SHUFFLED, None], poses), *words)
    other = told(tmp_path, laid([*SHUFFLED, None], poses, back=OTHER_BACK), *words)

    assert same == (0, "52 of 52 cards seen: the deck is whole")
    assert other == (1, "52 of 52 cards seen: the deck is not right: another back: 1")


def riffle_of(folder: Path, cards: Sequence[Card]) -> tuple[int, str]:
    riffle_video(folder / "riffle.avi", cards)
    return told_of(folder / "riffle.avi", "--riffle", "--jokers", "0")


def test_a_riffled_deck_is_whole_and_a_double_in_it_is_not_passed_over(tmp_path: Path) -> None:
    """The double follows its like: the same face, four frames more of it, and a break between."""
    assert riffle_of(tmp_path, SHUFFLED) == (0, "52 of 52 cards seen: the deck is whole")
    assert riffle_of(tmp_path, DOUBLE) == (
        1,
        f"52 of 52 cards seen: not known to be whole: perhaps there twice: {TWICE}",
    )


def test_a_double_that_passes_last_is_seen_too(tmp_path: Path) -> None:
    """Though the deck was whole before: a video is seen to its end."""
    assert riffle_of(tmp_path, [*SHUFFLED, SHUFFLED[0]]) == (
        1,
        f"52 of 52 cards seen: the deck is not right: there twice: {SHUFFLED[0]}",
    )


def in_parts(folder: Path, *parts: Sequence[Card]) -> list[str]:
    """Pictures of cards in rows, one for each part."""
    paths = [str(folder / f"part-{k}.png") for k in range(len(parts))]
    for path, cards in zip(paths, parts, strict=True):
        cv2.imwrite(path, laid(cards, rows(len(cards))))
    return paths


def test_a_double_of_which_each_part_of_the_deck_shows_one_is_there_twice(tmp_path: Path) -> None:
    paths = in_parts(tmp_path, SHUFFLED[:31], SHUFFLED[30:])

    status, line = told_of(Path(paths[0]), *paths[1:], "--jokers", "0", "--parts")

    assert (status, line) == (
        1,
        f"52 of 52 cards seen: the deck is not right: there twice: {TWICE}; more than the deck has: 1",
    )


def test_a_deck_that_was_photographed_in_parts_is_whole(tmp_path: Path) -> None:
    paths = in_parts(tmp_path, SHUFFLED[:26], SHUFFLED[26:])

    for words in ([], ["--parts"]):
        assert told_of(Path(paths[0]), *paths[1:], "--jokers", "0", *words) == (
            0,
            "52 of 52 cards seen: the deck is whole",
        )


def test_a_face_in_two_pictures_may_be_two_cards_and_the_deck_is_not_passed(tmp_path: Path) -> None:
    """Nothing but the word of who took them tells one card photographed twice from two cards."""
    paths = in_parts(tmp_path, SHUFFLED[:31], SHUFFLED[30:])
    words = ["deck", *paths, "--jokers", "0"]

    text = CliRunner().invoke(app, words)
    record = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)

    assert text.exit_code == 1
    assert record["answer"] == (
        f"52 of 52 cards seen: not known to be whole: in more than one picture, which may be two cards: {TWICE}"
    )
    assert (record["in_several"], record["twice"], record["complete"]) == ([TWICE.text], [], False)
    assert text.stdout.splitlines()[-2] == record["answer"]
    assert "--parts" in text.stdout.splitlines()[-1]


def test_many_faces_in_two_pictures_are_counted() -> None:
    everything = tuple(sorted(DECK[:52]))

    assert answer(DeckFindings(everything, (), in_several=everything[:20])) == (
        "52 of 52 cards seen: not known to be whole: in more than one picture, which may be two cards: 20 faces"
    )


def test_parts_and_a_riffle_are_not_both(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["deck", str(tmp_path / "none.mp4"), "--riffle", "--parts"])

    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1


def test_an_uneven_riffle_is_one_line_and_not_all_the_faces() -> None:
    everything = tuple(sorted(DECK[:52]))

    assert answer(DeckFindings(everything, (), perhaps_twice=everything[:20])) == (
        "52 of 52 cards seen: not known to be whole: the riffle was too uneven to tell two equal cards of 20 faces"
    )


def test_all_that_is_wrong_is_in_the_line_and_what_to_do_below_it() -> None:
    seen = tuple(sorted(DECK[:51]))
    found = DeckFindings(
        seen, (DECK[51],), twice=(DECK[3],), surplus=(JOKER,), foreign_backs=2, too_many=1, passed_unread=1
    )

    assert answer(found) == (
        f"51 of 52 cards seen: the deck is not right: missing: {DECK[51]}; there twice: {DECK[3]}; not of this deck: Jk; "
        "passed unread: 1; more than the deck has: 1; another back: 2"
    )


def test_the_text_has_the_answer_as_the_record_has_it(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "few.png"), laid(SHUFFLED[:3], rows(3)))
    words = ["deck", str(tmp_path / "few.png"), "--jokers", "0"]

    text = CliRunner().invoke(app, words).stdout.splitlines()
    record = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)

    assert record["answer"] in text
    assert text[-1] == "show the missing cards again, or look for them"
