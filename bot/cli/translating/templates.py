"""Templates in the sources: what is ever given to ``Text``, ``refuse`` and whatever else says a sentence.

Nothing is run. A sentence is followed back from where it is said: through conditions, names, tables, what functions
return, and out of a function whose caller brings it.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from bot.board.sentences import sentences

ROOT = Path(__file__).parents[3]

BOARD = "bot/board/page"
"""The pages of the board."""

PACKAGES = ("engine", "bot", "renderer", "scenarios")

QUIET = ("bot/cli/", "bot/monitoring/", "bot/storage/", "scenarios/schema/", "scenarios/vassal/")
"""What speaks to those who run the program, in English."""

SAYERS = {"Text": 0, "Refusal": 0, "refuse": 0, "word": 0, "translate": 0}
"""What says its argument with this number."""

TEMPLATE = "template"
"""A parameter of this name is said, whoever has it."""

ANYTHING = frozenset(["name", "value", "id", TEMPLATE, "key", "kind", "code", "get", "values", "items"])
"""Attributes of too many things to tell what they hold."""

DESCRIBING = frozenset(["command", "describe", "Choice", "Group", "ContextMenu", "GroupCog", "Branch", "rename"])
"""What tells Discord of a command, by keywords."""

MOST_MEANT = 3
"""Functions of one name whose results are looked through; methods of one's own may be many more."""

MOST_JOINED = 40
"""Sentences that are put together of beginnings and ends in one place."""

_LOGGED = re.compile(r"%[srd]")
"""What tells a line of the log."""

DEEPEST = 4
"""Steps a sentence is followed back."""

KEPT = frozenset(["points_name", "path", "back", "loss", "common", "told", "folded", "phases"])
"""Attributes whose values are sentences, wherever they are given."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Module:
    """One module, with what is looked up in it."""

    path: str
    tree: ast.Module
    constants: dict[str, list[ast.expr]] = field(default_factory=dict)
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Names from elsewhere: the module they are in, and what they are called there."""


@dataclass(frozen=True)
class Scope:
    """Where an expression stands."""

    module: Module
    function: Function | None
    method: bool = False


def read(root: Path = ROOT) -> list[Module]:
    """Every module of the program, tests and tools left out."""
    found: list[Module] = []
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if not name.startswith(QUIET):
                found.append(Module(name, ast.parse(path.read_text(encoding="utf-8"))))
    return found


