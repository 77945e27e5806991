"""What a model says about a place in its documents: which fields there are, which values, and what they are called.

A place is a path as pydantic's errors have it: names of fields and keys, indices of lists. Where a value may have
several forms, all of them are looked at.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, Union, cast, get_args, get_origin

from pydantic import BaseModel, Field, TypeAdapter

from engine.kernel.hexes import HexNumber

Path: TypeAlias = Sequence[int | str]

KEY = "[key]"
"""Stands in a path for the names in an object, where these are what is looked at."""


def fields(model: Any, path: Path) -> list[str]:
    """Names of the fields of an object.

    >>> from engine.kernel.terrain import BattleMap
    >>> fields(BattleMap, ("places", 3)), is_hex(BattleMap, ("places", 3, "hex")), is_hex(BattleMap, ("levels", KEY))
    (['name', 'hex'], True, True)
    """
    return [
        name
        for form in _marks(model, path)
        if isinstance(form, type) and issubclass(form, BaseModel)
        for name in form.model_fields
    ]


def counts(annotation: Any) -> bool:
    """Whether a value is a number that counts or measures something; a hex does neither.

    >>> from engine.kernel.hexes import Hex
    >>> counts(Annotated[int, "of steps"]), counts(Hex), counts(dict[str, int])
    (True, False, False)
    """
    inside = list(flat(annotation))
    return int in inside and not any(isinstance(x, HexNumber) for x in inside)


def literals(model: Any, path: Path) -> list[Any]:
    """The values there are, where only certain ones are allowed; of an enumeration their names."""
    found: list[Any] = []
    for form in _marks(model, path):
        if get_origin(form) is Literal:
            found += get_args(form)
        elif isinstance(form, type) and issubclass(form, Enum):
            found += form.__members__
    return found


def description(model: Any, path: Path) -> str | None:
    """What a field's description says of the form of its value."""
    return next((d for m in _marks(model, path) if isinstance(d := getattr(m, "description", None), str)), None)


def is_hex(model: Any, path: Path) -> bool:
    """Whether the number of a hex belongs there."""
    return any(isinstance(x, HexNumber) for x in _marks(model, path))


Marked: TypeAlias = tuple[tuple[int | str, ...], Any, Any]
"""A path, the mark there, and the value that bears it."""


def marked(annotation: Any, value: Any, path: tuple[int | str, ...] = ()) -> Iterator[Marked]:
    """Every mark on a value of that annotation and on all that is inside it.

    >>> from engine.kernel.terrain import Road
    >>> [(path, h) for path, mark, h in marked(Road, Road(type="dirt_road", hexes=(101, 102)))]
    [(('hexes', 0), 101), (('hexes', 1), 102)]
    """
    if isinstance(value, BaseModel):
        for name, marks, form, empty in _fields(type(value)):
            inside = getattr(value, name)
            for mark in marks:
                yield (*path, name), mark, inside
            if not empty:
                yield from marked(form, inside, (*path, name))
        return
    for form in _forms(annotation):
        if isinstance(value, Enum) and form.bare is int:
            continue  # A facing is no number of a hex, though it counts as one.
        if form.annotated:
            for mark in form.marks:
                yield path, mark, value
            yield from marked(form.bare, value, path)
        elif form.origin is dict and isinstance(value, dict):
            of_key, of_value = form.inside
            keys, values = not _bears_nothing(of_key), not _bears_nothing(of_value)
            for key, inside in cast("Mapping[Any, Any]", value).items():
                if keys:
                    yield from marked(of_key, key, (*path, str(key)))
                if values:
                    yield from marked(of_value, inside, (*path, str(key)))
        elif form.origin in _SEVERAL and isinstance(value, list | tuple | frozenset | set):
            if all(map(_bears_nothing, form.inside)):
                continue
            for i, inside in enumerate(cast("Iterable[Any]", value)):
                yield from marked(form.inside[min(i, len(form.inside) - 1)], inside, (*path, i))


class _Form(NamedTuple):
    """One of the forms a value may have, taken apart."""

    annotated: bool
    bare: Any
    marks: tuple[Any, ...]
    origin: Any
    """Of what is bare: ``dict``, ``tuple``, ..."""
    inside: tuple[Any, ...]
    """Annotations of what is inside."""


