"""Overlays: battles of the fast rules, told as changes to battles of the full games."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import scenarios
from bot.service.setup.scenarios import Scenarios
from engine.systems.simple_gboh.scenario import SimpleScenario
from scenarios import ScenarioError, overlay, reading, schema
from scenarios.files import PACKAGED, document
from scenarios.formats import FORMATS
from scenarios.overlay.selectors import astray, chosen
from tests.each import for_each

HOME = PACKAGED / "simple-gboh"
OVERLAYS = sorted(p.stem for p in HOME.glob("*.json") if overlay.is_overlay(document(p)))


def raw(name: str) -> dict[str, Any]:
    return copy.deepcopy(document(HOME / f"{name}.json"))


def whole(given: dict[str, Any]) -> dict[str, Any]:
    return overlay.whole(given, "mine.json", reading.parent)


def problems(given: dict[str, Any]) -> list[str]:
    with pytest.raises(ScenarioError) as e:
        whole(given)
    return e.value.problems


# -- selectors --------------------------------------------------------------------------------------------------------

CODES = ["TP1", "TP2", "TP3", "TPX1", "PH1", "PH4"]


@pytest.mark.parametrize(
    ("selector", "meant"),
    [
        ("TP", ("TP1", "TP2", "TP3")),
        ("TP2", ("TP2",)),
        ("TP1-2", ("TP1", "TP2")),
        ("PH1-4", ("PH1", "PH4")),
        ("tp", ()),
        ("TP-2", ()),
        ("Q", ()),
    ],
)
def test_a_selector_means_units_by_letters_and_numbers(selector: str, meant: tuple[str, ...]) -> None:
    assert chosen(selector, CODES) == meant


@pytest.mark.parametrize(
    ("selector", "said"),
    [
        ("tp", 'here: must be the letters of units, alone or with numbers, as "TP", "TP5" or "TP1-3", not \'tp\''),
        ("TPZ", "here: the army has no unit TPZ"),
        ("TP9", "here: the army has no unit TP9"),
        ("PH1-4", "here: PH1-4 names units the army hasn't: it has PH1, PH4"),
    ],
)
def test_a_selector_that_misses_is_told(selector: str, said: str) -> None:
    assert [p.split("; did you")[0] for p in astray("here", selector, CODES)] == [said]


# -- what is merged ---------------------------------------------------------------------------------------------------


@for_each("name", OVERLAYS)
def test_every_unit_of_the_parent_is_there_once_where_the_parent_has_it(name: str) -> None:
    given = raw(name)
    parent: Any = scenarios.load(given["parent"])
    made: Any = scenarios.load(f"simple-gboh/{name}")

    def places(side: Any) -> dict[str, int | None]:
        return {c: h for g in side.units for c, h in zip(g.codes, g.hexes or [None] * len(g.codes), strict=True)}

    for old, new in zip(parent.sides, made.sides, strict=True):
        stood, stands = places(old), places(new)
        left_out = {c for s in given["sides"][old.id].get("dropped", {}) for c in chosen(s, stood)}
        assert {c: h for c, h in stood.items() if c not in left_out} == stands
        assert new.retreat_edge == old.retreat_edge or "retreat_edge" in given["sides"][old.id]


def test_types_and_letters_become_those_of_the_fast_rules() -> None:
    def kinds(name: str) -> dict[str, tuple[Any, ...]]:
        return {
            g["code"]: tuple(g.get(k) for k in ("type", "cls", "missile", "letter", "depletable"))
            for s in whole(raw(name))["sides"]
            for g in s["units"]
        }

    samarkand, taginae, lautulae = kinds("samarkand"), kinds("taginae"), kinds("lautulae")
    assert samarkand["GH"] == ("HI", "HO2", None, None, True)  # hoplites of two hexes
    assert samarkand["SCH"] == ("HC", "CAT", None, None, False)
    assert kinds("lyginus")["AG"] == ("SK*", None, "J", None, False)
    assert kinds("arigaeum")["INA"] == ("LI", None, "A", None, False)
    assert kinds("pelium")["OX"] == ("ART", None, "Bolt", None, False)
    assert taginae["LI"] == ("LI", None, "C", None, False)
    assert lautulae["VHA"] == ("LG", "HA", None, None, True)
    assert lautulae["AVCO"] == ("LG", "CO", None, None, False)  # example of 7.5: a cohort has no Depleted side
    assert kinds("casilinum")["FMI"] == ("BI", None, None, "F", True)


def test_romans_keep_their_legion_and_samnites_have_none() -> None:
    rome, samnites = whole(raw("lautulae"))["sides"]
    by_code = {g["code"]: g for g in (*rome["units"], *samnites["units"])}
    assert (by_code["VHA"]["legion"], by_code["AVCO"]["legion"]) == ("V", "ASV")
    assert by_code["VHA"]["roman"]
    assert not by_code["VRC"]["roman"]
    assert not by_code["SV"].get("roman")


def test_a_group_is_divided_where_its_units_belong_to_several_formations() -> None:
    made = whole(raw("chaeronea"))["sides"][0]
    phalanx = [g for g in made["units"] if g["code"] == "PH"]
    assert [(g["formation"], g["numbers"]) for g in phalanx] == [
        ("right-wing", [1, 2, 3, 4, 5, 6]),
        ("left-wing", [7, 8, 9, 10, 11, 12]),
    ]
    assert all(g["double_depth"] and g["may_double"] for g in phalanx)


def test_leaders_have_what_the_overlay_says_and_the_rest_of_the_parent() -> None:
    made = whole(raw("lyginus"))["sides"][0]
    found = {x["id"]: x for x in made["leaders"]}
    assert set(found) == {"Alexander", "Philotas", "Nicanor"}  # two optional ones are dropped
    assert (found["Alexander"]["role"], found["Alexander"]["seizure"], found["Alexander"]["elite"]) == ("OC", 3, True)
    # A contingent commander, there by an option of the full game, who commands a Formation here.
    assert (found["Nicanor"]["role"], found["Nicanor"]["initiative"], found["Nicanor"]["optional"]) == ("SC", 3, None)


def test_the_anonymous_come_back_and_the_named_do_not() -> None:
    found = {x["id"]: x["named"] for x in whole(raw("lautulae"))["sides"][0]["leaders"]}
    assert found == {"Fabius": True, "Antonius": False, "Sextius": False, "Falco": False}


def test_the_briefing_is_its_own_but_for_the_history() -> None:
    made, parent = whole(raw("utus")), scenarios.load("cataphract/utus")
    assert made["briefing"]["history"] == parent.briefing.history
    assert made["briefing"]["sides"] != parent.briefing.sides
    assert made["title"] == parent.title


def test_the_map_may_be_changed() -> None:
    given = raw("lautulae")
    given["map"] = {"renamed": {"marsh": None}, "terrain": {"1010": "woods"}}
    made = whole(given)["map"]
    assert "marsh" not in made["terrain"].values()
    assert made["terrain"]["1010"] == "woods"


# -- what is refused --------------------------------------------------------------------------------------------------


def changed(name: str, change: Callable[[dict[str, Any]], Any]) -> list[str]:
    given = raw(name)
    change(given)
    return problems(given)


Change = Callable[[dict[str, Any]], Any]
FAULTS: list[tuple[str, Change, str]] = [
    (
        "samarkand",
        lambda d: d.update(parent="alexander/samarkant"),
        "parent: no such battle; did you mean alexander/samarkand?",
    ),
    ("samarkand", lambda d: d.update(parent="spqr/samarkand"), "parent: no such battle; did you mean alexander/samark"),
    ("samarkand", lambda d: d.update(parent="hastings"), "parent: no such battle; there are: cataphract/ad-decimum, "),
    ("samarkand", lambda d: d.update(parent="men-of-iron/crecy"), "parent: men-of-iron/crecy can't be played by these"),
    ("samarkand", lambda d: d.pop("parent"), "parent: is missing"),
    ("samarkand", lambda d: d.update(format="hexarch-overlay/9"), "format: must be hexarch-overlay/1"),
    ("samarkand", lambda d: d.update(colour="red"), "colour: is no field of the format"),
    (
        "samarkand",
        lambda d: d["parent_rules"].pop("pharnaces"),
        "parent_rules.pharnaces: is missing: say whether “Pharnaces gives up”, a rule of alexander/samarkand, is "
        "converted or dropped",
    ),
    (
        "samarkand",
        lambda d: d["parent_rules"].update(rout={"status": "dropped", "why": "none"}),
        "parent_rules.rout: alexander/samarkand has no special rule rout",
    ),
    (
        "samarkand",
        lambda d: d["parent_rules"]["ford"].update(into=["fjord"]),
        "parent_rules.ford.into: there is no special rule fjord in this overlay; did you mean ford?",
    ),
    (
        "samarkand",
        lambda d: d["parent_rules"]["ford"].update(status="dropped"),
        "parent_rules.ford.into: leave it out, the rule is dropped",
    ),
    (
        "samarkand",
        lambda d: d["sides"]["macedonian"]["formations"][0].update(units=["GHX"]),
        "sides.macedonian.formations[0] (hoplites).units[0]: the army has no unit GHX",
    ),
    (
        "samarkand",
        lambda d: d["sides"]["macedonian"]["formations"][1].update(units=["GLC", "TLC", "GH2"]),
        "sides.macedonian.formations[1] (horse).units: GH2 is in the Formation hoplites already",
    ),
    (
        "samarkand",
        lambda d: d["sides"]["macedonian"]["formations"][1].update(units=["GLC"]),
        "sides.macedonian.formations: TLC1 is in no Formation; put it in one, or drop it",
    ),
    (
        "samarkand",
        lambda d: d["sides"]["macedonian"].update(dropped={"GH1": "too many"}),
        "sides.macedonian.formations[0] (hoplites).units: GH1 is dropped",
    ),
    (
        "samarkand",
        lambda d: d["sides"]["macedonian"].update(dropped={"Ptolemy": "elsewhere"}),
        "sides.macedonian.dropped.Ptolemy: the army has no unit and no leader Ptolemy",
    ),
    (
        "samarkand",
        lambda d: d["sides"]["macedonian"].update(overall_commander="Pharnakes"),
        "sides.macedonian.overall_commander: Pharnakes is no leader of this side; did you mean Pharnaces?",
    ),
    (
        "samarkand",
        lambda d: d["sides"]["macedonian"]["formations"][1].update(commanders=["Caranus", "Pharnaces"]),
        "sides.macedonian.formations[1] (horse).commanders: Pharnaces commands hoplites already; a leader has one",
    ),
    (
        "samarkand",
        lambda d: d["sides"]["macedonian"]["formations"][0].update(commanders=["Pharnaces"]),
        "sides.macedonian.leaders.Andromachus: commands no Formation; name one in its commanders, or drop the leader",
    ),
    (
        "samarkand",
        lambda d: d["sides"].pop("persian"),
        "sides.persian: is missing: every side of alexander/samarkand needs its Formations",
    ),
    (
        "samarkand",
        lambda d: d["sides"].update(scythian=d["sides"]["persian"]),
        "sides.scythian: alexander/samarkand has no side scythian",
    ),
    ("samarkand", lambda d: d["briefing"]["sides"].pop("persian"), "briefing.sides.persian: is missing"),
    (
        "chaeronea",
        lambda d: d["sides"]["greek"].pop("dropped"),
        "sides.greek.dropped: SH1 is there only with the optional rule sparta of alexander/chaeronea: drop it, or list",
    ),
    ("lautulae", lambda d: d.update(map={"renamed": {"lava": "open"}}), "map.renamed.lava: the map has no lava"),
    ("lautulae", lambda d: d.update(areas={"x": ["9x"]}), "areas.x: the battle has no area '9x'"),
    (
        "samarkand",
        lambda d: (
            d["sides"]["macedonian"]["units"].update(QQ={"tq": 4})
            if "units" in d["sides"]["macedonian"]
            else d["sides"]["macedonian"].update(units={"QQ": {"tq": 4}})
        ),
        "sides.macedonian.units: the army has no unit QQ",
    ),
]


@for_each(("name", "change", "said"), FAULTS, ids=[said.split(":")[0] for _, _, said in FAULTS])
def test_what_doesn_t_fit_is_refused_by_a_sentence(name: str, change: Change, said: str) -> None:
    found = changed(name, change)
    assert any(p.startswith(said) for p in found), found


def test_areas_are_named_where_hexes_are_listed() -> None:
    """The parent's and the overlay's own, in edges and in one another."""
    given = raw("samarkand")
    given["areas"] = {"all": ["corner", "the northern road"], "corner": ["4512"]}
    given["sides"]["macedonian"] |= {
        "retreat_edge": "the northern road",
        "retreat_facing": "NE",
        "pursuit_edge": ["all"],
    }
    made = whole(given)
    side = made["sides"][0]
    road = scenarios.load("alexander/samarkand").areas["the northern road"]  # type: ignore[attr-defined]
    assert [int(h) for h in side["retreat_edge"]] == list(road)
    assert [int(h) for h in made["areas"]["all"]] == [4512, *road] == [int(h) for h in side["pursuit_edge"]]
    assert isinstance(reading.read(given, "mine.json"), SimpleScenario)
    given["sides"]["macedonian"]["retreat_edge"] = "the nothern road"
    said = "sides.macedonian.retreat_edge: the battle has no area 'the nothern road'; did you mean the northern road?"
    assert said in problems(given)
    given = raw("samarkand") | {"areas": {"a": ["b"], "b": ["a"]}}
    with pytest.raises(ScenarioError, match=r"areas\.a: in a circle: a holds b holds a"):
        reading.read(given, "mine.json")


def test_a_parent_that_is_no_text_is_told_as_that_alone() -> None:
    assert problems(raw("samarkand") | {"parent": 7}) == ["parent: must be a text in quotes, not 7"]


def test_no_battle_by_fast_rules_is_offered_as_a_parent() -> None:
    for parent in ("hastings", "simple-gboh/samarkant"):
        (said,) = changed("samarkand", lambda d, key=parent: d.update(parent=key))
        assert "simple-gboh" not in said and "men-of-iron" not in said and "alexander/samarkand" in said


def test_of_what_an_overlay_leaves_out_it_is_told_that_it_is_missing() -> None:
    """And not that something else should stand there: nothing does."""
    given = raw("samarkand")
    del given["sides"]
    found = problems(given)
    assert any(p.startswith("sides: ") and "missing" in p for p in found), found
    assert not any("null" in p or "None" in p for p in found), found


def test_a_parent_named_by_its_id_alone_is_kept_by_its_key() -> None:
    assert whole(raw("samarkand") | {"parent": "samarkand"})["parent"] == "alexander/samarkand"


def test_an_overlay_of_an_overlay_is_refused_without_looking_into_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = raw("samarkand") | {"id": "mine", "parent": "simple-gboh/mine"}
    (tmp_path / "simple-gboh").mkdir()
    (tmp_path / "simple-gboh" / "mine.json").write_text(json.dumps(given), "utf-8")
    monkeypatch.setenv("HEXARCH_SCENARIOS", str(tmp_path))
    said = problems(given)
    assert said == ["parent: simple-gboh/mine is played by the fast rules itself: name a battle of a full game"]


def test_an_overlay_may_have_a_community_s_parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parent = scenarios.load("alexander/samarkand").model_dump(mode="json") | {"id": "ours", "title": "Our Samarkand"}
    (tmp_path / "alexander").mkdir()
    (tmp_path / "alexander" / "ours.json").write_text(json.dumps(parent), "utf-8")
    monkeypatch.setenv("HEXARCH_SCENARIOS", str(tmp_path))
    assert whole(raw("samarkand") | {"parent": "alexander/ours"})["title"] == "Our Samarkand"


def test_any_other_document_is_left_alone() -> None:
    given = {"system": "spqr"}
    assert whole(given) is given


@for_each("damage", [None, "x", {"a": {}}, [[]]])
@for_each("field", sorted(raw("dara")))
def test_anything_may_stand_anywhere(field: str, damage: Any) -> None:
    """No fault of form gets past the check as anything but sentences."""
    given = raw("dara") | {field: damage}
    if field == "format":
        given["format"] = "hexarch-overlay/1"
        given["id"] = damage
    try:
        whole(given)
    except ScenarioError as e:
        assert all(": " in p for p in e.problems)


# -- what is offered --------------------------------------------------------------------------------------------------


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fast rules offered, whether or not they are refereed in full."""
    monkeypatch.setitem(FORMATS, "simple-gboh", replace(FORMATS["simple-gboh"], complete=True))


