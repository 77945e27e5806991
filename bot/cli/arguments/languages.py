"""What may be said to ``hexarch languages``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.cli.common import command


def add(commands: Any) -> None:
    p = command(
        commands,
        "languages",
        "keep the translations in step with the program",
        "“extract” finds every sentence of the program and puts it into the catalogues: new ones untranslated, those "
        "that are said no more kept apart at the end. “check” tells what is wrong with translations (exit code 1 for "
        "anything). “status” tells how many there are.",
        "hexarch languages status",
    )
    p.add_argument("what", choices=("extract", "check", "status"))
    p.add_argument("languages", nargs="*", metavar="LANGUAGE", help="codes of languages (default: all there are)")
    kept = "a folder that has the catalogues in “languages” and “texts” (default: those of the program)"
    p.add_argument("--folder", type=Path, metavar="FOLDER", help=kept)
