"""The page in a real Chromium, before a made-up table."""

import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from dashboard.app import STATIC
from table_controller.wire.envelope import Link, LinkState
from table_controller.wire.models import AlertView, LegalAction, PotView, TableStatus
from tests.dashboard.fake_table import (
    ADDRESS,
    RunningDashboard,
    awards,
    badugi,
    declaring,
    drawing,
    first_bet,
    halted_by,
    halved,
    halves,
    mid_hand,
    paid,
    seat_events,
    showdown,
    turned_low,
    unopened,
)

pytestmark = pytest.mark.browser

SIZES = {
    "tablet lying": (1024, 768),
    "tablet standing": (768, 1024),
    "phone": (390, 844),
    "small phone": (320, 640),
}
LINK_DEADLINE_MS = 2000
SILENCE_DEADLINE_MS = 3000


def watch(page: Page, dashboard: RunningDashboard) -> None:
    """Open the page and wait until the table is there and live."""
    page.goto(dashboard.url)
    expect(page.locator("[data-link=live]")).to_be_visible()
    expect(page.locator(".stage")).to_have_attribute("data-stale", "false")


BANNER_COMES = """deadline => new Promise(tell => {
    const there = () => document.querySelector(".banner") !== null;
    const watcher = new MutationObserver(() => there() && tell(true));
    watcher.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => tell(there()), deadline);
    if (there()) tell(true);
})"""


def banner_comes(page: Page, within_ms: int) -> bool:
    """Say whether the page shows that it is not live before *within_ms* are over, by the page's own clock."""
    return bool(page.evaluate(BANNER_COMES, within_ms))


def test_the_page_shows_the_hand_under_way(page: Page, dashboard: RunningDashboard) -> None:
    watch(page, dashboard)

    expect(page.locator(".turn-who")).to_have_text("Seat 5Pete")
    expect(page.locator(".turn-may")).to_have_text("Fold, call 8, raise to 24")
    expect(page.locator(".pot-phase")).to_have_text("Betting round 2")
    expect(page.locator(".pot-sum")).to_contain_text("168")
    expect(page.locator(".pot-list li")).to_have_count(2)
    expect(page.get_by_label("seats 1, 3, 5 and 7")).to_be_visible()
    expect(page.locator("[data-seat='7']").get_by_label("dealer button")).to_be_visible()
    expect(page.locator("[data-seat='3'] .opener-button")).to_have_text("Opener · splits")
    expect(page.locator(".owed .next")).to_contain_text("1 card to seat 5")
    expect(page.locator(".notice.warning")).to_contain_text("The tray camera shows nothing")
    expect(page.locator(".device.lost")).to_contain_text("no picture for 4 s")
    expect(page.locator(".device.ok").nth(1)).to_contain_text("Button box × 6")
    expect(page.locator(".device.degraded")).to_contain_text("Box 7")
    expect(page.locator(".rulings li").first).to_contain_text("Seat 3 splits openers")
    expect(page.locator(".rulings li").first).to_contain_text("O12")
    expect(page.locator(".rulings li").first).to_contain_text("Robert's Rules of Poker 11, Draw, rule 9")


def test_the_page_follows_the_table(page: Page, dashboard: RunningDashboard) -> None:
    watch(page, dashboard)

    dashboard.show(drawing())

    expect(page.locator(".pot-phase")).to_have_text("Draw")
    expect(page.locator(".turn-may")).to_have_text("Draw 0 to 5 cards")
    expect(page.locator("[data-seat='5']")).to_contain_text("draws 3")
    expect(page.locator(".owed .next")).to_contain_text("1 card to the burn pile")


def test_what_seats_said_and_won_stands_beside_them(page: Page, dashboard: RunningDashboard) -> None:
    watch(page, dashboard)

    for event in seat_events():
        dashboard.feed.say(event)

    expect(page.locator("[data-seat='3']")).to_contain_text("raises to 16")
    expect(page.locator("[data-seat='7']")).to_contain_text("calls 16")

    dashboard.show(paid())
    for event in awards():
        dashboard.feed.say(event)

    expect(page.locator(".winners")).to_have_text("Pete wins 168")
    expect(page.locator("[data-seat='5']")).to_contain_text("won 168")


