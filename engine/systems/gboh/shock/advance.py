"""9.2 Advance After Combat."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.kernel.decisions import Choice, Choose, ChooseEach, Item, Policy, PolicyKind
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.text import Refusal, Text, joined
from engine.kernel.wanted import Wanted
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.cohesion.dread import dread
from engine.systems.gboh.command import leaders, riders
from engine.systems.gboh.events import LeaderMoved, UnitMoved, UnitTurned, facing_name
from engine.systems.gboh.movement import climbs, displaced, facing
from engine.systems.gboh.movement.steps import turning_case
from engine.systems.gboh.orders import reasons, which
from engine.systems.gboh.shock import pair_advance
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.state import Unit

WHO = PolicyKind("advance-unit", Text("Let the unit with the fewest hits advance, where several are alike"))
POLICY = PolicyKind("advance-turn", Text("Turn after advancing, where that brings more enemies to the front"))

_TURNS = {"left": 2, "right": -2}
"""Steps of 30 degrees, anticlockwise: one vertex each way."""


# -- who, where, at what price ---------------------------------------------------------------------------------------


def foremost(g: Battle, combat: Combat, attackers: Sequence[Unit]) -> list[Unit]:
    """9.23 Who advances before others: the unit that gave Superiority, else the highest TQ; several are tied."""
    if combat.superior and combat.chosen_attacker in attackers:
        return [u for u in attackers if u is combat.chosen_attacker]
    best = max(cohesion.tq(g, u) for u in attackers)
    return [u for u in attackers if cohesion.tq(g, u) == best]


def tolls_of_victory(
    g: Battle, combat: Combat, attackers: Sequence[Unit], defenders: Sequence[Unit]
) -> Iterator[tuple[Unit, int]]:
    """Units that would advance if the attackers won, each with the hits of its cheapest advance (10.15)."""
    for unit in foremost(g, combat, [u for u in attackers if u.beneath is None]):
        vacated = [h for d in defenders for h in combat.places[d.id]]
        if not footprint.is_single(unit):
            yield unit, min((pair_advance.hits(g, unit, w) for w in _if_gone(g, unit, vacated)), default=0)
            continue
        near = g.map.neighbours(unit.at)
        costs = [g.step_cost(unit, unit.at, h) for h in vacated if h in near or len(vacated) == 1]
        yield unit, min((c.hits for c in costs if c is not None), default=0)


def _if_gone(g: Battle, unit: Unit, vacated: Sequence[Hex]) -> list[pair_advance.Way]:
    """The ways of a unit of two hexes into hexes that enemies would have left."""
    free = {h for m in footprint.steps(unit) for h in m.entered if h in g.map and g.unit_at(h) is None}
    open_to = free.union(vacated)
    return list(footprint.advances(unit, frozenset(vacated), lambda h: h in open_to))


def _may(g: Battle, unit: Unit, to: Hex, charging: bool) -> bool:
    if to not in g.covered(unit) or g.unit_at(to) is not None:
        return False
    if not all(r.may_advance(g, unit, to) for r in special.having(g, Special.may_advance)):
        return False
    # 9.13, 9.21 In the charge only a unit with no other enemy to deal with advances.
    return not charging or not (g.enemies_in_zoc(unit) or g.in_enemy_zoc(unit))


# -- advancing -------------------------------------------------------------------------------------------------------


async def advance(g: Battle, combat: Combat, *, charging: bool = False) -> list[Unit]:
    """9.21 Mandatory advance (9.23).

    Attackers still standing advance into the hexes just vacated, one to a hex. Returns those that did.
    """
    vacated = combat.newly_vacated()
    advanced: list[Unit] = []
    while vacated:
        leading = [u for u in combat.attacking if u.beneath is None]
        open_to = {u.id: _open(g, u, vacated, charging) for u in leading if u not in advanced}
        able = [u for u in leading if open_to.get(u.id)]
        if not able:
            break
        unit = await _who(g, combat, able, open_to)
        if footprint.is_single(unit):
            to = await _where(g, unit, open_to[unit.id])
            await _go(g, unit, to)
            vacated.remove(to)
        else:
            way = await pair_advance.choose(g, unit, pair_advance.ways(g, unit, vacated), vacated)
            await pair_advance.go(g, unit, way)
            vacated = [h for h in vacated if h not in footprint.hexes_of(way[-1].to)]
        advanced.append(unit)
    return advanced


def _open(g: Battle, unit: Unit, vacated: Sequence[Hex], charging: bool) -> list[Hex]:
    """9.21 The vacated hexes a unit may advance into."""
    if footprint.is_single(unit):
        return [h for h in vacated if _may(g, unit, h, charging)]
    if charging and (g.enemies_in_zoc(unit) or g.in_enemy_zoc(unit)):
        return []
    ends = {h for way in pair_advance.ways(g, unit, vacated) for h in footprint.hexes_of(way[-1].to)}
    return [h for h in vacated if h in ends]


def _room_for_all(able: Sequence[Unit], open_to: Mapping[str, Sequence[Hex]]) -> bool:
    """9.23 Whether there is a vacated hex for each of the units, so that none keeps another out."""

    def place(left: Sequence[Unit], taken: frozenset[Hex]) -> bool:
        return not left or any(h not in taken and place(left[1:], taken | {h}) for h in open_to[left[0].id])

    return place(able, frozenset())


async def _who(g: Battle, combat: Combat, able: Sequence[Unit], open_to: Mapping[str, Sequence[Hex]]) -> Unit:
    tied = foremost(g, combat, able)
    if len(tied) == 1 or _room_for_all(able, open_to):
        return tied[0]
    freshest = min(tied, key=lambda u: u.hits)
    may, prompt = Text("may advance first"), Text("Which of your units advances?")
    rule = g.case(Case.WHO_ADVANCES)
    return await which.piece(g, tied, WHO, rule, prompt, best=freshest, other=freshest, free=True, may=may)


async def _where(g: Battle, unit: Unit, hexes: Sequence[Hex]) -> Hex:
    if len(hexes) == 1:
        return hexes[0]
    hits = {h: cost.hits for h in hexes if (cost := g.step_cost(unit, unit.at, h)) is not None}
    answer = await g.ask(
        Choose(
            kind="advance-hex",
            side=unit.side,
            rule=g.case(Case.WHO_ADVANCES),
            prompt=Text("{unit} advances. Into which hex?", unit=unit.id),
            subject=unit.id,
            focus=(unit.at, *hexes),
            choices=tuple(
                Choice(show(h), Text("{hex}", hex=show(h)), unit=unit.id, hex=h, hits=n) for h, n in hits.items()
            ),
            default_key=show(min(hits, key=lambda h: hits[h])),
            why=lambda wanted: _not_left(g, hits, wanted),
        )
    )
    return int(answer.key)


def _not_left(g: Battle, left: Collection[Hex], wanted: Wanted) -> Refusal | None:
    """9.23 Why a unit doesn't advance into a hex that is named."""
    if not wanted.hexes or wanted.hexes[-1] in left:
        return None
    return Refusal("No defender has just left {hex}.", rule=g.case(Case.WHO_ADVANCES), hex=show(wanted.hexes[-1]))


