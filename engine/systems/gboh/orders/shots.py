"""Shots and raids as menus offer them: at whom, how likely they hit, what else may come of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.kernel.decisions import Choice
from engine.kernel.hexes import Hex, show
from engine.kernel.ideas import Idea
from engine.kernel.inquiry import percent
from engine.kernel.text import Refusal, Text, joined
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.inquiry import scene
from engine.systems.gboh.missiles import fire, harass, reaction, volley
from engine.systems.gboh.movement import movement
from engine.systems.gboh.orders import orders
from engine.systems.gboh.state import Unit


def fires_yet(g: Battle, u: Unit) -> bool:
    """G 7.1 Whether it may fire besides having moved, and has somebody to fire at."""
    if not g.game.command.fires_apart or not fire.carries(g, u):
        return False
    try:
        movement.check_orderable(g, u, firing=True)
    except Refusal:
        return False
    return fire.has_target(g, u)


def may_shoot(g: Battle, u: Unit) -> bool:
    """8.11, 8.3 Whether a unit that may be ordered to fire or harass has anything to do it with."""
    return fire.carries(g, u) and u.supply != "no" and g.orders.kind != "march" and u.troop.reacts


def harassments(g: Battle, u: Unit) -> Iterator[Choice]:
    """8.3 Raids of a unit, each by the best path."""
    for t, path in harass.harass_options(g, u):
        raid = "Hit & Run at {target} by {path}" if g.game.fire.hit_and_run else "Harass {target} by {path}"
        text = Text(raid, target=t.id, path=" ".join(show(h) for h in path))
        answer = orders.Harass(unit=u.id, target=t.id, path=tuple(path))
        key = f"harass-{t.id}-{show(path[-1])}"
        p = hit_chance(g, u, t, origin=path[-1])
        said = partial(note, g, u, t, path)
        yield Choice(key, text, answer=answer, unit=u.id, hex=path[-1], note=said, lean=0.7, chance=p)


def volleys(g: Battle, u: Unit) -> Iterator[Choice]:
    """8.11, 8.19 Fire of a unit where it stands, at units and at leaders alone."""
    for t in fire.targets(g, u):
        answer = orders.Fire(unit=u.id, target=t.id)
        p = hit_chance(g, u, t)
        yield Choice(
            f"fire-{t.id}",
            shot(g, u, t),
            answer=answer,
            unit=u.id,
            hex=t.at,
            note=partial(note, g, u, t),
            lean=4.0,
            chance=p,
        )
    for x in fire.leader_targets(g, u):
        text = Text("Fire at {leader}, who is alone: hit on two unmodified 0s", leader=x.name)
        answer = orders.Fire(unit=u.id, target=x.id)
        yield Choice(f"fire-{x.id}", text, answer=answer, unit=u.id, hex=x.at, lean=0.2, chance=0.01)


def hit_chance(g: Battle, u: Unit, t: Unit, *, origin: Hex | None = None, moved: bool | None = None) -> float | None:
    """8.15 Probability that a volley hits, of who harasses from ``origin``; None for a unit that fires twice.

    ``moved``: it has moved, or not; None: as it is in the phase.
    """
    if fire.fires_twice(g, u):
        return None
    moved = moved if origin is None else True
    return 1 - fire.preview(g, u, t, origin=origin, moved=moved).chances[0]


def shot(g: Battle, u: Unit, t: Unit) -> Text:
    """A volley in a few words: range and what it needs."""
    p = fire.preview(g, u, t)
    if fire.fires_twice(g, u):
        return Text("Fire twice, at {target}, range {range}: {need}", target=t.id, range=p.distance, need=p.needs)
    return Text("Fire at {target}, range {range}: {need}", target=t.id, range=p.distance, need=p.needs)


def note(g: Battle, u: Unit, t: Unit, path: Sequence[Hex] = ()) -> Text | None:
    """What a shot, or a raid by a path, may bring about besides a hit: an answer, and what chapters know of."""
    found: list[Text] = []
    if path:
        answers = [(e, volley.preview(g, e, u, at=h)) for e, h in harass.reactors(g, u, t, path)]
    else:
        answers = [(t, volley.preview(g, t, u))] if reaction.can_return(g, t, u) else []
    found += [Text("{enemy} may answer: {p}", enemy=e.id, p=percent(scene.hit_chance(odds))) for e, odds in answers]
    found += special.told(g, Special.shot_notes, u, t, path)
    return joined(found, "; ") if found else None


def raids(g: Battle, u: Unit) -> Iterator[tuple[float, Idea]]:
    """G 7.16, 7.17 The best Hit & Run, with how much speaks for it: one idea a target."""
    if not g.game.fire.hit_and_run:
        return
    best: dict[str, tuple[float, Idea]] = {}
    for t, path in harass.harass_options(g, u):
        p = hit_chance(g, u, t, origin=path[-1]) or 0.0
        answered = sum(scene.hit_chance(volley.preview(g, e, u, at=h)) for e, h in harass.reactors(g, u, t, path))
        cost = special.first(g, Special.harassing_hits, u, t)
        worth = p - 0.7 * answered - (cost[0] if cost is not None else 0)
        idea = Idea(
            "fire",
            Text("Hit & Run at {target} from {hex}: {p}", target=t.id, hex=show(path[-1]), p=percent(p)),
            orders.Harass(unit=u.id, target=t.id, path=tuple(path)),
            unit=u.id,
            hex=path[-1],
            note=note(g, u, t, path),
            chance=p,
        )
        if t.id not in best or worth > best[t.id][0]:
            best[t.id] = worth, idea
    for worth, idea in sorted(best.values(), key=lambda x: -x[0])[:2]:
        yield max(0.1, 1.8 + 2 * worth), idea
