"""What is answered to questions about units of two hexes."""

from __future__ import annotations

import pytest

from engine.kernel.inquiry import Findings
from engine.systems.alexander.scenario import AlexanderScenario
from engine.systems.alexander.system import Alexander
from engine.systems.gboh.inquiry import attack, place, unit
from scenarios import load
from tests.engine.alexander import kit
from tests.engine.alexander.test_pair_orders import rig


def said(found: Findings) -> list[str]:
    return [str(f.text) for s in found.sections for f in s.facts]


@pytest.mark.rule("alexander 6.43", "alexander 6.44", "alexander 6.46")
def test_a_phalanx_tells_where_its_halves_may_end() -> None:
    r = rig()
    found = unit.about(r.g, r.unit("PH1"))
    facts = said(found)
    assert "At 1010+1011, facing E: 0 hits, breaks at 7 (7 more)" in facts
    assert "Its ZOC: 1109, 1110, 1111" in facts
    assert "Wheel left: 1010+1110, facing NE, 1 MP" in facts
    assert "Face about: 1011+1010, facing W, 3 MP" in facts
    assert "At a stride up to 5 MP, with a TQ check" in facts
    assert found.sketch is not None
    assert found.sketch.costs[1111] == 1, "its right half comes there"
    assert not {1010, 1011} & set(found.sketch.costs)


@pytest.mark.rule("alexander 6.43")
def test_the_hits_of_a_wheel_are_told() -> None:
    r = kit.battle([kit.unit("HI1", 1010, cls="HO")], [kit.unit("HC9", 1535, "W")], a_leaders=[kit.leader("Ann", 1012)])
    r.orders("a", "Ann")
    assert "Wheel left: 1010+1110, facing NE, 1 MP, 1 hit" in said(unit.about(r.g, r.unit("HI1")))


def test_a_hex_is_reached_by_either_half() -> None:
    r = rig()
    assert "Goes: PH1: 1 of 4 MP" in said(place.about(r.g, 1111, "PH1"))
    assert "It stands there." in said(place.about(r.g, 1011, "PH1"))
    assert "Here: PH1" in said(place.about(r.g, 1011))


def test_an_attack_comes_up_with_either_half() -> None:
    r = rig(kit.unit("HI9", 1311, "W", cls="HO"))
    first = said(attack.about(r.g, ["PH1"], ["HI9"]))[0]
    assert first.startswith("PH1 comes up to 1110+1211, facing NE")


def test_gaugamela_answers() -> None:
    """Of the units that take longest; how long is among the figures of ``hexarch bench``."""
    scenario = load("alexander/gaugamela")
    assert isinstance(scenario, AlexanderScenario)
    rules = Alexander(scenario)
    state = rules.set_up(None)
    for name in ("STA7", "CRN1", "MH2", "PH1"):
        g = rules.context(state)
        assert unit.about(g, g.state.units[name]).sections
