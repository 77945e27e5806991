"""How battles end that their rules don't end: given up, drawn by agreement, lost on time, broken off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.service.model import ABANDONED, AGREED, Battle, Outcome, out_of_time, resigned
from bot.service.sessions.battles import Battles
from bot.service.sessions.session import Session, token
from bot.service.sessions.sessions import Sessions, anew
from bot.service.setup.agreements import Agreements
from bot.service.time import clocks
from bot.service.time.timekeeping import Timekeeping
from bot.storage import Database
from bot.storage.answerable import Blame
from engine.fairdice import link_for
from engine.kernel.text import Text, refuse

RESIGNED, DRAWN, TIMED_OUT = "resigned", "drawn", "timed-out"
"""Settings of a battle that is over: the side that gave it up; True; the side whose time was up."""

DRAW_OUTCOME = str(AGREED)

_DECLINED = "draw-declined"
"""Setting of a battle: side whose offer of a draw was declined, and the token of the questions then open."""


class Endings:
    """Ends."""

    def __init__(
        self, database: Database, battles: Battles, sessions: Sessions, timekeeping: Timekeeping, agreements: Agreements
    ) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions
        self.timekeeping = timekeeping
        self.agreements = agreements

    @anew
    async def resign(self, battle_id: str, user_id: int) -> Battle:
        """Give the battle up, for the side one leads."""
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            led = battle.led_by(user_id)
            if not led:
                refuse("Only who leads a side gives the battle up for it; you may leave its team.")
            side = led[0]
            said = resigned(battle, side)
            await self.end(session, "finished", said, {RESIGNED: side})
        return await self.battles.get(battle_id)

    @anew
    async def draw(self, battle_id: str, user_id: int) -> Battle:
        """Offer a draw, or agree to the one that is offered; then the battle is over.

        An offer lapses when the battle goes on; one that was declined can be made again then.
        """
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            battle.check_opponent()
            led = battle.led_by(user_id)
            if not led:
                refuse("Only who leads a side offers a draw or agrees to one.")
            request = session.row.request or {}
            offered = request.get("side") if request.get("kind") == "draw" else None
            if offered is not None and offered in led and len(led) == 1:
                refuse("You have offered a draw; it stands until the battle goes on.")
            if offered is not None or {s.user for s in battle.seats} == {user_id}:
                await self.drawn(session)
            else:
                known = await self.database.settings.of(f"battle:{battle_id}")
                if known.get(_DECLINED) == [led[0], token(session.game)]:
                    refuse("Your opponent has declined; offer again when the battle has gone on.")
                await self.sessions.commit(session, Outcome(battle_id), {"request": {"kind": "draw", "side": led[0]}})
        return await self.battles.get(battle_id)

    async def drawn(self, session: Session) -> Outcome:
        return await self.end(session, "finished", AGREED, {DRAWN: True})

    def declined(self, session: Session, request: dict[str, Any]) -> dict[str, Any]:
        """What a battle remembers of a request that was declined."""
        return {_DECLINED: [request["side"], token(session.game)]} if request["kind"] == "draw" else {}

    @anew
    async def claim(self, battle_id: str, user_id: int) -> Battle:
        """Claim the win over a side whose time is up (:attr:`Time.up`)."""
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            side = await self._claimed(session, battle, user_id)
            said = out_of_time(battle, side)
            await self.end(session, "finished", said, {TIMED_OUT: side})
        return await self.battles.get(battle_id)

    async def claimable(self, battle_id: str, user_id: int) -> str:
        """The side whose time is up. Refused where the user can't claim the win over it."""
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            return await self._claimed(session, battle, user_id)

    async def _claimed(self, session: Session, battle: Battle, user_id: int) -> str:
        led = battle.led_by(user_id)
        if not led:
            refuse("Only who leads a side claims the win for it.")
        if battle.limits.bank is None:
            refuse(
                "No time for the whole battle was agreed on, so nobody loses by it; /battle limits bank: proposes one."
            )
        times = await self.timekeeping.times_in(session)
        side = next((s for s, t in times.items() if t.up and s not in led), None)
        if side is None:
            refuse(
                "The opponent's time isn't up: their bank must be empty, and their deadlines must have answered "
                "{n:time|times} since.",
                n=clocks.LATE,
            )
        if any(times[s].up for s in led):
            refuse("Your own time is up too. Offer a draw, or play on.")
        return side

    @anew
    async def abandon(self, battle_id: str, user_id: int, *, referee: bool = False) -> Battle:
        """Break the battle off without a result: see :meth:`check_abandon`."""
        battle = await self.check_abandon(battle_id, user_id, referee=referee)
        if battle.status == "running":
            async with self.sessions.session(battle_id) as session:
                await self.end(session, "abandoned", ABANDONED)
        else:
            async with self.sessions.locks[battle_id]:
                await self.database.battles.update(
                    battle_id, battle.row.version, status="abandoned", outcome=ABANDONED, request=None
                )
        return await self.battles.get(battle_id)

    async def check_abandon(self, battle_id: str, user_id: int, *, referee: bool = False) -> Battle:
        """The battle, if the user may break it off: its creator, or a referee.

        One that was agreed on is called off by either player before it begins, and afterwards by a referee alone who
        doesn't play in it.
        """
        battle = await self.battles.get(battle_id)
        if battle.status not in ("open", "running"):
            refuse("This battle is over.")
        agreed = await self.agreements.of(battle_id)
        if referee and (agreed is None or user_id not in battle.people):
            return battle
        if agreed is not None and agreed.event is not None and referee:
            refuse("Who plays in a match isn't its referee; another one breaks it off.")
        if agreed is not None and agreed.offer is not None and battle.led_by(user_id):
            if battle.status == "running":
                refuse("This battle was agreed on: only a referee breaks it off. You may resign, or offer a draw.")
            return battle
        if user_id != battle.creator:
            refuse("Only its creator or a referee abandons a battle; a player may resign.")
        return battle

    async def end(
        self,
        session: Session,
        status: str,
        said: Text,
        marks: dict[str, Any] | None = None,
        blames: Sequence[Blame] = (),
    ) -> Outcome:
        """End a battle that its rules haven't ended. Every secret that was used is published."""
        if session.row.status != "running":
            refuse("This battle is over.")
        session.batches = {}
        published = link_for(session.game.state.segment, session.row.published)
        changed = {"status": status, "outcome": said, "published": published, "request": None}
        outcome = await self.sessions.commit(session, Outcome(session.row.id), changed, marks=marks, blames=blames)
        outcome.over = True
        return outcome
