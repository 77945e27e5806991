"""Where a unit had best go for a purpose: to strike, to shoot, on towards the enemy, away from him.

What a place is worth is what the rules reckon anyway: Shock odds (9.16), volleys (8.15), hits of the way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.kernel import paths
from engine.kernel.hexes import Facing, Hex, distance
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.charts import Arc
from engine.systems.gboh.missiles import fire, volley
from engine.systems.gboh.movement import arrival, movement, reach, sharing, together
from engine.systems.gboh.orders import moves_foretold, moves_offered, orders, places
from engine.systems.gboh.shock import clash, forecast, prospect
from engine.systems.gboh.state import Unit
from engine.systems.gboh.strategies import Foreseen

LOOKED_AT = 6
"""Places of which the worth is reckoned, of those that look best at a glance."""

RECKONED = 3
"""Attacks of a unit that are reckoned as they would be fought, of those that look best at a glance."""

FAR = 9
"""Hexes from the nearest enemy at which a unit is out of everything."""

HIT = 2.0
"""What a hit on the way takes off a place's worth, in hexes."""

BREAKS = 4.0
"""What each friend who breaks as the unit passes through it takes off a place's worth, in hits and in hexes."""

SHOT_AT = 0.4
"""What each enemy who may fire at the unit as it comes takes off a place's worth, in hits."""


HARM = 1.5
"""Mean of hits it suffers less those it deals that is more than a unit should stand and take."""


_FACING: Mapping[Arc, int] = {"rear": 0, "flank": 1, "front": 2}
"""How much an enemy looks at who comes at him through an arc."""


@dataclass(frozen=True, slots=True)
class Strike:
    """9.1 A place from which the unit would attack in the coming Shock."""

    node: reach.Node
    enemies: tuple[Unit, ...]
    """Everybody it would attack, the best of them first."""
    friends: tuple[str, ...]
    """Who would attack them with it: friends who must already."""
    odds: Foreseen
    worth: float
    """Mean of the enemy's hits less its own side's, by how much it is more than if the unit stayed; those of the way
    count (9.16)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """8.11 A volley that can be ordered, after a move or without."""

    target: Unit
    odds: volley.Preview
    node: reach.Node | None
    worth: float
    """Mean of hits, less those of the way."""


# -- the enemy -------------------------------------------------------------------------------------------------------


def away(g: Battle, h: Hex, side: str) -> int:
    """Hexes from ``h`` to the nearest enemy of ``side`` that isn't routed; :data:`FAR` where there is none."""
    return g.kept("away", lambda: _rings(g, side), g.foe(side)).get(h, FAR)


def _rings(g: Battle, side: str) -> dict[Hex, int]:
    edge = [h for e in g.units(g.foe(side)) if not e.routed for h in footprint.hexes_of(e)]
    found = dict.fromkeys(edge, 0)
    far = 0
    while edge:
        far += 1
        edge = [n for h in edge for n in g.map.neighbours(h) if n not in found and found.setdefault(n, far)]
    return found


def enemies(g: Battle, u: Unit) -> list[Unit]:
    """Enemies that aren't routed, the nearest first."""

    def found() -> list[Unit]:
        standing = [e for e in g.units(g.foe(u.side)) if not e.routed]
        return sorted(standing, key=lambda e: footprint.distance(e, u))

    return g.derived(("enemies", u.id), found)


def too_strong(g: Battle, u: Unit) -> list[Unit]:
    """Enemies that may come up to the unit in one move and would break it, or do it far more harm than they take.

    The nearest first.
    """
    near = [e for e in enemies(g, u)[:LOOKED_AT] if footprint.distance(e, u) <= e.ma + 1 and forecast.bar(g, e) is None]
    return [e for e in near if _overpowers(g, _meeting(g, e, u), u)]


def _overpowers(g: Battle, r: Foreseen, u: Unit) -> bool:
    """Whether the attack is likely to break the unit it meets, and not at a higher price."""
    return r.gain > HARM or (r.gain > 0 and r.suffered >= clash.room(g, u))


