"""Fetches art and fonts as packages and renders the art; nothing of it is committed."""

import gzip
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import cv2
import typer
from rich.progress import track

from table_controller import stopped
from vision.training.art import GNOME, GNOME_FOREIGN
from vision.training.free_art import FREE_DECKS, RANKS, on_white, rendered, store
from vision.training.packages import unpack_deb, unpack_npm, unpack_npms

HELD_OUT_NPM = ("svg-cards@4.0.2", "@younestouati/playing-cards-standard-deck@3.0.0")
HELD_OUT_DEB = "gnome-cards-data"
FONTS = Path(__file__).parent / "fonts.txt"
"""One font a line: npm package of @fontsource, version, licence (OFL-1.1, Apache-2.0, MIT or UFL-1.0)."""
SUIT_FONTS = {
    "fonts-agave": ("agave-r-autohinted.ttf",),
    "fonts-dejavu-core": ("DejaVuSans-Bold.ttf", "DejaVuSansMono-Bold.ttf", "DejaVuSerif-Bold.ttf"),
    "fonts-dejavu-extra": ("DejaVuMathTeXGyre.ttf", "DejaVuSansCondensed-Bold.ttf"),
    "fonts-firacode": ("FiraCode-Bold.ttf",),
    "fonts-liberation2": ("LiberationMono-Bold.ttf", "LiberationSans-Bold.ttf", "LiberationSerif-Bold.ttf"),
    "fonts-linuxlibertine": (
        "LinBiolinum_K.otf",
        "LinBiolinum_R.otf",
        "LinLibertine_M.otf",
        "LinLibertine_RB.otf",
    ),
    "fonts-lmodern": ("latinmodern-math.otf",),
    "fonts-lxgw-wenkai": ("LXGWWenKai-Bold.ttf", "LXGWWenKai-Light.ttf"),
    "fonts-nanum": ("NanumBarunGothic.ttf", "NanumBarunGothicBold.ttf"),
    "fonts-noto-core": ("NotoSansSymbols2-Regular.ttf",),
    "fonts-stix": ("STIXGeneral-Regular.otf",),
    "fonts-texgyre-math": ("texgyrebonum-math.otf", "texgyrepagella-math.otf", "texgyreschola-math.otf"),
}
"""Debian packages and those of their files whose suit signs differ. OFL-1.1, Bitstream Vera's licence, GUST's or MIT's;
the one of Linux Libertine is chosen to be the OFL."""


def svg_cards(packages: Path, art: Path) -> None:
    names = {"1": "A", "10": "T", "jack": "J", "queen": "Q", "king": "K"}
    for path in sorted((unpack_npm(HELD_OUT_NPM[0], packages) / "png" / "2x").glob("*_*.png")):
        suit, rank = path.stem.split("_")
        if suit != "joker":
            image = on_white(cv2.imread(str(path), cv2.IMREAD_UNCHANGED))
            store(image, art / "svg-cards", names.get(rank, rank) + suit[0])


def younestouati(packages: Path, art: Path) -> None:
    for path in sorted((unpack_npm(HELD_OUT_NPM[1], packages) / "cards").glob("[0-9]*.svg")):
        number = int(path.stem[:-1])
        rank = "A" if number == 1 else RANKS[number - 2]
        store(rendered(path.read_text(), 900), art / "younestouati", rank + path.stem[-1])


def gnome(names: Sequence[str]) -> Callable[[Path, Path], None]:
    """Return what renders GNOME's decks of these names."""
    return lambda packages, art: _gnome(names, packages, art)


def _gnome(names: Sequence[str], packages: Path, art: Path) -> None:
    """Sheets of 13 by 5: clubs, diamonds, hearts, spades from ace to king, then jokers and back."""
    folder = unpack_deb(HELD_OUT_DEB, packages) / "usr" / "share" / "aisleriot" / "cards"
    for name in names:
        sheet = rendered(gzip.decompress((folder / f"{name}.svgz").read_bytes()).decode(), 508 * 13)
        height, width = sheet.shape[0] / 5, sheet.shape[1] / 13
        for row, suit in enumerate("cdhs"):
            for column, rank in enumerate("A23456789TJQK"):
                top, left = int(row * height), int(column * width)
                face = sheet[top : top + int(height), left : left + int(width)]
                store(face, art / name, rank + suit)


def fonts(packages: Path) -> None:
    named = [line.split() for line in FONTS.read_text().splitlines()]
    unpack_npms([f"@fontsource/{font}@{version}" for font, version, _ in named], packages / "fonts")


def suit_fonts(packages: Path, target: Path) -> None:
    """Copy the fonts with suit signs into *target*."""
    target.mkdir(parents=True, exist_ok=True)
    for package, names in track(SUIT_FONTS.items(), "suits of typefaces"):
        folder = unpack_deb(package, packages)
        for name in names:
            (found,) = folder.rglob(name)
            shutil.copyfile(found, target / name)


JOBS: dict[str, Callable[[Path, Path], None]] = FREE_DECKS | {
    "svg-cards": svg_cards,
    "younestouati": younestouati,
    "gnome": gnome(("paris", "berlin", "rheinland")),
    "gnome-more": gnome([design.name for design in (*GNOME, *GNOME_FOREIGN)]),
}  # fmt: skip


def main(
    data: Annotated[Path, typer.Option(help="Folder for all that is fetched and made.")] = Path(
        "var/training"
    ),
) -> None:
    """Fetch and render. Example: python -m vision.training.fetch"""
    try:
        fonts(data)
        suit_fonts(data / "packages", data / "fonts" / "suits")
        for name, job in track(JOBS.items(), "decks"):
            done = data / "art" / f"{name}.done"
            if not done.exists():
                job(data / "packages", data / "art")
                done.touch()
    except (subprocess.CalledProcessError, FileNotFoundError) as error:
        print(f"could not fetch: {error}: npm and apt-get must reach their registries", file=sys.stderr)
        raise typer.Exit(2) from error


if __name__ == "__main__":
    stopped.run(lambda: typer.run(main))
