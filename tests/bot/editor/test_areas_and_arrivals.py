"""What the editor's page does with areas and arrivals, in the file: seen, added, changed, taken away, read back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import scenarios
from bot.editor import document
from bot.editor.areas import stretches
from engine.kernel.text import Refusal
from scenarios import ScenarioError, json_text, new_battle
from scenarios.files import PACKAGED
from tests.each import for_each

FILE = Path("own.json")

SYSTEMS = ("cataphract", "alexander", "spqr", "simple-gboh", "men-of-iron")
TURNED = SYSTEMS[:-1]

Page = dict[str, Any]


def page(text: str, file: Path = FILE) -> Page:
    """As the browser has it: through JSON."""
    return json.loads(json.dumps(document.opened(text, file)))


def saved(text: str, shown: Page) -> str:
    made = document.saved(text, FILE, json.loads(json.dumps(shown)))
    # What was saved is what the page shows from then on: saving that changes nothing.
    assert document.saved(made, FILE, page(made)) == made
    return made


def raw(text: str) -> dict[str, Any]:
    return json_text.parse(text, "own.json")


def battle(text: str) -> Any:
    return scenarios.checked(raw(text), "own.json")


def problems(text: str) -> list[str]:
    try:
        battle(text)
    except ScenarioError as e:
        return e.problems
    return []


def area(shown: Page, name: str) -> Page:
    return next(a for a in shown["areas"] if a["name"] == name)


# -- areas ------------------------------------------------------------------------------------------------------------


@for_each("system", SYSTEMS)
def test_areas_are_shown_hex_by_hex_and_stay_as_they_are(system: str) -> None:
    text = new_battle.text(system, "own")
    shown = page(text)
    assert [a["name"] for a in shown["areas"]] == ["the west edge", "the east edge", "the hill"]
    assert area(shown, "the hill")["hexes"] == ["1206", "1207"]
    assert saved(text, shown) == text


@for_each(
    "path", sorted(p for s in SYSTEMS for p in (PACKAGED / s).glob("*.json")), ids=lambda p: f"{p.parent.name}-{p.stem}"
)
def test_our_own_battles_open_and_stay(path: Path) -> None:
    text = path.read_text("utf-8")
    if '"hexarch-overlay/1"' not in text:
        assert document.saved(text, path, page(text, path)) == text


@for_each("system", SYSTEMS)
def test_an_area_comes_changes_and_goes(system: str) -> None:
    text = new_battle.text(system, "own")
    shown = page(text)
    shown["areas"].append({"name": "the spur", "was": None, "hexes": ["0909", "0908", "1008", "1009", "0303"]})
    area(shown, "the hill")["hexes"].append("1208")
    once = saved(text, shown)
    assert raw(once)["areas"]["the spur"] == ["0303", "0908-1009"]
    assert raw(once)["areas"]["the hill"] == ["1206-1208"]
    assert once.count("//") == text.count("//") and problems(once) == []
    shown = page(once)
    shown["areas"] = [a for a in shown["areas"] if a["name"] != "the spur"]
    area(shown, "the hill")["hexes"].remove("1208")
    assert raw(saved(once, shown))["areas"] == {**raw(text)["areas"], "the hill": ["1206-1207"]}


def test_an_area_that_is_still_named_is_told_when_it_is_gone() -> None:
    text = new_battle.text("cataphract", "own")
    shown = page(text)
    shown["areas"] = [a for a in shown["areas"] if a["name"] != "the west edge"]
    made = saved(text, shown)
    assert any("sides[0].retreat_edge: the battle has no area 'the west edge'" in p for p in problems(made))


@for_each("system", SYSTEMS)
def test_an_area_called_otherwise_is_so_wherever_it_is_named(system: str) -> None:
    text = new_battle.text(system, "own")
    found = raw(text)
    found["areas"]["both"] = ["the hill", "0303"]
    (found["sides"][0] if "retreat_edge" in found["sides"][0] else {})["retreat_edge"] = ["the west edge"]
    found["special_rules"][0]["params"]["places"][0]["hexes"] = ["the hill", "0404"]
    text = json.dumps(found, indent=1)
    shown = page(text)
    area(shown, "the hill")["name"] = "Mount Claudius"
    area(shown, "the west edge")["name"] = "the Roman edge"
    made = saved(text, shown)
    assert problems(made) == []
    assert raw(made)["areas"]["both"] == ["Mount Claudius", "0303"]
    assert raw(made)["special_rules"][0]["params"]["places"][0]["hexes"] == ["Mount Claudius", "0404"]
    assert "the hill" not in raw(made)["areas"] and '"the west edge"' not in made
    assert battle(made).areas.keys() >= {"Mount Claudius", "the Roman edge", "both"}


def test_what_an_area_is_made_of_stays_in_it_by_name() -> None:
    """As long as all of it is in it; then the hexes stand there one by one."""
    text = json.dumps({**raw(new_battle.text("cataphract", "own"))})
    found = raw(text)
    found["areas"]["both"] = ["the hill", "0303"]
    text = json.dumps(found)
    shown = page(text)
    area(shown, "both")["hexes"].append("0304")
    made = saved(text, shown)
    assert raw(made)["areas"]["both"] == ["the hill", "0303-0304"]
    shown = page(made)
    area(shown, "both")["hexes"].remove("1206")
    assert raw(saved(made, shown))["areas"]["both"] == ["0303-0304", "1207"]


def test_a_file_without_areas_gets_some_and_loses_them() -> None:
    found = raw(new_battle.text("men-of-iron", "own"))
    found.pop("areas")
    found["special_rules"] = []
    text = json.dumps(found, indent=2)
    shown = page(text)
    shown["areas"] = [
        {"name": "a", "was": None, "hexes": ["0101"]},
        {"name": "b", "was": None, "hexes": ["0202", "0203"]},
    ]
    made = saved(text, shown)
    assert raw(made)["areas"] == {"a": ["0101"], "b": ["0202-0203"]}
    # The page may take back what was saved, and make it again: names tell which is which.
    shown = page(made)
    shown["areas"] = [{"name": "c", "was": None, "hexes": ["0404"]}]
    other = saved(made, shown)
    assert raw(other)["areas"] == {"c": ["0404"]}
    shown["areas"] = [
        {"name": "c", "was": None, "hexes": ["0404", "0405"]},
        {"name": "a", "was": "a", "hexes": ["0101"]},
    ]
    assert raw(saved(other, shown))["areas"] == {"c": ["0404-0405"], "a": ["0101"]}


@pytest.mark.parametrize(
    ("areas", "said"),
    [
        ([{"name": " ", "was": None, "hexes": []}], "An area needs a name with letters in it"),
        ([{"name": "0101-0202", "was": None, "hexes": []}], "An area needs a name with letters in it"),
        ([{"name": "a", "was": None, "hexes": []}, {"name": "a", "was": None, "hexes": []}], "Two areas are called a."),
        ([{"name": "a", "was": None, "hexes": ["9x"]}], "can't be read"),
        ([{"name": "a", "was": 4, "hexes": []}], "can't be read"),
        ([{"name": "a", "was": None, "hexes": ["0101"] * 7000}], "more than a field can hold"),
        ([{"name": f"a{n}", "was": None, "hexes": []} for n in range(501)], "more than a field can hold"),
        (None, "can't be read"),
    ],
)
def test_what_can_be_no_area_is_refused(areas: Any, said: str) -> None:
    text = new_battle.text("cataphract", "own")
    shown = page(text) | {"areas": areas}
    with pytest.raises(Refusal, match=said):
        document.saved(text, FILE, shown)


def test_stretches_are_read_as_the_same_hexes() -> None:
    from engine.kernel.hexes import show
    from engine.kernel.stretches import listed

    hexes = ["0101", "0102", "0201", "0202", "0301", "0401", "0103", "0999", "1001"]
    assert sorted(show(int(h)) for h in listed(stretches(hexes))) == sorted(hexes)


# -- arrivals ---------------------------------------------------------------------------------------------------------


def coming(shown: Page, units: list[int], **changes: Any) -> Page:
    """An arrival of the second side, in the east."""
    found = {"was": None, "name": "the rear", "side": 1, "area": "the east edge", "facing": "W", "when": 3}
    if not shown["turned"]:
        found |= {"name": "", "facing": None}
    return {**found, "arrives_on": None, "units": units, **changes}


def first_of(shown: Page, side: int) -> int:
    return next(n for n, g in enumerate(shown["groups"]) if g["side"] == side)


def leave(shown: Page, number: int) -> None:
    """As the page does: who waits isn't on the field."""
    group = shown["groups"][number]
    names = [f"{group['code']}{n}" for n in group["numbers"]]
    shown["pieces"] = [p for p in shown["pieces"] if p["name"] not in names]


