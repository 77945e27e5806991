"""What may be said to ``hexarch mutate``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from bot.cli.case_index.lists import systems
from bot.cli.common import command


def add(commands: Any) -> None:
    p = command(
        commands,
        "mutate",
        "break rules and see which tests notice",
        "Change one comparison, number, sign or junction of a rule at a time, run the tests that pass through it, "
        "those marked with a case first, and tell which changes nobody noticed. WHAT is a system, or Python files of "
        "the engine. Run it in the repository with the development tools installed. The answer is no (exit code 1) "
        "when fewer are noticed than --at-least.",
        "hexarch mutate men-of-iron --sample 100",
    )
    p.add_argument("what", nargs="+", metavar="WHAT", help=f"a system ({', '.join(systems())}) or files")
    p.add_argument("--tests", nargs="+", type=Path, metavar="PATH", help="tests to run (default: those of the system)")
    p.add_argument("--sample", type=int, default=100, metavar="N", help="changes to try, drawn by lot (default: 100)")
    p.add_argument("--seed", type=int, default=1, help="seed of the lot (default: 1)")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: all)")
    p.add_argument("--seconds", type=float, metavar="N", help="computing time of the tests asked about one change")
    p.add_argument("--keep", type=Path, metavar="FILE", help="keep there what the tests pass through, for the next run")
    p.add_argument("--at-least", type=float, default=0, metavar="PERCENT", help="share that must be noticed")
    p.add_argument("--all", action="store_true", help="also list the changes that were noticed, and by what")
    p.add_argument("--json", action="store_true", help="print JSON")
