"""Would these orders be legal, and what would follow if nobody reacted? Found by trying them on a copy."""

from __future__ import annotations

from collections.abc import Collection, Coroutine, Sequence
from typing import Any

from engine.kernel import foresight
from engine.kernel.decisions import Answer, Decision
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import Fact, Findings, Section, Sketch
from engine.kernel.order_kind import checked
from engine.kernel.rehearsal import rehearse
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.gboh import deployment, footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import line_command
from engine.systems.gboh.deployment.order_kind import Deployer
from engine.systems.gboh.inquiry import attack, consequences, scene
from engine.systems.gboh.inquiry.trial import Trial, begin
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.orders import written
from engine.systems.gboh.shock import forecast, prospect
from engine.systems.gboh.shock.plan import ShockPlan
from engine.systems.gboh.state import Leader
from engine.systems.gboh.turn import orders_phase

SPOTS = 6
"""Pieces of which it is said where a change of the set-up would put them; of more how many they are."""


def about(g: Battle, statements: Sequence[Statement], pending: Sequence[Decision], sides: Collection[str]) -> Findings:
    """What the referee says to written orders, one after the other. Raises Refusal when there is nothing to look at."""
    title = foresight.title(statements, "THC3 > 4512")
    if g.state.phase in ("bidding", "setup"):
        return Findings(title, (_set_up(g, statements, pending, sides),))
    trial: Trial | None = None
    sections: list[Section] = []
    sketch = Sketch()
    for statement in statements:
        tried: tuple[Trial | None, list[Refusal]]
        tried = begin(g, statement, sides) if trial is None else trial.again(statement)
        trial, objections = tried
        if objections:
            heading = foresight.verdict(statement, statements, legal=False, later=trial is not None)
            sections.append(Section(heading, tuple(Fact.of(no) for no in objections)))
        if trial is None:
            break
        if isinstance(trial.answer, ShockPlan):
            return _shock(trial.g, trial.answer, title, pending)
        done, sketch = _tried(trial, statement, statements)
        sections += done
        if trial.kind.ends or trial.g.state.orders is None:
            break  # the likeliest roll has ended the phase, or the player has
    return Findings(title, tuple(sections), sketch)


# -- trying it -------------------------------------------------------------------------------------------------------


def _tried(trial: Trial, statement: Statement, statements: Sequence[Statement]) -> tuple[list[Section], Sketch]:
    """Verdict, price and consequences; the trial's battle goes on from there."""
    g, answer, kind = trial.g, trial.answer, trial.kind
    facts = [*_by_whom(trial), *kind.facts(g, answer)]
    sections = [Section(foresight.verdict(statement, statements, legal=True), tuple(facts))]
    before = {u.id: footprint.hexes_of(u) for u in g.units()}
    sketch = kind.sketch(g, answer)
    if not kind.ends:
        steps = rehearse(g, _procedure(trial))
        sections += consequences.sections(g, trial.side, steps)
        sections += _contact(g, before)
    return sections, sketch


def _procedure(trial: Trial) -> Coroutine[Any, Any, Any]:
    g, answer, leader = trial.g, trial.answer, trial.leader
    unled = special.first(g, Special.conduct)
    if unled is not None:
        return unled.unled(g, answer)
    assert leader is not None
    if g.state.phase == "line":
        return _in_line(g, leader, answer)
    return orders_phase.carry_out(g, answer)


async def _in_line(g: Battle, leader: Leader, answer: Answer) -> None:
    """A unit of a Line acts; the entry fire that waits for the whole Line is looked at here (8.21)."""
    line = g.orders.line
    assert line is not None
    noted = list(line.entered)
    await line_command.act(g, leader, answer)
    line = g.orders.line
    if line is not None:
        await reaction.joint_entry_fire(g, [pair for pair in line.entered if pair not in noted])


def _by_whom(trial: Trial) -> list[Fact]:
    leader, g = trial.leader, trial.g
    if leader is None:
        if g.led or trial.now:
            return []
        return [
            Fact(Text("If it were activated and In Command; it isn't at this moment."), g.case(Case.ORDERS_OR_LINE))
        ]
    if g.state.phase == "line":
        return [Fact(Text("As part of {leader}'s Line Command.", leader=leader.name), g.case(Case.LINE_ACTIONS))]
    if not trial.now:
        return [
            Fact(
                Text("If {leader} were giving orders; he isn't at this moment.", leader=leader.name),
                g.case(Case.ORDERS_OR_LINE),
            )
        ]
    if trial.kind.is_line:
        given = g.orders.lines_used + 1
        text = Text("{leader}'s Line Command {n} of {all}", leader=leader.name, n=given, all=leader.line_commands)
        return [Fact(text, g.case(Case.LINE_COMMAND))]
    if trial.kind.free(g, trial.answer):
        return []
    text = Text("{leader}'s order {n} of {all}", leader=leader.name, n=g.orders.orders_used + 1, all=leader.initiative)
    return [Fact(text, g.case(Case.ORDER_COUNT))]


