"""One side's army against its mirror image on open ground: a battle fair by construction, but for who is first.

For trying players against one another (``hexarch tournament --mirrored``): where one side wins whoever leads it,
battles tell nothing of who leads better. Special rules, reinforcements and works are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.kernel.hexes import Facing, Hex, column, cube, row
from engine.kernel.json_values import is_array, is_object
from engine.kernel.scenario import HexScenario
from scenarios.errors import ScenarioError
from scenarios.formats import Scenario
from scenarios.reading import read

BETWEEN = 10
"""Hexes from the front of one army to that of the other."""

MARGIN = 6
"""Columns behind each army, and rows beside them."""

_SIDES = ("first", "second")

_HEXES = ("hex", "hexes")
_LEFT_OUT = ("id", "camp", "works", "retreat_facing", "stance")
"""Stances too: of two armies that hold nobody would ever attack."""
_FREE = ("allowed", "area", "set_up_with", "leaders_with", "withdrawal_level_with")
"""What may be chosen at set-up, or goes by rules that are left out: everybody stands where the file puts them."""
_KINDS = (
    *("type", "types", "cls", "role", "rank", "missile", "name", "kinds"),
    *("contingent", "contingents", "nationality", "legion"),
)
"""Fields whose words are no names of pieces, even where they are spelt alike."""
_MARKS = "ZYXWVUTSRQPONMLKJIHGFEDCBA"
"""What a code of the image ends with: codes have four letters at most."""
_ABSENT = frozenset({"reinforcement", "arrival", "optional"})


def mirrored(battle: Scenario, side: str) -> Scenario:
    """The battle of ``side``'s army against itself. Raises ScenarioError where the battle has no such side, isn't
    fought on hexes, or leaves nothing that can be mirrored."""
    if not isinstance(battle, HexScenario):
        raise ScenarioError(battle.key, ["only a battle on a map of hexes can be mirrored"])
    if side not in {s.id for s in battle.sides}:
        raise ScenarioError(battle.key, [f"it has no side {side!r}"])
    document = battle.model_dump(mode="json", exclude_defaults=True)
    army = _there(next(s for s in document["sides"] if s["id"] == side))
    hexes = list(_hexes(army))
    if not hexes:
        raise ScenarioError(battle.key, [f"sides ({side}): nobody is on the map at set-up"])
    eastward = _faces_east(army)
    place, columns, rows = _field(hexes, eastward)
    armies = [
        _army(army, n, lambda h, n=n: place(h, n), turned=(n == 1), columns=columns, rows=rows, eastward=eastward)
        for n in (0, 1)
    ]
    if "first_of_equals" in type(battle.sides[0]).model_fields:
        armies[0]["first_of_equals"], armies[1]["first_of_equals"] = True, False
    kept: dict[str, Any] = {"charts": document["charts"]} if "charts" in document else {}
    if "first_player" in (fields := type(battle).model_fields) and fields["first_player"].is_required():
        kept["first_player"] = _SIDES[0]
    return read(
        {
            **kept,
            "format": battle.format,
            "system": battle.system,
            "id": f"{battle.id}-mirrored"[:31],
            "title": f"{battle.title}, mirrored",
            "date": battle.date,
            "place": battle.place,
            "briefing": {
                "history": "An army meets its own image on open ground.",
                "sides": dict.fromkeys(_SIDES, "Fight."),
                "balance": "Both armies are the same.",
                "length": "An evening.",
            },
            "map": _map(document["map"], columns, rows),
            "sides": armies,
        },
        battle.key,
    )


def _there(army: Mapping[str, Any]) -> dict[str, Any]:
    """The army without those who come later, or by an optional rule."""

    def stays(value: Any) -> bool:
        return not (is_object(value) and not _ABSENT.isdisjoint(value))

    def kept(value: Any) -> Any:
        if is_array(value):
            return [kept(v) for v in value if stays(v)]
        return {k: kept(v) for k, v in value.items()} if is_object(value) else value

    return kept(dict(army))


def _hexes(value: Any, under: str = "") -> Iterator[Hex]:
    """Every hex somebody is set up in."""
    if is_object(value):
        for k, v in value.items():
            yield from _hexes(v, k)
    elif is_array(value):
        for v in value:
            yield from _hexes(v, under)
    elif under in ("hex", "hexes") and isinstance(value, int):
        yield value


def _faces_east(army: Mapping[str, Any]) -> bool:
    """Whether the army has its front to the right of the map."""
    east = west = 0

    def look(value: Any) -> None:
        nonlocal east, west
        for v in value.values() if is_object(value) else value if is_array(value) else ():
            look(v)
        if is_object(value) and isinstance(facing := value.get("facing"), str):
            east += facing.endswith("E")
            west += facing.endswith("W")

    look(army)
    return east >= west


def _field(hexes: list[Hex], eastward: bool) -> tuple[Callable[[Hex, int], Hex], int, int]:
    """Where a hex of the army lies on the new map, for the army and for its image; how many columns and rows that has.

    The image is the army turned by half about the middle of the field, so that hexes stay neighbours.
    """
    least, most = min(map(column, hexes)), max(map(column, hexes))
    depth, top = most - least + 1, min(map(row, hexes))
    height = max(map(row, hexes)) - top + 1
    columns = 2 * (depth + MARGIN) + BETWEEN
    columns += 1 - columns % 2  # A middle column: turned about it, hexes of odd columns come to odd ones.
    first = MARGIN + 1 if eastward else columns - MARGIN - depth + 1
    across = first - least
    across -= across % 2  # Shifted by an odd number of columns, rows would stagger otherwise.
    down = MARGIN + 1 - top
    rows = height + 2 * MARGIN
    cx, _, cz = cube((columns // 2 + 1) * 100 + rows // 2 + 1)

    def place(h: Hex, army: int) -> Hex:
        to = (column(h) + across) * 100 + row(h) + down
        if army == 0:
            return to
        x, _, z = cube(to)
        x, z = 2 * cx - x, 2 * cz - z
        return x * 100 + z + (x - (x & 1)) // 2

    return place, columns, rows + 1


def _army(
    army: Mapping[str, Any],
    number: int,
    place: Callable[[Hex], Hex],
    *,
    turned: bool,
    columns: int,
    rows: int,
    eastward: bool,
) -> dict[str, Any]:
    renamed = _renamed(army) if turned else {}

    def image(value: Any, under: str) -> Any:
        if is_object(value):
            return {image(k, ""): image(v, k) for k, v in value.items() if k not in _FREE}
        if under in _KINDS:
            return value
        if is_array(value):
            return [image(v, under) for v in value]
        if under in _HEXES and isinstance(value, int):
            return place(value)
        if under == "facing" and isinstance(value, str) and turned:
            return Facing((Facing[value] + 6) % 12).name
        return renamed.get(value, value) if isinstance(value, str) else value

    behind = 1 if eastward != turned else columns
    found = {k: image(v, k) for k, v in army.items() if k not in (*_LEFT_OUT, *_FREE)}
    edge: dict[str, Any] = {}
    if "retreat_edge" in army:
        edge = {
            "retreat_edge": [behind * 100 + r for r in range(1, rows + 1)],
            "retreat_facing": "W" if behind == 1 else "E",
        }
    return {**found, **edge, "id": _SIDES[number], "name": f"{army['name']} {number + 1}"}


def _renamed(army: Mapping[str, Any]) -> dict[str, str]:
    """Names for the leaders, units and formations of the image, which are not those of the army."""
    found: dict[str, str] = {}

    def look(value: Any) -> None:
        if is_array(value):
            for v in value:
                look(v)
        if is_object(value):
            if isinstance(name := value.get("id"), str):
                found[name] = name[:19] + ("-z" if name.islower() else "Z")
            if isinstance(code := value.get("code"), str):
                if code not in found:
                    taken = set(found.values())
                    found[code] = next(new for c in _MARKS if (new := code[:3] + c) not in taken)
                found.update((f"{code}{n}", f"{found[code]}{n}") for n in value.get("numbers", ()))
            for v in value.values():
                look(v)

    for part in army.values():
        look(part)
    return found


def _map(given: Mapping[str, Any], columns: int, rows: int) -> dict[str, Any]:
    same = ("compass", "climate", "hex_metres", "default_terrain")
    return {
        "id": "mirrored",
        "name": "An open field",
        "cols": [1, columns],
        "rows": [1, rows],
        **{k: given[k] for k in same if k in given},
    }
