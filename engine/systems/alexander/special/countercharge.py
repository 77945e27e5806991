"""Chaeronea: Spartans who fall back, turn about and charge in the middle of the enemy's move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import Field

from engine.kernel import risk
from engine.kernel.decisions import Choice, ChooseEach, Deed, Item, Policy, PolicyKind, Risk
from engine.kernel.dice import RollRequest
from engine.kernel.hexes import show
from engine.kernel.inquiry import Fact
from engine.kernel.parameters import Params, UnitCode
from engine.kernel.special import Taken
from engine.kernel.text import Text, joined
from engine.systems.alexander.battle import Battle
from engine.systems.alexander.hooks import Special
from engine.systems.alexander.state import Unit
from engine.systems.gboh import footprint, special
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.command import leaders, riders
from engine.systems.gboh.events import MarkerPlaced, Told, pair_moved
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.movement import pairs
from engine.systems.gboh.shock import segment
from engine.systems.gboh.shock.plan import Attack

POLICY = PolicyKind("countercharge", Text("Turn about and charge after falling back before an enemy"))


class Spartans(Params):
    units: tuple[UnitCode, ...] = Field(min_length=1)
    """who may"""


class Countercharge(Special):
    """After its withdrawal a unit that hasn't moved this turn may roll: by its TQ it goes straight ahead until it has
    the enemy that moved before it, and they fight at once; who fails his check before contact then routs. Else a hit.
    """

    about = "a charge out of a withdrawal, in the middle of the enemy's move"
    params = Taken(Spartans)

    def _able(self, g: Battle, unit: Unit) -> bool:
        return unit.id in self.params.units and unit.on_map and not (unit.moved or unit.routed or unit.column)

    async def withdrawn(self, g: Battle, units: Sequence[Unit], mover: Unit) -> None:
        able = [u for u in units if self._able(g, u) and way(g, u, mover)]
        if not able:
            return
        decision = ChooseEach(
            kind=POLICY.kind,
            side=able[0].side,
            rule=self.spec.id,
            prompt=Text(
                "{units} {units:=has|have} fallen back. Who charges {mover}?", units=_names(able), mover=mover.id
            ),
            subject=mover.id,
            focus=(*footprint.hexes_of(mover), *(u.at for u in able)),
            items=[self._item(g, u, mover) for u in able],
        )
        for name, key in decision.picked(await g.ask(decision)):
            unit = g.state.units[name]
            if key != "charge":
                continue
            if self._able(g, unit) and mover.on_map and not mover.routed and way(g, unit, mover):
                await self._try(g, unit, mover)
            else:
                story = Text("{unit} has nobody left to charge, or no way there.", unit=name)
                g.emit(Told(unit=name, story=story, rule=self.spec.id))

    def _item(self, g: Battle, unit: Unit, mover: Unit) -> Item:
        text = Text("Charge {mover}", mover=mover.id)
        charge = Choice("charge", text, unit=unit.id, hex=mover.at, lean=2.0, risk=self._risk(g, unit))
        return Item(
            unit.id,
            Text("{unit} at {hex}", unit=unit.id, hex=show(unit.at)),
            (charge, Choice("stay", Text("Stay"), unit=unit.id)),
            "stay",
            Policy(
                POLICY.kind,
                "charge",
                "stay",
                deed=Deed(Text("Charge"), Text("All {n} charge", n=0), Text("Nobody charges")),
            ),
        )

    def _request(self, g: Battle, unit: Unit) -> RollRequest:
        limit = cohesion.tq(g, unit)
        return RollRequest(
            purpose="countercharge",
            side=unit.side,
            text=Text("{unit} turns about", unit=unit.id),
            rule=self.spec.id,
            table="tq_checks",
            modifiers=cohesion.modifiers(g, unit),
            needs=Text("TQ {n} or less", n=limit),
            unit=unit.id,
            outcome=lambda n: Text("it charges") if n <= limit else Text("1 hit, and it stays"),
        )

    def _risk(self, g: Battle, unit: Unit) -> Risk:
        limit = cohesion.tq(g, unit)
        words = Text("needs TQ {n} or less", n=limit)
        return risk.of(self._request(g, unit), lambda n: n <= limit, words, Text("takes a hit"))

    async def _try(self, g: Battle, unit: Unit, mover: Unit) -> None:
        limit = cohesion.tq(g, unit)
        roll = await g.roll(self._request(g, unit))
        if roll.total > limit:
            await cohesion.hits(g, unit, 1, Text("turning about"), self.spec.id)
            return
        company = await riders.choose(g, unit, self.spec.id)
        while mover not in g.opponents(unit):
            ahead = way(g, unit, mover)
            if not ahead or not await self._goes(g, unit, ahead[0], company):
                return
        if mover.on_map and not mover.routed:
            g.emit(MarkerPlaced(unit=unit.id, marker="must", rule=self.spec.id))
            met = tuple(e.id for e in g.opponents(unit))
            await segment.fight(g, [Attack(attackers=(unit.id,), defenders=met)])
            if unit.id in g.orders.markers:
                g.emit(MarkerPlaced(unit=unit.id, marker=None, rule=self.spec.id))

    async def _goes(self, g: Battle, unit: Unit, m: Move, company: Sequence[str]) -> bool:
        """One step ahead, with its hits and what the enemy may do. True while it goes on."""
        places, price = footprint.hexes_of(unit), pairs.Pricing(g, unit).of(m, unit.ma, 0)
        assert price is not None, "its way was looked for"
        g.emit(pair_moved(unit, m, mp=price.mp, ma=unit.ma, how="countercharge", rule=self.spec.id))
        special.call(g, Special.entered, unit)
        riders.keep_up(g, company, m.steps)
        if not await cohesion.march(g, unit, price.hits, joined(price.causes), self.spec.id):
            return False
        for h in places:
            await leaders.left_alone(g, h, unit.side)
        await leaders.approached(g, unit, places)
        await reaction.entry_fire(g, unit)
        return unit.on_map and not unit.routed

    def shatters(self, g: Battle, unit: Unit, attackers: Sequence[Unit]) -> bool:
        return any(a.id in self.params.units and a.side != g.active for a in attackers)

    def reaction_facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if self._able(g, unit):
            text = Text("May turn about after a withdrawal, and charge: TQ {n} or less", n=cohesion.tq(g, unit))
            yield Fact(text, self.spec.id)


def _names(units: Sequence[Unit]) -> str:
    return ", ".join(u.id for u in units)


def way(g: Battle, unit: Unit, mover: Unit) -> tuple[Move, ...]:
    """The shortest way straight ahead, within its Movement Allowance, after which it has the mover before it; () for
    none. It stops in enemy ZOC, and passes nobody."""
    if not mover.on_map or mover.routed or unit.hex is None:
        return ()
    pricing = pairs.Pricing(g, unit)
    ways = [(footprint.stand(unit), 0, ())]
    for _ in range(unit.ma):
        further: list[tuple[footprint.Stand, int, tuple[footprint.Move, ...]]] = []
        for here, spent, path in ways:
            for m in footprint.steps(here):
                price = pricing.of(m, unit.ma - spent, 0) if m.kind in ("forward-left", "forward-right") else None
                if price is None or price.through:
                    continue
                if any(h in footprint.front(m.to) for h in footprint.hexes_of(mover)):
                    return (*path, m)
                if not price.stops:
                    further.append((m.to, spent + price.mp, (*path, m)))
        ways = further
    return ()
