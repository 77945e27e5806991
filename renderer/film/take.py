"""One attempt at a film: its frames one after the other, given up when the file would be too large."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic, TypeAlias, TypeVar

from PIL import Image

from renderer.areas.layout import AreaLayout
from renderer.film import cards, glide
from renderer.film.gif import Gif
from renderer.film.model import Film, Frame
from renderer.film.strip import Strip, TimeLine
from renderer.map.layout import Layout
from renderer.palette.colours import Theme
from renderer.palette.map import Ground
from renderer.words.say import Say

TITLE_HOLD, RESULT_HOLD = 2200, 5000
"""Milliseconds of the first and the last picture."""

GLIDE_HOLD = 70
"""Milliseconds of each picture of units on their way between two frames."""

_PROBED = 10
"""Frames after which it can be told how large the file will be."""
_SURE = 1.3
"""How many times too large it must look then for the attempt to be given up."""


Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many frames there are already, and of how many; anew with each attempt."""


def unheard(done: int, of: int) -> None:
    """A :data:`Progress` nobody listens to."""


Sized: TypeAlias = Layout | AreaLayout
"""A layout: how large the map is drawn, ``size`` in pixels, and ``r`` that it is drawn smaller by."""

L = TypeVar("L", bound=Sized)


@dataclass(frozen=True)
class BaseTake(Generic[L]):
    """One attempt at a film, at one size. A subclass draws the map."""

    shots: Sequence[Frame]
    layout: L
    theme: Theme
    say: Say

    def shoot(self, most_bytes: int, progress: Progress = unheard) -> Film | float:
        """The film; or how many times it would be too large."""
        w, h = self.layout.size
        reel = Gif(self._palette)
        base = gone = 0

        def add(image: Image.Image, hold: int) -> None:
            nonlocal gone
            reel.add(image, hold)
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
            progress(i + 1, len(self.shots))
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
        raise NotImplementedError

    @cached_property
    def _colours(self) -> Ground:
        raise NotImplementedError

    @property
    def _palette(self) -> list[int]:
        """The colours of all frames, three bytes each."""
        raise NotImplementedError

    @cached_property
    def _gliding(self) -> int:
        """Pictures between a frame with moves and the next, as many as there is room for."""
        raise NotImplementedError

    def _strip(self, image: Image.Image, f: Frame, gone: float) -> None:
        """Write under the map who is at it, what is being done, how the sides stand, how far the film has come."""
        self._below.draw(
            image, self.layout.size[1], heading=f.heading, caption=f.caption, sides=f.table.sides, gone=gone
        )

    @cached_property
    def _below(self) -> Strip:
        return Strip(self._colours, self._line)

    def _over(self, base: int, size: int, done: int, most_bytes: int) -> float:
        """How many times too large the file will be, as far as that can be told; 1 where it can't."""
        likely = (base + (size - base) / done * len(self.shots)) / most_bytes
        if size > most_bytes:
            return max(1.05, likely)
        return likely if done >= _PROBED and likely > _SURE else 1.0

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
