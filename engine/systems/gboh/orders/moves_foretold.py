"""What a move would set off where it ends."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.hexes import Hex
from engine.kernel.text import Text, joined
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.missiles import fire
from engine.systems.gboh.movement import reach, together
from engine.systems.gboh.orders import places
from engine.systems.gboh.state import Unit


def consequences(g: Battle, u: Unit, node: reach.Node) -> Text | None:
    """What a move would set off where it ends: zones, entry fire, withdrawals, the duty to attack."""
    parts: list[Text] = []
    there, end = places.hexes(u, node), places.stand(u, node)
    moved = set(there) != {*footprint.hexes_of(u)}
    held_by = _distinct(e for h in there for e in g.enemy_zoc(h, u.side))
    if held_by and moved:
        parts.append(Text("stops in the ZOC of {units}", units=", ".join(held_by)))
    shooters = _distinct(e for h in there for e in entry_shooters(g, h, u.side))
    if shooters and moved:
        parts.append(Text("entry fire from {units}", units=", ".join(shooters)))
    ahead = [h for h in footprint.front(end) if not all(g.screened(half, h) for half in footprint.beside(end, h))]
    met = _distinct(e for h in ahead if (e := g.enemy_in(h, u.side)) is not None)
    if met and moved and g.game.movement.marks and not u.is_light:
        parts.append(Text("must attack {units}", units=", ".join(met)))
    elif met and moved and not g.game.movement.marks and u.troop.attacks and not u.column:
        # G 7.31, 7.32 In enemy ZOC it must; elsewhere it may.
        fought = [e for e in met if not g.shuns(u, g.state.units[e])]
        if fought:
            parts.append(Text("must attack {units}" if held_by else "may attack {units}", units=", ".join(fought)))
    dodgers = [e.id for e in _quicker(g, u) if footprint.distance(e, end) <= 2]
    if dodgers and moved:
        parts.append(Text("{units} may withdraw", units=", ".join(dodgers)))
    parts += special.told(g, Special.foretells, u, node.hex, node.facing)
    parts += places.price_of(g, u, node)
    parts += [Text("breaks {unit}, which it passes through", unit=x.id) for x in places.broken(g, u, node)]
    if node.bought:
        parts.append(Text("its MP spare it {n:hit|hits}", n=node.bought))
    if node.hits:
        parts.append(Text("costs {n:hit|hits}: {causes}", n=node.hits, causes=joined(node.all_causes())))
    for below, hits in together.taken_below(g, u, node):
        if hits != node.hits:
            price = Text("{n:hit|hits}", n=hits) if hits else Text("none")
            parts.append(Text("costs {unit} {price}", unit=below.id, price=price))
    return joined(parts, "; ") if parts else None


def _distinct(found: Iterable[Unit]) -> list[str]:
    """Their codes, each once."""
    return list(dict.fromkeys(e.id for e in found))


def entry_shooters(g: Battle, h: Hex, side: str) -> list[Unit]:
    """8.21 Enemies of ``side`` that may fire at who enters the hex."""
    able = [e for e in g.covering(h, side) if fire.carries(g, e) and e.supply != "no" and not e.column]
    if g.game.fire.entry_when_held:
        return able
    return [e for e in able if fire.inability(g, e) is None and not g.in_enemy_zoc(e)]


def _quicker(g: Battle, u: Unit) -> list[Unit]:
    """6.51 Enemies that might withdraw from the unit when it comes within 2 hexes."""
    if Case.WITHDRAWAL not in g.game.cases:
        return []
    return g.derived(
        ("quicker", u.id),
        lambda: [
            e
            for e in g.units(g.state.enemy(u.side))
            if not e.routed and e.ma > u.ma and not g.in_enemy_zoc(e) and special.bars_withdrawal(g, e, u) is None
        ],
    )
