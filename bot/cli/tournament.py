"""``hexarch tournament``: computer players against one another, sides exchanged in pairs, until it is shown."""

from __future__ import annotations

import argparse
import multiprocessing
import statistics
from collections.abc import Iterator, Sequence
from typing import Any

from bot.cli.common import NO, OK, BadInput, show_json
from bot.cli.measuring.contest import Result, Setting, fought, named, play, sound_pairs
from bot.cli.measuring.entrants import POOL, entrant
from bot.cli.measuring.shares import Sprt, wilson

ALL = "pool"
"""Instead of an opponent: each of them (:data:`~bot.cli.measuring.entrants.POOL`)."""


def settings(
    battle: str,
    between: tuple[str, str],
    pairs: int,
    seed: int,
    turns: int,
    answers: int,
    side: str | None = None,
    clock: bool = False,
) -> Iterator[Setting]:
    """The battles of a tournament: of each pair the second has the sides exchanged."""
    one, other = between
    for n in range(pairs):
        yield Setting(battle, (one, other), seed + n, turns, answers, side, clock)
        yield Setting(battle, (other, one), seed + n, turns, answers, side, clock)


def call(args: argparse.Namespace) -> int:
    one, other = args.between
    opponents = [o for o in POOL if o != one] if other == ALL else [other]
    for name in (one, *opponents):
        entrant(name)
    battle, title = named(args.scenario), fought(args.scenario, args.mirrored).title
    low, high = args.sprt
    if low >= high:
        raise BadInput(f"--sprt {low} {high}: the share that is wanted is the second, and greater")
    test = None if args.all_pairs else Sprt(low / 100, high / 100, args.error / 100)
    summaries: list[dict[str, Any]] = []
    for opponent in opponents:
        work = list(
            settings(
                battle, (one, opponent), args.pairs, args.seed, args.turns, args.answers, args.mirrored, args.clock
            )
        )
        found = _played(work, args.processes, test, quiet=args.json)
        summaries.append(summed(found, (one, opponent), test))
        if not args.json:
            print(_told(title, summaries[-1]), flush=True)
    if args.json:
        show_json(summaries if other == ALL else summaries[0])
    return NO if any(s["trouble"] for s in summaries) else OK


def _played(work: Sequence[Setting], processes: int, test: Sprt | None, *, quiet: bool) -> list[Result]:
    """The battles in their order, as many whole pairs as the test wants: the same on any machine."""
    found: list[Result] = []
    with multiprocessing.get_context("spawn").Pool(processes, maxtasksperchild=8) as pool:
        for n, result in enumerate(pool.imap(play, work, chunksize=1)):
            found.append(result)
            if not quiet:
                print(_line(result), flush=True)
            if test is not None and n % 2 and test.verdict(*_points(found)) is not None:
                break
    return found


def _points(results: Sequence[Result]) -> tuple[float, int]:
    """What the first of the two has made of battles that went well, a draw for half; and how many these are."""
    sound = [(n % 2, r) for n, r in enumerate(results) if not r.trouble]
    return sum(1.0 if r.winner == seat else 0.5 if r.winner is None else 0.0 for seat, r in sound), len(sound)


