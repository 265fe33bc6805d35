"""Measures how reading falls off as indices get smaller, prints the table and draws the chart."""

import random
from pathlib import Path
from typing import Annotated

import cv2
import numpy as np
import typer
from numpy.typing import NDArray

from table_controller import stopped
from table_controller.cards import card_text, parse_card
from vision.find import MODELS
from vision.reader import CardReader
from vision.synthetic.decks import Deck, DrawnDeck
from vision.training.art import HELD_OUT, ArtDeck
from vision.training.by_size import SIZES_PX, Row, measured, plot, scenes_at, table
from vision.training.pace import bar
from vision.training.styles import random_back, random_deck


def decks_of(data: Path) -> dict[str, list[Deck]]:
    """Return the decks kept out of training, and fresh own ones."""
    luck = random.Random(9002)
    kept_out: list[Deck] = [ArtDeck(data / "art", design, random_back(luck)) for design in HELD_OUT]
    own = (random_deck(luck, data / "art", data / "fonts") for _ in range(400))
    drawn = [deck for deck in own if isinstance(deck, DrawnDeck) and deck.known(parse_card("Js"))]
    return {"kept out": kept_out, "own, fresh": list(drawn[:40])}


def main(
    data: Annotated[Path, typer.Option(help="Folder of fetched art and fonts.")] = Path("var/training"),
    models: Annotated[Path, typer.Option(help="Folder of the networks.")] = MODELS,
    scenes: Annotated[int, typer.Option(help="How many scenes of each size and kind.")] = 90,
    out: Annotated[Path, typer.Option("--plot", help="The chart.")] = Path("docs/vision-falloff.png"),
    seed: int = 501,
) -> None:
    """Measure and draw. Example: python -m vision.training.falloff"""
    reader = CardReader(models=models)

    def answers(image: NDArray[np.uint8]) -> list[str]:
        return [card_text(s.card) for s in reader.read(image).sightings]

    rows: dict[str, list[Row]] = {}
    with bar() as progress:
        for name, decks in decks_of(data).items():
            sizes = progress.track(SIZES_PX, description=name)
            rows[name] = [measured(px, scenes_at(px, decks, scenes, seed), answers) for px in sizes]
    print(table(rows))
    cv2.imwrite(str(out), plot(rows))


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
