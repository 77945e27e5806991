"""6.1-6.3, 6.6, 7.2, 7.3 Carrying out a move step by step, with every window the rules open to the opponent."""

from __future__ import annotations

from engine.kernel.decisions import yes_no
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.text import Refusal, Text, refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.charts import Cost
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import leader_moves, leaders
from engine.systems.gboh.events import LeaderMoved, MarkerPlaced, OrdersNoted, Told, UnitMoved, UnitTurned
from engine.systems.gboh.missiles import fire, ordered_fire, reaction
from engine.systems.gboh.movement import facing, reach, sharing, stacking, withdrawal
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.state import Leader, Unit


def can_enter(g: Battle, unit: Unit, a: Hex, b: Hex) -> Cost | None:
    """6.25 Enough MP.

    Price of stepping from ``a`` to the adjacent ``b`` for terrain alone; None if prohibited or off the map.
    """
    return g.charts.step_cost(g.map, unit, a, b)


def check_orderable(g: Battle, unit: Unit, *, releasing: bool = False, firing: bool = False) -> None:
    """Refuse a move or fire order to a unit that can't have one now (5.24, 10.26, 10.27, 11.31).

    ``releasing``: by a Line Command, with which a unit leaves the Shield Wall first (11.74). ``firing``: it is to fire,
    which matters for what the refusal says.
    """
    if not unit.on_map:
        refuse("{unit} is not on the map.", unit=unit.id)
    # 5.24 One order per unit per Orders Phase.
    if unit.id in g.orders.acted:
        refuse(
            "{unit} has already had a move or fire order in this Orders Phase.",
            rule=g.case(Case.ONE_ORDER),
            unit=unit.id,
        )
    if unit.routed:
        refuse("{unit} is routed: it can only be rallied.", rule=g.case(Case.ROUTED), unit=unit.id)
    if unit.rallied:
        refuse("{unit} has rallied this turn and takes orders from the next.", rule=g.case(Case.RALLY), unit=unit.id)
    if unit.id in g.orders.recovered:
        refuse(
            "{unit} has recovered hits in this Orders Phase and can't move or fire.",
            rule=g.case(Case.RECOVERY),
            unit=unit.id,
        )
    no = special.why_not(g, "heeds", unit, releasing=releasing, firing=firing)
    if no is not None:
        raise no
    why = special.barred(g, unit)
    if why and g.orders.kind != "march":
        refuse("{unit} can't be ordered: {why}.", unit=unit.id, why=why)


def check_move(g: Battle, unit: Unit, order: Move) -> reach.Node:
    """Refuse an illegal move order; returns the end of its path."""
    check_orderable(g, unit)
    special.check_rooted(g, unit)
    if order.path and (no := special.why_not(g, "bars_move", unit)) is not None:
        raise no
    if not order.path and order.form is None:
        refuse("Where should {unit} go?", unit=unit.id)
    if order.path and order.form is None and all(x == unit.facing for x in order.path):
        refuse("{unit} faces {facing} already.", rule=g.case(Case.FACING_COST), unit=unit.id, facing=unit.facing.name)
    end = reach.price(g, unit, order.path) if order.path else reach.start_node(g, unit)
    if order.form is not None:
        special.check_form(g, unit, end, order.form)
    if order.fire_at is not None:
        _check_fire_on_the_way(g, unit, order)
    return end


def _check_fire_on_the_way(g: Battle, unit: Unit, order: Move) -> None:
    """8.11 The fire that goes with a move, judged as if nobody reacted."""
    assert order.fire_at is not None
    target = g.state.units.get(order.fire_at)
    if target is None or target.side == unit.side or not target.on_map:
        refuse("There is no enemy {target} to fire at.", rule=g.case(Case.FIRE_TARGET), target=order.fire_at)
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
    node = reach.price(g, unit, order.path[:after]) if after < len(order.path) else reach.price(g, unit, order.path)
    came_from, n = None, node
    while n.previous is not None and came_from is None:
        if n.previous.hex != n.hex:
            came_from = (n.previous.hex, n.hex)
        n = n.previous
    ghost = unit.model_copy(update={"hex": node.hex, "facing": node.facing})
    fire.check_fire(g, ghost, target, last_step=came_from)


