"""Every field docs/positions.md lists can be said in a position file: it is read, written, and read again the same."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import Enum
from itertools import islice
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel

from engine.kernel.hexes import HexNumber
from engine.kernel.model import NameOf
from engine.systems.registry import POSITIONS
from scenarios import ScenarioError, position
from tests.each import for_each
from tests.positions.kit import on_field, unit

DOCS = (Path(__file__).parents[2] / "docs/positions.md").read_text("utf-8")
SYSTEMS = {
    "Cataphract": "cataphract",
    "Men of Iron": "men-of-iron",
    "Great Battles of Alexander": "alexander",
    "SPQR": "spqr",
    "Simple GBoH": "simple-gboh",
    "Justinian": "justinian",
}
"""Systems by the heading of their section."""

MOST = 12
"""Values tried of each field."""

PARTS = {"orders": "orders", "the position": "", "unit": "unit", "leader": "leader", "side": "side"}
"""What a table calls the part of a position a field is of."""

FAMILY = [unit("a", "HI1", 1010), unit("a", "HI2", 1012), unit("b", "HI9", 2010, "W")]
LEADERS = [
    {"side": "a", "id": "Anna", "hex": 1010},
    {"side": "a", "id": "Ida", "hex": 1012, "role": "SC"},
    {"side": "b", "id": "Zoe", "hex": 2010},
]


LEGION = {"cls": "HA", "legion": "V"}
STACK = [unit("a", "LG1", 1010, **LEGION), unit("a", "LG2", 1010, **LEGION, below="LG1"), unit("b", "HI9", 2010, "W")]
SPEARS = [unit("a", "PK1", 1010, formation="schiltron"), unit("b", "MM9", 2010, "W")]
BATTLES = {
    "cataphract": ("cataphract/tricameron", "infantry"),
    "alexander": ("alexander/pelium", "engines"),
    "simple-gboh": ("simple-gboh/pelium", "engines"),
}
"""A battle with reinforcements, and one of them."""


def base(system: str) -> dict[str, Any]:
    """A position in which somebody is active."""
    if system == "justinian":
        return {"scenario": "justinian/renovatio", "turn": 4, "phase": "byzantine"}
    if system == "men-of-iron":
        army = [unit("a", "MM1", 1010), unit("a", "MM2", 1012), unit("b", "MM9", 2010, "W")]
        ground = {
            "standards": [{"side": "a", "id": "Flag", "hex": 1111}],
            "markers": [{"side": "b", "id": "Cart", "kind": "wagon", "hex": 1515}],
        }
        return {**on_field(army, LEADERS[::2], ground=ground), "system": system, "active": "Anna"}
    begun = {"orders": {"side": "a"}} if system == "simple-gboh" else {"active": "Anna"}
    return {**on_field(FAMILY, LEADERS), "system": system, **begun}


def listed() -> Iterator[tuple[str, str, str]]:
    """System, part and name of each field in the tables of three columns."""
    for title, system in SYSTEMS.items():
        section = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", DOCS, re.DOTALL | re.MULTILINE)
        assert section is not None, title
        for names, part in re.findall(r"^\| (`[^|]*) \| ([^|]*) \| [^|]+ \|$", section[1], re.MULTILINE):
            for name in re.findall(r"`(\w+)`", names):
                yield system, part, name


@for_each(("system", "part", "name"), [x for x in listed() if x[1] in PARTS])
def test_what_is_listed_can_be_said(system: str, part: str, name: str) -> None:
    assert name in models(system)[PARTS[part]].model_fields


def models(system: str) -> dict[str, type[BaseModel]]:
    """The models of a position's parts, by where they are in a document; of the whole under ""."""
    form = POSITIONS[system]
    found: dict[str, type[BaseModel]] = {"": form.model, **form.pieces}
    for part in ("orders", "activation", "years"):
        model = form.model.model_fields[part].annotation if part in form.model.model_fields else None
        if isinstance(model, type) and issubclass(model, BaseModel):
            found[part] = model
    return found


OWN = {"scenario", "field", "system", "note", "$schema", "options", "sides", "changes", "orders", "activation", "years"}
"""Fields of the whole that say what it begins with, or hold the others."""


def fields() -> Iterator[tuple[str, str, str]]:
    for system in POSITIONS:
        for part, model in models(system).items():
            yield from ((system, part, name) for name in model.model_fields if part or name not in OWN)


def values(annotation: Any, system: str) -> Iterator[Any]:
    """Values a file can have there, as JSON has them."""
    if get_origin(annotation) is Annotated:
        inside, *marks = get_args(annotation)
        for mark in marks:
            if isinstance(mark, NameOf):
                yield from (name for kind in mark.kinds for name in names(system).get(kind, ()))
                return
            if isinstance(mark, HexNumber):
                yield from (1010, 1012, 1111)
                return
        yield from values(inside, system)
        return
    arguments = get_args(annotation)
    match get_origin(annotation) or annotation:
        case origin if origin is Literal:
            yield from arguments
        case t if t is bool:
            yield from (True, False)
        case t if t is int:
            yield from (2, 1, 0)
        case t if t is str:
            yield from ("a", "said")
        case t if t in (list, tuple) and (len(arguments) == 1 or Ellipsis in arguments or t is list):
            yield from ([v] for v in values(arguments[0], system))
        case t if t is tuple:
            yield [next(islice(values(a, system), n, None), None) for n, a in enumerate(arguments)]
        case t if t is dict:
            keys = list(values(arguments[0], system))
            yield from ({k: v} for k in keys for v in islice(values(arguments[1], system), 3))
        case t if isinstance(t, type) and issubclass(t, Enum):
            yield from t.__members__
        case t if isinstance(t, type) and issubclass(t, BaseModel):
            yield {
                n: next(values(f.rebuild_annotation(), system)) for n, f in t.model_fields.items() if f.is_required()
            }
        case _:
            for a in arguments:
                yield from values(a, system) if a is not NoneType else ()


