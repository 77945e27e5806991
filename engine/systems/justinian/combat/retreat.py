"""8.21 Retreat after battle: armies and Detached SP leave for a province of their side, by land or with a fleet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from engine.kernel.board import Place
from engine.kernel.decisions import Choice, ChooseEach, Item, Policy, PolicyKind
from engine.kernel.dice import RollRequest
from engine.kernel.text import Refusal, Text, joined
from engine.kernel.wanted import Wanted
from engine.systems.justinian.campaign import Campaign, other
from engine.systems.justinian.combat import losses, port_retreat, status
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.combat.party import Party
from engine.systems.justinian.combat.squadron import ships_for
from engine.systems.justinian.events import ArmyMoved, StrengthMoved
from engine.systems.justinian.movement import sea_routes
from engine.systems.justinian.scenario import Side
from engine.systems.justinian.state import Group, detached_at

POLICY = PolicyKind("retreat-way", Text("Retreat to the suggested province after a battle"))


@dataclass(frozen=True, slots=True)
class Way:
    """A way out: by land into ``to``, or with ``ships`` Fleet SP over ``seas`` to its port."""

    to: Place
    seas: tuple[Place, ...] = ()
    ships: int = 0

    def key(self, g: Campaign) -> str:
        return f"sea-{g.land.map.code(self.to)}" if self.seas else g.land.map.code(self.to)


async def after_battle(g: Campaign, party: Party) -> None:
    """8.21 All that is left of a side, Frontier SP excepted, retreats; who can't, stays and loses a die of SP."""
    forces = [f for f in party.forces if f.army.on_map and f.sp and f.at == party.place]
    movers: list[Force | Group] = [*forces, *(x for x in party.groups if x.kind == "detached")]
    staying: list[Force | Group] = []
    for batch in [[m] for m in movers] if _ships_are_short(g, forces) else [movers]:
        found = {_key(g, m): (m, _ways(g, party, m)) for m in batch}
        going = {k: (m, ways) for k, (m, ways) in found.items() if ways}
        picks = await _ask(g, party, going) if going else {}
        for name, (mover, ways) in going.items():
            way = next(w for w in ways if w.key(g) == picks[name])
            await _go(g, mover, way)
        staying += [m for m, ways in found.values() if not ways]
    await _stay(g, party, staying)


def _ships_are_short(g: Campaign, forces: Sequence[Force]) -> bool:
    """Whether armies of one power could leave by sea one by one, and not all of them: then they go one by one."""
    wanted: dict[str, int] = {}
    for f in forces:
        if by_sea(g, f):
            wanted[f.power] = wanted.get(f.power, 0) + ships_for(g, f.sp)
    return any((pool := g.fleet(power, forces[0].at)) is not None and n > pool.sp for power, n in wanted.items())


def _key(g: Campaign, mover: Force | Group) -> str:
    return mover.lead if isinstance(mover, Force) else f"detached-{mover.power}"


def _name(g: Campaign, mover: Force | Group) -> Text:
    return Text("{name}", name=mover.name) if isinstance(mover, Force) else g.state.told(mover)


def _ways(g: Campaign, party: Party, mover: Force | Group) -> list[Way]:
    if g.land.is_box(party.place):
        home = g.land.box(mover.power)
        return [] if home is None or home == party.place else [Way(home)]
    ways = [Way(p) for p in refuges(g, party.place, party.side)]
    if isinstance(mover, Group):
        return [w for w in ways if w.to != g.land.lazica]  # 3.41
    if (home := own_box(g, mover)) is not None:
        ways.append(Way(home))
    return [*ways, *by_sea(g, mover)]


def refuges(g: Campaign, place: Place, side: Side) -> Iterator[Place]:
    """Adjacent provinces that a side controls, or where its land SP are."""
    for p in g.land.roads(place):
        if g.control(p) == side or g.occupied(p, side):
            yield p


def own_box(g: Campaign, force: Force) -> Place | None:
    """The off-map box of a force's power, where an arrow joins it to the province the force is in."""
    box = g.land.box(force.power)
    return box if box is not None and g.land.map.kind_between(force.at, box) == "arrow" else None


