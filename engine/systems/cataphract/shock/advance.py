"""9.2 Advance After Combat."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Choice, Choose, ChooseEach, Item, Policy, PolicyKind
from engine.kernel.hexes import Hex, show
from engine.kernel.text import Text
from engine.systems.cataphract import cohesion, facing, leaders, reaction, riders
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import UnitMoved, UnitTurned, facing_name
from engine.systems.cataphract.shock.combat import Combat
from engine.systems.cataphract.state import Unit

POLICY = PolicyKind("advance-turn", Text("Turn after advancing"))


def leader_of_advance(g: Battle, combat: Combat, attackers: Sequence[Unit]) -> Unit:
    """9.23 The unit that must advance: the one that gave Superiority, else the highest TQ."""
    if combat.superior and combat.chosen_attacker in attackers:
        return combat.chosen_attacker  # type: ignore[return-value]
    return max(attackers, key=lambda u: cohesion.tq(g, u))


def toll(g: Battle, unit: Unit, to: Hex) -> int | None:
    """9.21 Hits an advance into a hex costs; None where the unit can't go."""
    cost = g.charts.step_cost(g.map, unit, unit.at, to)
    return None if cost is None else cost.hits


def cheapest_toll(g: Battle, combat: Combat, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> int:
    """10.15(1) Hits the advance would cost the unit that would make it, into the cheapest hex."""
    unit = leader_of_advance(g, combat, attackers)
    tolls = [t for d in defenders if (t := toll(g, unit, combat.places[d.id])) is not None]
    return min(tolls, default=0)


def _may(g: Battle, unit: Unit, to: Hex, charging: bool) -> bool:
    if toll(g, unit, to) is None or g.unit_at(to) is not None or to not in g.front(unit):
        return False
    # 9.13, 9.21 In the charge only a unit with no other enemy to deal with advances.
    return not charging or not (g.enemies_in_zoc(unit) or g.in_enemy_zoc(unit))


async def advance(g: Battle, combat: Combat, *, charging: bool = False) -> None:
    """9.21-9.24 Attackers still standing advance into the hexes this combat has emptied, one to a hex."""
    moved: list[Unit] = []
    while combat.vacated:
        free = [u for u in combat.attacking if u not in moved]
        pairs = [(u, h) for u in free for h in combat.vacated if _may(g, u, h, charging)]
        if not pairs:
            break
        able = [u for u in free if any(u is p for p, _ in pairs)]
        unit = leader_of_advance(g, combat, able)
        hexes = [h for u, h in pairs if u is unit]
        to = hexes[0] if len(hexes) == 1 else await _choose(g, unit, hexes)
        combat.vacated.remove(to)
        moved.append(unit)
        await _go(g, unit, to)
    if not charging:
        combat.vacated.clear()
    await _turns(g, [u for u in moved if u.on_map and not u.routed])


async def _choose(g: Battle, unit: Unit, hexes: Sequence[Hex]) -> Hex:
    answer = await g.ask(
        Choose(
            kind="advance",
            side=unit.side,
            rule="9.23",
            prompt=Text("{unit} advances. Into which hex?", unit=unit.id),
            subject=unit.id,
            focus=(unit.at, *hexes),
            choices=tuple(Choice(show(h), Text("{hex}", hex=show(h)), unit=unit.id, hex=h) for h in hexes),
            default_key=show(hexes[0]),
        )
    )
    return int(answer.key)


async def _go(g: Battle, unit: Unit, to: Hex) -> None:
    start = unit.at
    if not await reaction.retire_fire(g, unit, start, to):  # 8.22
        return
    if g.unit_at(to) is not None:
        return
    cost = g.charts.step_cost(g.map, unit, start, to)
    assert cost is not None
    company = [x.id for x in g.leaders_at(start, unit.side)]
    g.emit(UnitMoved(unit=unit.id, start=start, to=to, facing=unit.facing, how="advance", rule="9.21"))
    riders.follow(g, company, start, to)
    await cohesion.hits(g, unit, cost.hits, ", ".join(cost.causes), "9.21", cap=cohesion.tq(g, unit) - 1)
    await leaders.approached(g, unit)
    await facing.reaction_facing(g, unit)  # 9.24
    if unit.on_map and not unit.routed:
        await reaction.entry_fire(g, unit)


async def _turns(g: Battle, units: Sequence[Unit]) -> None:
    """9.22 Each may turn one vertex, even in enemy ZOC."""
    if not units:
        return
    decision = ChooseEach(
        kind=POLICY.kind,
        side=units[0].side,
        rule="9.22",
        prompt=Text("{units} advanced. Do they turn?", units=", ".join(u.id for u in units)),
        focus=tuple(u.at for u in units),
        items=[_item(g, u) for u in units],
    )
    answer = await g.ask(decision)
    for name, key in decision.picked(answer):
        unit = g.state.units[name]
        if key == "no" or not unit.on_map or unit.routed:
            continue
        to = unit.facing.turned(2 if key == "left" else -2)
        cost = g.charts.turn_cost(g.map, unit, unit.at, 1)
        g.emit(UnitTurned(unit=unit.id, facing=to, how="advance", rule="9.22"))
        await cohesion.hits(
            g, unit, cost.hits, "turning in difficult terrain", "9.22", cap=cohesion.tq(g, unit) - 1
        )


def _item(g: Battle, u: Unit) -> Item:
    left, right = u.facing.turned(2), u.facing.turned(-2)
    return Item(
        key=u.id,
        label=Text("{unit} at {hex}", unit=u.id, hex=show(u.at)),
        choices=(
            Choice("no", Text("Keep facing {f}", f=facing_name(u.facing)), unit=u.id, lean=4.0),
            Choice("left", Text("Turn left to {f}", f=facing_name(left)), unit=u.id, facing=left),
            Choice("right", Text("Turn right to {f}", f=facing_name(right)), unit=u.id, facing=right),
        ),
        default_key="no",
        policy=Policy(POLICY.kind, "left", "no"),
    )
