"""``hexarch new``: a battle of one's own to begin with."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from bot.cli.common import OK, BadInput, command, text_of, write
from scenarios import ScenarioError, checked, from_table, json_text, new_battle
from scenarios.formats import FORMATS


def add(commands: Any) -> None:
    p = command(
        commands,
        "new",
        "write a battle of your own to begin with",
        "Write the file of a small battle that plays at once, with notes where a choice is. With --from its armies "
        "come from a spreadsheet saved as CSV, a row for each group of units and each leader; --columns tells which "
        "columns there are.",
        "hexarch new cataphract -o my-battle.json",
    )
    p.add_argument("system", metavar="SYSTEM", choices=sorted(FORMATS), help=", ".join(FORMATS))
    p.add_argument("-o", "--output", metavar="FILE", default="my-battle.json", help="default: %(default)s")
    p.add_argument("--from", dest="table", metavar="CSV", help="units and leaders; “-” reads standard input")
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
        if args.table:
            document = from_table.battle(args.system, path.stem, text_of(args.table))
            content = json.dumps(document, ensure_ascii=False, indent=1) + "\n"
        else:
            content = new_battle.text(args.system, path.stem)
        scenario = checked(json_text.parse(content, str(path)), str(path))
    except ScenarioError as e:
        raise BadInput(f"{e}\nNothing was written.") from e
    write(str(path), content)
    units = sum(side.unit_count for side in scenario.sides)
    print(f"{path}: {scenario.title}, {units} units. What now:")
    print(f"  hexarch check {path} --watch    what is wrong with it, and its picture, whenever you save")
    print(f"  hexarch local {path}            play it in the browser, and paint its map")
    print(f"  hexarch selfplay {path} --games 5   whole battles of players made of dice")
    return OK
