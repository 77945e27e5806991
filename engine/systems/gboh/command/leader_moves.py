"""4.23, 4.4, 4.6, 6.14, 6.15 Leaders on the move."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel import travel
from engine.kernel.hexes import Facing, Hex, distance, show
from engine.kernel.text import Text, few, refuse
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.command import command
from engine.systems.gboh.events import LeaderMoved, Told
from engine.systems.gboh.movement import pairs
from engine.systems.gboh.state import Leader, Unit


def left(g: Battle, leader: Leader) -> int:
    """6.14 Movement Points he has left in this Orders Phase."""
    return g.leader_mp(leader) - g.orders.leader_mp.get(leader.id, 0)


def in_company(g: Battle, leader: Leader, to: Hex) -> bool:
    """S 4.23 Whether a leader who moves with his Line still reaches one of its units from a hex, where that is a rule.

    Always where no Line Command is under way.
    """
    line = g.orders.line
    if line is None or not g.game.command.leads_in_reach:
        return True
    units = [u for name in line.units if (u := g.state.units[name]).on_map]
    held = {h for u in units for h in footprint.hexes_of(u)}
    if all(distance(h, to) > leader.command_range for h in held):
        return False
    near = command.spread(g, leader.model_copy(update={"hex": to}), leader.command_range)
    return not held.isdisjoint(near)


def enterable(g: Battle, leader: Leader, h: Hex) -> bool:
    """4.61, 6.62 Not an enemy's hex; enemy ZOC (G 4.34: a hex next to an enemy) only where a friendly unit stands."""
    there = g.unit_at(h)
    return there.side == leader.side if there is not None else not _shunned(g, leader, h)


def _shunned(g: Battle, leader: Leader, h: Hex) -> Sequence[Unit]:
    """Enemies that keep a leader from a hex without a friend."""
    shuns = g.enemy_zoc if g.game.command.leaders_shun == "zones" else g.adjacent_enemies
    return shuns(h, leader.side)


def step_mp(g: Battle, leader: Leader, a: Hex, b: Hex) -> int | None:
    """6.64, S 6.65 Leaders and stacking: cavalry MP, 1 more to enter a unit's hex; None where he can't (6.15)."""
    # 6.15 Leader costs: the cavalry's, and nothing for turning.
    cost = g.charts.step_cost(g.map, g.mount(leader), a, b)
    more = _entry_mp(g, leader, b) if cost is not None else None
    return None if cost is None or more is None else cost.mp + more


def _entry_mp(g: Battle, leader: Leader, h: Hex) -> int | None:
    """What entering a hex takes besides the ground; None where he can't."""
    if not enterable(g, leader, h):
        return None
    friend = g.friend_in(h, leader.side)
    if friend is not None and friend.is_cavalry and g.mount(leader) is not None:
        return None  # S 4.75
    return 0 if friend is None else g.game.command.leader_joins_mp


def _exits(g: Battle, leader: Leader) -> travel.Exits:
    """Where he may go from a hex, as :func:`step_mp` has it."""
    by_ground = g.charts.exits(g.map, g.mount(leader))
    known: dict[Hex, int | None] = {}

    def exits(a: Hex) -> list[tuple[Hex, int]]:
        found: list[tuple[Hex, int]] = []
        for b, mp in by_ground(a):
            more = known[b] if b in known else known.setdefault(b, _entry_mp(g, leader, b))
            if more is not None:
                found.append((b, mp + more))
        return found

    return exits


def to_edge(g: Battle, leader: Leader, h: Hex) -> int:
    """Hexes from ``h`` to the Retreat Edge of his army."""
    return min(distance(h, e) for e in g.spec(leader.side).retreat_edge)


def destinations(g: Battle, leader: Leader) -> dict[Hex, int]:
    """Hexes the leader can move to with the MP he has left this Orders Phase, with their cost."""
    return g.derived(("leader", leader.id), lambda: _destinations(g, leader))