def test_everybody_declares_at_once_and_nobodys_way_is_told_before_all_have(
    page: Page, dashboard: RunningDashboard
) -> None:
    """V02: who has declared may be seen, what only once all is opened."""
    watch(page, dashboard)
    dashboard.show(declaring())

    expect(page.locator(".pot-phase")).to_have_text("Declaration")
    expect(page.locator(".turn-who")).to_have_text("Everybody at once")
    expect(page.locator(".turn-why")).to_have_text("Seats 3 and 7 still to declare")
    expect(page.locator("[data-seat='1']")).to_contain_text("has declared")
    expect(page.locator(".turn-flag")).to_have_count(2)

    dashboard.show(declaring(opened=True))

    expect(page.locator("[data-seat='1']")).to_contain_text("declared low")
    expect(page.locator("[data-seat='5']")).to_contain_text("declared both ways")
    expect(page.locator(".turn-flag")).to_have_count(0)


def test_the_halves_of_a_pot_say_whose_they_are(page: Page, dashboard: RunningDashboard) -> None:
    watch(page, dashboard)
    for event in halves():
        dashboard.feed.say(event)
    expect(page.locator(".winners")).to_have_count(0)  # the table itself still says that it is betting
    dashboard.show(halved())

    winners = ["Maria wins 42 for low", "Chi-Ying wins 84 for high", "Bartholomew wins 42 for low"]
    expect(page.locator(".winners li")).to_have_text(winners)
    expect(page.locator("[data-seat='3']")).to_contain_text("won 84 for high")


def test_a_hand_of_four_cards_says_which_draw_of_how_many_it_is_and_who_kills(
    page: Page, dashboard: RunningDashboard
) -> None:
    watch(page, dashboard)
    dashboard.show(badugi())

    expect(page.locator(".pot-phase")).to_have_text("Draw 2 of 3")
    expect(page.locator("[data-seat='1'] .card")).to_have_count(4)
    expect(page.locator(".turn-may")).to_have_text("Draw 0 to 4 cards")
    expect(page.locator(".pot-notes")).to_contain_text("Seat 2 kills for 16")
    expect(page.locator("[data-seat='1']")).to_contain_text("Leg")
    expect(page.locator("[data-seat='8']")).to_contain_text("Waits for the blind")


def test_a_game_that_has_turned_low_says_so_beside_its_new_name(
    page: Page, dashboard: RunningDashboard
) -> None:
    watch(page, dashboard)
    dashboard.show(turned_low())

    expect(page.locator("header .title p")).to_contain_text("Jacks or better: California lowball")
    expect(page.locator("header .turned")).to_have_text("nobody opened for high")


def test_what_it_takes_to_open_stands_there_until_somebody_has(
    page: Page, dashboard: RunningDashboard
) -> None:
    """O06: one rank more after each deal that was passed out."""
    watch(page, dashboard)
    dashboard.show(unopened())
    expect(page.locator(".pot-notes")).to_have_text("Queens or better to open")

    dashboard.show(first_bet())
    expect(page.locator(".pot-notes")).not_to_contain_text("to open")


def test_hidden_cards_are_backs_until_they_are_shown(page: Page, dashboard: RunningDashboard) -> None:
    watch(page, dashboard)

    expect(page.locator("[data-seat='1'] .card")).to_have_count(5)
    expect(page.locator("[data-seat='1']").get_by_label("card face down")).to_have_count(5)
    expect(page.locator("[data-seat='7']").get_by_label("card face down, not read")).to_have_count(2)
    expect(page.locator(".pod svg[aria-label$='clubs']")).to_have_count(1)

    dashboard.show(showdown())

    expect(page.locator("[data-seat='5']").get_by_label("ace of spades")).to_be_visible()
    expect(page.locator("[data-seat='5']").get_by_label("joker")).to_be_visible()
    expect(page.locator("[data-seat='1']").get_by_label("card face down")).to_have_count(5)


