"""``drawtable doctor``: what this installation has, and what to do where it lacks something."""

import importlib.util
from collections.abc import Callable

from firmware_bridge.discovery import list_devices
from table_controller.broker.supervisor import BrokerFailed, find_nats_server

Finding = tuple[str, bool, str]


def examine() -> list[Finding]:
    """Return (what, ok, detail) for each part."""
    return [
        _tried("card reader", _reader),
        _tried("broker", _broker),
        _tried("serial ports", _ports),
        _tried("cameras", _cameras),
    ]


def _tried(what: str, look: Callable[[], str]) -> Finding:
    try:
        return what, True, look()
    except (ImportError, OSError, RuntimeError, ValueError, BrokerFailed) as error:
        return what, False, str(error).splitlines()[0]


def _reader() -> str:
    if importlib.util.find_spec("cv2") is None:
        raise ImportError(
            "opencv-python is not installed: run `make demo` once, or install requirements.lock"
        )
    from table_controller.app.reading_room import require_weights
    from vision.reader import THRESHOLD, CardReader

    require_weights()
    CardReader()
    return f"weights load; answers from a score of {THRESHOLD:g}"


def _broker() -> str:
    return f"embedded: {find_nats_server().name}"


def _ports() -> str:
    found = [device.device_path for device in list_devices()]
    return ", ".join(found) or "none plugged in"


def _cameras() -> str:
    from vision.cameras.listing import plugged_cameras

    return "; ".join(f"{one.name}: {one.line}" for one in plugged_cameras()) or "none plugged in"
