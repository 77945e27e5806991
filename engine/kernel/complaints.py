"""What is wrong with a document, in the words of somebody who wrote it: where, why, and what would be right.

Scenario files and position files are checked by models; what a model has to say about a document is put here into
sentences that need no knowledge of models. Everything wrong is said at once, each with its place:

>>> from engine.kernel.terrain import BattleMap
>>> wrong = {"id": "x", "name": "X", "cols": [1, 9], "rows": [1], "compass": {}, "climat": "arid",
...          "hexsides": [{"a": "05o5", "b": 506, "type": "stream"}]}
>>> for said in complaints(BattleMap, wrong):
...     print(said)
rows[1]: is missing
hexsides[0] (05o5-0506).a: must be a hex as printed on the map, 4504 or "0203" in quotes, not "05o5"
climat: is no field of the format; did you mean climate?
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from engine.kernel import annotations

MOST_OFFERED = 24
"""Names a complaint lists."""

LONGEST = 60
"""Characters of a value it repeats."""

MOST_HINTS = 30
"""Unknown names in one document for which similar ones are looked up: that takes time."""

LONGEST_NAME = 40
"""Characters of a name for which similar ones are looked up."""

HEX = 'a hex as printed on the map, 4504 or "0203" in quotes'

_WANTED = {
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a number",
    "string_type": "a text in quotes",
    "string_unicode": "a text in quotes",
    "tuple_type": "a list in [ ]",
    "list_type": "a list in [ ]",
    "set_type": "a list in [ ]",
    "frozen_set_type": "a list in [ ]",
    "iterable_type": "a list in [ ]",
    "dict_type": "an object in { }",
    "mapping_type": "an object in { }",
    "model_type": "an object in { }",
    "model_attributes_type": "an object in { }",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "none_required": "null",
}
"""What an error of each type would rather have had."""

_LIMITS = {
    "greater_than_equal": "must be at least {ge}",
    "greater_than": "must be more than {gt}",
    "less_than_equal": "must be at most {le}",
    "less_than": "must be less than {lt}",
}

_LENGTHS = {
    "string_too_short": ("at least {min_length}", "character"),
    "string_too_long": ("at most {max_length}", "character"),
    "too_short": ("at least {min_length}", "entry"),
    "too_long": ("at most {max_length}", "entry"),
}

_NAMED_LISTS = ("units", "leaders", "replacements", "special_rules", "commands", "standards", "markers", "areas")
"""Lists whose entries have a code or an id."""


def complaints(model: type[BaseModel], document: Any) -> list[str]:
    """Everything that keeps ``document`` from being a ``model``, one sentence with its place each; [] if nothing."""
    try:
        model.model_validate(document)
    except ValidationError as e:
        return problems_of(e, document, model)
    return []


def problems_of(error: ValidationError, document: Any, model: Any = None) -> list[str]:
    """A validation error's findings as sentences; ``model`` is what ``document`` should have been, for better ones."""
    found: dict[tuple[int | str, ...], dict[str, list[_Finding]]] = {}
    order: list[tuple[tuple[int | str, ...], dict[str, list[_Finding]]]] = []
    for e in error.errors(include_url=False):
        least = e.get("ctx", {}).get("min_length", 0)
        if e["type"] == "too_short" and len(e["input"]) >= least:
            continue  # its entries are there, and what is wrong with them is told
        finding, at, branch = _placed(e, document)
        if at is None:
            order.append((finding.loc, {"": [finding]}))
            continue
        if at not in found:
            found[at] = {}
            order.append((at, found[at]))
        found[at].setdefault(branch, []).append(finding)
    said: list[str] = []
    offers = MOST_HINTS
    for at, branches in order:
        # Of several forms a value may have, those count that it has at least on the outside.
        fitting = [b for b in branches.values() if all(len(f.loc) > len(at) for f in b)]
        if fitting or len(branches) == 1:
            best = min(fitting or branches.values(), key=len)
            for f in best:
                offers -= f.error["type"] == "extra_forbidden"
                said.append(f"{place(f.loc, document)}: {_reason(f.error, f.path, model if offers >= 0 else None)}")
        else:
            wanted = {_wanted(f.error, f.path, model) for b in branches.values() for f in b[:1]}
            given = next(f.error.get("input") for b in branches.values() for f in b)
            said.append(f"{place(at, document)}: must be {_either(sorted(wanted, key=_usual))}, not {shown(given)}")
    return list(dict.fromkeys(said))


