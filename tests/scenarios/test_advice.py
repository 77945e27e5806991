"""Advice on battles that can be played: ratings and arrivals an author may not have meant, commanders side by side."""

from __future__ import annotations

from typing import Any

import pytest

import scenarios
from scenarios import advice, ratings
from tests.each import for_each
from tests.engine.own_battles.kit import HEX_SYSTEMS, TURNED, document, groups, problems, rule

Document = dict[str, Any]


def told(given: Document, name: str) -> list[str]:
    """Advice of one name on a battle that is right."""
    return [a.text for a in advice.advice(scenarios.checked(given, "own.json")) if a.name == name]


# -- ratings ----------------------------------------------------------------------------------------------------------


@for_each("info", scenarios.listing(), ids=lambda i: i.key)
def test_our_own_ratings_and_arrivals_are_usual(info: scenarios.ScenarioInfo) -> None:
    found = [a for a in advice.advice(scenarios.load(info.key)) if a.name in ("rating", "arrival")]
    assert found == []


@for_each("system", HEX_SYSTEMS)
def test_new_battles_have_usual_ratings(system: str) -> None:
    assert told(document(system), "rating") == []


@for_each("system", TURNED)
@for_each("rating", ["tq", "size", "ma"])
def test_a_unit_far_from_all_of_its_type_is_told_with_their_range(system: str, rating: str) -> None:
    given = document(system)
    group = groups(given["sides"][0])[0]
    seen = ratings.ranges(system)[group["type"]][rating]
    for value, far in ((seen.most + 2, False), (seen.most + 3, True)):
        group[rating] = value
        said = f"sides[0].units[0] ({group['code']}).{rating}: {value} is far from what {group['type']} have in our "
        assert told(given, "rating") == ([f"{said}battles, {seen}"] if far else [])


@for_each("system", HEX_SYSTEMS)
def test_a_leader_too(system: str) -> None:
    given = document(system)
    iron = system == "men-of-iron"
    leader = given["sides"][0]["commands"][0]["leader"] if iron else given["sides"][0]["leaders"][0]
    seen = ratings.ranges(system)["leaders" if iron else leader["role"]]["command_range"]
    leader["command_range"] = seen.most + 3
    (said,) = told(given, "rating")
    assert f".command_range: {seen.most + 3} is far from what " in said and said.endswith(f"in our battles, {seen}")
    given["silenced"] = ["rating"]
    assert told(given, "rating") == []


# -- what never comes -------------------------------------------------------------------------------------------------


def later(system: str, **changes: Any) -> Document:
    """A battle with a rule that tells from a turn on, or after a number of activations, which is the last."""
    given = document(system, special_rules=[], turn_limit=None, limit=None)
    objectives = rule("objectives", places=[{"name": "the hill", "hexes": "the hill"}], from_turn=10)
    given["special_rules"] = [objectives]
    return given | changes


@for_each("system", TURNED)
def test_a_rule_after_the_last_turn_is_told(system: str) -> None:
    last = {"turn_limit": 20} if system == "simple-gboh" else {"turn_limit": 10}
    assert told(later(system, **last), "arrival") == []
    (said,) = told(later(system, turn_limit=9), "arrival")
    turn = "Player Turn" if system == "simple-gboh" else "turn"
    assert said.startswith(f"special_rules[0] (objectives).params.from_turn: {turn} 10"), said


def test_player_turns_are_those_of_the_side() -> None:
    given = later("simple-gboh")
    romans, others = (s["id"] for s in given["sides"])
    given["areas"]["behind"] = ["2002-2015"]
    group = groups(given["sides"][1])[-1]
    del group["hexes"]
    group["reinforcement"] = "the rear"
    coming = rule("arrivals", name="the rear", side=others, area="behind", facing="W", turn=6)
    given["special_rules"] = [coming]
    for side, turns, late in ((others, 5, True), (others, 6, False), (romans, 5, False), (romans, 4, True)):
        given["limit"] = {"side": side, "turns": turns}
        assert bool(told(given, "arrival")) == late, (side, turns)


