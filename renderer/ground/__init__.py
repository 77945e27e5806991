"""The land: paper, wash and pen work. It never changes during a battle, so it is drawn once and kept."""

from renderer.ground.plan import Plan, plan_of
from renderer.ground.tiles import ground

__all__ = ["Plan", "ground", "plan_of"]
