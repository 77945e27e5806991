"""Rules of single battles, hooked into the general procedure.

A scenario lists them by id; each is a subclass of :class:`Special` in a module of its own, found in :func:`rules`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel.hexes import Hex

if TYPE_CHECKING:
    from engine.systems.cataphract.battle import Battle
    from engine.systems.cataphract.scenario import SpecialRule
    from engine.systems.cataphract.state import Unit


class Special:
    """The hooks; each does nothing unless a battle's rule says otherwise.

    A rule that is data alone (values of units, rows of a table, cases not used) is a plain :class:`Special`: it is
    there to be read with ``/rule``.
    """

    def __init__(self, spec: SpecialRule) -> None:
        self.spec = spec

    async def turn_start(self, g: Battle) -> None:
        """Before elite phases, every turn."""

    async def before_withdrawal(self, g: Battle) -> None:
        """In the Withdrawal Phase, before Rout Points are totalled."""

    def may_enter_zoc(self, g: Battle, unit: Unit, h: Hex) -> bool:
        """Whether the unit is willing to enter enemy ZOC at a hex of its own will."""
        return True

    def orderable(self, g: Battle, unit: Unit) -> str | None:
        """Why leaders can't give the unit move or fire orders now; None when they can."""
        return None

    def after_shock(self, g: Battle, losers: list[Unit]) -> None:
        """Units that were hit, routed or eliminated by an enemy Shock."""


def kinds() -> dict[str, type[Special]]:
    """Every special rule there is, by the id scenarios give."""
    from engine.systems.cataphract.special.reinforcements import Reinforcements
    from engine.systems.cataphract.special.reluctance import Reluctance

    return {"reinforcements": Reinforcements, "hun-reluctance": Reluctance}


def rules(g: Battle) -> list[Special]:
    """The special rules of a battle, in the order of its scenario."""
    known = g.special_rules
    if known is None:
        by_id = kinds()
        known = g.special_rules = [by_id[r.id](r) for r in g.scenario.special_rules if _in_force(g, r)]
    return known


def _in_force(g: Battle, rule: SpecialRule) -> bool:
    chosen = g.state.options
    return (not rule.optional or chosen.get(rule.id, False)) and not (rule.unless and chosen.get(rule.unless, False))


def may_enter_zoc(g: Battle, unit: Unit, h: Hex) -> bool:
    """Whether every special rule lets the unit enter the hex, if it lies in enemy ZOC."""
    specials = rules(g)
    if not specials or not g.enemy_zoc(h, unit.side):
        return True
    return all(r.may_enter_zoc(g, unit, h) for r in specials)


def barred(g: Battle, unit: Unit) -> str | None:
    """Why a special rule keeps leaders from ordering the unit; None when none does."""
    return next((why for r in rules(g) if (why := r.orderable(g, unit))), None)
