"""What looking back needs of each position is to be had without working out every counter."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.cli.battles import scenario
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import play
from bot.films import wound
from bot.films.chapters import chapters_of
from bot.language.catalogue import ENGLISH
from bot.messages.pictures import films
from bot.messages.pictures.drawing_pool import DrawingPool
from bot.messages.pictures.films import Films
from engine.kernel.game import Game
from engine.kernel.view import TableView
from engine.systems.registry import system_for
from tests.bot.board.test_menus import BATTLES
from tests.bot.films.test_films import played, silenced

LYING: dict[str, Any] = {
    "counters": (),
    "off_map": (),
    "lost": (),
    "zoc": {},
    "areas": {},
    "legend": (),
    "markers": (),
    "holdings": (),
}
"""What a glance leaves out."""


@pytest.mark.parametrize("key", BATTLES)
def test_a_glance_is_the_view_without_what_lies_on_the_map(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = scenario(key)
    system = system_for(battle)
    seen: list[TableView] = []

    def each(game: Any) -> None:
        seen.append(system.glance(game.state))
        assert seen[-1] == replace(system.view(game.state), **LYING)

    game = play(system, 3, SeededTrail(battle, 3), turns=20, most=25, each=each).game
    assert len({t.activation for t in seen}) > 1 and not any(t.counters for t in seen)
    monkeypatch.setattr(type(system), "view", silenced)
    assert [*chapters_of(system, game.journal)]


async def test_a_long_battle_is_wound_up_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    system, game = played("tricameron", 5)
    given = [e for e in game.journal if e.kind == "answer"]
    undone = Game.resume(system, game.journal).undo(given[-3].seq - 1, "byzantine")
    for journal in (list(game.journal), [*game.journal, *undone]):
        monkeypatch.setattr(films, "PART", len(journal) // 3)
        parts: list[int] = []
        pool = DrawingPool()

        async def draw(work: Any, *args: Any, journal: Any = journal, parts: Any = parts) -> Any:
            parts.append(len(args[1]))
            return work(*args)

        async def entries(battle: str, since: int = 0, journal: Any = journal) -> Any:
            return [e for e in journal if e.seq >= since]

        async def bound(battle: str) -> Any:
            return system

        monkeypatch.setattr(pool, "draw", draw)
        service = SimpleNamespace(sessions=SimpleNamespace(system=bound), play=SimpleNamespace(entries=entries))
        found = Films(cast(Any, service), pool)
        here = cast(Any, SimpleNamespace(id="b", begun=True))
        index, whole = await found.index(here, ENGLISH), wound(system, journal)
        assert len(parts) >= 3 and parts == sorted(parts)
        assert (index.head, index.hash) == (whole.head, whole.hash)
        assert (index.chapters, index.scores, index.stage) == (whole.chapters, whole.scores, whole.stage)
        assert [(x.first, x.position) for x in index.legs] == [(x.first, x.position) for x in whole.legs]
        again = len(parts)
        assert await found.index(here, ENGLISH) is index and len(parts) == again
        pool.close()
