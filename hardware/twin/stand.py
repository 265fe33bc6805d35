"""A button box and a webcam's video on a desk with neither: for bringing up `drawtable run` without hardware.

``python -m hardware.twin.stand DIR`` opens a serial port at ``DIR/box``, records ``DIR/webcam.avi`` and presses the
buttons whose names are typed.
"""

import random
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from hardware.twin.cameras import OverheadCamera
from hardware.twin.deck import PhysicalCard
from hardware.twin.devices.button_box import ButtonBoxModel
from hardware.twin.people import Box
from hardware.twin.recording import record
from hardware.twin.seat_buttons import SeatButton
from hardware.twin.world import World
from table_controller.cards import Card, parse_cards

BUTTON_WORDS: Final = {button.name.lower().replace("_", "-"): button for button in SeatButton}
DEFAULT_HAND: Final = "Ks Kd 8h 4c 2s"
FRAMES: Final = 100


class _Stacked(random.Random):
    """Gives out the faces wanted, in this order."""

    def __init__(self, faces: Iterable[Card]) -> None:
        super().__init__(0)
        self._faces = list(faces)

    def choice(self, seq: Iterable[PhysicalCard]) -> PhysicalCard:  # type: ignore[override]
        face = self._faces.pop(0)
        return next(card for card in seq if card.face is face)


def record_hand(path: Path, cards: tuple[Card, ...], frames: int = FRAMES) -> None:
    """Record a hand tabled under a camera.

    :raises ValueError: no cards, or more than five
    :raises OSError: the file cannot be written
    """
    if not 1 <= len(cards) <= 5:
        raise ValueError(f"not a hand: {len(cards)} cards (1 to 5)")
    world = World(1, chooser=_Stacked(cards))
    world.shuffle()
    for _ in cards:
        world.eject(1)
    world.table(1)
    camera = OverheadCamera(world, 1, seed=0)
    record(path, (camera.frame() for _ in range(frames)))


def buttons_of(line: str) -> tuple[SeatButton, ...]:
    """Return the buttons named in a line.

    >>> buttons_of("plus plus confirm")
    (<SeatButton.PLUS: 5>, <SeatButton.PLUS: 5>, <SeatButton.CONFIRM: 6>)
    >>> buttons_of("push")
    Traceback (most recent call last):
    ValueError: no button is called 'push' (there are fold, check, bet, all-in, minus, plus, confirm, openers)
    """
    for word in line.lower().split():
        if word not in BUTTON_WORDS:
            raise ValueError(f"no button is called {word!r} (there are {', '.join(BUTTON_WORDS)})")
    return tuple(BUTTON_WORDS[word] for word in line.lower().split())


def press_lines(box: Box, lines: Iterable[str], console: Console) -> None:
    """Press what each line names, until there are no more."""
    for line in lines:
        try:
            for button in buttons_of(line):
                box.press(button)
        except ValueError as error:
            console.print(str(error), style="red", markup=False)


def main(
    directory: Annotated[Path, typer.Argument(help="Where the port and the video are put.")],
    cards: Annotated[str, typer.Option(help="The hand in the video.")] = DEFAULT_HAND,
) -> None:
    """Put a button box and a webcam's video on the desk.

    Example: python -m hardware.twin.stand /tmp/desk --cards "Ah Ad 9c 5s 2h"
    """
    console = Console()
    video, port = directory / "webcam.avi", directory / "box"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        record_hand(video, parse_cards(cards))
    except (ValueError, OSError) as error:
        console.print(f"{error}", style="red", markup=False)
        raise typer.Exit(2) from None
    box = ButtonBoxModel(port)
    box.start()
    try:
        console.print(f"Button box at {port}, video of {cards} at {video}.", soft_wrap=True)
        console.print(f"Type buttons and Enter: {', '.join(BUTTON_WORDS)}. Ctrl-D ends.")
        press_lines(box, typer.get_text_stream("stdin"), console)
    except KeyboardInterrupt:
        console.print("")
    finally:
        box.stop()


if __name__ == "__main__":
    typer.run(main)
