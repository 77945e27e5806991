"""Every clause of short cases that many rules lean on: the die, difficult ground, shared zones, riders, Charisma."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import Choose
from engine.kernel.dice import Modifier, RollRequest, settle
from engine.kernel.hexes import Facing, distance, neighbours
from engine.systems.cataphract.charts import STANDARD
from engine.systems.gboh.cohesion import rout
from engine.systems.gboh.events import RoutMoved, UnitRallied
from engine.systems.gboh.movement import reach, withdrawal
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import casualties, clash, resolve
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.shock.plan import Attack
from engine.systems.gboh.turn import orders_phase
from tests.each import for_each
from tests.engine.cataphract import kit

# -- 2.3 The die -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 2.3")
def test_a_0_is_no_10_with_modifiers_either() -> None:
    request = RollRequest(
        purpose="x", side="a", text="x", rule="2.3", modifiers=[Modifier(value=1, reason="y", rule="2.3")]
    )
    assert [settle(request, 1, 1, [n]).total for n in (0, 9)] == [1, 10]
    assert [settle(request, 1, 1, [n]).natural for n in (0, 9)] == [0, 9]


@pytest.mark.rule("cataphract 2.3", "cataphract 10.27")
@pytest.mark.parametrize(("die", "back"), [(0, True), (1, True), (2, False), (9, False)])
def test_a_0_is_the_lowest_where_low_is_good(die: int, back: bool) -> None:
    r = kit.battle([kit.unit("HI1", 1010, "W", routed=True)], a_leaders=[kit.leader("Anna", 1012, charisma=1)])
    r.orders("a", "Anna").order(orders.Rally(unit="HI1"), dice=[die])
    assert (r.unit("HI1").eliminated, bool(r.happened(UnitRallied))) == (not back, back)


@pytest.mark.rule("cataphract 2.3", "cataphract 9.34")
def test_a_0_is_the_worst_row_for_who_attacks() -> None:
    """Hits of the attacker fall with the die and those of the defender rise; a 0 is below a 1, not above a 9."""
    r = kit.battle([kit.unit("HI1", 1010)], [kit.unit("MI1", 1110, "W")]).orders("a")
    got = clash.reckon(r.g, [r.unit("HI1")], [r.unit("MI1")], r.unit("HI1"), r.unit("MI1"))
    rows = [got.hits(n) for n in range(10)]
    assert [a for a, _ in rows] == sorted((a for a, _ in rows), reverse=True)
    assert [d for _, d in rows] == sorted(d for _, d in rows)
    assert rows[0] != rows[9]


# -- 6.27 Difficult and Open -----------------------------------------------------------------------------------------

GROUND = STANDARD.document["charts"]["movement_costs"]["rows"]
HEXES = [name for name, row in GROUND.items() if row["scope"] == "hex" and not row.get("prohibited")]
SIDES = [
    name
    for name, row in GROUND.items()
    if row["scope"] == "hexside" and not row.get("prohibited") and not name.endswith("_one_level")
]
DIFFICULT = ("woods", "rough")


def test_the_charts_have_ground_to_look_at() -> None:
    assert {"open", *DIFFICULT} <= set(HEXES) and {"stream", "river_volturno", "bridge"} <= set(SIDES)


@pytest.mark.rule("cataphract 6.27")
@pytest.mark.parametrize("ground", HEXES)
def test_woods_and_rough_are_difficult_for_every_rule_that_asks(ground: str) -> None:
    difficult = ground in DIFFICULT
    here = dict.fromkeys((1010, 1014, 1109, 1110, 1018), ground)
    units = [
        kit.unit("HI1", 1010, hits=2),
        kit.unit("HI2", 1014, "W", routed=True),
        kit.unit("HC3", 1018),
        kit.unit("LC4", 1009, missile="C"),
    ]
    r = kit.battle(units, a_leaders=[kit.leader("Anna", 1012, command_range=20)], terrain=here).orders("a", "Anna")
    if difficult:
        r.refuses("10.16", orders.Recover(unit="HI1"))
        r.refuses("10.27", orders.Rally(unit="HI2"))
    else:
        r.order(orders.Recover(unit="HI1"))
        assert r.unit("HI1").hits == 0
        r.order(orders.Rally(unit="HI2"), dice=[0])
        assert not r.unit("HI2").routed
    r.order(orders.Move(unit="HC3", path=(Facing.W,)))  # 7.13
    assert r.unit("HC3").hits == (3 if difficult else 0)


@pytest.mark.rule("cataphract 6.27", "cataphract 8.32")
@pytest.mark.parametrize("ground", HEXES)
def test_who_harasses_rides_over_open_ground(ground: str) -> None:
    r = kit.battle(
        [kit.unit("LC1", 1010, missile="C")],
        [kit.unit("HI9", 1208, "E")],
        a_leaders=[kit.leader("Anna", 1010)],
        terrain={1209: ground},
    ).orders("a", "Anna")
    if ground in DIFFICULT:
        r.refuses("8.32", orders.Harass(unit="LC1", target="HI9", path=(1109, 1209)))
    else:
        orders_phase.check(r.g, orders.Harass(unit="LC1", target="HI9", path=(1109, 1209)))
    orders_phase.check(r.g, orders.Harass(unit="LC1", target="HI9", path=(1109, 1108)))


@pytest.mark.rule("cataphract 6.27")
@pytest.mark.parametrize("side", SIDES)
def test_no_hexside_and_no_slope_makes_a_hex_difficult(side: str) -> None:
    around = [(1010, h, side) for h in neighbours(1010)]
    units = [kit.unit("HI1", 1010, hits=2)]
    r = kit.battle(units, a_leaders=[kit.leader("Anna", 1010)], hexsides=around, levels={1010: 3})
    r.orders("a", "Anna").order(orders.Move(unit="HI1", path=(Facing.NE,)))
    assert r.unit("HI1").hits == 2
    r.orders("a", "Anna").order(orders.Recover(unit="HI1"))
    assert r.unit("HI1").hits == 0


# -- 7.26 Zones of both sides in one hex -----------------------------------------------------------------------------


def shared(*units: dict, enemy: str = "HI1", **ground: object) -> kit.Rig:
    """HC1 at 1010 and an enemy at 1210 face each other: 1110 lies in both their zones."""
    return kit.battle(
        [kit.unit("HC1", 1010), *units],
        [kit.unit(enemy, 1210, "W")],
        a_leaders=[kit.leader("Anna", 1013, command_range=20)],
        **ground,
    ).orders("a", "Anna")


@pytest.mark.rule("cataphract 7.26")
def test_both_zones_hold_in_the_hex() -> None:
    r = shared()
    assert [u.id for u in r.g.zones("a")[1110]] == ["HC1"]
    assert [u.id for u in r.g.zones("b")[1110]] == ["HI1"]
    assert [u.id for u in r.g.enemy_zoc(1110, "a")] == ["HI1"]
    assert [u.id for u in r.g.enemy_zoc(1110, "b")] == ["HC1"]


@pytest.mark.rule("cataphract 7.26", "cataphract 7.23")
@pytest.mark.parametrize(("side", "mover", "onward"), [("a", "LC2", 1209), ("b", "LC3", 1009)])
def test_neither_side_passes_through_it(side: str, mover: str, onward: int) -> None:
    a, b = [kit.unit("HC1", 1010)], [kit.unit("HI1", 1210, "W")]
    (a if side == "a" else b).append(kit.unit("LC2", 1009) if side == "a" else kit.unit("LC3", 1209, "W"))
    r = kit.battle(a, b).orders(side)
    assert {"HC1", "HI1"} <= {u.id for s in "ab" for u in r.g.zones(s)[1109]}
    assert reach.price(r.g, r.unit(mover), (1109,))
    with kit.refused("7.23"):
        reach.price(r.g, r.unit(mover), (1109, onward))


@pytest.mark.rule("cataphract 7.26", "cataphract 4.61")
def test_a_leader_alone_enters_neither() -> None:
    """A friend's zone opens no way for a leader: only a friendly unit in the hex does."""
    r = shared()
    r.refuses("4.61", orders.MoveLeader(leader="Anna", to=1110))
    r = shared(kit.unit("MI2", 1110))
    r.order(orders.MoveLeader(leader="Anna", to=1110))
    assert r.leader("Anna").hex == 1110


