"""How things stand: whose decision it is, who may go on and with what odds, how far each army is from flight."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.kernel.decisions import Command, Decision, Menu
from engine.kernel.inquiry import Fact, Findings, Section, Sketch, asked, percent
from engine.kernel.text import Text, joined
from engine.systems.men_of_iron import activation, recovery, special
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.inquiry import losses
from engine.systems.men_of_iron.preview import scene
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import CommandState
from engine.systems.men_of_iron.view import PHASES


def about(g: Battle, pending: Sequence[Decision], sides: Collection[str]) -> Findings:
    """The summary for a player of ``sides``, or for a spectator."""
    sections = [Section(Text("Whose decision"), tuple(_decisions(g, pending, sides)))]
    act = g.state.activation
    if act is not None and act.standard is None and g.state.phase != "begin":
        sections.append(Section(Text("This activation"), tuple(_activation(g))))
    if pending and g.state.phase != "setup":
        sections += [
            Section(Text("Activation of the {side}", side=scene.whose(g, side)), tuple(found))
            for side in g.state.armies
            if (found := list(_commands(g, side)))
        ]
    sections.append(Section(Text("Flight Points"), tuple(losses.standing(g))))
    return Findings(_title(g), tuple(sections), Sketch(focus=tuple(h for d in pending for h in d.focus)))


def _title(g: Battle) -> Text:
    act = g.state.activation
    phase = PHASES[g.state.phase]
    if act is None:
        return phase
    name = g.state.commands[act.command].name if act.standard is None else g.state.standards[act.standard].name
    return Text("{name}: {phase}", name=name, phase=phase)


def _decisions(g: Battle, pending: Sequence[Decision], sides: Collection[str]) -> Iterator[Fact]:
    if not pending:
        over = Text("{story}", story=g.state.outcome) if g.state.outcome else Text("The battle is over.")
        yield Fact(over, "16.0")
    for d in pending:
        yield asked(d, scene.whose(g, d.side), sides)
        if isinstance(d, Command) and d.side in sides and d.kind == "orders":
            yield from _open(g, d.menu)


def _open(g: Battle, menu: Menu) -> Iterator[Fact]:
    """Units that could still be ordered; which orders each could have is another question."""
    units = list(dict.fromkeys(c.unit for c in menu if c.unit is not None and c.unit in g.state.units))
    fresh = [name for name in units if name not in g.act.acted]
    if fresh:
        yield Fact(Text("Could be ordered: {units}", units=", ".join(fresh)), "5.0")
    acted = [name for name in units if name in g.act.acted]
    if acted:
        yield Fact(Text("Have done something, and could do more: {units}", units=", ".join(acted)), "4.1")


def _activation(g: Battle) -> Iterator[Fact]:
    how = {
        "free": Text("A free activation: flight is checked when it ends"),
        "continuity": Text("Activated by Continuity: flight isn't checked when it ends"),
        "seizure": Text("Activated by Seizure: flight isn't checked when it ends"),
    }
    yield Fact(how[g.act.how], "16.0")
    out = [name for name in g.act.out_of_command if g.state.units[name].on_map]
    if out:
        yield Fact(Text("Out of command: {units}", units=", ".join(out)), "15.2")
    resting = recovery.recovering(g)
    if resting:
        yield Fact(Text("Recover if they go on doing nothing: {units}", units=scene.names(resting)), "13.1")


def _commands(g: Battle, side: str) -> Iterator[Fact]:
    """4.1 to 4.3 What each Command needs to go on, or to seize the battle; and who can't be activated, and why."""
    able = activation.available(g, side)
    if able:
        shown = joined(_odds(g, c) for c in able)
        yield Fact(Text("Continuity and Seizure: {commands}", commands=shown), "4.2")
    if g.state.seized and g.state.chooser != side:
        yield Fact(Text("The enemy has seized the battle: no Seizure until play passes"), "4.3/note")
    if g.state.last_command is not None and g.state.activation is None:
        last = g.state.commands[g.state.last_command]
        if last.side == side and last in able:
            yield Fact(Text("{name} has just finished and can't go on at once", name=last.name), "3.2")
    for c in g.commands(side):
        why = special.first(g, Special.bars_activation, c.id)
        if why is not None:
            yield Fact(Text("{why}", why=why))
        risk = special.first(g, Special.risk, c.id)
        if risk is not None:
            yield Fact(Text("{name}: {risk}", name=c.name, risk=risk))


def _odds(g: Battle, c: CommandState) -> Text:
    value = g.activation_value(c.id)
    return Text("{name} {value} or less {p}", name=c.name, value=value, p=percent(activation.odds(value)))
