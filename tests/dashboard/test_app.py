"""The dashboard over plain HTTP and its socket, on a real port."""

import asyncio
import contextlib
import json
import re
import socket
import time
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from dashboard import app as app_module
from dashboard import browser as browser_module
from dashboard.app import create_app
from dashboard.serve import CannotListen, DashboardServer, serve
from table_controller.wire.envelope import Received
from tests.dashboard.fake_table import ADDRESS, FakeFeed, RunningDashboard, mid_hand, showdown

CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs]|Jk)\b")


def frame(connection: ClientConnection, kind: str, within_s: float = 5) -> dict[str, Any]:
    """Return the next frame of *kind*, answering pings as a browser does."""
    deadline = time.monotonic() + within_s
    while True:
        got: dict[str, Any] = json.loads(connection.recv(timeout=max(0.01, deadline - time.monotonic())))
        if got["kind"] == "ping":
            connection.send(json.dumps({"kind": "pong", "server_ts": got["server_ts"]}))
        if got["kind"] == kind:
            return got


def open_socket(dashboard: RunningDashboard, **options: Any) -> ClientConnection:
    return connect(dashboard.socket_url, compression=None, **options)


def test_the_first_frame_holds_all_that_is_known(dashboard: RunningDashboard) -> None:
    with open_socket(dashboard) as browser:
        snapshot = frame(browser, "snapshot")

    (table,) = snapshot["tables"]
    assert table["table"] == str(ADDRESS)
    assert table["state"]["hand_no"] == 128
    assert snapshot["beats"][0]["silent"] is False


def test_a_change_is_sent_whole_and_a_beat_only_renews_the_age(dashboard: RunningDashboard) -> None:
    with open_socket(dashboard) as browser:
        frame(browser, "snapshot")
        dashboard.show(showdown())
        update = frame(browser, "update")
        ping = frame(browser, "ping")

    assert update["tables"][0]["state"]["phase"] == "showdown"
    assert ping["beats"][0]["table"] == str(ADDRESS)


def test_the_same_facts_come_by_plain_http(dashboard: RunningDashboard) -> None:
    answer = httpx.get(f"{dashboard.url}api/table", params={"table": str(ADDRESS)}).json()
    unknown = httpx.get(f"{dashboard.url}api/table", params={"table": "home/attic/other"})

    assert answer["tables"][0]["state"] == mid_hand().model_dump(mode="json")
    assert unknown.status_code == 404


