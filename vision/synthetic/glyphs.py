"""Our own rank glyphs: pen strokes, drawn as masks with a pen as thick and as flat as a style asks."""

import math
import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Stroke = tuple[Point, ...]

STEM_PX: Final = 16
"""Pen width on the drawing canvas; large enough that the resize to the wanted size smooths the edges."""


class GlyphSet(Protocol):
    """Anything that draws rank texts: our strokes, or a font when training."""

    def mask(self, text: str, height_px: int, width_px: int) -> NDArray[np.float32]:
        """Return the ink of *text*, 0-1, exactly (height_px, width_px), touching all four edges."""
        ...


def _arc(cx: float, cy: float, rx: float, ry: float, start_deg: float, end_deg: float) -> Stroke:
    steps = max(4, int(abs(end_deg - start_deg) / 8))
    angles = np.radians(np.linspace(start_deg, end_deg, steps + 1))
    return tuple((cx + rx * math.cos(a), cy + ry * math.sin(a)) for a in angles)


def _curve(p0: Point, p1: Point, p2: Point, p3: Point) -> Stroke:
    out = []
    for t in np.linspace(0.0, 1.0, 17):
        a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
        out.append(
            (
                float(a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0]),
                float(a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1]),
            )
        )
    return tuple(out)


_SIX: Final[tuple[Stroke, ...]] = (
    _arc(0.5, 0.68, 0.48, 0.32, 0, 360),
    _curve((0.02, 0.68), (0.02, 0.22), (0.4, 0.0), (0.88, 0.05)),
)

# Strokes in a unit box, y down. The second part holds the serifs: drawn only by styles that have them.
_STROKES: Final[dict[str, tuple[tuple[Stroke, ...], tuple[Stroke, ...]]]] = {
    "A": (
        (((0.06, 1), (0.5, 0), (0.94, 1)), ((0.2, 0.66), (0.8, 0.66))),
        (((-0.1, 1), (0.24, 1)), ((0.76, 1), (1.1, 1))),
    ),
    "1": ((((0.1, 0.2), (0.6, 0.0), (0.6, 1.0)),), (((0.2, 1.0), (1.0, 1.0)),)),
    "2": (
        ((*_arc(0.48, 0.28, 0.44, 0.28, 195, 395), (0.04, 1.0), (0.98, 1.0)),),
        (((0.98, 1.0), (0.98, 0.84)),),
    ),
    "3": (
        (_arc(0.47, 0.25, 0.41, 0.25, 200, 450), _arc(0.47, 0.735, 0.5, 0.265, 270, 525)),
        (),
    ),
    "4": ((((0.74, 1), (0.74, 0), (0.0, 0.7), (1.0, 0.7)),), (((0.5, 1), (0.98, 1)),)),
    "5": (
        (((0.92, 0), (0.16, 0), (0.1, 0.46), *_arc(0.46, 0.68, 0.5, 0.32, 222, 520)),),
        (),
    ),
    "6": (_SIX, ()),
    "7": (
        (((0.0, 0.0), (1.0, 0.0)), _curve((1.0, 0.0), (0.6, 0.4), (0.42, 0.7), (0.4, 1.0))),
        (((0.0, 0.0), (0.0, 0.16)),),
    ),
    "8": ((_arc(0.5, 0.25, 0.4, 0.25, 0, 360), _arc(0.5, 0.74, 0.48, 0.26, 0, 360)), ()),
    "9": (tuple(tuple((1 - x, 1 - y) for x, y in stroke) for stroke in _SIX), ()),
    "10": (
        (((0.0, 0.16), (0.15, 0.0), (0.15, 1.0)), _arc(0.73, 0.5, 0.27, 0.5, 0, 360)),
        (((0.0, 1.0), (0.3, 1.0)),),
    ),
    "J": (
        (((0.74, 0), (0.74, 0.68), *_arc(0.4, 0.7, 0.34, 0.3, 0, 175)),),
        (((0.48, 0), (1.0, 0)),),
    ),
    "Q": ((_arc(0.5, 0.5, 0.48, 0.5, 0, 360), ((0.52, 0.68), (1.0, 1.06))), ()),
    "K": (
        (((0.1, 0), (0.1, 1)), ((0.94, 0), (0.12, 0.62)), ((0.4, 0.42), (0.98, 1))),
        (
            ((-0.08, 0), (0.28, 0)),
            ((-0.08, 1), (0.28, 1)),
            ((0.76, 0), (1.08, 0)),
            ((0.8, 1), (1.14, 1)),
        ),
    ),
    "B": (
        (
            ((0.1, 0), (0.1, 1)),
            ((0.1, 0), *_arc(0.55, 0.24, 0.33, 0.24, -90, 90), (0.1, 0.48)),
            ((0.1, 0.48), *_arc(0.55, 0.74, 0.42, 0.26, -90, 90), (0.1, 1.0)),
        ),
        (((-0.06, 0), (0.2, 0)), ((-0.06, 1), (0.2, 1))),
    ),
    "D": (
        (((0.1, 0), (0.1, 1)), ((0.1, 0), *_arc(0.4, 0.5, 0.58, 0.5, -90, 90), (0.1, 1.0))),
        (((-0.06, 0), (0.2, 0)), ((-0.06, 1), (0.2, 1))),
    ),
    "\N{CYRILLIC CAPITAL LETTER DE}": (
        (
            ((0.24, 0), (0.82, 0), (0.82, 0.84)),
            _curve((0.3, 0.0), (0.3, 0.5), (0.22, 0.74), (0.12, 0.84)),
            ((0.02, 1), (0.02, 0.84), (0.98, 0.84), (0.98, 1)),
        ),
        (),
    ),
    "V": ((((0.04, 0), (0.5, 1), (0.96, 0)),), (((-0.1, 0), (0.22, 0)), ((0.78, 0), (1.1, 0)))),
    "R": (
        (
            ((0.1, 0), (0.1, 1)),
            ((0.1, 0), *_arc(0.55, 0.26, 0.36, 0.26, -90, 90), (0.1, 0.52)),
            ((0.45, 0.52), (0.96, 1)),
        ),
        (((-0.06, 0), (0.2, 0)), ((-0.08, 1), (0.28, 1)), ((0.8, 1), (1.1, 1))),
    ),
    "O": ((_arc(0.5, 0.5, 0.48, 0.5, 0, 360),), ()),
    "E": (
        (((0.92, 0), (0.1, 0), (0.1, 1), (0.96, 1)), ((0.1, 0.48), (0.72, 0.48))),
        (((-0.06, 0), (0.2, 0)), ((-0.06, 1), (0.2, 1))),
    ),
}


