"""5.5 Elite commanders: one Orders Phase before everybody else."""

from __future__ import annotations

from engine.kernel.decisions import Choice, Choose
from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import command
from engine.systems.gboh.events import EliteOffered, LeaderChanged, LeaderNoted, OrdersBegan, PhaseBegan, Told
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.state import Leader, OrdersPhase
from engine.systems.gboh.turn import activation


def eligible(g: Battle, side: str) -> list[Leader]:
    """5.51 Leaders the elite OC may give the phase to: those in his Command Range, on turn 1 anyone."""
    oc = _commander(g, side)
    if oc is None or not g.uses(Case.ELITE_PHASE):
        return []
    reach = command.reach(g, oc, oc.command_range)
    present = [
        x
        for x in g.leaders(side)
        if x.status != "finished"
        and activation.has_turns(g, x)
        and not special.any_of(g, Special.kept_back, x, prize=False)
    ]
    return [x for x in present if x is oc or g.state.turn == 1 or x.at in reach]


def _commander(g: Battle, side: str) -> Leader | None:
    """The side's elite OC on the map."""
    return next((x for x in g.leaders(side) if x.role == "OC" and x.elite), None)


async def _granted(g: Battle, side: str) -> bool:
    """A 5.5 On turns after the first some rolls cost the side its elite phase."""
    lost = g.game.command.no_elite_on
    if not lost or g.state.turn == 1:
        return True
    roll = await g.roll(
        RollRequest(
            purpose="elite",
            side=side,
            text=Text("{side}: an elite phase this turn?", side=g.spec(side).name),
            rule=g.case(Case.ELITE_PHASE),
            needs=Text("{n} or less", n=min(lost) - 1),
            outcome=lambda n: Text("none this turn") if n in lost else Text("granted"),
        )
    )
    return roll.natural not in lost


async def _rivals(g: Battle, sides: list[str]) -> list[str]:
    """S 5.53 Two elite commanders: each rolls and adds his Initiative; the higher has the phase, of equals nobody."""
    totals: dict[str, int] = {}
    rule = g.case(Case.ELITE_RIVALS)
    for side in sides:
        oc = _commander(g, side)
        assert oc is not None
        roll = await g.roll(
            RollRequest(
                purpose="elite",
                side=side,
                text=Text("{oc}: whose is the elite phase?", oc=oc.name),
                rule=rule,
                needs=Text("higher"),
                modifiers=(Modifier(value=oc.initiative, reason=Text("Initiative"), rule=rule),),
            )
        )
        totals[side] = roll.total
    best = max(totals.values())
    first = [side for side in sides if totals[side] == best]
    if len(first) == 1:
        return first
    g.emit(Told(story=Text("Both come to {n}: nobody has the elite phase this turn.", n=best), rule=rule))
    return []


async def elite_phase(g: Battle) -> None:
    """5.51 Each side with an elite OC may use one Orders Phase at the start of the turn."""
    if g.state.elite_order is None:
        able = [s for s in g.state.sides if eligible(g, s) and await _granted(g, s)]
        if len(able) == 2 and g.game.command.two_elites == "higher roll":
            able = await _rivals(g, able)
        elif len(able) == 2:
            first = await activation.contest(g, Text("whose elite phase is first?"), g.case(Case.ELITE_PHASE))
            able = [first, g.state.enemy(first)]
        g.emit(EliteOffered(order=able, rule=g.case(Case.ELITE_PHASE)))
        return
    if not g.state.elite_order:
        g.emit(PhaseBegan(phase=special.after_elite(g)))
        return
    side, *rest = g.state.elite_order
    leaders = eligible(g, side)
    oc = _commander(g, side)
    if not leaders or oc is None:
        g.emit(EliteOffered(side=side, order=rest))
        return
    answer = await g.ask(
        Choose(
            kind="elite",
            side=side,
            rule=g.case(Case.ELITE_PHASE),
            prompt=Text("{oc} may act before everyone else, or let another leader do so.", oc=oc.name),
            subject=oc.id,
            focus=(oc.at,),
            choices=(
                *(
                    activation.tested(g, x, Choice(x.id, Text("{leader} acts now", leader=x.name), unit=x.id, lean=2.0))
                    for x in leaders
                ),
                Choice("no", Text("Not this turn")),
            ),
            default_key="no",
            why=reasons.chosen_leader(
                g,
                side,
                g.case(Case.ELITE_PHASE),
                lambda x, _: _bar(g, oc, x),
            ),
        )
    )
    g.emit(EliteOffered(side=side, order=rest))
    if answer.key == "no":
        return
    leader = g.state.leaders[answer.key]
    if not await special.activating(g, leader):
        return
    g.emit(LeaderChanged(leader=leader.id, forget_permission=True))
    g.emit(
        OrdersBegan(
            orders=g.new_orders(
                side=side,
                leader=leader.id,
                kind="elite",
                shock_only=command.silenced(g, leader),
            ),
            rule=g.case(Case.ELITE_PHASE),
        )
    )


def _bar(g: Battle, oc: Leader, x: Leader) -> Refusal:
    """5.51 Why a leader of the side, on the map and not Finished, can't have its elite phase."""
    rule = g.case(Case.ELITE_PHASE)
    if not activation.has_turns(g, x):
        return Refusal("{leader} has no turn of his own now.", rule=rule, leader=x.name)
    return Refusal(
        "{leader} is beyond {oc}'s Command Range of {n}: after turn 1 the elite phase goes to nobody farther away.",
        rule=rule,
        leader=x.name,
        oc=oc.name,
        n=oc.command_range,
    )


def end(g: Battle, orders: OrdersPhase) -> None:
    """5.52 Afterwards the leader is Inactive again, unless he was wounded or lost leave to command (4.33)."""
    leader = g.state.leaders[str(orders.leader)]
    if g.game.command.elite_counts:
        g.emit(LeaderNoted(leader=leader.id, field="elite_phase", value=True, rule=g.case(Case.ELITE_AFTER)))
    if leader.on_map and leader.status == "active":
        g.emit(
            LeaderChanged(leader=leader.id, status="inactive", forget_permission=True, rule=g.case(Case.ELITE_AFTER))
        )
