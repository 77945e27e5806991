"""4.31, 4.33 Who may give a Line Command, and the leave a subordinate asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.kernel import risk
from engine.kernel.decisions import Choice, Risk
from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.text import Text, refuse
from engine.systems.gboh import special, strategies
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Leave, Special
from engine.systems.gboh.command import command, line_composition
from engine.systems.gboh.events import LeaderChanged, LeaderNoted, OrdersEnded, PhaseBegan
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders import orders
from engine.systems.gboh.state import Leader, Unit
from engine.systems.gboh.strategies import LeaveFacts

SHOWN = 3
"""Units of a Line that a sentence names as an example."""


def needs_leave(g: Battle, leader: Leader, units: Sequence[str] = ()) -> bool:
    """4.33 Line Command eligibility.

    A subordinate has to be granted a Line Command (to these units); the OC gives it as he likes.
    """
    if leader.role != "SC" or leader.line_permission is not None or line_composition.is_free(g, leader, units):
        return False
    other = special.first(g, Special.leave, leader)
    if other is not None:
        return other.limit is not None
    found = _leave(g, leader, units)
    return found.denied or found.limit is not None


def _leave(g: Battle, leader: Leader, units: Sequence[str] = ()) -> strategies.Leave:
    """4.33 How he comes by a Line Command (to these units) in the phase under way."""
    return g.game.lines.leave(_facts(g, leader, units, momentum=_goes_on(g)))


def check_permission(g: Battle, leader: Leader, units: Sequence[str] = ()) -> None:
    """Refuse a try for permission (to command these units) that can't be made now (4.33)."""
    if leader.role == "OC":
        refuse("{leader} needs nobody's leave.", rule=g.case(Case.LINE_LEAVE), leader=leader.name)
    if leader.role == "CC":
        refuse("Contingent Commanders give no Line Commands.", rule=g.case(Case.COMMAND_RESTRICTIONS))
    if leader.line_permission is not None:
        refuse("{leader} has his answer already.", rule=g.case(Case.LINE_LEAVE), leader=leader.name)
    other = special.first(g, Special.leave, leader)
    if other is not None and other.limit is None:
        refuse("{leader} needs nobody's leave.", rule=other.rule, leader=leader.name)
    if g.orders.orders_used or g.orders.lines_used:
        refuse("{leader} asks for leave before his first order.", rule=g.case(Case.LINE_LEAVE), leader=leader.name)
    if other is None and _leave(g, leader).denied:
        refuse(
            "{leader} asks for leave before his first order, not in Momentum."
            if g.game.command.leave_lasts
            else "{leader} has no Overall Commander to ask for leave."
            if g.game.command.leave_by_line and g.superior(leader) is None
            else "{leader} gave no Line Command in his first Orders Phase and gives none in Momentum."
            if g.game.command.leave_by_line
            else "{leader} can give no Line Command in this Orders Phase.",
            rule=g.case(Case.LINE_LEAVE),
            leader=leader.name,
        )
    if g.game.command.leave_by_line and not units:
        refuse(
            "{leader} asks for leave with the Line he would command: {line}.",
            rule=g.case(Case.LINE_LEAVE),
            leader=leader.name,
            line=_example(g, leader),
        )
    if g.in_enemy_zoc(leader):
        refuse("{leader} is in enemy ZOC: no Line Commands.", rule=g.case(Case.LINE_LEAVE), leader=leader.name)


def _example(g: Battle, leader: Leader) -> str:
    """How a Line Command is written: of a Line he could command, or of any units of his side."""
    found = max(line_composition.lines(g, leader), key=len, default=None) or list(g.units(leader.side))
    return " ".join(("line", *(u.id for u in found[:SHOWN])))


