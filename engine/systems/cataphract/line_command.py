"""4.3 Line Commands: leave to give one (4.33), giving it, and its units acting one by one (spec D2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.kernel.decisions import Answer, Choice, ChooseEach, Command, Item
from engine.kernel.dice import RollRequest
from engine.kernel.hexes import distance
from engine.kernel.inquiry import percent
from engine.kernel.text import Refusal, Text, codes, few, refuse
from engine.systems.cataphract import (
    ambush,
    artillery,
    command,
    dismounting,
    fire,
    harass,
    leader_moves,
    line,
    menus,
    movement,
    orders,
    reaction,
    reasons,
    sharing,
    shield_wall,
    special,
    uncontrolled,
)
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import (
    LeaderChanged,
    LineBegan,
    LineEnded,
    LineNoted,
    OrdersEnded,
    OrdersNoted,
    PhaseBegan,
)
from engine.systems.cataphract.special import wedge
from engine.systems.cataphract.state import Leader, LineInProgress, Unit


def needs_leave(g: Battle, leader: Leader, units: Sequence[str] = ()) -> bool:
    """4.33 A subordinate has to be granted a Line Command (to these units); the OC gives it as he likes."""
    if leader.role != "SC" or leader.line_permission is not None or line.is_free(g, leader, units):
        return False
    other = special.leave(g, leader)
    return other is None or other.limit is not None


def check_permission(g: Battle, leader: Leader) -> None:
    """Refuse a try for permission that can't be made now (4.33)."""
    if leader.role == "OC":
        refuse("{leader} needs nobody's leave.", rule="4.33", leader=leader.name)
    if leader.role == "CC":
        refuse("Contingent Commanders give no Line Commands.", rule="4.5")
    if leader.line_permission is not None:
        refuse("{leader} has his answer already.", rule="4.33", leader=leader.name)
    other = special.leave(g, leader)
    if other is not None and other.limit is None:
        refuse("{leader} needs nobody's leave.", rule=other.rule, leader=leader.name)
    if g.orders.orders_used or g.orders.lines_used:
        refuse("{leader} asks for leave before his first order.", rule="4.33", leader=leader.name)
    if g.orders.momentum and other is None:
        refuse("{leader} asks for leave before his first order, not in Momentum.", rule="4.33", leader=leader.name)
    if g.in_enemy_zoc(leader):
        refuse("{leader} is in enemy ZOC: no Line Commands.", rule="4.33", leader=leader.name)


def check_line_command(g: Battle, leader: Leader, answer: orders.Line) -> None:
    """Refuse a Line Command the leader can't give (4.31-4.33)."""
    if leader.role == "CC" or leader.line_commands == 0:
        refuse("{leader} is a Contingent Commander: Individual Orders only.", rule="4.5", leader=leader.name)
    if g.in_enemy_zoc(leader):
        refuse("{leader} is in enemy ZOC: no Line Commands.", rule="4.33", leader=leader.name)
    if g.orders.orders_used:
        refuse(
            "{leader} has begun with Individual Orders; a Line Command replaces them.", rule="4.31", leader=leader.name
        )
    if g.orders.lines_used >= leader.line_commands:
        refuse("{leader} has given all his Line Commands of this phase.", rule="4.31", leader=leader.name)
    if leader.role == "SC" and not line.is_free(g, leader, answer.units):
        if leader.line_permission is False:
            refuse("{leader} was denied leave: Individual Orders only.", rule="4.33", leader=leader.name)
        if needs_leave(g, leader, answer.units):
            check_permission(g, leader)
    if not answer.units:
        refuse("Which units? Name them: line HC1 HC2.", rule="4.31")
    if len(set(answer.units)) != len(answer.units):
        refuse("A unit is named twice.", rule="4.31")
    units = []
    for name in answer.units:
        unit = g.state.units.get(name)
        if unit is None or unit.side != leader.side or not unit.on_map:
            refuse("You have no unit {name} on the map.", name=name)
        movement.check_orderable(g, unit, releasing=True)
        units.append(unit)
    line.check_line(g, leader, units)
    shield_wall.check_leave(g, units)


