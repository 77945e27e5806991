"""What no page of ours sends to the map editor: it is refused in words, in a moment, and the file stays as it is."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp

import scenarios
from bot.editor.server import Editor

BUDGET = 3.0
"""Seconds of CPU an answer may take."""

VALUES: tuple[Any, ...] = (
    *(None, True, -1, 2**31, 10**30, 1e308, float("inf"), float("nan"), "", "x" * 100_000, "٠١٠١", "\ud800"),
    *([], {}, [[[]]], {"a": {"a": {}}}, ["0101"] * 9000, {f"{n:04d}": 1 for n in range(9000)}),
)


def hostile(page: dict[str, Any]) -> Iterator[str]:
    """What might be sent in place of a page, and pages with something else in one place."""
    yield from ("", "[", "[" * 100_000, '{"a":' * 50_000, "9" * 10_000, '"' + "\u202e" * 10_000 + '"', "null", "[]")
    places: list[tuple[str | int, ...]] = [("map",), ("pieces",), ("made",), ("seen",), ("pieces", 0)]
    places += [("map", k) for k in page["map"]] + [("pieces", 0, k) for k in page["pieces"][0]]
    places += [("map", "terrain", "0101"), ("areas",), ("areas", 0), ("arrivals",), ("arrivals", 0)]
    places += [("areas", 0, k) for k in page["areas"][0]] + [("arrivals", 0, k) for k in page["arrivals"][0]]
    for place in places:
        for value in VALUES:
            changed: Any = copy.deepcopy(page)
            inside = changed
            for step in place[:-1]:
                inside = inside[step]
            inside[place[-1]] = value
            yield json.dumps(changed)


async def test_hostile_pages(tmp_path: Path) -> None:
    file = tmp_path / "battle.json"
    file.write_text(scenarios.find("cataphract/ad-decimum").read_text("utf-8"), "utf-8")
    before, wrong = file.read_text("utf-8"), []
    editor = Editor(file)
    address = await editor.start(0)
    base = address.partition("/?")[0]
    async with aiohttp.ClientSession(headers={"X-Key": editor.key}) as session:
        async with session.get(f"{base}/battle") as answer:
            page = await answer.json()
        for n, body in enumerate(hostile(page)):
            began = time.process_time()
            async with session.post(f"{base}/save", data=body.encode("utf-8", "surrogatepass")) as answer:
                status, said = answer.status, await answer.text()
            took = time.process_time() - began
            if status not in (200, 409, 413) or took > BUDGET:
                wrong.append(f"{n} {body[:60]!r}: {status} after {took:.1f} s: {said[:200]}")
            if status != 200 and file.read_text("utf-8") != before:
                wrong.append(f"{n} {body[:60]!r}: refused, and written")
            if status == 200:
                file.write_text(before, "utf-8")
    await editor.close()
    assert not wrong, "\n".join(wrong)
