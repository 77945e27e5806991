"""``hexarch selfplay``: whole battles between players made of dice, to see that they run."""

from __future__ import annotations

import argparse
import random
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from bot.cli.arguments.selfplay import MOST_ANSWERS
from bot.cli.battles import scenario
from bot.cli.common import NO, OK, BadInput, show_json, write
from bot.cli.seeded import SeededTrail
from bot.narration.lines import Teller
from engine.kernel.decisions import Answer, Choose, ChooseEach, Decision, Pick, Picks
from engine.kernel.dice import Dice
from engine.kernel.game import Game, digest
from engine.kernel.text import Refusal
from engine.players import random_answer
from scenarios import Scenario, is_ours

DRAWN = "drawn at the limit of self-play"
BROKEN = "broken off: nobody has won"


@dataclass
class Played:
    """One battle of random players."""

    seed: int
    game: Game[Any]
    answers: int = 0
    seconds: float = 0.0
    capped: bool = False
    """Ended by the limit of turns or answers."""
    broken: list[str] = field(default_factory=list)
    """Invariants found broken, with the answer after which."""
    record: list[str] = field(default_factory=list)
    """Every answer as written, each line with its side."""

    def summary(self) -> dict[str, Any]:
        state = self.game.state
        return {
            "seed": self.seed,
            "winner": None if self.capped or self.broken else state.winner,
            "outcome": BROKEN if self.broken else DRAWN if self.capped else str(state.outcome),
            "capped": self.capped,
            "turn": self.game.system.view(state).turn,
            "answers": self.answers,
            "rolls": sum(e.kind == "roll" for e in self.game.journal),
            "entries": len(self.game.journal),
            "seconds": round(self.seconds, 3),
            "head": self.game.head,
            "digest": digest(state),
            "broken": self.broken,
        }


def play(
    system: Any,
    seed: int,
    dice: Dice,
    *,
    turns: int,
    most: int = MOST_ANSWERS,
    keen: float = 1.0,
    check: Literal["rest", "always"] | None = None,
    header: dict[str, Any] | None = None,
    each: Callable[[Game[Any]], None] = lambda game: None,
) -> Played:
    """One battle to its end, to the end of turn ``turns`` or to ``most`` answers. Deterministic for a seed and dice.

    ``keen`` is how strictly the players keep to what seems sensible (:func:`engine.players.random_answer`). ``each`` is
    called after every answer. With ``check`` the battle stops at the first broken invariant and at whatever the rules
    fail at; "rest" looks for them whenever no order is half carried out, "always" after every answer.
    """
    rng = random.Random(f"players {seed}")
    began = time.perf_counter()
    played = Played(seed, Game.start(system, system.initial_state(), dice, header))
    game = played.game
    while not game.over:
        if game.state.turn > turns or played.answers >= most:
            played.capped = True
            break
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        try:
            answer = random_answer(decision, rng, keen)
            played.record.append(f"{decision.side}: {'; '.join(written(system, decision, answer))}")
            game.answer(decision.side, answer, dice)
        except Exception as e:
            if check is None:
                raise
            played.broken = [f"at answer {played.answers + 1}, {decision.kind} of {decision.side}: {_failed(e)}"]
            break
        played.answers += 1
        each(game)
        # Half-way through an order a unit may be passing through another's hex.
        resting = game.restartable or game.over
        if check == "always" or (check == "rest" and resting):
            found = system.invariants(game.state, at_rest=resting)
            played.broken = [f"after answer {played.answers}: {b}" for b in found]
            if played.broken:
                break
    played.seconds = time.perf_counter() - began
    return played


def _failed(error: Exception) -> str:
    """What the rules failed at, and where."""
    if isinstance(error, Refusal):
        return f"what was offered is refused: {error.text}"
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"the rules fail with {type(error).__name__}: {error} ({Path(at.filename).name}, line {at.lineno})"


def written(system: Any, decision: Decision, answer: Answer) -> Iterator[str]:
    """An answer as statements that :func:`bot.notation.bind` reads back."""
    if isinstance(decision, Choose) and isinstance(answer, Pick):
        yield answer.key
    elif isinstance(decision, ChooseEach) and isinstance(answer, Picks):
        yield from (f"{unit} {key}" for unit, key in decision.picked(answer))
    else:
        yield str(system.write(answer))


