"""``hexarch check FILE``: what is wrong with a battle's file, what there is to say of it, and how it looks."""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import scenarios
from bot.cli.common import NO, OK, BadInput, show_json, write
from scenarios import Scenario, ScenarioError, advice

KEEN = 3.0
"""How strictly players of trial games keep to what seems sensible, as for ``hexarch balance``."""

LOOKS = 0.4
"""Seconds from one look at a watched file to the next."""


def call(args: argparse.Namespace) -> int:
    """Look at the file, once or whenever it is saved."""
    path = Path(args.file)
    if not args.watch:
        return _once(path, args)
    print(f"Watching {path}; Ctrl-C ends.", flush=True)
    for _ in _saves(path):
        print(time.strftime("-- %H:%M:%S", time.localtime()), flush=True)
        try:
            _once(path, args)
        except BadInput as e:
            print(f"  {e}", flush=True)
    return OK


def _saves(path: Path) -> Iterator[None]:
    """Once now, then whenever the file has changed."""
    seen: object = None
    while True:
        try:
            stat = path.stat()
            now = (stat.st_mtime_ns, stat.st_size, stat.st_ino)
        except OSError:
            # Some editors put a new file in the old one's place.
            now = seen
        if now != seen:
            seen = now
            yield
        time.sleep(LOOKS)


def _once(path: Path, args: argparse.Namespace) -> int:
    try:
        scenario = scenarios.load_file(path)
    except ScenarioError as e:
        if args.json:
            show_json({"file": str(path), "ok": False, "problems": e.problems, "advice": []})
        else:
            n = len(e.problems)
            print(f"{path}: {n} {'problem' if n == 1 else 'problems'}")
            print("\n".join(f"  {p}" for p in e.problems), flush=True)
        return NO
    found = [a for a in advice.advice(scenario) if a.name not in args.silence]
    wins: Counter[str] = Counter()
    if args.games:
        wins = _played(scenario, args.games)
        if "one-sided" not in args.silence:
            found += advice.one_sided(scenario, wins, args.games)
    picture = (
        None if args.no_picture else _drawn(scenario, Path(args.output) if args.output else path.with_suffix(".png"))
    )
    if args.json:
        told = [{"name": a.name, "text": a.text} for a in found]
        show_json({"file": str(path), "ok": True, "problems": [], "advice": told, "wins": dict(wins)})
        return OK
    print(f"{path}: fine ({scenario.key})" + (f", drawn in {picture}" if picture else ""))
    for line in advice.told(found):
        print(f"  {line}")
    if args.games:
        names = {s.id: s.name for s in scenario.sides}
        score = ", ".join(f"{names[s]} {wins[s]}" for s in names)
        print(f"  {args.games} games of players made of dice: {score}, drawn {args.games - sum(wins.values())}")
    print(end="", flush=True)
    return OK


def _drawn(scenario: Scenario, output: Path) -> Path:
    """The battle as set up, in a picture. Raises :class:`BadInput` where it can't be written."""
    from engine.systems.registry import initial_state, system_for  # the rules are loaded only where they are needed
    from renderer import render, whole

    system = system_for(scenario)
    table = system.view(initial_state(system), [s.id for s in scenario.sides])
    write(str(output), render(table, whole(), []).png)
    return output


def _played(scenario: Scenario, games: int) -> Counter[str]:
    """Who has won how often."""
    from bot.cli.balance import one  # so are players

    played = (one(scenario, seed, KEEN) for seed in range(1, games + 1))
    return Counter(g["winner"] for g in played if g["winner"] is not None)
