"""``hexarch scenarios``: which battles there are, and whether a file is a good one."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

import scenarios
from bot.cli.common import NO, OK, command, show_json, tell_passed_over
from engine.kernel.text import counted
from scenarios import ScenarioError


def add(commands: Any) -> None:
    p = command(
        commands,
        "scenarios",
        "list the battles, or check scenario files",
        "List every battle that can be played, and what in the folders of HEXARCH_SCENARIOS can't be, and why. With "
        "FILEs, check them instead and say everything that is wrong.",
        "hexarch scenarios my-battle.json",
    )
    p.add_argument("files", nargs="*", metavar="FILE", help="scenario files to check")
    p.add_argument("--json", action="store_true", help="print JSON")
    p.set_defaults(call=call)


def call(args: argparse.Namespace) -> int:
    return _check(args.files, args.json) if args.files else _list(args.json)


def _list(as_json: bool) -> int:
    infos, left_out = scenarios.listing(), scenarios.passed_over()
    if as_json:
        show_json(
            {
                "scenarios": [{**asdict(i), "id": i.key, "name": i.id} for i in infos],
                "passed_over": [{"file": str(path), "why": why} for path, why in left_out],
            }
        )
        return OK
    for i in infos:
        print(f"{i.key:28} {i.title}, {i.date}: {' against '.join(i.sides)}, {i.units} units")
        print(f"{'':28} {i.length}")
    tell_passed_over(left_out)
    return OK


def _check(files: list[str], as_json: bool) -> int:
    results = []
    for path in files:
        try:
            scenario = scenarios.load_file(path)
            results.append({"file": path, "ok": True, "id": scenario.key, "problems": []})
        except ScenarioError as e:
            results.append({"file": path, "ok": False, "id": None, "problems": e.problems})
    if as_json:
        show_json({"files": results})
    for r in results if not as_json else ():
        print(f"{r['file']}: " + (f"fine ({r['id']})" if r["ok"] else counted(len(r["problems"]), "problem|problems")))
        for problem in r["problems"]:
            print(f"  {problem}")
    return OK if all(r["ok"] for r in results) else NO
