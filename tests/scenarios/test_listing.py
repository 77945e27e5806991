"""Finding a battle among those of every system."""

from __future__ import annotations

import pytest

import scenarios
from engine.systems.registry import POSITIONS, SYSTEMS
from scenarios import ScenarioError, ScenarioInfo, matching, position


def info(system: str, name: str, game: str) -> ScenarioInfo:
    return ScenarioInfo(f"{system}/{name}", name, system, game, name.title(), "1300", "Here", ("A", "B"), 2, "", "")


MANY = [info("first", f"battle-{n:02}", "First Game") for n in range(30)] + [
    info("second", f"field-{n:02}", "Second Game") for n in range(4)
]


def test_every_system_is_at_the_beginning_of_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenarios, "listing", lambda: MANY)
    shown = matching("")
    assert [i.system for i in shown[:8]] == ["first", "second"] * 4
    assert {i.key for i in shown} == {i.key for i in MANY}


def test_a_game_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenarios, "listing", lambda: MANY)
    assert {i.system for i in matching("second GAME")} == {"second"}
    assert [i.id for i in matching("game second 03")] == ["field-03"], "words in any order"


def test_a_title_that_begins_so_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    here = [info("first", "after-tri", "G"), info("first", "tri", "G")]
    monkeypatch.setattr(scenarios, "listing", lambda: here)
    assert [i.id for i in matching("tri")] == ["tri", "after-tri"]
    assert matching("nowhere") == []


def test_listing_names_the_game() -> None:
    offered = {scenarios.game_named(s.id) for s in SYSTEMS.values() if s.complete}
    assert {i.game for i in scenarios.listing()} == offered
    assert all(i.units > 0 for i in scenarios.listing())


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (
            {"scenario": {"system": "chess"}},
            "scenario.system: 'chess' is no rule system known here; "
            "known: cataphract, men-of-iron, alexander, spqr, simple-gboh, justinian",
        ),
        (
            {"system": "chess", "field": {}},
            'system: must be cataphract, men-of-iron, alexander, spqr, simple-gboh or justinian, not "chess"',
        ),
    ],
)
def test_positions_of_a_system_that_there_is_not(document: dict[str, object], said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        position.read(document, "here")
    assert caught.value.problems[0] == said


def test_every_system_has_positions() -> None:
    assert set(POSITIONS) == set(SYSTEMS)