def test_further_arrivals_are_looked_at() -> None:
    given = later("cataphract", turn_limit=10)
    given["areas"]["behind"] = ["2002-2015"]
    waves: list[Document] = []
    for group, name, turn in zip(groups(given["sides"][1])[:2], ("first", "second"), (10, 11), strict=True):
        del group["hexes"]
        group["reinforcement"] = name
        waves.append({"name": name, "side": given["sides"][1]["id"], "area": "behind", "facing": "W", "turn": turn})
    given["special_rules"] = [rule("arrivals", **waves[0], also=waves[1:])]
    said = "special_rules[0] (arrivals).params.also[0].turn: turn 11 never comes: the battle ends with turn 10"
    assert told(given, "arrival") == [said]


def test_activations_that_never_come() -> None:
    given = later("men-of-iron", limit={"activations": 9})
    assert told(given, "arrival") == [
        "special_rules[0] (objectives).params.from_turn: 10 is too late: the battle ends after 9 activations"
    ]
    given["limit"] = {"activations": 10}
    assert told(given, "arrival") == []
    group = groups(given["sides"][1])[-1]
    del group["hexes"]
    group["arrival"] = "arrivals"
    units = [f"{group['code']}{n}" for n in group["numbers"]]
    hexes = [f"20{r:02}" for r in range(2, 2 + len(units))]
    given["special_rules"] = [rule("arrivals", side=given["sides"][1]["id"], units=units, hexes=hexes, after=10)]
    assert told(given, "arrival") == [
        "special_rules[0] (arrivals).params.after: 10 is too late: the battle ends after 10 activations"
    ]
    given["special_rules"][0]["params"]["after"] = 9
    assert told(given, "arrival") == []


# -- commanders -------------------------------------------------------------------------------------------------------


def two_commanders(system: str) -> Document:
    given = document(system)
    leaders = given["sides"][0]["leaders"]
    leaders.insert(1, {**leaders[0], "id": "Laelius", "name": "Laelius"})
    return given


@pytest.mark.rule("simple-gboh 4.22", "spqr 4.3")
@for_each("system", ["spqr", "simple-gboh"])
def test_an_army_has_one_overall_commander_where_the_rules_know_one(system: str) -> None:
    given = two_commanders(system)
    first = given["sides"][0]["leaders"][0]["id"]
    said = f"sides[0].leaders: an army has one OC, not 2: leave it to one of {first} and Laelius to be it"
    assert said in problems(given), problems(given)
    # Who only steps into another's place is none beside him.
    given["sides"][0]["leaders"][1] |= {"succeeds": first, "hex": None}
    assert not any("one OC" in p for p in problems(given))


@for_each("system", ["cataphract", "alexander"])
def test_several_are_fine_elsewhere_if_it_is_said_whom_everybody_obeys(system: str) -> None:
    given = two_commanders(system)
    leaders = given["sides"][0]["leaders"]
    last = leaders[-1]
    assert last["role"] != "OC"
    name = leaders[0]["name"]
    said = f"sides[0].leaders: everybody obeys {name}, nobody Laelius: superior names the OC of a leader"
    assert said in told(given, "leader"), told(given, "leader")
    last["superior"] = "Laelius"
    assert not any("everybody obeys" in t for t in told(given, "leader"))


# -- optional rules ---------------------------------------------------------------------------------------------------


@for_each("system", HEX_SYSTEMS)
@for_each(
    ("name", "optional", "said"),
    [
        (
            "objectves",
            True,
            "'objectves' is no case of the rules, and no optional special rule of this battle; did",
        ),
        ("dragons", True, "'dragons' is no case of the rules, and no optional special rule of this battle"),
        ("objectives", False, 'the special rule objectives isn\'t optional; say "optional": true in it, if it should'),
    ],
)
def test_an_optional_rule_there_is_not_is_told(system: str, name: str, optional: bool, said: str) -> None:
    given = document(system)
    given["special_rules"][0] |= {"optional": optional}
    given["optional_rules"] = [name, *(["objectives"] if optional else [])]
    found = problems(given)
    assert any(p.startswith(f"optional_rules: {said}") for p in found), found