# Other ways of writing a rank that real decks have: three with a flat top, queen with her tail through the bowl, ...
_OTHERS: Final[dict[str, tuple[tuple[tuple[Stroke, ...], tuple[Stroke, ...]], ...]]] = {
    "2": (
        (
            (
                (
                    *_arc(0.48, 0.28, 0.44, 0.28, 195, 395),
                    (0.04, 0.94),
                    *_curve((0.04, 0.94), (0.3, 0.82), (0.6, 1.06), (0.98, 0.92)),
                ),
            ),
            (),
        ),
    ),
    "3": (
        (
            (
                (
                    (
                        (0.04, 0.14),
                        (0.04, 0.0),
                        (0.94, 0.0),
                        (0.42, 0.4),
                        *_arc(0.46, 0.7, 0.5, 0.3, -80, 165),
                    ),
                ),
                (),
            )
        ),
        (((((0.06, 0.0), (0.92, 0.0), (0.36, 0.44), *_arc(0.44, 0.72, 0.52, 0.28, -70, 160)),), ())),
        (
            (
                (
                    (0.06, 0.2),
                    (0.06, 0.0),
                    (0.88, 0.0),
                    (0.44, 0.37),
                    *_arc(0.5, 0.69, 0.46, 0.31, -84, 150),
                    (0.03, 0.7),
                ),
            ),
            (),
        ),
        (
            (
                (
                    (0.1, 0.17),
                    (0.12, 0.0),
                    (0.9, 0.0),
                    (0.5, 0.36),
                    (0.58, 0.37),
                    *_arc(0.5, 0.68, 0.45, 0.32, -60, 160),
                ),
            ),
            (),
        ),
    ),
    "4": (
        ((((0.3, 0.0), (0.0, 0.66), (1.0, 0.66)), ((0.7, 0.3), (0.7, 1.0))), (((0.5, 1), (0.92, 1)),)),
        ((((0.62, 1), (0.62, 0), (0.0, 0.62), (1.0, 0.62)),), ()),
    ),
    "5": (
        ((((0.94, 0), (0.14, 0), (0.14, 0.44), *_arc(0.44, 0.7, 0.52, 0.3, 235, 500)),), ()),
        (
            (
                ((0.14, 0.44), (0.14, 0.0)),
                *((_curve((0.14, 0.0), (0.4, 0.1), (0.7, 0.06), (0.92, -0.03)),)),
                (((0.14, 0.44), *_arc(0.44, 0.7, 0.52, 0.3, 235, 520))),
            ),
            (),
        ),
    ),
    "6": (
        ((_arc(0.5, 0.7, 0.48, 0.3, 0, 360), ((0.04, 0.62), (0.7, 0.0))), ()),
        (
            (
                _arc(0.5, 0.7, 0.48, 0.3, 0, 360),
                (*_arc(0.56, 0.36, 0.52, 0.36, 180, 325),),
                ((0.03, 0.36), (0.02, 0.7)),
            ),
            (),
        ),
    ),
    "9": (
        ((_arc(0.5, 0.3, 0.48, 0.3, 0, 360), ((0.96, 0.38), (0.3, 1.0))), ()),
        (
            (
                _arc(0.5, 0.3, 0.48, 0.3, 0, 360),
                (*_arc(0.44, 0.64, 0.52, 0.36, 0, 145),),
                ((0.97, 0.3), (0.97, 0.64)),
            ),
            (),
        ),
    ),
    "7": (((((0.0, 0.0), (1.0, 0.0), (0.34, 1.0)),), (((0.0, 0.0), (0.0, 0.16)),)),),
    "8": (((_arc(0.5, 0.22, 0.34, 0.22, 0, 360), _arc(0.5, 0.72, 0.5, 0.28, 0, 360)), ()),),
    "10": (
        (
            (((0.12, 0.0), (0.12, 1.0)), _arc(0.7, 0.5, 0.3, 0.5, 0, 360)),
            (((0.0, 0.0), (0.12, 0.0)), ((0.0, 1.0), (0.26, 1.0))),
        ),
    ),
    "J": (
        ((((0.66, 0), (0.66, 0.74), *_arc(0.36, 0.76, 0.3, 0.24, 0, 150)),), (((0.4, 0), (0.94, 0)),)),
        (
            (((0.8, 0), (0.8, 0.66), *_arc(0.42, 0.68, 0.38, 0.32, 0, 180), (0.04, 0.56)),),
            (((0.3, 0), (0.8, 0)),),
        ),
    ),
    "Q": (
        (
            (
                _arc(0.5, 0.46, 0.48, 0.46, 0, 360),
                _arc(0.36, 0.76, 0.2, 0.12, 0, 360),
                ((0.5, 0.82), (0.96, 1.02)),
            ),
            (),
        ),
        (
            (
                _arc(0.5, 0.46, 0.48, 0.46, 0, 360),
                _curve((0.2, 0.78), (0.45, 0.6), (0.6, 1.06), (0.98, 0.96)),
            ),
            (),
        ),
        ((_arc(0.5, 0.44, 0.48, 0.44, 0, 360), ((0.5, 0.7), (0.5, 1.04))), ()),
        ((_arc(0.5, 0.44, 0.48, 0.44, 0, 360), _curve((0.3, 0.9), (0.5, 0.8), (0.7, 1.1), (1.0, 1.0))), ()),
    ),
    "K": (
        (
            (((0.1, 0), (0.1, 1)), ((0.96, 0), (0.1, 0.5)), ((0.1, 0.5), (0.98, 1))),
            (((-0.08, 0), (0.28, 0)), ((-0.08, 1), (0.28, 1)), ((0.76, 0), (1.08, 0)), ((0.8, 1), (1.14, 1))),
        ),
    ),
    "A": (
        (
            (((0.06, 1), (0.44, 0), (0.56, 0), (0.94, 1)), ((0.16, 0.72), (0.84, 0.72))),
            (((-0.1, 1), (0.24, 1)), ((0.76, 1), (1.1, 1))),
        ),
    ),
}


