"""A battle's file as the editor's page has it: the field hex by hex, and every piece on it; and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.editor import areas, arrivals, pieces, splice
from engine.kernel.hexes import Facing, column, row, show
from engine.kernel.stretches import listed, together
from engine.kernel.text import Refusal as Refusal
from engine.kernel.text import refuse
from scenarios import json_text, named_areas, palette, shared_maps
from scenarios.errors import ScenarioError

PAINTED = ("terrain", "levels", "hexsides", "roads", "places")
"""Parts of the map that the page changes."""

MOST = 6000
"""Entries of any part of a field."""


def opened(text: str, file: Path) -> dict[str, Any]:
    """What the page shows of a file. Raises :class:`ScenarioError` where it can't be read as JSON or has no map."""
    origin, raw = file.name, json_text.parse(text, file.name)
    document = _whole(raw, file)
    field = document.get("map")
    if not isinstance(field, dict) or not all(_pair(field.get(k)) for k in ("cols", "rows")):
        raise ScenarioError(origin, ["map: is missing, or has no cols and rows"])
    try:
        ground = {f"{int(h):04d}": t for h, t in together(field.get("terrain", {})).items()}
        levels = {f"{int(h):04d}": n for h, n in together(field.get("levels", {})).items()}
        shown = areas.opened(document)
    except (ValueError, TypeError) as e:
        raise ScenarioError(origin, [f"map: {e}"]) from e
    system = str(document.get("system"))
    colours = palette.of(system)
    return {
        "system": system,
        "title": document.get("title", ""),
        "sides": [s.get("name", "") for s in document.get("sides", ()) if isinstance(s, dict)],
        "map": {
            "cols": field["cols"],
            "rows": field["rows"],
            "climate": field.get("climate", "temperate"),
            "default_terrain": field.get("default_terrain", "open"),
            "default_level": field.get("default_level", 0),
            "void": [show(int(h)) for h in listed(field.get("void", ()))],
            "terrain": ground,
            "levels": levels,
            "hexsides": [
                {"a": f"{int(x['a']):04d}", "b": f"{int(x['b']):04d}", "type": x["type"]}
                for x in field.get("hexsides", ())
            ],
            "roads": [
                {"type": x["type"], "hexes": [f"{int(h):04d}" for h in x["hexes"]]} for x in field.get("roads", ())
            ],
            "places": [{"name": x["name"], "hex": f"{int(x['hex']):04d}"} for x in field.get("places", ())],
        },
        "areas": shown,
        "arrivals": arrivals.opened(raw),
        "groups": arrivals.groups(raw),
        "turned": arrivals.form(raw).named,
        "pieces": list(_pieces(document)),
        "kinds": pieces.kinds(document),
        "palette": {"terrain": colours.terrain, "hexsides": colours.hexsides, "roads": colours.roads},
    }


def _whole(raw: dict[str, Any], file: Path) -> dict[str, Any]:
    """The document with its shared map and the hexes of its areas in it."""
    return named_areas.whole(shared_maps.whole(raw, file.name, file.parent))[0]


def _pair(given: Any) -> bool:
    return isinstance(given, list) and len(given) == 2 and all(isinstance(x, int) for x in given)