_SEVERAL = (tuple, list, frozenset, set)
_PLAIN = (int, str, float, bool, bytes, type(None))

_known: dict[int, tuple[Any, tuple[_Form, ...], bool]] = {}
"""By the annotation's ``id``, for a mark needn't be hashable; the annotation is kept, so that nothing else gets its id.
With whether nothing can be marked in it.
"""


def _forms(annotation: Any) -> tuple[_Form, ...]:
    """Taken apart once: a state has thousands of values of few annotations."""
    return _apart(annotation)[1]


def _bears_nothing(annotation: Any) -> bool:
    """Whether there can be no mark on a value of that annotation, nor inside it."""
    return _apart(annotation)[2]


def _apart(annotation: Any) -> tuple[Any, tuple[_Form, ...], bool]:
    found = _known.get(id(annotation))
    if found is None:
        forms = tuple(map(_form, _members(annotation)))
        found = _known[id(annotation)] = (annotation, forms, all(map(_empty, forms)))
    return found


def _form(member: Any) -> _Form:
    bare = _bare(member)
    marks = () if bare is member else get_args(member)[1:]
    inside = tuple(a for a in get_args(bare) if a is not Ellipsis)
    return _Form(bare is not member, bare, marks, get_origin(bare), inside)


def _empty(form: _Form) -> bool:
    if form.annotated:
        return False
    if form.origin in (dict, *_SEVERAL):
        return all(map(_bears_nothing, form.inside))
    if form.bare in _PLAIN or form.origin is Literal:
        return True
    return isinstance(form.bare, type) and issubclass(form.bare, Enum)


@cache
def _fields(model: type[BaseModel]) -> tuple[tuple[str, tuple[Any, ...], Any, bool], ...]:
    """Of each field that can bear one: its name, the marks on it, its annotation, and whether nothing is inside."""
    every = ((n, tuple(f.metadata), f.annotation, _bears_nothing(f.annotation)) for n, f in model.model_fields.items())
    return tuple((n, marks, form, empty) for n, marks, form, empty in every if marks or not empty)


def _members(annotation: Any) -> Iterator[Any]:
    """The forms a value may have, marks such as those of :data:`~engine.kernel.hexes.Hex` left on."""
    if get_origin(annotation) in (Union, types.UnionType):
        for member in get_args(annotation):
            yield from _members(member)
    else:
        yield annotation


def annotated(annotation: Any, *marks: Any) -> Any:
    """``Annotated`` of a type that isn't known before the program runs."""
    form: Any = Annotated
    return form[annotation, *marks]


def any_of(models: Iterable[Any], tag: str) -> TypeAdapter[Any]:
    """Reads any of the models, or of unions of models, from JSON; they are told apart by their field ``tag``."""
    form: Any = Union
    return TypeAdapter(annotated(form[tuple(models)], Field(discriminator=tag)))


def _bare(annotation: Any) -> Any:
    return get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation


def _inside(annotation: Any, part: int | str) -> Iterator[Any]:
    """What the value under ``part`` may be."""
    for member in _members(annotation):
        bare = _bare(member)
        if bare is not member:
            yield from _inside(bare, part)
        elif isinstance(bare, type) and issubclass(bare, BaseModel):
            field = bare.model_fields.get(str(part))
            if field is not None:
                yield annotated(field.annotation, field)
        elif get_origin(bare) in (tuple, list, frozenset, set):
            args = [a for a in get_args(bare) if a is not Ellipsis]
            if args and isinstance(part, int):
                yield args[min(part, len(args) - 1)]
        elif get_origin(bare) is dict:
            yield get_args(bare)[0 if part == KEY else 1]


def _at(model: Any, path: Path) -> list[Any]:
    """Everything the model allows at a path."""
    found = [] if model is None else [model]
    for part in path:
        found = [x for a in found for x in _inside(a, part)]
    return found


def flat(annotation: Any) -> Iterator[Any]:
    """The annotation and all it consists of without going into lists and objects: forms and marks."""
    for member in _members(annotation):
        if get_origin(member) is Annotated:
            yield from flat(get_args(member)[0])
            for mark in get_args(member)[1:]:
                yield mark
                yield from getattr(mark, "metadata", ())
        else:
            yield member


def _marks(model: Any, path: Path) -> Iterator[Any]:
    for annotation in _at(model, path):
        yield from flat(annotation)