def _meeting(g: Battle, e: Unit, u: Unit) -> Foreseen:
    """The enemy's attack on the unit's front, or from where it stands if that is next to the unit already."""
    if footprint.distance(e, u) > 1:
        before = footprint.front(u)[0]
        e = e.model_copy(update={"hex": before, "facing": u.facing.turned(6)})
    return forecast.foresee(g, [e], [u])


# -- attacking -------------------------------------------------------------------------------------------------------


def says(g: Battle, u: Unit, attack: bool) -> bool | None:
    """7.31 What an order says of attacking where the unit comes up; None where it has no choice, or has it later (G
    7.3)."""
    return None if u.troop.must_attack or not g.game.movement.marks else attack


def strikes(g: Battle, u: Unit, taken: Collection[Hex] = (), *, against: Collection[str] = ()) -> list[Strike]:
    """9.16 The best place to attack each enemy from that it can move to, the most promising attack first.

    ``taken``: hexes others go to; ``against``: only places where it would have these before it and nobody else.
    """
    if forecast.bar(g, u) is not None:
        return []
    seen = sorted((x for x in _contacts(g, u) if not {*places.hexes(u, x[1])} & {*taken}), key=lambda x: x[0])
    if against:
        seen = [x for x in seen if {e.id for e in x[2]} == {*against}]
    tried: dict[str, list[tuple[float, reach.Node, str]]] = {}
    for _, node, met in seen[: 3 * LOOKED_AT]:
        known = tried.setdefault(",".join(sorted(e.id for e in met)), [])
        if len(known) < 2 and (known or len(tried) <= LOOKED_AT):
            known.append(_at_a_glance(g, u, node, met))
    stays = _as_it_stands(g, u) if tried else 0.0
    glanced: dict[str, reach.Node] = {}
    for _, node, first in sorted((x for known in tried.values() for x in known), key=lambda x: (-x[0], x[1].price)):
        glanced.setdefault(first, node)
    found = [s for node in [*glanced.values()][:RECKONED] if (s := _strike(g, u, node, stays)) is not None]
    best: dict[str, Strike] = {}
    for s in sorted(found, key=lambda s: (-s.worth, s.node.price)):
        best.setdefault(s.enemies[0].id, s)
    return list(best.values())


def _at_a_glance(g: Battle, u: Unit, node: reach.Node, met: Sequence[Unit]) -> tuple[float, reach.Node, str]:
    """What an attack looks to be worth, for comparing it with others of the unit: nobody else is thought of, nor what
    its move changes. With it the enemy it is most about."""
    odds = forecast.foresee(g, [movement.at_end(u, node)], met)
    return odds.gain - _price(g, u, node), node, odds.defender.id


def _price(g: Battle, u: Unit, node: reach.Node) -> float:
    """Hits of a way, with those that are only likely."""
    return node.hits + SHOT_AT * _shooters(g, u, node) + BREAKS * len(places.broken(g, u, node))


def bears(g: Battle, u: Unit, node: reach.Node) -> bool:
    """Whether the hits of a way break neither the unit nor who goes along under it."""
    if not node.hits and g.massed != u.id:
        return True
    return all(not n or n < clash.room(g, x) for x, n in ((u, node.hits), *together.taken_below(g, u, node)))


def _contacts(g: Battle, u: Unit) -> Iterator[tuple[tuple[int, ...], reach.Node, tuple[Unit, ...]]]:
    """Ends of a move next to enemies before it, each with what makes it look good: flank or rear, few hits, few MP."""
    beside: dict[Hex, bool] = {}
    start = {*footprint.hexes_of(u)}
    for (h, f), node in reach.search(g, u).items():
        end = places.stand(u, node)
        own = footprint.hexes_of(end)
        if h == u.at and start == {*own}:
            continue
        for half in own:
            if half not in beside:
                beside[half] = bool(g.adjacent_enemies(half, u.side))
        if not any(beside[half] for half in own):
            continue
        met = tuple(
            dict.fromkeys(
                e.id
                for x in footprint.front(end)
                if (e := g.enemy_in(x, u.side)) is not None
                and any(
                    not g.screened(half, x) and g.charts.step_cost(g.map, u, half, x) is not None
                    for half in footprint.beside(end, x)
                )
            )
        )
        if met and bears(g, u, node):
            found = tuple(g.state.units[e] for e in met)
            exposed = sum(_FACING[footprint.arcs(e, end)[0]] for e in found if not footprint.is_single(e)) + sum(
                _FACING[g.arc(e, _next_to(e, own))] for e in found if footprint.is_single(e)
            )
            yield (exposed, node.hits, len(met), node.mp, h, int(f)), node, found