async def _go(g: Battle, unit: Unit, to: Hex) -> None:
    """9.21, 9.24 One advance with what the opponent may do: turn (7.14), entry fire (8.21), withdraw leaders (4.62)."""
    start = unit.at
    tolls = [(u, g.step_cost(u, start, to)) for u in g.ranks(unit)]  # S 6.64 The ground tells on each of a stack.
    assert tolls[0][1] is not None, f"{unit.id} advances into prohibited ground at {show(to)}"
    company = await riders.advancing(g, unit)
    g.emit(UnitMoved(unit=unit.id, start=start, to=to, facing=unit.facing, how="advance", rule=g.case(Case.ADVANCE)))
    for u, _ in tolls:
        climbs.note(g, u, start, to)
    special.call(g, Special.entered, unit)
    for leader in company:
        g.emit(LeaderMoved(leader=leader.id, start=start, to=to, how="advance", rule=g.case(Case.ADVANCE)))
    for u, paid in tolls:
        if paid is not None and u.on_map and not u.routed:
            cap = cohesion.tq(g, u) - 1
            await cohesion.hits(g, u, paid.hits, joined(paid.causes), g.case(Case.ADVANCE), cap=cap)
    await dread(g, unit, cap=cohesion.tq(g, unit) - 1)
    await displaced.comes_up(g, unit, start)
    await leaders.left_alone(g, start, unit.side)


