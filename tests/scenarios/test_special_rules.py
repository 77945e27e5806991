"""Special rules take what they declare, and nothing else gets as far as a battle."""

from __future__ import annotations

import copy
from typing import Any

import jsonschema
import pytest

import scenarios
from scenarios import ScenarioError, schema
from scenarios.formats import FORMATS
from scenarios.schema import reference, special_rules
from tests.each import for_each

Document = dict[str, Any]
KEYS = [i.key for i in scenarios.listing()]
DOCUMENTS = {key: scenarios.document(scenarios.find(key)) for key in KEYS}
REQUIRED = object()


def problems(key: str, rule_id: str, **params: Any) -> list[str]:
    """What is said of a battle whose rule has these parameters, or lacks those that are ...; [] when it is fine."""
    document = copy.deepcopy(DOCUMENTS[key])
    rule = next(r for r in document["special_rules"] if r["id"] == rule_id)
    given = {**rule.get("params", {}), **params}
    rule["params"] = {k: v for k, v in given.items() if v is not ...}
    try:
        scenarios.read(document, "mine.json")
    except ScenarioError as e:
        at = f"special_rules[{document['special_rules'].index(rule)}] ({rule_id}).params."
        return [p.removeprefix(at) for p in e.problems]
    return []


TRICAMERON, DARA, TAGINAE = "cataphract/tricameron", "cataphract/dara", "cataphract/taginae"
CATALAUNIAN, CASILINUM, CALLINICUM = "cataphract/catalaunian", "cataphract/casilinum", "cataphract/callinicum"
FALKIRK, COURTRAI, BANNOCKBURN = "men-of-iron/falkirk", "men-of-iron/courtrai", "men-of-iron/bannockburn"
CRECY, NAJERA, POITIERS = "men-of-iron/crecy", "men-of-iron/najera", "men-of-iron/poitiers"


