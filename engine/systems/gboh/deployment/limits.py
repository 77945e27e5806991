"""Who may be set up where: areas and facings (11.63), and who sees what meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from engine.kernel.hexes import Facing, Hex, column, row, show
from engine.kernel.text import refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.state import Leader, Unit

LISTED = 12
"""Stretches of hexes a refusal names; the menus have them all."""


@dataclass(frozen=True, slots=True)
class Suggested:
    """What the scenario says about one piece."""

    hex: Hex | None
    facing: Facing | None = None
    allowed: tuple[Hex, ...] = ()
    free_facing: bool = False
    letters: str = ""
    """Code of its group."""
    beside_foot: bool = False
    """11.63 A cheiroballistra whose place is in a hex of the infantry."""
    host: str | None = None
    """Unit in whose hex a leader is set up."""


def suggested(g: Battle, piece: str) -> Suggested:
    """What the scenario says about a unit or leader, by id. Raises KeyError for an unknown one."""
    return g.derived("suggested", lambda: _suggested(g))[piece]


def _suggested(g: Battle) -> dict[str, Suggested]:
    found: dict[str, Suggested] = {}
    for side in g.scenario.sides:
        places = {c: h for group in side.units for c, h in zip(group.codes, group.hexes, strict=False)}
        shelters = {h for c, h in places.items() if c in g.state.units and g.state.units[c].troop.shelters}
        for group in side.units:
            for code in group.codes:
                if code not in g.state.units:
                    continue  # an optional rule's
                at = places.get(code)
                found[code] = Suggested(
                    at,
                    group.facing,
                    g.scenario.places(group),
                    group.free_facing,
                    group.code,
                    g.state.units[code].troop.is_engine and at in shelters,
                )
        for leader in (*side.leaders, *side.replacements):
            found[leader.id] = Suggested(leader.hex, None, g.scenario.places(leader), host=leader.set_up_with)
    return found


# -- who has a choice ----------------------------------------------------------------------------------------------


def area(g: Battle, piece: Unit | Leader) -> tuple[Hex, ...]:
    """Hexes the piece may be set up in, in ascending order; () for one that stays where the scenario puts it."""
    return g.derived(("area", piece.id), lambda: _area(g, piece))


def _area(g: Battle, piece: Unit | Leader) -> tuple[Hex, ...]:
    said = suggested(g, piece.id)
    if not piece.on_map or said.hex is None or said.host is not None:
        return ()
    ruled = (r.set_up_area(g, piece) for r in special.having(g, Special.set_up_area))
    given = next((a for a in ruled if a is not None), said.allowed)
    open_ = (h for h in sorted(set(given)) if h in g.map and not g.charts.is_prohibited(g.map.terrain_at(h)))
    found = tuple(open_)
    return found if found != (piece.hex,) else ()


def faces_freely(g: Battle, piece: Unit | Leader) -> bool:
    """Whether its owner chooses its facing. A cheiroballistra has none (11.64)."""
    if isinstance(piece, Leader) or not piece.on_map or not piece.troop.faces or suggested(g, piece.id).hex is None:
        return False
    return suggested(g, piece.id).free_facing or any(
        r.faces_freely(g, piece) for r in special.having(g, Special.faces_freely)
    )


def choosers(g: Battle, side: str) -> list[Unit | Leader]:
    """Pieces of a side that leave their owner a choice: units, then leaders, in roster order."""
    return g.derived(
        ("choosers", side),
        lambda: [p for p in (*g.units(side), *g.leaders(side)) if area(g, p) or faces_freely(g, p)],
    )


def order(g: Battle) -> tuple[str, ...]:
    """Sides in the order they set up in."""
    return g.scenario.setup_order or tuple(g.state.sides)


def deploying(g: Battle) -> str | None:
    """The side that sets up now; None when all that have a choice are done."""
    return next((s for s in order(g) if s not in g.state.deployed and choosers(g, s)), None)


def areas(g: Battle) -> dict[str, frozenset[Hex]]:
    """Hexes open to each side that hasn't set up yet."""
    return {
        s: frozenset(h for p in choosers(g, s) for h in area(g, p)) for s in g.state.sides if s not in g.state.deployed
    }


def hidden(g: Battle, sides: Collection[str]) -> set[str]:
    """Pieces that are not shown to ``sides`` while their owner sets them up: all that there is a choice about."""
    if g.state.phase != "setup":
        return set()
    return {p.id for s in g.state.sides if s not in g.state.deployed and s not in sides for p in _touched(g, s)}


def _touched(g: Battle, side: str) -> Iterable[Unit | Leader]:
    """The pieces of :func:`choosers`, and leaders set up with one of them."""
    yield from choosers(g, side)
    names = {p.id for p in choosers(g, side)}
    for x in g.leaders(side):
        if suggested(g, x.id).host in names:
            yield x


# -- what a change may name ----------------------------------------------------------------------------------------


def named(g: Battle, side: str, name: str) -> Unit | Leader:
    """A piece of the side that leaves it a choice. Raises Refusal."""
    piece = g.state.units.get(name) or g.state.leaders.get(name)
    if piece is None:
        refuse("There is no unit or leader {name}.", name=name)
    if piece.side != side:
        refuse("{piece} is the enemy's.", piece=piece.id)
    if not piece.on_map:
        refuse("{piece} is not on the map yet.", piece=piece.id)
    host = suggested(g, piece.id).host
    if host is not None:
        refuse("{piece} is set up with {host}, wherever that is.", piece=piece.id, host=host)
    if piece not in choosers(g, side):
        refuse("{piece} is set up at {hex}, and nowhere else.", piece=piece.id, hex=show(piece.at))
    return piece


def check_vertex(g: Battle, facing: Facing) -> None:
    """Refuse a facing that isn't one of units."""
    if not facing.is_vertex:
        refuse("Units face a vertex: E, NE, NW, W, SW or SE.", rule=g.case(Case.ARCS))


def check_area(g: Battle, piece: Unit | Leader, to: Hex) -> None:
    """Refuse a hex the piece can't be set up in, or that an enemy holds."""
    allowed = area(g, piece)
    if to not in allowed:
        if not allowed:
            refuse("{piece} stays at {hex}: it has no other place.", piece=piece.id, hex=show(piece.at))
        refuse(
            "{piece} can't be set up at {hex}. Its hexes: {hexes}.",
            piece=piece.id,
            hex=show(to),
            hexes=stretches(allowed),
        )
    enemy = g.enemy_in(to, piece.side)
    if enemy is not None:
        refuse(
            "{hex} is the enemy's: {enemy} stands there.", rule=g.case(Case.ENEMY_HEXES), hex=show(to), enemy=enemy.id
        )


def stretches(hexes: Sequence[Hex]) -> str:
    """Hexes in ascending order in few words, neighbours in a column taken together.

    >>> stretches((1811, 1812, 1813, 1913, 2001, 2002))
    '1811-1813, 1913, 2001-2002'
    """
    runs: list[list[Hex]] = []
    for h in hexes:
        if runs and column(runs[-1][-1]) == column(h) and row(runs[-1][-1]) + 1 == row(h):
            runs[-1].append(h)
        else:
            runs.append([h])
    told = [show(r[0]) if len(r) == 1 else f"{show(r[0])}-{show(r[-1])}" for r in runs]
    return ", ".join(told[:LISTED]) + ("…" if len(told) > LISTED else "")
