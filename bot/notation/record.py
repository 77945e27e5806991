"""A battle as a text file, to keep, read, annotate and play back: what PGN is to chess. docs/records.md is its grammar.

Reading and writing are inverses: what is written reads as the same record. Nothing here knows a rule.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from engine.kernel.text import Refusal
from scenarios import ScenarioError
from scenarios.json_text import parse

FORMAT = "hexarch-record/1"

MOST_LINES = 100_000
LONGEST_LINE = 20_000
"""Characters of a line; the scenario's alone may be longer."""

LONGEST_COMMENT = 2_000

LARGEST = 10**9
"""Largest number that may stand in it, in either direction."""


@dataclass(frozen=True, slots=True)
class Given:
    """An order or answer of a side, numbered from 1."""

    number: int
    side: str
    text: str
    """Statements as players write them, one after the other with "; " between."""
    raw: dict[str, Any] | None = None
    """The answer as the engine knows it, where no statement says it; then ``text`` is "". """
    by: str = ""
    """Who gave it in the player's stead: "deadline", "standing order"..."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """Dice that a rule asked for."""

    n: int
    """Number in the battle's trail."""
    dice: tuple[int, ...]
    text: str = ""
    """What for, and what came of it: for readers."""


@dataclass(frozen=True, slots=True)
class Told:
    """What happened, in words: for readers; the rules tell it again when the record is played back."""

    text: str


@dataclass(frozen=True, slots=True)
class Comment:
    """A player's remark."""

    by: str
    text: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A referee's act or word, as the journal has it."""

    kind: str
    """"act" or "word"."""
    data: dict[str, Any]


Item: TypeAlias = Given | Thrown | Told | Comment | Ruling


@dataclass(frozen=True, slots=True)
class Side:
    """One side and who played it."""

    id: str
    name: str
    player: str = ""


@dataclass(frozen=True)
class Record:
    """A battle on paper."""

    tags: dict[str, str]
    """Scenario, Engine, Title, Date, Options, Result, State..."""
    sides: tuple[Side, ...]
    items: tuple[Item, ...]
    document: dict[str, Any] | None = field(default=None)
    """The scenario, where it isn't the one that comes with the program."""


# -- writing ----------------------------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """The text of a record; :func:`read` gives the same record again."""
    lines = [_tag("Format", FORMAT), *(_tag(k, v) for k, v in record.tags.items())]
    lines += [_tag("Side", s.id, s.name, s.player) for s in record.sides]
    lines.append("")
    for item in record.items:
        lines += _lines(item)
    if record.document is not None:
        lines += ["", "%scenario " + json.dumps(record.document, ensure_ascii=False, separators=(",", ":"))]
    return "\n".join(lines) + "\n"


def _tag(name: str, *values: str) -> str:
    said = " ".join('"' + _flat(v).replace("\\", "\\\\").replace('"', '\\"') + '"' for v in values)
    return f"[{name} {said}]"


def _lines(item: Item) -> Iterator[str]:
    match item:
        case Given():
            who = f"{item.side} ({item.by})" if item.by else item.side
            said = item.text if item.raw is None else "= " + json.dumps(item.raw, ensure_ascii=False)
            yield f"{item.number}. {who}: {said}"
        case Thrown():
            dice = " ".join(map(str, item.dice))
            yield f"   roll {item.n}: {dice}" + (f" | {_flat(item.text)}" if item.text else "")
        case Told():
            yield f"   > {_flat(item.text)}"
        case Comment():
            by = _flat(item.by).translate(_BRACES).replace(":", " ")
            yield "   {" + f"{by}: {_flat(item.text).translate(_BRACES)}" + "}"
        case Ruling():
            yield f"! {item.kind} " + json.dumps(item.data, ensure_ascii=False)


_BRACES = str.maketrans("{}", "()")
"""Comments stand in braces, so there are none in them."""


def _flat(text: str) -> str:
    """One line."""
    return " ".join(text.split())


# -- reading ----------------------------------------------------------------------------------------------------------

