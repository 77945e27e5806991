"""Would these orders be legal, and what would follow if nobody reacted? Found by trying them on a copy."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel import foresight
from engine.kernel.decisions import Answer, Decision
from engine.kernel.hexes import Facing, show
from engine.kernel.inquiry import Fact, Findings, Section, Sketch
from engine.kernel.rehearsal import rehearse
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.men_of_iron import charge, leader_moves, move_fire, movement, orders, reach, recovery, written
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import Fired, LeaderMoved, UnitMoved, UnitTurned
from engine.systems.men_of_iron.inquiry import odds, scene
from engine.systems.men_of_iron.inquiry.trial import Trial, begin
from engine.systems.men_of_iron.shock import designation, engagement

UNTOLD = (UnitMoved, UnitTurned, LeaderMoved, Fired)
"""Steps of the order itself, told by its price."""


def about(g: Battle, statements: Sequence[Statement], pending: Sequence[Decision], sides: Collection[str]) -> Findings:
    """What the referee says to written orders, one after the other. Raises Refusal when there is nothing to look at."""
    title = foresight.title(statements, "LMM1 > 1210 @E")
    if g.state.phase == "setup":
        return Findings(title, (_set_up(g, statements, pending, sides),))
    if g.state.phase == "over":
        refuse("The battle is over.")
    trial: Trial | None = None
    sections: list[Section] = []
    sketch = Sketch()
    for statement in statements:
        trial, objections = begin(g, statement, sides) if trial is None else trial.again(statement)
        if objections:
            heading = foresight.verdict(statement, statements, legal=False, later=trial is not None)
            sections.append(Section(heading, tuple(Fact.of(no) for no in objections)))
        if trial is None:
            break
        found, sketch = _tried(trial, statement, statements)
        sections += found
        if isinstance(trial.answer, (orders.Done, orders.Shock)) or trial.g.state.activation is None:
            break  # the Move/Fire part is over with it, or the battle
    return Findings(title, tuple(sections), sketch)


# -- trying it -------------------------------------------------------------------------------------------------------


def _tried(trial: Trial, statement: Statement, statements: Sequence[Statement]) -> tuple[list[Section], Sketch]:
    """Verdict, price and consequences; the trial's battle goes on from there."""
    g, answer = trial.g, trial.answer
    facts = [*_when(trial), *_price(g, answer)]
    sections = [Section(foresight.verdict(statement, statements, legal=True), tuple(facts))]
    if isinstance(answer, orders.Shock):
        found, sketch = _shock(g, answer)
        return sections + found, sketch
    sketch = _sketch(g, answer)
    if not isinstance(answer, orders.Done):
        steps = rehearse(g, move_fire.carry_out(g, answer))
        sections += foresight.sections(
            g.state,
            steps,
            side=trial.side,
            name=scene.whose(g, trial.side),
            enemy=scene.whose(g, g.state.enemy(trial.side)),
            untold=UNTOLD,
        )
        sections += _afterwards(g, answer)
    return sections, sketch


def _when(trial: Trial) -> list[Fact]:
    name = trial.g.state.commands[trial.command].name
    shock = isinstance(trial.answer, orders.Shock)
    if trial.now:
        text = Text("In the Shock part of {name}" if shock else "In the Move/Fire part of {name}", name=name)
        return [Fact(text, "3.1")]
    if shock:
        return [Fact(Text("If it were the Shock part of {name}; it isn't at this moment.", name=name), "3.1")]
    return [Fact(Text("If {name} were moving and firing; it isn't at this moment.", name=name), "4.1")]


