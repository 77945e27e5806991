"""About a hex: who can go there, who sees it, who can fire at it, whose command reaches it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel import dice
from engine.kernel.ground import called
from engine.kernel.hexes import Hex, distance, show
from engine.kernel.inquiry import Fact, Findings, Section, Sketch, percent, told, within_sight
from engine.kernel.text import Text, refuse
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.command import command, leader_moves
from engine.systems.gboh.inquiry import scene
from engine.systems.gboh.missiles import fire, sight, volley
from engine.systems.gboh.movement import movement, reach
from engine.systems.gboh.orders import places
from engine.systems.gboh.state import Leader, Unit

SEEN_FROM = 8
"""Hexes from which units are told that see the hex: what happens farther away plays no part in these rules."""


def about(g: Battle, h: Hex, piece: str | None = None) -> Findings:
    """A hex for everybody, or for one unit or leader. Raises Refusal for a hex off the map."""
    if h not in g.map:
        refuse("{hex} is not on the map.", hex=show(h))
    if piece is None:
        return _for_all(g, h)
    if piece in g.state.leaders:
        return _for_leader(g, h, g.state.leaders[piece])
    return _for_unit(g, h, scene.unit(g, piece))


def _for_all(g: Battle, h: Hex) -> Findings:
    sections = told(
        (Text("The ground"), _ground(g, h)),
        *((_coming(g, h, side), _comers(scene.as_if(g, side), h, side)) for side in g.state.sides),
        (Text("Fire at it"), _shooters(g, h)),
        (Text("Who sees it"), _watchers(g, h)),
        (Text("Whose command reaches it"), _reached(g, h)),
    )
    return Findings(Text("Hex {hex}", hex=show(h)), sections, Sketch(focus=(h,)))


def _ground(g: Battle, h: Hex) -> Iterator[Fact]:
    what = called(g.map.terrain_at(h))
    yield Fact(
        Text("Terrain: {terrain}, level {level}", terrain=what, level=g.map.level_at(h)), g.case(Case.CLOSED_GROUND)
    )
    standing = [*(u.id for u in g.units() if h in footprint.hexes_of(u)), *(x.name for x in g.leaders_at(h))]
    if standing:
        yield Fact(Text("Here: {pieces}", pieces=", ".join(standing)))
    for side in g.state.sides:
        holders = g.zones(side).get(h, ())
        if holders:
            yield Fact(Text("In the ZOC of {units}", units=scene.names(holders)), g.case(Case.ZONE))


# -- coming there ----------------------------------------------------------------------------------------------------


def _coming(g: Battle, h: Hex, side: str) -> Text:
    """Heading of those who can come."""
    name, holder = scene.whose(g, side), g.enemy_in(h, side)
    if holder is None:
        return Text("{side} that can come there", side=name)
    return Text("{side} that can come up to attack {unit}", side=name, unit=holder.id)


def _comers(g: Battle, h: Hex, side: str) -> Iterator[Fact]:
    """Units of the side that one move order could bring there, or up to who stands there, cheapest first."""
    found: list[tuple[int, int, Unit, reach.Node]] = []
    occupied = g.enemy_in(h, side) is not None
    if g.friend_in(h, side) is not None:
        return
    for u in g.units(side):
        if footprint.distance_to(u, h) > reach.allowance(g, u) + (1 if occupied else 0):
            continue  # no step costs less than 1 MP
        if u.routed or scene.refusal_of(lambda u=u: movement.check_orderable(g, u)) is not None:
            continue
        node = way(g, u, h, attack=occupied)
        if node is not None:
            found.append((node.mp, node.hits, u, node))
    for mp, hits, u, node in sorted(found, key=lambda x: (x[0], x[1], x[2].id)):
        yield Fact(_cost(g, u, node, mp, hits, occupied))


def _cost(g: Battle, u: Unit, node: reach.Node, mp: int, hits: int, occupied: bool) -> Text:
    ma = reach.allowance(g, u)
    if occupied:
        words = "{unit}: {mp} of {ma} MP to {hex}, {hits:hit|hits}" if hits else "{unit}: {mp} of {ma} MP to {hex}"
    else:
        words = "{unit}: {mp} of {ma} MP, {hits:hit|hits}" if hits else "{unit}: {mp} of {ma} MP"
    return Text(words, unit=u.id, mp=mp, ma=ma, hex=places.spot(u, node), hits=hits)


def way(g: Battle, u: Unit, h: Hex, *, attack: bool = False) -> reach.Node | None:
    """The cheapest way to a hex, or to one from which it can be attacked; None when one move doesn't lead there."""
    if attack:
        return reach.cheapest(g, u, h, lambda n: places.faces(g, u, n, h))
    return reach.cheapest(g, u, h, lambda n: h in places.hexes(u, n))


