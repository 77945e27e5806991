"""What standing orders go by: the leader who would trump, and how many times in ten a unit asked to fire would hit."""

from __future__ import annotations

import pytest

from engine.kernel.dice import Modifier
from engine.systems.gboh.missiles import reaction, volley
from tests.each import for_each
from tests.engine.cataphract import kit

TIMES = {"odds-2": 2, "odds-3": 3, "odds-4": 4, "even-odds": 5, "odds-6": 6, "odds-7": 7, "odds-8": 8}


def shot(times: int) -> volley.Preview:
    """A volley that hits so many times in ten."""
    return volley.Preview(distance=1, strength=times - 1, extended=False, doubles=False, modifiers=())


@pytest.mark.rule("cataphract 8.2", "cataphract 8.15")
@for_each("times", range(10))
def test_fire_in_reaction_by_the_odds(times):
    r = kit.battle([kit.unit("LC1", 1010, missile="B")], [kit.unit("HC9", 1210, "W")])
    found = reaction.policy(r.unit("LC1"), shot(times), reaction.ENTRY)
    assert {k: v for k, v in found.conditions.items() if k in TIMES} == {k: times >= n for k, n in TIMES.items()}
    assert (found.yes, found.no) == ("fire", "hold")


@pytest.mark.rule("cataphract 8.24", "cataphract 8.17")
@pytest.mark.parametrize(
    ("missile", "supply", "full", "free"),
    [("B", "full", True, True), ("C", "full", True, True), ("J", "full", True, False), ("B", "low", False, False)],
)
def test_full_quivers_make_bows_shoot_without_a_question(missile, supply, full, free):
    r = kit.battle([kit.unit("LC1", 1010, missile=missile, supply=supply)], [kit.unit("HC9", 1210, "W")])
    found = reaction.policy(r.unit("LC1"), shot(5), reaction.RETIRE)
    assert found.conditions["ammunition-full"] is full
    assert found.free is free


@pytest.mark.rule("cataphract 8.15")
@pytest.mark.parametrize(
    ("strength", "added", "times"), [(4, 0, 5), (4, 2, 3), (4, -2, 7), (0, 1, 0), (9, 0, 10), (9, -3, 10)]
)
def test_a_modified_roll_of_the_strength_or_less_hits(strength, added, times):
    mods = (Modifier(value=added, reason="something", rule="8.15"),) if added else ()
    preview = volley.Preview(distance=2, strength=strength, extended=False, doubles=False, modifiers=mods)
    assert 1 - preview.chances[0] == pytest.approx(times / 10)
    assert [preview.hits(die + added) > 0 for die in range(10)] == [die < times for die in range(10)]
    assert str(preview.needs) == (f"hits on {times - 1} or less" if times else "can't hit")


@pytest.mark.rule("cataphract 8.15")
def test_two_hits_on_the_lowest_roll_where_they_double():
    preview = volley.Preview(distance=1, strength=5, extended=False, doubles=True, modifiers=())
    assert [preview.hits(die) for die in range(10)] == [2, 2, 1, 1, 1, 1, 0, 0, 0, 0]
    assert preview.chances == {0: 0.4, 1: 0.4, 2: 0.2}


@pytest.mark.rule("cataphract 5.42")
@pytest.mark.parametrize("initiative", [4, 5, 6, 7, 8])
def test_trumping_by_the_best_leaders_initiative(initiative):
    r = kit.battle(
        [kit.unit("HC1", 505)],
        [kit.unit("LN1", 3030, "W")],
        a_leaders=[kit.leader("Anna", 505, "SC", initiative=3), kit.leader("Abel", 506, "SC", initiative=4)],
        b_leaders=[kit.leader("Bert", 3030, "SC", initiative=4), kit.leader("Bo", 3029, "SC", initiative=initiative)],
    )
    r.state.phase = "select"
    asked = r.play(answers=["trump-Abel"], dice=[0])
    assert asked.kind == "trump"
    assert asked.policy.conditions == {
        "five-or-more": initiative >= 5,
        "six-or-more": initiative >= 6,
        "seven-or-more": initiative >= 7,
    }
    assert asked.policy.no == "no" and asked.policy.who == asked.policy.yes
