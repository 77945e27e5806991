"""The lessons, and an activation of the battle that follows, in a real browser at phone width.

Everything the channel shows is measured (:mod:`tests.browser.legible`). With ``HEXARCH_PICTURES`` the pictures of
``docs/playing.md`` are written into the folder it names, as in ``HEXARCH_PICTURES=docs/images pytest tests/browser``.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from engine.systems import registry
from scenarios.lessons import lesson_of
from tests.browser.kit import CHROMIUM, LIMIT, Seat, Server, opened
from tests.browser.legible import check_legible

pytest.importorskip("playwright.sync_api")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    pytest.mark.timeout(LIMIT),
]

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"

OVER = "Well done: the lesson is over."

WIDTH, HEIGHT = 400, 850
"""Of a phone, in CSS pixels."""

PICTURES = os.environ.get("HEXARCH_PICTURES", "")
COLOURS = 128
"""Colours of a picture for the documentation, which keeps it small."""


@pytest.fixture(scope="module")
def learner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seat]:
    """Ada at the local edition as it opens."""
    folder = tmp_path_factory.mktemp("phone")
    server = Server(folder / "local.db")
    server.start()
    try:
        with opened(WIDTH, HEIGHT) as page:
            page.goto(server.url)
            yield Seat(page, "Ada")
            page.screenshot(path=str(folder / "last.png"))
    finally:
        server.kill()


def keep(seat: Seat, name: str) -> None:
    """Write what the phone shows now as a picture for the documentation, if that is wanted."""
    if PICTURES:
        with Image.open(io.BytesIO(seat.page.screenshot())) as shot:
            shot.convert("RGB").quantize(COLOURS).save(Path(PICTURES) / f"{name}.png", optimize=True)


def to_the_end(page: Any) -> None:
    page.evaluate("() => { const t = document.querySelector('#channel-timeline'); t.scrollTop = t.scrollHeight; }")


def unit(seat: Seat, code: str, idea: str) -> None:
    """Order a unit with the panel: the button of the lesson, the unit, the idea."""
    seat.press("Orders")
    if not seat.offers(f"{code}: {idea}"):
        seat.choose("A unit…", code)
        check_legible(seat.page)
        seat.press_what_begins(idea)
    else:
        check_legible(seat.page)
        seat.press_what_begins(f"{code}: {idea}")


CATAPHRACT: tuple[Callable[[Seat], object], ...] = (
    lambda ada: unit(ada, "MI1", "Advance to"),
    lambda ada: unit(ada, "MI2", "Hold, turn to face"),
    lambda ada: unit(ada, "LI1", "Fire"),
    lambda ada: ada.press_what_begins("LC1: Withdraw to"),
    lambda ada: (unit(ada, "HC1", "Strike"), ada.press("No more orders")),
    lambda ada: unit(ada, "MI3", "Rally"),
)
MEN_OF_IRON: tuple[Callable[[Seat], object], ...] = (
    lambda ada: ada.press_what_begins("Activate King Edward's Battle"),
    lambda ada: unit(ada, "PK1", "Advance to"),
    lambda ada: unit(ada, "LB1", "Fire at"),
    lambda ada: (
        unit(ada, "DM1", "Strike"),
        ada.press("Done: on to Shock"),
        ada.press("Orders"),
        ada.press_what_begins("What promises success"),
    ),
    lambda ada: ada.press_what_begins("CB1: Fire"),
    lambda ada: ada.press_what_begins("Raise The King's Standard"),
)
ALEXANDER: tuple[Callable[[Seat], object], ...] = (
    lambda ada: unit(ada, "PH1", "Advance to"),
    lambda ada: unit(ada, "PH2", "Wheel"),
    lambda ada: unit(ada, "SK1", "Fire"),
    lambda ada: ada.press_what_begins("LC1: Withdraw to"),
    lambda ada: (unit(ada, "HC1", "Strike"), ada.press("No more orders")),
    lambda ada: unit(ada, "MI3", "Rally"),
)
SPQR: tuple[Callable[[Seat], object], ...] = (
    lambda ada: unit(ada, "VHA2", "Join VHA1"),
    lambda ada: unit(ada, "VHA1", "Bring VHA2 to the top"),
    lambda ada: ada.press_what_begins("VVE1: Withdraw to"),
    lambda ada: ada.press_what_begins("VHA2: "),
    lambda ada: unit(ada, "VVE2", "Fire"),
    lambda ada: (
        unit(ada, "VPR1", "Strike"),
        ada.press("No more orders"),
        ada.awaits("VPR1 has come up"),
        ada.press("Only those that must attack"),
    ),
)
SIMPLE_GBOH: tuple[Callable[[Seat], object], ...] = (
    lambda ada: ada.press_what_begins("Velites"),
    lambda ada: unit(ada, "VVE1", "Advance to"),
    lambda ada: unit(ada, "VVE2", "Hit & Run"),
    lambda ada: ada.press("Leave them the turn"),
    lambda ada: (
        ada.press_what_begins("Legion V"),
        unit(ada, "VHA3", "Strike SMI1"),
        ada.press("No more movement and fire"),
        ada.press("VHA3 against SMI1"),
    ),
    lambda ada: ada.press_what_begins("VVE1"),
    lambda ada: ada.press_what_begins("VVE2"),
)

JUSTINIAN: tuple[Callable[[Seat], object], ...] = (
    lambda ada: (ada.press("Orders"), ada.press_what_begins("illyricum")),
    lambda ada: (ada.press("Orders"), ada.press("Go to…"), ada.press_what_begins("Venetia et Histria")),
    lambda ada: (ada.press("Orders"), ada.press_what_begins("Remove the control")),
    lambda ada: (ada.press("Orders"), ada.press_what_begins("Go to Flaminia")),
    lambda ada: ada.press_what_begins("Pay "),
    lambda ada: ada.press("Let it pass"),
)

PRESSES: dict[str, tuple[Callable[[Seat], object], ...]] = {
    "simple-gboh": SIMPLE_GBOH,
    "men-of-iron": MEN_OF_IRON,
    "alexander": ALEXANDER,
    "spqr": SPQR,
    "justinian": JUSTINIAN,
    "cataphract": CATAPHRACT,
}
"""What is pressed in each step. The lesson whose battle follows comes last."""


ALWAYS = ("simple-gboh", "cataphract")
"""Lessons that are pressed through in every run: the one that is offered first, and the one a battle follows here.

