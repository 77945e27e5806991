"""Leagues and cups: calling them, taking part, beginning, withdrawing, and what referees decide."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import asdict, replace
from typing import Any

from bot.service.competitions import pairings, progress, standstill, swiss
from bot.service.competitions.agreed_battles import AgreedBattles, Terms
from bot.service.competitions.broken_off import BrokenOff
from bot.service.model import AWARDED, Battle, withdrawn
from bot.service.play.endings import RESIGNED, Endings
from bot.service.records import files
from bot.service.results.results import Results
from bot.service.sessions.battles import Battles
from bot.service.sessions.rules import Rules
from bot.service.sessions.sessions import Sessions
from bot.service.setup.guilds import Guilds
from bot.service.setup.scenarios import Scenarios
from bot.storage import Database, Limits
from bot.storage.answerable import WITHDRAWN
from bot.storage.competitions import (
    ABANDONED,
    CUP,
    FINISHED,
    LEAGUE,
    OPEN,
    RUNNING,
    SWISS,
    TOLD,
    Competition,
    Entrant,
    Fixture,
)
from engine.kernel.text import refuse

KINDS = (LEAGUE, CUP, SWISS)

LARGEST = {LEAGUE: 32, CUP: 64, SWISS: 64}
"""Most entrants."""

MOST = 20
"""Leagues and cups of one server that aren't over."""

NOBODY_IN_PARTICULAR = 0
"""Who ends the battle of a match that needs none any more."""

BROKEN_OFF = "broken-off"
"""Setting of an event that was broken off, until all are told: by whom, and who has been told so far."""
SHOWN = "shown"
"""Setting of an event: digest of what its message shows."""

DECISIONS = "decisions"
"""Setting of an event: how often matches were decided that are still to be told."""

NAME, REASON = 100, 200
"""Longest name and reason, in characters."""

SCENARIOS, CYCLES, ROUNDS = 8, 4, 12
DAYS = (1, 90)
"""Fewest and most days for a round."""