def record_text(battle: Scenario, system: Any, played: Played) -> str:
    """The battle as a record (docs/records.md), which ``hexarch replay`` and ``/record load`` play again."""
    from bot.notation import record
    from bot.service.records import record_replay

    entries = played.game.journal
    events = [(e.seq, system.events.validate_python(e.data)) for e in entries if e.kind == "event"]
    told: dict[int, list[str]] = {}
    for line in Teller(system.initial_state()).tell(events):
        told.setdefault(line.seq, []).append(str(line.text))
    document = battle.model_dump(mode="json")
    summary = played.summary()
    tags = record_replay.tags_of(
        title=battle.title,
        scenario=battle.key,
        document=document,
        options={},
        state=played.game.state,
        Result=summary["outcome"] or "",
    )
    sides = tuple(record.Side(s.id, s.name, f"self-play {played.seed}") for s in battle.sides)
    items = tuple(record_replay.items(system, entries, told, {}))
    return record.write(record.Record(tags, sides, items, None if is_ours(battle) else document))


def orders_text(battle: Scenario, played: Played) -> str:
    """The battle as an orders file, which ``hexarch adjudicate`` can carry out with the same dice."""
    dice = ",".join(str(d) for e in played.game.journal if e.kind == "roll" for d in e.data["dice"])
    head = [f"# {battle.title}, self-play {played.seed}", f"# battle: {battle.key}", f"# dice: {dice}"]
    return "\n".join((*head, *played.record)) + "\n"


def call(args: argparse.Namespace) -> int:
    from engine.systems.registry import system_for  # the rules are loaded only where they are needed

    if args.games > 1 and (args.trail or args.record or args.orders):
        raise BadInput("--trail, --record and --orders are for one battle: leave out --games")
    battle = scenario(args.scenario)
    system = system_for(battle)
    results: list[dict[str, Any]] = []
    for seed in range(args.seed, args.seed + args.games):
        trail = SeededTrail(battle, seed)
        played = play(
            system,
            seed,
            trail,
            turns=args.turns,
            most=args.answers,
            keen=args.keen,
            check="always" if args.check else "rest",
            header={"battle": battle.key},
            each=trail.follow,
        )
        results.append(played.summary())
        if args.trail:
            write(args.trail, trail.export(played.game))
        if args.orders:
            write(args.orders, orders_text(battle, played))
        if args.record:
            write(args.record, record_text(battle, system, played))
    _report(battle, results, args.json)
    return NO if any(r["broken"] for r in results) else OK


def _report(battle: Scenario, results: list[dict[str, Any]], as_json: bool) -> None:
    answers, seconds = sum(r["answers"] for r in results), sum(r["seconds"] for r in results)
    wins = Counter(r["winner"] or "drawn" for r in results if not r["capped"] and not r["broken"])
    capped = sum(r["capped"] for r in results)
    if as_json:
        show_json(
            {
                "scenario": battle.key,
                "games": results,
                "wins": dict(wins),
                "capped": capped,
                "capped_share": capped / len(results),
                "answers": answers,
                "seconds": round(seconds, 3),
            }
        )
        return
    if len(results) == 1:
        r = results[0]
        when = f" (turn {r['turn']})" if r["turn"] else ""
        print(f"{battle.title}, seed {r['seed']}: {r['outcome'] or 'stopped'}{when}")
        print(f"{answers} answers, {r['rolls']} rolls, {r['entries']} journal entries in {seconds:.2f} s")
    else:
        print(f"{battle.title}: {len(results)} battles, {answers} answers, {answers / max(seconds, 1e-9):.0f} a second")
        for side, n in wins.most_common():
            print(f"  {side}: {n}")
        print(f"  {DRAWN}: {capped} ({100 * capped / len(results):.0f} %)")
    for r in results:
        for b in r["broken"]:
            print(f"BROKEN seed {r['seed']}, {b}")
