"""What authors do wrong in JSON is told in words, and hides nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import scenarios
from scenarios import ScenarioError
from scenarios.json_text import parse, parse_on
from tests.each import for_each


def test_a_hex_without_quotes_is_recognised() -> None:
    loose = parse_on('{\n "hex": 0706,\n "void": [0101, 4504], "tq": 06, "note": "0707", "x": -05, "y": 0.5}', "here")
    assert loose.problems == (
        'line 2, column 9: 0706 begins with 0, so it is written "0706"',
        'line 3, column 11: 0101 begins with 0, so it is written "0101"',
        "line 3, column 30: 06 begins with 0, so it is written 6",
        "line 3, column 55: -05 begins with 0, so it is written -5",
    )
    assert loose.document["hex"] == "0706" and loose.document["tq"] == 6 and loose.document["note"] == "0707"


@for_each("digits", ["0" * 6000, "0" * 6000 + "7", "-" + "0" * 6000, "0" + "9" * 6000], ids=len)
def test_a_number_that_begins_with_0_may_be_of_any_length(digits: str) -> None:
    try:
        told = parse_on(f'{{"tq": {digits}}}', "here").problems[0]
        assert "begins with 0" in told and len(told) < 200
    except ScenarioError as e:
        assert "too many digits" in str(e) and len(str(e)) < 300


def test_a_name_given_twice_is_told_with_its_path() -> None:
    text = '{"sides": [{"units": [{"code": "LC", "tq": 5, "tq": 6}]}], "map": {"id": 1, "id": 2}, "map": {"rows": 1}}'
    assert parse_on(text, "here").problems == (
        "map: is given twice in one object",
        "sides[0].units[0] (LC).tq: is given twice in one object",
        "id: is given twice in one object, which is itself given twice",
    )
    with pytest.raises(ScenarioError) as caught:
        parse(text, "here")
    assert len(caught.value.problems) == 3


def test_nothing_hides_what_is_wrong_with_the_format(tmp_path: Path) -> None:
    document = scenarios.document(scenarios.find("tricameron"))
    text = json.dumps({**document, "colour": 1}).replace('"title":', '"title": "twice", "title":', 1)
    (tmp_path / "mine.json").write_text(text.replace('"turn_limit": null', '"turn_limit": 012'))
    with pytest.raises(ScenarioError) as caught:
        scenarios.load_file(tmp_path / "mine.json")
    said = [p.split(":")[0] for p in caught.value.problems]
    assert said == ["title", "colour"]


@for_each(
    ("text", "said"),
    [
        ('{"a": 1 "b": 2}', "line 1, column 9: no valid JSON: a comma is missing before this, or a closing bracket"),
        ('{"a": 1,}', "line 1, column 9: no valid JSON: a name in double quotes should stand here"),
        ("{'a': 1}", "line 1, column 2: no valid JSON: a name in double quotes should stand here"),
        ('{"a" 1}', "line 1, column 6: no valid JSON: a colon is missing after the name"),
        ('{"a": }', "line 1, column 7: no valid JSON: a value should stand here"),
        ('{"a": "b}', "line 1, column 7: no valid JSON: the quotes that open here are never closed"),
        ('{"a": "b\n"}', "line 1, column 9: no valid JSON: a text goes on over the end of its line"),
        ('{"a": 1} {', "line 1, column 10: no valid JSON: the document is over before this"),
        ('{"a": NaN}', "no valid JSON: NaN is no number"),
        ('{"a": 0706 "b"}', "line 1, column 12: no valid JSON: a comma is missing before this"),
    ],
)
def test_bad_json_in_words(text: str, said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        parse(text, "here")
    assert caught.value.problems[-1].startswith(said), caught.value.problems


def test_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "marked.json"
    path.write_bytes(b"\xef\xbb\xbf" + scenarios.find("tricameron").read_bytes())
    assert scenarios.load_file(path).title == "Tricameron"
    assert parse('\ufeff{"a": 1}', "here") == {"a": 1}
