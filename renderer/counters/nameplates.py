"""The strip along the top of a large counter: the colour of its contingent or command, with the unit's name on it."""

from __future__ import annotations

import re

from PIL import Image, ImageDraw

from renderer.counters import badges, bands
from renderer.counters.drawing import CounterDrawing
from renderer.graphics import fonts
from renderer.palette.colours import BLACK, IVORY, RGB, contrast, mix
from renderer.palette.sides import BANDS

HEIGHT = 0.225
"""Of the strip, in radii."""
TYPE, LEAST = 0.20, 0.15
"""Size of the name in radii, and the least it is made to fit: a longer one loses its last words."""
_TAB = 0.17
"""Width, in radii, of what shows the pattern of a band, at the front end."""
_EAR, _BADGE = 0.20, 0.30
"""What a folded corner takes of the front end, and a badge of the rear one."""
_NUMBER = re.compile(r"\s+\d+$")
_SMALL_WORDS = ("of", "the", "and", "on", "de", "with")


def wanted(c: CounterDrawing) -> bool:
    """Whether the counter has a name to bear, and room for it."""
    return bool(c.look.name) and not round(c.turn)


def draw(c: CounterDrawing, mask: Image.Image) -> None:
    """The strip within ``mask``, the counter's face, and the name unless a leader's disc would hide half of it."""
    r, q, look = c.r, c.sharpness, c.look
    top, left = c.middle[1] - (c.half_height - 0.074) * r, c.middle[0] - (c.half_width - 0.074) * r
    rows = round(top * q), round((top + HEIGHT * r) * q)
    width = (2 * c.half_width - 0.148) * r
    colour = ground_of(c)
    patterned = look.band is not None and BANDS[look.band % len(BANDS)][1] != "solid"
    if look.band is not None:
        bands.lay(c.canvas.image, mask, look.band, *rows, c.ink)
    if look.led:
        return
    if look.band is None or patterned:
        # The pattern shows at the front end alone: nothing can be read on it.
        tab = _TAB * r if patterned else 0.0
        x0, x1 = (left, left + width - tab) if c.front > 0 else (left + tab, left + width)
        plain = Image.new("L", mask.size, 0)
        box = (round(x0 * q), rows[0], round(x1 * q), rows[1] - max(1, round((rows[1] - rows[0]) * 0.13)))
        ImageDraw.Draw(plain).rectangle(box, fill=255)
        plain.paste(0, (0, 0), mask.point([255 - v for v in range(256)]))
        c.canvas.image.paste((*colour, 255), (0, 0), plain)
    front = max(_TAB if patterned else 0.0, _EAR if look.states & {"moved", "finished"} else 0.0)
    rear = _BADGE if badges.rear_badge(look.states) else 0.0
    room = width - (front + rear + 0.07) * r
    size = TYPE * r
    text = short(look.name, room, size)
    font = fonts.serif("Bold", round(size * q))
    wide = font.getlength(fonts.written(text)) / q
    if wide > room:
        font = fonts.serif("Bold", round(size * q * max(LEAST / TYPE, room / wide)))
    x = c.middle[0] + c.front * (rear - front) * r / 2
    ink = ink_on(colour)
    at = (x * q, (rows[0] + rows[1]) / 2 - 0.012 * r * q)
    c.canvas.draw.text(at, fonts.written(text), font=font, fill=(*ink, 255), anchor="mm")


def ground_of(c: CounterDrawing) -> RGB:
    """The colour a counter's name is written on: its band's, or a shade of its face where it has none."""
    return mix(c.plate, c.ink, 0.12) if c.look.band is None else BANDS[c.look.band % len(BANDS)][0]


def ink_on(colour: RGB) -> RGB:
    """Black or ivory, whichever is read better on a colour."""
    return max((BLACK, IVORY), key=lambda ink: contrast(ink, colour))


def short(name: str, room: float, size: float) -> str:
    """As much of a unit's name, from its beginning, as fits ``room`` at a size of type a quarter less than ``size``.

    The number goes first, which its code tells, then last words, and what is left hanging: its symbol tells the rest.

    >>> short("Thracian cataphracts 2", 60, 16), short("Lincoln's men-at-arms 4", 60, 16)
    ('Thracian', 'Lincoln')
    """
    words = _NUMBER.sub("", name).split()
    font = fonts.serif("Bold", 100)
    least = size * LEAST / TYPE
    while len(words) > 1 and font.getlength(fonts.written(" ".join(words))) / 100 * least > room:
        words.pop()
        while len(words) > 1 and words[-1].casefold() in _SMALL_WORDS:
            words.pop()
    shortened = len(words) < len(_NUMBER.sub("", name).split())
    if shortened and words[-1].endswith(("'s", "\u2019s")):
        words[-1] = words[-1][:-2]
    elif shortened and words[-1].endswith(("'", "\u2019")):
        words[-1] = words[-1][:-1]
    return fonts.fitted(" ".join(words), fonts.serif("Bold", 100), room / least * 100)
