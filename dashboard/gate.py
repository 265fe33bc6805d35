"""Which browsers may talk to the dashboard, decided before anything else hears of the request.

Two attacks on a server inside a room are kept out: a foreign page opening the WebSocket (browsers do not apply
their same-origin rule to it), and a foreign name that resolves to this machine (its pages would count as ours).
"""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

POLICY_VIOLATION = 1008
HARMLESS = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that only ask; a foreign page may send them and reads no answer."""


def host_name(host: str) -> str:
    """Return the name in a Host header or origin's address part, without port and brackets, in lower case.

    >>> host_name("Table7.local:8000"), host_name("[::1]:80")
    ('table7.local', '::1')
    """
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def is_address(name: str) -> bool:
    """Say whether *name* is an IP address: no name service stands between it and this machine."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_this_machine(host: str) -> bool:
    """Say whether only programs of this machine reach what listens there.

    >>> is_this_machine("127.0.0.1"), is_this_machine("::1"), is_this_machine("0.0.0.0"), is_this_machine("")
    (True, True, False, False)
    """
    return host == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback)


class Gate:
    """Refuse foreign Host and Origin headers.

    Known hosts are IP addresses, ``localhost``, this machine's own name, and those of *origins*: the addresses
    (``https://cards.example``) under which a proxy shows the dashboard.
    """

    def __init__(self, app: ASGIApp, origins: Iterable[str] = ()) -> None:
        self._app = app
        self._origins = frozenset(origin.rstrip("/").lower() for origin in origins)
        own = socket.gethostname().lower()
        self._names = {"localhost", own, f"{own}.local"} | {urlsplit(o).hostname or "" for o in self._origins}

    def knows_host(self, host: str) -> bool:
        name = host_name(host)
        return name in self._names or is_address(name)

    def knows_origin(self, origin: str | None, host: str) -> bool:
        """Say whether a page of *origin* may open our socket or do something; tools that are no browsers send none."""
        if origin is None or origin.lower() in self._origins:
            return True
        parts = urlsplit(origin)
        return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        host_known = self.knows_host(host)
        if scope["type"] == "http" and not host_known:
            text = f"This server does not go by the name {host!r}. Start it with that address as an origin.\n"
            await PlainTextResponse(text, status_code=421)(scope, receive, send)
        elif (
            scope["type"] == "http"
            and scope["method"] not in HARMLESS
            and not self.knows_origin(headers.get("origin"), host)
        ):
            text = "A page of another address may not do this.\n"
            await PlainTextResponse(text, status_code=403)(scope, receive, send)
        elif scope["type"] == "websocket" and not (
            host_known and self.knows_origin(headers.get("origin"), host)
        ):
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": "foreign origin"})
        else:
            await self._app(scope, receive, send)
