"""Films: a stretch of a battle as an animation."""

from renderer.film.model import Film, Frame
from renderer.film.shooting import ROOM, film

__all__ = ["ROOM", "Film", "Frame", "film"]
