"""The local edition's board from the first press on: a lesson, a battle against the computer, by clicks alone.

The dice are the bot's own, so the tests press what stands there and look at what must happen whatever they show.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.systems import registry
from scenarios.lessons import lesson_of, offered
from tests.browser.kit import CHROMIUM, FITS, LIMIT, Server, opened

pytest.importorskip("playwright.sync_api")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    pytest.mark.timeout(LIMIT),
]

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"

DESK, PHONE = (1300, 900), (390, 844)

STANDS = "before => document.body.dataset.head && document.body.dataset.head !== before"
"""The battle has gone on, and everything on the page with it."""

ASKED = """() => !document.querySelector('#decision').classList.contains('thinking')
  && document.querySelector('#choices').childElementCount > 0"""
"""The player is asked something."""

ASKED_OR_ON = f"""step => ({ASKED})() || !document.querySelector("#lesson p")?.textContent.includes(step)"""
"""The learner is asked something, or the lesson has gone on by itself."""

PRESSED = """([head, menu]) => document.body.dataset.head !== head || document.querySelector("#orders").value
  || document.querySelector("#choices").innerHTML !== menu"""
"""Something was chosen."""

FORESEEN = """head => document.body.dataset.head !== head
  || (document.querySelector("#seen li") && !document.querySelector("#send").disabled)"""
"""What an order would do is told, or has been done."""


class Player:
    """Somebody at the board of a machine of their own."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda e: self.faults.append(str(e)))
        page.goto(address)
        page.locator("#begin button").first.wait_for()

    def press(self, label: str, inside: str = "body") -> None:
        self.page.locator(inside).get_by_role("button", name=label, exact=True).first.click()

    def place(self, code: str) -> None:
        self.page.locator(f'.place[data-code="{code}"]').dispatch_event("click")

    def seen(self, *parts: str) -> None:
        """These parts of the page stand in the window, whole, without scrolling: on a desk, and on a phone."""
        for width, height in (DESK, PHONE):
            self.page.set_viewport_size({"width": width, "height": height})
            for part in parts:
                box = self.page.locator(part).bounding_box()
                assert box is not None and box["width"] > 0, part
                assert box["x"] >= 0 and box["x"] + box["width"] <= width + 1, (part, box)
                assert box["y"] >= 0 and box["y"] + box["height"] <= height + 1, (part, box)

    def goes_on(self, act: Any) -> None:
        """Do something, and wait until the battle has gone on."""
        before = self.page.evaluate("document.body.dataset.head")
        act()
        self.page.wait_for_function(STANDS, arg=before)

    def answer(self, *, first: bool = False) -> None:
        """Answer what is asked: by the form, by the last choice of a list, by ending one's orders; or, of orders, by
        the first choice."""
        page = self.page
        page.wait_for_function(ASKED)
        before = page.evaluate("document.body.dataset.head")
        last = page.locator("#choices > button").last
        if not page.locator("#draft").is_visible():
            # What can freely be taken back is carried out by its own press.
            self.goes_on(last.click)
            return
        # A form, and a question to several units, have their answer written as it is proposed: it is sent so.
        if not page.locator("#orders").input_value():
            (page.locator("#choices > button").first if first else last).click()
            page.wait_for_function(FORESEEN, arg=before)
        if page.evaluate("document.body.dataset.head") == before:
            self.goes_on(page.locator("#send").click)

    # -- in a lesson ----------------------------------------------------------------------------------------------

    def wanted(self) -> None:
        """Press what stands out, on the map and beside it, until there is an order; then carry it out."""
        page = self.page
        before = page.evaluate("document.body.dataset.head")
        for _ in range(8):
            ring, wedge = page.locator("#over .want:not(.wedge)"), page.locator("#over .wedge.want")
            button, menu = page.locator("#choices button.main"), page.locator("#choices").inner_html()
            if wedge.count():
                wedge.first.dispatch_event("click")
            elif ring.count():
                self.place(ring.first.get_attribute("data-at"))
            else:
                (button if button.count() else page.locator("#lesson button.main")).first.click()
            page.wait_for_function(PRESSED, arg=[before, menu])
            if page.locator("#orders").input_value():
                break
        page.wait_for_function(FORESEEN, arg=before)
        # The end of one's orders is carried out by its own press.
        if page.evaluate("document.body.dataset.head") == before:
            self.goes_on(page.locator("#send").click)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "local.db")
    server.start()
    yield server
    server.kill()


