"""A battle looked back at, step by step, on the page: as everybody saw it, as ``/replay`` shows it."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.board import position
from bot.board.position import Json, last
from bot.films import BEGINNING, ChapterIndex, Step, Stood, locate, step_title, steps
from bot.messages.battle_context import BattleContext
from bot.messages.pictures.films import Films
from bot.messages.pictures.viewer import FINENESS, TURNING_POINTS
from bot.storage import Remark
from engine.kernel.text import refuse
from engine.kernel.view import TableView

KEPT = 32
"""Steps of which the position is kept: whoever turns the pages asks for each twice, for its story and its map."""

NUMBER = 9
"""Digits of the largest number of a journal entry that is taken from outside."""


@dataclass(frozen=True)
class Past(BattleContext):
    """A battle as it stood for everybody after one of its steps."""

    stands: TableView = field(kw_only=True)

    @property
    def table(self) -> TableView:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.stands

    @property
    def own_table(self) -> TableView:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.stands


@dataclass(frozen=True)
class Moment:
    """One step of a battle, looked up."""

    index: ChapterIndex
    all: Sequence[Step]
    n: int
    stood: Stood

    @property
    def step(self) -> Step:
        return self.all[self.n]


class Moments:
    """Finds the steps of battles and how they stood after each."""

    def __init__(self, films: Films) -> None:
        self._films = films
        self._kept: OrderedDict[tuple[str, str, str], Stood] = OrderedDict()

    async def list(self, here: BattleContext, by: str) -> Json:
        """All steps there are so far, each with its number, its title, and a key that changes when the step does."""
        index, found = await self._steps(here, by)
        return {
            "steps": [
                {"at": s.at, "title": step_title(index, s, here.catalogue, TURNING_POINTS), "key": _key(here, index, s)}
                for s in found
            ]
        }

    async def soon(self, here: BattleContext, by: str, patience: float) -> Json:
        """The same, or after so many seconds how much of the battle has been gone through for it."""
        asked = asyncio.ensure_future(self.list(here, by))
        done, _ = await asyncio.wait({asked}, timeout=patience)
        if done:
            return asked.result()
        # What is gone through stays: whoever asks again waits for the rest.
        asked.cancel()
        return {"share": self._films.share(here.battle, here.catalogue)}

    async def at(self, here: BattleContext, by: str, at: str) -> Moment:
        """The step a journal entry belongs to. Raises Refusal for what is no number."""
        if not (at.isascii() and at.isdecimal() and len(at) <= NUMBER):
            refuse("There is no step “{step}”.", step=at[:20])
        index, found = await self._steps(here, by, int(at))
        n = locate(found, int(at))
        key = here.battle.id, here.catalogue.language, _key(here, index, found[n])
        stood = self._kept.get(key)
        if stood is None:
            stood = await self._films.stood(here.battle, here.catalogue, index, found[n])
            self._kept[key] = stood
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
        return Moment(index, found, n, stood)

    async def _steps(self, here: BattleContext, by: str, at: int | None = None) -> tuple[ChapterIndex, list[Step]]:
        """All steps; where one entry is meant, those up to it at least."""
        if by not in FINENESS:
            refuse("There is no step “{step}”.", step=by[:20])
        index = await self._films.index(here.battle, here.catalogue, at)
        found, upto = steps(index.chapters, FINENESS[by][0]), last(here)
        if index.head > upto:
            # Somebody to whom the battle is shown as it stood some time ago sees no step beyond that.
            found = [s for n, s in enumerate(found) if _end(index, found, n) <= upto] or found[:1]
        return index, found


def key(here: BattleContext, found: Moment) -> str:
    """What is another one where the step isn't the same any more."""
    return _key(here, found.index, found.step)


def told(here: BattleContext, found: Moment, remarks: Sequence[Remark], names: Mapping[int, str]) -> Json:
    """A step as the page shows it: the position like that of a battle, what was done, and what was remarked on it."""
    past = Past(
        here.battle, here.running, (), here.catalogue, here.user, here.timed, here.has_board, stands=found.stood.table
    )
    over = found.n == len(found.all) - 1 and found.stood.table.outcome is None and here.battle.status != "running"
    shown = position.battle(past, (), names, position.standing(past))
    outcome = shown["outcome"] if over or found.stood.table.outcome is not None else ""
    title = step_title(found.index, found.step, here.catalogue, TURNING_POINTS)
    notes = [f"💬 {r.name or '–'}: {r.text}" for r in remarks if locate(found.all, r.seq) == found.n]
    return {
        **shown,
        "outcome": outcome,
        "waiting": [],
        "at": found.step.at,
        "n": found.n,
        "story": [{"title": title, "lines": list(found.stood.lines), "notes": notes}],
    }


def _key(here: BattleContext, index: ChapterIndex, step: Step) -> str:
    made = f"{here.battle.id}|{step.at}|{step.first}|{step.last}|{_last_deed(index, step)}"
    return hashlib.sha256(made.encode()).hexdigest()[:16]


def _last_deed(index: ChapterIndex, step: Step) -> int:
    """The journal entry of the last deed of a step; the index's last one for the step that may still grow."""
    if step.last is None:
        return index.head
    if step.chapter == BEGINNING:
        return 0
    return max((d.seq for d in index.chapters[step.chapter].deeds if d.n <= step.last), default=step.at)


def end_of(found: Moment) -> int:
    """The last journal entry whose events a step may hold: the one before the next step begins."""
    return _end(found.index, found.all, found.n)


def _end(index: ChapterIndex, found: Sequence[Step], n: int) -> int:
    return index.head if n == len(found) - 1 else found[n + 1].at - 1
