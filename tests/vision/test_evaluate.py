"""Scoring of readings against labelled pictures, as DESIGN.md words it."""

import json
from pathlib import Path

import pytest

from vision.evaluate import Score, Truth, TruthError, load_truth, percentile, score, tally


def picture(*cards: str, also: tuple[str, ...] = (), unsure_only: bool = False) -> Truth:
    return Truth(Path("picture.jpg"), "source", cards, also, unsure_only)


def test_right_wrong_and_missed_are_told_apart() -> None:
    assert score(picture("Ah", "Kd", "2c"), ["Ah", "3s"]) == Score(("Ah",), ("3s",), ("2c", "Kd"))


def test_a_card_answered_once_too_often_is_wrong() -> None:
    assert score(picture("Ah"), ["Ah", "Ah"]) == Score(("Ah",), ("Ah",), ())


def test_two_decks_may_hold_the_same_card_twice() -> None:
    assert score(picture("Ah", "Ah"), ["Ah", "Ah"]) == Score(("Ah", "Ah"), (), ())


def test_an_unread_card_is_no_answer() -> None:
    assert score(picture("Ah"), ["??", "??"]) == Score((), (), ("Ah",))


def test_a_truth_without_suit_takes_any_suit_of_its_rank() -> None:
    assert score(picture("Q?", "T?"), ["Qs", "Tc"]) == Score(("Qs", "Tc"), (), ())


def test_an_equal_truth_is_taken_before_one_without_suit() -> None:
    """The order of answers must not matter: Qh takes Qh, so that Qs still finds Q?."""
    assert score(picture("Q?", "Qh"), ["Qs", "Qh"]) == Score(("Qh", "Qs"), (), ())


def test_a_truth_without_suit_does_not_take_another_rank() -> None:
    assert score(picture("Q?"), ["Ks"]) == Score((), ("Ks",), ("Q?",))


def test_also_is_neither_right_nor_wrong() -> None:
    assert score(picture("Ah", also=("9c",)), ["Ah", "9c"]) == Score(("Ah",), (), ())
    assert score(picture("Ah", also=("9c",)), ["Ah"]) == Score(("Ah",), (), ())
    assert score(picture("Ah", also=("9c",)), ["Ah", "9c", "9c"]) == Score(("Ah",), ("9c",), ())


def test_pictures_to_be_unsure_of_count_for_wrong_only() -> None:
    assert score(picture("Ah", "Kd", unsure_only=True), ["Ah", "8s"]) == Score((), ("8s",), ())


def test_a_joker_is_a_card_like_any_other() -> None:
    assert score(picture("Jk"), ["Jk"]) == Score(("Jk",), (), ())


def test_sums_give_recall_and_precision() -> None:
    total = tally([score(picture("Ah", "Kd"), ["Ah"]), score(picture("2c", "3c"), ["2c", "4c"])])

    assert (total.pictures, total.truths, total.right, total.wrong) == (2, 4, 2, 1)
    assert total.recall == pytest.approx(0.5)
    assert total.precision == pytest.approx(2 / 3)


def test_nothing_there_and_nothing_answered_has_no_recall_and_no_precision() -> None:
    total = tally([score(picture(), [])])

    assert total.recall is None
    assert total.precision is None


def test_percentiles_are_values_that_occurred() -> None:
    values = [float(v) for v in range(1, 101)]

    assert percentile(values, 0.5) == 51.0
    assert percentile(values, 0.99) == 100.0


def write(path: Path, document: object) -> Path:
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def test_a_truth_file_is_read_with_paths_relative_to_it(tmp_path: Path) -> None:
    images = [
        {"path": "a.jpg", "cards": ["Ah", "Q?", "Jk"], "boxes": "ignored"},
        {"path": "b.jpg", "cards": [], "also": ["2c"], "source": "other", "unsure_only": True},
    ]
    truths = load_truth(write(tmp_path / "t.json", {"source": "mine", "images": images}))

    assert truths[0] == Truth(tmp_path / "a.jpg", "mine", ("Ah", "Q?", "Jk"))
    assert truths[1] == Truth(tmp_path / "b.jpg", "other", (), ("2c",), True)


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ([], 'no "images" list'),
        ({"images": []}, 'no "images" list'),
        ({"images": [{"cards": ["Ah"]}]}, 'no "path"'),
        ({"images": [{"path": "a\0.jpg", "cards": []}]}, "zero byte"),
        ({"images": [{"path": "a.jpg", "cards": ["1h"]}]}, "not a card: '1h'"),
        ({"images": [{"path": "a.jpg", "cards": ["X?"]}]}, "not a card: 'X?'"),
        ({"images": [{"path": "a.jpg", "cards": [7]}]}, "not a card: 7"),
        ({"images": [{"path": "a.jpg", "cards": "Ah"}]}, "not a list"),
    ],
)
def test_a_truth_file_of_another_layout_is_refused_in_one_line(
    tmp_path: Path, document: object, complaint: str
) -> None:
    path = write(tmp_path / "t.json", document)

    with pytest.raises(TruthError) as caught:
        load_truth(path)

    assert complaint in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_truth_file_that_is_missing_or_no_json_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.json").write_text("Ah Kd", encoding="utf-8")

    with pytest.raises(TruthError, match="not JSON"):
        load_truth(tmp_path / "t.json")
    (tmp_path / "t.json").write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(TruthError, match="brackets"):
        load_truth(tmp_path / "t.json")
    with pytest.raises(TruthError, match="too large"):
        load_truth(Path("/dev/zero"))
    with pytest.raises(TruthError, match="cannot open"):
        load_truth(tmp_path / "none.json")
