"""Would these orders be legal, and what would follow if nobody reacted? Found by trying them on a copy."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel import foresight
from engine.kernel.decisions import Decision
from engine.kernel.events import Event
from engine.kernel.inquiry import Fact, Findings, Section, Sketch
from engine.kernel.rehearsal import rehearse
from engine.kernel.statement import Statement
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.men_of_iron import deployment, written
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import Fired, LeaderMoved, UnitMoved, UnitTurned
from engine.systems.men_of_iron.inquiry.trial import Trial, begin
from engine.systems.men_of_iron.order_kinds import kinds
from engine.systems.men_of_iron.preview import scene

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
        if kinds.of(trial.answer).ends or trial.g.state.activation is None:
            break  # the Move/Fire part is over with it, or the battle
    return Findings(title, tuple(sections), sketch)


# -- trying it -------------------------------------------------------------------------------------------------------


def _tried(trial: Trial, statement: Statement, statements: Sequence[Statement]) -> tuple[list[Section], Sketch]:
    """Verdict, price and consequences; the trial's battle goes on from there."""
    g, answer = trial.g, trial.answer
    kind = kinds.of(answer)
    heading = foresight.verdict(statement, statements, legal=True)
    sections = [Section(heading, (*_when(trial), *kind.facts(g, answer)))]
    sketch = kind.sketch(g, answer)
    if not kind.ends:
        steps = rehearse(g, kind.carry_out(g, answer))
        sections += foresight.sections(
            g.state,
            steps,
            side=trial.side,
            name=scene.whose(g, trial.side),
            enemy=scene.whose(g, g.state.enemy(trial.side)),
            untold=UNTOLD,
        )
    return sections + kind.prospects(g, answer), sketch


def _when(trial: Trial) -> list[Fact]:
    name = trial.g.state.commands[trial.command].name
    shock = trial.g.state.phase == "shock"
    if trial.now:
        text = Text("In the Shock part of {name}" if shock else "In the Move/Fire part of {name}", name=name)
        return [Fact(text, "3.1")]
    if shock:
        return [Fact(Text("If it were the Shock part of {name}; it isn't at this moment.", name=name), "3.1")]
    return [Fact(Text("If {name} were moving and firing; it isn't at this moment.", name=name), "4.1")]


def _set_up(g: Battle, statements: Sequence[Statement], pending: Sequence[Decision], sides: Collection[str]) -> Section:
    """14.1 Orders before the battle, one after the other: only whose turn it is may ask; and what comes of them."""
    decision = next((d for d in pending if d.side in sides and d.kind == "set-up"), None)
    if decision is None:
        refuse("The battle hasn't begun: orders can be asked about from the first activation on.")
    facts: list[Fact] = []
    g = scene.copied(g)
    for statement in statements:
        try:
            answer = written.read(g, decision, statement)
            deployment.check(g, answer)
        except Refusal as no:
            facts.append(Fact(Text("{order}: {why}", order=str(statement), why=no.text), no.rule))
            continue
        facts += [Fact(Text("{order}: legal", order=str(statement)), "14.1"), *kinds.of(answer).facts(g, answer)]
        if not kinds.of(answer).ends:
            done = rehearse(g, kinds.carry_out(g, answer))
            facts += [Fact(t) for e in done if isinstance(e, Event) and (t := e.text(g.state)) is not None]
    return Section(Text("Before the battle"), tuple(facts))