class Extraction:
    """Follows sentences through some modules."""

    def __init__(self, modules: Iterable[Module]) -> None:
        self._modules = {m.path.removesuffix(".py").removesuffix("/__init__").replace("/", "."): m for m in modules}
        self._functions: dict[str, list[tuple[Function, Scope]]] = defaultdict(list)
        self._attributes: dict[str, list[tuple[ast.expr, Scope]]] = defaultdict(list)
        self._calls: list[tuple[ast.Call, Scope]] = []
        self._sayers: dict[str, set[int | str]] = {n: {k, TEMPLATE} for n, k in SAYERS.items()}
        self._known: dict[tuple[int, int], frozenset[str]] = {}
        """Strings by expression, and by how far each is followed."""
        self.found: dict[str, set[str]] = defaultdict(set)
        """Templates, each with the files it is said in."""
        self.told: set[str] = set()
        """What Discord is told of commands, which has at most a hundred characters."""
        for module in self._modules.values():
            self._survey(module, module.tree, Scope(module, None))
        self._follow()

    # -- what there is --------------------------------------------------------------------------------------------

    def _survey(self, module: Module, node: ast.AST, scope: Scope, method: bool = False) -> None:
        for child in ast.iter_child_nodes(node):
            inner, within = scope, False
            if isinstance(child, ast.Import | ast.ImportFrom):
                self._import(module, child)
            elif isinstance(child, ast.Assign | ast.AnnAssign) and child.value is not None:
                self._assigned(module, child, node, scope)
            elif isinstance(child, ast.ClassDef):
                within = True
            elif isinstance(child, Function):
                inner = Scope(module, child, method)
                self._functions[child.name].append((child, inner))
                for n, parameter in enumerate(_parameters(child, method)):
                    if parameter == TEMPLATE:
                        self._sayers.setdefault(child.name, set()).update((n, TEMPLATE))
            elif isinstance(child, ast.Call):
                self._calls.append((child, scope))
                for k in child.keywords:
                    if k.arg in KEPT:
                        self._attributes[k.arg].append((k.value, scope))
            self._survey(module, child, inner, within)

    def _import(self, module: Module, node: ast.Import | ast.ImportFrom) -> None:
        for a in node.names:
            if isinstance(node, ast.ImportFrom):
                module.imported[a.asname or a.name] = (str(node.module), a.name)

    def _assigned(self, module: Module, node: ast.Assign | ast.AnnAssign, parent: ast.AST, scope: Scope) -> None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            if not isinstance(target, ast.Name) or node.value is None:
                continue
            if isinstance(parent, ast.Module):
                module.constants.setdefault(target.id, []).append(node.value)
            elif isinstance(parent, ast.ClassDef):
                self._attributes[target.id].append((node.value, scope))

    # -- what is said ---------------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Say what the sayers say, until no more of them is found."""
        calls: dict[str, list[tuple[ast.Call, Scope]]] = defaultdict(list)
        for call, scope in self._calls:
            calls[_called(call)].append((call, scope))
        done: set[tuple[str, int | str]] = set()
        while todo := {(name, place) for name, places in self._sayers.items() for place in places} - done:
            done |= todo
            for name, place in sorted(todo, key=str):
                for call, scope in calls.get(name, ()):
                    given = _given(call, place)
                    for text in self._texts(given, scope, 0) if given is not None else ():
                        if (name in SAYERS or _sentence(text)) and _worded(text):
                            self.found[text].add(scope.module.path)
        for call, scope in self._calls:
            self._described(call, scope)

    def _described(self, call: ast.Call, scope: Scope) -> None:
        """What Discord is told of commands."""
        name = _called(call)
        if name not in DESCRIBING or not scope.module.path.startswith("bot/cogs/") or name == "rename":
            return
        for k in call.keywords:
            if (
                name == "describe"
                or k.arg in ("description", "group_description")
                or (name, k.arg) == ("Choice", "name")
            ):
                for text in self._texts(k.value, scope, 0):
                    self.found[text].add(scope.module.path)
                    self.told.add(text)

    def _texts(self, node: ast.expr, scope: Scope, depth: int) -> frozenset[str]:
        """The strings an expression may be."""
        if depth > DEEPEST:
            return frozenset()
        key = id(node), depth
        if key not in self._known:
            self._known[key] = frozenset()  # while it is looked for: it may lead back to itself
            self._known[key] = frozenset(self._found(node, scope, depth))
        return self._known[key]

    def _found(self, node: ast.expr, scope: Scope, deeper: int) -> Iterator[str]:
        match node:
            case ast.Constant(value=str() as text):
                if not _LOGGED.search(text):
                    yield text
            case ast.IfExp():
                yield from self._texts(node.body, scope, deeper)
                yield from self._texts(node.orelse, scope, deeper)
            case ast.BoolOp(values=values) | ast.Tuple(elts=values) | ast.List(elts=values) | ast.Set(elts=values):
                for value in values:
                    yield from self._texts(value, scope, deeper)
            case ast.Dict(keys=keys, values=values):
                for key in keys:
                    if key is not None:
                        yield from (t for t in self._texts(key, scope, deeper) if _sentence(t))
                for value in values:
                    yield from self._texts(value, scope, deeper)
            case ast.BinOp(op=ast.Add()):
                left, right = (list(self._texts(x, scope, deeper)) for x in (node.left, node.right))
                if len(left) * len(right) <= MOST_JOINED:
                    yield from (a + b for a in left for b in right)
            case ast.Subscript():
                yield from self._texts(node.value, scope, deeper)
            case ast.NamedExpr() | ast.Await() | ast.Starred():
                yield from self._texts(node.value, scope, deeper)
            case ast.Name(id=name):
                yield from self._named(name, scope, deeper + 1)
            case ast.Attribute(attr=name):
                yield from self._of_attribute(node, name, scope, deeper + 1)
            case ast.Call():
                yield from self._returned(node, scope, deeper + 1)
            case _:
                return

    def _named(self, name: str, scope: Scope, depth: int) -> Iterator[str]:
        function = scope.function
        if function is not None:
            parameters = _parameters(function, scope.method)
            if name in parameters:
                self._sayers.setdefault(function.name, set()).update((parameters.index(name), name))
                defaults = function.args.defaults
                for parameter, default in zip(parameters[::-1], defaults[::-1], strict=False):
                    if parameter == name:
                        yield from self._texts(default, scope, depth)
            local = list(_local(function, name))
            for value in local:
                yield from self._texts(value, scope, depth)
            if local or name in parameters:
                return
        yield from self._constant(scope.module, name, depth)

    def _constant(self, module: Module, name: str, depth: int) -> Iterator[str]:
        if name in module.constants:
            for value in module.constants[name]:
                yield from self._texts(value, Scope(module, None), depth)
        elif name in module.imported and depth <= DEEPEST:
            where, what = module.imported[name]
            if where in self._modules:
                yield from self._constant(self._modules[where], what, depth + 1)

    def _of_attribute(self, node: ast.Attribute, name: str, scope: Scope, depth: int) -> Iterator[str]:
        if isinstance(node.value, ast.Name) and node.value.id in scope.module.imported:
            where = ".".join(scope.module.imported[node.value.id])
            if where in self._modules:
                yield from self._constant(self._modules[where], name, depth)
                return
        if name not in ANYTHING:
            for value, where in self._attributes[name]:
                yield from (t for t in self._texts(value, where, depth) if _sentence(t))

    def _returned(self, node: ast.Call, scope: Scope, depth: int) -> Iterator[str]:
        if isinstance(node.func, ast.Attribute) and node.func.attr in (
            "get",
            "replace",
            "format",
            "pop",
            "values",
            "items",
        ):
            yield from self._texts(node.func.value, scope, depth)
            if node.func.attr == "get" and len(node.args) > 1:
                yield from self._texts(node.args[1], scope, depth)
            return
        meant = self._functions.get(_called(node), [])
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        if len(meant) <= MOST_MEANT or (isinstance(owner, ast.Name) and owner.id == "self"):
            for function, inner in meant:
                for value in _results(function):
                    yield from (t for t in self._texts(value, inner, depth) if _sentence(t))


