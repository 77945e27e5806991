"""Rule help: complete, short, and found by number or words."""

from __future__ import annotations

import json
import re
import unicodedata
from importlib import resources
from pathlib import Path

import pytest

import scenarios
from bot.cli.case_index.index import case_list
from bot.components.explain import buttons, explanation
from bot.components.ids import Ref, parse
from bot.language.plain import MESSAGE
from bot.narration import ENGLISH
from engine.systems.men_of_iron.rulebook import BOOK
from engine.systems.men_of_iron.scenario import MenOfIronScenario
from tests.each import for_each


def of_a_battle(number: str) -> bool:
    """Special rules and variants, which come with their scenario: FK-1, "falkirk/historical"."""
    return re.fullmatch(r"[A-Z]{2}-\d|[a-z]+/\w+", number) is not None


NUMBERS = [r["case"] for r in case_list("men-of-iron") if not of_a_battle(r["case"])]


def test_every_case_has_help_in_the_order_of_the_rules() -> None:
    assert list(BOOK.cases) == NUMBERS
    assert len(NUMBERS) == 124


def test_titles_agree_with_the_list_of_cases() -> None:
    assert [BOOK.cases[r["case"]].title for r in case_list("men-of-iron") if r["case"] in BOOK.cases] == [
        r["title"] for r in case_list("men-of-iron") if r["case"] in BOOK.cases
    ]


@for_each("number", NUMBERS)
def test_help_is_one_to_a_few_sentences(number: str) -> None:
    case = BOOK.cases[number]
    assert case.title and case.text[-1] == "."
    assert len(re.findall(r"[.!?](?:”)?(?= |$)", case.text)) <= 9
    assert 15 <= len(case.text) <= 900


@for_each("number", NUMBERS)
def test_cases_cited_exist(number: str) -> None:
    known = [r["case"] for r in case_list("men-of-iron")]
    cited = re.findall(r"\b(?:\d{1,2}\.\d(?:/\w+|\(\w+\))?|T-[A-Z]+|[A-Z]{2}-\d)", BOOK.cases[number].text)
    assert [c for c in cited if c not in known] == []


@for_each(
    ("typed", "number"),
    [
        ("9.2", "9.2"),
        ("10.4", "10.4"),
        ("12", "12.0"),
        ("9.2/reaction", "9.2/reaction"),
        ("9.2 Reaction", "9.2/reaction"),
        ("10.4(2A)", "10.4(2A)"),
        ("10.4 (2a)", "10.4(2A)"),
        ("T-MISSILE", "T-MISSILE"),
        ("t missile", "T-MISSILE"),
        ("table:missile_fire", "T-MISSILE"),
        ("s-crecy", "S-crecy"),
        ("FK-1", None),
        ("falkirk/historical", None),
        ("17.0", None),
    ],
)
def test_by_number(typed: str, number: str | None) -> None:
    found = BOOK.case(typed)
    assert (found.number if found else None) == number


@for_each(
    ("words", "first"),
    [
        ("missile fire table", "T-MISSILE"),
        ("reaction fire", "9.2/reaction"),
        ("return fire", "9.2/return"),
        ("crossbow", "9.2/cb"),
        ("line of sight", "9.4"),
        ("LOS", "9.4"),
        ("charge", "11.0"),
        ("counter-charge", "11.5"),
        ("reluctance", "11.4"),
        ("shock", "10.0"),
        ("retreat before shock", "10.2"),
        ("continued attack", "12.7"),
        ("disordered", "12.2"),
        ("retired", "12.4"),
        ("retreat", "12.3"),
        ("unhorsed", "12.5"),
        ("rally", "13.2"),
        ("standard", "13.2"),
        ("recovery from disorder", "13.1"),
        ("shield wall", "14.1"),
        ("hobilars", "14.2"),
        ("command range", "15.2"),
        ("out of command", "5.2/ooc"),
        ("leader", "15.0"),
        ("replacement", "15.6"),
        ("victory", "16.0"),
        ("flight points", "T-FLIGHT"),
        ("flight level", "T-FLIGHTLEVELS"),
        ("continuity", "4.2"),
        ("seizure", "4.3"),
        ("seize", "4.3"),
        ("pass", "4.1/pass"),
        ("zoc", "7.1"),
        ("zone of control", "7.0"),
        ("facing", "6.0"),
        ("stacking", "8.0"),
        ("hill", "10.4(2C)"),
        ("weapon system matrix", "10.4(6)"),
        ("charge table", "T-CHARGE"),
        ("terrain and hexsides", "T-TERRAIN"),
        ("crecy", "S-crecy"),
        ("Crécy", "S-crecy"),
        ("elephants", None),
    ],
)
def test_search(words: str, first: str | None) -> None:
    found = BOOK.search(words)
    assert (found[0].number if found else None) == first


