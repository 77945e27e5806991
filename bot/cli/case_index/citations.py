"""Every place in a system's sources that names a case of its rulebook."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

How = Literal["docstring", "comment", "code", "data"]
"""In a docstring (of a module, class, function or constant), in a comment, as a string like ``rule="8.15"``, or as what
a file of data holds."""

_BETWEEN = re.compile(r"[\s,;&/]*(?:and\s+|or\s+|to\s+|-|–)?[\s:(]*")
"""What may stand between two cases at the beginning of a docstring: "6.1-6.3, 6.6 and 7.2"."""

_NUMBER = re.compile(
    r"(?<![\w./])(?<!\b[AGS] )"  # "A 6.71" is another book's.
    r"(?:(?P<upper>\d{1,2}\.\d{1,2})(?:/\w+|\(\w+\)|-[a-z]\d?|[A-Za-z])?"
    r"|\d{1,2}\.[A-Z]\d?|[A-Z]{1,2}-\w+|T:\w+|[a-z]+[:/]\w+)"
    r"(?![\w(]|\.\d)"
)
"""What may be a case's number: "8.15", "3.0A", "3.B2", "9.0-c1", "9.2/active", "10.4(2A)", "T-SHOCK", "table:clash"
or "courtrai/sally"."""

_MARKUP = ' "*#\n`'


@dataclass(frozen=True, slots=True)
class Citation:
    """One mention of one case."""

    case: str
    path: Path
    line: int
    """Of the definition whose docstring it is; else of the comment or string itself. Counted from 1."""
    scope: str
    """The definition it stands in: "Rout.flee"; "" in the module itself."""
    how: How
    lead: int | None
    """Its place among the cases its docstring or comment begins with, from 0; None when it is named further on."""
    beside: int
    """Cases its docstring or comment begins with."""
    spanned: bool = False
    """It lies within a range: 5.42 in "5.41-5.46"."""
    said: str = ""
    """The first sentence of the docstring or comment."""
    extent: int = 0
    """Lines of the definition whose docstring it is; 0 for anything else."""


class Cases:
    """The numbers of one rulebook, found in text."""

    def __init__(self, numbers: Sequence[str]) -> None:
        self.numbers = tuple(numbers)
        """In the order of the rules."""
        self._places = {number: i for i, number in enumerate(numbers)}

    def __contains__(self, text: object) -> bool:
        return text in self._places

    def found(self, text: str) -> Iterator[tuple[str, int | None, bool]]:
        """Each case a text names: its number, its place among those it begins with or None, whether only by a range.

        >>> list(Cases(["6.1", "6.11", "6.2", "7.2"]).found("6.1-6.2, 7.2 Moving; see 6.11."))
        [('6.1', 0, False), ('6.2', 1, False), ('6.11', 1, True), ('7.2', 2, False), ('6.11', None, False)]
        """
        end, place, previous, leading = 0, 0, "", True
        for number, start, stop in self._numbers(text):
            between = text[end:start]
            leading = leading and (_BETWEEN.fullmatch(between) is not None or (end == 0 and not between.strip(_MARKUP)))
            lead = place if leading else None
            yield number, lead, False
            if previous and between.strip() in ("-", "–", "to"):
                for inner in self.numbers[self._places[previous] + 1 : self._places[number]]:
                    yield inner, lead, True
            end, previous, place = stop, number, place + 1

    def _numbers(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Each number of this rulebook in a text, where it begins and ends."""
        for m in _NUMBER.finditer(text):
            for number in (m[0], m["upper"] or ""):
                if number in self._places:
                    yield number, m.start(), m.start() + len(number)
                    break


@dataclass(frozen=True, slots=True)
class _Docstring:
    scope: str
    line: int
    extent: int
    node: ast.Constant


def _docstrings(tree: ast.Module) -> Iterator[_Docstring]:
    """Every docstring, those of constants, fields and attributes set in a method included."""

    def walk(body: Sequence[ast.stmt], scope: str, owner: ast.AST) -> Iterator[_Docstring]:
        for i, node in enumerate(body):
            value = node.value if isinstance(node, ast.Expr) else None
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                before = body[i - 1] if i else owner
                if before is owner:
                    line, end = getattr(owner, "lineno", 1), getattr(owner, "end_lineno", 1)
                    yield _Docstring(scope, line, end - line if scope else 0, value)
                elif (name := _assigned(before)) is not None:
                    yield _Docstring(f"{scope}.{name}".lstrip("."), getattr(before, "lineno", 1), 0, value)
            elif isinstance(node, NAMED):
                yield from walk(node.body, f"{scope}.{node.name}".lstrip("."), node)
            else:
                for part in ("body", "orelse"):
                    yield from walk(getattr(node, part, ()), scope, node)

    yield from walk(tree.body, "", tree)


NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def _assigned(node: ast.AST) -> str | None:
    """The one name an assignment gives a value."""
    target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
    if isinstance(target, ast.Attribute):
        return target.attr
    return target.id if isinstance(target, ast.Name) else None


def _scopes(tree: ast.Module) -> list[tuple[int, int, str]]:
    """First line, last line and qualified name of every class and function; inner ones come after outer ones."""
    found: list[tuple[int, int, str]] = []

    def walk(node: ast.AST, scope: str) -> None:
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):
            inside = getattr(node, part, ())
            for child in inside if isinstance(inside, list) else ():
                inner = scope
                if isinstance(child, NAMED):
                    inner = f"{scope}.{child.name}".lstrip(".")
                    found.append((child.lineno, child.end_lineno or child.lineno, inner))
                walk(child, inner)

    walk(tree, "")
    return found


