"""The page of the dice in a real browser: it finds what our own checker finds, and needs nobody for it."""

from __future__ import annotations

import copy
import json
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from bot.board.answers import FILES, HEADERS, KINDS, PAGE
from bot.board.sentences import sentences, told
from bot.language.catalogue import SOURCE, TextCatalogue
from engine.fairdice import verify
from tests.browser.kit import CHROMIUM, FITS, LIMIT, SOON, opened
from tests.engine.test_fairdice import CHANGES, DOCUMENT, FORGERIES, rehash

pytest.importorskip("playwright.sync_api")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
    pytest.mark.timeout(LIMIT),
]

ROLLS = [e["data"]["roll"] for e in DOCUMENT["entries"] if e["kind"] == "roll"]
TOLD = {
    "title": "A battle <b>of</b> two",
    "trail": DOCUMENT,
    "told": [{"n": r["n"], "dice": r["dice"], "total": r["total"], "text": r["text"]} for r in ROLLS],
    "sides": {"byzantine": "Byzantines"},
}


@contextmanager
def served(language: str = SOURCE) -> Iterator[str]:
    """The page's files under the headers they have, its sentences in a language, and one trail."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path == "/verify":
                kind, data = "text/html", (PAGE / "verify.html").read_bytes()
            elif path == "/api/words":
                kind, data = "application/json", json.dumps(told(TextCatalogue.load(language))).encode()
            elif path == "/api/trail":
                kind, data = "application/json", json.dumps(TOLD).encode()
            else:
                found = FILES[path.rpartition("/")[2]]
                kind, data = KINDS[found.suffix], found.read_bytes()
            self.send_response(200)
            for name, value in {**HEADERS, "Content-Type": f"{kind}; charset=utf-8"}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """Tell nobody."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def false_ones() -> list[dict[str, Any]]:
    """Trails in which something isn't true: whatever our own tests think of, and single characters."""
    found = []
    for name, change in CHANGES.items():
        document = copy.deepcopy(DOCUMENT)
        change(document)
        found.append(document)
        if name in FORGERIES:
            document = copy.deepcopy(document)
            rehash(document)
            found.append(document)
    rng, text = random.Random(40), json.dumps(DOCUMENT)
    while len(found) < 150:
        at = rng.randrange(len(text))
        try:
            document = json.loads(text[:at] + rng.choice('0123456789abcdef{}[],:" -x') + text[at + 1 :])
        except ValueError:
            continue
        if isinstance(document, dict) and document != DOCUMENT:
            found.append(document)
    return found


def words(page: Any, selector: str) -> str:
    return str(page.locator(selector).inner_text())


