"""Draws the picture of docs/vision.md: a scene of our own, what was read, and where."""

from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from table_controller import stopped
from table_controller.cards import card_text
from vision.reader import CardReader, Reading
from vision.synthetic.decks import DrawnDeck
from vision.synthetic.optics import Light
from vision.synthetic.scene import SceneStyle, render
from vision.synthetic.styles import DEFAULT

STYLE = SceneStyle(
    index_px=(26, 30), cards=(8, 9), backs=0.2, bare=0, occluders=1, tilt=0.8, light=Light(0.6)
)
READ, UNREAD, BACK = (80, 220, 60), (60, 120, 255), (255, 180, 60)


def annotated(image: NDArray[np.uint8], reading: Reading) -> NDArray[np.uint8]:
    """Return *image* with quads: read, there but unread, face down."""
    out = image.copy()
    for quad in reading.backs:
        cv2.polylines(out, [np.round(quad).astype(np.int32)], True, BACK, 2, cv2.LINE_AA)
    for sighting in reading.sightings:
        ink = READ if sighting.card else UNREAD
        cv2.polylines(out, [np.round(sighting.corners_px).astype(np.int32)], True, ink, 2, cv2.LINE_AA)
        x, y = (int(v) for v in sighting.corners_px.mean(axis=0))
        text = f"{card_text(sighting.card)} {sighting.score:.2f}"
        cv2.putText(out, text, (x - 40, y), cv2.FONT_HERSHEY_DUPLEX, 0.6, (0, 0, 0), 4, cv2.LINE_AA)
        cv2.putText(out, text, (x - 40, y), cv2.FONT_HERSHEY_DUPLEX, 0.6, ink, 1, cv2.LINE_AA)
    return out


def main(
    out: Annotated[Path, typer.Option(help="Picture to write.")] = Path("docs/vision-example.jpg"),
    seed: int = 9,
) -> None:
    """Draw the example. Example: python -m vision.training.draw_example"""
    scene = render(np.random.default_rng(seed), [DrawnDeck(DEFAULT)], STYLE)
    cv2.imwrite(
        str(out), annotated(scene.image, CardReader().read(scene.image)), [cv2.IMWRITE_JPEG_QUALITY, 85]
    )


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