def check_line_command(g: Battle, leader: Leader, answer: orders.Line) -> None:
    """4.31-4.33, A 4.32 Refuse a Line Command the leader can't give."""
    if leader.role != "CC" and leader.line_commands == 0:
        refuse("{leader} gives no Line Commands.", rule=g.case(Case.LINE_COMMAND), leader=leader.name)
    if leader.role == "CC":
        refuse(
            "{leader} is a Contingent Commander: Individual Orders only.",
            rule=g.case(Case.COMMAND_RESTRICTIONS),
            leader=leader.name,
        )
    if g.in_enemy_zoc(leader) and (g.game.command.held_commander != "commands lines" or command.silenced(g, leader)):
        refuse("{leader} is in enemy ZOC: no Line Commands.", rule=g.case(Case.LINE_LEAVE), leader=leader.name)
    if g.orders.orders_used:
        refuse(
            "{leader} has begun with Individual Orders; a Line Command replaces them.",
            rule=g.case(Case.LINE_COMMAND),
            leader=leader.name,
        )
    if g.orders.lines_used >= leader.line_commands:
        refuse(
            "{leader} has given all his Line Commands of this phase.",
            rule=g.case(Case.LINE_COMMAND),
            leader=leader.name,
        )
    if leader.role == "SC" and not line_composition.is_free(g, leader, answer.units):
        if leader.line_permission is False:
            refuse(
                "{leader} was denied leave: Individual Orders only.", rule=g.case(Case.LINE_LEAVE), leader=leader.name
            )
        if needs_leave(g, leader, answer.units):
            check_permission(g, leader, answer.units)
    if not answer.units:
        refuse("Which units? Name them: {line}.", rule=g.case(Case.LINE_COMMAND), line=_example(g, leader))
    if len(set(answer.units)) != len(answer.units):
        refuse("A unit is named twice.", rule=g.case(Case.LINE_COMMAND))
    units: list[Unit] = []
    for name in answer.units:
        unit = g.state.units.get(name)
        if unit is not None and unit.side != leader.side:
            refuse("{unit} is the enemy's.", rule=g.case(Case.LINE_COMMAND), unit=unit.id)
        if unit is None or not unit.on_map:
            refuse("You have no unit {name} on the map.", name=name)
        movement.check_orderable(g, unit, releasing=True)
        units.append(unit)
    line_composition.check_line(g, leader, units)
    special.check_line(g, units)


@dataclass(frozen=True)
class Odds:
    """What asking for leave comes to."""

    limit: int
    """Highest modified roll that grants it."""
    ends: bool
    """Whether failing ends the leader's activation; else it leaves him Individual Orders."""
    modifiers: tuple[Modifier, ...] = ()
    """Added to the roll."""


def odds(g: Battle, leader: Leader, units: Sequence[str] = ()) -> Odds:
    """4.33 The OC's Strategy inside his Command Range, only a 0 outside; or as a rule of the battle has it.

    For a leader who needs leave (:func:`needs_leave`), to command these units where that matters.
    """
    other = special.first(g, Special.leave, leader)
    if other is not None and other.limit is not None:
        return Odds(other.limit, ends=False)
    found = g.game.lines.leave(_facts(g, leader, units, momentum=not g.game.command.leave_lasts and _goes_on(g)))
    return Odds(found.limit or 0, ends=found.failure == "finished", modifiers=found.modifiers)


def at_stake(g: Battle, leader: Leader, units: Sequence[str]) -> Risk:
    """4.33 What asking leave for a Line Command to these units is rolled for, and what failing costs."""
    found = odds(g, leader, units)
    words = "ends {leader}'s turn" if found.ends else "leaves {leader} Individual Orders only"
    failing = Text(words, leader=leader.name)
    request = _request(g, leader, units)
    needs = risk.at_most(found.limit - request.modifier)
    return risk.of(request, lambda n: n <= found.limit, needs, failing, units=len(units))


def at_risk(g: Battle, leader: Leader, choice: Choice, answer: orders.Line) -> Choice:
    """4.33 The choice with what asking leave for it takes, and what is lost if that is denied."""
    if not needs_leave(g, leader, answer.units):
        return choice
    risk = at_stake(g, leader, answer.units)
    return replace(choice, chance=risk.chance, risk=risk)


def _request(g: Battle, leader: Leader, units: Sequence[str] = ()) -> RollRequest:
    """table:command_control Command Control Chart (4.33), or what a rule of the battle rolls in its place."""
    other, found = special.first(g, Special.leave, leader), odds(g, leader, units)
    if other is not None:
        return RollRequest(
            purpose="line-permission",
            side=leader.side,
            text=Text("{leader} tries to command a Line, out of the OC's reach", leader=leader.name),
            rule=other.rule,
            needs=Text("{n} or less", n=found.limit),
            outcome=lambda n: Text("granted") if n <= found.limit else Text("Individual Orders only"),
        )
    failure = Text("he is Finished") if found.ends else Text("Individual Orders only")
    asks = "{leader} asks leave for a Line Command"
    if found.ends:
        asks = "{leader} asks leave for a Line Command, out of the OC's reach"
    return RollRequest(
        purpose="line-permission",
        side=leader.side,
        text=Text(asks, leader=leader.name),
        rule=g.case(Case.LINE_LEAVE),
        table="command_control",
        modifiers=found.modifiers,
        needs=Text("{n} or less", n=found.limit),
        outcome=lambda n: Text("granted") if n <= found.limit else failure,
    )


