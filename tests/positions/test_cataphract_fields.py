"""What a Cataphract field says nothing of: ratings, leaders, edges; and what follows of an Orders Phase."""

from __future__ import annotations

from typing import Any

import pytest

from scenarios import ScenarioError, position
from tests.positions.kit import on_field, unit

NARSES = {"side": "roman", "id": "N1", "hex": "0505"}


def roman(code: str, at: Any, facing: str = "E", **state: Any) -> dict[str, Any]:
    return unit("roman", code, at, facing, **state)


FAR = unit("goth", "MI9", 2015, "W")


def written(*units: dict[str, Any], leaders: Any = (NARSES,), **said: Any) -> dict[str, Any]:
    return on_field([*units, FAR], leaders, **said)


def laid(document: dict[str, Any]) -> Any:
    """The battle and the state."""
    return position.read(document, "a test")


def wrong(document: dict[str, Any]) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        laid(document)
    return [p.removeprefix("field.") for p in caught.value.problems]


@pytest.mark.parametrize(
    ("kind", "tq", "size", "ma"),
    [
        *(("HC", 6, 5, 8), ("LN", 6, 4, 8), ("LC", 5, 5, 9)),
        *(("HI", 6, 7, 4), ("MI", 5, 7, 4), ("LI", 4, 7, 5), ("CH", 4, 1, 2)),
    ],
)
def test_ratings_nobody_has_given_are_those_of_the_type(kind: str, tq: int, size: int, ma: int) -> None:
    _, state = laid(written(roman(f"{kind}1", 1010)))
    u = state.units[f"{kind}1"]
    assert (u.tq, u.size, u.ma) == (tq, size, ma)


@pytest.mark.rule("cataphract 4.1")
def test_leaders_are_ordinary_unless_they_say() -> None:
    others = [NARSES, {"side": "roman", "id": "S1", "hex": 506, "role": "SC"}]
    _, state = laid(written(roman("HC1", 1010), leaders=others))
    narses, second = state.leaders["N1"], state.leaders["S1"]
    for x, strategy in ((narses, 5), (second, 0)):
        assert (x.initiative, x.command_range, x.charisma, x.personal_combat) == (5, 5, 4, 5)
        assert (x.strategy, x.line_commands) == (strategy, 1)
    assert narses.role == "OC"


@pytest.mark.rule("cataphract 10.23")
def test_armies_retreat_west_and_east_unless_they_say() -> None:
    small = {"cols": [5, 24], "rows": [3, 18]}
    battle, _ = laid(written(roman("HC1", 1010), ground=small))
    first, second = battle.sides
    assert (first.retreat_facing.name, second.retreat_facing.name) == ("W", "E")
    assert first.retreat_edge == tuple(range(503, 519)) and second.retreat_edge == tuple(range(2403, 2419))
    sides = {"sides": {"roman": {"retreat": "E"}, "goth": {"retreat": "W", "retreat_edge": [503, 504]}}}
    battle, _ = laid(written(roman("HC1", 1010), ground={**small, **sides}))
    first, second = battle.sides
    assert first.retreat_edge == tuple(range(2403, 2419)) and second.retreat_edge == (503, 504)
    for retreat, edge, good in (("NE", [], False), ("NE", [2403], True), ("E", [], True)):
        given = written(
            roman("HC1", 1010),
            ground={**small, "sides": {"roman": {"retreat": retreat, "retreat_edge": edge}, "goth": {}}},
        )
        if good:
            laid(given)
        else:
            assert wrong(given) == [f"sides.roman.retreat: {retreat} needs the hexes listed under retreat_edge"]


def test_names_follow_from_the_side() -> None:
    sides = {"sides": {"roman": {}, "goth": {"name": "The Goths", "adjective": "Gothic", "withdrawal_level": 1}}}
    battle, state = laid(written(roman("HC1", 1010), ground=sides))
    assert [(s.name, s.adjective) for s in battle.sides] == [("Roman", "Roman"), ("The Goths", "Gothic")]
    assert (state.sides["roman"].withdrawal_level, state.sides["goth"].withdrawal_level) == (100, 1)
    sides["sides"]["goth"]["withdrawal_level"] = 0
    assert any("withdrawal_level" in p for p in wrong(written(roman("HC1", 1010), ground=sides)))


@pytest.mark.rule("cataphract 11.1")
def test_a_cataphract_has_its_counterpart_on_foot() -> None:
    battle, _ = laid(
        written(roman("HC1", 1010, cls="Cat", tq=7), roman("HI2", 1012, cls="Cat", tq=5), roman("HC3", 1014))
    )
    horse, foot, plain = battle.sides[0].units
    assert (horse.dismounted.type, horse.dismounted.tq, horse.dismounted.ma, horse.dismounted.size) == ("HI", 6, 4, 5)
    assert (foot.dismounted.type, foot.dismounted.tq, foot.dismounted.ma, foot.dismounted.size) == ("HC", 6, 8, 7)
    assert plain.dismounted is None


