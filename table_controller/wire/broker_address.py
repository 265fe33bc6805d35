"""Which broker to talk to, and as whom."""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import parse_qs, quote, unquote, urlsplit

PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


@dataclass(frozen=True, slots=True)
class BrokerAddress:
    """A broker and how to enter. *version* is 4 (MQTT 3.1.1) or 5; *ca_file* proves a broker with TLS, "" is the system's."""

    host: str
    port: int
    tls: bool = False
    user: str = ""
    password: str = field(default="", repr=False)
    version: int = 4
    ca_file: str = ""

    def __str__(self) -> str:
        """Return the address without the password."""
        user = f"{quote(self.user, safe='')}@" if self.user else ""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"mqtt{'s' if self.tls else ''}://{user}{host}:{self.port}"


def parse_broker(url: str) -> BrokerAddress:
    """Read ``mqtt://user:password@host:port`` or ``mqtts://``; ``?version=5`` and ``?ca=FILE`` may follow.

    :raises ValueError: it is none; the text never shows the password

    >>> str(parse_broker("mqtt://ann:secret@table.example"))
    'mqtt://ann@table.example:1883'
    >>> parse_broker("http://table.example")
    Traceback (most recent call last):
    ValueError: not a broker: expected mqtt://host:port or mqtts://host:port, not http://
    """
    try:
        parts = urlsplit(url)
        port, query = parts.port, parse_qs(parts.query)
    except ValueError:
        raise ValueError("not a broker: expected mqtt://host:port, the port a number up to 65535") from None
    if parts.scheme not in PORTS:
        raise ValueError(
            f"not a broker: expected mqtt://host:port or mqtts://host:port, not {parts.scheme or 'no scheme'}://"
        )
    if not parts.hostname:
        raise ValueError("not a broker: a host is missing; expected mqtt://host:port")
    unknown = set(query) - {"version", "ca"}
    version = query.get("version", ["4"])[-1]
    if unknown or version not in ("4", "5"):
        raise ValueError("not a broker: only ?version=4, ?version=5 and ?ca=FILE may follow the port")
    return BrokerAddress(
        host=parts.hostname,
        port=PORTS[parts.scheme] if port is None else port,
        tls=parts.scheme == "mqtts",
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        version=int(version),
        ca_file=query.get("ca", [""])[-1],
    )
