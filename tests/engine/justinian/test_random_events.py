"""9.0 Random events."""

from __future__ import annotations

from typing import Any

import pytest

from bot.narration.dispatch import Told, joined
from engine.systems.justinian import byzantine, random_events
from engine.systems.justinian.events import CampaignEnded, EventStruck
from engine.systems.justinian.orders import Activate, Share
from tests.engine.justinian.field import Field, field


def struck(rig: Field, *dice: int, answers: tuple[Any, ...] = ()) -> list[EventStruck]:
    rig.run(random_events.strike, dice=list(dice), answers=list(answers))
    return rig.happened(EventStruck)


@pytest.mark.rule("justinian 9.0")
@pytest.mark.rule("justinian T:random_events")
def test_the_table() -> None:
    charts = field().g.charts
    assert [charts.random_event(n) for n in range(10)] == [
        *["mutiny"] * 3,
        "plague",
        "revolt",
        "revolt",
        "religious_disputes",
        "politics",
        "politics",
        "justinian_builds",
    ]


@pytest.mark.rule("justinian 9.0-c")
@pytest.mark.rule("justinian T:revolts")
def test_the_table_of_revolts() -> None:
    charts = field().g.charts
    found = [charts.revolt(n) for n in range(10)]
    assert found == [*["nika"] * 3, *["armenia"] * 3, *["sardinia"] * 2, *["egypt"] * 2]


def test_what_the_plague_takes_everywhere_is_told_in_one_line() -> None:
    rig = field().frontier("europa", 6).frontier("aegyptus-1", 4).frontier("scythia", 3)
    struck(rig, 3)
    told = [e.folded(rig.state) for e in rig.events if e.type == "strength-changed"]
    assert len(told) == 3 and {str(x[0]) for x in told if x is not None} == {"The Plague kills"}
    assert "Frontier SP in Europa 3 SP" in [str(x[1]) for x in told if x is not None]
    shown = [Told(seq=0, text="", fold=(str(x[0]), str(x[1]), "")) for x in told if x is not None]
    assert len(joined(shown)) == 1


# -- plague -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 9.0-b")
def test_the_first_plague() -> None:
    rig = field().army("praesental-1", "europa", 15, leader="sittas").fleet("byzantine", "europa", 3)
    rig.army("chosroes", "arabia", 11).army("perozes", "box-persia", 20).fleet("vandals", "ionian-sea", 3)
    rig.frontier("thracia", 2).detached("numidia", "vandals", 2)
    assert [e.without for e in struck(rig, 3)] == [False]
    g = rig.g
    assert g.army("praesental-1").sp == 7  # half of 15, up
    assert g.state.fleets["byzantine"][rig.at("europa")].sp == 1
    assert g.army("chosroes").sp == 8  # a third of 11, down
    assert g.state.frontier[rig.at("thracia")].sp == 2
    assert (g.army("perozes").sp, g.state.fleets["vandals"][rig.at("ionian-sea")].sp) == (20, 3)
    assert (g.state.half_income, g.state.plagues) == (True, 1)


@pytest.mark.rule("justinian 9.0-b")
def test_owners_choose_and_each_player_by_himself() -> None:
    rig = field().army("orient", "syria-1", 5, leader="sittas").frontier("syria-1", 4).army("chosroes", "syria-1", 3)
    struck(rig, 3, answers=(Share(parts={f"frontier@{rig.at('syria-1')}": 4, "orient": 1}),))
    assert (rig.g.army("orient").sp, rig.g.army("chosroes").sp) == (4, 1)
    assert rig.g.state.frontier == {}


@pytest.mark.rule("justinian 9.0-b")
@pytest.mark.rule("justinian 10.1")
@pytest.mark.parametrize(("turn", "over"), [(6, False), (7, True)])
def test_a_later_plague(turn: int, over: bool) -> None:
    rig = field(turn=turn, plagues=1).army("praesental-1", "europa", 15, leader="sittas").marker("vandals", "sardinia")
    assert [e.without for e in struck(rig, 3)] == ([] if over else [True]), "the end isn't told as no effect"
    assert rig.g.army("praesental-1").sp == 15
    assert [e.winner for e in rig.happened(CampaignEnded)] == (["barbarian"] if over else [])
    assert (rig.g.state.phase == "over") is over


