"""Areas of a battle named where hexes are listed: ``"retreat_edge": ["the west edge"]``.

``"areas": {"the west edge": ["0101-0116"]}`` gives a stretch of ground its name, once. Wherever the format has a list
of hexes, that name stands for all of them, alone or among others; an area may be made of others. The names are looked
up as a battle is read: what is kept of it has the hexes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from typing import Any

from engine.kernel.complaints import near, offer, place
from engine.kernel.json_values import is_array, is_mapping, is_object
from engine.kernel.stretches import FORM, stretch
from scenarios.formats import FORMATS

_SEEN_IN = ("sides", "special_rules")
"""Parts of a document in which they may be named, besides ``areas`` itself."""

IN_A_CIRCLE = "in a circle:"
"""How a complaint about areas that are made of each other begins: nothing can be said of their hexes then."""


def whole(document: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The document with hexes in the place of names, and what is wrong with names that lead nowhere.

    Of a battle without areas texts stay as they are: the format's own check tells what has to stand there.
    """
    areas = document.get("areas")
    fields = hex_lists(str(document.get("system")))
    if not is_mapping(areas) or not all(isinstance(k, str) for k in list[object](areas)) or not fields:
        return document, []
    problems: list[str] = []
    known = _areas(areas, problems)
    found = {**document, "areas": known}
    for part in _SEEN_IN:
        if part in document:
            found[part] = _named(document[part], known, fields, (part,), document, problems)
    return found, problems


def mentions(document: Mapping[str, Any]) -> Iterator[tuple[tuple[int | str, ...], str]]:
    """Every place of a document where an area is named, with the path it stands at, whether there is one or not."""
    fields = hex_lists(str(document.get("system"))) | {"area"}
    for part in _SEEN_IN:
        yield from _mentioned(document.get(part), fields, (part,))
    areas = document.get("areas")
    for name, hexes in areas.items() if is_mapping(areas) else ():
        yield from _names_in(hexes, ("areas", name))


def _mentioned(
    data: Any, fields: Collection[str], loc: tuple[int | str, ...]
) -> Iterator[tuple[tuple[int | str, ...], str]]:
    if is_mapping(data):
        for k, v in data.items():
            yield from _names_in(v, (*loc, k)) if k in fields else _mentioned(v, fields, (*loc, k))
    elif is_array(data):
        for i, x in enumerate(data):
            yield from _mentioned(x, fields, (*loc, i))


def _names_in(data: Any, loc: tuple[int | str, ...]) -> Iterator[tuple[tuple[int | str, ...], str]]:
    """What isn't a number in a list of hexes, or in the place of one."""
    if isinstance(data, str) and not is_number(data):
        yield loc, data
    elif is_array(data):
        yield from (((*loc, i), x) for i, x in enumerate(data) if isinstance(x, str) and not is_number(x))


def _areas(given: Mapping[str, Any], problems: list[str]) -> dict[str, Any]:
    """Each area as a list of hexes and stretches, those named in it written out, whichever stands first.

    Areas that are made of each other in a circle are told, once for each circle.
    """
    for name in given:
        if not name.strip():
            problems.append(f"areas.{name}: an area needs a name")
        elif is_number(name):
            problems.append(f"areas.{name}: is the number of a hex; an area's name has letters, so that it can be used")
    inside = {name: _within(name, hexes, given) for name, hexes in given.items()}
    found: dict[str, Any] = {}
    for name in _in_order(inside, problems):
        known = {other: found.get(other, []) for other in given}
        found[name] = _written_out(given[name], known, ("areas", name), {"areas": given}, problems)
    return {name: found[name] for name in given}


def _within(name: str, hexes: Any, areas: Mapping[str, Any]) -> list[str]:
    """The areas that one is made of; a name with a slip in it is that of the one that was meant."""
    parts = hexes if is_array(hexes) else [hexes]
    named = [x for x in parts if isinstance(x, str) and not is_number(x)]
    others = [x for x in areas if x != name]
    found = [x if x in areas else near(x, others) for x in named]
    return list(dict.fromkeys(x for x in found if x is not None))


def _in_order(inside: dict[str, list[str]], problems: list[str]) -> list[str]:
    """The names, each after those it is made of. A circle is told and then broken, in ``inside`` itself."""
    while True:
        order = TopologicalSorter(inside)
        try:
            return list(order.static_order())
        except CycleError as e:
            # Each one in it is part of the next.
            circle: list[str] = e.args[1][::-1]
            first = min(range(len(circle) - 1), key=lambda i: list(inside).index(circle[i]))
            circle = [*circle[first:-1], *circle[:first], circle[first]]
            problems.append(f"areas.{circle[0]}: {IN_A_CIRCLE} {' holds '.join(circle)}; take one of these names out")
            inside[circle[-2]].remove(circle[-1])


def _named(
    data: Any,
    known: Mapping[str, Any],
    fields: Collection[str],
    loc: tuple[int | str, ...],
    document: Any,
    problems: list[str],
) -> Any:
    if is_mapping(data):
        return {
            k: _written_out(v, known, (*loc, k), document, problems)
            if k in fields
            else _named(v, known, fields, (*loc, k), document, problems)
            for k, v in data.items()
        }
    if is_array(data):
        return [_named(x, known, fields, (*loc, i), document, problems) for i, x in enumerate(data)]
    return data


def _written_out(
    data: Any, known: Mapping[str, Any], loc: tuple[int | str, ...], document: Any, problems: list[str]
) -> Any:
    """A list of hexes with the areas named in it written out."""
    if isinstance(data, str) and not is_number(data):
        data = [data]
    if not is_array(data) or not any(isinstance(x, str) and not is_number(x) for x in data):
        return data
    found: list[Any] = []
    there: set[str] = set()
    for x in data:
        if not isinstance(x, str) or is_number(x):
            found.append(x)
            there.update(h for h in _single(x) if isinstance(h, str))
            continue
        meant = x if x in known else near(x, list(known))
        if meant != x and known:
            problems.append(f"{place(loc, document)}: the battle has no area {x!r}{offer(x, known)}")
        if meant is None:
            if not known:
                found.append(x)
            continue
        for h in _single(known[meant]):
            if not isinstance(h, str) or h not in there:
                found.append(h)
                there.update([h] if isinstance(h, str) else ())
    return found


def _single(hexes: Any) -> Iterator[Any]:
    """Hexes one by one, so that nothing that is in two areas stands twice; what isn't any is left as it is."""
    for x in hexes if is_array(hexes) else [hexes]:
        if isinstance(x, str) and FORM.fullmatch(x):
            try:
                yield from (f"{h:04d}" for h in stretch(x))
            except ValueError:
                yield x
        else:
            yield f"{x:04d}" if isinstance(x, int) and not isinstance(x, bool) else x


def is_number(text: str) -> bool:
    """Whether a text is a hex or a stretch, and so can't be an area's name."""
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
    if is_object(schema):
        for name, value in schema.get("properties", {}).items() if is_object(schema.get("properties")) else ():
            if is_object(value) and value.get("stretched"):
                yield name
        for value in schema.values():
            yield from _stretched(value)
    elif is_array(schema):
        for value in schema:
            yield from _stretched(value)