# -- 9.22 ------------------------------------------------------------------------------------------------------------


async def turns(g: Battle, advanced: Sequence[Unit]) -> None:
    """9.22 Each unit that has advanced may turn one vertex, even in enemy ZOC."""
    units = [u for u in advanced if u.on_map and not u.routed and footprint.is_single(u)]
    if not units:
        return
    decision = ChooseEach(
        kind=POLICY.kind,
        side=units[0].side,
        rule=g.case(Case.ADVANCE_TURN),
        prompt=Text("{units} advanced. Who turns?", units=", ".join(u.id for u in units)),
        focus=tuple(u.at for u in units),
        items=[_item(g, u) for u in units],
        why=reasons.not_asked(
            g, units[0].side, lambda u: Refusal("{unit} has not advanced.", rule=g.case(Case.ADVANCE_TURN), unit=u.id)
        ),
    )
    answer = await g.ask(decision)
    for name, key in decision.picked(answer):
        if key == "no":
            continue
        unit = g.state.units[name]
        g.emit(
            UnitTurned(
                unit=unit.id, facing=unit.facing.turned(_TURNS[key]), how="advance", rule=g.case(Case.ADVANCE_TURN)
            )
        )
        for u in g.ranks(unit):
            cost, cap = g.charts.turn_cost(g.map, u, u.at, 1, stays=True), cohesion.tq(g, u) - 1
            await cohesion.hits(g, u, cost.hits, joined(cost.causes), g.case(turning_case(g, cost)), cap=cap)


def _item(g: Battle, u: Unit) -> Item:
    facings = {key: u.facing.turned(steps) for key, steps in _TURNS.items()}
    now = _enemies_ahead(g, u, u.facing)
    best = max(facings, key=lambda k: _enemies_ahead(g, u, facings[k]))
    gain = _enemies_ahead(g, u, facings[best]) > now
    hits = g.charts.turn_cost(g.map, u, u.at, 1, stays=True).hits
    words = {
        "left": Text("Turn left to {f}", f=facings["left"].name),
        "right": Text("Turn right to {f}", f=facings["right"].name),
    }
    return Item(
        key=u.id,
        label=Text("{unit} at {hex}", unit=u.id, hex=show(u.at)),
        choices=(
            Choice("no", Text("Keep facing {f}", f=facing_name(u.facing)), unit=u.id, lean=2.0),
            *(
                Choice(k, words[k], unit=u.id, hex=u.at, facing=f, hits=hits, lean=4.0 if gain and k == best else 0.3)
                for k, f in facings.items()
            ),
        ),
        default_key="no",
        # Who wants to keep an enemy out of its Front says so; without gain there is nothing to turn to.
        policy=Policy(POLICY.kind, best if gain else "no", "no", free=hits == 0 or not gain, deed=facing.TURN),
        why=lambda wanted: facing.one_vertex(u, wanted, g.case(Case.ADVANCE_TURN)),
    )


def _enemies_ahead(g: Battle, unit: Unit, towards: Facing) -> int:
    return sum(g.enemy_in(h, unit.side) is not None for h in footprint.front(footprint.facing(unit, towards)))
