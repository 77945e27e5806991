"""Simple GBoH: positions in which two or more rules meet: ground and ZOC that close, hits that break in mid-move."""

from __future__ import annotations

from typing import Any

import pytest

from bot.cli.common import BadInput
from tests.positions.kit import Ruling, rule, unit
from tests.positions.test_meeting_simple_gboh import FAR, FAR_A, chief, field, hits, where


def noes(ruled: Ruling) -> list[tuple[str, str]]:
    """Refusals: case and reason."""
    return [(t["rule"], t["text"]) for t in ruled.told if t["type"] == "refusal"]


@pytest.mark.rule("simple-gboh 11.13", "simple-gboh 11.12", "simple-gboh 10.23", "simple-gboh T:terrain_effects")
def test_what_closes_the_way_is_named() -> None:
    """Ramparts but for their gates, a camp for elephants, a slope: each refusal has the reason that holds."""
    ground = {
        "terrain": {"1110": "camp", "1112": "camp", "1116": "camp"},
        "levels": {"1118": 2, "1020": 2},
        "hexsides": [{"a": 1012, "b": 1112, "type": "rampart"}, {"a": 1016, "b": 1116, "type": "gate"}],
    }
    units = [unit("a", "EL1", 1010), unit("a", "HC1", 1012), unit("a", "HC2", 1016), unit("a", "HC3", 1018)]
    units += [unit("a", "HC4", 1020), FAR]
    orders = "EL1 > 1110\nHC1 > 1112\nHC2 > 1116\nHC3 > 1118\nHC4 > 1120"
    ruled = rule(field(units, ground=ground), orders)
    assert noes(ruled) == [
        ("11.13", "EL1 can't enter 1110 from 1010: camps are closed to elephants."),
        ("11.13", "HC1 can't enter 1112 from 1012: works are closed to heavy cavalry but for their gates."),
        ("5.16", "HC3 can't enter 1118 from 1018: 2 levels up in one step is closed to heavy cavalry."),
        ("5.16", "HC4 can't enter 1120 from 1020: 2 levels down in one step is closed to heavy cavalry."),
    ]
    assert where(ruled, "HC2") == [1116]


@pytest.mark.rule("simple-gboh 4.12", "simple-gboh 11.25", "simple-gboh 10.24", "simple-gboh 6.23")
def test_why_a_unit_keeps_off_the_enemy_is_named() -> None:
    units = [unit("a", "HI1", 1010), unit("a", "EL1", 1015), unit("b", "HI9", 1310, "W"), unit("b", "HI8", 1115, "W")]
    given = field(units, [chief("a", "Alfa", 1015, command_range=1)], phase="activation")
    ruled = rule(given, "a\nHI1 > 1110 1210\nEL1 @NE")
    assert noes(ruled) == [
        ("4.12", "HI1 is Out of Command and may not move next to an enemy: 1210 is."),
        (
            "10.24",
            "EL1 has HI8 in its ZOC, and elephants are Out of Command then: it neither moves nor turns.",
        ),
    ]
    column = {"optional_rules": ["11.2"], "columns": True}
    units = [unit("a", "HI1", 1010, "SIDE_NE", column=True), unit("b", "HI9", 1210, "W"), FAR]
    ruled = rule(field(units, ground=column, options={"11.2": True}), "HI1 > 1109")
    assert noes(ruled) == [("11.25", "HI1 is In Column and may not move next to an enemy: 1109 is.")]


@pytest.mark.rule("simple-gboh 11.27", "simple-gboh 11.25", "simple-gboh 8.1", "simple-gboh 6.22")
@pytest.mark.parametrize(("die", "breaks"), [(4, True), (3, False)])
def test_a_column_caught_as_it_turns_breaks_and_the_enemy_goes_on(die: int, breaks: bool) -> None:
    """By the TQ it has In Column, 2 less; who leaves it in time holds the mover in its ZOC."""
    units = [unit("a", "HI1", "0910", ma=5), FAR_A, FAR]
    units.append(unit("b", "LI9", 1210, "SIDE_SW", column=True, tq=5, hits=2, ma=6))
    column = {"optional_rules": ["11.2"], "columns": True}
    given = field(units, ground=column, options={"11.2": True})
    ruled = rule(given, f"HI1 > 1010 1110{' 1210 1310' if breaks else ''}\nLI9 @W", die)
    assert ruled.refused == [] and ruled.of("LI9")["eliminated"] is breaks
    assert where(ruled, "HI1") == [1310 if breaks else 1110]
    if not breaks:
        fights = rule(given, "HI1 > 1010 1110\nLI9 @W\ndone\nshock must", 3)
        assert "retreat-before-shock" not in fights.asked and fights.kinds[-2:] == ["dice-due", "position"]


