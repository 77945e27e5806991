"""Text to statements and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from bot.notation.slips import direction
from engine.kernel.hexes import Facing
from engine.kernel.statement import Face, HexRef, Number, Sign, Statement, Token, Word, clipped
from engine.kernel.text import Refusal

MAX_STATEMENTS = 60
"""More in one message than anyone means to write; keeps a pasted novel from being executed."""

MAX_TOKENS = 300
"""A set-up of a campaign names every province with its troops."""

MAX_RANGE = 120
"""Units that one range names."""

_TOKEN = re.compile(
    r"""
      (?P<gap>[\s,\u00a0]+)
    | (?P<swap><>|[⇄↔])
    | (?P<move>[-=]?>|[→⇒])
    | (?P<with>&|\+(?=\s*[^\W\d_]))
    | (?P<face>@\s*(?P<direction>[^\W\d_]+(?:[-_][^\W\d_]+)?)?)
    | (?P<number>\+\s*\d{1,4}|[-−]\d{1,4}(?![^\s;,>&@\#]))
    | (?P<times>×)
    | (?P<word>(?:-(?!>)|=(?!>)|<(?!>)|[^-=<\s;,>&@\#+→⇒⇄↔×]|(?<=\w)@(?=\d{4}@))+)
    """,
    re.VERBOSE,
)

_RANGE = re.compile(r"([A-Za-z]{1,4})(\d{1,3})-(\d{1,3})", re.ASCII)
"""Several units of one kind: "THC1-5"."""

_SHORT_FACES = {"N": Facing.SIDE_N, "S": Facing.SIDE_S}


class NotationError(Refusal):
    """Text that is no statement; ``line`` and ``column`` count from 1."""

    def __init__(self, template: str, /, *, line: int, column: int, **params: Any) -> None:
        super().__init__(
            "Line {line}, character {column}: " + template if line > 1 else "At character {column}: " + template,
            line=line,
            column=column,
            **params,
        )
        self.line = line
        self.column = column


def parse(text: str) -> list[Statement]:
    """The statements of ``text``, empty ones left out. Raises :class:`NotationError`."""
    found: list[Statement] = []
    for number, line in enumerate(text.splitlines(), start=1):
        for start, part in _parts(line):
            tokens = tuple(_tokens(part, number, start))
            if not tokens:
                continue
            if len(tokens) > MAX_TOKENS:
                raise NotationError(
                    "this order is too long: {count} parts, {most} at most.",
                    line=number,
                    column=start + 1,
                    count=len(tokens),
                    most=MAX_TOKENS,
                )
            found.append(Statement(tokens, part.strip(), number))
            if len(found) > MAX_STATEMENTS:
                raise NotationError(
                    "that is more than {most} orders at once; send them in parts.",
                    line=number,
                    column=start + 1,
                    most=MAX_STATEMENTS,
                )
    return found


def format_statements(statements: Iterable[Statement]) -> str:
    """The canonical text, one statement to a line; :func:`parse` gives the same statements again."""
    return "\n".join(str(s) for s in statements)


def _parts(line: str) -> Iterator[tuple[int, str]]:
    """Start offset and text of each statement of a line, its comment cut off."""
    start = 0
    for part in line.split("#", 1)[0].split(";"):
        yield start, part
        start += len(part) + 1


def _tokens(part: str, line: int, start: int) -> Iterator[Token]:
    at = 0
    aims = named = False
    while at < len(part):
        column = start + at + 1
        match = _TOKEN.match(part, at)
        if match is None:
            raise NotationError("“{char}” doesn't belong in an order.", line=line, column=column, char=part[at])
        at = match.end()
        kind = match.lastgroup
        text = match.group()
        if kind == "gap":
            continue
        # A number after a word belongs to it: "aegyptus 2".
        after_word, named = named, kind == "word" and not text.isdigit()
        if kind == "move":
            aims = True
            yield Sign(">", text)
        elif kind == "swap":
            yield Sign("<>", text)
        elif kind == "with":
            yield Sign("&", text)
        elif kind == "times":
            yield Sign("x", text)
        elif match["face"] is not None:
            yield Face(_facing(match["direction"] or part[match.start() + 1 :].split(" ")[0], line, column), text)
        elif kind == "number":
            yield Number(int("".join(text.replace("−", "-").split())), text)
        elif text in ("x", "X"):
            yield Sign("x", text)
        elif text.isascii() and text.isdigit() and len(text) == 4:
            yield HexRef(int(text))
        elif text.isascii() and text.isdigit() and aims and not after_word:
            raise NotationError(
                "“{text}” is no hex; a hex has four digits, column then row, like 0203.",
                line=line,
                column=column,
                text=clipped(text),
            )
        else:
            yield from _words(text)


def _words(text: str) -> Iterator[Word]:
    """The word; "THC1-5" is five of them."""
    units = _RANGE.fullmatch(text)
    if units is None or not 0 < int(units[3]) - int(units[2]) < MAX_RANGE:
        yield Word(text)
        return
    for n in range(int(units[2]), int(units[3]) + 1):
        yield Word(f"{units[1]}{n}")


def _facing(text: str | None, line: int, column: int) -> Facing:
    name = (text or "").replace("-", "_").upper()
    if name in _SHORT_FACES:
        return _SHORT_FACES[name]
    try:
        return Facing[name]
    except KeyError:
        if (meant := direction(clipped(text or ""))) is not None:
            raise NotationError("{why}", line=line, column=column, why=meant) from None
        raise NotationError(
            "“@{text}” is no direction; use @E, @NE, @NW, @W, @SW or @SE.",
            line=line,
            column=column,
            text=clipped(text or ""),
        ) from None
