"""About a hex: what lies there, who can come, who sees it and fires at it, whose command reaches it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.ground import called
from engine.kernel.hexes import Hex, distance, show
from engine.kernel.inquiry import Fact, Findings, Section, Sketch, refusal_of, told, within_sight
from engine.kernel.text import Text, refuse
from engine.systems.men_of_iron import command, leader_moves, movement, reach, reaction, shot, sight
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.inquiry import leader
from engine.systems.men_of_iron.orders import MoveLeader
from engine.systems.men_of_iron.preview import odds, scene
from engine.systems.men_of_iron.state import Leader, Unit
from engine.systems.men_of_iron.view import signed

SEEN_FROM = 6
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
        *((_coming(g, h, side), _comers(g, h, side)) for side in g.state.armies),
        (Text("Fire at it"), _shooters(g, h)),
        (Text("Who sees it"), _watchers(g, h)),
        (Text("Whose command reaches it"), _reached(g, h)),
    )
    return Findings(Text("Hex {hex}", hex=show(h)), sections, Sketch(focus=(h,)))


def _ground(g: Battle, h: Hex) -> Iterator[Fact]:
    what, row = called(g.map.terrain_at(h)), g.ground(h)
    yield Fact(Text("Terrain: {terrain}, level {level}", terrain=what, level=g.map.level_at(h)), "T-TERRAIN")
    if row.impassable:
        yield Fact(Text("Nobody can enter it"), "T-TERRAIN")
    else:
        foot, mounted = (str(x) if x is not None else "-" for x in (row.foot, row.mounted))
        charge = Text("Charges may go there") if row.charge else Text("no Charge")
        text = Text("Foot {foot} MP, mounted {mounted} MP; {charge}", foot=foot, mounted=mounted, charge=charge)
        yield Fact(text, "T-TERRAIN")
    cover = [(Text("Shock"), row.shock), (Text("missiles"), row.missile), (Text("attacks out of it"), row.attack_from)]
    for word, drm in cover:
        if drm:
            yield Fact(Text("{drm} to {what}", drm=signed(drm), what=word), "T-TERRAIN")
    standing = [
        *(u.id for u in g.units() if u.hex == h),
        *(x.name for x in g.leaders_at(h)),
        *(s.name for s in g.standards() if s.hex == h),
        *(m.name for m in g.markers() if m.hex == h),
    ]
    if standing:
        yield Fact(Text("Here: {pieces}", pieces=", ".join(standing)))
    for side in g.state.armies:
        holders = g.zones(side).get(h, ())
        if holders:
            yield Fact(Text("In the ZOC of {units}", units=scene.names(holders)), "7.1")


# -- coming there ----------------------------------------------------------------------------------------------------


def _coming(g: Battle, h: Hex, side: str) -> Text:
    """Heading of those who can come."""
    name, holder = scene.whose(g, side), g.enemy_in(h, side)
    if holder is None:
        return Text("{side} that can come there", side=name)
    return Text("{side} that can come up to {unit}", side=name, unit=holder.id)


def _comers(g: Battle, h: Hex, side: str) -> Iterator[Fact]:
    """Units of the side that one move could bring there, or next to who stands there, cheapest first."""
    if g.friend_in(h, side) is not None or g.ground(h).impassable:
        return
    goals = {h} if g.enemy_in(h, side) is None else set(g.map.neighbours(h))
    found: list[tuple[int, str, Fact]] = []
    for c in g.commands(side):
        near = [u for u in g.units(command=c.id) if distance(u.at, h) <= reach.allowance(g, u) + (h not in goals)]
        if not near:
            continue  # no step costs less than 1 MP
        active = _moving(g, c.id)
        if active is None:
            continue
        for u in near:
            node = _way(active, u, goals)
            if node is not None:
                found.append((node.mp, u.id, Fact(_cost(g, u, node, node.hex != h), "5.1")))
    for _, _, fact in sorted(found, key=lambda x: x[:2]):
        yield fact


def _moving(g: Battle, name: str) -> Battle | None:
    """The battle with the Command moving; None where its movement is over."""
    if scene.under_way(g, name) and g.state.phase not in ("begin", "move"):
        return None
    return scene.as_if(g, name)


def _way(g: Battle, u: Unit, goals: set[Hex]) -> reach.Node | None:
    """The cheapest way to one of the hexes; None when one move doesn't lead there."""
    if refusal_of(lambda: movement.check_orderable(g, u)) is not None:
        return None
    nodes = reach.search(g, u)
    return min((nodes[h] for h in goals if h in nodes), key=lambda n: (n.mp, n.hex), default=None)


