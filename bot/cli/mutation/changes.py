"""The small changes that break a rule: another comparison, another number, another sign, another junction."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["comparison", "number", "modifier", "junction"]

_COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
"""How each comparison is written, and what it is changed to: by one at the boundary, or to its opposite."""

PREFERENCES = ("lean",)
"""Arguments, variables and functions (``_lean``, ``_lean_of_it``) for what computer players prefer, and no rule."""

SIZES = ("maxsize",)
"""Arguments that bound what is kept in memory."""

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True)
class Change:
    """One change of a module's text."""

    line: int
    """Where it is, counted from 1."""
    start: int
    """Where the text that changes begins, in bytes of the file."""
    end: int
    old: str
    new: str
    kind: Kind
    function: bool
    """Whether it lies in a function's body, so that exchanging the function's code carries it out."""

    def apply(self, source: bytes) -> bytes:
        """The module's text with this change."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def changes(source: bytes) -> list[Change]:
    """Every change of a module that :data:`Kind` names, in the order of the text.

    Docstrings, annotations, indices and what stands in f-strings stay as they are; so do assertions,
    :data:`PREFERENCES`, :data:`SIZES`, and whether a word is a plural.
    Raises :class:`SyntaxError` for what is no Python.
    """
    reader = _Reader(source)
    return sorted(reader.visit(ast.parse(source), False), key=lambda c: (c.start, c.new))


class _Reader:
    """Walks a module's tree with the text at hand, since a changed tree would lose the layout."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.lines = [0]
        for line in source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def at(self, line: int, column: int) -> int:
        """Place of a node's edge: lines from 1, columns in bytes."""
        return self.lines[line - 1] + column

    def span(self, node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)

    def visit(self, node: ast.AST, function: bool) -> Iterator[Change]:
        if _no_rule(node):
            return
        yield from self._of(node, function)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "slice", "type_params") or isinstance(node, ast.JoinedStr):
                continue
            # Defaults and decorators are run where the function is defined, its body where it is called.
            inside = function or (isinstance(node, _FUNCTIONS) and name == "body")
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from self.visit(child, inside)

    def _of(self, node: ast.AST, function: bool) -> Iterator[Change]:
        if isinstance(node, ast.Compare):
            left = node.left
            for operator, right in zip(node.ops, node.comparators, strict=True):
                yield from self._between(left, right, _COMPARISONS.get(type(operator)), "comparison", function)
                left = right
        elif isinstance(node, ast.BoolOp):
            words = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:], strict=False):
                yield from self._between(left, right, words, "junction", function)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
            signs = ("+", "-") if isinstance(node.op, ast.Add) else ("-", "+")
            if not any(
                isinstance(x, ast.List | ast.JoinedStr | ast.Constant) and not _number(x)
                for x in (node.left, node.right)
            ):
                yield from self._between(node.left, node.right, signs, "modifier", function)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            start, end = self.span(node)
            inner, _ = self.span(node.operand)
            yield self._change(node, start, inner, "", "junction", function)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and _number(node.operand):
            start, end = self.span(node)
            inner, _ = self.span(node.operand)
            yield self._change(node, start, inner, "", "modifier", function)
        elif _number(node):
            assert isinstance(node, ast.Constant) and isinstance(node.value, int)
            start, end = self.span(node)
            yield self._change(node, start, end, str(node.value + 1), "number", function)

    def _between(
        self, left: ast.expr, right: ast.expr, words: tuple[str, str] | None, kind: Kind, function: bool
    ) -> Iterator[Change]:
        """An operator, found in the text between its operands."""
        if words is None:
            return
        (_, after), (before, _) = self.span(left), self.span(right)
        found = self.source[after:before].find(words[0].encode())
        if found >= 0:
            start = after + found
            line = self.source.count(b"\n", 0, start) + 1
            yield Change(line, start, start + len(words[0]), words[0], words[1], kind, function)

    def _change(self, node: ast.expr, start: int, end: int, new: str, kind: Kind, function: bool) -> Change:
        return Change(node.lineno, start, end, self.source[start:end].decode(), new, kind, function)


def _number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _no_rule(node: ast.AST) -> bool:
    """What may be otherwise and no rule is: what can't be false, what is preferred, "hit" or "hits"."""
    if isinstance(node, ast.keyword):
        return node.arg in (*PREFERENCES, *SIZES)
    if isinstance(node, ast.Assign):
        return all(isinstance(x, ast.Name) and x.id.lower() in PREFERENCES for x in node.targets)
    if isinstance(node, ast.FunctionDef):
        return any(f"{node.name}_".startswith(f"_{word}_") for word in PREFERENCES)
    if isinstance(node, ast.IfExp):
        words = [x.value for x in (node.body, node.orelse) if isinstance(x, ast.Constant) and isinstance(x.value, str)]
        return len(words) == 2 and "s" in (words[0].removeprefix(words[1]), words[1].removeprefix(words[0]))
    return isinstance(node, ast.Assert)
