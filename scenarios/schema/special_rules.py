"""The special rules of a system for authors: part of its JSON schema, and its table in the documentation.

Both are made from the models the rules declare (:mod:`engine.kernel.parameters`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.kernel import annotations
from engine.kernel.json_values import is_array, is_object
from engine.kernel.parameters import Params
from engine.kernel.special import Special
from scenarios.formats import FORMATS
from scenarios.schema.hex_lists import hex_list

DOCS = Path(__file__).parent.parent.parent / "docs" / "scenario-format.md"
"""Where the tables stand; only where the program's source lies."""

_HEX = {"$ref": "#/$defs/Hex"}
_FACING = {"$ref": "#/$defs/Facing"}


# -- schema -----------------------------------------------------------------------------------------------------------


def add_to(made: dict[str, Any], system: str) -> None:
    """In place: the definition of a special rule knows every rule of the system and what it takes."""
    rule = made["$defs"]["SpecialRule"]
    kinds = FORMATS[system].special_rules
    rule["properties"]["id"]["enum"] = sorted(kinds)
    rule["allOf"] = [
        {"if": {"properties": {"id": {"const": name}}}, "then": _taken(kinds[name].takes)} for name in sorted(kinds)
    ]


def _taken(model: type[Params]) -> dict[str, Any]:
    made = model.model_json_schema()
    within = made.pop("$defs", {})
    made.pop("title", None)
    made.pop("description", None)
    for name, value in made.get("properties", {}).items():
        value.pop("title", None)
        if annotations.is_hex(model, (name,)):
            made["properties"][name] = {**_without(_without(value, "type"), "hex"), **_HEX}
        elif value.pop("stretched", False):
            made["properties"][name] = hex_list(value)
        else:
            made["properties"][name] = _inlined(value, within)
    found: dict[str, Any] = {"properties": {"params": made}}
    if made.get("required"):
        found["required"] = ["params"]
    return found


def _inlined(value: Any, within: Mapping[str, Any]) -> Any:
    """A schema with the models it refers to written out: the document's definitions don't have them."""
    if is_array(value):
        return [_inlined(x, within) for x in value]
    if not is_object(value):
        return value
    if value.get("stretched"):
        return hex_list(_without(value, "stretched"))
    name = str(value.get("$ref", "")).rpartition("/")[2]
    if not name:
        return {k: _inlined(v, within) for k, v in value.items()}
    meant = _FACING if name == "Facing" else _inlined(within[name], within)
    return {**_without(value, "$ref"), **meant}


def _without(value: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {k: v for k, v in value.items() if k != name}


# -- documentation ----------------------------------------------------------------------------------------------------


def table(system: str) -> str:
    """The rules of a system as rows of Markdown; rules that do and take the same share one."""
    alike: dict[tuple[str, str], list[str]] = {}
    for name, kind in FORMATS[system].special_rules.items():
        alike.setdefault((kind.about, _params(kind)), []).append(name)
    rows = [
        f"| {', '.join(f'`{n}`' for n in names)} | {about} | {params} |" for (about, params), names in alike.items()
    ]
    return "\n".join(["| id | does | params |", "|---|---|---|", *rows]) + "\n"


def _params(kind: type[Special]) -> str:
    return "; ".join(_told(kind.takes, name) for name in kind.takes.model_fields if name != "case")


def _told(model: type[Params], name: str) -> str:
    """A parameter with what its model says of it."""
    field = model.model_fields[name]
    said = [field.description or "", *_values(model.model_json_schema()["properties"][name])]
    if not field.is_required():
        said.append("may be left out")
    words = " ".join("; ".join(x for x in said if x).split())
    return f"`{name}`" + (f" ({words})" if words else "")


def _values(schema: Mapping[str, Any]) -> Iterator[str]:
    """Which values there are, where they are few or numbers."""
    if schema.get("type") == "array":
        yield "a list of hexes" if schema.get("stretched") else "a list"
        yield from _values(schema.get("items", {}))
    if "enum" in schema:
        yield " or ".join(f'`"{x}"`' for x in schema["enum"])
    if "minimum" in schema:
        yield f"{schema['minimum']} to {schema['maximum']}"
    if schema.get("type") == "boolean":
        yield "true or false"


def documented(text: str) -> str:
    """The documentation with its tables as they should be."""
    for system, listed in FORMATS.items():
        if not listed.special_rules:
            continue
        begin = f"<!-- special rules of {system}, written by python -m scenarios.schema -->\n"
        before, rest = text.split(begin)
        text = before + begin + table(system) + rest[rest.index("<!-- end -->") :]
    return text
