"""The live view of the cameras: what a page that may see it asks for. Whose turn it is to be seen is not decided here.

Pictures and outlines come from the table's own process, over plain answers and never over MQTT; see ``live_gate.py``
for who gets them.
"""

from collections.abc import Callable
from typing import Annotated, Final, Literal, Protocol

from fastapi import Cookie, FastAPI, HTTPException, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from dashboard.live_gate import COOKIE, SESSION_S, LiveGate
from table_controller.wire.models import Model

Place = tuple[float, float]


class LiveCard(Model):
    """A card in view: *corners_px* are its four corners. *card* and *score* are told of a card that is shown to all.

    ``shown``: read, and shown to all; ``read``: read, and nobody's business; ``unsure``: there, and not read; ``down``:
    face down.
    """

    kind: Literal["shown", "read", "unsure", "down"]
    corners_px: tuple[Place, ...]
    card: str | None = None
    score: float | None = None


class LiveCamera(Model):
    """One camera: how it is, and its newest frame as outlines; *picture* is the number of the picture to ask for, null
    where none may be shown. *why* says in words what is not shown."""

    id: str
    role: str
    seat: int | None
    state: Literal["ok", "degraded", "lost"]
    detail: str
    fps: float
    age_ms: int | None
    size_px: tuple[int, int] | None
    picture: int | None
    why: str
    cards: tuple[LiveCard, ...]


class LiveCameras(Model):
    cameras: tuple[LiveCamera, ...]


class LiveFeed(Protocol):
    """What the table lets be seen. All of it answers at once, in the loop's thread."""

    def cameras(self) -> tuple[LiveCamera, ...]:
        """Return all cameras as they may be seen now. Frames are looked at only while somebody asks."""

    def picture(self, camera: str, number: int) -> bytes | None:
        """Return the picture of this number as JPEG; None when there is a newer one, or it may not be seen any more."""

    def opened(self, address: str) -> None:
        """Somebody at this address may see it from now on."""


class LiveKey(BaseModel):
    """The token, or a code of a link that is good for one time."""

    model_config = ConfigDict(extra="forbid")

    key: Annotated[str, Field(min_length=1, max_length=200)]


OFF: Final = "this table has no live view: see [dashboard] live_view"
NOT_YOURS: Final = "the live view is for who has its link or token"

Session = Annotated[str | None, Cookie(alias=COOKIE, include_in_schema=False)]


def add_live(app: FastAPI, feed: LiveFeed | None, gate: LiveGate | None) -> None:
    """Add the live view's answers to the dashboard; without feed and gate all of them are 404."""

    def admitted(session: str | None) -> LiveFeed:
        if feed is None or gate is None:
            raise HTTPException(404, OFF)
        if not gate.knows(session):
            raise HTTPException(403, NOT_YOURS)
        return feed

    @app.post(
        "/api/live/session",
        operation_id="open_live",
        summary="Show the token, or a link's code",
        status_code=204,
    )
    async def open_live(key: LiveKey, request: Request) -> Response:
        if feed is None or gate is None:
            raise HTTPException(404, OFF)
        session = gate.admit(key.key)
        if session is None:
            raise HTTPException(403, NOT_YOURS)
        feed.opened(request.client.host if request.client else "unknown")
        answer = Response(status_code=204)
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, session, SESSION_S, httponly=True, samesite="strict", secure=secure)
        return answer

    _add_views(app, admitted)


def _add_views(app: FastAPI, admitted: Callable[[str | None], LiveFeed]) -> None:
    @app.get("/api/live", operation_id="live", summary="The cameras as they may be seen")
    async def live(session: Session = None) -> LiveCameras:
        return LiveCameras(cameras=admitted(session).cameras())

    @app.get(
        "/api/live/{camera}/{number}.jpg",
        operation_id="live_picture",
        summary="A camera's picture, with what is sealed taken out",
        response_class=Response,
        responses={200: {"content": {"image/jpeg": {}}}},
    )
    async def live_picture(camera: str, number: int, session: Session = None) -> Response:
        jpeg = admitted(session).picture(camera, number)
        if jpeg is None:
            raise HTTPException(404, "there is a newer picture, or this one may not be seen any more")
        return Response(jpeg, media_type="image/jpeg")
