"""Battles that nobody could play are refused at every door in the same words, with a path, and nothing comes of them.

Each variant is a battle of ours with something wrong in it. The doors: ``hexarch scenarios``, and
``/referee scenario load``.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scenarios
from bot.cli import main
from bot.cli.common import BAD_INPUT, NO
from bot.service.setup import scenarios as uploads
from engine.kernel.text import Refusal
from scenarios import ScenarioError

Document = dict[str, Any]
TRICAMERON = scenarios.document(scenarios.find("tricameron"))
FALKIRK = scenarios.document(scenarios.find("falkirk"))
CASILINUM = scenarios.document(scenarios.find("casilinum"))


def put(*path: Any) -> Callable[[Document], None]:
    """Set the value at a path: the last of the arguments; ... takes it away."""
    *way, key, value = path

    def change(d: Document) -> None:
        here: Any = d
        for part in way:
            here = here[part]
        if value is ...:
            del here[key]
        elif isinstance(here, list) and key == len(here):
            here.append(value)
        else:
            here[key] = value

    return change


def unit(side: int, group: int, field: str, value: Any) -> Callable[[Document], None]:
    return put("sides", side, "units", group, field, value)


def leader(side: int, n: int, field: str, value: Any) -> Callable[[Document], None]:
    return put("sides", side, "leaders", n, field, value)


def command(side: int, n: int, field: str, value: Any) -> Callable[[Document], None]:
    return put("sides", side, "commands", n, field, value)


def nested(depth: int) -> Any:
    found: Any = 1
    for _ in range(depth):
        found = [found]
    return found


def circle(d: Document) -> None:
    first, second = d["sides"][0]["leaders"][2:4]
    first["succeeds"], second["succeeds"] = second["id"], first["id"]


THC, LC = "sides[0].units[0] (THC)", "sides[1].units[1] (LC)"

CATAPHRACT: list[tuple[Callable[[Document], None], str]] = [
    (put("title", ""), "title: must not be empty"),
    (put("title", " \u200b\u202e "), "title: must not be empty"),
    (put("title", 7), "title: must be a text in quotes, not 7"),
    (put("title", "x" * 101), "title: has more than 100 characters"),
    (put("id", "Ünïcode"), "id: must be 2 to 31 small letters"),
    (put("turn_limit", 0), "turn_limit: must be 1 to 999, or left out, not 0"),
    (put("turn_limit", -3), "turn_limit: must be 1 to 999, or left out, not -3"),
    (put("turn_limit", True), "turn_limit: must be a whole number, not true"),
    (put("turn_limit", 10**40), "turn_limit: "),
    (put("map", "cols", [1, 99999]), "map: has more than 5000 hexes"),
    (put("map", "cols", [60, 36]), "map.cols: must be the first and the last, from 1 to 99, not 60 and 36"),
    (put("map", "rows", [-1, 25]), "map.rows: must be the first and the last, from 0 to 98, not -1 and 25"),
    (put("map", "rows", [1]), "map.rows[1]: is missing"),
    (put("map", "default_level", 1000), "map.default_level: is higher or lower than 30"),
    (put("map", "levels", {"4504": -1000}), "map.levels.4504: -1000 is higher or lower than 30"),
    (put("map", "levels", {"9999": 1}), "map.levels: hex 9999 is not on the map"),
    (put("map", "compass", "R", "easst"), "map.compass.R: must be north, north-east, east"),
    (put("map", "compass", "R", "west"), "map.compass.R: with north at UP it is east, not west"),
    (put("map", "compass", "L", ...), "map.compass.L: is missing"),
    (put("map", "climate", "winter"), "map.climate: must be temperate, meadow or arid"),
    (
        put("map", "terrain", {"4504": "wods"}),
        "map.terrain.4504: the charts know no terrain 'wods'; did you mean woods",
    ),
    (put("map", "hexsides", 3, {"a": 4801, "b": 5105, "type": "stream"}), "map.hexsides[3] (4801-5105): 4801 and 5105"),
    (put("map", "hexsides", 3, {"a": 4801, "b": "48-2", "type": "stream"}), "map.hexsides[3] (4801-48-2).b: must be a"),
    (put("map", "hexsides", 2, "type", "strem"), "map.hexsides[2]"),
    (put("map", "roads", [{"type": "dirt_road", "hexes": [4801, 4901, 5105]}]), "map.roads[0] (dirt_road).hexes[2]: "),
    (put("map", "roads", [{"type": "dirt_road", "hexes": []}]), "map.roads[0] (dirt_road).hexes: a road takes two"),
    (put("map", "places", [{"name": "", "hex": 4504}]), "map.places[0].name: must not be empty"),
    (put("sides", 0, "units", []), "sides[0].units: an army needs units"),
    (put("sides", 0, "units", None), "sides[0].units: must be a list in [ ], not null"),
    (put("sides", []), "sides"),
    (put("sides", 1, "id", "byzantine"), "sides: both are called byzantine"),
    (put("sides", 1, "retreat_facing", "E"), "sides[1].retreat_facing: E doesn't lead off the map from 3602"),
    (put("sides", 1, "retreat_facing", None), "sides[1].retreat_facing: is missing: null is for a retreat_edge of one"),
    (put("sides", 1, "retreat_facing", "SIDE_S"), "sides[1].retreat_facing: SIDE_S is a hexside"),
    (put("sides", 1, "retreat_edge", []), "sides[1].retreat_edge: names no hex"),
    (put("map", "terrain", {"3601": "river"}), "sides[1].retreat_edge: nobody enters river, hex 3601"),
    (put("sides", 1, "withdrawal_level", -1), "sides[1].withdrawal_level: must be at least 1, not -1"),
    (put("sides", 0, "lines", [[]]), "sides[0].lines[0]: names no unit type"),
    (put("sides", 0, "lines", [{"types": ["LN"], "contingents": ["Hunz"]}]), "sides[0].lines[0].contingents: no unit"),
    (unit(0, 0, "code", "thc"), "sides[0].units[0] (thc).code: must be one to four capital letters"),
    (unit(0, 0, "numbers", []), f"{THC}.numbers: names no unit"),
    (unit(0, 0, "numbers", [-1, 2, 3, 4, 5]), f"{THC}.numbers: must be 1 to 999, not -1"),
    (unit(0, 0, "hexes", [4504]), f"{THC}.hexes: 5 units need as many hexes, not 1"),
    (unit(0, 0, "facing", None), f"{THC}.facing: missing"),
    (unit(0, 0, "facing", "nw"), ""),
    (unit(0, 0, "tq", "eight"), f'{THC}.tq: must be a whole number, not "eight"'),
    (unit(0, 0, "tq", "8"), f'{THC}.tq: must be a whole number, not "8"'),
    (unit(0, 0, "tq", True), f"{THC}.tq: must be a whole number, not true"),
    (unit(0, 0, "ma", 10**9), f"{THC}.ma: "),
    (unit(0, 0, "typ", "HC"), f"{THC}.typ: is no field of the format; did you mean type?"),
    (unit(0, 0, "missile", "X"), f"{THC}.missile: X is what a CH shoots with"),
    (
        unit(0, 0, "dismounted", {"type": "LC", "tq": 5, "size": 5, "ma": 5}),
        f"{THC}.dismounted.type: must be HI, MI or",
    ),
    (unit(0, 0, "commanded_by", ["Nobody"]), f"{THC}.commanded_by: Nobody is no leader of this side"),
    (unit(0, 5, "hexes", [4504, 4505]), "sides[0].units[5] (MI).hexes: units that come by a reinforcement have none"),
    (leader(0, 0, "hex", 4504), "sides[0].leaders[0] (Belisarius).hex: 4504 holds an enemy unit"),
    (leader(1, 0, "hex", 9901), "sides[1].leaders[0] (Gelimer).hex: 9901 is not on the map"),
    (leader(0, 0, "kinds", ["HC/Kat"]), "sides[0].leaders[0] (Belisarius).kinds: 'HC/Kat' is no unit type"),
    (leader(0, 0, "id", "Gelimer"), "sides[1].leaders[0] (Gelimer).id: used twice"),
    (leader(0, 0, "superior", "Belisarius"), "sides[0].leaders[0] (Belisarius).superior: nobody is their own superior"),
    (leader(0, 0, "name", ""), "sides[0].leaders[0] (Belisarius).name: must not be empty"),
    (leader(0, 0, "command_range", 1e300), "sides[0].leaders[0] (Belisarius).command_range: "),
    (circle, "sides[0].leaders[2]"),
    (
        put("missile_overrides", {"B_infantri": {"1": 8}}),
        "missile_overrides.B_infantri: the Missile Range chart",
    ),
    (
        put("missile_overrides", {"B_infantry": {"one": 8}}),
        "missile_overrides.B_infantry.one: is no range of",
    ),
    (put("missile_overrides", {"B_infantry": {"1": 80}}), "missile_overrides.B_infantry.1: must be 0 to 9, not 80"),
    (put("setup_order", ["vandal"]), "setup_order: names each of byzantine, vandal once"),
    (put("champions", [{"side": "goth", "name": "x", "combat": 1, "endurance": 1}]), "champions: one for each of"),
    (put("optional_rules", ["10.3", "99.9"]), "optional_rules: '99.9' is no case of the rules"),
    (put("special_rules", 0, "unless", "hun-reluctance"), "special_rules[0] (hun-reluctance).unless: "),
    (
        put("special_rules", 2, {"id": "wind", "title": "", "text": "x"}),
        "special_rules[2] (wind).title: must not",
    ),
    (put("briefing", "sides", {"goth": "win"}), "briefing.sides: 'goth' is no side of this battle"),
    (put("briefing", nested(30)), "nested too deeply"),
    (put("system", "cataphrakt"), "system: 'cataphrakt' is no rule system known here"),
]

LINCOLN = "sides[0].commands[0] (Lincoln)"

MEN_OF_IRON: list[tuple[Callable[[Document], None], str]] = [
    (put("sides", 0, "commands", []), "sides[0].commands: an army needs Commands"),
    (command(0, 0, "units", []), f"{LINCOLN}.units: a Command needs units"),
    (put("sides", 0, "standards", []), "sides[0].standards: an army needs one at least (13.2)"),
    (put("sides", 0, "overall", "Nobody"), "sides[0].overall: Nobody is no Command of this side"),
    (put("sides", 0, "flight_level", 0), "sides[0].flight_level: must be at least 1, not 0"),
    (put("first_player", "french"), "first_player: 'french' is no side of this battle"),
    (put("map", "default_terrain", "lava"), "map.default_terrain: the charts know no terrain 'lava'"),
    (put("map", "compass", {}), "map.compass.R: is missing"),
    (command(0, 0, "leader", None), f"{LINCOLN}.leader: must be an object in {{ }}, not null"),
    (
        lambda d: d["sides"][0]["commands"][0]["leader"].update(
            hex=d["sides"][1]["commands"][0]["units"][0]["hexes"][0]
        ),
        f"{LINCOLN}.leader.hex: hex ",
    ),
    (
        lambda d: d["sides"][0]["commands"][0]["units"][0].update(arrival="english-chagrin", hexes=[]),
        f"{LINCOLN}.units[0] (LMM).arrival: the special rule english-chagrin brings nobody on",
    ),
    (
        lambda d: d["sides"][0]["commands"][0]["units"][0].update(numbers=[1, 1, 2, 3]),
        f"{LINCOLN}.units[0].numbers: LMM1 exists already",
    ),
    (
        lambda d: d["sides"][0]["standards"][0].update(commands=["Lincolm"]),
        "sides[0].standards[0]",
    ),
]


def spoilt(document: Document, change: Callable[[Document], None]) -> bytes:
    changed = copy.deepcopy(document)
    changed["id"] = "mine"
    change(changed)
    return json.dumps(changed).encode()


@pytest.mark.parametrize(
    ("document", "change", "said"),
    [*((TRICAMERON, *x) for x in CATAPHRACT), *((FALKIRK, *x) for x in MEN_OF_IRON)],
    ids=[s or "fine" for _, s in (*CATAPHRACT, *MEN_OF_IRON)],
)
def test_refused_at_every_door(
    document: Document,
    change: Callable[[Document], None],
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = spoilt(document, change)
    path = tmp_path / "mine.json"
    path.write_bytes(data)
    if not said:
        assert main(["scenarios", str(path)]) == 0
        return
    assert main(["scenarios", str(path), "--json"]) == NO
    (report,) = json.loads(capsys.readouterr().out)["files"]
    assert any(said in p for p in report["problems"]), report["problems"]
    for words in ("instance of", "valid tuple", "valid integer", "Traceback", "pydantic", "^["):
        assert not any(words in p for p in report["problems"]), report["problems"]
    with pytest.raises(Refusal) as refused:
        uploads._checked(data)
    if len(report["problems"]) == 1:
        assert report["problems"][0][:100] in str(refused.value), "the server says the same"


def test_no_other_command_takes_it_either(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(spoilt(TRICAMERON, put("map", "cols", [1, 99999])))
    for argv in (
        ["render", str(path), "-o", str(tmp_path / "x.png")],
        ["selfplay", str(path)],
        ["local", "--no-browser", "--scenario", str(path)],
    ):
        assert main(argv) == BAD_INPUT
        err = capsys.readouterr().err
        assert "map: has more than 5000 hexes" in err and "Traceback" not in err


def test_faults_of_form_hide_nothing_else() -> None:
    def spoil(d: Document) -> None:
        put("title", "")(d)
        unit(0, 0, "type", "XC")(d)
        unit(0, 0, "hexes", [101, *d["sides"][0]["units"][0]["hexes"][1:]])(d)
        put("map", "terrain", {"4504": "lava"})(d)
        unit(1, 1, "hexs", d["sides"][1]["units"][1].pop("hexes"))(d)
        put("turn_limit", 0)(d)
        put("special_rules", 1, "params", "facing", "banana")(d)
        unit(0, 1, "contingent", ...)(d)

    with pytest.raises(ScenarioError) as caught:
        scenarios.checked(json.loads(spoilt(TRICAMERON, spoil)), "mine.json")
    assert [p.split(": ")[0] for p in caught.value.problems] == [
        "title",
        f"{THC}.type",
        "sides[0].units[1] (AHC).contingent",
        f"{LC}.hexs",
        f"{THC}.hexes",
        "map.terrain.4504",
        "turn_limit",
        "special_rules[1] (reinforcements).params.facing",
    ]


def test_a_file_as_editors_leave_it(tmp_path: Path) -> None:
    """A byte-order mark is read over; unquoted hexes and names given twice are told with what else is wrong."""
    path = tmp_path / "mine.json"
    path.write_bytes(b"\xef\xbb\xbf" + spoilt(CASILINUM, lambda d: None))
    assert scenarios.load_file(path).title == CASILINUM["title"]
    text = spoilt(CASILINUM, put("turn_limit", 0)).decode().replace('"0101"', "0101", 1)
    path.write_text(text[:-1] + ', "map": ' + json.dumps(CASILINUM["map"]) + "}")
    with pytest.raises(ScenarioError) as caught:
        scenarios.load_file(path)
    said = "\n".join(caught.value.problems)
    assert '0101 begins with 0, so it is written "0101"' in said
    assert "map: is given twice in one object" in said
    assert "turn_limit: must be 1 to 999" in said


def test_large_files_aren_t_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(b" " * (300 * 1024) + spoilt(TRICAMERON, lambda d: None))
    with pytest.raises(ScenarioError, match="is larger than 256 KiB"):
        scenarios.load_file(path)


def test_the_list_of_problems_ends_somewhere() -> None:
    with pytest.raises(ScenarioError) as caught:
        scenarios.checked(json.loads(spoilt(TRICAMERON, put("map", "void", [{}] * 3000))), "mine.json")
    assert len(caught.value.problems) == 201 and caught.value.problems[-1] == "and 2800 more"
