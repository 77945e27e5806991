"""Few presses on the board: a place to go to is an order, the next unit is one press away, what seems best is one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.accessible import violations
from tests.browser.kit import CHROMIUM, LIMIT, Server, opened
from tests.browser.test_board import ADA, Desk, to_orders

pytest.importorskip("playwright.sync_api")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    pytest.mark.timeout(LIMIT),
]

WRITTEN = "lines => document.getElementById('orders').value.trim().split('\\n').length === lines"
"""So many orders are written."""
ANOTHER = "before => ![before, ''].includes(document.getElementById('orders').value)"
WHOLE = "() => [...document.querySelectorAll('.list > *')].every(e => e.scrollHeight <= e.clientHeight + 1)"
STARTS = "start => document.getElementById('orders').value.startsWith(start)"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "local.db", "--scenario", "tricameron", "--empty")
    server.start()
    yield server
    server.kill()


@pytest.mark.parametrize(("width", "height"), [(1300, 900), (390, 844)])
def test_a_place_is_an_order_and_the_next_unit_one_press_away(server: Server, width: int, height: int) -> None:
    with opened(width, height) as page:
        ada = Desk(page, server.board, ADA)
        to_orders(ada)
        goals = page.locator("#over .goal")
        # Two presses, and the order stands written, as its unit faces likeliest.
        ada.hex("5108")
        goals.nth(20).wait_for(state="attached")
        ada.hex("4908")
        page.wait_for_function(STARTS, arg="THC3 > ")
        likely = page.locator("#over .wedge.likely")
        assert likely.count() == 1 and likely.get_attribute("aria-pressed") == "true"
        page.locator("#seen li").first.wait_for()
        assert violations(page) == []
        first = ada.orders
        # Another place takes the order's place, and so does another way to face.
        ada.hex("5008")
        page.wait_for_function(ANOTHER, arg=first)
        assert ada.orders.startswith("THC3 > 5008") and "4908" not in ada.orders and ada.orders.count("\n") == 0
        other = page.locator("#over .wedge:not(.likely)").first
        facing = other.get_attribute("aria-label")
        other.dispatch_event("click")
        page.locator("#taken:empty").wait_for(state="attached")
        page.wait_for_function(STARTS, arg=f"THC3 > 5008 @{facing}")
        assert ada.orders.count("\n") == 0
        # Taken back, the order is gone as well.
        page.locator("#clear").click()
        ada.hex("5108")
        goals.nth(20).wait_for(state="attached")
        ada.hex("4908")
        page.wait_for_function("first => document.getElementById('orders').value === first", arg=first)
        page.keyboard.press("Escape")
        page.wait_for_function("() => document.getElementById('orders').value === ''")
        # Pressed once more, a place is taken as it stands; or the next unit is pressed at once.
        ada.hex("4908")
        likely.wait_for(state="attached")
        ada.hex("4908")
        page.locator("#taken:empty").wait_for(state="attached")
        assert ada.orders == first
        page.locator("#clear").click()
        ada.hex("5108")
        goals.nth(20).wait_for(state="attached")
        ada.hex("4908")
        likely.wait_for(state="attached")
        ada.hex("5110")
        page.locator("#taken", has_text="THC4").wait_for()
        assert ada.orders == first
        goals.nth(20).wait_for(state="attached")
        ada.hex("4910")
        page.wait_for_function(WRITTEN, arg=2)
        assert ada.orders.startswith(f"{first}\nTHC4 > ")
        ada.send()
        ada.asks("4 of 6 left")
        page.wait_for_function("() => document.getElementById('orders').value === ''")
        assert ada.faults == []


def test_ideas_and_a_group_that_moves_by_one_goal(server: Server) -> None:
    with opened(1300, 900) as page:
        ada = Desk(page, server.board, ADA)
        to_orders(ada)
        ideas = page.locator("#ideas button")
        # What seems best for all, an order each by one press: of those who are ordered nothing more is proposed.
        ideas.first.wait_for()
        assert violations(page) == []
        page.locator("#more summary").wait_for()
        assert page.evaluate(WHOLE), "each of the further ideas can be read"
        ideas.last.click()
        page.wait_for_function(WRITTEN, arg=1)
        unit = ada.orders.partition(" ")[0]
        page.locator("#ideas b", has_text=unit).wait_for(state="detached")
        page.locator("#seen li").first.wait_for()
        # Nor is it ordered again with others.
        page.locator("#several").click()
        page.locator("#choices button", has_text="Thracian").wait_for()
        stands = [
            page.locator(f'.place[data-code="{code}"]').get_attribute("aria-label") or "" for code in _glowing(page)
        ]
        assert stands and not [x for x in stands if f"{unit} " in x]
        page.locator("#several").click()
        page.locator("#clear").click()
        # What a unit might do, each a whole order.
        ada.hex("5108")
        page.locator("#ideas h3", has_text="At once").wait_for()
        ideas.first.click()
        page.wait_for_function(STARTS, arg="THC3 ")
        page.locator("#taken:empty").wait_for(state="attached")
        page.locator("#clear").click()
        # Who belongs together goes where the first of them is sent.
        page.locator("#several").click()
        assert not page.locator("#ideas").is_visible() and not page.locator("#more").is_visible()
        page.locator("#choices button", has_text="Thracian").first.click()
        page.locator("#over .goal").nth(10).wait_for(state="attached")
        assert violations(page) == []
        page.keyboard.press("Tab")
        goal = page.locator("#over .goal").nth(3).get_attribute("data-at")
        page.locator(f'.place[data-code="{goal}"]').focus()
        assert "can go here, the others as far" in _label(page)
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.getElementById('orders').value.includes('\\n')")
        assert len({x.partition(" ")[0] for x in ada.orders.splitlines()}) == ada.orders.count("\n") + 1 > 1
        page.locator("#seen li").first.wait_for()
        ada.send()
        page.locator("#prompt", has_text="6 of 6 left").wait_for(state="detached")
        assert ada.faults == []


def test_on_discord_what_is_chosen_waits_there_by_the_same_press(server: Server) -> None:
    """The page as it is on Discord's board: nobody's seat can be taken, and what is sent is carried out there."""
    with opened(390, 844) as page:
        ada = Desk(page, server.board, ADA)
        to_orders(ada)
        put: list[str] = []
        waits = "In Discord your orders wait for one press: Carry out."

        def battle(route: Any) -> None:
            told = {**route.fetch().json(), "seats": {}}
            if put and told.get("question"):
                told["question"]["waits"] = {"orders": put[-1], "said": waits}
            route.fulfill(json=told)

        late: list[Any] = []

        def send(route: Any) -> None:
            if late == [None]:
                late[:] = [route]
                return
            orders = json.loads(route.request.post_data)["orders"]
            put.append(orders)
            told = {"orders": orders.splitlines(), "lines": ["Foreseen."], "ways": [], "possible": True, "rule": ""}
            route.fulfill(json={**told, "sent": waits})

        page.route("**/api/battle*", battle)
        page.route("**/api/send*", send)
        page.reload()
        page.locator("#send", has_text="Send").wait_for()
        page.locator("#over .can").first.wait_for(state="attached")
        ada.hex("5108")
        page.locator("#over .goal").nth(20).wait_for(state="attached")
        ada.hex("4908")
        ada.told("In Discord your orders wait")
        assert put == [ada.orders] and put[0].startswith("THC3 > ")
        ada.hex("5110")
        page.locator("#taken", has_text="THC4").wait_for()
        page.locator("#ideas button").first.click()
        page.wait_for_function(WRITTEN, arg=2)
        ada.told("In Discord your orders wait")
        assert put[-1] == ada.orders and put[-1].startswith(f"{put[0]}\nTHC4 ")
        # What is written by hand isn't in Discord yet.
        orders = page.locator("#orders")
        orders.fill(put[0])
        page.locator("#check").click()
        ada.told("In Discord your orders from before wait still.")
        # What is chosen while the last is being sent waits for that: what is put there last is the newest.
        late.append(None)
        page.locator("#clear").click()
        ada.hex("5110")
        page.locator("#over .goal").nth(20).wait_for(state="attached")
        with page.expect_request("**/api/send*"):
            ada.hex("4910")
        overtaken = ada.orders
        page.locator("#over .wedge:not(.likely)").first.dispatch_event("click")
        page.wait_for_function(ANOTHER, arg=overtaken)
        before = len(put)
        send(late.pop())
        ada.told("In Discord your orders wait")
        assert put[before:] == [overtaken, ada.orders]
        # What is taken away on the page only, is told to wait there still.
        page.locator("#clear").click()
        page.locator("#notice", has_text="In Discord what you were shown waits").wait_for()
        page.locator("#choices > button").last.click()
        ada.told("In Discord your orders wait")
        assert put[-1] == "done" and len(put) == 5 and violations(page) == [] and ada.faults == []


def _glowing(page: Any) -> list[str]:
    return list(page.evaluate("() => [...document.querySelectorAll('#over .can')].map(e => e.dataset.at)"))


def _label(page: Any) -> str:
    return str(page.evaluate("document.activeElement.getAttribute('aria-label')"))