def place(shown: Page, number: int, hexes: list[str], facing: str = "W") -> None:
    group = shown["groups"][number]
    for k, (n, h) in enumerate(zip(group["numbers"], hexes, strict=True)):
        shown["pieces"].append(
            {"path": group["path"], "index": k, "kind": "unit", "side": group["side"], "name": f"{group['code']}{n}",
             "type": "", "two": False, "hex": h, "facing": facing}
        )  # fmt: skip


def awaited(system: str) -> tuple[str, int]:
    """A battle whose second side has a group that comes later, saved by the page; and the group's number."""
    text = new_battle.text(system, "own")
    shown = page(text)
    n = first_of(shown, 1)
    leave(shown, n)
    shown["arrivals"].append(coming(shown, [n]))
    return saved(text, shown), n


@for_each("system", SYSTEMS)
def test_somebody_comes_later_and_then_does_not(system: str) -> None:
    text = new_battle.text(system, "own")
    made, n = awaited(system)
    assert problems(made) == [], problems(made)
    rule = next(r for r in raw(made)["special_rules"] if r["id"] == "arrivals")
    assert rule["title"] and rule["text"]
    shown = page(made)
    (there,) = shown["arrivals"]
    assert (there["side"], there["area"], there["when"], there["units"]) == (1, "the east edge", 3, [n])
    waiting = battle(made).sides[1].units[0]
    assert not waiting.hexes and (waiting.arrival if system == "men-of-iron" else waiting.reinforcement)
    assert made.count("//") >= text.count("//") - 1

    # And back: they stand on the field again, and nothing is left of the rule.
    hexes = [f"19{r:02}" for r in range(2, 2 + len(shown["groups"][n]["numbers"]))]
    place(shown, n, hexes)
    shown["arrivals"] = []
    back = saved(made, shown)
    assert problems(back) == [] and not any(r["id"] == "arrivals" for r in raw(back)["special_rules"])
    assert [int(h) for h in hexes] == list(battle(back).sides[1].units[0].hexes)


