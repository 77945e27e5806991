"""A hundred broken files, each a new battle with one thing wrong, and what their author is told.

``python -m tests.scenarios.broken_files`` writes the page ``docs/broken-files.md``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import scenarios
from scenarios import ScenarioError, json_text, new_battle

PAGE = Path(__file__).parents[2] / "docs" / "broken-files.md"

GONE = object()
"""In the place of a value: the field is left out."""

HEAD = """# Broken files, and what is said of them

A hundred files of battles, each as `hexarch new` writes it with one thing wrong, and the sentence `hexarch check`
begins with. A test makes the table (`python -m tests.scenarios.broken_files`), so that it says what the program says.

| what is wrong | in a battle of | what you are told |
|---|---|---|
"""


@dataclass(frozen=True)
class Broken:
    """One file."""

    what: str
    """What is wrong with it, in words."""
    system: str
    text: str

    def said(self) -> list[str]:
        """What its author is told; [] if it were taken."""
        try:
            loose = json_text.parse_on(self.text, "my-battle.json")
            scenarios.checked(loose.document, "my-battle.json", loose.problems)
        except ScenarioError as e:
            return e.problems
        return []


C, A, S, F, M = "cataphract", "alexander", "spqr", "simple-gboh", "men-of-iron"
ROMANS, VANDALS = "sides.0.", "sides.1."
JAN = "sides.0.commands.0."

VALUES: tuple[tuple[str, str, str, Any], ...] = (
    # -- the head
    ("no system", C, "system", GONE),
    ("a system there isn't", C, "system", "cataphrakt"),
    ("another format", C, "format", "hexarch-scenario/9"),
    ("an id with capitals", C, "id", "My Battle"),
    ("no title", C, "title", GONE),
    ("an empty title", C, "title", " "),
    ("a title as long as a letter", C, "title", "x" * 200),
    ("a date that is a number", C, "date", 550),
    ("no briefing", C, "briefing", GONE),
    ("a briefing without balance", C, "briefing.balance", GONE),
    ("a side is briefed that isn't there", C, "briefing.sides.goths", "Fight."),
    ("a field nobody knows", C, "colour", "red"),
    ("a misspelt field", C, "breifing", {}),
    ("a turn limit of 0", C, "turn_limit", 0),
    ("a turn limit in words", C, "turn_limit", "twelve"),
    ("a winner at the limit who isn't there", C, "turn_limit_winner", "goths"),
    ("a case switched off that there isn't", C, "rules_not_used", ["99.9"]),
    ("an optional rule that there isn't", C, "optional_rules", ["dragons"]),
    ("a set-up order with one side", C, "setup_order", ["romans"]),
    (
        "charts of another game",
        C,
        "charts",
        {"format": "hexarch-charts/1", "system": "spqr", "title": "X", "charts": {}},
    ),
    # -- the map
    ("no map", C, "map", GONE),
    ("a map by a name that there isn't", A, "map", "granikos"),
    ("columns the wrong way round", C, "map.cols", [20, 1]),
    ("three numbers for columns", C, "map.cols", [1, 20, 30]),
    ("a map as large as a country", C, "map.cols", [1, 999]),
    ("a compass with two norths", C, "map.compass.R", "north"),
    ("a climate there isn't", C, "map.climate", "rainy"),
    ("ground there isn't, everywhere", C, "map.default_terrain", "lava"),
    ("misspelt terrain", C, "map.terrain.0707", "wods"),
    ("terrain of another game", M, "map.terrain.0707", "open"),
    ("terrain off the map", C, "map.terrain.9909", "woods"),
    ("terrain at a word", C, "map.terrain.here", "woods"),
    ("terrain given to a hex twice", C, "map.terrain.0902", "rough"),
    ("a stretch from high to low", C, "map.terrain", {"1003-0902": "woods"}),
    ("a level as high as the Alps", C, "map.levels.0303", 300),
    ("a level in words", C, "map.levels.0303", "high"),
    (
        "a hexside between hexes that aren't neighbours",
        C,
        "map.hexsides",
        [{"a": "0505", "b": "0905", "type": "stream"}],
    ),
    ("a misspelt hexside", C, "map.hexsides", [{"a": "0505", "b": "0605", "type": "streem"}]),
    ("a hexside without its second hex", C, "map.hexsides", [{"a": "0505", "type": "stream"}]),
    ("a road with a gap", C, "map.roads", [{"type": "dirt_road", "hexes": ["0108", "0308"]}]),
    ("a road of a kind there isn't", C, "map.roads", [{"type": "motorway", "hexes": ["0108", "0208"]}]),
    ("a place off the map", C, "map.places", [{"name": "Rome", "hex": 9999}]),
    ("a place without a name", C, "map.places", [{"name": "", "hex": 1206}]),
    ("a void hex off the map", C, "map.void", ["9901"]),
    ("decoration there isn't", C, "map.decoration", [{"type": "castle", "hexes": ["0303"]}]),
    # -- areas
    ("an area off the map", C, "areas.nowhere", ["9001-9002"]),
    ("a misspelt area", C, ROMANS + "retreat_edge", "the west egde"),
    ("an area where there isn't any, for a unit", C, ROMANS + "units.0.area", "the moon"),
    ("an area that leaves out where the unit stands", C, ROMANS + "units.0.area", "the hill"),
    # -- sides
    ("one side", C, "sides", ["GONE"]),
    ("two sides of one id", C, VANDALS + "id", "romans"),
    ("a side's id with a blank", C, ROMANS + "id", "the romans"),
    ("no retreat edge", C, ROMANS + "retreat_edge", []),
    ("a retreat edge off the map", C, ROMANS + "retreat_edge", ["0001-0005"]),
    ("retreat towards the middle of the map", C, ROMANS + "retreat_facing", "E"),
    ("retreat towards a hexside", C, ROMANS + "retreat_facing", "SIDE_N"),
    ("no withdrawal level", C, ROMANS + "withdrawal_level", GONE),
    ("a withdrawal level below 1", C, ROMANS + "withdrawal_level", -5),
    ("no Lines, though leaders command Lines", C, ROMANS + "lines", []),
    ("a Line of a type there isn't", C, ROMANS + "lines", [["XX"]]),
    ("an army without units", C, ROMANS + "units", []),
    ("an army without a commander", C, ROMANS + "leaders.0.role", "SC"),
    ("nobody first among equals", A, VANDALS + "first_of_equals", False),
    ("Formations that nobody has", F, ROMANS + "formations", []),
    ("a first player who isn't there", F, "first_player", "goths"),
    # -- units
    ("a code of small letters", C, ROMANS + "units.0.code", "hc"),
    ("two units of one code", C, ROMANS + "units.1.code", "HC"),
    ("a type there isn't", C, ROMANS + "units.0.type", "HORSE"),
    ("a type of another game", M, JAN + "units.0.type", "PH"),
    ("a class its type hasn't", C, ROMANS + "units.2.cls", "Cat"),
    ("a weapon there isn't", C, ROMANS + "units.0.missile", "G"),
    ("fewer hexes than units", C, ROMANS + "units.0.hexes", ["0603"]),
    ("two units in one hex", C, ROMANS + "units.0.hexes", ["0606", "0604"]),
    ("a unit off the map", C, ROMANS + "units.0.hexes", ["0603", "9999"]),
    ("a unit among the enemy", C, ROMANS + "units.0.hexes", ["0603", "1503"]),
    ("no hexes, and no reinforcement", C, ROMANS + "units.0.hexes", GONE),
    ("a facing there isn't", C, ROMANS + "units.0.facing", "EAST"),
    ("a unit that faces a hexside", C, ROMANS + "units.0.facing", "SIDE_SE"),
    ("TQ beyond measure", C, ROMANS + "units.0.tq", 30),
    ("TQ in words", C, ROMANS + "units.0.tq", "good"),
    ("TQ as true", C, ROMANS + "units.0.tq", True),
    ("no TQ", C, ROMANS + "units.0.tq", GONE),
    ("unit number 0", C, ROMANS + "units.0.numbers", [0, 1]),
    ("a reinforcement that nothing brings on", C, ROMANS + "units.0.reinforcement", "allies"),
    ("a Formation there isn't", F, ROMANS + "units.0.formation", "guard"),
    ("a weapon for pikes", M, JAN + "units.0.weapon", "longbow"),
    ("a formation nobody may use", M, VANDALS + "commands.0.units.0.formation", [1]),
    # -- leaders
    ("a leader's id of two words", C, ROMANS + "leaders.0.id", "Marcus Aurelius"),
    ("two leaders of one id", C, VANDALS + "leaders.0.id", "Marcus"),
    ("a leader off the map", C, ROMANS + "leaders.0.hex", 9999),
    ("a leader among the enemy", C, ROMANS + "leaders.0.hex", 1503),
    ("a role there isn't", C, ROMANS + "leaders.0.role", "KING"),
    ("an Overall Commander without Strategy", C, ROMANS + "leaders.0.strategy", GONE),
    ("a contingent nobody belongs to", C, ROMANS + "leaders.1.commands", ["Huns"]),
    ("somebody who succeeds nobody", C, ROMANS + "leaders.1.succeeds", "Nero"),
    ("an overall Command there isn't", M, "sides.0.overall", "Peter"),
    ("a Command without a Standard", M, "sides.0.standards.0.commands", ["Jan"]),
    # -- special rules
    ("a special rule there isn't", S, "special_rules.0.id", "dragons"),
    ("a misspelt special rule", S, "special_rules.0.id", "objectivs"),
    ("objectives nowhere", S, "special_rules.0.params.places", []),
    ("a special rule given what it doesn't take", S, "special_rules.0.params.colour", "red"),
)
"""What is wrong, whose battle it is, where, and what stands there."""

TEXTS: tuple[tuple[str, str, str, str], ...] = (
    ("a comma too few", C, '"format": "hexarch-scenario/1",', '"format": "hexarch-scenario/1"'),
    ("a bracket too few", C, '"rows": [1, 16],', '"rows": [1, 16,'),
    ("quotes never closed", C, '"title": "My battle"', '"title": "My battle'),
    ("a hex that begins with 0, without quotes", C, '"hex": "0508"', '"hex": 0508'),
    ("a field given twice", C, '"date": "550",', '"date": "550", "date": "551",'),
    ("no JSON at all", C, "{\n", "A battle.\n"),
)
"""What is wrong, whose battle it is, and what stands in the place of which text."""


def broken() -> Iterator[Broken]:
    """Every file."""
    for what, system, old, new in TEXTS:
        text = new_battle.text(system, "my-battle")
        assert old in text, old
        yield Broken(what, system, text.replace(old, new, 1))
    for what, system, path, value in VALUES:
        document = json_text.parse(new_battle.text(system, "my-battle"), system)
        if what == "one side":
            document["sides"] = document["sides"][:1]
        else:
            _put(document, path.split("."), value)
        yield Broken(what, system, json.dumps(document, ensure_ascii=False))


def _put(data: Any, path: list[str], value: Any) -> None:
    *way, last = path
    for step in way:
        data = data[int(step)] if isinstance(data, list) else data[step]
    if value is GONE:
        del data[last]
    else:
        data[last] = value


def page() -> str:
    """The table as it should be."""
    tell: Callable[[str], str] = lambda text: text.replace("|", "\\|").replace("\n", " ")  # noqa: E731
    rows = (f"| {b.what} | {b.system} | {tell(b.said()[0])} |" for b in broken())
    return HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
    print(PAGE)
