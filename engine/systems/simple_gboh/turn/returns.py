"""4.36, 4.37, 7.63, 4.11 Who comes back as a Formation is activated, who commands it, who is In Command."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import PolicyKind
from engine.kernel.hexes import show
from engine.kernel.naming import titled
from engine.kernel.text import Text
from engine.systems.gboh import special
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.orders import which
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.events.leaders import LeaderPlaced
from engine.systems.simple_gboh.events.turns import CommanderChosen, CommandSettled
from engine.systems.simple_gboh.scenario import FormationSpec
from engine.systems.simple_gboh.shock import pursuit
from engine.systems.simple_gboh.state import Leader, Unit
from engine.systems.simple_gboh.turn import command_status, formations

ELSEWHERE, REPLACED, COMMANDER, IN_COMMAND = "4.36", "4.37", "4.1", "4.11"

POLICY = PolicyKind("commander", Text("Have the suggested leader command a Formation that has several"))


async def commander_returns(g: Battle) -> None:
    """4.36 A0 An Overall Commander who was engaged elsewhere is placed with any unit of his side."""
    for x in g.state.leaders.values():
        if x.side == g.orders.side and x.role == "OC" and x.elsewhere and not x.eliminated:
            await _place(g, x, list(g.units(x.side)), ELSEWHERE)


async def returns(g: Battle) -> None:
    """A3, A4 Pursuers, leaders and replacements of the activated Formations; then command."""
    side = g.orders.side
    chosen = [g.spec(side).formation(name) for name in g.orders.formations]
    for f in chosen:
        await pursuit.come_back(g, f.id)
        for name in formations.named(g, f):
            await _comes(g, f, name)
    for f in chosen:
        if f.id not in g.orders.commanders and not f.auxiliary:
            leader = await _commander(g, f)
            named = leader.id if leader is not None else None
            g.emit(CommanderChosen(formation=f.id, name=f.name, leader=named, rule=COMMANDER))
    found = in_command(g)  # 4.11 Before elephants beside them take any of them, or their Commander (10.23).
    await special.run(g, Special.activated, [u for u in g.units(side) if g.activated(u)])
    g.emit(CommandSettled(units=[u for u in found if g.state.units[u].on_map], rule=IN_COMMAND))


def in_command(g: Battle) -> list[str]:
    """4.11-4.13 Units In Command in the Player Turn under way, each Formation by itself (4.14)."""
    side, found = g.orders.side, list[str]()
    for name in g.orders.formations:
        leader = g.state.leaders.get(g.orders.commanders.get(name, ""))
        commander = leader if leader is not None and leader.on_map else None
        units = [u for u in g.of_formation(side, name) if g.activated(u)]
        found += [u.id for u in command_status.settled(g, name, commander, units)]
    return found


async def _comes(g: Battle, f: FormationSpec, name: str) -> None:
    """4.36, 4.37 One of its Commanders, or who takes his place."""
    leader = g.state.leaders[g.holder(name).id]
    units = g.of_formation(leader.side, f.id)
    if leader.on_map or leader.departed or leader.pursuing is not None:
        return
    if leader.elsewhere and not leader.eliminated:
        await _place(g, leader, units, ELSEWHERE)
    elif leader.eliminated and (heir := _heir(g, leader)) is not None:
        await _place(g, heir, units, REPLACED, replaces=leader)


def _heir(g: Battle, lost: Leader) -> Leader | None:
    """4.37 An anonymous leader comes back himself; for one with a name there must be a Replacement Leader left."""
    if lost.returns and lost.role != "OC":
        return lost
    named = next((x for x in g.state.leaders.values() if x.succeeds == lost.id and not x.eliminated), None)
    if named is not None or lost.role == "OC":
        return named
    pool = g.state.sides[lost.side].pool
    return g.state.leaders[pool[0]] if pool else None


async def _place(g: Battle, leader: Leader, units: Sequence[Unit], rule: str, replaces: Leader | None = None) -> None:
    """His owner chooses the unit he is placed with; without any he stays away."""
    if not units:
        return
    prompt = Text("{leader} comes back. With which unit?", leader=leader.name)
    if replaces is not None and replaces is not leader:
        prompt = Text("{leader} takes {old}'s place. With which unit?", leader=leader.name, old=replaces.name)
    best = _best(g, leader, units)

    def label(u: Unit) -> Text:
        return Text("{unit} at {hex}", unit=titled(u), hex=show(u.at))

    def traits(u: Unit) -> dict[str, float]:
        return {"lean": 4.0 if u is best else 1.0}

    unit = await which.piece(
        g, units, "leader-return", rule, prompt, best=best, subject=leader.id, label=label, traits=traits, alone=True
    )
    named = replaces.id if replaces is not None else None
    g.emit(LeaderPlaced(leader=leader.id, to=unit.at, replaces=named, rule=rule))


def _best(g: Battle, leader: Leader, units: Sequence[Unit]) -> Unit:
    """The unit from which most of the others hear him; of equals the one that isn't in enemy ZOC."""

    def heard(u: Unit) -> tuple[int, bool]:
        there = leader.model_copy(update={"hex": u.at, "id": f"{leader.id} at {u.at}"})
        return sum(command_status.within(g, there, x) for x in units), not g.in_enemy_zoc(u)

    return max(units, key=heard)


async def _commander(g: Battle, f: FormationSpec) -> Leader | None:
    """4.1 Which of the Formation's Commanders is activated with it; only players who want to be are asked.

    Suggested is who has most In Command; of equals who commands the fewest Formations besides.
    """
    group = next((x for x in g.spec(g.orders.side).together if x.id == g.orders.group), None)
    able = formations.eligible(g, f, group) or formations.commanders(g, g.orders.side, f)
    if not able:
        return None
    units = g.of_formation(g.orders.side, f.id)
    count = {x.id: len(command_status.settled(g, f.id, x, units)) for x in able}
    best = max(able, key=lambda x: (count[x.id], -len(formations.commands(g, x))))

    def traits(x: Leader) -> dict[str, object]:
        note = Text("{n} of {all} In Command", n=count[x.id], all=len(units))
        return {"note": note, "lean": 1.0 + count[x.id]}

    return await which.piece(
        g,
        able,
        "commander",
        COMMANDER,
        Text("Who commands {name}?", name=f.name),
        best=best,
        other=best,
        side=g.orders.side,
        traits=traits,
        standing=POLICY,
        free=True,
    )
