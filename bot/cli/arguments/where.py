"""What may be said to ``hexarch where``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.cli.common import command


def add(commands: Any) -> None:
    p = command(
        commands,
        "where",
        "tell where a case of the rules lives in the sources",
        "Name a case, a chart, or words of a title. The home of a case is where its rule is decided; other places cite "
        "it, and its tests are marked with it. All of it is read from docstrings, comments and data. The answer is no "
        "(exit code 1) when there is no such case.",
        "hexarch where cataphract 8.23",
    )
    p.add_argument("words", nargs="*", metavar="WORD", help="a case, a chart or words, after a system if you like")
    p.add_argument("--tests", type=Path, metavar="FOLDER", help="folder of the tests (default: ./tests)")
    p.add_argument("--write", type=Path, metavar="FOLDER", help="write a page of all cases for each system there")
    p.add_argument("--json", action="store_true", help="print JSON")
