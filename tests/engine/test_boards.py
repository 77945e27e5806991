"""Boards of hexes and of areas: their places, neighbours and names; maps of areas that are wrong."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.areas import ENDS, AreaMap, Beside
from engine.kernel.board import Board, around, close_to, leading, place_called
from engine.kernel.complaints import complaints
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Refusal
from tests.each import for_each
from tests.engine.lands import DOCUMENT, lands

FIELD = BattleMap(id="field", name="A field", cols=(1, 3), rows=(1, 3), compass={}, void=frozenset({303}))


@pytest.mark.parametrize("board", [FIELD, lands()], ids=["hexes", "areas"])
def test_every_place_of_a_board_is_on_it_and_reads_as_it_is_written(board: Board) -> None:
    assert list(board.every_place) == sorted(board.every_place)
    for place in board.every_place:
        assert place in board
        assert board.read(board.code(place)) == place
        assert board.read(board.show(place)) == place
        assert " " not in board.code(place)
        for n in board.neighbours(place):
            assert place in board.neighbours(n)


def test_hexes_have_four_digits_and_no_other_names() -> None:
    assert 303 not in FIELD
    assert 303 not in FIELD.every_place
    assert (FIELD.show(202), FIELD.code(202), FIELD.read(" 0202 ")) == ("0202", "0202", 202)
    assert [FIELD.read(t) for t in ("202", "02020", "٠٢٠٢", "b2", "")] == [None] * 5
    assert close_to(FIELD, "0203") == []
    # One that is written rightly but isn't there is told so.
    with pytest.raises(Refusal, match="9999 is not on the map"):
        place_called(FIELD, "9999")


@pytest.mark.parametrize(
    "text", ["Aegyptus II", "aegyptus ii", "AEGYPTUS-2", "aegyptus_2", "Aegyptus 2", "aegyptus-II", "aegyptusii"]
)
def test_names_are_read_whatever_their_case_and_their_numbers(text: str) -> None:
    if text == "aegyptusii":
        assert lands().read(text) is None  # no word of its own, so no number
    else:
        assert lands().read(text) == 4


def test_cities_and_other_names_are_read_but_not_shown() -> None:
    board = lands()
    assert (board.read("carthago"), board.show(17), board.code(17)) == (17, "Zeugitania", "zeugitania")
    assert board.read("africa") is None
    assert (board.show(999), board.code(999)) == ("999", "999")


def test_a_beginning_is_enough_and_a_slip_is_offered() -> None:
    board = lands()
    assert place_called(board, "zeug") == 17
    assert place_called(board, "libyan") == 40
    with pytest.raises(Refusal, match="“aegyptus” could be Aegyptus I, Aegyptus II"):
        place_called(board, "aegyptus")
    with pytest.raises(Refusal, match=r"no place called “Sicillia”\. Did you mean Sicilia"):
        place_called(board, "Sicillia")
    with pytest.raises(Refusal, match=r"no place called “Thule”\.$"):
        place_called(board, "Thule")
    # Only those that may be meant are looked at.
    assert place_called(board, "aegyptus", among=(4, 17)) == 4
    for nothing in ("", " ", "-", "'"):
        with pytest.raises(Refusal, match="no place called"):
            place_called(board, nothing)
    with pytest.raises(Refusal) as told:
        place_called(board, "x" * 5000)
    assert len(str(told.value)) < 100


def test_a_name_of_several_words_is_found_among_others() -> None:
    board = lands()
    assert leading(board, ["Tyrrhenian", "Sea", "sicilia"]) == (41, 2)
    assert leading(board, ["aegyptus", "II"]) == (4, 2)
    assert leading(board, ["sicilia", "Tyrrhenian", "Sea"]) == (18, 1)
    assert leading(board, ["Tyrrhenian"]) is None
    assert leading(board, []) is None


def test_what_lies_around_a_place() -> None:
    board = lands()
    assert set(around(board, (17,))) == {17, 4, 18, 60}
    assert around(board, (17, 999), 0) == (17,)
    assert set(around(FIELD, (101,))) == {101, 102, 201, 202}


def test_borders_are_told_by_kind() -> None:
    board = lands()
    assert board.kind_between(18, 17) == board.kind_between(17, 18) == "strait"
    assert board.kind_between(3, 17) is None
    assert board.borders_of(17) == (Beside(4, "land"), Beside(18, "strait"), Beside(60, "arrow"))
    assert board.beside(17, ("land", "strait")) == (4, 18)
    assert board.neighbours(60) == (17, 61)
    assert board.of_kind("sea", "box") == (40, 41, 60, 61)
    assert board.of_region("Africa") == (17, 18)
    with pytest.raises(KeyError):
        board.borders_of(999)


def test_distances_go_by_the_borders_that_count() -> None:
    board = lands()
    assert board.distance(3, 17, ("land",)) == 2
    assert board.distance(3, 3, ("land",)) == 0
    assert board.distance(3, 18, ("land",)) is None
    assert board.distance(3, 18, ("land", "strait")) == 3
    assert board.distance(3, 18, ("coast", "sea")) == 3
    assert board.within(3, 1, ENDS) == (3, 4, 40)
    assert list(board.rings(60, ("box_arrow",))) == [(60,), (61,)]


def changed(n: int, **fields: Any) -> dict[str, Any]:
    areas = [dict(a) for a in DOCUMENT["areas"]]
    areas[n] |= fields
    return {"areas": areas}


@for_each(
    ("changes", "told"),
    [
        (changed(1, id=3), "areas[1] (aegyptus-2).id: 3 is that of areas[0] too"),
        (
            changed(1, name="AEGYPTUS 1"),
            "areas[1] (aegyptus-2).name: AEGYPTUS 1 may be read as areas[0] (aegyptus-1) too",
        ),
        (changed(3, aliases=["moors"]), "areas[6] (moors).code: moors may be read as areas[3] (sicilia) too"),
        (changed(0, name="…"), "areas[0] (aegyptus-1).name: '…' has no letter or digit in it"),
        (changed(0, at=(401, 5)), "areas[0] (aegyptus-1).at: 401, 5 is not on the sheet"),
        ({"sheet": (0, 300)}, "sheet: must be a width and a height of 1 or more, not 0 and 300"),
        ({"areas": [], "borders": []}, "areas: a map has one area or more"),
        (
            {"borders": [{"a": "sicilja", "b": "zeugitania", "kind": "land"}]},
            "borders[0] (sicilja-zeugitania).a: there is no area sicilja; did you mean sicilia?",
        ),
        (
            {"borders": [{"a": "sicilia", "b": "sicilia", "kind": "land"}]},
            "borders[0] (sicilia-sicilia): an area has no border with itself",
        ),
        (
            {"borders": [{"a": "libyan-sea", "b": "sicilia", "kind": "coast"}]},
            "borders[0] (libyan-sea-sicilia).kind: coast is between a province and a sea, not a sea and a province",
        ),
        (
            {"borders": [*DOCUMENT["borders"], {"a": "aegyptus-2", "b": "aegyptus-1", "kind": "strait"}]},
            "borders[9] (aegyptus-2-aegyptus-1): borders[0] is between the same areas",
        ),
    ],
)
def test_what_is_wrong_with_a_map_is_told(changes: dict[str, Any], told: str) -> None:
    assert told in list(lands(**changes).problems())


def test_a_map_that_is_right_has_no_problems() -> None:
    assert list(lands().problems()) == []


def test_a_map_of_the_wrong_form_is_told_in_its_authors_words() -> None:
    document = (
        DOCUMENT | changed(0, code="Aegyptus 1", kind="provinse") | {"borders": [{"a": "x", "b": "y", "kind": "la"}]}
    )
    told = complaints(AreaMap, document)
    assert any(t.startswith("areas[0] (Aegyptus 1).code: must be words of small letters and digits") for t in told)
    assert any(
        "areas[0] (Aegyptus 1).kind: must be province, sea or box" in t and "did you mean province?" in t for t in told
    )
    assert any(t.startswith("borders[0] (x-y).kind: must be land, strait, coast") for t in told)
