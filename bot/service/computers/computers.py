"""Computer opponents of battles.

A computer player sits in a seat like anybody: under the bot's own account, which nobody else can press or write with.
What it does goes through :class:`~bot.service.play.play.Play`, by the token of the question it has thought about, so
that a question that was answered otherwise meanwhile, before a restart or after, is never answered twice.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TypedDict

from bot.service.computers.jobs import OPPONENT, job_of
from bot.service.computers.seats import Seated, is_opponent
from bot.service.computers.thinking import Job, Thinking
from bot.service.model import Battle, Considered, Outcome
from bot.service.play.endings import Endings
from bot.service.play.play import Play
from bot.service.play.takebacks import TakeBacks
from bot.service.sessions.battles import Battles
from bot.service.sessions.sessions import Sessions
from bot.service.setup.lobby import Lobby
from bot.storage import Database
from engine.computer.conduct import Conduct, commands, standing
from engine.computer.levels import LEVELS, LevelName
from engine.computer.planner import Memory
from engine.computer.player import activation_of
from engine.kernel.decisions import ELSEWHERE
from engine.kernel.text import Refusal, refuse

PLANS = "computer-plans"
"""Setting of a battle: what computer players did in their last activations, by side."""

MOST_ORDERS = 60
"""Orders of one activation that are remembered."""

MOST = 6
"""Battles of a server that computers play at a time."""


class Plan(TypedDict):
    """What a computer player did in one activation."""

    activation: int
    did: list[str]
    """The orders."""
    gains: dict[str, float]
    """What it counted on, by part of the judgement."""
    kept: list[str]
    """The units left."""


class Computers:
    """Computer opponents."""

    def __init__(
        self,
        database: Database,
        battles: Battles,
        sessions: Sessions,
        lobby: Lobby,
        play: Play,
        takebacks: TakeBacks,
        endings: Endings,
    ) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions
        self.lobby = lobby
        self.play = play
        self.takebacks = takebacks
        self.endings = endings
        self._memory: dict[tuple[str, str], tuple[Memory, float]] = {}
        """By battle and side what it means to do, and the CPU it has spent on that."""
        self._conduct: dict[tuple[str, str], Conduct] = {}
        """By battle and side how it has stood."""

    # -- taking seats -------------------------------------------------------------------------------------------

    async def check(self, guild_id: int, level: str) -> None:
        """Refused for a level there isn't, and where computers play as many battles of a server as they may."""
        if level not in LEVELS:
            refuse("The computer plays as one of: {levels}.", levels=", ".join(LEVELS))
        playing = [b for b in await self.battles.ongoing(guild_id) if await self.level(b.id) is not None]
        if len(playing) >= MOST:
            refuse(
                "Computers play {n:battle|battles} in this server already; finish or abandon one of them first.",
                n=len(playing),
            )

    async def invite(self, battle_id: str, level: str, account: int) -> None:
        """Have a computer player take the side of a battle that is left when somebody has taken the other.

        ``account`` is the bot's own. The level must have been checked.
        """
        await self.database.settings.put(f"battle:{battle_id}", OPPONENT, {"level": level, "user": account})

    async def level(self, battle_id: str) -> LevelName | None:
        """The level of a battle's computer player; None where it has none."""
        known = await self._known(battle_id)
        return known["level"] if known is not None else None

    async def opponent(self, battle_id: str) -> LevelName | None:
        """The level of a computer player that plays a battle for itself; None where there is none, or it stands in."""
        known = await self._known(battle_id)
        return known["level"] if known is not None and is_opponent(known) else None

    async def _known(self, battle_id: str) -> Seated | None:
        return (await self.database.settings.of(f"battle:{battle_id}", OPPONENT)).get(OPPONENT)

    async def sit_down(self, battle_id: str) -> Battle:
        """Take the one side that is left, or get up again where nobody else sits there. Before the battle."""
        battle, known = await self.battles.get(battle_id), await self._known(battle_id)
        if known is None or battle.status != "open":
            return battle
        free = [side for side, _ in battle.sides if battle.player(side) is None]
        others = [s for s in battle.seats if s.user != known["user"]]
        if len(free) == 1 and others:
            return await self.lobby.take_seat(battle_id, known["user"], free[0])
        if not others and battle.seats:
            return await self.lobby.leave(battle_id, known["user"])
        return battle

    # -- playing ------------------------------------------------------------------------------------------------

    async def running(self) -> list[str]:
        """Battles under way in which a computer plays."""
        return [b.id for b in await self.battles.running() if await self.level(b.id) is not None]

    async def job(self, battle_id: str) -> Job | None:
        """What the computer is asked in a battle now; None where it isn't asked."""
        known = await self._known(battle_id)
        if known is None or (await self.battles.get(battle_id)).status != "running":
            return None
        async with self.sessions.session(battle_id) as session:
            battle = await self.battles.public(session.row)
            own = (o for o in session.open() if battle.player(o.side) == known["user"])
            # What is settled elsewhere it doesn't do without.
            asked = next((o for o in own if o.decision.kind != ELSEWHERE), None)
            if asked is None or battle.paused:
                return None
            scenario = await self.database.battles.scenario(battle_id)
            # Not the battle's secrets: nothing of those may be guessed from what it does.
            seed = hashlib.sha256(f"computer {battle_id}".encode()).hexdigest()[:16]
            job = job_of(session, asked, known["level"], seed, scenario)
        memory, spent = self._memory.get((battle_id, asked.side), (Memory(), 0.0))
        return replace(job, memory=memory, spent=spent)

    async def answer(self, job: Job, found: Thinking) -> Outcome | None:
        """Answer what was thought about; None where it is no longer asked, or no longer the computer's to answer.

        The entropy of rolls this causes is the question's token: fixed before anybody could choose.
        """
        known = await self._known(job.battle)
        if known is None:
            return None
        try:
            outcome = await self.play.answer(
                job.battle, known["user"], job.token, found.answer, f"computer {job.token}", job.side
            )
        except Refusal:
            return await self._by_default(job, known["user"])
        self._memory[job.battle, job.side] = found.memory, found.spent
        if found.order:
            await self._keep_plan(job, found)
        if outcome.over:
            self.forget(job.battle)
        return outcome

    async def _by_default(self, job: Job, user: int) -> Outcome | None:
        """Where what it knew wasn't all there is, and its answer is refused: the question's default."""
        self._memory.pop((job.battle, job.side), None)
        asked = next((o for o in await self.play.open_questions(job.battle) if o.token == job.token), None)
        if asked is None or asked.side != job.side:
            return None
        try:
            return await self.play.answer(
                job.battle, user, job.token, asked.decision.default, f"computer {job.token}", job.side
            )
        except Refusal:
            return None

    async def gone(self, battle_id: str) -> bool:
        """Whether a battle has been deleted."""
        return await self.database.battles.get(battle_id) is None

    async def consider(self, battle_id: str) -> Considered | None:
        """Answer what the other side asks of the computer: a step back, other terms, a draw. None where nothing is.

        Who only stands in agrees to no draw.

        Its battles aren't rated, so it grants what is asked, but for a draw where it stands well.
        """
        known, battle = await self._known(battle_id), await self.battles.get(battle_id)
        if known is None or battle.request is None or battle.status != "running":
            return None
        own = battle.led_by(known["user"])
        if not own or battle.request["side"] in own:
            return None
        agree = battle.request["kind"] != "draw"
        if not agree and is_opponent(known):
            agree = await self._stands(battle_id, own[0]) <= 0
        outcome = await self.takebacks.consent(battle_id, known["user"], agree, battle.request_key)
        return Considered(battle, agree, outcome or Outcome(battle_id))

    # -- what it meant ------------------------------------------------------------------------------------------

    async def _keep_plan(self, job: Job, found: Thinking) -> None:
        """Remember what it orders in this activation, for when the battle is over."""
        plans = await self._plans(job.battle)
        known = plans.get(job.side)
        if known is None or known["activation"] != found.memory.activation:
            known = Plan(activation=found.memory.activation, did=[], gains=dict(found.gains), kept=[])
        plans[job.side] = {**known, "did": [*known["did"], found.order][-MOST_ORDERS:], "kept": list(found.kept)}
        await self.database.settings.put(f"battle:{job.battle}", PLANS, plans)

    async def _plans(self, battle_id: str) -> dict[str, Plan]:
        return dict((await self.database.settings.of(f"battle:{battle_id}", PLANS)).get(PLANS, {}))

    async def last_plans(self, battle: Battle) -> dict[str, Plan]:
        """What computer players did in their last activations, by side.

        Nothing before the battle is over: nobody may know of a plan that goes on.
        """
        return await self._plans(battle.id) if battle.status == "finished" else {}

    # -- how a battle stands ------------------------------------------------------------------------------------

    async def resigns(self, job: Job) -> bool:
        """Note how the battle stands for the side that is asked; whether it is to be given up for it.

        Who only stands in gives nothing up: that is for whoever comes back.
        """
        known = await self._known(job.battle)
        if known is None or not is_opponent(known):
            return False
        async with self.sessions.session(job.battle) as session:
            if not commands(session.game.decision_for(job.side)):
                return False
            conduct = self._conduct.setdefault((job.battle, job.side), Conduct(session.game.system.concession))
            activation = activation_of(session.game, job.side)
            if activation != conduct.activation:
                conduct.note(standing(session.game, job.side), activation)
        return conduct.lost

    async def resign(self, job: Job) -> None:
        """Give a battle up. Refused where it isn't the computer's any more."""
        known = await self._known(job.battle)
        if known is not None:
            await self.endings.resign(job.battle, known["user"])
            self.forget(job.battle)

    async def offers_draw(self, battle_id: str) -> str | None:
        """Offer a draw where the battle is even and nothing moves; the side that does, None where none does.

        To be called when the other side is asked: an offer lapses when the battle goes on.
        """
        side = next((s for b, s in self._conduct if b == battle_id and self._conduct[b, s].stuck), None)
        known, battle = await self._known(battle_id), await self.battles.get(battle_id)
        if side is None or known is None or battle.request is not None or battle.player(side) != known["user"]:
            return None
        self._conduct[battle_id, side].offered()
        try:
            await self.endings.draw(battle_id, known["user"])
        except Refusal:
            return None
        return side

    async def _stands(self, battle_id: str, side: str) -> float:
        async with self.sessions.session(battle_id) as session:
            return standing(session.game, side).worth

    def forget(self, battle_id: str) -> None:
        """What it meant to do in a battle that is over."""
        for kept in (self._memory, self._conduct):
            for key in [k for k in kept if k[0] == battle_id]:
                del kept[key]
