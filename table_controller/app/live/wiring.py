"""The live view of a running table and its gate."""

from collections.abc import Mapping
from dataclasses import dataclass

from dashboard.live_gate import LiveGate
from table_controller.app.eyes import CameraEye
from table_controller.app.live.reading import LiveReader
from table_controller.app.live.view import LiveView, Watched
from table_controller.controller.controller import Controller


@dataclass(frozen=True, slots=True)
class Live:
    view: LiveView
    gate: LiveGate


def live_of(
    eyes: Mapping[tuple[str, int], CameraEye],
    controller: Controller,
    seats: int,
    token: str | None,
    deck: str | None = None,
) -> Live | None:
    """Return the live view of these cameras, by role and seat (0: the whole table); None without token or cameras.

    *deck* is the file of the enrolled deck.
    """
    if token is None or not eyes:
        return None
    cameras = [
        Watched(eye.name, role, eye.source, seat or None, eye.regions) for (role, seat), eye in eyes.items()
    ]
    view = LiveView(controller, cameras, seats, LiveReader(deck))
    for eye in eyes.values():
        eye.listen(view.hear)
    return Live(view, LiveGate(token))
