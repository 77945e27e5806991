"""Drawn maps as files: found again by another process, and never trusted further than they are whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer import area, render
from renderer.bench.scene import battle
from renderer.graphics.cache import forget
from renderer.map import colour_table, files, tiles

VIEW = area(20, 10, 27, 15)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(files.FOLDER, str(tmp_path))
    begin()
    return tmp_path


def begin() -> None:
    """As a new process: nothing is in memory."""
    forget()
    colour_table._PALETTES.clear()


def all_files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.rglob("*") if p.is_file())


def test_the_same_picture_comes_of_files_and_nothing_is_drawn_for_it(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = render(battle(), VIEW).png
    assert len(all_files(kept)) > 5, "tiles, and the palette"

    def again(*args: object) -> None:
        raise AssertionError("the ground is drawn again")

    monkeypatch.setattr(tiles, "draw_ground", again)
    monkeypatch.setattr(colour_table, "draw_ground", again)
    begin()
    assert render(battle(), VIEW).png == drawn
    monkeypatch.delenv(files.FOLDER)
    begin()
    with pytest.raises(AssertionError):
        render(battle(), VIEW)


@pytest.mark.parametrize("damage", [lambda b: b[:-1], lambda b: b"", lambda b: b[:20] + b"?" + b[21:], lambda b: b * 2])
def test_a_damaged_file_is_drawn_again(kept: Path, damage) -> None:
    drawn = render(battle(), VIEW).png
    before = {p: p.read_bytes() for p in all_files(kept)}
    for path, whole in before.items():
        path.write_bytes(damage(whole))
    begin()
    assert render(battle(), VIEW).png == drawn
    assert {p: p.read_bytes() for p in all_files(kept)} == before, "and mended"


def test_a_folder_that_cannot_be_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin()
    drawn = render(battle(), VIEW).png
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv(files.FOLDER, str(tmp_path / "file"))
    begin()
    assert render(battle(), VIEW).png == drawn


def test_another_version_begins_anew(kept: Path) -> None:
    old = kept / "maps-0123" / "ab"
    old.mkdir(parents=True)
    (old / "tile").write_bytes(b"old")
    (kept / "else").write_text("somebody's own")
    files._prepared.cache_clear()
    files.write(("a",), b"new")
    assert not old.exists() and (kept / "else").exists()
    assert files.read(("a",), 3) == b"new" and files.read(("a",), 4) is None and files.read(("b",), 3) is None


def test_there_is_an_end_to_it(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "ROOM", 100)
    monkeypatch.setattr(files, "_written", 0)
    for n in range(50):
        files.write((n,), bytes(range(200)))
    assert sum(p.stat().st_size for p in all_files(kept)) < 500
