"""10.0, 11.0 What would come of an attack: who can make it, and from where. Its odds are in :mod:`odds`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.inquiry import Fact, Findings, Section, Sketch, check_opposed, told
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.men_of_iron import arrival, charge, goals, reach, sight
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.preview import odds, scene
from engine.systems.men_of_iron.shock import designation, engagement
from engine.systems.men_of_iron.state import Attack, Unit


def about(g: Battle, attackers: Sequence[str], defenders: Sequence[str]) -> Findings:
    """The odds of an attack of several on several, and of their missiles. Raises Refusal for what can never be one.

    Attackers who have none of the defenders before them are thought to charge, if they can, else to come up first.
    """
    if not attackers or not defenders:
        refuse("Who attacks whom? Name attackers and defenders.", rule="10.3")
    ours = [scene.unit(g, name) for name in dict.fromkeys(attackers)]
    theirs = [scene.unit(g, name) for name in dict.fromkeys(defenders)]
    check_opposed(ours, theirs, "10.1")
    title = Text("{attackers} against {defenders}", attackers=scene.names(ours), defenders=scene.names(theirs))
    fighters = [u for u in ours if g.charts.can_shock(u.type)]
    shooters = [u for u in ours if u.weapon is not None]
    if not fighters and not shooters:
        refuse("{unit} never attacks: its type has no part in Shock.", rule="10.1", unit=ours[0].id)
    sections: list[Section] = []
    sketch = Sketch(focus=(*(d.at for d in theirs), *(a.at for a in ours)))
    if fighters:
        try:
            shock, sketch = _shock(g, fighters, theirs)
        except Refusal as no:
            if not shooters:
                raise
            shock = [Section(Text("No Shock"), (Fact.of(no),))]
        sections += shock
    if shooters:
        sections.append(Section(Text("Missiles"), tuple(odds.missiles(g, shooters, theirs))))
    if not sketch and len(shooters) == len(theirs) == 1:
        u, d = shooters[0], theirs[0]
        blocked = sight.blocker(g, u.at, d.at, crossbow=u.weapon == "crossbow")
        sketch = Sketch(focus=sketch.focus, sight=(u.at, d.at, blocked))
    return Findings(title, tuple(sections), sketch)


# -- Shock -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Coming:
    """How an attacker that can't attack as it stands gets to where it can."""

    node: reach.Node
    facing: Facing