# -- revolts ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 9.0-c1")
@pytest.mark.parametrize(("frontier", "quiet"), [(2, False), (3, True)])
def test_nika_needs_fewer_than_fifteen_sp_in_europa(frontier: int, quiet: bool) -> None:
    rig = field().army("praesental-1", "europa", 10, leader="sittas").fleet("byzantine", "europa", 2)
    rig.frontier("europa", frontier)
    assert [e.without for e in struck(rig, 4, 0)] == [quiet]
    assert rig.g.state.nika is not quiet


def after_nika() -> Field:
    rig = (
        field(nika=True, gold=0)
        .army("orient", "syria-1", 20, leader="sittas")
        .army("thrace", "thracia", 9, leader="bessas")
    )
    return rig.army("italy", "campania", 12, leader="mundus")


@pytest.mark.rule("justinian 9.0-c1")
def test_nika_brings_an_army_of_ten_to_europa() -> None:
    rig = after_nika()
    rig.run(byzantine.phase, answers=["orient"])
    assert rig.choices(0) == ["orient", "italy"]
    assert rig.g.army("orient").at == rig.at("europa")
    assert (rig.g.state.gold, rig.g.state.byzantine_done, rig.g.state.nika) == (0, 1, False)


@pytest.mark.rule("justinian 9.0-c1")
def test_nika_without_such_an_army_does_nothing() -> None:
    rig = field(nika=True).army("thrace", "thracia", 9, leader="bessas")
    rig.run(byzantine.phase, answers=[Activate(what="nothing")])
    assert (rig.g.army("thrace").at, rig.g.state.nika) == (rig.at("thracia"), False)


@pytest.mark.rule("justinian 9.0-c2")
def test_armenia() -> None:
    rig = field().army("orient", "armenia-1", 5, leader="sittas").army("chosroes", "armenia-2", 9)
    rig.frontier("armenia-3", 4).detached("armenia-4", "persia", 3).marker("persia", "armenia-4")
    struck(rig, 5, 4)
    assert rig.g.state.revolt == [rig.at("armenia-3"), rig.at("armenia-4")]
    assert (rig.g.state.frontier, rig.g.state.detached, rig.g.state.control) == ({}, {}, {})
    assert rig.g.army("orient").sp == 5


@pytest.mark.rule("justinian 9.0-c4")
def test_egypt() -> None:
    rig = (
        field()
        .army("orient", "arcadia", 5, leader="sittas")
        .frontier("thebais-1", 1)
        .detached("thebais-2", "persia", 1)
    )
    rig.fleet("byzantine", "aegyptus-1", 3)
    struck(rig, 4, 9)
    codes = {rig.g.land.map.code(p) for p in rig.g.state.revolt}
    assert codes == {"augustamnica-1", "augustamnica-2", "aegyptus-1", "aegyptus-2"}
    assert rig.g.control(rig.at("aegyptus-2")) == "none"


@pytest.mark.rule("justinian 9.0-c3")
def test_sardinia_under_byzantium() -> None:
    rig = field().army("africa", "byzacena", 12, leader="sittas").army("italy", "campania", 6, leader="bessas")
    rig.fleet("byzantine", "creta", 2)
    struck(rig, 4, 6, 9, answers=("africa",))  # half of 9: 4 of 5 are lost
    g, at = rig.g, rig.at("sardinia")
    assert g.army("africa").sp == 7
    assert g.state.frontier[at].sp == 1
    assert {p: x.sp for p, x in g.state.fleets["byzantine"].items()} == {rig.at("creta"): 1, at: 1}
    assert at not in g.state.revolt