def _cost(g: Battle, u: Unit, node: reach.Node, elsewhere: bool) -> Text:
    words = "{unit}: {mp} of {ma} MP to {hex}" if elsewhere else "{unit}: {mp} of {ma} MP"
    return Text(words, unit=u.id, mp=node.mp, ma=reach.allowance(g, u), hex=show(node.hex))


# -- fire and sight --------------------------------------------------------------------------------------------------


def _shooters(g: Battle, h: Hex) -> Iterator[Fact]:
    """9.1, 9.4 Units that could fire at the hex from where they stand, or are only kept from it by arc or sight."""
    target = g.unit_at(h)
    for u in g.units():
        if u.weapon is None or u.at == h or (target is not None and target.side == u.side):
            continue
        if distance(u.at, h) <= shot.reach(g, u) and shot.inability(g, u) is None:
            yield from _aim(g, u, h, target)


def _aim(g: Battle, u: Unit, h: Hex, target: Unit | None) -> Iterator[Fact]:
    d = distance(u.at, h)
    if g.arc(u, h) == "rear":
        yield Fact(Text("{unit}, range {d}: it lies behind it", unit=u.id, d=d), "9.1")
        return
    wall = sight.blocker(g, u.at, h, crossbow=u.weapon == "crossbow")
    if wall is not None:
        yield Fact(Text("{unit}, range {d}: {hex} blocks the line of sight", unit=u.id, d=d, hex=show(wall)), "9.4")
    elif target is not None:
        yield Fact(odds.shot_words(u, target, shot.preview(g, u, target)), "9.3")
    else:
        assert u.weapon is not None
        drm = g.charts.missile_range(u.weapon, d)
        words = (
            "{unit}, range {d}: {drm}; Reaction Fire at who enters" if h in g.front(u) else "{unit}, range {d}: {drm}"
        )
        yield Fact(Text(words, unit=u.id, d=d, drm=signed(drm or 0)), "T-RANGE")


def _watchers(g: Battle, h: Hex) -> Iterator[Fact]:
    for side in g.state.armies:
        near = sorted((u for u in g.units(side) if 0 < distance(u.at, h) <= SEEN_FROM), key=lambda u: distance(u.at, h))
        seeing = [u for u in near if sight.blocker(g, u.at, h, crossbow=u.weapon == "crossbow") is None]
        yield Fact(within_sight(scene.whose(g, side), SEEN_FROM, seeing), "9.4")


# -- command ---------------------------------------------------------------------------------------------------------


def _reached(g: Battle, h: Hex) -> Iterator[Fact]:
    for x in g.leaders():
        mp = _command_mp(g, x, h)
        if mp is not None:
            yield Fact(Text("{leader}: {mp} of {all} MP", leader=x.name, mp=mp, all=x.command_range), "15.2")


def _command_mp(g: Battle, x: Leader, h: Hex) -> int | None:
    """15.2 MP of his command to a hex, for the unit of his Command that has it easiest; None beyond his range."""
    kinds = {u.mounted: u for u in g.units(command=x.command)}
    return min((mp for u in kinds.values() if (mp := command.reach(g, x, u).get(h)) is not None), default=None)


# -- one piece -------------------------------------------------------------------------------------------------------


