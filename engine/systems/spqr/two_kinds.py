"""8.33, 9.19 Elephants of Africa and of India, and what shakes an elephant."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.dice import Modifier
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.shock.shock_rule import Superiority
from engine.systems.gboh.state import Unit
from engine.systems.spqr.hooks import Chapter
from engine.systems.spqr.troops import INDIAN


def _elephant(unit: Unit) -> bool:
    return unit.troop.arm == "elephant"


def _indian(unit: Unit) -> bool:
    return INDIAN in unit.troop.tags


class TwoKinds(Chapter):
    """9.19 Indian elephants are the stronger; against formed heavy foot ahead any elephant hesitates (8.33)."""

    case = Case.ELEPHANT_KINDS
    about = "African and Indian elephants"

    def charge_modifiers(
        self, g: Battle, unit: Unit, attackers: Sequence[Unit], defenders: Sequence[Unit]
    ) -> Sequence[Modifier]:
        if not _elephant(unit):
            return ()
        foes = defenders if unit in attackers else attackers
        found: list[Modifier] = []
        if not _indian(unit) and any(_elephant(e) and _indian(e) for e in foes):
            found.append(Modifier(value=1, reason=Text("African against Indian"), rule=g.case(Case.ELEPHANT_KINDS)))
        if unit not in attackers:
            return found
        heavy = [d for d in defenders if d.troop.target == "heavy" and not d.routed]
        if any(g.arc_of_attack(d, unit) == "front" for d in heavy):
            found.append(Modifier(value=1, reason=Text("heavy infantry's front"), rule=g.case(Case.CHARGE)))
        return found

    def shock_shifts(
        self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit], attacker: Unit, defender: Unit
    ) -> Sequence[Modifier]:
        if not _indian(attacker) or _elephant(defender):
            return ()
        if g.charts.clash(attacker, defender, g.arc_of_attack(defender, attacker)) >= 13:
            return ()
        return (Modifier(value=1, reason=Text("Indian elephants"), rule=g.case(Case.ELEPHANT_KINDS)),)

    def weapon_superiority(self, g: Battle, attacker: Unit, defender: Unit, printed: Superiority) -> Superiority | None:
        if not (_elephant(attacker) and _elephant(defender)):
            return None
        return "AS" if _indian(attacker) and not _indian(defender) else "-"
