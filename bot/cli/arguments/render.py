"""What may be said to ``hexarch render``."""

from __future__ import annotations

from typing import Any

from bot.cli.arguments.written_out import THEMES
from bot.cli.common import command

VIEWS = "whole, around:THC1,4812, area:4501-5512 or wing:SIDE[,COMMAND]"


def add(commands: Any) -> None:
    p = command(
        commands,
        "render",
        "draw a battle's map",
        "Draw SCENARIO as set up, or the situation in a position file (docs/positions.md), as PNG. VIEW is “whole”; "
        "“around:” with hexes, units and leaders to be in the middle; “area:” with two opposite corners; or “wing:” "
        "with a side, or a side and one of its commands.",
        "hexarch render tricameron -o map.png --view around:THC1,4812 --theme dark",
    )
    p.add_argument("scenario", nargs="?", metavar="SCENARIO", help="a battle's name, or the path of its file")
    p.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="where to write the picture; - for standard output"
    )
    p.add_argument("--position", metavar="FILE", help="position file; SCENARIO may then be left out")
    p.add_argument("--view", default="whole", help=f"{VIEWS} (default: whole)")
    p.add_argument("--overview", action="store_true", help="with a small map of the whole field, in a close-up")
    p.add_argument("--zones", metavar="SIDE", help="show the zones of control of a side")
    p.add_argument("--theme", choices=THEMES, default="light", help="default: light")
