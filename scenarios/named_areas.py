"""Areas of a battle named where hexes are listed: ``"retreat_edge": ["the west edge"]``.

``"areas": {"the west edge": ["0101-0116"]}`` gives a stretch of ground its name, once. Wherever the format has a list
of hexes, that name stands for all of them, alone or among others; an area may be made of others. The names are looked
up as a battle is read: what is kept of it has the hexes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from engine.kernel.complaints import near, offer, place
from engine.kernel.stretches import FORM, stretch
from scenarios.formats import FORMATS

_SEEN_IN = ("sides", "special_rules")
"""Parts of a document in which they may be named, besides ``areas`` itself."""


def whole(document: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The document with hexes in the place of names, and what is wrong with names that lead nowhere.

    Of a battle without areas texts stay as they are: the format's own check tells what has to stand there.
    """
    areas = document.get("areas")
    fields = hex_lists(str(document.get("system")))
    if not isinstance(areas, Mapping) or not all(isinstance(k, str) for k in areas) or not fields:
        return document, []
    problems: list[str] = []
    known = _areas(areas, problems)
    found = {**document, "areas": known}
    for part in _SEEN_IN:
        if part in document:
            found[part] = _named(document[part], known, fields, (part,), document, problems)
    return found, problems


def _areas(given: Mapping[str, Any], problems: list[str]) -> dict[str, Any]:
    """Each area as a list of hexes and stretches, those named in it written out; they have to come before it."""
    known: dict[str, Any] = {}
    for name, hexes in given.items():
        known[name] = _written_out(hexes, known, ("areas", name), given, problems)
    return known


def _named(
    data: Any,
    known: Mapping[str, Any],
    fields: Collection[str],
    loc: tuple[int | str, ...],
    document: Any,
    problems: list[str],
) -> Any:
    if isinstance(data, Mapping):
        return {
            k: _written_out(v, known, (*loc, k), document, problems)
            if k in fields
            else _named(v, known, fields, (*loc, k), document, problems)
            for k, v in data.items()
        }
    if isinstance(data, list):
        return [_named(x, known, fields, (*loc, i), document, problems) for i, x in enumerate(data)]
    return data


def _written_out(
    data: Any, known: Mapping[str, Any], loc: tuple[int | str, ...], document: Any, problems: list[str]
) -> Any:
    """A list of hexes with the areas named in it written out."""
    if isinstance(data, str) and not _is_number(data):
        data = [data]
    if not isinstance(data, list) or not any(isinstance(x, str) and not _is_number(x) for x in data):
        return data
    found: list[Any] = []
    for x in data:
        if not isinstance(x, str) or _is_number(x):
            found.append(x)
            continue
        meant = x if x in known else near(x, list(known))
        if meant != x and known:
            problems.append(f"{place(loc, document)}: the battle has no area {x!r}{offer(x, known)}")
        if meant is None:
            if not known:
                found.append(x)
            continue
        found += [h for h in _single(known[meant]) if h not in found]
    return found


def _single(hexes: Any) -> Iterator[Any]:
    """Hexes one by one, so that nothing that is in two areas stands twice; what isn't any is left as it is."""
    for x in hexes if isinstance(hexes, list) else [hexes]:
        if isinstance(x, str) and FORM.fullmatch(x):
            try:
                yield from (f"{h:04d}" for h in stretch(x))
            except ValueError:
                yield x
        else:
            yield f"{x:04d}" if isinstance(x, int) and not isinstance(x, bool) else x


def _is_number(text: str) -> bool:
    return text.replace("-", "").isdecimal()


@cache
def hex_lists(system: str) -> frozenset[str]:
    """Names of the fields, of a system's battles and of parameters of its special rules, that hold lists of hexes."""
    form = FORMATS.get(system)
    if form is None:
        return frozenset()
    schemas = [form.model.model_json_schema(), *(k.takes.model_json_schema() for k in form.special_rules.values())]
    return frozenset(name for schema in schemas for name in _stretched(schema)) - {"terrain", "levels", "areas"}


def _stretched(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        for name, value in schema.get("properties", {}).items() if isinstance(schema.get("properties"), dict) else ():
            if isinstance(value, dict) and value.get("stretched"):
                yield name
        for value in schema.values():
            yield from _stretched(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _stretched(value)
