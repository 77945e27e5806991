"""Computer opponents as everybody meets them: asked like a player, they answer a little later, and it is told alike."""

from __future__ import annotations

import asyncio
from concurrent.futures import CancelledError
from typing import Literal

from bot.aside import aside
from bot.messages.answers import Answers
from bot.messages.closing import Closing
from bot.messages.publishing.publisher import Publisher
from bot.messages.thinking_pool import ThinkingPool
from bot.service import Battle, Outcome, Service
from bot.service.computers.jobs import OPPONENT
from bot.service.computers.thinking import Job, Thinking
from bot.stumbles import Stumbles
from engine.computer.planner import Memory
from engine.kernel.text import Refusal, Text

PACE = 1.5
"""Seconds between two answers of a computer player: as long as it takes to read what it has done."""


class Opponents:
    """Lets the computer players of all battles think and answer."""

    def __init__(
        self,
        service: Service,
        publisher: Publisher,
        answers: Answers,
        closing: Closing,
        pool: ThinkingPool,
        *,
        pace: float = PACE,
    ) -> None:
        self.service = service
        self.publisher = publisher
        self.answers = answers
        self.closing = closing
        self.pool = pool
        self.pace = pace
        self._playing: set[str] = set()
        """Battles with a computer player."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._stale: set[str] = set()
        """Battles in which something has happened since their task last looked."""
        self._closed = False
        self._stumbles: Stumbles[tuple[Literal["play", "think"], str]] = Stumbles()
        """What a computer player can't do in a battle because of an error of ours."""

    async def wake(self) -> None:
        """After a start: take up every battle a computer plays."""
        for owner in await self.service.settings.named(OPPONENT):
            self._playing.add(owner.removeprefix("battle:"))
        for battle_id in await self.service.computers.running():
            self.hear(battle_id)

    async def invite(self, battle_id: str, level: str, account: int) -> None:
        """Have a computer player in a battle that waits for players."""
        await self.service.computers.invite(battle_id, level, account)
        self._playing.add(battle_id)

    async def meet(
        self, place: tuple[int, int], user: int, key: str, level: str, account: int, entropy: int | str, side: int = 0
    ) -> tuple[Battle, Outcome]:
        """Begin a live battle between a user and the computer; the battle as it stands, and what came of its beginning.

        ``place`` is a server and a channel, ``side`` the user's by its position. Refused as for
        :meth:`~bot.service.computers.computers.Computers.check` and where the channel has a battle.
        """
        guild, channel = place
        await self.service.computers.check(guild, level)
        battle = await self.service.lobby.create(guild, channel, user, key, mode="live")
        await self.invite(battle.id, level, account)
        await self.service.lobby.take_seat(battle.id, user, battle.sides[side][0])
        battle = await self.service.computers.sit_down(battle.id)
        return battle, await self.service.lobby.start(battle.id, user, entropy)

    def stand_in(self, battle_id: str) -> None:
        """A computer player may have sat down in a battle by other ways than an invitation: look from now on."""
        self._playing.add(battle_id)

    def hear(self, battle_id: str) -> None:
        """Something was told of a battle: look whether a computer is asked."""
        if battle_id not in self._playing or self._closed:
            return
        self._stale.add(battle_id)
        if battle_id not in self._tasks:
            task = self._tasks[battle_id] = aside(self._play(battle_id))
            task.add_done_callback(lambda _: self._done(battle_id))

    def _done(self, battle_id: str) -> None:
        """A task has ended; what was told since it looked the last time isn't lost."""
        self._tasks.pop(battle_id, None)
        if battle_id in self._stale:
            self.hear(battle_id)

    async def _play(self, battle_id: str) -> None:
        """Answer as long as the computer is asked."""
        try:
            while battle_id in self._stale and not self._closed:
                self._stale.discard(battle_id)
                considered = await self.service.computers.consider(battle_id)
                if considered is not None:
                    await self.answers.considered(considered)
                    await self.publisher.renew(battle_id)
                while (job := await self.service.computers.job(battle_id)) is not None:
                    if not await self._answered(job):
                        break
                if await self.service.computers.offers_draw(battle_id) is not None:
                    await self._offer(battle_id)
        except (asyncio.CancelledError, CancelledError):
            return
        except Refusal as e:
            if await self.service.computers.gone(battle_id):
                self._playing.discard(battle_id)  # it was deleted while the computer thought
                return
            self._stumbled(battle_id, e)
        except Exception as e:
            self._stumbled(battle_id, e)
        else:
            self._stumbles.done(("play", battle_id))

    def _stumbled(self, battle_id: str, error: Exception) -> None:
        """It is tried again whenever something is told of the battle."""
        what = f"battle {battle_id}: its computer player stumbled"
        self._stumbles.stumbled(("play", battle_id), self.service.clock(), what, error)

    async def _answered(self, job: Job) -> bool:
        """Think about a question and answer it; whether that was done. What is lost is given up instead."""
        if await self.service.computers.resigns(job):
            await asyncio.sleep(self.pace)
            await self.service.computers.resign(job)
            await self.publisher.renew(job.battle)
            await self.closing.close_up()
            return False
        thought, _ = await asyncio.gather(self._thought(job), asyncio.sleep(self.pace))
        outcome = await self.service.computers.answer(job, thought)
        if outcome is None:
            return False
        battle = await self.service.battles.get(job.battle)
        await self.publisher.renew(job.battle, notes=await self.answers.notes(battle, outcome))
        if outcome.over:
            await self.closing.close_up()
        return not outcome.over

    async def _offer(self, battle_id: str) -> None:
        """Put the offer of a draw, which is stored, to the other side."""
        battle = await self.service.battles.get(battle_id)
        if battle.request is None:
            return
        words = self.answers.lookup.catalogue(battle)
        text = words.say(Text("The computer offers a draw. It lapses when the battle goes on."))
        asked = tuple(sorted({s.user for s in battle.seats if s.side != battle.request["side"]}))
        head = (await self.service.play.entries(battle_id))[-1].seq
        await self.answers.requests.put(battle, text, asked, head)
        await self.publisher.renew(battle_id)

    async def _thought(self, job: Job) -> Thinking:
        """What it answers; the question's default where it can't think."""
        try:
            thought = await self.pool.think(job)
        except (CancelledError, asyncio.CancelledError):
            raise
        except Exception as e:
            what = f"battle {job.battle}: its computer player can't think"
            self._stumbles.stumbled(("think", job.battle), self.service.clock(), what, e)
            opens = await self.service.play.open_questions(job.battle)
            asked = next(o for o in opens if o.token == job.token and o.side == job.side)
            return Thinking(asked.decision.default, Memory(), None, 0.0)
        self._stumbles.done(("think", job.battle))
        return thought

    async def close(self) -> None:
        """Break off; what is asked is answered after the next start."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.pool.close()
