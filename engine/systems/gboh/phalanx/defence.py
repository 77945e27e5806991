"""A 9.61, S 9.41 Phalanx defence: flanks that other phalanxes cover shift the column against who comes up to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex, show
from engine.kernel.inquiry import Fact
from engine.kernel.text import Text, joined
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Chapter
from engine.systems.gboh.state import Unit
from engine.systems.gboh.troops import HEAVY_INFANTRY, PHALANX

COVERED = 2
"""9.61 Columns for a covered flank against those who come up (S 9.41)."""
HEAVY = 1
"""9.61 Columns against heavy infantry."""


def is_phalanx(unit: Unit) -> bool:
    """Whether it is a phalanx and keeps its order."""
    return PHALANX in unit.troop.tags and not unit.routed


def covered_flanks(g: Battle, unit: Unit) -> list[Hex]:
    """9.61 Flank hexes of a phalanx in line that hold another phalanx of its side, or lie in the ZOC of one."""
    if not is_phalanx(unit) or unit.column or unit.hex is None:
        return []
    others = [u for u in g.units(unit.side) if u is not unit and u.id != unit.beneath and is_phalanx(u)]
    others = [u for u in others if u.beneath != unit.id]
    held = {h for u in others for h in (*footprint.hexes_of(u), *g.zoc(u))}
    return [h for h in footprint.flanks(unit) if h in held]


class PhalanxDefence(Chapter):
    """9.61 Phalanxes side by side, or in echelon, cover each other's flanks."""

    case = Case.PHALANX_DEFENCE
    about = "phalanxes that cover each other's flanks"

    def shock_shifts(
        self, g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit], attacker: Unit, defender: Unit
    ) -> Sequence[Modifier]:
        covered = covered_flanks(g, defender)
        if not covered or g.state.orders is None or g.arc_of_attack(defender, attacker) != "front":
            return ()
        counting = [attacker] if g.game.phalanx.defence_by == "chosen" else attackers
        moved = [a for a in counting if a.id in g.orders.moved]
        if not moved or any(is_phalanx(a) for a in counting):
            return ()
        heavy = all(HEAVY_INFANTRY in a.troop.tags for a in counting)
        each = HEAVY if heavy else COVERED
        where = joined((show(h) for h in covered), " and ")
        reason = Text("phalanx defence, {hexes} covered", hexes=where)
        return (Modifier(value=-each * len(covered), reason=reason, rule=g.case(Case.PHALANX_DEFENCE)),)

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        covered = covered_flanks(g, unit)
        if covered:
            text = Text(
                "Flanks covered by phalanxes: {hexes}; {n:column|columns} fewer each against others who come up ahead",
                hexes=", ".join(show(h) for h in covered),
                n=COVERED,
            )
            yield Fact(text, g.case(Case.PHALANX_DEFENCE))