def _next_to(e: Unit, own: Sequence[Hex]) -> Hex:
    """The half that stands next to the enemy."""
    return min(own, key=lambda h: distance(h, e.at))


def _as_it_stands(g: Battle, u: Unit) -> float:
    """What the unit's attack is worth without an order: nothing where it has nobody before it, or need not attack."""
    found = prospect.of(g, u, prospect.obliged(g))
    if found is None:
        return 0.0
    return found.gain if u.id in prospect.obliged(g) else max(0.0, found.gain)


def _strike(g: Battle, u: Unit, node: reach.Node, stays: float) -> Strike | None:
    """The attack from the end of a way, reckoned as it stands there; None where it would have nobody to attack.

    ``stays``: what it would do without going there.
    """
    found = prospect_at(g, u, node)
    if found is None:
        return None
    met = [g.state.units[e] for e in found.attack.defenders]
    first = sorted(met, key=lambda e: e.id != found.odds.defender.id)
    return Strike(node, tuple(first), tuple(found.friends(u)), found.odds, found.gain - stays - _price(g, u, node))


def told(g: Battle, s: Strike) -> Text:
    """The odds of a strike in a few words, with who strikes too."""
    odds = forecast.in_short(g, s.odds)
    return Text("with {friends}: {odds}", friends=", ".join(s.friends), odds=odds) if s.friends else odds


def prospect_at(g: Battle, u: Unit, node: reach.Node) -> prospect.Prospect | None:
    """The combat the unit would fight from the end of a way."""
    after = arrival.arrived(g, {u.id: node})
    return prospect.of(after, after.state.units[u.id], prospect.obliged(g))


def _shooters(g: Battle, u: Unit, n: reach.Node) -> int:
    """Enemies that may fire at the unit as it comes there."""
    return len({e.id for h in places.hexes(u, n) for e in moves_foretold.entry_shooters(g, h, u.side)})


def gap(g: Battle, u: Unit, n: reach.Node) -> int:
    """Hexes from the end of a way to the nearest enemy, the nearer half counting."""
    return min(away(g, h, u.side) for h in places.hexes(u, n))


def near(g: Battle, u: Unit) -> int:
    """Hexes from the unit to the nearest enemy, the nearer half counting."""
    return min(away(g, h, u.side) for h in footprint.hexes_of(u))


# -- shooting --------------------------------------------------------------------------------------------------------


def mean(odds: volley.Preview) -> float:
    """Hits to be expected of a volley."""
    return sum(hits * p for hits, p in odds.chances.items())


def aims(g: Battle, u: Unit) -> list[Aim]:
    """8.11 Whom the unit may fire at from where it stands, the best target first."""
    found = [Aim(t, odds, None, mean(odds)) for t in fire.targets(g, u) for odds in (fire.preview(g, u, t),)]
    return sorted(found, key=lambda a: (-a.worth, a.odds.distance))


def closer_aim(g: Battle, u: Unit) -> Aim | None:
    """8.11 The best volley after a move: not from enemy ZOC if there is another, nor nearer than need be."""
    if not fire.carries(g, u) or fire.inability(g, u) is not None or u.id in g.orders.fired:
        return None
    far = fire.printed_range(g, u)
    nodes = [n for n in reach.search(g, u).values() if n.hex != u.at and gap(g, u, n) <= far and bears(g, u, n)]
    nodes.sort(key=lambda n: (_exposed(g, u, n), n.hits, -gap(g, u, n), n.mp, n.hex, n.facing))
    best: Aim | None = None
    for n in nodes[: 3 * LOOKED_AT]:
        if best is not None and best.worth >= 1:
            break
        for t in enemies(g, u):
            if footprint.distance(t, places.stand(u, n)) > far or not _comes_closer(n, t.at) or t.at == n.hex:
                continue
            order = orders.Move(unit=u.id, path=n.path(), fire_at=t.id)
            try:
                movement.check_move(g, u, order)
            except Refusal:
                continue
            odds = fire.preview(g, movement.at_end(u, n), t, moved=True)
            worth = mean(odds) - n.hits - SHOT_AT * _shooters(g, u, n)
            if best is None or worth > best.worth:
                best = Aim(t, odds, n, worth)
            break
    return best


