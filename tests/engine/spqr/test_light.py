"""9.2 to 9.4 Skirmishers, velites, harassment, covered phalanxes as SPQR has them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.text import Refusal
from engine.systems.gboh import footprint
from engine.systems.gboh.command import line_command
from engine.systems.gboh.events import HitsTaken
from engine.systems.gboh.inquiry import attack
from engine.systems.gboh.missiles import harass, volley
from engine.systems.gboh.movement import retreats
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import clash
from tests.each import for_each
from tests.engine.spqr import kit
from tests.engine.spqr.kit import Rig, leader, unit

ANNA = leader("Anna", 1008, command_range=9)


def field(a: Any, b: Any, **more: Any) -> Rig:
    return kit.battle(a, b, **{"a_leaders": [ANNA], **more}).orders("a", "Anna")


# -- 9.21 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("spqr 9.21")
@pytest.mark.parametrize(
    ("who", "theirs", "hexes"), [("SK9", 6, 2), ("SK9", 4, 2), ("SK9", 7, 0), ("LI9", 4, 1), ("LI9", 5, 0)]
)
def test_skirmishers_withdraw_two_hexes_from_who_is_no_faster(who: str, theirs: int, hexes: int) -> None:
    values = {"SK9": {"missile": "J", "ma": 6}, "LI9": {"cls": "VE", "missile": "J", "ma": 5}}[who]
    r = field([unit("HC1", 1010, ma=theirs)], [unit(who, 1210, "W", **values)])
    ways = retreats.retreats(r.g, r.unit(who), r.unit("HC1"), 1010) if hexes else []
    assert retreats.quick_enough(r.unit(who), r.unit("HC1")) is bool(hexes)
    assert max((len(w.path) for w in ways), default=0) == hexes


@pytest.mark.rule("spqr 9.21")
@pytest.mark.parametrize(
    ("who", "facing", "hits"),
    [("SK9", "W", 0), ("SK9", "NE", 0), ("SK9", "E", 1), ("LI9", "W", 0), ("LI9", "E", 1)],
)
def test_what_being_come_upon_costs_them(who: str, facing: str, hits: int) -> None:
    values = {"SK9": {"missile": "J"}, "LI9": {"cls": "VE", "missile": "J"}}[who]
    r = field([unit("HI1", 1010, ma=4)], [unit(who, 1210, facing, **values)])
    assert retreats.penalties(r.g, r.unit(who), 1010) == hits


@pytest.mark.rule("spqr 9.23")
def test_fire_at_skirmishers_is_two_worse() -> None:
    r = field([unit("SK1", 1010, missile="S")], [unit("SK9", 1210, "W", missile="J")])
    assert sum(m.value for m in volley.preview(r.g, r.unit("SK1"), r.unit("SK9")).modifiers) == 2


@pytest.mark.rule("spqr 9.23")
@for_each("who, kind", [("SK1", "skirmishers"), ("SC1", "scorpios")])
def test_an_attack_by_who_never_attacks_is_refused(who: str, kind: str) -> None:
    r = field([unit(who, 1010, missile="J" if who == "SK1" else "B")], [unit("HI9", 1110, "W")])
    with pytest.raises(Refusal, match=f"{who} \\({kind}\\) never attacks") as no:
        attack.about(r.g, (who,), ("HI9",))
    assert no.value.rule == "7.25"


# -- 9.24, 9.3 ---------------------------------------------------------------------------------------------------


def why(r: Rig, who: str, target: str, *path: int) -> str | None:
    try:
        harass.check_harass(r.g, r.unit(who), r.unit(target), path)
    except Refusal as no:
        return no.rule
    return None


@pytest.mark.rule("spqr 9.24", "spqr 9.31")
@for_each(
    ("who", "values", "at", "case"),
    [
        ("SK1", {"missile": "J", "ma": 6}, 1210, None),
        ("SK1", {"missile": "S", "ma": 6}, 1210, None),
        ("SK1", {"missile": "A", "ma": 6}, 1210, "9.24"),
        ("SK1", {"missile": "J", "ma": 6}, 1310, "9.24"),
        ("SK1", {"missile": "J", "ma": 6}, 1110, "9.24"),
        ("LI1", {"missile": "J", "ma": 5}, 1210, None),
        ("LI1", {"missile": "J", "ma": 4}, 1210, "9.24"),
        ("MI1", {"ma": 9}, 1210, "9.24"),
        ("LC1", {"missile": "J", "ma": 9}, 1410, None),
        ("LC1", {"missile": "A", "ma": 5}, 1410, None),
        ("LC1", {"missile": "J", "ma": 4}, 1410, "9.31"),
        ("LC1", {"missile": "J", "ma": 9}, 1510, "9.31"),
    ],
)
def test_who_harasses_whom_from_how_far(who: str, values: Any, at: int, case: str | None) -> None:
    r = field([unit(who, 1010, **values)], [unit("MI9", at, "W", ma=5)])
    paths = list(harass.paths(r.g, r.unit(who), at))
    found = harass.inability(r.g, r.unit(who)) or harass.bad_target(r.g, r.unit(who), r.unit("MI9"))
    assert (None if found is None else found.rule) == case
    assert case is not None or (paths and why(r, who, "MI9", *paths[0]) is None)


@pytest.mark.rule("spqr 9.24", "spqr 9.31")
@pytest.mark.parametrize(
    ("terrain", "case"), [({}, None), ({1110: "woods", 1109: "woods"}, "8.16"), ({1110: "broken"}, "9.24")]
)
def test_the_way_is_in_sight_ahead_and_over_good_ground(terrain: Any, case: str | None) -> None:
    r = field([unit("SK1", 1010, missile="J", ma=6)], [unit("MI9", 1210, "W", ma=5)], terrain=terrain)
    assert why(r, "SK1", "MI9", 1110) == case
    r = field([unit("SK1", 1010, "W", missile="J", ma=6)], [unit("MI9", 1210, "W", ma=5)])
    assert why(r, "SK1", "MI9", 1110) is not None
    for piece in (unit("LG2", 1110), None):
        b = [unit("MI9", 1210, "W", ma=5)] + ([] if piece else [unit("HI8", 1009, "SE")])
        r = field([unit("SK1", 1010, missile="J", ma=6), *([piece] if piece else [])], b)
        assert why(r, "SK1", "MI9", 1110) in ("8.16", "9.24")


@pytest.mark.rule("spqr 9.24", "spqr 9.31")
@pytest.mark.parametrize(("who", "moved"), [("SK1", 0), ("LC1", 1)])
def test_it_is_fire_from_next_to_the_target_which_alone_answers(who: str, moved: int) -> None:
    values: Any = {"missile": "J", "ma": 9, "tq": 9}
    b = [unit("LI9", 1210, "W", missile="J", ma=4, tq=9), unit("LI8", 1109, "W", missile="J", ma=4)]
    r = field([unit(who, 1010, **values)], b[:1])
    r.order(
        orders.Harass(unit=who, target="LI9", path=(1110,)),
        dice=[3 if not moved else 2, 3],
        answers=[{"LI9": "fire"}],
        defaults=["reaction-facing"],
    )
    assert r.unit(who).hex == 1010 and [x for _, _, x in r.fired()] == ["harass", "entry"]
    assert r.unit("LI9").hits == 1 and sum(m.value for m in r.rolls[0].modifiers) == moved
    r.refuses("5.25", orders.Harass(unit=who, target="LI9", path=(1110,)))
    able = field(
        [unit("LC1", 1010, **values)],
        [unit("LI9", 1310, "W", missile="J", ma=4), unit("LI8", 1308, "SW", missile="J", ma=4)],
    )
    path = next(iter(harass.paths(able.g, able.unit("LC1"), 1310)))
    assert [u.id for u, _ in harass.reactors(able.g, able.unit("LC1"), able.unit("LI9"), path)] == ["LI9"]


@pytest.mark.rule("spqr 6.13", "spqr 9.24", "spqr 9.31")
@pytest.mark.parametrize(("who", "hits"), [("SK1", 0), ("LI1", 1), ("LC1", 1)])
def test_it_counts_as_moving(who: str, hits: int) -> None:
    for moved in (False, True):
        r = field([unit(who, 1010, missile="J", ma=9, tq=9, moved=moved)], [unit("MI9", 1210, "W", ma=5, tq=9)])
        r.order(orders.Harass(unit=who, target="MI9", path=(1110,)), dice=[9], defaults=["reaction-facing"])
        assert r.unit(who).moved and r.unit(who).hits == (hits if moved else 0)


@pytest.mark.rule("spqr 9.31", "spqr 5.23")
def test_units_of_a_line_harass_by_its_line_command() -> None:
    ours = [unit("LC1", 1010, missile="J", ma=9), unit("LC2", 1011, missile="J", ma=9)]
    r = field(ours, [unit("MI9", 1310, "W", ma=5, tq=9)], a_leaders=[leader("Anna", 1009, command_range=9)])
    anna = r.leader("Anna")
    r.order(orders.Line(units=("LC1", "LC2")))
    answer = orders.Harass(unit="LC1", target="MI9", path=next(iter(harass.paths(r.g, r.unit("LC1"), 1310))))
    line_command.check(r.g, anna, answer)
    r.run(line_command.act, anna, answer, dice=[2], defaults=["reaction-facing"])
    assert r.fired() == [("LC1", "MI9", "harass")] and r.unit("MI9").hits == 1 and r.g.orders.orders_used == 0


@pytest.mark.rule("spqr 9.32")
def test_elephants_are_harassed_from_the_side_at_a_price() -> None:
    horse = unit("LC1", 1010, missile="J", ma=9, tq=9)
    r = field([horse], [unit("EL9", 1310, "W", cls="AFR", tq=9)])
    ahead = [h for h in r.g.zoc(r.unit("EL9"))]
    paths = list(harass.paths(r.g, r.unit("LC1"), 1310))
    assert all(p[-1] not in ahead for p in paths)
    r = field([horse], [unit("EL9", 1310, "E", cls="AFR", tq=9)])
    path = next(iter(harass.paths(r.g, r.unit("LC1"), 1310)))
    r.order(
        orders.Harass(unit="LC1", target="EL9", path=path),
        dice=[0],
        answers=[],
        defaults=["reaction-facing", "entry-fire"],
    )
    first = r.happened(HitsTaken)[0]
    assert (first.unit, first.hits, first.rule) == ("LC1", 2, "9.32")
    assert r.unit("EL9").hits == 2


@pytest.mark.rule("spqr 9.33")
def test_nobody_harasses_skirmishers() -> None:
    r = field([unit("LC1", 1010, missile="J", ma=9)], [unit("SK9", 1210, "W", missile="J", ma=6)])
    assert why(r, "LC1", "SK9", 1110) == "9.33"


# -- 9.41 ------------------------------------------------------------------------------------------------------------


def shift(odds: clash.Reckoning) -> int:
    return sum(s.value for s in odds.shifts if "phalanx" in str(s.reason))


@pytest.mark.rule("spqr 9.41", "spqr table:shock_column_shifts")
def test_phalanxes_cover_each_others_flanks() -> None:
    """The example: two legionary units, column 5, both flanks covered: column 1; on a 4 5(2), 3 and 2 for them."""
    r = kit.battle([], [unit("PH9", 2011, "W", size=6)])
    ahead = sorted(footprint.front(r.unit("PH9")))
    sides = sorted(footprint.flanks(r.unit("PH9")))
    covers = []
    for i, h in enumerate(sides):
        for at in (h, *r.g.map.neighbours(h)):
            probe = footprint.Stand(at, r.unit("PH9").facing, footprint.Shape.TWO)
            own = footprint.hexes_of(probe)
            if h in own and not set(own) & set(footprint.hexes_of(r.unit("PH9"))):
                covers.append(unit(f"PH{7 - i}", at, "W"))
                break
    assert len(covers) == 2

    def odds(types: list[str], *, moved: bool = True, n: int = 2) -> clash.Reckoning:
        ours = [unit(f"{t}{i + 1}", h, "E", size=3) for i, (t, h) in enumerate(zip(types, ahead, strict=False))]
        s = kit.battle(ours, [unit("PH9", 2011, "W", size=6), *covers[:n]], a_leaders=[ANNA]).orders("a", "Anna")
        s.g.orders.moved = [u["code"] for u in ours] if moved else []
        s.g.version += 1
        return clash.foresee(s.g, [s.unit(u["code"]) for u in ours], [s.unit("PH9")])

    two = odds(["LG", "LG"])
    assert (two.base, two.column) == (5, 1) and two.hits(4) == (5, 2)
    assert [shift(odds(["LG"], n=n)) for n in (0, 1, 2)] == [0, -2, -4]
    assert shift(odds(["HI", "HI"])) == -2 and shift(odds(["HI", "LG"])) == -4
    assert shift(odds(["LG"], moved=False)) == 0
    assert shift(odds(["PH"])) == 0
