"""Drawn maps as files: found again by another process, and never trusted further than they are whole."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image

from renderer import area, around, render, whole
from renderer.bench.scene import battle
from renderer.graphics.cache import forget
from renderer.map import colour_table, files, tiles
from renderer.map.ground.plan import Plan, plan_of
from renderer.palette.colours import Theme
from tests.renderer.skirmish import skirmish

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
    for path, written in before.items():
        path.write_bytes(damage(written))
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


@pytest.fixture
def narrow(kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with room for some twenty files of :data:`DATA`."""
    files.write((0,), DATA)
    monkeypatch.setattr(files, "ROOM", 20 * all_files(kept)[0].stat().st_size)
    monkeypatch.setattr(files, "_written", 0)
    return kept


DATA = bytes(range(200))


def test_there_is_an_end_to_it(narrow: Path) -> None:
    for n in range(200):
        files.write((n,), DATA)
    assert 15 <= len(all_files(narrow)) <= 22
    assert files.read((199,)) == DATA, "the newest is there"


def test_what_nobody_has_looked_at_for_longest_goes_first(narrow: Path) -> None:
    for n in range(10):
        files.write((n,), DATA)
    for path in all_files(narrow):
        os.utime(path, (0, 0))
    assert files.read((3,)) == DATA, "and is marked as read"
    for n in range(100, 114):
        files.write((n,), DATA)
    left = [n for n in range(10) if files.read((n,)) is not None]
    assert 3 in left and len(left) < 6
    assert all(files.read((n,)) is not None for n in range(100, 114))


def test_what_may_only_be_read_is_read(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files.write((0,), DATA)
    os.utime(all_files(kept)[0], (0, 0))

    def refused(*args: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "utime", refused)
    assert files.read((0,)) == DATA


def test_a_folder_that_cannot_be_tidied_is_written_to_nevertheless(
    narrow: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*args: object, **more: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "unlink", refused)
    for n in range(40):
        files.write((n,), DATA)
    assert files.read((39,)) == DATA


def test_what_is_packed_tightly_is_the_same(kept: Path) -> None:
    image = tiles.drawn(plan_of(battle().map), "light", 40, (900, 700), (256, 256))
    sizes: list[int] = []
    for tight in (False, True):
        files.put(("tile",), image, tight=tight)
        sizes.append(max(p.stat().st_size for p in all_files(kept)))
        found = files.find(("tile",), image.size)
        assert found is not None and found.tobytes() == image.tobytes()
    assert len(all_files(kept)) <= 2 and sizes[1] < 0.9 * sizes[0]


def test_ground_drawn_ahead_is_that_of_any_picture(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = skirmish()
    views = [around([h]) for h in (101, 505, max(table.map.hexes))] + [whole()]
    once = [render(table, view).png for view in views]
    for path in all_files(kept):
        path.unlink()
    for r in {view.layout(table).r for view in views}:
        for block in tiles.blocks(table.map, r):
            tiles.ahead(table.map, "light", r, block)

    def again(*args: object) -> None:
        raise AssertionError("the ground is drawn again")

    monkeypatch.setattr(tiles, "drawn", again)
    begin()
    assert [render(table, view).png for view in views] == once


def test_what_is_there_is_not_drawn_ahead_again(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    m, drawn, pieces = skirmish().map, tiles.drawn, list[tuple[int, int]]()

    def noted(plan: Plan, theme: Theme, r: int, origin: tuple[int, int], size: tuple[int, int]) -> Image.Image:
        pieces.append(size)
        return drawn(plan, theme, r, origin, size)

    monkeypatch.setattr(tiles, "drawn", noted)
    (block,) = tiles.blocks(m, 46)
    for _ in range(2):
        tiles.ahead(m, "light", 46, block)
    assert len(pieces) == 1
    tile = next(p for p in all_files(kept) if p.stat().st_size > 5000)
    tile.unlink()
    tiles.ahead(m, "light", 46, block)
    assert pieces[1:] == [(tiles.TILE, tiles.TILE)], "what is missing, and no more"
