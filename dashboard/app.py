"""The dashboard's server: one page, one socket, and the same facts by plain HTTP. It only shows."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, HTTPException, Response, WebSocket
from fastapi.middleware import Middleware
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.staticfiles import StaticFiles

from dashboard.browser import Browser
from dashboard.facts import Facts, page_build
from dashboard.frames import SERVER_FRAME, Beat, FeedLink, Pong, Snapshot
from dashboard.gate import Gate
from dashboard.headers import AnswerHeaders
from dashboard.live import LiveFeed, add_live
from dashboard.live_gate import LiveGate
from dashboard.metrics import Metrics
from dashboard.read_model import ReadModel
from dashboard.reader import Reader
from dashboard.refusals import refuse_in_words
from table_controller.wire.envelope import Feed
from table_controller.wire.models import Model

STATIC: Final = Path(__file__).parent / "static"
MAX_BROWSERS: Final = 500
FULL: Final = 1013


class Health(Model):
    """Whether the dashboard itself is well; a silent table is that table's fault and stands in *beats*."""

    ok: bool
    feed: FeedLink
    browsers: int
    beats: tuple[Beat, ...]


def create_app(
    feed: Feed,
    *,
    origins: Sequence[str] = (),
    root_path: str = "",
    static: Path = STATIC,
    live: tuple[LiveFeed, LiveGate] | None = None,
) -> FastAPI:
    """Return the dashboard of the tables that *feed* tells of, and with *live* the view of a table's cameras.

    *origins* are addresses (``https://cards.example``) under which a proxy shows it; *root_path* the path there.
    """
    metrics, model = Metrics(), ReadModel()
    facts = Facts(model, Reader(feed, model, metrics), metrics, page_build(static))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with facts.reader.running():
            yield

    app = FastAPI(
        title="drawtable dashboard",
        version="1",
        root_path=root_path,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        middleware=[Middleware(AnswerHeaders), Middleware(Gate, origins=tuple(origins))],
    )
    refuse_in_words(app)
    browsers: set[Browser] = set()
    _add_answers(app, facts, browsers)
    _add_socket(app, facts, browsers)
    add_live(app, *(live or (None, None)))
    _describe_frames(app)
    app.mount("/", StaticFiles(directory=static, html=True, check_dir=False), name="page")
    return app


def _add_answers(app: FastAPI, facts: Facts, browsers: set[Browser]) -> None:
    @app.get("/api/table", operation_id="table", summary="What is known of one table, or of all")
    async def table(table: str | None = None) -> Snapshot:
        try:
            return facts.snapshot(None if table is None else (table,))
        except KeyError:
            raise HTTPException(404, f"nothing is known of table {table!r}") from None

    @app.get("/api/health", operation_id="health", summary="Whether the dashboard follows its tables")
    async def health(response: Response) -> Health:
        link = facts.reader.link
        response.status_code = 200 if link.state == "up" else 503
        return Health(ok=link.state == "up", feed=link, browsers=len(browsers), beats=facts.model.beats)

    @app.get("/metrics", include_in_schema=False)
    async def figures() -> Response:
        return Response(facts.metrics.text(facts.model), media_type=CONTENT_TYPE_LATEST)


def _add_socket(app: FastAPI, facts: Facts, browsers: set[Browser]) -> None:
    @app.websocket("/ws")
    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        if len(browsers) >= MAX_BROWSERS:
            await websocket.close(FULL, "too many browsers")
            return
        browser = Browser(websocket, facts)
        browsers.add(browser)
        try:
            await browser.run()
        finally:
            browsers.discard(browser)


def _describe_frames(app: FastAPI) -> None:
    """Put the socket's frames into the OpenAPI document, where the page's types are made from."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        document = plain()
        schemas = document["components"]["schemas"]
        for name, adapter in (("ServerFrame", SERVER_FRAME.json_schema), ("Pong", Pong.model_json_schema)):
            schema = adapter(mode="serialization", ref_template="#/components/schemas/{model}")
            schemas.update(schema.pop("$defs", {}))
            schemas[name] = schema
        return document

    app.openapi = openapi  # type: ignore[method-assign]
