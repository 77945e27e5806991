"""The chapters of Cataphract: clauses not all systems of the family have, in the order their hooks are called."""

from __future__ import annotations

from engine.systems.cataphract.artillery import Artillery
from engine.systems.cataphract.column import Column
from engine.systems.cataphract.discipline import Discipline
from engine.systems.cataphract.engaged import Engaged
from engine.systems.cataphract.shield_wall import ShieldWall
from engine.systems.cataphract.special import Chapter
from engine.systems.cataphract.uncontrolled import Uncontrolled

CHAPTERS: tuple[type[Chapter], ...] = (Artillery, Engaged, Column, ShieldWall, Discipline, Uncontrolled)


def in_force() -> list[Chapter]:
    """Each chapter made anew, for one battle."""
    return [chapter() for chapter in CHAPTERS]