def check_wedge(g: Battle, leader: Leader, answer: orders.Wedge) -> None:
    """Refuse the whole Wedge an advance, be it a Line Command of its own or part of one under way."""
    body = wedge.check_advance(g, leader, answer.path)
    if g.orders.line is None:
        check_line_command(g, leader, wedge.line(body))
    else:
        if g.orders.line.led:
            refuse(
                "{leader} has moved with this Line and can't go along with the Wedge again.",
                rule="4.34",
                leader=leader.name,
            )
        left_out = [u.id for u in body.units if u.id not in g.orders.line.units]
        if left_out:
            refuse("{units} {units:=is|are} not in this Line.", rule="5.23", units=few(left_out))


@dataclass(frozen=True)
class Odds:
    """What asking for leave comes to."""

    limit: int
    """Highest roll that grants it."""
    ends: bool
    """Whether failing ends the leader's activation; else it leaves him Individual Orders."""

    @property
    def chance(self) -> float:
        """Probability that it is granted: a die of 0 to 9."""
        return min(self.limit + 1, 10) / 10

    @property
    def note(self) -> Text:
        """What the player reads before he asks."""
        what = Text("if denied, the activation is over") if self.ends else Text("if denied, Individual Orders only")
        needs = Text("needs {n} or less", n=self.limit) if self.limit else Text("needs 0")
        return Text("{needs} ({p}); {what}", needs=needs, p=percent(self.chance), what=what)


def odds(g: Battle, leader: Leader) -> Odds:
    """4.33 The OC's Strategy inside his Command Range, only a 0 outside; or as a rule of the battle has it.

    For a leader who needs leave (:func:`needs_leave`).
    """
    other = special.leave(g, leader)
    if other is not None and other.limit is not None:
        return Odds(other.limit, ends=False)
    oc = g.superior(leader)
    inside = oc is not None and leader.at in command.reach(g, oc, oc.command_range)
    return Odds(oc.strategy if inside and oc is not None else 0, ends=not inside)


async def ask_permission(g: Battle, leader: Leader) -> bool:
    """4.33 Roll for leave: the OC's Strategy inside his Command Range; only a 0 outside, where failing finishes him."""
    other = special.leave(g, leader)
    if other is not None:
        return await _by_himself(g, leader, other)
    found = odds(g, leader)
    limit, inside = found.limit, not found.ends
    failure = "Individual Orders only" if inside else "he is Finished"
    roll = await g.roll(
        RollRequest(
            purpose="line-permission",
            side=leader.side,
            text=f"{leader.name} asks leave for a Line Command" + ("" if inside else ", out of the OC's reach"),
            rule="4.33",
            table="command_control",
            needs=f"{limit} or less",
            outcome=lambda n: "granted" if n <= limit else failure,
        )
    )
    granted = roll.total <= limit
    if granted or inside:
        reason = "may give Line Commands." if granted else "may give Individual Orders only."
        g.emit(LeaderChanged(leader=leader.id, line_permission=granted, reason=reason, rule="4.33"))
    else:
        # His activation is over at once, with no Shock segment.
        g.emit(LeaderChanged(leader=leader.id, status="finished", reason="is Finished.", rule="4.33"))
        phase = "elite" if g.orders.kind == "elite" else "select"
        g.emit(OrdersEnded(rule="4.33"))
        g.emit(PhaseBegan(phase=phase))
    return granted


async def _by_himself(g: Battle, leader: Leader, other: special.Leave) -> bool:
    """Roll for leave where a rule of the battle replaces 4.33: failing costs no more than the Line Command."""
    limit = other.limit
    assert limit is not None
    roll = await g.roll(
        RollRequest(
            purpose="line-permission",
            side=leader.side,
            text=str(Text("{leader} tries to command a Line, out of the OC's reach", leader=leader.name)),
            rule=other.rule,
            needs=str(Text("{n} or less", n=limit)),
            outcome=lambda n: str(Text("granted") if n <= limit else Text("Individual Orders only")),
        )
    )
    granted = roll.total <= limit
    reason = "may give a Line Command." if granted else "may give Individual Orders only in this phase."
    g.emit(LeaderChanged(leader=leader.id, line_permission=granted, reason=reason, rule=other.rule))
    return granted