@pytest.mark.rule("simple-gboh 7.71", "simple-gboh 7.74", "simple-gboh 5.17", "simple-gboh 8.1", "simple-gboh 9.0")
def test_a_victor_breaks_on_the_slope_it_advances_up() -> None:
    """Both armies withdraw in the same check, each just at its level: nobody has won."""
    sides: Any = {"a": {"withdrawal_level": 6}, "b": {"withdrawal_level": 5}}
    units = [unit("a", "HI1", 1010, tq=6, size=9, hits=5), unit("b", "LI9", 1110, "W", tq=5, size=3, hits=4)]
    given = field([*units, FAR, FAR_A], phase="shock", ground={"levels": {"1110": 2}, "sides": sides})
    ruled = rule(given, "shock all", 9)
    assert ruled.refused == [] and ruled.of("HI1")["eliminated"] and ruled.of("LI9")["eliminated"]
    assert [t["winner"] for t in ruled.told if t["type"] == "outcome"] == [None]


@pytest.mark.rule("simple-gboh 7.45", "simple-gboh 7.44", "simple-gboh 8.1")
def test_light_infantry_that_breaks_as_it_retreats_is_followed_all_the_same() -> None:
    """Nobody is left for the one who follows to keep a hex away from."""
    units = [unit("a", "HI1", 1010, ma=5), FAR_A, unit("b", "LI9", 1210, "W", tq=5, hits=4, ma=6), FAR]
    ruled = rule(field(units), "HI1 > 1110\nno\ndone\nshock must\nLI9 1511\nHI1 > 1310", 6)
    assert ruled.refused == [] and ruled.of("LI9")["eliminated"] and where(ruled, "HI1") == [1310]


@pytest.mark.rule("simple-gboh 10.23", "simple-gboh 4.36", "simple-gboh 4.11")
def test_the_commanders_horse_breaks_beside_the_elephant_it_stood_next_to() -> None:
    """It is activated next to it; he had put the others In Command by then, and is engaged elsewhere now."""
    units = [unit("a", "HC1", 1010, tq=6, hits=5), unit("a", "HC2", "0909", tq=6), unit("b", "EL9", 1110, "W"), FAR]
    given = field(units, [chief("a", "Alfa", 1010)], phase="activation")
    ruled = rule(given, "a\nHC2 > 1009")
    assert ruled.of("HC1")["eliminated"] and ruled.of("Alfa")["elsewhere"] and hits(ruled, "HC2") == [0]
    assert where(ruled, "HC2") == [1009] and ruled.refused == []


@pytest.mark.rule("simple-gboh 4.41", "simple-gboh 4.46", "simple-gboh 4.44")
def test_a_position_in_the_seizure_phase_can_be_seized() -> None:
    units = [unit("a", "HI1", 1010), unit("b", "HI9", 1910, "W")]
    given = field(units, [chief("a", "Alfa", 1010, seizure=1)], phase="seizure", orders={"side": "b"})
    assert rule(given).asked == ["seizure"]
    for said in ("Alfa seizes", "seize Alfa", "Alfa moves", "ride Alfa"):
        it = rule(given, said, 9)
        assert it.refused == [] and any(
            t["rule"] in ("4.41", "4.46") for t in it.told if t["type"] in ("event", "roll")
        )
    assert noes(rule(given, "Alfa > 1510"))[0][1].startswith("“Alfa > 1510”: 1510 can't be chosen here.")
    given["orders"]["seizable"] = False
    assert rule(given).asked == ["activation"]


@pytest.mark.rule("simple-gboh 4.33", "simple-gboh 4.34")
def test_the_overall_commanders_ride_is_accounted_by_its_30_points() -> None:
    """Though the turn is over with it, and another's has begun."""
    units = [unit("a", "HI1", 1010), unit("b", "HI9", 1910, "W")]
    given = field(units, [chief("a", "Omega", 1010, role="OC"), chief("b", "Beta", 1910)], phase="activation")
    ruled = rule(given, "oc\nOmega > 1810\nOmega > 1710")
    assert ruled.refused == ["4.34"] and where(ruled, "Omega") == [1710]
    assert [(t["spent"], t["allowance"]) for t in ruled.told if t["type"] == "movement"] == [(7, 30)]


@pytest.mark.rule("simple-gboh 7.62", "simple-gboh 7.63")
def test_nobody_is_on_the_map_and_in_pursuit_off_it() -> None:
    units = [unit("a", "HC1", 1010, pursuing=True), FAR_A, FAR]
    with pytest.raises(BadInput, match="HC1 is on the map and in pursuit off it"):
        rule(field(units))
    units[0]["hex"] = None
    assert rule(field(units)).asked == ["orders"]
