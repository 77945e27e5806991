"""6.1-6.3, 6.44, 7.1 Where a unit can move and at what price: search over (hex, facing), and pricing a path."""

from __future__ import annotations

from collections.abc import Callable

from engine.kernel.hexes import Facing, Hex, front, show
from engine.kernel.text import Refusal, few, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.movement import (
    avoiding,
    closed,
    leaving,
    narrow,
    pairs,
    roads,
    searching,
    sharing,
    stacking,
    together,
    zoc,
)
from engine.systems.gboh.movement.steps import Entering, turned
from engine.systems.gboh.movement.steps import Node as Node
from engine.systems.gboh.movement.steps import Step as Step
from engine.systems.gboh.movement.steps import allowance as allowance
from engine.systems.gboh.movement.steps import entry_facing as entry_facing
from engine.systems.gboh.movement.steps import keeps_off as keeps_off
from engine.systems.gboh.movement.steps import pace as pace
from engine.systems.gboh.movement.steps import start_node as start_node
from engine.systems.gboh.movement.steps import turn_towards as turn_towards
from engine.systems.gboh.movement.steps import vertices as vertices
from engine.systems.gboh.state import Unit


def search(
    g: Battle, unit: Unit, towards: Hex | None = None, *, most: int | None = None
) -> dict[tuple[Hex, Facing], Node]:
    """Everywhere the unit can end a move order, with the cheapest way (:attr:`Node.price`).

    The start position itself is not included. ``towards`` spares the ways that don't lead to that hex or next to it:
    only what is found there is complete. ``most``: as if it had that many MP.
    """
    if not _mobile(g, unit):
        return {}
    if not footprint.is_single(unit):
        return (
            pairs.search(g, unit, most=most) if most else g.derived(("reach", unit.id), lambda: pairs.search(g, unit))
        )
    if any(r.bars_end(g, unit, more=True) is not None for r in special.having(g, Special.bars_end)):

        def ends() -> dict[tuple[Hex, Facing], Node]:
            found = searching.ends(g, unit, None, most=most)
            return {k: n for k, n in found.items() if may_end(g, unit, n) is None}

        return ends() if most is not None else g.derived(("ends", unit.id, g.massed == unit.id), ends)
    if (tight := narrow.of(g, unit)) is not None:
        if most is not None:
            return narrow.search(g, unit, tight, towards, most=most)
        return g.derived(
            ("reach", unit.id, towards, g.massed == unit.id), lambda: narrow.search(g, unit, tight, towards)
        )
    if most is not None:
        return searching.ends(g, unit, towards, most=most)
    return g.derived(("reach", unit.id, towards, g.massed == unit.id), lambda: _with_roads(g, unit, towards))


def cheapest(g: Battle, unit: Unit, towards: Hex, wanted: Callable[[Node], bool]) -> Node | None:
    """The cheapest way to an end that is ``wanted``, at ``towards`` or next to it; None where no move leads there."""
    if _freely(g, unit):
        found = _with_roads(g, unit, towards, wanted) if _mobile(g, unit) else {}
    else:
        found = search(g, unit, towards)
    return min(filter(wanted, found.values()), key=lambda n: (n.price, n.hex, n.facing), default=None)


def _freely(g: Battle, unit: Unit) -> bool:
    """Whether it turns as it likes, may end its move wherever it may stop, and buys off no hits."""
    barred = any(r.bars_end(g, unit, more=True) is not None for r in special.having(g, Special.bars_end))
    return footprint.is_single(unit) and not (barred or g.charts.has_choices) and narrow.of(g, unit) is None


def _with_roads(
    g: Battle, unit: Unit, towards: Hex | None, wanted: Callable[[Node], bool] | None = None
) -> dict[tuple[Hex, Facing], Node]:
    """S 6.27 By the ground, or along a road where that is cheaper."""
    found = searching.ends(g, unit, towards, wanted=wanted)
    for key, node in roads.search(g, unit).items() if special.having(g, Special.road) else ():
        if key not in found or node.price < found[key].price:
            found[key] = node
    return found


