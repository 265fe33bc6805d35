"""Who may see a camera desk: whoever has its link. Its pictures show all that lies there, faces too."""

from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from dashboard.gate import POLICY_VIOLATION
from dashboard.live_gate import SESSION_S, LiveGate

COOKIE: Final = "drawtable_desk"
NOT_YOURS: Final = (
    "This desk is for who has its whole link, with its key: it was printed where the command was started.\n"
)


class DeskGate:
    """Lets in who comes with ``/?key=``, which a browser then keeps as a cookie and not in its history."""

    def __init__(self, app: ASGIApp, key: str) -> None:
        self._app: Final = app
        self._gate: Final = LiveGate(key)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        asked = HTTPConnection(scope)
        if self._gate.knows(asked.cookies.get(COOKIE)):
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._admitted(asked)(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": "not admitted"})

    def _admitted(self, asked: HTTPConnection) -> Response:
        session = self._gate.admit(asked.query_params.get("key", ""))
        if session is None:
            return PlainTextResponse(NOT_YOURS, status_code=403)
        answer = RedirectResponse(asked.url.replace(query=""), status_code=303)
        secure = asked.url.scheme == "https"
        # Lax, not strict: the link may be opened from a terminal that is itself a page.
        answer.set_cookie(COOKIE, session, SESSION_S, httponly=True, samesite="lax", secure=secure)
        return answer