@for_each(
    ("key", "rule", "params", "said"),
    [
        (TRICAMERON, "reinforcements", {"facing": "banana"}, "facing: must be E, SIDE_NE, NE"),
        (TRICAMERON, "reinforcements", {"facing": ...}, "facing: is missing"),
        (TRICAMERON, "reinforcements", {"facing": "E"}, "facing: E is a vertex; use one of SIDE_NE, "),
        (TRICAMERON, "reinforcements", {"facing": "SIDE_SE"}, "facing: SIDE_SE leads off the map"),
        (TRICAMERON, "reinforcements", {"side": "goth"}, 'side: there is no side "goth" in this battle; there are: '),
        (
            TRICAMERON,
            "reinforcements",
            {"side": "vandal"},
            "sides[0].units[5] (MI).reinforcement: 'infantry' brings on troops of the side vandal, not of byzantine",
        ),
        (TRICAMERON, "reinforcements", {"arrives": 3}, "arrives: is no field of the format; did you mean arrives_on?"),
        (TRICAMERON, "reinforcements", {"arrives_on": "often"}, 'arrives_on: must be a whole number, not "often"'),
        (TRICAMERON, "reinforcements", {"arrives_on": "3"}, 'arrives_on: must be a whole number, not "3"'),
        (TRICAMERON, "reinforcements", {"arrives_on": 10}, "arrives_on: must be at most 9, not 10"),
        (TRICAMERON, "reinforcements", {"name": "cavalry"}, 'name: there is no reinforcement "cavalry" in this battle'),
        (TRICAMERON, "hun-reluctance", {"contingents": "Huns"}, 'contingents: must be a list in [ ], not "Huns"'),
        (TRICAMERON, "hun-reluctance", {"contingents": []}, "contingents: must have at least 1 entry"),
        (TRICAMERON, "hun-reluctance", {"contingents": ["Hun"]}, 'contingents: there is no contingent "Hun" in this'),
        (TRICAMERON, "hun-reluctance", {"contingents": ["Huns", "Huns"]}, "contingents: Huns is named twice"),
        (TRICAMERON, "hun-reluctance", {"side": "vandal"}, "contingents: Huns isn't of the side vandal"),
        (DARA, "turn1-command", {"leaders": []}, "leaders: must have at least 1 entry"),
        (
            DARA,
            "turn1-command",
            {"leaders": ["Belisarios"]},
            'leaders: there is no leader "Belisarios" in this battle',
        ),
        (DARA, "turn1-command", {"champion": "yes"}, 'champion: must be true or false, not "yes"'),
        (DARA, "wind", {"towards": "north"}, 'towards: must be W or E, not "north"'),
        (DARA, "heruli-hidden", {"units": ["HLN9"]}, 'units: there is no unit "HLN9" in this battle'),
        (DARA, "heruli-hidden", {"leaders": ["Perozes"]}, "leaders: Perozes isn't of the side byzantine"),
        (DARA, "heruli-hidden", {"units": []}, "units: must have at least 1 entry"),
        (DARA, "trench", {"hexside": "stream"}, 'hexside: there is no hexside of type "stream" in this battle'),
        (DARA, "dara-walls", {"gate": 9999}, "gate: hex 9999 is not on the map"),
        (DARA, "dara-walls", {"gate": 1013}, "gate: nobody enters city_wall, hex 1013"),
        (DARA, "dara-walls", {"gate": "by the river"}, "gate: must be a hex as printed on the map"),
        (DARA, "dara-walls", {"walls": 1013}, "walls: must be a list in [ ], not 1013"),
        (DARA, "dara-walls", {"loss": -1}, "loss: must be at least 0, not -1"),
        (DARA, "dara-walls", {"extra_range": 11}, "extra_range: must be at most 10, not 11"),
        (DARA, "arrow-supply", {"side": "persian"}, "side: is no field of the format"),
        (TAGINAE, "goth-archers", {"type": "archers"}, "type: must be HC, LN, LC, HI, MI, LI or CH"),
        (
            TAGINAE,
            "nearest-unit",
            {"columns": [99]},
            "columns: column 99 is not on the map",
        ),
        (TAGINAE, "free-setup", {"column": 62}, "column: leaves out 5511, where GHC stands"),
        (TAGINAE, "free-setup", {"column": None}, "column: must be a whole number, not null"),
        (CATALAUNIAN, "alan-defection", {"leader": "Nobody"}, 'leader: there is no leader "Nobody" in this battle'),
        (
            CATALAUNIAN,
            "alan-defection",
            {"leader": "Attila"},
            "leader: Attila and the contingent Alans are",
        ),
        (CATALAUNIAN, "aetius-death", {"successor": "Sangiban"}, "successor: Sangiban doesn't succeed Aetius"),
        (CATALAUNIAN, "ferocity", {"bonus": [2]}, "bonus: must be a whole number, not a list"),
        (CATALAUNIAN, "hun-mi-free-line", {"kinds": ["MI", "XX"]}, "kinds[1]: must be HC, LN, LC, HI, MI, LI or CH"),
        (CASILINUM, "wedge", {"leader": "Narses"}, "leader: Narses isn't of the side frank"),
        (CASILINUM, "wedge-shock", {"side": "byzantine"}, "side: byzantine has no wedge in this battle"),
        (CALLINICUM, "lent", {"from_turn": 0}, "from_turn: must be at least 1, not 0"),
        (CALLINICUM, "euphrates", {"exit": {}}, "exit: must be a hex as printed on the map"),
        (FALKIRK, "comyns-horse", {"command": "Balliol"}, 'command: there is no Command "Balliol" in this battle'),
        (FALKIRK, "comyns-horse", {"leaves": 11}, "leaves: must be at most 9, not 11"),
        (FALKIRK, "static-scots", {"passes": 0}, "passes: must be at least 1, not 0"),
        (FALKIRK, "static-scots", {"commands": ["Lincoln"]}, "commands: Lincoln isn't of the side scots"),
        (FALKIRK, "free-setup", {"columns": [17]}, "columns: must have at least 2 entries"),
        (FALKIRK, "free-setup", {"columns": [25, 17]}, "columns: 25 comes after 17"),
        (FALKIRK, "free-setup", {"hexes": [2107, 2107]}, "hexes: 2107 is named twice"),
        (FALKIRK, "free-setup", {"units": ["WAX1"], "hexes": [2107]}, "units: leaves out WAX2, which waits for this"),
        (COURTRAI, "sally", {"hexes": ["0101", 504]}, ""),
        (COURTRAI, "sally", {"side": "flemish"}, "units: AMM6 isn't of the side flemish"),
        (COURTRAI, "ditch", {"terrain": "lava"}, 'terrain: there is no terrain "lava" in this battle'),
        (COURTRAI, "ditch", {"disorders_foot": 2.5}, "disorders_foot: must be a whole number, not 2.5"),
        (BANNOCKBURN, "small-folk", {"hexes": [511, 509, 613]}, "hexes: hex 0613 is not in column 5"),
        (BANNOCKBURN, "small-folk", {"column": 99}, "column: column 99 is not on the map, which has columns 1 to 28"),
        (BANNOCKBURN, "marching-schiltron", {"ma": True}, "ma: must be a whole number, not true"),
        (CRECY, "wet-strings", {"weapon": "arquebus"}, "weapon: must be longbow, crossbow, javelin or sling"),
        (CRECY, "wet-strings", {"case": 1}, "case: must be a text in quotes, not 1"),
        (NAJERA, "genitor-zoc", {"fee": 99}, "fee: must be at most 20, not 99"),
        (NAJERA, "don-tello", {"points": ...}, "points: is missing"),
        (POITIERS, "remounting", {"commands": {"a": [{"b": []}]}}, "commands: must be a list in [ ], not an object"),
        (POITIERS, "wagons", {"missile": "cover"}, 'missile: must be a whole number, not "cover"'),
    ],
)
def test_parameters_are_checked(key: str, rule: str, params: Document, said: str) -> None:
    found = problems(key, rule, **params)
    assert any(p.startswith(said) for p in found) if said else found, found


