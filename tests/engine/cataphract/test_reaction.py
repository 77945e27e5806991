"""8.2 Reaction Fire: Retire, Entry, Return."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import ChooseEach
from engine.kernel.hexes import Facing
from engine.systems.gboh.events import Fired, LineNoted, Told
from engine.systems.gboh.missiles import ordered_fire, reaction
from engine.systems.gboh.state import LineInProgress
from tests.each import for_each
from tests.engine.cataphract import kit


def fired(r):
    return [(e.unit, e.target, e.how) for e in r.happened(Fired)]


# -- 8.21 ------------------------------------------------------------------------------------------------------------


def entering(mover, *defenders):
    """``mover`` of side a stands where it has just entered; defenders are of side b."""
    return kit.battle([mover], list(defenders)).orders("a")


@pytest.mark.rule("cataphract 8.21")
def test_a_unit_may_hold_its_fire():
    r = entering(kit.unit("LN1", 1010), kit.unit("LI1", 1110, "W", missile="J"))
    r.run(reaction.entry_fire, r.unit("LN1"), answers=["hold"])
    assert fired(r) == []
    assert r.g.orders.entry_fire == []


@pytest.mark.rule("cataphract 8.21", "cataphract 8.24")
@for_each(
    "defender",
    [
        kit.unit("LI1", 1110, "E", missile="J"),  # the mover is not in its ZOC
        kit.unit("LI1", 1210, "W", missile="C"),  # nor here
        kit.unit("LI1", 1110, "W"),
        kit.unit("LI1", 1110, "W", missile="J", supply="no"),
        kit.unit("LI1", 1110, "W", missile="J", routed=True),
        kit.unit("LI1", 1110, "SIDE_NW", missile="J", column=True),
        kit.unit("HI1", 1110, "W", missile="J", shield_wall=True),
        kit.unit("LI1", 1110, "W", missile="J", engaged=True),
        kit.unit("CH1", 1110, "W", missile="X"),
    ],
)
def test_units_that_have_no_entry_fire_are_not_asked(defender):
    column = {**defender, "facing": "W"} if defender.get("column") else defender
    r = entering(kit.unit("LN1", 1010), column)
    if defender.get("column"):
        r.unit("LI1").facing = Facing.SIDE_NW
    r.run(reaction.entry_fire, r.unit("LN1"))
    assert r.decisions == []


@pytest.mark.rule("cataphract 8.21")
def test_all_units_that_may_fire_are_one_question_and_fire_in_the_order_given():
    r = entering(
        kit.unit("LN1", 1010),
        kit.unit("LI1", 1110, "W", missile="J"),
        kit.unit("LI2", 1109, "W", missile="C"),
        kit.unit("LI3", 1011, "NW", missile="J"),
    )
    r.run(reaction.entry_fire, r.unit("LN1"), dice=[9, 9], answers=[{"LI3": "fire", "LI1": "fire", "LI2": "hold"}])
    (decision,) = r.decisions
    assert isinstance(decision, ChooseEach)
    assert (decision.side, {i.key for i in decision.items}) == ("b", {"LI1", "LI2", "LI3"})
    assert [x[0] for x in fired(r)] == ["LI3", "LI1"]


@pytest.mark.rule("cataphract 8.21")
def test_effects_apply_at_once_and_later_fire_is_skipped():
    r = entering(
        kit.unit("LN1", 1010, hits=5), kit.unit("LI1", 1110, "W", missile="J"), kit.unit("LI2", 1109, "W", missile="J")
    )
    r.run(
        reaction.entry_fire, r.unit("LN1"), dice=[0], answers=[{"LI1": "fire", "LI2": "fire"}], defaults=["rout-path"]
    )
    assert r.unit("LN1").routed
    assert [x[0] for x in fired(r)] == ["LI1"]
    assert any("nothing left to fire at" in e.story for e in r.happened(Told))
    r = entering(kit.unit("LN1", 1010, routed=True), kit.unit("LI1", 1110, "W", missile="J"))
    r.run(reaction.entry_fire, r.unit("LN1"))
    assert r.decisions == []


def line(a, b, *acting):
    r = kit.battle(a, b).orders("a")
    r.g.orders.line = LineInProgress(units=list(acting))
    return r


@pytest.mark.rule("cataphract 8.21")
def test_against_a_line_each_unit_fires_at_one_of_those_that_entered():
    r = line(
        [kit.unit("LN1", 1010), kit.unit("LN2", 1011), kit.unit("LN3", 1012)],
        [kit.unit("LI1", 1110, "W", missile="J"), kit.unit("LI2", 1111, "W", missile="J")],
        "LN1",
        "LN2",
        "LN3",
    )
    for name in ("LN1", "LN2", "LN3"):
        reaction.note_entries(r.g, r.unit(name))
    assert r.g.orders.line.entered == [("LI1", "LN1"), ("LI1", "LN2"), ("LI2", "LN2"), ("LI2", "LN3")]
    r.run(reaction.line_entry_fire, dice=[0, 9], answers=[{"LI2": "LN3", "LI1": "LN2"}])
    assert fired(r) == [("LI2", "LN3", "entry"), ("LI1", "LN2", "entry")]
    assert [[c.key for c in i.choices] for i in r.decisions[0].items] == [
        ["LN1", "LN2", "hold"],
        ["LN2", "LN3", "hold"],
    ]
    assert r.g.orders.line.entered == []
    assert len(r.happened(LineNoted)) == 8
    r.run(reaction.line_entry_fire)
    assert len(r.decisions) == 1, "every unit has had its turn"


@pytest.mark.rule("cataphract 8.21")
def test_a_unit_of_the_line_that_has_routed_or_gone_is_no_target_any_more():
    r = line(
        [kit.unit("LN1", 1010), kit.unit("LN2", 1011, hits=5)],
        [kit.unit("LI1", 1110, "W", missile="J"), kit.unit("LI2", 1111, "W", missile="J")],
        "LN1",
        "LN2",
    )
    for name in ("LN1", "LN2"):
        reaction.note_entries(r.g, r.unit(name))
    r.unit("LN1").hex = 910
    r.g.version += 1
    r.run(reaction.line_entry_fire, dice=[0], answers=[{"LI1": "fire", "LI2": "fire"}], defaults=["rout-path"])
    assert [i.choices[0].key for i in r.decisions[0].items] == ["fire", "fire"]
    assert fired(r) == [("LI1", "LN2", "entry")]
    assert r.unit("LN2").routed


# -- 8.22 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 8.22", "cataphract 7.24", "cataphract 8.12")
def test_retire_fire_at_range_2_before_the_step():
    r = kit.battle([kit.unit("LC1", 1010)], [kit.unit("LI1", 1110, "W", missile="C")]).orders("a")
    assert r.run(reaction.retire_fire, r.unit("LC1"), 1010, 910, dice=[6], answers=["fire"])
    assert fired(r) == [("LI1", "LC1", "retire")]
    assert str(r.rolls[0].text).endswith("range 2")
    assert r.rolls[0].needs == "6 or less"
    assert r.unit("LC1").hits == 1


@pytest.mark.rule("cataphract 8.22")
def test_a_unit_that_routs_from_retire_fire_does_not_go_on():
    r = kit.battle([kit.unit("LC1", 1010, hits=4)], [kit.unit("LI1", 1110, "W", missile="C")]).orders("a")
    assert not r.run(reaction.retire_fire, r.unit("LC1"), 1010, 910, dice=[6], answers=["fire"], defaults=["rout-path"])
    assert r.unit("LC1").routed


@pytest.mark.rule("cataphract 8.22")
@pytest.mark.parametrize(
    ("defender", "to"),
    [
        (kit.unit("LI1", 1110, "W", missile="J"), 910),  # range 1 only
        (kit.unit("LI1", 1110, "W", missile="C"), 1011),  # stays in its ZOC
        (kit.unit("LI1", 1110, "E", missile="C"), 910),  # was not in its ZOC
        (kit.unit("LI1", 1110, "W", missile="C", supply="no"), 910),
    ],
)
def test_when_there_is_no_retire_fire(defender, to):
    r = kit.battle([kit.unit("LC1", 1010)], [defender]).orders("a")
    assert r.run(reaction.retire_fire, r.unit("LC1"), 1010, to)
    assert r.decisions == []


# -- 8.23 ------------------------------------------------------------------------------------------------------------


def exchange(a, b, **values):
    r = kit.battle(a, b).orders("a")
    r.run(
        ordered_fire.ordered_fire,
        r.unit(a[0]["code"]),
        r.unit(b[0]["code"]),
        dice=values.get("dice", ()),
        answers=values.get("answers", ()),
        defaults=["rout-path", "artillery"],
    )
    return r


@pytest.mark.rule("cataphract 8.23", "cataphract 8.12")
def test_return_fire_follows_the_result_at_the_true_range():
    r = exchange(
        [kit.unit("LC1", 1010, missile="C")], [kit.unit("LI1", 1310, "W", missile="C")], dice=[4, 6], answers=["fire"]
    )
    assert fired(r) == [("LC1", "LI1", "order"), ("LI1", "LC1", "return")]
    assert (r.unit("LI1").hits, r.unit("LC1").hits) == (1, 1)
    holds = [c for c, it in r.decisions[0].policy.conditions.items() if it]
    assert holds[0] == "ammunition-full" and holds[-1] == "odds-7", "it hits on 6 or less"
    assert set(r.decisions[0].policy.conditions) == set(reaction.CONDITIONS)


@pytest.mark.rule("cataphract 8.23")
@pytest.mark.parametrize(
    ("target", "die"),
    [
        (kit.unit("LI1", 1310, "W", missile="J"), 5),  # out of its range
        (kit.unit("LI1", 1310, "E", missile="C"), 5),  # behind it
        (kit.unit("LI1", 1310, "W", missile="C", supply="no"), 5),
        (kit.unit("CH1", 1310, "W", missile="X"), 5),
    ],
)
def test_who_cannot_return_fire(target, die):
    r = exchange([kit.unit("LC1", 1010, missile="C")], [target], dice=[die])
    assert r.decisions == []
    assert len(fired(r)) == 1


@pytest.mark.rule("cataphract 8.23", "cataphract 8.14")
def test_return_fire_needs_its_own_line_of_sight():
    r = exchange(
        [kit.unit("LI1", 1010, missile="C"), kit.unit("HC1", 1011)], [kit.unit("LI2", 1014, "E", missile="C")], dice=[4]
    )
    assert fired(r) == [("LI1", "LI2", "order")]
    assert r.decisions == [], "seen from LI2, HC1 stands nearer to the target than to the archer"


@pytest.mark.rule("cataphract 8.23")
def test_default_and_standing_order_look_at_the_ammunition():
    for supply, default, free in (("full", "fire", True), ("low", "hold", False)):
        target = kit.unit("LI1", 1310, "W", missile="C", supply=supply)
        r = exchange([kit.unit("LC1", 1010, missile="C")], [target], dice=[9], answers=["hold"])
        (decision,) = r.decisions
        assert (decision.default.key, decision.policy.free) == (default, free)
