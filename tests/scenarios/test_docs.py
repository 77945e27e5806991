"""The examples in the documentation for authors work."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import jsonschema
import pytest
from pydantic import BaseModel

from bot.cli.adjudication import adjudicate, read_orders
from bot.notation import parse
from engine.kernel import annotations
from engine.systems.cataphract.scenario import CataphractScenario, LeaderSpec, SideSpec, UnitGroup
from engine.systems.registry import POSITIONS as POSITION_FORMS
from engine.systems.registry import SYSTEMS
from scenarios import position, schema
from tests.each import for_each

DOCS = Path(__file__).parent.parent.parent / "docs"
BLOCKS = re.findall(r"```json\n(.*?)```", (DOCS / "positions.md").read_text("utf-8"), re.DOTALL)


POSITIONS = (DOCS / "positions.md").read_text("utf-8")


@for_each("block", BLOCKS)
def test_positions(block: str) -> None:
    """Each example can be set up, is asked something, and is told by its schema."""
    document = json.loads(block)
    scenario, _ = position.read(document, "docs/positions.md")
    told = list(adjudicate(document, "", []))
    assert [t["type"] for t in told] == ["decision", "position"]
    jsonschema.Draft202012Validator(schema.position_schema(scenario.system)).validate(document)


def test_there_are_examples_of_both_kinds_for_every_system() -> None:
    kinds = []
    for block in BLOCKS:
        document = json.loads(block)
        kinds.append((position.read(document, "")[0].system, "field" if "field" in document else "scenario"))
    whole = [s for s in POSITION_FORMS if SYSTEMS[s].complete]
    # A campaign has no field.
    fields = [s for s, f in POSITION_FORMS.items() if f.model.model_fields["field"].annotation is not type(None)]
    begun = [s for s in POSITION_FORMS if s in whole or s not in fields]
    wanted = [*((s, "field") for s in fields), *((s, "scenario") for s in begun)]
    assert sorted(kinds) == sorted(wanted)


def played(block: int, orders: str, *dice: int) -> list[str]:
    return [t["text"] for t in adjudicate(json.loads(BLOCKS[block]), orders, dice) if t.get("text")]


@pytest.mark.rule("cataphract 5.24")
def test_the_unit_that_has_moved_takes_no_other_order() -> None:
    said = played(0, "AHC1 > 4913")
    assert "AHC1 has already had a move or fire order in this Orders Phase." in said
    assert any(x.endswith("orders? 2 of 3 left.") for x in said), said


@pytest.mark.rule("cataphract 6.22")
def test_the_charge_across_the_stream() -> None:
    said = played(1, "HC1 > 0405 0505")
    assert any(x.startswith("HC1 0305 → 0505") for x in said)


@pytest.mark.rule("men-of-iron 5.1")
def test_the_unit_whose_move_is_over_moves_no_more() -> None:
    said = played(2, "LMM1 > 1210")
    assert any(x.startswith("LMM1 has moved") for x in said), said


@pytest.mark.rule("men-of-iron 9.2")
def test_the_archers() -> None:
    said = played(3, "LB1 x LB3\nfire", 4, 6)
    assert "LB3 is Disordered." in said and "LB1 is Disordered." in said


def of_system(system: str, kind: str) -> int:
    """The block that shows a position of a system: of a "field" or a "scenario"."""
    found = ((n, json.loads(b)) for n, b in enumerate(BLOCKS))
    return next(n for n, d in found if kind in d and position.read(d, "")[0].system == system)


@pytest.mark.rule("alexander 9.14")
def test_the_elephant_of_gaugamela_runs_wild() -> None:
    said = played(of_system("alexander", "scenario"), "EL1 > 3128 3028\ndone", 3, 8, 4, 2, 2, 7)
    wild = [x for x in said if "runs wild:" in x or "rampages" in x]
    assert [x.partition(": ")[2] or x for x in wild] == [
        "EL1 runs wild: 7 or more kills it; 2: by the compass",
        "EL1 rampages 3028 → 3326, facing NE",
        "EL1 runs wild: 7 or more kills it; 2: by the compass",
        "EL1 rampages 3326 → 3625, facing NE",
        "EL1 runs wild: 7 or more kills it; 7: killed by its driver",
    ]


@pytest.mark.rule("alexander 6.84")
def test_the_hoplites_who_may_give_way() -> None:
    said = played(of_system("alexander", "field"), "PH1 > 1110\ngreek: HI1 arranged")
    assert "Theagenes had arranged a withdrawal." in said, said


def _fields() -> list[tuple[str, str]]:
    """Every field of every part of every system's positions."""
    found: list[tuple[str, str]] = []
    seen: set[type[BaseModel]] = set()

    def walk(model: object, path: str) -> None:
        for inside in get_args(model):
            walk(inside, path)
        if not isinstance(model, type) or not issubclass(model, BaseModel) or model in seen:
            return
        seen.add(model)
        for name, field in model.model_fields.items():
            found.append((f"{path}.{name}", name))
            walk(field.annotation, f"{path}.{name}")

    for system, form in POSITION_FORMS.items():
        walk(form.model, system)
        for kind, model in form.pieces.items():
            walk(model, f"{system}.{kind}")
    return found


@for_each(("where", "name"), _fields())
def test_every_field_of_a_position_is_described(where: str, name: str) -> None:
    elsewhere = (DOCS / "scenario-format.md").read_text("utf-8")
    assert any(said in text for said in (f"`{name}`", f'"{name}"') for text in (POSITIONS, elsewhere)), where


@for_each("kind", ["phase", "supply", "status", "how", "formation", "weapon_carried", "stage", "kind"])
def test_every_value_is_described(kind: str) -> None:
    for system, form in POSITION_FORMS.items():
        models = [form.model, *form.pieces.values()]
        for model in models:
            for value in annotations.literals(model, (kind,)):
                assert f"`{value}`" in POSITIONS, (system, kind, value)


@pytest.mark.parametrize("model", [CataphractScenario, SideSpec, LeaderSpec, UnitGroup], ids=lambda m: m.__name__)
def test_every_field_of_the_format_is_described(model: type) -> None:
    text = (DOCS / "scenario-format.md").read_text("utf-8")
    undescribed = [f for f in model.model_fields if f"`{f}`" not in text]
    assert undescribed == []


def notation_lines() -> list[str]:
    text = (DOCS / "notation.md").read_text("utf-8")
    blocks = re.findall(r"```notation\n(.*?)```", text, re.DOTALL)
    return [line for b in blocks for line in b.splitlines()] + re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


@for_each("line", notation_lines())
def test_notation(line: str) -> None:
    (written,) = read_orders(line, ["byzantine", "vandal"])[:1] or [None]
    if written is None:
        assert line.startswith("#")
    else:
        assert parse(str(written.statement)) == [written.statement]
