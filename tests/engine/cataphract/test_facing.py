"""7.1 Facing and arcs, 7.14 reaction facing."""

from __future__ import annotations

import pytest

from engine.kernel.hexes import Facing
from engine.systems.gboh import footprint
from engine.systems.gboh.events import Told, UnitTurned
from engine.systems.gboh.movement import facing
from tests.engine.cataphract import kit


@pytest.mark.rule("cataphract 7.11")
@pytest.mark.parametrize(
    ("towards", "front", "flank", "rear"),
    [
        ("E", {1109, 1110}, {1009, 1011}, {909, 910}),
        ("NE", {1009, 1109}, {909, 1110}, {910, 1011}),
        ("NW", {1009, 909}, {1109, 910}, {1011, 1110}),
        ("W", {909, 910}, {1009, 1011}, {1109, 1110}),
        ("SW", {910, 1011}, {909, 1110}, {1009, 1109}),
        ("SE", {1011, 1110}, {1109, 910}, {909, 1009}),
    ],
)
def test_two_front_two_flank_two_rear_hexes(towards, front, flank, rear):
    r = kit.battle([kit.unit("HC1", 1010, towards)])
    arcs = {h: r.g.arc(r.unit("HC1"), h) for h in r.g.map.neighbours(1010)}
    assert {h for h, a in arcs.items() if a == "front"} == front == set(r.g.front(r.unit("HC1")))
    assert {h for h, a in arcs.items() if a == "flank"} == flank
    assert {h for h, a in arcs.items() if a == "rear"} == rear


def approached(defender, *others, mover=None, **ground):
    """Side b's ``defender`` with a cavalry unit of side a that has just come next to it at 1010."""
    return kit.battle([mover or kit.unit("HC9", 1010), *others], [defender], **ground).orders("a")


@pytest.mark.rule("cataphract 7.14")
@pytest.mark.parametrize(("key", "towards"), [("left", Facing.NE), ("right", Facing.SE), ("no", Facing.E)])
def test_cavalry_turns_one_vertex_without_a_roll(key, towards):
    r = approached(kit.unit("HC1", 1110, "E"))
    r.run(facing.reaction_facing, r.unit("HC9"), answers=[key])
    assert (r.unit("HC1").facing, r.unit("HC1").hits) == (towards, 0)
    assert bool(r.happened(UnitTurned)) is (key != "no")


@pytest.mark.rule("cataphract 7.14")
@pytest.mark.parametrize(("die", "hits"), [(0, 1), (5, 1), (6, 1), (7, 2), (8, 3)])
def test_infantry_rolls_and_takes_1_hit_at_least(die, hits):
    r = approached(kit.unit("MI1", 1110, "E", tq=5))
    r.run(facing.reaction_facing, r.unit("HC9"), dice=[die], answers=["left"])
    assert r.unit("MI1").facing == Facing.NE
    assert r.unit("MI1").hits == hits


@pytest.mark.rule("cataphract 7.14")
def test_infantry_may_rout_from_turning():
    r = approached(kit.unit("MI1", 1110, "E", tq=5, hits=3))
    r.run(facing.reaction_facing, r.unit("HC9"), dice=[7], answers=["left"], defaults=["rout-path"])
    assert r.unit("MI1").routed


@pytest.mark.rule("cataphract 7.14", "cataphract 7.13")
def test_difficult_terrain_costs_another_hit():
    r = approached(kit.unit("HC1", 1110, "E"), terrain={1110: "rough"})
    r.run(facing.reaction_facing, r.unit("HC9"), answers=["right"])
    assert r.unit("HC1").hits == 1
    r = approached(kit.unit("MI1", 1110, "E"), terrain={1110: "woods"})
    r.run(facing.reaction_facing, r.unit("HC9"), dice=[3], answers=["right"])
    assert r.unit("MI1").hits == 2
    r = approached(kit.unit("MI1", 1110, "E", hits=4), terrain={1110: "woods"})
    r.run(facing.reaction_facing, r.unit("HC9"), answers=["right"], defaults=["rout-path"])
    assert r.unit("MI1").routed, "no roll after the ground has broken it"


@pytest.mark.rule("cataphract 7.14")
def test_once_in_an_orders_phase():
    r = approached(kit.unit("HC1", 1110, "E"))
    r.run(facing.reaction_facing, r.unit("HC9"), answers=["left"])
    r.run(facing.reaction_facing, r.unit("HC9"))
    assert len(r.decisions) == 1
    r.orders("a")
    r.run(facing.reaction_facing, r.unit("HC9"), answers=["no"])
    r.run(facing.reaction_facing, r.unit("HC9"), answers=["left"])
    assert r.unit("HC1").facing == Facing.NW, "declining uses nothing up"


@pytest.mark.rule("cataphract 7.14", "cataphract 6.47")
@pytest.mark.parametrize("state", [{"routed": True}, {"column": True}, {"shield_wall": True}, {"engaged": True}])
def test_states_that_bar_it(state):
    defender = kit.unit("HI1", 1110, "E")
    r = approached(defender)
    for k, v in state.items():
        setattr(r.unit("HI1"), k, v)
    if state.get("column"):
        r.unit("HI1").facing = Facing.SIDE_SE
    r.g.version += 1
    r.run(facing.reaction_facing, r.unit("HC9"))
    assert r.decisions == []


