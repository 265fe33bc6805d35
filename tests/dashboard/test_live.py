"""The live view is for who has the link or the token; for anybody else it is not there."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest

from dashboard.app import create_app
from dashboard.live_gate import CODE_S, COOKIE, MOST_SESSIONS, SESSION_S, LiveGate
from tests.dashboard.fake_live import JPEG, TOKEN, FakeLive
from tests.dashboard.fake_table import FakeFeed


@asynccontextmanager
async def browser(live: tuple[FakeLive, LiveGate] | None) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(FakeFeed(), live=live)
    transport = httpx.ASGITransport(app, client=("10.1.2.3", 5))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


PATHS = ("/api/live", "/api/live/overhead-1/7.jpg")


@pytest.mark.parametrize("path", PATHS)
def test_nobody_sees_anything_without_link_or_token(path: str) -> None:
    async def go() -> tuple[int, bytes]:
        async with browser((FakeLive(), LiveGate(TOKEN))) as client:
            client.cookies.set(COOKIE, "guessed")
            answer = await client.get(path)
            return answer.status_code, answer.content

    status, content = asyncio.run(go())
    assert status == 403
    assert b"overhead" not in content


@pytest.mark.parametrize("path", PATHS)
def test_a_table_without_a_live_view_says_so(path: str) -> None:
    async def go() -> tuple[int, int]:
        async with browser(None) as client:
            tried = await client.post("/api/live/session", json={"key": TOKEN})
            return (await client.get(path)).status_code, tried.status_code

    assert asyncio.run(go()) == (404, 404)


def test_the_token_opens_it_and_who_came_is_told() -> None:
    live = FakeLive()

    async def go() -> tuple[str, httpx.Response, httpx.Response, int]:
        async with browser((live, LiveGate(TOKEN))) as client:
            wrong = await client.post("/api/live/session", json={"key": TOKEN + "x"})
            assert (wrong.status_code, wrong.headers.get("set-cookie")) == (403, None)
            let_in = await client.post("/api/live/session", json={"key": TOKEN})
            cameras, picture = [await client.get(path) for path in PATHS]
            older = await client.get("/api/live/overhead-1/6.jpg")
            return let_in.headers["set-cookie"], cameras, picture, older.status_code

    cookie, cameras, picture, older = asyncio.run(go())
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert cameras.json()["cameras"][1]["cards"][0]["card"] == "Ah"
    assert (picture.content, picture.headers["cache-control"]) == (JPEG, "no-store")
    assert older == 404
    assert live.who == ["10.1.2.3"]


def test_a_page_of_another_address_cannot_let_itself_in() -> None:
    async def go() -> int:
        async with browser((FakeLive(), LiveGate(TOKEN))) as client:
            headers = {"Origin": "https://elsewhere.example"}
            return (await client.post("/api/live/session", json={"key": TOKEN}, headers=headers)).status_code

    assert asyncio.run(go()) == 403


@pytest.mark.parametrize(
    "body",
    [
        b'{"key": "' + TOKEN.encode() * 9 + b'"}',
        b'{"key": NaN}',
        b'{"key": 1e999}',
        b'{"key": "\\ud800"}',
        b'{"\\ud800": 1}',
        b"[" * 100_000,
        b"\xff",
    ],
    ids=["long", "nan", "infinite", "half a letter", "half a name", "brackets", "bytes"],
)
def test_a_key_that_is_none_is_refused_and_nothing_of_it_is_said_again(body: bytes) -> None:
    async def go() -> httpx.Response:
        async with browser((FakeLive(), LiveGate(TOKEN))) as client:
            headers = {"Content-Type": "application/json"}
            return await client.post("/api/live/session", content=body, headers=headers)

    answer = asyncio.run(go())
    assert answer.status_code in (400, 422)
    assert answer.headers["cache-control"] == "no-store"
    assert TOKEN not in answer.text


def test_a_link_opens_one_browser_within_ten_minutes() -> None:
    now = [0.0]
    gate = LiveGate(TOKEN, lambda: now[0])
    used, late = gate.code(), gate.code()

    session = gate.admit(used)
    assert gate.knows(session)
    assert gate.admit(used) is None
    now[0] = CODE_S + 1
    assert gate.admit(late) is None
    assert gate.knows(session)
    now[0] = SESSION_S + 1
    assert not gate.knows(session)


def test_no_key_no_session_and_the_oldest_goes_when_there_are_many() -> None:
    gate = LiveGate(TOKEN)
    first = gate.admit(TOKEN)
    others = [gate.admit(TOKEN) for _ in range(MOST_SESSIONS)]

    assert not gate.knows(first)
    assert all(gate.knows(one) for one in others)
    assert not gate.knows(None)
    assert not gate.knows("")
    assert gate.admit("naïve ключ") is None
