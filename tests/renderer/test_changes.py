"""What a fight has cost: two positions of one battle compared."""

from __future__ import annotations

from dataclasses import replace

from engine.kernel.view import CounterView, LeaderView, TableView
from renderer import casualties
from tests.renderer.blank import horse, pair, table

ROUTED = frozenset({"routed"})
CHIEF = LeaderView("Bel", "Belisarius", 0, 403, "oc", 6)
BEFORE = table(
    horse("HC1", 404, hits=1),
    horse("HC2", 504, 1),
    horse("LN1", 604, 1, states=ROUTED),
    pair("PH1", 406, 407),
    leaders=(CHIEF,),
)


def after(**changed: CounterView | None) -> TableView:
    """The same position with some counters changed; None takes one off."""
    found = [changed.get(c.id, c) for c in BEFORE.counters]
    return replace(BEFORE, counters=tuple(c for c in found if c is not None))


def test_nothing_has_changed() -> None:
    found = casualties(BEFORE, BEFORE)
    assert not (found.hits or found.routed or found.lost or found.leaders)


def test_hits_gained_are_counted_and_hits_rallied_are_not() -> None:
    now = after(HC1=horse("HC1", 405, hits=4), HC2=horse("HC2", 504, 1, hits=1))
    assert casualties(BEFORE, now).hits == {"HC1": 3, "HC2": 1}
    assert casualties(now, BEFORE).hits == {}


def test_only_the_newly_routed_are_told() -> None:
    found = casualties(BEFORE, after(HC1=horse("HC1", 303, hits=1, states=ROUTED)))
    assert tuple(found.routed) == ("HC1",)


def test_the_lost_are_where_they_were_last() -> None:
    found = casualties(BEFORE, after(HC2=None, PH1=None))
    assert found.lost == {"HC2": 504, "PH1": 406}
    assert found.sides == {"HC2": 1, "PH1": 0}


def test_who_has_no_hex_any_more_is_lost() -> None:
    assert casualties(BEFORE, after(HC2=horse("HC2", 504, 1, hexes=()))).lost == {"HC2": 504}


def test_who_is_off_the_map_for_now_is_not_lost() -> None:
    now = replace(after(HC2=None), off_map=(horse("HC2", 504, 1, hexes=()),))
    assert casualties(BEFORE, now).lost == {}


def test_who_has_arrived_is_no_loss_but_brings_his_hits() -> None:
    now = replace(BEFORE, counters=(*BEFORE.counters, horse("NEW", 101, hits=2, states=ROUTED)))
    found = casualties(BEFORE, now)
    assert (found.lost, found.hits, tuple(found.routed)) == ({}, {"NEW": 2}, ("NEW",))


def test_leaders_lost_are_called_as_on_the_map() -> None:
    named = replace(BEFORE, leaders=(CHIEF, LeaderView("Joh", "John the Armenian", 0, 404, "sc", 4, label="John")))
    found = casualties(named, replace(named, leaders=()))
    assert found.leaders == {"Belisarius": 403, "John": 404}
