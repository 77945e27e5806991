"""Every place in a system's sources that names a case of its rulebook."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

How = Literal["docstring", "comment", "code", "data"]
"""In a docstring (of a module, class, function or constant), in a comment, as a string like ``rule="8.15"``, or as what
a file of data holds."""

_BETWEEN = re.compile(r"[\s,;&/]*(?:and\s+|or\s+|to\s+|-|–)?[\s:(]*")
"""What may stand between two cases at the beginning of a docstring: "6.1-6.3, 6.6 and 7.2"."""

UPPER = r"\d{1,2}\.\d{1,2}"
PARTED = r"(?:/\w+|\(\w+\)|-[a-z]\d?|[A-Za-z])"
OTHER = r"\d{1,2}\.[A-Z]\d?|[A-Z]{1,2}-\w+|T:\w+|[a-z]+[:/]\w+"
"""What may be a case's number: "8.15", which may be parted ("3.0A", "9.0-c1", "9.2/active", "10.4(2A)"), or another one
("3.B2", "T-SHOCK", "table:clash", "courtrai/sally")."""

_NUMBER = re.compile(
    r"(?<![\w./])(?<!\b[AGS] )"  # "A 6.71" is another book's.
    rf"(?:(?P<upper>{UPPER}){PARTED}?|{OTHER})"
    r"(?![\w(]|\.\d)"
)

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

    def place(self, number: str) -> int | None:
        """Where a number stands in the order of the rules; None for no number of this rulebook."""
        return self._places.get(number)

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


def _scope_at(scopes: Sequence[tuple[int, int, str]], line: int) -> str:
    return next((name for first, last, name in reversed(scopes) if first <= line <= last), "")


def _comments(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of every comment; lines of comment under one another are one.

    >>> list(_comments("# One\\n# and one.\\nx = '# none'  # Two"))
    [(1, 'One and one.'), (3, 'Two')]
    """
    first, last, text = 0, -1, ""
    row, at = 1, 0
    for m in _STRING_OR_COMMENT.finditer(source):
        if m["comment"] is None:
            continue
        row, at = row + source.count("\n", at, m.start()), m.start()
        said = m["comment"].lstrip("#").strip()
        alone = not source[source.rfind("\n", 0, at) + 1 : at].strip()
        if alone and row == last + 1:
            text, last = f"{text} {said}", row
            continue
        if text:
            yield first, text
        first, last, text = row, row if alone else -1, said
    if text:
        yield first, text


_STRING_OR_COMMENT = re.compile(
    r'"{3}(?:[^\\]|\\.)*?"{3}'
    r"|'{3}(?:[^\\]|\\.)*?'{3}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'(?:[^'\\\n]|\\.)*'"
    r"|#(?P<comment>[^\n]*)",
    re.DOTALL,
)
"""Reading every token would take thirty times as long."""


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
        >>> OtherBook("A", {"10.15": ["10.26"]}).read("10.15(1) Units; 10.15 Units")
        '10.26 Units; 10.26 Units'
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
    r"(?<![\w./])(?:(?P<book>[ACGS]) )?(?P<number>\d{1,2}\.(?:\d{1,2}[A-Za-z]?|[A-Z]\d?)|table:\w+)"
    r"(?:\(\w+\))?(?![\w(]|\.\d)"  # a part of a case, "10.15(1)", goes with it
)


@dataclass(frozen=True, slots=True)
class _Words:
    """A docstring or a comment."""

    text: str
    line: int
    scope: str
    how: How
    extent: int = 0


@dataclass(frozen=True, slots=True)
class _Source:
    """What a Python file holds that may name cases, of whichever book."""

    words: Sequence[_Words]
    strings: Sequence[tuple[str, int]]
    """Strings in the code, each with its line."""
    concepts: Sequence[tuple[str, int]]
    """Cases by what shared code calls them, "RETURN_FIRE", each with its line."""
    scopes: Sequence[tuple[int, int, str]]


@cache
def _source(text: str) -> _Source:
    """A file's text, taken apart. It is kept: what systems share is looked through for several books."""
    tree = ast.parse(text)
    scopes = _scopes(tree)
    docs = list(_docstrings(tree))
    words = [_Words(str(doc.node.value), doc.line, doc.scope, "docstring", doc.extent) for doc in docs]
    words += [_Words(said, line, _scope_at(scopes, line), "comment") for line, said in _comments(text)]
    documenting = {id(doc.node) for doc in docs}
    strings, concepts = list[tuple[str, int]](), list[tuple[str, int]]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documenting:
            strings.append((node.value, node.lineno))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Case":
            concepts.append((node.attr, node.lineno))
    return _Source(words, strings, concepts, scopes)


def in_file(
    path: Path, cases: Cases, concepts: Mapping[str, str] | None = None, *, book: OtherBook | None = None
) -> list[Citation]:
    """Every mention in one Python file, in the order of its lines.

    ``concepts`` gives the number of a case that shared code calls by name: ``Case.RETURN_FIRE``. ``book``: numbers that
    are written out are another book's than that of ``cases``.
    """
    source = _source(path.read_text("utf-8"))
    found: list[Citation] = []
    for w in source.words:
        text = _spelled_out(w.text)
        text = _with_numbers(text if book is None else book.read(text), concepts)
        named = list(cases.found(text))
        leads = {number for number, lead, _ in named if lead is not None}
        said = re.split(r"[.:;](?:\s|$)", text.strip(), maxsplit=1)[0]
        for number, lead, spanned in named:
            found.append(Citation(number, path, w.line, w.scope, w.how, lead, len(leads), spanned, said, w.extent))
    coded = [(text, line) for text, line in source.strings if text in cases] if book is None else []
    coded += [(concepts[name], line) for name, line in source.concepts if name in concepts] if concepts else []
    found += [Citation(case, path, line, _scope_at(source.scopes, line), "code", None, 0) for case, line in coded]
    return sorted(found, key=lambda c: (c.line, c.scope, c.case))


def _with_numbers(text: str, concepts: Mapping[str, str] | None) -> str:
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
