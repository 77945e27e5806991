"""Which units are meant: "TP" is every unit whose code begins so, "TP1-3" are TP1, TP2 and TP3, "TP5" is one."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from engine.kernel.complaints import offer

_FORM = re.compile(r"([A-Z]{1,6})(?:([0-9]{1,3})(?:-([0-9]{1,3}))?)?")
_CODE = re.compile(r"([A-Z]+)([0-9]+)")


def chosen(selector: str, codes: Collection[str]) -> tuple[str, ...]:
    """The codes among ``codes`` that a selector means, in their order; () for none, and for what is no selector.

    >>> chosen("TP1-2", ["TP1", "TP2", "TP3", "PH1"])
    ('TP1', 'TP2')
    >>> chosen("TP", ["TP1", "TPX1"])
    ('TP1',)
    """
    form = _FORM.fullmatch(selector)
    if form is None:
        return ()
    letters, first, last = form.groups()
    low = int(first) if first else 0
    high = int(last) if last else low if first else 999
    return tuple(c for c in codes if (x := _CODE.fullmatch(c)) and x[1] == letters and low <= int(x[2]) <= high)


def astray(at: str, selector: str, codes: Collection[str]) -> Iterator[str]:
    """What is wrong with a selector that means nobody, or numbers that aren't there."""
    form = _FORM.fullmatch(selector)
    if form is None:
        yield f'{at}: must be the letters of units, alone or with numbers, as "TP", "TP5" or "TP1-3", not {selector!r}'
        return
    letters, first, last = form.groups()
    found = chosen(selector, codes)
    if not found:
        known = sorted({x[1] for c in codes if (x := _CODE.fullmatch(c))})
        yield f"{at}: the army has no unit {selector}" + ("" if letters in known else offer(letters, known))
    elif last is not None and len(found) < int(last) - int(first) + 1:
        yield f"{at}: {selector} names units the army hasn't: it has {', '.join(found)}"
