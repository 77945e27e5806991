"""Who is advised: everybody where nothing is at stake, and in a contest of people only where both sides agree."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypedDict

from bot.service.computers.jobs import OPPONENT, job_of
from bot.service.computers.thinking import Job
from bot.service.model import Battle, Open, Outcome
from bot.service.sessions.session import Session
from bot.service.sessions.sessions import Sessions, anew
from bot.service.setup.agreements import Agreements
from bot.storage import Database
from engine.kernel.decisions import Command
from engine.kernel.text import refuse

AGREED = "advice"
"""Setting of a battle: True where both sides have agreed that players may be advised."""


ORDERS = "advice-orders"
"""Setting of a battle: by side what was suggested for the question it is asked, by number."""

SUGGESTIONS = 8
"""How many of them are kept for a side, the latest: each of a team may be shown another."""


class Suggested(TypedDict):
    """What was suggested to a side for the question it is asked."""

    token: int
    """Of the question."""
    orders: dict[str, list[str]]
    """By number."""


class Adviser:
    """Who may be advised, and about what."""

    def __init__(self, database: Database, sessions: Sessions, agreements: Agreements) -> None:
        self.database = database
        self.sessions = sessions
        self.agreements = agreements

    async def allowed(self, battle: Battle) -> bool:
        """Whether players of a battle may be advised: always in a lesson, and where nobody plays against a person."""
        if battle.status != "running":
            return False
        users = {s.user for s in battle.seats}
        if battle.is_lesson or len(users) < 2:
            return True
        known = await self.database.settings.of(f"battle:{battle.id}", AGREED, OPPONENT)
        computer = known.get(OPPONENT)
        return bool(known.get(AGREED)) or (computer is not None and computer["user"] in users)

    @anew
    async def settle(self, battle_id: str, user_id: int, allow: bool) -> bool:
        """Ask the other side that players may be advised, or have it end; whether that is so now.

        Either side ends it at once. Refused where it needs nobody's consent, and in the matches of an event.
        """
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            led = battle.led_by(user_id)
            if not led:
                refuse("Only who leads a side settles whether players are advised.")
            agreed = await self.agreements.of(battle_id)
            if agreed is not None and agreed.event is not None:
                refuse("In a match nobody is advised.")
            known = await self.database.settings.of(f"battle:{battle_id}", AGREED)
            if not known.get(AGREED) and await self.allowed(battle):
                refuse("In this battle everybody may be advised: it counts for no rating between people.")
            if bool(known.get(AGREED)) == allow:
                return allow
            if allow:
                await self.sessions.commit(session, Outcome(battle_id), {"request": {"kind": "advice", "side": led[0]}})
            else:
                await self.agree(session, allow=False)
            return False

    async def agree(self, session: Session, *, allow: bool = True) -> Outcome:
        """Players are advised from now on, or no longer."""
        return await self.sessions.commit(
            session, Outcome(session.row.id), {"request": None}, marks={AGREED: allow or None}
        )

    async def keep(self, battle_id: str, question: Open, orders: Sequence[str]) -> str:
        """Remember what was suggested for a question; the number by which it is found again."""
        number = hashlib.sha256("\n".join(orders).encode()).hexdigest()[:12]
        async with self.sessions.locks[f"{ORDERS}:{battle_id}"]:
            known = await self._suggested(battle_id)
            before = known.get(question.side)
            given = before["orders"] if before is not None and before["token"] == question.token else {}
            given = {**{n: x for n, x in given.items() if n != number}, number: [*orders]}
            latest = dict([*given.items()][-SUGGESTIONS:])
            kept = {**known, question.side: {"token": question.token, "orders": latest}}
            await self.database.settings.put(f"battle:{battle_id}", ORDERS, kept)
        return number

    async def kept(self, battle_id: str, question: Open, number: str) -> Sequence[str]:
        """What was suggested under a number; () where that isn't kept, or was for another question."""
        found = (await self._suggested(battle_id)).get(question.side)
        return found["orders"].get(number, ()) if found is not None and found["token"] == question.token else ()

    async def _suggested(self, battle_id: str) -> dict[str, Suggested]:
        """By side."""
        return (await self.database.settings.of(f"battle:{battle_id}", ORDERS)).get(ORDERS, {})

    async def job(self, battle_id: str, question: Open) -> Job | None:
        """What has to be thought about to advise on a question; None where it isn't asked any more, or isn't an order.

        Refused where nobody is advised.
        """
        async with self.sessions.session(battle_id) as session:
            battle = await self.sessions.battles.public(session.row)
            asked = next((o for o in session.open() if (o.token, o.side) == (question.token, question.side)), None)
            if asked is None or not isinstance(asked.decision, Command) or asked.decision.secret:
                return None
            if not await self.allowed(battle):
                refuse("Nobody is advised in this battle, unless both sides agree: /battle advice asks the other one.")
            scenario = await self.database.battles.scenario(battle_id)
            # Not the battle's secrets, and another seed than a computer player in the same battle has.
            seed = hashlib.sha256(f"adviser {battle_id}".encode()).hexdigest()[:16]
            return job_of(session, asked, "captain", seed, scenario)