async def move(g: Battle, unit: Unit, order: Move, *, line: bool = False, rider: Leader | None = None) -> None:
    """Carry out a checked move order: D windows after each hex-step, fire where it was planned.

    With a Line Command entry fire waits until the whole Line has moved (8.21). ``rider`` is a leader whom a rule of the
    battle takes along with the unit, other than one who rides with it as 4.23 has it.
    """
    # 6.12 Moves per turn: any number, one in an Orders Phase.
    g.emit(OrdersNoted(field="acted", value=unit.id))
    how: str = "order"
    if g.orders.kind == "uncontrolled" or g.orders.kind == "march":
        how = g.orders.kind
    fire_after = None
    if order.fire_at is not None:
        fire_after = len(order.path) if order.fire_after is None else order.fire_after
    leaves = any(not isinstance(x, Facing) for x in order.path)
    again = unit.moved
    weaving = special.weaves(g, unit)
    asked: set[str] = set()
    first_step = True
    start = vacant = unit.at
    for i, item in enumerate(order.path):
        if not _shares(g, unit):
            vacant = unit.at
        if i == fire_after and not await _fire_now(g, unit, order, moved=leaves):
            return
        if not _still(g, unit):
            return
        if unit.shield_wall:
            _tell_stop(g, unit, "it has locked shields", rule=g.case(Case.SHIELD_WALL_EFFECTS))
            break
        # 6.61 A unit on its way through a friend can't stop there, whatever has come to bear on the hex meanwhile.
        if unit.at != start and g.in_enemy_zoc(unit) and not _shares(g, unit):
            if isinstance(item, Facing) and item == unit.facing:
                continue  # It is told to face as it does.
            _tell_stop(g, unit, "it is in enemy ZOC")
            break
        if isinstance(item, Facing):
            if not await _moves_again(g, unit, again) or not await _turn(g, unit, item, how):
                return
            continue
        if item in g.map.neighbours(unit.at):
            await special.approached(g, item)
        if item not in g.map.neighbours(unit.at) or g.enemy_in(item, unit.side) is not None:
            # An enemy that withdrew stands where it wanted to go.
            _tell_stop(g, unit, "an enemy has got in its way", rule=g.case(Case.ENEMY_HEXES))
            break
        last = all(isinstance(x, Facing) for x in order.path[i + 1 :])
        went_on = await _step(
            g,
            unit,
            item,
            how,
            order,
            first=first_step,
            last=last,
            line=line,
            again=again,
            asked=asked,
            weaving=weaving,
            rider=rider,
        )
        first_step = False
        if not went_on:
            break
    else:
        if (
            fire_after is not None
            and fire_after == len(order.path)
            and not await _fire_now(g, unit, order, moved=leaves)
        ):
            return
    if _still(g, unit) and _shares(g, unit):
        _fall_back(g, unit, vacant, how)
    if (
        _still(g, unit)
        and order.form is not None
        and not g.drawn(unit)
        and not unit.shield_wall
        and await _moves_again(g, unit, again)
    ):
        for rule in special.having(g, "form"):
            await rule.form(g, unit, order.form)
    if _still(g, unit):
        await _mark(g, unit, order, asked)


async def _moves_again(g: Battle, unit: Unit, again: bool) -> bool:
    """6.13 Moved units.

    The hit of a unit that had moved before (``again``), with the first MP spent. True while it stands.
    """
    if not again or unit.id in g.orders.moved or unit.id in g.orders.turned:
        return _still(g, unit)
    return await cohesion.hits(g, unit, 1, "moving again", g.case(Case.MOVED_AGAIN))


def _still(g: Battle, unit: Unit) -> bool:
    return unit.on_map and not unit.routed


def _shares(g: Battle, unit: Unit) -> bool:
    return any(u is not unit and u.hex == unit.hex and not sharing.companions(u, unit) for u in g.units(unit.side))