@for_each("system", SYSTEMS)
def test_several_arrivals_are_changed_one_by_one(system: str) -> None:
    made, _ = awaited(system)
    shown = page(made)
    other = next(n for n, g in enumerate(shown["groups"]) if g["side"] == 0 and n != first_of(shown, 0))
    leave(shown, other)
    shown["arrivals"].append(coming(shown, [other], side=0, area="the west edge", when=5, arrives_on=4))
    if shown["turned"]:
        shown["arrivals"][-1] |= {"name": "the van", "facing": "E"}
        shown["arrivals"][0]["name"] = "the host"
    shown["arrivals"][0]["when"] = 4
    twice = saved(made, shown)
    assert problems(twice) == [], problems(twice)
    params = next(r for r in raw(twice)["special_rules"] if r["id"] == "arrivals")["params"]
    when = "turn" if system in TURNED else "after"
    assert (params[when], [(x[when], x["arrives_on"]) for x in params["also"]]) == (4, [(5, 4)])
    if system in TURNED:
        assert (params["name"], params["also"][0]["name"]) == ("the host", "the van")
    # The first goes, and the second stays.
    shown = page(twice)
    first = shown["arrivals"].pop(0)
    count = len(shown["groups"][first["units"][0]]["numbers"])
    place(shown, first["units"][0], [f"19{r:02}" for r in range(2, 2 + count)])
    last = saved(twice, shown)
    params = next(r for r in raw(last)["special_rules"] if r["id"] == "arrivals")["params"]
    assert params[when] == 5 and "also" not in params and problems(last) == []


def test_leaders_wait_for_an_arrival_by_its_new_name() -> None:
    made, _ = awaited("cataphract")
    found = raw(made)
    leader = found["sides"][1]["leaders"][-1]
    leader.pop("hex")
    leader["reinforcement"] = "the rear"
    text = json.dumps(found)
    shown = page(text)
    shown["arrivals"][0]["name"] = "the host"
    assert battle(saved(text, shown)).sides[1].leaders[-1].reinforcement == "the host"


