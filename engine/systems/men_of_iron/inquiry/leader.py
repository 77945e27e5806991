"""What a leader can do: whom he commands, what his Command needs to be activated, where he can go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.kernel import dice
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import Fact, Findings, Section, Sketch, percent
from engine.kernel.text import Text
from engine.systems.men_of_iron import activation, command, leader_moves, special
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.inquiry import losses
from engine.systems.men_of_iron.preview import scene
from engine.systems.men_of_iron.special import Special
from engine.systems.men_of_iron.state import Leader


def about(g: Battle, x: Leader) -> Findings:
    """Everything a leader can do in the activation of his Command: the one under way, or one that began now."""
    c = g.state.commands[x.command]
    title = Text("{leader}, {command} ({side})", leader=x.name, command=c.name, side=scene.whose(g, x.side))
    if not x.on_map:
        gone = Text("He has left the battle.") if x.departed else Text("He is lost.")
        return Findings(title, (Section(Text("Where he is"), (Fact(gone, "15.4"),)),))
    now = scene.under_way(g, x.command)
    moving = not now or g.state.phase in ("begin", "move")
    active = scene.as_if(g, x.command) if moving else g
    goals = leader_moves.destinations(active, x) if moving else {}
    sections = (
        Section(Text("How he stands"), tuple(_state(g, x))),
        Section(Text("Whom he commands"), tuple(_command(active, x))),
        Section(Text("Where he can go"), tuple(_moves(active, x, goals, moving))),
        Section(Text("If he fell"), tuple(_loss(g, x))),
    )
    reached = command_hexes(g, x)
    return Findings(title, sections, Sketch(focus=(x.at, *sorted(reached)), command=reached))


def command_hexes(g: Battle, x: Leader) -> frozenset[Hex]:
    """15.2 Hexes where any unit of his Command would be in range."""
    kinds = {u.mounted: u for u in g.units(command=x.command)}
    return frozenset(h for u in kinds.values() for h in command.reach(g, x, u))


def _state(g: Battle, x: Leader) -> Iterator[Fact]:
    text = Text(
        "At {hex}: Activation {n}, Command Range {r} MP, MA {ma}",
        hex=show(x.at),
        n=x.activation,
        r=x.command_range,
        ma=x.ma,
    )
    yield Fact(text, "15.1")
    value = g.activation_value(x.command)
    odds = percent(activation.odds(value))
    why = special.first(g, Special.bars_activation, x.command)
    if why is not None:
        yield Fact(Text("{why}", why=why))
    else:
        yield Fact(Text("Continuity or Seizure: {n} or less, {p}", n=value, p=odds), "4.2")
    risk = special.first(g, Special.risk, x.command)
    if risk is not None:
        yield Fact(Text("{risk}", risk=risk))
    if g.state.last_command == x.command and g.state.activation is None:
        yield Fact(Text("His Command has just finished and can't go on at once"), "3.2")
    unit = g.friend_in(x.at, x.side)
    if unit is None:
        yield Fact(Text("Alone: an enemy unit that enters the hex drives him off or captures him"), "15.5")
    else:
        text = Text("With {unit}", unit=unit.id)
        if unit.type == "MM" and unit.command == x.command:
            drm = g.charts.shock_drm("leader")
            text = Text("With {unit}: {drm} when it charges or counter-charges", unit=unit.id, drm=f"{drm:+d}")
        yield Fact(text, "15.3")


def _command(g: Battle, x: Leader) -> Iterator[Fact]:
    units = list(g.units(command=x.command))
    near = [u for u in units if command.in_range(g, x, u)]
    linked = [u for u in units if u not in near and not g.out_of_command(u)]
    out = [u for u in units if g.out_of_command(u)]
    if near:
        yield Fact(Text("In range: {units}", units=scene.names(near)), "15.2")
    if linked:
        yield Fact(Text("In command by their neighbours: {units}", units=scene.names(linked)), "15.2")
    if out:
        yield Fact(Text("Out of command: {units}", units=scene.names(out)), "15.2")


def _moves(g: Battle, x: Leader, goals: Mapping[Hex, int], moving: bool) -> Iterator[Fact]:
    left = leader_moves.mp_left(g, x)
    if not moving:
        yield Fact(Text("Movement is over for this activation"), "3.1")
        return
    if not goals:
        yield Fact(Text("Nowhere with {left} MP", left=left), "15.2")
        return
    yield Fact(Text("{n:hex|hexes} with {left} MP", n=len(goals), left=left), "15.2")
    near = sorted((goals[u.at], u.id) for u in g.units(x.side, x.command) if u.at in goals and not u.retired)
    if near:
        shown = ", ".join(f"{name} ({mp})" for mp, name in near)
        yield Fact(Text("To a unit of his Command, MP in brackets: {units}", units=shown), "15.2")


def _loss(g: Battle, x: Leader) -> Iterator[Fact]:
    yield losses.of(g, x)
    least = g.charts.threshold("leader_fallen")
    p = dice.chance(lambda die: die - x.activation >= least)
    yield Fact(Text("He falls with {p} when Shock shakes his unit", p=percent(p)), "15.4")
    shot = dice.chance(lambda die: die >= g.charts.threshold("leader_shot"))
    text = Text(
        "Missile fire of {n} or more at his hex kills him with {p}",
        n=g.charts.threshold("leader_at_risk"),
        p=percent(shot),
    )
    yield Fact(text, "15.4")
