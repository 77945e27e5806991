"""``hexarch resignations``: how often a battle that a computer player would give up is won after all.

A position is lost where nobody could win it any more. So who stands badly is relieved by a keener player, who goes on
against the same opponent, and how the battle has stood is written down at every activation: from that it can be told
for any concession (:class:`~engine.kernel.concession.Concession`) when it would have been given up, and what became of
it.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from bot.cli.common import NO, OK, show_json
from bot.cli.measuring.contest import Result, Setting, fought, named, play
from bot.cli.measuring.shares import wilson
from engine.computer.conduct import Standing, commands, lost, standing, stuck
from engine.computer.levels import LevelName
from engine.computer.player import activation_of
from engine.kernel.concession import Concession
from engine.kernel.decisions import Decision
from engine.kernel.game import Game

ANY = 99.0
"""A share of the points that lose a battle that nobody reaches."""

BAD = Concession(lost=-50.0, held=2, near=ANY)
"""Where the keener player takes over: before any concession that is tried would give up."""

WORTHS = (-60.0, -75.0, -90.0, -105.0, -120.0, -140.0)
"""Worths at which a position might be called lost."""

HELDS = (2, 4)
"""Activations for which it might have to be so."""


@dataclass(slots=True)
class Course:
    """A battle as it stood at every activation in which a side commanded."""

    system: str
    battle: str
    seed: int
    stood: dict[str, list[Standing]] = field(default_factory=dict[str, list[Standing]])
    """By side, in order."""
    relieved: list[str] = field(default_factory=list[str])
    """Sides whose seat the keener player took."""
    winner: str | None = None
    """The side that won; None for a draw, or where it was left undecided."""
    decided: bool = False
    """The battle ended by its rules."""
    trouble: str = ""

    @classmethod
    def read(cls, line: str) -> Course:
        """One that was written down as JSON."""
        data = json.loads(line)
        stood = {
            side: [Standing(s["worth"], tuple(s["losses"]), s["share"]) for s in found]
            for side, found in data.pop("stood").items()
        }
        return cls(**data, stood=stood)


class _Watch:
    """Notes how a battle stands, and has the keener player relieve who stands badly."""

    def __init__(self, course: Course, keener: LevelName) -> None:
        self.course = course
        self.keener: LevelName = keener
        self._activation: dict[str, int] = {}

    def __call__(self, game: Game[Any], decision: Decision) -> LevelName | None:
        side = decision.side
        if not commands(decision) or (now := activation_of(game, side)) == self._activation.get(side):
            return None
        self._activation[side] = now
        stood = self.course.stood.setdefault(side, [])
        stood.append(standing(game, side))
        if side in self.course.relieved or not lost(BAD, stood):
            return None
        self.course.relieved.append(side)
        return self.keener


def followed(setting: Setting, keener: LevelName) -> Course:
    """Play one battle. Deterministic for its setting."""
    from engine.systems.registry import system_for

    battle = fought(setting.battle, setting.mirrored)
    course = Course(system_for(battle).id, battle.key, setting.seed)
    found: Result = play(setting, _Watch(course, keener))
    course.trouble = found.trouble
    course.decided = not found.judged and not found.trouble
    if course.decided and found.winner is not None:
        course.winner = battle.sides[found.winner].id
    return course


def _followed(work: tuple[Setting, LevelName]) -> Course:
    return followed(*work)


@dataclass(frozen=True, slots=True)
class Count:
    """What came of the battles that a concession would have ended."""

    concession: Concession
    resigned: int
    won: int
    """Those that the side that would have given up won."""
    drawn: int
    """Those that nobody won, or that were left undecided."""

    @property
    def interval(self) -> tuple[float, float]:
        """The share of battles won or drawn by who would have given up, with 95 %."""
        return wilson(self.won + self.drawn, self.resigned)


def given_up(course: Course, scale: Concession) -> Iterator[str]:
    """Sides that would have given up at some time."""
    for side, stood in course.stood.items():
        if any(lost(scale, stood[: n + 1]) for n in range(len(stood))):
            yield side


def counted(courses: Sequence[Course], scale: Concession) -> Count:
    """All battles under one concession; a battle in which both would have given up counts twice."""
    ends = [(c, side) for c in courses if not c.trouble for side in given_up(c, scale)]
    return Count(scale, len(ends), sum(c.winner == side for c, side in ends), sum(c.winner is None for c, _ in ends))


def drawn(courses: Sequence[Course], scale: Concession) -> tuple[int, int]:
    """Battles in which somebody would have offered a draw, and those of them that somebody won all the same."""
    offered = [c for c in courses if any(stuck(scale, s[: n + 1]) for s in c.stood.values() for n in range(len(s)))]
    return len(offered), sum(c.winner is not None for c in offered)


def call(args: argparse.Namespace) -> int:
    from engine.systems.registry import system_for

    name = named(args.scenario)
    system = system_for(fought(name, args.mirrored))
    first = Setting(name, (args.level, args.level), args.seed, args.turns, args.answers, args.mirrored, use="tuning")
    work = [(replace(first, seed=args.seed + n), args.keener) for n in range(args.games)]
    courses: list[Course] = []
    with multiprocessing.get_context("spawn").Pool(args.processes, maxtasksperchild=8) as pool:
        for course in pool.imap_unordered(_followed, work, chunksize=1):
            courses.append(course)
            if args.keep:
                with Path(args.keep).open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(course)) + "\n")
            if not args.json:
                print(_line(course), flush=True)
    trouble = [f"seed {c.seed}: {c.trouble}" for c in courses if c.trouble]
    if args.keep:
        kept = map(Course.read, Path(args.keep).read_text(encoding="utf-8").splitlines())
        courses = [c for c in kept if c.system == system.id]
    summary = summed(courses, system.concession)
    if args.json:
        show_json({**summary, "trouble": trouble})
    else:
        print("\n".join([*_told(system.title, summary), *(f"TROUBLE {x}" for x in trouble)]))
    return NO if trouble else OK


def summed(courses: Sequence[Course], own: Concession) -> dict[str, Any]:
    """All of it in numbers: for each concession that is tried, that of the system first."""
    tried = [own, *(Concession(lost=w, held=h, near=n) for n in (own.near, ANY) for h in HELDS for w in WORTHS)]
    offers, won = drawn(courses, own)
    return {
        "battles": len(courses),
        "relieved": sum(len(c.relieved) for c in courses),
        "relieved_won": sum(c.winner in c.relieved for c in courses),
        "concessions": [_row(counted(courses, scale)) for scale in dict.fromkeys(tried)],
        "draws_offered": offers,
        "draws_won": won,
    }


def _row(found: Count) -> Mapping[str, Any]:
    low, high = found.interval
    return {
        "lost": found.concession.lost,
        "held": found.concession.held,
        "near": found.concession.near,
        "resigned": found.resigned,
        "won": found.won,
        "drawn": found.drawn,
        "interval": [round(low, 3), round(high, 3)],
    }


def _line(course: Course) -> str:
    least = ", ".join(f"{side} {min(s.worth for s in stood):+.0f}" for side, stood in course.stood.items())
    who = course.trouble or (f"the {course.winner} win" if course.winner else "nobody wins")
    relieved = f", relieved: {', '.join(course.relieved)}" if course.relieved else ""
    return f"{course.battle}, seed {course.seed}: {who}{relieved}; at worst {least}"


def _told(title: str, s: Mapping[str, Any]) -> Iterator[str]:
    yield (
        f"{title}: {s['battles']} battles; in {s['relieved']} seats a keener player went on, and won "
        f"{s['relieved_won']} of them"
    )
    for n, row in enumerate(s["concessions"]):
        if n and not row["resigned"]:
            continue
        low, high = row["interval"]
        own = "as it is, " if not n else ""
        near = "however near the end" if row["near"] == ANY else f"up to {row['near']:.0%} of the points that lose it"
        yield (
            f"  {own}{row['lost']:+.0f} for {row['held']} activations, {near}: {row['resigned']} would be given up; of "
            f"these won {row['won']}, drawn or undecided {row['drawn']} ({100 * low:.0f} to {100 * high:.0f} %)"
        )
    yield f"  a draw would be offered in {s['draws_offered']}, of which {s['draws_won']} were won by somebody"
