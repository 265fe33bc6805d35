"""Whether cards can be read in a camera's picture, in words: light, focus, size, and what to change."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.calibrate.board import MODULE_MM, SheetView
from vision.calibrate.glare import LEAST_WAVE, band_strength, glare_spots
from vision.calibrate.places import PLACES, listed, place_of
from vision.calibrate.plane import LEAST_INDEX_PX, STANDARD_INDEX_MM
from vision.calibrate.print_light import (
    ACROSS,
    DOWN,
    SURE,
    PrintLight,
    light_on_print,
    module_px,
    print_of,
)
from vision.calibrate.sharpness import Sharpness, sharpness
from vision.find import IndexFind

Image = NDArray[np.uint8]

MOST_BURNT: Final = 0.10
"""Share of index pixels that may be saturated in all; photos in which all is read have up to 0.06."""
MOST_BURNT_THERE: Final = 0.2
"""The same in one part of the picture."""
LEAST_PAPER: Final = 75.0
"""White paper darker than this drowns in grain on most cameras."""
MOST_UNEVEN: Final = 1.8
"""How many times brighter paper may be on one side of the picture than on the other."""
LEAST_SPAN_OF_SHEET: Final = 0.15
LEAST_SPAN: Final = 0.35
"""Print must be spread over so much of the picture before one side is compared with the other."""
SHARP_PX: Final = (3.2, 5.0)
"""Edges wider than this are soft where indices are small, or large; a sharp camera's are 2.1 to 2.8."""
SHARP_SHARE: Final = 0.19
"""Of an index's height, between those limits."""
MOVING: Final = 1.7
"""Edges across the movement are so many times wider than those along it."""
ALL: Final = slice(None)


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; *ok* false is a fault that somebody has to change. *kind* names it for programs:
    ``bright``, ``dark``, ``uneven``, ``glare``, ``focus``, ``motion``, ``flicker``, ``size``, ``nothing``."""

    kind: str
    ok: bool
    text: str


def judge(
    frames: Sequence[Image],
    sheet: SheetView | None,
    finds: Sequence[IndexFind],
    index_px: float | None = None,
) -> tuple[Finding, ...]:
    """Return what to say about the last of *frames*, one view in the order taken; sheet and indices as found in it.

    *index_px* is how tall an index is on the table where that is known.
    """
    image = frames[-1]
    height, width = image.shape[:2]
    tall = index_px or _index_px(sheet, finds)
    where = print_of((width, height), sheet, finds)
    light = None if where is None else light_on_print(image, where)
    strength = band_strength(frames)
    flickers = strength > LEAST_WAVE
    found = [*_focus(sharpness(image, None if where is None else where.mask), tall)]
    if flickers:  # then every frame's light is another, and what one shows of it is chance
        found.append(Finding("flicker", False, _FLICKER.format(100 * strength)))
    else:
        found += _light(image, light, sheet is not None)
    if index_px is not None:
        found.append(about_size(index_px))
    if light is None or not light.seen:
        found.append(Finding("nothing", True, NOTHING))
    elif not any(one.kind == "bright" and not one.ok for one in found):
        found += _glare(image)
    return tuple(sorted(found, key=lambda one: one.ok))


NOTHING: Final = (
    "No sheet and no card is seen: lay the sheet or some cards face up on the table to judge the light."
)
_FLICKER: Final = (
    "The light flickers: bands of {:.0f} % run over the picture. Set the exposure to 1/50 or 1/100 s where mains have "
    "50 Hz, 1/60 or 1/120 s where they have 60, or use a lamp on direct current."
)


def _index_px(sheet: SheetView | None, finds: Sequence[IndexFind]) -> float | None:
    """Return how tall the rank of an index is, from the sheet or else from those seen."""
    if sheet is not None:
        return module_px(sheet) / MODULE_MM * STANDARD_INDEX_MM
    sure = [find.height for find in finds if find.score >= SURE]
    return float(np.median(sure)) * RANK_SHARE if sure else None


RANK_SHARE: Final = 0.52
"""The rank's part of an index from the rank's top to the suit's foot."""


def _light(image: Image, light: PrintLight | None, of_sheet: bool) -> list[Finding]:
    if light is None or not light.seen:
        return _light_alone(image)
    burnt, paper = light.over(light.burnt, ALL, ALL) or 0.0, light.over(light.paper, ALL, ALL) or 0.0
    side, ratio = _stronger_side(light, of_sheet)
    worst = float(np.nanmax(light.burnt))
    if burnt > MOST_BURNT or worst > MOST_BURNT_THERE:
        return [Finding("bright", False, _too_bright(light, side, ratio, burnt))]
    if ratio > MOST_UNEVEN:
        other = _OPPOSITE[side]
        text = f"Light from {side} is {ratio:.1f} times as strong as from {other}: move the lamp, or add light from {other}."
        return [Finding("uneven", False, text)]
    if paper < LEAST_PAPER:
        text = f"Too dark: white paper is {paper:.0f} of 255 here; {LEAST_PAPER:.0f} is the least. Add light, or expose longer."
        return [Finding("dark", False, text)]
    text = f"Light is good: white paper is {paper:.0f} of 255, {100 * burnt:.0f} % of index pixels are saturated."
    return [Finding("bright", True, text)]


def _light_alone(image: Image) -> list[Finding]:
    """Judge the light where no print is found, perhaps because of the light."""
    level = image.min(axis=2)
    if float((level >= 250).mean()) > 0.5:
        return [
            Finding("bright", False, "Far too bright: most of the picture is white. Expose much shorter.")
        ]
    if float(np.quantile(image.max(axis=2), 0.99)) < LEAST_PAPER * 0.6:
        return [
            Finding(
                "dark", False, "Far too dark: hardly anything is seen. Take off the lens cap, or add light."
            )
        ]
    return []


