"""What a unit can do: each kind of order, its Shock, each reaction it has, and what forbids the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kernel.hexes import Hex, distance, show, within
from engine.kernel.inquiry import Fact, Findings, Section, Sketch, by_mp, refusal_of, told
from engine.kernel.naming import titled
from engine.kernel.text import Text, joined
from engine.systems.men_of_iron import command, facing, fire, formations, hobilars, leader_moves, reach, shot, victory
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.inquiry import losses, reactions
from engine.systems.men_of_iron.order_kinds import work
from engine.systems.men_of_iron.preview import odds, scene
from engine.systems.men_of_iron.state import Unit
from engine.systems.men_of_iron.view import TYPES, signed


def about(g: Battle, u: Unit) -> Findings:
    """Everything a unit can do in the activation of its Command: the one under way, or one that began now."""
    title = Text("{unit} ({side})", unit=titled(u), side=scene.whose(g, u.side))
    if not u.on_map:
        return Findings(title, (Section(Text("Where it is"), (_absent(g, u),)),))
    now = scene.under_way(g, u.command)
    moving = not now or g.state.phase in ("begin", "move")
    # While nothing may move, it is asked about the activation as it is.
    active = scene.as_if(g, u.command) if moving else g
    nodes = reach.search(active, u) if moving else {}
    sections = told(
        (Text("How it stands"), _state(g, u)),
        (Text("Command"), _command(active, u, now)),
        (Text("In the Move/Fire part"), _orders(active, u, nodes) if moving else [_too_late(g)]),
        (Text("In the Shock part"), _shock(active, u)),
        (Text("In answer to the enemy"), reactions.of(g, u)),
        (Text("If it fell"), [losses.of(g, u)]),
        (Text("Where it can move"), _hexes(nodes)),
    )
    return Findings(title, sections, _sketch(active, u, nodes))


def _absent(g: Battle, u: Unit) -> Fact:
    if u.departed:
        return Fact(Text("It has left the battle, and counts no Flight Points."), "16.0")
    if u.eliminated:
        return Fact(
            Text("It is eliminated, and counts {n:Flight Point|Flight Points}.", n=victory.unit_points(g, u)), "16.0"
        )
    return Fact(Text("It is not on the map."))


# -- state and command -----------------------------------------------------------------------------------------------


def _state(g: Battle, u: Unit) -> Iterator[Fact]:
    yield Fact(
        Text(
            "{type} at {hex}, facing {f}: {state}, Shock DRM {drm}, MA {ma}",
            type=TYPES[u.type][1],
            hex=show(u.at),
            f=u.facing.name,
            state=scene.state(u),
            drm=signed(g.drm(u)),
            ma=reach.allowance(g, u),
        ),
        "2.2",
    )
    if u.retired:
        yield Fact(Text("Any adverse result in combat eliminates it"), "12.4")
        standard = g.standard(u)
        if standard is not None:
            text = Text("Its Standard, {name}, is at {hex}", name=standard.name, hex=show(standard.hex))
            yield Fact(text, "13.2")
    holders = g.enemy_zoc(u.at, u.side)
    if holders:
        yield Fact(Text("In the ZOC of {enemies}", enemies=scene.names(holders)), "7.1")
    beside = g.adjacent_enemies(u.at, u.side)
    if beside:
        yield Fact(Text("Next to {enemies}", enemies=scene.names(beside)), "13.1")
    if u.no_missiles:
        yield Fact(Text("Out of missiles"), "NA-1")


def _command(g: Battle, u: Unit, now: bool) -> Iterator[Fact]:
    c = g.state.commands[u.command]
    if not now:
        text = Text("{name} isn't activated: this is what it could do if it were now.", name=c.name)
        yield Fact(text, "4.1")
    leader = g.leader(u.command)
    if leader is None:
        yield Fact(
            Text("{name} has no leader: a Replacement Leader comes with the next activation", name=c.name), "15.6"
        )
    else:
        found = command.reach(g, leader, u)
        text = (
            Text("{leader} reaches it: {mp} of {all} MP", leader=leader.name, mp=found[u.at], all=leader.command_range)
            if u.at in found
            else Text("Beyond {leader}'s Command Range of {all} MP", leader=leader.name, all=leader.command_range)
        )
        yield Fact(text, "15.2")
    if g.out_of_command(u):
        yield Fact(
            Text("Out of command: it may not move next to an enemy; on foot in enemy ZOC it stays"),
            "5.2/ooc",
        )
    elif leader is not None and not command.in_range(g, leader, u):
        yield Fact(Text("In command by units of its Command side by side with it"), "15.2")


# -- orders ----------------------------------------------------------------------------------------------------------


def _too_late(g: Battle) -> Fact:
    name = g.state.commands[g.act.command].name
    return Fact(Text("Movement and fire of {name} are over for this activation.", name=name), "3.1")


def _orders(g: Battle, u: Unit, nodes: Mapping[Hex, reach.Node]) -> Iterator[Fact]:
    yield _move(g, u, nodes)
    yield _turn(g, u)
    yield from _fire(g, u)
    yield from _forms(g, u)
    if hobilars.is_hobilar(u):
        bar = refusal_of(lambda: hobilars.check_change(g, u, u.at, g.spent(u)))
        verb = "Dismounts here: {mp} MP" if u.mounted else "Mounts here: {mp} MP"
        yield Fact.of(bar) if bar is not None else Fact(Text(verb, mp=hobilars.price(g)), "14.2")
    for order in work.options(g, u):
        if order.what == "remount":
            yield Fact(Text("Mounts up; it takes the whole activation"), "PO-5")
        elif order.hex is not None:
            yield Fact(
                Text("Clears the hedge towards {hex}; it takes the whole activation", hex=show(order.hex)), "PO-2"
            )
    rider = leader_moves.rider(g, u)
    if rider is not None:
        yield Fact(Text("{leader} goes along unless told to stay", leader=rider.name), "15.2")
    yield from _recovery(g, u)


def _move(g: Battle, u: Unit, nodes: Mapping[Hex, reach.Node]) -> Fact:
    bar = reach.barred(g, u)
    if bar is not None:
        return Fact.of(bar)
    if u.retired:
        return Fact(Text("Retired: one hex, nearer to its Standard; {n} open", n=len(nodes)), "12.4")
    ma = reach.allowance(g, u)
    left = max(0, ma - g.spent(u))
    if not nodes:
        return Fact(Text("It can go nowhere with {left} of {ma} MP", left=left, ma=ma), "5.1")
    words = "Moves: {n:hex|hexes} with {left} MP" if left == ma else "Moves: {n:hex|hexes} with {left} of {ma} MP"
    return Fact(Text(words, n=len(nodes), left=left, ma=ma), "5.1")


def _turn(g: Battle, u: Unit) -> Fact:
    left = facing.vertices_left(g, u)
    if left is None:
        return Fact(Text("Turns in its hex as it likes"), "6.2")
    options = facing.options(g, u)
    rule = "14.1" if u.formation is not None else "6.2"
    if not options:
        return Fact(Text("It has turned all it may in its hex"), rule)
    return Fact(
        Text("Turns in its hex by one vertex: to {options}", options=" or ".join(f.name for f in options)), rule
    )


def _fire(g: Battle, u: Unit) -> Iterator[Fact]:
    if u.weapon is None and not u.no_missiles and u.type != "MH":
        return
    bar = shot.inability(g, u)
    if bar is not None:
        yield Fact.of(bar)
        return
    if g.state.activation is not None and u.id in g.act.fired:
        yield Fact(Text("It has fired in this activation"), "9.2/active")
        return
    targets = fire.targets(g, u)
    for t in targets:
        yield Fact(Text("Fires: {shot}", shot=odds.shot_words(u, t, shot.preview(g, u, t))), "9.2/active")
    if not targets:
        text = Text("Fires: nobody within {n:hex|hexes}, in arc and sight", n=shot.reach(g, u))
        yield Fact(text, "9.1")


def _shock(g: Battle, u: Unit) -> Iterator[Fact]:
    """10.3 What it could attack; once attacks are designated, what it does."""
    if g.state.phase not in ("resolve", "end"):
        yield from odds.of_unit(scene.as_if(g, u.command, "shock"), u)
        return
    for a in g.act.attacks:
        if a.unit == u.id:
            words = "Attacks {enemies}" if a.charge is None else "Charges {enemies}"
            yield Fact(Text(words, enemies=", ".join(a.targets)), "10.3")


def _forms(g: Battle, u: Unit) -> Iterator[Fact]:
    formation = u.formation or formations.known(g, u)
    if formation is None:
        return
    entering = u.formation is None
    name, rule = formations.NAMES[formation], formations.rule_of(formation)
    bar = refusal_of(lambda: formations.check_unit(g, u, formation if entering else None))
    if bar is not None:
        yield Fact.of(bar)
    else:
        yield Fact(Text("Forms a {name}" if entering else "Leaves its {name}", name=name), rule)


def _recovery(g: Battle, u: Unit) -> Iterator[Fact]:
    """13.1, 13.2 How it could get well."""
    if u.retired:
        standard = g.standard(u)
        near = standard is not None and distance(u.at, standard.hex) <= 1
        if standard is not None and near and not g.adjacent_enemies(u.at, u.side):
            text = Text("Rallies, Disordered, when {name} is activated", name=standard.name)
        elif standard is not None and near:
            text = Text("Next to an enemy it doesn't rally")
        else:
            text = Text("Rallies only next to its Standard, in a free activation of it")
        yield Fact(text, "13.2")
    elif u.disordered:
        act = g.act
        if u.id not in act.may_recover:
            yield Fact(Text("It can't recover in this activation: it began it next to an enemy, or in order"), "13.1")
        elif u.id in act.acted:
            yield Fact(Text("It has done something, and doesn't recover in this activation"), "13.1")
        else:
            yield Fact(Text("Recovers if it does nothing at all and no enemy is next to it at the end"), "13.1")


# -- where to --------------------------------------------------------------------------------------------------------


def _hexes(nodes: Mapping[Hex, reach.Node]) -> Iterator[Fact]:
    """Every hex by what it costs."""
    for mp, hexes in by_mp({h: n.mp for h, n in nodes.items()}):
        yield Fact(Text("{mp} MP: {hexes}", mp=mp, hexes=joined(_stopping(nodes[h]) for h in hexes)))


def _stopping(node: reach.Node) -> Text | str:
    return Text("{hex} (ZOC)", hex=show(node.hex)) if node.stops else show(node.hex)


def _sketch(g: Battle, u: Unit, nodes: Mapping[Hex, reach.Node]) -> Sketch:
    costs = {h: n.mp for h, n in nodes.items()}
    bands, needs = field_of_fire(g, u)
    return Sketch(focus=(u.at, *sorted(costs)), costs=costs, bands=bands, needs=needs)


def field_of_fire(g: Battle, u: Unit) -> tuple[dict[Hex, int], dict[Hex, str]]:
    """9.1 Hexes the unit's missiles reach with the range, and the DRM for it; empty when it can't fire."""
    weapon = u.weapon
    if weapon is None or shot.inability(g, u) is not None:
        return {}, {}
    bands: dict[Hex, int] = {}
    needs: dict[Hex, str] = {}
    for h in within(u.at, shot.reach(g, u))[1:]:
        drm = g.charts.missile_range(weapon, distance(u.at, h))
        if h in g.map and drm is not None and g.arc(u, h) != "rear" and odds.sees(g, u, h):
            bands[h], needs[h] = distance(u.at, h), signed(drm)
    return bands, needs
