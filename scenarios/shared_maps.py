"""Maps that several battles are fought on: files of their own, named in a battle in place of a map.

``"map": "granicus"`` is ``maps/granicus.json`` beside the battle's file, or among the maps of its system that come with
Hexarch. ``{"like": "granicus", …}`` is that map changed: the other fields are laid over it as a JSON Merge Patch
(RFC 7386: objects are merged, null takes something away, all else is replaced), after ``renamed`` has called types of
terrain, hexsides and roads otherwise, or, by null, removed them.

A battle is made whole as it is read. What is kept of it, in a database or a record, has its map in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from engine.kernel.complaints import offer, shown
from engine.kernel.json_values import is_mapping, is_object
from engine.kernel.stretches import together
from scenarios import limits
from scenarios.errors import ScenarioError
from scenarios.json_text import parse

FOLDER = "maps"
"""Of a system's folder, packaged or a community's."""

PACKAGED = Path(__file__).parent

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,60}")


def whole(document: dict[str, Any], origin: str, beside: Path | None = None) -> dict[str, Any]:
    """The document with its map in it; one that has its map already is given back as it is.

    ``beside``: the folder of the battle's file, if it has one. Raises :class:`ScenarioError` with everything that is
    wrong with how it names a map.
    """
    given = document.get("map")
    if not isinstance(given, str) and not (is_object(given) and "like" in given and limits.shallow(given)):
        return document
    change: dict[str, Any] = dict(given) if is_object(given) else {}
    like = change.pop("like", given)
    try:
        base = _found(like, document.get("system"), beside)
    except ScenarioError as e:
        at = "map.like" if is_object(given) else "map"
        raise ScenarioError(origin, [f"{at}: {p}" for p in e.problems]) from e
    return {**document, "map": changed(base, change, origin)}


def changed(base: dict[str, Any], change: Mapping[str, Any], origin: str) -> dict[str, Any]:
    """A map with a change laid over it, ``renamed`` before all else.

    Raises :class:`ScenarioError` with everything that is wrong with the change.
    """
    change = dict(change)
    renamed = change.pop("renamed", {})
    if not is_mapping(renamed) or not all(x is None or isinstance(x, str) for x in renamed.values()):
        raise ScenarioError(
            origin, ["map.renamed: must be an object of types of terrain and what they are called here, or null"]
        )
    known = types(base)
    if problems := [f"map.renamed.{t}: the map has no {t}" + offer(t, known) for t in renamed if t not in known]:
        raise ScenarioError(origin, problems)
    try:
        return cast("dict[str, Any]", _merged(_called(_by_hex(base), renamed), _by_hex(change)))
    except ValueError as e:
        raise ScenarioError(origin, [f"map.{e}"]) from e


def _found(name: Any, system: Any, beside: Path | None) -> dict[str, Any]:
    """The map of that name. Raises :class:`ScenarioError`."""
    places = [PACKAGED / system / FOLDER] if isinstance(system, str) and _NAME.fullmatch(system) else []
    if beside is not None:
        places.insert(0, beside / FOLDER)
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ScenarioError("", [f"must be the name of a map's file without .json, not {shown(name)}"])
    for folder in places:
        path = folder / f"{name}.json"
        if path.is_file():
            return _packaged(path) if path.is_relative_to(PACKAGED) else _read(path)
    known = sorted({p.stem for folder in places if folder.is_dir() for p in folder.glob("*.json")})
    raise ScenarioError("", [f"there is no map {name}" + offer(name, known)])


@cache
def _packaged(path: Path) -> dict[str, Any]:
    return _read(path)


def _read(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > limits.MOST_BYTES:
            raise ScenarioError(str(path), [f"is larger than {limits.MOST_BYTES // 1024} KiB"])
        document = parse(path.read_text("utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as e:
        raise ScenarioError(str(path), [f"{path.name} can't be read: {e}"]) from e
    return {k: v for k, v in document.items() if k != "$schema"}


def types(base: Mapping[str, Any]) -> list[str]:
    """Of terrain, hexsides and roads of a map, in alphabetical order."""
    features = [x.get("type") for name in ("hexsides", "roads") for x in base.get(name, ())]
    return sorted({*base.get("terrain", {}).values(), *filter(None, features)})


def _called(base: dict[str, Any], renamed: Mapping[str, str | None]) -> dict[str, Any]:
    """The map with types called otherwise; those called null are gone."""
    if not renamed:
        return base
    found = dict(base)
    ground = {h: renamed.get(t, t) for h, t in base.get("terrain", {}).items()}
    found["terrain"] = {h: t for h, t in ground.items() if t is not None}
    for name in ("hexsides", "roads"):
        kept = [{**x, "type": renamed.get(x.get("type"), x.get("type"))} for x in base.get(name, ())]
        found[name] = [x for x in kept if x["type"] is not None]
    return found


def _by_hex(given: Mapping[str, Any]) -> dict[str, Any]:
    """The same with a hex, as four digits, wherever several stand together, so that each has one name.

    Raises ValueError for hexes that stand twice or aren't any.
    """
    found = dict(given)
    for name in ("terrain", "levels"):
        if is_mapping(given.get(name)):
            try:
                singly = together(given[name])
            except ValueError as e:
                raise ValueError(f"{name}: {e}") from e
            found[name] = {f"{int(h):04d}" if str(h).isdigit() else h: x for h, x in singly.items()}
    return found


def _merged(base: Any, change: Any) -> Any:
    """RFC 7386."""
    if not is_mapping(change):
        return change
    found: dict[str, Any] = dict(base) if is_mapping(base) else {}
    for name, value in change.items():
        if value is None:
            found.pop(name, None)
        else:
            found[name] = _merged(found.get(name), value)
    return found
