"""How often what would be given up is won after all, counted from battles that were played on."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from bot.cli import main
from bot.cli.measuring.contest import Setting
from bot.cli.resignations import BAD, Course, counted, followed, given_up, summed
from engine.computer.conduct import Standing
from engine.kernel.concession import Concession


def stood(*worths: float, share: float = 0.3) -> list[Standing]:
    return [Standing(w, (0, 0), share) for w in worths]


def course(winner: str | None, **sides: list[Standing]) -> Course:
    return Course("cataphract", "test", 1, sides, winner=winner, decided=True)


def test_what_would_have_been_given_up_and_was_won() -> None:
    scale = Concession(lost=-90, held=2)
    courses = [
        course("a", a=stood(-95, -99, -20, 10), b=stood(95, 99, 20)),
        course("b", a=stood(-95, -80, -95)),
        course("b", a=stood(-95, -99)),
        course(None, a=stood(-95, -99)),
        course("b", a=stood(-95, -99, share=0.9)),
    ]
    found = counted(courses, scale)
    assert (found.resigned, found.won, found.drawn) == (3, 1, 1)
    assert found.interval[0] < 2 / 3 < found.interval[1]
    assert [*given_up(courses[0], scale)] == ["a"]
    courses[2].trouble = "it broke"
    assert counted(courses, scale).resigned == 2


def test_a_course_is_kept_as_it_was() -> None:
    c = course("a", a=stood(-95, 3))
    assert Course.read(json.dumps(asdict(c))) == c
    rows = summed([c], Concession(lost=-140))["concessions"]
    assert rows[0]["lost"] == -140 and len({(r["lost"], r["held"], r["near"]) for r in rows}) == len(rows)


def test_a_keener_player_goes_on_for_who_stands_badly() -> None:
    setting = Setting("alexander/samarkand", ("recruit", "recruit"), 3, 40, 900, "macedonian")
    found = followed(setting, "captain")
    assert not found.trouble and found.decided
    assert all(len(s) > 2 for s in found.stood.values())
    for side, standings in found.stood.items():
        badly = any(all(s.worth <= BAD.lost for s in standings[n : n + BAD.held]) for n in range(len(standings) - 1))
        assert (side in found.relieved) == badly
    assert found.relieved, "or the test tells nothing"


def test_the_command_tells_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "games.jsonl"
    kept.write_text(json.dumps(asdict(course("a", a=stood(-95, -99, -98, -97)))) + "\n", encoding="utf-8")
    call = ["resignations", "tricameron", "--games", "1", "--turns", "1", "--answers", "30", "--keep", str(kept)]
    assert main(call) == 0
    told = capsys.readouterr().out
    assert "2 battles" in told and "as it is" in told and len(kept.read_text(encoding="utf-8").splitlines()) == 2
