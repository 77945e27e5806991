"""Playing a battle twice, changing sides: whose armies fared better in all wins.

What counts are the points that lose a battle, Rout Points or what a system has in their place (Cataphract C-1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.service.computers import seats
from bot.service.computers.jobs import OPPONENT
from bot.service.field_battles.links import FIELD_OF
from bot.service.model import Battle
from bot.service.play.endings import RESIGNED, TIMED_OUT
from bot.service.sessions.battles import Battles
from bot.service.sessions.sessions import Sessions
from bot.service.setup.agreements import READY
from bot.service.setup.lobby import AGAIN, REMATCH_OF, Lobby
from bot.service.time.timekeeping import Timekeeping
from bot.storage import Database
from bot.storage.results import FORGOTTEN
from engine.kernel.text import refuse

FIRST, SECOND = REMATCH_OF, "rematch"
"""Settings by which the two battles know each other: under the second, and under the first."""


@dataclass(frozen=True, slots=True)
class Round:
    """One of the two battles."""

    battle: Battle
    points: dict[str, int]
    """Points that lose the battle, by side; empty before it has begun."""
    players: dict[str, int]
    """Users by side; see :meth:`Rematches.players`."""
    points_name: str = ""
    """What the system calls them; "" before it has begun."""

    def lead(self, user: int) -> int:
        """By how many points the user's enemy is worse off."""
        return sum((-1 if u == user else 1) * self.points.get(side, 0) for side, u in self.players.items())


@dataclass(frozen=True, slots=True)
class Match:
    """A battle and its rematch."""

    rounds: tuple[Round, ...]

    @property
    def over(self) -> bool:
        return len(self.rounds) == 2 and all(r.battle.status == "finished" for r in self.rounds)

    @property
    def players(self) -> tuple[int, ...]:
        """In the order of the sides of the first battle."""
        first = self.rounds[0]
        return tuple(first.players[side] for side, _ in first.battle.sides if side in first.players)

    def lead(self, user: int) -> int:
        """By how many points the user leads in all."""
        return sum(r.lead(user) for r in self.rounds)


class Rematches:
    """Battles that are played again."""

    def __init__(
        self, database: Database, battles: Battles, sessions: Sessions, lobby: Lobby, timekeeping: Timekeeping
    ) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions
        self.lobby = lobby
        self.timekeeping = timekeeping

    async def make(self, battle_id: str, user_id: int) -> Battle:
        """The same battle again, in the same channel and on the same terms, each player on the other's side.

        It is open: players may leave and join with a phrase of their own before it begins. Who has bid for sides
        doesn't bid again.
        """
        first = await self._over(battle_id, user_id)
        players = await self.players(first)
        if len({u for u in players.values() if u != FORGOTTEN}) < 2:
            refuse("A rematch wants two players: they change sides.")
        known = await self.database.settings.of(_owner(battle_id))
        if FIRST in known:
            refuse("This was the rematch; a new battle is made with /battle create.")
        made = await self.battles.get(known[SECOND]) if SECOND in known else None
        if made is not None and made.status == "open":
            refuse("The rematch is made already: [Begin], or /battle start, begins it.")
        if made is not None and made.status != "abandoned":
            refuse("The rematch is made already.")
        one, other = players
        return await self._made(first, user_id, {other: players[one], one: players[other]}, FIRST)

    async def again(self, battle_id: str, user_id: int) -> Battle:
        """The same battle once more, each player on the side they had: a battle by itself, else as a rematch."""
        first = await self._over(battle_id, user_id)
        players = await self.players(first)
        if FORGOTTEN in players.values():
            refuse("One of its players isn't known any more; a new battle is made with /battle create.")
        return await self._made(first, user_id, players, AGAIN)

    async def players(self, battle: Battle) -> dict[str, int]:
        """Who plays a battle, by side: for whom a computer stands in, not the computer."""
        return seats.players(battle, await self._computer(battle.id))

    async def _computer(self, battle_id: str) -> seats.Seated | None:
        return (await self.database.settings.of(_owner(battle_id), OPPONENT)).get(OPPONENT)

    async def _over(self, battle_id: str, user_id: int) -> Battle:
        """A battle that somebody may play again. Raises Refusal for any other."""
        first = await self.battles.get(battle_id)
        if user_id not in (await self.players(first)).values():
            refuse("Only its players play a battle again.")
        if first.status == "abandoned":
            refuse("This battle was broken off; a new one is made with /battle create.")
        if first.status != "finished":
            refuse("This battle isn't over yet. Give /battle rematch when it is.")
        if FIELD_OF in await self.database.settings.of(_owner(battle_id)):
            refuse("It was fought for a campaign, which goes on: it isn't played again.")
        return first

    async def _made(self, first: Battle, user_id: int, players: Mapping[str, int], key: str) -> Battle:
        """A battle like the first one, these users seated by side; ``key`` is the setting under which it knows it.

        Each step leaves a battle that can be begun or broken off, should the next not be taken: what links the two and
        who plays by itself is stored before any seat is taken.
        """
        options = {o.key: True for o in await self.lobby.chosen(first.id) if not o.seats}
        made = await self.lobby.create(
            first.guild, first.channel, user_id, first.row.scenario_key, options, first.mode, charts_of=first.id
        )
        if key == FIRST:
            await self.database.settings.put(_owner(first.id), SECOND, made.id)
        await self.database.settings.put(_owner(made.id), key, first.id)
        computer = await self._computer(first.id)
        if seats.is_opponent(computer):
            await self.database.settings.put(_owner(made.id), OPPONENT, computer)
        agreed = first.limits
        await self.timekeeping.set_limits(made.id, user_id, agreed.seconds, agreed.quiet, agreed.bank, agreed.bonus)
        # Who asks for it sits down last, and can do so by hand where something comes between.
        for side, user in sorted(players.items(), key=lambda seat: seat[1] == user_id):
            made = await self.lobby.join(made.id, user, side)
        # Who asks for it needs no second word; the opponent hasn't been asked yet.
        await self.database.settings.put(_owner(made.id), READY, list(made.led_by(user_id)))
        return made

    async def match(self, battle_id: str) -> Match | None:
        """The pair of battles this one belongs to; None when it is a battle by itself."""
        known = await self.database.settings.of(_owner(battle_id))
        if FIRST in known:
            ids = [known[FIRST], battle_id]
        elif SECOND in known:
            ids = [battle_id, known[SECOND]]
        else:
            return None
        return Match(tuple([await self._round(i) for i in ids]))

    async def _round(self, battle_id: str) -> Round:
        battle = await self.battles.get(battle_id)
        players = await self.players(battle)
        if not battle.begun:
            return Round(battle, {}, players)
        async with self.sessions.session(battle_id) as session:
            table = session.game.view()
        known = await self.database.settings.of(_owner(battle_id))
        resigned = known.get(RESIGNED, known.get(TIMED_OUT))
        points = {s.id: s.points for s in table.sides}
        for s in table.sides:
            # Nobody keeps losses low by giving up: an army that is given up has withdrawn.
            if s.id == resigned and s.limit is not None:
                points[s.id] = max(s.points, s.limit)
        return Round(battle, points, players, table.sides[0].points_name)


def _owner(battle_id: str) -> str:
    return f"battle:{battle_id}"