@for_each("name", OVERLAYS)
def test_every_overlay_is_a_sound_battle(name: str) -> None:
    loaded = scenarios.load(f"simple-gboh/{name}")
    assert isinstance(loaded, SimpleScenario)
    assert scenarios.checked(loaded.model_dump(mode="json"), name) == loaded, "what is kept of it is complete"
    assert loaded.parent == raw(name)["parent"]
    assert ("live" in loaded.briefing.length) and ("by post" in loaded.briefing.length)


def test_a_battle_keeps_what_its_parent_was(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = scenarios.load("simple-gboh/samarkand").model_dump(mode="json")
    # Whatever becomes of the parent: it isn't even looked for.
    monkeypatch.setattr(reading, "parent", lambda key: pytest.fail(key))
    assert scenarios.read(kept, "kept") == scenarios.load("simple-gboh/samarkand")


def test_a_name_alone_means_the_full_rules() -> None:
    assert scenarios.load("tricameron").key == "cataphract/tricameron"
    assert scenarios.load("simple-gboh/tricameron").system == "simple-gboh"


@pytest.mark.usefixtures("offered")
def test_fast_rules_stand_beside_the_full_ones_of_the_same_field() -> None:
    found = scenarios.matching("tricameron")
    assert [i.key for i in found] == ["cataphract/tricameron", "simple-gboh/tricameron"]
    assert found[1].game == "Simple GBoH, fast rules"
    assert [i.key for i in scenarios.full_first(found)] == ["cataphract/tricameron"]
    assert {i.key for i in scenarios.matching("fast rules")} == {f"simple-gboh/{n}" for n in OVERLAYS}


@pytest.mark.usefixtures("offered")
async def test_who_names_a_battle_is_understood_as_meaning_the_full_rules() -> None:
    class Nothing:
        async def of(self, guild: int) -> list[Any]:
            return []

    service: Any = SimpleNamespace(uploads=Nothing())
    nobody: Any = SimpleNamespace()
    known = Scenarios(service, nobody, nobody)
    assert await known.meant("Tricameron", 1) == "cataphract/tricameron"
    assert await known.meant("tricameron fast", 1) == "simple-gboh/tricameron"
    assert await known.meant("simple-gboh/tricameron", 1) == "simple-gboh/tricameron"


def test_the_schema_for_editors_is_that_of_the_model() -> None:
    written = schema.overlay_path().read_text("utf-8")
    assert written == schema.overlay_text(), "run: python -m scenarios.schema"
    fields = json.loads(written)["properties"]
    assert all(set(raw(n)) <= set(fields) for n in OVERLAYS)
