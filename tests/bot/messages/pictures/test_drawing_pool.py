"""Drawing in a process of its own: the same pictures, whatever happens to the process."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import pickle
import signal
import threading
import time
import weakref
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import scenarios
from bot.films import steps
from bot.films.chapter_index import wound
from bot.films.making import stood
from bot.messages.pictures import drawing_pool as module
from bot.messages.pictures.drawing_pool import Apart, DrawingFailed, DrawingPool, Lane, Own
from engine.computer.simulation import OwnDice
from engine.kernel.game import Game
from engine.kernel.text import Refusal
from engine.systems.registry import initial_state, system_for
from renderer import area, curve, render, where, worker
from renderer.worker import MAPS, Packer
from tests.bot import labours
from tests.renderer.field import tricameron
from tests.renderer.skirmish import skirmish
from tests.waiting import HANG, LOOK, until

WORKED_OUT = (
    "cataphract/tricameron",
    "alexander/issus",
    "spqr/lautulae",
    "simple-gboh/samarkand",
    "simple-gboh/lautulae",
    "men-of-iron/falkirk",
    "justinian/renovatio",
)
"""Battles of every system, with charts of their own where their special rules make some."""


@pytest_asyncio.fixture
async def drawing_pool() -> AsyncIterator[DrawingPool]:
    found = DrawingPool(apart=True)
    yield found
    found.close()


@pytest.fixture
def here() -> Iterator[DrawingPool]:
    found = DrawingPool()
    yield found
    found.close()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_pictures_are_the_same_as_drawn_here(drawing_pool: DrawingPool) -> None:
    table, view = skirmish(), area(3, 2, 9, 6)
    assert await drawing_pool.draw(render, table, view, theme="dark") == render(table, view, theme="dark")
    assert await drawing_pool.draw(labours.whereabouts) == drawing_pool.pids[0] != os.getpid()


async def test_places_are_found_more_than_once(drawing_pool: DrawingPool) -> None:
    """A module of the same name would take the function's place in the process that has called it."""
    table, view = skirmish(), area(3, 2, 9, 6)
    first, second = [await drawing_pool.draw(where, table, view) for _ in range(2)]
    assert first == second == where(table, view)
    curves = [await drawing_pool.draw(curve, [1.0, 2.0], [(1, 0)], (), ("A", "B")) for _ in range(2)]
    assert curves[0] == curves[1]


async def test_the_process_is_there_before_the_first_picture(drawing_pool: DrawingPool) -> None:
    assert not drawing_pool.pids
    drawing_pool.begin()
    await until(lambda: len(drawing_pool.pids) == 1)
    (pid,) = drawing_pool.pids
    assert await drawing_pool.draw(labours.whereabouts) == pid


async def test_what_goes_wrong_there_is_raised_here(drawing_pool: DrawingPool) -> None:
    with pytest.raises(ValueError, match="no such thing") as caught:
        await drawing_pool.draw(labours.refuse, "no such thing")
    assert "labours.py" in caught.value.__notes__[0]
    with pytest.raises(RuntimeError, match="Stubborn"):
        await drawing_pool.draw(labours.stubborn)
    assert await drawing_pool.draw(labours.add, 2, b=3) == 5


async def test_a_job_the_process_breaks_down_over_is_done_again(drawing_pool: DrawingPool, tmp_path: Path) -> None:
    assert await drawing_pool.draw(labours.die_once, tmp_path / "mark") == "done"
    assert (tmp_path / "mark").exists()


async def test_a_process_that_was_killed_is_replaced_and_maps_are_sent_again(drawing_pool: DrawingPool) -> None:
    table, view = skirmish(), area(3, 2, 9, 6)
    before = await drawing_pool.draw(render, table, view)
    (pid,) = drawing_pool.pids
    os.kill(pid, signal.SIGTERM)
    assert await drawing_pool.draw(render, table, view) == before
    assert drawing_pool.pids != [pid]


async def test_a_job_that_always_breaks_it_down_fails_alone(drawing_pool: DrawingPool) -> None:
    with pytest.raises(DrawingFailed):
        await drawing_pool.draw(labours.die)
    assert await drawing_pool.draw(labours.add, 1) == 2


def test_a_job_that_never_ends_is_given_up(tmp_path: Path) -> None:
    hands = Apart(patience=HANG, niceness=0)
    try:
        assert hands.do(labours.add, (1,), {}) == 2
        hands._patience = 0.2
        with pytest.raises(DrawingFailed, match="nothing was heard"):
            hands.do(labours.tell_and_wait, (tmp_path / "mark", tmp_path / "never"), {})
    finally:
        hands.close()


