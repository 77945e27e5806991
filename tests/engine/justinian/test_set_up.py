"""3.2, 3.3 Set-up."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest

from engine.kernel.decisions import Command
from engine.players import walk
from engine.systems.justinian import army_limits, set_up, setting_up
from engine.systems.justinian.events import ArmyPlaced
from engine.systems.justinian.orders import SetUp
from engine.systems.justinian.scenario import SetupPlan
from engine.systems.justinian.state import initial_state
from tests.each import for_each
from tests.engine.justinian.field import Field, field, refused


def start(phase: str = "setup-byzantine") -> Field:
    """Before the set-up."""
    rig = field()
    fresh = initial_state(rig.g.scenario)
    fresh.phase = phase
    rig.g.state = fresh
    return rig


def plan(rig: Field, power: str, **changes: Any) -> SetupPlan:
    """The scenario's own plan with armies' places ("thrace": "syria-1"), armies' SP ("thrace": 3), other groups."""
    own = rig.g.scenario.setup.plans[power]
    armies = []
    for a in own.armies:
        to = changes.pop(a.army.replace("-", "_"), None)
        armies.append(a if to is None else a.model_copy(update={"sp" if isinstance(to, int) else "at": to}))
    values = {**own.model_dump(), "armies": [a.model_dump() for a in armies], **changes}
    return SetupPlan.model_validate(values)


def byzantine(rig: Field, **changes: Any) -> None:
    setting_up.check(rig.g, "byzantine", {"byzantine": plan(rig, "byzantine", **changes)})


def groups(rig: Field, power: str, field_name: str, **sp: int) -> list[dict[str, Any]]:
    """Groups or fleets of the plan with other SP; 0 leaves one out."""
    found = {x.at: x.sp for x in getattr(rig.g.scenario.setup.plans[power], field_name)}
    found |= {code.replace("_", "-"): n for code, n in sp.items()}
    return [{"at": at, "sp": n} for at, n in found.items() if n]


@pytest.mark.rule("justinian 3.2")
@pytest.mark.rule("justinian 3.24")
@pytest.mark.rule("justinian 3.25")
def test_byzantium_sets_up_by_one_answer() -> None:
    rig = start()
    rig.run(set_up.byzantine, dice=[13, 12, 11, 0, 1], answers=[SetUp(plans={"byzantine": plan(rig, "byzantine")})])
    g = rig.g
    assert {a.id: a.sp for a in g.armies(power="byzantine")} == {
        "praesental-1": 15,
        "praesental-2": 10,
        "orient": 25,
        "thrace": 8,
        "illyricum": 10,
    }
    assert g.total_sp("byzantine") == 100
    assert g.fleet_sp("byzantine") == 4
    assert g.state.gold == 30
    commanders = [a.leader for a in g.armies(power="byzantine")]
    assert commanders == ["areobindus", "dagisthaeus", "bouzes", "john-troglita", "germanus"]
    assert {"belisarius", "narses"} <= set(g.cup())
    assert all(r.purpose == "draw" for r in rig.rolls)
    assert [r.faces for r in rig.rolls] == [13, 12, 11, 10, 9]
    assert g.state.phase == "setup-barbarian"


@pytest.mark.rule("justinian 3.21")
@for_each(
    ("changes", "case"),
    [
        ({}, None),
        ({"praesental_1": "bithynia", "praesental_2": "europa"}, None),
        ({"praesental_2": "thracia"}, "3.21"),
        ({"praesental_2": "syria-1"}, "3.21"),
        ({"praesental_2": "europa"}, "3.21"),
        ({"orient": "osrhoene"}, None),
        ({"orient": "syria-1"}, "3.21"),
        ({"thrace": "europa"}, None),
        ({"thrace": "macedonia"}, "3.21"),
        ({"illyricum": "macedonia"}, "3.21"),
    ],
)
def test_where_armies_begin(changes: Mapping[str, str], case: str | None) -> None:
    rig = start()
    if case is None:
        byzantine(rig, **changes)
    else:
        with refused(case):
            byzantine(rig, **changes)


@pytest.mark.rule("justinian 3.21")
@pytest.mark.rule("justinian T:army_limits")
def test_asia_minor_within_four_mp_of_europa() -> None:
    g = start().g
    near = {g.land.map.code(p) for p in army_limits.asian(g)}
    assert {"bithynia", "hellespontus"} <= near  # straits: 2 MP
    assert not near & {"thracia", "rhodope", "europa", "armenia-1", "syria-1"}
    assert all(g.land.reach(g.land.constantinople, 4)[p] <= 4 for p in army_limits.asian(g))


@pytest.mark.rule("justinian 3.22")
def test_sp_of_armies_and_frontier() -> None:
    rig = start()
    with refused("3.22"):
        byzantine(rig, praesental_2=9)
    with refused("3.22"):
        byzantine(rig, thrace=0)
    with refused("3.22"):
        byzantine(rig, orient=36)
    with refused("3.22"):
        byzantine(rig, thrace=9)  # 101 SP
    byzantine(rig, thrace=9, groups=groups(rig, "byzantine", "groups", arabia=1))
    with refused("3.22"):
        byzantine(rig, groups=groups(rig, "byzantine", "groups", arabia=0, campania=2))
    with refused("3.41"):
        byzantine(rig, groups=groups(rig, "byzantine", "groups", arabia=0, lazica=2))
    shared = groups(rig, "byzantine", "groups", arabia=0, europa=2)  # beside an army
    byzantine(rig, groups=shared)


