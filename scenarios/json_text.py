"""From JSON text to a document, with what an author does wrong in JSON told in words, and read on all the same."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from engine.kernel.complaints import place
from engine.kernel.json_values import is_array, is_object
from engine.kernel.statement import clipped
from scenarios.errors import ScenarioError

_WHY = {
    "Expecting ',' delimiter": "a comma is missing before this, or a closing bracket",
    "Expecting ':' delimiter": "a colon is missing after the name",
    "Expecting property name enclosed in double quotes": "a name in double quotes should stand here, "
    "or there is a comma too many before it",
    "Expecting value": "a value should stand here, or there is a comma too many before it",
    "Extra data": "the document is over before this",
    "Invalid control character at": "a text goes on over the end of its line",
    "Unterminated string starting at": "the quotes that open here are never closed",
}
"""What Python's messages mean to an author."""

_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"?|(?P<comment>//[^\n]*)')
"""Texts, which are passed over, and what an author has noted for readers, from two slashes to the end of the line."""

_UNQUOTED = re.compile(r'"(?:[^"\\]|\\.)*"?|(?P<number>(?<![\w.+-])-?0\d+)(?![\w.])', re.DOTALL)
"""Texts, which are passed over, and whole numbers that begin with 0."""


HEX_DIGITS = 4
"""A number of that many digits is a hex, and stands in quotes when it begins with 0; others do without the 0."""


@dataclass(frozen=True)
class Loose:
    """A document, and what was wrong with it as JSON but could be understood."""

    document: dict[str, Any]
    problems: tuple[str, ...] = ()


def parse(text: str, origin: str, largest: float = math.inf) -> dict[str, Any]:
    """The JSON object in ``text``, without numbers larger than ``largest`` in either direction.

    Raises :class:`ScenarioError` for bad JSON, for names given twice, and for NaN, Infinity and numbers too large.
    """
    loose = parse_on(text, origin, largest)
    if loose.problems:
        raise ScenarioError(origin, loose.problems)
    return loose.document


def parse_on(text: str, origin: str, largest: float = math.inf) -> Loose:
    """The same for those who go on to check the document: names given twice and numbers that begin with 0 are told
    with what is found then, instead of hiding it.

    >>> parse_on('{"hex": 0706, "hex": 0805}', "here").problems[0]
    'line 1, column 9: 0706 begins with 0, so it is written "0706"'
    >>> parse_on('{"map": {"id": 1, "id": 2}}', "here").problems
    ('map.id: is given twice in one object',)
    """
    text = uncommented(text.removeprefix("\ufeff"))
    twice: dict[int, tuple[dict[str, Any], list[str]]] = {}

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                # Kept beside its id, so that the id isn't used again.
                twice.setdefault(id(found), (found, []))[1].append(name)
            found[name] = value
        return found

    def measured(number: Any) -> Any:
        if not abs(number) <= largest or abs(number) == math.inf:
            raise _NoNumber("a number is too large")
        return number

    quoted, unquoted = _quoted(text)

    def zeros(before: tuple[float, float] = (math.inf, 0)) -> list[str]:
        """Numbers that begin with 0; after quotes that were never closed texts are taken for them."""
        return [
            f"line {line}, column {column}: {clipped(number)} begins with 0, so it is written {clipped(mended)}"
            for line, column, number, mended in unquoted
            if (line, column) < before
        ]

    problems = zeros()
    try:
        data = json.loads(
            quoted,
            object_pairs_hook=unique,
            parse_constant=_constant,
            parse_float=lambda x: measured(float(x)),
            parse_int=lambda x: measured(int(x)),
        )
    except json.JSONDecodeError as e:
        why = next((words for begin, words in _WHY.items() if e.msg.startswith(begin)), e.msg)
        # The quotes put in have moved what comes after them on its line.
        column = e.colno
        for line, at, number, mended in unquoted:
            if line == e.lineno and at < column:
                column += len(number) - len(mended)
        problems = [*zeros((e.lineno, column)), f"line {e.lineno}, column {column}: no valid JSON: {why}"]
        raise ScenarioError(origin, problems) from e
    except _NoNumber as e:
        raise ScenarioError(origin, [*problems, f"no valid JSON: {e}"]) from None
    except RecursionError:
        raise ScenarioError(origin, ["no valid JSON: nested too deeply"]) from None
    except ValueError:
        raise ScenarioError(origin, ["no valid JSON: a number has too many digits"]) from None
    if not is_object(data):
        raise ScenarioError(origin, ["the document must be a JSON object"])
    reached: list[str] = []
    if twice:
        reached = list(_given_twice(data, {k: names for k, (_, names) in twice.items()}))
    return Loose(data, (*problems, *reached))


def uncommented(text: str) -> str:
    """The text with blanks in the place of comments, so that everything else stays where it is.

    >>> uncommented('{"a": "http://b"} // why')
    '{"a": "http://b"}       '
    """
    return _COMMENT.sub(lambda m: " " * len(m.group()) if m["comment"] else m.group(), text)


def decoded(data: bytes, origin: str) -> str:
    """The text in a file, with a byte-order mark or without one. Raises :class:`ScenarioError`."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        raise ScenarioError(origin, [f"is no UTF-8 text: {e.reason} at byte {e.start}"]) from e


def _quoted(text: str) -> tuple[str, list[tuple[int, int, str, str]]]:
    """The text with numbers that begin with 0 mended; and of each: line and column (counted from 1), old and new."""
    found: list[tuple[int, int, str, str]] = []
    line, begin, seen = 1, 0, 0

    def quote(match: re.Match[str]) -> str:
        nonlocal line, begin, seen
        number = match["number"]
        if not number:
            return match.group()
        line += text.count("\n", seen, match.start())
        begin = max(begin, text.rfind("\n", seen, match.start()) + 1)
        seen = match.start()
        # Not as an int: Python reads none of more than 4,300 digits.
        bare = number.removeprefix("-").lstrip("0") or "0"
        mended = (
            f'"{number}"' if len(number) == HEX_DIGITS else f"{'-' if number[0] == '-' and bare != '0' else ''}{bare}"
        )
        found.append((line, match.start() - begin + 1, number, mended))
        return mended

    return _UNQUOTED.sub(quote, text), found


def _given_twice(data: dict[str, Any], twice: dict[int, list[str]]) -> Iterator[str]:
    """One sentence for each name given twice, with its path; objects that were overwritten themselves come last."""
    left = dict(twice)
    waiting: list[tuple[tuple[int | str, ...], Any]] = [((), data)]
    while waiting:
        loc, here = waiting.pop()
        if is_object(here):
            for name in dict.fromkeys(left.pop(id(here), ())):
                yield f"{place((*loc, name), data)}: is given twice in one object"
            waiting += [((*loc, k), v) for k, v in reversed(here.items())]
        elif is_array(here):
            waiting += [((*loc, i), v) for i, v in reversed(list(enumerate(here)))]
    for names in left.values():
        for name in dict.fromkeys(names):
            yield f"{name}: is given twice in one object, which is itself given twice"


class _NoNumber(ValueError):
    """Python takes it for a number, JSON doesn't."""


def _constant(name: str) -> NoReturn:
    raise _NoNumber(f"{name} is no number")
