"""Making a film: frames drawn one after the other, coarser and fewer until the file is small enough."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from PIL import Image

from renderer.draw import compose
from renderer.film import cards, glide, strip
from renderer.film.gif import COLOURS, Gif
from renderer.film.model import Film, Frame
from renderer.film.strip import TimeLine
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

TITLE_HOLD, RESULT_HOLD = 2200, 5000
"""Milliseconds of the first and the last picture."""

GLIDES, GLIDE_HOLD = 4, 70
"""Pictures of units on their way between two frames, at most, and milliseconds of each."""

_PROBED = 10
"""Frames after which it can be told how large the file will be."""
_SURE = 1.3
"""How many times too large it must look then for the attempt to be given up."""

_WHOLE = whole()


def film(
    frames: Iterable[Frame],
    view: View = _WHOLE,
    theme: Theme = "light",
    *,
    most_bytes: int = ROOM,
    say: Say = str,
) -> Film:
    """An animation (GIF) of the frames, with a title before them and the result after them.

    All show the same ``view``. Where frames with moves are few enough, units glide along their ways. The file is at
    most ``most_bytes`` long: for that, it is drawn smaller, then of every two frames one is left out. The same
    arguments give the same bytes on one version of Pillow. Takes some 15 ms of CPU a frame. Raises ValueError when
    there is no frame, or when not even title and result fit.
    """
    shots = list(frames)
    if not shots:
        raise ValueError("a film needs at least one frame")
    alt = cards.alt_text(shots, say)
    while len(shots) + 2 > MOST_FRAMES:
        shots = thinned(shots)
    plain = view.layout(shots[0].table)
    layouts = [plain, *(_sized(plain, r) for r in RADII if r < plain.r)]
    layouts = [x for x in layouts if _fits(x)] or layouts[-1:]
    while True:
        made = Take(shots, layouts[0], theme, say).shoot(most_bytes)
        if isinstance(made, Film):
            return replace(made, alt=alt)
        shots, layouts = _coarser(shots, layouts, made)


def _fits(layout: Layout) -> bool:
    w, h = layout.size
    return w <= MAX_WIDTH and w * h <= MAX_PIXELS


def _sized(layout: Layout, r: int) -> Layout:
    return layout if r == layout.r else replace(layout, r=r, margin=margin_of(r))


def _coarser(shots: list[Frame], layouts: list[Layout], over: float) -> tuple[list[Frame], list[Layout]]:
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


@dataclass(frozen=True)
class Take:
    """One attempt at a film, at one size."""

    shots: Sequence[Frame]
    layout: Layout
    theme: Theme
    say: Say

    def shoot(self, most_bytes: int) -> Film | float:
        """The film; or how many times it would be too large."""
        w, h = self.layout.size
        reel = Gif(self._palette)
        base = gone = 0

        def add(image: Image.Image, hold: int) -> None:
            nonlocal gone
            reel.add(image.quantize(palette=reel.colours, dither=Image.Dither.NONE), hold)
            gone += hold

        title = self._picture(replace(self.shots[0], traces=(), caption="", heading=""), 0.0)
        cards.title(title, (w, h), self._colours, self.shots, self.say)
        add(title, TITLE_HOLD)
        for i, f in enumerate(self.shots):
            steps = self._gliding if i + 1 < len(self.shots) and glide.ways(f.traces) else 0
            add(self._picture(f, gone / self._total), max(GLIDE_HOLD, f.hold - steps * GLIDE_HOLD))
            for k in range(steps):
                add(self._picture(f, gone / self._total, (k + 1) / (steps + 1)), GLIDE_HOLD)
            if i == 0:
                base = reel.size  # the title alone is a whole picture
            over = self._over(base, reel.size, i + 1, most_bytes)
            if over > 1:
                return over
        result = self._picture(replace(self.shots[-1], traces=()), 1.0)
        cards.result(result, (w, h), self._colours, self.shots, self.say)
        add(result, RESULT_HOLD)
        data = reel.finish()
        if len(data) > most_bytes:
            return max(1.05, len(data) / most_bytes)
        return Film(data, "gif", result.width, result.height, reel.frames, gone / 1000, "")

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
        strip.draw(
            image,
            h,
            self._colours,
            heading=f.heading,
            caption=f.caption,
            sides=f.table.sides,
            gone=gone,
            line=self._line,
        )
        return image

    def _over(self, base: int, size: int, done: int, most_bytes: int) -> float:
        """How many times too large the file will be, as far as that can be told; 1 where it can't."""
        likely = (base + (size - base) / done * len(self.shots)) / most_bytes
        if size > most_bytes:
            return max(1.05, likely)
        return likely if done >= _PROBED and likely > _SURE else 1.0

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
    def _total(self) -> int:
        """Milliseconds of the whole film."""
        return TITLE_HOLD + RESULT_HOLD + sum(f.hold for f in self.shots)

    @cached_property
    def _line(self) -> TimeLine:
        turns: list[float] = []
        turning: list[float] = []
        gone, turn = TITLE_HOLD, self.shots[0].table.turn
        for f in self.shots:
            if f.table.turn != turn:
                turn = f.table.turn
                turns.append(gone / self._total)
            if f.turning:
                turning.append((gone + f.hold / 2) / self._total)
            gone += f.hold
        return TimeLine(tuple(turns), tuple(turning))

    @cached_property
    def _gliding(self) -> int:
        """Pictures between a frame with moves and the next, as many as there is room for."""
        moving = sum(1 for f in self.shots[:-1] if glide.ways(f.traces))
        return min(GLIDES, (MOST_FRAMES - len(self.shots) - 2) // moving) if moving else 0
