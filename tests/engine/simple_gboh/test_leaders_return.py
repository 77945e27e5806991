"""4.36, 4.37 Leaders who were engaged elsewhere come back, and lost ones are replaced."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.orders import orders
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import formation, leader, unit

DONE = orders.Done()


def legions(pool: int = 1, **berta: Any) -> kit.Rig:
    """Anna commands all; Berta commands the horse, beside which a single unit of foot stands far off."""
    horse = [unit("HC1", 1010, formation="horse"), unit("HC2", 1020, formation="horse")]
    r = kit.battle(
        [*horse, unit("HI1", 1030, formation="foot")],
        [unit("HI9", 3510, "W")],
        a_leaders=[
            leader("Anna", 1030),
            leader("Berta", 1010, "SC", command_range=2, initiative=4, **berta),
            *[leader(f"Rex{n}", None, "SC", command_range=2) for n in range(pool)],
        ],
        sides={"a": {"formations": [formation("horse", "Berta"), formation("foot", "Anna")]}, "b": {}},
        first_player="a",
    )
    r.state.sides["a"].pool = [f"Rex{n}" for n in range(pool)]
    return r


def lost(r: kit.Rig, name: str) -> kit.Rig:
    r.leader(name).hex, r.leader(name).eliminated = None, True
    return r


def away(r: kit.Rig, name: str) -> kit.Rig:
    r.leader(name).hex, r.leader(name).elsewhere = None, True
    return r


@pytest.mark.rule("simple-gboh 4.36")
def test_they_are_placed_with_a_unit_of_their_formation_at_its_next_activation_and_command_at_once():
    r = away(legions(), "Berta")
    d = r.play(answers=["foot"])
    assert d.kind == "orders", "another Formation doesn't bring Berta back"
    d = r.play(answers=[DONE, "pass", "horse"])
    assert (d.kind, [c.key for c in d.choices]) == ("leader-return", ["HC1", "HC2"])
    r.play(answers=["HC2"])
    assert (r.leader("Berta").hex, r.leader("Berta").elsewhere) == (1020, False)
    assert r.g.orders.in_command == ["HC2"]
    assert r.g.orders.commanders == {"horse": "Berta"}


@pytest.mark.rule("simple-gboh 4.36")
def test_the_overall_commander_is_placed_with_any_unit_as_the_side_s_next_player_turn_begins():
    r = away(legions(), "Anna")
    d = r.play()
    assert (d.kind, [c.key for c in d.choices], d.rule) == ("leader-return", ["HC1", "HC2", "HI1"], "4.36")
    d = r.play(answers=["HC2"])
    assert (d.kind, r.leader("Anna").hex, r.leader("Anna").placed) == ("activation", 1020, True)


@pytest.mark.rule("simple-gboh 4.37")
def test_a_replacement_takes_the_place_of_a_leader_with_a_name():
    r = lost(legions(), "Berta")
    d = r.play(answers=["horse"])
    assert (d.kind, d.rule, d.subject) == ("leader-return", "4.37", "Rex0")
    r.play(answers=["HC1"])
    rex = r.leader("Rex0")
    assert (rex.hex, rex.replacement, r.state.sides["a"].pool) == (1010, True, [])
    assert r.g.orders.commanders == {"horse": "Rex0"}
    assert r.leader("Berta").eliminated
    assert "Rex0 takes Berta's place at 1010." in r.told()


@pytest.mark.rule("simple-gboh 4.37", "simple-gboh 4.1")
def test_without_a_replacement_left_nobody_commands():
    r = lost(legions(pool=0), "Berta")
    d = r.play(answers=["horse"])
    assert (d.kind, r.g.orders.commanders, r.g.orders.in_command) == ("orders", {}, [])


@pytest.mark.rule("simple-gboh 4.37")
def test_a_replacement_who_is_lost_too_is_replaced_by_the_next():
    r = lost(legions(pool=2), "Berta")
    r.play(answers=["horse", "HC1", DONE, "pass"])
    lost(r, "Rex0")
    d = r.play(answers=["horse"])
    assert d.subject == "Rex1"
    r.play(answers=["HC2"])
    assert r.g.orders.commanders == {"horse": "Rex1"}


@pytest.mark.rule("simple-gboh 4.37")
def test_an_anonymous_leader_s_counter_comes_back_itself():
    r = lost(legions(pool=0, named=False), "Berta")
    d = r.play(answers=["horse"])
    assert d.subject == "Berta"
    r.play(answers=["HC1"])
    assert r.leader("Berta").on_map
    assert "A new Berta takes over at 1010." in r.told()


@pytest.mark.rule("simple-gboh 4.37")
@pytest.mark.parametrize("named", [True, False])
def test_the_overall_commander_is_not_replaced(named):
    """Nor does one without a name come back himself."""
    r = lost(legions(), "Anna")
    r.leader("Anna").named = named
    assert r.play(answers=["foot"]).kind == "orders"
    assert r.state.sides["a"].pool == ["Rex0"]
