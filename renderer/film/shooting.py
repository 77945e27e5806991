"""Making a film: frames drawn one after the other, coarser and fewer until the file is small enough."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from PIL import Image

from engine.kernel.areas import AreaMap
from renderer.areas import film as area_film
from renderer.draw import compose
from renderer.film import cards, glide, strip
from renderer.film.gif import COLOURS
from renderer.film.model import Film, Frame
from renderer.film.take import BaseTake, L, Progress, Sized, unheard
from renderer.map.layout import Layout
from renderer.map.view import View, margin_of, whole
from renderer.palette.colours import Theme
from renderer.palette.map import Ground
from renderer.palette.map import ground as ground_colours
from renderer.scene import Scene
from renderer.sheet import sheet_for
from renderer.words.say import Say

ROOM = 10 * 2**20 - 256 * 2**10
"""Bytes of a film: the file with what is sent around it stays below the 10 MiB Discord takes from everybody."""

MOST_FRAMES = 240
"""Frames of one film, those between included."""

RADII = (66, 58, 46, 40, 34, 31, 28, 25, 22, 19, 17, 14, 12, 10, 8, 6, 4)
"""Hex radii of films, in pixels: more of them than pictures have, so that little room is lost."""

MAX_WIDTH, MAX_PIXELS = 1200, 1_250_000
"""Of the map. Larger helps no phone, and every pixel is paid for once a frame."""

LEAST_WIDTH = 480
"""Rather than be less wide than this, in pixels, a film has fewer frames."""

FEWEST = 24
"""Frames that are kept until nothing else helps."""

GLIDES = 4
"""Pictures of units on their way between two frames, at most."""

_WHOLE = whole()


def film(
    frames: Iterable[Frame],
    view: View = _WHOLE,
    theme: Theme = "light",
    *,
    most_bytes: int = ROOM,
    say: Say = str,
    progress: Progress = unheard,
) -> Film:
    """An animation (GIF) of the frames, with a title before them and the result after them.

    All show the same ``view``. Where frames with moves are few enough, units glide along their ways. The file is at
    most ``most_bytes`` long: for that, it is drawn smaller, then of every two frames one is left out. The same
    arguments give the same bytes on one version of Pillow. Takes some 10 ms of CPU a frame. Raises ValueError when
    there is no frame, or when not even title and result fit. ``progress`` is told how far it is.
    """
    shots = list(frames)
    if not shots:
        raise ValueError("a film needs at least one frame")
    alt = cards.alt_text(shots, say)
    while len(shots) + 2 > MOST_FRAMES:
        shots = thinned(shots)
    if isinstance(shots[0].table.board, AreaMap):
        sizes = area_film.layouts(shots, view)
        return replace(_made(shots, sizes, area_film.AreaTake, theme, say, most_bytes, progress), alt=alt)
    plain = view.layout(shots[0].table)
    layouts = [plain, *(_sized(plain, r) for r in RADII if r < plain.r)]
    return replace(_made(shots, layouts, Take, theme, say, most_bytes, progress), alt=alt)


def _made(
    shots: list[Frame],
    layouts: list[L],
    take: Callable[[Sequence[Frame], L, Theme, Say], BaseTake[L]],
    theme: Theme,
    say: Say,
    most_bytes: int,
    progress: Progress,
) -> Film:
    """The film at the largest of the layouts at which it has room, of fewer frames where it has room at none."""
    layouts = [x for x in layouts if _fits(x)] or layouts[-1:]
    while True:
        made = take(shots, layouts[0], theme, say).shoot(most_bytes, progress)
        if isinstance(made, Film):
            return made
        shots, layouts = _coarser(shots, layouts, made)


def _fits(layout: Sized) -> bool:
    w, h = layout.size
    return w <= MAX_WIDTH and w * h <= MAX_PIXELS


def _sized(layout: Layout, r: int) -> Layout:
    return layout if r == layout.r else replace(layout, r=r, margin=margin_of(r))


def _coarser(shots: list[Frame], layouts: list[L], over: float) -> tuple[list[Frame], list[L]]:
    """What to try next when the file came out ``over`` times too large: the frames, and the sizes still to be tried."""
    smaller = layouts[1:]
    if smaller and (smaller[0].size[0] >= LEAST_WIDTH or len(shots) <= FEWEST):
        wanted = layouts[0].r / math.sqrt(over)
        while len(smaller) > 1 and smaller[0].r > wanted and smaller[1].size[0] >= LEAST_WIDTH:
            smaller = smaller[1:]
        return shots, smaller
    if len(shots) > 1:
        return thinned(shots), layouts
    raise ValueError("a film can't be made that small")


def thinned(shots: Sequence[Frame]) -> list[Frame]:
    """About half of the frames, each standing for two; the first and the last are kept as long as any."""
    if len(shots) <= 2:
        return list(shots[-1:])
    if len(shots) == 3:
        return [shots[0], _both(*shots[1:])]
    found = [shots[0]]
    for i in range(1, len(shots) - 1, 2):
        pair = shots[i : min(i + 2, len(shots) - 1)]
        found.append(pair[0] if len(pair) == 1 else _both(*pair))
    return [*found, shots[-1]]


def _both(a: Frame, b: Frame) -> Frame:
    """One frame for two: what was done in both, and where everything stands afterwards."""
    told = dict.fromkeys(x for x in (a.caption, b.caption) if x)
    return replace(
        b,
        traces=tuple(dict.fromkeys((*a.traces, *b.traces))),
        caption=" ".join(told),
        hold=max(a.hold, b.hold),
        turning=a.turning or b.turning,
    )


class Take(BaseTake[Layout]):
    """One attempt at a film of a map of hexes, at one size."""

    def _picture(self, f: Frame, gone: float, moved: float | None = None) -> Image.Image:
        """One frame; with ``moved``, its units are that share of their way along and no marks are drawn."""
        w, h = self.layout.size
        image = Image.new("RGB", (w, h + strip.height(w)))
        image.paste(self._ground, (0, 0))
        scene = Scene(f.table, self.layout, self.theme, image, self.say)
        if moved is None:
            compose(scene, (), f.traces)
        else:
            glide.draw(scene, f.traces, moved)
        self._strip(image, f, gone)
        return image

    @cached_property
    def _colours(self) -> Ground:
        return ground_colours(self.theme, self.shots[0].table.map.climate)

    @cached_property
    def _ground(self) -> Image.Image:
        """The map with nobody on it."""
        sheet = sheet_for(self.shots[0].table, self.layout, self.theme, self.say)
        return sheet.base.crop((0, 0, *self.layout.size)).convert("RGB")

    @property
    def _palette(self) -> list[int]:
        sheet = sheet_for(self.shots[0].table, self.layout, self.theme, self.say)
        return (sheet.palette.getpalette() or [])[: 3 * COLOURS]

    @cached_property
    def _gliding(self) -> int:
        """Pictures between a frame with moves and the next, as many as there is room for."""
        moving = sum(1 for f in self.shots[:-1] if glide.ways(f.traces))
        return min(GLIDES, (MOST_FRAMES - len(self.shots) - 2) // moving) if moving else 0
