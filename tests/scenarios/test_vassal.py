"""A battle from a set-up made with VASSAL, of a small module and save written here."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from scenarios import ScenarioError
from scenarios.vassal import grids, saves, set_up
from tests.scenarios.vassal_files import MARGIN, module, place, save

ROSTER = """what,side,code,count,name,contingent,nationality,type,size,tq,ma,id,role,initiative,command_range,strategy,charisma,personal_combat,line_commands
unit,romans,MI,3,Spearmen,Foot,Roman,MI,7,6,4,,,,,,,,
leader,romans,,,Marcus,,,,,,,Marcus,OC,6,6,6,4,5,1
unit,goths,LN,2,Lancers,Horse,Goth,LN,5,6,8,,,,,,,,
leader,goths,,,Ildibad,,,,,,,Ildibad,OC,5,6,5,4,5,1
"""  # noqa: E501

SET_UP = [
    ("Spearmen 2", "0304", ""),
    ("MI1", "0305", ""),
    ("spearmen", "0306", ""),
    ("Marcus", "0305", ""),
    ("LN 1", "2518", ""),
    ("LN/2", "2411", ""),
    ("Camp", "0101", ""),
    ("Ildibad", None, ""),
]


def units(document: dict[str, Any]) -> dict[str, str]:
    """Hex by code and number."""
    groups = [u for s in document["sides"] for u in s["units"]]
    return {f"{u['code']}{n}": h for u in groups for n, h in zip(u["numbers"], u["hexes"], strict=True)}


@pytest.mark.parametrize("form", [b"!VCSK", b"!VCSZ", b"VOBS"])
def test_every_piece_of_the_table_stands_where_the_save_has_it(tmp_path: Path, form: bytes) -> None:
    found = save(tmp_path / "a.vsav", SET_UP, form)
    document, told = set_up.battle("cataphract", "a-battle", str(found), str(module(tmp_path / "m.vmod")), ROSTER)
    assert units(document) == {"MI1": "0305", "MI2": "0304", "MI3": "0306", "LN1": "2518", "LN2": "2411"}
    assert document["sides"][0]["leaders"][0]["hex"] == "0305"
    assert (document["map"]["cols"], document["map"]["rows"]) == ([1, 25], [1, 18]), "the field holds them all"
    text = "\n".join(told)
    assert "6 of 7 in the table" in told[0]
    assert "nobody there: Camp (0101)" in text and "no numbered hex: Ildibad" in text and "Without a piece" in text


def test_of_our_battles_that_is_taken_which_knows_most_pieces(tmp_path: Path) -> None:
    found = save(
        tmp_path / "a.vsav", [("Belisarius", "0511", ""), ("John's bucellarii 2", "1412", ""), ("JHC3", "1413", "")]
    )
    document, told = set_up.battle("cataphract", "a-battle", str(found), str(module(tmp_path / "m.vmod")))
    assert document["title"] == "Ad Decimum, another set-up" and document["id"] == "a-battle"
    [group] = [u for s in document["sides"] for u in s["units"] if u["code"] == "JHC"]
    assert group["hexes"] == ["1309", "1412", "1413"], "who has no piece stays"
    assert "3 of" in told[0] and "John's bucellarii 1 (JHC1)" in told[-1]


def test_a_name_both_armies_know_needs_its_side(tmp_path: Path) -> None:
    both = ROSTER.replace("LN,2,Lancers,Horse,Goth,LN", "MI,2,Spearmen,Horse,Goth,LN")
    pieces = [("MI1", "0305", "Goth"), ("MI2", "0306", ""), ("Marcus", "0405", "")]
    found = save(tmp_path / "a.vsav", pieces)
    document, told = set_up.battle("cataphract", "a-battle", str(found), str(module(tmp_path / "m.vmod")), both)
    assert document["sides"][1]["units"][0]["hexes"] == ["0305"]
    assert "nobody there: MI2 (0306)" in "\n".join(told)


def test_a_module_s_own_set_up_is_read_without_a_save(tmp_path: Path) -> None:
    found = module(tmp_path / "m.vmod", [("MI1", "0407"), ("LN1", "1512")])
    document, _ = set_up.battle("cataphract", "a-battle", str(found), "", ROSTER)
    assert units(document) == {"MI1": "0407", "LN1": "1512"}


@pytest.mark.parametrize("hex_", ["0101", "0201", "0812", "3023"])
def test_a_hex_is_found_anywhere_within_it(tmp_path: Path, hex_: str) -> None:
    maps = grids.boards(saves.build_file(str(module(tmp_path / "m.vmod"))))
    x, y = place(hex_)
    for dx, dy in ((0, 0), (30, 10), (-30, -10), (0, 40), (0, -40)):
        assert grids.hex_of(saves.Piece("x", "Field", x + MARGIN + dx, y + MARGIN + dy), maps) == hex_
    assert grids.hex_of(saves.Piece("x", "Elsewhere", x, y), maps) is None


def test_a_numbering_from_the_far_edge_or_in_letters_tells_no_hexes(tmp_path: Path) -> None:
    for what in (('vDescend="false"', 'vDescend="true"'), ('hType="N"', 'hType="A"')):
        path = module(tmp_path / "m.vmod")
        with zipfile.ZipFile(path) as z:
            text = z.read("buildFile.xml").decode().replace(*what)
        with zipfile.ZipFile(path, "w") as z:
            z.writestr("buildFile.xml", text)
        maps = grids.boards(saves.build_file(str(path)))
        assert grids.hex_of(saves.Piece("x", "Field", 100, 100), maps) is None


@pytest.mark.parametrize(
    ("member", "content", "why"),
    [
        ("other", b"", "has no savedGame"),
        ("savedGame", b"!VCSKa3zz", "is damaged"),
        ("savedGame", b"!VCSZ0000ff", "is damaged"),
        ("savedGame", b"!VCSK", "is damaged"),
        ("savedGame", b"VOBS", "is damaged"),
        ("savedGame", b"hello", "isn't a saved game"),
    ],
)
def test_what_is_no_save_is_told(tmp_path: Path, member: str, content: bytes, why: str) -> None:
    path = tmp_path / "bad.vsav"
    with zipfile.ZipFile(path, "w") as z:
        z.writestr(member, content)
    with pytest.raises(ScenarioError, match=why):
        set_up.battle("cataphract", "a-battle", str(path))


def test_what_is_no_archive_or_no_module_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.vmod"
    path.write_text("nothing")
    with pytest.raises(ScenarioError, match="no file of VASSAL"):
        set_up.battle("cataphract", "a-battle", str(path))
    for build, why in (("<a>", "can't be read"), ('<!DOCTYPE a [<!ENTITY b "c">]><a/>', "entities")):
        with zipfile.ZipFile(path, "w") as z:
            z.writestr("buildFile.xml", build)
        with pytest.raises(ScenarioError, match=why):
            set_up.battle("cataphract", "a-battle", str(path))
    with pytest.raises(ScenarioError, match="--module"):
        set_up.battle("cataphract", "a-battle", str(save(tmp_path / "b.vsav", SET_UP)), "", ROSTER)


def test_the_program_writes_a_battle_that_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, roster = tmp_path / "new-one.json", tmp_path / "r.csv"
    roster.write_text(ROSTER)
    found, made = save(tmp_path / "a.vsav", SET_UP), module(tmp_path / "m.vmod")
    args = ["new", "cataphract", "--from", str(found), "--module", str(made), "--roster", str(roster), "-o", str(out)]
    assert main(args) == 0
    told = capsys.readouterr().out
    assert "Camp (0101)" in told and "7 units" not in told and "5 units" in told
    assert units(json.loads(out.read_text()))["LN1"] == "2518"


def test_a_file_with_something_wrong_is_written_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, roster = tmp_path / "new-one.json", tmp_path / "r.csv"
    roster.write_text(ROSTER)
    crowd = [("MI1", "0305", ""), ("MI2", "0305", ""), ("MI3", "0305", ""), ("LN1", "0305", "")]
    found, made = save(tmp_path / "a.vsav", crowd), module(tmp_path / "m.vmod")
    args = ["new", "cataphract", "--from", str(found), "--module", str(made), "--roster", str(roster), "-o", str(out)]
    assert main(args) == 0
    told = capsys.readouterr().out
    assert "hexarch check" in told and "is written" in told, told
    assert units(json.loads(out.read_text()))["LN1"] == "0305"