def names(system: str) -> dict[str, list[str]]:
    if system == "justinian":
        return {}
    units = ["MM1", "MM2", "MM9"] if system == "men-of-iron" else ["HI1", "HI2", "HI9"]
    return {
        "unit": units,
        "leader": ["Anna", "Ida", "Zoe"] if system != "men-of-iron" else ["Anna", "Zoe"],
        "side": ["b", "a"],
        "command": ["Anna", "Zoe"],
    }


OTHERS = {"standard": "Flag", "marker": "Cart", "army": "orient", "MagMil": "belisarius"}
"""A piece of each other kind."""

GIVEN: dict[str, tuple[Any, ...]] = {
    "remove": (["HI2"], ["MM2"], ["totila"]),
    "only": (["HI1", "HI9", "Anna", "Zoe"], ["MM1", "MM9", "Anna", "Zoe"]),
    "revolt": (["armenia-3"],),
    "forts": (["corsica"],),
    "paid": (["arabia"],),
    "select_recruited": (["vandals"],),
    "drawn": (["orient"],),
    "frontier": ({"arabia": 2}, {"arabia": {"sp": 2, "unpaid": True}}),
    "detached": ({"sicilia": {"ostrogoths": 6}},),
    "fleets": ({"vandals": {"ionian-sea": 2}},),
    "control": ({"dalmatia": "ostrogoths"},),
    "treasuries": ({"vandals": "zeugitania"}, {"vandals": None}),
    "alliance": ({"franks": "barbarian"},),
    "at": ("armenia-3",),
    "allied": ({"franks": 2},),
    "active": ("Zoe", "Anna"),
    "leader": ("belisarius", "Anna"),
    "army": ("orient",),
    "battles": (["sicilia"],),
}
"""What can be said where a field's type doesn't tell."""


WHOLE: dict[tuple[str, str], dict[str, dict[str, Any]]] = {
    ("unit", "ambush"): {"cataphract": {"changes": {"HI1": {"hex": None, "ambush": 1010}, "Anna": {"hex": 1012}}}},
    ("unit", "below"): {
        "spqr": {"field": {"units": STACK, "leaders": LEADERS[::2]}},
        "simple-gboh": {"field": {"units": [{**u, "roman": True} for u in STACK]}},
    },
    ("leader", "pursuing"): {
        "simple-gboh": {"changes": {"HI1": {"hex": None, "pursuing": True}, "Anna": {"hex": None, "pursuing": "HI1"}}}
    },
    ("", "interrupted"): {
        "simple-gboh": {"orders": {"side": "b", "kind": "ride"}, "interrupted": {"side": "a", "seizable": True}}
    },
    ("", "arrivals"): {
        system: {"scenario": battle, "field": None, "active": None, "orders": None, "arrivals": {name: "cancelled"}}
        for system, (battle, name) in BATTLES.items()
    },
    ("unit", "formation"): {
        "men-of-iron": {"field": {"units": SPEARS, "leaders": LEADERS[::2]}, "changes": {"PK1": {"formation": None}}}
    },
    ("activation", "standard"): {"men-of-iron": {"active": "Flag", "phase": "begin"}},
    ("activation", "attacks"): {
        "men-of-iron": {
            "phase": "resolve",
            "changes": {"MM9": {"hex": 1110}},
            "activation": {"attacks": [{"unit": "MM1", "targets": ["MM9"]}]},
        }
    },
    ("army", "led_by"): {
        "justinian": {"changes": {"orient": {"at": "europa", "led_by": "thrace"}, "thrace": {"at": "europa"}}}
    },
    ("", "out"): {"justinian": {"empty": True, "out": ["vandals"]}},
    ("", "winner"): {"justinian": {"phase": "over", "outcome": "It is over.", "winner": "barbarian"}},
}
"""What has to be said besides, of fields that mean nothing by themselves; None takes something out of the base."""

NEVER = {("spqr", "", "arrivals"), ("simple-gboh", "", "active"), ("simple-gboh", "orders", "leader")}
"""What the family has and no battle of these systems, or no leader by these rules."""


def placed(system: str, part: str, name: str, value: Any) -> dict[str, Any]:
    document = base(system)
    match part:
        case "":
            document[name] = value
        case "orders" | "activation" | "years":
            document[part] = {**document.get(part, {}), name: value}
        case "side":
            document["sides"] = {"a": {name: value}}
        case _:
            who = {"unit": names(system).get("unit", [""])[0], "leader": "Anna", **OTHERS}
            document["changes"] = {who[part]: {name: value}}
    return document


def documents(system: str, part: str, name: str) -> Iterator[dict[str, Any]]:
    """Positions that say it."""
    more = WHOLE.get((part, name), {}).get(system)
    if more is not None:
        yield {k: v for k, v in {**base(system), "system": system, **more}.items() if v is not None}
        return
    annotation = models(system)[part].model_fields[name].rebuild_annotation()
    for value in [*GIVEN.get(name, ()), *islice(values(annotation, system), MOST)]:
        yield placed(system, part, name, value)


@for_each(("system", "part", "name"), fields())
def test_a_field_is_read_written_and_read_again(system: str, part: str, name: str) -> None:
    problems: list[str] = []
    read = False
    for document in documents(system, part, name):
        try:
            _, state = position.read(document, "here")
        except ScenarioError as e:
            problems += e.problems
            continue
        written = json.loads(json.dumps(position.write(document, "here", state)))
        assert position.read(written, "here")[1] == state, document
        assert position.write(written, "here", state) == written, document
        read = True
    assert read != ((system, part, name) in NEVER), problems
