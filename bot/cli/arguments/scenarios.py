"""What may be said to ``hexarch scenarios``."""

from __future__ import annotations

from typing import Any

from bot.cli.common import command


def add(commands: Any) -> None:
    p = command(
        commands,
        "scenarios",
        "list the battles, or check scenario files",
        "List every battle that can be played, and what in the folders of HEXARCH_SCENARIOS can't be, and why. With "
        "FILEs, check them instead and say everything that is wrong.",
        "hexarch scenarios my-battle.json",
    )
    p.add_argument("files", nargs="*", metavar="FILE", help="scenario files to check")
    p.add_argument("--json", action="store_true", help="print JSON")
