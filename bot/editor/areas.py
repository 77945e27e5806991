"""A battle's areas as the editor's page has them, each as its hexes, and what of them changes in the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.editor import splice
from engine.kernel.hexes import column, row, show
from engine.kernel.stretches import listed
from engine.kernel.text import refuse
from scenarios import named_areas

MOST = 500
"""Areas of a battle."""


@dataclass(frozen=True, slots=True)
class Area:
    """One, as the page sends it."""

    name: str
    was: str | None
    """What the file calls it; None for a new one."""
    hexes: tuple[str, ...]


def opened(whole: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the page shows: every area of a document in which areas are written out, hex by hex.

    Raises ValueError or TypeError for hexes that aren't any.
    """
    areas = whole.get("areas")
    return [
        {"name": name, "was": name, "hexes": [show(int(h)) for h in listed(hexes)]}
        for name, hexes in (areas.items() if isinstance(areas, Mapping) else ())
    ]


def read(given: Any) -> list[Area]:
    """The areas as the page sends them, their hexes still to be checked.

    Raises :class:`Refusal` for names that are none, KeyError, TypeError or AttributeError for what the page can't have
    sent.
    """
    if len(given) > MOST:
        refuse("That is more than a field can hold.")
    found: list[Area] = []
    for x in given:
        name, was = x["name"].strip(), x.get("was")
        if not 0 < len(name) <= 100 or named_areas.is_number(name):
            refuse("An area needs a name with letters in it, of 100 at most.")
        if any(a.name == name for a in found):
            refuse("Two areas are called {name}.", name=name)
        if not (was is None or isinstance(was, str)):
            raise TypeError(was)
        found.append(Area(name, was, tuple(x["hexes"])))
    return found


def changes(
    raw: Mapping[str, Any], before: Sequence[Mapping[str, Any]], sent: Sequence[Area]
) -> dict[splice.Path, str | None]:
    """What changes in the file's text: only areas that are others than before, and, where one is called otherwise,
    wherever it is named.
    """
    areas: Mapping[str, Any] = raw.get("areas") or {}
    shown = {x["name"]: x["hexes"] for x in before}
    # The page may show an area as it was before it was saved: then its name tells which one it is.
    of = {a.name: a.was if a.was in shown else a.name if a.name in shown else None for a in sent}
    called = {was: name for name, was in of.items() if was is not None}
    found: dict[splice.Path, str | None] = {}
    for a in sent:
        was = of[a.name]
        if was is not None and sorted(shown[was]) == sorted(a.hexes):
            text = splice.written(_renamed(areas[was], called)) if was != a.name else None
        else:
            text = splice.written(_parts(a, areas.get(was or ""), sent, called))
        if text is not None:
            found["areas", a.name] = text
    for name in shown:
        if name not in {a.name for a in sent}:
            found["areas", name] = None
    if found and "areas" not in raw:
        added = {a.name: _parts(a, None, sent, called) for a in sent}
        found = {("areas",): splice.written(added, 2)}
    for path, name in named_areas.mentions(raw):
        told_whole = path[:1] == ("areas",) and path[:2] in found
        if called.get(name, name) != name and not told_whole:
            found[path] = splice.written(called[name])
    return found


def _renamed(hexes: Any, called: Mapping[str, str]) -> Any:
    """What the file says of an area, with the areas in it called as they are now."""
    if isinstance(hexes, list):
        return [called.get(x, x) if isinstance(x, str) else x for x in hexes]
    return called.get(hexes, hexes) if isinstance(hexes, str) else hexes


def _parts(area: Area, before: Any, sent: Sequence[Area], called: Mapping[str, str]) -> list[str]:
    """The area for the file: by name those it was made of that are still all in it, and its other hexes."""
    names = [x for x in _list(_renamed(before, called)) if isinstance(x, str) and not named_areas.is_number(x)]
    left = dict.fromkeys(area.hexes)
    kept: list[str] = []
    for other in sent:
        if other.name in names and other.hexes and set(other.hexes) <= set(area.hexes):
            kept.append(other.name)
            left = {h: None for h in left if h not in other.hexes}
    return [*kept, *stretches(left)]


def _list(given: Any) -> list[Any]:
    return given if isinstance(given, list) else [] if given is None else [given]


def stretches(hexes: Iterable[str]) -> list[str]:
    """Hexes as authors write them: those that fill a rectangle by two of its corners.

    >>> stretches(["0101", "0102", "0201", "0202", "0301", "0505"])
    ['0101-0202', '0301', '0505']
    """
    runs: list[tuple[int, int, int]] = []
    for h in sorted(int(x) for x in hexes):
        c, r = column(h), row(h)
        if runs and runs[-1][0] == c and runs[-1][2] == r - 1:
            runs[-1] = (c, runs[-1][1], r)
        else:
            runs.append((c, r, r))
    found: list[tuple[int, int, int, int]] = []
    for c, low, high in runs:
        beside = next((i for i, x in enumerate(found) if x[1] == c - 1 and x[2:] == (low, high)), None)
        if beside is None:
            found.append((c, c, low, high))
        else:
            found[beside] = (found[beside][0], c, low, high)
    corners = [(f"{a:02d}{low:02d}", f"{b:02d}{high:02d}") for a, b, low, high in found]
    return [a if a == b else f"{a}-{b}" for a, b in corners]