def test_a_server_that_died_shows_within_two_seconds(page: Page, dashboard: RunningDashboard) -> None:
    watch(page, dashboard)

    dashboard.stop()

    assert banner_comes(page, LINK_DEADLINE_MS)
    expect(page.locator(".banner")).to_contain_text("No connection to the server")
    expect(page.locator(".stage")).to_have_attribute("data-stale", "true")
    expect(page.locator("[data-link=link]")).to_be_visible()


def test_a_link_that_goes_quiet_without_closing_shows_within_two_seconds(
    page: Page, dashboard: RunningDashboard
) -> None:
    frozen = False

    def pass_on(browser_side: WebSocketRoute) -> None:
        server_side = browser_side.connect_to_server()
        server_side.on_message(lambda message: None if frozen else browser_side.send(message))

    page.route_web_socket(re.compile("/ws$"), pass_on)
    watch(page, dashboard)

    frozen = True

    assert banner_comes(page, LINK_DEADLINE_MS)
    expect(page.locator(".banner")).to_contain_text("No connection to the server")
    frozen = False
    expect(page.locator(".banner")).to_have_count(0)


def test_a_silent_table_is_grey_within_three_seconds_and_live_when_it_speaks(
    page: Page, dashboard: RunningDashboard
) -> None:
    watch(page, dashboard)

    dashboard.beating = False

    assert banner_comes(page, SILENCE_DEADLINE_MS)
    expect(page.locator(".banner")).to_contain_text("Table silent")
    expect(page.locator(".stage")).to_have_attribute("data-stale", "true")
    grey = page.locator(".table-area").evaluate("element => getComputedStyle(element).filter")
    assert "grayscale(1)" in grey
    dashboard.beating = True
    expect(page.locator(".stage")).to_have_attribute("data-stale", "false")
    expect(page.locator(".banner")).to_have_count(0)


def test_a_table_whose_program_is_gone_says_so_at_once(page: Page, dashboard: RunningDashboard) -> None:
    watch(page, dashboard)

    dashboard.beating = False
    dashboard.feed.say(TableStatus(state="lost"))

    assert banner_comes(page, SILENCE_DEADLINE_MS)
    expect(page.locator(".banner")).to_contain_text("gone without a good-bye")


def test_after_a_restart_the_page_is_live_again_and_nothing_old_is_left(page: Page) -> None:
    with RunningDashboard(showdown()) as first:
        watch(page, first)
        expect(page.locator(".notice.stop")).to_have_count(1)
        port = first.port
    expect(page.locator(".banner")).to_be_visible()

    with RunningDashboard(drawing(), port=port, epoch="epoch-2"):
        expect(page.locator("[data-link=live]")).to_be_visible(timeout=8000)

        expect(page.locator(".pot-phase")).to_have_text("Draw")
        expect(page.locator(".notice.stop")).to_have_count(0)
        expect(page.locator(".stage")).to_have_attribute("data-stale", "false")


def test_a_page_left_open_loads_a_new_build_by_itself(page: Page, tmp_path: Path) -> None:
    newer = tmp_path / "static"
    shutil.copytree(STATIC, newer)
    (newer / "index.html").write_text((STATIC / "index.html").read_text() + "<!-- another build -->")
    with RunningDashboard(mid_hand()) as first:
        watch(page, first)
        page.evaluate("document.body.dataset.old = 'yes'")

    with RunningDashboard(mid_hand(), port=first.port, static=newer):
        expect(page.locator("body[data-old]")).to_have_count(0, timeout=8000)
        expect(page.locator("[data-link=live]")).to_be_visible()


LEGAL = {
    "Check, open 4": (LegalAction(word="check"), LegalAction(word="open", low=4, high=4)),
    "Fold, raise to 24–1,200": (LegalAction(word="fold"), LegalAction(word="raise", low=24, high=1200)),
    "Draw 0 to 1 card": (LegalAction(word="draw", low=0, high=1),),
    "Stand pat": (LegalAction(word="draw", low=0, high=0),),
    "Show": (LegalAction(word="show"),),
    "Nothing may be done now": (),
}


def test_what_is_legal_stands_there_in_words(page: Page, dashboard: RunningDashboard) -> None:
    watch(page, dashboard)

    for sentence, legal in LEGAL.items():
        dashboard.show(mid_hand().model_copy(update={"legal": legal}))
        expect(page.locator(".turn-may")).to_have_text(sentence)


