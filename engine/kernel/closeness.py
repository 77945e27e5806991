"""Names that come close to what somebody has typed: beginnings, parts, and slips of the finger."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from functools import lru_cache
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

LONGEST = 100
"""Letters above which what was typed is no name: anybody may send thousands, and each name is compared with them."""

_UNFOLDED = str.maketrans({"ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe"})


def plain(text: str) -> str:
    """Letters and digits alone, in lower case and without accents.

    >>> plain("Crécy (26 August)"), plain("Næjera")
    ('crecy26august', 'naejera')
    """
    bare = unicodedata.normalize("NFKD", text.casefold().translate(_UNFOLDED))
    return "".join(x for x in bare if x.isalnum())


_known = lru_cache(maxsize=4096)(plain)
"""Of names, which are compared again and again."""


def _alike(a: str, b: str) -> float:
    """Ratcliff and Obershelp's measure, or less than :data:`NEAR` where that can be told without comparing all."""
    if 2 * min(len(a), len(b)) < NEAR * (len(a) + len(b)):
        return 0.0
    compared = SequenceMatcher(None, a, b, autojunk=False)
    return compared.ratio() if compared.quick_ratio() >= NEAR else 0.0


def likeness(wanted: str, name: str) -> float:
    """How close a name comes, 0 to 1: itself 1, then one that begins so, one that holds it, one with a slip in it.

    Words of a name count by themselves, too. What has more than :data:`LONGEST` letters comes close to nothing.

    >>> likeness("belisaurius", "Belisarius") > NEAR, likeness("john", "John the Armenian"), likeness("xyz", "Pharas")
    (True, 0.99, 0.0)
    """
    typed = _typed(wanted)
    if not typed:
        return 0.0
    whole, words = _known(name), [w for w in map(_known, name.replace("-", " ").split()) if w]
    if typed == whole:
        return 1.0
    if typed in words or whole.startswith(typed):
        return BEGINS
    if len(typed) > 1 and typed in whole:
        return HELD
    if len(typed) < SHORTEST:
        return 0.0
    found = max((_alike(typed, x) for x in (whole, *words)), default=0.0)
    return found if found >= NEAR else 0.0


@lru_cache(maxsize=8)
def _typed(wanted: str) -> str:
    """Compared with every name, so made once. A letter may become eighteen, so it is looked at before and after."""
    found = plain(wanted) if len(wanted) <= LONGEST else ""
    return found if len(found) <= LONGEST else ""


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
