"""4.28, 4.4, 4.5 Whom leaders may command by their rank."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.text import Refusal, Text
from engine.systems.gboh import view
from engine.systems.gboh.command import command, leaders, line_composition, line_leave
from engine.systems.gboh.events import LineBegan
from engine.systems.gboh.inquiry import leader as asked
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import designation
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.gboh.strategies import Hurt
from engine.systems.gboh.turn import sequence
from engine.systems.spqr import offices
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit

FAR = unit("HC99", 3535, "W")
III: dict[str, Any] = {"legion": "III"}
V: dict[str, Any] = {"legion": "V"}

LEGIONS = [
    unit("LG1", 1005, cls="HA", **III),
    unit("LG2", 1006, cls="PR", **III),
    unit("LG3", 1007, cls="HA", **V),
    unit("LG4", 1008, cls="CO", ala=True, **III),
    unit("LG5", 1009, cls="CO", ala=True, **V),
    unit("HI6", 1010, cls="TR", **III),
    unit("LI7", 1011, cls="VE", **III),
    unit("LI8", 1012, cls="VE", ala=True, **V),
    unit("RC9", 1013, **III),
    unit("RC10", 1014, ala=True, **III),
    unit("LC11", 1015),
    unit("MI12", 1016),
]


def army(rank: str, *, theirs: Any = (FAR,), **values: Any) -> kit.Rig:
    """A Roman army with a leader of a rank in the middle of it, whose Orders Phase it is."""
    given = {"command_range": 9, "initiative": 5, "role": "OC" if rank == "oc" else "SC", "rank": rank, **values}
    leaders = [leader("Antonius", 910, **given)]
    # Triarii go where they are told to: what keeps them back is tested elsewhere.
    r = kit.battle(LEGIONS, list(theirs), a_leaders=leaders, rules_not_used=("9.7",))
    return r.orders("a", "Antonius")


def goes(name: str) -> orders.Move:
    return orders.Move(unit=name, path=(1100 + {"LG1": 5, "LG2": 6, "LG3": 7}.get(name, 0),))


def ordered(r: kit.Rig) -> list[str]:
    return [u.id for u in r.g.units("a") if command.in_command(r.g, r.leader("Antonius"), u)]


EVERYBODY = [u["code"] for u in LEGIONS]


@pytest.mark.rule("spqr 4.41", "spqr 4.42", "spqr 4.44")
@pytest.mark.parametrize(
    ("rank", "whom"),
    [
        ("oc", EVERYBODY),
        ("proconsul", EVERYBODY),
        ("subordinate", EVERYBODY),
        ("tribune", ["LG1", "LG2", "LG3", "HI6", "LI7", "LI8"]),
        ("prefect sociorum", ["LG4", "LG5", "LI7", "LI8"]),
        ("prefect equitum", ["RC9", "RC10"]),
    ],
)
def test_to_whom_each_may_give_orders(rank: str, whom: list[str]) -> None:
    assert ordered(army(rank)) == whom


@pytest.mark.rule("spqr 4.42")
@pytest.mark.parametrize(
    ("first", "then"),
    [("LG1", ["LG1"]), ("LG2", ["LG2"]), ("LG3", ["LG3"]), ("HI6", ["HI6"]), ("LI7", ["LI7", "LI8"])],
)
def test_a_tribune_orders_one_class_of_one_legion_in_a_phase_or_velites(first: str, then: list[str]) -> None:
    r = army("tribune")
    u = r.unit(first)
    r.order(orders.Move(unit=first, path=(u.at + 100,)), defaults=["reaction-facing"])
    assert ordered(r) == then
    r.orders("a", "Antonius", momentum=True)
    assert len(ordered(r)) == 6, "another Orders Phase, another class"


@pytest.mark.rule("spqr 4.42")
def test_refusals_of_a_tribune_name_the_case() -> None:
    r = army("tribune")
    r.refuses("4.42", orders.Move(unit="LG4", path=(1108,)))
    r.refuses("4.42", orders.Move(unit="RC9", path=(1113,)))
    r.order(goes("LG1"))
    r.refuses("4.42", goes("LG2"))
    r.refuses("4.42", orders.Move(unit="LI7", path=(1111,)))
    with pytest.raises(Refusal, match="hastati of the III Legion"):
        r.order(goes("LG3"))


@pytest.mark.rule("spqr 4.42")
def test_recovery_and_rally_are_orders_too() -> None:
    r = army("tribune")
    r.unit("LG2").hits = 2
    r.unit("LG1").hits = 2
    r.order(orders.Recover(unit="LG2"))
    r.refuses("4.42", orders.Recover(unit="LG1"))
    r.refuses("4.42", orders.Recover(unit="LG4"))


@pytest.mark.rule("spqr 4.44")
@pytest.mark.parametrize(("first", "other"), [("RC9", "RC10"), ("RC10", "RC9")])
def test_a_prefect_equitum_orders_cavalry_of_the_legions_or_of_the_alae(first: str, other: str) -> None:
    r = army("prefect equitum")
    r.order(orders.Move(unit=first, path=(r.unit(first).at + 100,)))
    assert ordered(r) == [first]
    r.refuses("4.44", orders.Move(unit=other, path=(r.unit(other).at + 100,)))
    r.refuses("4.44", goes("LG1"))


@pytest.mark.rule("spqr 4.42", "spqr 4.44", "spqr 4.0")
@pytest.mark.parametrize(
    ("rank", "whom"),
    [
        ("oc", EVERYBODY),
        ("tribune", ["LG1", "LG2", "LG3", "HI6", "LI7"]),
        ("prefect sociorum", ["LG4", "LG5", "LI8"]),
        ("prefect equitum", ["RC9", "RC10"]),
    ],
)
def test_whom_each_may_have_attack(rank: str, whom: list[str]) -> None:
    wall = [unit(f"MI{n}", 1100 + n, "W") for n in range(20, 36)]
    r = army(rank, theirs=wall)
    for n, u in enumerate(wall):
        r.unit(u["code"]).hex = 1105 + n
    r.g.version += 1
    found = [u.id for u in designation.willing(r.g)]
    assert found == whom
    left_out = next((u for u in EVERYBODY if u not in whom), None)
    if left_out is not None:
        foe = r.g.opponents(r.unit(left_out))[0].id
        plan = ShockPlan(attacks=(Attack(attackers=(left_out,), defenders=(foe,)),))
        with kit.refused("4.44" if "equitum" in rank else "4.42"):
            designation.check_plan(r.g, plan)


@pytest.mark.rule("spqr 4.42")
def test_the_class_that_had_orders_doesnt_limit_attacks() -> None:
    r = army("tribune", theirs=[unit("MI30", 1106, "W"), unit("MI31", 1107, "W")])
    r.order(orders.Move(unit="LG1", path=(1004,)))
    assert {"LG2", "LG3"} <= {u.id for u in designation.willing(r.g)}


@pytest.mark.rule("spqr 4.43", "spqr 4.44")
@pytest.mark.parametrize(
    ("rank", "lines"),
    [
        ("tribune", {("LG1", "LG2"), ("LG3", "LG4")}),
        ("prefect sociorum", {("LG1", "LG2"), ("LG3", "LG4")}),
        ("prefect equitum", {("RC5", "RC6")}),
    ],
)
def test_lines_of_any_legion_and_ala_but_of_ones_own_arm(rank: str, lines: set[tuple[str, ...]]) -> None:
    """Zama: hastati with the cohorts of the alae; cohorts with triarii."""
    ours = [
        unit("LG1", 1006, cls="HA", **III),
        unit("LG2", 1007, cls="CO", ala=True, **V),
        unit("LG3", 808, cls="CO", ala=True, **V),
        unit("LG4", 809, cls="CE", ala=True, **V),
        unit("RC5", 1010, **III),
        unit("RC6", 1011, ala=True, **III),
    ]
    r = kit.battle(
        ours, [FAR], a_leaders=[leader("Antonius", 908, "SC", rank=rank, line_commands=1), leader("Curius", 908)]
    )
    r.orders("a", "Antonius")
    found = {tuple(u.id for u in x) for x in line_composition.lines(r.g, r.leader("Antonius")) if len(x) > 1}
    assert lines <= found
    outside = orders.Line(units=("RC5", "RC6") if rank != "prefect equitum" else ("LG1", "LG2"))
    r.refuses("4.44" if rank == "prefect equitum" else "4.43", outside)
    r.order(orders.Line(units=next(iter(sorted(lines)))))
    assert r.happened(LineBegan)


@pytest.mark.rule("spqr 4.44")
def test_cavalry_of_legions_and_alae_is_one_line_only_where_the_battle_has_it() -> None:
    def cannae(rows: Any) -> kit.Rig:
        ours = [unit("RC1", 1010, **III), unit("RC2", 1011, ala=True, contingent="Alae", **III)]
        leaders = [leader("Antonius", 910, "SC", rank="prefect equitum"), leader("Curius", 910)]
        r = kit.battle(ours, [FAR], a_leaders=leaders, sides={"a": {"lines": rows}})
        return r.orders("a", "Antonius")

    cannae([["RC"]]).order(orders.Line(units=("RC1", "RC2")))
    apart = cannae([{"types": ["RC"], "contingents": ["Alae"]}])
    apart.refuses("4.24", orders.Line(units=("RC1", "RC2")))


@pytest.mark.rule("spqr 4.28")
def test_a_restriction_limits_orders_attacks_rally_and_lines() -> None:
    """Maharbal: Numidian light cavalry only."""
    ours = [
        unit("LC1", 1010, contingent="Numidians"),
        unit("LC2", 1011, contingent="Numidians"),
        unit("LC3", 1012, contingent="Gauls", hits=2),
        unit("HC4", 1013, contingent="Numidians"),
        unit("HC5", 1014, contingent="Gauls", routed=True),
    ]
    given = {"kinds": ("LC",), "commands": ("Numidians",), "command_range": 6}
    foe = unit("MI9", 1112, "W")
    leaders = [leader("Maharbal", 910, "SC", **given), leader("Hannibal", 910)]
    r = kit.battle(ours, [foe], a_leaders=leaders).orders("a", "Maharbal")
    x = r.leader("Maharbal")
    assert [u.id for u in r.g.units("a") if command.in_command(r.g, x, u)] == ["LC1", "LC2"]
    for order in (
        orders.Move(unit="HC4", path=(1113,)),
        orders.Recover(unit="LC3"),
        orders.Rally(unit="HC5"),
    ):
        r.refuses("4.28", order)
    assert "LC3" not in [u.id for u in designation.willing(r.g)]
    r.order(orders.Line(units=("LC1", "LC2")))
    r.orders("a", "Maharbal")
    r.refuses("4.24", orders.Line(units=("LC2", "LC3")))


# -- 4.45, 4.46, 4.64, 4.65 --------------------------------------------------------------------------------------------


def colleges(*, inferior: bool = True) -> kit.Rig:
    r = kit.battle(
        [unit("LG1", 1005, cls="HA", **III)],
        [FAR],
        a_leaders=[
            leader("Varro", 1010),
            leader("Cassus", 1005, "SC", rank="tribune", initiative=3),
            leader("Gallus", 1007, "SC", rank="tribune", initiative=2, inferior=inferior),
            leader("Falco", 1020, "SC", rank="prefect equitum", initiative=3),
        ],
    )
    r.state.phase = "turn"
    return r


@pytest.mark.rule("spqr 4.45", "spqr 4.41")
@pytest.mark.parametrize(("answer", "where"), [("stay", (1005, 1007)), ("Cassus", (1007, 1005))])
def test_the_roman_player_chooses_the_post_of_the_lesser_tribune(answer: str, where: tuple[int, int]) -> None:
    r = colleges()
    r.run(sequence.turn_start, answers=[answer])
    assert (r.leader("Cassus").at, r.leader("Gallus").at) == where
    assert r.choices() == ["stay", "Cassus"], "the only Prefect Equitum has nobody to change with"
    r.run(sequence.turn_start)


@pytest.mark.rule("spqr 4.45")
def test_nothing_is_asked_where_the_battle_fixes_it() -> None:
    colleges(inferior=False).run(sequence.turn_start)


def proconsuls() -> kit.Rig:
    r = kit.battle(
        [unit("LG1", 1010, cls="HA", **III), unit("LG2", 1011, cls="HA", **III)],
        [FAR],
        a_leaders=[
            leader("Varro", 3010, strategy=2),
            leader("Servilius", 910, "SC", rank="proconsul", initiative=3, strategy=None),
            leader("Minucius", 3030, "SC", rank="proconsul", initiative=3, strategy=None),
            leader("Cassus", 910, "SC", rank="tribune", initiative=2, strategy=None),
        ],
    )
    r.state.turn = 2
    return r


@pytest.mark.rule("spqr 4.46", "spqr 4.25")
@pytest.mark.parametrize(
    ("who", "die", "granted"),
    [("Servilius", 3, True), ("Servilius", 4, False), ("Cassus", 2, True), ("Cassus", 3, False)],
)
def test_a_proconsul_has_one_less_to_roll(who: str, die: int, granted: bool) -> None:
    r = proconsuls().orders("a", who)
    r.order(orders.Line(units=("LG1", "LG2")), dice=[die])
    assert bool(r.happened(LineBegan)) is granted


@pytest.mark.rule("spqr 4.46", "spqr 4.65")
@pytest.mark.parametrize("named", ["Minucius", "Servilius", "no"])
def test_a_proconsul_may_follow_the_fallen_overall_commander(named: str) -> None:
    r = proconsuls()
    leaders.suffer(r.g, r.leader("Varro"), Hurt(killed=True), "4.63")
    r.run(leaders.succession, answers=[named])
    assert r.choices() == ["Servilius", "Minucius", "no"]
    r.run(leaders.succession)
    oc = r.g.commander("a")
    if named == "no":
        assert oc is None
        r.orders("a", "Servilius").refuses("4.25", orders.Line(units=("LG1", "LG2")))
        leaders.suffer(r.g, r.leader("Minucius"), Hurt(killed=True), "4.63")
        r.run(leaders.succession)  # nobody is named for a Proconsul
        r.order(orders.Move(unit="LG1", path=(1110,)))
        return
    assert oc is r.leader(named) and (oc.strategy, oc.initiative, oc.unbound) == (1, 3, True)
    assert str(oc.title) == "Overall Commander"
    r.orders("a", "Cassus")
    if named == "Servilius":
        r.order(orders.Line(units=("LG1", "LG2")))
    else:
        r.order(orders.Line(units=("LG1", "LG2")), dice=[2])
        assert r.leader("Cassus").line_permission is False, "Strategy 1, and out of his reach"


@pytest.mark.rule("spqr 4.65")
def test_without_proconsuls_nobody_follows() -> None:
    r = colleges()
    leaders.suffer(r.g, r.leader("Varro"), Hurt(killed=True), "4.63")
    r.run(leaders.succession)
    assert r.g.commander("a") is None and leaders.replaceable(r.g, "a") == []


def lost(rank: str) -> kit.Rig:
    r = kit.battle(
        [unit("LG1", 1010, cls="HA", **III), unit("RC2", 2010, **III)],
        [FAR],
        a_leaders=[leader("Varro", 1015), leader("Fallen", 1010, "SC", rank=rank, initiative=3)],
    )
    pool = r.leader("Fallen").model_copy(update={"id": "New", "name": "New", "rank": "replacement", "hex": None})
    r.state.leaders["New"] = pool
    r.state.sides["a"].pool.append("New")
    leaders.suffer(r.g, r.leader("Fallen"), Hurt(killed=True), "4.63")
    return r.orders("a", "Varro")


@pytest.mark.rule("spqr 4.64", "spqr 4.3", "spqr 5.22")
@pytest.mark.parametrize(
    ("rank", "who"),
    [("tribune", "Fallen"), ("prefect equitum", "Fallen"), ("subordinate", "New"), ("proconsul", "New")],
)
def test_tribunes_and_prefects_return_and_others_are_replaced(rank: str, who: str) -> None:
    r = lost(rank)
    other = "New" if who == "Fallen" else "Fallen"
    at = 2010 if rank == "prefect equitum" else 1010
    r.refuses("4.64", orders.Replace(leader=other, replaces="Fallen", to=at))
    r.order(orders.Replace(leader=who, replaces="Fallen", to=at))
    assert (r.leader(who).at, r.leader(who).status, r.g.orders.orders_used) == (at, "finished", 1)
    assert command.commandable(r.leader(who), r.unit("RC2")) is (rank != "tribune")


@pytest.mark.rule("spqr 4.64")
def test_he_arrives_with_a_unit_he_may_command() -> None:
    r = lost("tribune")
    r.refuses("4.64", orders.Replace(leader="Fallen", replaces="Fallen", to=2010))
    r = lost("tribune").orders("a", "Fallen")
    r.refuses("4.64", orders.Replace(leader="Fallen", replaces="Fallen", to=1010))


# -- 4.5 ---------------------------------------------------------------------------------------------------------------


def hannibals(**values: Any) -> kit.Rig:
    given = {"carthaginian": True, "strategy": None, **values}
    r = kit.battle(
        [unit("MI1", 1410), unit("MI2", 1411), unit("HI3", 1310), unit("HI4", 1311)],
        [FAR],
        a_leaders=[leader("Hannibal", 3030, strategy=8), leader("Mago", 910, "SC", **given)],
        sides={"a": {"lines": [["MI"], ["HI"]]}},
    )
    r.state.turn = 2
    return r.orders("a", "Mago")


@pytest.mark.rule("spqr 4.5", "spqr 4.25")
def test_under_hannibal_a_first_phase_needs_neither_leave_nor_nearness() -> None:
    r = hannibals()
    assert not line_leave.needs_leave(r.g, r.leader("Mago"))
    r.order(orders.Line(units=("MI1", "MI2")))
    assert r.happened(LineBegan)
    hannibals(carthaginian=False).refuses("4.25", orders.Line(units=("MI1", "MI2")))


@pytest.mark.rule("spqr 4.5", "spqr 4.25")
def test_in_momentum_he_is_as_others_are() -> None:
    r = hannibals()
    r.orders("a", "Mago", momentum=True)
    r.leader("Mago").earned_lines = True
    r.g.version += 1
    r.refuses("4.25", orders.Line(units=("MI1", "MI2")))
    r.leader("Mago").hex = 1210
    r.orders("a", "Mago", momentum=True)
    r.order(orders.Line(units=("HI3", "HI4")), dice=[9])
    assert r.leader("Mago").line_permission is False
    r.leader("Mago").line_permission = None
    r.order(orders.Line(units=("HI3", "HI4")), dice=[8])
    assert r.happened(LineBegan)


@pytest.mark.rule("spqr 4.5")
def test_who_replaces_one_of_his_has_no_such_right() -> None:
    r = hannibals()
    assert "carthaginian" not in r.leader("Mago").place


# -- what players are told ---------------------------------------------------------------------------------------------


def test_an_inquiry_names_those_he_cannot_order_and_why() -> None:
    r = army("tribune")
    r.order(goes("LG1"))
    found = asked.about(r.g, r.leader("Antonius"))
    told = [(str(f.text), f.rule) for s in found.sections for f in s.facts]
    assert "Tribune" in str(found.title)
    assert any("LG4" in text and "legion infantry" in text and rule == "4.42" for text, rule in told)
    assert any("LG2" in text and "one class of one legion" in text and rule == "4.42" for text, rule in told)
    x = next(x for x in view.table(r.g).leaders if x.id == "Antonius")
    assert (Text("Rank"), "Tribune") in x.facts


def test_every_office_has_its_words() -> None:
    assert set(offices.DUTIES) == set(offices.LIMITS) == set(offices.COLLEGES)