@pytest.mark.rule("justinian 3.23")
def test_fleets_begin_in_europa_and_on_coasts() -> None:
    rig = start()
    with refused("3.23"):
        byzantine(rig, fleets=[{"at": "europa", "sp": 2}, {"at": "zeugitania", "sp": 2}])
    with refused("3.23"):
        byzantine(rig, fleets=[{"at": "europa", "sp": 2}, {"at": "armenia-3", "sp": 2}])
    with refused("3.23"):
        byzantine(rig, fleets=[{"at": "europa", "sp": 1}, {"at": "achaea", "sp": 3}])
    byzantine(rig, fleets=[{"at": "europa", "sp": 4}])


@pytest.mark.rule("justinian 3.3")
@pytest.mark.rule("justinian 3.31")
@pytest.mark.rule("justinian 3.32")
@pytest.mark.rule("justinian 3.33")
@pytest.mark.rule("justinian 3.34")
def test_the_barbarians_set_up() -> None:
    rig = start("setup-barbarian")
    plans = {p: plan(rig, p) for p in ("ostrogoths", "vandals")}
    rig.run(set_up.barbarian, answers=[SetUp(plans=plans)])
    g, at = rig.g, rig.at
    assert (g.army("athalaric").sp, g.army("hilderic").sp) == (20, 20)
    assert (g.total_sp("ostrogoths"), g.total_sp("vandals")) == (30, 25)
    assert g.state.detached[at("sicilia")] == {"ostrogoths": 4}
    assert g.state.fleets["vandals"][at("zeugitania")].sp == 3
    assert g.state.fleets["ostrogoths"][at("flaminia")].sp == 1
    assert g.state.treasuries == {"ostrogoths": at("flaminia"), "vandals": at("zeugitania")}
    assert sorted(g.state.control.values()) == ["ostrogoths"] * 12 + ["vandals"] * 11
    assert {p: g.state.control[p] for p in g.land.of_prefecture("Italy")} == dict.fromkeys(
        g.land.of_prefecture("Italy"), "ostrogoths"
    )
    for a in ("chosroes", "perozes", "franks"):
        assert (g.army(a).at, g.army(a).strength) == (g.land.box(g.army(a).power), 0)
    waiting = {a.id: a.arrives for a in g.state.armies.values() if a.where == "track"}
    assert waiting == {"gelimer": 2, "tzazon": 2, "witigis": 3, "totila": 4, "teias": 4}
    assert g.state.phase == "leaders"
    placed = {e.army: e.rule for e in rig.happened(ArmyPlaced)}
    assert placed == {"athalaric": "3.31", "hilderic": "3.32"}


@pytest.mark.rule("justinian 3.31")
@pytest.mark.rule("justinian 3.32")
@pytest.mark.parametrize(
    ("power", "changes", "case"),
    [
        ("ostrogoths", {"athalaric": "dalmatia"}, "3.31"),
        ("ostrogoths", {"athalaric": 19}, "3.31"),
        ("ostrogoths", {"fleets": [{"at": "picenum", "sp": 1}]}, "3.31"),  # no City
        ("ostrogoths", {"fleets": [{"at": "liguria", "sp": 1}]}, None),
        ("vandals", {"hilderic": "campania"}, "3.32"),
        ("vandals", {"fleets": [{"at": "sardinia", "sp": 3}]}, "3.32"),
        ("vandals", {"groups": [{"at": "hispania", "sp": 5}]}, None),
    ],
)
def test_what_barbarians_may_not(power: str, changes: dict[str, Any], case: str | None) -> None:
    rig = start("setup-barbarian")
    plans = {p: plan(rig, p) for p in ("ostrogoths", "vandals")} | {power: plan(rig, power, **changes)}
    if case is None:
        setting_up.check(rig.g, "barbarian", plans)
    else:
        with refused(case):
            setting_up.check(rig.g, "barbarian", plans)


@pytest.mark.rule("justinian 3.2")
def test_a_plan_is_changed_step_by_step() -> None:
    """Every way through the menu ends in a legal set-up."""
    rig = start()
    asked: list[Command] = []

    def look(d: Any) -> Any:
        asked.append(d)
        return d.default

    rig.run(set_up.byzantine, dice=[1, 1, 1, 0, 1], answers=[look])
    fresh = start()
    seen = set()
    for seed in range(30):
        answer = walk(asked[0].menu, random.Random(seed))
        assert isinstance(answer, SetUp)
        setting_up.check(fresh.g, "byzantine", answer.plans)
        seen.add(answer.model_dump_json())
    assert len(seen) > 10


def test_a_leader_without_sp_has_none_to_give_away() -> None:
    rig = start("setup-barbarian")
    plans = {power: plan(rig, power) for power in setting_up.powers(rig.g, "barbarian")}
    leader = plans["ostrogoths"].armies[0]
    at, rest = leader.at, [a.model_dump() for a in plans["ostrogoths"].armies[1:]]
    own = {**plans["ostrogoths"].model_dump(), "armies": [{**leader.model_dump(), "sp": 0}, *rest]}
    own["groups"] = [{"at": at, "sp": leader.sp}]
    plans["ostrogoths"] = SetupPlan.model_validate(own)
    changes = [*set_up._menu(rig.g, "barbarian", plans)]  # pyright: ignore[reportPrivateUsage]
    assert leader.army in [c.key for c in changes], "where it begins may be changed"
    giving = [c for c in changes if c.key.startswith("from-")]
    assert f"from-{at}" in [c.key for c in giving] and f"from-{leader.army}" not in [c.key for c in giving]
    for c in giving:
        assert c.menu is not None
        for to in c.menu():
            assert to.menu is not None and len(to.menu()), "each leads on"
