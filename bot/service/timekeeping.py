"""What players agree on about time, and how much of it they have."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from bot.service import banks, limits
from bot.service.hours import hours
from bot.service.lobby import Lobby, check_mode
from bot.service.model import Battle, Outcome
from bot.service.session import Session
from bot.storage import Limits
from engine.kernel.text import refuse


@dataclass(frozen=True, slots=True)
class Time:
    """The time of one side."""

    left: float | None
    """Seconds in its bank; None where none was agreed."""
    late: int = 0
    """Answers its deadlines gave since the bank ran empty."""
    away_until: float | None = None
    """End of the vacation of the one who leads it; None while he is here."""

    @property
    def up(self) -> bool:
        """Whether its opponent may claim the win."""
        return self.left is not None and self.late >= banks.LATE


class Timekeeping(Lobby):
    """Modes, limits and banks."""

    async def times(self, battle_id: str) -> dict[str, Time]:
        """The time of every side of a battle under way, by side; nothing for another one."""
        if battle_id not in self._sessions and (await self.battle(battle_id)).status != "running":
            return {}
        async with self._session(battle_id) as session:
            return await self._times(session) if session.row.status == "running" else {}

    async def _times(self, session: Session) -> dict[str, Time]:
        row, now, terms, clocks = session.row, self.clock(), session.terms, session.clocks
        wanted = await self._wanted(row)
        found: dict[str, Time] = {}
        for seat in row.seats:
            player, q, left = wanted[seat.user], session.questions.get(seat.side), None
            if row.limits.bank is not None and q is None:
                left = clocks.left(terms, seat.side)
            elif row.limits.bank is not None and q is not None:
                left = clocks.remains(terms, hours(row.mode, row.limits.quiet, player), q, now)
            found[seat.side] = Time(left, clocks.late(seat.side), player.away_until)
        return found

    # -- terms --------------------------------------------------------------------------------------------------

    async def set_mode(self, battle_id: str, user_id: int, mode: str) -> Battle:
        """Play on live or by correspondence. Less time than agreed needs the opponent's consent: it is asked for.

        Then the mode stays as it is for now, and the battle's :attr:`Battle.request` tells what is asked.
        """
        check_mode(mode)
        battle = await self._terms_of(battle_id, user_id)
        if battle.status == "open":
            await self.database.battles.update(battle_id, mode=mode)
            return await self.battle(battle_id)
        async with self._turn(battle_id, user_id) as (session, battle):
            others = {s.user for s in battle.seats} - {user_id}
            if mode == battle.mode:
                pass  # else open questions would begin anew
            elif mode == "live" and others:
                request = {"kind": "mode", "side": battle.sides_of(user_id)[0], "mode": mode}
                await self._commit(session, Outcome(battle_id), {"request": request})
            else:
                await self._change_mode(session, mode)
        return await self.battle(battle_id)

    async def _change_mode(self, session: Session, mode: str) -> Outcome:
        """Open questions get the new limit, counted from now."""
        session.renew(self.clock(), await self._hours(session.row))
        session.row = replace(session.row, mode=mode)
        return await self._commit(session, Outcome(session.row.id), {"mode": mode, "request": None})

    async def set_limits(
        self,
        battle_id: str,
        user_id: int,
        seconds: float | None,
        quiet: tuple[int, int] | None = None,
        bank: float | None = None,
        bonus: float = 0.0,
    ) -> Battle:
        """How long answers may take: fields of :class:`Limits`.

        Before the battle its creator and its players may say so; once it has begun the opponent must agree, and is
        asked: then :attr:`Battle.request` tells what.
        """
        battle = await self._terms_of(battle_id, user_id)
        wanted = Limits(seconds, quiet, bank, bonus)
        limits.check(wanted)
        if battle.status == "open":
            await self.database.battles.update(battle_id, limits=asdict(wanted))
            return await self.battle(battle_id)
        async with self._turn(battle_id, user_id) as (session, battle):
            if {s.user for s in battle.seats} - {user_id}:
                request = {"kind": "limits", "side": battle.sides_of(user_id)[0], **asdict(wanted)}
                await self._commit(session, Outcome(battle_id), {"request": request})
            else:
                await self._change_limits(session, wanted)
        return await self.battle(battle_id)

    async def _change_limits(self, session: Session, wanted: Limits) -> Outcome:
        """Open questions get the new limit, counted from now; another bank than before is full."""
        before = session.row.limits
        session.renew(self.clock(), await self._hours(session.row))
        session.clocks.agree([s.side for s in session.row.seats], before, wanted)
        session.row = replace(session.row, limits=wanted)
        outcome = await self._commit(session, Outcome(session.row.id), {"limits": asdict(wanted), "request": None})
        session.row = replace(session.row, limits=wanted)
        return outcome

    async def _terms_of(self, battle_id: str, user_id: int) -> Battle:
        """A battle whose terms a user may change."""
        battle = await self.battle(battle_id)
        if battle.status not in ("open", "running"):
            refuse("This battle is over.")
        if user_id != battle.creator and not battle.led_by(user_id):
            refuse("Only players who lead a side change how a battle is played.")
        return battle
