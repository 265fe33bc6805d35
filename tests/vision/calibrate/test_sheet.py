"""The sheet that is printed."""

import re
import struct
import zlib
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from vision.calibrate.board import CORNERS, SQUARE_MM, corners_mm, find_sheet
from vision.calibrate.sheet import PAPERS_MM, PNG_PX_PER_MM, RULER_MM, drawn, sheet_file


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_the_png_is_found_whole_and_true_to_scale(paper: str) -> None:
    data = sheet_file("png", paper)
    image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    place = data.index(b"pHYs")

    view = find_sheet(np.asarray(image, np.uint8))

    assert struct.unpack(">IIB", data[place + 4 : place + 13]) == (PNG_PX_PER_MM * 1000,) * 2 + (1,)
    assert view is not None
    assert len(view.ids) == CORNERS
    apart_px = np.linalg.norm(view.places_px[1:8] - view.places_px[:7], axis=1)
    assert apart_px == pytest.approx(np.full(7, SQUARE_MM * PNG_PX_PER_MM), abs=0.3)


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_svg_and_pdf_are_as_large_as_the_paper_and_hold_the_same_boxes(paper: str) -> None:
    (width, height), boxes, _ = drawn(paper)
    svg = ElementTree.fromstring(sheet_file("svg", paper))
    pdf = sheet_file("pdf", paper)
    stream = pdf[pdf.index(b"stream\n") + 7 : pdf.index(b"\nendstream")]

    rectangles = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", zlib.decompress(stream))

    assert (svg.get("width"), svg.get("height")) == (f"{width:g}mm", f"{height:g}mm")
    assert len(rectangles) == len(boxes)
    assert f"/MediaBox [0 0 {width * 72 / 25.4:.4f} {height * 72 / 25.4:.4f}]".encode() in pdf
    assert max(float(row[2]) for row in rectangles if float(row[3]) < 1) == pytest.approx(RULER_MM)
    for number in range(1, 6):
        place = int(pdf[pdf.index(b"xref") :].splitlines()[2 + number].split()[0])
        assert pdf[place:].startswith(b"%d 0 obj" % number)


@pytest.mark.parametrize("paper", PAPERS_MM)
def test_everything_lies_on_the_paper_with_a_margin_printers_can_keep(paper: str) -> None:
    (width, height), boxes, words = drawn(paper)

    assert min(min(box.x, box.y) for box in boxes) >= 8
    assert max(box.x + box.width for box in boxes) <= width - 8
    assert max(word.y for word in words) <= height - 8
    assert len(corners_mm()) == CORNERS
