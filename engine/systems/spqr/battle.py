"""A battle of SPQR under way: the family's, and what is known of its position and scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.kernel.events import Event
from engine.systems.gboh import battle as gboh
from engine.systems.gboh.events import LeaderEliminated, NoteSet
from engine.systems.spqr.events.leaders import MountMoved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.systems.spqr.scenario import SideSpec, SpqrScenario
    from engine.systems.spqr.state import Leader, OrdersPhase, State, Unit


def fallen_at(mount: gboh.Unit) -> str:
    """4.74 The note of where a leader's elephant was as he died."""
    return f"4.7 {mount.id} at"


class Battle(gboh.Battle):
    """One battle under way."""

    def new_orders(self, side: str, **values: Any) -> OrdersPhase:
        """An Orders Phase as it begins; cavalry that has pursued stays where it is (10.43)."""
        spent = [u.id for u in self.units(side) if u.spent]
        begun: Any = super().new_orders(side, **{"stationary": spent, **values})
        return begun

    if TYPE_CHECKING:
        state: State
        scenario: SpqrScenario

        @property
        def orders(self) -> OrdersPhase: ...
        def spec(self, side: str) -> SideSpec: ...
        def units(self, side: str | None = None) -> Iterator[Unit]: ...
        def leaders(self, side: str | None = None) -> Iterator[Leader]: ...

    def mount(self, leader: gboh.Leader) -> Unit | None:
        unit = self.state.units.get(self.state.leaders[leader.id].mount or "")
        return None if unit is None or unit.eliminated or unit.routed else unit

    def emit(self, event: Event) -> None:
        """A leader's elephant goes with whatever moves its leader, or comes to him or leaves him (4.72, 4.75)."""
        super().emit(event)
        if isinstance(event, LeaderEliminated):
            self._orphan(event)
        for x in self.state.leaders.values():
            if x.mount is not None and x.on_map:
                self._bring(x)

    def _orphan(self, lost: LeaderEliminated) -> None:
        """4.74 Remembers where an elephant led behind another unit is left by its leader's death."""
        unit = self.mount(self.state.leaders[lost.leader])
        if unit is not None and unit.hex is None:
            super().emit(NoteSet(key=fallen_at(unit), value=str(lost.at), rule="4.74"))

    def _bring(self, leader: Leader) -> None:
        unit = self.mount(leader)
        if unit is None:
            return
        here = leader.hex if all(u is unit for u in self.standing_at(leader.at)) else None
        if unit.hex != here:
            super().emit(MountMoved(unit=unit.id, to=here, rule="4.72"))
