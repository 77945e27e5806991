"""``hexarch render``."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from bot.cli import main
from bot.cli.common import BAD_INPUT, OK


def picture(path: Path) -> Image.Image:
    return Image.open(io.BytesIO(path.read_bytes()))


def test_set_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "map.png"
    assert main(["render", "tricameron", "-o", str(out)]) == OK
    image = picture(out)
    assert image.format == "PNG"
    said = capsys.readouterr().out
    assert said.startswith(f"{out}: {image.width} x {image.height}, ")
    assert "Tricameron" in said


def test_views_and_themes_differ(tmp_path: Path) -> None:
    seen = set()
    for i, options in enumerate(
        [
            [],
            ["--theme", "dark"],
            ["--view", "around:thc1,Gara"],
            ["--view", "area:4501-5512"],
            ["--view", "around:THC1", "--zones", "vandal"],
            ["--view", "around:THC1", "--overview"],
            ["--view", "wing:byzantine"],
        ]
    ):
        out = tmp_path / f"{i}.png"
        assert main(["render", "tricameron", "-o", str(out), *options]) == OK
        seen.add(out.read_bytes())
    assert len(seen) == 7


def test_a_wing_is_shown_whole_however_it_is_named(tmp_path: Path) -> None:
    """By the side's id, name or its beginning, and the command's; the command alone where only one side has it."""
    out, seen = tmp_path / "wing.png", {}
    for view in (
        "wing:byzantine,Huns",
        "wing:Byzantines, hun",
        "wing:byz:Huns",
        "wing:Huns",
        "wing:byzantine",
        "whole",
    ):
        assert main(["render", "tricameron", "-o", str(out), "--view", view]) == OK
        seen[view] = out.read_bytes()
    *huns, army, field = seen.values()
    assert len(set(huns)) == 1
    assert len({huns[0], army, field}) == 3


def test_position(tmp_path: Path) -> None:
    position, out = tmp_path / "p.json", tmp_path / "p.png"
    position.write_text(json.dumps({"scenario": "cataphract/tricameron", "changes": {"THC1": {"hex": 4612}}}))
    assert main(["render", "--position", str(position), "-o", str(out), "--view", "around:4612"]) == OK
    moved = out.read_bytes()
    assert main(["render", "tricameron", "-o", str(out), "--view", "around:4612"]) == OK
    assert out.read_bytes() != moved


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "name a SCENARIO"),
        (["hastings"], "no such battle"),
        (["tricameron", "--view", "nice"], "say whole, around:THC1,4812, area:4501-5512 or wing:SIDE[,COMMAND]"),
        (["tricameron", "--view", "wing:"], "say whole, "),
        (["tricameron", "--view", "wing:Goths"], "The sides are Byzantines and Vandals."),
        (["tricameron", "--view", "wing:byzantine,Gauls"], "The Byzantines have: Thracian, Armenian"),
        (["tricameron", "--view", "around:0101"], "hex 0101 is not on the map"),
        (["tricameron", "--view", "around:Caesar"], "there is no unit, leader or place Caesar on the map"),
        (["tricameron", "--zones", "goth"], "no such side; there are: byzantine, vandal"),
    ],
)
def test_bad_input(tmp_path: Path, capsys: pytest.CaptureFixture[str], argv: list[str], said: str) -> None:
    assert main(["render", *argv, "-o", str(tmp_path / "x.png")]) == BAD_INPUT
    assert said in capsys.readouterr().err
    assert not (tmp_path / "x.png").exists()


def test_unwritable(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "tricameron", "-o", "/no/such/folder/x.png"]) == BAD_INPUT
    assert "can't be written" in capsys.readouterr().err
