"""Words for where in a picture something is."""

from collections.abc import Iterable
from typing import Final

PLACES: Final = (
    ("upper left corner", "upper edge", "upper right corner"),
    ("left edge", "middle", "right edge"),
    ("lower left corner", "lower edge", "lower right corner"),
)
"""Nine places, by row and column of thirds."""


def third(value: float, whole: float) -> int:
    """Return 0, 1 or 2: in which third of *whole* a value lies.

    >>> third(10, 90), third(30, 90), third(90, 90)
    (0, 1, 2)
    """
    return min(2, max(0, int(3 * value / whole)))


def place_of(x: float, y: float, size_px: tuple[int, int]) -> str:
    """Return the place of a pixel.

    >>> place_of(1270, 20, (1280, 720))
    'upper right corner'
    """
    return PLACES[third(y, size_px[1])][third(x, size_px[0])]


def listed(words: Iterable[str]) -> str:
    """Return words as people list them.

    >>> listed(["left edge", "middle", "right edge"])
    'left edge, middle and right edge'
    """
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
