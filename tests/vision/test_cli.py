"""``drawtable vision read`` and ``evaluate``: what they print, and how they end."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from table_controller.cards import card_text, parse_maybe_card
from vision.cli import app
from vision.evaluate import load_truth
from vision.synthetic.decks import DrawnDeck
from vision.synthetic.optics import Light
from vision.synthetic.scene import Scene, SceneStyle, render
from vision.synthetic.styles import DEFAULT

CLEAR = SceneStyle(
    index_px=(28, 34), cards=(4, 5), backs=0, bare=0, occluders=0, tilt=0.3, light=Light(0.2), groups=False
)


@pytest.fixture(scope="module")
def scene() -> Scene:
    return render(np.random.default_rng(3), [DrawnDeck(DEFAULT)], CLEAR)


@pytest.fixture
def picture(tmp_path: Path, scene: Scene) -> Path:
    cv2.imwrite(str(tmp_path / "scene.png"), scene.image)
    return tmp_path / "scene.png"


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.stdout, result.stderr


def test_read_prints_one_json_line_a_picture(picture: Path, scene: Scene) -> None:
    code, out, _ = run("read", str(picture), str(picture), "--json")

    records = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert len(records) == 2
    assert set(records[0]) == {"path", "ms", "cards", "backs", "hands", "alarms"}
    assert records[0]["path"] == str(picture)
    for card in records[0]["cards"]:
        assert set(card) == {"card", "score", "corners_px"}
        assert card_text(parse_maybe_card(card["card"])) == card["card"]
        assert 0 <= card["score"] <= 1
        assert np.array(card["corners_px"]).shape == (4, 2)


def test_a_card_that_should_lie_elsewhere_is_not_answered_and_named(picture: Path) -> None:
    _, plain, _ = run("read", str(picture), "--json")
    seen = [card["card"] for card in json.loads(plain)["cards"]]
    known = seen[0]

    code, out, _ = run("read", str(picture), "--json", "--elsewhere", f"{known} 2c")
    _, words, _ = run("read", str(picture), "--elsewhere", known)

    record = json.loads(out)
    assert code == 0
    assert sorted(card["card"] for card in record["cards"]) == sorted(["??", *seen[1:]])
    assert record["cards"][-1]["card"] == "??"
    assert [(alarm["card"], len(alarm["places"])) for alarm in record["alarms"]] == [(known, 1)]
    assert f"; {known} lies here, and should lie elsewhere" in words


def test_cards_elsewhere_that_are_no_cards_are_refused_in_a_line(picture: Path) -> None:
    code, out, err = run("read", str(picture), "--elsewhere", "Ah 1x")

    assert (code, out) == (2, "")
    assert err == "drawtable vision: --elsewhere: not a card: '1x': write them as 'Ah Kd'\n"


def test_read_for_people_is_one_line_a_picture(picture: Path) -> None:
    code, out, _ = run("read", str(picture))

    assert code == 0
    assert out.startswith(f"{picture}: ")
    assert len(out.splitlines()) == 1


def test_video_lines_carry_frame_and_time(tmp_path: Path, scene: Scene) -> None:
    video = str(tmp_path / "v.avi")
    size = scene.image.shape[1::-1]
    writer = cv2.VideoWriter(video, cv2.VideoWriter.fourcc(*"MJPG"), 5.0, size)
    for _ in range(3):
        writer.write(scene.image)
    writer.release()

    code, out, _ = run("read", video, "--json", "--every", "2")

    records = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [(r["frame"], r["t_ms"]) for r in records] == [(0, 0), (2, 400)]


def test_a_file_that_is_no_picture_ends_with_2_and_one_line_after_the_others_were_read(
    tmp_path: Path, picture: Path
) -> None:
    (tmp_path / "note.jpg").write_text("no photo")

    code, out, err = run("read", str(tmp_path / "note.jpg"), str(picture), "--json")

    assert code == 2
    assert len(out.splitlines()) == 1
    assert err.strip().count("\n") == 0
    assert "not a picture" in err


def test_a_missing_file_ends_with_2(tmp_path: Path) -> None:
    code, out, err = run("read", str(tmp_path / "none.jpg"))

    assert (code, out) == (2, "")
    assert "no such file" in err


def truth_file(folder: Path, picture: Path, *cards: str) -> Path:
    path = folder / "truth.json"
    path.write_text(json.dumps({"source": "mine", "images": [{"path": picture.name, "cards": cards}]}))
    return path


def test_evaluate_prints_sums_a_source_and_in_all(tmp_path: Path, picture: Path, scene: Scene) -> None:
    cards = [c.card.text for c in scene.cards if c.card]
    code, out, _ = run("evaluate", str(truth_file(tmp_path, picture, *cards)), "--json")

    document = json.loads(out)
    assert code == 0
    assert set(document) == {"threshold", "sources", "all", "wrong_answers"}
    (row,) = document["sources"]
    assert row["source"] == "mine"
    assert set(row) - {"source"} == set(document["all"])
    assert row["cards"] == len(cards)
    assert row["right"] + row["missed"] == len(cards)
    assert {"recall", "precision", "wrong", "ms_p50", "ms_p99"} <= set(row)


def test_evaluate_names_wrong_answers_and_fails_the_bar_they_miss(tmp_path: Path, picture: Path) -> None:
    truth = truth_file(tmp_path, picture)

    code, out, _ = run("evaluate", str(truth), "--max-wrong", "0")

    assert code == 1
    assert "wrong: " in out
    assert run("evaluate", str(truth))[0] == 0
    assert run("evaluate", str(truth), "--min-recall", "0.9")[0] == 1


def test_evaluate_says_in_one_line_what_is_wrong_with_its_input(tmp_path: Path, picture: Path) -> None:
    (tmp_path / "bad.json").write_text("{")
    lost = truth_file(tmp_path, Path("lost.jpg"), "Ah")

    for words, complaint in (("bad.json", "not JSON"), ("none.json", "cannot open"), (lost.name, "lost.jpg")):
        code, out, err = run("evaluate", str(tmp_path / words))
        assert (code, out) == (2, "")
        assert complaint in err
        assert err.strip().count("\n") == 0


def test_every_verb_has_help_with_an_example() -> None:
    for verb in ("read", "evaluate"):
        code, out, _ = run(verb, "--help")
        assert code == 0
        assert f"Example: drawtable vision {verb}" in " ".join(out.split())


def test_the_layout_in_the_docs_is_the_one_that_is_read(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "vision.md").read_text(encoding="utf-8")
    example = page.split("```json", 1)[1].split("```", 1)[0]
    (tmp_path / "t.json").write_text(example, encoding="utf-8")

    truths = load_truth(tmp_path / "t.json")

    assert any(t.unsure_only for t in truths)
    assert any(t.also for t in truths)
