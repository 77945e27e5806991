"""A 6.33, A 6.4, A 7.13, S 6.4, S 7.13 Carrying out a move of a unit of two hexes.

With the same windows as any other's (:mod:`moving`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Text, joined
from engine.systems.gboh import footprint, special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.charts import AVOIDING_MP, Cost
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import LeaderMoved, OrdersNoted, pair_moved
from engine.systems.gboh.footprint import Move
from engine.systems.gboh.missiles import reaction
from engine.systems.gboh.movement import climbs, pairs, reach, stacking
from engine.systems.gboh.movement.moving import Moving
from engine.systems.gboh.orders import orders
from engine.systems.gboh.state import Leader, Unit


class PairMoving(Moving):
    """One checked move order of a unit of two hexes."""

    def __init__(
        self, g: Battle, unit: Unit, order: orders.Move, *, line: bool = False, riders: Sequence[Leader] = ()
    ) -> None:
        super().__init__(g, unit, order, line=line, riders=riders)
        self.leaves = bool(order.path)
        usual = reach.allowance(g, unit)
        self.usual = usual
        """Movement Points it has without drawing on more."""
        self.spent = 0
        """Movement Points it has spent."""
        self.strides = self.way is not None and self.way.end.mp > usual
        """It is ordered so far that it draws on more Movement Points than its allowance (A 6.46)."""
        self.paid = False
        """It has paid for a stride on a later move."""
        self.wheeled = False
        """It has wheeled about a half that was held (A 6.45): the move is over."""

    async def carry_out(self) -> None:
        if self.strides:
            self.g.emit(OrdersNoted(field="striding", value=self.unit.id))
        await super().carry_out()
        # It owes the check for what it has marched, not for a way that an enemy has closed.
        if self.strides and self.spent > self.usual and not self.again and self._still:
            rule = self.g.case(Case.STRIDE)
            text = Text("{unit} has marched at a stride", unit=self.unit.id)
            n = await cohesion.tq_check(self.g, self.unit, "stride", text, rule, most=1)
            await cohesion.hits(self.g, self.unit, n, Text("marching at a stride"), rule)

    def _ahead(self, item: Hex | Facing) -> Collection[Hex]:
        m = pairs.named(self.unit, footprint.stand(self.unit), item)
        return () if m is None else m.entered

    async def _does(self, i: int, item: Hex | Facing) -> bool | None:
        m = pairs.named(self.unit, footprint.stand(self.unit), item)
        zones = self.g.zones(self.g.state.enemy(self.unit.side))
        about = m is not None and m in footprint.wheels_about(self.unit, zones)
        held = self.g.in_enemy_zoc(self.unit)
        if m is None or (self.begun and (held or self.stopped) and (self.wheeled or not about)):
            self._tell_zone()
            return True
        turns_about = held and about and not (not self.begun and pairs.zoc.may_leave(self.g, self.unit))
        return None if await self._makes(m, about=turns_about, last=i == len(self.order.path) - 1) else True

    async def _makes(self, m: Move, *, about: bool, last: bool) -> bool:
        """One primitive move; ``about``: round a half that enemies hold. False where the path is over."""
        g, unit = self.g, self.unit
        for h in m.entered:
            await special.run(g, Special.approached, h)
        enemy = next((e for h in m.entered if (e := g.enemy_in(h, unit.side)) is not None), None)
        if enemy is not None:
            self._tell_barred(enemy)
            return False
        if not self.begun:
            self.begun = True
            if not await self._sets_out():
                return False
        holders = {e.id: e for h in footprint.hexes_of(unit) for e in g.enemy_zoc(h, unit.side)}
        origin = self.came = footprint.hexes_of(unit)
        if not await reaction.retire_fire(g, unit, origin, footprint.hexes_of(m.to)):
            return False
        if m.entered and not await self._announces(m.to, m.entered):
            return False
        self._act(*self.movers)
        price = pairs.Pricing(g, unit, riding_down=True).of(m, 99, 0, climbs.so_far(g, unit), half=self.half)
        if price is None or not await self._moves_again() or not await self._moves_again_fast():
            return False
        company = [x for h in origin for x in g.leaders_at(h, unit.side)]
        self.half = self.half != price.by_road
        ma = reach.allowance(g, unit) + (pairs.stride(g, unit) if self.strides else 0)
        freely = about and g.game.movement.half_wheel_mp is not None
        taken = self._avoids(price.avoidable)
        mp = price.mp + (len(price.avoidable) - len(taken)) * AVOIDING_MP
        if freely:
            mp = g.game.movement.half_wheel_mp or 0
            if self.spent + mp > ma:
                # G 5.24 An enemy has turned to hold a half of it since the order was given, and the wheel takes more.
                self._tell_stop(Text("it has no Movement Points left to wheel in enemy ZOC"))
                return False
        friends = {u.id: u for h in m.entered if (u := g.unit_at(h)) is not None and u is not unit}
        g.emit(pair_moved(unit, m, mp=mp, ma=ma, how=self.how))
        self.spent += mp
        climbs.note_pair(g, unit, m)
        special.call(g, Special.entered, unit)
        self._follow(m, company)
        for friend in friends.values():
            # A 6.94, S 6.69 Its own hit for passing is among those of the hexes (A 6.42).
            await stacking.pass_through(g, unit, friend, weaving=True)
        if not self._still:
            return False
        causes = joined((*price.causes, *taken))
        stands = await cohesion.march(g, unit, price.hits + len(taken), causes, g.case(Case.MOVEMENT_HITS))
        if not self._goes_on(stands):
            return await self._ends_in(m.to.hex)
        if about:
            self.wheeled = True
            # A 6.45 Not where skirmishers alone hold it.
            if not freely and any(e.troop.target != "skirmisher" for e in holders.values()):
                rule = g.case(Case.HALF_WHEEL)
                text = Text("{unit} wheels before the enemy", unit=unit.id)
                n = await cohesion.tq_check(g, unit, "wheel", text, rule, minimum=1)
                if not self._goes_on(await cohesion.march(g, unit, n, Text("wheeling before the enemy"), rule)):
                    return await self._ends_in(m.to.hex)
        return await self._windows(m.to.hex, last=last)

    async def _ends_in(self, h: Hex) -> bool:
        """The path is over where it stands now, if it does. False."""
        if self._still:
            await self._windows(h, last=True)
        return False

    async def _moved_at_last(self) -> bool:
        """6.13, S 6.41 At the end of its move, of one that has marched at a stride twice the hits."""
        if not await super()._moved_at_last():
            return False
        late = self.g.game.movement.moved_again_at == "end" and self.again and self.strides and bool(self.begun)
        if not late:
            return True
        cause, rule = Text("moving again at a stride"), self.g.case(Case.STRIDE)
        return await cohesion.march(self.g, self.unit, 1, cause, rule)

    async def _moves_again_fast(self) -> bool:
        """A 6.46 The second hit of one that moves again at a stride, once."""
        due = self.again and self.strides and not self.paid and self.g.game.movement.moved_again_at == "start"
        self.paid = True
        if not due:
            return True
        cause, rule = Text("moving again at a stride"), self.g.case(Case.STRIDE)
        return self._goes_on(await cohesion.march(self.g, self.unit, 1, cause, rule))

    def _follow(self, m: Move, company: list[Leader]) -> None:
        """4.23 The leader who gives the order rides with the half he is with, if he is to."""
        g = self.g
        for leader in company:
            rides = leader in self.riders or (self.order.along and leader.id == g.orders.leader)
            way: tuple[Hex, Hex] | None = next((x for x in m.steps if x[0] == leader.hex), None)
            if not rides or way is None:
                continue
            cost = Cost(0, 0) if g.game.command.rides_or_moves else g.charts.step_cost(g.map, None, *way)
            if cost is not None:
                g.emit(LeaderMoved(leader=leader.id, start=way[0], to=way[1], mp=cost.mp, how="with-unit"))
