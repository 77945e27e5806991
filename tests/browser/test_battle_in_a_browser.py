"""The first command of the README in a real browser: a battle from its beginning through a crash.

Needs Debian's chromium; without it the test skips and says so. The dice are the bot's own, so the test looks at what
must happen whatever they show.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.kit import CHROMIUM, LIMIT, Seat, Server, opened

pytest.importorskip("playwright.sync_api")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    pytest.mark.timeout(LIMIT),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "local.db", "--empty")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def page(server: Server, tmp_path: Path) -> Iterator[Any]:
    with opened(1100, 1300) as page:
        yield page
        page.screenshot(path=str(tmp_path / "last.png"))


def hold_ground(ben: Seat) -> int:
    """Answer the reactions Ben is asked about by doing nothing, now and for the rest of it; how many there were."""
    answered = 0
    while ben.asked():
        ben.press_what_begins("Nothing more")
        answered += 1
        assert answered < 10
    return answered


def test_a_battle_from_its_beginning_through_a_restart(server: Server, page: Any) -> None:
    ada, ben = Seat(page, "Ada"), Seat(page, "Ben")
    page.goto(server.url)

    ada.slash("battle create", "tricameron")
    ada.press("Join: Byzantines")
    ben.press("Join: Vandals")
    ben.press("Begin")
    if ada.awaits("Belisarius may act before everyone else", "Through which hex") == "Through which hex":
        # One battle in ten begins with the infantry on the march: its column stands where it enters.
        ada.slash("order", "6013")
        ada.slash("order", "done")
        ada.awaits("Belisarius may act before everyone else")
    ada.sees_a_map()

    ada.slash("order", "Belisarius; line THC5 AHC1; THC5 > 4613; done")
    ada.press("Carry out")
    ada.awaits("Line Command to THC5, AHC1")
    # The light horse next to the way is asked whether it withdraws.
    ben.awaits("Who withdraws in order?")

    # Killed in the middle of the decision; everything is there again.
    server.kill()
    page.goto("about:blank")
    server.start()
    page.goto(server.url)
    ben.awaits("Who withdraws in order?")
    assert hold_ground(ben) >= 1

    # The rest of Ada's orders has gone on by itself: the Line is done, and who moved may fire.
    ada.awaits("Who fires, and at whom?")
    ada.awaits("must attack (Must Check)")
    ada.slash("order", "THC5 HC1")
    ada.awaits("THC5 fires at HC1")

    # Who must attack charges when the Orders Phase is over.
    ada.awaits("another Line Command?")
    ada.slash("order", "done")
    ada.awaits("HC1 awaits the charge", "Shock, THC5", "routs!")
    ada.sees_a_map()

    # Anybody may look; nobody else may answer.
    cleo = Seat(page, "Cleo")
    cleo.slash("rule", "8.15")
    cleo.awaits("8.15")