def test_a_bet_nobody_has_matched_is_no_side_pot(page: Page, dashboard: RunningDashboard) -> None:
    watch(page, dashboard)

    dashboard.show(first_bet())

    expect(page.locator(".pot-notes")).to_have_text("2 in bets · Uncalled 2, seat 5")
    expect(page.locator(".pot-list")).to_have_count(0)


def test_a_raise_that_a_seat_has_yet_to_call_is_no_side_pot(page: Page, dashboard: RunningDashboard) -> None:
    bets = {3: 4, 4: 4, 5: 2}
    state = first_bet()
    seats = tuple(view.model_copy(update={"bet": bets.get(view.seat, 0)}) for view in state.seats)
    pots = (
        PotView(chips=5, seats=(1, 2, 3, 4, 5)),
        PotView(chips=6, seats=(3, 4, 5)),
        PotView(chips=4, seats=(3, 4)),
    )
    raised = state.model_copy(update={"seats": seats, "pots": pots, "in_middle": 15, "to_match": 4})
    watch(page, dashboard)

    dashboard.show(raised)
    expect(page.locator(".pot-notes")).to_have_text("10 in bets")
    expect(page.locator(".pot-list")).to_have_count(0)

    all_in = tuple(view.model_copy(update={"all_in": view.seat == 5}) for view in seats)
    dashboard.show(raised.model_copy(update={"seats": all_in}))
    expect(page.locator(".pot-name")).to_have_text(["Main pot", "Side pot 1"])
    expect(page.locator(".pot-list b")).to_have_text(["11", "4"])


HALTS = {
    "DEVICE_LOST": "A device does not answer. Plug it in again; play goes on by itself.",
    "JAM": "The shuffler is jammed. Clear the card, count, then confirm.",
    "POWER_LOST": "The program or the power was off in this hand: look at cards and chips, then confirm.",
    "DECK_FOULED": "The same card was seen twice. The floor decides.",
    "Deck change, please call the floor.": "Deck change, please call the floor. It goes on when the dealer confirms.",
}


def test_a_halt_says_in_words_what_makes_play_go_on(page: Page, dashboard: RunningDashboard) -> None:
    watch(page, dashboard)

    for reason, sentence in HALTS.items():
        dashboard.show(halted_by(reason))
        expect(page.locator(".notice.stop > span")).to_have_text(sentence)

    dashboard.show(halted_by("JAM", "DEVICE_LOST"))
    expect(page.locator(".notice.stop > span")).to_have_text(
        [HALTS["JAM"], "A device does not answer. Plug it in again."]
    )


def test_a_server_without_its_broker_says_so_before_any_table_is_heard(page: Page) -> None:
    dashboard = RunningDashboard(None)
    dashboard.feed.link = Link(LinkState.DOWN, datetime.now(UTC), "nobody answers at 127.0.0.1:1883")
    with dashboard:
        page.goto(dashboard.url)

        expect(page.locator(".waiting")).to_contain_text("No table has been heard yet")
        expect(page.locator(".waiting")).to_contain_text("lost its own link to the tables. Nobody answers at")
        pill = page.locator(".link-pill")
        expect(pill).to_have_text("No broker")
        box = pill.bounding_box()
        assert box is not None
        assert box["width"] < 200


def test_at_the_showdown_a_seat_with_rivals_may_muck_but_the_opener_may_not(
    page: Page, dashboard: RunningDashboard
) -> None:
    asked = showdown().model_copy(update={"legal": (LegalAction(word="show"),)})
    alone = tuple(
        view.model_copy(update={"status": "live" if view.seat == 7 else "folded"}) for view in asked.seats
    )
    watch(page, dashboard)

    for state, sentence in (
        (asked, "Show, or muck"),
        (asked.model_copy(update={"to_act": 3}), "Show"),
        (asked.model_copy(update={"to_act": 7, "seats": alone}), "Show"),
    ):
        dashboard.show(state)
        expect(page.locator(".turn-may")).to_have_text(sentence)


