"""What a leader can do now: whom he reaches, which Lines he can order, where he can go, what his loss would mean."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import dice
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import Fact, Findings, Section, Sketch, percent
from engine.kernel.rehearsal import Throw, rehearse
from engine.kernel.text import Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.command import command, leader_moves, leaders, line_composition, line_leave
from engine.systems.gboh.inquiry import consequences, losses, scene
from engine.systems.gboh.state import Leader, Unit
from engine.systems.gboh.turn import momentum

STATUS = {"inactive": Text("still to act"), "active": Text("giving orders"), "finished": Text("Finished")}


def about(g: Battle, x: Leader) -> Findings:
    """Everything a leader can do, now or when his turn comes."""
    title = Text("{leader}, {role} ({side})", leader=x.name, role=x.title, side=scene.whose(g, x.side))
    if not x.on_map:
        gone = Text("He has left the battle.") if x.departed else Text("He is lost.")
        text = gone if x.eliminated else Text("He is not on the map.")
        return Findings(title, (Section(Text("Where he is"), (Fact(text),)),))
    now = scene.ordering(g, x.side) is x
    g = scene.as_if(g, x.side, x)
    x_now = g.state.leaders[x.id]
    goals = leader_moves.destinations(g, x_now)
    sections = (
        Section(Text("How he stands"), tuple(_state(g, x, now))),
        Section(Text("Whom he commands"), tuple(_command(g, x_now))),
        Section(Text("Where he can go"), tuple(_moves(g, x_now, goals))),
        Section(Text("If he fell"), (losses.of(g, x),)),
    )
    sketch = Sketch(
        focus=(x.at, *sorted(command.reach(g, x, x.command_range))),
        command=frozenset(command.reach(g, x, x.command_range)),
    )
    return Findings(title, sections, sketch)


def _state(g: Battle, x: Leader, now: bool) -> Iterator[Fact]:
    yield Fact(
        Text("At {hex}, Initiative {n}, {status}", hex=show(x.at), n=x.initiative, status=STATUS[x.status]),
        g.case(Case.LEADER_STATES),
    )
    if x.wounded:
        casualty, n = g.game.casualty, x.lowered or 1
        again = casualty.certain(wounded=True) or casualty.hurt(7, personal_combat=x.personal_combat, wounded=True)
        text = Text("Wounded: each rating is {n} lower", n=n)
        if again.killed:
            text = Text("Wounded: each rating is {n} lower, a second hit kills", n=n)
        yield Fact(text, g.case(Case.LEADER_WOUND))
    if now:
        left = x.initiative - g.orders.orders_used
        yield Fact(Text("Orders left: {n}", n=max(0, left)), g.case(Case.ORDER_COUNT))
    if g.in_enemy_zoc(x):
        silent = Text("In enemy ZOC: no orders")
        if g.game.command.held_commander == "commands lines":
            held = Text("In enemy ZOC: others are moved only after leaving it")
        else:
            held = Text("In enemy ZOC: no Line Commands")
        yield Fact(silent if command.silenced(g, x) else held, g.case(Case.LEADER_HELD))
    if x.role != "CC":
        why = momentum.barred(g, x)
        chance = percent(dice.chance(lambda die: die <= x.initiative))
        if why is not None:
            yield Fact(Text("No Momentum: {why}", why=why), g.case(Case.MOMENTUM_WHO))
        else:
            yield Fact(
                Text(
                    "Momentum after his orders: {n} or less, {p}; a 9 is the Die Roll of Doom", n=x.initiative, p=chance
                ),
                g.case(Case.MOMENTUM),
            )
        if x.status == "inactive":
            yield Fact(Text("A Trump by him: {n} or less, {p}", n=x.initiative, p=chance), g.case(Case.TRUMP))


def _command(g: Battle, x: Leader) -> Iterator[Fact]:
    reached = [u for u in g.units(x.side) if command.in_command(g, x, u)]
    text = Text(
        "Individual Orders within {radius:hex|hexes}: {units}", radius=x.command_range, units=scene.names(reached)
    )
    yield Fact(
        text if reached else Text("Nobody is within his Command Range of {radius}", radius=x.command_range),
        g.case(Case.COMMAND_RANGE),
    )
    yield from _declined(g, x)
    if not x.line_commands:
        yield Fact(
            Text("He gives no Line Commands"),
            g.case(Case.COMMAND_RESTRICTIONS) if x.role == "CC" else g.case(Case.LINE_COMMAND),
        )
        return
    groups = [group for group in line_composition.lines(g, x) if len(group) > 1]
    for group in groups:
        yield Fact(Text("Line: {units}", units=scene.names(group)), g.case(Case.LINE_COMPOSITION))
    near = g.game.command.lines_near
    if not groups and near is not None:
        text = Text("No Line stands within {n:hex|hexes}, in plain sight", n=near)
        yield Fact(text, g.case(Case.LINE_LEAVE))
    if line_leave.needs_leave(g, x):
        yield from _leave(g, x)


def _declined(g: Battle, x: Leader) -> Iterator[Fact]:
    """4.5 Units that stand within his Command Range and take no Individual Orders of his now, by the reason."""
    near = command.reach(g, x, x.command_range)
    found: dict[tuple[Text, str], list[Unit]] = {}
    for u in g.units(x.side):
        if command.in_command(g, x, u) or not any(h in near for h in footprint.hexes_of(u)):
            continue
        if (why := x.declines(u, "order")) is not None:
            words, rule = why
        elif command.commandable(x, u):
            words, number = x.one_band
            rule = number or g.case(Case.ONE_KIND)
        else:
            words, rule = Text("he commands only {who}", who=command.limits(x)), g.case(Case.COMMAND_RESTRICTIONS)
        found.setdefault((words, rule), []).append(u)
    for (reason, rule), units in found.items():
        yield Fact(Text("No orders to {units}: {why}", units=scene.names(units), why=reason), rule)


def _leave(g: Battle, x: Leader) -> Iterator[Fact]:
    """4.33 What the roll for leave would need, or why he can't even ask."""
    largest = max((group for group in line_composition.lines(g, x)), key=len, default=list[Unit]())
    units = tuple(u.id for u in largest)
    bar = scene.refusal_of(lambda: line_leave.check_permission(g, x, units))
    if bar is not None:
        yield Fact.of(bar)
        return
    trial = scene.copied(g)
    for step in rehearse(trial, line_leave.ask_permission(trial, trial.state.leaders[x.id], units)):
        if isinstance(step, Throw):
            yield Fact(consequences.odds(step), step.request.rule)


