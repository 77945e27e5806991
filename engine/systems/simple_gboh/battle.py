"""A battle of Simple GBoH under way: the family's, and what is known of its position and scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.systems.gboh import battle as gboh
from engine.systems.gboh.cases import Case
from engine.systems.simple_gboh.scenario import FormationSpec
from engine.systems.simple_gboh.state import PlayerTurn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.systems.simple_gboh.scenario import SideSpec, SimpleScenario
    from engine.systems.simple_gboh.state import Leader, State, Unit

COLUMNS = "11.2"
OC_MP = 30
"""4.33 Movement Points of an Overall Commander who moves in place of an activation."""


class Battle(gboh.Battle):
    """One battle under way."""

    rampaging: bool = False
    """8.5 An elephant Rampages: another that would is eliminated instead."""

    if TYPE_CHECKING:
        state: State
        scenario: SimpleScenario

        @property
        def orders(self) -> PlayerTurn: ...
        def spec(self, side: str) -> SideSpec: ...
        def units(self, side: str | None = None) -> Iterator[Unit]: ...
        def leaders(self, side: str | None = None) -> Iterator[Leader]: ...
        def ranks(self, unit: gboh.Unit) -> tuple[Unit, ...]: ...

    def new_orders(self, side: str, **values: Any) -> PlayerTurn:
        """A Player Turn as it begins, with how everybody stands then (7.41, 7.52).

        Unless told otherwise all of the side are activated and In Command, as for who asks what they could do.
        """
        units = list(self.units())
        own = [u.id for u in units if u.side == side]
        begun = {
            "activated": own,
            "in_command": own,
            "start": {u.id: u.at for u in units},
            "started_in_zoc": [u.id for u in units if self.in_enemy_zoc(u)],
            "started_with_enemy": [u.id for u in units if self.enemies_in_zoc(u)],
        }
        turn: Any = super().new_orders(side, **{**begun, **values})
        return turn

    def uses(self, case: Case | str) -> bool:
        """11.2 Columns are in force where the battle says so, or its players."""
        number = self.case(case) if isinstance(case, Case) and case in self.game.cases else case
        if isinstance(number, str) and number.startswith(COLUMNS) and self.scenario.columns:
            return True
        return super().uses(case)

    # -- formations -------------------------------------------------------------------------------------------------

    def formation(self, unit: Unit) -> FormationSpec:
        """4.1 The Formation a unit belongs to."""
        return self.spec(unit.side).formation(unit.formation)

    def of_formation(self, side: str, name: str) -> list[Unit]:
        """4.1 Its units on the map, in roster order."""
        return [u for u in self.units(side) if u.formation == name]

    def in_command(self, unit: Unit) -> bool:
        """4.11 Whether an activated unit is In Command in the Player Turn under way."""
        return self.state.orders is not None and unit.id in self.state.orders.in_command

    def activated(self, unit: Unit) -> bool:
        """4.1 Whether the unit is activated in the Player Turn under way."""
        return self.state.orders is not None and unit.id in self.state.orders.activated

    def deep(self, unit: gboh.Unit) -> bool:
        """10.3 Two hexes or one: what may double and stands two deep is one unit, and no stack."""
        return len(self.ranks(unit)) > 1 and getattr(unit, "may_double", False)

    def stacked(self, unit: gboh.Unit) -> bool:
        """5.3 Whether it stands in a stack of two."""
        return super().stacked(unit) and not self.deep(unit)

    def leader_mp(self, leader: gboh.Leader) -> int:
        """4.31 Nine Movement Points; 4.33 thirty for an Overall Commander who moves in place of an activation."""
        orders = self.state.orders
        rides = orders is not None and orders.kind in ("oc", "ride") and leader.id in orders.leads
        return OC_MP if rides and leader.role == "OC" else super().leader_mp(leader)