@pytest.mark.rule("cataphract 7.14")
def test_not_in_the_zoc_of_another_enemy_but_the_movers_own_does_not_matter():
    r = approached(kit.unit("HC1", 1110, "E"), kit.unit("HC2", 1111, "NW"))
    r.run(facing.reaction_facing, r.unit("HC9"))
    assert r.decisions == []
    r = approached(kit.unit("HC1", 1110, "E"), kit.unit("HC2", 1111, "SE"))
    r.run(facing.reaction_facing, r.unit("HC9"), answers=["no"])
    assert len(r.decisions) == 1


@pytest.mark.rule("cataphract 7.14")
def test_only_units_next_to_the_mover_and_never_artillery():
    r = approached(kit.unit("HC1", 1210, "E"))
    r.run(facing.reaction_facing, r.unit("HC9"))
    r2 = approached(kit.unit("CH1", 1110, "E"))
    r2.run(facing.reaction_facing, r2.unit("HC9"))
    assert r.decisions == r2.decisions == []


@pytest.mark.rule("cataphract 7.14")
def test_several_units_are_one_question_done_in_the_order_given():
    r = kit.battle(
        [kit.unit("HC9", 1010)], [kit.unit("HC1", 1110, "E"), kit.unit("MI1", 1109, "E"), kit.unit("LI1", 1009, "E")]
    ).orders("a")
    r.run(facing.reaction_facing, r.unit("HC9"), dice=[1], answers=[{"MI1": "right", "HC1": "left"}])
    assert [e.unit for e in r.happened(UnitTurned)] == ["MI1", "HC1"]
    assert len(r.decisions) == 1


@pytest.mark.rule("cataphract 7.14")
@pytest.mark.parametrize(
    ("towards", "yes"),
    [("W", "no"), ("NE", "left"), ("SE", "right")],  # the enemy at 1010 is in its Front, Flank, Rear
)
def test_the_standing_order_turns_towards_the_enemy(towards, yes):
    r = approached(kit.unit("HC1", 1110, towards))
    r.run(facing.reaction_facing, r.unit("HC9"), answers=["no"])
    assert r.decisions[0].items[0].policy.yes == yes


@pytest.mark.rule("cataphract 7.14")
def test_a_unit_that_has_been_turned_upon_meanwhile_is_told_and_skipped():
    # MI1 routs from turning; what is left of the answer goes on.
    r = kit.battle([kit.unit("HC9", 1010)], [kit.unit("MI1", 1109, "E", hits=4), kit.unit("HC1", 1110, "E")]).orders(
        "a"
    )
    r.run(
        facing.reaction_facing,
        r.unit("HC9"),
        dice=[9],
        answers=[{"MI1": "left", "HC1": "left"}],
        defaults=["rout-path"],
    )
    assert r.unit("MI1").routed
    assert r.unit("HC1").facing == Facing.NE
    r = approached(kit.unit("HC1", 1110, "E"))
    decision = {}

    def answer(d):
        decision["d"] = d
        r.g.orders.reaction_turned.append("HC1")
        return "left"

    r.run(facing.reaction_facing, r.unit("HC9"), answers=[answer])
    assert r.unit("HC1").facing == Facing.E
    assert any("can't turn any more" in e.story for e in r.happened(Told))


@pytest.mark.rule("cataphract 6.52")
@pytest.mark.parametrize(
    ("towards", "arc"),
    [("W", "front"), ("E", "rear"), ("NE", "flank"), ("NW", "front")],
)
def test_the_arc_a_unit_is_approached_through(towards, arc):
    r = kit.battle([kit.unit("LC1", 1210, towards)])
    assert facing.approach(r.unit("LC1"), 1010) == arc
    assert facing.approach(r.unit("LC1"), 910) is None


@pytest.mark.rule("cataphract 7.14")
def test_a_turn_that_does_not_bring_the_enemy_into_its_front_says_where_it_would_be() -> None:
    def labels(h: int) -> list[str]:
        r = kit.battle([kit.unit("HC9", h, "W")], [kit.unit("HC1", 1010, "E")]).orders("a")
        item = facing._item(r.g, r.unit("HC1"), r.unit("HC9"), h)
        return [str(c.label) for c in item.choices[:2]]

    one = kit.battle([kit.unit("HC1", 1010, "E")]).unit("HC1")
    front, flank, rear = (sorted(f(one)) for f in (footprint.front, footprint.flanks, footprint.rear))
    for h in flank:
        said = labels(h)
        assert sorted(len(x.partition(": ")[2]) > 0 for x in said) == [False, True], said
        assert any(x.endswith(": HC9 would be in its Rear") for x in said), said
    for h in rear:
        assert sorted(x.partition(": ")[2] for x in labels(h)) == [
            "HC9 would be in its Flank",
            "HC9 would be in its Rear",
        ]
    for h in front:
        assert sorted(x.partition(": ")[2] for x in labels(h)) == ["HC9 stays in Front", "HC9 would be in its Flank"]