def aloof(g: Battle, leader: Leader, units: Sequence[Unit]) -> dict[str, str]:
    """Units that may move nowhere next to an enemy under a Line Command given now, with the rule that says so."""
    return {name: r.spec.id for r in special.rules(g) for name in r.aloof(g, leader, units)}


async def begin(g: Battle, leader: Leader, answer: orders.Line) -> None:
    """4.31 Give the Line Command, asking leave first where that is still to be done."""
    if needs_leave(g, leader, answer.units) and not await ask_permission(g, leader):
        return
    g.emit(OrdersNoted(field="lines_used", value=1))
    g.emit(OrdersNoted(field="deeds", value=1))
    units = [g.state.units[name] for name in answer.units]
    begun = {u.id: nearest_enemy(g, u) for u in units}
    # 11.62 Cheiroballistrae beside units of the Line may be moved or made ready with it.
    guns = [gun.id for u in units for gun in sharing.beside(g, u)]
    command.note_arm(g, units[0])
    shy = aloof(g, leader, units)
    g.emit(LineBegan(line=LineInProgress(units=[*answer.units, *guns], begun=begun, aloof=shy), rule="4.31"))
    shield_wall.leave(g, units)


async def begin_wedge(g: Battle, leader: Leader, answer: orders.Wedge) -> None:
    """A Line Command to the whole Wedge, which advances at once."""
    body = wedge.ordered(g, leader)
    assert body is not None
    await begin(g, leader, wedge.line(body))
    if g.orders.line is not None:
        await wedge.advance(g, leader, answer.path)


def nearest_enemy(g: Battle, unit: Unit) -> int:
    """Distance in hexes to the nearest enemy unit; 99 when there is none."""
    return min((distance(unit.at, e.at) for e in special.nearest(g, unit)), default=99)


def waiting(g: Battle) -> list[Unit]:
    """Units of the Line that may still act in its present stage."""
    assert g.orders.line is not None
    units = [g.state.units[name] for name in g.orders.line.units]
    return [u for u in units if u.on_map and not u.routed and not u.shield_wall and u.id not in g.orders.acted]


def shooters(g: Battle, names: Sequence[str]) -> list[tuple[Unit, list[Unit]]]:
    """Which of the units that have moved may fire now, with their targets (L5)."""
    found = []
    for name in names:
        unit = g.state.units[name]
        if unit.on_map and not unit.routed and unit.missile and unit.supply != "no" and unit.id not in g.orders.fired:
            targets = fire.targets(g, unit)
            if targets:
                found.append((unit, targets))
    return found


async def line_phase(g: Battle) -> None:
    """One step of a Line Command: the next unit acts (L2, L3), or what follows when all have (L4-L6)."""
    under_way = g.orders.line
    assert under_way is not None
    leader = g.state.leaders[str(g.orders.leader)]
    if under_way.stage == "move":
        can_lead = leader.on_map and leader_moves.can_move(g, leader) and not under_way.led
        if waiting(g) or can_lead:
            answer = await g.ask(
                Command(
                    kind="line",
                    side=leader.side,
                    rule="5.23",
                    prompt=Text(
                        "Line of {leader}: {units} may move or fire.",
                        leader=leader.name,
                        units=codes(u.id for u in waiting(g)),
                    )
                    if waiting(g)
                    else Text("The Line of {leader} has acted. Does he move himself?", leader=leader.name),
                    subject=leader.id,
                    focus=tuple(u.at for u in waiting(g)),
                    secret=bool(ambush.lying(g, leader.side)),
                    menu=menus.line_menu(g, leader, waiting(g), can_lead=can_lead),
                    accept=lambda a: check(g, leader, a),
                    default_answer=orders.Done(),
                )
            )
            if not isinstance(answer, orders.Done):
                await act(g, leader, answer)
                return
        g.emit(LineNoted(stage="fire"))
        return
    await reaction.line_entry_fire(g)  # L4
    await _fire_as_ordered(g)
    await fire_after_moving(g, under_way.acted, Text("The Line has moved. Who fires, and at whom?"))  # L5
    await uncontrolled.test_line(g, leader)  # L6
    g.emit(LineEnded(rule="5.23"))


