"""The sheet to print, true to scale, with a line to check that the printer kept it: SVG, PDF or PNG."""

import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibrate.board import HEIGHT_MM, MODULE_MM, WIDTH_MM, modules

PAPERS_MM: Final = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}
FORMATS: Final = ("pdf", "svg", "png")
RULER_MM: Final = 100.0
TOP_MM: Final = 10.0
TICK_MM: Final = 3.0
LINE_MM: Final = 0.3
LETTER_MM: Final = 3.6
PT_PER_MM: Final = 72 / 25.4
PNG_PX_PER_MM: Final = 12
"""About 305 dots an inch; a module is a whole number of pixels."""

CHECK: Final = "This line is 100 mm long. If it is not, print again at 100 % (actual size)."
HOLD: Final = "drawtable camera sheet - glue it to something flat and stiff"


@dataclass(frozen=True, slots=True)
class Box:
    """A black rectangle, mm from the paper's upper left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; x, y is where it begins, on its foot."""

    x: float
    y: float
    text: str


def drawn(paper: str) -> tuple[tuple[float, float], tuple[Box, ...], tuple[Words, ...]]:
    """Return the paper's size in mm, lying, and what is on it."""
    width, height = PAPERS_MM[paper]
    left, foot = (width - WIDTH_MM) / 2, TOP_MM + HEIGHT_MM
    boxes = [*_board_boxes(left, TOP_MM)]
    ruler_y = foot + 10
    boxes.append(Box(left, ruler_y, RULER_MM, LINE_MM))
    for n in range(11):
        deep = TICK_MM if n % 5 else TICK_MM * 1.6
        boxes.append(Box(left + n * RULER_MM / 10 - LINE_MM / 2, ruler_y, LINE_MM, deep))
    words = (Words(left, ruler_y + 10, CHECK), Words(left + RULER_MM + 12, ruler_y + 2, HOLD))
    return (width, height), tuple(boxes), words


def _board_boxes(left: float, top: float) -> Iterator[Box]:
    """Give the board's black as boxes as wide as they go, each line of modules by itself."""
    for row, line in enumerate(modules()):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
        for begin, end in zip(edges[::2], edges[1::2], strict=True):
            x, y = left + int(begin) * MODULE_MM, top + row * MODULE_MM
            yield Box(x, y, int(end - begin) * MODULE_MM, MODULE_MM)


def as_svg(paper: str) -> bytes:
    """Return the sheet as an SVG in mm; browsers print it true to scale."""
    (width, height), boxes, words = drawn(paper)
    path = "".join(f"M{b.x:g} {b.y:g}h{b.width:g}v{b.height:g}h{-b.width:g}z" for b in boxes)
    texts = "".join(
        f'<text x="{w.x:g}" y="{w.y:g}" font-family="Helvetica, Arial, sans-serif" font-size="{LETTER_MM:g}">{w.text}</text>'
        for w in words
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}"><style>@page{{size:{width:g}mm {height:g}mm;margin:0}}</style>'
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>'
        f'<path shape-rendering="crispEdges" d="{path}"/>{texts}</svg>\n'
    ).encode()


def as_pdf(paper: str) -> bytes:
    """Return the sheet as a PDF of one page; readers are asked not to scale it."""
    (width, height), boxes, words = drawn(paper)
    lines = [f"{PT_PER_MM:.9f} 0 0 {PT_PER_MM:.9f} 0 0 cm"]
    lines += [f"{b.x:.4f} {height - b.y - b.height:.4f} {b.width:.4f} {b.height:.4f} re" for b in boxes]
    lines.append("f")
    lines += [
        f"BT /F {LETTER_MM} Tf {w.x:.4f} {height - w.y:.4f} Td ({_escaped(w.text)}) Tj ET" for w in words
    ]
    content = zlib.compress("\n".join(lines).encode("ascii"))
    box = f"[0 0 {width * PT_PER_MM:.4f} {height * PT_PER_MM:.4f}]"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents 4 0 R "
        "/Resources << /Font << /F 5 0 R >> >> >>".encode(),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%b\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    return _pdf_of(objects)


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _pdf_of(objects: list[bytes]) -> bytes:
    """Return a file of numbered objects, the first of them its catalogue."""
    out = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects) + 1
    tail = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (count, len(out))
    return out + b"xref\n0 %d\n0000000000 65535 f \n%b" % (count, table) + tail


def as_png(paper: str) -> bytes:
    """Return the sheet as a PNG that says how large a pixel is."""
    image = picture(paper)
    plain = cv2.imencode(".png", image)[1].tobytes()
    per_metre = PNG_PX_PER_MM * 1000
    chunk = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    header_end = 8 + 25  # signature and the IHDR chunk
    sized = struct.pack(">I", 9) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return plain[:header_end] + sized + plain[header_end:]


def picture(paper: str) -> NDArray[np.uint8]:
    """Return the sheet in grey, (height, width) uint8, at PNG_PX_PER_MM."""
    (width, height), boxes, words = drawn(paper)
    image = np.full((round(height * PNG_PX_PER_MM), round(width * PNG_PX_PER_MM)), 255, np.uint8)
    for b in boxes:
        x, y = round(b.x * PNG_PX_PER_MM), round(b.y * PNG_PX_PER_MM)
        across, down = round(b.width * PNG_PX_PER_MM), round(b.height * PNG_PX_PER_MM)
        image[y : y + down, x : x + across] = 0
    for w in words:
        at = (round(w.x * PNG_PX_PER_MM), round(w.y * PNG_PX_PER_MM))
        cv2.putText(image, w.text, at, cv2.FONT_HERSHEY_SIMPLEX, 1.3, 0, 2, cv2.LINE_AA)
    return image


def sheet_file(kind: str, paper: str) -> bytes:
    """Return the sheet as a file of *kind*, one of FORMATS, on one of PAPERS_MM.

    :raises KeyError: another kind or paper
    """
    return {"pdf": as_pdf, "svg": as_svg, "png": as_png}[kind](paper)