def _sentence(text: str) -> bool:
    """Whether a string found by the way looks like one that is said."""
    plain = re.sub(r"[^A-Za-z]", "", text)
    return (" " in text.strip() or text[:1].isupper()) and not plain.isupper() and "_" not in text.partition(" ")[0]


def _worded(text: str) -> bool:
    """Whether there is anything to translate in it: not in values alone, with marks between them."""
    return any(c.isalpha() for c in re.sub(r"\{\w*\}", "", text))


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _given(call: ast.Call, place: int | str) -> ast.expr | None:
    """What a call is given as its argument of a number or name."""
    if isinstance(place, str):
        return next((k.value for k in call.keywords if k.arg == place), None)
    starred = any(isinstance(a, ast.Starred) for a in call.args[: place + 1])
    return call.args[place] if place < len(call.args) and not starred else None


def _parameters(function: Function, method: bool) -> list[str]:
    given = [a.arg for a in (*function.args.posonlyargs, *function.args.args)]
    static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for d in function.decorator_list)
    return given[1:] if method and given and not static else given


@cache
def _bound(function: Function) -> list[tuple[ast.expr, ast.expr]]:
    """What is given names within a function, each with its name or names."""
    found: list[tuple[ast.expr, ast.expr]] = []
    for n in ast.walk(function):
        if isinstance(n, ast.Assign):
            found += [(target, n.value) for target in n.targets]
        elif isinstance(n, ast.AnnAssign | ast.NamedExpr | ast.AugAssign) and n.value is not None:
            found.append((n.target, n.value))
        elif isinstance(n, ast.For | ast.comprehension):
            found.append((n.target, n.iter))
    return found


@cache
def _results(function: Function) -> list[ast.expr]:
    """What a function returns."""
    return [n.value for n in ast.walk(function) if isinstance(n, ast.Return | ast.Yield) and n.value is not None]


def _local(function: Function, name: str) -> Iterator[ast.expr]:
    """What a name may be within a function."""
    for target, value in _bound(function):
        yield from _unpacked(target, value, name)


def _unpacked(target: ast.expr, value: ast.expr, name: str) -> Iterator[ast.expr]:
    if isinstance(target, ast.Name) and target.id == name:
        yield value
    elif isinstance(target, ast.Tuple):
        places = [n for n, x in enumerate(target.elts) if isinstance(x, ast.Name) and x.id == name]
        for n in places:
            alike = isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts)
            yield value.elts[n] if alike and isinstance(value, ast.Tuple) else value


@cache
def extraction(root: Path = ROOT) -> Extraction:
    """What is found in the sources; read once."""
    return Extraction(read(root))


def templates(root: Path = ROOT) -> dict[str, set[str]]:
    """Every template of the program, and every sentence of the board's pages, with the files it is said in."""
    found = {text: set(files) for text, files in extraction(root).found.items()}
    for text, names in sentences(root / BOARD).items():
        found.setdefault(text, set()).update(f"{BOARD}/{name}" for name in names)
    return found


def descriptions(root: Path = ROOT) -> set[str]:
    """What Discord is told of commands, their options and choices."""
    return extraction(root).told
