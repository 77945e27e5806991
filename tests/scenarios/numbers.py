"""Every place in a document where its schema lets a number stand, and what might be written there."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from typing import Any

Path = tuple[str | int, ...]

VALUES: dict[str, Any] = {
    "-1": -1,
    "0": 0,
    "a level too many": 99,
    "the most": 100_000,
    "the least": -100_000,
    "2**31": 2**31,
    "10**30": 10**30,
    "10**400": 10**400,
    "1e308": 1e308,
    "a fraction": 0.5,
    "NaN": float("nan"),
    "infinity": float("inf"),
    "nothing": "",
    "digits": "9" * 400,
    "other digits": "٣",
    "true": True,
    "nested": [[1]],
    "an object": {"a": 1},
}


def places(document: Any, schema: Mapping[str, Any]) -> dict[str, Path]:
    """A place for each number there may be, by its name; entries of a list and names of pieces count once."""
    found: dict[str, Path] = {}
    for path in _places(document, schema, schema, ()):
        found.setdefault(".".join(map(_kind, path)), path)
    return found


def _kind(step: str | int) -> str:
    """``*`` for numbers, hexes and names of pieces."""
    return "*" if isinstance(step, int) or re.fullmatch(r"\d{3,4}|[A-Z]\w+", step) else step


def _alternatives(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    if "$ref" in schema:
        yield from _alternatives(root["$defs"][schema["$ref"].rpartition("/")[2]], root)
    yield schema
    for how in ("anyOf", "oneOf", "allOf"):
        for one in schema.get(how, ()):
            yield from _alternatives(one, root)
    if "then" in schema:
        yield from _alternatives(schema["then"], root)


def _places(data: Any, schema: Mapping[str, Any], root: Mapping[str, Any], at: Path) -> Iterator[Path]:
    forms = list(_alternatives(schema, root))
    if any(form.get("type") in ("integer", "number") for form in forms):
        yield at
    for form in forms:
        if isinstance(data, dict):
            named = form.get("properties", {})
            others = [form.get("additionalProperties"), *form.get("patternProperties", {}).values()]
            for name, below in named.items():
                yield from _places(data.get(name), below, root, (*at, name))
            for name in data:
                for below in (o for o in others if isinstance(o, dict) and name not in named):
                    yield from _places(data[name], below, root, (*at, name))
        elif isinstance(data, list):
            for n, entry in enumerate(data):
                first = form.get("prefixItems", ())
                below = first[n] if n < len(first) else form.get("items")
                if isinstance(below, dict):
                    yield from _places(entry, below, root, (*at, n))


def put(document: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """A copy with another value in one place."""
    found = copy.deepcopy(document)
    inside: Any = found
    for step in path[:-1]:
        inside = inside[step]
    inside[path[-1]] = value
    return found


def unbounded(schema: Any, at: str = "") -> Iterator[str]:
    """Numbers in a schema that may be as large, or as small, as anybody likes."""
    if isinstance(schema, dict):
        free = schema.get("type") in ("integer", "number") and not {"const", "enum"} & set(schema)
        if free and not all({bound, f"exclusive{bound.title()}"} & set(schema) for bound in ("minimum", "maximum")):
            yield at
        for name, below in schema.items():
            yield from unbounded(below, f"{at}.{name}")
    elif isinstance(schema, list):
        for n, below in enumerate(schema):
            yield from unbounded(below, f"{at}[{n}]")