def _price(g: Battle, answer: Answer) -> list[Fact]:
    """MP it takes, and what may befall the unit on the way."""
    match answer:
        case orders.Move() if movement.hexes_of(answer) or answer.change_after is not None:
            u = g.state.units[answer.unit]
            end = movement.check_move(g, u, answer)
            facing = next((x for x in reversed(answer.path) if isinstance(x, Facing)), u.facing)
            words = (
                "To {hex}, facing {f}: {n} hex nearer to its Standard"
                if u.retired
                else "To {hex}, facing {f}: {mp} of {ma} MP"
            )
            text = Text(words, hex=show(end.hex), f=facing.name, n=end.mp, mp=end.mp, ma=reach.allowance(g, u))
            facts = [Fact(text, "5.1")]
            if end.stops:
                holders = scene.names(g.enemy_zoc(end.hex, u.side))
                facts.append(Fact(Text("It stops there, in the ZOC of {enemies}", enemies=holders), "7.2"))
            facts += [Fact(Text("{note}", note=note)) for note in reach.entry_notes(g, u, end)]
            return facts
        case orders.MoveLeader():
            x = g.state.leaders[answer.leader]
            mp = leader_moves.destinations(g, x)[answer.to]
            return [Fact(Text("{mp} of {all} MP", mp=mp, all=leader_moves.mp_left(g, x)), "15.2")]
        case orders.Done() if resting := recovery.recovering(g):
            return [Fact(Text("Recover if no enemy comes up to them: {units}", units=scene.names(resting)), "13.1")]
        case _:
            return []


def _afterwards(g: Battle, answer: Answer) -> list[Section]:
    """What the unit could attack from where the order has brought it."""
    if not isinstance(answer, orders.Move) or g.state.activation is None:
        return []
    u = g.state.units[answer.unit]
    if not u.on_map:
        return []
    shocking = scene.as_if(g, u.command, "shock")
    if not designation.in_front(shocking, u) and not charge.ways(shocking, u):
        return []
    facts = odds.of_unit(shocking, u)
    return [Section(Text("In the Shock part it could attack"), tuple(facts))] if facts else []


def _sketch(g: Battle, answer: Answer) -> Sketch:
    match answer:
        case orders.Move() if movement.hexes_of(answer):
            u = g.state.units[answer.unit]
            costs = scene.trail(u.at, movement.check_move(g, u, answer))
            return Sketch(focus=(u.at, *costs), costs=costs)
        case orders.Fire():
            units, markers = g.state.units, g.state.markers
            at = units[answer.unit].at if answer.unit in units else markers[answer.unit].hex
            to = units[answer.target].at
            return Sketch(focus=(at, to), sight=(at, to, None))
        case orders.MoveLeader():
            x = g.state.leaders[answer.leader]
            mp = leader_moves.destinations(g, x).get(answer.to)
            return Sketch(focus=(x.at, answer.to), costs={answer.to: mp} if mp is not None else {})
        case _:
            return Sketch()


def _shock(g: Battle, order: orders.Shock) -> tuple[list[Section], Sketch]:
    """Each engagement of a Shock order, as things stand before the first is fought."""
    attacks = designation.settle(g, order)
    if not attacks:
        return [Section(Text("Nobody attacks"), (Fact(Text("There is no combat to reckon."), "10.1"),))], Sketch()
    sections: list[Section] = []
    pairs: list[tuple[str, str]] = []
    labels: dict[tuple[str, str], str] = {}
    chances: dict[tuple[str, str], str] = {}
    for group in engagement.groups(attacks):
        e = engagement.of(g, group)
        sections += odds.of_engagement(g, e)
        pairs += [(s.unit.id, t.id) for s in e.strikers if s.way is None for t in s.targets]
        for found, more in zip((labels, chances), odds.labels(g, e), strict=True):
            found |= more
    units = g.state.units
    names = dict.fromkeys(name for a in attacks for name in (*a.targets, a.unit))
    focus = tuple(units[name].at for name in names)
    return sections, Sketch(focus=focus, attacks=tuple(pairs), labels=labels, odds=chances)


def _set_up(g: Battle, statements: Sequence[Statement], pending: Sequence[Decision], sides: Collection[str]) -> Section:
    """14.1 Orders before the battle: only whose turn it is may ask, and only whether they are legal."""
    decision = next((d for d in pending if d.side in sides and d.kind == "set-up"), None)
    if decision is None:
        refuse("The battle hasn't begun: orders can be asked about from the first activation on.")
    facts: list[Fact] = []
    for statement in statements:
        try:
            decision.check(written.read(g, decision, statement))
            facts.append(Fact(Text("{order}: legal", order=str(statement)), "14.1"))
        except Refusal as no:
            facts.append(Fact(Text("{order}: {why}", order=str(statement), why=no.text), no.rule))
    return Section(Text("Before the battle"), tuple(facts))