@pytest.mark.rule("cataphract 7.26", "cataphract 10.21")
@pytest.mark.parametrize("friends", [[], [kit.unit("HI2", 709)]])
def test_a_friends_zone_opens_no_way_to_flee(friends: list) -> None:
    """A hex in enemy ZOC is closed to who flees, as if no friend's zone lay in it too."""
    r = kit.battle([kit.unit("HI1", 1010), *friends], [kit.unit("MI1", 808, "SE")])
    closed = {h for h in (909, 910, 808, 809, 810) if r.g.enemy_zoc(h, "a")}
    assert closed == {809, 908} & closed and closed
    assert not friends or closed & set(r.g.zones("a"))
    r.run(lambda g: rout.rout(g, g.state.units["HI1"]), defaults=["rout-path"])
    assert not closed & {e.to for e in r.happened(RoutMoved)} and len(r.happened(RoutMoved)) == 2


# -- 6.76 Feigned Retreat --------------------------------------------------------------------------------------------


def lure(*, at: int = 1210, mover: int = 1010, ma: int = 8, **ground: object) -> kit.Rig:
    hun = kit.unit("LC1", at, "W", feigns=True, ma=6, tq=8, missile="C", passes_lightly=True)
    return kit.battle([kit.unit("HC9", mover, feint_reaction=5, ma=ma)], [hun], **ground).orders("a")


