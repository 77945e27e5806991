"""``hexarch poster``."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from bot.cli import main
from bot.cli.common import BAD_INPUT, OK
from renderer.poster.poster import LEAST, MOST

SMALL = ["--width", str(LEAST)]


def test_a_png(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "wall.png"
    assert main(["poster", "tricameron", "-o", str(out), *SMALL]) == OK
    image = Image.open(io.BytesIO(out.read_bytes()))
    assert (image.format, image.width) == ("PNG", LEAST)
    said = capsys.readouterr().out
    assert said.startswith(f"{out}: {image.width} x {image.height}, ")
    assert "Tricameron" in said


def test_a_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "wall.PDF"
    assert main(["poster", "tricameron", "-o", str(out), "--paper", "A3", *SMALL]) == OK
    assert out.read_bytes().startswith(b"%PDF")
    assert "A3 at 73 dpi" in capsys.readouterr().out


def test_options_show(tmp_path: Path) -> None:
    position = tmp_path / "p.json"
    position.write_text(json.dumps({"scenario": "cataphract/tricameron", "changes": {"THC1": {"hex": 4612}}}))
    seen = set()
    for i, options in enumerate(
        [["tricameron"], ["tricameron", "--theme", "dark"], ["tricameron", "--bare"], ["--position", str(position)]]
    ):
        out = tmp_path / f"{i}.png"
        assert main(["poster", *options, "-o", str(out), *SMALL]) == OK
        seen.add(out.read_bytes())
    assert len(seen) == 4


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["-o", "x.png"], "name a SCENARIO"),
        (["hastings", "-o", "x.png"], "no such battle"),
        (["tricameron", "-o", "x.gif"], "a .pdf or a .png"),
        (["tricameron", "-o", "x"], "a .pdf or a .png"),
    ],
)
def test_bad_input(argv: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["poster", *argv]) == BAD_INPUT
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (["--width", str(MOST + 1)], f"{MOST + 1} is not between {LEAST} and {MOST}"),
        (["--width", "wide"], "'wide' is no whole number"),
        (["--paper", "A0"], "invalid choice"),
    ],
)
def test_sheets_that_cannot_be_printed(option: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as no:
        main(["poster", "tricameron", "-o", "x.png", *option])
    assert no.value.code == BAD_INPUT
    assert said in capsys.readouterr().err