def test_an_area_of_an_arrival_is_called_otherwise() -> None:
    made, _ = awaited("spqr")
    shown = page(made)
    area(shown, "the east edge")["name"] = "the camp"
    shown["arrivals"][0]["area"] = "the camp"
    done = saved(made, shown)
    assert problems(done) == [] and page(done)["arrivals"][0]["area"] == "the camp"


def test_what_the_page_does_not_know_stays() -> None:
    made, _ = awaited("men-of-iron")
    found = raw(made)
    rule = next(r for r in found["special_rules"] if r["id"] == "arrivals")
    rule |= {"title": "The reserve", "text": "They come late."}
    rule["params"] |= {"case": "X-1", "hexes": ["2002-2012"]}
    text = json.dumps(found)
    shown = page(text)
    assert shown["arrivals"][0]["area"] == ""
    shown["arrivals"][0]["when"] = 7
    done = next(r for r in raw(saved(text, shown))["special_rules"] if r["id"] == "arrivals")
    assert (done["title"], done["text"]) == ("The reserve", "They come late.")
    assert (done["params"]["case"], done["params"]["hexes"], done["params"]["after"]) == ("X-1", ["2002-2012"], 7)


@for_each("system", SYSTEMS)
@for_each(
    "wrong", [{"turn": "soon"}, {"side": "goths"}, {"arrives_on": [1]}, {"units": 4}, {"also": "x"}, {"name": {}}]
)
def test_a_file_whose_arrivals_are_wrong_is_painted_all_the_same(system: str, wrong: dict[str, Any]) -> None:
    made, _ = awaited(system)
    found = raw(made)
    rule = next(r for r in found["special_rules"] if r["id"] == "arrivals")
    rule["params"] |= wrong
    text = json.dumps(found)
    shown = page(text)
    shown["map"]["terrain"]["0303"] = shown["palette"]["terrain"][1]
    done = saved(text, shown)
    assert next(r for r in raw(done)["special_rules"] if r["id"] == "arrivals") == rule
    assert problems(done) != []


@for_each(
    ("change", "said"),
    [
        ({"units": []}, "nobody waits for it"),
        ({"name": ""}, "An arrival needs a name"),
        ({"side": 2}, "can't be read"),
        ({"when": -1}, "can't be read"),
        ({"when": True}, "can't be read"),
        ({"arrives_on": 10}, "can't be read"),
        ({"facing": "UP"}, "can't be read"),
        ({"units": [999]}, "can't be read"),
        ({"was": "x"}, "can't be read"),
    ],
)
def test_what_can_be_no_arrival_is_refused(change: dict[str, Any], said: str) -> None:
    made, _ = awaited("cataphract")
    shown = page(made)
    shown["arrivals"][0] |= change
    with pytest.raises(Refusal, match=said):
        document.saved(made, FILE, shown)


def test_nobody_waits_twice_and_who_waits_no_longer_stands_somewhere() -> None:
    made, n = awaited("cataphract")
    shown = page(made)
    shown["arrivals"].append(coming(shown, [n], name="again"))
    with pytest.raises(Refusal, match="waits for one arrival alone"):
        document.saved(made, FILE, shown)
    shown = page(made)
    shown["arrivals"] = []
    with pytest.raises(Refusal, match="has to stand on the field"):
        document.saved(made, FILE, shown)


def test_units_of_a_group_that_come_at_different_times_are_left_to_the_file() -> None:
    made, n = awaited("men-of-iron")
    found = raw(made)
    params = next(r for r in found["special_rules"] if r["id"] == "arrivals")["params"]
    *units, last = params["units"]
    params["also"] = [{**params, "units": [last], "after": 8}]
    params["units"] = units
    text = json.dumps(found)
    assert problems(text) == [], problems(text)
    shown = page(text)
    assert saved(text, shown) == text
    shown["arrivals"][0] |= {"when": 9, "units": [n]}
    shown["arrivals"] = shown["arrivals"][:1]
    with pytest.raises(Refusal, match="its units come at different times"):
        document.saved(text, FILE, shown)