# -- fire and sight --------------------------------------------------------------------------------------------------


def _shooters(g: Battle, h: Hex) -> Iterator[Fact]:
    """8.13, 8.14 Units that could fire at the hex from where they stand, or are only kept from it by arc or sight."""
    target = g.unit_at(h)
    for side in g.state.sides:
        if target is not None and target.side == side:
            continue
        ordered = scene.as_if(g, side)
        for u in ordered.units(side):
            if (
                not fire.carries(g, u)
                or h in footprint.hexes_of(u)
                or footprint.distance_to(u, h) > fire.farthest(g, u)
            ):
                continue
            if fire.inability(g, u) is None:
                yield from _aim(ordered, u, h, target)


def _aim(g: Battle, u: Unit, h: Hex, target: Unit | None) -> Iterator[Fact]:
    d = footprint.distance_to(u, h)
    power = volley.strength(g, u, u.at, h, d)
    if power is None:
        return
    if not sight.in_arc(u, h):
        yield Fact(Text("{unit}, range {d}: it lies behind it", unit=u.id, d=d), g.case(Case.FIRE_TARGET))
    elif (wall := sight.blocked(g, u, h)) is not None:
        yield Fact(
            Text("{unit}, range {d}: {hex} blocks the line of sight", unit=u.id, d=d, hex=show(wall)),
            g.case(Case.LINE_OF_SIGHT),
        )
    elif target is not None and (bad := fire.bad_target(g, u, target)) is not None:
        yield Fact.of(bad)
    elif target is not None:
        yield Fact(
            scene.shot(u, target.id, volley.preview(g, u, target), 2 if fire.fires_twice(g, u) else 1),
            g.case(Case.FIRE),
        )
    else:
        p = percent(dice.chance(lambda die, most=power[0]: die <= most))
        yield Fact(
            Text("{unit}, range {d}: strength {n}, {p} before modifiers", unit=u.id, d=d, n=power[0], p=p),
            g.case(Case.FIRE),
        )


def _watchers(g: Battle, h: Hex) -> Iterator[Fact]:
    for side in g.state.sides:
        near = sorted(
            (u for u in g.units(side) if 0 < footprint.distance_to(u, h) <= SEEN_FROM),
            key=lambda u: footprint.distance_to(u, h),
        )
        seeing = [u for u in near if sight.can_see(g, u, h)]
        yield Fact(within_sight(scene.whose(g, side), SEEN_FROM, seeing), g.case(Case.LINE_OF_SIGHT))


# -- command ---------------------------------------------------------------------------------------------------------


def _reached(g: Battle, h: Hex) -> Iterator[Fact]:
    for x in g.leaders():
        radius = x.command_range
        if distance(x.at, h) > 2 * radius or (d := command.reach(g, x, 2 * radius).get(h)) is None:
            continue
        if d <= radius:
            text = Text("{leader}: {d} of {radius:hex|hexes}", leader=x.name, d=d, radius=radius)
            yield Fact(text, g.case(Case.COMMAND_RANGE))
        elif x.line_commands:
            text = Text("{leader}: for Line Commands only, {d} of {radius}", leader=x.name, d=d, radius=2 * radius)
            yield Fact(text, g.case(Case.LINE_COMPOSITION))


# -- one piece -------------------------------------------------------------------------------------------------------


