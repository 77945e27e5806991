"""5.2 Maintenance (A3), and 5.25 Mutiny."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from engine.systems.justinian import maintenance
from engine.systems.justinian.events import StrengthChanged, StrengthMoved
from engine.systems.justinian.orders import Pay
from engine.systems.justinian.random_events import mutiny
from engine.systems.justinian.state import frontier_at, in_army
from tests.engine.justinian.field import Field, field, refused


def bills(rig: Field) -> dict[str, int]:
    return {b.key: b.cost for b in maintenance.bills(rig.g)}


def paying(rig: Field, unpaid: Collection[str]) -> Field:
    rig.run(maintenance.phase, answers=[Pay(unpaid=tuple(unpaid))])
    return rig


@pytest.mark.rule("justinian 5.2")
@pytest.mark.rule("justinian 5.21")
@pytest.mark.rule("justinian T:byzantine_expenses")
def test_what_groups_cost() -> None:
    rig = field().army("armenia", "armenia-3", 22, leader="sittas").frontier("libya-pentapolis", 17)
    rig.fleet("byzantine", "aegean-sea", 2)
    at = rig.at
    assert bills(rig) == {
        f"byzantine-fleet@{at('aegean-sea')}": 2,
        f"frontier@{at('libya-pentapolis')}": 6,
        "armenia": 22,
    }


@pytest.mark.rule("justinian 5.21")
def test_allied_sp_are_paid_too() -> None:
    rig = field().army("italy", "campania", 10, leader="sittas", allied={"lombards": 4})
    assert bills(rig) == {"italy": 14}


@pytest.mark.rule("justinian 5.22")
@pytest.mark.rule("justinian 5.23")
def test_choosing_what_to_pay() -> None:
    rig = field(gold=30).army("orient", "phoenice", 25, leader="sittas").frontier("phoenice", 5)
    rig.fleet("byzantine", "phoenice", 3)
    assert sum(bills(rig).values()) == 30
    paying(rig, ["orient"])
    at = rig.at("phoenice")
    assert rig.g.state.gold == 25
    assert rig.g.army("orient").unpaid
    assert not rig.g.state.frontier[at].unpaid
    assert not rig.g.state.fleets["byzantine"][at].unpaid
    assert "Army of the Orient is Not Paid." in rig.told()


@pytest.mark.rule("justinian 5.23")
def test_no_part_of_a_group_and_no_more_than_there_is() -> None:
    rig = field(gold=10).frontier("syria-1", 9).army("orient", "syria-1", 8, leader="sittas")
    due = maintenance.bills(rig.g)
    with refused("5.21"):
        maintenance.check(rig.g, due, ())
    with refused("5.23"):
        maintenance.check(rig.g, due, ("syria-1",))
    maintenance.check(rig.g, due, ("orient",))
    assert maintenance.proposal(rig.g, due) == ("orient",)


@pytest.mark.rule("justinian 5.24")
def test_paying_later_ends_not_paid() -> None:
    rig = field(gold=50).army("orient", "syria-1", 8, leader="sittas", unpaid=True).frontier("syria-1", 3, unpaid=True)
    paying(rig, [])
    assert rig.g.state.gold == 50 - 9
    assert not rig.g.army("orient").unpaid
    assert not rig.g.state.frontier[rig.at("syria-1")].unpaid


@pytest.mark.rule("justinian 5.24")
def test_who_joins_an_unpaid_group_is_unpaid() -> None:
    rig = field().frontier("syria-1", 3, unpaid=True).frontier("syria-2", 3)
    rig.army("orient", "syria-2", 9, leader="sittas", unpaid=True)
    at, other = rig.at("syria-1"), rig.at("syria-2")
    rig.g.emit(StrengthChanged(group=frontier_at(at), n=2, why="recruited"))
    assert rig.g.state.frontier[at].unpaid
    source = in_army(rig.g.army("orient"))
    rig.g.emit(StrengthMoved(source=source, to=frontier_at(other), n=2, why="dropped", unpaid=True))
    assert rig.g.state.frontier[other].unpaid


@pytest.mark.rule("justinian 5.25")
@pytest.mark.rule("justinian 9.0-a")
def test_mutiny() -> None:
    rig = field().frontier("syria-1", 4, unpaid=True).frontier("syria-2", 4, unpaid=True).frontier("arabia", 4)
    rig.fleet("byzantine", "europa", 2, unpaid=True).army("orient", "syria-1", 9, leader="sittas", unpaid=True)
    rig.run(mutiny.strike, dice=[0, 3, 8])  # even ones go, 0 too
    at = rig.at
    assert rig.g.state.frontier.get(at("syria-1")) is None
    assert (rig.g.state.frontier[at("syria-2")].sp, rig.g.state.frontier[at("syria-2")].unpaid) == (4, True)
    assert rig.g.state.frontier[at("arabia")].sp == 4
    assert at("europa") not in rig.g.state.fleets["byzantine"]
    assert rig.g.army("orient").sp == 9


@pytest.mark.rule("justinian 5.25")
def test_no_mutiny_without_unpaid_groups() -> None:
    rig = field().frontier("syria-1", 4)
    rig.run(mutiny.strike)
    assert rig.told() == ["Mutiny: no effect."]