class _Finding:
    """One error of a model and the path in the document it is about."""

    def __init__(self, error: Any, loc: tuple[int | str, ...]) -> None:
        self.error = error
        self.loc = loc

    @property
    def path(self) -> tuple[int | str, ...]:
        """The place in the model: of a name in an object, not of what stands under it."""
        return (*self.loc[:-1], annotations.KEY) if self.error["loc"][-1:] == (annotations.KEY,) else self.loc


def _placed(error: Any, document: Any) -> tuple[_Finding, tuple[int | str, ...] | None, str]:
    """The finding; where a value may have one of several forms, the value's path and the form that was tried."""
    loc: list[int | str] = []
    here: Any = document
    at: tuple[int | str, ...] | None = None
    branch = ""
    parts = [p for p in error["loc"] if p != annotations.KEY]
    for n, part in enumerate(parts):
        inside = _holds(here, part)
        absent = n == len(parts) - 1 and error["type"] == "missing"
        if inside or absent or isinstance(part, int):
            loc.append(part)
            here = here[part] if inside else None
        else:
            at, branch = (tuple(loc), str(part)) if at is None else (at, f"{branch}.{part}")
    return _Finding(error, tuple(loc)), at, branch


def _holds(here: Any, part: int | str) -> bool:
    """Whether a part of a document has something under a key or number."""
    if isinstance(here, Mapping):
        return part in cast("Mapping[Any, Any]", here)
    if isinstance(here, list | tuple) and isinstance(part, int):
        return part < len(cast("Sequence[Any]", here))
    return False


# -- places -----------------------------------------------------------------------------------------------------------


def place(loc: Sequence[int | str], document: Any) -> str:
    """A path inside a JSON document, with names where entries of lists have them; they are counted from 0.

    >>> place(("sides", 0, "units", 1, "tq"), {"sides": [{"units": [{"code": "LN"}, {"code": "HC"}]}]})
    'sides[0].units[1] (HC).tq'
    >>> place(("hexsides", 0, "type"), {"hexsides": [{"a": "0504", "b": 505}]})
    'hexsides[0] (0504-0505).type'
    """
    text = ""
    here: Any = document
    parent = ""
    for part in loc:
        try:
            here = here[part]
        except (KeyError, IndexError, TypeError):
            here = None
        if isinstance(part, int):
            text += f"[{part}]"
            name = _name(here, parent)
            if name:
                text += f" ({name})"
        elif part != annotations.KEY:
            text += f".{part}" if text else part
            parent = part
    return text or "the document"


def _name(entry: Any, parent: str) -> str:
    """What an entry of a list is called by those who wrote it; "" where it has no name."""
    if not isinstance(entry, Mapping):
        return ""
    given = cast("Mapping[str, Any]", entry)
    if parent in _NAMED_LISTS:
        return str(given.get("code") or given.get("id") or "")
    if parent in ("hexsides", "borders") and {"a", "b"} <= given.keys():
        return "-".join(f"{x:04d}" if isinstance(x, int) else str(x) for x in (given["a"], given["b"]))
    if parent == "roads":
        return str(given.get("type") or "")
    return str(given.get("name") or "") if parent == "places" else ""


# -- reasons ----------------------------------------------------------------------------------------------------------


def _reason(e: Any, loc: Sequence[int | str], model: Any) -> str:
    kind, given = str(e["type"]), e.get("input")
    about: Mapping[str, Any] = e.get("ctx") or {}
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        fields = annotations.fields(model, loc[:-1])
        return "is no field of the format" + offer(str(loc[-1]), fields)
    if kind in ("literal_error", "enum", "value_error"):
        known = annotations.literals(model, loc)
        if known:
            return unknown(given, known)
    if kind == "value_error":
        return str(about["error"])
    if kind in _LIMITS:
        return f"{_LIMITS[kind].format(**about)}, not {shown(given)}"
    if kind in _LENGTHS:
        return _length(kind, given, about)
    return f"must be {_wanted(e, loc, model)}, not {shown(given)}"


