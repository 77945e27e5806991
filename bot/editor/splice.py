"""Changes in the text of a JSON file that leave everything else in it as its author wrote it, notes included."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Set
from typing import Any

from scenarios.json_text import uncommented

Path = tuple[str | int, ...]

WIDE = 110
"""Characters a value may have to stand on one line."""


def changed(text: str, changes: Mapping[Path, str | None]) -> str:
    """The text with values replaced by JSON texts; a name its object doesn't have yet is put at the object's end, as is
    the entry of a list whose number is the next one. None takes an entry out of its list, a name out of its object.

    Raises KeyError for a path whose object or list isn't there, ValueError for a text that is no JSON.
    """
    plain = uncommented(text)
    edits: list[tuple[int, int, str]] = []
    added: dict[tuple[int, int], list[str]] = {}
    emptied: set[tuple[int, int]] = set()
    for path in {p[:-1]: None for p, v in changes.items() if v is None}:
        gone = {p[-1] for p, v in changes.items() if v is None and p[:-1] == path}
        edits += _without(plain, path, gone)
        span = _span(plain, path)
        if gone.issuperset(name for name, _, _ in _members(plain, span[0])):
            emptied.add(span)
    for path, value in changes.items():
        if value is None:
            continue
        try:
            begin, end = _span(plain, path)
            edits.append((begin, end, value))
        except KeyError:
            *way, name = path
            span = _span(plain, tuple(way))
            if isinstance(name, int) and name != sum(1 for _ in _members(plain, span[0])):
                raise
            if plain[span[0]] != ("{" if isinstance(name, str) else "["):
                raise
            added.setdefault(span, []).append(
                f"{json.dumps(name)}: {value}" if isinstance(name, str) else f"\n        {value}"
            )
    for (begin, end), members in added.items():
        last = begin + len(plain[begin : end - 1].rstrip())
        comma = "" if plain[last - 1] in "{[" or (begin, end) in emptied else ","
        edits.append((last, last, comma + " " + ", ".join(members)))
    for begin, end, value in sorted(edits, reverse=True):
        text = text[:begin] + value + text[end:]
    return text


def _span(text: str, path: Path) -> tuple[int, int]:
    """Where a value stands. Raises KeyError where there is none."""
    at = _blank(text, 0)
    for step in path:
        found = next((b for name, _, b in _members(text, at) if name == step), None)
        if found is None:
            raise KeyError(step)
        at = found
    return at, json.JSONDecoder().raw_decode(text, at)[1]


def _without(text: str, path: Path, names: Set[str | int]) -> list[tuple[int, int, str]]:
    """Edits that take entries out of a list or an object, with the commas that are too many then."""
    spans = {name: (start, _span(text, (*path, name))[1]) for name, start, _ in _members(text, _span(text, path)[0])}
    if missing := [n for n in names if n not in spans]:
        raise KeyError(missing[0])
    edits = []
    for n in names:
        begin, end = spans[n]
        comma = _blank(text, end)
        edits.append((begin, comma + 1 if text[comma] == "," else end, ""))
    left = [span for n, span in spans.items() if n not in names]
    if left and left[-1] != list(spans.values())[-1]:
        comma = _blank(text, left[-1][1])
        edits.append((comma, comma + 1, ""))
    return edits


def _members(text: str, at: int) -> Iterator[tuple[str | int, int, int]]:
    """Name or number of all in the object or list that begins there, where each begins and where its value does."""
    decoder = json.JSONDecoder()
    opening = text[at]
    if opening not in "{[":
        return
    at = _blank(text, at + 1)
    number = 0
    while text[at] not in "}]":
        name: str | int = number
        start = at
        if opening == "{":
            name, at = decoder.raw_decode(text, at)
            at = _blank(text, _blank(text, at) + 1)
        yield name, start, at
        at = _blank(text, decoder.raw_decode(text, at)[1])
        if text[at] == ",":
            at = _blank(text, at + 1)
        number += 1


def _blank(text: str, at: int) -> int:
    """The next place that isn't blank."""
    while text[at].isspace():
        at += 1
    return at


def written(value: Any, indent: int = 4) -> str:
    """A value as authors write it: on one line where it is short, else an entry a line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) <= WIDE or not isinstance(value, dict | list):
        return line
    pad = " " * indent
    if isinstance(value, dict):
        entries = [f"{json.dumps(k, ensure_ascii=False)}: {written(v, indent + 2)}" for k, v in value.items()]
    else:
        entries = [written(x, indent + 2) for x in value]
    rows: list[str] = []
    for e in entries:
        # Several short entries to a line.
        if rows and len(rows[-1]) + len(e) + 2 <= WIDE and "\n" not in rows[-1] + e:
            rows[-1] += f", {e}"
        else:
            rows.append(e)
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{opening}\n{pad}  " + f",\n{pad}  ".join(rows) + f"\n{pad}{closing}"
