"""``hexarch balance``: who wins each battle how often between computer players, as a page of the docs.

Counting takes hours: what was played is kept, a line of JSON a game, and isn't played again as long as the battle's
document stays as it was.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import scenarios
from bot.cli.arguments.selfplay import MOST_ANSWERS
from bot.cli.battles import scenario
from bot.cli.common import NO, OK, BadInput, text_of, write
from bot.cli.measuring.shares import wilson
from bot.cli.selfplay import play
from scenarios import FORMATS, Scenario

TURNS = 40
"""Turns after which a battle is drawn, as for ``hexarch selfplay``."""

Game: TypeAlias = Mapping[str, Any]
"""One battle played, as kept: ``battle``, ``document``, ``keen``, ``seed``, ``winner``, ``answers``, ``broken``."""

HEAD = """# Who wins how often

Each battle between two computer players who follow what the menus call sensible (`hexarch selfplay --keen {keen:g}`),
the same for both sides, as set up and by the rules as they stand without options. They don't plan, so this tells how
the forces and the ground lie rather than how people fare: a side that has to think (to hold a line, to ride round, to
wait) does worse here than in good hands. Between brackets is what holds the true share of the first side with 95 %
(Wilson's interval); with few games it is wide.

`hexarch selfplay BATTLE --keen {keen:g} --games N` plays such battles; the page is made by `hexarch balance`, which
keeps what it has played and goes on where it was stopped. The last column has how many answers a battle takes of both
sides together, by the median.
"""


def document(battle: Scenario) -> str:
    """What tells a battle's document from one that was changed: twelve hexadecimal digits."""
    return hashlib.sha256(battle.model_dump_json(exclude={"provenance", "briefing"}).encode()).hexdigest()[:12]


def one(battle: Scenario, seed: int, keen: float) -> dict[str, Any]:
    """Play one battle; the same as ``hexarch selfplay`` with that seed."""
    from bot.cli.seeded import SeededTrail
    from engine.systems.registry import system_for  # the rules are loaded only where they are needed

    trail = SeededTrail(battle, seed)
    header = {"battle": battle.key}
    system = system_for(battle)
    played = play(
        system, seed, trail, turns=TURNS, most=MOST_ANSWERS, keen=keen, check="rest", header=header, each=trail.follow
    )
    s = played.summary()
    return {
        "battle": battle.key,
        "document": document(battle),
        "keen": keen,
        "seed": seed,
        **{k: s[k] for k in ("winner", "outcome", "turn", "answers", "broken")},
    }


def _one(work: tuple[str, int, float]) -> dict[str, Any]:
    key, seed, keen = work
    return one(scenario(key), seed, keen)


def kept(path: Path, battles: Iterable[Scenario], keen: float) -> dict[tuple[str, int], Game]:
    """Games of a file that hold for the battles as they are, by battle and seed; none where there is no file.

    Raises :class:`BadInput` for a file that isn't one of ours.
    """
    if not path.exists():
        return {}
    documents = {b.key: document(b) for b in battles}
    found: dict[tuple[str, int], Game] = {}
    for n, line in enumerate(text_of(str(path)).splitlines(), 1):
        try:
            game = json.loads(line)
            key, same = game["battle"], (game["document"], game["keen"])
            if same == (documents.get(key), keen):
                found[key, game["seed"]] = game
        except (ValueError, KeyError, TypeError) as e:
            raise BadInput(f"{path}, line {n}: is no game that hexarch balance has kept") from e
    return found


def row(battle: Scenario, games: Sequence[Game]) -> str:
    """A line of the table."""
    first, second = battle.sides
    won, lost = (sum(g["winner"] == s.id for g in games) for s in (first, second))
    drawn = len(games) - won - lost
    low, high = wilson(won + drawn / 2, len(games))
    answers = f"{statistics.median(g['answers'] for g in games):.0f}"
    share = f"{100 * (won + drawn / 2) / len(games):.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    cells = (battle.title, len(games), f"{first.name} {won}", f"{second.name} {lost}", drawn, share, answers)
    return f"| {' | '.join(map(str, cells))} |"


def page(battles: Sequence[Scenario], games: Mapping[tuple[str, int], Game], keen: float) -> str:
    """docs/balance.md."""
    lines = [HEAD.format(keen=keen)]
    for system in FORMATS:
        rows = [
            row(b, mine)
            for b in battles
            if b.system == system and (mine := [g for (key, _), g in games.items() if key == b.key])
        ]
        if rows:
            lines += [
                f"## {FORMATS[system].title}\n",
                "| battle | games | first side won | second side won | drawn | share of the first side | answers |",
                "|---|---:|---|---|---:|---|---:|",
                *rows,
                "",
            ]
    return "\n".join(lines)


def call(args: argparse.Namespace) -> int:
    names = args.scenarios or [i.key for i in scenarios.listing() if i.system != "justinian"]
    battles = [scenario(name) for name in names]
    results = Path(args.results)
    games = kept(results, battles, args.keen)
    # Round by round, so that whoever stops it has about as many games of each.
    work = [
        (b.key, seed, args.keen) for seed in range(1, args.games + 1) for b in battles if (b.key, seed) not in games
    ]
    for game in _played(work, args.processes):
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(game, ensure_ascii=False) + "\n")
        games[game["battle"], game["seed"]] = game
    text = page(battles, games, args.keen)
    if args.write:
        write(args.write, text)
    else:
        print(text)
    return NO if any(g["broken"] for g in games.values()) else OK


def _played(work: Sequence[tuple[str, int, float]], processes: int) -> Iterator[dict[str, Any]]:
    if processes == 1 or len(work) < 2:
        yield from map(_one, work)
        return
    with multiprocessing.get_context("spawn").Pool(processes, maxtasksperchild=8) as pool:
        yield from pool.imap_unordered(_one, work, chunksize=1)
