"""10.2 Rout: breaking, fleeing towards the Retreat Edge, being lost."""

from __future__ import annotations

from engine.kernel.hexes import Hex, turns
from engine.kernel.text import Text
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import pair_flight, rout_path, unit_order
from engine.systems.gboh.cohesion.rout_path import Step
from engine.systems.gboh.command import leaders, riders
from engine.systems.gboh.events import RoutMoved, UnitEliminated, UnitRouted, UnitTurned
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.movement import stacking
from engine.systems.gboh.state import Unit


def points(unit: Unit) -> int:
    """12.11, table:rout_points Rout Points of an eliminated unit."""
    if unit.rp is not None:
        return unit.rp
    troop = unit.troop
    return troop.rout_points if troop.rout_points is not None else troop.rout_factor * unit.tq


async def eliminate(g: Battle, unit: Unit, cause: Text, rule: str) -> None:
    """10.23 Take a unit out of play; leaders left alone look after themselves (4.62)."""
    if unit.eliminated:
        return
    at, places = unit.hex, footprint.hexes_of(unit) if unit.hex is not None else ()
    g.emit(UnitEliminated(unit=unit.id, at=at, points=points(unit), cause=cause, rule=rule))
    special.call(g, Special.dislodged)
    for h in places:
        await leaders.left_alone(g, h, unit.side)


async def rout(g: Battle, unit: Unit) -> None:
    """10.21 Rout move.

    The unit breaks, and flees or is lost as its kind does; leaders may go along (10.25).
    """
    if not unit.on_map or unit.routed:
        return
    for rule in special.having(g, Special.breaks):
        if await rule.breaks(g, unit):
            return
    g.emit(UnitRouted(unit=unit.id, rule=g.case(Case.ROUT)))
    if unit.troop.fate == "lost":
        engine = unit.troop.is_engine
        scatters = unit.troop.target == "skirmisher" and Case.SCATTERING in g.game.cases
        case = Case.ARTILLERY_ROUT if engine else Case.SCATTERING if scatters else Case.ROUT_LOST
        await eliminate(g, unit, Text("its crew runs") if engine else Text("it scatters"), g.case(case))
    else:
        await flight(g, unit)
    await special.run(g, Special.routed, unit)


async def flight(g: Battle, unit: Unit, *, whole: bool = False) -> None:
    """10.21, 10.25 A Routed unit turns and runs, with the leaders who go along; ``whole``: its whole MA."""
    places, side = footprint.hexes_of(unit), unit.side
    if not footprint.is_single(unit) and not unit.facing.is_vertex:
        _into_line(g, unit)
    g.emit(UnitTurned(unit=unit.id, facing=rout_path.flight_facing(g, unit), how="rout", rule=g.case(Case.ROUT)))
    pair_flight.turn(g, unit)
    # 10.25 Leader with routed unit.
    company = await riders.choose(g, unit, g.case(Case.ROUT_LEADERS))
    await (_run(g, unit, company) if whole else _first_flight(g, unit, company))
    special.call(g, Special.dislodged)
    for h in places:
        await leaders.left_alone(g, h, side)


def _into_line(g: Battle, unit: Unit) -> None:
    """A 6.4 A broken Column of two hexes lies across them again, facing its Retreat Edge as far as they let it."""
    to = pair_flight.towards_edge(g, unit)
    g.emit(RoutMoved(unit=unit.id, start=unit.at, to=to.hex, facing=to.facing, rule=g.case(Case.ROUT)))


async def _first_flight(g: Battle, unit: Unit, company: tuple[str, ...]) -> None:
    """10.21 Two hexes, whatever they cost; nobody fires at its back yet (8.22)."""
    gone = 0
    while unit.on_map and gone < 2:
        step = None if rout_path.off_the_map(g, unit) else await rout_path.next_step(g, unit)
        if step is None:
            await _no_way(g, unit)
            return
        if await _disturbed(g, step.to):
            continue
        await _enter(g, unit, step, company)
        gone += 1
    if unit.on_map and _shares(g, unit):
        await _one_more(g, unit, company, chased=False)


# -- 10.22 -----------------------------------------------------------------------------------------------------------


async def rout_phase(g: Battle, side: str) -> None:
    """10.22 Every Routed unit of a side flees its full MA, those nearest to the Retreat Edge first."""
    for u in [u for u in g.units(side) if u.routed and u.troop.fate == "save"]:
        # A 9.65, S 10.21 Long lines that have broken never form again.
        await eliminate(g, u, Text("it is broken for good"), g.case(Case.ROUT_PHASE))
    waiting = [u for u in g.units(side) if u.routed]
    while waiting := [u for u in waiting if u.on_map and u.routed]:
        nearest = min(rout_path.to_edge(g, u.at, u) for u in waiting)
        tied = [u for u in waiting if rout_path.to_edge(g, u.at, u) == nearest]
        unit = await unit_order.first(g, tied, Text("Which of your routed units flees next?"), g.case(Case.ROUT_PHASE))
        waiting.remove(unit)
        places = footprint.hexes_of(unit)
        company = await riders.choose(g, unit, g.case(Case.ROUT_LEADERS))
        await _run(g, unit, company)
        for h in places:
            await leaders.left_alone(g, h, side)


async def flee_on(g: Battle, unit: Unit) -> None:
    """S 10.42 A unit that has just routed and isn't pursued flees its whole MA, what it has fled already included."""
    gone = len(g.flights.get(unit.id, ()))
    await _run(g, unit, await riders.choose(g, unit, g.case(Case.ROUT_LEADERS)), gone)


