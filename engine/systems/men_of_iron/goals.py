"""Where a unit had best go for a purpose: to strike or Charge, to shoot, on towards the enemy, away from him, home.

What a place is worth is what the rules and :mod:`choice_weights` reckon anyway.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from math import log2

from engine.kernel import paths
from engine.kernel.hexes import VERTICES, Facing, Hex, distance, flanks
from engine.kernel.text import Refusal
from engine.systems.men_of_iron import arrival, charge, choice_weights, command, fire, movement, orders, reach, shot
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.shock import designation, planning
from engine.systems.men_of_iron.shock.engagement import Engagement, Striker
from engine.systems.men_of_iron.state import Unit

LOOKED_AT = 8
"""Hexes of which the worth is reckoned, of those that look best at a glance."""

SAFE = 6
"""Hexes from the nearest enemy at which a unit has fallen back far enough."""


@dataclass(frozen=True)
class Strike:
    """10.1, 11.3 A place from which the unit would attack, or Charge, in the coming Shock."""

    node: reach.Node
    facing: Facing
    enemies: tuple[Unit, ...]
    engagement: Engagement
    after: Battle
    """The battle as its attack is reckoned in: it stands there, the leader who rides along with it."""
    charging: bool

    @cached_property
    def worth(self) -> float:
        """Expected worth of its attack by itself (:func:`planning.worth`)."""
        return planning.worth_of(self.after, self.engagement)

    def order(self, u: Unit) -> orders.Move:
        return move(u, self.node, self.facing)


@dataclass(frozen=True, slots=True)
class Aim:
    """9.2/active An Active shot, after a move or without."""

    target: Unit
    odds: shot.Preview
    worth: float
    order: orders.Move | orders.Fire
    node: reach.Node | None = None


def move(u: Unit, node: reach.Node, facing: Facing) -> orders.Move:
    """The order to go there and face so; where it faces so already, nothing is said of it."""
    turn = () if node.previous is None and facing == u.facing else (facing,)
    return orders.Move(unit=u.id, path=(*node.path(), *turn))


def facing_at(g: Battle, u: Unit, node: reach.Node) -> Facing:
    """The sensible facing at the end of a way: towards the enemy, as it faces now if that is as good."""
    return max(
        reach.turns(g, u, node) or (u.facing,),
        key=lambda f: (choice_weights.of_facing(g, u, node.hex, f), f == u.facing),
    )


def likeliest(g: Battle, u: Unit, nodes: Iterable[reach.Node], most: int = LOOKED_AT) -> list[reach.Node]:
    """The ways whose ends lean highest."""
    return sorted(nodes, key=lambda n: (-choice_weights.of_destination(g, u, n), n.mp, n.hex))[:most]


# -- attacking -------------------------------------------------------------------------------------------------------


def strikes(g: Battle, u: Unit, taken: Collection[Hex] = ()) -> list[Strike]:
    """The best place to attack each enemy from that an order takes it to, the most promising attack first.

    ``taken``: hexes others go to. What it can attack as it stands takes no order and is left out.
    """
    if designation.unable(g, u) is not None:
        return []
    now = {e.id for e in designation.in_front(g, u)}
    ready = {t.id for w in charge.ways(g, u) for t in w.targets}
    found = [*_contacts(g, u, taken), *(_charges(g, u, taken) if charge.bar(g, _alone(u)) is None else ())]
    best: dict[tuple[str, bool], Strike] = {}
    for s in sorted(found, key=lambda s: (-s.worth, s.node.mp, s.node.hex, s.facing)):
        first = s.enemies[0].id
        if first not in (ready if s.charging else now):
            best.setdefault((first, s.charging), s)
    return list(best.values())


def _alone(u: Unit) -> Unit:
    """The unit as if no enemy were beside it, which is for the place it goes to to say."""
    return u.model_copy(update={"hex": -1})


def _ends(g: Battle, u: Unit, taken: Collection[Hex]) -> list[reach.Node]:
    return [reach.start(g, u), *(n for h, n in reach.search(g, u).items() if h not in taken)]


def _contacts(g: Battle, u: Unit, taken: Collection[Hex]) -> Iterator[Strike]:
    beside = g.beside_enemies(u.side)
    for n in likeliest(g, u, (n for n in _ends(g, u, taken) if n.hex in beside)):
        for f in reach.turns(g, u, n):
            targets = charge.before(g, u, n.hex, f)
            if targets:
                e = Engagement([Striker(shot.standing(u, n.hex, f), list(targets))])
                # Leaders lend nothing to who doesn't charge (10.4(5)).
                yield Strike(n, f, tuple(targets), e, g, charging=False)


def _charges(g: Battle, u: Unit, taken: Collection[Hex]) -> Iterator[Strike]:
    """11.3 Places two or three hexes from an enemy with a way to ride."""
    near = (
        n
        for n in _ends(g, u, taken)
        if charge.NEAREST <= choice_weights.nearest(g, n.hex, u.side) <= charge.FARTHEST
        and not g.adjacent_enemies(n.hex, u.side)
    )
    here, found = reach.start(g, u), list(near)
    ends = [n for n in found if n.hex == here.hex] + likeliest(g, u, (n for n in found if n.hex != here.hex), 5)
    for n in ends:
        facings = sorted(reach.turns(g, u, n), key=lambda f: -choice_weights.of_facing(g, u, n.hex, f))
        after = arrival.arrived(g, u, n, u.facing) if arrival.rider(g, u, n) is not None else g
        for f in facings[:3]:
            there = shot.standing(u, n.hex, f)
            aimed: set[tuple[str, ...]] = set()
            for way in charge.ways_from(g, there):
                who = tuple(t.id for t in way.targets)
                if who in aimed or not charge.can_aim(g, there, way.path, way.targets):
                    continue
                aimed.add(who)
                slowed = n.mp > 0
                e = Engagement([Striker(there, list(way.targets), tuple(way.path), charging=True, slowed=slowed)])
                yield Strike(n, f, way.targets, e, after, charging=True)


# -- shooting --------------------------------------------------------------------------------------------------------


def aims(g: Battle, u: Unit) -> list[Aim]:
    """9.2/active Whom the unit may shoot at from where it stands, the best target first."""
    found = [
        Aim(t, shot.preview(g, u, t), choice_weights.of_shot(g, u, t), orders.Fire(unit=u.id, target=t.id))
        for t in fire.targets(g, u)
    ]
    return sorted(found, key=lambda a: (-a.worth, a.odds.distance))


def closer_aim(g: Battle, u: Unit, taken: Collection[Hex] = ()) -> Aim | None:
    """9.2/active The best shot after a move."""
    if u.weapon is None or shot.inability(g, u) is not None or u.id in g.act.fired:
        return None
    far = shot.reach(g, u)
    nodes = (n for h, n in reach.search(g, u).items() if choice_weights.nearest(g, h, u.side) <= far and h not in taken)
    best: Aim | None = None
    for n in likeliest(g, u, nodes):
        f = facing_at(g, u, n)
        for t in fire.targets(g, u, at=n.hex, facing=f):
            worth = choice_weights.of_shot(g, u, t, n.hex)
            if best is not None and best.worth >= worth:
                continue
            order = move(u, n, f).model_copy(update={"fire_at": t.id})
            try:
                movement.check_move(g, u, order)
            except Refusal:
                continue
            best = Aim(t, shot.preview(g, u, t, at=n.hex), worth, order, n)
    return best


# -- moving ----------------------------------------------------------------------------------------------------------


def advance(g: Battle, u: Unit, taken: Collection[Hex] = ()) -> reach.Node | None:
    """The way on towards the enemy, short of contact, abreast of those beside it; None where there is none."""
    now = choice_weights.nearest(g, u.at, u.side)
    mates = [f for f in g.units(u.side, u.command) if f is not u and not f.retired and distance(f.at, u.at) <= 2]
    level = [f.at for f in mates if f.id in g.act.moved] + [h for h in taken if distance(h, u.at) <= g.ma(u) + 2]
    foremost = min((choice_weights.nearest(g, h, u.side) for h in level), default=0)

    def gain(n: reach.Node) -> float:
        d = choice_weights.nearest(g, n.hex, u.side)
        return log2(choice_weights.of_destination(g, u, n)) + now - d - 2 * max(0, foremost - d)

    def beside(n: reach.Node) -> int:
        near = flanks(n.hex, facing_at(g, u, n))
        return sum(h in taken or ((f := g.friend_in(h, u.side)) is not None and f is not u) for h in near)

    onward = [
        n
        for h, n in reach.search(g, u).items()
        if 2 <= choice_weights.nearest(g, h, u.side) < now and h not in taken and not g.enemy_zoc(h, u.side)
    ]
    onward.sort(key=lambda n: (-gain(n), n.mp, n.hex))
    return max(onward[:LOOKED_AT], key=lambda n: gain(n) + 0.7 * beside(n), default=None)


def straight(g: Battle, u: Unit, most: int = 2) -> reach.Node | None:
    """Straight on as far as two hexes, without coming to blows; None where the way is barred."""
    found = reach.search(g, u)
    for n in range(most, 0, -1):
        try:
            node = found.get(paths.forward(n, g.map, u, ())[-1])
        except Refusal:
            continue
        if node is not None and not g.adjacent_enemies(node.hex, u.side):
            return node
    return None


def back(g: Battle, u: Unit, taken: Collection[Hex] = (), *, hexes: int | None = None) -> reach.Node | None:
    """The way out of the enemy's reach; None where no hex is farther from him. ``hexes``: how far, None as need be."""
    now = choice_weights.nearest(g, u.at, u.side)
    if not now or (now >= 2 * SAFE and hexes is None):
        return None

    def worth(n: reach.Node) -> tuple[float, int]:
        far = min(choice_weights.nearest(g, n.hex, u.side), max(SAFE, now + 1) if hexes is None else 99)
        return far - 0.1 * n.mp - 2 * len(n.ridden_through()), -n.hex

    safer = [
        n
        for h, n in reach.search(g, u).items()
        if choice_weights.nearest(g, h, u.side) > now
        and h not in taken
        and (hexes is None or distance(h, u.at) == hexes)
        and not g.enemy_zoc(h, u.side)
    ]
    return max(safer, key=worth, default=None)


