"""Measures how far scores can be believed, and draws it: of the cards that scored .8, were 8 of 10 right?"""

from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from table_controller import stopped
from vision.find import Finder
from vision.pair import THRESHOLD
from vision.read import IndexReader
from vision.score import shipped_score
from vision.training.fit_score import coverage, judged
from vision.training.observe import observe

BINS = 10
PLOT_PX = 420
MARGIN_PX = 50
INKS = ((180, 90, 20), (30, 110, 30), (40, 40, 200), (150, 60, 150))
Scored = tuple[NDArray[np.float64], NDArray[np.float64]]
"""The score of every card that seems to lie there, and 1 where its reading is right."""


def bins(scores: NDArray[np.float64], right: NDArray[np.float64]) -> list[tuple[float, float, int]]:
    """Return mean score, share of right ones and count of every tenth that holds any."""
    number = np.minimum((scores * BINS).astype(int), BINS - 1)
    kept = (number == k for k in range(BINS))
    return [(float(scores[k].mean()), float(right[k].mean()), int(k.sum())) for k in kept if k.any()]


def calibration_error(scores: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    """Return the expected calibration error over ten equal bins of score."""
    table = bins(scores, right)
    total = sum(count for _, _, count in table)
    return sum(abs(score - share) * count for score, share, count in table) / max(1, total)


def plot(sets: dict[str, Scored]) -> NDArray[np.uint8]:
    """Return a chart: score to the right, share of right readings upwards, discs as large as their bins."""
    size = PLOT_PX + 2 * MARGIN_PX
    image = np.full((size, size, 3), 255, np.uint8)
    low, high = MARGIN_PX, MARGIN_PX + PLOT_PX

    def place(x: float, y: float) -> tuple[int, int]:
        return round(low + x * PLOT_PX), round(high - y * PLOT_PX)

    cv2.rectangle(image, (low, low), (high, high), (90, 90, 90), 1)
    cv2.line(image, place(0, 0), place(1, 1), (190, 190, 190), 1, cv2.LINE_AA)
    cv2.line(image, place(THRESHOLD, 0), place(THRESHOLD, 1), (190, 190, 190), 1)
    font, dark = cv2.FONT_HERSHEY_SIMPLEX, (60, 60, 60)
    for k in range(0, 11, 2):
        x, y = place(k / 10, 0), place(0, k / 10)
        cv2.putText(image, f"{k / 10:.1f}", (x[0] - 10, x[1] + 18), font, 0.4, dark, 1, cv2.LINE_AA)
        cv2.putText(image, f"{k / 10:.1f}", (y[0] - 30, y[1] + 4), font, 0.4, dark, 1, cv2.LINE_AA)
    cv2.putText(image, "score", (high - 40, high + 38), font, 0.45, dark, 1, cv2.LINE_AA)
    cv2.putText(image, "share of readings that are right", (low, low - 12), font, 0.45, dark, 1, cv2.LINE_AA)
    for number, (name, (scores, right)) in enumerate(sets.items()):
        ink = INKS[number % len(INKS)]
        table = bins(scores, right)
        line = np.array([place(score, share) for score, share, _ in table], np.int32)
        cv2.polylines(image, [line], False, ink, 1, cv2.LINE_AA)
        for (_, _, count), at in zip(table, line.tolist(), strict=True):
            cv2.circle(image, tuple(at), round(2 + np.sqrt(count) / 4), ink, -1, cv2.LINE_AA)
        label = f"{name}: {len(scores)} cards, ECE {calibration_error(scores, right):.3f}"
        cv2.putText(image, label, (low + 10, low + 20 + 18 * number), font, 0.42, ink, 1, cv2.LINE_AA)
    return image


def main(
    truths: Annotated[list[Path], typer.Argument(help="Files of labelled pictures.")],
    out: Annotated[Path, typer.Option(help="The chart.")] = Path("docs/vision-calibration.png"),
    every: Annotated[int, typer.Option(min=1, help="Of the pictures, take each so-manieth.")] = 1,
) -> None:
    """Measure and draw. Example: python -m vision.training.calibration ../shared/photos/rf100_valid.json"""
    finder, reader, model = Finder(), IndexReader(), shipped_score()
    sets: dict[str, Scored] = {}
    for path in truths:
        pictures = observe(path, finder, reader, every)
        scores, right = sets[_name_of(path)] = judged(pictures, model)
        sure = scores >= THRESHOLD
        print(
            f"{_name_of(path)}: {len(scores)} cards, ECE {calibration_error(scores, right):.4f};"
            f" {coverage(pictures, model)}, ECE {calibration_error(scores[sure], right[sure]):.4f}"
        )
    cv2.imwrite(str(out), plot(sets))


def _name_of(path: Path) -> str:
    return path.parent.name if path.stem == "truth" else path.stem


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
