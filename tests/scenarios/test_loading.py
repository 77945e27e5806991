"""Files that can't be used are refused with the file, the place in it, and the reason."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import scenarios
from engine.systems.cataphract.scenario import CataphractScenario
from engine.systems.cataphract.special import kinds
from scenarios import ScenarioError, schema
from scenarios.formats import FORMATS
from tests.each import for_each

TRICAMERON = scenarios.document(scenarios.find("tricameron"))
PACKAGED = {i.key for i in scenarios.listing()}
Document = dict[str, Any]
GROUND = "; there are: open, woods, rough, city_wall, city, city_gate, river, ford, camp, village"
FIELDS = "colour: is no field of the format; there are: " + ", ".join(CataphractScenario.model_fields)


def problems(change: Callable[[Document], object]) -> list[str]:
    document = copy.deepcopy(TRICAMERON)
    change(document)
    with pytest.raises(ScenarioError) as caught:
        scenarios.read(document, "mine.json")
    assert caught.value.origin == "mine.json"
    assert str(caught.value).startswith("mine.json: ")
    return caught.value.problems


def group(d: Document, side: int, index: int) -> Document:
    return d["sides"][side]["units"][index]


@for_each(
    ("change", "said"),
    [
        (
            lambda d: d.pop("system"),
            "system: is missing; known: cataphract, men-of-iron, alexander, spqr, simple-gboh, justinian",
        ),
        (
            lambda d: d.update(system="chess"),
            "system: 'chess' is no rule system known here; "
            "known: cataphract, men-of-iron, alexander, spqr, simple-gboh, justinian",
        ),
        (lambda d: d.pop("title"), "title: is missing"),
        (lambda d: d.update(colour="red"), FIELDS),
        (
            lambda d: group(d, 0, 0).update(type="XC"),
            'sides[0].units[0] (THC).type: must be HC, LN, LC, HI, MI, LI or CH, not "XC"',
        ),
        (
            lambda d: group(d, 0, 0)["hexes"].__setitem__(0, 6104),
            "sides[0].units[0] (THC).hexes: hex 6104 is not on the map",
        ),
        (
            lambda d: group(d, 1, 1)["hexes"].__setitem__(0, 4502),
            "sides[1].units[1] (LC).hexes: hex 4502 is already taken by LN",
        ),
        (
            lambda d: group(d, 1, 1).update(facing="SIDE_NE"),
            "sides[1].units[1] (LC).facing: SIDE_NE is a hexside; units face a vertex at set-up",
        ),
        (
            lambda d: group(d, 0, 1).update(code="THC"),
            "sides[0].units[1] (THC).numbers: unit THC1 exists already (sides[0].units[0] (THC))",
        ),
        (
            lambda d: d["map"].update(terrain={"4504": "lava"}),
            "map.terrain.4504: the charts know no terrain 'lava'" + GROUND,
        ),
        (
            lambda d: d["map"].update(terrain={"4504": "stream"}),
            "map.terrain.4504: the charts know no terrain 'stream'" + GROUND,
        ),
        (
            lambda d: d["map"]["hexsides"][2].update(type="woods"),
            "map.hexsides[2] (4802-4902).type: the charts know no hexside 'woods'; "
            "there are: river_volturno, stream, dirt_road, bridge, trench, river_euphrates",
        ),
        (
            lambda d: d["map"]["hexsides"][0].update(b=5105),
            "map.hexsides[0] (4801-5105): 4801 and 5105 are not adjacent",
        ),
        (
            lambda d: d["sides"][1].update(lines=[]),
            "sides[1].lines: missing, though leaders of this army may give Line Commands",
        ),
        (lambda d: d["sides"][1]["leaders"][0].update(id="John"), "sides[1].leaders[0] (John).id: used twice"),
        (
            lambda d: d["sides"][0]["leaders"][3].update(commands=["Goths"]),
            "sides[0].leaders[3] (Sunicas).commands: no unit belongs to Goths",
        ),
        (
            lambda d: d["special_rules"].pop(),
            "sides[0].units[5] (MI).reinforcement: no special rule brings on 'infantry'",
        ),
        (
            lambda d: d["special_rules"][0].update(id="miracle"),
            'special_rules[0] (miracle).id: the referee knows no special rule "miracle"; there are: '
            + ", ".join(list(kinds.KINDS)[:24])
            + f" and {len(kinds.KINDS) - 24} more. What none of these does needs code: "
            + "docs/writing-a-battle.md, “Rules that need code”, says where",
        ),
        (lambda d: d.update(rules_not_used=["13.1"]), "rules_not_used: '13.1' is no case of the rules"),
    ],
)
def test_refused(change: Callable[[Document], object], said: str) -> None:
    assert said in problems(change)


def test_everything_wrong_is_said_at_once() -> None:
    def spoil(d: Document) -> None:
        group(d, 0, 0)["hexes"][0] = 101
        d["sides"][1]["lines"] = []

    assert len(problems(spoil)) == 2


def test_facing_names_what_is_possible() -> None:
    (said,) = problems(lambda d: group(d, 0, 0).update(facing="north"))
    assert said.startswith("sides[0].units[0] (THC).facing: must be E, SIDE_NE,") and said.endswith('not "north"')


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1, column 2: no valid JSON"),
        ("[]", "the document must be a JSON object"),
        ('{"map": {"terrain": {"0101": "woods", "0101": "open"}}}', "map.terrain.0101: is given twice in one object"),
    ],
)
def test_bad_json(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(ScenarioError) as caught:
        scenarios.load_file(path)
    assert caught.value.origin == str(path)
    assert caught.value.problems[0].startswith(said)


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="can't be read: No such file"):
        scenarios.load_file(tmp_path / "none.json")
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe")
    with pytest.raises(ScenarioError, match="is no UTF-8 text"):
        scenarios.load_file(tmp_path / "binary.json")


def test_unknown_battle_lists_the_known() -> None:
    with pytest.raises(ScenarioError, match=r"no such battle; there are: cataphract/[\w-]+, .*cataphract/tricameron"):
        scenarios.load("cataphract/hastings")
    with pytest.raises(KeyError):
        scenarios.load("hastings")
    with pytest.raises(ScenarioError, match=r"did you mean cataphract/tricameron or simple-gboh/tricameron\?"):
        scenarios.load("tricamaron")


def test_a_community_adds_battles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "cataphract"
    folder.mkdir()
    document = {**TRICAMERON, "id": "rematch", "title": "Tricameron again"}
    (folder / "rematch.json").write_text(json.dumps(document))
    (folder / "broken.json").write_text("{}")
    (folder / "renamed.json").write_text(json.dumps(document))
    monkeypatch.setenv("HEXARCH_SCENARIOS", str(tmp_path))
    keys = [i.key for i in scenarios.listing()]
    assert set(keys) - PACKAGED == {"cataphract/rematch"}
    assert keys.index("cataphract/rematch") == keys.index("cataphract/tricameron") + 1, "by title"
    assert scenarios.load("rematch").title == "Tricameron again"
    with pytest.raises(ScenarioError, match="differs from the name of the file"):
        scenarios.load("renamed")


@pytest.mark.parametrize("system", FORMATS)
def test_schema_is_up_to_date(system: str) -> None:
    assert schema.path(system).read_text("utf-8") == schema.text(system), "run: python -m scenarios.schema"
    written = schema.position_path(system).read_text("utf-8")
    assert written == schema.position_text(system), "run: python -m scenarios.schema"


@for_each("info", scenarios.listing(), ids=lambda i: i.key)
def test_packaged_battles_fit_their_schema(info: scenarios.ScenarioInfo) -> None:
    document = scenarios.document(scenarios.find(info.key))
    laid_over = "parent" in document
    made = schema.overlay_schema() if laid_over else schema.schema(info.system)
    jsonschema.Draft202012Validator(made).validate(document)
    assert document["$schema"] == f"../schema/{info.system}.{'overlay.' if laid_over else ''}schema.json"


def test_schema_knows_hexes_and_facings() -> None:
    validator = jsonschema.Draft202012Validator(schema.schema("cataphract"))
    wrong = copy.deepcopy(TRICAMERON)
    wrong["sides"][0]["units"][0]["facing"] = "north"
    wrong["sides"][0]["units"][1]["hexes"][0] = "51-14"
    assert len(list(validator.iter_errors(wrong))) == 2
