"""Worked examples of chapters 8 and 10, with forced dice, and readings of the cases they stand at."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.gboh.events import HitsTaken
from engine.systems.gboh.missiles import ordered_fire
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import clash, collapse
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from tests.each import for_each
from tests.engine.alexander import kit


def reckoned(r: kit.Rig, attackers: list[str], defenders: list[str]) -> clash.Reckoning:
    """As the units are chosen: the defender's first, then the attacker's (8.35)."""
    a, d = [r.unit(x) for x in attackers], [r.unit(x) for x in defenders]
    struck = clash.best_defender(r.g, a, d)
    return clash.reckon(r.g, a, d, clash.best_attacker(r.g, a, d, struck), struck)


# -- 8.1 -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 8.15", "alexander 8.17")
@pytest.mark.parametrize(("die", "hits", "supply"), [(2, 1, "full"), (6, 0, "full"), (9, 0, "low")])
def test_e_8_15_cretan_archers_at_median_horse(die: int, hits: int, supply: str) -> None:
    r = kit.battle([kit.unit("SK1", 1010, missile="A")], [kit.unit("LC9", 1210, "W")]).orders("a")
    r.fires("SK1", "LC9", dice=[die])
    assert (r.unit("LC9").hits, r.unit("SK1").supply) == (hits, supply)
    assert r.rolls[0].needs == "3 or less"


@pytest.mark.rule("alexander 8.16")
@pytest.mark.parametrize(("die", "moved", "hits"), [(0, False, 1), (1, False, 0), (0, True, 0)])
def test_e_8_16_horse_archers_shoot_one_hex_farther_downhill(die: int, moved: bool, hits: int) -> None:
    archers = kit.unit("LC1", 3508, "SE", missile="A")
    r = kit.battle([archers], [kit.unit("HC9", 3512, "NW")], levels={3508: 1}).orders("a")
    shot = lambda g: ordered_fire.ordered_fire(g, r.unit("LC1"), r.unit("HC9"), moved=moved)  # noqa: E731
    r.run(shot, dice=[die])
    assert r.unit("HC9").hits == hits


@pytest.mark.rule("alexander 8.11", "alexander 8.15")
def test_e_8_11_a_horse_archer_rides_up_shoots_and_rides_away() -> None:
    """4 hexes forward, a shot at 2 hexes with 1 added for the ride, and off again."""
    r = kit.battle(
        [kit.unit("LC1", 1010, missile="A", ma=12)],
        [kit.unit("HC9", 1610, "E")],
        a_leaders=[kit.leader("Anna", 1008, command_range=20)],
    ).orders("a", "Anna")
    r.order(
        orders.Move(unit="LC1", path=(1110, 1210, 1310, 1410, 1509), fire_at="HC9", fire_after=4),
        dice=[2],
        answers=["no"],
        defaults=["reaction-facing", "orderly-withdrawal"],
    )
    assert r.rolls[0].total == 3 and r.unit("HC9").hits == 1
    assert r.unit("LC1").hex == 1509


@pytest.mark.rule("alexander 8.17", "alexander 8.33")
@pytest.mark.parametrize(("dice", "supply"), [((0, 9), "full"), ((0, 0, 5), "no")])
def test_javelins_are_spent_where_it_comes_to_blows(dice: tuple[int, ...], supply: str) -> None:
    """Not where the target breaks before contact."""
    r = kit.battle([kit.unit("LC1", 1010, tq=20, missile="J")], [kit.unit("MI9", 1110, "W", tq=4)]).orders("a")
    r.g.orders.markers, r.g.orders.moved = {"LC1": "must"}, ["LC1"]
    r.fights("LC1 x MI9", dice=dice)
    assert r.unit("LC1").supply == supply


# -- 8.35, 8.36 ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("alexander 8.35")
def test_e_8_35_1_hoplites_at_peltasts() -> None:
    r = kit.battle([kit.unit("HI1", 1010, cls="HO1")], [kit.unit("LI9", 1110, "W", cls="LP")]).orders("a")
    assert reckoned(r, ["HI1"], ["LI9"]).base == 9


@pytest.mark.rule("alexander 8.35", "alexander 8.32")
def test_e_8_35_2_the_defender_takes_the_hoplites_flank_rather_than_skirmishers() -> None:
    """A phalanx in 1010/1011 has hoplites before it, struck in the flank, and skirmishers face to face."""
    hoplites = kit.unit("HI9", 1110, "NE", cls="HO1")
    r = kit.battle([kit.unit("PH1", 1010)], [hoplites, kit.unit("SK8", 1111, "W")]).orders("a")
    got = reckoned(r, ["PH1"], ["HI9", "SK8"])
    assert (got.defender.id, got.base, got.superiority) == ("HI9", 11, "AS")


@pytest.mark.rule("alexander 8.35")
def test_e_8_35_3_the_attacker_takes_the_lancers_in_the_rear() -> None:
    enemies = [kit.unit("HI8", 1210, "W"), kit.unit("LN9", 1010)]
    r = kit.battle(enemies, [kit.unit("PH1", 1110)]).orders("a")
    assert r.g.arc(r.unit("PH1"), 1010) == "rear"
    got = reckoned(r, ["HI8", "LN9"], ["PH1"])
    assert (got.attacker.id, got.base, got.superiority) == ("LN9", 11, "AS")


@pytest.mark.rule("alexander 8.36")
@for_each(
    ("ours", "theirs", "moved", "shift"),
    [
        (5, 4, True, 1),
        (4, 5, True, 0),
        (2, 5, True, -1),
        (5, 3, True, 1),
        (5, 4, False, 0),
        (4, 5, False, -1),
        (5, 3, False, 0),
        (10, 5, True, 1),
        (10, 5, False, 1),
        (11, 5, True, 2),
        (11, 5, False, 1),
        (7, 12, True, 0),
    ],
)
def test_e_8_36_sizes(ours: int, theirs: int, moved: bool, shift: int) -> None:
    r = kit.battle([kit.unit("HI1", 1010, size=ours)], [kit.unit("HI9", 1110, "W", size=theirs)])
    r.orders("a", moved=["HI1"] if moved else [])
    assert sum(m.value for m in clash.size_modifiers(r.g, [r.unit("HI1")], [r.unit("HI9")])) == shift


@pytest.mark.rule("alexander 8.37")
def test_e_8_37_the_peltast_with_most_hits_is_broken_through() -> None:
    """A phalanx with 1 hit against peltasts with 2 and 4: the second has thrice and more, and breaks at 6 of TQ 5."""
    enemies = [kit.unit("LI8", 1110, "W", cls="LP", hits=2, tq=5), kit.unit("LI9", 1111, "W", cls="LP", hits=4, tq=5)]
    r = kit.battle([kit.unit("PH1", 1010, hits=1)], enemies).orders("a", moved=["PH1"])
    combat = Combat.of(r.g, Attack(attackers=("PH1",), defenders=("LI8", "LI9")))
    r.run(lambda g: collapse.breakthroughs(g, [combat]))
    assert [(e.unit, e.hits) for e in r.happened(HitsTaken)] == [("LI9", 2)]
    r.run(lambda g: collapse.break_units(g, combat), defaults=["rout-path"])
    assert r.routed() == ["LI9"]


@pytest.mark.rule("alexander 8.38", "alexander 9.65")
@pytest.mark.parametrize(("hits", "rolls"), [(7, ["phalanx-rout"]), (6, ["collapse"])])
def test_who_has_rolled_to_stand_does_not_roll_again_for_being_close_to_it(hits: int, rolls: list[str]) -> None:
    r = kit.battle([kit.unit("HI1", 1010, tq=9)], [kit.unit("PH9", 1110, "W", tq=7, hits=hits)]).orders("a")
    r.unit("PH9").hex = 1111
    r.g.version += 1
    combat = Combat.of(r.g, Attack(attackers=("HI1",), defenders=("PH9",)))
    assert r.g.in_enemy_zoc(r.unit("PH9"))

    async def collapses(g: Any) -> None:
        await collapse.break_all(g, [combat])
        await collapse.last_stands(g, [combat])

    r.run(collapses, dice=[0])
    assert [x.purpose for x in r.rolls] == rolls and not r.unit("PH9").routed


# -- 10.26 -----------------------------------------------------------------------------------------------------------


def breaking(r: kit.Rig, attackers: tuple[str, ...], dice: list[int]) -> kit.Rig:
    combat = Combat.of(r.g, Attack(attackers=attackers, defenders=("HI9",)))
    r.g.assailing = set(attackers)
    r.run(lambda g: collapse.break_units(g, combat), dice=dice, defaults=["rout-path", "unit-order"])
    return r


def phalanx_and_hoplites(phalanx: int, *more: dict[str, Any]) -> kit.Rig:
    """A phalanx of TQ 7 with so many hits, and hoplites of TQ 6 with as many as that."""
    hoplites = kit.unit("HI9", 1110, "W", cls="HO1", tq=6, hits=6)
    attackers = [kit.unit("PH1", 1010, tq=7, hits=phalanx), *more]
    return kit.battle(attackers, [hoplites]).orders("a", moved=["PH1"])


@pytest.mark.rule("alexander 10.26", "alexander 9.65")
@pytest.mark.parametrize(("die", "stands"), [(3, True), (4, False)])
def test_e_10_26_1_the_phalanx_one_over_gives_way_and_the_hoplites_stay(die: int, stands: bool) -> None:
    """Which then rolls to stand: the die, 1 over its TQ and 3 for attacking."""
    r = breaking(phalanx_and_hoplites(8), ("PH1",), [die])
    assert (r.unit("HI9").hits, r.unit("HI9").hex, r.unit("HI9").routed) == (5, 1110, False)
    assert r.unit("PH1").routed is not stands and (not stands or r.unit("PH1").hits == 6)


@pytest.mark.rule("alexander 10.26")
def test_e_10_26_2_of_equals_the_hoplites_rout_and_the_phalanx_is_left_with_6() -> None:
    r = breaking(phalanx_and_hoplites(7), ("PH1",), [])
    assert r.routed() == ["HI9"] and r.unit("PH1").hits == 6


@pytest.mark.rule("alexander 10.26")
def test_e_10_26_3_beside_hypaspists_who_hold_all_that_have_reached_it_rout() -> None:
    hypaspists = kit.unit("HI2", 1009, cls="HY", tq=8, hits=7)
    r = breaking(phalanx_and_hoplites(8, hypaspists), ("PH1", "HI2"), [9])
    assert r.routed() == ["HI9", "PH1"] and r.unit("HI2").hits == 7