def moves_up(r: kit.Rig, *answers: object, dice: tuple[int, ...] = ()) -> None:
    """The enemy starts its move two hexes from the light horse."""
    r.run(lambda g: withdrawal.orderly_withdrawal(g, g.state.units["HC9"], starting=True), answers=answers, dice=dice)


@pytest.mark.rule("cataphract 6.76")
@pytest.mark.parametrize(("edge", "longest"), [(18, 5), (17, 5), (16, 4), (15, 3), (14, 0)])
def test_the_edge_of_the_map_shortens_the_way(edge: int, longest: int) -> None:
    """From 1210 five hexes lead to column 17; three are the fewest there may be (6.73)."""
    r = lure(cols=(1, edge), rows=(9, 11))
    ends: list[int] = []

    def looked_at(d: Choose) -> str:
        ends.extend(c.hex for c in d.choices if c.hex is not None)
        return d.choices[0].key

    moves_up(r, *(["feign", looked_at] if longest else []), dice=(0,) if longest else ())
    assert max((distance(1210, h) for h in ends), default=0) == longest
    assert all(h in r.g.map for h in ends)
    assert bool(r.decisions) == bool(longest), "it isn't even asked where there is no way"


@pytest.mark.rule("cataphract 6.76")
def test_any_number_of_times_in_a_turn_by_one_unit() -> None:
    """Twice in one Orders Phase and twice in the next, while the enemy comes up behind it again."""
    r = lure()
    for n in range(1, 5):
        moves_up(r, "feign", lambda d: next(c.key for c in d.choices if c.hex == r.unit("LC1").at + 398), dice=(0,))
        assert sum(x.purpose == "feint-reaction" for x in r.rolls) == n
        r.unit("HC9").hex = r.unit("LC1").at - 199
        if n == 2:
            r.orders("a")


# -- 10.25 Leaders with units that rout ------------------------------------------------------------------------------


def fleeing(*, answers: list, companions: list, enemies: tuple = (), defaults: tuple = ("rout-path",)) -> kit.Rig:
    r = kit.battle([kit.unit("HI1", 1010)], list(enemies), a_leaders=companions)
    r.run(lambda g: rout.rout(g, g.state.units["HI1"]), answers=answers, defaults=defaults)
    return r


@pytest.mark.rule("cataphract 10.25")
def test_only_those_stacked_with_it_are_asked() -> None:
    elsewhere = [kit.leader("Anna", 910, "SC"), kit.leader("Bouzes", 1010)]
    r = fleeing(companions=elsewhere, answers=[{"Bouzes": "go"}])
    assert r.leader("Anna").hex == 910
    r = kit.battle([kit.unit("HI1", 1010)], a_leaders=[kit.leader("Anna", 1011)])
    r.run(lambda g: rout.rout(g, g.state.units["HI1"]), defaults=["rout-path"])
    assert r.decisions == [] and r.leader("Anna").hex == 1011


@pytest.mark.rule("cataphract 10.25", "cataphract 4.61")
def test_one_in_enemy_zoc_may_leave_with_it() -> None:
    r = fleeing(
        companions=[kit.leader("Bouzes", 1010)], enemies=(kit.unit("MI9", 1110, "W"),), answers=[{"Bouzes": "go"}]
    )
    assert r.leader("Bouzes").hex == r.unit("HI1").hex == 810


@pytest.mark.rule("cataphract 10.25", "cataphract 10.23")
def test_one_who_goes_with_a_unit_that_is_lost_is_not_lost_with_it() -> None:
    r = kit.battle([kit.unit("HI1", 210)], a_leaders=[kit.leader("Bouzes", 210)])
    r.run(lambda g: rout.rout(g, g.state.units["HI1"]), answers=[{"Bouzes": "go"}], defaults=["rout-path"])
    assert r.unit("HI1").eliminated and not r.leader("Bouzes").eliminated
    assert r.leader("Bouzes").hex == 110


# -- 9.16 step 3: Shock die-roll modifiers ---------------------------------------------------------------------------


