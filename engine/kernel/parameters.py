"""What the special rules of single battles take: a model for each, whose values name things of the battle.

A rule declares its model in its own module. A value that names something says so by a mark, and is looked up in the
battle; what has to hold between several values the model says in :meth:`Params.problems`. The JSON schema and the
documentation for authors are made from the same models.

>>> class Guard(Params):
...     side: SideId
...     hexes: tuple[MapHex, ...] = Field(min_length=1)
>>> known = {"side": among("side", ["red", "blue"]), "hex": lambda h: None if h == 101 else "is not on the map"}
>>> list(problems(Guard, {"side": "bleu", "hexes": ["0101", 999]}, known))
['side: there is no side "bleu" in this battle; did you mean blue?', 'hexes: is not on the map']
>>> list(problems(Guard, {"hexes": "0101"}, known))
['side: is missing', 'hexes: must be a list in [ ], not "0101"']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, TypeAlias, cast, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, StrictStr, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from engine.kernel.annotations import annotated
from engine.kernel.complaints import offer, problems_of, shown
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.stretches import Stretched, listed
from engine.kernel.terrain import BattleMap

Known: TypeAlias = Callable[[Any], str | None]
"""Why a value names nothing the battle has; None when it does."""

MOST = 1000
"""Largest number a parameter may be, and the most entries of a list."""


class Names:
    """Marks a value as the name of something in the battle."""

    def __init__(self, what: str) -> None:
        self.what = what
        """Kind of thing: "side", "leader", "hex"; what there is of each a system tells by this key."""


class Params(BaseModel):
    """What a rule takes. By itself it takes nothing."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    def problems(self, scenario: Any, rule_id: str) -> Iterator[str]:
        """What is wrong between values that are right one by one: a sentence beginning with a field's name each."""
        yield from ()


SideId = Annotated[StrictStr, Names("side")]
LeaderId = Annotated[StrictStr, Names("leader")]
UnitCode = Annotated[StrictStr, Names("unit")]
MapHex = Annotated[Hex, Names("hex")]
"""A hex on the map."""
OpenHex = Annotated[Hex, Names("open hex")]
"""A hex on the map that somebody can stand in."""
MapHexes: TypeAlias = Annotated[tuple[MapHex, ...], BeforeValidator(listed), Stretched()]
"""Hexes on the map, which may be written with stretches."""
OpenHexes: TypeAlias = Annotated[tuple[OpenHex, ...], BeforeValidator(listed), Stretched()]
"""The same of hexes that somebody can stand in."""
Column = Annotated[StrictInt, Field(ge=0, le=99), Names("column")]
Die = Annotated[StrictInt, Field(ge=0, le=9)]
"""What a ten-sided die can show."""
Count = Annotated[StrictInt, Field(ge=0, le=MOST)]
MovementPoints = Annotated[StrictInt, Field(ge=0, le=20)]


# -- looking names up -------------------------------------------------------------------------------------------------


def among(word: str, names: Iterable[str]) -> Known:
    """One of these; ``word`` is what they are."""
    known = list(dict.fromkeys(names))

    def why(value: Any) -> str | None:
        if value in known:
            return None
        return f"there is no {word} {shown(value)} in this battle" + offer(str(value), known)

    return why


def ground(battle_map: BattleMap, closed: Callable[[Hex], bool]) -> dict[str, Known]:
    """Hexes and columns of a map; ``closed`` tells where nobody can stand."""
    first, last = battle_map.cols

    def on_map(h: Hex) -> str | None:
        return None if h in battle_map else f"hex {show(h)} is not on the map"

    def open_(h: Hex) -> str | None:
        if h in battle_map and closed(h):
            return f"nobody enters {battle_map.terrain_at(h)}, hex {show(h)}"
        return on_map(h)

    def column(c: int) -> str | None:
        return None if first <= c <= last else f"column {c} is not on the map, which has columns {first} to {last}"

    return {"hex": on_map, "open hex": open_, "column": column}


# -- checking ---------------------------------------------------------------------------------------------------------


def problems(model: type[Params], given: Any, known: Mapping[str, Known]) -> Iterator[str]:
    """What is wrong with values one by one, a sentence beginning with the field each.

    Values that fit the model are looked up even where others don't.
    """
    try:
        right: Mapping[str, Any] = dict(model.model_validate(given))
    except ValidationError as e:
        yield from problems_of(e, given, model)
        right = dict(model.model_construct(**_fitting(e, given, model)))
    for name, field in model.model_fields.items():
        mark = _mark(field)
        value = right.get(name)
        if value is None:
            continue
        several = cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)
        inside = [(i, x) for i, x in enumerate(several) if isinstance(x, Params)]
        for i, x in inside:
            yield from (f"{name}[{i}].{why}" for why in problems(type(x), x, known))
        if inside:
            continue
        if mark is not None:
            for one in dict.fromkeys(several):
                why = known[mark.what](one)
                if why is not None:
                    yield f"{name}: {why}"
        for one in repeated(several):
            yield f"{name}: {_told(one, mark)} is named twice"


def _fitting(error: ValidationError, given: Any, model: type[Params]) -> dict[str, Any]:
    """The values with which nothing is wrong, as the model has them."""
    if not isinstance(given, Mapping):
        return {}
    bad = {e["loc"][0] for e in error.errors(include_url=False) if e["loc"]}
    found: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        if name in given and name not in bad:
            found[name] = TypeAdapter(annotated(field.annotation, field)).validate_python(given[name])
    return found


def _mark(field: FieldInfo) -> Names | None:
    """The mark of a field's value, or of the entries of its list."""
    found: list[Any] = list(field.metadata)
    inside: list[Any] = [field.annotation]
    while inside:
        form = inside.pop()
        if get_origin(form) is Annotated:
            found += get_args(form)[1:]
            inside.append(get_args(form)[0])
        else:
            inside += [x for x in get_args(form) if x is not Ellipsis]
    return next((m for m in found if isinstance(m, Names)), None)


def _told(value: Any, mark: Names | None) -> str:
    return show(value) if mark is not None and "hex" in mark.what and isinstance(value, int) else str(value)


def repeated(values: Iterable[Any]) -> list[Any]:
    """Values that occur more than once.

    >>> repeated([1, 2, 1, 1])
    [1]
    """
    return [v for v, n in Counter(values).items() if n > 1]


def facing_problems(facing: Facing, *, vertex: bool) -> Iterator[str]:
    """Why a facing is none of the wanted kind: a vertex, or else a hexside."""
    if facing.is_vertex != vertex:
        kinds = [f.name for f in Facing if f.is_vertex == vertex]
        yield f"{facing.name} is a {'hexside' if vertex else 'vertex'}; use one of {', '.join(kinds)}"
