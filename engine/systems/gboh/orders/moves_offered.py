"""What menus offer of a move: where the unit can go, facing which way, and whom it can fire at from there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from operator import attrgetter

from engine.kernel.decisions import Choice, Menu, Options
from engine.kernel.hexes import Facing, Hex, Nearest, distance, show
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.command import leader_moves
from engine.systems.gboh.events import facing_name
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import movement, reach, together
from engine.systems.gboh.orders import moves_foretold, orders, places, shots
from engine.systems.gboh.state import Unit


def menu(g: Battle, u: Unit, *, along: bool = False, under: str | None = None) -> Menu:
    """Where the unit can go: one choice a hex, nearest first; ``under``: with that one of its stack (S 6.64)."""
    order = orders.Move(unit=u.id, along=along, under=under)
    pair = not footprint.is_single(u)
    text = "Where does the left half of {unit} go?" if pair and u.facing.is_vertex else "Where does {unit} go?"
    return Menu(Text(text, unit=u.id), lambda: _ends(g, u, order))


def _ends(g: Battle, u: Unit, base: orders.Move) -> Sequence[Choice]:
    with together.going(g, base):
        return _hexes(g, u, base)


def _hexes(g: Battle, u: Unit, base: orders.Move) -> Options:
    by_hex: dict[Hex, list[reach.Node]] = defaultdict(list)
    rider, pair = g.state.leaders[str(g.orders.leader)] if base.along else None, not footprint.is_single(u)
    for node in reach.search(g, u).values():
        if pair and places.only_turns(u, node):
            continue  # It has a choice of its own.
        if rider is None or leader_moves.can_ride(g, rider, leader_moves.ridden(rider, u, node.path())):
            by_hex[node.hex].append(node)
    for nodes in by_hex.values():
        nodes.sort(key=_PRICE)
    ends = sorted(by_hex.items(), key=lambda x: (x[1][0].mp, x[0]))
    gap = _gap(g, u.side)
    now = gap[u.at]

    def made(i: int) -> Choice:
        h, nodes = ends[i]
        cheapest = nodes[0]
        shown = next((n for n in nodes if n.facing == u.facing), cheapest)
        other = places.other(u, shown)
        where = show(h) if other is None else places.spot(u, shown)
        return Choice(
            show(h),
            Text("Turn at {hex}" if h == u.at and other is None else "{hex}", hex=where),
            menu=lambda: Menu(
                Text("{unit} at {hex}, facing…", unit=u.id, hex=show(h)), lambda: _facings(g, u, nodes, base)
            ),
            leads=partial(_move, base, cheapest),
            unit=u.id,
            hex=h,
            other=other,
            mp=cheapest.mp,
            hits=cheapest.hits,
            note=partial(_foretold, g, u, cheapest, base),
        )

    return Options([0.05 if h == u.at else 2.0 ** max(-6, min(8, now - gap[h])) for h, _ in ends], made)


_PRICE = attrgetter("price", "facing")


def _gap(g: Battle, side: str) -> Nearest:
    """From a hex to the nearest enemy of ``side``: the nearest that isn't routed, unless all are."""

    def found() -> Nearest:
        enemies = list(g.units(g.foe(side)))
        return Nearest(e.at for e in [e for e in enemies if not e.routed] or enemies)

    return g.kept("gap", found, g.foe(side))


def _move(base: orders.Move, n: reach.Node) -> orders.Move:
    """The order to go there by the cheapest way."""
    return base.model_copy(update={"path": n.path()})


def _facings(g: Battle, u: Unit, nodes: Sequence[reach.Node], base: orders.Move) -> list[Choice]:
    choices: list[Choice] = []
    enemies = [e.at for e in g.units(g.state.enemy(u.side))]
    for n in nodes:
        order = _move(base, n)
        lean = facing_lean(g, u, n.hex, n.facing, enemies)
        if places.other(u, n) is not None and n.facing == u.facing:
            lean += 4.0  # A wheel is an order of its own.
        choices.append(
            Choice(
                n.facing.name,
                Text("{f}", f=facing_name(n.facing))
                if places.other(u, n) is None
                else Text("{f}: {hexes}", f=facing_name(n.facing), hexes=places.spot(u, n)),
                answer=order,
                unit=u.id,
                hex=n.hex,
                other=places.other(u, n),
                facing=n.facing,
                mp=n.mp,
                hits=n.hits,
                note=partial(_foretold, g, u, n, base),
                lean=lean,
            )
        )
        shoots = fire.carries(g, u) and u.supply != "no" and n.hex != u.at
        if g.orders.line is None and g.orders.kind != "march" and shoots:
            choices += _shots_from(g, u, n, order, lean)
    return choices


def facing_lean(g: Battle, u: Unit, at: Hex, facing: Facing, enemies: Sequence[Hex]) -> float:
    """How sensible a facing is: with enemies before it, or towards the nearest of ``enemies``."""
    ahead = footprint.front(footprint.Stand(at, facing, u.shape))
    return 1.0 + sum(8.0 for h in ahead if g.enemy_in(h, u.side)) + _towards(ahead, at, enemies)


def _towards(ahead: Sequence[Hex], at: Hex, enemies: Sequence[Hex]) -> float:
    if not enemies:
        return 0.0
    nearest = min(enemies, key=lambda e: distance(at, e))
    return 3.0 * sum(distance(h, nearest) < distance(at, nearest) for h in ahead)


def _shots_from(g: Battle, u: Unit, n: reach.Node, order: orders.Move, lean: float) -> list[Choice]:
    """Fire at the end of the move, judged as if nobody reacted (8.11)."""
    return [
        Choice(
            f"{n.facing.name}-x-{t.id}",
            Text("{f}, then fire at {target}", f=facing_name(n.facing), target=t.id),
            answer=order.model_copy(update={"fire_at": t.id}),
            unit=u.id,
            hex=n.hex,
            facing=n.facing,
            mp=n.mp,
            hits=n.hits,
            lean=lean * 2,
            chance=partial(shots.hit_chance, g, movement.at_end(u, n), t, moved=True),
        )
        for t in movement.targets_from(g, u, n)
    ]


def _foretold(g: Battle, u: Unit, node: reach.Node, order: orders.Move) -> Text | None:
    with together.going(g, order):
        return moves_foretold.consequences(g, u, node)
