"""Looking at the contents of a document whose form is faulty, so that an author learns of everything at once.

What doesn't fit the format is told, then mended in a copy: misspelt names and values by what was probably meant, the
rest by stand-ins. What the copy's contents are told for is an author's own doing, unless a stand-in is to blame.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from zlib import crc32

from pydantic import BaseModel, ValidationError

from engine.kernel import annotations
from engine.kernel.complaints import near, place, problems_of
from engine.kernel.hexes import show
from engine.kernel.json_values import is_array, is_object

M = TypeVar("M", bound=BaseModel)

Loc = tuple[int | str, ...]

ROUNDS = 8
"""Times a copy is mended: a list that stands in for nothing may lack entries, and they fields."""

_NAMES = ("id", "code", "numbers", "contingent", "reinforcement", "arrival", "name", "leader")
_LISTS = ("sides", "units", "leaders", "commands", "special_rules", "standards", "markers", "optional_rules")
"""Fields others refer to by name: while one of them is a stand-in, nothing is said of names that lead nowhere."""

_DANGLING = re.compile(
    r" is no (?:leader|Command|OC|side|unit of|optional)|there is no |no unit belongs|no special rule|"
    r"the referee knows|isn't of the side|doesn't wait|need as many|must be listed|needs units|an army has|"
    r"missing, though|leaves out|waits for"
)


@dataclass
class Formed(Generic[M]):
    """A document as its model, as far as one could be made of it."""

    found: M | None = None
    problems: list[str] = field(default_factory=list[str])
    """What is wrong with its form."""
    stand_ins: dict[Loc, Any] = field(default_factory=dict[Loc, Any])
    """What was put in the place of what was wrong, by path."""

    def sincere(self, problems: Iterable[str]) -> Iterator[str]:
        """Those problems of the contents that no stand-in brought about."""
        spots = {_plain(place(loc, None)): value for loc, value in self.stand_ins.items()}
        words = [w for v in self.stand_ins.values() for w in _words(v)]
        nameless = any(loc and loc[-1] in (*_NAMES, *_LISTS) for loc in self.stand_ins)
        nameless = nameless or any(isinstance(x, int) and loc[-2] in _LISTS for loc in self.stand_ins for x in loc[-1:])
        if any(loc in (("map",), ("sides",), ("sides", 0), ("sides", 1)) for loc in self.stand_ins):
            return
        boundless = any(loc[:2] in (("map", "cols"), ("map", "rows")) for loc in self.stand_ins)
        for p in problems:
            path = _plain(p.split(": ", 1)[0])
            if any(path == s or path.startswith((f"{s}.", f"{s}[")) for s in spots):
                continue
            if any(w in p for w in words) or (nameless and _DANGLING.search(p)):
                continue
            if boundless and re.search(r"not on the map|off the map", p):
                continue
            yield p


def formed(model: type[M], document: dict[str, Any]) -> Formed[M]:
    """The document as a ``model``, with everything that is wrong with its form."""
    try:
        found = model.model_validate(document)
    except ValidationError as e:
        return _mended(model, document, e)
    result = Formed(found)
    if strictly := _loosely_typed(model, document):
        result.problems = problems_of(strictly, document, model)
    return result


def _mended(model: type[M], document: dict[str, Any], error: ValidationError) -> Formed[M]:
    result: Formed[M] = Formed(problems=problems_of(error, document, model))
    also = _loosely_typed(model, document)
    if also is not None:
        result.problems += [p for p in problems_of(also, document, model) if p not in result.problems]
    mended = copy.deepcopy(document)
    for _ in range(ROUNDS):
        # From behind: entries may go, and those before them keep their places.
        for e in reversed(error.errors(include_url=False)):
            _mend(model, mended, e, result.stand_ins)
        try:
            result.found = model.model_validate(mended)
            break
        except ValidationError as e:
            error = e
    return result


def _loosely_typed(model: type[BaseModel], document: dict[str, Any]) -> ValidationError | None:
    """Truths and texts where numbers belong, and the other way round, which a model would take for what they mean."""
    try:
        model.model_validate_json(json.dumps(document), strict=True)
    except ValidationError as e:
        wrong: list[Any] = [
            {"type": x["type"], "loc": x["loc"], "input": x["input"], "ctx": x.get("ctx", {})}
            for x in e.errors(include_url=False)
            if x["type"] in ("int_type", "bool_type", "string_type")
            and isinstance(x["input"], bool | str | int | float)
            and not (isinstance(x["input"], str) and annotations.is_hex(model, x["loc"]))
        ]
        return ValidationError.from_exception_data(model.__name__, wrong) if wrong else None
    except ValueError:
        return None  # half characters, which the model itself has refused
    return None


# -- mending ----------------------------------------------------------------------------------------------------------


def _mend(model: type[BaseModel], document: Any, error: Any, stand_ins: dict[Loc, Any]) -> None:
    """Change the document in the place an error names."""
    loc: list[int | str] = []
    holder: Any = None
    here: Any = document
    parts = [p for p in error["loc"] if p != annotations.KEY]
    for n, part in enumerate(parts):
        inside = _is_in(part, here)
        last = n == len(parts) - 1
        if inside or (last and error["type"] == "missing" and _holds(here)):
            loc.append(part)
            holder, here = here, here[part] if inside else None
        elif not isinstance(part, str):
            return
    if not loc:
        return
    where, key = tuple(loc), loc[-1]
    if error["type"] == "extra_forbidden" or error["loc"][-1] == annotations.KEY:
        value = holder.pop(key)
        meant = near(str(key), annotations.fields(model, where[:-1]))
        if meant is not None and meant not in holder:
            holder[meant] = value
        return
    value = _stand_in(model, document, where, error, here)
    if is_array(holder) and isinstance(key, int):
        holder += [None] * (key + 1 - len(holder))
    where_to: Any = holder
    where_to[key] = value
    if not (isinstance(here, str) and isinstance(value, str) and near(here, [value])):
        stand_ins[where] = value


def _holds(here: object) -> bool:
    """Whether there is room for anything in it."""
    return isinstance(here, dict | list)


def _is_in(part: int | str, here: object) -> bool:
    """Whether an object has that name, or a list that place."""
    return (is_object(here) and part in here) or (is_array(here) and isinstance(part, int) and part < len(here))


def _stand_in(model: type[BaseModel], document: Any, loc: Loc, error: Any, given: Any) -> Any:
    """Something that fits better."""
    kind: str = error["type"]
    about: dict[str, Any] = error.get("ctx") or {}
    if kind in ("literal_error", "enum") or (known := annotations.literals(model, loc)):
        known = annotations.literals(model, loc)
        meant = near(given, [str(k) for k in known]) if isinstance(given, str) else None
        return next((k for k in known if str(k) == meant), known[0] if known else None)
    for name in ("ge", "le", "gt", "lt"):
        if name in about:
            return about[name] + {"gt": 1, "lt": -1}.get(name, 0)
    if kind.startswith("int"):
        return _hex_of(document) if annotations.is_hex(model, loc) else _number(loc)
    if kind == "string_pattern_mismatch":
        letters = "".join(chr(ord("a") + int(d)) for d in str(crc32(repr(loc).encode()) % 1000))
        forms = (f"zz{letters}", f"Zz{letters}", letters.upper(), letters)
        return next((f for f in forms if re.fullmatch(about["pattern"], f)), given)
    if kind == "string_too_long" or kind == "too_long":
        return given[: about["max_length"]]
    if kind == "too_short":
        return [*given, *[None] * (about["min_length"] - len(given))]
    plain: dict[str, Any] = {"bool": False, "float": 1.0, "string": "Zz", "value_error": "Zz"}
    plain |= {
        "tuple": [],
        "list": [],
        "frozen_set": [],
        "set": [],
        "iterable": [],
        "dict": {},
        "model": {},
        "mapping": {},
    }
    return next((copy.copy(v) for k, v in plain.items() if kind.startswith(k)), None)


def _number(loc: Sequence[int | str]) -> int:
    """A number for units that no author would give."""
    return 900 + (loc[-1] if isinstance(loc[-1], int) else 0) if "numbers" in loc else 1


def _hex_of(document: Any) -> int:
    """A hex of the map."""
    try:
        return int(document["map"]["cols"][0]) * 100 + int(document["map"]["rows"][0])
    except (KeyError, IndexError, TypeError, ValueError):
        return 101


def _words(value: Any) -> list[str]:
    """How a complaint would name a stand-in."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return []
    if isinstance(value, int):
        return [str(value), show(value)] if value > 99 else []
    return [value] if value.lower().startswith("z") else []


def _plain(path: str) -> str:
    """A path without the names of entries."""
    return re.sub(r" \([^)]*\)", "", path)