@pytest.mark.parametrize(
    ("field", "least", "most"), [("tq", 1, 20), ("ma", 1, 20)], ids=["troop quality", "movement allowance"]
)
def test_ratings_have_their_bounds(field: str, least: int, most: int) -> None:
    for n in (least, most):
        _, state = laid(written(roman("HC1", 1010), changes={"HC1": {field: n}}))
        assert getattr(state.units["HC1"], field) == n
    for n in (least - 1, most + 1):
        assert any(field in p for p in wrong(written(roman("HC1", 1010), changes={"HC1": {field: n}})))


def test_a_limit_of_turns_is_one_at_least() -> None:
    assert laid(written(roman("HC1", 1010), ground={"turn_limit": 1}))[0].turn_limit == 1
    assert laid(written(roman("HC1", 1010)))[0].turn_limit is None
    assert any("turn_limit" in p for p in wrong(written(roman("HC1", 1010), ground={"turn_limit": 0})))


# -- the Orders Phase --------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 5.24", "cataphract 6.13")
def test_who_has_moved_has_had_an_order_and_is_marked_moved() -> None:
    given = written(roman("HC1", 1010), roman("HC2", 1012), active="N1", orders={"moved": ["HC1"]})
    _, state = laid(given)
    assert (state.orders.acted, state.orders.orders_used, state.orders.deeds) == (["HC1"], 1, 1)
    assert (state.units["HC1"].moved, state.units["HC2"].moved) == (True, False)
    given["changes"] = {"HC1": {"moved": False}}
    _, state = laid(given)
    assert not state.units["HC1"].moved, "as it is said"
    given["field"]["units"][0]["moved"] = False
    del given["changes"]
    _, state = laid(given)
    assert not state.units["HC1"].moved, "as its entry says"
    given = written(roman("HC1", 1010), active="N1", orders={"fired": ["HC1", "MI9"]})
    _, state = laid(given)
    assert (state.orders.acted, state.orders.orders_used) == (["HC1"], 1), "fire of the enemy's is no order"
    assert not state.units["HC1"].moved


@pytest.mark.rule("cataphract 4.31", "cataphract 5.21")
def test_a_line_command_counts_as_one() -> None:
    given = written(roman("HC1", 1010), roman("HC2", 1011), active="N1", orders={"lines_used": 1})
    _, state = laid(given)
    assert (state.orders.orders_used, state.orders.lines_used, state.orders.deeds) == (0, 1, 1)
    given["orders"] = {"moved": ["HC1"], "orders_used": 2, "deeds": 5, "acted": []}
    _, state = laid(given)
    assert (state.orders.orders_used, state.orders.deeds, state.orders.acted) == (2, 5, [])


@pytest.mark.rule("cataphract 5.21", "cataphract 5.28")
def test_who_is_active_follows_from_the_phase() -> None:
    _, state = laid(written(roman("HC1", 1010), active="N1"))
    assert (state.phase, state.orders.leader, state.last_leader) == ("orders", "N1", "N1")
    assert (state.leaders["N1"].status, state.leaders["N1"].in_a_row) == ("active", 1)
    _, state = laid(written(roman("HC1", 1010), active="N1", changes={"N1": {"in_a_row": 2}}))
    assert (state.leaders["N1"].status, state.leaders["N1"].in_a_row) == ("active", 2)
    _, state = laid(written(roman("HC1", 1010)))
    assert (state.phase, state.orders) == ("turn", None)
    for said, told in (
        ({"phase": "turn", "active": "N1"}, 'active: nobody is active in phase "turn"'),
        (
            {"active": "N1", "changes": {"N1": {"status": "inactive"}}},
            'active: N1 is active, and his status is "inactive"; leave that out',
        ),
        ({"phase": "orders"}, 'phase: "orders" needs "active": the leader whose Orders Phase it is'),
        (
            {"phase": "turn", "orders": {"moved": []}},
            'orders: no Orders Phase is under way; name its leader under "active"',
        ),
        (
            {"phase": "momentum", "active": "N1", "orders": {"moved": []}},
            'orders: the Orders Phase is over in phase "momentum"',
        ),
    ):
        assert any(p.startswith(told) for p in wrong(written(roman("HC1", 1010), **said)))
    assert any("N9" in p for p in wrong(written(roman("HC1", 1010), active="N9")))
    gone = written(roman("HC1", 1010), active="N1")
    gone["field"]["leaders"] = [{k: v for k, v in NARSES.items() if k != "hex"}]
    assert "active: N1 is not on the map" in wrong(gone)