def test_every_chart_has_its_words() -> None:
    text = resources.files("engine.systems.men_of_iron").joinpath("charts.json").read_text("utf-8")
    charts = set(json.loads(text)["charts"])
    assert set(BOOK.charts) == charts - {"thresholds"}


def test_charts_in_words_say_what_the_charts_hold() -> None:
    """The numbers in the words for the tables of results are those of the tables."""
    text = resources.files("engine.systems.men_of_iron").joinpath("charts.json").read_text("utf-8")
    charts = json.loads(text)["charts"]

    def steps(chart: str, column: str) -> list[int]:
        """Where the result changes: the first value of each band but the lowest."""
        rows = [(int(value), row[column]) for value, row in charts[chart]["rows"].items()]
        return [value for (value, result), (_, before) in zip(rows[1:], rows, strict=False) if result != before]

    def told(number: str) -> list[list[int]]:
        """The numbers of each sentence."""
        return [[int(n) for n in re.findall(r"(?<![\d.])\d+(?![\d.])", s)] for s in BOOK.cases[number].text.split(". ")]

    columns = ["foot_normal", "foot_disordered", "mounted_normal", "mounted_disordered"]
    assert told("T-MISSILE")[1:5] == [steps("missile_fire", c) for c in columns]
    for number, chart in (("T-SHOCK", "shock"), ("T-CHARGE", "charge")):
        for sentence, column in zip(told(number), ("normal", "disordered"), strict=True):
            begins = steps(chart, column)
            assert sentence == [*(n - 1 for n in begins), begins[-1]]


def test_a_case_is_split_where_the_rules_split_it() -> None:
    assert [c.number for c in BOOK.parts("9.2")] == [
        "9.2/active",
        "9.2/return",
        "9.2/reaction",
        "9.2/cb",
        "9.2/ca",
    ]
    assert len(BOOK.parts("10.4")) == 11
    assert BOOK.parts("11.4") == []


def test_rulings_cite_cases() -> None:
    """Every case that heads a ruling in the documents is one of the rules."""
    page = (Path(__file__).parents[3] / "docs" / "rulings.md").read_text("utf-8")
    section = page.split("\n## Men of Iron\n")[1].split("\n## ")[0]
    known = [r["case"] for r in case_list("men-of-iron")]
    headed = re.findall(r"^- \*\*(\S+)(.*?)\*\*", section, re.MULTILINE)
    assert len(headed) > 40
    assert [c for c, _ in headed if c.rstrip(".,") not in known] == []
    assert [c for c, about in headed if not about.strip()] == [], "each says what it is about"


@pytest.mark.parametrize("battle", [i.key for i in scenarios.listing() if i.system == "men-of-iron" and not i.author])
def test_flight_levels_in_words_are_those_of_the_battles(battle: str) -> None:
    scenario = scenarios.load(battle)
    assert isinstance(scenario, MenOfIronScenario)
    text = unicodedata.normalize("NFKD", BOOK.cases["T-FLIGHTLEVELS"].text).encode("ascii", "ignore").decode()
    told = next(s for s in text.split(". ") if s.casefold().startswith(scenario.id))
    assert sorted(map(int, re.findall(r"\d+", told))) == sorted(s.flight_level for s in scenario.sides)
    assert f"S-{scenario.id}" in BOOK.cases


def test_cases_the_referee_cites_exist() -> None:
    known = {r["case"] for r in case_list("men-of-iron")}
    package = Path(str(resources.files("engine.systems.men_of_iron")))
    cited = {c for path in package.rglob("*.py") for c in re.findall(r'\brule="([^"{]+)"', path.read_text("utf-8"))}
    assert {"4.3", "16.0"} <= cited
    assert sorted(cited - known) == []


@for_each("number", NUMBERS)
def test_every_case_fits_into_a_button_and_a_message(number: str) -> None:
    (button,) = buttons("men-of-iron", [number], ENGLISH)
    assert parse(str(button.custom_id)) == ("explain", Ref("men-of-iron", "rule", number))
    assert button.label == f"Explain {number}"
    assert len(explanation(BOOK.cases[number])) <= MESSAGE
