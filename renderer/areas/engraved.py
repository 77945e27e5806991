"""An engraved sheet's shapes: coasts, provinces, seas, rivers, hills; a file each in ``sheets``.

Everything is in units of the sheet. Two provinces that touch share their border, so that it is the same line for both.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, TypeAlias

from renderer.graphics.curves import Point

Path: TypeAlias = tuple[Point, ...]


@dataclass(frozen=True)
class Shape:
    """A province as it is drawn; it reaches a little out to sea, where the coast cuts it off."""

    rings: tuple[tuple[int, ...], ...]
    """Borders round it, in turn: an index into :attr:`Engraved.lines`, or ``~index`` for one that runs backwards."""
    at: Point
    """Its roomiest point."""
    radius: float
    """How far its nearest border is from there."""
    city: Point | None
    fort: Point | None


@dataclass(frozen=True)
class Strait:
    """Where two provinces may be crossed between over water, by their codes."""

    between: tuple[str, str]
    at: Point


@dataclass(frozen=True)
class SeaLine:
    """Where two seas meet, by the codes of their areas; "" where the sea goes on out of play."""

    between: tuple[str, str]
    line: Path


@dataclass(frozen=True)
class Engraved:
    """One sheet."""

    id: str
    size: tuple[int, int]
    coast: tuple[tuple[Path, ...], ...]
    """Land: for each piece its outline, then the waters in it."""
    lines: tuple[Path, ...]
    """Borders of provinces."""
    shapes: dict[str, Shape]
    """Provinces by the codes of their areas."""
    ridges: frozenset[int]
    """Borders that can't be crossed."""
    seas: dict[str, Point]
    boxes: dict[str, Point]
    straits: tuple[Strait, ...]
    sea_lines: tuple[SeaLine, ...]
    rivers: tuple[Path, ...]
    hills: tuple[Path, ...]
    lakes: tuple[Path, ...]

    @cached_property
    def sides(self) -> dict[int, tuple[str, ...]]:
        """The provinces on a border, one or two, by its index."""
        found: dict[int, list[str]] = {}
        for code, shape in self.shapes.items():
            for i in (i if i >= 0 else ~i for ring in shape.rings for i in ring):
                found.setdefault(i, []).append(code)
        return {i: tuple(codes) for i, codes in found.items()}

    @cached_property
    def line_bounds(self) -> tuple[tuple[float, float, float, float], ...]:
        """Left, top, right and bottom of each of :attr:`lines`."""
        return tuple(bounds(line) for line in self.lines)

    @cached_property
    def shape_bounds(self) -> dict[str, tuple[float, float, float, float]]:
        """The same of provinces, by their codes."""
        return {code: bounds([p for line in self.outlines(code) for p in line]) for code in self.shapes}

    def outlines(self, code: str) -> Iterator[Path]:
        """The closed lines round a province. Raises KeyError."""
        for ring in self.shapes[code].rings:
            points: list[Point] = []
            for i in ring:
                line = self.lines[i] if i >= 0 else self.lines[~i][::-1]
                points += line[1:] if points else line
            yield tuple(points)


def bounds(path: Sequence[Point]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of some points."""
    xs, ys = [p[0] for p in path], [p[1] for p in path]
    return min(xs), min(ys), max(xs), max(ys)


def _path(flat: Sequence[float]) -> Path:
    """Points out of a list of numbers, two each."""
    return tuple(zip(flat[::2], flat[1::2], strict=True))


def _point(found: Sequence[float] | None) -> Point | None:
    return None if found is None else (found[0], found[1])


def read(data: dict[str, Any]) -> Engraved:
    """The sheet a file describes. Raises KeyError where something is missing."""
    shapes = {
        code: Shape(
            tuple(tuple(r) for r in a["rings"]),
            (a["at"][0], a["at"][1]),
            a["radius"],
            _point(a.get("city")),
            _point(a.get("fort")),
        )
        for code, a in data["areas"].items()
    }
    return Engraved(
        id=data["id"],
        size=(data["sheet"][0], data["sheet"][1]),
        coast=tuple(tuple(_path(ring) for ring in piece) for piece in data["coast"]),
        lines=tuple(_path(line) for line in data["arcs"]),
        shapes=shapes,
        ridges=frozenset(data["ridges"]),
        seas={code: (s["at"][0], s["at"][1]) for code, s in data["seas"].items()},
        boxes={code: (b["at"][0], b["at"][1]) for code, b in data["boxes"].items()},
        straits=tuple(Strait((x["between"][0], x["between"][1]), (x["at"][0], x["at"][1])) for x in data["straits"]),
        sea_lines=tuple(SeaLine((x["between"][0], x["between"][1]), _path(x["line"])) for x in data["sea_borders"]),
        rivers=tuple(_path(x["line"]) for x in data["rivers"]),
        hills=tuple(_path(x["line"]) for x in data["hills"]),
        lakes=tuple(_path(x["line"]) for x in data["lakes"]),
    )


@cache
def sheet(name: str) -> Engraved | None:
    """The sheet of that name; None where there is none, and the map is drawn from its areas' positions alone."""
    found = files("renderer.areas") / "sheets" / f"{name}.json"
    if not name.isidentifier() or not found.is_file():
        return None
    return read(json.loads(found.read_text(encoding="utf-8")))