def test_openers_to_be_shown_are_asked_for_once(page: Page, dashboard: RunningDashboard) -> None:
    alert = AlertView(name="OPENERS_DUE", text="Seat 3 must show openers.", seat=3)
    watch(page, dashboard)

    dashboard.show(showdown().model_copy(update={"alerts": (alert,)}))

    expect(page.locator(".notice.note")).to_contain_text("Seat 3 must show openers before the pot is pushed.")
    expect(page.locator(".notice.warning")).to_have_count(0)


def test_the_page_asks_nobody_else_for_anything(page: Page, dashboard: RunningDashboard) -> None:
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda opened: asked.append(opened.url))
    page.on("console", lambda message: complaints.append(message.text))

    watch(page, dashboard)

    home = dashboard.url.removeprefix("http")
    assert len(asked) >= 4
    assert [url for url in asked if not url.startswith((f"http{home}", f"ws{home}"))] == []
    assert complaints == []


def test_the_page_works_under_a_path_of_a_proxy(page: Page) -> None:
    with RunningDashboard(mid_hand(), prefix="/rooms/cards") as dashboard:
        watch(page, dashboard)

        expect(page.locator(".turn-who")).to_contain_text("Seat 5")


@pytest.fixture(params=list(SIZES))
def sized_page(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    width, height = SIZES[request.param]
    context = chromium.new_context(viewport={"width": width, "height": height}, has_touch=True)
    yield context.new_page()
    context.close()


def test_nothing_is_cut_off_sideways_and_fingers_fit(sized_page: Page, dashboard: RunningDashboard) -> None:
    watch(sized_page, dashboard)
    dashboard.show(showdown())
    expect(sized_page.locator(".pot-phase")).to_have_text("Showdown")

    width = sized_page.evaluate("document.documentElement.scrollWidth")
    buttons = [box for button in sized_page.locator("button").all() if (box := button.bounding_box())]

    assert width <= sized_page.viewport_size["width"]  # type: ignore[index]
    assert len(buttons) == 2
    assert all(box["width"] >= 48 and box["height"] >= 48 for box in buttons)


def test_a_phone_lists_every_seat_with_its_chips(chromium: Browser, dashboard: RunningDashboard) -> None:
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    watch(page, dashboard)

    expect(page.locator(".seat-list .row")).to_have_count(8)
    expect(page.locator(".row[data-seat='3']")).to_contain_text("Opener · splits")
    expect(page.locator(".row[data-seat='3']")).to_contain_text("164")
    expect(page.locator(".row.turn")).to_contain_text("To act")
    context.close()


def test_two_tabs_follow_the_same_table(chromium: Browser, dashboard: RunningDashboard) -> None:
    context = chromium.new_context()
    tabs = [context.new_page(), context.new_page()]
    for tab in tabs:
        watch(tab, dashboard)

    dashboard.show(showdown())

    for tab in tabs:
        expect(tab.locator(".pot-phase")).to_have_text("Showdown")
    context.close()


def test_colours_of_page_and_suits_are_the_devices_own_choice_and_are_kept(
    page: Page, dashboard: RunningDashboard
) -> None:
    watch(page, dashboard)
    root = page.locator("html")

    page.get_by_role("button", name="Switch to light colours").click()
    page.get_by_role("button", name="Show suits in two colours").click()
    page.reload()

    expect(root).to_have_attribute("data-theme", "light")
    expect(root).to_have_attribute("data-suits", "two")


def test_nothing_moves_for_people_who_asked_for_that(chromium: Browser, dashboard: RunningDashboard) -> None:
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    watch(page, dashboard)

    moving = page.locator(".turn .plate").evaluate("element => getComputedStyle(element).animationName")

    assert moving == "none"
    context.close()


def test_with_several_tables_one_is_chosen_by_name(page: Page, dashboard: RunningDashboard) -> None:
    other = type(ADDRESS)("home", "attic", "table-2")
    watch(page, dashboard)

    dashboard.feed.say(drawing(), other)
    page.get_by_label("Table", exact=True).select_option(str(other))

    expect(page.locator(".pot-phase")).to_have_text("Draw")
    assert page.url.endswith("#home%2Fattic%2Ftable-2")
