"""What evidence costs: time on the table's own thread and in the reader, and bytes a hand.

python -m tests.bench.evidence
"""

import tempfile
import time
from pathlib import Path

from hardware.twin.cameras import OVERHEAD_OPTICS
from hardware.twin.scene import Lens, Lying
from table_controller import stopped
from table_controller.app.evidence import keep_evidence
from table_controller.app.opening import open_table
from table_controller.cards import DECK
from table_controller.evidence.file import EVIDENCE_NAME
from table_controller.games.build import build
from table_controller.ports import Seen, Trace
from table_controller.structure import Betting, Stakes
from vision.evidence import evidence_of
from vision.reader import CardReader

CARDS = 1500
HAND = 40
"""Cards that are seen in a hand of five: 25 dealt, about 9 drawn and thrown, one or two hands shown."""


def main() -> None:
    """Print it."""
    pictures, ms = of_the_reader()
    print(f"pictures of a card, in the reader's process   {ms:8.2f} ms, {sum(map(len, pictures)):,} bytes")
    with tempfile.TemporaryDirectory() as folder:
        without = on_the_table(Path(folder) / "without", pictures, days=0)
        with_it = on_the_table(Path(folder) / "with", pictures, days=30)
        size = (Path(folder) / "with" / EVIDENCE_NAME).stat().st_size
    print(f"a sighting written down, without evidence     {without:8.1f} µs")
    print(f"the same, its evidence sealed and handed over {with_it:8.1f} µs")
    print(f"on the disk, a card                           {size / CARDS:8,.0f} bytes")
    print(f"on the disk, a hand of {HAND} sightings           {size / CARDS * HAND / 1024:8,.0f} KiB")


def of_the_reader() -> tuple[tuple[bytes, ...], float]:
    """Return the pictures of one card, and milliseconds a card."""
    lens, reader = Lens(OVERHEAD_OPTICS, 3), CardReader(threads=1)
    width, height = lens.field_mm
    lying = [Lying(DECK[n * 7], width / 2 + (n - 2) * 47, height / 2) for n in range(5)]
    image = lens.picture(lying)
    seen = reader.read(image).sightings
    begun = time.process_time()
    for _ in range(20):
        found = evidence_of(image, seen)
    return found[0], (time.process_time() - begun) * 1e3 / 20 / len(seen)


def on_the_table(folder: Path, pictures: tuple[bytes, ...], days: int) -> float:
    """Return microseconds of the table's thread for each sighting, the log's own work included; waiting for the disk is not counted."""
    players = [(seat, f"p{seat}", 100) for seat in (1, 2)]
    opened = open_table(folder, (*build("jacks-or-better"), Stakes(Betting.LIMIT, (2, 4), ante=1)), players)
    keeper = keep_evidence(opened, days)
    trace = Trace(1, 1, 3, (0.0,) * 8, pictures)
    begun = time.thread_time()
    for n in range(CARDS):
        opened.controller.sighted("shoe", (Seen(DECK[n % 52], 0.99, trace),))
    spent = (time.thread_time() - begun) * 1e6 / CARDS
    if keeper is not None:
        keeper.close()
    opened.close()
    return spent


if __name__ == "__main__":
    stopped.run(main)