def _contact(g: Battle, before: dict[str, tuple[Hex, ...]]) -> list[Section]:
    """What the moved units that must attack now are in for, each with everybody it attacks, and who attacks with it."""
    sections: list[Section] = []
    if g.state.orders is None:
        return sections
    for name in _committed(g):
        u = g.state.units[name]
        if not u.on_map or before.get(name) == footprint.hexes_of(u):
            continue
        found = prospect.of(g, u)
        if found is None:
            continue
        ours, theirs = ([g.state.units[x] for x in side] for side in (found.attack.attackers, found.attack.defenders))
        charging = {x for x, marker in g.orders.markers.items() if marker == "must"}
        for part in attack.odds(g, ours, theirs, charging):
            title = {"units": "+".join(found.attack.attackers), "enemies": "+".join(found.attack.defenders)}
            sections.append(Section(Text("{units} against {enemies}: {what}", what=part.heading, **title), part.facts))
    return sections


def _committed(g: Battle) -> list[str]:
    """Units that must attack whom they have before them: by their marker, or wherever they have come up (G 7.31)."""
    if g.game.forecast is None:
        return [name for name, marker in g.orders.markers.items() if marker == "must"]
    return [name for name in g.orders.moved if forecast.bar(g, g.state.units[name]) is None]


def _legal_plan(g: Battle) -> Section:
    fact = Fact(Text("These may be the attacks of this Shock segment."), g.case(Case.GROUPING))
    return Section(Text("Legal"), (fact,))


# -- shock and set-up ------------------------------------------------------------------------------------------------


def _shock(g: Battle, plan: ShockPlan, title: Text, pending: Sequence[Decision]) -> Findings:
    """Each combat of a plan as an attack of its own; whether the plan is legal, where one is asked for now."""
    if not plan.attacks:
        return Findings(
            title,
            (
                Section(
                    Text("Nobody attacks"), (Fact(Text("There is no combat to reckon."), g.case(Case.DESIGNATION)),)
                ),
            ),
        )
    sections: list[Section] = []
    sketch = Sketch()
    for d in pending:
        if d.kind == "shock" and d.side == g.state.units[plan.attacks[0].attackers[0]].side:
            bar = scene.refusal_of(lambda d=d: d.check(plan))
            sections.append(Section(Text("Not legal"), (Fact.of(bar),)) if bar is not None else _legal_plan(g))
    for a in plan.attacks:
        found = attack.about(g, a.attackers, a.defenders)
        sections += [Section(Text("{who}: {what}", who=found.title, what=s.heading), s.facts) for s in found.sections]
        sketch = Sketch(
            focus=(*sketch.focus, *found.sketch.focus),
            attacks=(*sketch.attacks, *found.sketch.attacks),
            labels={**sketch.labels, **found.sketch.labels},
            odds={**sketch.odds, **found.sketch.odds},
        )
    return Findings(title, tuple(sections), sketch)


def _set_up(g: Battle, statements: Sequence[Statement], pending: Sequence[Decision], sides: Collection[str]) -> Section:
    """Changes of the set-up, one after the other: only whose turn it is may ask. Who would stand where; of the enemy,
    who may be set up in secret as well, nothing is said."""
    decision = next((d for d in pending if d.side in sides and d.kind == deployment.KIND), None)
    if decision is None:
        refuse("The battle hasn't begun: orders can be asked about from the first turn on.")
    facts: list[Fact] = []
    by = Deployer(scene.copied(g), decision.side)
    for statement in statements:
        try:
            answer = written.read(by.g, decision, statement)
            deployment.check(by, answer)
        except Refusal as no:
            facts.append(Fact(Text("{order}: {why}", order=str(statement), why=no.text), no.rule))
            continue
        facts.append(Fact(Text("{order}: legal", order=str(statement))))
        before = _spots(by.g)
        rehearse(by.g, checked(by.g.game.set_up_orders, answer).carry_out(by, answer))
        changed = [x for x in _spots(by.g).items() if x not in before.items()]
        facts += [Fact(spot) for _, spot in changed[:SPOTS]]
        if len(changed) > SPOTS:
            facts.append(Fact(Text("and {n} more", n=len(changed) - SPOTS)))
    return Section(Text("Setting up"), tuple(facts))


def _spots(g: Battle) -> dict[str, Text]:
    """Where each unit and leader stands, in words, by its id."""
    units = {
        u.id: Text("{unit} would stand at {hex}, facing {f}", unit=u.id, hex=show(u.at), f=u.facing.name)
        for u in g.units()
        if u.on_map
    }
    leaders = {
        x.id: Text("{leader} would stand at {hex}", leader=x.name, hex=show(x.hex))
        for x in g.state.leaders.values()
        if x.hex is not None
    }
    return {**units, **leaders}
