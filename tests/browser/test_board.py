"""The board in a real browser: a battle played on it by clicks, on a desk, on a telephone and by keyboard.

Needs Debian's chromium; without it the tests skip and say so. The dice are the bot's own, so the tests look at what
must happen whatever they show.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.accessible import violations
from tests.browser.kit import CHROMIUM, LIMIT, PATIENCE, Server, opened

pytest.importorskip("playwright.sync_api")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    pytest.mark.timeout(LIMIT),
]

ADA, BEN, CLEO = range(3)


class Desk:
    """One person at the board."""

    def __init__(self, page: Any, address: str, seat: int) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda e: self.faults.append(str(e)))
        page.goto(address)
        self.ready()
        if seat:
            self.sit(seat)

    def sit(self, seat: int) -> None:
        (value,) = self.page.locator("#seat").select_option(index=seat)
        self.page.wait_for_function("seat => document.body.dataset.seat === seat", arg=value)
        self.ready()

    def ready(self) -> None:
        self.page.locator("#standing tr").first.wait_for()
        self.page.locator(".place").first.wait_for(state="attached")

    @property
    def prompt(self) -> str:
        return str(self.page.locator("#prompt").inner_text())

    @property
    def orders(self) -> str:
        return str(self.page.locator("#orders").input_value())

    def asks(self, words: str) -> None:
        self.page.locator("#prompt", has_text=words).wait_for()

    def hex(self, code: str) -> None:
        self.page.locator(f'.place[data-code="{code}"]').dispatch_event("click")

    def pick(self, words: str) -> None:
        """A choice beside the map, in a list that is open or not."""
        found = self.page.locator("#choices button", has_text=words).first
        found.wait_for(state="attached")
        found.evaluate("b => { const d = b.closest('details'); if (d) d.open = true; b.click(); }")

    def told(self, words: str) -> None:
        self.page.locator("#seen", has_text=words).wait_for()

    def send(self) -> None:
        self.page.locator("#send").click()


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    scenario = getattr(request, "param", "tricameron")
    server = Server(tmp_path / "local.db", "--scenario", scenario, "--empty")
    server.start()
    yield server
    server.kill()


def to_orders(desk: Desk) -> None:
    """Belisarius acts. One battle in ten begins with the infantry on the march: its column stands where it enters."""
    question = desk.page.locator("#prompt")
    first = question.filter(has_text="may act before everyone else").or_(question.filter(has_text="Through which hex"))
    first.wait_for()
    if "Through which hex" in desk.prompt:
        desk.hex("6013")
        desk.page.locator("#seen li").first.wait_for()
        desk.send()
        desk.asks("still to come")
        desk.page.locator("#orders").fill("done")
        desk.send()
        desk.asks("may act before everyone else")
    desk.pick("Belisarius acts now")
    desk.page.locator("#seen li").first.wait_for()
    desk.send()
    desk.asks("6 of 6 left")


def together(ada: Desk) -> None:
    """Who stands within a frame, and who belongs together, gets orders in one go."""
    page = ada.page
    page.locator("#several").click()
    page.locator("#choices button").first.wait_for()
    # The frame goes round everybody whom the window shows.
    box = page.locator("#window").bounding_box()
    assert box is not None
    page.locator("#all").click()
    page.mouse.move(box["x"] + 4, box["y"] + box["height"] - 4)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("#over .frame").wait_for()
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + 4)
    page.mouse.up()
    page.locator("#choices button", has_text="Forward 1").wait_for()
    ada.pick("Forward 1")
    ada.page.locator("#seen li").nth(1).wait_for()
    assert ada.orders.count("\n") >= 1
    ada.page.locator("#clear").click()


@pytest.mark.parametrize(("width", "height"), [(1300, 900), (390, 844)])
def test_an_activation_by_clicks_which_others_see(server: Server, width: int, height: int) -> None:
    with opened(width, height) as page:
        ada = Desk(page, server.board, ADA)
        second = page.context.browser.new_page()
        second.set_default_timeout(PATIENCE)
        ben = Desk(second, server.board, BEN)
        to_orders(ada)
        assert ben.prompt == "Nothing is asked of you now."
        assert violations(page) == violations(second) == []
        ada.hex("5108")
        ada.page.locator("#taken", has_text="THC3").wait_for()
        assert ada.page.locator("#over .goal").count() > 20, "where it can go is shown at once"
        # Where it could fire, too, pressing a way to face means facing and no more.
        ada.hex("4608")
        ada.page.locator("#choices", has_text="W, then fire at LN4").wait_for()
        wedges = [w.get_attribute("aria-label") or "" for w in page.locator("#over .wedge").all()]
        assert "W" in wedges and not [w for w in wedges if "fire" in w], wedges
        ada.page.keyboard.press("Escape")
        page.locator("#over .wedge").first.wait_for(state="detached")
        ada.page.locator("#over .goal").first.wait_for()
        ada.hex("5008")
        ada.page.locator("#choices", has_text="W, then fire").wait_for(state="detached")
        ada.page.locator("#over .wedge").first.wait_for()
        assert violations(page) == []
        ada.page.locator("#over .wedge").first.dispatch_event("click")
        page.locator("#taken:empty").wait_for(state="attached")
        ada.told("THC3")
        assert ada.orders.startswith("THC3 > 5008")
        # What was chosen and the map are both seen, on a telephone too.
        page.wait_for_function(IN_VIEW, arg="#send")
        assert page.evaluate(IN_VIEW, "#window")
        # Several orders go together, and what was clicked can be written over.
        ada.page.locator("#orders").fill(ada.orders + "\nTHC1 > 0101")
        ada.page.locator("#check").click()
        ada.told("skipped")
        ada.page.locator("#orders").fill(ada.orders.partition("\n")[0])
        ada.send()
        ada.page.locator("#story", has_text="THC3").wait_for()
        ben.page.locator("#story", has_text="THC3").wait_for()
        ada.asks("5 of 6 left")
        assert ada.orders == ""
        together(ada)
        # A piece that isn't to be ordered has a card, and the referee's answer behind it.
        ben.hex("5108")
        ben.hex("5008")
        ben.page.locator("#piece", has_text="THC3").wait_for()
        ben.page.locator("#piece button").first.click()
        ben.page.locator("#piece h2", has_text="THC3").wait_for()
        # The position in words, all of it and a part.
        ben.page.locator("#described summary").click()
        ben.page.locator("#told", has_text="Thracian: 5 units").wait_for()
        ben.page.locator("#part").fill("THC3")
        ben.page.locator("#part").press("Enter")
        ben.page.locator("#told", has_text="Thracian cataphracts 3").wait_for()
        assert violations(second) == []
        assert ada.faults == ben.faults == []


def test_what_comes_late_moves_nothing_and_takes_no_seat_away(server: Server) -> None:
    with opened(1300, 900) as page:
        held: list[Any] = []
        holding: set[str] = set()

        def hold(what: str) -> None:
            holding.add(what)
            page.route(f"**/api/{what}*", lambda route: held.append(route) if what in holding else route.continue_())

        def let_go() -> None:
            holding.clear()
            while held:
                held.pop().continue_()

        ada = Desk(page, server.board, ADA)
        # Another seat is taken before what the last one sees has come.
        ada.sit(BEN)
        hold("battle")
        seats = page.locator("#seat")
        with page.expect_request("**/api/battle*"):
            seats.select_option(index=ADA)
        (cleo,) = seats.select_option(index=CLEO)
        let_go()
        page.wait_for_function("seat => document.body.dataset.seat === seat", arg=cleo)
        assert seats.input_value() == cleo
        ada.sit(ADA)
        # Ideas come when an order stands written: what sends it stays where it is.
        hold("ideas")
        to_orders(ada)
        ada.hex("5108")
        page.locator("#over .goal").nth(20).wait_for(state="attached")
        ada.hex("5008")
        page.locator("#over .wedge").first.dispatch_event("click")
        page.locator("#taken:empty").wait_for(state="attached")
        ada.told("THC3")
        page.wait_for_function(IN_VIEW, arg="#send")
        where = "document.getElementById('send').getBoundingClientRect().top"
        before = page.evaluate(where)
        let_go()
        page.locator("#ideas button").first.wait_for()
        assert abs(page.evaluate(where) - before) < 2
        assert ada.faults == []


IN_VIEW = """what => {
  const { top, bottom } = document.querySelector(what).getBoundingClientRect();
  return top >= -1 && bottom <= innerHeight + 1;
}"""
FOCUS = "document.activeElement.dataset.code ?? document.activeElement.id ?? ''"
ANOTHER_WINDOW = """async orders => {
  const { question } = await (await fetch("api/battle")).json();
  const body = JSON.stringify({ token: question.token, orders });
  await fetch("api/send", { method: "POST", headers: { "Content-Type": "application/json" }, body });
}"""
"""Orders are given in another window of the same seat."""
LABEL = "document.activeElement.getAttribute('aria-label')"


def test_by_keyboard_and_ear_alone(server: Server) -> None:
    with opened(1300, 900) as page:
        ada = Desk(page, server.board, ADA)
        to_orders(ada)
        said = page.locator("#said")
        said.filter(has_text="6 of 6 left").wait_for()
        # Amid the map: in some battles what can be reached first stands at its edge.
        page.locator('.place[data-code="4008"]').focus()
        at = page.evaluate(FOCUS)
        page.keyboard.press("ArrowDown")
        below = page.evaluate(FOCUS)
        assert below != at and int(below) == int(at) + 1
        # To the side every column is stood on, and the row is kept.
        across = [page.keyboard.press("ArrowRight") or page.evaluate(FOCUS) for _ in range(6)]
        assert [int(x) // 100 for x in across] == [int(below) // 100 + n for n in range(1, 7)], across
        assert across[1::2] == [f"{int(x) // 100}{below[2:]}" for x in across[1::2]], across
        # From one that can be ordered to the next.
        page.keyboard.press("n")
        assert page.evaluate(LABEL).endswith("can be ordered")
        for _ in range(20):
            if page.evaluate(FOCUS) == "5108":
                break
            page.keyboard.press("n")
        assert page.evaluate(LABEL) == ("5108, open; THC3 Thracian cataphracts 3, facing W; can be ordered")
        page.keyboard.press("Enter")
        page.locator("#taken", has_text="THC3").wait_for()
        said.filter(has_text="Chosen: THC3").filter(has_text="places on the map").wait_for()
        assert page.evaluate(FOCUS) == "5108", "the focus stays on the map"
        page.keyboard.press("ArrowLeft")
        goal = page.evaluate(FOCUS)
        assert "can be chosen" in page.evaluate(LABEL) and " MP" in page.evaluate(LABEL)
        page.keyboard.press("Enter")
        page.locator("#over .wedge").first.wait_for()
        assert "chosen" in page.evaluate(LABEL) and page.evaluate(FOCUS) == goal
        # Back by one step, and on again.
        page.keyboard.press("Escape")
        page.locator("#over .wedge").first.wait_for(state="detached")
        page.locator("#over .goal").first.wait_for()
        assert page.evaluate(FOCUS) == goal
        page.keyboard.press("Enter")
        page.locator("#over .wedge").first.wait_for()
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.classList.contains('wedge')")
        page.keyboard.press("Enter")
        ada.told("THC3")
        said.filter(has_text="Written: THC3 > ").wait_for()
        page.locator("#taken:empty").wait_for(state="attached")
        assert goal in ada.orders and page.evaluate(FOCUS) == goal
        page.locator("#send").focus()
        page.keyboard.press("Enter")
        ada.asks("5 of 6 left")
        page.wait_for_function("document.activeElement.id === 'prompt'")
        # What is typed with a slip says so in place of what was told before, and can be mended and sent.
        orders = page.locator("#orders")
        orders.fill("THC5 @")
        page.locator("#check").click()
        ada.told("is no direction")
        orders.fill("THC5 @NW")
        assert page.locator("#seen").inner_text() == "" and page.locator("#send").is_enabled()
        # The battle goes on meanwhile: what was composed stays.
        page.evaluate(ANOTHER_WINDOW, "THC4 @NW")
        ada.asks("4 of 6 left")
        ada.told("THC5")
        assert ada.orders == "THC5 @NW"
        # What was carried out is written no more, though the page hears of it before its own answer comes.
        held: list[Any] = []
        page.route("**/api/send*", lambda route: held.append((route, route.fetch())))
        page.locator("#send").click()
        ada.asks("3 of 6 left")
        ((route, answer),) = held
        route.fulfill(response=answer)
        page.wait_for_function("() => !document.getElementById('orders').value")
        assert ada.faults == []


@pytest.mark.parametrize("server", ["renovatio"], indirect=True)
def test_a_campaign_is_set_up_by_filling_in_its_form(server: Server) -> None:
    with opened(1300, 900) as page:
        ada = Desk(page, server.board, ADA)
        ada.asks("Set up your forces")
        entry = page.locator(".entry", has_text="Praesental Army I 15 SP")
        entry.wait_for()
        proposed = ada.orders
        assert proposed.startswith("setup byzantine")
        entry.get_by_role("button", name="Praesental Army I: -5").click()
        page.locator(".problem", has_text="100 SP").wait_for()
        assert "praesental-1 europa 10" in ada.orders and page.locator("#send").is_disabled()
        page.locator(".entry", has_text="Army of Thrace").get_by_role("button", name="Army of Thrace: +5").click()
        page.locator(".problem").wait_for(state="detached")
        # Where an army stands is pressed on the map, and then chosen where else.
        ada.hex("bithynia")
        page.get_by_label("Praesental Army II: elsewhere").select_option(label="Europa")
        page.locator(".entry", has_text="Praesental Army II 10 SP, Europa").wait_for()
        assert "praesental-2 europa 10" in ada.orders
        page.locator("#clear").click()
        page.locator(".entry", has_text="Praesental Army I 15 SP").wait_for()
        assert ada.orders == proposed
        ada.send()
        ada.asks("Nothing is asked of you now.")
        assert ada.faults == []
