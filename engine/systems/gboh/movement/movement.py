"""6.1-6.3, 6.6 Who may be ordered to move or fire, and what a move order may say; :mod:`moving` carries it out."""

from __future__ import annotations

from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Refusal, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.charts import Cost
from engine.systems.gboh.command import command, riders
from engine.systems.gboh.missiles import fire, targets
from engine.systems.gboh.movement import moving, pair_moving, reach, together, yielding
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.state import Leader, Unit


def can_enter(g: Battle, unit: Unit, a: Hex, b: Hex) -> Cost | None:
    """6.25 Enough MP.

    Price of stepping from ``a`` to the adjacent ``b`` for terrain alone; None if prohibited or off the map.
    """
    return g.step_cost(unit, a, b)


def check_orderable(g: Battle, unit: Unit, *, releasing: bool = False, firing: bool = False) -> None:
    """Refuse a move or fire order to a unit that can't have one now; see :func:`unorderable`."""
    no = unorderable(g, unit, releasing=releasing, firing=firing)
    if no is not None:
        raise no


def unorderable(g: Battle, unit: Unit, *, releasing: bool = False, firing: bool = False) -> Refusal | None:
    """Why a unit can't have a move or fire order now (5.24, 10.26, 10.27, 11.31); None when it can.

    ``releasing``: by a Line Command, with which a unit leaves the Shield Wall first (11.74). ``firing``: it is to fire,
    which matters for what the refusal says, and where that is an order besides the one to move (G 7.1).
    """
    if not unit.on_map:
        return Refusal("{unit} is not on the map.", unit=unit.id)
    # 5.24 One order per unit per Orders Phase.
    apart = g.game.command.fires_apart
    if unit.id in g.orders.acted and not (apart and firing):
        text = "{unit} has already had a move or fire order in this Orders Phase."
        if apart:
            text = "{unit} has moved in this Player Turn."
        return Refusal(text, rule=g.case(Case.ONE_ORDER), unit=unit.id)
    if unit.routed:
        return Refusal("{unit} is routed: it can only be rallied.", rule=g.case(Case.ROUTED), unit=unit.id)
    if unit.rallied:
        text = "{unit} has rallied this turn and takes orders from the next."
        return Refusal(text, rule=g.case(Case.RALLY), unit=unit.id)
    if unit.id in g.orders.recovered:
        text = "{unit} has recovered hits in this Orders Phase and can't move or fire."
        return Refusal(text, rule=g.case(Case.RECOVERY), unit=unit.id)
    no = special.why_not(g, Special.heeds, unit, releasing=releasing, firing=firing)
    if no is not None:
        return no
    why = special.first(g, Special.orderable, unit)
    return (
        Refusal("{unit} can't be ordered: {why}.", unit=unit.id, why=why) if why and g.orders.kind != "march" else None
    )


def parting(g: Battle, unit: Unit) -> Refusal | None:
    """Why the unit doesn't leave its hex by an order of the leader who is in it, unless he rides along."""
    leader = g.state.leaders.get(g.orders.leader or "")
    if leader is None or leader.hex not in footprint.hexes_of(unit):
        return None
    return special.why_not(g, Special.bars_parting, leader, unit)


def order_price(g: Battle, order: Move) -> int:
    """5.21 Individual Orders that a move takes: two for double depth (A 9.62), and for a stack as one (S 6.64)."""
    unit = g.state.units[order.unit]
    with together.going(g, order):
        found = [r.order_price(g, unit) for r in special.having(g, Special.order_price)]
    return next((n for n in found if n is not None), 1)


def check_move(g: Battle, unit: Unit, order: Move) -> reach.Node:
    """Refuse an illegal move order; returns the end of its path."""
    with together.going(g, order):
        return _check_move(g, unit, order)


def check_together(g: Battle, unit: Unit, order: Move) -> None:
    """S 6.64 Refuse to move two units as one that aren't the upper and the lower of a stack, or not both free to."""
    if order.under is None:
        return
    under = g.state.units.get(order.under)
    if under is None or g.ranks(unit) != (unit, under) or g.deep(unit):
        text = "{unit} isn't over {under} in a stack."
        refuse(text, rule=g.case(Case.STACK_ORDERS), unit=unit.id, under=order.under)
    _check_led(g, unit, under)
    if (
        under.id in g.orders.acted
        or under.rallied
        or under.id in g.orders.recovered
        or special.first(g, Special.orderable, under)
    ):
        text = "{under} can't go along with {unit}: it has had its order, or takes none now."
        refuse(text, rule=g.case(Case.STACK_ORDERS), unit=unit.id, under=under.id)
    special.check_rooted(g, under)