def test_no_face_reaches_a_browser_but_those_that_lie_up(dashboard: RunningDashboard) -> None:
    dashboard.show(showdown())
    lying_up = {"Kc", "Th", "9c", "7c", "4c", "As", "Ad", "Jk", "8h", "8d", "Jc"}

    with open_socket(dashboard) as browser:
        frames = json.dumps(frame(browser, "snapshot")["tables"])

    assert set(CARD.findall(frames)) <= lying_up


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:1"])
def test_a_foreign_page_cannot_open_the_socket(dashboard: RunningDashboard, origin: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        open_socket(dashboard, origin=origin)

    assert refused.value.response.status_code == 403


def test_our_own_page_a_named_proxy_and_a_tool_may_open_it() -> None:
    with RunningDashboard(mid_hand(), origins=("https://cards.example",)) as dashboard:
        for origin in (dashboard.url.rstrip("/"), "https://cards.example", None):
            with open_socket(dashboard, origin=origin) as browser:
                assert frame(browser, "snapshot")["tables"]


def test_a_foreign_name_for_this_machine_is_refused_in_one_line(dashboard: RunningDashboard) -> None:
    answer = httpx.get(f"{dashboard.url}api/table", headers={"Host": "evil.example"})

    assert answer.status_code == 421
    assert answer.text.count("\n") == 1
    assert "evil.example" in answer.text


def test_the_page_may_load_nothing_from_elsewhere_and_is_kept_no_longer_than_it_is_right(
    dashboard: RunningDashboard,
) -> None:
    page = httpx.get(dashboard.url)
    script = re.search(r'src="(\./assets/[^"]+\.js)"', page.text)

    assert script is not None
    asset = httpx.get(dashboard.url + script[1])
    assert page.headers["cache-control"] == "no-cache"
    assert "immutable" in asset.headers["cache-control"]
    assert httpx.get(f"{dashboard.url}api/table").headers["cache-control"] == "no-store"
    for answer in (page, asset):
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_every_address_in_the_page_is_relative(dashboard: RunningDashboard) -> None:
    addresses = re.findall(r'(?:src|href)="([^"]+)"', httpx.get(dashboard.url).text)

    assert addresses
    assert all(address.startswith("./") for address in addresses)


def test_health_and_figures_tell_of_table_and_browsers(dashboard: RunningDashboard) -> None:
    with open_socket(dashboard) as browser:
        frame(browser, "snapshot")
        health = httpx.get(f"{dashboard.url}api/health").json()
        figures = httpx.get(f"{dashboard.url}metrics").text

    assert (health["ok"], health["browsers"]) == (True, 1)
    assert f'drawtable_table_silent{{table="{ADDRESS}"}} 0.0' in figures


def test_the_api_describes_the_frames_of_the_socket_and_calls_nobody(dashboard: RunningDashboard) -> None:
    document = httpx.get(f"{dashboard.url}api/openapi.json").json()

    assert {"ServerFrame", "Pong", "Snapshot", "Update", "Ping"} <= document["components"]["schemas"].keys()
    assert httpx.get(f"{dashboard.url}docs").status_code == 404


def test_there_is_an_end_to_how_many_browsers_are_served(
    dashboard: RunningDashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_module, "MAX_BROWSERS", 1)

    with open_socket(dashboard) as first, open_socket(dashboard) as second:
        frame(first, "snapshot")
        with pytest.raises(ConnectionClosed) as refused:
            frame(second, "snapshot")

    assert refused.value.rcvd is not None
    assert refused.value.rcvd.code == app_module.FULL


def test_a_browser_that_talks_nonsense_is_dropped(dashboard: RunningDashboard) -> None:
    with open_socket(dashboard) as browser:
        browser.send("deal me four aces")
        with pytest.raises(ConnectionClosed) as dropped:
            frame(browser, "never")

    assert dropped.value.rcvd is not None
    assert dropped.value.rcvd.code == browser_module.NOT_UNDERSTOOD


def test_a_browser_that_answers_no_ping_is_dropped(
    dashboard: RunningDashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_module, "PONG_TIMEOUT_S", 0.2)

    with open_socket(dashboard) as browser:
        frames = list(browser)  # ends when the server closes

    assert frames


def test_a_browser_that_takes_in_nothing_neither_holds_up_the_others_nor_stays(
    dashboard: RunningDashboard,
) -> None:
    long = "x" * 300_000
    with socket.create_connection(("127.0.0.1", dashboard.port)) as stuck, open_socket(dashboard) as browser:
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stuck.sendall(
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{dashboard.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        deadline = time.monotonic() + 20
        number = 1000
        while "slow_browsers_total 1.0" not in httpx.get(f"{dashboard.url}metrics").text:
            assert time.monotonic() < deadline, "the stuck browser was never dropped"
            number += 1
            dashboard.show(mid_hand().model_copy(update={"hand_no": number, "halted": (long,)}))
            while frame(browser, "update")["tables"][0]["state"]["hand_no"] != number:
                pass


def test_a_port_that_is_taken_is_refused_in_one_line(dashboard: RunningDashboard) -> None:
    with pytest.raises(CannotListen) as refused:
        DashboardServer(create_app(FakeFeed()), port=dashboard.port)

    assert f"127.0.0.1:{dashboard.port}" in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(("host", "port"), [("no.such.host.invalid", 0), ("127.0.0.1", 99999)])
def test_an_address_that_is_none_is_refused_in_one_line(host: str, port: int) -> None:
    with pytest.raises(CannotListen, match="cannot listen on"):
        DashboardServer(create_app(FakeFeed()), host, port)


def test_serving_tells_its_address_first_and_ends_when_cancelled(capsys: pytest.CaptureFixture[str]) -> None:
    async def run() -> int:
        serving = asyncio.create_task(serve(create_app(FakeFeed())))
        while not (told := capsys.readouterr().out):
            await asyncio.sleep(0.01)
        url = told.removeprefix("Dashboard: ").strip()
        async with httpx.AsyncClient() as client:
            status = (await client.get(f"{url}api/health")).status_code
        serving.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await serving
        with pytest.raises(httpx.ConnectError):
            httpx.get(url)
        return status

    assert asyncio.run(run()) == 200


def test_a_feed_that_breaks_is_told_and_comes_out_when_the_server_stops() -> None:
    class BrokenFeed(FakeFeed):
        async def messages(self) -> AsyncIterator[Received]:
            raise LookupError("a bug in the feed")
            yield

    async def run() -> int:
        app = create_app(BrokenFeed())
        async with app.router.lifespan_context(app):
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                while (answer := await client.get("/api/health")).status_code == 200:
                    await asyncio.sleep(0.01)
        return answer.status_code

    with pytest.raises(LookupError, match="a bug in the feed"):
        asyncio.run(run())