def bring(page: Any, name: str, text: str) -> None:
    page.locator("#file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


@pytest.mark.parametrize(("width", "height"), [(1000, 900), (390, 844)])
def test_dice_are_checked_without_a_connection(width: int, height: int) -> None:
    with served() as address, opened(width, height) as page:
        page.set_default_timeout(SOON)
        faults: list[str] = []
        asked: list[str] = []
        page.on("pageerror", lambda e: faults.append(str(e)))
        page.on("console", lambda m: faults.append(m.text) if m.type == "error" else None)
        page.goto(f"{address}/verify?seat=7#3")
        page.locator("#roll-3[open] dl").wait_for()
        assert page.evaluate(FITS), "what is long is broken, or scrolls by itself"
        page.context.set_offline(True)
        page.on("request", lambda r: asked.append(r.url))
        # The roll the address names is open, with all that went into it.
        assert TOLD["title"] in words(page, "#title"), "as it is written, and no HTML"
        assert "as far as it can be checked" in words(page, "#verdict")
        assert "18 rolls: 14 recomputed, 4 wait" in words(page, "#counted")
        assert "up to segment 3" in words(page, "#chain") and DOCUMENT["head"] in words(page, "#chain")
        roll = ROLLS[2]
        working = words(page, "#roll-3")
        assert f"9f3a|3|heads|été|x|{10**18 + 1}" in working and DOCUMENT["secrets"]["1"] in working
        for said in ("✓ right", "HMAC", f"= {roll['total']}", "Told in the story"):
            assert said in working, said
        assert "annulled" in words(page, "#roll-9") and "waits" in words(page, "#roll-18")
        page.locator("#seen").fill(DOCUMENT["entries"][5]["hash"][:9])
        assert "passes" in words(page, "#passes")
        page.locator("#seen").fill("0123456789")
        assert "no entry" in words(page, "#passes")
        # One character of a trail from disk, and the page says which roll isn't true.
        document = copy.deepcopy(DOCUMENT)
        document["entries"][4]["data"]["roll"]["dice"][0] = (ROLLS[4]["dice"][0] + 1) % 10
        bring(page, "trail.json", json.dumps(document))
        page.locator("#verdict", has_text="does not hold").wait_for()
        assert [x.get_attribute("id") for x in page.locator("#rolls .bad").all()] == ["roll-5"]
        assert "the secret gives" in words(page, "#wrong")
        bring(page, "trail.json", json.dumps(DOCUMENT))
        page.locator("#verdict:not(.bad)").wait_for()
        # A record is compared with it, roll by roll.
        lines = [f"   roll {r['n']}: {' '.join(map(str, r['dice']))} | words" for r in ROLLS]
        record = '[Format "hexarch-record/1"]\n\n1. byzantine: done\n'
        bring(page, "battle.txt", record + "\n".join(lines))
        page.locator("#counted", has_text="18 compared").wait_for()
        assert "✓ right" in words(page, "#roll-1")
        bring(page, "battle.txt", record + "\n".join([*lines[:6], "   roll 7: 11 | words", "   roll 99: 1"]))
        page.locator("#verdict.bad").wait_for()
        assert "told as 11" in words(page, "#wrong") and "roll 99 is told of" in words(page, "#wrong")
        # Files that are neither are told so; what is there stays.
        for name, text, said in (
            ("x.json", "{", "neither"),
            ("x.json", "[]", "no dice trail"),
            ("x.json", "[" * 100_000, "neither"),
            ("x.json", " " * ((4 << 20) + 1), "too large"),
        ):
            bring(page, name, text)
            page.locator("#verdict", has_text=said).wait_for()
        assert asked == [] and faults == []


def test_it_finds_what_our_own_checker_finds() -> None:
    documents = [DOCUMENT, *false_ones()]
    script = """async (documents) => {
      const { check } = await import("/page/trail.js");
      const found = [];
      for (const d of documents) {
        const r = await check(d);
        const wrong = [...new Set(r.problems.map((p) => p.entry))];
        found.push([wrong.length === 0, r.rolls.length, r.verified, r.pending, wrong]);
      }
      return found;
    }"""
    with served() as address, opened(1000, 900) as page:
        page.goto(f"{address}/verify")
        page.locator("#verdict", has_text="holds").wait_for()
        found = page.evaluate(script, documents)
    for document, (valid, rolls, verified, pending, entries) in zip(documents, found, strict=True):
        ours = verify(copy.deepcopy(document))
        assert valid is ours.valid, document
        if not any("no dice trail" in p.what for p in ours.problems):
            theirs = rolls, verified, pending, set(entries)
            assert theirs == (ours.rolls, ours.verified, ours.pending, {p.entry for p in ours.problems}), ours.problems


def test_where_browsers_cannot_compute_it_is_said() -> None:
    with served() as address, opened(1000, 900) as page:
        page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined})")
        page.goto(f"{address}/verify")
        page.locator("#verdict.bad", has_text="https or on localhost").wait_for()
        assert page.locator("#file").is_disabled()


def test_a_page_says_its_sentences_in_the_language_of_who_reads_it() -> None:
    """Those of its document and those of its scripts, with the form of a word that goes with a number."""
    document = [s for s, files in sentences().items() if "verify.html" in files]
    numbers = """async (numbers) => {
      const { tr } = await import("/page/sentences.js");
      return numbers.map((n) => tr("{n:hit|hits}", { n }));
    }"""
    with served("pl") as address, opened(1000, 900) as page:
        page.goto(f"{address}/verify")
        page.locator("#verdict", has_text="Ślad się zgadza").wait_for()
        page.locator("h1", has_text="Kości bitwy „A battle <b>of</b> two”").wait_for()
        left = page.locator("body").inner_text()
        assert not [s for s in document if s in left]
        assert page.locator("section").first.get_attribute("aria-label") == "Cały ślad"
        assert page.locator("html").get_attribute("lang") == "pl"
        found = page.evaluate(numbers, [1, 2, 5, 22])
    assert found == ["1 trafienie", "2 trafienia", "5 trafień", "22 trafienia"]
    with served() as address, opened(1000, 900) as page:
        page.goto(f"{address}/verify")
        page.locator("#verdict", has_text="The trail holds").wait_for()
        assert page.evaluate(numbers, [1, 2]) == ["1 hit", "2 hits"]
