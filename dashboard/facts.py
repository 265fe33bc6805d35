"""Everything the server can tell, as the frames that tell it."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from dashboard.frames import LINK_LOST_AFTER_S, SILENT_AFTER_S, Ping, Snapshot, Update
from dashboard.metrics import Metrics
from dashboard.read_model import ReadModel
from dashboard.reader import Reader


@dataclass(frozen=True, slots=True)
class Facts:
    """The tables, the server's own link to them, its figures, and which build of the page it has."""

    model: ReadModel
    reader: Reader
    metrics: Metrics
    page: str

    def snapshot(self, tables: Iterable[str] | None = None) -> Snapshot:
        """Return all that is known of *tables*, of all tables when None.

        :raises KeyError: nothing is known of one of them
        """
        told = self.model.tables if tables is None else tuple(tables)
        return Snapshot(
            server_ts=datetime.now(UTC),
            page=self.page,
            link_lost_after_ms=round(LINK_LOST_AFTER_S * 1000),
            silent_after_ms=round(SILENT_AFTER_S * 1000),
            feed=self.reader.link,
            beats=tuple(self.model.beat(table) for table in told),
            tables=tuple(self.model.view(table) for table in told),
        )

    def update_json(self, tables: Iterable[str]) -> str:
        """Return the frame that tells *tables* anew; each table is encoded once for all browsers."""
        told = sorted(tables)
        beats = tuple(self.model.beat(table) for table in told)
        head = Update(server_ts=datetime.now(UTC), beats=beats, tables=()).model_dump_json()
        views = b",".join(self.model.view_json(table) for table in told).decode()
        return f"{head.removesuffix('[]}')}[{views}]}}"

    def ping_json(self) -> str:
        """Return the frame that says the server is there, and when each table was heard."""
        ping = Ping(server_ts=datetime.now(UTC), feed=self.reader.link, beats=self.model.beats)
        return ping.model_dump_json()


def page_build(static: Path) -> str:
    """Return a short name of the page built in *static*; empty when none is there."""
    index = static / "index.html"
    return hashlib.sha256(index.read_bytes()).hexdigest()[:12] if index.is_file() else ""
