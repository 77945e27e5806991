"""What may be said to ``hexarch new``."""

from __future__ import annotations

from typing import Any

from bot.cli.common import command
from engine.systems.registry import SYSTEMS


def add(commands: Any) -> None:
    p = command(
        commands,
        "new",
        "write a battle of your own to begin with",
        "Write the file of a small battle that plays at once, with notes where a choice is. With --from its armies "
        "come from a spreadsheet saved as CSV, a row for each group of units and each leader; --columns tells which "
        "columns there are. Or from a set-up made with VASSAL: names and hexes of its pieces are read, and no art.",
        "hexarch new cataphract -o my-battle.json",
    )
    p.add_argument("system", metavar="SYSTEM", choices=sorted(SYSTEMS), help=", ".join(SYSTEMS))
    p.add_argument("-o", "--output", metavar="FILE", default="my-battle.json", help="default: %(default)s")
    p.add_argument(
        "--from",
        dest="table",
        metavar="FILE",
        help="units and leaders as CSV (“-” reads standard input), or a .vsav or .vmod",
    )
    p.add_argument(
        "--module", metavar="VMOD", default="", help="the module a .vsav was made with: it numbers the hexes"
    )
    p.add_argument(
        "--roster", metavar="CSV", default="", help="who the pieces of a set-up are, if not from a battle of ours"
    )
    p.add_argument("--columns", action="store_true", help="print the columns of such a table, and write nothing")
    p.add_argument("--force", action="store_true", help="replace a file that is there")
