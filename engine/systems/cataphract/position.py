"""Cataphract's position files; how they are read and written is :mod:`engine.systems.gboh.position`'s."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from engine.kernel.model import SideId, Whole
from engine.kernel.position import updated
from engine.systems.cataphract.field import LAYOUT, Field
from engine.systems.cataphract.state import Leader, State, UncontrolledLine, Unit
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh import position as gboh


class Position(gboh.position_of("cataphract", State, Field)):
    """A position file as written."""

    uncontrolled: list[UncontrolledLine] = []
    champions: dict[SideId, Whole] = {}
    champions_prize: SideId | None = None
    tq_drm: dict[SideId, Whole] = {}


class Positions(gboh.Positions):
    """What building a position of Cataphract takes."""

    whole: ClassVar[tuple[str, ...]] = (*gboh.WHOLE, "uncontrolled", "champions", "champions_prize", "tq_drm")

    def unit(self, unit: Unit, given: Mapping[str, Any], where: str, problems: list[str]) -> Unit:
        changed = updated(unit, given, where, problems, self.unit_change)
        if "start_hex" not in given and changed.hex != unit.hex:
            # A unit that stands elsewhere has left its set-up hex (11.4).
            changed.start_hex = None
        if "dismounted" not in given or changed.dismounted == unit.dismounted or "counterpart" in given:
            return changed
        if changed.counterpart is None:
            problems.append(f"{where}.dismounted: only cataphracts dismount; {unit.id} is none (11.1)")
            return changed
        on_foot = changed.type not in ("HC", "LN", "LC")
        if on_foot == changed.dismounted:
            return changed  # its ratings are those of the counter it has become already
        changed.dismounted = unit.dismounted
        changed.swap()
        ratings = {k: v for k, v in given.items() if k in ("type", "tq", "size", "ma", "missile")}
        return updated(changed, ratings, where, [], self.unit_change)

    def removed(self, piece: Unit | Leader) -> None:
        piece.ambush = None

    def always(self, before: Unit, after: Unit) -> Collection[str]:
        return (
            *(("start_hex",) if after.hex != before.hex else ()),
            *(("counterpart",) if after.dismounted != before.dismounted else ()),
        )


FORM = Positions(Cataphract, LAYOUT, Position).form
"""How Cataphract's positions are written."""