def may_end(g: Battle, unit: Unit, node: Node) -> Refusal | None:
    """A 6.14 Why the unit may not end its move there: it has to go on ahead; None when it may."""
    if not footprint.is_single(unit):
        return pairs.may_end(g, unit, node)
    if node.stops or all(r.bars_end(g, unit, more=True) is None for r in special.having(g, Special.bars_end)):
        return None
    enter, left = Entering.of(g, unit).price, allowance(g, unit) - node.mp
    steps = (enter(node.hex, to, left, node.passed, half=node.half) for to in front(node.hex, node.facing))
    more = any(step is not None and not step[4] for step in steps)
    return special.why_not(g, Special.bars_end, unit, more=True) if more else None


def can_move(g: Battle, unit: Unit) -> bool:
    """Whether :func:`search` finds anything, which takes only its first steps to tell."""
    key = ("moves", unit.id, g.massed == unit.id)
    if not footprint.is_single(unit):
        return _mobile(g, unit) and g.derived(key, lambda: bool(pairs.search(g, unit, any_will_do=True)))
    if narrow.of(g, unit) is not None:
        return bool(search(g, unit))
    return _mobile(g, unit) and g.derived(key, lambda: bool(searching.ends(g, unit, None, any_will_do=True)))


def _mobile(g: Battle, unit: Unit) -> bool:
    """Neither a cheiroballistra that fires (11.62) nor kept in place by a rule of the battle."""
    return special.why_not(g, Special.bars_move, unit) is None and not special.rooted(g, unit)


def price(g: Battle, unit: Unit, path: tuple[Step, ...], *, most: int | None = None, passing: bool = False) -> Node:
    """6.31 Path: the end of a written path of adjacent hexes. Turns that a step needs are made at least cost.

    Raises Refusal with the case that forbids it. ``most``: as if it had that many MP. ``passing``: it goes on from
    there.
    """
    if not path:
        refuse("Where should {unit} go?", unit=unit.id)
    if not footprint.is_single(unit):
        return pairs.price(g, unit, path, most=most, passing=passing)
    limit = allowance(g, unit) if most is None else most
    if special.having(g, Special.road) and (along := roads.price(g, unit, path, limit)) is not None:
        return along
    node = start_node(g, unit)
    held = zoc.binds(g, unit)
    turned_in_zoc = False
    bound = special.first_steps(g, unit)
    if bound and path[0] not in bound[1]:
        where = few(show(h) for h in bound[1])
        refuse("{unit} steps into one of {hexes} before anything else.", rule=bound[0], unit=unit.id, hexes=where)
    ends = max((i for i, x in enumerate(path) if not isinstance(x, Facing)), default=-1)
    if ends < 0 and together.leaves_behind(g, unit):
        text = "{unit} faces as the other in its stack does: both turn together, {both}."
        both = " & ".join(u.id for u in g.ranks(unit))
        refuse(text, rule=g.case(Case.STACK_FACING), unit=unit.id, both=both)
    for i, item in enumerate(path):
        if node.stops and item == node.facing and isinstance(item, Facing) and node.previous is not None:
            continue  # Naming the facing it has is no turn.
        if node.stops and node.previous is not None and not turned_in_zoc:
            turns = isinstance(item, Facing)
            refuse(
                "{unit} can't turn at {hex}, where it has come into enemy ZOC."
                if turns
                else "{unit} must stop at {hex}: it is in enemy ZOC.",
                rule=g.case(Case.ZONE_FACING if turns else Case.ZONE_STOP),
                unit=unit.id,
                hex=show(node.hex),
            )
        if isinstance(item, Facing):
            stays = all(isinstance(x, Facing) for x in path)
            held_here = held and node.hex == unit.at
            node, turned_in_zoc = _priced_turn(g, unit, node, item, limit, held_here, stays=stays), held
        else:
            if turned_in_zoc and node.hex == unit.at:
                refuse("{unit} has turned in enemy ZOC and must stay.", rule=g.case(Case.ZONE_FACING), unit=unit.id)
            if held and node.hex == unit.at:
                zoc.check_leave(g, unit)
            last = i == ends and not passing
            node = _priced_step(g, unit, node, item, limit, held and node.hex == unit.at, last=last)
    if ends >= 0 and not passing and (alike := Entering.of(g, unit).joins(node.hex)) is not None:
        node = _priced_stack(g, unit, node, alike, limit, told=isinstance(path[-1], Facing))
        return avoiding.settled(node, limit) if node.choices else node
    if node.through and not passing:
        raise stacking.full(g, unit, node.hex)
    narrow.check(g, unit, node)
    return avoiding.settled(node, limit) if node.choices else node