PEN_TEXTS: Final = frozenset(_STROKES)
"""What the pen can write."""


@dataclass(frozen=True, slots=True)
class PenGlyphs:
    """Glyphs by a pen *weight* thick (share of the glyph's height), *contrast* as thick across as along; *hand* is
    whose hand it is: another one writes some ranks in another way, 0 all in the plain one."""

    weight: float = 0.17
    contrast: float = 0.62
    serifs: bool = True
    hand: int = 0

    def mask(self, text: str, height_px: int, width_px: int) -> NDArray[np.float32]:
        """See :class:`GlyphSet`. :raises ValueError: a text this set has no strokes for"""
        if text not in _STROKES:
            raise ValueError(f"no glyph for {text!r} (there are {' '.join(_STROKES)})")
        ink = _ink(text, self, round(64 * width_px / height_px) / 64)
        return cv2.resize(ink, (width_px, height_px), interpolation=cv2.INTER_AREA).astype(np.float32)


@lru_cache(maxsize=256)
def _ink(text: str, pen: PenGlyphs, aspect: float) -> NDArray[np.float32]:
    """Return the ink cropped to its bounding box. A flat pen is a round one on a canvas stretched upright."""
    ways = (_STROKES[text], *_OTHERS.get(text, ()))
    strokes, serifs = ways[random.Random(f"{pen.hand} {text}").randrange(len(ways)) if pen.hand else 0]
    tall = STEM_PX / pen.weight / pen.contrast
    wide = STEM_PX / pen.weight * aspect
    pad = 3 * STEM_PX
    canvas = np.zeros((int(tall + 2 * pad), int(1.3 * wide + 2 * pad)), np.uint8)
    for index, stroke in enumerate((*strokes, *(serifs if pen.serifs else ()))):
        points = np.array([(pad + 0.15 * wide + x * wide, pad + y * tall) for x, y in stroke])
        thickness = STEM_PX if index < len(strokes) else int(STEM_PX * 0.8)
        cv2.polylines(canvas, [np.round(points * 16).astype(np.int32)], False, 255, thickness, cv2.LINE_AA, 4)
    ys, xs = np.nonzero(canvas > 127)
    cut = canvas[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    return np.divide(cut, 255, dtype=np.float32)
