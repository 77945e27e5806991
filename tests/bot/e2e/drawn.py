"""Pictures that are drawn once in a run: one follows from what is handed to those who draw, and from nothing else.

Two worlds that look the same ask for the same pictures, and every battle of a scenario begins alike. Whatever differs
in the least is drawn.
"""

from __future__ import annotations

import hashlib
import pickle
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from bot.messages.pictures.drawing_pool import DrawingPool

MOST = 300
"""Pictures that are kept, the latest; a map is 100 kB or less."""

_kept: OrderedDict[tuple[Callable[..., Any], bytes], Any] = OrderedDict()


class DrawnOnce(DrawingPool):
    """Draws in this process, and nothing twice."""

    async def draw(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return await _once(super().draw, work, args, kwargs)

    async def later(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return await _once(super().later, work, args, kwargs)


async def _once(do: Callable[..., Any], work: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    try:
        key = work, hashlib.sha256(pickle.dumps((args, kwargs))).digest()
    except (pickle.PicklingError, TypeError, AttributeError):
        return await do(work, *args, **kwargs)
    if key not in _kept:
        _kept[key] = await do(work, *args, **kwargs)
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    _kept.move_to_end(key)
    return _kept[key]