def _destinations(g: Battle, leader: Leader) -> dict[Hex, int]:
    spare = left(g, leader)
    zones = g.zones(g.foe(leader.side)) if g.game.command.leaders_shun == "zones" else ()
    found = travel.reached(leader.at, spare, _exits(g, leader), goes_on=lambda h: h not in zones)  # 4.61
    del found[leader.at]
    if not special.having(g, Special.post):
        return found
    return {h: mp for h, mp in found.items() if special.may_go(g, leader, h)}


def can_move(g: Battle, leader: Leader) -> bool:
    """Whether there is any hex he could go to now."""
    spare = left(g, leader)
    costs = (step_mp(g, leader, leader.at, b) for b in g.map.neighbours(leader.at))
    if not any(c is not None and c <= spare for c in costs):
        return False
    return bool(destinations(g, leader)) if special.bound(g, leader) else True


def leads_along(g: Battle, leader: Leader) -> bool:
    """4.34 Whether he may yet move with the Line under way, and can."""
    assert g.orders.line is not None
    return leader.on_map and can_move(g, leader) and not g.orders.line.led


def price(g: Battle, leader: Leader) -> int:
    """4.4 Overall Commander: Individual Orders it takes the active leader to move this one (4.23)."""
    if g.orders.leader == leader.id:
        return 1
    return 2 if g.in_enemy_zoc(leader) else 1


def check_order(g: Battle, leader: Leader, to: Hex) -> int:
    """Refuse an order to move a leader; returns its price in Individual Orders."""
    check_movable(g, leader)
    check_destination(g, leader, to)
    return price(g, leader)


def check_movable(g: Battle, leader: Leader) -> None:
    """Refuse an order to a leader the active one can't move at all (4.4)."""
    active = g.state.leaders[str(g.orders.leader)]
    if (no := special.why_not(g, Special.bars_orders, leader)) is not None:
        raise no
    if not leader.on_map:
        refuse("{leader} is not on the map.", rule=g.case(Case.OVERALL_COMMANDER), leader=leader.name)
    if leader.side != active.side:
        refuse("{leader} is the enemy's.", rule=g.case(Case.OVERALL_COMMANDER), leader=leader.name)
    if leader is not active:
        if active.role != "OC":
            refuse("Only the Overall Commander moves other leaders.", rule=g.case(Case.OVERALL_COMMANDER))
        if g.game.command.held_commander != "moves leaders" and g.in_enemy_zoc(active):
            refuse(
                "{oc} is in enemy ZOC and must leave it before he moves others.",
                rule=g.case(Case.OVERALL_COMMANDER),
                oc=active.name,
            )
        if g.superior(leader) is not active:
            refuse(
                "{leader} doesn't obey {oc}.", rule=g.case(Case.OVERALL_COMMANDER), leader=leader.name, oc=active.name
            )
        if leader.id in g.orders.leaders_moved:
            refuse(
                "{leader} has been moved in this Orders Phase.", rule=g.case(Case.OVERALL_COMMANDER), leader=leader.name
            )
        if not _hears(g, active, leader):
            refuse(
                "{leader} is beyond {oc}'s Command Range.",
                rule=g.case(Case.OVERALL_COMMANDER),
                leader=leader.name,
                oc=active.name,
            )


def _hears(g: Battle, active: Leader, leader: Leader) -> bool:
    """4.21, 4.4 Whether an order reaches a leader: his own hex never stands in its way, in enemy ZOC neither."""
    found = command.reach(g, active, active.command_range)
    near = (found.get(h, active.command_range) for h in g.map.neighbours(leader.at))
    return leader.at in found or any(n < active.command_range for n in near)


