"""The local edition as a process, and people at its page in Debian's chromium."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium")

PATIENCE = 120_000
"""Milliseconds to wait for anything; a busy machine draws its first map slowly."""

LIMIT = 900
"""Seconds a test may take: some of such waits."""

SOON = 10_000
"""Milliseconds in which what the page shows can be pressed, unless it has been drawn anew."""


FITS = "() => document.documentElement.scrollWidth <= innerWidth"
"""Nothing of the page lies beside the window."""


class Server:
    """The local edition as a process of its own."""

    def __init__(self, database: Path, *options: str) -> None:
        self.database = database
        self.options = options
        self.process: subprocess.Popen[str] | None = None
        self.url = ""
        self.board = ""
        """Address of the board."""

    def start(self) -> None:
        self.url = self.board = ""
        command = [sys.executable, "-m", "bot.cli", "local", "--no-browser", *self.options]
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
            if match and line.startswith("Hexarch is at"):
                self.board = match[0]
            elif match and line.startswith("The chat"):
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


SHOWS = """() => {
  const words = s => (document.querySelector(s)?.innerText ?? "").trim().slice(0, 300);
  const shown = id => {
    const e = document.getElementById(id), { top, bottom } = e?.getBoundingClientRect() ?? {};
    return e && bottom > top ? `${Math.round(top)}-${Math.round(bottom)}` : undefined;
  };
  const parts = ["decision", "ideas", "choices", "more", "draft", "send", "window", "moments"];
  return JSON.stringify({
    address: location.pathname + location.search, window: [innerWidth, innerHeight], ...document.body.dataset,
    prompt: words("#prompt"), taken: words("#taken"), orders: document.getElementById("orders")?.value,
    seen: words("#seen"), notice: words("#notice"), seat: document.getElementById("seat")?.value,
    focus: document.activeElement?.id || document.activeElement?.className,
    marks: document.querySelectorAll("#over .can, #over .goal, #over .wedge").length,
    scrolled: document.querySelector("aside")?.scrollTop,
    heights: Object.fromEntries(parts.map(id => [id, shown(id)])),
    reads: document.getElementById("prompt") ? undefined : words("body"),
  });
}"""
"""What a page shows, in a line: for who reads why a test waited in vain."""


@contextmanager
def opened(width: int, height: int) -> Iterator[Any]:
    """A page of a browser of its own. What is waited for in vain is told with what its pages show."""
    from playwright.sync_api import Error, sync_playwright
    from playwright.sync_api import TimeoutError as PageTimeout

    with sync_playwright() as p:
        browser = p.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
        )
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(PATIENCE)
        try:
            yield page
        except PageTimeout as e:
            shown: list[str] = []
            for each in [p for c in browser.contexts for p in c.pages]:
                try:
                    shown.append(str(each.evaluate(SHOWS)))
                except Error as gone:
                    shown.append(str(gone))
            first, _, rest = str(e).partition("\n")
            raise AssertionError(f"{first} The page shows: {' | '.join(shown)}\n{rest}") from e
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

TAKEN = """before => {
  const p = window.simcordPreview;
  return Boolean(p.pendingAction) || p.lastAction?.requestId !== before;
}"""
"""What was pressed is under way, or done. The page drops what is pressed while it is being drawn anew."""

OUTCOME = """before => {
  const done = window.simcordPreview.lastAction;
  return done && done.requestId !== before && done.settlement !== "pending" && done.settlement;
}"""
"""What became of the latest action, if it isn't the one before."""

NO_LIST = "body:not(:has([role=combobox][aria-expanded=true]))"
"""The page while no list of options is open."""

ASKED = """([name, words]) => {
  const asked = document.body.innerText.split("\\n").filter(line => line.includes(`(@${name}): `));
  return asked.length > 0 && asked.at(-1).includes(words);
}"""
"""Somebody is asked something with these words in it, as the pinned message says."""

READS = "texts => texts.some(t => document.body.innerText.includes(t))"

MAP = "() => [...document.images].some(i => i.complete && i.naturalWidth > 400 && i.alt.startsWith('Map of'))"


class Seat:
    """One person at the page."""

    def __init__(self, page: Any, name: str) -> None:
        from playwright.sync_api import TimeoutError as PageTimeout

        self.page = page
        self.name = name
        self.page_timeout = PageTimeout

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

    def press_what_begins(self, words: str) -> None:
        """Press the lowest button whose label begins so."""
        self.sit()
        self._act(self._beginning(words).last.click)

    def offers(self, words: str) -> bool:
        """Whether a button whose label begins so can be pressed."""
        self.sit()
        return self._beginning(words).count() > 0

    def choose(self, select: str, option: str) -> None:
        """Choose in the lowest select that is labelled so."""
        self.sit()
        lines = self.page.get_by_role("option", name=re.compile(f"^{re.escape(option)}"))

        box = self.page.get_by_role("combobox", name=re.compile(f"^{re.escape(select)}")).last

        def taken() -> None:
            end = time.monotonic() + PATIENCE / 1000
            while time.monotonic() < end:
                if box.get_attribute("aria-expanded") != "true":
                    box.click()
                lines.first.or_(self.page.locator(NO_LIST)).first.wait_for()
                if not lines.first.is_visible():
                    continue  # the page was drawn anew, and the list is closed again
                try:
                    lines.first.click(timeout=SOON)
                    return
                except self.page_timeout:
                    continue  # the same, just now
            raise AssertionError(f"{select} never offers {option}")

        self._act(taken)

    def _beginning(self, words: str) -> Any:
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(words)}"), disabled=False)

    def _act(self, act: Callable[[], None]) -> None:
        """Do something, and wait until the bot has done what follows and the page shows it."""
        tried, end = 0, time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            tried += 1
            before = self.page.evaluate("() => window.simcordPreview.lastAction?.requestId")
            act()
            if not self.page.evaluate(TAKEN, before):
                self.page.wait_for_function(SETTLED)
                continue
            outcome = self.page.wait_for_function(OUTCOME, arg=before).json_value()
            self.page.wait_for_function(SETTLED)
            # SimCord waits half a minute for the bot to be done: "timeout" is late, but under way.
            if outcome in ("settled", "timeout"):
                return
            # The channel went on as it was pressed: nothing was done, and the page shows what there is now.
            assert outcome == "rejected", outcome
        why = self.page.evaluate("() => JSON.stringify(window.simcordPreview.lastAction)")
        raise AssertionError(f"rejected {tried} times in {PATIENCE // 1000} seconds: {why}")

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

    def is_asked(self, words: str) -> None:
        """Wait until the pinned message says that this person is asked something with these words in it."""
        self.sit()
        self.page.wait_for_function(ASKED, arg=[self.name, words])
        self.sit()

    def sees_a_map(self) -> None:
        """Wait until a map has been drawn. A story is told before its map is there."""
        self.sit()
        self.page.wait_for_function(MAP)
