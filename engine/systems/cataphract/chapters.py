"""The chapters of Cataphract: clauses not all systems of the family have, in the order their hooks are called."""

from __future__ import annotations

from engine.systems.cataphract.ambush import Ambush
from engine.systems.cataphract.champion import Champions
from engine.systems.cataphract.cheiroballistrae import Cheiroballistrae
from engine.systems.cataphract.discipline import Discipline
from engine.systems.cataphract.dismounting import Dismounting
from engine.systems.cataphract.feigned import Feigned
from engine.systems.cataphract.march import Marches
from engine.systems.cataphract.rate_of_fire import RateOfFire
from engine.systems.cataphract.shield_wall import ShieldWall
from engine.systems.cataphract.special.wedge_order import Wedges
from engine.systems.cataphract.swords import Swords
from engine.systems.cataphract.uncontrolled import Uncontrolled
from engine.systems.gboh.chapter import AnyChapter
from engine.systems.gboh.cohesion.engaged import Engaged
from engine.systems.gboh.movement.column import Column

CHAPTERS: tuple[type[AnyChapter], ...] = (
    Champions,
    Ambush,
    Cheiroballistrae,
    Engaged,
    Column,
    ShieldWall,
    Discipline,
    Uncontrolled,
    Dismounting,
    Feigned,
    Marches,
    Wedges,
    RateOfFire,
    Swords,
)
