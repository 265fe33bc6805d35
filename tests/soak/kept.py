"""Finished blocks of a soak, a line each: a soak that was stopped, or whose machine lost its power, goes on from them."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def kept(path: Path) -> list[dict[str, Any]]:
    """Return the blocks that were kept; half a line at the end is none, and is taken off."""
    if not path.exists():
        return []
    whole, _, half = path.read_bytes().rpartition(b"\n")
    if half:
        os.truncate(path, path.stat().st_size - len(half))
    return [json.loads(line) for line in whole.splitlines()]


def keep(path: Path, block: Mapping[str, object]) -> None:
    """Write a block behind the others."""
    with path.open("ab") as out:
        out.write(json.dumps(block).encode() + b"\n")