async def _run(g: Battle, unit: Unit, company: tuple[str, ...], gone: int = 0) -> None:
    """10.22, 7.12 As far as its printed MA goes, turning included; no hits, but missiles at its back (8.22).

    ``gone``: Movement Points it has used already.
    """
    mp = unit.ma - gone
    while unit.on_map and mp > 0:
        if rout_path.off_the_map(g, unit):
            await _no_way(g, unit)
            return
        left = mp
        step = await rout_path.next_step(g, unit, lambda s, left=left: sum(_price(g, unit, s)) <= left)
        if step is None:
            await _no_way(g, unit)
            return
        if await _disturbed(g, step.to):
            continue
        turning, entering = _price(g, unit, step)
        if turning + entering > mp:
            _turn_about(g, unit, step, min(turning, mp))
            break
        mp -= turning + entering
        if not await reaction.retire_fire(g, unit, unit.at, step.to, fleeing=True):
            return
        await _enter(g, unit, step, company)
        if unit.on_map:
            await reaction.entry_fire(g, unit, fleeing=True)
    if unit.on_map and _shares(g, unit):
        await _one_more(g, unit, company, chased=True)


def _price(g: Battle, unit: Unit, step: Step) -> tuple[int, int]:
    """7.12, 6.21 MP for turning and for entering the hex."""
    if step.move is not None:
        return 0, pair_flight.price(g, unit, step.move)
    cost = g.charts.step_cost(g.map, unit, unit.at, step.to)
    assert cost is not None, f"{unit.id} can't flee to {step.to}"
    turning = 0 if g.game.combat.flight_turns_free else turns(unit.facing, step.facing)
    return g.charts.turn_cost(g.map, unit, unit.at, turning).mp, cost.mp


def _turn_about(g: Battle, unit: Unit, step: Step, vertices: int) -> None:
    """7.12 Its MP don't take it into the next hex: it turns towards that as far as they go."""
    if vertices:
        way = 2 if turns(unit.facing.turned(2), step.facing) < turns(unit.facing, step.facing) else -2
        g.emit(
            UnitTurned(
                unit=unit.id, facing=unit.facing.turned(way * vertices), how="rout", rule=g.case(Case.ROUT_PHASE)
            )
        )


# -- step by step ----------------------------------------------------------------------------------------------------


async def _no_way(g: Battle, unit: Unit) -> None:
    off = rout_path.off_the_map(g, unit)
    if off:
        g.gone_off.add(unit.id)
    await eliminate(g, unit, Text("it fled off the map") if off else Text("no way to flee"), g.case(Case.ROUT_LOST))


async def _disturbed(g: Battle, to: Hex) -> bool:
    """Whether somebody turns out to be where it would flee to."""
    before = g.unit_at(to)
    await special.run(g, Special.approached, to)
    return g.unit_at(to) is not before


def _shares(g: Battle, unit: Unit) -> bool:
    own = footprint.hexes_of(unit)
    return any(u is not unit and any(h in own for h in footprint.hexes_of(u)) for u in g.units(unit.side))


async def _enter(g: Battle, unit: Unit, step: Step, company: tuple[str, ...]) -> None:
    """One hex, with what it does to those it runs into; a special rule of the battle may end its flight there."""
    end = special.flight_ends(g, unit, unit.at, step.to)
    if end is not None:
        await eliminate(g, unit, *end)
        return
    into = step.move.entered if step.move is not None else (step.to,)
    met = list({u.id: u for h in into if (u := g.unit_at(h)) is not None}.values())
    start = unit.at
    g.emit(RoutMoved(unit=unit.id, start=start, to=step.to, facing=step.facing, rule=g.case(Case.ROUT)))
    if unit.id in g.flights:
        g.flights[unit.id].append(footprint.hexes_of(unit))
    pair_flight.turn(g, unit)
    riders.keep_up(g, company, step.move.steps if step.move is not None else ((start, step.to),))
    for friend in met:
        if friend.on_map and friend is not unit:
            await stacking.pass_through(g, unit, friend)
    await leaders.overrun(g, unit)


async def _one_more(g: Battle, unit: Unit, company: tuple[str, ...], *, chased: bool) -> None:
    """10.24 It would end on a friend: one more hex, lost if that is held, in enemy ZOC or closed.

    ``chased``: in the Rout Phase, when enemies fire at its back (8.22).
    """
    if g.game.combat.flight_passes_on:
        await _on_and_on(g, unit, company)
        return
    await stacking.stop_in(g, unit, unit.at)
    if not unit.on_map:
        # Who was there broke of it, fled, came back to it, and was the end of it.
        return
    while (step := await rout_path.last_hex(g, unit)) is not None and await _disturbed(g, step.to):
        pass
    if step is not None:
        if not chased or await reaction.retire_fire(g, unit, unit.at, step.to, fleeing=True):
            await _enter(g, unit, step, company)
        return
    friend = await rout_path.trampled(g, unit)
    if friend is not None:
        beyond = friend.at
        await stacking.pass_through(g, unit, friend)
        await stacking.stop_in(g, unit, beyond)
    await eliminate(g, unit, Text("its flight ended on a friend with no hex beyond"), g.case(Case.ROUT_THROUGH))


async def _on_and_on(g: Battle, unit: Unit, company: tuple[str, ...]) -> None:
    """A 10.24 Through one friend after another until there is a hex for it."""
    while unit.on_map and _shares(g, unit):
        step = None if rout_path.off_the_map(g, unit) else await rout_path.next_step(g, unit)
        if step is None:
            await _no_way(g, unit)
            return
        if not await _disturbed(g, step.to):
            await _enter(g, unit, step, company)
