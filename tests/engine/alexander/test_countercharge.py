"""Chaeronea: the Spartans' charge out of a withdrawal."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.alexander.special.countercharge import Countercharge, way
from engine.systems.gboh import footprint
from engine.systems.gboh.events import MarkerPlaced
from engine.systems.gboh.inquiry import reactions
from engine.systems.gboh.orders import orders
from tests.engine.alexander import kit

RULE = {"id": "countercharge", "title": "Spartans", "text": "They turn about.", "params": {"units": ["HI1", "HI2"]}}
QUIET = ("arranged-way", "rout-path", "leader-along", "advance-hex", "unit-order", "leader-withdrawal", "must-check")


def comes(*, mover: str = "HI9", dice: Any = (), answers: Any = (), spartan: Any = None, **values: Any) -> kit.Rig:
    """Cleomenes with two blocks of Spartans, whose withdrawal is arranged; an enemy comes up to them."""
    r = kit.battle(
        [kit.unit(mover, 910, cls="HO1" if mover == "HI9" else None, tq=6, **values), kit.unit("HC8", 105)],
        [
            kit.unit("HI1", 1210, "W", cls="HO", tq=7, **(spartan or {})),
            kit.unit("HI2", 1212, "W", cls="HO", tq=7),
            kit.unit("HC7", 3535),
        ],
        a_leaders=[kit.leader("Philip", 910, line_commands=0)],
        b_leaders=[kit.leader("Cleomenes", 1310, "SC", strategy=5, command_range=5)],
        special_rules=[RULE],
    )
    account = r.state.sides["b"]
    account.arranged = account.marked = ["Cleomenes"]
    r.orders("a", "Philip")
    move = orders.Move(unit=mover, path=(1010,), attack=False)
    r.order(move, dice=dice, answers=[{"HI1": "arranged", "HI2": "stay"}, *answers], defaults=QUIET)
    return r


def test_who_has_withdrawn_is_asked_and_may_stay():
    r = comes(dice=[0, 0], answers=["stay"])
    assert [i.key for i in r.decisions[-1].items] == ["HI1"], "of the two the one that has a way ahead"
    assert r.decisions[-1].items[0].choices[0].risk.chance == pytest.approx(0.8)
    assert not r.unit("HI1").moved


def test_over_its_tq_it_takes_a_hit_and_stays():
    r = comes(dice=[0, 0, 8], answers=["charge"])
    assert (r.unit("HI1").hits, r.unit("HI1").moved) == (2, False)


def test_it_goes_straight_ahead_and_fights_at_once():
    r = comes(dice=[0, 0, 7, 0, 0, 5], answers=["charge"])
    purposes = [x.request.purpose if hasattr(x, "request") else x.purpose for x in r.rolls]
    assert purposes[2:] == ["countercharge", "pre-shock", "pre-shock", "shock"]
    assert r.unit("HI1").moved and r.unit("HI1").facing.name == "W"
    assert any(h in footprint.front(r.unit("HI1")) for h in footprint.hexes_of(r.unit("HI9")))
    assert [(e.unit, e.marker) for e in r.happened(MarkerPlaced) if e.unit == "HI1"] == [("HI1", "must"), ("HI1", None)]


def test_who_fails_his_check_before_it_routs():
    r = comes(dice=[0, 0, 0, 0, 7], answers=["charge"])
    assert r.routed() == ["HI9"]
    r = comes(dice=[0, 0, 0, 0, 6, 0], answers=["charge"])
    assert [x.purpose for x in r.rolls][5] == "shock"
    ordinary = next(x for x in r.g.rules if isinstance(x, Countercharge))
    assert not ordinary.shatters(r.g, r.unit("HI1"), [r.unit("HI9")])
    r.g.state.orders.side = "b"
    assert not ordinary.shatters(r.g, r.unit("HI9"), [r.unit("HI1")]), "in its own Orders Phase it charges as others do"


def test_a_phalanx_that_fails_has_no_roll_to_stand():
    r = comes(mover="PH9", dice=[0, 0, 0, 0, 9], answers=["charge"])
    assert "PH9" in r.routed() and "phalanx-rout" not in [x.purpose for x in r.rolls]


def test_one_that_has_moved_this_turn_stays():
    r = comes(dice=[0, 0], spartan={"moved": True})
    assert [d.kind for d in r.decisions] == ["orderly-withdrawal"]


def test_where_it_can_go_no_way_ahead_it_isnt_asked():
    r = comes(dice=[0, 0], answers=["stay"])
    unit, mover = r.unit("HI1"), r.unit("HI9")
    assert way(r.g, unit, mover)
    unit.facing = unit.facing.turned(6)
    r.g.version += 1
    assert not way(r.g, unit, mover)


def test_what_it_may_do_is_told():
    r = comes(dice=[0, 0], answers=["stay"])
    r.state.orders = None
    r.g.version += 1
    assert any("turn about" in str(f.text) for f in reactions.of(r.g, r.unit("HI1")))


@pytest.mark.parametrize("state", ["moved", "routed", "column"])
def test_who_may_turn_about(state: str):
    r = comes(dice=[0, 0], answers=["stay"])
    rule = next(x for x in r.g.rules if isinstance(x, Countercharge))
    unit = r.unit("HI1")
    assert rule._able(r.g, unit) and not rule._able(r.g, r.unit("HC7"))
    setattr(unit, state, True)
    assert not rule._able(r.g, unit)


def test_its_way_is_as_long_as_its_movement_allowance():
    r = comes(dice=[0, 0], answers=["stay"])
    unit, mover = r.unit("HI1"), r.unit("HI9")
    for away, ma, found in ((2, 4, True), (4, 4, True), (5, 3, False)):
        unit.ma = ma
        mover.hex = unit.at - 100 * (away + 1)
        r.g.version += 1
        ahead = way(r.g, unit, mover)
        assert len(ahead) <= ma and bool(ahead) is found, (away, ma)
