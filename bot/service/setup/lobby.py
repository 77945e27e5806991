"""Before and around a battle: creating, joining, starting, moving it elsewhere."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.service.computers.jobs import OPPONENT
from bot.service.model import Battle, Outcome
from bot.service.sessions.battles import Battles
from bot.service.sessions.rules import Rules
from bot.service.sessions.session import Session, dice, header
from bot.service.sessions.sessions import Sessions, anew
from bot.service.setup.agreements import READY, Agreements, both
from bot.service.setup.charts import Charts
from bot.service.setup.guilds import Guilds
from bot.service.setup.scenarios import Scenarios
from bot.service.time import limits
from bot.service.time.pauses import Pauses
from bot.storage import BattleRow, Database, Limits, Seat
from bot.storage.texts import storable
from engine.kernel.chart_pack import fingerprint
from engine.kernel.game import Game
from engine.kernel.system import Option
from engine.kernel.text import refuse
from engine.systems import registry

AGAIN = "again"
"""Setting of a battle that one of its players has made for both: the battle that is played once more."""
REMATCH_OF = "first"
"""Setting of a battle that is a rematch: the battle that is played again."""

PHRASE = 100
"""Longest join phrase, in characters."""

TAKEN = "This channel has a battle already; finish it first, or break it off with /battle abandon."


@dataclass(frozen=True, slots=True)
class Begun:
    """What somebody who presses Begin gets."""

    outcome: Outcome | None
    """None where the battle still waits for others."""
    waits_for: tuple[int, ...] = ()
    """Users who haven't said yet that it may begin."""
    first: bool = True
    """Whether the user hadn't said so before."""