def _length(kind: str, given: Any, about: Mapping[str, Any]) -> str:
    how, what = _LENGTHS[kind]
    n = about.get("min_length", about.get("max_length"))
    if kind == "string_too_short" and n == 1:
        return "must not be empty"
    some = what if n == 1 else "entries" if what == "entry" else f"{what}s"
    told = f", not {len(given)}" if hasattr(given, "__len__") else ""
    return f"must have {how.format(**about)} {some}{told}"


def _wanted(e: Any, loc: Sequence[int | str], model: Any) -> str:
    """What should have been written instead."""
    kind = str(e["type"])
    about: Mapping[str, Any] = e.get("ctx") or {}
    if kind in ("missing", "extra_forbidden"):
        return "an object with other fields"
    if kind == "string_pattern_mismatch":
        words = annotations.description(model, loc)
        return words or f"of the form {about['pattern']}"
    if kind in ("literal_error", "enum"):
        return _either([str(x) for x in annotations.literals(model, loc)] or [str(about.get("expected"))])
    if kind.startswith("int") and annotations.is_hex(model, loc):
        return HEX
    if kind in _WANTED:
        return _WANTED[kind]
    return f"something else ({e['msg'][0].lower() + e['msg'][1:]})"


def _usual(wanted: str) -> tuple[bool, int, str]:
    """Orders what a value may be: the usual kinds as listed above, then the others."""
    kinds = list(dict.fromkeys(_WANTED.values()))
    return (wanted not in kinds, kinds.index(wanted) if wanted in kinds else 0, wanted)


def shown(value: Any) -> str:
    """A value as it stands in the file, cut short.

    >>> shown(None), shown("a"), shown([1]), shown({})
    ('null', '"a"', 'a list', 'an object')
    """
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple | set | frozenset):
        return "a list"
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = str(value)
    text = text.encode("utf-8", "replace").decode("utf-8")
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def near(given: str, known: Iterable[str]) -> str | None:
    """The name that was probably meant.

    >>> near("thc1", ["LN1", "THC1"]), near("wood", ["open", "woods"]), near("lava", ["open", "woods"])
    ('THC1', 'woods', None)
    """
    if len(given) > LONGEST_NAME:
        return None
    names = list(known)
    folded = {_folded(k): k for k in reversed(names)}
    if _folded(given) in folded:
        return folded[_folded(given)]
    # LN1 is near LN2 without being meant by it: of a code only the case is forgiven.
    words = {k: name for k, name in folded.items() if not any(c.isdigit() for c in k)}
    close = get_close_matches(_folded(given), words, n=1, cutoff=0.7)
    return words[close[0]] if close else None


def _folded(name: str) -> str:
    return name.casefold().replace("-", "_").replace(" ", "_")


def offer(given: str, known: Iterable[str]) -> str:
    """What is added to a complaint about an unknown name: the one that was meant, or all there are.

    >>> offer("wood", ["open", "woods"]), offer("lava", ["open", "woods"]), offer("lava", [])
    ('; did you mean woods?', '; there are: open, woods', '')
    """
    names = list(known)
    meant = near(given, names)
    if meant is not None:
        return f"; did you mean {meant}?"
    if not names:
        return ""
    more = f" and {len(names) - MOST_OFFERED} more" if len(names) > MOST_OFFERED else ""
    return f"; there are: {', '.join(names[:MOST_OFFERED])}{more}"


def unknown(given: Any, known: Iterable[Any]) -> str:
    """A complaint about a value that isn't among those there are.

    >>> unknown("ful", ["full", "low", "no"])
    'must be full, low or no, not "ful"; did you mean full?'
    """
    names = [str(k) for k in known]
    meant = near(given, names) if isinstance(given, str) else None
    return f"must be {_either(names)}, not {shown(given)}" + (f"; did you mean {meant}?" if meant else "")


def _either(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