def _exposed(g: Battle, u: Unit, n: reach.Node) -> int:
    return len({e.id for h in places.hexes(u, n) for e in g.enemy_zoc(h, u.side)}) + _shooters(g, u, n)


def _comes_closer(n: reach.Node, to: Hex) -> bool:
    """8.11 Whether the last step of the way leads nearer to a hex."""
    while n.previous is not None:
        if n.previous.hex != n.hex:
            return distance(n.hex, to) < distance(n.previous.hex, to)
        n = n.previous
    return False


# -- moving ----------------------------------------------------------------------------------------------------------


def ends(g: Battle, u: Unit) -> dict[Hex, list[reach.Node]]:
    """The hexes a move may end in, each with its facings; none that the unit doesn't get to in order."""

    def found() -> dict[Hex, list[reach.Node]]:
        by_hex: dict[Hex, list[reach.Node]] = {}
        for n in reach.search(g, u).values():
            if not bears(g, u, n):
                continue
            by_hex.setdefault(n.hex, []).append(n)
        return by_hex

    return g.derived(("ends-by-hex", u.id, g.massed == u.id), found)


def looking(g: Battle, u: Unit, nodes: Sequence[reach.Node]) -> reach.Node:
    """Of the facings in one hex the sensible one: towards the enemy, as it faces now if that is as good."""
    at = nodes[0].hex
    near = min((e.at for e in enemies(g, u)), key=lambda h: distance(h, at), default=None)
    seen = [near] if near is not None else []

    def worth(n: reach.Node) -> tuple[float, bool, int, int]:
        return moves_offered.facing_lean(g, u, at, n.facing, seen), n.facing == u.facing, -n.hits, -n.mp

    return max(nodes, key=worth)


def turned(g: Battle, u: Unit) -> reach.Node | None:
    """7.14 The turn in place that brings the nearest enemy before it; None where it looks at him, or none is near."""
    nodes = ends(g, u).get(u.at, [])
    near = next(iter(enemies(g, u)), None)
    near_enemy = footprint.distance(near, u) if near is not None else FAR + 1
    if not nodes or near is None or near_enemy > FAR:
        return None
    # A turn that costs hits is for who has an enemy upon it.
    nodes = nodes if near_enemy == 1 else [n for n in nodes if not n.hits]
    if not nodes:
        return None
    found = looking(g, u, nodes)

    def lean(facing: Facing) -> float:
        return moves_offered.facing_lean(g, u, u.at, facing, [near.at])

    return found if lean(found.facing) > lean(u.facing) else None


def advance(g: Battle, u: Unit, taken: Collection[Hex] = ()) -> reach.Node | None:
    """The way on towards the enemy, short of his ZOC, abreast of those beside it; None where there is none.

    ``taken``: hexes others go to; it keeps abreast of them too.
    """
    now = near(g, u)
    mates = [f for f in g.units(u.side) if f is not u and not f.routed and footprint.distance(f, u) <= 2]
    pace = min((f.ma for f in mates), default=u.ma)
    level = [h for f in mates if f.id in g.orders.moved for h in footprint.hexes_of(f)] + [
        h for h in taken if distance(h, u.at) <= pace + 2
    ]
    foremost = min((away(g, h, u.side) for h in level), default=0)
    base = reach.start_node(g, u).hits

    def gain(n: reach.Node) -> float:
        d = gap(g, u, n)
        harm = HIT * (n.hits - base) + BREAKS * len(places.broken(g, u, n))
        return min(now - d, pace) - harm - HIT * max(0, foremost - d) - 0.02 * n.mp

    onward = [
        fit
        for nodes in ends(g, u).values()
        if (fit := _fit(u, nodes, lambda n: 2 <= gap(g, u, n) < now and _clear(g, u, n, taken)))
    ]
    onward.sort(key=lambda nodes: -max(gain(n) for n in nodes))
    looked = [looking(g, u, nodes) for nodes in onward[:LOOKED_AT]]
    best = max(looked, key=lambda n: gain(n) + 0.7 * _beside(g, u, n, taken), default=None)
    return best if best is not None and gain(best) > 0 else None


