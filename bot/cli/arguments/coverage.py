"""What may be said to ``hexarch coverage``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.cli.case_index.lists import systems
from bot.cli.common import command


def add(commands: Any) -> None:
    p = command(
        commands,
        "coverage",
        "list the cases of the rules that have a test",
        "Compare the tests' rule marks with the list of testable cases, system by system. Run it in the "
        "repository. The answer is no (exit code 1) while a case of a system that is refereed in full has no test.",
        "hexarch coverage --json",
    )
    p.add_argument("system", nargs="*", choices=[[], *systems()], default=[], help="systems to look at (default: all)")
    p.add_argument("--tests", type=Path, metavar="FOLDER", help="folder of the tests (default: ./tests)")
    p.add_argument("--json", action="store_true", help="print JSON")
