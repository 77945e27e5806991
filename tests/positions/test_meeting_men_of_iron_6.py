"""Men of Iron where rules meet: what befalls who is Retired, angles, odds of several, who may go on."""

from __future__ import annotations

from typing import Any

import pytest

import scenarios.position
from engine.systems.men_of_iron import shot
from engine.systems.men_of_iron.shock import drms
from tests.positions.kit import rule
from tests.positions.test_meeting_men_of_iron import LION, SHOCK, bruce, e, edward, position, rolls, s, stands, totals

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


@pytest.mark.rule("men-of-iron 12.4", "men-of-iron 5.1", "men-of-iron 10.1")
@pytest.mark.parametrize(
    ("order", "ok"), [("> 1909", False), ("> 2010", True), ("> 2010 2110", False), ("x LB9", False)]
)
def test_the_retired_walk_a_hex_towards_their_standard(order: str, ok: bool) -> None:
    """They neither shoot nor go elsewhere."""
    given = position(s("LB1", 1910, "W", **RETIRED), e("LB9", 1709), s("PK9", 2610), ground=LION, active="Scots")
    ruling = rule(given, f"LB1 {order}")
    assert bool(ruling.refused) is not ok and ruling.of("LB1")["hex"] == (2010 if ok else 1910)


@pytest.mark.rule("men-of-iron 10.4", "men-of-iron 10.3")
@pytest.mark.parametrize(
    ("at", "drm"),
    [([1010], 0), ([1010, 1011], 1), ([1109], 2), ([1210], 3), ([1010, 1210], 5), ([1109, 1210], 5)],
)
def test_from_how_many_sides_they_come(at: list[int], drm: int) -> None:
    """Men-at-arms on foot defend at 1 less. Each further attacker is 1; the angles are 2, 3, and 4 for a mixture."""
    faces = {1010: "E", 1011: "NE", 1109: "SE", 1210: "W"}
    mine = [e(f"DM{n}", h, faces[h]) for n, h in enumerate(at, 1)]
    given = position(*mine, s("DM9", 1110, "W"), s("PK9", 2610), ground=LION, **SHOCK)
    names = ", ".join(f"DM{n} x DM9" for n in range(1, len(at) + 1))
    ruling = rule(given, f"shock {names}", 4)
    assert ruling.refused == [] and totals(ruling) == [4 - 1 + drm]


@pytest.mark.rule("men-of-iron 11.1", "men-of-iron 10.1")
def test_horse_with_an_enemy_beside_it_charges_nobody() -> None:
    """Not even somebody else; it may attack who stands before it."""
    pieces = [e("MM1", 1010), s("LB8", 1110, "W"), s("LB9", 1209, "W"), s("PK9", 2610)]
    given = position(*pieces, ground=LION, **SHOCK)
    assert rule(given, "shock MM1 > 1109 x LB9").refused == ["11.1"]
    assert rule(given, "shock MM1 x LB8", 0).refused == []


@pytest.mark.rule("men-of-iron 3.2", "men-of-iron 4.3", "men-of-iron 4.2")
@pytest.mark.parametrize(("die", "seized"), [(4, True), (5, False)])
def test_a_seizure_that_fails_gives_the_other_a_free_hand(die: int, seized: bool) -> None:
    """Of those who have just finished, too."""
    more = {"side": "english", "id": "Surrey", "hex": "0412"}
    pieces = [e("PK1", "0410", command="Edward"), e("PK2", "0411", command="Surrey"), s("PK9", 2610, command="Bruce")]
    leaders = [edward("0409"), more, bruce(2611)]
    given = position(*pieces, leaders=leaders, phase="continue", chooser="english", last_command="Edward", active=None)
    del given["active"]
    ruling = rule(given, "Surrey\nBruce", die)
    assert ruling.refused == [] and rolls(ruling) == ["4.3"]
    (asked,) = [t for t in ruling.told if t["type"] == "decision"]
    assert asked["side"] == ("scots" if seized else "english")
    if not seized:
        assert {"Edward", "Surrey"} <= {c["key"] for c in asked["choices"]}
    assert rule(given, "Edward").refused == ["3.2"]


@pytest.mark.rule("men-of-iron 9.3", "men-of-iron 9.1", "men-of-iron 12.2")
@pytest.mark.parametrize(
    ("shooter", "target", "said", "total"),
    [
        ({}, s("DM9", 1110, "W"), {}, 7),
        ({"disordered": True}, s("DM9", 1110, "W"), {}, 6),
        ({}, s("GE9", 1110, "NW"), {}, 7),
        ({}, s("GE9", 1110, "NE"), {}, 8),
        ({}, s("DM9", 1210, "W"), {}, 6),
        ({}, s("DM9", 1310, "W"), {}, 5),
    ],
)
def test_what_counts_for_a_longbow(shooter: dict[str, Any], target: dict[str, Any], said: Any, total: int) -> None:
    """2 at one hex, one less for each more; the flank of horse alone counts."""
    given = position(e("LB1", 1010, **shooter), target, s("PK9", 2610), ground=LION, **said)
    ruling = rule(given, f"LB1 x {target['code']}" + ("\nhold" if target["code"] == "GE9" else ""), 5)
    assert totals(ruling, "9.3") == [total]


@pytest.mark.rule("men-of-iron 10.2", "men-of-iron 7.1")
@pytest.mark.parametrize(("state", "asked"), [({}, True), ({"disordered": True}, False)])
def test_disordered_horse_stands_before_foot(state: dict[str, Any], asked: bool) -> None:
    given = position(e("PK1", 1010), s("GE9", 1110, "E", **state), s("PK9", 2610), ground=LION, **SHOCK)
    ruling = rule(given, "shock PK1 x GE9\nGE9 1210 @W" + ("\nPK1 no" if asked else ""), *([] if asked else [4]))
    assert stands(ruling, "GE9")[0] == (1210 if asked else 2010)
    assert bool(rolls(ruling)) is not asked