def _shock(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> tuple[list[Section], Sketch]:
    """The Shock of these attackers on these defenders, all fought as one engagement."""
    active = scene.as_if(g, ours[0].command, "shock")
    notes = [_other_command(active, u) for u in ours if u.command != ours[0].command]
    plans, ways = _plans(active, ours, theirs)
    after = active
    for name, way in ways.items():
        after = arrival.arrived(after, after.state.units[name], way.node, way.facing)
    moved = scene.under_way(g, ours[0].command) and g.state.phase not in ("begin", "move")
    if ways and moved:
        notes.append(Fact(Text("Movement is over for this activation: this would be for another."), "3.1"))
    notes += [_coming_up(g, g.state.units[name], way) for name, way in ways.items()]
    notes += _objections(after, plans, theirs)
    if len(ours) == 1 and not moved:
        notes += _elsewhere(active, ours[0], theirs, ways.get(ours[0].id), plans[0])
    e = engagement.of(after, plans)
    sections = [*told((Text("Before the Shock"), notes)), *odds.of_engagement(after, e)]
    labels, chances = odds.labels(after, e)
    return sections, replace(_sketch(ours, theirs, plans, ways), labels=labels, odds=chances)


def _sketch(
    ours: Sequence[Unit],
    theirs: Sequence[Unit],
    plans: Sequence[Attack],
    ways: Mapping[str, _Coming],
) -> Sketch:
    """The way or the Charge of one attacker; of several the arrows between those in contact."""
    focus = (*(d.at for d in theirs), *(u.at for u in ours))
    came = {name: way.node for name, way in ways.items() if way.node.previous is not None}
    if len(plans) == 1 and came:
        ((_, node),) = came.items()
        start = ours[0].at
        costs = scene.trail(start, node)
        return Sketch(focus=(start, *costs, *(d.at for d in theirs)), costs=costs)
    if len(plans) == 1 and plans[0].charge is not None:
        aimed = next(d for d in theirs if d.id in plans[0].targets)
        return Sketch(focus=focus, sight=(ours[0].at, aimed.at, None))
    pairs = tuple((a.unit, t) for a in plans if a.charge is None for t in a.targets)
    return Sketch(focus=focus, attacks=() if came else pairs)


def _other_command(g: Battle, u: Unit) -> Fact:
    text = Text(
        "{unit} belongs to {other}: units of different Commands never attack together.",
        unit=u.id,
        other=g.state.commands[u.command].name,
    )
    return Fact(text, "3.1")


def _plans(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> tuple[list[Attack], dict[str, _Coming]]:
    """What each attacker is thought to do: Shock from where it stands, Charge, or come up first (by its way)."""
    named = {d.id for d in theirs}
    plans: list[Attack] = []
    ways: dict[str, _Coming] = {}
    taken: set[Hex] = set()
    for u in ours:
        if (wrong := designation.unable(g, u)) is not None:
            raise wrong
        here = [t.id for t in designation.in_front(g, u) if t.id in named]
        if here:
            plans.append(Attack(unit=u.id, targets=here))
            continue
        charges = [
            w
            for w in charge.ways(g, u)
            if w.end not in taken and charge.can_aim(g, u, w.path, [t for t in w.targets if t.id in named])
        ]
        if charges:
            best = max(charges, key=lambda w: (sum(t.id in named for t in w.targets), -len(w.targets)))
            taken.add(best.end)
            hit = [t.id for t in best.targets if t.id in named]
            plans.append(Attack(unit=u.id, targets=hit, charge=list(best.path)))
            continue
        if struck := _strikes(g, u, named, taken):
            plan, ways[u.id] = _as_plan(u, struck[0]), _Coming(struck[0].node, struck[0].facing)
            taken.add(struck[0].node.hex)
        else:
            ways[u.id], hit = _come_up(g, u, theirs, taken)
            plan = Attack(unit=u.id, targets=hit)
            taken.add(ways[u.id].node.hex)
        plans.append(plan)
    return plans, ways


def _strikes(g: Battle, u: Unit, named: set[str], taken: set[Hex]) -> list[goals.Strike]:
    """Places from which the unit would attack these and nobody else, as they are proposed, the best first."""
    moving = scene.as_if(g, u.command, "move")
    return [s for s in goals.strikes(moving, u, taken) if {e.id for e in s.enemies} == named]


def _as_plan(u: Unit, s: goals.Strike) -> Attack:
    way = s.engagement.strikers[0].way
    return Attack(unit=u.id, targets=[e.id for e in s.enemies], charge=None if way is None else list(way))


def _elsewhere(g: Battle, u: Unit, theirs: Sequence[Unit], way: _Coming | None, plan: Attack) -> Iterator[Fact]:
    """From where else the unit might attack them, as it is proposed to go."""
    for s in _strikes(g, u, {d.id for d in theirs}, set()):
        same = way is not None and (s.node.hex, s.facing) == (way.node.hex, way.facing)
        if same and s.charging == (plan.charge is not None):
            continue
        words = (
            "{unit} could go and charge from {hex} instead: {odds}"
            if s.charging
            else "{unit} could go and strike from {hex} instead: {odds}"
        )
        told = odds.in_short(s.after, s.engagement)
        yield Fact(Text(words, unit=u.id, hex=show(s.node.hex), odds=told), "11.3" if s.charging else "10.1")


def _come_up(g: Battle, u: Unit, theirs: Sequence[Unit], taken: set[Hex]) -> tuple[_Coming, list[str]]:
    """How the unit would get at one of the defenders in one move, or by turning. Raises Refusal where it can't."""
    moving = scene.as_if(g, u.command, "move")
    named = {d.id for d in theirs}
    near = {n for d in theirs for n in g.map.neighbours(d.at)}
    found: list[tuple[tuple[int, int, int, int], reach.Node, Facing, list[str]]] = []
    here = reach.start(moving, u)
    nodes = [here, *(n for h, n in reach.search(moving, u).items() if h in near and h not in taken)]
    for n in nodes:
        for f in reach.turns(moving, u, n):
            hit = [t.id for t in charge.before(g, u, n.hex, f) if t.id in named]
            if hit:
                found.append(((n.mp, -len(hit), n.hex, f), n, f, hit))
    if not found:
        refuse(
            "{unit} at {hex} has none of {enemies} in its front, and can't come up to them in one move.",
            rule="10.1",
            unit=u.id,
            hex=show(u.at),
            enemies=scene.names(theirs),
        )
    _, node, f, hit = min(found, key=lambda x: x[0])
    return _Coming(node, f), hit


def _coming_up(g: Battle, u: Unit, way: _Coming) -> Fact:
    if way.node.previous is None:
        return Fact(Text("{unit} turns to face {f}", unit=u.id, f=way.facing.name), "6.2")
    text = Text(
        "{unit} comes up to {hex}, facing {f}: {mp} of {ma} MP",
        unit=u.id,
        hex=show(way.node.hex),
        f=way.facing.name,
        mp=way.node.mp,
        ma=reach.allowance(g, u),
    )
    return Fact(text, "5.1")


def _objections(g: Battle, plans: Sequence[Attack], theirs: Sequence[Unit]) -> list[Fact]:
    """What 10.3 has against these attackers attacking these defenders and nobody else."""
    found: list[Fact] = []
    attacked = {t for a in plans for t in a.targets}
    for a in plans:
        u = g.state.units[a.unit]
        at, f = (u.at, u.facing) if a.charge is None else charge.arrival(u, a.charge)
        left = [t for t in charge.before(g, u, at, f) if t.id not in attacked]
        if left:
            text = Text(
                "{enemies} before {unit} must be attacked by somebody too.", enemies=scene.names(left), unit=u.id
            )
            found.append(Fact(text, "10.3"))
        if a.charge is not None:
            text = Text("{unit} charges from {hex}, facing {f}", unit=u.id, hex=show(at), f=f.name)
            found.append(Fact(text, "11.3"))
    for d in theirs:
        if d.id not in attacked:
            found.append(Fact(Text("Nobody of them would have {enemy} before it.", enemy=d.id), "10.1"))
    return found
