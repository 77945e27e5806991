"""An activation of other systems on the board in a real browser: orders by clicks, given by one press, and reactions.

What comes before it is typed. The dice are the bot's own, so the tests look at what must happen whatever they show.
The cheapest of them in every run, all with ``HEXARCH_HEAVY=1``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import scenarios
from tests.browser.kit import CHROMIUM, LIMIT, PATIENCE, Server, opened
from tests.browser.test_board import ADA, BEN, Desk

pytest.importorskip("playwright.sync_api")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    pytest.mark.timeout(LIMIT),
]
heavy = pytest.mark.skipif(os.environ.get("HEXARCH_HEAVY") != "1", reason="with HEXARCH_HEAVY=1")

NEARER = 14
"""Columns by which the Persians stand nearer to the phalanx: an even number, so that rows stay what they are."""

HEAD = "document.body.dataset.head"
AS_FAR = f"head => Number({HEAD}.split(' ')[1]) >= Number(head.split(' ')[1])"
"""The page shows what another one shows, or more."""
GONE_ON = f"before => {HEAD} && {HEAD} !== before"
NOTHING = "Nothing is asked of you now."
REACTIONS = 12
"""Questions in which whatever comes of an order must be settled."""


class Player(Desk):
    """Somebody at the board, who waits until what they have done is done."""

    def goes_on(self) -> None:
        """Carry out, and wait until the battle has gone on."""
        before = self.page.evaluate(HEAD)
        self.send()
        self.page.wait_for_function(GONE_ON, arg=before)

    def typed(self, *orders: str) -> None:
        self.page.locator("#written").evaluate("d => { d.open = true; }")
        self.page.locator("#orders").fill("\n".join(orders))
        self.goes_on()

    def foreseen(self) -> None:
        """What the orders would do is told, and the next one can be chosen."""
        self.page.locator("#seen li").first.wait_for()
        self.page.locator("#taken:empty").wait_for(state="attached")

    def face(self) -> None:
        """Choose one of the ways to face."""
        self.page.locator("#over .wedge").first.dispatch_event("click")

    def sees(self, *words: str) -> None:
        for text in words:
            self.page.locator("#story", has_text=text).wait_for()

    def stands(self, code: str) -> str:
        """Who stands in a place, in words."""
        return str(self.page.locator(f'.place[data-code="{code}"]').get_attribute("aria-label"))


def settled(mine: Player, other: Player, words: str) -> int:
    """What the orders set off is answered, by doing nothing more, until orders are asked for again; how much there was
    to answer."""
    for n in range(REACTIONS):
        # Both have seen the same.
        other.page.wait_for_function(AS_FAR, arg=mine.page.evaluate(HEAD))
        mine.page.wait_for_function(AS_FAR, arg=other.page.evaluate(HEAD))
        asked = next((p for p in (other, mine) if p.prompt != NOTHING), None)
        assert asked is not None
        if asked is mine and words in mine.prompt:
            return n
        if not asked.page.locator("#choices fieldset").count():
            asked.page.locator("#choices button").last.evaluate("b => b.click()")
            asked.foreseen()
        before = asked.page.evaluate(HEAD)
        asked.goes_on()
        for p in (mine, other):
            p.page.wait_for_function(GONE_ON, arg=before)
    raise AssertionError(f"it never ends: {mine.prompt} / {other.prompt}")


@contextmanager
def both(folder: Path, scenario: str) -> Iterator[tuple[Player, Player]]:
    """Two people at a battle's board, the first side's player first."""
    server = Server(folder / "local.db", "--scenario", scenario, "--empty")
    server.start()
    try:
        with opened(1300, 900) as page:
            second = page.context.browser.new_page()
            second.set_default_timeout(PATIENCE)
            ada, ben = Player(page, server.board, ADA), Player(second, server.board, BEN)
            yield ada, ben
            assert ada.faults == ben.faults == []
    finally:
        server.kill()


def test_falkirk(tmp_path: Path) -> None:
    """The longbows of a schiltron come up and shoot; who is hit may have to ride back."""
    with both(tmp_path, "falkirk") as (english, scots):
        scots.asks("form up")
        scots.typed("done")
        english.asks("which Command")
        english.typed("Durham", "DMM1 > 1514", "done", "pass")
        scots.asks("which Command")
        scots.pick("Stewart's Schiltron")
        scots.foreseen()
        scots.goes_on()
        scots.asks("move and fire")
        scots.hex("1912")
        scots.pick("Turn in place")
        scots.face()
        scots.foreseen()
        scots.hex("1915")
        scots.page.locator("#over .goal").nth(20).wait_for(state="attached")
        scots.hex("1714")
        scots.pick("W, then fire at DMM1")
        scots.told("DMM1")
        assert "1714" in scots.orders and scots.orders.endswith("x DMM1") and scots.orders.count("\n") == 1
        scots.goes_on()
        for player in (scots, english):
            player.sees("TLB1 fires at DMM1")
        settled(scots, english, "move and fire")
        assert "TLB1" in english.stands("1714")
        scots.pick("Done: on to Shock")
        scots.foreseen()
        scots.goes_on()
        scots.page.wait_for_function("() => !document.querySelector('#prompt').textContent.includes('move and fire')")


@heavy
def test_gaugamela(tmp_path: Path) -> None:
    """A phalanx stands in two hexes: it is found by either, goes on to two others, and is shot at as it comes up."""
    with both(tmp_path, near(tmp_path)) as (macedonian, persian):
        persian.asks("may act")
        leaders = ("Bupares", "Atropates", "Darius", "Phrataphernes", "Barsaentes", "Bessus", "Mazaeus")
        persian.typed(*(f"pass-{x}" for x in leaders))
        macedonian.asks("may act")
        macedonian.pick("Activate Craterus")
        macedonian.foreseen()
        macedonian.goes_on()
        macedonian.asks("5 of 5 left")
        assert "PH2" in macedonian.stands("1625") and "PH2" in macedonian.stands("1626")
        macedonian.hex("1626")
        macedonian.page.locator("#taken", has_text="PH2").wait_for()
        # Where it can go is shown beside the ways to wheel it.
        macedonian.page.locator("#choices", has_text="Wheel left").wait_for()
        macedonian.page.locator("#over .goal").nth(20).wait_for(state="attached")
        macedonian.hex("1924")
        macedonian.page.locator("#choices", has_text="E: 1924+1925").wait_for()
        macedonian.pick("E: 1924+1925")
        macedonian.told("Who withdraws")
        macedonian.goes_on()
        # Chariots may withdraw, and shoot if they stay.
        assert settled(macedonian, persian, "left") >= 1
        macedonian.sees("PH2")
        assert "PH2" in persian.stands("1924") and "PH2" in persian.stands("1925")
        assert "PH2" not in persian.stands("1625")
        macedonian.pick("No more orders")
        macedonian.foreseen()
        macedonian.goes_on()
        macedonian.sees("PH2 charges")


def near(folder: Path) -> str:
    """The battle with the Persians drawn up before the phalanx."""
    document: dict[str, Any] = scenarios.load("alexander/gaugamela").model_dump(mode="json")
    persians = next(s for s in document["sides"] if s["id"] == "persian")
    for leader in persians["leaders"]:
        leader["hex"] -= 100 * NEARER
    for units in persians["units"]:
        units["hexes"] = [h - 100 * NEARER for h in units["hexes"]]
    file = folder / "gaugamela.json"
    file.write_text(json.dumps(document))
    return str(file)


@heavy
def test_cannae(tmp_path: Path) -> None:
    """One of a stack goes on alone; velites come up and throw, and those they come up to may withdraw, or shoot."""
    with both(tmp_path, "cannae") as (carthage, rome):
        rome.asks("At which post")
        rome.typed("stay", "stay")
        carthage.asks("may act before everyone else")
        carthage.typed("no")
        rome.asks("may act")
        rome.pick("Activate Prefect Sextius")
        rome.foreseen()
        rome.goes_on()
        rome.asks("2 of 2 left")
        assert "AIIICO5" in rome.stands("3310") and "AIIICO6" in rome.stands("3310")
        rome.hex("3310")
        rome.page.locator("#choices", has_text="Move with AIIICO6 below").wait_for()
        rome.hex("2809")
        # As far as it goes it can face but one way.
        rome.told("Who withdraws")
        rome.foreseen()
        rome.goes_on()
        rome.sees("AIIICO5")
        assert settled(rome, carthage, "1 of 2 left") >= 1, "the slingers may withdraw"
        # Of the stack one is left.
        assert "AIIICO6" in rome.stands("3310") and "AIIICO5" not in rome.stands("3310")
        assert "AIIICO5" in carthage.stands("2809")
        rome.typed("done", "no", "Opimius")
        rome.asks("2 of 2 left")
        rome.hex("3031")
        rome.page.locator("#over .goal").nth(20).wait_for(state="attached")
        rome.hex("2729")
        rome.pick("W, then fire at BSK8")
        rome.told("XIXVE1")
        assert rome.orders.startswith("XIXVE1 > ") and rome.orders.endswith("2729 x BSK8")
        rome.goes_on()
        assert settled(rome, carthage, "left") >= 1
        for player in (rome, carthage):
            player.sees("BSK8")
