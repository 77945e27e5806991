"""``hexarch strength``: whether one computer player is stronger than another, on frozen positions (levels 1 and 2)."""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from bot.cli.common import NO, OK, BadInput, show_json
from bot.cli.measuring.duels import Duel, duel
from bot.cli.measuring.entrants import entrant
from bot.cli.measuring.evidence import Evidence, without
from bot.cli.measuring.frozen import Frozen, positions
from bot.cli.measuring.regret import Regret, regret
from bot.cli.measuring.seeds import Use
from bot.cli.progress import progress

FIRST_SHARE = 0.4
"""Share of the time that level 1 gets, where both are measured."""

Clock: TypeAlias = Callable[[], float]


def call(args: argparse.Namespace, clock: Clock = time.process_time) -> int:
    one, other = entrant(args.one), entrant(args.other)
    use: Use = "tuning" if args.tuning else "measuring"
    chosen = _chosen(use, args.systems, args.positions)
    found: dict[str, Any] = {"between": [one.name, other.name], "use": use, "seed": args.seed, "of": len(chosen)}
    trouble: list[str] = []
    broken_off = False
    if args.level != 2:
        seconds = args.seconds * (1.0 if args.level == 1 else FIRST_SHARE)
        regrets: list[Regret] = []
        began = clock()
        try:
            for position in _within(chosen, seconds, "level 1, position", clock):
                try:
                    regrets.append(regret(position, one, other, f"{use} {args.seed}", args.samples))
                except Exception as e:
                    # Whatever a player or the rules fail at: what was measured so far is told all the same.
                    trouble.append(f"level 1, {position.name}: {type(e).__name__}: {e}")
        except KeyboardInterrupt:
            broken_off = True
        found["level_1"] = _first(regrets, args.samples, clock() - began)
    if args.level != 1 and not broken_off:
        seconds = args.seconds * (1.0 if args.level == 2 else 1 - FIRST_SHARE)
        duels: list[Duel] = []
        began = clock()
        try:
            for position in _within(chosen, seconds, "level 2, position", clock):
                duels.append(duel(position, one.name, other.name, args.seed, use, args.activations))
        except KeyboardInterrupt:
            broken_off = True
        trouble += (f"level 2, {d.position}: {d.trouble}" for d in duels if d.trouble)
        found["level_2"] = _second([d for d in duels if not d.trouble], args.activations, clock() - began)
    found["trouble"] = trouble
    found["broken_off"] = broken_off
    if args.json:
        show_json(found)
    else:
        print("\n".join(_told(found)))
    return NO if trouble or broken_off else OK


def _chosen(use: Use, systems: Sequence[str] | None, most: int) -> list[Frozen]:
    known = dict.fromkeys(p.system for p in positions(use))
    if unknown := [s for s in systems or () if s not in known]:
        raise BadInput(f"{', '.join(unknown)}: there are positions of {', '.join(known)}")
    return [p for p in positions(use) if systems is None or p.system in systems][:most]


def _within(chosen: Sequence[Frozen], seconds: float, what: str, clock: Clock) -> Iterator[Frozen]:
    """Positions, as long as there is time for another one; the first in any case."""
    began = clock()
    with progress(what) as told:
        for n, position in enumerate(chosen):
            spent = clock() - began
            if n and spent + spent / n > seconds:
                return
            told(n + 1, len(chosen))
            yield position


def _first(regrets: Sequence[Regret], samples: int, seconds: float) -> dict[str, Any]:
    better = [(r.system, r.better) for r in regrets]
    n = max(1, len(regrets))
    return {
        **_shown(better),
        "regret": [round(sum(r.one for r in regrets) / n, 2), round(sum(r.other for r in regrets) / n, 2)],
        "same": sum(r.one == r.other for r in regrets),
        "samples": samples,
        "cpu": round(seconds, 1),
    }


def _second(duels: Sequence[Duel], activations: int, seconds: float) -> dict[str, Any]:
    scores = without([d.better for d in duels], [d.luck for d in duels])
    return {
        **_shown([(d.system, s) for d, s in zip(duels, scores, strict=True)]),
        "with_luck": _figures([d.better for d in duels]),
        "won": sum(d.better > 0 for d in duels),
        "lost": sum(d.better < 0 for d in duels),
        "activations": activations,
        "thinking": _thinking(duels),
        "cpu": round(seconds, 1),
    }


def _thinking(duels: Sequence[Duel]) -> dict[str, dict[str, float]]:
    """By player what an activation took it, in seconds of CPU."""
    found: dict[str, list[float]] = {}
    for d in duels:
        for name, seconds in d.thinking.items():
            found.setdefault(name, []).extend(seconds)
    return {
        name: {"median": round(statistics.median(x), 2), "most": round(max(x), 2)} for name, x in found.items() if x
    }


def _shown(better: Sequence[tuple[str, float]]) -> dict[str, Any]:
    """What differences show, all of them and by system."""
    systems = dict.fromkeys(system for system, _ in better)
    by_system = {s: _figures([d for system, d in better if system == s]) for s in systems}
    return {**_figures([d for _, d in better]), "by_system": by_system}


def _figures(differences: Sequence[float]) -> dict[str, Any]:
    e = Evidence.of(differences)
    interval = [round(e.low, 2), round(e.high, 2)]
    return {"verdict": e.verdict, "better_by": round(e.mean, 2), "interval": interval, "positions": e.n}


def _told(found: dict[str, Any]) -> Iterator[str]:
    one, other = found["between"]
    yield f"{one} against {other}, seed {found['seed']} of {found['use']}, {found['of']} positions"
    if found["broken_off"]:
        yield "broken off; as far as it came:"
    if (first := found.get("level_1")) is not None:
        mine, yours = first["regret"]
        yield f"level 1, plans under {first['samples']} samples of even dice: {_line(first)}"
        yield (
            f"  regret {mine:.1f} against {yours:.1f}; the same plan in {first['same']} positions; "
            f"{first['cpu']:.0f} s of CPU"
        )
        yield from _by_system(first)
    if (second := found.get("level_2")) is not None:
        yield f"level 2, {second['activations']} activations, sides exchanged, less luck: {_line(second)}"
        yield (
            f"  better in {second['won']} pairs, worse in {second['lost']}; with luck: {_line(second['with_luck'])}; "
            f"{second['cpu']:.0f} s of CPU"
        )
        spent = (f"{name} {x['median']:.2f} s, at most {x['most']:.2f}" for name, x in second["thinking"].items())
        yield f"  CPU of an activation, median: {'; '.join(spent)}"
        yield from _by_system(second)
    yield from (f"TROUBLE {x}" for x in found["trouble"])


def _by_system(level: dict[str, Any]) -> Iterator[str]:
    yield from (f"    {system}: {_line(figures)}" for system, figures in level["by_system"].items())


def _line(figures: dict[str, Any]) -> str:
    low, high = figures["interval"]
    return (
        f"{figures['verdict']}, by {figures['better_by']:+.1f} points (95 % interval {low:+.1f} to {high:+.1f}, "
        f"bootstrap) in {figures['positions']} positions"
    )