def _fit(u: Unit, nodes: list[reach.Node], fits: Callable[[reach.Node], bool]) -> list[reach.Node]:
    """Those that fit, of the ways to one hex; who stands in no other hex fits there with any facing, or with none."""
    if footprint.is_single(u):
        return nodes if fits(nodes[0]) else []
    return [n for n in nodes if fits(n)]


def _beside(g: Battle, u: Unit, n: reach.Node, taken: Collection[Hex]) -> int:
    """Friends side by side with it at the end of a way, there already or on their way."""

    def held(h: Hex) -> bool:
        f = g.friend_in(h, u.side)
        return h in taken or (f is not None and f is not u and not f.routed)

    return sum(map(held, footprint.flanks(places.stand(u, n))))


def _clear(g: Battle, u: Unit, n: reach.Node, taken: Collection[Hex]) -> bool:
    """Whether nobody else goes to its hexes there, and no enemy's zone is on them."""
    return not any(h in taken or g.enemy_zoc(h, u.side) for h in places.hexes(u, n))


def straight(g: Battle, u: Unit, most: int = 2) -> reach.Node | None:
    """Straight on as far as two hexes, facing as it does, without coming to blows; None where the way is barred."""
    for n in range(most, 0, -1):
        try:
            node = reach.price(g, u, tuple(paths.forward(n, g.map, u, ())))
        except Refusal:
            continue
        if bears(g, u, node) and not any(g.adjacent_enemies(h, u.side) for h in places.hexes(u, node)):
            return node
    return None


def bound(g: Battle, u: Unit, node: reach.Node) -> bool:
    """G 7.3 Whether it would have to attack where a way ends, in enemy ZOC, with odds against it."""
    if g.game.movement.marks or forecast.bar(g, u) is not None:
        return False
    if not any(g.enemy_zoc(h, u.side) for h in places.hexes(u, node)):
        return False
    found = prospect_at(g, u, node)
    return found is not None and found.gain < 0


def into_stack(g: Battle, u: Unit) -> tuple[Unit, reach.Node] | None:
    """S 6.61 The comrade right before it with whom it may share a hex at no price in order, and the way there."""
    if not footprint.is_single(u) or u.beneath is not None or g.massed == u.id:
        return None
    for h in footprint.front(u):
        here = sharing.others(g, u, h)
        if len(here) != 1 or not sharing.may_stack(g, u, here) or g.game.stacking.stop(u, here).check_drm:
            continue
        for n in ends(g, u).get(h, []):
            if n.facing == here[0].facing and n.hits == reach.start_node(g, u).hits and not g.enemy_zoc(h, u.side):
                return here[0], n
    return None


def back(g: Battle, u: Unit, taken: Collection[Hex] = (), *, hexes: int | None = None) -> reach.Node | None:
    """The way out of the enemy's reach, looking at him; None where no hex is farther from him.

    ``taken``: hexes others go to; ``hexes``: how far it falls back, None as far as need be.
    """
    now = near(g, u)
    if now >= FAR:
        return None

    far = min(FAR, max((e.ma + 2 for e in enemies(g, u)[:3]), default=FAR))

    def worth(n: reach.Node) -> float:
        return min(gap(g, u, n), far) - HIT * n.hits - 0.1 * n.mp

    safer = [
        fit
        for h, nodes in ends(g, u).items()
        if hexes is None or distance(h, u.at) == hexes
        if (fit := _fit(u, nodes, lambda n: gap(g, u, n) > now and _clear(g, u, n, taken) and not _shooters(g, u, n)))
    ]
    safer.sort(key=lambda nodes: -max(worth(n) for n in nodes))
    return max((looking(g, u, nodes) for nodes in safer[:LOOKED_AT]), key=worth, default=None)
