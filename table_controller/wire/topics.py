"""The names of the topics; nowhere else is one spelled out.

``drawtable/v1/<site>/<room>/<table>/...``; every id is of ``[a-z0-9-]``, 1 to 32 long, so that it is one level in
MQTT and one token in NATS.
"""

import re
from dataclasses import dataclass
from typing import Final

VERSION: Final = "v1"
PREFIX: Final = "drawtable"
ID_PATTERN: Final = r"[a-z0-9-]{1,32}"
TABLE_CHANNELS: Final = ("status", "info", "state", "event", "alert", "alert/active")
"""The channels a table has one of; ``device``, ``cmd``, ``rsp`` and ``probe`` carry a name more."""
RETAINED: Final = frozenset({"status", "info", "state", "alert/active", "device"})
"""Where a broker keeps the last message; a retained message anywhere else is not ours."""


def checked_id(text: str, what: str = "id") -> str:
    """Return *text*.

    :raises ValueError: it cannot be a level of a topic

    >>> checked_id("table-1")
    'table-1'
    >>> checked_id("Table 1", "table")
    Traceback (most recent call last):
    ValueError: not a table: 'Table 1' (1 to 32 of a-z, 0-9 and -)
    """
    if re.fullmatch(ID_PATTERN, text) is None:
        raise ValueError(f"not a {what}: {text!r} (1 to 32 of a-z, 0-9 and -)")
    return text


@dataclass(frozen=True, slots=True)
class TableAddress:
    """Where a table stands, and the names of its topics.

    :raises ValueError: a part is no id
    """

    site: str
    room: str
    table: str
    prefix: str = PREFIX

    def __post_init__(self) -> None:
        for what, text in (
            ("prefix", self.prefix),
            ("site", self.site),
            ("room", self.room),
            ("table", self.table),
        ):
            checked_id(text, what)

    def __str__(self) -> str:
        return f"{self.site}/{self.room}/{self.table}"

    @property
    def base(self) -> str:
        return f"{self.prefix}/{VERSION}/{self.site}/{self.room}/{self.table}"

    @property
    def status(self) -> str:
        return f"{self.base}/status"

    @property
    def info(self) -> str:
        return f"{self.base}/info"

    @property
    def state(self) -> str:
        return f"{self.base}/state"

    @property
    def event(self) -> str:
        return f"{self.base}/event"

    @property
    def alert(self) -> str:
        return f"{self.base}/alert"

    @property
    def active_alerts(self) -> str:
        return f"{self.base}/alert/active"

    @property
    def every_command(self) -> str:
        """The filter of all commands to this table."""
        return f"{self.base}/cmd/+"

    @property
    def everything(self) -> str:
        """The filter of all topics of this table."""
        return f"{self.base}/#"

    def device(self, device: str) -> str:
        return f"{self.base}/device/{checked_id(device, 'device')}/status"

    def command(self, verb: str) -> str:
        return f"{self.base}/cmd/{checked_id(verb, 'verb')}"

    def response(self, client: str) -> str:
        return f"{self.base}/rsp/{checked_id(client, 'client')}"

    def probe(self, client: str) -> str:
        """Where a client writes to itself to see whether the broker passes its messages on."""
        return f"{self.base}/probe/{checked_id(client, 'client')}"


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic taken apart. *name* is the device, verb or client where the channel has one."""

    address: TableAddress
    channel: str
    name: str | None = None


def every_table(prefix: str = PREFIX) -> str:
    """Return the filter of all topics of all tables."""
    return f"{checked_id(prefix, 'prefix')}/{VERSION}/#"


def reader_filters(client: str, prefix: str = PREFIX) -> tuple[str, ...]:
    """Return what a reader of all tables subscribes to: what tables say, and the answers to *client*."""
    base = f"{checked_id(prefix, 'prefix')}/{VERSION}/+/+/+"
    return (
        *(f"{base}/{channel}" for channel in (*TABLE_CHANNELS, "device/+/status")),
        f"{base}/rsp/{checked_id(client, 'client')}",
    )


def parse_topic(text: str) -> Topic:
    """Take a topic apart.

    :raises ValueError: it is none of ours

    >>> parse_topic("drawtable/v1/home/attic/table-1/device/shoe/status").name
    'shoe'
    >>> parse_topic("drawtable/v1/home/attic/table-1/hole")
    Traceback (most recent call last):
    ValueError: not a topic of a table: 'drawtable/v1/home/attic/table-1/hole'
    """
    match text.split("/"):
        case [prefix, version, site, room, table, *rest] if version == VERSION:
            address = TableAddress(site, room, table, prefix)
        case _:
            raise ValueError(f"not a topic of a table: {text!r}")
    match rest:
        case ["device", name, "status"]:
            return Topic(address, "device", checked_id(name, "device"))
        case [("cmd" | "rsp" | "probe") as channel, name]:
            return Topic(address, channel, checked_id(name, channel))
        case _ if "/".join(rest) in TABLE_CHANNELS:
            return Topic(address, "/".join(rest))
        case _:
            raise ValueError(f"not a topic of a table: {text!r}")
