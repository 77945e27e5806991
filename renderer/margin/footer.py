"""The strip under the map: title, state of play, legend, scale, compass."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text
from renderer.graphics import fonts
from renderer.graphics.sprites import Sprite, kept
from renderer.map.layout import SQRT3
from renderer.map.view import FOOTER
from renderer.margin import ornaments
from renderer.palette.map import Ground
from renderer.words.say import Say

SWATCH = (52, 36)
LEFT, GAP = 26, 14
BESIDE = 6
"""Pixels between a swatch and the label beside it."""
COMPASS_ROOM = 122
MOST = 0.62
"""Share of the strip, up to the compass, that the heading may take."""
LARGEST, EASY, SMALLEST = 35, 21, 16
"""Sizes of the title's first letters: at most, at least to leave others room, at least."""
RULE, STATUS = 67, 88
"""Where the rule over the state of play lies, and the line that is written on."""
FRAME = 9
"""How far the inner frame is from the strip's edges."""

_WORDS = {
    "east": 0,
    "north-east": 45,
    "northeast": 45,
    "north": 90,
    "north-west": 135,
    "northwest": 135,
    "west": 180,
    "south-west": 225,
    "southwest": 225,
    "south": 270,
    "south-east": 315,
    "southeast": 315,
}
WORDS = (Text("N"), Text("1 hex"), Text("{n} hexes", n=2), Text("{n} m", n=100), Text("and {n} more", n=2))
"""What scale, compass and legend say, with examples of the values: who says these alike has the same strip."""
_SHEET = {"R": 0, "UP": 90, "L": 180, "DOWN": 270}


def north(compass: dict[str, str]) -> int:
    """Where north is on the sheet, in degrees anticlockwise from the right; up when the map doesn't say.

    >>> north({"R": "north"}), north({"UP": "north"}), north({"R": "west", "UP": "south"})
    (0, 90, 270)
    """
    for key, angle in _SHEET.items():
        word = _WORDS.get(compass.get(key, "").strip().lower())
        if word is not None:
            return (angle + 90 - word) % 360
    return 90


@dataclass(frozen=True, slots=True)
class Setting:
    """One way of setting the legend."""

    rows: int
    swatch: tuple[int, int]
    top: int
    pitch: int
    """Pixels from row to row."""
    px: int
    """Size of the labels; with one row they stand under the swatches, else beside them."""


SETTINGS = (
    Setting(1, SWATCH, 12, 0, 14),
    Setting(2, (36, 24), 12, 27, 14),
    Setting(3, (24, 16), 11, 18, 12),
)
"""From the largest to the smallest: the first that fits is taken."""


