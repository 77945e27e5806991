"""9.13 Who rolls before contact, and what counts for it; the rolls themselves are :mod:`charge`'s."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.kernel.dice import Modifier
from engine.kernel.text import Text
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.state import Unit


def rolling(g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit], charging: Collection[str]) -> list[Unit]:
    """Who rolls: the attackers that are ``charging`` (Must Check), and all defenders.

    Nobody where nobody charges; nor who is exempt.
    """
    chargers = [u for u in attackers if u.id in charging]
    if not chargers:
        return []
    return [u for u in (*chargers, *defenders) if not _exempt(g, u, chargers, defenders)]


def _exempt(g: Battle, unit: Unit, chargers: Sequence[Unit], defenders: Sequence[Unit]) -> bool:
    """table:pre_shock_exemptions (A 9.31, 9.33) Whether the unit needn't roll before contact."""
    attacks = unit in chargers
    if attacks and all(d.routed or (d.troop.harmless and not unit.troop.harmless) for d in defenders):
        return True  # C 9.13, A 9.31, S 8.33 who attacks none but the routed and (A, S) skirmishers
    steady = not attacks and unit.troop.steady
    if steady and all(a.troop.slight and g.arc_of_attack(unit, a) == "front" for a in chargers):
        return True
    return special.any_of(g, Special.excused, unit, chargers, defenders)


def modifiers(g: Battle, unit: Unit, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> tuple[Modifier, ...]:
    """Modifiers of its roll in this combat besides those of every roll against its TQ."""
    found: list[Modifier] = []
    terror = max((a.troop.terror for a in attackers), default=0) if unit in defenders else 0
    if terror and g.game.combat.terror:
        # A 9.17, 9.22
        worst = max(attackers, key=lambda a: a.troop.terror)
        found.append(Modifier(value=terror, reason=Text("{troop}", troop=worst.troop.name), rule=g.case(Case.CHARGE)))
    found += special.told(g, Special.charge_modifiers, unit, attackers, defenders)
    return tuple(found)