def check_next(g: Battle, unit: Unit, node: Node, item: Step, *, last: bool) -> None:
    """6.31 Refuse the next item of a path under way, from a node that stands for what has been done of it.

    A node without one before it is where the move begins. ``last``: the path ends there.
    """
    if not footprint.is_single(unit):
        pairs.check_next(g, unit, node, item)
        return
    limit = allowance(g, unit)
    held = node.previous is None and zoc.binds(g, unit)
    if isinstance(item, Facing):
        _priced_turn(g, unit, node, item, limit, held)
        return
    if held:
        zoc.check_leave(g, unit)
    _priced_step(g, unit, node, item, limit, held, last=last)


def _priced_stack(g: Battle, unit: Unit, node: Node, alike: Facing, limit: int, *, told: bool) -> Node:
    """S 6.67 The end of a written path in a stack; ``told``: its facing is written."""
    rule, top = g.case(Case.STACK_FACING), sharing.others(g, unit, node.hex)[0]
    if node.facing == alike:
        return node
    if told or node.stops:
        text = "{unit} faces {facing} in a stack, as {top} does."
        refuse(text, rule=rule, unit=unit.id, facing=alike.name, top=top.id)
    after = turned(g, unit, node, alike)
    if after.mp > limit:
        text = "{unit} has {ma} MP; stopping with {top} and turning to {facing} as it does would take {mp}."
        refuse(text, rule=rule, unit=unit.id, ma=limit, top=top.id, facing=alike.name, mp=after.mp)
    return after


def _priced_turn(
    g: Battle, unit: Unit, node: Node, facing: Facing, limit: int, held: bool, *, stays: bool = False
) -> Node:
    if not unit.troop.faces:
        refuse("{unit} has no facing.", rule=g.case(Case.ARTILLERY_FACING), unit=unit.id)
    if facing.is_vertex == unit.column:
        refuse(
            "{unit} is in Column and faces a hexside."
            if unit.column
            else "{unit} faces a vertex: E, NE, NW, W, SW or SE.",
            rule=g.case(Case.COLUMN_FACING) if unit.column else g.case(Case.ARCS),
            unit=unit.id,
        )
    after = turned(g, unit, node, facing, stays=stays)
    if held:
        limit = zoc.turning_allowance(g, unit)
        if not limit:
            refuse("{unit} can't turn in enemy ZOC here.", rule=g.case(Case.ZONE_FACING), unit=unit.id)
    if after.mp > limit:
        refuse(
            "{unit} has {ma} MP; turning to {facing} at {hex} would bring it to {mp}.",
            rule=g.case(Case.ZONE_FACING) if held else g.case(Case.FACING_COST),
            unit=unit.id,
            ma=limit,
            facing=facing.name,
            hex=show(node.hex),
            mp=after.mp,
        )
    return after


