"""The family imports the kernel alone and knows no system."""

from __future__ import annotations

import ast
from importlib import resources
from pathlib import Path

from tests.each import for_each

FAMILY = Path(str(resources.files("engine.systems.gboh")))
ALLOWED = ("engine.kernel", "engine.systems.gboh")


def imported(source: str) -> list[str]:
    """Modules of this project that a source text imports, anywhere in it."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return [name for name in found if name.split(".")[0] in ("engine", "bot", "renderer", "scenarios")]


@for_each("path", sorted(FAMILY.rglob("*.py")), ids=lambda p: str(p.relative_to(FAMILY)))
def test_the_family_imports_the_kernel_alone(path: Path) -> None:
    foreign = [m for m in imported(path.read_text("utf-8")) if not f"{m}.".startswith(tuple(f"{a}." for a in ALLOWED))]
    assert foreign == []


def test_imports_are_found_wherever_they_stand() -> None:
    source = "import json\ndef f():\n  from engine.systems.cataphract import zoc\n  import engine.systems.registry\n"
    assert imported(source) == ["engine.systems.cataphract.zoc", "engine.systems.registry"]