Every lesson is walked through by ``tests/bot/e2e/test_learn.py``; the others are pressed in a browser on demand.
"""


@pytest.mark.parametrize("system", [s for s in PRESSES if HEAVY or s in ALWAYS])
def test_a_lesson(learner: Seat, system: str) -> None:
    """From the welcome, which the page shows no more after some lessons, or from where the last one ended."""
    lesson, page = lesson_of(system), learner.page
    if learner.awaits(OVER, "Welcome to Hexarch") != OVER:
        check_legible(page)
        keep(learner, "welcome")
    learner.press(f"Learn {registry.title(system)}")
    for n, step in enumerate(lesson.steps):
        learner.awaits(f"Step {n + 1} of {len(lesson.steps)}: {step.title}")
        learner.sees_a_map()
        to_the_end(page)
        check_legible(page)
        if system == "cataphract" and n == 1:
            keep(learner, "lesson")
        PRESSES[system][n](learner)
    learner.awaits(lesson.closing.partition(" What was left out")[0])
    to_the_end(page)
    check_legible(page)


def test_the_battle_that_follows(learner: Seat) -> None:
    """Against the computer: one activation of Tricameron, from its first question to the next."""
    page = learner.page
    # Where the lesson ended; from the welcome where this is done alone.
    learner.press("Play a battle" if learner.offers("Play a battle") else "Play Tricameron")
    if learner.awaits("Belisarius may act before everyone else", "Through which hex") == "Through which hex":
        # One battle in ten begins with the infantry on the march: its column stands where it enters.
        learner.slash("order", "6013")
        learner.slash("order", "done")
    # The briefing lies on the table.
    learner.awaits("In September 533 Belisarius landed in Africa")
    learner.sees_a_map()
    check_legible(page)
    learner.press_what_begins("Belisarius acts")
    learner.awaits("Belisarius: orders?")
    learner.press("Orders")
    to_the_end(page)
    check_legible(page)
    keep(learner, "panel")
    learner.choose("A unit…", "BHC1")
    check_legible(page)
    learner.press_what_begins("Advance to")
    # Whoever is near enough may withdraw: the computer answers after a moment.
    learner.is_asked("orders?")
    to_the_end(page)
    check_legible(page)
    learner.press("No more orders")
    learner.awaits("may act. What now?", "Shock")
    to_the_end(page)
    check_legible(page)
    keep(learner, "activation")
