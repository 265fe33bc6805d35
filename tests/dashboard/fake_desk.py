"""A camera desk driven by hand, running in a thread of its own.

``python -m tests.dashboard.fake_desk [port]`` shows one in a browser.
"""

import asyncio
import sys
import threading
from collections.abc import Callable
from types import TracebackType

import cv2
import numpy as np

from dashboard.desk import desk_server, serve_desk
from dashboard.desk_state import (
    DeedRefused,
    DeskAction,
    DeskDeed,
    DeskFinding,
    DeskPicture,
    DeskQuad,
    DeskRegion,
    DeskState,
    DeskTile,
)

SIZE_PX = (1280, 720)


def seat(name: str, x: float, y: float) -> DeskRegion:
    """Return a rectangle of 200 x 150 px with its upper left corner there."""
    return DeskRegion(name=name, corners_px=((x, y), (x + 200, y), (x + 200, y + 150), (x, y + 150)))


def example() -> DeskState:
    """Return a desk with something of everything."""
    return DeskState(
        title="Overhead camera: seats",
        instruction="Draw each seat's part of the table.",
        progress=0.6,
        findings=(
            DeskFinding(ok=True, text="A standard index is 19 px tall here: enough; 14 is the least."),
            DeskFinding(ok=False, text="Light from the left is too strong: 4 % of the picture is white."),
        ),
        quads=(
            DeskQuad(label="sheet", corners_px=((500, 260), (760, 250), (780, 420), (490, 430)), tone="good"),
        ),
        tiles=(DeskTile(text="upper left", state="done"), DeskTile(text="upper right", state="now")),
        actions=(
            DeskAction(name="save", label="Save", primary=True),
            DeskAction(name="cancel", label="Cancel"),
        ),
        regions=(seat("1", 100, 120), seat("2", 900, 400)),
        regions_may_change=True,
        size_px=SIZE_PX,
    )


class FakeDriver:
    """Shows *showing*, keeps the regions and deeds it is given; ``save`` ends it, ``cancel`` is refused."""

    def __init__(self, showing: DeskState) -> None:
        self.showing = showing
        self.deeds: list[DeskDeed] = []
        image = np.full((SIZE_PX[1], SIZE_PX[0], 3), (70, 95, 20), np.uint8)
        cv2.circle(image, (640, 340), 200, (200, 220, 200), 4)
        self._jpeg = cv2.imencode(".jpg", image)[1].tobytes()

    def state(self) -> DeskState:
        return self.showing

    def picture(self) -> DeskPicture | None:
        return DeskPicture(1, self._jpeg)

    def act(self, deed: DeskDeed) -> None:
        self.deeds.append(deed)
        match deed.name:
            case "regions":
                self.showing = self.showing.model_copy(update={"regions": deed.regions})
            case "save":
                self.showing = self.showing.model_copy(update={"done": True})
            case _:
                raise DeedRefused("There is nothing to cancel.")


class RunningDesk:
    """A desk served in a thread of its own; ends with the block."""

    def __init__(self, driver: FakeDriver, port: int = 0, key: str | None = None) -> None:
        self.driver = driver
        self._server = desk_server(driver, port, key=key)
        self.url = self._server.url
        self._stop: Callable[[], object] = self._server.stop
        self.thread = threading.Thread(target=lambda: asyncio.run(serve_desk(driver, self._server)))

    def __enter__(self) -> "RunningDesk":
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()
        self.thread.join()


if __name__ == "__main__":
    with RunningDesk(FakeDriver(example()), int(sys.argv[1]) if len(sys.argv) > 1 else 0) as running:
        print(running.url, flush=True)
        running.thread.join()