class Footer:
    """Draws the strip whose upper edge is at ``top`` on ``image``."""

    def __init__(self, image: Image.Image, top: int, colours: Ground, say: Say = str) -> None:
        self.image = image
        self.top = top
        self.colours = colours
        self.say = say
        self.draw = ImageDraw.Draw(image)
        self.left = LEFT
        self.right = image.width - COMPASS_ROOM

    def heading(self, title: str, subtitle: str, beside: float = 0) -> None:
        """Title in spaced capitals, the first of every word larger; place and date under it.

        Both are set smaller where the ``beside`` pixels that stand next to them need the room.
        """
        room = self.right - LEFT - GAP
        most = min(room * MOST, room - 2 * GAP - beside)
        words = kept(
            ("heading", title, subtitle, room, most, self.colours["ink"]),
            lambda: Sprite(_headed(title, subtitle, room, most, self.colours), (1, 0)),
        )
        words.onto(self.image, (LEFT, self.top))
        self.left = LEFT - 1 + words.cut[0] + words.image.width + GAP
        self._divider(self.left)
        self.left += GAP

    def _divider(self, x: float) -> None:
        ornaments.divider(self.draw, x, self.top + 15, self.top + RULE - 6, self.colours["soft"])

    def compass(self, m: BattleMap) -> None:
        """A rose whose N points where the map says."""
        letter = fonts.written(self.say(Text("N")))
        rose = ornaments.rose(north(m.compass), letter, self.colours["ink"], self.colours["paper"])
        at = self.image.width - 70 - rose.width // 2, self.top + FOOTER // 2 + 1 - rose.height // 2
        self.image.paste(rose, at, rose)

    def scale(self, m: BattleMap, r: int) -> None:
        """A bar of some hexes' length, in metres where the map knows them."""
        hexes = _scaled(r)
        length = hexes * r * SQRT3
        x0 = self.right - length - GAP
        if x0 < self.left:
            return
        ink, paper, y = self.colours["ink"], self.colours["paper"], self.top + 34
        ornaments.scale_bar(self.draw, (x0, y, x0 + length, y + 8), hexes, ink, paper)
        digits = fonts.plain(12)
        self.draw.text((x0, y - 8), "0", font=digits, fill=ink, anchor="ms")
        if m.hex_metres:
            label = fonts.ascii_only(self.say(Text("{n} m", n=hexes * m.hex_metres)))
            self.draw.text((x0 + length, y - 8), label, font=digits, fill=ink, anchor="rs")
        words = fonts.written(self.say(Text("{n} hexes", n=hexes) if hexes > 1 else Text("1 hex")))
        italic = fonts.serif("It", 14)
        self.draw.text((x0 + length / 2, y + 23), words, font=italic, fill=self.colours["soft"], anchor="ms")
        self.right = math.floor(x0) - 2 * GAP
        self._divider(self.right + GAP)

    def legend(self, entries: Sequence[tuple[str, Callable[[], Image.Image]]], least_rows: int = 1) -> None:
        """Swatches with their names against the right: large in one row, or smaller in up to three.

        Those there is no room for are counted. ``least_rows`` leaves room for what else is to be explained.
        """
        if not entries:
            return
        labels = [fonts.written(label) for label, _ in entries]
        room = self.right - self.left
        settings = [s for s in SETTINGS if s.rows >= least_rows]
        setting = next((s for s in settings if sum(_columns(labels, s)) <= room), settings[-1])
        shown = list(labels)
        for n in range(len(labels) - 1, -1, -1):
            if sum(_columns(shown, setting)) <= room:
                break
            more = fonts.written(self.say(Text("and {n} more", n=len(labels) - n)))
            shown = [*labels[:n], more] if n else []
        columns = _columns(shown, setting)
        x0 = self.right - sum(columns)
        for i, label in enumerate(shown):
            column, row = divmod(i, setting.rows)
            x = x0 + sum(columns[:column])
            y = self.top + setting.top + row * setting.pitch
            listed = i < len(labels) and label is labels[i]
            self._entry(entries[i][1] if listed else None, label, setting, (x, y, columns[column] - GAP))
        self.right -= sum(columns)

    def _entry(
        self, swatch: Callable[[], Image.Image] | None, label: str, setting: Setting, box: tuple[int, int, int]
    ) -> None:
        """One entry in a box: left, top, width."""
        x, y, wide = box
        font, ink = fonts.serif("It", setting.px), self.colours["ink"]
        w, h = setting.swatch
        if swatch is not None:
            image = swatch()
            if image.size != setting.swatch:
                image = image.resize(setting.swatch, Image.Resampling.LANCZOS)
            px = x + (wide - w) // 2 if setting.rows == 1 else x
            self.image.paste(image, (px, y))
            self.draw.rectangle((px, y, px + w - 1, y + h - 1), outline=ink)
        if setting.rows == 1:
            self.draw.text((x + wide / 2, y + h + 13), label, font=font, fill=ink, anchor="ms")
        else:
            indent = w + BESIDE if swatch is not None else 0
            self.draw.text((x + indent, y + h / 2 - 1), label, font=font, fill=ink, anchor="lm")

    def status(self, text: str, extra: str) -> None:
        """The state of play along the bottom; ``extra`` against the right, in softer ink."""
        italic = fonts.serif("It", 14)
        end = self.image.width - COMPASS_ROOM
        y = self.top + STATUS
        if extra:
            extra = fonts.fitted(fonts.written(extra), italic, (end - LEFT) * 0.45)
            self.draw.text((end, y), extra, font=italic, fill=self.colours["soft"], anchor="rs")
            end -= math.ceil(italic.getlength(extra)) + 2 * GAP
        text = fonts.written(text)
        sizes = [fonts.serif("Regular", px) for px in (22, 20, 18, 16, 15, 14, 13, 12)]
        font = next((f for f in sizes if f.getlength(text) <= end - LEFT), sizes[-1])
        text = fonts.fitted(text, font, end - LEFT)
        self.draw.text((LEFT + 1, y), text, font=font, fill=self.colours["ink"], anchor="ls")

    def rules(self) -> None:
        """The double line above the strip, its inner frame, and the neatline round the whole picture."""
        ink, soft, (w, h) = self.colours["ink"], self.colours["soft"], self.image.size
        self.draw.line([(0, self.top), (w, self.top)], fill=ink, width=3)
        self.draw.line([(0, self.top + 4), (w, self.top + 4)], fill=ink, width=1)
        self.draw.rectangle((0, 0, w - 1, h - 1), outline=ink, width=3)
        box = (FRAME + 3, self.top + FRAME, w - 4 - FRAME, h - 1 - FRAME)
        ornaments.scooped_frame(self.image, box, 9, soft)
        ornaments.swelled_rule(self.draw, LEFT, w - COMPASS_ROOM, self.top + RULE, soft)


