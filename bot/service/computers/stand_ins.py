"""The computer in a missing player's seat: where both sides allow it, and until the player is back.

Who leads a side may ask for it before going away, and who is in the team of a player who is missing; the other side
agrees or declines. For a player who is missing and has no team, the other side may have it at once: it would have to
wait otherwise. Whoever has been stood in for takes the seat back at any time, and asks nobody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.service.computers.jobs import OPPONENT, STOOD_IN
from bot.service.computers.seats import Seated
from bot.service.model import Battle, Outcome
from bot.service.people.handovers import Handovers
from bot.service.people.teams import MISSED, Teams
from bot.service.sessions.battles import Battles
from bot.service.sessions.session import Session
from bot.service.sessions.sessions import Sessions, anew
from bot.service.setup.agreements import Agreements
from bot.storage import Database
from engine.kernel.text import Text, refuse

REQUEST = "stand-in"
"""Kind of the request by which it is asked for."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What has come of asking for a stand-in."""

    side: str
    missing: int
    """Whose seat it is."""
    done: bool
    """Whether it stands in already; else the other side is asked."""


class StandIns:
    """The computer in place of somebody missing."""

    def __init__(
        self, database: Database, battles: Battles, sessions: Sessions, agreements: Agreements, handovers: Handovers
    ) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions
        self.agreements = agreements
        self.handovers = handovers

    @anew
    async def ask(self, battle_id: str, user_id: int, side: str, level: str, account: int, teams: Teams) -> Asked:
        """Ask that the computer lead ``side`` in its player's place; ``account`` is the bot's own.

        Refused for whom it isn't to ask, for a player who is there, and in the matches of an event.
        """
        battle = await self._checked(battle_id, side)
        player = battle.player(side)
        assert player is not None
        if account in {s.user for s in battle.seats}:
            refuse("The computer leads a side of this battle already.")
        own = battle.sides_of(user_id)
        if user_id not in battle.people:
            refuse("Only its players ask for that.")
        if user_id != player and await teams.missed(battle_id, side) < MISSED:
            refuse(
                "The player of the {side} isn't missing: that takes {n:answer|answers} in a row given by the clock.",
                side=battle.name(side),
                n=MISSED,
            )
        if side not in own and battle.team(side):
            refuse("The {side} have others in their team: it is for them to ask.", side=battle.name(side))
        request = {"kind": REQUEST, "side": side, "level": level, "account": account}
        at_once = side not in own or {s.user for s in battle.seats} == {user_id}
        async with self.sessions.session(battle_id) as session:
            if at_once:
                await self.agree(session, request)
            else:
                await self.sessions.commit(session, Outcome(battle_id), {"request": request})
        return Asked(side, player, at_once)

    async def agree(self, session: Session, request: dict[str, Any]) -> Outcome:
        """The computer takes the seat it was asked to take."""
        battle = await self.battles.public(session.row)
        side, account = request["side"], request["account"]
        player = battle.player(side)
        assert player is not None
        known: Seated = {"level": request["level"], "user": account, "for": player, "side": side}
        said = Text("The computer leads the {side} until their player is back.", side=battle.name(side))
        return await self._seat(session, side, account, said, {OPPONENT: known, STOOD_IN: True})

    @anew
    async def give_back(self, battle_id: str, user_id: int) -> str:
        """Have the seat back the computer has held for the user; the side."""
        known: Seated | None = (await self.database.settings.of(f"battle:{battle_id}", OPPONENT)).get(OPPONENT)
        if known is None or known.get("for") != user_id or "side" not in known:
            refuse("The computer doesn't stand in for you here.")
        side = known["side"]
        battle = await self._checked(battle_id, side)
        async with self.sessions.session(battle_id) as session:
            said = Text("The {side} are led by their player again.", side=battle.name(side))
            await self._seat(session, side, user_id, said, {OPPONENT: None})
        return side

    async def _seat(self, session: Session, side: str, user: int, said: Text, marks: dict[str, Any]) -> Outcome:
        seats, more, blames = await self.handovers.seated(session, side, user)
        session.game.word("", str(said), "")
        return await self.sessions.commit(
            session,
            Outcome(session.row.id),
            {"request": None},
            seats=seats,
            marks={**more, **marks},
            blames=blames,
        )

    async def _checked(self, battle_id: str, side: str) -> Battle:
        battle = await self.battles.get(battle_id)
        if battle.status != "running" or battle.is_lesson:
            refuse("The computer stands in only in a battle under way.")
        agreed = await self.agreements.of(battle_id)
        if agreed is not None and agreed.event is not None:
            refuse("In a match nobody stands in for a player but a person.")
        if side not in dict(battle.sides):
            refuse("The sides are {sides}.", sides=" and ".join(n for _, n in battle.sides))
        return battle