def _for_unit(g: Battle, h: Hex, u: Unit) -> Findings:
    if not u.on_map:
        refuse("{unit} is not on the map.", unit=u.id)
    g = scene.as_if(g, u.side, scene.likely_leader(g, u))
    own = footprint.hexes_of(u)
    there = g.unit_at(h)
    attack = there is not None and there.side != u.side
    facts = [_way_fact(g, u, h, attack)]
    wall = sight.blocked(g, u, h)
    if h not in own:
        facts.append(_sight_fact(g, u, h, wall))
        facts += _fire_facts(g, u, h, there)
    title = Text("{unit} and hex {hex}", unit=u.id, hex=show(h))
    sketch = Sketch(
        focus=(*own, h), sight=(min(own, key=lambda x: (distance(x, h), x)), h, wall) if h not in own else None
    )
    sections: list[Section] = [
        Section(Text("{distance:hex|hexes} apart", distance=footprint.distance_to(u, h)), tuple(facts))
    ]
    if there is not None:
        sections.append(Section(Text("At {hex}", hex=show(h)), tuple(_ground(g, h))))
    return Findings(title, tuple(sections), sketch)


def _way_fact(g: Battle, u: Unit, h: Hex, attack: bool) -> Fact:
    bar = scene.refusal_of(lambda: movement.check_orderable(g, u))
    if bar is not None:
        return Fact.of(bar)
    own = footprint.hexes_of(u)
    node = way(g, u, h, attack=attack) if h not in own else None
    if node is not None:
        return Fact(
            Text("Goes: {cost}", cost=_cost(g, u, node, node.mp, node.hits, attack)), g.case(Case.MOVEMENT_ALLOWANCE)
        )
    if h in own:
        return Fact(Text("It stands there."))
    return Fact(Text("It can't get there with {ma} MP", ma=reach.allowance(g, u)), g.case(Case.MOVEMENT_ALLOWANCE))


def _sight_fact(g: Battle, u: Unit, h: Hex, wall: Hex | None) -> Fact:
    if wall is not None:
        return Fact(
            Text("It can't see {hex}: {wall} is in the way", hex=show(h), wall=show(wall)), g.case(Case.LINE_OF_SIGHT)
        )
    if not sight.in_arc(u, h):
        return Fact(
            Text("The line to {hex} is open, but it lies behind {unit}", hex=show(h), unit=u.id),
            g.case(Case.FIRE_TARGET),
        )
    return Fact(Text("It sees {hex}", hex=show(h)), g.case(Case.LINE_OF_SIGHT))


def _fire_facts(g: Battle, u: Unit, h: Hex, there: Unit | None) -> Sequence[Fact]:
    if not fire.carries(g, u):
        return ()
    bar = fire.inability(g, u)
    if bar is not None:
        return (Fact.of(bar),)
    power = volley.strength(g, u, u.at, h, footprint.distance_to(u, h))
    if power is None:
        n = fire.printed_range(g, u)
        return (Fact(Text("Its missiles reach {n:hex|hexes}", n=n), g.case(Case.FIRE_TARGET)),)
    return tuple(_aim(g, u, h, there if there is not None and there.side != u.side else None))


def _for_leader(g: Battle, h: Hex, x: Leader) -> Findings:
    if not x.on_map:
        refuse("{leader} is not on the map.", leader=x.name)
    g = scene.as_if(g, x.side, x)
    x = g.state.leaders[x.id]
    goals = leader_moves.destinations(g, x)
    facts: list[Fact] = []
    bar = scene.refusal_of(lambda: leader_moves.check_destination(g, x, h)) if h != x.at else None
    if bar is not None:
        facts.append(Fact.of(bar))
    elif h != x.at:
        facts.append(
            Fact(
                Text("He goes there for {mp} of {all} MP", mp=goals[h], all=g.leader_mp(x)),
                g.case(Case.LEADER_MOVEMENT),
            )
        )
    near = command.reach(g, x, x.command_range)
    text = (
        Text("His command reaches it: {d} of {radius:hex|hexes}", d=near[h], radius=x.command_range)
        if h in near
        else Text("Beyond his Command Range of {radius}, or enemies block the way", radius=x.command_range)
    )
    facts.append(Fact(text, g.case(Case.COMMAND_RANGE)))
    title = Text("{leader} and hex {hex}", leader=x.name, hex=show(h))
    return Findings(
        title,
        (Section(Text("From {hex}", hex=show(x.at)), tuple(facts)),),
        Sketch(focus=(x.at, h), command=frozenset(near)),
    )
