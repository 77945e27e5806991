"""Files of the largest size made of what takes longest to read: each is refused in a moment, wherever it comes in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import scenarios
from bot.service import Service
from engine.kernel.text import Refusal
from scenarios import ScenarioError
from scenarios.limits import MOST_BYTES
from tests.bot.hostile import TooLong, bounded
from tests.bot.service.records.test_upload_fuzz import at_once, doors

__all__ = ["at_once"]

SECONDS = 5.0
"""Of CPU that one may take; they take a fifth of it, and honest ones as much."""

MARKS, LONGEST_LETTER = "e" + "\u0301\u0323\u0316\u0345" * 1000, "\ufdfa" * 3999


PIECES = (
    *("[", '{"a":', '"', "/", "\n", "{//\n", "\\", "0 ", "[00z,", "9", "([{", "1. ", "%a ", "zz1 > 0101; ", "é"),
    *("\u202e", "\u200b", "\ufeff"),
)
FRAMED = (('{"a":', "0", "}"), ('{"a":[', "-00,", "0]}"), ('{"a":1e', "9", "}"), ("{", '"a":1,', '"b":1}'))


def texts() -> Iterator[tuple[str, bytes]]:
    """What isn't even a document."""
    for piece in PIECES:
        yield repr(piece), (piece * (MOST_BYTES // len(piece.encode()))).encode()
    for begin, piece, end in FRAMED:
        yield begin + piece, (begin + piece * ((MOST_BYTES - 100) // len(piece)) + end).encode()


def documents() -> Iterator[tuple[str, bytes]]:
    """A battle with something in it."""

    def changed(name: str, change: Any) -> tuple[str, bytes]:
        document = json.loads(json.dumps(scenarios.load("cataphract/tricameron").model_dump(mode="json")))
        change(document, document["sides"][0])
        return name, json.dumps(document, ensure_ascii=False).encode()

    yield changed("marks in a title", lambda d, side: d.update(title=MARKS * 10))
    yield changed("marks in a type", lambda d, side: side["units"][0].update(type=MARKS))
    yield changed("long letters", lambda d, side: side["leaders"][0].update(commands=[LONGEST_LETTER]))
    yield changed("long fields", lambda d, side: [g.update({"typo" * 900: 1, "tqq": 2}) for g in side["units"]])
    yield changed("many fields", lambda d, side: d.update({f"title{n}": 1 for n in range(4000)}))
    yield changed("many of many", lambda d, side: side.update(units=[{f"size{n}": 1 for n in range(30)}] * 300))
    yield changed("stretches", lambda d, side: d["map"].update(terrain={"0101-9999": "woods"}))
    yield changed("long ids", lambda d, side: d.update(special_rules=[{"id": "a" * 3000, "params": {}}] * 80))
    yield changed("types", lambda d, side: side.update(lines=[{"types": ["HCC/Catt"] * 500}] * 20))


@pytest.mark.parametrize("kind", ["scenario", "record", "chart pack", "dice trail", "position"])
async def test_the_longest_files_are_refused_in_a_moment(tmp_path: Path, kind: str, at_once: None) -> None:
    service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'battles.db'}")
    door, wrong = (await doors(service))[kind], []
    for n, (name, data) in enumerate((*texts(), *documents())):
        try:
            with bounded(SECONDS):
                said = await door.enter(data, 1000 + n)
            if kind != "dice trail" or not said:  # of a trail it is told what is wrong with it
                wrong.append(f"{name}: was taken")
        except (Refusal, ScenarioError):
            pass
        except (TooLong, Exception) as e:
            wrong.append(f"{name}: {type(e).__name__}: {e}"[:300])
    await service.close()
    assert not wrong, "\n".join(wrong)