def by_sea(g: Campaign, force: Force) -> list[Way]:
    """Ports in reach of a fleet of its power that is In Port there and holds all of it, each by the safest way."""
    ships = ships_for(g, force.sp)
    pool = g.fleet(force.power, force.at)
    if pool is None or pool.sp < ships:
        return []
    found: list[Way] = []
    for port, seas in sea_routes.ports(g, force.at, force.side).items():
        friendly = g.control(port) == force.side or g.occupied(port, force.side)
        if friendly and not g.fleets(port, other(force.side)):
            found.append(Way(port, seas, ships))
    return found


async def _ask(g: Campaign, party: Party, going: dict[str, tuple[Force | Group, list[Way]]]) -> dict[str, str]:
    items = [_item(g, party.side, name, mover, ways) for name, (mover, ways) in going.items()]
    settled = all(len(i.choices) == 1 for i in items)
    if settled and not g.spelled_out:
        return {i.key: i.default_key for i in items}
    decision = ChooseEach(
        kind="retreat",
        side=party.side,
        rule="8.21",
        prompt=Text("Retreat from {place}: where to?", place=g.land.name(party.place)),
        focus=(party.place, *dict.fromkeys(w.to for _, ways in going.values() for w in ways)),
        items=items,
        settled=settled,
    )
    return dict(decision.picked(await g.ask(decision)))


def _item(g: Campaign, side: Side, name: str, mover: Force | Group, ways: Sequence[Way]) -> Item:
    ranked = sorted(ways, key=lambda w: (bool(w.seas), -safety(g, w.to, side), w.to))
    best = ranked[0].key(g)
    unit = mover.lead if isinstance(mover, Force) else None
    choices = tuple(
        Choice(
            w.key(g),
            Text("by sea to {place}", place=g.land.name(w.to)) if w.seas else Text("{place}", place=g.land.name(w.to)),
            unit=unit,
            hex=w.to,
            lean=4.0 if w.key(g) == best else 1.0,
        )
        for w in ranked
    )
    at = mover.at if isinstance(mover, Force) else mover.place
    why = partial(_no_refuge, g, at, side)
    return Item(name, _name(g, mover), choices, best, policy=Policy(POLICY.kind, best, best), why=why)


def _no_refuge(g: Campaign, at: Place, side: Side, wanted: Wanted) -> Refusal | None:
    """8.21 Why nobody retreats into a place that is named."""
    if not wanted.hexes:
        return None
    to, place = wanted.hexes[-1], g.land.name(wanted.hexes[-1])
    if to not in g.land.roads(at):
        return Refusal("{place} isn't next to {at}.", rule="8.21", place=place, at=g.land.name(at))
    if to not in refuges(g, at, side):
        text = "{place} is neither controlled by your side nor held by friends."
        return Refusal(text, rule="8.21", place=place)
    return None


def safety(g: Campaign, place: Place, side: Side) -> int:
    """How good a province is to retreat to: no enemies, friends, walls."""
    if g.land_sp(place, other(side)):
        return -5
    held = g.control(place) == side
    return min(3, g.land_sp(place, side)) + 2 * held + (2 if held and g.land.city(place) else 0)


async def _go(g: Campaign, mover: Force | Group, way: Way) -> None:
    if isinstance(mover, Group):
        to = detached_at(way.to, mover.power)
        g.emit(StrengthMoved(source=mover, to=to, n=g.state.sp_of(mover), why="retreat", rule="8.21"))
        return
    if way.seas:
        await port_retreat.sail_away(g, mover, way.to, way.seas, way.ships)
        return
    g.emit(ArmyMoved(army=mover.lead, start=mover.at, to=way.to, how="retreat", rule="8.21"))
    status.came_home(g, mover)


async def _stay(g: Campaign, party: Party, staying: Sequence[Force | Group]) -> None:
    """8.21 Nowhere to go: their owner removes as many SP as a die shows. In its own box an army just stays."""
    if not staying or g.land.is_box(party.place):
        return
    groups = [x for m in staying for x in (m.groups if isinstance(m, Force) else (m,))]
    names = joined((_name(g, m) for m in staying), " and ")
    roll = await g.roll(
        RollRequest(
            purpose="no-retreat",
            side=party.side,
            text=Text("{armies} can't retreat", armies=names),
            rule="8.21",
            outcome=lambda total: Text("{n} SP lost", n=total),
        )
    )
    await losses.suffer(g, party.side, groups, roll.total, "no-retreat", "8.21")
