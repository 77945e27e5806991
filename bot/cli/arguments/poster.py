"""What may be said to ``hexarch poster``."""

from __future__ import annotations

from typing import Any

from bot.cli.arguments.written_out import LEAST, LONG_SIDE, MOST, PAPERS, THEMES
from bot.cli.common import command, whole


def add(commands: Any) -> None:
    p = command(
        commands,
        "poster",
        "draw a battle as a sheet for the wall",
        "Draw the whole field of SCENARIO as set up, or the situation in a position file (docs/positions.md), as an "
        "engraved plate with title, legend and orders of battle: a PDF to print, or a PNG to show.",
        "hexarch poster crecy -o crecy.pdf --paper A3",
    )
    p.add_argument("scenario", nargs="?", metavar="SCENARIO", help="a battle's name, or the path of its file")
    p.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="FILE.pdf or FILE.png; - for PNG on standard output"
    )
    p.add_argument("--position", metavar="FILE", help="position file; SCENARIO may then be left out")
    p.add_argument("--bare", action="store_true", help="without counters: a map to play on")
    p.add_argument("--paper", choices=PAPERS, default="A2", help="sheet of the PDF (default: A2)")
    p.add_argument("--theme", choices=THEMES, default="light", help="default: light")
    p.add_argument(
        "--width",
        type=whole(LEAST, MOST),
        default=LONG_SIDE,
        metavar="PIXELS",
        help=f"long side, {LEAST} to {MOST} (default: {LONG_SIDE}, 205 to the inch on A2)",
    )
