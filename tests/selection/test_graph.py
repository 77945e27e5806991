"""What a change reaches, on a small project made for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.selection.graph import Graph, imports
from tests.selection.rows import Loads, Plays, Reads, Table

MODULES = {
    "shop": "",
    "shop.prices": "",
    "shop.till": "from shop import prices",
    "shop.counters": 'COUNTERS = ["shop.counters.bread"]',
    "shop.registry": "",
    "shop.games.chess.rules": "",
    "shop.games.chess.board": "",
    "shop.games.go.rules": "from shop import prices",
    "shop.wares": "",
    "tests": "",
    "tests.conftest": "",
    "tests.kit": "from shop import till",
    "tests.till.conftest": "",
    "tests.till.test_till": "from tests.kit import till",
    "tests.test_prices": "from shop import prices",
    "tests.test_program": 'PROGRAM = "import shop.till"',
    "tests.chess.test_play": "from shop import registry",
    "tests.go.test_play": "from shop import registry",
    "tests.go.test_all": "from shop.registry import GAMES",
    "tests.test_games": "from shop import registry",
    "tests.test_pages": "",
    "tests.test_wares": 'PAGE = ROOT / "docs" / "wares.md"',
}
PACKAGES = {"shop", "shop.games", "shop.games.chess", "shop.games.go", "tests", "tests.till", "tests.chess", "tests.go"}
IMPORTS = {
    "shop.till": {"shop.prices"},
    "shop.games.go.rules": {"shop.prices"},
    "tests.kit": {"shop.till"},
    "tests.till.test_till": {"tests.kit"},
    "tests.test_prices": {"shop.prices"},
    "tests.chess.test_play": {"shop.registry"},
    "tests.go.test_play": {"shop.registry"},
    "tests.go.test_all": {"shop.registry"},
    "tests.test_games": {"shop.registry"},
    "tests.test_wares": {"shop.wares"},
}
TABLE = Table(
    packages=("shop", "tests"),
    tests=("tests/**/test_*.py",),
    systems=("chess", "go"),
    loads=(
        Loads("shop.registry", ("shop/games/<system>/rules.py",), "when a game is asked for"),
        Loads("shop.wares", ("shop/counters.py",), "by name"),
    ),
    reads=(
        Reads(("tests/test_pages.py",), ("docs/*.md", "shop/**"), "paths"),
        Reads(("shop/games/<game>/rules.py",), ("shop/games/<game>/*.json",), "charts"),
        Reads(("shop/registry.py",), ("battles/<system>/*.json",), "battles"),
    ),
    plays=(Plays(("tests/chess/**",), ("chess",), "its own"), Plays(("tests/go/**",), ("go",), "its own")),
    all_systems=("GAMES",),
    unread=("LICENSE",),
)


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    modules = {m: MODULES.get(m, "") for m in {*MODULES, *PACKAGES}}
    for module, text in modules.items():
        stem = module.replace(".", "/")
        path = tmp_path / (f"{stem}/__init__.py" if module in PACKAGES else f"{stem}.py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Graph(tmp_path, {m: IMPORTS.get(m, set()) for m in modules}, TABLE)


def names(found: frozenset[str]) -> set[str]:
    return {f.removeprefix("tests/").removesuffix(".py") for f in found} - {"test_pages"}


ALL = {
    "till/test_till",
    "test_prices",
    "test_program",
    "chess/test_play",
    "go/test_play",
    "go/test_all",
    "test_games",
    "test_wares",
}


@pytest.mark.parametrize(
    ("changed", "reached"),
    [
        ("shop/till.py", {"till/test_till", "test_program"}),
        ("tests/kit.py", {"till/test_till"}),
        ("tests/till/conftest.py", {"till/test_till"}),
        ("tests/conftest.py", ALL),
        ("shop/__init__.py", ALL),
        # Behind the registry: who plays the game, and who plays them all.
        ("shop/games/chess/rules.py", {"chess/test_play", "go/test_all", "test_games"}),
        ("shop/games/chess/board.py", set()),
        (
            "shop/prices.py",
            {"till/test_till", "test_program", "test_prices", "go/test_play", "go/test_all", "test_games"},
        ),
        ("shop/games/chess/board.json", {"chess/test_play", "go/test_all", "test_games"}),
        ("battles/go/first.json", {"go/test_play", "go/test_all", "test_games"}),
        ("battles/records/first.json", ALL),
        ("shop/counters.py", {"test_wares"}),
        ("docs/a.md", set()),
        ("docs/wares.md", {"test_wares"}),
        ("LICENSE", set()),
        ("pyproject.toml", ALL),
        ("shop/data.bin", set()),
    ],
)
def test_what_a_change_reaches(graph: Graph, changed: str, reached: set[str]) -> None:
    found = graph.reached(changed)
    assert names(found) == reached
    # The page's test looks at sources and pages, and like any other at what nobody has said anything of.
    assert ("tests/test_pages.py" in found) == (
        not changed.startswith(("tests/kit", "tests/till", "battles/go", "LICENSE"))
    )


def test_importing_a_part_of_a_package_is_no_use_of_what_the_package_loads(graph: Graph, tmp_path: Path) -> None:
    table = Table(TABLE.packages, TABLE.tests, loads=(Loads("shop", ("shop/counters.py",), "commands"),))
    given = {m: set(wanted) for m, wanted in IMPORTS.items()}
    modules = {p.relative_to(tmp_path).with_suffix("").as_posix().replace("/", ".") for p in tmp_path.rglob("*.py")}
    modules = {m.removesuffix(".__init__") for m in modules}
    used = Graph(tmp_path, {m: given.get(m, set()) for m in modules}, table)
    assert names(used.reached("shop/counters.py")) == set()
    given["tests.test_prices"] = {"shop", "shop.prices"}
    used = Graph(tmp_path, {m: given.get(m, set()) for m in modules}, table)
    assert names(used.reached("shop/counters.py")) == {"test_prices"}


def test_what_is_gone_reaches_who_still_asks_for_it(graph: Graph) -> None:
    (graph.root / "tests" / "test_prices.py").write_text("from shop import (\n    gone,\n    till,\n)")
    (graph.root / "tests" / "test_games.py").write_text('PATCHED = "shop.gone.now"')
    again = Graph(graph.root, {m: IMPORTS.get(m, set()) for m in {*MODULES, *PACKAGES}}, TABLE)
    assert names(again.reached("shop/gone.py")) == {"test_prices", "test_games"}
    assert names(again.reached("tests/chess/conftest.py")) == {"chess/test_play"}


def test_imports_for_types_alone_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "greengrocer"
    package.mkdir()
    for name in ("__init__", "apples", "pears"):
        (package / f"{name}.py").touch()
    (package / "stall.py").write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from greengrocer import apples\n"
        "def sell():\n    from greengrocer import pears\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert imports(["greengrocer"])["greengrocer.stall"] == {"greengrocer.pears"}
