"""Many hexes in few words, as battles' files may write them: "1008-1011" is every hex between two corners.

>>> stretch("1008-1011")
(1008, 1009, 1010, 1011)
>>> stretch("1044-1245")
(1044, 1045, 1144, 1145, 1244, 1245)
>>> together({"1008-1009": "woods", "1010": "rough"})
{1008: 'woods', 1009: 'woods', 1010: 'rough'}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeAlias, TypeVar, cast

from pydantic import BeforeValidator

from engine.kernel.hexes import Hex, column, row, show
from engine.kernel.text import counted

FORM = re.compile(r"([0-9]{3,4})-([0-9]{3,4})")
"""A stretch: the hexes of two corners."""

MOST = 10_000
"""Hexes of a list or object written with stretches."""

WANTED = 'hexes as printed on the map, or stretches of them ("1008-1011")'


def stretch(text: str) -> tuple[Hex, ...]:
    """Every hex whose column and row lie between those of the two named, in ascending order.

    Raises ValueError for what isn't a stretch.
    """
    ends = FORM.fullmatch(text)
    if ends is None:
        raise ValueError(f"must be {WANTED}, not {text[:40]!r}")
    a, b = (int(x) for x in ends.groups())
    if column(a) > column(b) or row(a) > row(b):
        raise ValueError(f"{text}: a stretch goes from the lower column and row to the higher")
    return tuple(c * 100 + r for c in range(column(a), column(b) + 1) for r in range(row(a), row(b) + 1))


def _is_stretch(given: Any) -> bool:
    return isinstance(given, str) and "-" in given


def listed(given: Any) -> Any:
    """A list in which stretches may stand among hexes, with all of them in it one by one."""
    if isinstance(given, str) and (_is_stretch(given) or given.isdecimal()):
        given = [given]
    if not isinstance(given, list | tuple) or not any(map(_is_stretch, cast("Iterable[Any]", given))):
        return cast("Any", given)
    found: list[Any] = []
    for x in cast("Iterable[Any]", given):
        if _is_stretch(x):
            found += stretch(x)
        else:
            found.append(_hex(x))
        _check(len(found))
    return tuple(found)


def together(given: Any) -> Any:
    """An object by hexes in which stretches may stand for several, with each of them in it, as numbers."""
    if not isinstance(given, Mapping):
        return given
    found: dict[Any, Any] = {}
    for key, value in cast("Mapping[Any, Any]", given).items():
        hexes: tuple[Any, ...] = stretch(key) if _is_stretch(key) else (_number(key),)
        for h in hexes:
            if h in found:
                raise ValueError(f"{h if isinstance(h, str) else show(h)} is in it twice")
            found[h] = value
        _check(len(found))
    return found


def _number(given: Any) -> Any:
    return int(given) if isinstance(given, str) and given.isdecimal() else given


def _hex(given: Any) -> Hex:
    try:
        return int(given)
    except (TypeError, ValueError):
        raise ValueError(f"must be {WANTED}, not {str(given)[:40]!r}") from None


def _check(n: int) -> None:
    if n > MOST:
        raise ValueError(f"has more than {counted(MOST, 'hex|hexes')}")


class Stretched:
    """Marks a list or object in which stretches may stand for hexes, for schemas."""

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> dict[str, Any]:
        return {**handler(core), "stretched": True}


Hexes: TypeAlias = Annotated[tuple[Hex, ...], BeforeValidator(listed), Stretched()]
"""A list of hexes that may be written with stretches."""

HexSet: TypeAlias = Annotated[frozenset[Hex], BeforeValidator(listed), Stretched()]
"""The same where order doesn't matter."""

V = TypeVar("V")

ByHex: TypeAlias = Annotated[dict[Hex, V], BeforeValidator(together), Stretched()]
"""Something by hex that may be written with stretches."""
