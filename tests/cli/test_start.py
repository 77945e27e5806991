"""A start loads what it needs: help the arguments alone, a command what it works with."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from bot.cli import COMMANDS
from bot.cli.arguments import written_out
from engine.systems.registry import SYSTEMS
from renderer.palette.colours import Theme
from renderer.poster import poster
from scenarios import advice

PROGRAM = """
import contextlib, io, sys
from bot.cli import COMMANDS, main
for argv in [[], *([name] for name in COMMANDS)]:
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.suppress(SystemExit):
        main([*argv, "--help"])
    assert "Exit codes" in said.getvalue(), argv
print(*sys.modules)
with contextlib.redirect_stdout(io.StringIO()) as said:
    main(["where", "cataphract", "8.23", "--json"])
assert "return_fire" in said.getvalue()
print(*sys.modules)
"""
LIBRARIES = ("discord", "sqlalchemy", "aiohttp", "PIL", "pydantic", "networkx", "simcord")
OURS = ("scenarios", "renderer", "bot.service", "bot.storage", "bot.narration", "bot.notation", "bot.messages")


def test_help_loads_neither_rules_nor_battles_nor_pictures_nor_databases() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    after_help, after_where = (line.split() for line in done.stdout.splitlines())
    assert {f"bot.cli.arguments.{name}" for name in COMMANDS} <= set(after_help)
    rules = ("engine.systems.gboh", *(x.package for x in SYSTEMS.values()))
    assert _loaded(after_help, *LIBRARIES, *OURS, *rules, "engine.kernel.game") == []
    assert _loaded(after_help, *(f"bot.cli.{name}" for name in COMMANDS)) == []
    assert _loaded(after_where, *LIBRARIES, *OURS, "engine.kernel.game") == []


def _loaded(modules: list[str], *packages: str) -> list[str]:
    """Those of the modules that are one of the packages, or in one."""
    return [m for m in modules if f"{m}.".startswith(tuple(f"{p}." for p in packages))]


def test_every_command_has_its_arguments_and_its_work() -> None:
    folder = Path(str(written_out.__file__)).parent
    assert {p.stem for p in folder.glob("*.py")} == {*COMMANDS, "__init__", "written_out"}
    for name in COMMANDS:
        assert callable(importlib.import_module(f"bot.cli.{name}").call)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (written_out.THEMES, get_args(Theme)),
        (written_out.PAPERS, tuple(poster.PAPERS)),
        ((written_out.LEAST, written_out.LONG_SIDE, written_out.MOST), (poster.LEAST, poster.LONG_SIDE, poster.MOST)),
        (written_out.ADVICE, tuple(sorted(advice.NAMES))),
    ],
    ids=["themes", "papers", "sizes", "advice"],
)
def test_what_is_written_out_is_what_there_is(written: object, meant: object) -> None:
    assert written == meant