def home(g: Battle, u: Unit, taken: Collection[Hex] = ()) -> reach.Node | None:
    """12.4, 15.2 The way to its Standard for a Retired unit, into its leader's Command Range for one out of command."""
    nodes = [n for h, n in reach.search(g, u).items() if h not in taken]
    if u.retired:
        standard = g.standard(u)
        if standard is None:
            return None
        near = [n for n in nodes if distance(n.hex, standard.hex) < distance(u.at, standard.hex)]
        return min(near, key=lambda n: (distance(n.hex, standard.hex), n.mp, n.hex), default=None)
    leader = g.leader(u.command)
    if leader is None or not g.out_of_command(u):
        return None
    heard = command.reach(g, leader, u)
    return min((n for n in nodes if n.hex in heard), key=lambda n: (n.mp, n.hex), default=None)


def turned(g: Battle, u: Unit) -> Facing | None:
    """6.2 The turn in place that brings the nearest enemy before it; None where it looks at him."""
    options = reach.turns(g, u, reach.start(g, u))
    if not options or not choice_weights.nearest(g, u.at, u.side):
        return None

    def lean(f: Facing) -> float:
        return choice_weights.of_facing(g, u, u.at, f)

    best = max(options, key=lambda f: (lean(f), -((f - u.facing) % len(VERTICES))))
    return best if lean(best) > lean(u.facing) else None
