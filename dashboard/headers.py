"""Headers on every answer: what the page may load, and how long it may be kept."""

from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SECURITY: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}

KEPT_FOR_EVER: Final = "public, max-age=31536000, immutable"
"""For files whose name holds a hash of their content."""


def cache_control(path: str, status: int) -> str:
    """Return how long an answer may be kept.

    >>> cache_control("/assets/index-B1x.js", 200)
    'public, max-age=31536000, immutable'
    >>> cache_control("/api/table", 200), cache_control("/", 200)
    ('no-store', 'no-cache')
    """
    if "/assets/" in path and status in (200, 304):
        return KEPT_FOR_EVER
    if status >= 400 or "/api/" in path or path.endswith("/metrics"):
        return "no-store"
    return "no-cache"


class AnswerHeaders:
    """Add the security headers and Cache-Control to every HTTP answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(SECURITY)
                headers["Cache-Control"] = cache_control(scope["path"], message["status"])
            await send(message)

        await self._app(scope, receive, send_with_headers)
