"""Looking back at battles: what there is to choose from, single steps, and films, one at a time."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from bot.films import Chapter, ChapterIndex, Step, Still, Stood, filmed, still, stood, wound
from bot.messages.pictures.drawing_pool import DrawingPool
from bot.narration import TextCatalogue
from bot.service import Battle, Service
from engine.kernel.journal import Entry, effective
from engine.kernel.text import refuse
from renderer import Theme
from renderer.film.model import Film

KEPT = 20
"""Battles of which an index is kept in memory: half a megabyte for a long one."""


PART = 2000
"""Journal entries wound up at once, within half a second: pictures that others wait for are drawn in between."""


class Films:
    """Makes films and stills in the background."""

    def __init__(self, service: Service, drawing_pool: DrawingPool, theme: Theme = "light") -> None:
        self.service = service
        self.drawing_pool = drawing_pool
        self.theme: Theme = theme
        self._reels: OrderedDict[tuple[str, str], ChapterIndex] = OrderedDict()
        self._winding: dict[tuple[str, str], asyncio.Task[ChapterIndex]] = {}
        self._done: dict[tuple[str, str], float] = {}
        """Of those, the share of the journal that is wound up already."""
        self.aside = False
        """Films that nobody has asked for, as those of reports, are made in no context of whoever brings them about:
        the simulated Discord of the local edition waits for all that is done in theirs."""
        self._making: set[str | int] = set()
        """Battles of which, and users for whom, a film is being made."""

    async def chapters(self, battle: Battle, catalogue: TextCatalogue) -> Sequence[Chapter]:
        """What has happened so far, activation by activation. Raises Refusal before the battle has begun."""
        return (await self.index(battle, catalogue)).chapters

    async def index(self, battle: Battle, catalogue: TextCatalogue, upto: int | None = None) -> ChapterIndex:
        """The battle wound up for looking back. Raises Refusal before it has begun.

        Where only what came before journal entry ``upto`` is wanted, an older index that holds that will do.
        """
        if not battle.begun:
            refuse("The battle hasn't begun. /battle start begins it, once both sides have a player.")
        key = (battle.id, catalogue.language)
        kept = self._reels.get(key)
        if kept is not None:
            new = await self.service.play.entries(battle.id, since=kept.head)
            if _still_true(kept, new) and (len(new) == 1 or _holds(kept, upto)):
                self._reels.move_to_end(key)
                return kept
        # Whoever types asks again with every letter; the work is done once.
        task = self._winding.get(key)
        if task is None:
            task = self._winding[key] = asyncio.create_task(self._wind(battle, catalogue, key))
            task.add_done_callback(lambda _: (self._winding.pop(key, None), self._done.pop(key, None)))
        return await asyncio.shield(task)

    def share(self, battle: Battle, catalogue: TextCatalogue) -> float:
        """How much of an index that is being made is there already."""
        return self._done.get((battle.id, catalogue.language), 0.0)

    async def _wind(self, battle: Battle, catalogue: TextCatalogue, key: tuple[str, str]) -> ChapterIndex:
        system = await self.service.sessions.system(battle.id)
        entries = await self.service.play.entries(battle.id)
        kept = self._reels.get(key)
        if kept is not None and not _still_true(kept, [e for e in entries if e.seq >= kept.head]):
            kept = None
        found, true = kept, effective(list(entries))
        began = next((n for n, e in enumerate(true) if e.seq > kept.head), len(true)) if kept is not None else 0
        # Not where films are made, which take minutes: somebody waits for it.
        for end in (*range(began + PART, len(true), PART), len(true)):
            found = await self.drawing_pool.draw(wound, system, true[:end], catalogue, found)
            self._done[key] = end / len(true)
        assert found is not None
        # What was taken back last is no part of it, and is known all the same.
        found = replace(found, head=entries[-1].seq, hash=entries[-1].hash)
        self._reels[key] = found
        self._reels.move_to_end(key)
        while len(self._reels) > KEPT:
            self._reels.popitem(last=False)
        return found

    async def still(
        self, battle: Battle, catalogue: TextCatalogue, index: ChapterIndex, step: Step, *, close: bool
    ) -> Still:
        """The map and the story of one step; ``close`` looks only at what was done in it."""
        return await self.drawing_pool.draw(
            still,
            await self.service.sessions.system(battle.id),
            index.within(step.first, step.last),
            step,
            dict(battle.sides),
            index.stage,
            close=close,
            theme=self.theme,
            catalogue=catalogue,
        )

    async def stood(self, battle: Battle, catalogue: TextCatalogue, index: ChapterIndex, step: Step) -> Stood:
        """How the battle stood after one step, for everybody, and the story of that step."""
        return await self.drawing_pool.draw(
            stood,
            await self.service.sessions.system(battle.id),
            index.within(step.first, step.last),
            step,
            dict(battle.sides),
            catalogue,
        )

    async def film(
        self, battle: Battle, catalogue: TextCatalogue, user: int, since: int, until: int, speed: float = 1.0
    ) -> Film:
        """A film of what happened between two journal entries, both included, as everybody saw it.

        Raises Refusal while another one of this battle or for this user is made, and where nothing happened.
        """
        with self._one(battle, user):
            chapters = await self.chapters(battle, catalogue)
            system = await self.service.sessions.system(battle.id)
            entries = await self.service.play.entries(battle.id)
            return await self.drawing_pool.later(
                filmed,
                system,
                entries,
                since,
                until,
                theme=self.theme,
                speed=speed,
                catalogue=catalogue,
                chapters=chapters,
            )

    @contextmanager
    def _one(self, battle: Battle, user: int) -> Iterator[None]:
        if battle.id in self._making:
            refuse("A film of this battle is being made just now. Ask again when it is there.")
        if user in self._making:
            refuse("I'm making a film for you already. Ask again when it is there.")
        both = {battle.id, user}
        self._making |= both
        try:
            yield
        finally:
            self._making -= both


def _still_true(index: ChapterIndex, new: Sequence[Entry]) -> bool:
    """Whether all of the index still counts; ``new`` are the journal entries from its last one on."""
    return bool(new) and new[0].hash == index.hash and all(e.kind != "undo" for e in new[1:])


def _holds(index: ChapterIndex, upto: int | None) -> bool:
    """Whether the index goes beyond a journal entry: its last chapter may have grown since."""
    return upto is not None and bool(index.chapters) and upto <= index.chapters[-1].first