@pytest.mark.rule("justinian 9.0-c3")
def test_sp_and_ships_there_count_as_sent() -> None:
    rig = field().army("africa", "sardinia", 12, leader="sittas").fleet("byzantine", "sardinia", 1)
    rig.army("italy", "campania", 20, leader="bessas")
    struck(rig, 4, 7, 5)
    assert (rig.g.army("africa").sp, rig.g.army("italy").sp) == (10, 20)
    assert rig.g.state.frontier == {}


@pytest.mark.rule("justinian 9.0-c3")
def test_sardinia_under_the_vandals() -> None:
    rig = field().marker("vandals", "sardinia").army("gelimer", "zeugitania", 9).detached("sardinia", "vandals", 2)
    rig.fleet("vandals", "zeugitania", 1)
    struck(rig, 4, 6, 1)
    assert rig.g.army("gelimer").sp == 6
    assert rig.g.state.detached[rig.at("sardinia")] == {"vandals": 5}
    assert rig.g.control(rig.at("sardinia")) == "barbarian"


@pytest.mark.rule("justinian 9.0-c3")
@pytest.mark.parametrize(("ships", "die"), [(0, 0), (1, 9)])
def test_sardinia_revolts_without_a_ship_or_when_all_are_lost(ships: int, die: int) -> None:
    rig = field().marker("vandals", "sardinia").army("gelimer", "zeugitania", 4)
    if ships:
        rig.fleet("vandals", "zeugitania", ships)
    struck(rig, 4, 6, die)
    assert rig.g.state.revolt == [rig.at("sardinia")]
    assert rig.g.state.control == {}


@pytest.mark.rule("justinian 9.0-c3")
def test_no_event_where_nobody_controls_sardinia() -> None:
    rig = field().marker("vandals", "sardinia").frontier("sardinia", 1)
    assert [e.without for e in struck(rig, 4, 6)] == [True]


# -- at court ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 9.0-d")
def test_religious_disputes_cost_an_activation() -> None:
    rig = field().army("orient", "syria-1", 20, leader="sittas")
    struck(rig, 6)
    rig.run(byzantine.phase)
    assert (rig.g.state.lose_next, rig.g.state.byzantine_done, rig.g.state.phase) == (0, 1, "barbarian")


@pytest.mark.rule("justinian 9.0-e")
@pytest.mark.rule("justinian 4.12")
def test_politics() -> None:
    rig = (
        field()
        .army("orient", "syria-1", 20, leader="bessas", defeated=True)
        .army("thrace", "thracia", 9, leader="sittas")
    )
    for x in rig.g.state.magmil.values():
        if x.where == "cup" and x.id != "narses":
            x.where = "gone"
    # Bessas 4, Sittas 5: 6 + 4 and 5 + 5 are equal, then 9 + 4 beats 2 + 5
    struck(rig.under(), 7, *_by_roster(rig, {"sittas": 5, "bessas": 6}), *_by_roster(rig, {"sittas": 2, "bessas": 9}))
    army = rig.g.army("orient")
    assert (army.leader, army.defeated) == ("narses", True)
    assert rig.g.cup() == ["bessas"]


def _by_roster(rig: Field, dice: dict[str, int]) -> list[int]:
    return [dice[x] for x in rig.g.state.magmil if x in dice]


@pytest.mark.rule("justinian 9.0-e")
def test_politics_with_an_empty_cup() -> None:
    rig = field().army("orient", "syria-1", 20, leader="bessas")
    for x in rig.g.state.magmil.values():
        x.where = "map" if x.id == "bessas" else "gone"
    assert [e.without for e in struck(rig.under(), 8)] == [True]
    assert rig.g.army("orient").leader == "bessas"


@pytest.mark.rule("justinian 9.0-f")
@pytest.mark.parametrize(("gold", "left", "owed"), [(25, 15, 0), (4, 0, 6)])
def test_justinian_builds(gold: int, left: int, owed: int) -> None:
    rig = field(gold=gold)
    struck(rig, 9)
    assert (rig.g.state.gold, rig.g.state.owed) == (left, owed)
