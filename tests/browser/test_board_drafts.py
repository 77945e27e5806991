"""What stands on the page of an answer, of orders that are being written, and of a unit that can do nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.accessible import violations
from tests.browser.kit import CHROMIUM, LIMIT, Server, opened
from tests.browser.test_board import ADA, BEN, Desk, to_orders

pytest.importorskip("playwright.sync_api")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    pytest.mark.timeout(LIMIT),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "local.db", "--scenario", "tricameron", "--empty")
    server.start()
    yield server
    server.kill()


def test_answers_in_words_orders_as_arrows_and_who_can_do_nothing(server: Server) -> None:
    with opened(1300, 900) as page:
        ada = Desk(page, server.board, ADA)
        question = page.locator("#prompt")
        question.filter(has_text="may act before everyone else").or_(
            question.filter(has_text="Through which hex")
        ).wait_for()
        if "may act before everyone else" in ada.prompt:
            ada.pick("Belisarius acts now")
            page.locator("#answer", has_text="Your answer: Belisarius acts now").wait_for()
            assert not page.locator("#orders").is_visible() and violations(page) == []
        to_orders(ada)
        assert page.locator("#orders").is_visible() and not page.locator("#answer").is_visible()
        # A unit of which it turns out that it can do nothing.
        glowing = page.locator('#over .can[data-at="5108"]')
        glowing.first.wait_for(state="attached")

        def nothing(route: Any) -> None:
            route.fulfill(
                body=json.dumps(
                    {"path": "0", "back": "", "taken": ["x"], "unit": "", "choices": [], "beside": None, "done": ""}
                )
            )

        pressed = "**/api/menu?*path=*"
        page.route(pressed, nothing)
        ada.hex("5108")
        page.locator("#notice", has_text="There is nothing THC3 may do now.").wait_for()
        page.unroute(pressed)
        assert glowing.count() == 0 and page.locator("#choices", has_text="THC3").count() == 0
        others = page.locator("#over .can").count()
        assert others > 2
        # Orders are arrows, which go when they do.
        page.locator("#orders").fill("THC3 > 5008\nTHC5 @NW")
        page.locator("#check").click()
        page.locator("#seen li").first.wait_for()
        assert page.locator("#over .way").count() == page.locator("#over .head").count() >= 1
        label = page.locator('.place[data-code="5008"]').get_attribute("aria-label") or ""
        assert "ordered here: THC3" in label, label
        assert page.locator("#over .can").count() == others
        page.locator("#look-back").click()
        page.locator("#which-step").wait_for()
        assert not page.locator("#over .way").first.is_visible()
        page.locator("#present").click()
        page.locator("#moments").wait_for(state="hidden")
        assert page.locator("#over .way").first.is_visible()
        # From another seat it isn't seen; who comes back finds it there still.
        written = ada.orders
        ada.sit(BEN)
        assert ada.orders == "" and ada.prompt == "Nothing is asked of you now."
        assert page.locator("#over .way").count() == page.locator("#over .can").count() == 0
        ada.sit(ADA)
        page.locator("#seen li").first.wait_for()
        assert ada.orders == written and page.locator("#over .way").count() >= 1
        page.locator("#clear").click()
        assert page.locator("#over .way").count() == 0
        assert ada.faults == []
        # In a sandbox one plays all sides: there is no seat to change.
        assert page.locator("#seats").is_visible()
        page.locator("#try summary").click()
        page.locator("#try-here").click()
        page.locator("#try", has_text="You are trying it.").wait_for()
        assert not page.locator("#seats").is_visible() and ada.faults == []


def test_what_waits_in_discord_stands_on_a_page_loaded_anew_and_in_every_window(server: Server) -> None:
    """The local edition has no press in Discord between: here the server's answers are those of a bot that is there."""
    waits: list[dict[str, str]] = []

    def linked(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        told["seats"] = {}
        if told["question"] is not None and waits:
            told["question"]["waits"] = waits[0]
        route.fulfill(response=answer, json=told)

    said = "In Discord your orders wait for one press: Carry out."
    with opened(1300, 900) as page:
        ada = Desk(page, server.board, ADA)
        to_orders(ada)
        page.route("**/api/battle?*", linked)
        waits[:] = [{"orders": "THC3 > 5008", "said": said}]
        page.reload()
        ada.ready()
        ada.asks("6 of 6 left")
        ada.told(said)
        assert ada.orders == "THC3 > 5008"
        # Another window sends something else: this one learns of it, and of its own orders that they don't wait.
        waits[:] = [{"orders": "THC5 @NW", "said": said}]
        page.reload()
        ada.ready()
        page.locator("#orders").wait_for()
        page.wait_for_function("() => document.querySelector('#orders').value === 'THC5 @NW'")
        ada.told(said)
        page.locator("#orders").fill("THC3 > 5008")
        page.locator("#check").click()
        ada.told("your orders from before wait still")
        assert ada.faults == []


def test_on_a_telephone_a_question_to_units_stands_by_them_and_its_answer_is_sent_without_scrolling(
    server: Server,
) -> None:
    def battle(route: Any) -> None:
        answer = route.fetch()
        told = answer.json()
        longer = [{"key": f"k{n}", "label": f"THC3, always: answer {n}"} for n in range(5)]
        told["question"] |= {"form": "each", "longer": longer, "focus": []}
        route.fulfill(response=answer, json=told)

    def menu(route: Any) -> None:
        choices = [{"key": "fire", "label": "Fire at LC1, range 1"}, {"key": "no", "label": "Hold fire"}]
        item = {"key": "THC3", "label": "THC3 at 5108", "default": "no", "choices": choices}
        route.fulfill(json={"path": "", "back": "", "taken": [], "unit": "", "items": [item]})

    with opened(390, 844) as page:
        ada = Desk(page, server.board, ADA)
        to_orders(ada)
        page.route("**/api/battle?*", battle)
        page.route("**/api/menu?*", menu)
        page.reload()
        ada.ready()
        page.locator("#choices fieldset").wait_for()
        place, buttons = (page.locator(x).first.bounding_box() for x in ('#over .can[data-at="5108"]', "#buttons"))
        window = page.locator("#window").bounding_box()
        assert place and buttons and window
        assert place["width"] > 20, "near enough to be read"
        assert place["y"] > buttons["y"] + buttons["height"] and place["y"] < window["y"] + window["height"], place
        send = page.locator("#send").bounding_box()
        assert send and send["y"] + send["height"] <= 844, send
        assert page.locator("#longer summary").is_visible() and not page.locator("#longer button").first.is_visible()
        assert ada.faults == []


def test_a_group_is_called_by_those_it_holds(server: Server) -> None:
    with opened(1300, 900) as page:
        ada = Desk(page, server.board, ADA)
        to_orders(ada)

        def titles() -> list[str]:
            page.locator("#several").click()
            page.locator("#choices button", has_text="THC").first.wait_for()
            found = page.locator("#choices button").all_inner_texts()
            page.locator("#choices button", has_text="Back").click()
            return found

        before = titles()
        whole = next(t for t in before if "THC3-5" in t)
        page.locator("#orders").fill("THC4 @SW")
        page.locator("#check").click()
        page.locator("#seen li").first.wait_for()
        name, _, units = whole.partition(", 6 of 7: ")
        assert name == "All heavy cavalry" and units.endswith("There are no orders left for BHC1"), whole
        after = next(t for t in titles() if t.startswith(name))
        assert after.startswith(f"{name}: THC3, THC5") and after.endswith("THC4 has an order already"), after
        assert ada.faults == []