def check(g: Battle, leader: Leader, answer: Answer) -> None:
    """Refuse what a unit of the Line can't do."""
    match answer:
        case orders.Done():
            return
        case orders.Wedge():
            check_wedge(g, leader, answer)
            return
        case orders.Fire() if (gun := g.state.units.get(answer.unit)) is not None and gun.type == "CH":
            _check_gun(g, gun, answer)
            return
        case orders.MoveLeader():
            if answer.leader != leader.id:
                refuse("With a Line Command only {leader} himself may move.", rule="4.34", leader=leader.name)
            assert g.orders.line is not None
            if g.orders.line.led:
                refuse("{leader} has moved with this Line.", rule="4.34", leader=leader.name)
            leader_moves.check_destination(g, leader, answer.to)
            return
        case orders.Move() | orders.Fire() | orders.Harass() | orders.Mount() | orders.Mode():
            assert g.orders.line is not None
            if answer.unit not in g.orders.line.units:
                refuse(
                    "{unit} is not in this Line: {units}.",
                    rule="5.23",
                    unit=answer.unit,
                    units=few(g.orders.line.units),
                )
            unit = g.state.units[answer.unit]
        case _:
            refuse("A Line Command is under way: its units move or fire, then done.", rule="5.23")
    match answer:
        case orders.Move():
            if answer.along:
                refuse(
                    "With a Line Command {leader} doesn't ride along: he moves by himself, once.",
                    rule="4.34",
                    leader=leader.name,
                )
            if answer.fire_at is not None and answer.fire_after not in (None, 0):
                refuse("In a Line, fire comes before the move or after the whole Line has moved.", rule="8.21")
            if answer.fire_at is not None:
                _named_target(g, unit, answer.fire_at)
            # Fire after the move waits for the whole Line; only the move itself is judged now.
            movement.check_move(
                g, unit, answer if answer.fire_after == 0 else answer.model_copy(update={"fire_at": None})
            )
        case orders.Fire():
            movement.check_orderable(g, unit)
            fire.check_fire(g, unit, _named_target(g, unit, answer.target))
            if answer.second is not None:
                other = g.state.units.get(answer.second)
                if other is None:
                    refuse("There is no enemy {name} on the map.", rule="8.13", name=answer.second)
                fire.check_second(g, unit, other)
        case orders.Harass():
            movement.check_orderable(g, unit)
            target = g.state.units.get(answer.target)
            if target is None or not target.on_map:
                refuse("There is no enemy {name} on the map.", rule="8.13", name=answer.target)
            harass.check_harass(g, unit, target, answer.path)
        case orders.Mode():
            artillery.check_mode(g, unit, answer.fire)
        case orders.Mount():
            dismounting.check(g, unit, answer.mounted, answer.facing)


def _named_target(g: Battle, unit: Unit, name: str) -> Unit:
    target = g.state.units.get(name)
    if target is None or not target.on_map or target.side == unit.side:
        refuse("There is no enemy {name} on the map.", rule="8.13", name=name)
    return target


def _check_gun(g: Battle, gun: Unit, answer: orders.Fire) -> None:
    """11.65 Artillery fires at any time, whatever Line is under way."""
    target = g.state.units.get(answer.target)
    if gun.side != g.orders.side or target is None or not target.on_map:
        refuse("There is no enemy {name} on the map.", rule="8.13", name=answer.target)
    artillery.check_active(g, gun, target)


