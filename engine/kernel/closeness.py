"""Names that come close to what somebody has typed: beginnings, parts, and slips of the finger."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from typing import TypeVar

T = TypeVar("T")

NEAR = 0.75
"""How alike two words must be (Ratcliff and Obershelp: twice the letters in common over all letters) to be a slip."""

BEGINS, HELD = 0.99, 0.98
"""How close a name comes that begins with what was typed, and one that holds it: slips are looked for in no others."""

SPREAD = 0.05
"""How much less alike than the best the others may be that are named beside it."""

SHORTEST = 4
"""Letters below which a slip isn't guessed at: of three, two may be right in too many names."""

_UNFOLDED = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe"})


def plain(text: str) -> str:
    """Letters and digits alone, in lower case and without accents.

    >>> plain("Crécy (26 August)"), plain("Næjera")
    ('crecy26august', 'naejera')
    """
    bare = unicodedata.normalize("NFKD", text.casefold().translate(_UNFOLDED))
    return "".join(x for x in bare if x.isalnum())


def likeness(wanted: str, name: str) -> float:
    """How close a name comes, 0 to 1: itself 1, then one that begins so, one that holds it, one with a slip in it.

    Words of a name count by themselves, too.

    >>> likeness("belisaurius", "Belisarius") > NEAR, likeness("john", "John the Armenian"), likeness("xyz", "Pharas")
    (True, 0.99, 0.0)
    """
    typed = plain(wanted)
    if not typed:
        return 0.0
    whole, words = plain(name), [w for w in map(plain, name.replace("-", " ").split()) if w]
    if typed == whole:
        return 1.0
    if typed in words or whole.startswith(typed):
        return BEGINS
    if len(typed) > 1 and typed in whole:
        return HELD
    if len(typed) < SHORTEST:
        return 0.0
    found = max((SequenceMatcher(None, typed, x, autojunk=False).ratio() for x in (whole, *words)), default=0.0)
    return found if found >= NEAR else 0.0


def closest(wanted: str, things: Iterable[T], name: Callable[[T], str], most: int = 5) -> list[T]:
    """The things whose name comes closest to what is wanted, best first, in their order where equally close.

    ``name`` may give several names in one, a line each.

    >>> closest("tricamaron", ["Tricameron", "Utus", "Taginae"], str)
    ['Tricameron']
    """
    ranked = [(max(likeness(wanted, n) for n in name(x).split("\n")), x) for x in things]
    top = max((near for near, _ in ranked), default=0.0)
    least = HELD if top >= HELD else top - SPREAD
    return [x for near, x in sorted(ranked, key=lambda r: -r[0]) if near and near >= least][:most]


def best(wanted: str, things: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """Those that come equally close, closer than all others.

    >>> best("gara", ["Gara", "Garazius"], str), best("zzz", ["Gara"], str)
    (['Gara'], [])
    """
    ranked = [(max(likeness(wanted, n) for n in name(x).split("\n")), x) for x in things]
    top = max((near for near, _ in ranked), default=0.0)
    return [x for near, x in ranked if near and near == top]
