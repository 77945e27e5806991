"""What may be said to ``hexarch gallery``."""

from __future__ import annotations

from typing import Any

from bot.cli.common import command


def add(commands: Any) -> None:
    p = command(
        commands,
        "gallery",
        "draw a page of examples of every picture",
        "Draw every map, counter, terrain, overlay, card and film as small pictures into FOLDER, and beside it the "
        "page FOLDER.md that shows them with captions and alternative texts. The same version draws the same pictures. "
        "Takes a minute or so.",
        "hexarch gallery -o docs/gallery",
    )
    p.add_argument("-o", "--output", default="docs/gallery", metavar="FOLDER", help="default: docs/gallery")
    p.add_argument("--only", action="append", metavar="SECTION", help="only this part of it; may be said again")
