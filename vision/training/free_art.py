"""Renders the free decks that are trained on (MIT, CC0, public domain) from the packages they come in; see NOTICE."""

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from vision.training.art import FACE_HEIGHT_PX, FACE_WIDTH_PX
from vision.training.packages import unpack_deb, unpack_npm, unpack_wheel

Image = NDArray[np.uint8]
HERUKA = "@heruka_urgyen/react-playing-cards@0.5.0"
LETELE = "@letele/playing-cards@0.1.0"
OPENCLIPART = "openclipart-svg"
ARCADE = "arcade==3.3.3"
FACES_ON_BACKS = ("back01", "back02")
"""Backs with four aces printed on them, open and as good as real: nobody is to learn that such a fan is no cards."""
RANKS = "23456789TJQKA"
SUITS = "cdhs"
EDGE_SHARE = 0.012
"""Of the width: the line round a drawn card that paper cards do not have."""


def rendered(svg: str, width_px: int) -> Image:
    """Return an SVG on white, BGR."""
    data = np.frombuffer(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width_px)), np.uint8)
    return on_white(cv2.imdecode(data, cv2.IMREAD_UNCHANGED))


def on_white(image: Image) -> Image:
    share = image[:, :, 3:4] / 255.0
    return np.asarray(image[:, :, :3] * share + 255 * (1 - share), np.uint8)


def store(image: Image, folder: Path, name: str) -> None:
    """Write a face or back at the size scenes are made from."""
    folder.mkdir(parents=True, exist_ok=True)
    size = (FACE_WIDTH_PX, FACE_HEIGHT_PX)
    cv2.imwrite(str(folder / f"{name}.png"), cv2.resize(image, size, interpolation=cv2.INTER_AREA))


def without_edge(image: Image) -> Image:
    """Return a face with the line round it painted over in the paper's colour."""
    out = image.copy()
    edge = max(2, round(image.shape[1] * EDGE_SHARE))
    paper = np.percentile(image.reshape(-1, 3), 90, axis=0)
    for strip in (out[:edge], out[-edge:], out[:, :edge], out[:, -edge:]):
        strip[:] = paper
    return out


def heruka(packages: Path, art: Path) -> None:
    """MIT."""
    images = unpack_npm(HERUKA, packages) / "src" / "images"
    for variant in ("2color", "4color", "2color-bf", "4color-bf"):
        for path in sorted((images / variant).glob("[2-9TJQKA][CDHS].svg")):
            # The size is given in inches, which the renderer does not take.
            svg = path.read_text().replace('"3.5in"', '"1422"').replace('"2.5in"', '"1016"')
            store(rendered(svg, 762), art / f"heruka-{variant}", path.stem[0] + path.stem[1].lower())


def letele(packages: Path, art: Path) -> None:
    """CC0. The drawings are functions of a script: Node calls them and hands back SVG."""
    bundle = unpack_npm(LETELE, packages) / "dist" / "index.esm.js"
    script = Path(__file__).with_name("bundled_svg.mjs")
    told = subprocess.run(["node", str(script), str(bundle)], check=True, stdout=subprocess.PIPE)
    drawings: dict[str, str] = json.loads(told.stdout)
    for suit in SUITS:
        for rank in RANKS:
            svg = drawings[suit.upper() + rank.replace("T", "10")]
            store(without_edge(rendered(svg, 960)), art / "letele", rank + suit)
    for name in ("B1", "B2"):
        store(rendered(drawings[name], 960), art / "backs", f"letele-{name.lower()}")


def openclipart(packages: Path, art: Path) -> None:
    """Public domain, by the dedication in each file. The cards cast a shadow, which is cut off."""
    shared = unpack_deb(OPENCLIPART, packages) / "usr" / "share" / "openclipart"
    folder = shared / "svg" / "recreation" / "games" / "cards"
    for name in ("white", "ornamental"):
        for card, stem in _openclipart_names(name):
            face = rendered((folder / name / f"{stem}.svg").read_text(errors="replace"), 720)
            store(face[10:-26, 10:-26], art / f"openclipart-{name}", card)
    for path in sorted((folder / "cardbacks").glob("*.svg")):
        if path.stem in FACES_ON_BACKS:
            continue
        back = rendered(path.read_text(errors="replace"), 720)
        store(back[8:-26, 8:-26], art / "backs", f"openclipart-{path.stem}")


def _openclipart_names(deck: str) -> Iterator[tuple[str, str]]:
    for suit in SUITS:
        for rank in RANKS:
            yield rank + suit, f"{deck}_{suit}_{rank.lower().replace('t', '10')}"
    yield "Jk", f"{deck}_jk_b"


def kenney(packages: Path, art: Path) -> None:
    """CC0; small pictures (140 x 190 px) that a game library carries."""
    folder = unpack_wheel(ARCADE, packages) / "arcade" / "resources" / "assets" / "images" / "cards"
    for suit, word in zip(SUITS, ("Clubs", "Diamonds", "Hearts", "Spades"), strict=True):
        for rank in RANKS:
            store(_kenney(folder / f"card{word}{rank.replace('T', '10')}.png"), art / "kenney", rank + suit)
    store(_kenney(folder / "cardJoker.png"), art / "kenney", "Jk")
    for path in sorted(folder.glob("cardBack_*.png")):
        store(_kenney(path), art / "backs", f"kenney-{path.stem.removeprefix('cardBack_')}")


def _kenney(path: Path) -> Image:
    image = on_white(cv2.imread(str(path), cv2.IMREAD_UNCHANGED))[4:-4, 4:-4]
    return np.asarray(cv2.resize(image, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC), np.uint8)


FREE_DECKS: dict[str, Callable[[Path, Path], None]] = {
    "heruka": heruka, "letele": letele, "openclipart": openclipart, "kenney": kenney,
}  # fmt: skip