def odds(a_leaders: list, b_leaders: list, *, killed: tuple = (), wounded: tuple = ()) -> clash.Reckoning:
    r = kit.battle(
        [kit.unit("HC1", 1010), kit.unit("HC2", 1009)],
        [kit.unit("MI1", 1110, "W"), kit.unit("MI2", 1109, "W")],
        a_leaders=a_leaders,
        b_leaders=b_leaders,
    ).orders("a", moved=["HC1"])
    for name in wounded:
        r.leader(name).wounded = True
    for name in killed:
        r.leader(name).hex, r.leader(name).eliminated = None, True
    r.g.version += 1
    a, d = [r.unit("HC1"), r.unit("HC2")], [r.unit("MI1"), r.unit("MI2")]
    return clash.reckon(r.g, a, d, a[0], d[0], killed=[r.leader(x) for x in killed])


def leader(name: str, at: int, charisma: int, role: str = "SC", **values: object) -> dict:
    return kit.leader(name, at, role, charisma=charisma, personal_combat=9, **values)


A, B = leader("Anna", 1010, 2), leader("Zoe", 1110, 3)
A2, B2 = leader("Bouzes", 1009, 4, "OC"), leader("Totila", 1109, 1, "OC")


@pytest.mark.rule("cataphract table:shock_die_modifiers", "cataphract 9.16")
@for_each(
    ("mine", "theirs", "killed", "wounded", "told"),
    [
        ([], [], (), (), []),
        ([A], [], (), (), [(2, "Anna's Charisma")]),
        ([], [B], (), (), [(-3, "Zoe's Charisma")]),
        ([A], [B], (), (), [(2, "Anna's Charisma"), (-3, "Zoe's Charisma")]),
        # One leader a side, with any of its units in this combat: the best is the owner's choice.
        ([A, A2], [B, B2], (), (), [(4, "Bouzes's Charisma"), (-3, "Zoe's Charisma")]),
        # Killed in the step before (9.14): against his own side.
        ([A], [], ("Anna",), (), [(-2, "Anna killed")]),
        ([], [B], ("Zoe",), (), [(3, "Zoe killed")]),
        (
            [A, A2],
            [B, B2],
            ("Anna", "Zoe"),
            (),
            [(4, "Bouzes's Charisma"), (-1, "Totila's Charisma"), (-2, "Anna killed"), (3, "Zoe killed")],
        ),
        ([A, A2], [], ("Anna", "Bouzes"), (), [(-2, "Anna killed"), (-4, "Bouzes killed")]),
        # Wounded: the value as lowered, for who lives and who is killed afterwards.
        ([A], [B], (), ("Anna", "Zoe"), [(1, "Anna's Charisma"), (-2, "Zoe's Charisma")]),
        ([], [B], ("Zoe",), ("Zoe",), [(2, "Zoe killed")]),
        # Stacked with nobody who fights.
        ([leader("Anna", 1008, 2)], [leader("Zoe", 1111, 3)], (), (), []),
    ],
)
def test_every_row_of_the_die_roll_modifiers(mine, theirs, killed, wounded, told) -> None:
    got = odds(mine, theirs, killed=killed, wounded=wounded)
    assert [(m.value, m.reason) for m in got.modifiers] == told
    assert all(m.rule == "9.16" for m in got.modifiers)


@pytest.mark.rule("cataphract table:shock_die_modifiers", "cataphract 9.16", "cataphract 9.34")
def test_they_add_up_and_the_roll_stays_on_the_chart() -> None:
    chart = odds([], [])
    base = {n: chart.hits(n) for n in range(10)}
    strong = odds([A2], [])
    for die in range(10):
        total = die + sum(m.value for m in strong.modifiers)
        assert strong.hits(total) == base[min(9, total)]
    weak = odds([], [B])
    for die in range(10):
        total = die + sum(m.value for m in weak.modifiers)
        assert weak.hits(total) == base[max(0, total)]


@pytest.mark.rule("cataphract table:shock_die_modifiers", "cataphract 9.14", "cataphract 9.16")
def test_the_roll_of_a_shock_has_them() -> None:
    """A leader killed in the casualty step turns from plus to minus before the die is rolled."""
    frail = {**A, "personal_combat": 5}
    r = kit.battle([kit.unit("HC1", 1010)], [kit.unit("MI1", 1110, "W")], a_leaders=[frail], b_leaders=[B])
    r.orders("a")
    combat = Combat.of(r.g, Attack(attackers=("HC1",), defenders=("MI1",)))
    # Anna is hit and killed, Zoe is not.
    r.run(lambda g: casualties.check(g, [combat]), dice=[0, 6, 1])
    assert [x.id for x in combat.killed] == ["Anna"]
    combat.chosen_attacker, combat.chosen_defender = r.unit("HC1"), r.unit("MI1")
    r.run(lambda g: resolve.resolve(g, combat), dice=[5], defaults=["odd-hit", "rout-path", "leader-along"])
    assert [m.value for m in r.rolls[-1].modifiers] == [-3, -2]
