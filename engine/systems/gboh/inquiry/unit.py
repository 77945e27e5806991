"""What a unit can do now: each kind of order, each reaction it has, and what forbids the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kernel import dice
from engine.kernel.hexes import Facing, Hex, show, within
from engine.kernel.inquiry import Fact, Findings, Section, Sketch, percent, told
from engine.kernel.naming import titled
from engine.kernel.text import Refusal, Text, joined
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion, rally, recovery
from engine.systems.gboh.command import command, line_composition
from engine.systems.gboh.events import facing_name
from engine.systems.gboh.inquiry import attack, losses, reactions, scene
from engine.systems.gboh.missiles import fire, harass, volley
from engine.systems.gboh.movement import movement, pairs, reach, zoc
from engine.systems.gboh.orders import places
from engine.systems.gboh.state import Leader, Unit
from engine.systems.gboh.troops import Fate


def about(g: Battle, u: Unit) -> Findings:
    """Everything a unit can do if it is ordered now, by the leader who would most likely order it."""
    title = Text("{unit} ({side})", unit=titled(u), side=scene.whose(g, u.side))
    if not u.on_map:
        return Findings(title, (Section(Text("Where it is"), (_absent(g, u),)),))
    leader = scene.likely_leader(g, u)
    now = scene.ordering(g, u.side)
    g = scene.as_if(g, u.side, leader)
    leader = g.state.leaders[leader.id] if leader is not None else None
    nodes = {} if u.routed or scene.refusal_of(lambda: movement.check_orderable(g, u)) else reach.search(g, u)
    sections = told(
        (Text("How it stands"), _state(g, u, now)),
        (Text("Command"), _command(g, u)),
        (Text("Orders it could have"), _orders(g, u, leader, nodes)),
        (Text("It could attack"), attack.of_unit(g, u)),
        (Text("In answer to the enemy's moves"), reactions.of(g, u)),
        (Text("If it fell"), [losses.of(g, u)]),
        (Text("Where it can move"), _hexes(u, nodes)),
    )
    return Findings(title, sections, _sketch(g, u, nodes))


def _absent(g: Battle, u: Unit) -> Fact:
    if u.departed:
        return Fact(Text("It has left the battle, and nobody scores for it."))
    if u.eliminated:
        return Fact(
            Text("It is out of the battle; it cost {n:Rout Point|Rout Points}.", n=losses.points(g, u)),
            g.case(Case.ROUT_POINTS),
        )
    return Fact(Text("It is not on the map."))


# -- state and command -----------------------------------------------------------------------------------------------


_BREAKS: Mapping[Fate, Text] = {
    "rout": Text("routs"),
    "lost": Text("is lost"),
    "rampage": Text("runs wild"),
    "save": Text("breaks"),
}
"""What becomes of a unit whose hits reach its TQ."""


def _state(g: Battle, u: Unit, now: Leader | None) -> Iterator[Fact]:
    room = cohesion.tq(g, u) - u.hits
    text = (
        Text("At {hex}", hex=places.here(u))
        if not u.troop.faces
        else Text("At {hex}, facing {f}", hex=places.here(u), f=facing_name(u.facing))
    )
    if u.routed:
        yield Fact(Text("{where}: routed, any hit eliminates it", where=text), g.case(Case.ROUTED))
    else:
        yield Fact(
            Text(
                "{where}: {hits:hit|hits}, {breaks} at {tq} ({room} more)",
                breaks=_BREAKS[u.troop.fate],
                where=text,
                hits=u.hits,
                tq=cohesion.tq(g, u),
                room=room,
            ),
            g.case(Case.BREAKING),
        )
    if now is None and g.led:
        yield Fact(
            Text(
                "Nobody orders the {side} at this moment: this is what it could do if somebody did.",
                side=scene.whose(g, u.side),
            )
        )
    if u.moved and g.game.movement.moved_again_hits:
        yield Fact(Text("It has moved this turn: moving again costs 1 hit"), g.case(Case.MOVED_AGAIN))
    if not footprint.is_single(u) and (zone := g.zoc(u)):
        yield Fact(Text("Its ZOC: {hexes}", hexes=joined(show(h) for h in sorted(zone))), g.case(Case.ZONE))
    held = zoc.holders(g, u)
    if held:
        yield Fact(Text("In the ZOC of {enemies}", enemies=scene.names(held)), g.case(Case.ZONE_STOP))


def _command(g: Battle, u: Unit) -> Iterator[Fact]:
    if not g.led:
        yield from special.told(g, Special.command_facts, u)
        return
    found = scene.commanders(g, u)
    for x, d in found:
        text = Text("{leader} can order it: {d} of {radius:hex|hexes}", leader=x.name, d=d, radius=x.command_range)
        if command.silenced(g, x):
            text = Text("{leader} would reach it, but he is in enemy ZOC", leader=x.name)
        elif x.status == "finished":
            text = Text("{leader} would reach it, but he is Finished", leader=x.name)
        yield Fact(text, g.case(Case.COMMAND_RANGE))
    if not found:
        yield Fact(
            Text("Beyond every leader's Command Range: nobody can give it an Individual Order"),
            g.case(Case.COMMAND_RANGE),
        )
    any_line = False
    for x in g.leaders(u.side):
        if not x.line_commands or u.routed:
            continue
        for group in line_composition.lines_with(g, x, u):
            if len(group) > 1:
                any_line = True
                text = Text("{leader}'s Line: {units}", leader=x.name, units=scene.names(group))
                yield Fact(text, g.case(Case.LINE_COMPOSITION))
    if not any_line and not u.routed:
        yield Fact(Text("In no Line with others"), g.case(Case.LINE_COMPOSITION))


# -- orders ----------------------------------------------------------------------------------------------------------


def _orders(g: Battle, u: Unit, leader: Leader | None, nodes: dict[tuple[Hex, Facing], reach.Node]) -> Iterator[Fact]:
    if u.routed:
        yield from _rally(g, u)
        return
    bar = scene.refusal_of(lambda: movement.check_orderable(g, u))
    if bar is not None:
        yield Fact.of(bar)
    else:
        yield from _moves(g, u, nodes)
        yield from _fire(g, u)
        yield from _harass(g, u)
        yield from special.told(g, Special.facts, u)
    if u.hits and g.game.combat.recovery:
        yield _recover(g, u, leader)


def _moves(g: Battle, u: Unit, nodes: dict[tuple[Hex, Facing], reach.Node]) -> Iterator[Fact]:
    ma = reach.allowance(g, u)
    costs, hits = cheapest(u, nodes)
    if not costs:
        bar = scene.refusal_of(lambda: zoc.check_leave(g, u)) if zoc.holders(g, u) else None
        if (no := special.why_not(g, Special.bars_move, u) or special.why_not(g, Special.confines, u)) is not None:
            bar = no
        elif u.id in g.orders.stationary:
            bar = Refusal(
                "{unit} has fired on the spot and stays in its hex.", rule=g.case(Case.ORDERED_FIRE), unit=u.id
            )
        yield Fact.of(bar) if bar is not None else Fact(Text("It can go nowhere."), g.case(Case.CLOSED_GROUND))
        return
    yield from _turns(g, u)
    clean = sum(1 for h in costs if not hits.get(h))
    yield Fact(
        Text("Moves: {n:hex|hexes} with {ma} MP, {clean} of them without a hit", n=len(costs), ma=ma, clean=clean),
        g.case(Case.MOVEMENT_ALLOWANCE),
    )


def _turns(g: Battle, u: Unit) -> Iterator[Fact]:
    """A 6.43-6.46 What a unit of two hexes can do beside going on, and where each half ends."""
    for kind, n, _ in places.turns(g, u):
        what, hexes, f = places.TURNS[kind][1], places.spot(u, n), facing_name(n.facing)
        words = (
            "{what}: {hexes}, facing {f}, {mp} MP, {hits:hit|hits}"
            if n.hits
            else "{what}: {hexes}, facing {f}, {mp} MP"
        )
        text = Text(words, what=what, hexes=hexes, f=f, mp=n.mp, hits=n.hits)
        yield Fact(joined([text, *places.price_of(g, u, n)], "; "), g.case(Case.FACING_COST))
    if stride := pairs.stride(g, u) if not footprint.is_single(u) else 0:
        text = Text("At a stride up to {mp} MP, with a TQ check", mp=reach.allowance(g, u) + stride)
        yield Fact(text, g.case(Case.MOVED_AGAIN))


def _hexes(u: Unit, nodes: dict[tuple[Hex, Facing], reach.Node]) -> Iterator[Fact]:
    """Every hex by what it costs."""
    own = footprint.hexes_of(u)
    costs, hits = cheapest(u, nodes)
    for mp, hexes in scene.by_mp({h: mp for h, mp in costs.items() if h not in own}):
        yield Fact(Text("{mp} MP: {hexes}", mp=mp, hexes=joined(_with_hits(h, hits.get(h, 0)) for h in hexes)))


def _with_hits(h: Hex, hits: int) -> Text | str:
    if not hits:
        return show(h)
    return Text("{hex} (1 hit)", hex=show(h)) if hits == 1 else Text("{hex} ({n:hit|hits})", hex=show(h), n=hits)


def cheapest(u: Unit, nodes: dict[tuple[Hex, Facing], reach.Node]) -> tuple[dict[Hex, int], dict[Hex, int]]:
    """MP of the cheapest way to each hex, by either half of a pair, and the hits it costs where it costs any."""
    best: dict[Hex, reach.Node] = {}
    for n in nodes.values():
        for h in places.hexes(u, n):
            old = best.get(h)
            if old is None or n.price < old.price:
                best[h] = n
    return {h: n.mp for h, n in best.items()}, {h: n.hits for h, n in best.items() if n.hits}


def _fire(g: Battle, u: Unit) -> Iterator[Fact]:
    if not fire.carries(g, u):
        return
    bar = scene.why_not(fire.inability(g, u), special.why_not(g, Special.bars_fire, u))
    if bar is not None:
        yield bar
        return
    shots = 2 if fire.fires_twice(g, u) else 1
    targets = fire.targets(g, u)
    for t in targets:
        yield Fact(Text("Fires: {shot}", shot=scene.shot(u, t.id, fire.preview(g, u, t), shots)), g.case(Case.FIRE))
    for x in fire.leader_targets(g, u):
        yield Fact(
            Text("Fires: {unit} at {leader}, hit on two unmodified 0s: {p}", unit=u.id, leader=x.name, p=percent(0.01)),
            g.case(Case.FIRE_AT_LEADERS),
        )
    if not targets:
        reaches = fire.printed_range(g, u)
        yield Fact(Text("Fires: nobody in range {n}, arc and sight", n=reaches), g.case(Case.FIRE_TARGET))


def _harass(g: Battle, u: Unit) -> Iterator[Fact]:
    if not harass.reach(u):
        return
    options = harass.harass_options(g, u)
    if not options:
        bar = harass.inability(g, u)
        yield (
            Fact.of(bar)
            if bar is not None
            else Fact(
                Text(
                    "Hit & Run: nobody 2 to {n:hex|hexes} away by an open path"
                    if g.game.fire.hit_and_run
                    else "Harasses: nobody 2 to {n:hex|hexes} away by an open path",
                    n=harass.reach(u),
                ),
                g.case(Case.HARASSMENT),
            )
        )
    for t, path in options:
        odds = volley.preview(g, u, t, moved=True, origin=path[-1])
        text = Text(
            "Hit & Run at {target} by {path}: hits {p}; {risk}"
            if g.game.fire.hit_and_run
            else "Harasses {target} by {path}: hits {p}; {risk}",
            target=t.id,
            path=" ".join(show(h) for h in path),
            p=percent(scene.hit_chance(odds)),
            risk=harass_risk(g, u, t, path),
        )
        yield Fact(text, g.case(Case.HARASSMENT))


def harass_risk(g: Battle, u: Unit, target: Unit, path: tuple[Hex, ...]) -> Text:
    """8.33 Who may answer the raid, and how likely that costs a hit."""
    chances = {e.id: scene.hit_chance(volley.preview(g, e, u, at=h)) for e, h in harass.reactors(g, u, target, path)}
    if not chances:
        return Text("nobody can answer")
    who = ", ".join(f"{name} {percent(p)}" for name, p in chances.items())
    return Text("hit in answer {p} ({who})", p=percent(scene.at_least_one(chances.values())), who=who)


def _recover(g: Battle, u: Unit, leader: Leader | None) -> Fact:
    """10.16 What one order would take off: of the leader who gives orders now, else of one who could."""
    able = [x for x, _ in scene.commanders(g, u)]
    if not able:
        return Fact(Text("It can't recover hits: no leader reaches it"), g.case(Case.RECOVERY))
    by = next((x for x in able if leader is not None and x.id == leader.id), able[0])
    try:
        n = recovery.can_recover(scene.as_if(g, u.side, by), by, u)
    except Refusal as no:
        return Fact.of(no)
    return Fact(
        Text("Recovers {n} of its {hits:hit|hits} by an order of {leader}", n=n, hits=u.hits, leader=by.name),
        g.case(Case.RECOVERY),
    )


def _rally(g: Battle, u: Unit) -> Iterator[Fact]:
    found = [x for x, _ in scene.commanders(g, u)]
    if not found:
        yield Fact(Text("It can't be rallied: no leader reaches it"), g.case(Case.RALLY))
    for x in found:
        bar = scene.refusal_of(lambda x=x: rally.can_rally(scene.as_if(g, u.side, x), x, u))
        if bar is not None:
            yield Fact.of(bar)
            return
        limit = rally.limit_of(g, x)
        fewest, most = rally.hits_after(g, u)
        certain = fewest == most
        text = Text(
            "{leader} rallies it on {n} or less: {p}, then {hits:hit|hits}; else it is lost"
            if certain
            else "{leader} rallies it on {n} or less: {p}, then {hits} to {most:hit|hits}; else it flees on or is lost",
            leader=x.name,
            n=limit,
            p=percent(dice.chance(lambda die, limit=limit: die <= limit)),
            hits=fewest,
            **({} if certain else {"most": most}),
        )
        yield Fact(text, g.case(Case.RALLY))


# -- the picture -----------------------------------------------------------------------------------------------------


def _sketch(g: Battle, u: Unit, nodes: dict[tuple[Hex, Facing], reach.Node]) -> Sketch:
    costs, hits = cheapest(u, nodes)
    own = footprint.hexes_of(u)
    for h in own:
        costs.pop(h, None)
        hits.pop(h, None)
    bands, needs = field_of_fire(g, u)
    return Sketch(focus=(*own, *sorted(costs)), costs=costs, hits=hits, bands=bands, needs=needs)


def field_of_fire(g: Battle, u: Unit) -> tuple[dict[Hex, int], dict[Hex, str]]:
    """8.13, 8.15 Hexes the unit's missiles reach with the range, and the strength there; empty when it can't fire."""
    if not fire.carries(g, u) or fire.inability(g, u) is not None:
        return {}, {}
    bands: dict[Hex, int] = {}
    needs: dict[Hex, str] = {}
    own = footprint.hexes_of(u)
    for h in dict.fromkeys(x for half in own for x in within(half, fire.farthest(g, u))):
        if h not in own and h in g.map and fire.reaches(g, u, h):
            d = footprint.distance_to(u, h)
            power = volley.strength(g, u, u.at, h, d)
            if power is not None:
                bands[h], needs[h] = d, str(power[0])
    return bands, needs
