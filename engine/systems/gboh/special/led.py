"""Rules of battles of one's own in games whose leaders are activated one by one."""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.gboh.chapter import Special
from engine.systems.gboh.special.first_turn import FirstTurn, NotBefore
from engine.systems.gboh.special.guard import Guard
from engine.systems.gboh.special.shared import SHARED
from engine.systems.gboh.special.walls import Trench, WallPosts

LED: Mapping[str, type[Special]] = {
    **SHARED,
    "first-turn": FirstTurn,
    "guard": Guard,
    "not-before": NotBefore,
    "trench": Trench,
    "walls": WallPosts,
}
"""By the id scenarios give."""
