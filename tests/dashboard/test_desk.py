"""The camera desk: what it answers, and the page in a real Chromium."""

import httpx
import pytest
from playwright.sync_api import Page, expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from dashboard.desk import desk_server
from dashboard.serve import CannotListen
from tests.dashboard.fake_desk import FakeDriver, RunningDesk, example


def test_the_desk_tells_its_state_and_its_newest_picture() -> None:
    with RunningDesk(FakeDriver(example())) as desk, httpx.Client(base_url=desk.url) as client:
        state = client.get("api/desk").json()
        picture = client.get("api/picture")
        none_newer = client.get("api/picture", params={"after": 1})

    assert state["instruction"] == "Draw each seat's part of the table."
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.headers["x-picture-number"] == "1"
    assert none_newer.status_code == 204


def test_a_refused_deed_says_why_and_a_deed_of_nonsense_is_no_deed() -> None:
    driver = FakeDriver(example())
    with RunningDesk(driver) as desk, httpx.Client(base_url=desk.url) as client:
        refused = client.post("api/deeds", json={"name": "cancel"})
        nonsense = [
            client.post("api/deeds", json=body).status_code
            for body in (
                {"name": "no such\nthing"},
                {"name": "regions", "regions": [{"name": "1", "corners_px": [[0, 0], [1, 1]]}]},
                {"name": "regions", "regions": [{"name": "1", "corners_px": [[0, 0], [1, 1e99], [3, 3]]}]},
                {"name": "save", "more": 1},
            )
        ]

    assert (refused.status_code, refused.json()["detail"]) == (409, "There is nothing to cancel.")
    assert nonsense == [422, 422, 422, 422]
    assert [deed.name for deed in driver.deeds] == ["cancel"]


def test_a_page_of_another_address_presses_no_button() -> None:
    driver = FakeDriver(example())
    with RunningDesk(driver) as desk, httpx.Client(base_url=desk.url) as client:
        foreign = client.post("api/deeds", json={"name": "save"}, headers={"Origin": "http://evil.example"})

    assert foreign.status_code == 403
    assert driver.deeds == []


KEY = "a-key-that-was-printed"


def test_without_the_links_key_a_desk_shows_nothing_and_does_nothing() -> None:
    """Its pictures show the faces of all that lies there."""
    driver = FakeDriver(example())
    with RunningDesk(driver, key=KEY) as desk, httpx.Client(base_url=desk.url) as client:
        asked = ("", "api/desk", "api/picture", "api/tiles/0", "desk.html", "?key=wrong", "api/picture?key=")
        refused = [client.get(path) for path in asked]
        pressed = client.post("api/deeds", json={"name": "save"})

    assert [one.status_code for one in (*refused, pressed)] == [403] * 8
    assert all(one.headers["content-type"].startswith("text/plain") for one in refused)
    assert driver.deeds == []


def test_a_socket_without_the_key_is_closed() -> None:
    with RunningDesk(FakeDriver(example()), key=KEY) as desk:
        address = desk.url.replace("http", "ws") + "ws"
        with pytest.raises(InvalidStatus) as refused:
            connect(address)
        cookie = httpx.get(desk.url, params={"key": KEY}).headers["set-cookie"].split(";")[0]
        with connect(address, additional_headers={"Cookie": cookie}) as socket:
            told = socket.recv(timeout=10)

    assert refused.value.response.status_code == 403
    assert "Draw each seat" in str(told)


def test_the_links_key_opens_the_desk_and_is_gone_from_the_address() -> None:
    with (
        RunningDesk(FakeDriver(example()), key=KEY) as desk,
        httpx.Client(base_url=desk.url, follow_redirects=True) as client,
    ):
        opened = client.get("", params={"key": KEY})
        picture = client.get("api/picture")

    assert opened.status_code == picture.status_code == 200
    assert KEY not in str(opened.url)
    assert "httponly" in opened.history[0].headers["set-cookie"].lower()


def test_a_desk_that_others_could_reach_is_not_served_without_a_key() -> None:
    for host in ("0.0.0.0", "::", "192.0.2.1", ""):
        with pytest.raises(CannotListen, match="without a key"):
            desk_server(FakeDriver(example()), host=host)


@pytest.mark.browser
def test_a_link_with_its_key_shows_the_desk_in_a_browser(page: Page) -> None:
    with RunningDesk(FakeDriver(example()), key=KEY) as desk:
        page.goto(f"{desk.url}?key={KEY}")
        expect(page.locator(".desk-instruction")).to_have_text("Draw each seat's part of the table.")
        expect(page).to_have_url(desk.url)


@pytest.mark.browser
def test_a_seat_is_dragged_on_the_page_and_the_desk_ends_with_save(page: Page) -> None:
    driver = FakeDriver(example())
    with RunningDesk(driver) as desk:
        page.goto(desk.url)
        expect(page.locator(".desk-instruction")).to_have_text("Draw each seat's part of the table.")
        expect(page.locator(".needed")).to_contain_text("Light from the left")
        corner = page.locator("[data-region='1'] [data-corner='0'] .dot")
        corner.hover()
        page.mouse.down()
        page.mouse.move(120, 140)
        page.mouse.up()
        page.locator("[data-region='2'] polygon").focus()
        page.keyboard.press("ArrowRight")
        page.get_by_role("button", name="Remove seat 2").wait_for()
        page.get_by_role("button", name="Add a seat").click()
        expect(page.locator("[data-region]")).to_have_count(3)
        page.get_by_role("button", name="Cancel").click()
        expect(page.get_by_role("alert")).to_have_text("There is nothing to cancel.")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("status")).to_have_text("Done. This page can be closed.")

    moved = {region.name: region.corners_px for region in driver.showing.regions}
    assert set(moved) == {"1", "2", "3"}
    assert moved["1"][0] != (100, 120)
    assert moved["1"][1:] == ((300, 120), (300, 270), (100, 270))
    assert moved["2"][0] == (912.8, 400)