class Competitions:
    """Leagues and cups. One of another server is as good as none."""

    def __init__(
        self,
        database: Database,
        rules: Rules,
        battles: Battles,
        sessions: Sessions,
        guilds: Guilds,
        agreed_battles: AgreedBattles,
        results: Results,
        scenarios: Scenarios,
        endings: Endings,
    ) -> None:
        self.database = database
        self.rules = rules
        self.battles = battles
        self.sessions = sessions
        self.guilds = guilds
        self.agreed_battles = agreed_battles
        self.results = results
        self.scenarios = scenarios
        self.endings = endings

    async def create(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        name: str,
        kind: str,
        scenarios: Sequence[str],
        *,
        mode: str = "correspondence",
        rules: Collection[str] = (),
        limits: Limits | None = None,
        both: bool = False,
        cycles: int = 1,
        days: float = 14,
        third: bool = False,
        channels: Sequence[int] = (),
        rounds: int = 0,
        forum: int = 0,
    ) -> Competition:
        """Call a league, a cup or Swiss rounds: open for entrants, still to be posted.

        ``rounds``: of Swiss rounds; 0 for as many as the entrants need.
        """
        name = files.one_line(name)
        if not 1 <= len(name) <= NAME:
            refuse("A name has 1 to {n:character|characters}.", n=NAME)
        if kind not in KINDS:
            refuse("It is a league, a cup or Swiss rounds.")
        keys = tuple(dict.fromkeys(scenarios))
        if not 1 <= len(keys) <= SCENARIOS:
            refuse("Name one to {n:battle|battles}.", n=SCENARIOS)
        if not 1 <= cycles <= CYCLES or (kind != LEAGUE and cycles > 1):
            refuse("In a league everybody meets everybody 1 to {n:time|times}; in a cup, who loses is out.", n=CYCLES)
        if rounds and kind != SWISS:
            refuse("Only Swiss rounds are counted beforehand; elsewhere the number of players gives them.")
        if not 0 <= rounds <= ROUNDS:
            refuse("Swiss rounds are 1 to {n}.", n=ROUNDS)
        if both and kind == SWISS:
            refuse("In Swiss rounds a match is one battle.")
        if third and kind != CUP:
            refuse("Only a cup has a match for the third place.")
        if not DAYS[0] <= days <= DAYS[1]:
            refuse("A round takes {least} to {most:day|days}.", least=DAYS[0], most=DAYS[1])
        chosen = tuple(dict.fromkeys(rules))
        agreed = limits or (await self.guilds.settings(guild_id)).limits
        titles = [
            (await self.agreed_battles.check_terms(Terms(key, mode, chosen, agreed), guild_id))[0] for key in keys
        ]
        event = Competition(
            id=secrets.token_hex(4),
            guild=guild_id,
            channel=channel_id,
            message=None,
            creator=user_id,
            name=name,
            kind=kind,
            status=OPEN,
            created=self.sessions.clock(),
            scenarios=keys,
            titles=tuple(titles),
            mode=mode,
            both=both,
            cycles=cycles,
            days=float(days),
            rules=chosen,
            limits=agreed,
            third=third,
            channels=tuple(dict.fromkeys(channels)),
            rounds=rounds,
            forum=forum,
        )
        async with self.sessions.locks[f"events:{guild_id}"]:
            await self.check_apart(event)
            if not await self.database.competitions.add(event, MOST):
                refuse("{n} leagues and cups are going on in this server already.", n=MOST)
        return event

    async def check_apart(self, event: Competition) -> None:
        """Refuse a name, or channels, that another league or cup has which isn't over: nobody could tell them apart."""
        for other in await self.of_guild(event.guild):
            if other.status not in (OPEN, RUNNING) or other.id == event.id:
                continue
            if other.name.casefold() == event.name.casefold():
                refuse("There is a “{name}” here that isn't over; please choose another name.", name=other.name)
            if set(other.channels) & set(event.channels):
                refuse("“{name}” has one of these channels for its battles; please name others.", name=other.name)

    # -- looking at them ----------------------------------------------------------------------------------------

    async def get(self, event_id: str, guild_id: int | None = None) -> Competition:
        """A league or cup; one of this server, where one is named."""
        found = await self.database.competitions.get(event_id)
        if found is None or guild_id not in (None, found.guild):
            refuse("There is no such league or cup.")
        return found

    async def of_guild(self, guild_id: int) -> list[Competition]:
        """The leagues and cups of a server, the newest first."""
        return await self.database.competitions.of(guild_id)

    async def entrants(self, event_id: str) -> list[Entrant]:
        """Who takes part, in the order in which they joined."""
        return await self.database.competitions.entrants(event_id)

    async def fixtures(self, event_id: str) -> list[Fixture]:
        """All matches, by number; none before it begins."""
        return await self.database.competitions.fixtures(event_id)

    async def unsettled(self) -> list[Competition]:
        """Those that go on, or of which something is still to be told."""
        return await self.database.competitions.unsettled()

    async def set_message(self, event_id: str, message: int) -> None:
        """The message that shows it."""
        await self.database.competitions.set_message(event_id, message)

    async def told(self, event_id: str) -> None:
        """It is over, and everything has been told."""
        await self.database.settings.put(_owner(event_id), TOLD, True)

    async def know_entrant(self, event_id: str, user_id: int, name: str, *, gone: bool = False) -> None:
        """What an entrant is called in the server, or that they have left it."""
        await self.database.competitions.know(event_id, user_id, name, self.sessions.clock() if gone else None)

    # -- taking part --------------------------------------------------------------------------------------------

    async def join(self, event_id: str, guild_id: int, user_id: int) -> Competition:
        async with self.lock(event_id):
            event = await self.get(event_id, guild_id)
            check_open(event)
            if len(await self.entrants(event_id)) >= LARGEST[event.kind]:
                refuse("“{name}” is full: it takes {n:player|players}.", name=event.name, n=LARGEST[event.kind])
            if not await self.database.competitions.join(event_id, user_id, self.sessions.clock()):
                refuse("You take part in “{name}” already.", name=event.name)
            return event

    async def leave(self, event_id: str, guild_id: int, user_id: int) -> Competition:
        """Not to take part after all, before it begins."""
        async with self.lock(event_id):
            event = await self.get(event_id, guild_id)
            if user_id not in {e.user for e in await self.entrants(event_id)}:
                refuse("You don't take part in “{name}”.", name=event.name)
            if event.status == RUNNING:
                refuse("“{name}” has begun: /event withdraw takes you out of it.", name=event.name)
            check_open(event)
            await self.database.competitions.leave(event_id, user_id)
            return event

    async def withdraw(self, event_id: str, guild_id: int, user_id: int, by: str = "", reason: str = "") -> Competition:
        """Take a player out of an event that has begun: what they haven't played is won by their opponents.

        ``by``: name of the referee who does it, for a ``reason``; "" for the player.
        """
        said = checked_reason(reason) if by else ""
        async with self.lock(event_id):
            event = await self.get(event_id, guild_id)
            await self.check_withdraw(event, user_id, referee=bool(by))
            fixtures = await self.fixtures(event_id)
            return await self.follow(event, fixtures, withdrawn=user_id, by=by[:100], reason=said)

    async def check_withdraw(self, event: Competition, user_id: int, *, referee: bool = False) -> None:
        """Refuse to take out who doesn't go on in an event. ``referee``: whether one asks for somebody else."""
        found = next((e for e in await self.entrants(event.id) if e.user == user_id), None)
        if found is None:
            refuse("They take no part in “{name}”." if referee else "You don't take part in “{name}”.", name=event.name)
        if event.status == OPEN:
            refuse("“{name}” hasn't begun: /event leave does it.", name=event.name)
        _check_running(event)
        if found.withdrawn:
            refuse(
                "They have withdrawn from “{name}” already."
                if referee
                else "You have withdrawn from “{name}” already.",
                name=event.name,
            )

    # -- beginning and end --------------------------------------------------------------------------------------

    async def start(self, event_id: str, guild_id: int, entropy: int | str) -> Competition:
        """Begin with those who take part. ``entropy`` is what their order is drawn from, with the event's number.

        In a cup those come first who have a place in the ranking of the first scenario's game.
        """
        async with self.lock(event_id):
            event = await self.get(event_id, guild_id)
            check_open(event)
            users = [e.user for e in await self.entrants(event_id)]
            if len(users) < 2:
                refuse("It takes two players at least.")
            seed = f"{event.id}|{entropy}"
            order, ranked = pairings.drawn(users, seed), 0
            if event.kind != LEAGUE:
                system = self.rules.system_for(await self.scenarios.document(event.scenarios[0], guild_id)).id
                book = await self.results.ratings(guild_id, system)
                placed = sorted((p, order.index(u)) for u in order if (p := book.place(u)) is not None)
                first = [order[n] for _, n in placed]
                order, ranked = [*first, *(u for u in order if u not in first)], len(first)
            rounds = event.rounds
            if event.kind == SWISS:
                rounds = min(rounds or swiss.rounds_for(len(users)), swiss.most_rounds(len(users)))
            begun = replace(event, status=RUNNING, seed=seed, order=tuple(order), ranked=ranked, rounds=rounds)
            return await self.follow(begun, progress.fixtures_of(begun))

    async def abandon(self, event_id: str, guild_id: int, by: str) -> Competition:
        """Break it off, as a referee called ``by``. Battles that have begun may be played on.

        Those concerned are still to be told: :meth:`untold_end`.
        """
        async with self.lock(event_id):
            event = await self.get(event_id, guild_id)
            if event.status not in (OPEN, RUNNING):
                refuse("“{name}” is over.", name=event.name)
            ended = replace(event, status=ABANDONED)
            # First: from the next step on it is broken off, and whoever finds it so has to tell.
            await self.database.settings.put(_owner(event_id), BROKEN_OFF, asdict(BrokenOff(by[:100])))
            await self.database.competitions.save(ended)
            await self.free_battles(event_id)
            return ended

    async def free_battles(self, event_id: str) -> None:
        """Nobody waits any more for battles of it that haven't begun."""
        for f in await self.fixtures(event_id):
            await self._free_battle(f)

    async def untold_end(self, event: Competition) -> BrokenOff | None:
        """Of an event that was broken off, what is still to be told about it; None where everything was."""
        known = (await self.database.settings.of(_owner(event.id), BROKEN_OFF)).get(BROKEN_OFF)
        if event.status != ABANDONED or known is None:
            return None
        return BrokenOff(known["by"], known["called"], tuple(known["places"]))

    async def end_told(self, event: Competition, told: BrokenOff | None) -> None:
        """So much has been told about an event that was broken off; None for everything."""
        await self.database.settings.put(_owner(event.id), BROKEN_OFF, asdict(told) if told is not None else None)

    async def award(
        self, event_id: str, guild_id: int, n: int, winner: int, name: str, reason: str
    ) -> tuple[Competition, Fixture]:
        """Decide a match as a referee called ``name``: for one of its players, or 0 for a draw in a league.

        In a league a match that is decided may be decided otherwise; in a cup others rest on it.
        """
        async with self.lock(event_id):
            event = await self.get(event_id, guild_id)
            _check_running(event)
            fixtures = await self.fixtures(event_id)
            found = next((f for f in fixtures if f.n == n), None)
            if found is None:
                refuse("There is no match with that number; /event fixtures tells them.")
            if len(found.players) < 2:
                refuse("Its players aren't known yet.")
            if found.decided and event.kind == CUP:
                refuse("That match is decided; /referee event reopen takes that back while the cup hasn't gone on.")
            if winner not in (*found.players, *([0] if event.kind != CUP else [])):
                refuse("The winner is one of its players." if event.kind == CUP else "One of its players, or a draw.")
            said = checked_reason(reason)
            awarded = replace(found, winner=winner, how=progress.AWARD, by=name[:100], reason=said, untold=True)
            event = await self.follow(event, [awarded if f.n == n else f for f in fixtures])
            return event, awarded

    # -- going on -----------------------------------------------------------------------------------------------

    async def go_on(self, event_id: str) -> Competition:
        """Let follow what follows by itself, from results and from time."""
        async with self.lock(event_id):
            event = await self.get(event_id)
            return await self.follow(event, await self.fixtures(event_id)) if event.status == RUNNING else event

    async def follow(
        self,
        event: Competition,
        fixtures: Sequence[Fixture],
        withdrawn: int | None = None,
        by: str = "",
        reason: str = "",
        returned: int | None = None,
    ) -> Competition:
        """Store an event with these matches and all that follows from them, in one step.

        ``withdrawn`` goes on no longer, taken out ``by`` a referee for a ``reason``, or by themselves; ``returned``
        goes on again.
        """
        gone = {e.user for e in await self.entrants(event.id) if e.withdrawn or e.user == withdrawn} - {returned}
        fixtures = await standstill.made_up(self.database, event, fixtures, self.sessions.clock())
        after = progress.proceed(event, fixtures, gone, self.sessions.clock())
        if progress.over(event, after, gone):
            event = replace(event, status=FINISHED, winners=progress.winners(event, after, gone))
        before = {f.n: f for f in await self.fixtures(event.id)}
        if withdrawn is not None and by:
            after = [
                replace(f, by=by, reason=reason) if withdrawn in f.players and f.untold and before.get(f.n) != f else f
                for f in after
            ]
        changed = [f for f in after if before.get(f.n) != f]
        going = {u: u == withdrawn for u in (withdrawn, returned) if u is not None}
        if changed or going or event != await self.database.competitions.get(event.id):
            await self.database.competitions.save(event, changed, going)
        if any(f.decided and f.untold for f in changed):
            await self.database.settings.put(_owner(event.id), DECISIONS, await self.decisions(event.id) + 1)
        for f in changed:
            if f.decided:
                await self.drop_battle(f)
        return event

    async def decisions(self, event_id: str) -> int:
        """How often matches of an event were decided: what is told of one tells it from the same told before."""
        return (await self.database.settings.of(_owner(event_id))).get(DECISIONS, 0)

    async def drop_battle(self, f: Fixture) -> None:
        """End the battle of a match that was decided without it. May be repeated.

        Who has withdrawn has given up a battle that has begun; one that a referee decides is broken off.
        """
        row = await self.database.battles.get(f.battle) if f.battle is not None else None
        if row is None or row.status not in ("open", "running"):
            return
        if row.status == "open":
            await self.endings.abandon(row.id, NOBODY_IN_PARTICULAR, referee=True)
            return
        battle = await self.battles.public(row)
        loser = f.other(f.winner) if f.winner else None
        lost = next((s for s, u in owners(battle, f).items() if u == loser), None)
        async with self.sessions.session(battle.id) as session:
            if session.row.status != "running":
                return
            if f.how == progress.FORFEIT and lost is not None and loser is not None:
                said = withdrawn(battle, lost)
                await self.endings.end(session, "finished", said, {RESIGNED: lost}, blames=((lost, WITHDRAWN, loser),))
                return
            await self.endings.end(session, "abandoned", AWARDED)

    async def _free_battle(self, f: Fixture) -> None:
        """Nobody waits any more for a battle that hasn't begun; one that has begun may be played on."""
        row = await self.database.battles.get(f.battle) if f.battle is not None else None
        if row is not None and row.status == "open":
            await self.endings.abandon(row.id, NOBODY_IN_PARTICULAR, referee=True)

    def lock(self, event_id: str) -> Any:
        return self.sessions.locks[_owner(event_id)]


