"""The cameras on the page: there for who opened their link, and nowhere else."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from dashboard.live_gate import LiveGate
from tests.dashboard.fake_live import TOKEN, FakeLive
from tests.dashboard.fake_table import RunningDashboard, mid_hand

pytestmark = pytest.mark.browser


class WithCameras:
    """A dashboard with a live view, and its gate."""

    def __init__(self) -> None:
        self.feed, self.gate = FakeLive(), LiveGate(TOKEN)
        self.dashboard = RunningDashboard(mid_hand(), live=(self.feed, self.gate))

    @property
    def link(self) -> str:
        return f"{self.dashboard.url}#live={self.gate.code()}"


@pytest.fixture
def cameras() -> Iterator[WithCameras]:
    house = WithCameras()
    with house.dashboard:
        yield house


def test_the_link_shows_the_cameras_and_is_taken_out_of_the_address(page: Page, cameras: WithCameras) -> None:
    page.goto(cameras.link)

    expect(page.locator(".live-camera")).to_have_count(2)
    expect(page.locator(".outline.shown")).to_contain_text("Ah")
    expect(page.locator(".outline.unsure")).to_have_text("unsure")
    expect(page.get_by_text("The shoe sees hole cards: outlines only.")).to_be_visible()
    assert (
        page.locator(".live-frame img").evaluate("image => image.decode().then(() => image.naturalWidth)")
        == 320
    )
    assert "live" not in page.url
    page.reload()
    expect(page.locator(".live-camera")).to_have_count(2)


def test_without_the_link_there_is_no_trace_of_cameras(page: Page, cameras: WithCameras) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(cameras.dashboard.url)
    expect(page.locator("main.stage")).to_be_visible()

    assert page.locator(".cameras-panel, .live-refused").count() == 0
    assert not [url for url in asked if "/api/live" in url]
    assert cameras.feed.asked == 0


def test_a_link_that_was_used_says_so(page: Page, cameras: WithCameras) -> None:
    link = cameras.link
    cameras.gate.admit(link.partition("=")[2])
    page.goto(link)

    expect(page.locator(".live-refused")).to_contain_text("used before")
    assert page.locator(".cameras-panel").count() == 0


def test_cameras_that_are_hidden_are_not_asked_for(page: Page, cameras: WithCameras) -> None:
    page.goto(cameras.link)
    expect(page.locator(".live-camera")).to_have_count(2)
    page.get_by_role("button", name="Hide", exact=True).click()
    expect(page.locator(".live-camera")).to_have_count(0)
    page.get_by_role("button", name="Show", exact=True).click()

    expect(page.locator(".live-camera")).to_have_count(2)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (768, 1024), (1280, 800), (1920, 1080)])
def test_nothing_is_cut_off_sideways(
    chromium: Browser, cameras: WithCameras, width: int, height: int
) -> None:
    context = chromium.new_context(viewport={"width": width, "height": height})
    opened = context.new_page()
    opened.goto(cameras.link)
    expect(opened.locator(".live-camera")).to_have_count(2)

    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tall = opened.locator(".live-switch").bounding_box()
    assert tall is not None
    assert tall["height"] >= 48
    context.close()
