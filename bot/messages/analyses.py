"""Analyses of battles that are over: worked out in the background, once each, and kept."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from bisect import bisect_left
from concurrent.futures import CancelledError
from dataclasses import dataclass
from functools import partial

from pydantic import ValidationError

from bot.aside import aside
from bot.components.ids import Ref
from bot.components.items import button, view
from bot.language.catalogue import TextCatalogue
from bot.messages.delivery.deliver import Content, Picture
from bot.messages.pictures.films import Films
from bot.messages.thinking_pool import ThinkingPool
from bot.narration.analysis import analysis_text
from bot.service import Battle, Service
from bot.service.computers.analysing import Analysis, Weighed, summed
from engine.computer.situation import Unknown
from engine.kernel.journal import effective
from engine.kernel.text import Refusal, Text, refuse
from renderer import Picture as Drawn
from renderer import curve

log = logging.getLogger("hexarch")

ANALYSIS = "analysis"
"""Setting of a battle: what was found out."""

WAITING = 12
"""Battles that may wait to be analysed: each takes minutes."""

EACH = 2
"""Of those, the ones that somebody may ask for."""

GOING_ON = ("open", "running")
"""What becomes of battles that aren't over."""


@dataclass(slots=True)
class UnderWay:
    """An analysis that is being made."""

    task: asyncio.Task[Analysis]
    user: int
    """Who asked first."""
    looked_at: int = 0
    """Activations."""
    of: int = 0
    """All there are; 0 while that isn't known, or others are looked at first."""


class Analyses:
    """Has battles analysed, one after the other."""

    def __init__(self, service: Service, pool: ThinkingPool, films: Films) -> None:
        self.service = service
        self.pool = pool
        self.films = films
        self._under_way: dict[str, UnderWay] = {}
        self._one = asyncio.Lock()

    async def known(self, battle: Battle) -> Analysis | None:
        """The analysis of a battle, if there is one of it as it stands."""
        stored = (await self.service.settings.of(f"battle:{battle.id}", ANALYSIS)).get(ANALYSIS)
        if stored is None:
            return None
        try:
            found = Analysis.model_validate(stored)
        except ValidationError:  # it was made by another edition
            return None
        last = (await self.service.play.entries(battle.id, since=found.curve[-1][0] - 1))[-1]
        return found if last.hash == found.head else None

    def over(self, battle: Battle) -> None:
        """Refuse to look back at a battle that goes on."""
        if not battle.begun:
            refuse("The battle hasn't begun. /battle start begins it, once both sides have a player.")
        if battle.status in GOING_ON:
            refuse("An analysis looks back: it is there when the battle is over.")

    async def begin(self, battle: Battle, user: int) -> UnderWay:
        """Have a battle analysed, or join in waiting where it is already.

        Refused while the battle goes on, and to who waits for two others.
        """
        self.over(battle)
        found = self._under_way.get(battle.id)
        if found is None:
            if len(self._under_way) >= WAITING:
                refuse("Too many battles are being analysed just now. Please try again in some minutes.")
            if sum(u.user == user for u in self._under_way.values()) >= EACH:
                refuse("Two battles are being analysed for you already. Please wait until they are done.")
            found = self._under_way[battle.id] = UnderWay(aside(self._made(battle)), user)
            found.task.add_done_callback(partial(self._over, battle.id))
        return found

    def _over(self, battle_id: str, task: asyncio.Task[Analysis]) -> None:
        self._under_way.pop(battle_id, None)
        if not task.cancelled():
            task.exception()  # whoever asked may have gone

    async def _made(self, battle: Battle) -> Analysis:
        try:
            async with self._one:
                return await self._analysed(battle)
        except (asyncio.CancelledError, CancelledError, Refusal):
            raise
        except Unknown as e:
            # It was played by the rules of an older edition.
            log.info("battle %s: it can't be analysed: %s", battle.id, e)
            refuse("This battle couldn't be played again, so there is nothing to analyse.")
        except Exception:
            log.exception("battle %s: it can't be analysed", battle.id)
            refuse("This battle couldn't be analysed. Please try again.")

    async def _analysed(self, battle: Battle) -> Analysis:
        scenario = await self.service.database.battles.scenario(battle.id)
        entries = await self.service.play.entries(battle.id)
        followed = await self.pool.follow(scenario, effective(list(entries)))
        under_way = self._under_way[battle.id]
        under_way.of = len(followed.stretches)
        # Nothing that the battle's dice are made of; the same battle is judged alike each time.
        seed = hashlib.sha256(f"analysis {battle.id}".encode()).hexdigest()[:16]
        weighed: list[Weighed | None] = []
        for packed in followed.stretches:
            # One at a time, so that computer players needn't wait for more than one.
            weighed.append(await self.pool.weigh(scenario, packed, seed))
            under_way.looked_at += 1
        found = summed(followed, entries[-1].hash, weighed)
        await self.service.settings.put(f"battle:{battle.id}", ANALYSIS, found.model_dump(mode="json"))
        return found

    async def content(self, battle: Battle, found: Analysis, words: TextCatalogue) -> Content:
        """The analysis as a message: the curve, its words, and a button to each of the decisions."""
        drawn = await self.drawn(battle, found, words)
        buttons = [
            button(Ref(battle.id, str(w.last)), "replay", words.say(Text("Look at {n}", n=n)))
            for n, w in enumerate(found.costliest, start=1)
        ]
        return Content(
            text=self.words(battle, found, words),
            view=view(*buttons) if buttons else None,
            pictures=(Picture(drawn.png, drawn.alt, "how-it-stood.png"),),
        )

    def words(self, battle: Battle, found: Analysis, words: TextCatalogue) -> str:
        """What it says."""
        return analysis_text(found, battle.title, {side: words.name(name) for side, name in battle.sides}, words)

    async def drawn(self, battle: Battle, found: Analysis, words: TextCatalogue) -> Drawn:
        """Its curve."""
        seqs = [seq for seq, _ in found.curve]
        first, second, *_ = (*(words.name(name) for _, name in battle.sides), "", "")
        return await self.films.drawing_pool.draw(
            curve,
            [points for _, points in found.curve],
            [(turn, bisect_left(seqs, seq)) for turn, seq in found.turns],
            [bisect_left(seqs, w.seq) for w in found.costliest],
            (first, second),
            self.films.theme,
            words.say,
        )

    def close(self) -> None:
        """Give up what isn't worked out."""
        for under_way in self._under_way.values():
            under_way.task.cancel()
