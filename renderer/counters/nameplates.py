"""The strip along the top of a large counter: the colour of its contingent or command, with the unit's name on it."""

from __future__ import annotations

import re

from PIL import Image

from renderer.counters import badges, bands
from renderer.counters.drawing import CounterDrawing
from renderer.graphics import fonts
from renderer.palette.colours import BLACK, IVORY, RGB, contrast, mix
from renderer.palette.sides import BANDS

HEIGHT = 0.25
"""Of the strip, in radii."""
TYPE = 0.26
"""Size of the name in radii: what is too long for it is shortened, not made smaller."""
LEAST = 7
"""Pixels of type a telephone must show a name with, or counters bear none: their codes tell who they are."""
_PREFIX = 3
"""Fewest letters a word is cut down to."""
_TAB = 0.17
"""Width, in radii, of what shows the pattern of a band, at the front end."""
_EAR, _BADGE = 0.20, 0.30
"""What a folded corner takes of the front end, and a badge of the rear one."""
_NUMBER = re.compile(r"\s+\d+$")
_VOWELS = frozenset("aeiouyAEIOUYéèêçóąę")
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
        foot = rows[1] - max(1, round((rows[1] - rows[0]) * 0.13))
        box = (round(x0 * q), rows[0], round(x1 * q) + 1, foot + 1)
        c.canvas.image.paste((*colour, 255), box, mask.crop(box))
    front = max(_TAB if patterned else 0.0, _EAR if look.states & {"moved", "finished"} else 0.0)
    rear = _BADGE if badges.rear_badge(look.states) else 0.0
    room = width - (front + rear + 0.07) * r
    text = short(look.name, room, TYPE * r)
    font = fonts.serif("Bold", round(TYPE * r * q))
    x = c.middle[0] + c.front * (rear - front) * r / 2
    ink = ink_on(colour)
    at = (x * q, (rows[0] + rows[1]) / 2 - 0.02 * r * q)
    c.canvas.draw.text(at, fonts.written(text), font=font, fill=(*ink, 255), anchor="mm")


def ground_of(c: CounterDrawing) -> RGB:
    """The colour a counter's name is written on: its band's, or a shade of its face where it has none."""
    return mix(c.plate, c.ink, 0.12) if c.look.band is None else BANDS[c.look.band % len(BANDS)][0]


def ink_on(colour: RGB) -> RGB:
    """Black or ivory, whichever is read better on a colour."""
    return max((BLACK, IVORY), key=lambda ink: contrast(ink, colour))


def short(name: str, room: float, size: float) -> str:
    """As much of a unit's name, from its beginning, as fits ``room`` at this size of type; "" where nothing does.

    The number goes first, which its code tells, then last words, and what is left hanging: its symbol tells the rest.
    A single word that is too long is cut before a vowel.

    >>> short("Thracian cataphracts 2", 60, 13), short("Lincoln's men-at-arms 4", 60, 13), short("Bucellarii", 56, 13)
    ('Thracian', 'Lincoln', 'Bucellar.')
    """
    words = _NUMBER.sub("", name).split()
    font = fonts.serif("Bold", 100)

    def fits(text: str) -> bool:
        return font.getlength(fonts.written(text)) / 100 * size <= room

    while len(words) > 1 and not fits(" ".join(words)):
        words.pop()
        while len(words) > 1 and words[-1].casefold() in _SMALL_WORDS:
            words.pop()
    whole = _NUMBER.sub("", name).split()
    if len(words) == 1 < len(whole) and words[0].casefold() in _SMALL_WORDS:
        return short(" ".join(whole[1:]), room, size)
    shortened = len(words) < len(whole)
    if shortened and words[-1].endswith(("'s", "\u2019s")):
        words[-1] = words[-1][:-2]
    elif shortened and words[-1].endswith(("'", "\u2019")):
        words[-1] = words[-1][:-1]
    text = " ".join(words)
    if fits(text):
        return text
    word = words[0].removesuffix("'s")
    cuts = (word[:n] + "." for n in range(len(word) - 2, _PREFIX - 1, -1) if word[n - 1] not in _VOWELS)
    return next((cut for cut in cuts if word[len(cut) - 1] in _VOWELS and fits(cut)), "")


__all__ = ["HEIGHT", "LEAST", "TYPE", "draw", "ground_of", "ink_on", "short", "wanted"]