def _fall_back(g: Battle, unit: Unit, vacant: Hex, how: str) -> None:
    """6.61 Its way has closed while it passed a friend: back to the last hex it had to itself."""
    _tell_stop(g, unit, "its way is closed, and it falls back")
    g.emit(
        UnitMoved(unit=unit.id, start=unit.at, to=vacant, facing=unit.facing, how=how, rule=g.case(Case.STACKING_LIMIT))
    )


def _tell_stop(g: Battle, unit: Unit, why: str, rule: str | None = None) -> None:
    story = f"{unit.id} stops at {show(unit.at)}: {why}."
    g.emit(Told(unit=unit.id, story=story, rule=g.case(Case.ZONE_STOP) if rule is None else rule))


async def _fire_now(g: Battle, unit: Unit, order: Move, *, moved: bool) -> bool:
    """The planned fire, if it is still possible. True while the unit can go on."""
    assert order.fire_at is not None
    target = g.state.units[order.fire_at]
    try:
        fire.check_fire(g, unit, target)
    except Refusal as no:
        g.emit(Told(unit=unit.id, story=f"{unit.id} doesn't fire at {target.id}: {no}", rule=no.rule))
        return True
    await ordered_fire.ordered_fire(g, unit, target, moved=moved)
    return _still(g, unit)


async def _turn(g: Battle, unit: Unit, to: Facing, how: str) -> bool:
    steps = abs(to - unit.facing) % 12
    vertices = min(steps, 12 - steps) // 2
    cost = g.charts.turn_cost(g.map, unit, unit.at, vertices)
    if g.in_enemy_zoc(unit):
        # 7.25 It has turned in enemy ZOC and stays for the whole segment.
        g.emit(OrdersNoted(field="turn_in_zoc", value=unit.id))
    g.emit(UnitTurned(unit=unit.id, facing=to, mp=cost.mp, how="uncontrolled" if how == "uncontrolled" else "order"))
    return await cohesion.hits(g, unit, cost.hits, "turning in difficult terrain", g.case(Case.FACING_HITS))


async def _step(
    g: Battle,
    unit: Unit,
    to: Hex,
    how: str,
    order: Move,
    *,
    first: bool,
    last: bool,
    line: bool,
    again: bool,
    asked: set[str],
    weaving: bool = False,
    rider: Leader | None = None,
) -> bool:
    """One hex-step with its windows, W0 to W7; True while the unit can go on."""
    origin = unit.at
    if first:
        await special.acting(g, unit)  # W7
        if not _still(g, unit):
            return False
        # 6.57 OW timing: before a step (W0) and after it (W4), never in Shock.
        await withdrawal.orderly_withdrawal(g, unit, starting=True)  # W0
        if not _still(g, unit) or g.drawn(unit):
            return False
        if unit.shield_wall:
            _tell_stop(g, unit, "it has locked shields", rule=g.case(Case.SHIELD_WALL_EFFECTS))
            return False
    if not await reaction.retire_fire(g, unit, origin, to):  # W1
        return False
    if g.enemy_in(to, unit.side) is not None:
        return True
    if not await _moves_again(g, unit, again):
        return False
    # The turn the step needs, as priced when the order was checked.
    ahead = reach.entry_facing(unit, origin, unit.facing, to)
    turned = 0
    if ahead is None:
        turn_to = reach.turn_towards(unit, origin, unit.facing, to)
        cost = g.charts.turn_cost(g.map, unit, origin, reach.vertices(unit.facing, turn_to))
        turned = cost.mp
        g.emit(UnitTurned(unit=unit.id, facing=turn_to, mp=0, how="uncontrolled" if how == "uncontrolled" else "order"))
        if not await cohesion.hits(g, unit, cost.hits, "turning in difficult terrain", g.case(Case.FACING_HITS)):
            return False
        ahead = reach.entry_facing(unit, origin, unit.facing, to)
        assert ahead is not None, "it has turned towards it"
    cost = can_enter(g, unit, origin, to)
    assert cost is not None, f"{unit.id} can't enter {to}"
    friend = None if sharing.joins(g, unit, to) else g.unit_at(to)
    g.emit(
        UnitMoved(
            unit=unit.id,
            start=origin,
            to=to,
            facing=ahead,
            mp=turned + cost.mp + (stacking.WEAVING_MP if weaving and friend is not None else 0),
            ma=reach.allowance(g, unit),
            how=how,
        )
    )
    special.entered(g, unit)
    if order.along and g.orders.leader is not None:
        _ride(g, unit, origin, to, g.state.leaders[str(g.orders.leader)])
    if rider is not None:
        _ride(g, unit, origin, to, rider)
    if not await cohesion.hits(g, unit, cost.hits, ", ".join(cost.causes), g.case(Case.MOVEMENT_HITS)):
        return False
    if friend is not None and friend.on_map and friend is not unit:
        await stacking.pass_through(g, unit, friend, weaving=weaving)
        if not _still(g, unit):
            return False
    if (last or g.in_enemy_zoc(unit)) and g.unit_at(to) is unit:
        await _mark(g, unit, order, asked)  # W2
    await leaders.approached(g, unit)  # W3
    if not _still(g, unit):
        return False
    await withdrawal.orderly_withdrawal(g, unit, starting=False)  # W4
    if not _still(g, unit) or g.drawn(unit):
        return False
    await facing.reaction_facing(g, unit)  # W5
    if not _still(g, unit):
        return False
    if line:
        reaction.note_entries(g, unit)  # W6 waits for the whole Line (8.21)
    else:
        await reaction.entry_fire(g, unit)  # W6
    await special.acting(g, unit)  # W7
    return _still(g, unit)


