"""The first command of the README in a real browser: a battle from its beginning through a crash.

Needs Debian's chromium; without it the test skips and says so. The dice are the bot's own, so the test looks at what
must happen whatever they show.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium")
pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed")

TRIES = 10
"""How often something is pressed anew because the channel has gone on in that moment; once is rare."""

PATIENCE = 60_000
"""Milliseconds to wait for anything; a busy machine draws its first map slowly."""


class Server:
    """The local edition as a process of its own."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self) -> None:
        command = [sys.executable, "-m", "bot.cli", "local", "--empty", "--no-browser"]
        self.process = subprocess.Popen(
            [*command, "--port", str(_free_port()), "--database", str(self.database)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        assert self.process.stdout is not None
        seen = []
        for line in self.process.stdout:
            seen.append(line)
            match = re.search(r"http://\S+", line)
            if match:
                self.url = match[0]
                return
        raise AssertionError("the local edition did not start:\n" + "".join(seen))

    def kill(self) -> None:
        """Stop it dead, as a crash would."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "local.db")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def page(server: Server, tmp_path: Path) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as p:
        browser = p.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
        )
        page = browser.new_page(viewport={"width": 1100, "height": 1300})
        page.set_default_timeout(PATIENCE)
        yield page
        page.screenshot(path=str(tmp_path / "last.png"))
        browser.close()


SETTLED = """() => {
  const p = window.simcordPreview;
  return p && p.ready && p.authorized && !p.pendingAction && !p.pendingQuery && p.awaitingRevision === null
    && p.transport.uncertainRequestId === null;
}"""
"""The page has nothing under way, and shows what the server knew last."""

SITS = "name => document.querySelector('#viewer-picker')?.selectedOptions[0]?.label === name"

CHOSEN = "name => document.querySelector('.command-entry[aria-selected=true] strong')?.textContent === `/${name}`"
"""The command that Enter takes from the list."""

ASKS_FOR = """name => {
  const c = window.simcordPreview.commandPicker;
  return c.state === "composing" && c.draft?.invocation === name && c.draft.focusedOption;
}"""
"""The option of a command that is typed into now."""

TYPED = """([option, value]) => {
  const c = window.simcordPreview.commandPicker;
  const typed = c.draft?.options.find(o => o.name === option);
  return typed?.display === value && typed.valid && c.autocomplete.state !== "loading";
}"""
"""A value stands in its option, and whatever is suggested for it is there."""

OUTCOME = """before => {
  const done = window.simcordPreview.lastAction;
  return done && done.requestId !== before && done.settlement !== "pending" && done.settlement;
}"""
"""What became of the latest action, if it isn't the one before."""

READS = "texts => texts.some(t => document.body.innerText.includes(t))"

MAP = "() => [...document.images].some(i => i.complete && i.naturalWidth > 400 && i.alt.startsWith('Map of'))"


class Seat:
    """One person at the page."""

    def __init__(self, page: Any, name: str) -> None:
        self.page = page
        self.name = name

    def sit(self) -> None:
        self.page.wait_for_function(SETTLED)
        if not self.page.evaluate(SITS, self.name):
            self.page.locator("#viewer-picker").select_option(label=self.name)
            self.page.wait_for_function(SITS, arg=self.name)
            self.page.wait_for_function(SETTLED)

    def slash(self, command: str, *values: str) -> None:
        """Type a slash command with its required options, as a person would."""
        self.sit()
        box = self.page.locator("#channel-composer-input")
        box.click()
        box.type(f"/{command}")
        self.page.wait_for_function(CHOSEN, arg=command)
        self.page.keyboard.press("Enter")
        for value in values:
            option = self.page.wait_for_function(ASKS_FOR, arg=command).json_value()
            self.page.keyboard.type(value)
            self.page.wait_for_function(TYPED, arg=[option, value])
        # Enter would take what is suggested instead of what was typed.
        self._act(self.page.get_by_role("button", name="Send", exact=True).click)

    def press(self, label: str) -> None:
        self.sit()
        self._act(self._buttons(label).last.click)

    def _act(self, act: Callable[[], None]) -> None:
        """Do something, and wait until the bot has done what follows and the page shows it."""
        for _ in range(TRIES):
            before = self.page.evaluate("() => window.simcordPreview.lastAction?.requestId")
            act()
            outcome = self.page.wait_for_function(OUTCOME, arg=before).json_value()
            self.page.wait_for_function(SETTLED)
            # SimCord waits half a minute for the bot to be done: "timeout" is late, but under way.
            if outcome in ("settled", "timeout"):
                return
            # The channel went on as it was pressed: nothing was done, and the page shows what there is now.
            assert outcome == "rejected", outcome
        raise AssertionError(f"rejected {TRIES} times")

    def _buttons(self, label: str) -> Any:
        """Buttons that can be pressed."""
        return self.page.get_by_role("button", name=label, exact=True, disabled=False)

    def awaits(self, *texts: str) -> str:
        """Wait until one of these texts comes up on the page; which one."""
        self.sit()
        self.page.wait_for_function(READS, arg=list(texts))
        read = self.page.inner_text("body")
        return next(t for t in texts if t in read)

    def asked(self) -> str:
        """What the pinned message says this person is asked; "" for nothing."""
        self.sit()
        found = re.findall(rf"\(@{self.name}\): (.*)", self.page.inner_text("body"))
        return found[-1] if found else ""

    def sees_a_map(self) -> None:
        """Wait until a map has been drawn. A story is told before its map is there."""
        self.sit()
        self.page.wait_for_function(MAP)


def hold_ground(ben: Seat) -> int:
    """Answer the reactions Ben is asked about, all with "None"; how many there were."""
    answered = 0
    while ben.asked():
        ben.press("None")
        answered += 1
        assert answered < TRIES
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
    cleo.slash("unit", "THC5")
    cleo.awaits("Thracian")
