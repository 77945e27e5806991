"""``hexarch new``: a battle of one's own to begin with."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from bot.cli.common import OK, BadInput, command, text_of, write
from scenarios import ScenarioError, checked, from_table, json_text, new_battle
from scenarios.formats import FORMATS
from scenarios.vassal import set_up
from scenarios.vassal.set_up import SUFFIXES


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
    p.add_argument("system", metavar="SYSTEM", choices=sorted(FORMATS), help=", ".join(FORMATS))
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
    p.set_defaults(call=call)


def call(args: argparse.Namespace) -> int:
    try:
        if args.columns:
            for what, names in from_table.columns(args.system).items():
                print(f"{what}: {', '.join(names)}")
            return OK
        path = Path(args.output)
        if path.suffix != ".json":
            raise BadInput(f"{path}: a battle's file is called something.json")
        if path.exists() and not args.force:
            raise BadInput(f"{path}: is there already; another name, or --force to replace it")
        told: list[str] = []
        if args.table and args.table.casefold().endswith(SUFFIXES):
            roster = text_of(args.roster) if args.roster else ""
            document, told = set_up.battle(args.system, path.stem, args.table, args.module, roster)
            content = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
        elif args.module or args.roster:
            raise BadInput("--module and --roster go with --from a set-up of VASSAL, something.vsav or something.vmod")
        elif args.table:
            document = from_table.battle(args.system, path.stem, text_of(args.table))
            content = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
        else:
            content = new_battle.text(args.system, path.stem)
        try:
            scenario = checked(json_text.parse(content, str(path)), str(path))
        except ScenarioError as e:
            if not told:
                raise
            # What its author still has to put right can be put right in the file.
            write(str(path), content)
            print("\n".join([*told, str(e), f"{path} is written; put that right and look with: hexarch check {path}"]))
            return OK
    except ScenarioError as e:
        raise BadInput(f"{e}\nNothing was written.") from e
    write(str(path), content)
    for line in told:
        print(line)
    units = sum(side.unit_count for side in scenario.sides)
    print(f"{path}: {scenario.title}, {units} units. What now:")
    print(f"  hexarch check {path} --watch    what is wrong with it, and its picture, whenever you save")
    print(f"  hexarch local {path}            play it in the browser, and paint its map")
    print(f"  hexarch selfplay {path} --games 5   whole battles of players made of dice")
    return OK
