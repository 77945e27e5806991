"""``hexarch scenarios``: which battles there are, and whether a file is a good one."""

from __future__ import annotations

import argparse
from dataclasses import asdict

import scenarios
from bot.cli.battles import tell_passed_over
from bot.cli.common import NO, OK, show_json
from engine.kernel.text import counted
from scenarios import ScenarioError


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
