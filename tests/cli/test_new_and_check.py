"""``hexarch new`` and ``hexarch check``."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import scenarios
from bot.cli import main
from bot.cli.common import BAD_INPUT, NO, OK
from scenarios.formats import FORMATS

TABLE = """what,side,code,count,name,contingent,nationality,type,size,tq,ma,id,role,\
initiative,command_range,strategy,charisma,personal_combat,line_commands
unit,romans,MI,4,Spearmen,Foot,Roman,MI,7,6,4,,,,,,,,
leader,romans,,,Marcus,,,,,,,Marcus,OC,6,6,6,4,5,1
unit,goths,LN,5,Lancers,Horse,Goth,LN,5,6,8,,,,,,,,
leader,goths,,,Ildibad,,,,,,,Ildibad,OC,5,6,5,4,5,1
"""


@pytest.mark.parametrize("system", FORMATS)
def test_what_is_written_is_fine(system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "old-road.json"
    assert main(["new", system, "-o", str(file)]) == OK
    assert "Old road" in capsys.readouterr().out
    assert scenarios.load_file(file).key == f"{system}/old-road"
    # What is there isn't replaced unasked.
    file.write_text("mine")
    assert main(["new", system, "-o", str(file)]) == BAD_INPUT
    assert file.read_text() == "mine"


def test_armies_come_from_a_table(tmp_path: Path) -> None:
    table, file = tmp_path / "armies.csv", tmp_path / "table-fight.json"
    # As spreadsheets of some countries save it: a mark before it, semicolons.
    table.write_text("\ufeff" + TABLE.replace(",", ";"), "utf-8")
    assert main(["new", "cataphract", "--from", str(table), "-o", str(file)]) == OK
    battle = scenarios.load_file(file)
    assert [(s.id, s.unit_count) for s in battle.sides] == [("romans", 4), ("goths", 5)]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Foot,Roman,MI,7,6,4", "Foot,Roman,MI,7,good,4", "row 2: tq: must be a whole number, not 'good'"),
        ("MI,4,Spearmen", "MI,many,Spearmen", "row 2: count: must be a number from 1 to 99, not 'many'"),
        ("unit,goths", "unti,goths", "row 4: what: must be unit or leader, not 'unti'"),
        ("leader,goths", "leader,The Goths", "row 5: side: must be a word of small letters and hyphens"),
        ("charisma", "karisma", "column 'karisma': is none of the table; did you mean charisma?"),
        ("Goth,LN,5,6", "Goth,XX,5,6", "row 4: type: must be HC, LN, LC, HI, MI, LI or CH"),
        ("goths", "romans", "the table: names 1 side in its column side, not two"),
    ],
)
def test_faults_of_a_table_are_told_by_row(
    old: str, new: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, file = tmp_path / "armies.csv", tmp_path / "fight.json"
    table.write_text(TABLE.replace(old, new), "utf-8")
    assert main(["new", "cataphract", "--from", str(table), "-o", str(file)]) == BAD_INPUT
    told = capsys.readouterr().err
    assert said in told and "Nothing was written" in told
    assert not file.exists()


def test_check_tells_draws_and_is_silenced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fight.json"
    main(["new", "men-of-iron", "-o", str(file)])
    text = file.read_text("utf-8").replace('"hex": "0508"', '"hex": "0101"')
    file.write_text(
        text.replace('"terrain": {', '"terrain": {"1601-1603": "river", "1703": "river", "1701-1702": "mud", ')
    )
    capsys.readouterr()
    assert main(["check", str(file)]) == OK
    said = capsys.readouterr().out
    assert "fight.json: fine (men-of-iron/fight), drawn in" in said
    assert "advice (leader): sides[0].commands[0] (Jan).leader: Jan of the Bridge commands within 4 hexes" in said
    assert file.with_suffix(".png").read_bytes()[:4] == b"\x89PNG"
    assert main(["check", str(file), "--no-picture", "--silence", "leader", "--silence", "briefing"]) == OK
    assert "(leader)" not in capsys.readouterr().out
    # For good, in the file; a name there isn't is told.
    file.write_text(file.read_text("utf-8").replace('"format"', '"silenced": ["leader", "breifing"],\n  "format"'))
    assert main(["check", str(file), "--no-picture", "--json"]) == OK
    told = json.loads(capsys.readouterr().out)
    assert "leader" not in [a["name"] for a in told["advice"]]
    assert any("did you mean briefing?" in a["text"] for a in told["advice"])


def test_check_says_no(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fight.json"
    file.write_text("{}")
    assert main(["check", str(file)]) == NO
    assert "system: is missing" in capsys.readouterr().out


def test_watching_goes_by_what_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.cli import check_file

    file = tmp_path / "fight.json"
    file.write_text("{}")
    looks = check_file._saves(file)
    next(looks)
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            file.write_text("{ }")
            os.utime(file, (1, 1))
        if len(slept) == 2:
            file.unlink()  # as some editors do, for a moment
        if len(slept) > 9:
            raise AssertionError("the change was not seen")

    monkeypatch.setattr(check_file.time, "sleep", sleep)
    next(looks)
    assert len(slept) == 3


def test_what_is_for_files_alone_means_nothing_to_databases_and_the_other_way_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "fight.json"
    file.write_text("{}")
    assert main(["check", "--watch"]) == BAD_INPUT and "--watch" in capsys.readouterr().err
    assert main(["check", str(file), "--repair"]) == BAD_INPUT and "--repair" in capsys.readouterr().err