async def test_closing_leaves_nothing_behind(tmp_path: Path) -> None:
    drawing_pool = DrawingPool(apart=True)
    under_way = asyncio.ensure_future(drawing_pool.draw(labours.tell_and_wait, tmp_path / "mark", tmp_path / "never"))
    waiting = asyncio.ensure_future(drawing_pool.draw(labours.add, 1))
    long = asyncio.ensure_future(drawing_pool.later(labours.tell_and_wait, tmp_path / "other", tmp_path / "never"))
    await until((tmp_path / "mark").exists)
    await until((tmp_path / "other").exists)
    pids = drawing_pool.pids
    assert len(pids) == 2
    drawing_pool.close()
    for task in (under_way, waiting, long):
        with pytest.raises(asyncio.CancelledError):
            await task
    assert not any(alive(pid) for pid in pids) and drawing_pool.pids == []
    drawing_pool.close()
    with pytest.raises(RuntimeError, match="closed"):
        await drawing_pool.draw(labours.add, 1)


async def test_closing_while_the_process_starts() -> None:
    drawing_pool = DrawingPool(apart=True)
    task = asyncio.ensure_future(drawing_pool.draw(labours.add, 1))
    while not drawing_pool.pids:
        await asyncio.sleep(0)
    (pid,) = drawing_pool.pids
    drawing_pool.close()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not alive(pid)


async def test_nobody_waits_for_a_film(here: DrawingPool, tmp_path: Path) -> None:
    film = asyncio.ensure_future(here.later(labours.tell_and_wait, tmp_path / "mark", tmp_path / "sign"))
    await until((tmp_path / "mark").exists)
    assert await here.draw(labours.add, 1) == 2
    assert not film.done()
    (tmp_path / "sign").touch()
    assert await film == "seen"


async def test_pictures_come_in_the_order_they_were_asked_for(here: DrawingPool) -> None:
    done: list[int] = []
    await asyncio.gather(*(here.draw(done.append, n) for n in range(30)))
    assert done == list(range(30))


async def test_what_nobody_waits_for_any_longer_is_not_drawn(here: DrawingPool, tmp_path: Path) -> None:
    first = asyncio.ensure_future(here.draw(labours.tell_and_wait, tmp_path / "mark", tmp_path / "sign"))
    await until((tmp_path / "mark").exists)
    done: list[int] = []
    dropped = asyncio.ensure_future(here.draw(done.append, 1))
    kept = asyncio.ensure_future(here.draw(done.append, 2))
    await asyncio.sleep(0)
    dropped.cancel()
    await asyncio.sleep(0)
    (tmp_path / "sign").touch()
    await asyncio.gather(first, kept)
    assert done == [2]


def test_only_so_many_may_wait(tmp_path: Path) -> None:
    lane = Lane("test", Own(), room=2)
    first = lane.put(labours.tell_and_wait, (tmp_path / "mark", tmp_path / "sign"), {})
    while not (tmp_path / "mark").exists():
        time.sleep(LOOK)
    waiting: list[Future[Any]] = [lane.put(labours.add, (n,), {}) for n in range(2)]
    with pytest.raises(Refusal, match="Too many pictures"):
        lane.put(labours.add, (9,), {})
    (tmp_path / "sign").touch()
    assert (first.result(), [w.result() for w in waiting]) == ("seen", [1, 2])
    lane.close()


async def test_nothing_of_a_picture_is_held_on_to_once_it_is_there(here: DrawingPool) -> None:
    asked = Held()
    gone = weakref.ref(asked)
    await here.draw(repr, asked)
    del asked
    await until(lambda: gone() is None)


class Held:
    """Something that is asked to be drawn."""


def test_a_process_without_work_ends_and_another_begins() -> None:
    lane = Lane("test", Apart(HANG, 0), room=9, idle=0.01)
    first = lane.put(labours.whereabouts, (), {}).result()
    while alive(first):
        time.sleep(LOOK)
    second = lane.put(labours.whereabouts, (), {}).result()
    assert second not in (first, os.getpid())
    lane.close()
    assert not alive(second)


async def test_work_that_cannot_be_sent_is_done_here(
    drawing_pool: DrawingPool, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING, "hexarch"):
        assert await drawing_pool.draw(lambda: os.getpid()) == os.getpid()
    assert "can't be sent" in caplog.text


