"""5.3 Byzantine manpower: recruits, ships, a new army."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.justinian import maintenance, manpower
from engine.systems.justinian.orders import Pay, Share
from tests.engine.justinian.field import Field, field, refused


def full() -> Field:
    """Both Praesental armies stand in Europa with all they need."""
    rig = field(phase="recruit").army("praesental-1", "europa", 10, leader="sittas")
    return rig.army("praesental-2", "europa", 10, leader="bessas")


def recruiting(rig: Field, die: int, *answers: Any) -> Field:
    rig.run(manpower.recruit, dice=[die], answers=list(answers))
    return rig


@pytest.mark.rule("justinian 5.33")
@pytest.mark.rule("justinian 5.32")
@pytest.mark.rule("justinian 5.21")
@pytest.mark.rule("justinian T:byzantine_expenses")
def test_the_spending_of_a_turn() -> None:
    """The worked example: 95 G, of which 19 are left after pay and 16 after a ship."""
    rig = field(gold=95, phase="maintenance")
    for army, at, sp in (
        ("praesental-1", "europa", 15),
        ("praesental-2", "bithynia", 12),
        ("illyricum", "dalmatia", 18),
    ):
        rig.army(army, at, sp, leader={"praesental-1": "sittas", "praesental-2": "bessas", "illyricum": "mundus"}[army])
    rig.army("orient", "syria-1", 20, leader="solomon").army("thrace", "thracia", 12, leader="bouzes")
    paid = ("arabia", "osrhoene", "scythia", "armenia-1", "armenia-4")
    for at, sp in zip(paid, (5, 4, 3, 3, 3), strict=True):
        rig.frontier(at, sp)
    left = ("moesia-1", "moesia-2", "thebais-2")
    for at in left:
        rig.frontier(at, 7)
    rig.fleet("byzantine", "europa", 4).fleet("byzantine", "achaea", 1)
    unpaid = ["thrace", f"byzantine-fleet@{rig.at('achaea')}", *(f"frontier@{rig.at(p)}" for p in left)]
    rig.run(maintenance.phase, answers=[Pay(unpaid=tuple(unpaid))])
    assert rig.g.state.gold == 95 - 65 - 4 - 7 == 19
    assert sum(x.sp for x in rig.g.state.frontier.values() if x.unpaid) == 21
    ship = f"byzantine-fleet@{rig.at('europa')}"
    recruiting(rig, 6, Share(parts={"illyricum": 3, "orient": 2, f"frontier@{rig.at('dacia-ripensis')}": 1, ship: 1}))
    assert rig.g.state.gold == 16
    assert (rig.g.army("illyricum").sp, rig.g.army("orient").sp) == (21, 22)
    assert rig.g.state.frontier[rig.at("dacia-ripensis")].sp == 1
    assert rig.g.state.fleets["byzantine"][rig.at("europa")].sp == 5


@pytest.mark.rule("justinian 5.31")
@pytest.mark.rule("justinian 5.32")
def test_a_zero_brings_nobody_and_land_sp_are_free() -> None:
    assert recruiting(full().under(gold=0), 0).g.total_sp("byzantine") == 20
    rig = recruiting(full().under(gold=0), 3, Share(parts={"praesental-1": 3}))
    assert (rig.g.total_sp("byzantine"), rig.g.state.gold) == (23, 0)


@pytest.mark.rule("justinian 5.32")
def test_praesental_armies_come_first() -> None:
    rig = (
        field(gold=0)
        .army("praesental-1", "europa", 7, leader="sittas")
        .army("praesental-2", "bithynia", 9, leader="bessas")
    )
    key = f"frontier@{rig.at('syria-1')}"

    def first(d: Any) -> Any:
        for wrong in ({key: 9}, {"praesental-1": 3, key: 6}, {"praesental-1": 4, key: 5}):
            with refused("5.32"):
                d.check(Share(parts=wrong))
        return Share(parts={"praesental-1": 3, "praesental-2": 1, key: 5})

    recruiting(rig, 9, first)
    assert [rig.g.army(f"praesental-{n}").sp for n in (1, 2)] == [10, 10]
    assert rig.g.state.frontier[rig.at("syria-1")].sp == 5


@pytest.mark.rule("justinian 5.32")
def test_with_too_few_recruits_the_player_says_which_is_filled() -> None:
    rig = (
        field(gold=0)
        .army("praesental-1", "europa", 4, leader="sittas")
        .army("praesental-2", "bithynia", 5, leader="bessas")
    )
    recruiting(rig, 6, Share(parts={"praesental-1": 1, "praesental-2": 5}))
    assert [rig.g.army(f"praesental-{n}").sp for n in (1, 2)] == [5, 10]


@pytest.mark.rule("justinian 5.32")
def test_one_praesental_army_off_the_map_is_ignored() -> None:
    rig = field().army("praesental-1", "europa", 12, leader="sittas")
    assert manpower.praesental_needs(rig.g) == {}


@pytest.mark.rule("justinian 5.32")
@pytest.mark.rule("justinian 3.41")
def test_where_frontier_sp_may_go() -> None:
    rig = full().detached("syria-1", "persia", 2).revolt("arabia")
    places = manpower.frontier_provinces(rig.g)
    assert rig.at("euphratensis") in places
    assert not {rig.at(p) for p in ("syria-1", "arabia", "lazica")} & set(places)


@pytest.mark.rule("justinian 4.31")
@pytest.mark.rule("justinian T:sp_limits")
def test_limits_of_an_army_and_of_byzantium() -> None:
    rig = full().army("orient", "syria-1", 33, leader="solomon")

    def too_many(d: Any) -> Any:
        with refused("4.31"):
            d.check(Share(parts={"orient": 3, "praesental-1": 1}))
        return Share(parts={"orient": 2, "praesental-1": 2})

    recruiting(rig.under(gold=0), 4, too_many)
    assert rig.g.army("orient").strength == 35
    crowded = full().frontier("syria-1", 127).under(gold=0)
    recruiting(crowded, 9, Share(parts={"praesental-1": 3}))
    assert crowded.g.total_sp("byzantine") == 150


@pytest.mark.rule("justinian 4.31")
@pytest.mark.rule("justinian 6.34")
def test_allied_sp_count_against_the_limits() -> None:
    rig = full().army("italy", "campania", 20, leader="solomon", allied={"lombards": 12})
    assert rig.g.total_sp("byzantine") == 52
    assert rig.g.army_room(rig.g.army("italy")) == 3


@pytest.mark.rule("justinian 5.24")
@pytest.mark.parametrize(("n", "unpaid"), [(4, True), (5, False)])
def test_five_recruits_at_one_time_pay_an_army(n: int, unpaid: bool) -> None:
    rig = full().under(gold=0).army("orient", "syria-1", 20, leader="solomon", unpaid=True)
    recruiting(rig, n, Share(parts={"orient": n}))
    assert rig.g.army("orient").unpaid is unpaid


@pytest.mark.rule("justinian 8.25")
@pytest.mark.parametrize(("sp", "battered"), [(5, False), (6, True)])
def test_a_doubled_army_recovers(sp: int, battered: bool) -> None:
    rig = full().under(gold=0).army("orient", "syria-1", sp, leader="solomon", defeated=True, disorganized=True)
    recruiting(rig, 5, Share(parts={"orient": 5}))
    army = rig.g.army("orient")
    assert (army.defeated, army.disorganized) == (battered, battered)


@pytest.mark.rule("justinian 5.33")
@pytest.mark.rule("justinian 4.41")
def test_ships_are_bought_in_controlled_coastal_cities() -> None:
    rig = full().under(gold=7).marker("vandals", "phoenice")
    ports = manpower.fleet_ports(rig.g)
    assert {rig.at("europa"), rig.at("aegyptus-1")} <= set(ports)
    assert not {rig.at("phoenice"), rig.at("mesopotamia"), rig.at("creta")} & set(ports)
    key = f"byzantine-fleet@{rig.at('aegyptus-1')}"

    def three(d: Any) -> Any:
        with refused("5.33"):
            d.check(Share(parts={key: 3}))
        return Share(parts={key: 2})

    recruiting(rig, 0, three)
    assert (rig.g.state.gold, rig.g.state.fleets["byzantine"][rig.at("aegyptus-1")].sp) == (1, 2)


@pytest.mark.rule("justinian 5.34")
@pytest.mark.rule("justinian T:army_limits")
def test_raising_an_army() -> None:
    rig = full().under(gold=0, phase="create")
    rig.run(manpower.create, answers=["armenia-armenia-2"])
    army = rig.g.army("armenia")
    assert (army.at, army.sp, army.leader, rig.g.state.gold) == (rig.at("armenia-2"), 10, None, 0)
    assert rig.g.state.phase == "command"


@pytest.mark.rule("justinian 5.34")
@pytest.mark.rule("justinian T:army_limits")
@pytest.mark.parametrize(
    ("army", "places", "not_there"),
    [
        ("italy", ("europa", "dalmatia", "campania"), ("picenum", "macedonia")),
        ("africa", ("europa", "byzacena", "aegyptus-1"), ("sicilia",)),
        ("spain", ("europa", "hispania"), ("aegyptus-1",)),
        ("armenia", ("europa", "armenia-4"), ("mesopotamia",)),
        ("orient", ("europa", "mesopotamia"), ("syria-1",)),
        ("thrace", ("europa", "thracia"), ("macedonia",)),
    ],
)
def test_where_armies_are_raised(army: str, places: tuple[str, ...], not_there: tuple[str, ...]) -> None:
    rig = full()
    found = manpower.raising_places(rig.g, army)
    assert {rig.at(p) for p in places} <= set(found)
    assert not {rig.at(p) for p in not_there} & set(found)


@pytest.mark.rule("justinian 5.34")
def test_only_controlled_provinces_and_within_the_limit() -> None:
    rig = full().marker("vandals", *[rig_code for rig_code in ("byzacena", "numidia")])
    assert not {rig.at("byzacena"), rig.at("numidia")} & set(manpower.raising_places(rig.g, "africa"))
    crowded = full().frontier("syria-1", 121)
    assert manpower.free_counters(crowded.g) == []
    assert len(manpower.free_counters(full().frontier("syria-1", 120).g)) == 7  # nine counters, two on the map


@pytest.mark.rule("justinian 6.52")
def test_combined_armies_come_apart_before_recruiting() -> None:
    rig = full().army("orient", "europa", 12, leader="solomon", led_by="praesental-1").under(gold=0)
    rig.run(manpower.phase, dice=[0])
    assert rig.g.army("orient").led_by is None