def check_destination(g: Battle, leader: Leader, to: Hex) -> None:
    """6.14 Leader movement: refuse a hex the leader can't reach with the MP he has left."""
    if to in destinations(g, leader):
        return
    if to == leader.hex:
        refuse("{leader} is at {hex} already.", rule=g.case(Case.LEADER_MOVEMENT), leader=leader.name, hex=show(to))
    spare = left(g, leader)
    if to in g.map and not enterable(g, leader, to):
        enemy, shunned = g.enemy_in(to, leader.side), _shunned(g, leader, to)
        text = "{leader} can't enter {hex}: it is next to {enemies}, and no friend is there."
        if enemy is not None:
            text = "{leader} can't enter {hex}: it is held by {enemies}."
        elif g.game.command.leaders_shun == "zones":
            text = "{leader} can't enter {hex}: it is in the ZOC of {enemies}, and no friend is there."
        refuse(
            text,
            rule=g.case(Case.LEADER_ENTERS_ZONE),
            leader=leader.name,
            hex=show(to),
            enemies=few(e.id for e in ([enemy] if enemy is not None else shunned)),
        )
    special.check_post(g, leader, to)
    refuse(
        "{leader} can't reach {hex} with {left} MP.",
        rule=g.case(Case.LEADER_MOVEMENT),
        leader=leader.name,
        hex=show(to),
        left=spare,
    )


def ridden(leader: Leader, unit: Unit, path: Sequence[Hex | Facing]) -> list[Hex]:
    """4.23 The hexes he comes through who rides with a unit along its path: of two hexes with the half he is with."""
    if footprint.is_single(unit) or leader.hex is None:
        return [h for h in path if not isinstance(h, Facing)]
    here, at = footprint.stand(unit), leader.hex
    found: list[Hex] = []
    for item in path:
        m = pairs.named(unit, here, item)
        if m is None:
            break
        to = next((b for a, b in m.steps if a == at), at)
        found += [to] if to != at else []
        here, at = m.to, to
    return found


def can_ride(g: Battle, leader: Leader, path: Sequence[Hex | Facing]) -> bool:
    """4.23 Leader moving himself: whether he may go with a unit to the end of its path, and can keep up with it."""
    end = next((h for h in reversed(path) if not isinstance(h, Facing)), leader.at)
    return special.may_go(g, leader, end, riding=True) and can_keep_up(g, leader, path)


def can_keep_up(g: Battle, leader: Leader, path: Sequence[Hex | Facing]) -> bool:
    """4.23 Whether he has the MP to stay with a unit to the end of its path; a unit's hex costs a rider no more."""
    spare, price = left(g, leader), g.charts.step_costs(g.map, g.mount(leader))
    at = leader.at
    for h in path:
        if isinstance(h, Facing):
            continue
        cost = price(at, h)
        if cost is None or cost.mp > spare:
            return False
        spare -= cost.mp
        at = h
    return True


def check_ride(g: Battle, leader: Leader, unit: Unit, path: Sequence[Hex | Facing]) -> None:
    """Refuse a ride the leader can't begin, or not keep up with to its end (4.23)."""
    path = ridden(leader, unit, path)
    if leader not in g.leaders_with(unit):
        refuse("{leader} isn't with {unit}.", rule=g.case(Case.LEADER_WITH_UNIT), leader=leader.name, unit=unit.id)
    if not can_ride(g, leader, path):
        spare = left(g, leader)
        special.check_post(g, leader, next((h for h in reversed(path) if not isinstance(h, Facing)), leader.at))
        refuse(
            "{leader} has {left} MP left and can't stay with {unit}.",
            rule=g.case(Case.LEADER_WITH_UNIT),
            leader=leader.name,
            left=spare,
            unit=unit.id,
        )


async def move(g: Battle, leader: Leader, to: Hex) -> None:
    """Carry out a checked move of a leader by the cheapest way; he doesn't go where enemies lie in ambush."""
    cost = destinations(g, leader)[to]
    await special.run(g, Special.approached, to)
    if g.enemy_in(to, leader.side) is not None:
        story = Text("{leader} stays where he is: the enemy holds {hex}.", leader=leader.name, hex=show(to))
        g.emit(Told(story=story, rule=g.case(Case.ENEMY_HEXES)))
        return
    g.emit(LeaderMoved(leader=leader.id, start=leader.at, to=to, mp=cost, rule=g.case(Case.LEADER_MOVEMENT)))
    await special.run(g, Special.leader_arrives, leader)