def _for_unit(g: Battle, h: Hex, u: Unit) -> Findings:
    there = g.unit_at(h)
    enemy = there if there is not None and there.side != u.side else None
    facts = [_way_fact(g, u, h, enemy)]
    wall = sight.blocker(g, u.at, h, crossbow=u.weapon == "crossbow")
    if h != u.at:
        facts.append(_sight_fact(g, u, h, wall))
        facts += _fire_facts(g, u, h, enemy)
    if enemy is None and h != u.at:
        facts += _met(g, u, h)
    sections = [
        Section(Text("{distance:hex|hexes} apart", distance=distance(u.at, h)), tuple(facts)),
        Section(Text("At {hex}", hex=show(h)), tuple(_ground(g, h))),
    ]
    sketch = Sketch(focus=(u.at, h), sight=(u.at, h, wall) if h != u.at else None)
    return Findings(Text("{unit} and hex {hex}", unit=u.id, hex=show(h)), tuple(sections), sketch)


def _way_fact(g: Battle, u: Unit, h: Hex, enemy: Unit | None) -> Fact:
    if h == u.at:
        return Fact(Text("It stands there."))
    active = _moving(g, u.command)
    if active is None:
        return Fact(Text("Movement is over for this activation"), "3.1")
    bar = reach.barred(active, u)
    if bar is not None:
        return Fact.of(bar)
    node = _way(active, u, {h} if enemy is None else set(g.map.neighbours(h)))
    if node is not None:
        return Fact(Text("Goes: {cost}", cost=_cost(g, u, node, node.hex != h)), "5.1")
    return Fact(Text("It can't get there with {ma} MP", ma=reach.allowance(g, u)), "5.1")


def _sight_fact(g: Battle, u: Unit, h: Hex, wall: Hex | None) -> Fact:
    if wall is not None:
        return Fact(Text("It can't see {hex}: {wall} is in the way", hex=show(h), wall=show(wall)), "9.4")
    arc = {"front": Text("in its front"), "flank": Text("on its flank"), "rear": Text("behind it")}[g.arc(u, h)]
    return Fact(Text("It sees {hex}, {arc}", hex=show(h), arc=arc), "9.4")


def _fire_facts(g: Battle, u: Unit, h: Hex, enemy: Unit | None) -> list[Fact]:
    if u.weapon is None:
        return []
    bar = shot.inability(g, u)
    if bar is not None:
        return [Fact.of(bar)]
    if distance(u.at, h) > shot.reach(g, u):
        return [Fact(Text("Its missiles reach {n:hex|hexes}", n=shot.reach(g, u)), "9.1")]
    return list(_aim(g, u, h, enemy))


def _met(g: Battle, u: Unit, h: Hex) -> Iterator[Fact]:
    """9.2/reaction Who may fire at it as it enters."""
    for e in reaction.reactors(g, u, h):
        there = u.model_copy(update={"hex": h})
        yield Fact(
            Text("May fire as it enters: {shot}", shot=odds.shot_words(e, u, shot.preview(g, e, there))), "9.2/reaction"
        )


def _for_leader(g: Battle, h: Hex, x: Leader) -> Findings:
    if not x.on_map:
        refuse("{leader} is not on the map.", leader=x.name)
    facts: list[Fact] = []
    active = _moving(g, x.command)
    if active is None:
        facts.append(Fact(Text("Movement is over for this activation"), "3.1"))
    elif h != x.at:
        goals = leader_moves.destinations(active, x)
        bar = None if h in goals else refusal_of(lambda: leader_moves.check(active, MoveLeader(leader=x.id, to=h)))
        cost = Fact(
            Text("He goes there for {mp} of {all} MP", mp=goals.get(h), all=leader_moves.mp_left(active, x)), "15.2"
        )
        facts.append(Fact.of(bar) if bar is not None else cost)
    mp = _command_mp(g, x, h)
    text = (
        Text("His command reaches it: {mp} of {all} MP", mp=mp, all=x.command_range)
        if mp is not None
        else Text("Beyond his Command Range of {all} MP, or enemies block the way", all=x.command_range)
    )
    facts.append(Fact(text, "15.2"))
    return Findings(
        Text("{leader} and hex {hex}", leader=x.name, hex=show(h)),
        (Section(Text("From {hex}", hex=show(x.at)), tuple(facts)),),
        Sketch(focus=(x.at, h), command=leader.command_hexes(g, x)),
    )