async def test_without_a_process_the_bot_draws_itself(
    drawing_pool: DrawingPool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def impossible(niceness: int) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(module, "_Worker", impossible)
    with caplog.at_level(logging.WARNING, "hexarch"):
        assert [await drawing_pool.draw(labours.whereabouts) for _ in range(2)] == [os.getpid()] * 2
    assert caplog.text.count("no more processes") == 1


async def test_a_process_that_is_killed_while_it_starts_is_started_again_later(
    drawing_pool: DrawingPool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Two are killed as they begin; until the next one is tried the bot draws itself, ever longer."""
    now = [1000.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    begun: list[int] = []
    greet = module._Worker.greet

    def killed(worker: module._Worker) -> None:
        begun.append(worker.process.pid or 0)
        if len(begun) <= 2:
            os.kill(begun[-1], signal.SIGKILL)
        greet(worker)

    monkeypatch.setattr(module._Worker, "greet", killed)
    with caplog.at_level(logging.WARNING, "hexarch"):
        for rest in (module.FIRST_REST, 2 * module.FIRST_REST):
            assert await drawing_pool.draw(labours.whereabouts) == os.getpid()
            now[0] += rest - 1
            assert await drawing_pool.draw(labours.whereabouts) == os.getpid()
            now[0] += 1
    assert len(begun) == 2 == caplog.text.count("this one draws")
    assert await drawing_pool.draw(labours.whereabouts) == begun[2] != os.getpid()


def test_a_map_is_sent_once() -> None:
    packer, table = Packer(), skirmish()
    first, second = (packer.pack(render, (table,), {}) for _ in range(2))
    assert len(first.maps) == 1 and second.maps == () and first.job == second.job
    assert b"hex_metres" in first.maps[0][-1].encode() and b"hex_metres" not in first.job
    other = packer.pack(render, (tricameron(), table), {})
    assert len(other.maps) == 1 and other.maps[0][0] != first.maps[0][0]


def test_a_changed_copy_of_a_map_is_another_map() -> None:
    packer, table = Packer(), skirmish()
    packer.pack(render, (table,), {})
    copy = table.map.model_copy(update={"name": "Elsewhere"})
    (sent,) = packer.pack(render, (copy,), {}).maps
    assert "Elsewhere" in sent[-1]


def test_a_worker_is_told_which_maps_to_drop() -> None:
    packer, tables = Packer(), [tricameron() for _ in range(MAPS + 1)]
    parcels = [packer.pack(render, (table,), {}) for table in tables]
    assert [p.dropped for p in parcels[:-1]] == [()] * MAPS
    assert parcels[-1].dropped == (parcels[0].maps[0][0],)
    assert len(packer.pack(render, (tables[0],), {}).maps) == 1


def test_what_drawing_has_left_is_given_back_once_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int] = []
    done = threading.Event()
    monkeypatch.setattr(worker, "_give_back", lambda: (given.append(1), done.set()))
    monkeypatch.setattr(worker.signal, "signal", lambda *_: None)  # for the main thread alone
    monkeypatch.setattr(worker, "QUIET", 3600.0)
    ours, theirs = multiprocessing.Pipe()
    serving = threading.Thread(target=worker.serve, args=(theirs, 0), daemon=True)
    serving.start()
    assert ours.recv_bytes() == b"ready"
    for _ in range(3):
        ours.send(Packer().pack(labours.whereabouts, (), {}))
        ours.recv_bytes()
    assert not given, "somebody waits already"
    monkeypatch.setattr(worker, "QUIET", 0.01)
    ours.send(Packer().pack(labours.whereabouts, (), {}))
    ours.recv_bytes()
    assert done.wait(HANG)
    ours.close()
    serving.join(HANG)
    assert not serving.is_alive() and len(given) == 1


async def test_how_a_battle_stood_comes_back_with_the_map_that_was_sent(drawing_pool: DrawingPool) -> None:
    """Of every battle: what the process has worked out of a map may be what can't be sent, and is nobody else's."""
    for key in WORKED_OUT:
        battle = scenarios.load(key)
        system = system_for(battle)
        state = initial_state(system)
        game = Game[Any].start(system, state, OwnDice(key), {"battle": battle.key})
        index = wound(system, list(game.journal))
        step = steps(index.chapters, "activation")[0]
        found = await drawing_pool.draw(stood, system, index.legs, step, {s.id: s.name for s in battle.sides})
        assert found.table.board is system.view(state).board, key
        assert found.table == stood(system, index.legs, step, {s.id: s.name for s in battle.sides}).table, key
        assert pickle.loads(pickle.dumps(found.table)) == found.table, key
