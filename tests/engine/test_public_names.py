"""What can be imported from ``engine`` itself: the names of docs/library.md, each loaded when it is asked for."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import engine

ROOT = Path(__file__).parents[2]
SOURCE = ast.parse(Path(engine.__file__).read_text("utf-8"))


def _page() -> str:
    return (ROOT / "docs" / "library.md").read_text("utf-8")


def _for_types() -> dict[str, str]:
    """What the block for type checkers imports: modules by name."""
    (block,) = (n for n in SOURCE.body if isinstance(n, ast.If))
    found = [n for n in block.body if isinstance(n, ast.ImportFrom)]
    return {a.name: str(n.module) for n in found for a in n.names}


def test_the_names_are_those_the_page_uses() -> None:
    page = _page()
    imported = re.findall(r"^>>> from engine import (.+)$", page, re.MULTILINE)
    told = re.findall(r"`engine\.(\w+)`", page)
    assert sorted({*", ".join(imported).split(", "), *told}) == sorted(engine.__all__)
    assert re.findall(r"^>>> from engine\.", page, re.MULTILINE) == [], "a name of the page that isn't promised"


def test_type_checkers_and_programs_get_the_same() -> None:
    types = _for_types()
    assert sorted(types) == sorted(engine.__all__)
    for name, module in types.items():
        assert getattr(engine, name) is getattr(import_module(module), name)
    assert set(engine.__all__) <= set(dir(engine))


def test_importing_a_part_loads_no_other() -> None:
    program = "import sys, engine.kernel.text, engine; print(*sys.modules); engine.Game; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    before, after = (set(line.split()) for line in done.stdout.splitlines())
    assert not before & {"engine.kernel.game", "engine.fairdice", "engine.players", "engine.systems.registry"}
    assert "engine.kernel.game" in after


def test_other_names_are_no_attributes() -> None:
    with pytest.raises(AttributeError, match="'engine' has no attribute 'Dice'"):
        engine.Dice  # noqa: B018
    with pytest.raises(ImportError):
        exec("from engine import Dice")
