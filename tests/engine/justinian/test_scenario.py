"""2.0, 4.0 The campaign as data: map, powers, leaders, and what a scenario document may not say."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.justinian import manpower
from engine.systems.justinian.scenario import JustinianScenario
from engine.systems.justinian.system import Justinian
from scenarios import ScenarioError, load, read
from tests.engine.justinian.field import field


def scenario() -> JustinianScenario:
    found = load("justinian/renovatio")
    assert isinstance(found, JustinianScenario)
    return found


def document() -> dict[str, Any]:
    return scenario().model_dump(mode="json")


@pytest.mark.rule("justinian 2.1")
@pytest.mark.rule("justinian T:prefectures")
@pytest.mark.parametrize(
    ("prefecture", "provinces", "income", "needed"),
    [
        ("Africa", 11, 13, 8),
        ("Italy", 12, 18, 8),
        ("Illyricum", 12, 13, 8),
        ("Egypt", 9, 15, 6),
        ("Orient", 45, 51, 30),
    ],
)
def test_prefectures(prefecture: str, provinces: int, income: int, needed: int) -> None:
    g = field().g
    own = g.land.of_prefecture(prefecture)
    assert (len(own), sum(g.land.income(p) for p in own)) == (provinces, income)
    assert g.charts.provinces_needed(prefecture) == needed == -(-2 * provinces // 3)


@pytest.mark.rule("justinian 2.1")
def test_the_map() -> None:
    g = field().g
    land = g.land
    assert (len(land.provinces), len(land.boxes)) == (89, 14)
    assert land.city(land.place("mesopotamia"))
    assert not land.city(land.place("euphratensis"))
    assert g.fort(land.place("moesia-1"))
    assert land.city(land.place("flaminia"))
    straits = {(land.map.code(a), land.map.code(b)) for a in land.provinces for b in land.roads(a) if land.strait(a, b)}
    assert {tuple(sorted(pair)) for pair in straits} == {
        ("bithynia", "europa"),
        ("europa", "hellespontus"),
        ("lucania-et-brutti", "sicilia"),
        ("hispania", "septem"),
    }
    for island in ("insulae", "baleares"):
        assert land.is_province(land.place(island))
        assert land.island(land.place(island))
    assert land.box("vandals") is None
    assert land.box("franks") == land.place("box-franks")


@pytest.mark.rule("justinian 2.2")
@pytest.mark.rule("justinian 4.12")
@pytest.mark.parametrize(
    ("leader", "ratings"), [("belisarius", (6, "A", 2)), ("chosroes", (6, "B", 1)), ("witigis", (4, "C", 0))]
)
def test_ratings(leader: str, ratings: tuple[int, str, int]) -> None:
    spec = field().g.leader(leader)
    assert (spec.control, spec.movement, spec.battle) == ratings


@pytest.mark.rule("justinian 4.21")
@pytest.mark.rule("justinian 4.34")
def test_each_minor_power_has_one_leader_who_is_its_army() -> None:
    given = scenario()
    minors = [p.id for p in given.powers if p.kind == "minor"]
    assert len(minors) == 13
    assert [x.id for x in given.leaders if x.power in minors] == minors
    state = Justinian(given).initial_state()
    assert all(x.id in state.armies for x in given.leaders if x.power != "byzantine")


@pytest.mark.rule("justinian 1.0")
@pytest.mark.rule("justinian T:turn_track")
def test_ten_turns_of_four_years() -> None:
    turns = scenario().turns
    assert [t.years for t in turns] == [(528 + 4 * n, 531 + 4 * n) for n in range(10)]


@pytest.mark.rule("justinian T:sp_limits")
def test_limits() -> None:
    charts = field().g.charts
    limits = {p: charts.sp_limit(p) for p in ("byzantine", "army", "vandals", "persia", "ostrogoths", "franks")}
    assert limits == {"byzantine": 150, "army": 35, "vandals": 50, "persia": 80, "ostrogoths": 75, "franks": None}


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("powers", 1, "box"), "box-nowhere", "powers[1] (persia).box: there is no area box-nowhere"),
        (("leaders", 0, "power"), "huns", "leaders[0] (belisarius).power: there is no power huns"),
        (("groups", "armenian"), ["atlantis"], "groups.armenian: there is no area atlantis"),
        (("setup", "treasuries"), {"vandals": "atlantis"}, "setup.treasuries.vandals: there is no area atlantis"),
        (("setup", "home"), {"vandals": "Mars"}, "setup.home.vandals: 'Mars' is no Prefecture"),
        (("armies", 0, "id"), "franks", "armies: franks is a leader too"),
        (("map", "areas", 0, "region"), "Mars", "map.areas[0] (zeugitania).region: 'Mars' is no Prefecture"),
    ],
)
def test_what_a_document_may_not_say(path: tuple[str | int, ...], value: Any, said: str) -> None:
    given = document()
    here: Any = given
    for part in path[:-1]:
        here = here[part]
    here[path[-1]] = value
    with pytest.raises(ScenarioError) as caught:
        read(given, "test")
    assert said in caught.value.problems


def test_the_leader_of_a_minor_power_has_its_id() -> None:
    given = document()
    franks = next(x for x in given["leaders"] if x["id"] == "franks")
    franks["id"] = "theudebert"
    with pytest.raises(ScenarioError) as caught:
        read(given, "test")
    assert any("the leader of a minor power has its id, franks (4.21)" in p for p in caught.value.problems)


@pytest.mark.rule("justinian 2.3")
def test_the_die_shows_0_to_9_and_zero_is_zero() -> None:
    rig = field(gold=0).army("praesental-1", "europa", 12, leader="sittas")
    rig.run(manpower.recruit, dice=[0])
    assert list(manpower.request().die) == list(range(10))
    assert rig.g.army("praesental-1").sp == 12
