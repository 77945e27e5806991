"""A battle of SPQR under way: the family's, and what is known of its position and scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.systems.gboh import battle as gboh

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.systems.spqr.scenario import SideSpec, SpqrScenario
    from engine.systems.spqr.state import Leader, OrdersPhase, State, Unit


class Battle(gboh.Battle):
    """One battle under way."""

    def new_orders(self, side: str, **values: Any) -> OrdersPhase:
        """An Orders Phase as it begins; cavalry that has pursued stays where it is (10.43)."""
        spent = [u.id for u in self.units(side) if u.spent]
        return super().new_orders(side, **{"stationary": spent, **values})

    if TYPE_CHECKING:
        state: State
        scenario: SpqrScenario

        @property
        def orders(self) -> OrdersPhase: ...
        def spec(self, side: str) -> SideSpec: ...
        def units(self, side: str | None = None) -> Iterator[Unit]: ...
        def leaders(self, side: str | None = None) -> Iterator[Leader]: ...