class Lobby:
    """A battle's life, its moves left out."""

    def __init__(
        self,
        database: Database,
        rules: Rules,
        battles: Battles,
        sessions: Sessions,
        agreements: Agreements,
        charts: Charts,
        scenarios: Scenarios,
        guilds: Guilds,
        pauses: Pauses,
    ) -> None:
        self.database = database
        self.rules = rules
        self.battles = battles
        self.sessions = sessions
        self.agreements = agreements
        self.charts = charts
        self.scenarios = scenarios
        self.guilds = guilds
        self.pauses = pauses

    async def create(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        scenario_key: str,
        options: dict[str, bool] | None = None,
        mode: str = "correspondence",
        *,
        charts_of: str | None = None,
        battle_id: str | None = None,
        lesson: bool = False,
        own: dict[str, Any] | None = None,
        called: Callable[[str], str] = str,
    ) -> Battle:
        """A new battle, open for players. Refused where the channel has one that isn't over.

        It is played by the server's chart pack, or by the pack of the battle ``charts_of``. ``battle_id`` is a number
        that was chosen for it beforehand. Its time limits are those the server has settled; a ``lesson`` has none.
        ``own`` is the scenario of a battle that has one made for it alone, ``called`` puts its title into words.
        """
        check_mode(mode)
        await self.agreements.check_unreserved(channel_id, battle_id or "")
        if own is None:
            own = await self.scenarios.document(scenario_key, guild_id, charts_of, lesson=lesson)
        document = await self.charts.applied(own, guild_id, charts_of)
        allowed = [o.key for o in self.rules.system_for(document).options()]
        for case in options or {}:
            if case not in allowed:
                refuse(
                    "{case} is no optional rule of this battle; it has {rules}.", case=case, rules=", ".join(allowed)
                )
        row = BattleRow(
            id=battle_id or secrets.token_hex(4),
            guild=guild_id,
            channel=channel_id,
            creator=user_id,
            scenario_key=scenario_key,
            title=called(document.get("title", scenario_key)),
            options=dict(options or {}),
            mode=mode,
            status="open",
            outcome="",
            created=self.sessions.clock(),
            # Made now, so that s_0 is out before anybody has named a phrase or pressed a button.
            seed=secrets.token_bytes(32),
            next_roll=1,
            trail_seq=0,
            trail_head="",
            published=0,
            request=None,
            limits=Limits() if lesson else (await self.guilds.settings(guild_id)).limits,
            notice="",
        )
        if not await self.database.battles.add(row, document):
            refuse(TAKEN)
        return await self.battles.public(row)

    async def options(self, scenario_key: str, guild_id: int = 0) -> Sequence[Option]:
        """What may be switched on as a battle of this scenario is created."""
        return self.rules.system_for(await self.scenarios.document(scenario_key, guild_id)).options()

    async def chosen(self, battle_id: str) -> list[Option]:
        """What was switched on as the battle was created."""
        battle, system = await self.battles.get(battle_id), await self.sessions.system(battle_id)
        return [o for o in system.options() if battle.row.options.get(o.key)]

    # -- seats --------------------------------------------------------------------------------------------------

    @anew
    async def join(self, battle_id: str, user_id: int, side: str, phrase: str = "") -> Battle:
        """Take a side. The phrase goes into every roll, so that nobody can have arranged the dice."""
        await self.agreements.check_seats_free(battle_id)
        return await self.take_seat(battle_id, user_id, side, phrase)

    async def take_seat(self, battle_id: str, user_id: int, side: str, phrase: str = "") -> Battle:
        async with self.sessions.locks[battle_id]:
            battle = await self.battles.get(battle_id)
            if battle.status != "open":
                refuse("This battle has begun.")
            if side not in dict(battle.sides):
                refuse("The sides are {sides}.", sides=" and ".join(n for _, n in battle.sides))
            phrase = checked_phrase(phrase)
            seat = Seat(side, user_id, phrase or secrets.token_hex(8))
            if not await self.database.battles.take_seat(battle_id, seat, self.sessions.clock(), battle.row.version):
                refuse("The {side} have a player already.", side=battle.name(side))
            return await self.battles.get(battle_id)

    @anew
    async def leave(self, battle_id: str, user_id: int) -> Battle:
        """Give up one's side before the battle."""
        if (await self.battles.get(battle_id)).led_by(user_id):
            await self.agreements.check_seats_free(battle_id)
        async with self.sessions.locks[battle_id]:
            battle = await self.battles.get(battle_id)
            if battle.status != "open":
                refuse("The battle has begun: resign instead.")
            if not battle.led_by(user_id):
                refuse("You have no side in this battle.")
            await self.database.battles.leave_seats(battle_id, battle.led_by(user_id), battle.row.version)
            # What was asked of somebody, or by somebody, who isn't here any more.
            await self.database.battles.update(battle_id, request=None)
            await self.agreements.not_ready(battle_id)
            return await self.battles.get(battle_id)

    # -- beginning and end --------------------------------------------------------------------------------------

    async def begin(self, battle_id: str, user_id: int, entropy: int | str) -> Begun:
        """Begin, or say that it may: a battle on agreed terms begins when those who lead its sides have all said so.

        A computer player needn't say so.
        """
        async with self.sessions.locks[f"{READY}:{battle_id}"]:
            battle = await self.battles.get(battle_id)
            # A rematch was made by one of its players alone.
            agreed = await self.agreements.of(battle_id) is not None or await self._asked_for_by_one(battle_id)
            if battle.status != "open" or not agreed or not both(battle):
                return Begun(await self.start(battle_id, user_id, entropy))
            led = battle.led_by(user_id)
            if not led:
                refuse("Only its players begin this battle, each for a side.")
            said = await self.agreements.ready(battle_id)
            computer = (await self.database.settings.of(f"battle:{battle_id}", OPPONENT)).get(OPPONENT)
            ready = (*said, *led, *(battle.led_by(computer["user"]) if computer is not None else ()))
            waiting = [s for s, _ in battle.sides if s not in ready]
            if waiting:
                known = sorted({*said, *led})
                await self.database.settings.put(f"battle:{battle_id}", READY, known)
                users = tuple(u for s in waiting if (u := battle.player(s)) is not None)
                return Begun(None, users, first=not set(led) <= set(said))
            outcome = await self.start(battle_id, user_id, entropy)
            await self.agreements.not_ready(battle_id)
            return Begun(outcome)

    async def _asked_for_by_one(self, battle_id: str) -> bool:
        """Whether one player alone has made this battle for both; see :mod:`bot.service.results.rematches`."""
        known = await self.database.settings.of(f"battle:{battle_id}", REMATCH_OF, AGAIN)
        return REMATCH_OF in known or AGAIN in known

    @anew
    async def start(self, battle_id: str, user_id: int, entropy: int | str) -> Outcome:
        """Begin: run to the first decision."""
        async with self.sessions.locks[battle_id]:
            battle = await self.battles.get(battle_id)
            if battle.status != "open":
                refuse("This battle has begun.")
            if user_id != battle.creator and not battle.sides_of(user_id):
                refuse("Only its players or its creator start a battle.")
            free = [name for side, name in battle.sides if battle.player(side) is None]
            if free:
                refuse("Nobody plays the {sides} yet.", sides=" and ".join(free))
            system = self.rules.bound(await self.database.battles.scenario(battle_id))
            state = registry.initial_state(system, battle.row.options)
            charts = registry.chart_list(system, state)
            row = replace(battle.row, status="running", charts=fingerprint(charts) if charts else "")
            row = replace(row, trail_head=header(row).genesis)
            snowflake = str(entropy)
            about = {"battle": row.id, "scenario": row.scenario_key, "options": row.options}
            if row.charts:
                about["charts"] = row.charts
            game = Game[Any].start(system, state, dice(row, row.next_roll, snowflake), about)
            session = Session(row, game, policies=await self.database.policies.of(battle_id))
            session.untimed = self.sessions.untimed or battle.is_lesson
            session.record(0, snowflake)
            outcome = Outcome(battle_id, battle.sides_of(user_id))
            await session.carry_on(outcome, snowflake)
            values: dict[str, Any] = {"status": "finished" if game.over else "running", "charts": row.charts}
            await self.sessions.commit(session, outcome, values)
            self.sessions.remember(session)
            return outcome

    async def move(self, battle_id: str, channel_id: int) -> Battle:
        """Move the battle to another channel. Clocks that stood, since its channel was gone, go on."""
        await self.agreements.check_unreserved(channel_id, battle_id)
        async with self.sessions.locks[battle_id]:
            await self.battles.get(battle_id)
            if not await self.database.battles.update(battle_id, channel=channel_id):
                refuse("That channel has a battle already.")
            self.sessions.forget(battle_id)
        await self.pauses.go_on(battle_id)
        return await self.battles.get(battle_id)


def checked_phrase(text: str) -> str:
    """A phrase for the dice, its spaces put in order. Refused where it is too long, or can't be kept."""
    if not storable(text):
        refuse("A phrase is made of characters; there is something in that which is none. Please write another.")
    phrase = " ".join(text.split())
    if len(phrase) > PHRASE:
        refuse("A phrase has at most {n:character|characters}.", n=PHRASE)
    return phrase


def check_mode(mode: str) -> None:
    if mode not in limits.MODES:
        refuse("A battle is played live or by correspondence.")
