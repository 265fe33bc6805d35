"""Listening: a free port where none is asked for, the address known before the first answer."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from typing import Final

import uvicorn
from starlette.types import ASGIApp

DEFAULT_HOST: Final = "127.0.0.1"
BROWSER_MESSAGE_BYTES: Final = 4096
"""Browsers only answer pings."""
CLOSE_TIMEOUT_S: Final = 2
HIGHEST_PORT: Final = 65535


class CannotListen(Exception):
    """The address is taken, not ours, or no address; the text says what to do."""


class _QuietServer(uvicorn.Server):
    """Leaves the process's signals to whoever runs it: the table stops in an order of its own."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket bound to *host* and *port*, 0 for a free one.

    :raises CannotListen: it cannot be had
    """
    try:
        if not 0 <= port <= HIGHEST_PORT:
            raise OverflowError(f"a port is 0 to {HIGHEST_PORT}")  # some systems take it modulo 65536
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, address = found[0]
        return socket.create_server(address[:2], family=family, backlog=128)
    except (OSError, OverflowError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        advice = "choose another host or port in [dashboard] (port 0: any free one)"
        raise CannotListen(f"cannot listen on {host}:{port}: {reason}; {advice}") from error


class DashboardServer:
    """Serves the app of :func:`dashboard.app.create_app` in the running event loop.

    The port is taken when this is made, so :attr:`url` can be told before :meth:`run`.
    """

    def __init__(
        self, app: ASGIApp, host: str = DEFAULT_HOST, port: int = 0, *, trusted_proxies: str = ""
    ) -> None:
        """:raises CannotListen: *host* and *port* cannot be had"""
        self._socket = listening_socket(host, port)
        self.host = host
        self.port: int = self._socket.getsockname()[1]
        self._server = _QuietServer(
            uvicorn.Config(
                app,
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(trusted_proxies),
                forwarded_allow_ips=trusted_proxies or None,
                ws_max_size=BROWSER_MESSAGE_BYTES,
                ws_ping_interval=5,
                ws_ping_timeout=5,
                ws_per_message_deflate=False,
                timeout_graceful_shutdown=CLOSE_TIMEOUT_S,
            )
        )

    @property
    def url(self) -> str:
        """The address to type into a browser on this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(self.host, self.host)
        if ":" in host and not host.startswith("["):
            host = f"[{host}]"
        return f"http://{host}:{self.port}/"

    async def run(self) -> None:
        """Serve until :meth:`stop` or until cancelled; either way browsers' sockets are closed on return."""
        serving = asyncio.create_task(self._server.serve(sockets=[self._socket]))
        try:
            await asyncio.shield(serving)
        except asyncio.CancelledError:
            self.stop()
            await serving
            raise
        finally:
            self._socket.close()

    def stop(self) -> None:
        """Ask :meth:`run` to close the browsers' sockets and return; callable from signal handlers."""
        self._server.should_exit = True


async def serve(app: ASGIApp, host: str = DEFAULT_HOST, port: int = 0) -> None:
    """Print the address and serve until cancelled.

    :raises CannotListen: *host* and *port* cannot be had
    """
    server = DashboardServer(app, host, port)
    print(f"Dashboard: {server.url}", flush=True)
    await server.run()
