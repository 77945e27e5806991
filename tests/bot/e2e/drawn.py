"""Pictures that are drawn once in a run: one follows from what is handed to those who draw, and from nothing else.

Two worlds that look the same ask for the same pictures, and every battle of a scenario begins alike. Whatever differs
in the least is drawn.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import os
import pickle
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from bot.messages.pictures.drawing_pool import DrawingPool
from engine.kernel.view import TableView
from renderer.graphics import cache
from renderer.picture import Picture
from renderer.words.alt_text import alt_text
from renderer.words.say import Say

MOST = 300
"""Pictures that are kept, the latest; a map is 100 kB or less."""

MAPS_AND_CARDS = frozenset({"render", "unit_card", "roster", "_plate"})
"""What is drawn from a position that never changes: names of the functions that draw it."""

_kept: OrderedDict[Hashable, Any] = OrderedDict()

_asked: OrderedDict[int, tuple[Callable[..., Any], Any, Any]] = OrderedDict()
"""The latest maps and cards that were asked for, each once, by number."""

_numbers = itertools.count(1)


class DrawnOnce(DrawingPool):
    """Draws in this process, and nothing twice."""

    async def draw(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return await _once(super().draw, work, args, kwargs)

    async def later(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return await _once(super().later, work, args, kwargs)


async def _once(do: Callable[..., Any], work: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    try:
        key = _key(work, args, kwargs)
    except (pickle.PicklingError, TypeError, AttributeError):
        return await do(work, *args, **kwargs)
    if key not in _kept:
        _kept[key] = await do(work, *args, **kwargs)
        while len(_kept) > MOST:
            _kept.popitem(last=False)
    _kept.move_to_end(key)
    return _kept[key]


def _key(work: Callable[..., Any], args: Any, kwargs: Any) -> Hashable:
    """The same for what is drawn alike."""
    if work.__name__ in MAPS_AND_CARDS:
        return _number(work, args, kwargs)
    # A journal may have grown when the next one is asked for.
    return work, hashlib.sha256(pickle.dumps((args, kwargs))).digest()


def _number(work: Callable[..., Any], args: Any, kwargs: Any) -> int:
    """Of a map or card. Equal positions aren't pickled alike: it depends on what they share."""
    for number, (other, others, kws) in reversed(_asked.items()):
        # The position comes first, and takes longest to compare.
        if other is work and kws == kwargs and others[:0:-1] == args[:0:-1] and others == args:
            _asked.move_to_end(number)
            return number
    number = next(_numbers)
    _asked[number] = work, args, kwargs
    while len(_asked) > MOST:
        _asked.popitem(last=False)
    return number


class Sketched(DrawnOnce):
    """Of a map only its alternative text is true, and that another map is another file; all else is drawn.

    Most tests ask who is shown a map and what is said of it. Those of how the bot's maps look are marked ``drawn``;
    with ``HEXARCH_HEAVY=1`` all are.
    """

    async def draw(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if work.__name__ != "render":
            return await super().draw(work, *args, **kwargs)
        return _sketch(_number(work, args, kwargs), *args, **kwargs)


def _sketch(
    number: int, table: TableView, _view: Any, overlays: Any, traces: Any, *_: Any, say: Say, **__: Any
) -> Picture:
    told = PngInfo()
    told.add_text("map", str(number))
    data = io.BytesIO()
    Image.new("P", (1, 1)).save(data, "PNG", pnginfo=told)
    return Picture(data.getvalue(), 1, 1, alt_text(table, traces, overlays, say))


def drawing(request: pytest.FixtureRequest) -> DrawingPool:
    """What the bot of this test draws with."""
    wanted = request.node.get_closest_marker("drawn") is not None or os.environ.get("HEXARCH_HEAVY") == "1"
    return DrawnOnce() if wanted else Sketched()


# -- pictures that are drawn when somebody looks at them --------------------------------------------------------------

_PROMISED = re.compile(r"drawn as number ([0-9]{1,9})\.")

_promises: dict[int, tuple[Callable[..., Any], Any, Any]] = {}
"""What each is to be drawn from, by its number."""


class DrawnIfDifferent(DrawnOnce):
    """Hands out a promise for each map or card, the same for what is drawn alike; see :func:`drawn`."""

    async def draw(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return _promised(work, args, kwargs) or await super().draw(work, *args, **kwargs)

    async def later(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        return _promised(work, args, kwargs) or await super().later(work, *args, **kwargs)


def _promised(work: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    if work.__name__ not in MAPS_AND_CARDS:
        return None
    number = _number(work, args, kwargs)
    _promises[number] = work, args, kwargs
    name = f"drawn as number {number}."
    match work.__name__:
        case "roster":
            return [Picture(name.encode(), 1, 1, name)]
        case "_plate":
            return name.encode(), name
    return Picture(name.encode(), 1, 1, name)


def drawn(found: Any) -> Any:
    """The same, with the pictures and their texts for all promises in it.

    Two promises that are alike are the same picture; of two that differ it must be seen whether one sees a difference.
    """
    match found:
        case bytes():
            promise = _PROMISED.fullmatch(found[:32].decode("latin-1"))
            return _kept_promise(int(promise[1]))[0] if promise else found
        case str():
            return _PROMISED.sub(lambda promise: _kept_promise(int(promise[1]))[1], found)
        case tuple() | list():
            return [drawn(x) for x in found]
        case dict():
            return {k: drawn(x) for k, x in found.items()}
    return found


@lru_cache(maxsize=MOST)
def _kept_promise(number: int) -> tuple[bytes, str]:
    """What is drawn, and its alternative text."""
    work, args, kwargs = _promises[number]
    match work(*args, **kwargs):
        case Picture() as picture:
            return picture.png, picture.alt
        case [*pages] if all(isinstance(page, Picture) for page in pages):
            return b"".join(page.png for page in pages), "".join(page.alt for page in pages)
        case png, alt:
            return png, alt
    raise AssertionError(f"{work} draws something else")


def forget_promises() -> None:
    """Let go of what won't be looked at any more."""
    _promises.clear()
    _kept_promise.cache_clear()


def forget() -> None:
    """Let go of everything that was drawn, and could be drawn again."""
    _kept.clear()
    _asked.clear()
    forget_promises()
    cache.forget()
