"""How long pictures take, ours and those of general-purpose libraries, on a synthetic battle."""

from renderer.bench.ours import bench
from renderer.bench.scene import battle, battlefield
from renderer.cache import forget

__all__ = ["battle", "battlefield", "bench", "forget"]
