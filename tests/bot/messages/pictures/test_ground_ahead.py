"""The ground of a map that is played on, drawn while nobody waits: all of it, once, and only where it can be kept."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import scenarios
from bot.messages.pictures import ground_ahead
from bot.messages.pictures.drawing_pool import DrawingFailed, DrawingPool
from bot.messages.pictures.pictures import Pictures
from engine.kernel.areas import AreaMap
from engine.kernel.text import refuse
from engine.kernel.view import TableView
from engine.systems.registry import initial_state, system_for
from renderer import around, whole
from renderer.areas import held, on_sheet
from renderer.areas import tiles as area_tiles
from renderer.areas.draw import layout_for
from renderer.areas.on_sheet import SheetLayout
from renderer.map import files, tiles
from tests.renderer.skirmish import skirmish
from tests.waiting import until


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ground_ahead, "PAUSE", 0)
    monkeypatch.setattr(ground_ahead, "RADII", (46, 34))


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(files.FOLDER, str(tmp_path))
    return tmp_path


class Counted(DrawingPool):
    """Counts what it draws that nobody waits for; ``fails`` comes of the first of them."""

    def __init__(self, *fails: Any) -> None:
        super().__init__(apart=False)
        self.fails = list(fails)
        self.done: list[tuple[str, float, int]] = []

    async def aside(self, work: Any, *args: Any, **kwargs: Any) -> Any:
        if self.fails:
            self.fails.pop(0)()
        found = await super().aside(work, *args, **kwargs)
        self.done.append((args[1], args[2], args[3]))
        return found


def table() -> TableView:
    """A map of its own, that no other test has shown."""
    found = skirmish()
    return replace(found, board=found.map.model_copy(deep=True))


def over(pictures: Pictures) -> bool:
    task = pictures._ground._task
    return task is not None and task.done()


async def test_a_map_that_is_shown_is_drawn_whole_and_once(kept: Path) -> None:
    pool, shown = Counted(), table()
    pictures = Pictures("light", pool)
    await pictures.seen(shown, whole())
    await pictures.seen(shown, around([505]))
    await until(lambda: over(pictures))
    parts = [("light", r, n) for r in (46, 34) for n in range(len(tiles.blocks(shown.map, r)))]
    assert pool.done == parts
    await pictures.seen(shown, around([304]))
    assert over(pictures) and pool.done == parts
    assert len([p for p in kept.rglob("*") if p.is_file()]) > 8
    pictures.close()


async def test_where_it_cannot_be_kept_nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(files.FOLDER, raising=False)
    pool = Counted()
    pictures = Pictures("light", pool)
    assert (await pictures.seen(table(), whole())).png
    await until(lambda: over(pictures))
    assert pool.done == []
    pictures.close()


async def test_while_others_wait_it_waits_and_then_goes_on(kept: Path) -> None:
    pool = Counted(lambda: refuse("full"), lambda: refuse("full"))
    pictures = Pictures("dark", pool)
    await pictures.seen(table(), whole())
    await until(lambda: over(pictures))
    assert len(pool.done) == len({*pool.done}) >= 2
    pictures.close()


async def test_a_process_that_breaks_down_ends_it_for_this_map_alone(
    kept: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> None:
        raise DrawingFailed("gone")

    pool = Counted(broken)
    pictures = Pictures("light", pool)
    with caplog.at_level(logging.INFO, "hexarch"):
        await pictures.seen(table(), whole())
        await until(lambda: over(pictures))
        assert pool.done == [] and "isn't drawn ahead" in caplog.text
        await pictures.seen(table(), whole())
        await until(lambda: over(pictures))
    assert pool.done
    pictures.close()


async def test_closing_leaves_the_rest(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ground_ahead, "PAUSE", 3600)
    pool = Counted()
    pictures = Pictures("light", pool)
    await pictures.seen(table(), whole())
    await until(lambda: pool.done)
    pictures.close()
    await until(lambda: over(pictures))
    assert len(pool.done) == 1


@pytest.fixture(scope="module")
def campaign() -> TableView:
    system = system_for(scenarios.load("justinian/renovatio"))
    return system.view(initial_state(system))


def test_areas_are_drawn_ahead_at_the_scales_of_most_close_ups(campaign: TableView) -> None:
    board = campaign.board
    assert isinstance(board, AreaMap) and ground_ahead.sizes(board) == ground_ahead.SCALES
    assert set(ground_ahead.SCALES) <= set(on_sheet.SCALES)
    layouts = [layout_for(board, around([area.id])) for area in board.areas]
    ahead = [x for x in layouts if isinstance(x, SheetLayout) and x.window.scale in ground_ahead.SCALES]
    assert len(ahead) > 0.9 * len(layouts)
    scheme = board.model_copy(update={"engraving": ""})
    assert ground_ahead.sizes(scheme) == () and not ground_ahead.draw(scheme, "light", 1.0, 0)


async def test_a_map_of_areas_is_drawn_in_the_colours_of_those_who_hold_them(
    kept: Path, monkeypatch: pytest.MonkeyPatch, campaign: TableView
) -> None:
    monkeypatch.setattr(ground_ahead, "SCALES", (0.32, 0.2))
    shown = replace(campaign, board=campaign.board.model_copy(deep=True))  # type: ignore[attr-defined]
    laid, washed = list[object](), held.laid
    monkeypatch.setattr(held, "laid", lambda *args: (laid.append(args[3]), washed(*args))[1])
    pool = Counted()
    pictures = Pictures("light", pool)
    await pictures.seen(shown, around([shown.holdings[0].place]))
    await until(lambda: over(pictures))
    engraved = on_sheet.engraved_of(shown.board)  # type: ignore[arg-type]
    assert engraved is not None
    assert pool.done == [
        ("light", scale, n) for scale in (0.32, 0.2) for n in range(len(area_tiles.blocks(engraved, scale)))
    ]
    assert laid, "who holds what as it is shown"
    pictures.close()
