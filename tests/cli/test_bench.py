"""``hexarch bench`` measures; it judges nothing, and neither do these tests."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import scenarios
from bot.cli import main, memory_figures, picture_figures, question_figures, rules_figures, thinking_figures
from bot.cli.battles import scenario
from bot.cli.common import OK
from bot.cli.figures import Driver, Figure, in_pictures, table
from engine.kernel.decisions import Choice, Menu, Pick
from engine.kernel.text import Text
from engine.systems.registry import initial_state, system_for
from renderer.bench import table as comparison
from renderer.bench.table import Row
from renderer.map import tiles


def test_figures_are_medians_or_percentiles() -> None:
    samples = [float(n) for n in range(101)]
    assert Figure("a", "ms", 50, samples).value == 50
    assert Figure("a", "ms", 50, samples, 0.99).value == 99
    assert Figure("a", "ms", 25, samples).summary()["ratio"] == 2.0


def test_of_a_rate_more_is_better() -> None:
    rate = Figure("a", "a second", 100, [50.0, 200.0, 400.0], more=True).summary()
    assert (rate["value"], rate["ratio"], rate["worst"]) == (200, 0.5, 50)


def test_an_order_is_held_beside_a_picture_of_the_same_run() -> None:
    order, picture = Figure("order", "ms", 40, [30.0, 60.0, 90.0]), Figure("draw: whole field, light", "ms", 25, [20.0])
    (beside,) = in_pictures([order, picture])
    assert (beside.value, beside.budget, beside.samples) == (3.0, 2, [1.5, 3.0, 4.5])


def test_the_largest_battle_is_the_one_with_most_pieces() -> None:
    assert rules_figures.largest() in ("gaugamela", "cannae")


def test_every_system_is_asked_about_in_its_largest_battle() -> None:
    found = question_figures.largest()
    known = {
        "cataphract": "catalaunian",
        "men-of-iron": "najera",
        "alexander": "gaugamela",
        "spqr": "cannae",
        "simple-gboh": "cannae",
        "justinian": "renovatio",
    }
    assert list(found) == list(dict.fromkeys(info.key.split("/")[0] for info in scenarios.listing()))
    assert found == {system: known[system] for system in found}


def test_what_players_ask_is_measured_kind_by_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = tiles.blocks
    monkeypatch.setattr(tiles, "blocks", lambda m, r: blocks(m, r)[:1])
    figures = question_figures.of(scenario("lautulae"), 1)
    assert [(f.what, len(f.samples)) for f in figures] == [
        ("/what of a unit, the slowest: Lautulae", 2),
        ("  of a hex, the slowest", 2),
        ("  autocomplete, the slowest of a hundred", 4),
        ("  first picture, of the whole field", 1),
        ("  picture after an order, its ground drawn ahead", 1),
    ]
    assert all(sample > 0 for f in figures if f.what != figures[2].what for sample in f.samples)


def test_menus_are_told_with_their_choices() -> None:
    below = Menu(Text("where"), lambda: [Choice(key="x", label=Text("x"), answer=Pick(key="x"))])
    top = Menu(Text("who"), lambda: [Choice(key=k, label=Text(k), menu=lambda: below) for k in "abc"])
    assert [n for _, n in rules_figures._opened(top, random.Random(1))] == [3, 1]


def test_table_shows_every_figure() -> None:
    text = table([Figure("resume", "ms", 50, [10.0, 20.0, 60.0]), Figure("memory", "MB", 200, [100.0])])
    (_, _, resume, memory) = text.splitlines()
    assert resume.split() == ["resume", "median", "20.00", "50", "0.40", "20.00", "60.00", "ms"]
    assert memory.split()[:3] == ["memory", "median", "100.00"]


def test_program(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """With small battles, and two of them, in place of the largest, and of all."""
    systems = [system_for(scenarios.load(key)) for key in ("cataphract/tricameron", "spqr/lautulae")]
    monkeypatch.setattr(rules_figures, "largest", lambda: "lautulae")
    monkeypatch.setattr(picture_figures, "positions", lambda: [s.view(initial_state(s)) for s in systems])
    small = ["--orders", "12", "--rounds", "10", "--battles", "2", "--maps", "2", "--played", "8", "--played-in", "2"]
    small += ["--questions", "0", "--thinking", "1", "--told", "2", "--starts", "1", "--watchers", "2"]
    monkeypatch.setattr(thinking_figures, "ORDERS_BEFORE", 6)
    monkeypatch.setattr(thinking_figures, "QUIET", 6)
    assert main(["bench", *small, "--json"]) == OK
    figures = json.loads(capsys.readouterr().out)["figures"]
    units = {"ms of CPU", "ms", "MB", "times", "a second of CPU", "choices", "requests", "statements", "files"}
    units.add("watchers")
    assert {f["unit"] for f in figures} == units
    requests = next(f["value"] for f in figures if f["what"].startswith("order: requests"))
    assert 1 < requests < 6, "an answer to the player, and what everybody reads"
    assert [f["what"] for f in figures if f["unit"] == "a second of CPU"] == [
        "answers of random players: Tricameron",
        "answers of random players: Crécy",
    ]
    # The process that draws isn't there yet after so few orders, and two watchers take no memory.
    assert all(
        (f["value"] > 0 or f["what"].endswith(("drawing", "watching takes"))) and f["samples"] > 0 for f in figures
    )
    assert any(f["measure"] == "p99" for f in figures)
    assert any("while 2 maps are drawn" in f["what"] for f in figures)
    assert any(f["what"] == "autocomplete, computers thinking: 1" for f in figures)
    played = [f["what"] for f in figures[-8:]]
    assert played == [f"{n} orders in 2 battles: {who}" for who in ("the bot", "drawing") for n in (2, 4, 6, 8)]


async def test_a_long_measurement_tells_how_far_it_has_come(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(memory_figures, "TELL", 0.0)
    monkeypatch.setattr(memory_figures, "DRAWN", 100)
    await memory_figures._play(f"sqlite+aiosqlite:///{tmp_path / 'bench.db'}", "cataphract/tricameron", 1, [3])
    said = capsys.readouterr().err.splitlines()
    assert [line.partition(" after ")[0] for line in said] == [f"hexarch: {n} of 3 orders are given" for n in (1, 2, 3)]
    assert all(line.endswith("drawing 0 MB") for line in said)


async def test_memory_is_measured_in_battles_of_every_scenario(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    begun: list[str] = []
    begin = Driver.begin

    async def listed(driver: Driver, key: str, channel: int) -> str:
        begun.append(key)
        return await begin(driver, key, channel)

    monkeypatch.setattr(Driver, "begin", listed)
    monkeypatch.setattr(memory_figures, "DRAWN", 100)
    offered = scenarios.listing()[:2]
    monkeypatch.setattr(scenarios, "listing", lambda: offered)
    await memory_figures._play(f"sqlite+aiosqlite:///{tmp_path / 'bench.db'}", None, 3, [1])
    assert begun == [offered[0].key, offered[1].key, offered[0].key]


def test_rivals(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison itself is tested with the renderer; here, that the command shows all of it."""
    rows = [Row("a field", "Hexarch", 900.0, 10.0, 2048, 1.0), Row("a field", "Others", 90.0, 200.0, 4096, 20.0)]
    monkeypatch.setattr(comparison, "compare", lambda rounds: (rows, ["Third"]))
    assert main(["bench", "--rivals", "--json"]) == OK
    found = json.loads(capsys.readouterr().out)
    assert [r["who"] for r in found["rivals"]] == ["Hexarch", "Others"] and found["missing"] == ["Third"]
    assert main(["bench", "--rivals"]) == OK
    assert comparison.written(rows, ["Third"]) == capsys.readouterr().out.rstrip()
