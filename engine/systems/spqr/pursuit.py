"""10.4 Cavalry pursuit: two results of one roll, a second attack, and cavalry that is spent or gone off the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from engine.kernel.decisions import Answer, Choice
from engine.kernel.hexes import Hex, distance, show
from engine.kernel.inquiry import Fact
from engine.kernel.referee import Setting
from engine.kernel.statement import Token, Word
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import special
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import rout, rout_path
from engine.systems.gboh.events import OrdersNoted, Told, UnitPlaced
from engine.systems.gboh.orders import which
from engine.systems.gboh.orders.order_kind import AnyGiver, OrderKind
from engine.systems.gboh.orders.reader import Names
from engine.systems.gboh.shock import advance, pursuit
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.state import Unit as AnyUnit
from engine.systems.spqr.battle import Battle
from engine.systems.spqr.events.cavalry import RodeOff
from engine.systems.spqr.state import Leader, Unit

RETURNS = 2
"""10.44 Hexes from where it left the map within which cavalry comes back."""


class Regroup(Answer):
    """10.44 The Overall Commander spends his Orders Phase on bringing cavalry back onto the map."""

    do: Literal["regroup"] = "regroup"


class RegroupOrder(OrderKind[Regroup]):
    """10.44 ``regroup``"""

    answer = Regroup
    verbs = ("regroup",)
    individual = False
    of_unit = False
    in_line = False

    def read(self, reader: Names, verb: str) -> Regroup:
        return reader.last(Regroup())

    def write(self, answer: Regroup) -> list[Token]:
        return [Word("regroup")]

    def check(self, by: AnyGiver, answer: Regroup) -> None:
        if (no := _bar(by.g, by.leader)) is not None:
            raise no

    async def carry_out(self, by: AnyGiver, answer: Regroup) -> None:
        g: Battle = by.g
        rule = g.case(Case.PURSUIT_RETURN)
        g.emit(OrdersNoted(field="orders_used", value=1))
        g.emit(OrdersNoted(field="deeds", value=1))
        for unit in away(g, by.leader.side):
            if open_to := entries(g, unit):
                prompt = Text("{unit} comes back onto the map. Where?", unit=unit.id)
                to = await _hex(g, unit, prompt, open_to, Case.PURSUIT_RETURN)
                g.emit(UnitPlaced(unit=unit.id, to=to, facing=unit.facing.turned(6), rule=rule))
                g.emit(OrdersNoted(field="regrouping", value=unit.id))

    def leader_choices(self, g: Battle, leader: Leader) -> Iterator[Choice]:
        if _bar(g, leader) is not None:
            return
        names = ", ".join(u.id for u in away(g, leader.side))
        yield Choice("regroup", Text("Bring back cavalry: {units}", units=names), answer=Regroup(), lean=0.3)


def _bar(g: Battle, leader: Leader) -> Refusal | None:
    """10.44 Why the leader can't bring cavalry back now."""
    rule = g.case(Case.PURSUIT_RETURN)
    if leader.role != "OC":
        return Refusal("Only the Overall Commander brings cavalry back onto the map.", rule=rule)
    if g.orders.orders_used or g.orders.lines_used or g.orders.acted:
        text = "Bringing cavalry back takes the whole Orders Phase of {leader}."
        return Refusal(text, rule=rule, leader=leader.name)
    if not any(entries(g, u) for u in away(g, leader.side)):
        return Refusal("No cavalry that has ridden off the map can come back now.", rule=rule)
    return None


class CavalryPursuit(pursuit.Pursuit[Battle, Unit, Leader]):
    """10.41 to 10.45"""

    orders = (RegroupOrder(),)

    def __init__(self, cases: Any) -> None:
        super().__init__(cases)
        self._locked: frozenset[str] = frozenset()
        """Cavalry that was Engaged as the Shock segment began."""

    async def before_shock(self, g: Battle) -> None:
        self._locked = frozenset(u.id for u in g.units() if u.engaged)

    def ready(self, g: Battle, unit: AnyUnit) -> bool:
        return unit.is_cavalry and unit.id not in self._locked

    async def _after(self, g: Battle, combat: Combat) -> None:
        able = [u for u in combat.attackers if self._may(g, u)]
        if not able or not all(beaten(g, combat, d) for d in combat.defenders):
            return
        unit = await pursuit.which(g, able, Text("Which of your cavalry pursues?"), Case.PURSUIT_WHO)
        follows = await pursuit.rolls(g, unit)
        g.emit(g.formed(unit=unit.id, spent=True, rule=g.case(Case.PURSUIT_AFTER)))
        if follows:
            await _follow(g, combat, unit)
        else:
            await _flee_on(g, combat)

    # -- 10.43, 10.44 -----------------------------------------------------------------------------------------------

    def confines(self, g: Battle, unit: Unit) -> Refusal | None:
        text = "{unit} has pursued, and moves no more this turn."
        return Refusal(text, rule=g.case(Case.PURSUIT_AFTER), unit=unit.id) if unit.spent else None

    def heeds(self, g: Battle, unit: Unit, *, releasing: bool, firing: bool) -> Refusal | None:
        text = "{unit} has pursued, and fires no more by order this turn."
        return Refusal(text, rule=g.case(Case.PURSUIT_AFTER), unit=unit.id) if unit.spent and firing else None

    def unavailable(self, g: Battle, unit: Unit) -> Refusal | None:
        text = "{unit} has ridden off the map at {hex}; the Overall Commander may regroup it."
        rule = g.case(Case.PURSUIT_RETURN)
        return Refusal(text, rule=rule, unit=unit.id, hex=show(unit.gone_at)) if unit.gone_at is not None else None

    def bars_orders(self, g: Battle, piece: Unit | Leader) -> Refusal | None:
        orders = g.state.orders
        if orders is None or not orders.regrouping or orders.side != piece.side or piece.id in orders.regrouping:
            return None
        return Refusal("This Orders Phase is for the cavalry that comes back.", rule=g.case(Case.PURSUIT_RETURN))

    def in_reach(self, g: Battle, leader: Leader, unit: Unit) -> bool:
        return g.state.orders is not None and unit.id in g.orders.regrouping

    def order_price(self, g: Battle, unit: Unit) -> int | None:
        return 0 if g.state.orders is not None and unit.id in g.orders.regrouping else None

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        yield from super().facts(g, unit)
        if unit.spent:
            yield Fact(
                Text("Has pursued: it turns, withdraws and attacks, but moves no more"), g.case(Case.PURSUIT_AFTER)
            )

    def settings(self, g: Battle, unit: Unit) -> Iterator[Setting]:
        if unit.is_cavalry and not unit.routed:
            yield g.state.words.kept.flag("spent", unit.spent)


