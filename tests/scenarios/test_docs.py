"""The examples in the documentation for authors work."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.cli.adjudication import read_orders
from bot.notation import parse
from engine.systems.cataphract.scenario import CataphractScenario, LeaderSpec, SideSpec, UnitGroup
from scenarios import position

DOCS = Path(__file__).parent.parent.parent / "docs"
BLOCKS = re.findall(r"```json\n(.*?)```", (DOCS / "positions.md").read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS)
def test_positions(block: str) -> None:
    scenario, state = position.read(json.loads(block), "docs/positions.md")
    assert state.orders is not None and state.orders.leader is not None
    assert scenario.map.hexes


def test_there_are_examples_of_both_kinds() -> None:
    assert sorted(next(iter({"scenario", "field"} & set(json.loads(b)))) for b in BLOCKS) == ["field", "scenario"]


@pytest.mark.parametrize("model", [CataphractScenario, SideSpec, LeaderSpec, UnitGroup], ids=lambda m: m.__name__)
def test_every_field_of_the_format_is_described(model: type) -> None:
    text = (DOCS / "scenario-format.md").read_text("utf-8")
    undescribed = [f for f in model.model_fields if f"`{f}`" not in text]
    assert undescribed == []


def notation_lines() -> list[str]:
    text = (DOCS / "notation.md").read_text("utf-8")
    blocks = re.findall(r"```notation\n(.*?)```", text, re.DOTALL)
    return [line for b in blocks for line in b.splitlines()] + re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


@pytest.mark.parametrize("line", notation_lines())
def test_notation(line: str) -> None:
    (written,) = read_orders(line, ["byzantine", "vandal"])[:1] or [None]
    if written is None:
        assert line.startswith("#")
    else:
        assert parse(str(written.statement)) == [written.statement]
