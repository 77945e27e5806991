"""``hexarch poster``: a battle as a plate for the wall."""

from __future__ import annotations

import argparse
import sys
from pathlib import PurePath
from typing import Any, get_args

from bot.cli.common import OK, BadInput, command, laid_out, whole, write
from renderer.palette.colours import Theme
from renderer.poster.poster import LEAST, LONG_SIDE, MOST, PAPERS, poster


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
    p.add_argument("--paper", choices=tuple(PAPERS), default="A2", help="sheet of the PDF (default: A2)")
    p.add_argument("--theme", choices=get_args(Theme), default="light", help="default: light")
    p.add_argument(
        "--width",
        type=whole(LEAST, MOST),
        default=LONG_SIDE,
        metavar="PIXELS",
        help=f"long side, {LEAST} to {MOST} (default: {LONG_SIDE}, 205 to the inch on A2)",
    )
    p.set_defaults(call=call)


def call(args: argparse.Namespace) -> int:
    kind = ".png" if args.output == "-" else PurePath(args.output).suffix.lower()
    if kind not in (".pdf", ".png"):
        raise BadInput(f"-o {args.output}: a poster is a .pdf or a .png")
    battle, table = laid_out(args.scenario, args.position)
    sheet = poster(table, args.theme, pieces=not args.bare, story=battle.briefing.history, long_side=args.width)
    content = sheet.pdf(args.paper) if kind == ".pdf" else sheet.png()
    if args.output == "-":
        sys.stdout.buffer.write(content)
        return OK
    write(args.output, content)
    size = f"{args.paper} at {sheet.dpi(args.paper):.0f} dpi" if kind == ".pdf" else f"{sheet.width} x {sheet.height}"
    print(f"{args.output}: {size}, {len(content) // 1024} kB. {sheet.alt}")
    return OK


__all__ = ["add", "call"]