def _moves(g: Battle, x: Leader, goals: dict[Hex, int]) -> Iterator[Fact]:
    left = leader_moves.left(g, x)
    if not goals:
        yield Fact(Text("Nowhere with {left} MP", left=left), g.case(Case.LEADER_MOVEMENT))
        return
    yield Fact(Text("{n:hex|hexes} with {left} MP", n=len(goals), left=left), g.case(Case.LEADER_MOVEMENT))
    near = sorted((goals[u.at], u.id) for u in g.units(x.side) if u.at in goals and not u.routed)
    if near:
        shown = ", ".join(f"{name} ({mp})" for mp, name in near)
        yield Fact(Text("To a unit, MP in brackets: {units}", units=shown), g.case(Case.LEADER_COSTS))
    if x.role != "OC":
        return
    taken = list(dict.fromkeys(new.name for new, _ in leaders.replaceable(g, x.side, by=x)))
    if taken:
        yield Fact(
            Text("For one order somebody can be called up: {leaders}", leaders=", ".join(taken)),
            g.case(Case.REPLACEMENT_LEADERS),
        )
    pool = [g.state.leaders[name].name for name in g.state.sides[x.side].pool]
    if pool:
        yield Fact(
            Text("Replacement leaders left: {leaders}", leaders=", ".join(pool)), g.case(Case.REPLACEMENT_LEADERS)
        )
