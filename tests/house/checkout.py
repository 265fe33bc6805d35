"""The files of this checkout, for the tests that read them all."""

import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]


@cache
def _listed() -> tuple[Path, ...]:
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return tuple(path for name in listed.split("\0") if name and (path := ROOT / name).is_file())


def committed_files() -> tuple[Path, ...]:
    """Return the committed files; skips the test where this is no checkout."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no git checkout")
    return _listed()


def manual(name: str) -> str:
    """Return a page of the manual."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")
