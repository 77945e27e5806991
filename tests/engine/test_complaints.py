"""What is wrong with a document is said in the words of who wrote it: never a library's, always with the place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel, Field

from engine.kernel import annotations
from engine.kernel.chart_pack import ChartPack
from engine.kernel.complaints import MOST_HINTS, complaints
from engine.kernel.hexes import FacingField, Hex
from engine.systems.registry import SYSTEMS
from tests.each import for_each

LIBRARY = (
    "tuple",
    "instance of",
    "input should",
    "valid dict",
    "valid int",
    "boolean",
    "string",
    "parse",
    "None",
    "\\",
)
"""Words that tell an author nothing."""


class Spot(BaseModel, extra="forbid"):
    name: str = Field(default="x", min_length=1)
    hex: Hex | None = None
    facing: FacingField = 0  # type: ignore[assignment]


class Everything(BaseModel, extra="forbid"):
    count: int = Field(0, ge=1, lt=9)
    share: float = 0.5
    yes: bool = False
    text: str = ""
    code: Annotated[str, Field(pattern="^[A-Z]+$", description='capital letters, as "THC"')] = "A"
    kind: Literal["full", "low", "no"] = "no"
    spot: Spot = Spot()
    spots: tuple[Spot, ...] = ()
    pair: tuple[int, int] = (1, 2)
    levels: dict[Hex, int] = {}
    void: frozenset[Hex] = frozenset()
    either: int | str | list[int] | bool = 1
    form: Spot | tuple[int, ...] = Spot()


@for_each(
    ("wrong", "said"),
    [
        ({"count": "many"}, 'count: must be a whole number, not "many"'),
        ({"count": 2.5}, "count: must be a whole number, not 2.5"),
        ({"count": 0}, "count: must be at least 1, not 0"),
        ({"count": 9}, "count: must be less than 9, not 9"),
        ({"count": None}, "count: must be a whole number, not null"),
        ({"share": "half"}, 'share: must be a number, not "half"'),
        ({"yes": "maybe"}, 'yes: must be true or false, not "maybe"'),
        ({"text": 3}, "text: must be a text in quotes, not 3"),
        ({"code": "a1"}, 'code: must be capital letters, as "THC", not "a1"'),
        ({"kind": "ful"}, 'kind: must be full, low or no, not "ful"; did you mean full?'),
        ({"kind": None}, "kind: must be full, low or no, not null"),
        ({"spot": []}, "spot: must be an object in { }, not a list"),
        ({"spots": {}}, "spots: must be a list in [ ], not an object"),
        ({"spots": [{"name": ""}]}, "spots[0].name: must not be empty"),
        ({"spot": {"hex": "A4"}}, 'spot.hex: must be a hex as printed on the map, 4504 or "0203" in quotes, not "A4"'),
        ({"spot": {"facng": "E"}}, "spot.facng: is no field of the format; did you mean facing?"),
        ({"spot": {"zeal": 1}}, "spot.zeal: is no field of the format; there are: name, hex, facing"),
        ({"pair": [1]}, "pair[1]: is missing"),
        ({"pair": [1, 2, 3]}, "pair: must have at most 2 entries, not 3"),
        ({"levels": {"here": 1}}, 'levels.here: must be a hex as printed on the map, 4504 or "0203" in quotes, not'),
        ({"levels": {"0101": "x"}}, 'levels.0101: must be a whole number, not "x"'),
        ({"void": ["q"]}, 'void[0]: must be a hex as printed on the map, 4504 or "0203" in quotes, not "q"'),
        (
            {"either": {}},
            "either: must be a whole number, a text in quotes, a list in [ ] or true or false, not an object",
        ),
        ({"form": {"hex": "A4"}}, "form.hex: must be a hex as printed on the map"),
        ({"form": ["a"]}, 'form[0]: must be a whole number, not "a"'),
        ({"form": 3}, "form: must be a list in [ ] or an object in { }, not 3"),
    ],
)
def test_in_words(wrong: dict[str, Any], said: str) -> None:
    (complaint,) = complaints(Everything, wrong)
    assert complaint.startswith(said), complaint


def test_a_facing_names_what_there_is() -> None:
    for given, told in (("easst", '"easst"'), (77, "77")):
        (complaint,) = complaints(Everything, {"spot": {"facing": given}})
        assert complaint.startswith("spot.facing: must be E, SIDE_NE, NE,") and complaint.endswith(f"not {told}")


def test_everything_at_once_and_each_once() -> None:
    found = complaints(Everything, {"count": 0, "yes": 7, "spots": [{"hex": "x"}, {"zeal": 1, "name": 3}], "size": 1})
    assert [x.split(":")[0] for x in found] == [
        "count",
        "yes",
        "spots[0].hex",
        "spots[1].name",
        "spots[1].zeal",
        "size",
    ]


def test_many_unknown_names_take_no_time() -> None:
    found = complaints(Spot, {f"zeal{n}": 1 for n in range(MOST_HINTS + 5)})
    assert len(found) == MOST_HINTS + 5
    assert found[0].endswith("there are: name, hex, facing") and found[-1].endswith("is no field of the format")


def test_what_cant_be_printed_is_replaced() -> None:
    (complaint,) = complaints(Everything, {"count": "\ud800"})
    assert complaint.encode()


def _models(annotation: Any, seen: set[Any]) -> Iterator[type[BaseModel]]:
    if get_origin(annotation) is not None:
        for inside in get_args(annotation):
            yield from _models(inside, seen)
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel) and annotation not in seen:
        seen.add(annotation)
        yield annotation
        for field in annotation.model_fields.values():
            yield from _models(field.annotation, seen)


@pytest.mark.parametrize("model", [ChartPack, *(x.model for x in SYSTEMS.values())])
def test_forms_are_described(model: type[BaseModel]) -> None:
    """Whatever has a pattern says in words what it looks like."""
    for inside in _models(model, set()):
        for name, field in inside.model_fields.items():
            if any(getattr(m, "pattern", None) for m in field.metadata):
                assert annotations.description(inside, (name,)), f"{inside.__name__}.{name}"


@pytest.mark.parametrize("model", [x.model for x in SYSTEMS.values()])
def test_no_words_of_a_library(model: type[BaseModel]) -> None:
    """Every field of every model, given values of every wrong kind."""
    for inside in _models(model, set()):
        for value in (None, 3, -1, 2.5, "x y", "", [], [3, "a", None, {}], {}, {"a": {}}, True):
            for said in complaints(inside, dict.fromkeys([*inside.model_fields, "unheard"], value)):
                assert not any(word in said.replace('"', "") for word in LIBRARY), said
                assert "something else" not in said, said
