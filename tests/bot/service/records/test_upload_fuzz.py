"""Files players send, made hostile: each gets a clear answer, in bounded time and memory, and leaves nothing behind.

Three hundred files always, from a seed; ten thousand with ``HEXARCH_HEAVY=1``.
"""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import scenarios
from bot.cogs.look.dice import MOST_BYTES as MOST_TRAIL
from bot.cogs.look.dice import TRAIL, _verified
from bot.errors import explain
from bot.language.catalogue import ENGLISH
from bot.narration.trail import report_lines
from bot.notation import record as notation
from bot.service import Service
from bot.service.records import files
from bot.service.setup import chart_files
from engine.kernel.text import Refusal
from scenarios import ScenarioError, position
from tests.bot.hostile import bounded, hostile
from tests.bot.service.records.test_records import played, record_of

HEAVY = os.environ.get("HEXARCH_HEAVY") == "1"
SEED = int(os.environ.get("HEXARCH_SEED", "7"))
GUILD, USER, CHANNEL = 1, 2, 3

SLOWER = 30
"""How much more of the processor's time a hostile file may take than an honest one of its kind."""
GRACE = 3.0
"""Seconds of the processor's time that any may take."""


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done in threads is done here, where it can be broken off."""

    async def here(work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return work(*args, **kwargs)

    monkeypatch.setattr("asyncio.to_thread", here)


# -- honest files ---------------------------------------------------------------------------------------------------


def _json(document: Any, **how: Any) -> bytes:
    return json.dumps(document, **how).encode()


@cache
def honest_scenarios() -> tuple[bytes, ...]:
    keys = ("cataphract/tricameron", "cataphract/utus", "men-of-iron/falkirk")
    return tuple(_json(scenarios.load(k).model_dump(mode="json"), indent=1) for k in keys)


@cache
def honest_records() -> tuple[bytes, ...]:
    found = []
    for key, options, n in (("cataphract/tricameron", {"bids": True}, 14), ("men-of-iron/falkirk", {}, 14)):
        document, game = played(key, tuple(options), 3, n)
        whole = record_of(key, document, game, options)
        found.append(notation.write(whole).encode())
        tags = {k: v for k, v in whole.tags.items() if k != "State"}
        brought = notation.Record(tags, whole.sides, whole.items[:8], document)
        found.append(notation.write(brought).encode())
    return tuple(found)


@cache
def honest_packs() -> tuple[bytes, ...]:
    cells = {"missile_range_results/cells/J_cavalry/1": {"value": 3, "why": "first printing"}}
    head = {"format": "hexarch-chart-pack/1", "system": "cataphract", "title": "Ours", "by": "me", "note": ""}
    return _json({**head, "cells": cells}), chart_files.template("cataphract", None)


def honest_positions() -> tuple[bytes, ...]:
    sides = {"red": {}, "blue": {"withdrawal_level": 40}}
    units = [{"code": "HC1", "side": "red", "hex": 1010}, {"code": "LI1", "side": "blue", "hex": 1012}]
    return (
        _json(
            {"system": "cataphract", "scenario": "cataphract/tricameron", "turn": 2, "changes": {"THC1": {"hits": 1}}}
        ),
        _json({"system": "cataphract", "scenario": "cataphract/utus", "turn": 3, "note": "later"}),
        _json({"system": "cataphract", "field": {"sides": sides, "units": units}}),
    )


async def honest_trails(service: Service) -> tuple[bytes, ...]:
    battle = await service.lobby.create(GUILD, CHANNEL, USER, "cataphract/tricameron")
    for side, _ in battle.sides:
        await service.lobby.join(battle.id, USER, side)
    await service.lobby.start(battle.id, USER, "go")
    for n in range(30):
        await service.rolls.roll(battle.id, USER, "3d6+2", n, "luck")
    return ((await service.rolls.trail(battle.id)).model_dump_json(indent=1).encode(),)


# -- doors ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Door:
    """Where files of a kind come in."""

    real: tuple[bytes, ...]
    enter: Callable[[bytes, int], Awaitable[str]]
    """Takes a file into a server of this number; gives the answer. Raises Refusal or ScenarioError."""


async def doors(service: Service) -> dict[str, Door]:
    async def scenario(data: bytes, guild: int) -> str:
        checked = await service.scenarios.check(data)
        await service.scenarios.keep(guild, USER, checked)
        assert [x.key for x in await service.scenarios.of_guild(guild)] == [checked.key]
        return checked.title

    async def record(data: bytes, guild: int) -> str:
        battle = await service.records.bring_in(guild, USER, data)
        await service.play.game(battle.id)
        await service.records.write(battle.id, {}, {})
        return battle.title

    async def pack(data: bytes, guild: int) -> str:
        found = chart_files.read_pack(data)
        await service.charts.load(guild, found)
        assert (await service.charts.of_guild(guild, found.system)).pack == found
        return found.title

    async def trail(data: bytes, guild: int) -> str:
        report, _ = _verified(files.text_of(data, TRAIL, MOST_TRAIL))
        lines = report_lines(report, "", ENGLISH)
        assert lines and all(lines)
        return "\n".join(lines)

    async def place(data: bytes, guild: int) -> str:
        document = files.json_of(data, TRAIL, MOST_TRAIL, 12)
        position.read(document, "file")
        return "a position"

    return {
        "scenario": Door(honest_scenarios(), scenario),
        "record": Door(honest_records(), record),
        "chart pack": Door(honest_packs(), pack),
        "dice trail": Door(await honest_trails(service), trail),
        "position": Door(honest_positions(), place),
    }


# -- the test -------------------------------------------------------------------------------------------------------


def _answer(error: Refusal | ScenarioError) -> str:
    """What the sender reads."""
    return explain(error if isinstance(error, Refusal) else Refusal("{why}", why=str(error)))


async def _stored(service: Service) -> list[tuple[Any, ...]]:
    found = []
    async with service.database.read() as c:
        for table in ("battles", "documents", "journal", "settings", "uploads", "remarks"):
            found += (await c.exec_driver_sql(f"SELECT '{table}', count(*) FROM {table}")).all()
    return [tuple(r) for r in found]


@pytest.mark.timeout(3 * 3600 if HEAVY else 300)
@pytest.mark.parametrize("kind", ["scenario", "record", "chart pack", "dice trail", "position"])
async def test_hostile_files(tmp_path: Path, kind: str, at_once: None) -> None:
    service = await Service.open(f"sqlite+aiosqlite:///{tmp_path / 'battles.db'}")
    there = await doors(service)
    door = there[kind]
    everything = [data for d in there.values() for data in d.real]
    rng = random.Random(f"{SEED} {kind}")
    taken, wrong = 0, []
    start = time.process_time()
    for n, data in enumerate(door.real):
        assert await door.enter(data, 100 + n) or kind == "position"
    honest = (time.process_time() - start) / len(door.real)
    for n in range(2000 if HEAVY else 60):
        data = hostile(rng, everything if rng.random() < 0.1 else door.real)
        before = await _stored(service)
        try:
            with bounded(GRACE + SLOWER * honest):
                said = await door.enter(data, 1000 + n)
            taken += 1
        except (Refusal, ScenarioError) as e:
            said = _answer(e)
            if await _stored(service) != before:
                wrong.append((n, "something of a refused file was kept", said))
            if "went wrong" in said:
                wrong.append((n, "no clear answer", said))
        except BaseException as e:
            if isinstance(e, KeyboardInterrupt):
                raise
            wrong.append((n, f"{type(e).__name__}: {e}"[:300], _keep(kind, n, data)))
            service.sessions._loaded.clear()
            continue
        try:
            said.encode()
        except UnicodeEncodeError:
            wrong.append((n, "an answer that can't be sent", repr(said[:200])))
        if not said.strip() and kind != "scenario":
            wrong.append((n, "no answer", _keep(kind, n, data)))
    await service.close()
    assert not wrong, "\n".join(map(str, wrong))
    assert taken, "not one of them was harmless: the files aren't hostile in an interesting way"


def _keep(kind: str, n: int, data: bytes) -> str:
    """Where a file is kept that found something; only in the long run."""
    if not HEAVY:
        return repr(data[:80])
    path = Path(os.environ.get("TMPDIR", "/tmp")) / f"hostile-{kind.replace(' ', '-')}-{n}"
    path.write_bytes(data)
    return str(path)


def test_half_a_character_in_the_header_of_a_trail_is_reported() -> None:
    header = '{"format": "hexarch-trail/1", "game": "\\ud800", "title": "", "commitment": "00", "phrases": {}}'
    report, _ = _verified('{"header": ' + header + ', "entries": [], "secrets": {}, "head": "00"}')
    assert "half characters" in str(report.problems[0]) and not report.valid