def _check_led(g: Battle, unit: Unit, under: Unit) -> None:
    """S 6.64, 4.42 Both have an order: both must be his who gives it, of one band where he commands one in a phase."""
    if g.orders.leader is None or g.orders.line is not None:
        return  # A Line Command is to the units of its Line.
    leader = g.state.leaders[g.orders.leader]
    command.check_commandable(g, leader, under)
    if leader.band(unit, "order") != leader.band(under, "order"):
        words, number = leader.one_band
        refuse(
            "{unit} and {under} don't go as one by an order of {leader}, who commands {limit}.",
            rule=number or g.case(Case.ONE_KIND),
            unit=unit.id,
            under=under.id,
            leader=leader.name,
            limit=words,
        )


def _check_move(g: Battle, unit: Unit, order: Move) -> reach.Node:
    check_orderable(g, unit)
    check_together(g, unit, order)
    special.check_rooted(g, unit)
    if order.path and (no := special.why_not(g, Special.bars_move, unit)) is not None:
        raise no
    goes = any(not isinstance(x, Facing) for x in order.path)
    if goes and not order.along and (no := parting(g, unit)) is not None:
        raise no
    if not order.path and order.form is None:
        refuse("Where should {unit} go?", unit=unit.id)
    if order.path and order.form is None and all(x == unit.facing for x in order.path):
        refuse("{unit} faces {facing} already.", rule=g.case(Case.FACING_COST), unit=unit.id, facing=unit.facing.name)
    way = yielding.ended(g, unit, order) if order.path else yielding.Way(reach.start_node(g, unit), g)
    end = way.end
    if order.path and (no := reach.may_end(way.g, unit, end)) is not None:
        raise no
    if order.form is not None:
        special.check_form(way.g, unit, end, order.form)
    if order.fire_at is not None:
        _check_fire_on_the_way(g, unit, order)
    return end


def _check_fire_on_the_way(g: Battle, unit: Unit, order: Move) -> None:
    """8.11 The fire that goes with a move, judged as if nobody reacted."""
    assert order.fire_at is not None
    if (no := special.why_not(g, Special.shoots_standing, unit)) is not None:
        raise no
    target = targets.target(g, unit.side, order.fire_at)
    after = len(order.path) if order.fire_after is None else order.fire_after
    if not 0 <= after <= len(order.path):
        refuse(
            "{unit} can't fire after step {step} of {all}.",
            rule=g.case(Case.ORDERED_FIRE),
            unit=unit.id,
            step=after,
            all=len(order.path),
        )
    if after == 0:
        fire.check_fire(g, unit, target)
        return
    node = yielding.price(g, unit, order.path[:after]).end
    fire.check_fire(g, at_end(unit, node), target, last_step=_came_from(node))


def targets_from(g: Battle, unit: Unit, node: reach.Node) -> list[Unit]:
    """8.11 Enemy units it may fire at once it has gone to ``node``, judged as if nobody reacted."""
    if special.why_not(g, Special.shoots_standing, unit) is not None:
        return []
    return fire.within_reach(g, at_end(unit, node), last_step=_came_from(node))


def at_end(unit: Unit, node: reach.Node) -> Unit:
    """The unit as it would stand at the end of a way."""
    return unit.model_copy(update={"hex": node.hex, "facing": node.facing})


def _came_from(node: reach.Node) -> fire.LastStep | None:
    """The last step of a way from one hex to another."""
    n = node
    while n.previous is not None:
        if n.previous.hex != n.hex:
            return n.previous.hex, n.hex
        n = n.previous
    return None


async def move(g: Battle, unit: Unit, order: Move, *, line: bool = False, rider: Leader | None = None) -> None:
    """Carry out a checked move order: windows after each hex-step, fire where it was planned (:class:`moving.Moving`).

    With a Line Command entry fire waits until the whole Line has moved (8.21). ``rider`` is a leader whom a rule of the
    battle takes along with the unit, other than one who rides with it as 4.23 has it.
    """
    kind = moving.Moving if footprint.is_single(unit) else pair_moving.PairMoving
    company = () if rider is None else (rider,)
    if _in_company(g, order) and any(not isinstance(x, Facing) for x in order.path):
        company = await riders.along(g, unit, told=order.along and not g.led)
    with together.going(g, order):
        await kind(g, unit, order, line=line, riders=company).carry_out()


def _in_company(g: Battle, order: Move) -> bool:
    """4.23 Whether leaders with the unit may go along besides who orders it; S 4.3: if that is the OC, and goes too."""
    rides = g.game.command.company_rides
    leader = g.state.leaders.get(g.orders.leader or "")
    return rides == "always" or (
        rides == "with their commander" and order.along and leader is not None and leader.role == "OC"
    )
