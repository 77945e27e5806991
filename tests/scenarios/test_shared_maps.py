"""Maps of several battles, stretches of hexes, areas and pieces of optional rules in battles' files."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import scenarios
from engine.systems import registry
from scenarios import ScenarioError, limits
from tests.each import for_each

HOME = scenarios.PACKAGED / "alexander"
BATTLES = [p.stem for p in sorted(HOME.glob("*.json"))]
Document = dict[str, Any]


def raw(name: str) -> Document:
    """A battle's file as written."""
    return json.loads((HOME / f"{name}.json").read_text("utf-8"))


def problems(document: Document) -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        scenarios.checked(document, "mine.json")
    return caught.value.problems


@for_each("name", BATTLES)
def test_every_set_up_is_sound_and_whole_as_it_is_kept(name: str) -> None:
    scenario = scenarios.load_file(HOME / f"{name}.json")
    kept = scenario.model_dump(mode="json")
    assert isinstance(kept["map"]["cols"], list | tuple)
    assert scenarios.read(json.loads(json.dumps(kept)), "kept") == scenario
    assert not list(limits.excesses(json.loads(json.dumps(kept))))


def test_a_map_is_named_in_an_upload_as_in_a_file() -> None:
    assert scenarios.checked(raw("jaxartes"), "").map == scenarios.load("alexander/jaxartes").map


def test_changes_lie_over_a_shared_map() -> None:
    granicus, jaxartes = scenarios.load("alexander/granicus").map, scenarios.load("alexander/jaxartes").map
    assert {f.type for f in granicus.hexsides} == {"steep_bank"} and not jaxartes.hexsides
    assert granicus.terrain_at(2519) == "major_river" and granicus.terrain_at(2400) == "major_river"
    assert jaxartes.terrain_at(2519) == "ford" and jaxartes.terrain_at(2400) == "river"
    assert jaxartes.levels == granicus.levels and jaxartes.compass["R"] == "north"
    assert not scenarios.load("alexander/samarkand").map.levels


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("granicsu", "map: there is no map granicsu; did you mean granicus?"),
        ("../jaxartes", 'map: must be the name of a map\'s file without .json, not "../jaxartes"'),
        ({"like": 7}, "map.like: must be the name of a map's file without .json, not 7"),
        (
            {"like": "granicus", "renamed": {"wods": "rough"}},
            "map.renamed.wods: the map has no wods; did you mean woods?",
        ),
        (
            {"like": "granicus", "renamed": ["woods"]},
            "map.renamed: must be an object of types of terrain and what they are called here, or null",
        ),
        (
            {"like": "granicus", "terrain": {"1005-1003": "woods"}},
            "map.terrain: 1005-1003: a stretch goes from the lower column and row to the higher",
        ),
    ],
)
def test_what_is_wrong_with_a_map_named(given: object, said: str) -> None:
    assert problems(raw("granicus") | {"map": given}) == [said]


def test_a_community_has_maps_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "alexander"
    (folder / "maps").mkdir(parents=True)
    own = json.loads((HOME / "maps" / "arigaeum.json").read_text("utf-8")) | {"name": "Our hill"}
    (folder / "maps" / "hill.json").write_text(json.dumps(own), "utf-8")
    battle = raw("arigaeum") | {"id": "our-hill", "map": "hill"}
    (folder / "our-hill.json").write_text(json.dumps(battle), "utf-8")
    monkeypatch.setenv("HEXARCH_SCENARIOS", str(tmp_path))
    assert scenarios.load("alexander/our-hill").map.name == "Our hill"
    assert not scenarios.passed_over()


def test_stretches_are_hexes() -> None:
    document = raw("granicus")
    assert "1000-1044" in document["sides"][1]["retreat_edge"]
    edge = scenarios.load("alexander/granicus").sides[1].retreat_edge  # type: ignore[attr-defined]
    assert edge == tuple(range(1000, 1045))
    document["sides"][1]["retreat_edge"] = ["1000-10x4"]
    said = 'must be hexes as printed on the map, or stretches of them ("1008-1011"), not'
    assert problems(document) == [f"sides[1].retreat_edge: {said} '1000-10x4'"]


def test_stretches_are_measured_before_they_are_laid_out() -> None:
    document = raw("granicus")
    document["areas"] = {f"area {n}": ["0100-9998"] for n in range(20)}
    assert problems(document) == ["the document: its stretches of hexes have more than 100000 hexes altogether"]


def test_areas_are_known_and_hold_who_stands_there() -> None:
    document = raw("arigaeum")
    group = next(g for g in document["sides"][1]["units"] if g["code"] == "INA")
    assert group["area"] == "the ridge"
    broken = copy.deepcopy(document)
    next(g for g in broken["sides"][1]["units"] if g["code"] == "INA")["area"] = "the rigde"
    assert problems(broken) == [
        "sides[1].units[0] (INA).area: the battle has no area 'the rigde'; did you mean the ridge?"
    ]
    broken = copy.deepcopy(document)
    next(g for g in broken["sides"][1]["units"] if g["code"] == "INA")["hexes"][0] = 3000
    assert problems(broken) == [
        "sides[1].units[0] (INA).area: leaves out 3000, where it stands unless its owner chooses otherwise"
    ]


def test_contingent_commanders_are_there_with_their_rule_alone() -> None:
    system = registry.system_for(scenarios.load("alexander/granicus"))
    plain, chosen = registry.initial_state(system), registry.initial_state(system, {"5.6": True})
    assert "Nicanor" not in plain.leaders and chosen.leaders["Nicanor"].commands == ("Hypaspists",)
    assert chosen.leaders["Nicanor"].hex == chosen.units["HA1"].hex


def test_an_optional_piece_names_an_optional_rule() -> None:
    document = raw("granicus")
    document["optional_rules"].remove("5.6")
    assert "sides[0].leaders[3] (Nicanor).optional: 5.6 is no optional rule of this battle" in problems(document)[0]