_OPPOSITE: Final = {"the left": "the right", "the right": "the left", "above": "below", "below": "above"}


def _stronger_side(light: PrintLight, of_sheet: bool) -> tuple[str, float]:
    """Return from where paper gets most light, and how many times as much as on the other side of the picture.

    One sheet's light changes evenly, so what lies beside it is reckoned; cards are compared with each other only.
    """
    rows, columns = np.nonzero(light.ink_px > 0)
    best = ("the left", 1.0)
    for places, count, low, high in (
        (columns, ACROSS, "the left", "the right"),
        (rows, DOWN, "above", "below"),
    ):
        at = (places + 0.5) / count
        span = float(np.ptp(at)) if len(at) else 0.0
        if span < (LEAST_SPAN_OF_SHEET if of_sheet else LEAST_SPAN):
            continue
        weight = np.sqrt(light.ink_px[rows, columns])
        slope = float(np.polyfit(at, np.log(light.paper[rows, columns]), 1, w=weight)[0])
        ratio = math.exp(abs(slope) * (1.0 if of_sheet else span))
        if ratio > best[1]:
            best = (high if slope > 0 else low, ratio)
    return best


def _too_bright(light: PrintLight, side: str, ratio: float, burnt: float) -> str:
    """Say where too much light comes from: a side, a place, or the exposure as a whole."""
    there, opposite = _halves(light, side)
    if there is not None and opposite is not None and there > 2 * opposite and ratio > 1.25:
        return (
            f"Light from {side} is too strong: {_share(there)} of index pixels are saturated there. "
            "Dim or move that lamp, or make its light softer."
        )
    spots = [
        place_of(column + 0.5, row + 0.5, (ACROSS, DOWN))
        for row, column in np.argwhere(np.nan_to_num(light.burnt) > MOST_BURNT_THERE)
    ]
    if spots and len(spots) * 3 <= int((light.ink_px > 0).sum()):
        places = [name for names in PLACES for name in names if name in spots]
        worst = _share(float(np.nanmax(light.burnt)))
        return (
            f"Too bright in the {listed(places)}: {worst} of index pixels are saturated there. Move the lamp."
        )
    return f"Too bright: {_share(burnt)} of index pixels are saturated. Expose shorter, or dim the light."


def _halves(light: PrintLight, side: str) -> tuple[float | None, float | None]:
    """Return the saturated share of the half of the print towards *side*, and of the other half."""
    rows, columns = np.nonzero(light.ink_px > 0)
    across = side in ("the left", "the right")
    middle = int(np.median(columns if across else rows))
    low, high = slice(0, middle), slice(middle, None)
    parts = ((ALL, low), (ALL, high)) if across else ((low, ALL), (high, ALL))
    first, second = (light.over(light.burnt, *part) for part in parts)
    return (first, second) if side in ("the left", "above") else (second, first)


def _share(part: float) -> str:
    return f"{max(1, round(100 * part))} %"


def _focus(sharp: Sharpness, index_px: float | None) -> list[Finding]:
    if sharp.whole is None:
        return []
    low, high = SHARP_PX
    most = min(high, max(low, SHARP_SHARE * (index_px or 0) / RANK_SHARE))
    across, along = sharp.across or 0.0, sharp.along or 0.0
    if across > most and across > MOVING * along:
        way = ("sideways", "slantwise", "up and down", "slantwise")[round(sharp.softest_deg / 45) % 4]
        text = (
            f"Moved while the shutter was open: edges are {across:.1f} px wide {way}, {along:.1f} px the other way. "
            "Expose shorter (1/500 s), with more light; fix the camera firmly."
        )
        return [Finding("motion", False, text)]
    names = {"left": sharp.left, "middle": sharp.middle, "right": sharp.right}
    soft = [name for name, width in names.items() if width is not None and width > most]
    known = sum(width is not None for width in names.values())
    widths = ", ".join(f"{name} {width:.1f}" for name, width in names.items() if width is not None)
    if sharp.whole > most or (soft and known == 1):
        text = f"Out of focus: edges are {sharp.whole:.1f} px wide ({widths}); {most:.1f} is the most. Turn the focus ring."
        return [Finding("focus", False, text)]
    if soft:
        text = f"Out of focus on the {listed(soft)}: edges in px are {widths}; {most:.1f} is the most. Is the camera level?"
        return [Finding("focus", False, text)]
    return [Finding("focus", True, f"In focus: edges in px are {widths}; {most:.1f} is the most.")]


def about_size(index_px: float) -> Finding:
    """Say whether an index so tall, in px on the table, can be read."""
    text = f"A standard index is {math.floor(index_px)} px tall on the table"
    if index_px >= LEAST_INDEX_PX:
        return Finding("size", True, f"{text}: enough; {LEAST_INDEX_PX} is the least.")
    more = math.ceil(10 * LEAST_INDEX_PX / index_px) / 10
    change = f"Hang the camera {more:.1f} times nearer, or take one with {more:.1f} times the pixels across."
    return Finding("size", False, f"{text}: too small; {LEAST_INDEX_PX} is the least. {change}")


def _glare(image: Image) -> list[Finding]:
    spots = glare_spots(image)
    if not spots:
        return []
    size = (image.shape[1], image.shape[0])
    seen = {place_of(x, y, size) for x, y in spots}
    places = listed(name for names in PLACES for name in names if name in seen)
    text = f"A lamp is reflected in the {places}: move it aside, make it softer, or use a polarising filter."
    return [Finding("glare", False, text)]
