"""A box and a video for a desk without hardware."""

import io
import os
import subprocess
import sys
from pathlib import Path

import cv2
import pytest
from rich.console import Console

from hardware.twin.seat_buttons import SeatButton as B
from hardware.twin.stand import press_lines, record_hand
from table_controller.cards import parse_cards


class Finger:
    """Remembers what was pressed."""

    def __init__(self) -> None:
        self.pressed: list[int] = []

    def press(self, button: int) -> None:
        self.pressed.append(button)


def test_lines_of_words_become_presses_and_a_wrong_word_is_told() -> None:
    box, screen = Finger(), io.StringIO()

    press_lines(box, ["plus plus confirm", "", "shove", "all-in"], Console(file=screen, width=200))

    assert box.pressed == [B.PLUS, B.PLUS, B.CONFIRM, B.ALL_IN]
    assert "no button is called 'shove'" in screen.getvalue()


def test_the_video_shows_a_tabled_hand(tmp_path: Path) -> None:
    record_hand(tmp_path / "webcam.avi", parse_cards("Ks Kd 8h 4c 2s"), frames=3)

    video = cv2.VideoCapture(str(tmp_path / "webcam.avi"))
    count = int(video.get(cv2.CAP_PROP_FRAME_COUNT))
    video.release()
    assert count == 3


def test_a_hand_of_no_cards_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not a hand"):
        record_hand(tmp_path / "webcam.avi", ())


def run_stand(*arguments: str) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).parents[2]
    return subprocess.run(
        [sys.executable, "-m", "hardware.twin.stand", *arguments],
        input="check\n",
        capture_output=True,
        text=True,
        timeout=60,
        cwd=root,
        env={**os.environ, "COLUMNS": "200"},
    )


def test_the_stand_says_where_things_are_and_ends_with_its_input(tmp_path: Path) -> None:
    done = run_stand(str(tmp_path / "desk"))

    assert done.returncode == 0, done.stderr
    assert str(tmp_path / "desk" / "box") in done.stdout
    assert (tmp_path / "desk" / "webcam.avi").exists()


def test_a_card_that_is_none_is_one_line_and_exit_2(tmp_path: Path) -> None:
    done = run_stand(str(tmp_path), "--cards", "Kx")

    assert done.returncode == 2
    assert "not a card: 'Kx'" in done.stdout
    assert "Traceback" not in done.stderr
