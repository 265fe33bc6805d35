"""Which cameras are plugged in, and the name under which each stays the same."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path("/")


@dataclass(frozen=True, slots=True)
class PluggedCamera:
    """A camera of this computer. *source* is the line's value for [[camera]]: the stable name where there is one."""

    name: str
    node: str
    source: str
    stable: bool
    usable: bool
    """Whether this user may open it."""

    @property
    def line(self) -> str:
        """What to write under [[camera]]."""
        return f'source = "{self.source}"'


def plugged_cameras(root: Path = ROOT) -> list[PluggedCamera]:
    """Return the cameras of this computer by their number; nothing is opened. *root* is where /dev and /sys are.

    A camera's second node, which gives no pictures but data about them, is left out. Empty where there is no V4L2.
    """
    nodes = sorted((root / "sys/class/video4linux").glob("video*"), key=_number)
    stable = _stable_names(root)
    found: list[PluggedCamera] = []
    for node in nodes:
        if _text(node / "index") not in ("", "0") or _is_no_camera(node):
            continue
        path = root / "dev" / node.name
        name = stable.get(os.path.realpath(path))
        found.append(
            PluggedCamera(
                _text(node / "name") or node.name,
                f"/dev/{node.name}",
                name or f"/dev/{node.name}",
                name is not None,
                os.access(path, os.R_OK | os.W_OK),
            )
        )
    return found


def _number(node: Path) -> tuple[int, str]:
    digits = node.name.removeprefix("video")
    return (int(digits) if digits.isdecimal() else sys.maxsize, node.name)


def _is_no_camera(node: Path) -> bool:
    """A decoder or scaler of the computer itself, as small boards have many."""
    return any(word in _text(node / "name").lower() for word in ("codec", "-isp", "decode", "encode"))


def _stable_names(root: Path) -> dict[str, str]:
    """Return stable names by the node they lead to: by serial number first, else by the socket it is plugged into."""
    names: dict[str, str] = {}
    for folder in ("by-id", "by-path"):
        links = root / "dev/v4l" / folder
        for link in sorted(links.iterdir()) if links.is_dir() else ():
            names.setdefault(os.path.realpath(link), f"/dev/v4l/{folder}/{link.name}")
    return names


def _text(path: Path) -> str:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""
