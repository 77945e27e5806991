"""Small battles of any game of the family: one rule procedure, forced dice and given answers."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from engine.kernel.decisions import Answer
from engine.kernel.hexes import Facing, Hex
from engine.systems.gboh.events import Fired, UnitMoved, UnitRouted
from engine.systems.gboh.field import Layout
from engine.systems.gboh.missiles import ordered_fire
from engine.systems.gboh.movement import withdrawal
from engine.systems.gboh.orders import orders
from engine.systems.gboh.set_up import initial_state
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.shock.segment import fight
from engine.systems.gboh.system import GbohSystem
from engine.systems.gboh.turn import orders_phase, sequence
from tests.engine import rig
from tests.engine.rig import refused

__all__ = ["QUIET", "REACTIONS", "Rig", "laid", "refused"]

REACTIONS = ("reaction-facing", "orderly-withdrawal", "rout-path")
"""Questions that a move raises and most tests of it aren't about."""

QUIET = ("rout-path", "unit-order", "reaction-facing", "advance-turn", "clash-unit")
"""The same of a Shock."""


def _sides(attack: str) -> list[str]:
    return attack.split(" x ")


class Rig(rig.Rig):
    """A battle of the family, and what its games have in common."""

    sequence: Callable[[Any], Coroutine[Any, Any, None]] = staticmethod(sequence.play)

    def orders(self, side: str = "a", leader: str | None = None, **values: Any) -> Rig:
        """Put an Orders Phase of ``side`` under way."""
        self.g.version += 1  # tests change the position behind its back
        self.g.state.orders = self.g.new_orders(side, leader=leader, **values)
        self.g.state.phase = "orders"
        if leader is not None:
            self.g.state.leaders[leader].status = "active"
        self.g.version += 1
        return self

    def order(
        self,
        order: Answer,
        *,
        dice: Sequence[int] = (),
        answers: Sequence[Any] = (),
        defaults: Sequence[str] = (),
    ) -> None:
        """Give one order as the active leader would: checked, carried out, counted."""
        orders_phase.check(self.g, order)
        self.run(orders_phase.carry_out, order, dice=dice, answers=answers, defaults=defaults)

    def refuses(self, rule: str, order: Answer) -> None:
        """The order is refused by this case."""
        with refused(rule):
            orders_phase.check(self.g, order)

    # -- what shared tests ask for ------------------------------------------------------------------------------------

    def moves(self, unit: str, *path: Any, dice: Sequence[int] = (), answers: Sequence[Any] = (), **order: Any) -> Rig:
        """An order of the active leader to move along hexes and facings; what isn't answered is by default."""
        self.order(orders.Move(unit=unit, path=path, **order), dice=dice, answers=answers, defaults=REACTIONS)
        return self

    def fires(self, unit: str, target: str, *, dice: Sequence[int], answers: Sequence[Any] = ()) -> Rig:
        """Ordered fire at a unit, or at a leader who is alone."""
        at = self.unit(target) if target in self.state.units else self.leader(target)
        self.run(ordered_fire.ordered_fire, self.unit(unit), at, dice=dice, answers=answers, defaults=["rout-path"])
        return self

    def fights(self, *attacks: str, dice: Sequence[int], answers: Sequence[Any] = (), but: Sequence[str] = ()) -> Rig:
        """Shocks, each as "HC1+HC2 x MI9", through every step; questions named in ``but`` want an answer."""
        plan = [Attack(attackers=tuple(a.split("+")), defenders=tuple(d.split("+"))) for a, d in map(_sides, attacks)]
        quiet = [kind for kind in QUIET if kind not in but]
        self.run(lambda g: fight(g, plan), dice=dice, answers=answers, defaults=quiet)
        return self

    def withdraws(self, mover: str, *, starting: bool = False, dice: Sequence[int] = (), answers: Any = ()) -> Rig:
        """The window for Orderly Withdrawal before a unit that has just come where it is, or is about to move."""
        unit = self.unit(mover)
        self.run(
            lambda g: withdrawal.orderly_withdrawal(g, unit, starting=starting),
            dice=dice,
            answers=answers,
            defaults=["rout-path"],
        )
        return self

    def fired(self) -> list[tuple[str, str, str]]:
        """Who has fired at whom on which occasion."""
        return [(e.unit, e.target, e.how) for e in self.happened(Fired)]

    def routed(self) -> list[str]:
        """Units in the order they broke."""
        return [e.unit for e in self.happened(UnitRouted)]

    def advanced(self) -> list[tuple[str, Hex]]:
        """Advances after combat."""
        return [(e.unit, e.to) for e in self.happened(UnitMoved) if e.how == "advance"]


def laid(
    system: type[GbohSystem[Any, Any]],
    layout: Layout[Any],
    a: Sequence[Mapping[str, Any]] = (),
    b: Sequence[Mapping[str, Any]] = (),
    *,
    a_leaders: Sequence[Mapping[str, Any]] = (),
    b_leaders: Sequence[Mapping[str, Any]] = (),
    options: dict[str, bool] | None = None,
    sides: Mapping[str, Mapping[str, Any]] | None = None,
    **values: Any,
) -> Any:
    """The battle of a field: side "a" retreats west, side "b" east. An entry may say hits, routed, moved too."""
    facings: dict[str, Facing] = {}
    units = []
    for side, given in (("a", a), ("b", b)):
        for u in given:
            if u.get("column"):
                facings[u["code"]] = Facing[u["facing"]]
            units.append({**u, "side": side, **({"facing": "E"} if u.get("column") else {})})
    leaders = [{**x, "side": s} for s, given in (("a", a_leaders), ("b", b_leaders)) for x in given]
    field = {"cols": (1, 40), "rows": (1, 40), "sides": {"a": {}, "b": {}, **(sides or {})}, **values}
    scenario, found = layout.scenario_of(layout.field.model_validate({**field, "units": units, "leaders": leaders}))
    state = initial_state(system.state_type, scenario, options)
    for name, said in found.items():
        piece = state.piece(name)
        for k, v in said.items():
            if k != "code":
                setattr(piece, k, v)
    for name, facing in facings.items():
        state.units[name].facing = facing
    return system(scenario).context(state)