async def act(g: Battle, leader: Leader, answer: Answer) -> None:
    """5.23 What one unit of the Line, or its leader, does; it must have been checked."""
    units = g.state.units
    match answer:
        case orders.Wedge():
            await wedge.advance(g, leader, answer.path)
        case orders.MoveLeader():
            g.emit(LineNoted(led=True))
            await leader_moves.move(g, leader, answer.to)
        case orders.Move():
            g.emit(LineNoted(acted=answer.unit))
            before = answer if answer.fire_after == 0 else answer.model_copy(update={"fire_at": None})
            if answer.fire_at is not None and before.fire_at is None:
                g.emit(LineNoted(aims=(answer.unit, answer.fire_at)))
            await movement.move(g, units[answer.unit], before, line=True)
        case orders.Mode():
            artillery.change_mode(g, answer)
        case orders.Fire() if units[answer.unit].type == "CH":
            await artillery.active_fire(g, units[answer.unit], units[answer.target])
        case orders.Fire():
            g.emit(OrdersNoted(field="acted", value=answer.unit))
            g.emit(OrdersNoted(field="stationary", value=answer.unit))
            await fire.ordered_fire(g, units[answer.unit], units[answer.target], second=units.get(answer.second or ""))
        case orders.Harass():
            g.emit(OrdersNoted(field="acted", value=answer.unit))
            await harass.harass(g, units[answer.unit], units[answer.target], answer.path)
        case orders.Mount():
            await dismounting.carry_out(g, answer)


async def _fire_as_ordered(g: Battle) -> None:
    """L5 Units whose move named a target fire at it in the order they moved; who no longer can is asked like others."""
    assert g.orders.line is not None
    for name in list(g.orders.line.acted):
        if name not in g.orders.line.aims:
            continue
        target = g.state.units[g.orders.line.aims[name]]
        for unit, targets in shooters(g, [name]):
            if target in targets:
                await fire.ordered_fire(g, unit, target, moved=unit.id in g.orders.moved)


def _no_fire(g: Battle, names: Sequence[str], unit: Unit) -> Refusal:
    """L5 Why a unit isn't asked to fire now that the Line has moved."""
    if unit.id not in names:
        return Refusal("{unit} has not moved with this Line.", rule="8.21", unit=unit.id)
    if (why := fire.inability(unit)) is not None:
        return why
    if unit.id in g.orders.fired:
        return Refusal("{unit} has fired in this Orders Phase.", rule="8.11", unit=unit.id)
    return Refusal("{unit} has nobody to fire at.", rule="8.13", unit=unit.id)


async def fire_after_moving(g: Battle, names: Sequence[str], prompt: Text) -> None:
    """L5 Units that moved and have not fired may fire now, in the order their owner names them."""
    able = shooters(g, names)
    if not able:
        return
    answer = await g.ask(
        ChooseEach(
            kind="line-fire",
            side=g.orders.side,
            rule="8.21",
            prompt=prompt,
            focus=tuple(u.at for u, _ in able),
            items=tuple(
                Item(
                    u.id,
                    Text("{unit}", unit=u.id),
                    (
                        *(Choice(t.id, fire.describe(g, u, t), unit=u.id, hex=t.at, lean=3.0) for t in targets),
                        Choice("hold", Text("hold fire"), unit=u.id),
                    ),
                    "hold",
                    why=reasons.target(
                        g,
                        u,
                        [t for t in targets if isinstance(t, Unit)],
                        lambda x, u=u: fire.refused(g, u, x),
                        "8.21",
                    ),
                )
                for u, targets in able
            ),
            why=reasons.not_asked(g, g.orders.side, lambda u: _no_fire(g, names, u)),
        )
    )
    for name, key in answer.picks.items():
        unit = g.state.units[name]
        if key == "hold" or not unit.on_map or unit.routed:
            continue
        target = g.state.units[key]
        if target.on_map and target in fire.targets(g, unit):
            await fire.ordered_fire(g, unit, target, moved=unit.id in g.orders.moved)
