"""Catalaunian Fields: the Alans, whom nobody trusts to stay."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import risk
from engine.kernel.decisions import Risk
from engine.kernel.dice import RollRequest
from engine.kernel.inquiry import percent
from engine.kernel.parameters import LeaderId, Params
from engine.kernel.special import Taken
from engine.kernel.text import Text
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.hooks import Special
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.cataphract.state import Leader, Unit
from engine.systems.gboh import state as gboh
from engine.systems.gboh.command import leaders
from engine.systems.gboh.events import LeaderChanged
from engine.systems.gboh.special import allies
from engine.systems.gboh.special.allies import LEAVE, Allies
from engine.systems.gboh.special.named import Contingent


class Tribe(Params):
    contingent: Contingent
    """whose units they are"""


class LedTribe(Tribe):
    leader: LeaderId
    """on whose Initiative it depends"""

    def problems(self, scenario: CataphractScenario, rule_id: str) -> Iterator[str]:
        for side in scenario.sides:
            led = any(x.id == self.leader for x in side.leaders)
            if led and not any(g.contingent == self.contingent for g in side.units):
                yield f"leader: {self.leader} and the contingent {self.contingent} are of different sides"


class _Alans(Allies[Battle, Unit, Leader]):
    params = Taken(LedTribe)

    def theirs(self, unit: gboh.Unit) -> bool:
        return unit.contingent == self.params.contingent

    def leader(self, g: Battle) -> Leader:
        return g.holder(self.params.leader)

    async def depart(self, g: Battle) -> None:
        units, leader = self.present(g), self.leader(g)
        places = {u.at: u.side for u in units}
        allies.leave(g, units, [leader.id] if leader.on_map else [], self.params.contingent, self.spec.id)
        for h, side in places.items():
            await leaders.left_alone(g, h, side)


class AlanDefection(_Alans):
    """Each time one of their units routs they may all leave."""

    about = "a contingent that may go home whenever a unit of it routs"

    async def routed(self, g: Battle, unit: Unit) -> None:
        if self.theirs(unit) and self.present(g):
            text = Text("{unit} has run: do the {tribe} stay?", unit=unit.id, tribe=unit.contingent)
            await self.defect(g, unit, text)


class AlanActivation(_Alans):
    """Their leader rolls before every Orders Phase of his: to act, to do nothing this turn, or to leave; no Trump."""

    about = "a leader who must roll to be activated, and whose contingent may go home"

    def _leads(self, leader: Leader) -> bool:
        return self.params.leader in (leader.id, leader.stands_for)

    def _tested(self, g: Battle, leader: Leader) -> bool:
        return self._leads(leader) and bool(self.present(g))

    def risk(self, g: Battle, leader: Leader) -> Text | None:
        if not self._tested(g, leader):
            return None
        change = sum(m.value for m in self.doubts(g, leader.side))
        return Text(
            "He rolls first{change}: {n} or less to act, {leave} or more and the {tribe} leave the battle.",
            change=f" ({change:+d})" if change else "",
            n=leader.initiative,
            leave=LEAVE,
            tribe=self.params.contingent,
        )

    def may_trump(self, g: Battle, leader: Leader) -> bool:
        return not self._leads(leader)

    def _request(self, g: Battle, leader: Leader) -> RollRequest:
        def outcome(n: int) -> Text:
            if n >= LEAVE:
                return Text("they leave the battle")
            return Text("he acts") if n <= leader.initiative else Text("he is Finished")

        return RollRequest(
            purpose="alan-activation",
            side=leader.side,
            text=Text("Does {leader} fight?", leader=leader.name),
            rule=self.spec.id,
            modifiers=self.doubts(g, leader.side),
            needs=Text("{n} or less", n=leader.initiative),
            unit=leader.id,
            outcome=outcome,
        )

    def activation_risk(self, g: Battle, leader: Leader) -> Risk | None:
        if not self._tested(g, leader):
            return None
        request, limit = self._request(g, leader), leader.initiative
        change = Text(" ({drm})", drm=f"{request.modifier:+d}") if request.modifier else Text("")
        failing = Text(
            "ends {leader}'s turn, and {leave} or more ({p}) takes the {tribe} out of the battle",
            leader=leader.name,
            leave=LEAVE,
            p=percent(risk.chance(request, lambda n: n >= LEAVE)),
            tribe=self.params.contingent,
        )
        return risk.of(
            request,
            lambda n: n <= limit and n < LEAVE,
            Text("{needs}{change}", needs=risk.at_most(limit), change=change),
            failing,
            units=len(self.present(g)),
        )

    async def activating(self, g: Battle, leader: Leader) -> bool:
        if not self._tested(g, leader):
            return True
        roll = await g.roll(self._request(g, leader))
        if roll.total >= LEAVE:
            await self.depart(g)
        elif roll.total > leader.initiative:
            reason = Text("hangs back and is Finished.")
            g.emit(LeaderChanged(leader=leader.id, status="finished", deferred=False, reason=reason, rule=self.spec.id))
        else:
            return True
        return False


class AlanRecovery(Special):
    """They can't recover hits by order."""

    about = "a contingent that can't remove hits"
    params = Taken(Tribe)

    def bars_recovery(self, g: Battle, unit: Unit) -> Text | None:
        if unit.contingent != self.params.contingent:
            return None
        return Text("the {tribe} don't", tribe=unit.contingent)