def owners(battle: Battle, f: Fixture) -> dict[str, int]:
    """Whom each side of a match's battle counts for. A substitute plays for the player whose side they lead."""
    one, other = (s for s, _ in battle.sides)
    found = dict(zip((other, one) if len(f.legs) % 2 else (one, other), f.players, strict=True))
    seated = {s.side: s.user for s in battle.seats if s.user in f.players}
    if seated:
        # Who has bid for a side plays it, whatever the match had meant them to.
        side, user = next(iter(seated.items()))
        rest = next(s for s in (one, other) if s != side)
        found = {side: user, rest: f.other(user) or 0}
    return found


def checked_reason(reason: str) -> str:
    """Why a referee does something, in one line. Refused where there is none, or too much of it."""
    said = files.one_line(reason)
    if not 1 <= len(said) <= REASON:
        refuse("Say why, in at most {n:character|characters}: everybody reads it.", n=REASON)
    return said


def _owner(event_id: str) -> str:
    return f"event:{event_id}"


def check_open(event: Competition) -> None:
    if event.status == RUNNING:
        refuse("“{name}” has begun.", name=event.name)
    if event.status != OPEN:
        refuse("“{name}” is over.", name=event.name)


def _check_running(event: Competition) -> None:
    if event.status == OPEN:
        refuse("“{name}” hasn't begun.", name=event.name)
    if event.status != RUNNING:
        refuse("“{name}” is over.", name=event.name)
