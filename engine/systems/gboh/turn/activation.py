"""5.1 Activation: who is still to act this turn, and starting an Orders Phase. Whose turn it is: :mod:`selection`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.kernel.decisions import Choice, Choose
from engine.kernel.dice import RollRequest
from engine.kernel.text import Text
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import command
from engine.systems.gboh.events import LeaderChanged, LeaderNoted, OrdersBegan, PhaseBegan, TieSet
from engine.systems.gboh.orders import which as which_of
from engine.systems.gboh.state import Leader, Tie


def ready(g: Battle, side: str | None = None, *, prize: bool = False) -> list[Leader]:
    """5.13 Leaders who may still be activated in the ordinary way this turn; ``prize``: as their champion's (11.85)."""
    return [x for x in inactive(g, side, prize=prize) if not x.deferred]


def inactive(g: Battle, side: str | None = None, *, prize: bool = False) -> list[Leader]:
    """5.11 Inactive at start.

    Leaders on the map, or in ambush, who are still to act this turn, whether or not they wait in enemy ZOC.
    """
    present = (x for x in g.state.leaders.values() if side in (None, x.side) and (x.on_map or x.hiding is not None))
    return [
        x
        for x in present
        if x.status == "inactive" and has_turns(g, x) and not special.any_of(g, Special.kept_back, x, prize=prize)
    ]


def has_turns(g: Battle, leader: Leader) -> bool:
    """5.11 Whether he is among those who act in turn at all; A 5.62 Contingent Commanders aren't."""
    return leader.role != "CC" or g.game.command.contingents_act


def released(g: Battle, side: str | None = None) -> list[Leader]:
    """5.26 Deferred leaders who are out of enemy ZOC again: next to act for their side."""
    return [x for x in inactive(g, side) if x.deferred and not g.in_enemy_zoc(x)]


HIGHER = Text("higher")


async def contest(g: Battle, why: Text, rule: str, *, purpose: str = "precedence", needs: Text = HIGHER) -> str:
    """Both sides roll, the higher chooses first; equal dice are rolled again (5.12). Returns the winning side."""
    first, second = g.state.sides
    while True:
        one, other = [
            await g.roll(
                RollRequest(
                    purpose=purpose,
                    side=side,
                    text=Text("{side}: {why}", side=g.spec(side).name, why=why),
                    rule=rule,
                    needs=needs,
                )
            )
            for side in (first, second)
        ]
        if one.total != other.total:
            return first if one.total > other.total else second


async def which(g: Battle, leaders: Sequence[Leader], prompt: Text) -> Leader:
    """5.12 The one, of a side's leaders of equal Initiative, that their owner names."""
    return await which_of.piece(g, leaders, "leader-order", g.case(Case.ACTIVATION_ORDER), prompt)


def alternate(g: Battle, leader: Leader) -> None:
    """5.12 The other side chooses next among leaders of this Initiative, if it has any."""
    tie = g.state.tie
    if tie is not None and tie.initiative == leader.initiative:
        g.emit(TieSet(tie=Tie(initiative=tie.initiative, next=g.state.enemy(leader.side))))


async def activate(
    g: Battle,
    leader: Leader,
    *,
    no_momentum: bool = False,
    trumping: bool = False,
    trumped: str | None = None,
    trumped_momentum: bool = False,
    bypassed: list[str] | None = None,
    again: bool = False,
    chosen: bool = False,
    last_chance: bool = False,
    by: Case | None = None,
) -> None:
    """5.0 Activation and orders.

    Begin the leader's Orders Phase (``again``: by Momentum); in enemy ZOC, but for the OC, just for Shock (5.26).

    A rule of the battle may test him first, and nothing come of it: then it's the next leader's turn. Unless he was
    ``chosen`` knowing of the test, or has Momentum, his owner may finish him instead. ``last_chance``: in enemy ZOC he
    can't wait after it. ``by``: what gives him the turn, where it isn't his as the next in order (5.12).
    """
    words = None if chosen or again else special.first(g, Special.risk, leader)
    if (words and not await _dares(g, leader, words)) or not await special.activating(g, leader):
        if g.state.phase != "select":
            g.emit(PhaseBegan(phase="select"))
        return
    special.call(g, Special.appears, leader)
    held = command.silenced(g, leader)
    if not again:
        # 5.26 Enabling Shock from enemy ZOC finishes him, wherever he stands afterwards.
        caught = g.game.command.zone_bars_momentum and g.in_enemy_zoc(leader)
        barred = True if no_momentum or held or caught else None
        g.emit(LeaderChanged(leader=leader.id, forget_permission=True, no_momentum=barred))
    elif special.first(g, Special.leave, leader) is not None or not g.game.command.leave_lasts:
        g.emit(LeaderChanged(leader=leader.id, forget_permission=True))
    if last_chance and held and g.game.command.idle_waits:
        g.emit(LeaderNoted(leader=leader.id, field="last_chance", value=True, rule=g.case(Case.ACTIVATED_HELD)))
    g.emit(
        OrdersBegan(
            orders=g.new_orders(
                side=leader.side,
                leader=leader.id,
                momentum=again,
                shock_only=held,
                trumping=trumping,
                trumped=trumped,
                trumped_momentum=trumped_momentum,
                bypassed=bypassed or [],
            ),
            momentum=again,
            rule=g.case(by or (Case.MOMENTUM if again else Case.ACTIVATION_ORDER)),
        )
    )


def tested(g: Battle, leader: Leader, choice: Choice) -> Choice:
    """The choice to activate a leader, with what a rule of the battle has rolled for first."""
    risk = special.first(g, Special.activation_risk, leader)
    return choice if risk is None else replace(choice, chance=risk.chance, risk=risk)


async def _dares(g: Battle, leader: Leader, risk: Text) -> bool:
    """Whether his owner activates a leader whose turn has come, at a risk; else he is Finished (5.15)."""
    answer = await g.ask(
        Choose(
            kind="activation",
            side=leader.side,
            rule=g.case(Case.FINISHED),
            prompt=Text("It is the turn of {leader}. {risk}", leader=leader.name, risk=risk),
            subject=leader.id,
            focus=(leader.hex,) if leader.hex is not None else (),
            choices=(
                tested(
                    g,
                    leader,
                    Choice(leader.id, Text("Activate {leader}", leader=leader.name), unit=leader.id, lean=4.0),
                ),
                Choice("pass", Text("{leader} does nothing this turn", leader=leader.name), unit=leader.id),
            ),
            default_key="pass",
        )
    )
    if answer.key != "pass":
        return True
    g.emit(
        LeaderChanged(
            leader=leader.id, status="finished", reason=Text("does nothing this turn."), rule=g.case(Case.FINISHED)
        )
    )
    return False
