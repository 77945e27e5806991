"""8.12 All occasions on which a unit fires, each once; and that there is no other."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest

from engine.systems.gboh.events import Fired
from engine.systems.gboh.missiles import harass
from engine.systems.gboh.missiles.volley import How
from engine.systems.gboh.movement import withdrawal
from engine.systems.gboh.orders import orders
from tests.each import for_each
from tests.engine.cataphract import kit
from tests.engine.cataphract.test_feigned import hun, rider

MOVE = orders.Move
QUIET = ("rout-path", "unit-order", "reaction-facing", "advance-turn", "clash-unit", "pursuit-route")
BOW = {"missile": "C"}


def field(*a, enemies=(), **more) -> kit.Rig:
    return kit.battle(a, enemies, a_leaders=[kit.leader("Anna", 1008, command_range=9)], **more).orders("a", "Anna")


def by_order() -> kit.Rig:
    r = field(kit.unit("LC1", 1010, **BOW), enemies=[kit.unit("HC9", 1310, "W")])
    r.order(orders.Fire(unit="LC1", target="HC9"), dice=[9])
    return r


def entering() -> kit.Rig:
    r = field(kit.unit("HC1", 1010), enemies=[kit.unit("LI9", 1210, "W", missile="B")])
    r.order(MOVE(unit="HC1", path=(1110,)), dice=[9], answers=["fire"], defaults=QUIET)
    return r


def leaving() -> kit.Rig:
    r = field(kit.unit("LC1", 1010, "W"), enemies=[kit.unit("LI9", 1110, "W", missile="B")])
    r.order(MOVE(unit="LC1", path=(910,)), dice=[9], answers=["fire"], defaults=(*QUIET, "orderly-withdrawal"))
    return r


def fired_at() -> kit.Rig:
    r = field(kit.unit("LC1", 1010, **BOW), enemies=[kit.unit("LI9", 1310, "W", missile="C")])
    r.order(orders.Fire(unit="LC1", target="LI9"), dice=[9, 9], answers=["fire"])
    return r


def withdrawing() -> kit.Rig:
    r = field(kit.unit("HI1", 1010), enemies=[kit.unit("LC9", 1210, "W", missile="B")])
    r.run(
        lambda g: withdrawal.orderly_withdrawal(g, r.unit("HI1"), starting=True),
        dice=[9],
        answers=[lambda d: {"LC9": d.items[0].choices[0].key}, "fire"],
        defaults=QUIET,
    )
    return r


def harassing() -> kit.Rig:
    r = field(kit.unit("LC1", 1010, **BOW), enemies=[kit.unit("HC9", 1310, "W")])
    r.run(lambda g: harass.harass(g, r.unit("LC1"), r.unit("HC9"), (1110, 1210)), dice=[9], defaults=QUIET)
    return r


def feigning() -> kit.Rig:
    r = kit.battle([rider()], [hun(ma=6, missile="C")]).orders("a")
    r.run(
        lambda g: withdrawal.orderly_withdrawal(g, r.unit("HC9"), starting=False),
        dice=[9, 0, 9],
        answers=["feign", lambda d: d.choices[0].key, "fire"],
        defaults=QUIET,
    )
    return r


def artillery() -> kit.Rig:
    r = field(kit.unit("CH1", 1010, missile="X"), enemies=[kit.unit("HC9", 1310, "W")])
    r.order(orders.Fire(unit="CH1", target="HC9"), dice=[9])
    return r


OCCASIONS: dict[str, Callable[[], kit.Rig]] = {
    "order": by_order,
    "entry": entering,
    "retire": leaving,
    "return": fired_at,
    "withdrawal": withdrawing,
    "harass": harassing,
    "feign": feigning,
    "artillery": artillery,
}


@pytest.mark.rule("cataphract 8.12")
def test_there_are_these_and_no_others():
    assert set(OCCASIONS) == set(get_args(How))


@pytest.mark.rule("cataphract 8.12")
@for_each("how", OCCASIONS)
def test_each_is_an_occasion_to_fire(how):
    r = OCCASIONS[how]()
    fired = [e.how for e in r.happened(Fired)]
    assert fired == (["order", "return"] if how == "return" else [how])
