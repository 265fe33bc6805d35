"""``drawtable`` with a card reader that sees the twin's cards as they are: ``python -m tests.app.seeing demo …``.

For tests of everything but reading; cameras, presses, serial ports, log, broker and page are the real ones.
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # as table_controller.cli does, before the imports below

from hardware.twin.cameras import Camera, OverheadCamera, ShoeCamera, TrayCamera
from hardware.twin.deck import PhysicalCard, tabled_by
from table_controller import cli
from table_controller.app import demo
from table_controller.ports import Seen


class TruthSource:
    """Hands on the camera itself where a picture belongs."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera

    def frame(self) -> Camera:
        return self._camera


class TruthRoom:
    """Reads what lies under a camera of the twin."""

    async def read(self, camera: Camera) -> tuple[Seen, ...]:
        return tuple(Seen(card.face, 1.0) for card in cards_under(camera))

    def close(self) -> None:
        return


def cards_under(camera: Camera) -> tuple[PhysicalCard, ...]:
    if isinstance(camera, ShoeCamera):
        card = camera._world.in_shoe_window()
        return (card,) if card is not None else ()
    if isinstance(camera, TrayCamera):
        groups = camera._world.discard_groups()
        return groups[-1].cards if groups else ()
    assert isinstance(camera, OverheadCamera)
    return camera._world.at(tabled_by(camera.seat))


def see_truly() -> None:
    """Put the true reader in the place of the real one."""
    demo.ReadingRoom = TruthRoom  # type: ignore[misc, assignment]
    demo.TwinEye = TruthSource  # type: ignore[misc, assignment]


if __name__ == "__main__":
    see_truly()
    cli.main()
