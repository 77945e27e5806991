"""Standing orders: whatever a game asks again and again, players can settle beforehand."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.systems.alexander as alexander
import engine.systems.gboh as family
from engine.kernel.decisions import PolicyKind
from engine.systems.alexander.system import Alexander
from engine.systems.cataphract.system import Cataphract

GAMES = {"alexander": Alexander, "cataphract": Cataphract}


def kinds(package: str) -> Iterator[PolicyKind]:
    """Every kind of standing order that a package's modules know."""
    path = importlib.import_module(package).__path__
    for found in pkgutil.walk_packages(path, f"{package}."):
        for value in vars(importlib.import_module(found.name)).values():
            yield from (x for x in (value if isinstance(value, tuple) else (value,)) if isinstance(x, PolicyKind))


OF_SOME = {"arrange-withdrawal", "arranged-withdrawal"}
"""Standing orders for what not all sisters have."""


@pytest.mark.parametrize("name", GAMES)
def test_every_standing_order_its_rules_know_may_be_given(name: str) -> None:
    offered = {p.kind for p in GAMES[name].policies}
    known = {p.kind for package in (family.__name__, f"engine.systems.{name}") for p in kinds(package)}
    assert offered <= known
    assert known - offered <= OF_SOME


ALWAYS_ASKED = {
    "abatis", "activation", "advance-hex", "bid", "choose-side", "elite", "entry-hex", "go-on", "impetuosity",
    "last-call", "leader-order", "momentum", "reactivation", "rearguard", "second-shot", "succession",
}  # fmt: skip
"""Questions nobody answers beforehand: a turn hangs on them, or they come once in a battle."""


KIND_IS = {"which.piece": 2, "which_of.piece": 2, "which.place": 3, "which.facing": 3}
"""Of the questions in ``gboh/orders/which``, the argument that names them."""


def test_every_other_question_that_recurs_has_one() -> None:
    packages = (Path(f).parent for f in (family.__file__, alexander.__file__) if f is not None)
    asked: set[str] = set()
    for file in (f for p in packages for f in p.rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("Choose", "yes_no"):
                given = {k.arg: k.value for k in call.keywords}
                if "policy" not in given:
                    asked.add(ast.literal_eval(given["kind"]))
            if isinstance(call, ast.Call) and ast.unparse(call.func) in KIND_IS:
                kind = call.args[KIND_IS[ast.unparse(call.func)]]
                if isinstance(kind, ast.Constant) and all(k.arg != "standing" for k in call.keywords):
                    asked.add(str(kind.value))
    assert asked == ALWAYS_ASKED