JUNK = (None, "banana", "", -5, 10**9, 2.5, True, [], {}, [[]], [None], ["x", "x"], {"a": {"b": [1]}}, "\u202e", [9999])
HARMLESS = {
    ("heruli-hidden", "leaders", "[]"),
    ("turn1-command", "champion", "True"),
    ("static-scots", "commands", "[]"),
    ("wet-strings", "drm", "-5"),
    ("wagons", "missile", "-5"),
    ("abatis", "beside", "[]"),
    ("abatis", "suggested", "[]"),
    ("escape", "free_of_zoc", "True"),
    ("escape", "leader", "None"),
    ("ford", "barred", "None"),
    *(("ford", name, "True") for name in ("fights", "whole_move")),
    ("own-phase", "turns", "None"),
    ("simple-gboh", "ford", "helpless", "True"),
    ("objectives", "wins", "[]"),
    ("objectives", "losses", "None"),
    ("arrivals", "arrives_on", "None"),
}
"""Values of the junk that mean something after all; with its system where another has another such rule."""


@for_each("key", KEYS)
def test_no_junk_passes(key: str) -> None:
    battle = scenarios.load(key)
    form = FORMATS[battle.system]
    for j, rule in enumerate(battle.special_rules):
        for field in form.special_rules[rule.id].takes.model_fields:
            for junk in JUNK:
                changed = rule.model_copy(update={"params": {**rule.params, field: junk}})
                rules = (*battle.special_rules[:j], changed, *battle.special_rules[j + 1 :])
                found = list(form.problems(battle.model_copy(update={"special_rules": rules})))
                if field == "case" and (junk is None or junk in ("banana", "\u202e")):
                    continue
                meant = (rule.id, field, str(junk))
                if meant in HARMLESS or (battle.system, *meant) in HARMLESS:
                    assert not found
                else:
                    at = f"special_rules[{j}] ({rule.id}).params"
                    assert any(p.startswith(at) for p in found), (rule.id, field, junk, found)


@pytest.mark.parametrize("system", [s for s, form in FORMATS.items() if form.special_rules])
def test_the_table_for_authors_is_up_to_date(system: str) -> None:
    text = special_rules.DOCS.read_text("utf-8")
    assert special_rules.table(system) in text, "run: python -m scenarios.schema"


def test_the_reference_is_up_to_date() -> None:
    """It is made from the models; what takes parameters has an example."""
    assert reference.DOCS.read_text("utf-8") == reference.page(), "run: python -m scenarios.schema"
    for system in reference.HEX_SYSTEMS:
        for name, kind in FORMATS[system].special_rules.items():
            needs = any(f.is_required() for f in kind.takes.model_fields.values())
            assert not needs or reference.example(system, name) is not None, (system, name)


def test_the_schema_knows_parameters() -> None:
    validator = jsonschema.Draft202012Validator(schema.schema("cataphract"))
    wrong = copy.deepcopy(DOCUMENTS[TRICAMERON])
    wrong["special_rules"][0]["id"] = "miracle"
    wrong["special_rules"][1]["params"] = {"side": "byzantine", "name": "infantry", "arrives_on": 12, "way": 1}
    said = sorted(e.message for e in validator.iter_errors(wrong))
    assert [s.split()[-2:] for s in said if "required" in s] == [["required", "property"]]
    assert any("12 is greater than the maximum of 9" in s for s in said)
    assert any("'miracle' is not one of" in s for s in said)
    assert any("'way' was unexpected" in s for s in said)
