"""``hexarch poster``."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from bot.cli import main
from bot.cli.common import BAD_INPUT, OK
from bot.cli.poster import LARGEST, PAPERS, SMALLEST, WIDTH
from renderer.poster import LEAST, LONG_SIDE, MOST
from renderer.poster import PAPERS as KNOWN

SMALL = ["--width", str(SMALLEST)]


def test_a_png(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "wall.png"
    assert main(["poster", "tricameron", "-o", str(out), *SMALL]) == OK
    image = Image.open(io.BytesIO(out.read_bytes()))
    assert (image.format, image.width) == ("PNG", SMALLEST)
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


def test_the_help_knows_what_the_renderer_knows() -> None:
    assert set(PAPERS) == set(KNOWN)
    assert (SMALLEST, WIDTH, LARGEST) == (LEAST, LONG_SIDE, MOST)