def _priced_step(g: Battle, unit: Unit, node: Node, to: Hex, limit: int, held: bool, *, last: bool = False) -> Node:
    """``last``: the path ends in the hex, where the unit may stay with a friend (S 6.66)."""
    if to not in g.map:
        refuse("{hex} is not on the map.", rule=g.case(Case.PATH), hex=show(to))
    if to not in g.map.neighbours(node.hex):
        if to == node.hex:
            text = "{unit} is at {hex} already: the next hex is another one."
            refuse(text, rule=g.case(Case.PATH), unit=unit.id, hex=show(to))
        refuse("{to} is not next to {hex}.", rule=g.case(Case.PATH), to=show(to), hex=show(node.hex))
    if unit.id in g.orders.stationary:
        if (no := special.why_not(g, Special.confines, unit)) is not None:
            raise no
        refuse("{unit} has fired on the spot and stays in its hex.", rule=g.case(Case.ORDERED_FIRE), unit=unit.id)
    if node.hex == unit.at:
        for u in together.movers(g, unit):
            if (no := special.why_not(g, Special.holds_ground, u)) is not None:
                raise no
    facing = entry_facing(unit, node.hex, node.facing, to)
    if facing is None:
        if held:
            refuse(
                "{unit} leaves enemy ZOC through a Front hex, without turning first.",
                rule=g.case(Case.ZONE_STOP),
                unit=unit.id,
            )
        node = turned(g, unit, node, turn_towards(unit, node.hex, node.facing, to))
        facing = entry_facing(unit, node.hex, node.facing, to)
        assert facing is not None, "it has turned towards it"
    occupant = g.unit_at(to) or g.lurking(to, unit.side)
    joining = last and Entering.of(g, unit).joins(to) is not None
    if occupant is not None and (occupant.id == unit.id or joining or sharing.joins(g, unit, to)):
        occupant = None
    if occupant is not None and occupant.side != unit.side:
        refuse("{enemy} holds {hex}.", rule=g.case(Case.ENEMY_HEXES), enemy=occupant.id, hex=show(to))
    if occupant is not None and g.enemy_zoc(to, unit.side):
        refuse(
            "{unit} can't pass {friend} at {hex}: enemy ZOC.",
            rule=g.case(Case.PASSING_FRIENDS),
            unit=unit.id,
            friend=occupant.id,
            hex=show(to),
        )
    if occupant is not None and (sharing.shut(g, to) or not stacking.may_pass(g, unit, occupant)):
        columns = unit.column or occupant.column
        if sharing.shut(g, to):
            text = "{unit} can't pass {friend}: nobody enters a hex of phalanxes in double depth."
            refuse(text, rule=g.case(Case.DEPTH_MOVEMENT), unit=unit.id, friend=occupant.id)
        refuse(
            "{unit} can't enter the hex of {friend}, which is In Column: nobody passes a Column."
            if occupant.column
            else "{unit} is In Column and can't enter the hex of {friend}: a Column passes nobody."
            if columns
            else "{unit} can't enter the hex of {friend}."
            if last
            else "{unit} can't pass {friend}.",
            rule=g.case(Case.COLUMN_LIMITS if columns else Case.PASSING_FRIENDS),
            unit=unit.id,
            friend=occupant.id,
        )
    if occupant is not None and node.passed and special.any_of(g, Special.weaves, unit):
        refuse("{unit} may pass through one friend only in a move.", rule=g.case(Case.STACKING_CHART), unit=unit.id)
    if g.charts.step_cost(g.map, unit, node.hex, to) is None:
        raise closed.refusal(g, unit, node.hex, to)
    special.check_zoc(g, unit, to)
    if (no := keeps_off(g, unit, to)) is not None:
        raise no
    if g.game.movement.zone_left_for_good:
        _check_left(g, unit, node.hex, to)
    after = Entering.of(g, unit).end(node, to, facing, limit - node.mp, riding_down=True, joining=joining)
    if after is None:
        cost = g.step_cost(unit, node.hex, to)
        weaving = stacking.WEAVING_MP if occupant is not None and special.any_of(g, Special.weaves, unit) else 0
        weaving += stacking.entry_mp(g, unit, sharing.others(g, unit, to))
        refuse(
            "{unit} has {ma} MP; {hex} would bring it to {mp}.",
            rule=g.case(Case.CLOSED_GROUND),
            unit=unit.id,
            ma=limit,
            hex=show(to),
            mp=node.mp + (cost.mp if cost else 0) + weaving,
        )
    return after


def _check_left(g: Battle, unit: Unit, a: Hex, to: Hex) -> None:
    """G 6.22 Refuse a hex next to an enemy whose ZOC the unit has left."""
    left = leaving.of(g, unit)
    if left is None or not left.bars(a, to):
        return
    enemy = next(e for e in left.holders if footprint.distance_to(e, to) == 1)
    raise leaving.refusal(g, unit, enemy)
