"""The camera desk: a page with the camera's picture, what to do next in words, and a few buttons.

It knows nothing of cameras or cards; a :class:`~dashboard.desk_state.DeskDriver` says what stands there.
"""

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from fastapi import FastAPI, HTTPException, Response, WebSocket, WebSocketDisconnect
from fastapi.middleware import Middleware
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles

from dashboard.app import STATIC
from dashboard.desk_gate import DeskGate
from dashboard.desk_state import DeedRefused, DeskDeed, DeskDriver, DeskState, TilePictures
from dashboard.gate import Gate, is_this_machine
from dashboard.headers import AnswerHeaders
from dashboard.refusals import refuse_in_words
from dashboard.serve import DEFAULT_HOST, CannotListen, DashboardServer

LOOK_EVERY_S: Final = 0.05
BEAT_EVERY_S: Final = 1.0
"""The page hears something at least so often, and knows otherwise that nobody is there."""
PICTURE_WITHIN_S: Final = 1.0
MAX_BROWSERS: Final = 20
FULL: Final = 1013
FAREWELL_S: Final = 0.5
"""So long the last state stands before the desk is cleared away."""


def create_desk(
    driver: DeskDriver, *, key: str | None = None, origins: Sequence[str] = (), static: Path = STATIC
) -> FastAPI:
    """Return the desk's page and what it asks for, open to who has *key*; *origins* as for the dashboard."""
    app = FastAPI(
        title="drawtable camera desk",
        version="1",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        middleware=[
            Middleware(AnswerHeaders),
            Middleware(Gate, origins=tuple(origins)),
            *([] if key is None else [Middleware(DeskGate, key=key)]),
        ],
    )
    refuse_in_words(app)
    _add_answers(app, driver)
    _add_socket(app, driver)

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(static / "desk.html")

    app.mount("/", StaticFiles(directory=static, check_dir=False), name="page")
    return app


def _add_answers(app: FastAPI, driver: DeskDriver) -> None:
    one_at_a_time = asyncio.Lock()

    @app.get("/api/desk", operation_id="desk", summary="What the desk shows now")
    async def desk() -> DeskState:
        return driver.state()

    @app.get("/api/picture", operation_id="picture", summary="A picture newer than the one with this number")
    async def picture(after: int = -1) -> Response:
        """Wait a second at most; 204 when no newer one came."""
        patience_until_s = time.monotonic() + PICTURE_WITHIN_S
        while True:
            newest = driver.picture()
            if newest is not None and newest.number > after:
                return Response(
                    newest.jpeg, media_type="image/jpeg", headers={"X-Picture-Number": str(newest.number)}
                )
            if time.monotonic() > patience_until_s:
                return Response(status_code=204)
            await asyncio.sleep(LOOK_EVERY_S / 2)

    @app.get("/api/tiles/{index}", operation_id="tile_picture", summary="The picture of a tile")
    async def tile_picture(index: int) -> Response:
        jpeg = driver.tile_picture(index) if isinstance(driver, TilePictures) else None
        if jpeg is None:
            raise HTTPException(404, "there is no picture of it")
        return Response(jpeg, media_type="image/jpeg")

    @app.post("/api/deeds", operation_id="act", summary="Press a button, or say where the regions are")
    async def act(deed: DeskDeed) -> DeskState:
        async with one_at_a_time:
            try:
                await asyncio.to_thread(driver.act, deed)
            except DeedRefused as refused:
                raise HTTPException(409, str(refused)) from None
        return driver.state()


def _add_socket(app: FastAPI, driver: DeskDriver) -> None:
    browsers: set[WebSocket] = set()

    @app.websocket("/ws")
    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        if len(browsers) >= MAX_BROWSERS:
            await websocket.close(FULL, "too many browsers")
            return
        browsers.add(websocket)
        telling = asyncio.create_task(_tell(websocket, driver))
        try:
            while True:
                await websocket.receive_text()  # browsers say nothing here; this notices that one has gone
        except WebSocketDisconnect:
            return
        finally:
            telling.cancel()
            browsers.discard(websocket)


async def _tell(websocket: WebSocket, driver: DeskDriver) -> None:
    """Send the state whenever it changes, and every so often though it has not."""
    told, told_at_s = "", 0.0
    try:
        while True:
            state = driver.state().model_dump_json()
            if state != told or time.monotonic() - told_at_s > BEAT_EVERY_S:
                await websocket.send_text(state)
                told, told_at_s = state, time.monotonic()
            await asyncio.sleep(LOOK_EVERY_S)
    except (WebSocketDisconnect, RuntimeError):
        return  # it went while it was told; starlette says so in either way


async def serve_desk(driver: DeskDriver, server: DashboardServer) -> None:
    """Serve until the driver is done and its last state was told, or until cancelled."""
    serving = asyncio.create_task(server.run())
    try:
        while not driver.state().done and not serving.done():
            await asyncio.sleep(LOOK_EVERY_S)
        await asyncio.wait({serving}, timeout=FAREWELL_S)
    finally:
        server.stop()
        await serving


def desk_server(
    driver: DeskDriver, port: int = 0, host: str = DEFAULT_HOST, key: str | None = None
) -> DashboardServer:
    """Return the server of a desk, its port taken and its address known; with *key* it answers who shows it.

    :raises CannotListen: *host* and *port* cannot be had, or others would see the desk without *key*
    """
    if key is None and not is_this_machine(host):
        raise CannotListen(f"a camera desk shows all that lies there: not on {host} without a key")
    return DashboardServer(create_desk(driver, key=key), host, port)


def desk_link(server: DashboardServer, key: str) -> str:
    """Return the address that opens a desk with this key."""
    return f"{server.url}?key={key}"
