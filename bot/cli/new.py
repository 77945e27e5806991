"""``hexarch new``: a battle of one's own to begin with."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from bot.cli.common import OK, BadInput, text_of, write
from scenarios import ScenarioError, checked, from_table, json_text, new_battle
from scenarios.vassal import set_up
from scenarios.vassal.set_up import SUFFIXES


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
