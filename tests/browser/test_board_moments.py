"""Looking back on the board in a real browser, and from a roll of the story to its proof."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.accessible import violations
from tests.browser.kit import CHROMIUM, FITS, LIMIT, PATIENCE, Server, opened
from tests.browser.test_board import ADA, Desk, to_orders

pytest.importorskip("playwright.sync_api")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    pytest.mark.timeout(LIMIT),
]


CHOSEN = """before => {
  const taken = document.getElementById("taken").innerText;
  return document.getElementById("orders").value || (taken && taken !== before);
}"""
"""Something more was chosen, or an order stands written."""
TWICE = """() => [...document.querySelectorAll("[id]")].map(e => e.id)
  .filter(id => document.querySelectorAll(`#${id}`).length > 1)"""
"""Names that more than one part of the page has."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "local.db", "--scenario", "tricameron", "--empty")
    server.start()
    yield server
    server.kill()


def order(desk: Desk, text: str) -> None:
    desk.page.locator("#orders").fill(text)
    desk.send()
    desk.page.wait_for_function("() => !document.querySelector('#orders').value")


@pytest.mark.parametrize(("width", "height"), [(1300, 900), (390, 844)])
def test_back_through_the_battle_and_on_to_the_proof_of_a_roll(server: Server, width: int, height: int) -> None:
    with opened(width, height) as page:
        ada = Desk(page, server.board, ADA)
        to_orders(ada)
        order(ada, "THC3 > 5008")
        page.locator("#orders").fill("BHC1 > +2")
        page.locator("#look-back").click()
        moments, told = page.locator("#moments"), page.locator("#which-step")
        moments.wait_for()
        assert violations(page) == [] and page.evaluate(FITS)
        assert page.evaluate(TWICE) == [], "parts of the page that take each other's words"
        assert not page.locator("#draft").is_visible() and not page.locator("#decision").is_visible()
        page.locator("#fineness").select_option("e")
        page.locator('#moments[aria-busy="false"]').wait_for()  # until then it is the last activation still
        last = int(page.locator("#slider").get_attribute("max") or 0)
        told.filter(has_text=f"Step {last} of {last}").wait_for()
        assert "THC3" in page.locator("#story").inner_text()
        page.keyboard.press("Escape")
        page.locator("#several").wait_for(state="hidden")
        assert page.locator("#over .can").count() == 0, "nobody is ordered in the past"
        page.locator("#first-step").click()
        told.filter(has_text="Step 0 of").wait_for()
        assert "The beginning" in page.locator("#story").inner_text()
        assert "THC3" in (page.locator('.place[data-code="5108"]').get_attribute("aria-label") or "")
        # The keys turn the pages, wherever the focus isn't in need of them.
        page.locator("#present").focus()
        page.keyboard.press("ArrowRight")
        told.filter(has_text="Step 1 of").wait_for()
        page.keyboard.press("End")
        told.filter(has_text=f"Step {last} of {last}").wait_for()
        assert "THC3" in (page.locator('.place[data-code="5008"]').get_attribute("aria-label") or "")
        page.locator("#slider").fill("0")
        told.filter(has_text="Step 0 of").wait_for()
        drawn = "() => { const m = document.images.map; return m.src.includes('stepmap') && m.naturalWidth > 400; }"
        page.wait_for_function(drawn)
        page.locator("#zones").check()
        page.wait_for_function("() => document.getElementById('map').src.includes('zones')")
        page.wait_for_function(drawn)
        # A press on the map orders nobody.
        ada.hex("5108")
        page.locator("#piece", has_text="THC3").wait_for()
        assert page.locator("#piece button").count() == 0
        # The battle goes on meanwhile; one press leads back to it, and what was written is there still.
        second = page.context.browser.new_page()
        second.set_default_timeout(PATIENCE)
        other = Desk(second, server.board, ADA)
        order(other, "BHC1 > +2")
        told.filter(has_text="gone on").wait_for()
        assert "THC3" in (page.locator('.place[data-code="5108"]').get_attribute("aria-label") or "")
        page.locator("#present").click()
        page.locator("#decision").wait_for()
        assert not moments.is_visible()
        assert "THC3" in (page.locator('.place[data-code="5008"]').get_attribute("aria-label") or "")
        ada.asks("4 of 6 left")
        second.close()
        # From a roll of the story to a page that proves it.
        roll = page.locator("#story a").first
        number = roll.inner_text().removeprefix("roll ")
        with page.expect_popup() as found:
            roll.click()
        proof = found.value
        proof.locator(f"#roll-{number}[open] dl").wait_for()
        assert proof.locator(f"#roll-{number}").get_attribute("class") == ""
        assert "holds" in proof.locator("#verdict").inner_text()
        assert violations(proof) == []
        # Opened with a step in the address, it begins there; and from there it can be tried.
        page.goto(server.board.replace("#", "?step=0#"))
        told.filter(has_text="Step 0 of").wait_for()
        page.locator("#try summary").click()
        page.locator("#try-here").click()
        page.locator("#try", has_text="You are trying it").wait_for()
        page.locator(".place").first.wait_for(state="attached")
        page.locator("#choices button").first.wait_for()
        assert page.evaluate(FITS) and violations(page) == []
        # What is asked first is the dice's choice: who acts, or where the infantry comes from, or that it marches.
        asked = ada.prompt
        assert not page.locator("#acts").is_visible(), "nothing here is given up"
        # An answer from a list needs no further press: it can be taken back. Orders are carried out.
        carries_out = page.locator("#draft").is_visible()
        page.locator("#choices button").first.click()
        if carries_out:
            page.wait_for_function(CHOSEN)
            while not ada.orders:
                taken = page.locator("#taken").inner_text()
                ada.pick("")
                page.wait_for_function(CHOSEN, arg=taken)
            page.locator("#seen li").first.wait_for()
            assert page.locator("#send").inner_text() == "Carry out"
            ada.send()
        page.locator("#take-back:enabled").wait_for()
        page.locator("#story li").first.wait_for()
        assert page.locator("#story a").count() == 0, "these dice prove nothing"
        page.locator("#take-back").click()
        page.locator("#take-back:disabled").wait_for()
        ada.asks(asked)
        with page.expect_download() as saved:
            page.locator("#save").click()
        assert saved.value.suggested_filename == "Tricameron.position.json"
        document = saved.value.path().read_bytes()
        page.locator("#try a").click()
        page.locator("#try summary").wait_for()
        page.locator("#try summary").click()
        page.locator("#try-file").set_input_files({"name": "p.json", "mimeType": "x/y", "buffer": document})
        page.locator("#try", has_text="You are trying it").wait_for()
        ada.asks(asked)
        assert ada.faults == other.faults == []
