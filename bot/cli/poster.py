"""``hexarch poster``: a battle as a plate for the wall."""

from __future__ import annotations

import argparse
import sys
from pathlib import PurePath

from bot.cli.battles import laid_out
from bot.cli.common import OK, BadInput, write
from renderer.poster.poster import poster


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
