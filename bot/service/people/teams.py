"""Several players on one side: who belongs to it, who orders what, and who steps in for a player who is missing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from bot.service.model import Battle
from bot.service.people.handovers import LED_SINCE, Handovers
from bot.service.play import standing_answers
from bot.service.sessions.battles import Battles
from bot.service.sessions.sessions import Sessions
from bot.service.setup.agreements import Agreements
from bot.storage import Database, Teammate
from engine.kernel.journal import effective
from engine.kernel.text import Text, refuse

LARGEST = 8
"""Players of one side."""

MISSED = 2
"""Answers in a row that a deadline gave, after which a player counts as missing."""

_INVITED = "invited"
"""Setting of a battle: who is invited to which side, and as what."""


class Teams:
    """Teams and substitutes."""

    def __init__(
        self, database: Database, battles: Battles, sessions: Sessions, agreements: Agreements, handovers: Handovers
    ) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions
        self.agreements = agreements
        self.handovers = handovers

    # -- belonging ----------------------------------------------------------------------------------------------

    async def invite(self, battle_id: str, user_id: int, guest: int, *, seat: bool = False) -> str:
        """Ask somebody to join the user's side, or to take over its seat; returns the side.

        Nothing changes before the guest agrees (:meth:`accept`).
        """
        battle = await self._living(battle_id)
        battle.check_opponent()
        side = _led(battle, user_id)
        if guest == battle.player(side):
            refuse("You lead the {side} already.", side=battle.name(side))
        _check_guest(battle, side, guest)
        if seat:
            await self.agreements.check_successor(battle, side, guest, named=True)
        if not seat and guest in {m.user for m in battle.team(side)}:
            refuse("They are one of the {side} already.", side=battle.name(side))
        if not seat and 1 + len(battle.team(side)) >= LARGEST:
            refuse("A side has at most {n:player|players}.", n=LARGEST)
        invited = await self._invited(battle_id)
        invited[str(guest)] = {"side": side, "seat": seat, "by": user_id}
        await self.database.settings.put(f"battle:{battle_id}", _INVITED, invited)
        return side

    async def accept(self, battle_id: str, user_id: int, agree: bool, name: str) -> tuple[str, bool] | None:
        """A guest's word; the side they are one of now and whether they lead it, or None when they decline."""
        async with self.sessions.locks[battle_id]:
            battle = await self._living(battle_id)
            invited = await self._invited(battle_id)
            found = invited.pop(str(user_id), None)
            if found is None:
                refuse("Nobody has invited you to this battle, or the invitation is no longer good.")
            side, seat = found["side"], found["seat"]
            if agree:
                if battle.player(side) != found["by"]:
                    refuse("The {side} have another leader now; they would have to invite you.", side=battle.name(side))
                _check_guest(battle, side, user_id)
                if seat:
                    await self.agreements.check_successor(battle, side, user_id, named=True)
                if not seat and 1 + len(battle.team(side)) >= LARGEST:
                    refuse("A side has at most {n:player|players}.", n=LARGEST)
            await self.database.settings.put(f"battle:{battle_id}", _INVITED, invited or None)
            if not agree:
                return None
            if not seat:
                await self.database.teammates.put(battle_id, Teammate(user_id, side), self.sessions.clock())
                self._changed(battle_id)
                return side, False
        await self.hand_over(battle_id, side, user_id, name)
        return side, True

    async def inviter(self, battle_id: str, guest: int) -> int | None:
        """Who has invited somebody to a side; None where nobody has."""
        found = (await self._invited(battle_id)).get(str(guest))
        return found["by"] if found is not None else None

    async def guests(self, battle: Battle) -> frozenset[int]:
        """Those whose invitations to a side are good: the battle isn't over, and who has asked them leads it still."""
        if battle.status not in ("open", "running"):
            return frozenset()
        invited = await self._invited(battle.id)
        return frozenset(int(u) for u, found in invited.items() if battle.player(found["side"]) == found["by"])

    async def leave(self, battle_id: str, user_id: int, member: int) -> str:
        """Take a member out of a team, as that one or its leader may; returns the side."""
        async with self.sessions.locks[battle_id]:
            battle = await self._living(battle_id)
            mate = next((m for m in battle.teammates if m.user == member), None)
            if mate is None:
                refuse(
                    "You are in no team of this battle; who has a seat resigns, or hands it to a substitute."
                    if member == user_id
                    else "They are in no team of this battle; who has a seat resigns, or hands it to a substitute."
                )
            if user_id not in (member, battle.player(mate.side)):
                refuse("Only the leader of the {side} does that.", side=battle.name(mate.side))
            await self.database.teammates.drop(battle_id, member)
            self._changed(battle_id)
            return mate.side

    async def assign(self, battle_id: str, user_id: int, member: int, commands: Iterable[str]) -> Teammate:
        """Say what a member orders: leaders, groups, commands, types or units; nothing for whatever comes up."""
        async with self.sessions.session(battle_id) as session:
            battle = await self.battles.public(session.row)
            side = _led(battle, user_id)
            mate = next((m for m in battle.team(side) if m.user == member), None)
            if mate is None:
                refuse("They are not one of the {side}.", side=battle.name(side))
            scopes = session.scopes(side)
            keys: list[str] = []
            for name in commands:
                key = standing_answers.scope_named(scopes, name)
                if key is None or key == standing_answers.EVERYBODY:
                    refuse(
                        "{name} is no leader, command, group, type or unit of the {side}.",
                        name=name,
                        side=battle.name(side),
                    )
                keys.append(key)
            mate = replace(mate, commands=tuple(dict.fromkeys(keys)))
            await self.database.teammates.put(battle_id, mate, self.sessions.clock(), session.row.version)
            session.written()
            session.row = replace(
                session.row, teammates=tuple(mate if m.user == member else m for m in battle.teammates)
            )
            return mate

    # -- stepping in --------------------------------------------------------------------------------------------

    async def missed(self, battle_id: str, side: str) -> int:
        """How many of a side's last answers, without a break, its deadline gave, since its player leads it."""
        count = 0
        since = (await self.database.settings.of(f"battle:{battle_id}")).get(LED_SINCE, {}).get(side, 0)
        for e in reversed(effective(list(await self.database.games.journal(battle_id)))):
            if e.seq <= since:
                break
            if e.kind == "answer" and e.data["side"] == side:
                by = e.data.get("note", {}).get("by")
                if by == "deadline":
                    count += 1
                elif by not in ("standing order", "free"):
                    break
        return count

    async def step_in(self, battle_id: str, user_id: int, side: str, name: str, *, sure: bool = True) -> Battle:
        """Take over the seat of a player who is missing: a member of the team, or anybody but the opponents.

        Unless ``sure``, refused where there are debts to take over, with what they are.
        """
        battle = await self._living(battle_id)
        if side not in dict(battle.sides):
            refuse("The sides are {sides}.", sides=" and ".join(n for _, n in battle.sides))
        if battle.status != "running":
            refuse("The battle hasn't begun; join it instead.")
        if battle.player(side) == user_id:
            refuse("You lead the {side} already.", side=battle.name(side))
        _check_guest(battle, side, user_id)
        if await self.missed(battle_id, side) < MISSED:
            refuse(
                "The player of the {side} isn't missing: that takes {n:answer|answers} in a row given by the clock.",
                side=battle.name(side),
                n=MISSED,
            )
        await self.agreements.check_successor(battle, side, user_id)
        debts = await self.handovers.debts(battle_id, side)
        if debts is not None and debts.owing and not sure:
            refuse("{debts} If you mean it: sure:True", debts=debts.told(battle.name(side)))
        await self.hand_over(battle_id, side, user_id, name)
        return await self.battles.get(battle_id)

    async def hand_over(self, battle_id: str, side: str, user_id: int, name: str) -> None:
        """Give a seat to another user; who had it stays as a member of the team while there is room."""
        battle = await self.battles.get(battle_id)
        if battle.status == "open":
            await self.handovers.seat_before(battle, side, user_id)
            return
        async with self.sessions.session(battle_id) as session:
            battle = await self.battles.public(session.row)
            said = str(Text("The {side} are led by {name} from now on.", side=battle.name(side), name=name))
            changes = await self.handovers.seated(session, side, user_id)
            session.game.word("", said, "")
            await self.handovers.commit(session, changes)

    # -- shared -------------------------------------------------------------------------------------------------

    async def _living(self, battle_id: str) -> Battle:
        battle = await self.battles.get(battle_id)
        if battle.status not in ("open", "running"):
            refuse("This battle is over.")
        return battle

    async def _invited(self, battle_id: str) -> dict[str, Any]:
        return dict((await self.database.settings.of(f"battle:{battle_id}")).get(_INVITED, {}))

    def _changed(self, battle_id: str) -> None:
        """The battle in memory is read again: who belongs to it has changed."""
        self.sessions.forget(battle_id)


def _led(battle: Battle, user_id: int) -> str:
    led = battle.led_by(user_id)
    if not led:
        refuse("Only who leads a side does that.")
    return led[0]


def _check_guest(battle: Battle, side: str, guest: int) -> None:
    """Refuse somebody who is on the other side."""
    if any(s != side for s in (*battle.led_by(guest), *(m.side for m in battle.teammates if m.user == guest))):
        refuse("Nobody is on both sides of a battle.")
