"""Standing orders: whatever a game asks again and again, players can settle beforehand."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

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


@pytest.mark.parametrize("name", GAMES)
def test_every_standing_order_its_rules_know_may_be_given(name: str) -> None:
    offered = {p.kind for p in GAMES[name].policies}
    known = {p.kind for package in (family.__name__, f"engine.systems.{name}") for p in kinds(package)}
    assert known == offered