_TAG = re.compile(r'\[([A-Za-z][A-Za-z-]{0,30})((?: "(?:[^"\\]|\\.)*")+)\]')
_VALUE = re.compile(r'"((?:[^"\\]|\\.)*)"')
_GIVEN = re.compile(r"(\d{1,6})\. ([A-Za-z0-9_-]{1,40})(?: \(([^()]{1,40})\))?: ?(.*)")
_THROWN = re.compile(r"roll (\d{1,7}): (\d{1,4}(?: \d{1,4}){0,99})(?: \| (.*))?")
_COMMENT = re.compile(r"\{([^:{}]{0,100}): ?([^{}]*)\}")
_RULING = re.compile(r"! (act|word) (.*)")


def read(text: str) -> Record:
    """The record a text holds. Raises Refusal with the line for what is none."""
    tags: dict[str, str] = {}
    sides: list[Side] = []
    items: list[Item] = []
    document: dict[str, Any] | None = None
    count = 0
    for number, line in _numbered(text):
        if document is not None:
            raise _wrong(number, "nothing follows the scenario")
        if line.startswith("["):
            name, values = _read_tag(number, line)
            if items:
                raise _wrong(number, "a tag stands among the orders; tags come first")
            if name == "Side":
                sides.append(_side(number, values))
            elif len(values) != 1 or name in tags:
                raise _wrong(number, "the tag {name} wants one value, once", name=name)
            else:
                tags[name] = values[0]
        elif line.startswith("%scenario "):
            document = _object(number, line.removeprefix("%scenario "))
        else:
            item = _item(number, line)
            if isinstance(item, Given):
                count += 1
                if item.number != count:
                    raise _wrong(number, "order {n} where {next} is next", n=item.number, next=count)
            items.append(item)
    if tags.pop("Format", None) != FORMAT:
        raise Refusal('This is no record of a battle: it doesn\'t begin with [Format "{format}"].', format=FORMAT)
    if not sides:
        raise Refusal("The record names no side.")
    return Record(tags, tuple(sides), tuple(items), document)


def _numbered(text: str) -> Iterable[tuple[int, str]]:
    """Lines with something on them, and their numbers."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise Refusal("A record has at most {n} lines.", n=MOST_LINES)
    for number, raw in enumerate(lines, start=1):
        line = raw.strip()
        if len(line) > LONGEST_LINE and not line.startswith("%scenario "):
            raise _wrong(number, "the line is too long")
        if line:
            yield number, line


def _read_tag(number: int, line: str) -> tuple[str, list[str]]:
    match = _TAG.fullmatch(line)
    if match is None:
        raise _wrong(number, 'a tag is written [Name "value"]')
    return match[1], [re.sub(r"\\(.)", r"\1", v) for v in _VALUE.findall(match[2])]


def _side(number: int, values: list[str]) -> Side:
    if not 1 <= len(values) <= 3:
        raise _wrong(number, 'a side is written [Side "id" "name" "player"]')
    return Side(values[0], values[1] if len(values) > 1 else values[0], values[2] if len(values) > 2 else "")


def _item(number: int, line: str) -> Item:
    if match := _GIVEN.fullmatch(line):
        said = match[4].strip()
        raw = _object(number, said[1:]) if said.startswith("=") else None
        if raw is None and not said:
            raise _wrong(number, "an order says nothing")
        return Given(int(match[1]), match[2], "" if raw is not None else said, raw, match[3] or "")
    if match := _THROWN.fullmatch(line):
        return Thrown(int(match[1]), tuple(int(d) for d in match[2].split()), match[3] or "")
    if line.startswith(">"):
        return Told(line[1:].strip())
    if match := _COMMENT.fullmatch(line):
        if len(match[2]) > LONGEST_COMMENT:
            raise _wrong(number, "the comment is too long")
        return Comment(match[1].strip(), match[2].strip())
    if match := _RULING.fullmatch(line):
        return Ruling(match[1], _object(number, match[2]))
    raise _wrong(number, "this is no order, roll, comment or tag")


def _object(number: int, text: str) -> dict[str, Any]:
    try:
        return parse(text, "", LARGEST)
    except ScenarioError:
        raise _wrong(number, "the part in braces is no JSON object") from None


def _wrong(line: int, why: str, **values: Any) -> Refusal:
    return Refusal("Line {line} of the record: " + why + ".", line=line, **values)
