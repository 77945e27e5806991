"""9.7 The triarii are kept back: the doctrine of Rome before Scipio."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.hexes import within
from engine.kernel.inquiry import Fact
from engine.kernel.text import Refusal, Text
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.missiles import sight
from engine.systems.gboh.movement import sharing
from engine.systems.gboh.state import Unit
from engine.systems.spqr.extension import line_of
from engine.systems.spqr.hooks import Chapter
from engine.systems.spqr.troops import ROMAN, VELITES

WHEN, MOVES, ATTACKS = "9.7", "9.71", "9.72"
SEES = 3
"""Hexes within which an enemy in sight rouses their Line (9.71)."""
ALONE = 6
"""Hexes from every other Line of Roman foot from which on they may move (9.71)."""


class Triarii(Chapter):
    """9.7 In early battles, and without Scipio Africanus as Overall Commander; others list 9.7 as not used."""

    case = WHEN
    about = "the triarii are kept back"

    def holds_ground(self, g: Battle, unit: Unit) -> Refusal | None:
        """9.71 It may turn where it stands."""
        if not _is_triarii(g, unit) or roused(g, unit):
            return None
        text = (
            "{unit} stays: triarii move when an enemy in sight is within {near:hex|hexes}, or {far} from other lines."
        )
        return Refusal(text, rule=MOVES, unit=unit.id, near=SEES, far=ALONE)

    def bars_attack(self, g: Battle, unit: Unit) -> Refusal | None:
        """9.72 Whom they have before them without having moved they attack at any time."""
        if g.state.orders is None or _committed(g, unit.side):
            return None
        moved = next((u for u in g.ranks(unit) if _is_triarii(g, u) and u.id in g.orders.moved), None)
        if moved is None:
            return None
        text = "{unit} has moved: triarii don't move and attack before half of Rome's Withdrawal Level is lost."
        return Refusal(text, rule=ATTACKS, unit=moved.id)

    def facts(self, g: Battle, unit: Unit) -> Iterator[Fact]:
        if (no := self.holds_ground(g, unit)) is not None:
            yield Fact(Text("{why}", why=no.text), MOVES)
        if _is_triarii(g, unit) and not _committed(g, unit.side):
            yield Fact(Text("Doesn't attack where it moves up, before half the Withdrawal Level is lost"), ATTACKS)


def _is_triarii(g: Battle, unit: Unit) -> bool:
    return unit.cls == "TR" and unit.stacks and g.uses(WHEN)


def _committed(g: Battle, side: str) -> bool:
    """9.72 Half of the Withdrawal Level at least."""
    account = g.state.sides[side]
    return 2 * account.rout_points >= account.withdrawal_level


def roused(g: Battle, unit: Unit) -> bool:
    """9.71 Whether the Line of triarii it stands in may move."""
    company = g.derived(("triarii", unit.id), lambda: tuple(u for u in line_of(g, unit) if u.cls == "TR"))
    return g.derived(("roused", tuple(u.id for u in company)), lambda: _roused(g, unit, company))


def _roused(g: Battle, unit: Unit, company: Sequence[Unit]) -> bool:
    for u in company:
        near = {e.id: e for h in within(u.at, SEES) for e in sharing.stacks(g).at(h) if e.side != u.side}
        for e in near.values():
            if e.troop.arm != "elephant" and any(
                sight.blocked_by(g, u.at, h, u) is None for h in footprint.hexes_of(e)
            ):
                return True
    others = [
        x
        for x in g.units(unit.side)
        if getattr(x, "legion", None) is not None and not x.routed and x.cls != "TR" and x.troop.tags & {ROMAN, VELITES}
    ]
    return all(footprint.distance(u, x) >= ALONE for u in company for x in others)
