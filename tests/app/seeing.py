"""``drawtable`` with a card reader that sees the twin's cards as they are: ``python -m tests.app.seeing demo …``.

For tests of everything but reading; cameras, presses, serial ports, log, broker and page are the real ones.
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"  # as table_controller.cli does, before the imports below

from hardware.twin.cameras import Camera, OverheadCamera, ShoeCamera, TrayCamera
from hardware.twin.deck import PhysicalCard, tabled_by
from table_controller import cli
from table_controller.app import demo
from table_controller.app.reading_room import Pictures, View
from tests.app.looks import surely
from vision.cameras.states import State
from vision.live.look import Look


class TruthSource:
    """Hands on the camera itself where a picture belongs."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera

    def frame(self) -> tuple[Camera]:
        return (self._camera,)  # another one each time, as a camera's pictures are

    def state(self) -> State:
        return State.OK


class TruthRoom:
    """Reads what lies under a camera of the twin."""

    def __init__(self, **_: object) -> None:
        return

    async def see(self, views: tuple[View, ...]) -> tuple[tuple[Look, ...], Pictures]:
        (camera,) = views[0].image
        return surely(views[0], (card.face for card in cards_under(camera)))

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
