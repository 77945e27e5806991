"""A side that is handed to another player: what time is left to lead it with, and whose a defeat on time would be.

Nobody takes over another's debts unseen: what there is can be asked beforehand (:meth:`HandingOver.debts`), who takes
over an empty bank gets some time of their own, and a defeat on time counts for the one who had emptied it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.service.model import Battle, Outcome
from bot.service.sessions.battles import Battles
from bot.service.sessions.session import Session
from bot.service.sessions.sessions import Sessions
from bot.service.setup.agreements import Agreements
from bot.service.time import limits
from bot.service.time.limits import left as spelt
from bot.storage import Bank, Database, Seat
from bot.storage.answerable import TIME, Blame
from engine.kernel.text import Text

FRESH = {"live": 10 * 60.0, "correspondence": 24 * 3600.0}
SHARE = 0.25
"""Seconds with which somebody begins at the least who takes over a side; no more than this share of the whole bank."""

FRESHENED = "freshened"
"""Setting of a battle: sides that have had such time. Else a side would get more with every change."""

LED_SINCE = "led-since"
"""Setting of a battle: the journal entry by which a side was last handed over, by side."""

TOLD_BANKS = "told-banks"
"""Setting of a battle: what has been told about an empty bank, by side; see :mod:`bot.service.time.bank_warnings`."""


@dataclass(frozen=True, slots=True)
class Debts:
    """What somebody takes over with a side, of a battle with time for the whole of it."""

    left: float
    """Seconds in its bank."""
    late: int
    """Answers in a row that the clock has given since it was empty."""
    fresh: float
    """Seconds the bank would hold then."""
    grace: float
    """Seconds for an answer at the least."""

    @property
    def owing(self) -> bool:
        """Whether there is anything one should know before."""
        return self.left <= 0 or self.late > 0 or self.fresh > self.left

    def told(self, name: str) -> Text:
        """For whoever is to lead the side called ``name``."""
        if not self.owing:
            return Text("The {side} have {left} left in their bank.", side=name, left=spelt(self.left))
        if self.fresh > self.left:
            return Text(
                "The bank of the {side} is empty, or nearly so. Who takes over begins with {fresh} in it; should that "
                "run out too, a defeat on time counts for the player who emptied it.",
                side=name,
                fresh=spelt(self.fresh),
            )
        return Text(
            "The bank of the {side} is empty, and has been filled once for another player already: each answer may "
            "take {grace}. A defeat on time counts for the player who emptied it first.",
            side=name,
            grace=spelt(self.grace),
        )


class Handovers:
    """Giving a side to another player."""

    def __init__(self, database: Database, battles: Battles, sessions: Sessions, agreements: Agreements) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions
        self.agreements = agreements

    async def debts(self, battle_id: str, side: str, *, referee: bool = False) -> Debts | None:
        """What somebody would take over with a side; None where no time for the whole battle was agreed.

        ``referee``: whether a referee hands it over, who may give fresh time again.
        """
        battle = await self.battles.get(battle_id)
        if battle.status != "running" or battle.limits.bank is None:
            return None
        async with self.sessions.session(battle_id) as session:
            q, now = session.questions.get(side), self.sessions.clock()
            left = session.clocks.left(session.terms, side)
            if q is not None:
                own = (await self.sessions.hours(session.row)).get(battle.player(side) or 0)
                left = session.clocks.remains(session.terms, own, q, now) if own is not None else left
            late = session.clocks.late(side)
        fresh = await self._fresh(battle, side, left, referee=referee)
        return Debts(left, late, fresh, limits.GRACE[battle.mode])

    async def _fresh(self, battle: Battle, side: str, left: float, *, referee: bool) -> float:
        """What a side's bank holds when it is handed over with so much left."""
        bank = battle.limits.bank or 0.0
        known = await self.database.settings.of(f"battle:{battle.id}")
        if side in known.get(FRESHENED, ()) and not referee:
            return left
        return max(left, min(SHARE * bank, FRESH[battle.mode]))

    async def seated(
        self, session: Session, side: str, user_id: int, *, referee: bool = False
    ) -> tuple[tuple[Seat, ...], dict[str, Any], tuple[Blame, ...]]:
        """Hand a side of a battle under way to a user: the question is asked anew, orders that waited are dropped.

        What is still to be stored: the seat, settings of the battle, who is answerable.
        """
        battle = await self.battles.public(session.row)
        old = next(s for s in battle.seats if s.side == side)
        new = Seat(side, user_id, old.phrase)
        session.renew(self.sessions.clock(), await self.sessions.hours(session.row), side)
        marks: dict[str, Any] = {}
        blames: tuple[Blame, ...] = ()
        known = await self.database.settings.of(f"battle:{battle.id}")
        if battle.limits.bank is not None:
            bank = session.clocks.banks.get(side, Bank(battle.limits.bank))
            left = session.clocks.left(session.terms, side)
            fresh = await self._fresh(battle, side, left, referee=referee)
            if left <= 0 or fresh > left:
                blames = ((side, TIME, old.user),)
            if fresh > left:
                marks[FRESHENED] = sorted({*known.get(FRESHENED, ()), side})
                bank = replace(bank, left=fresh, owed=0.0)
            session.clocks.banks[side] = replace(bank, late=0)
            marks[TOLD_BANKS] = {s: n for s, n in known.get(TOLD_BANKS, {}).items() if s != side} or None
        marks[LED_SINCE] = {**known.get(LED_SINCE, {}), side: session.game.journal[-1].seq}
        session.row = replace(
            session.row,
            seats=tuple(new if s.side == side else s for s in session.row.seats),
            teammates=tuple(m for m in session.row.teammates if m.user != user_id),
            # What the one before has asked for is nobody's word any more.
            request=None if (session.row.request or {}).get("side") == side else session.row.request,
        )
        session.policies = tuple(p for p in session.policies if p.side != side)
        session.batches.pop(side, None)
        return (new,), marks, blames

    async def seat_before(self, battle: Battle, side: str, user_id: int) -> None:
        """Hand a side of a battle that hasn't begun to a user; the phrase stays."""
        async with self.sessions.locks[battle.id]:
            old = next(s for s in battle.seats if s.side == side)
            await self.database.battles.leave_seats(battle.id, [side])
            await self.database.battles.take_seat(battle.id, Seat(side, user_id, old.phrase), self.sessions.clock())
            await self.database.teammates.drop(battle.id, user_id)
            # What was asked of the one before, or said by them, is nobody's word any more.
            await self.database.battles.update(battle.id, request=None)
            await self.agreements.not_ready(battle.id)

    async def commit(
        self,
        session: Session,
        changes: tuple[tuple[Seat, ...], dict[str, Any], tuple[Blame, ...]],
    ) -> Outcome:
        """Store a side that was handed over."""
        seats, marks, blames = changes
        asked = {"request": session.row.request}
        return await self.sessions.commit(
            session, Outcome(session.row.id), asked, seats=seats, marks=marks, blames=blames
        )