def _pieces(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Everything that stands on the map, with the path of what it is made of."""
    for i, side in enumerate(document.get("sides", ())):
        if not isinstance(side, dict):
            continue
        for path, holder in pieces.holders(side, ("sides", i)):
            for j, group in enumerate(holder.get("units", ())):
                yield from _units(group, (*path, "units", j), i)
            for j, x in enumerate(holder.get("leaders", ())):
                yield from _single(x, (*path, "leaders", j), i, "leader")
            if isinstance(holder.get("leader"), dict):
                yield from _single(holder["leader"], (*path, "leader"), i, "leader")
        for kind in ("standards", "markers"):
            for j, x in enumerate(side.get(kind, ())):
                yield from _single(x, ("sides", i, kind, j), i, kind[:-1])


def _units(group: Mapping[str, Any], path: splice.Path, side: int) -> Iterator[dict[str, Any]]:
    hexes = [f"{int(h):04d}" for h in listed(group.get("hexes", ()))]
    facings = group.get("facings", {})
    for k, (n, h) in enumerate(zip(group.get("numbers", ()), hexes, strict=False)):
        yield {
            "path": path,
            "index": k,
            "kind": "unit",
            "side": side,
            "name": f"{group.get('code', '')}{n}",
            "type": group.get("type", ""),
            "two": group.get("type") in ("PH",) or group.get("cls") in ("HO", "HO2"),
            "hex": h,
            "facing": facings.get(str(n), group.get("facing", "E")),
        }


def _single(x: Any, path: splice.Path, side: int, kind: str) -> Iterator[dict[str, Any]]:
    if isinstance(x, dict) and x.get("hex") is not None:
        found = {
            "path": path,
            "index": 0,
            "kind": kind,
            "side": side,
            "name": x.get("id", ""),
            "type": "",
            "two": False,
        }
        yield {**found, "hex": f"{int(x['hex']):04d}", "facing": None}


# -- back -------------------------------------------------------------------------------------------------------------


def saved(text: str, file: Path, given: Any) -> str:
    """The file's text with the page's field and pieces in it, all else as it was.

    Raises :class:`Refusal` for what the page can't have sent, :class:`ScenarioError` for a file that isn't as it was.
    """
    before = opened(text, file)
    page = _checked(given, before)
    field = page.field
    # First what is called otherwise, then who waits, then what lies on the field: each is told by the text before it.
    text = _with(text, areas.changes(json_text.parse(text, file.name), before["areas"], page.areas))
    if page.arrivals is not None:
        placed = {p.name: (p.hex, p.facing or "E") for p in page.pieces if p.kind == "unit" and p.of is None}
        text = _with(text, arrivals.changes(json_text.parse(text, file.name), page.arrivals, placed))
    raw = json_text.parse(text, file.name)
    changes: dict[splice.Path, str | None] = {}
    painted = {k: field[k] for k in PAINTED if field[k] != before["map"][k]}
    if painted and not (isinstance(raw.get("map"), dict) and "like" not in raw["map"]):
        # A shared map that is painted becomes the battle's own.
        whole = {**_whole(raw, file)["map"], **{k: _as_written(k, v) for k, v in painted.items()}}
        changes["map",] = splice.written(whole, 2)
    else:
        changes |= {("map", k): splice.written(_as_written(k, v)) for k, v in painted.items()}
    there = opened(text, file)["pieces"]
    changes |= pieces.changes(raw, there, page.pieces, before["kinds"], page.made)
    made = _with(text, changes)
    try:
        made.encode()
    except UnicodeEncodeError as e:
        raise Refusal("The page sent what can't be read: {why}.", why="half a character") from e
    return made


def _with(text: str, changes: Mapping[splice.Path, str | None]) -> str:
    return splice.changed(text, changes) if changes else text


def _as_written(part: str, value: Any) -> Any:
    return _together(value) if part in ("terrain", "levels") else value


def _together(by_hex: Mapping[str, Any]) -> dict[str, Any]:
    """Hexes of a column with the same value as one stretch."""
    found: dict[str, Any] = {}
    run: list[int] = []

    def close() -> None:
        if run:
            name = show(run[0]) if len(run) == 1 else f"{show(run[0])}-{show(run[-1])}"
            found[name] = by_hex[show(run[0])]
            run.clear()

    for h in sorted(int(h) for h in by_hex):
        if run and (h != run[-1] + 1 or column(h) != column(run[0]) or by_hex[show(h)] != by_hex[show(run[0])]):
            close()
        run.append(h)
    close()
    return found


@dataclass(frozen=True, slots=True)
class _Page:
    """What the page sends."""

    field: dict[str, Any]
    pieces: list[pieces.Sent]
    made: list[dict[str, Any]]
    """New kinds of units."""
    areas: list[areas.Area]
    arrivals: list[arrivals.Coming] | None
    """None: those of the file, right or wrong."""


def _checked(given: Any, before: Mapping[str, Any]) -> _Page:
    """The battle as the page sends it; ``before`` is what it was shown. Raises :class:`Refusal` for anything else."""
    kinds = before["kinds"]
    try:
        field, shown, own = given["map"], given["pieces"], given.get("made", [])
        if any(len(field[k]) > MOST for k in PAINTED) or len(shown) > MOST or len(own) > MOST:
            refuse("That is more than a field can hold.")
        for part, form in (("terrain", str), ("levels", int)):
            if not all(_hex(h) and isinstance(x, form) and not isinstance(x, bool) for h, x in field[part].items()):
                refuse("The page sent a field that can't be read: {part}.", part=part)
        kept: dict[str, Any] = {
            "terrain": dict(sorted(field["terrain"].items())),
            "levels": dict(sorted(field["levels"].items())),
            "hexsides": [{"a": _hex(x["a"]), "b": _hex(x["b"]), "type": str(x["type"])} for x in field["hexsides"]],
            "roads": [{"type": str(x["type"]), "hexes": [_hex(h) for h in x["hexes"]]} for x in field["roads"]],
            "places": [{"name": str(x["name"])[:100], "hex": _hex(x["hex"])} for x in field["places"]],
        }
        found = _Page(
            kept,
            [_piece(p, len(kinds) + len(own)) for p in shown],
            pieces.made(own, kinds),
            areas.read(given["areas"]),
            None
            if given["arrivals"] == before["arrivals"]
            else arrivals.read(given["arrivals"], len(before["sides"]), len(before["groups"])),
        )
        if any(len(a.hexes) > MOST or not all(_hex(h) for h in a.hexes) for a in found.areas):
            refuse("That is more than a field can hold.")
    except (KeyError, TypeError, AttributeError, ValueError, OverflowError) as e:
        raise Refusal("The page sent what can't be read: {why}.", why=type(e).__name__) from e
    return found


def _piece(given: Any, kinds: int) -> pieces.Sent:
    """Raises KeyError, TypeError or ValueError."""
    of, facing = given.get("of"), given["facing"]
    if of is not None and not (isinstance(of, int) and 0 <= of < kinds):
        raise ValueError(of)
    return pieces.Sent(
        kind=str(given["kind"]),
        side=int(given["side"]),
        name=str(given["name"]),
        hex=_hex(given["hex"]),
        facing=Facing[facing].name if facing else None,
        of=of,
    )


def _hex(given: Any) -> str:
    """A hex of four digits. Raises ValueError."""
    written = isinstance(given, str) and len(given) == 4 and given.isascii() and given.isdecimal()
    if not written or row(int(given)) > 99:
        raise ValueError(given)
    return given