def step_of(page: Any) -> int:
    """The number of a lesson's step; 0 at its end."""
    told = str(page.locator("#lesson p").first.inner_text())
    return int(told.partition("step ")[2].partition(" of")[0] or 0)


@pytest.mark.parametrize(
    ("system", "size"),
    [("simple-gboh", DESK), *((x.system, PHONE) for x in offered() if HEAVY)],
)
def test_a_lesson_by_what_stands_out(server: Server, system: str, size: tuple[int, int]) -> None:
    steps = lesson_of(system).steps
    with opened(*size) as page:
        ada = Player(page, server.board)
        ada.press(f"Learn {registry.title(system)}")
        for n, step in enumerate(steps):
            page.locator("#lesson p", has_text=f"step {n + 1} of {len(steps)}").wait_for()
            page.locator("#lesson h2", has_text=step.title).wait_for()
            for _ in range(5):
                page.wait_for_function(ASKED_OR_ON, arg=f"step {n + 1} of")
                if step_of(page) != n + 1:
                    break
                assert page.locator("#lesson .hint").count() == 0
                form = page.locator("#choices fieldset").count() or not page.locator("#draft").is_visible()
                stands_out = page.locator("#over .want, #choices button.main, #lesson button.main").count()
                if stands_out and not form:
                    ada.wanted()
                elif stands_out:
                    ada.goes_on(page.locator("#choices button.main").click)
                else:
                    ada.answer(first="stands first" in page.locator("#lesson").inner_text())
                page.wait_for_function(
                    "() => !document.body.classList.contains('busy') && !document.querySelector('#send').disabled"
                )
        page.locator("#lesson h2", has_text="Well done").wait_for()
        ada.press("Play a battle")
        page.locator("#title", has_text="Lautulae" if system == "simple-gboh" else "").wait_for()
        assert ada.faults == []


def test_a_battle_against_the_computer_from_nothing(server: Server) -> None:
    with opened(*PHONE) as page:
        ada = Player(page, server.board)
        page.locator("#battles article", has_text="Samarkand").get_by_role("button").first.click()
        page.locator("#title", has_text="Samarkand").wait_for()
        assert not page.locator("#seats").is_visible()
        for _ in range(3):
            ada.answer()
            page.locator("#result li").first.wait_for()
            ada.seen("#result", "#prompt", "#window")
        # What was done is taken back, and the battle given up, only after a question.
        page.wait_for_function(ASKED)
        ada.goes_on(lambda: ada.press("Take back"))
        ada.press("Give up…")
        page.locator("#sure", has_text="can't be taken back").wait_for()
        ada.press("No", "#sure")
        ada.press("Give up…")
        ada.press("Give up", "#sure")
        page.locator("#prompt", has_text="resign").wait_for()
        ada.seen("#prompt", "#acts")
        title = page.locator("#title").inner_text()
        ada.press("Play again")
        page.locator("#acts", has_text="Give up").wait_for()
        assert page.locator("#title").inner_text() == title
        # Another one: that breaks off what is under way, and says so.
        ada.press("Another battle…")
        ada.press("Learn Simple GBoH")
        page.locator("#sure", has_text="breaks off").wait_for()
        ada.press("Break it off", "#sure")
        page.locator("#lesson h2", has_text="Activate").wait_for()
        assert ada.faults == []


def test_the_page_speaks_the_language_of_the_browser_and_keeps_another_that_is_chosen(server: Server) -> None:
    with opened(*DESK) as page:
        page.set_extra_http_headers({"Accept-Language": "it-IT,it;q=0.9,en;q=0.8"})
        player = Player(page, server.board)
        page.get_by_role("heading", name="Gioca una battaglia").wait_for()
        page.locator("#language").select_option("pl")
        page.get_by_role("heading", name="Zagraj bitwę").wait_for()
        page.locator("#battles article").first.wait_for()
        assert page.locator("html").get_attribute("lang") == "pl" and "begin=" not in page.url
        player.press("Cataphract", "#begin")
        assert "Pola Katalaunijskie" in page.locator("#battles").inner_text()
        assert not player.faults
    with opened(*PHONE) as page:
        # In another browser, of another language.
        player = Player(page, server.board)
        page.get_by_role("heading", name="Zagraj bitwę").wait_for()
        page.locator("#battles article").first.wait_for()
        player.seen("#language")
        assert page.evaluate(FITS)
        assert not player.faults
