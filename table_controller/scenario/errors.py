"""What is wrong with a scenario file, where, in words a dealer understands."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

LONGEST: Final = 300
"""Letters of a reason: it may quote a word of any length, and must stay one line."""


class ScenarioError(ValueError):
    """The file cannot be played: *line* and *column* (both from 1) and the reason."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        reason = reason if len(reason) <= LONGEST else f"{reason[:LONGEST]}…"
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason


def nearest(word: str, known: Iterable[str]) -> str:
    """Return `` (nearest known: …)`` for a word nobody knows, or nothing where none is near.

    >>> nearest("chekcs", ("checks", "calls"))
    ' (nearest known: checks)'
    >>> nearest("quux", ("checks", "calls"))
    ''
    """
    close = get_close_matches(word, tuple(known), n=1, cutoff=0.5)
    return f" (nearest known: {close[0]})" if close else ""