# -- pursuing --------------------------------------------------------------------------------------------------------


def beaten(g: Battle, combat: Combat, unit: AnyUnit) -> bool:
    """10.41 Whether the fight itself has routed a defender or been its end: neither a check of the collapse, nor that
    it had nowhere to flee to."""
    if unit.id in combat.faltered or unit.troop.fate == "rampage":
        return False
    if unit.eliminated:
        return unit.troop.fate == "lost" or unit.id in combat.routed_before or unit.id in g.gone_off
    return unit.routed and unit.id not in combat.routed_before


async def _flee_on(g: Battle, combat: Combat) -> None:
    for u in combat.defenders:
        if u.on_map and u.routed and u.id not in combat.routed_before:
            await rout.flee_on(g, u)


async def _follow(g: Battle, combat: Combat, unit: AnyUnit) -> None:
    """10.42 After one of those that flee, or on where all are lost; it attacks whom it meets, and follows once more."""
    first = True
    while True:
        prey = [d for d in combat.defenders if d.on_map or d.id in g.gone_off]
        if not prey:
            await _ride_on(g, unit)
            return
        target = await pursuit.which(g, prey, Text("Whom does {unit} pursue?", unit=unit.id), Case.PURSUIT_WAY)
        whole = await pursuit.chase(g, unit, combat.places[target.id], g.flights.get(target.id, ()))
        if whole and target.id in g.gone_off:
            g.emit(RodeOff(unit=unit.id, at=unit.at, rule=g.case(Case.PURSUIT_WAY)))
            return
        met = g.opponents(unit) if unit.on_map and not unit.routed else ()
        if not met or not first:
            return
        first = False
        combat = await pursuit.attack(g, unit, met)
        if not unit.on_map or unit.routed:
            return
        await _flee_on(g, combat)
        if not all(beaten(g, combat, d) for d in combat.defenders):
            await advance.turns(g, await advance.advance(g, combat))
            return


async def _ride_on(g: Battle, unit: AnyUnit) -> None:
    """10.42 Nobody is left to follow: half its MA towards the Retreat Edge of its enemies."""
    enemy, mp = g.state.enemy(unit.side), unit.ma // 2
    while mp > 0 and not pursuit.stopped(g, unit):
        here = rout_path.to_edge(g, unit.at, enemy)
        cost = g.charts.step_costs(g.map, unit)
        near = [h for h in g.map.neighbours(unit.at) if rout_path.to_edge(g, h, enemy) < here and g.unit_at(h) is None]
        ways = {h: c.mp for h in near if (c := cost(unit.at, h)) is not None and c.mp <= mp}
        ways = {h: n for h, n in ways.items() if special.may_enter_zoc(g, unit, h)}
        if not ways:
            break
        to = await _hex(g, unit, Text("{unit} rides on. By which hex?", unit=unit.id), list(ways), Case.PURSUIT_WAY)
        mp -= ways[to]
        await pursuit.goes(g, unit, to)
    story = Text("{unit} ends its pursuit.", unit=unit.id)
    g.emit(Told(unit=unit.id, story=story, rule=g.case(Case.PURSUIT_WAY)))


async def _hex(g: Battle, unit: AnyUnit, prompt: Text, open_to: Sequence[Hex], case: Case) -> Hex:
    return await which.place(g, unit, open_to, "pursuit", g.case(case), prompt)


# -- coming back -----------------------------------------------------------------------------------------------------


def away(g: Battle, side: str) -> list[Unit]:
    """10.44 Cavalry of a side that has ridden off the map."""
    units = (u for u in g.state.units.values() if u.side == side and u.hex is None and not u.eliminated)
    return [u for u in units if u.gone_at is not None]


def entries(g: Battle, unit: Unit) -> list[Hex]:
    """10.44 Hexes it may come back in, those nearest to where it left first."""
    at = unit.gone_at
    if at is None:
        return []
    near = sorted((h for h in g.map if distance(h, at) <= RETURNS), key=lambda h: (distance(h, at), h))
    cost = g.charts.step_costs(g.map, unit)
    ground = [h for h in near if any(cost(n, h) is not None for n in g.map.neighbours(h))]
    return [h for h in ground if g.enters_free(h, unit.side)]
