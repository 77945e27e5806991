"""What players agree on about time, and how much of it they have."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any

from bot.service.model import Battle, Outcome
from bot.service.sessions.battles import Battles
from bot.service.sessions.session import Session
from bot.service.sessions.sessions import Sessions
from bot.service.setup.agreements import Agreements, both
from bot.service.setup.lobby import check_mode
from bot.service.time import clocks, limits
from bot.service.time.hours import hours
from bot.storage import Database, Limits
from bot.storage.answerable import TIME
from bot.storage.battles import limits_of
from engine.kernel.text import Text, refuse


@dataclass(frozen=True, slots=True)
class Time:
    """The time of one side."""

    left: float | None
    """Seconds in its bank; None where none was agreed."""
    late: int = 0
    """Answers its deadlines gave since the bank ran empty."""
    away_until: float | None = None
    """End of the vacation of whoever leads it; None while they are here."""

    @property
    def up(self) -> bool:
        """Whether its opponent may claim the win."""
        return self.left is not None and self.late >= clocks.LATE


class Timekeeping:
    """Modes, limits and banks."""

    def __init__(self, database: Database, battles: Battles, sessions: Sessions, agreements: Agreements) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions
        self.agreements = agreements

    def terms(self, mode: str, agreed: Limits) -> Text:
        """How long answers may take, for players; where there is no clock, that there is none."""
        return limits.words(mode, agreed, untimed=self.sessions.untimed)

    async def times(self, battle_id: str) -> dict[str, Time]:
        """The time of every side of a battle under way, by side; nothing for another one."""
        if battle_id not in self.sessions and (await self.battles.get(battle_id)).status != "running":
            return {}
        async with self.sessions.session(battle_id) as session:
            return await self.times_in(session) if session.row.status == "running" else {}

    async def times_in(self, session: Session) -> dict[str, Time]:
        row, now, terms, clocks = session.row, self.sessions.clock(), session.terms, session.clocks
        wanted = await self.sessions.wanted(row)
        found: dict[str, Time] = {}
        for seat in row.seats:
            player, q, left = wanted[seat.user], session.questions.get(seat.side), None
            if row.limits.bank is not None and q is None:
                left = clocks.left(terms, seat.side)
            elif row.limits.bank is not None and q is not None:
                left = clocks.remains(terms, hours(row.mode, row.limits.quiet, player, row.pauses), q, now)
            found[seat.side] = Time(left, clocks.late(seat.side), player.away_until)
        return found

    # -- terms --------------------------------------------------------------------------------------------------

    async def set_mode(self, battle_id: str, user_id: int, mode: str, *, referee: bool = False) -> Battle:
        """Play on live or by correspondence. Less time than agreed needs the opponent's consent: it is asked for.

        So does any change before the battle, once both players are there, and in a battle on agreed terms. Then the
        mode stays as it is for now, and the battle's :attr:`Battle.request` tells what is asked. ``referee``: whether
        the user is one of the server's, who changes them alone in battles they don't play in.
        """
        check_mode(mode)
        battle, judge = await self._terms_of(battle_id, user_id, referee=referee)
        if battle.status == "open":
            return await self._before(battle, user_id, {"kind": "mode", "mode": mode}, judge=judge)
        if judge:
            async with self.sessions.session(battle_id) as session:
                if mode != session.row.mode:
                    await self.change_mode(session, mode)
            return await self.battles.get(battle_id)
        agreed = await self.agreements.of(battle_id) is not None
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            others = {s.user for s in battle.seats} - {user_id}
            if mode == battle.mode:
                pass  # else open questions would begin anew
            elif (mode == "live" or agreed) and others:
                request = {"kind": "mode", "side": battle.sides_of(user_id)[0], "mode": mode}
                await self.sessions.commit(session, Outcome(battle_id), {"request": request})
            else:
                await self.change_mode(session, mode)
        return await self.battles.get(battle_id)

    async def change_mode(self, session: Session, mode: str) -> Outcome:
        """Open questions get the new limit, counted from now."""
        session.renew(self.sessions.clock(), await self.sessions.hours(session.row))
        session.row = replace(session.row, mode=mode)
        return await self.sessions.commit(session, Outcome(session.row.id), {"mode": mode, "request": None})

    async def set_limits(
        self,
        battle_id: str,
        user_id: int,
        seconds: float | None,
        quiet: tuple[int, int] | None = None,
        bank: float | None = None,
        bonus: float = 0.0,
        *,
        referee: bool = False,
    ) -> Battle:
        """How long answers may take: fields of :class:`Limits`.

        While a side is free its creator and its players may say so; once both players are there the opponent must
        agree, and is asked: then :attr:`Battle.request` tells what. ``referee`` as for :meth:`set_mode`.
        """
        battle, judge = await self._terms_of(battle_id, user_id, referee=referee)
        wanted = Limits(seconds, quiet, bank, bonus)
        limits.check(wanted)
        if battle.status == "open":
            return await self._before(battle, user_id, {"kind": "limits", **asdict(wanted)}, judge=judge)
        if judge:
            async with self.sessions.session(battle_id) as session:
                await self.change_limits(session, wanted)
            return await self.battles.get(battle_id)
        async with self.sessions.turn(battle_id, user_id) as (session, battle):
            if {s.user for s in battle.seats} - {user_id}:
                request = {"kind": "limits", "side": battle.sides_of(user_id)[0], **asdict(wanted)}
                await self.sessions.commit(session, Outcome(battle_id), {"request": request})
            else:
                await self.change_limits(session, wanted)
        return await self.battles.get(battle_id)

    async def change_limits(self, session: Session, wanted: Limits) -> Outcome:
        """Open questions get the new limit, counted from now; another bank than before is full."""
        before = session.row.limits
        session.renew(self.sessions.clock(), await self.sessions.hours(session.row))
        session.clocks.agree([s.side for s in session.row.seats], before, wanted)
        session.row = replace(session.row, limits=wanted)
        outcome = await self.sessions.commit(
            session, Outcome(session.row.id), {"limits": asdict(wanted), "request": None}
        )
        session.row = replace(session.row, limits=wanted)
        if before.bank != wanted.bank:
            # What was spent of another bank is forgiven.
            await self.database.results.absolve(session.row.id, TIME)
        return outcome

    async def _terms_of(self, battle_id: str, user_id: int, *, referee: bool) -> tuple[Battle, bool]:
        """A battle whose terms a user may change, or ask to be changed; and whether that is as a referee."""
        battle = await self.battles.get(battle_id)
        if battle.status not in ("open", "running"):
            refuse("This battle is over.")
        battle.check_opponent()
        led = battle.led_by(user_id)
        # Nobody is referee of the terms they play on themselves.
        judge = referee and user_id not in battle.people
        if not judge and user_id != battle.creator and not led:
            refuse("Only players who lead a side change how a battle is played.")
        return battle, judge

    # -- before the battle --------------------------------------------------------------------------------------

    async def _before(self, battle: Battle, user_id: int, wanted: dict[str, Any], *, judge: bool) -> Battle:
        """Change the terms of a battle that hasn't begun, or ask the other player, who has come to play on these."""
        async with self.sessions.locks[battle.id]:
            battle = await self.battles.get(battle.id)
            if battle.status != "open":
                refuse("This battle has begun.")
            players = both(battle)
            if not judge:
                if players and user_id not in players:
                    refuse("Both players are there: only they change how the battle is played.")
                if not players and await self.agreements.of(battle.id) is not None:
                    refuse("The terms of this battle were agreed on; a referee may change them.")
            if judge or not players:
                await self._settle_terms(battle, wanted)
            elif _changed(battle, wanted):
                request = {**wanted, "side": battle.led_by(user_id)[0]}
                await self.database.battles.update(battle.id, request=request)
        return await self.battles.get(battle.id)

    async def _settle_terms(self, battle: Battle, wanted: dict[str, Any]) -> None:
        """The terms of a battle that hasn't begun are these; who has said that it may begin meant others."""
        if wanted["kind"] == "mode":
            changed: dict[str, Any] = {"mode": wanted["mode"]}
        else:
            changed = {"limits": asdict(limits_of(wanted))}
        await self.database.battles.update(battle.id, **changed, request=None)
        await self.agreements.not_ready(battle.id)

    async def consent_before(self, battle_id: str, user_id: int, agree: bool, key: str | None) -> None:
        """A player's word on terms that the other one asks for before the battle."""
        async with self.sessions.locks[battle_id]:
            battle = await self.battles.get(battle_id)
            request = battle.request
            if battle.status != "open" or request is None or key not in (None, battle.request_key):
                refuse("Nobody asks anything of you; the battle may have gone on since.")
            led = battle.led_by(user_id)
            if not led:
                refuse("That is for the leader of your side to agree to.")
            if request["side"] in led:
                refuse("That is for your opponent to agree to.")
            if agree:
                await self._settle_terms(battle, request)
            else:
                await self.database.battles.update(battle_id, request=None)


def _changed(battle: Battle, wanted: dict[str, Any]) -> bool:
    """Whether these terms are others than the battle has."""
    if wanted["kind"] == "mode":
        return wanted["mode"] != battle.mode
    return limits_of(wanted) != battle.limits