def _facts(g: Battle, leader: Leader, units: Sequence[str], *, momentum: bool) -> LeaveFacts:
    """What leave depends on for him and these units; ``momentum``: in a phase won by it."""
    oc = g.superior(leader)
    near = [oc] if oc is not None else []
    if g.game.command.wings_relay:
        near += [x for x in g.leaders(leader.side) if x.relays and x is not leader]
    return LeaveFacts(
        overall=leader.role == "OC",
        in_reach=any(leader.at in command.reach(g, x, x.command_range) for x in near),
        strategy=leader.strategy if leader.strategy_printed is not None else None,
        commanders_strategy=oc.strategy if oc is not None else None,
        first_turn=g.state.turn == 1,
        momentum=momentum,
        earned=leader.earned_lines,
        exempt=leader.exempt,
        line_held=any(g.in_enemy_zoc(g.state.units[name]) for name in units if name in g.state.units),
        favour=leader.favour,
    )


def _goes_on(g: Battle) -> bool:
    """Whether the Orders Phase under way is one by Momentum."""
    return g.state.orders is not None and g.orders.momentum


def given(g: Battle, leader: Leader) -> None:
    """A 4.34, 4.35 What giving a Line Command means for the rest of his turn: it rested on his commander's reach, and
    costs him Momentum, or it didn't, and he may give another in Momentum."""
    if (
        g.game.command.leave_lasts
        or leader.role == "OC"
        or _goes_on(g)
        or special.first(g, Special.leave, leader) is not None
    ):
        return
    rule = g.case(Case.LINE_LEAVE)
    if _leave(g, leader).forfeits_momentum:
        reason = Text("commands through his Overall Commander: no Momentum this turn.")
        g.emit(LeaderChanged(leader=leader.id, no_momentum=True, reason=reason, rule=rule))
    else:
        g.emit(LeaderNoted(leader=leader.id, field="earned_lines", value=True, rule=rule))


async def ask_permission(g: Battle, leader: Leader, units: Sequence[str] = ()) -> bool:
    """table:command_control Command Control Chart (4.33).

    Roll for leave: the OC's Strategy inside his Command Range; only a 0 outside, where failing finishes him.
    """
    other = special.first(g, Special.leave, leader)
    if other is not None:
        return await _by_himself(g, leader, other)
    found = odds(g, leader, units)
    roll = await g.roll(_request(g, leader, units))
    granted = roll.total <= found.limit
    if granted or not found.ends:
        reason = Text("may give Line Commands." if granted else "may give Individual Orders only.")
        g.emit(LeaderChanged(leader=leader.id, line_permission=granted, reason=reason, rule=g.case(Case.LINE_LEAVE)))
    else:
        # His activation is over at once, with no Shock segment.
        g.emit(
            LeaderChanged(
                leader=leader.id, status="finished", reason=Text("is Finished."), rule=g.case(Case.LINE_LEAVE)
            )
        )
        phase = "elite" if g.orders.kind == "elite" else "select"
        g.emit(OrdersEnded(rule=g.case(Case.LINE_LEAVE)))
        g.emit(PhaseBegan(phase=phase))
    return granted


async def _by_himself(g: Battle, leader: Leader, other: Leave) -> bool:
    """Roll for leave where a rule of the battle replaces 4.33: failing costs no more than the Line Command."""
    assert other.limit is not None
    granted = (await g.roll(_request(g, leader))).total <= other.limit
    reason = Text("may give a Line Command." if granted else "may give Individual Orders only in this phase.")
    g.emit(LeaderChanged(leader=leader.id, line_permission=granted, reason=reason, rule=other.rule))
    return granted


def aloof(g: Battle, leader: Leader, units: Sequence[Unit]) -> dict[str, str]:
    """Units that may move nowhere next to an enemy under a Line Command given now, with the rule that says so."""
    return {name: r.spec.id for r in special.having(g, Special.aloof) for name in r.aloof(g, leader, units)}