def _ride(g: Battle, unit: Unit, origin: Hex, to: Hex, leader: Leader) -> None:
    """4.23 The leader keeps up with the unit he rides with, as long as his own 9 MP last if he gives the orders."""
    if leader.hex != origin:
        return
    cost = g.charts.step_cost(g.map, None, origin, to)
    active = g.orders.leader == leader.id
    if cost is None or (active and g.orders.leader_mp.get(leader.id, 0) + cost.mp > leader_moves.ALLOWANCE):
        return
    g.emit(LeaderMoved(leader=leader.id, start=origin, to=to, mp=cost.mp, how="with-unit"))


async def _mark(g: Battle, unit: Unit, order: Move, asked: set[str]) -> None:
    """7.31, 7.32 A unit that has moved next to an enemy in its ZOC: heavy ones must attack, light ones choose.

    ``asked``: enemies its owner has been asked about during this move; he is not asked about them again.
    """
    if g.orders.markers.get(unit.id) == "must" or special.why_not(g, "bars_attack", unit) is not None:
        return
    if unit.id not in g.orders.moved or g.drawn(unit) or not g.opponents(unit):
        return
    # 7.31 Who meets an enemy across a trench only, where its ZOC doesn't reach, may attack and need not.
    if (unit.is_light or not g.enemies_in_zoc(unit)) and g.orders.kind != "uncontrolled":
        attack = order.attack
        if attack is None:
            met = {e.id for e in g.opponents(unit)}
            if met <= asked:
                return
            asked |= met
            answer = await g.ask(
                yes_no(
                    kind="must-check",
                    side=unit.side,
                    rule=g.case(Case.MUST_ATTACK),
                    prompt=Text(
                        "{unit} stands before {enemies}. Will it attack in the Shock segment?",
                        unit=unit.id,
                        enemies=", ".join(e.id for e in g.opponents(unit)),
                    ),
                    yes=Text("Attack"),
                    no=Text("Keep its distance"),
                    default=False,
                    subject=unit.id,
                    focus=(unit.at,),
                )
            )
            attack = answer.key == "yes"
        if not attack:
            return
    g.emit(MarkerPlaced(unit=unit.id, marker="must", rule=g.case(Case.MUST_CHECK)))
