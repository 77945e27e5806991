"""3.4 Control of provinces, and 10.0 victory that goes by it."""

from __future__ import annotations

import pytest

from engine.systems.justinian import victory
from engine.systems.justinian.events import CampaignEnded
from engine.systems.justinian.state import initial_state
from tests.engine.justinian.field import Field, field


@pytest.mark.rule("justinian 3.4")
def test_byzantium_controls_what_nobody_else_does() -> None:
    rig = field()
    assert rig.g.control(rig.at("syria-1")) == "byzantine"
    assert rig.g.control(rig.at("tyrrhenian-sea")) == "none"
    assert rig.g.control(rig.at("box-franks")) == "none"


@pytest.mark.rule("justinian 3.4")
def test_forces_and_markers() -> None:
    rig = field().detached("syria-1", "persia", 3).marker("persia", "syria-2")
    control = rig.g.control
    assert (control(rig.at("syria-1")), control(rig.at("syria-2"))) == ("barbarian", "barbarian")
    rig.frontier("syria-1", 1).frontier("syria-2", 1)
    assert (control(rig.at("syria-1")), control(rig.at("syria-2"))) == ("none", "none")
    rig.revolt("thebais-1")
    assert control(rig.at("thebais-1")) == "none"


@pytest.mark.rule("justinian 3.4")
def test_a_leader_without_sp_and_a_fleet_control_nothing() -> None:
    rig = field().army("totila", "dalmatia", 0).fleet("vandals", "cyprus", 3)
    assert rig.g.control(rig.at("dalmatia")) == "byzantine"
    assert rig.g.control(rig.at("cyprus")) == "byzantine"


@pytest.mark.rule("justinian 3.4")
@pytest.mark.parametrize(
    ("alliance", "control"),
    [("barbarian", "barbarian"), ("neutral", "barbarian"), ("none", "barbarian"), ("byzantine", "byzantine")],
)
def test_minor_armies_by_their_alliance(alliance: str, control: str) -> None:
    rig = field().army("bulgars", "scythia", 6).ally("bulgars", alliance)
    assert rig.g.control(rig.at("scythia")) == control


@pytest.mark.rule("justinian 3.4")
def test_the_start() -> None:
    rig = field()
    rig.g.state = initial_state(rig.g.scenario)
    for name in ("Egypt", "Orient", "Illyricum"):
        assert {rig.g.control(p) for p in rig.g.land.of_prefecture(name)} == {"byzantine"}
    for name in ("Italy", "Africa"):
        assert {rig.g.control(p) for p in rig.g.land.of_prefecture(name)} == {"barbarian"}


@pytest.mark.rule("justinian 6.24")
def test_control_by_one_power() -> None:
    """By its marker; without one as the only barbarian power with SP there."""
    rig = field().marker("vandals", "numidia").army("moors", "numidia", 4).detached("byzacena", "vandals", 2)
    assert rig.g.controls("vandals", rig.at("numidia"))
    assert not rig.g.controls("moors", rig.at("numidia"))
    assert rig.g.controls("vandals", rig.at("byzacena"))
    rig.army("moors", "byzacena", 4)
    assert not rig.g.controls("vandals", rig.at("byzacena"))
    rig.frontier("numidia", 1)
    assert not rig.g.controls("vandals", rig.at("numidia"))


# -- victory ----------------------------------------------------------------------------------------------------------


def taken(*barred: str) -> Field:
    """All Africa but the provinces named, which have Vandal markers."""
    return field().marker("vandals", *barred)


@pytest.mark.rule("justinian 10.21")
@pytest.mark.parametrize(
    ("barred", "held"),
    [
        ((), True),
        (("byzacena", "numidia", "corsica"), True),  # 8 of 11
        (("byzacena", "numidia", "corsica", "septem"), False),  # 7 of 11
        (("sardinia",), False),  # 10 of 11, but a City is missing
        (("zeugitania",), False),
        (("hispania",), False),
    ],
)
def test_controlling_africa(barred: tuple[str, ...], held: bool) -> None:
    assert victory.prefecture(taken(*barred).g, "Africa").held is held


@pytest.mark.rule("justinian 10.21")
def test_rich_provinces_without_a_city_count() -> None:
    rig = field().marker("ostrogoths", "tuscia-et-umbria")
    assert rig.g.land.income(rig.at("tuscia-et-umbria")) == 2
    assert not rig.g.land.city(rig.at("tuscia-et-umbria"))
    assert not victory.prefecture(rig.g, "Italy").held


def ending(rig: Field) -> CampaignEnded | None:
    victory.check(rig.g)
    return next((e for e in rig.g.log if isinstance(e, CampaignEnded)), None)


@pytest.mark.rule("justinian 10.1")
@pytest.mark.rule("justinian 10.21")
def test_byzantium_wins_at_the_end_of_any_turn() -> None:
    end = ending(field(turn=3))
    assert end is not None
    assert end.winner == "byzantine"


@pytest.mark.rule("justinian 10.1")
@pytest.mark.rule("justinian 10.22")
def test_the_barbarian_wins_after_the_last_turn() -> None:
    assert ending(taken("sardinia").under(turn=9)) is None
    end = ending(taken("sardinia").under(turn=10))
    assert end is not None
    assert end.winner == "barbarian"


@pytest.mark.rule("justinian 10.1")
@pytest.mark.rule("justinian 3.41")
def test_a_barbarian_army_in_lazica_bars_victory() -> None:
    rig = field().army("utigurs", "lazica", 4)
    assert not victory.byzantium_holds_all(rig.g)
    rig.ally("utigurs", "byzantine")
    assert victory.byzantium_holds_all(rig.g)