def summed(results: Sequence[Result], between: tuple[str, str], test: Sprt | None = None) -> dict[str, Any]:
    """The tournament in numbers, for the first of the two; battles come in pairs, in order."""
    one, other = between
    scores = [(n % 2, r) for n, r in enumerate(results)]
    sound = [(seat, r) for seat, r in scores if not r.trouble]
    won = sum(r.winner == seat for seat, r in sound)
    drawn = sum(r.winner is None for _, r in sound)
    points, _ = _points(results)
    low, high = wilson(points, len(sound))
    cpu: dict[str, dict[str, float]] = {}
    for level in dict.fromkeys((one, other)):
        times = sorted(t for _, r in sound for t in r.thinking.get(level, []))
        if times:
            cpu[level] = {
                "activations": len(times),
                "median": round(statistics.median(times), 3),
                "p99": round(times[min(len(times) - 1, int(0.99 * len(times)))], 3),
                "most": round(times[-1], 3),
                "sum": round(sum(times), 1),
            }
    return {
        "between": [one, other],
        "battles": len(results),
        "won": won,
        "drawn": drawn,
        "lost": len(sound) - won - drawn,
        "by_side": [sum(r.winner == seat for s, r in sound if s == seat) for seat in (0, 1)],
        "first_side_won": sum(r.winner == 0 for _, r in sound),
        "judged": sum(r.judged for _, r in sound),
        "pairs": _pairs(results),
        "share": round(points / len(sound), 3) if sound else None,
        "interval": [round(low, 3), round(high, 3)],
        "cpu": cpu,
        **({} if test is None else {"sprt": _tested(test, points, len(sound))}),
        "trouble": [f"seed {r.setting.seed}: {r.trouble}" for _, r in scores if r.trouble],
    }


def _tested(test: Sprt, points: float, n: int) -> dict[str, Any]:
    return {
        "low": test.low,
        "high": test.high,
        "error": test.error,
        "ratio": round(test.ratio(points, n), 2),
        "bound": round(test.bound, 2),
        "verdict": test.verdict(points, n),
    }


def _pairs(results: Sequence[Result]) -> dict[str, Any]:
    """Pairs in which the first one did better with the same side than the other, by how both battles ended.

    What tells of levels where one side wins whoever leads it.
    """
    both = sound_pairs(results)
    won, even = sum(a.worth > b.worth for a, b in both), sum(a.worth == b.worth for a, b in both)
    low, high = wilson(won + even / 2, len(both))
    return {"won": won, "even": even, "lost": len(both) - won - even, "interval": [round(low, 3), round(high, 3)]}


def _line(r: Result) -> str:
    seats = " against ".join(r.setting.seats)
    who = r.trouble or ("drawn" if r.winner is None else f"{r.setting.seats[r.winner]} wins")
    return f"seed {r.setting.seed}, {seats}: {who} (turn {r.turn}, {r.answers} answers) {r.outcome}"


def _told(title: str, s: dict[str, Any]) -> str:
    one, other = s["between"]
    low, high = s["interval"]
    pairs = s["pairs"]
    lines = [
        f"{title}: {one} against {other}, {s['battles']} battles: {s['won']} won, {s['drawn']} drawn, {s['lost']} lost",
        f"  {100 * (s['share'] or 0):.0f} % (95 % interval {100 * low:.0f} to {100 * high:.0f} %); as the first side "
        f"{s['by_side'][0]}, as the second {s['by_side'][1]}; the first side won {s['first_side_won']}; "
        f"{s['judged']} judged at the limit",
        f"  with the same side of a pair it did better {pairs['won']} times, as well {pairs['even']} times, worse "
        f"{pairs['lost']} times (95 % interval {100 * pairs['interval'][0]:.0f} to {100 * pairs['interval'][1]:.0f} %)",
    ]
    if (test := s.get("sprt")) is not None:
        lines.append(f"  {_decided(test)}")
    for level, t in s["cpu"].items():
        lines.append(
            f"  {level}: CPU an activation: median {t['median']} s, 99th percentile {t['p99']} s, most {t['most']} s"
        )
    return "\n".join([*lines, *(f"TROUBLE {x}" for x in s["trouble"])])


def _decided(test: dict[str, Any]) -> str:
    """What the sequential test has shown, with its limits."""
    low, high, error = (round(100 * test[x]) for x in ("low", "high", "error"))
    what = {"better": f"{high} % rather than {low} %", "worse": f"{low} % rather than {high} %"}
    shown = what.get(test["verdict"], f"nothing shown yet between {low} and {high} %")
    return (
        f"sequential test: {shown} (logarithm of the likelihoods' ratio {test['ratio']:+.2f}, limits "
        f"{-test['bound']:+.2f} and {test['bound']:+.2f}, each error at most {error} %); the interval above leaves out "
        f"that it stopped by what it saw"
    )