def room_beside(labels: Sequence[str], r: int) -> float:
    """Pixels that the scale, and the legend at its smallest with nothing left out, take beside the heading."""
    legend = sum(_columns([fonts.written(label) for label in labels], SETTINGS[-1]))
    return _scaled(r) * r * SQRT3 + 3 * GAP + legend


def _scaled(r: int) -> int:
    """How many hexes long the scale is where they have this radius."""
    hexes = max(1, min(10, int(235 / (r * SQRT3))))
    return 5 if 5 < hexes < 10 else hexes


def _columns(labels: Sequence[str], setting: Setting) -> list[int]:
    """Widths of the legend's columns with their gaps, in pixels."""
    font = fonts.serif("It", setting.px)
    widths = [math.ceil(font.getlength(label)) for label in labels]
    w = setting.swatch[0]
    each = [max(w, v) + GAP if setting.rows == 1 else w + BESIDE + v + GAP for v in widths]
    return [max(each[i : i + setting.rows]) for i in range(0, len(each), setting.rows)]


def _headed(title: str, subtitle: str, room: float, most: float, colours: Ground) -> Image.Image:
    """Title and subtitle on nothing, a pixel from the left; at most so wide, if letters that can be read allow it."""
    words = tuple(fonts.written(title).upper().split())
    px = LARGEST
    for floor, limit in ((SMALLEST, room * MOST), (EASY, most)):
        while px > floor and _capitals_wide(words, px) > limit:
            px -= 2
    image = Image.new("RGBA", (max(1, math.ceil(room)), RULE), (*colours["ink"], 0))
    _capitals(ImageDraw.Draw(image), (1, 41), words, px, colours["ink"])
    sizes = [fonts.serif("It", px) for px in (18, 17, 16, 15, 14)]
    told, widest = fonts.written(subtitle), max(most, _capitals_wide(words, px))
    small = next((f for f in sizes if f.getlength(told) <= widest), sizes[-1])
    below = Image.new("RGBA", image.size, (*colours["soft"], 0))
    shown = fonts.fitted(told, small, max(widest, room * MOST))
    ImageDraw.Draw(below).text((2, 60), shown, font=small, fill=colours["soft"], anchor="ls")
    image.alpha_composite(below)
    return image


@lru_cache(maxsize=64)
def _capitals_wide(words: tuple[str, ...], px: int) -> float:
    """Width of words in spaced capitals: the same title is fitted into pictures of many widths."""
    return _capitals(None, (0, 0), words, px, (0, 0, 0))


def _capitals(
    draw: ImageDraw.ImageDraw | None, at: tuple[float, float], words: Sequence[str], px: int, ink: tuple[int, int, int]
) -> float:
    """Words in spaced capitals, the first letter of each ``px`` pixels and the others smaller; returns the width.

    With no ``draw`` it only measures.
    """
    large, small = fonts.serif("Semibold", px), fonts.serif("Semibold", round(px * 0.82))
    tracking, x = px * 0.15, at[0]
    for i, word in enumerate(words):
        x += px * 0.34 if i else 0
        for font, part in ((large, word[:1]), (small, word[1:])):
            if draw is None:
                x += fonts.width(part, font, tracking) + (tracking if part else 0)
            else:
                x += fonts.tracked(draw, (x, at[1]), part, font, ink, tracking) + (tracking if part else 0)
    return x - at[0] - tracking
