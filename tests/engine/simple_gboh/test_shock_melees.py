"""7.3 to 8.5 Whole Shock Phases of random melees: what must hold whatever is rolled and answered."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.kernel.context import Asking, Resting, Throwing
from engine.kernel.dice import settle
from engine.kernel.hexes import VERTICES, within
from engine.players import random_answer
from engine.systems.gboh import footprint
from engine.systems.gboh.cohesion import cohesion
from engine.systems.simple_gboh.shock import contact, designation, phase
from tests.each import for_each
from tests.engine.simple_gboh.kit import Rig, battle, leader, unit

KINDS = ("HI", "LG", "MI", "BI", "LI", "LP", "SK", "HC", "RC", "LN", "LC", "GC", "EL", "CH", "PH")


def melee(rng: random.Random) -> Rig:
    """Two dozen units thrown together around one hex."""
    free = list(within(1010, 4))
    rng.shuffle(free)
    sides: dict[str, list[dict[str, Any]]] = {"a": [], "b": []}
    taken: set[int] = set()
    for n in range(1, 27):
        kind, at, facing = rng.choice(KINDS), free.pop(), rng.choice(sorted(VERTICES))
        shape = footprint.Shape.TWO if kind == "PH" else footprint.Shape.ONE
        places = footprint.hexes_of(footprint.Stand(at, facing, shape))
        if taken & set(places):
            continue
        taken |= set(places)
        given: dict[str, Any] = {"hits": rng.choice((0, 0, 1, 2)), "depletable": rng.random() < 0.4}
        sides[rng.choice("ab")].append(unit(f"{kind}{n}", at, facing.name, **given))
    leaders = {s: [leader(f"Chief{s}", us[0]["hex"], heroic=True)] for s, us in sides.items()}
    return battle(*sides.values(), a_leaders=leaders["a"], b_leaders=leaders["b"]).shock_turn(
        moved=[u["code"] for u in sides["a"]]
    )


def play(r: Rig, rng: random.Random) -> list[Any]:
    """The phase with random dice and answers; returns what was rolled for."""
    running, value = phase.shock_phase(r.g), None
    rolls: list[Any] = []
    while True:
        try:
            waiting: Any = running.send(value)
        except StopIteration:
            return rolls
        value = None
        if isinstance(waiting, Throwing):
            die = rng.randrange(10) if waiting.request.faces == 10 else rng.randint(1, waiting.request.faces)
            value = settle(waiting.request, len(rolls) + 1, 1, [die])
            rolls.append(value)
        elif isinstance(waiting, Asking):
            value = tuple(random_answer(d, rng) for d in waiting.decisions)
            for d, answer in zip(waiting.decisions, value, strict=True):
                d.check(answer)
        else:
            assert isinstance(waiting, Resting)


@pytest.mark.rule("simple-gboh 7.31", "simple-gboh 7.34", "simple-gboh 8.1")
@for_each("seed", range(12))
def test_what_holds_in_every_melee(seed: int):
    rng = random.Random(seed)
    r = melee(rng)
    must = [u.id for u in contact.obliged(r.g)]
    due = {e.id for u in contact.obliged(r.g) for e in contact.due(r.g, u)}
    before = {u.id: (u.hits, u.depleted) for u in r.state.units.values()}
    designation.check_plan(r.g, designation.auto_plan(r.g, everybody=False))
    designation.check_plan(r.g, designation.auto_plan(r.g, everybody=True))
    rolls = play(r, rng)
    told: list[Any] = [e for e in r.g.log if e.type == "shock-fought"]
    shocked = r.g.orders.shocked
    assert set(must) | due <= set(shocked), "who must attacks, and all they face are attacked"
    assert len(shocked) == len(set(shocked))
    fights = [set(e.attackers + e.defenders) for e in told]
    assert len(fights) == sum(x.purpose == "shock" for x in rolls)
    assert all(not a & b for i, a in enumerate(fights) for b in fights[:i]), "once in a phase"
    for u in r.state.units.values():
        hits, depleted = before[u.id]
        if u.on_map:
            assert u.hits < cohesion.tq(r.g, u)
            assert u.hits >= hits or (u.depleted and not depleted) or u.hits == cohesion.tq(r.g, u) - 1
    held: dict[int, str] = {}
    for u in r.g.units():
        for h in footprint.hexes_of(u):
            assert held.setdefault(h, u.id) == u.id, "one to a hex"
    for x in r.state.leaders.values():
        assert x.hex is None or any(x.hex in footprint.hexes_of(u) for u in r.g.units(x.side))
    assert not r.g.assailing
    assert not r.g.rampaging
