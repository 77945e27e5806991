"""Men of Iron where rules meet: what befalls who is Retired."""

from __future__ import annotations

from typing import Any

import pytest

import scenarios.position
from engine.systems.men_of_iron import shot
from engine.systems.men_of_iron.shock import drms
from tests.positions.kit import rule
from tests.positions.test_meeting_men_of_iron import LION, SHOCK, e, position, rolls, s, totals

RETIRED: dict[str, Any] = {"disordered": True, "retired": True}


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 9.3")
@pytest.mark.parametrize(("die", "total", "said"), [(7, 9, "eliminated"), (1, 3, "no effect")])
def test_what_a_shot_at_the_retired_comes_to_is_told(die: int, total: int, said: str) -> None:
    """Range 1: 2."""
    given = position(e("LB1", 1910), s("PK1", 2010, **RETIRED), s("PK9", 2610), ground=LION)
    ruling = rule(given, "LB1 x PK1", die)
    assert ruling.refused == [] and totals(ruling, "9.3") == [total]
    assert ruling.of("PK1")["eliminated"] is (said == "eliminated")
    (told,) = [t["text"] for t in ruling.told if t["type"] == "roll"]
    assert told.endswith(f"{total}: {said}")


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 10.4", "men-of-iron 12.1")
def test_what_an_attack_on_the_retired_comes_to_is_told() -> None:
    """Every result that is adverse to it is one and the same."""
    given = position(e("DM1", 1910), s("PK1", 2010, **RETIRED), s("PK9", 2610), ground=LION, **SHOCK)
    ruling = rule(given, "shock DM1 x PK1", 5)
    assert ruling.refused == [] and ruling.of("PK1")["eliminated"] and rolls(ruling) == ["10.3"]
    (told,) = [t["text"] for t in ruling.told if t["type"] == "roll"]
    assert told.count("defender eliminated") == 1 and "Disordered" not in told.split(": ")[-1]
    _, state = scenarios.position.read(given, "it")
    combat = drms.Combat(state.units["PK1"], (state.units["DM1"],))
    assert str(drms.told(("DD", "DR1"), combat)) == "defender eliminated"
    said = drms.in_words({("DD",): 0.5, ("DD", "DR1"): 0.25, ("NE",): 0.25}, combat)
    assert {str(words): p for words, p in said.items()} == {"defender eliminated": 0.75, "no effect": 0.25}
    assert str(shot.words(("DD", "DR1"), state.units["PK1"])) == "eliminated"
