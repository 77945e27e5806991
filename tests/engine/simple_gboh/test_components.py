"""2.1, 2.2 What battles are made of: ground, kinds of troops, Formation Tables that agree with the armies."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from engine.systems.gboh.soundness import ground_problems
from engine.systems.simple_gboh.charts import STANDARD
from engine.systems.simple_gboh.scenario import FormationSpec, SimpleScenario
from engine.systems.simple_gboh.troops import TROOPS
from tests.engine.simple_gboh import kit
from tests.engine.simple_gboh.kit import formation, group, leader, unit


def problems(**sides: Any) -> list[str]:
    """What is wrong with the small battle, its first army changed."""
    r = kit.minimal()
    first, second = r.g.scenario.sides
    changed = r.g.scenario.model_copy(update={"sides": (first.model_copy(update=sides), second)})
    return [p for p in SimpleScenario.own_problems(changed)]


@pytest.mark.rule("simple-gboh 2.1")
def test_ground_goes_by_these_charts_and_no_others():
    r = kit.battle([unit("HI1", 1010)], [unit("HI2", 3010)], terrain={1111: "forest", 1112: "lava"})
    found = list(ground_problems(r.g.map, STANDARD))
    assert len(found) == 1 and "lava" in found[0]


@pytest.mark.rule("simple-gboh 2.22", "simple-gboh 2.21")
def test_types_may_have_classes():
    r = kit.battle([unit("CO1", 1010, cls="VET"), unit("CO2", 1012, cls="CON")], [unit("HI9", 3010)])
    assert [r.unit(c).troop.name.template for c in ("CO1", "CO2")] == ["cohort of veterans", "cohort of conscripts"]
    assert {k for k in TROOPS if k.startswith("CO/")} == {"CO/VET", "CO/REC", "CO/CON"}
    grounds = [r.unit(c).troop.ground for c in ("CO1", "CO2")]
    assert grounds == [TROOPS["LG"].ground, TROOPS["HI"].ground], "conscripts go as heavy infantry does"


@pytest.mark.rule("simple-gboh 2.21")
@pytest.mark.parametrize("values", [{"type": "LG"}, {"type": "CO"}, {"type": "EL"}, {"type": "MI", "letter": "F"}])
def test_legionaries_elephants_and_letters_f_and_x_have_no_missiles(values):
    groups = kit.minimal().g.scenario.sides[0].units
    units = (groups[0].model_copy(update={"missile": "J", "cls": None, **values}), *groups[1:])
    assert [p for p in problems(units=units) if "gives no Missile Fire" in p]


@pytest.mark.rule("simple-gboh 4.16", "simple-gboh 4.1", "simple-gboh 4.22")
def test_a_formation_table_that_does_not_agree_with_its_army_is_refused():
    side = kit.minimal().g.scenario.sides[0]
    a1, a2 = side.formations
    assert problems() == []

    def told(words: str, **changes: Any) -> None:
        assert any(words in p for p in problems(**changes)), (words, problems(**changes))

    told("is no Formation of this side", formations=(a1,))
    told("it needs one, unless it is auxiliary", formations=(a1.model_copy(update={"commanders": ()}), a2))
    told("Auxiliaries have none", formations=(a1, a2.model_copy(update={"commanders": ("Scipio",)})))
    told("Nobody is no leader", formations=(a1.model_copy(update={"commanders": ("Nobody",)}), a2))
    told("no unit belongs to it", formations=(a1, a2, a2.model_copy(update={"id": "a3"})))
    told("used twice", formations=(a1, a2, a2))
    first = side.units[0]
    told("only phalanxes and hoplites", units=(first.model_copy(update={"may_double": True}), *side.units[1:]))
    told("which it may not form", units=(first.model_copy(update={"double_depth": True}), *side.units[1:]))
    for taken in ("oc", "pass", "x"):
        with pytest.raises(ValidationError, match="means something else"):
            FormationSpec.model_validate({**a1.model_dump(), "id": taken})


@pytest.mark.rule("simple-gboh 4.14", "simple-gboh 4.13")
def test_a_group_of_formations_has_a_leader_and_no_auxiliaries():
    made = kit.battle(
        [unit("HI1", 1010, formation="w"), unit("HI2", 1011, formation="y")],
        [unit("HI9", 3010)],
        a_leaders=[leader("Anna", 1010)],
        sides={
            "a": {
                "formations": [formation("w", "Anna"), formation("y", auxiliary=True)],
                "together": [group("all", "Berta", "w", "y", most=3)],
            },
            "b": {},
        },
    )
    found = " ".join(SimpleScenario.own_problems(made.g.scenario))
    assert "Berta is no leader" in found and "auxiliary and activated alone" in found and "must be 2 to 2" in found