def _comments(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of every comment; lines of comment under one another are one."""
    first, last, text = 0, -1, ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        row, said = token.start[0], token.string.lstrip("#").strip()
        alone = token.line.lstrip().startswith("#")
        if alone and row == last + 1:
            text, last = f"{text} {said}", row
            continue
        if text:
            yield first, text
        first, last, text = row, row if alone else -1, said
    if text:
        yield first, text


@dataclass(frozen=True, slots=True)
class OtherBook:
    """How numbers that shared code writes out, those of the book it was first written for, read in another."""

    letter: str
    """What stands before numbers of that other book: "A" of "A 9.13"."""
    alike: Mapping[str, Sequence[str]]
    """Its own numbers of a case, by the first book's."""
    unknown: frozenset[str] = frozenset()
    """Its numbers that the first book has for nothing: wherever they stand, its own are meant."""

    def read(self, text: str) -> str:
        """The text with its numbers; what it doesn't have is left out.

        >>> OtherBook("A", {"8.23": ["8.24"]}).read("8.23 (A 8.25, S 8.26) Return fire, 8.1")
        '8.24 (8.25,  ) Return fire,  '
        >>> OtherBook("S", {"3.0D": ["3.D"], "table:clash": ["8.53"]}).read("3.0D Rout, table:clash (A 3.0), S 6.51b")
        '3.D Rout, 8.53, table:clash ( ), 6.51b'
        """

        def meant(m: re.Match[str]) -> str:
            if m["book"] in ("A", "G", "S"):
                return m["number"] if m["book"] == self.letter else " "
            table = m["number"].startswith("table:")  # Charts of one name are one chart.
            own = (m["number"],) if table or m["number"] in self.unknown else ()
            its = self.alike.get(m["number"], ())
            return ", ".join((*its, *own) if table else its or own) or " "

        return _WITH_BOOK.sub(meant, text)


def _spelled_out(text: str) -> str:
    """A text in which the letter of a book stands before each of several numbers that it is meant for.

    >>> _spelled_out("S 6.66, 9.61-9.64 and 4.24; 6.5, A 8.39 [1], 8.4")
    'S 6.66, S 9.61-S 9.64 and S 4.24; 6.5, A 8.39 [1], A 8.4'
    """
    before = ""
    while text != before:
        before, text = text, _LETTER_FOR_ALL.sub(r"\g<first>\g<book> ", text)
    return text


_LETTER_FOR_ALL = re.compile(
    r"(?<![\w./])(?P<first>(?P<book>[ACGS]) \d{1,2}\.\w{1,3}(?: [\[(]\w+[\])])?(?:, |-| and | or ))(?=\d{1,2}\.\d)"
)

_WITH_BOOK = re.compile(
    r"(?<![\w./])(?:(?P<book>[ACGS]) )?(?P<number>\d{1,2}\.(?:\d{1,2}[A-Za-z]?|[A-Z]\d?)|table:\w+)(?![\w(]|\.\d)"
)


def in_file(
    path: Path, cases: Cases, concepts: dict[str, str] | None = None, *, book: OtherBook | None = None
) -> list[Citation]:
    """Every mention in one Python file, in the order of its lines.

    ``concepts`` gives the number of a case that shared code calls by name: ``Case.RETURN_FIRE``. ``book``: numbers that
    are written out are another book's than that of ``cases``.
    """
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    scopes = _scopes(tree)
    found: list[Citation] = []

    def scope_at(line: int) -> str:
        return next((name for first, last, name in reversed(scopes) if first <= line <= last), "")

    def note(text: str, line: int, scope: str, how: How, extent: int = 0) -> None:
        text = _spelled_out(text)
        text = _with_numbers(text if book is None else book.read(text), concepts)
        named = list(cases.found(text))
        leads = {number for number, lead, _ in named if lead is not None}
        said = re.split(r"[.:;](?:\s|$)", text.strip(), maxsplit=1)[0]
        for number, lead, spanned in named:
            found.append(Citation(number, path, line, scope, how, lead, len(leads), spanned, said, extent))

    docs = list(_docstrings(tree))
    for doc in docs:
        note(str(doc.node.value), doc.line, doc.scope, "docstring", doc.extent)
    for line, text in _comments(source) if _REMARK.search(source) else ():
        note(text, line, scope_at(line), "comment")
    said = {id(doc.node) for doc in docs}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            if book is None and node.value in cases:
                found.append(Citation(node.value, path, node.lineno, scope_at(node.lineno), "code", None, 0))
        elif isinstance(node, ast.Attribute) and concepts and isinstance(node.value, ast.Name):
            number = concepts.get(node.attr) if node.value.id == "Case" else None
            if number is not None:
                found.append(Citation(number, path, node.lineno, scope_at(node.lineno), "code", None, 0))
    return sorted(found, key=lambda c: (c.line, c.scope, c.case))


_REMARK = re.compile(r"#.*(?:\d\.\d|[A-Z]-|[a-z][:/]\w|Case\.)")
"""A line whose comment may name a case: reading the others' tokens would take most of the time."""


def _with_numbers(text: str, concepts: dict[str, str] | None) -> str:
    """A text with the case numbers of one book in the place of ``Case.RETURN_FIRE`` and the like."""
    if not concepts:
        return text
    return re.sub(r"`*Case\.([A-Z_0-9]+)`*", lambda m: concepts.get(m[1], m[0]), text)


def prose(path: Path) -> list[str]:
    """What a Python file says in words: its docstrings and comments."""
    source = path.read_text("utf-8")
    said = [str(doc.node.value) for doc in _docstrings(ast.parse(source))]
    return [*said, *(text for _, text in _comments(source))]


def python_files(folders: Iterable[Path]) -> list[Path]:
    """All Python files below some folders."""
    return [path for folder in folders for path in sorted(folder.rglob("*.py"))]
