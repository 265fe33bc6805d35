"""Take the README's picture: the dealer's page in the middle of a hand of the demo.

    python scripts/screenshot.py [--seed N]

Written: docs/pictures/dealer.png. The players are those of the seed, the cards never the same; the moment is the
first one after a draw with a bet, an opener and chips in the middle. Exit status 2: no picture could be taken.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from playwright.sync_api import Page, sync_playwright

ROOT: Final = Path(__file__).resolve().parents[1]
PICTURE: Final = ROOT / "docs" / "pictures" / "dealer.png"
SIZE: Final = {"width": 1180, "height": 820}
LARGEST_BYTES: Final = 300_000
WAIT_S: Final = 300
MOMENT: Final = """() => {
    const table = window.document;
    const text = choice => table.querySelector(choice)?.textContent ?? "";
    return text(".pot-phase").startsWith("Betting round 2")
        && table.querySelector(".opener-button") !== null
        && table.querySelector(".notice.stop") === null
        && /call|raise/i.test(text(".turn-may"))
        && table.querySelectorAll(".rulings li").length > 0;
}"""


class NoPicture(Exception):
    """It could not be taken; the text says why."""


@contextmanager
def running_demo(seed: int, folder: Path) -> Iterator[str]:
    """Run the demo at human pace and give its page's address.

    :raises NoPicture: it does not start
    """
    start = "from table_controller.cli import main; main()"
    command = [sys.executable, "-c", start, "demo", "--headless", "--seats", "6", "--seed", str(seed)]
    output = folder / "output"
    with output.open("wb") as file:
        running = subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT)
    try:
        yield address(output, running)
    finally:
        running.terminate()
        running.wait()


def address(output: Path, running: "subprocess.Popen[bytes]") -> str:
    """Wait until the demo prints its address.

    :raises NoPicture: it ended, or said nothing in time
    """
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline and running.poll() is None:
        found = re.search(r"http://[\w.:]+/?(?=\s)", output.read_text())
        if found is not None:
            return found[0]
        time.sleep(0.1)
    raise NoPicture(f"the demo does not start: {output.read_text().strip()[-500:]}")


def take(page: Page, url: str) -> None:
    """Wait for the moment and write the picture."""
    page.goto(url)
    page.wait_for_function(MOMENT, timeout=WAIT_S * 1000)
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_bytes(smaller(page.screenshot()))


def smaller(picture: bytes) -> bytes:
    """Return a PNG with six bits a colour: half the bytes where there are gradients, and nobody sees it."""
    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    _, written = cv2.imencode(".png", (image & 0xFC) | 2, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    return written.tobytes()


def main() -> int:
    """Take the picture."""
    parser = argparse.ArgumentParser(description="Take the README's picture.")
    parser.add_argument("--seed", type=int, default=7, help="the players (default 7)")
    arguments = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        if chromium is None:
            raise NoPicture("chromium is not installed (Debian: apt-get install chromium)")
        with (
            tempfile.TemporaryDirectory() as name,
            running_demo(arguments.seed, Path(name)) as url,
            sync_playwright() as playwright,
        ):
            options = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
            browser = playwright.chromium.launch(executable_path=chromium, args=options)
            take(browser.new_page(viewport=SIZE, color_scheme="dark"), url)
            browser.close()
    except NoPicture as error:
        print(f"screenshot: {error}", file=sys.stderr)
        return 2
    size = PICTURE.stat().st_size
    print(f"wrote {PICTURE.relative_to(ROOT)} ({size:,} bytes)")
    return 0 if size <= LARGEST_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
