"""A small field for a position, whatever the rules: its ground, and the entries of its pieces taken apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field

from engine.kernel.complaints import complaints, unknown
from engine.kernel.model import Strict, Whole
from engine.kernel.scenario import BaseSide, SpecialRule
from engine.kernel.stretches import ByHex, HexSet
from engine.kernel.terrain import BattleMap, HexsideFeature, Place, Road

_Line = Annotated[int, Field(ge=0, le=99)]
"""A column or a row: a hex has two digits for each."""


class BaseField(Strict):
    """A small map with pieces on it. Entries of pieces may hold any value and state of theirs."""

    name: str = "Field"
    cols: tuple[_Line, _Line] = (1, 30)
    """First and last."""
    rows: tuple[_Line, _Line] = (1, 20)
    compass: dict[str, str] = {"R": "east", "L": "west", "UP": "north", "DOWN": "south"}
    climate: str = "temperate"
    default_terrain: str = "open"
    default_level: Whole = 0
    terrain: ByHex[str] = {}
    levels: ByHex[Whole] = {}
    hexsides: tuple[HexsideFeature, ...] = ()
    roads: tuple[Road, ...] = ()
    void: HexSet = frozenset()
    places: tuple[Place, ...] = ()
    units: tuple[dict[str, Any], ...] = ()
    leaders: tuple[dict[str, Any], ...] = ()
    special_rules: tuple[SpecialRule, ...] = ()
    optional_rules: tuple[str, ...] = ()


@dataclass(frozen=True)
class NamedUnit:
    """What an entry says of who the unit is."""

    letters: str
    number: int
    troop: str
    """Its type."""
    at: str
    """Where the entry stands, for complaints."""

    @property
    def code(self) -> str:
        return f"{self.letters}{self.number}"


class Entries:
    """The entries of a field's pieces, and everything that is wrong with it."""

    def __init__(self, field: BaseField, sides: Mapping[str, Any]) -> None:
        """``sides``: those the field lists; without any, they are the two its pieces name."""
        self.field = field
        self.problems: list[str] = []
        """One sentence each, with its place in the field."""
        self.states: dict[str, dict[str, Any]] = {}
        """By piece, what its entry says about its state (hits, routed, wounded...)."""
        self.places: dict[str, str] = {}
        """By piece, where its entry stands: "units[2] (LC1)"."""
        self.sides = self._sides(sides)

    def _sides(self, listed: Mapping[str, Any]) -> tuple[str, str]:
        ids = list(listed)
        for piece in (*self.field.units, *self.field.leaders):
            side = piece.get("side")
            if isinstance(side, str) and side not in ids and not listed:
                ids.append(side)
        if len(ids) != 2:
            self.problems.append(f"sides: a battle has two sides, not {len(ids)}")
        for side in ids:
            self.problems += [
                f"sides.{side}: {p.removeprefix('id: ')}"
                for p in complaints(BaseSide, {"id": side, "name": side, "adjective": side})
            ]
        first, second, *_ = [*ids, "one", "two"]
        return first, second

    def battle_map(self) -> BattleMap:
        """The ground; complains of what isn't on it."""
        given = {k: getattr(self.field, k) for k in BattleMap.model_fields if k in type(self.field).model_fields}
        for name in ("cols", "rows"):
            first, last = given[name]
            if first > last:
                self.problems.append(f"{name}: the first comes before the last, not [{first}, {last}]")
                given[name] = (last, first)
        return BattleMap(id="field", **given)

    def owned(self, entry: Mapping[str, Any], at: str) -> bool:
        """Whether an entry names one of the sides."""
        side = entry.get("side")
        if side is None:
            self.problems.append(f"{at}.side: is missing")
        elif side not in self.sides:
            self.problems.append(f"{at}.side: {unknown(side, self.sides)}")
        return side in self.sides

    def named(self, entry: Mapping[str, Any], at: str, kind: str = "id") -> str | None:
        """Where an entry stands, when it has a name nobody else has, and a side; None when not."""
        name = entry.get(kind)
        if not isinstance(name, str):
            self.problems.append(
                f"{at}.{kind}: is missing" if name is None else f"{at}.{kind}: must be a text in quotes"
            )
        elif name in self.places:
            self.problems.append(f"{at}.{kind}: {name} is used twice")
        else:
            self.places[name] = at = f"{at} ({name})"
            return at if self.owned(entry, at) else None
        self.owned(entry, at)
        return None

    def unit(self, entry: Mapping[str, Any], at: str, troops: tuple[str, ...]) -> NamedUnit | None:
        """Who the unit of an entry is; None when that can't be."""
        code = entry.get("code")
        letters = code.rstrip("0123456789") if isinstance(code, str) else ""
        if not isinstance(code, str) or not letters or letters == code or code[len(letters)] == "0":
            shown = "it is missing" if code is None else f"not {code!r}"
            self.problems.append(f'{at}.code: a unit\'s code is letters and a number, as in "HC1"; {shown}')
            self.owned(entry, at)
            return None
        place = self.named(entry, at, "code")
        troop = self._troop(entry, letters, place or at, troops)
        if place is None or troop is None:
            return None
        return NamedUnit(letters, int(code[len(letters) :]), troop, place)

    def _troop(self, entry: Mapping[str, Any], letters: str, at: str, troops: tuple[str, ...]) -> str | None:
        """The type of a unit: as it is said, or as its letters end or begin."""
        troop = entry.get("type")
        if troop is not None and troop not in troops:
            self.problems.append(f"{at}.type: {unknown(troop, troops)}")
            return None
        if troop is None:
            troop = next((t for t in troops if letters.endswith(t)), None)
        if troop is None:
            troop = next((t for t in troops if letters.startswith(t)), None)
        if troop is None:
            told = ", ".join(troops)
            self.problems.append(f"{at}.type: is missing, and {letters} doesn't end in one; there are: {told}")
        return troop


def described(model: type[BaseModel], values: Mapping[str, Any], at: str, **names: str) -> list[str]:
    """What is wrong with an entry as a model has it; ``names``: what a file calls fields of the model otherwise."""
    found = complaints(model, values)
    for field, name in names.items():
        found = [p.replace(f"{field}[0]", name, 1).replace(field, name, 1) if p.startswith(field) else p for p in found]
    return [f"{at}.{p}" for p in found]
