"""What a referee who takes part asks for in their own cause: another referee decides it, or the other side agrees."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace

from bot.service.competitions import progress
from bot.service.competitions.competitions import Competitions
from bot.storage import Database
from bot.storage.competition_store import MOTIONS
from bot.storage.competitions import CUP, FINISHED, OPEN, RUNNING, Competition, Fixture
from engine.kernel.text import refuse

AWARD, EXTEND, REOPEN, WITHDRAW, REPLACE, RETURN = "award", "extend", "reopen", "withdraw", "replace", "return"
"""What may be asked for."""

FOUGHT = (progress.BATTLE, progress.POINTS, progress.LOT)
"""How a match is decided that was played."""

AGAIN = 600.0
"""Seconds after which the same may be asked once more, in the place of what was asked: its message may be gone."""


@dataclass(frozen=True, slots=True)
class Motion:
    """What somebody asks for; what it doesn't need is left as it is."""

    act: str
    by: int
    by_name: str
    reason: str = ""
    n: int = 0
    """Number of the match it is about."""
    winner: int = 0
    days: float = 0.0
    player: int = 0
    """Whose place in the event it is about."""
    new: int = 0
    """Who is to have that place."""
    decided: bool = False
    """Whether its match was decided as it was asked: then that is what it is about."""
    parties: tuple[int, ...] = ()
    """Who may agree, besides another referee: the other player of the match, or whose place it is about."""
    at: float = 0.0
    """When it was asked, in seconds since 1970."""
    channel: int = 0
    message: int = 0
    """Where the buttons are; 0 while they aren't known to be anywhere."""


class Motions:
    """Keeps what is asked for until it is decided."""

    def __init__(self, database: Database, competitions: Competitions) -> None:
        self.database = database
        self.competitions = competitions

    async def partial(self, event: Competition, user: int, *, n: int = 0, player: int = 0) -> bool:
        """Whether a user would decide in their own cause: on match ``n``, or on the place of ``player``.

        On a match decide neither of its players, nor in a cup who is to meet one of them next; on a place nobody who
        still competes with it, nor who has it; nor when the event is over, which goes on where somebody comes back.
        """
        if event.status in (RUNNING, FINISHED) and player:
            entrants = await self.competitions.entrants(event.id)
            return user == player or any(e.user == user and not e.withdrawn for e in entrants)
        if not n:
            return False
        fixtures = await self.competitions.fixtures(event.id)
        found = next((f for f in fixtures if f.n == n), None)
        return found is not None and any(user in holders(event, f) for f in [found, *_beside(event, found, fixtures)])

    async def parties(self, event: Competition, motion: Motion) -> tuple[int, ...]:
        """Who may agree to what is asked, besides another referee."""
        if motion.player:
            wanted: Collection[int] = (motion.player,)
        else:
            found = next((f for f in await self.competitions.fixtures(event.id) if f.n == motion.n), None)
            wanted = holders(event, found) if found is not None else ()
            if motion.by not in wanted:
                return ()  # of the two who meet neither speaks for the other
        return tuple(u for u in wanted if u > 0 and u != motion.by)

    async def decided(self, event: Competition, n: int) -> bool:
        """Whether a match is decided; False for none."""
        return any(f.n == n and f.decided for f in await self.competitions.fixtures(event.id))

    async def ask(self, event_id: str, motion: Motion) -> str:
        """Keep it; its number. Refused where the same is asked already."""
        async with self.competitions.lock(event_id):
            known, now = await self._known(event_id), self.competitions.sessions.clock()
            for number, other in known.items():
                same = (other.act, other.n, other.player) == (motion.act, motion.n, motion.player)
                if same and now - other.at < AGAIN:
                    refuse("That is asked already, and not decided yet.")
                if same:
                    known = {k: v for k, v in known.items() if k != number}
            number = secrets.token_hex(4)
            await self._keep(event_id, {**known, number: motion})
            return number

    async def placed(self, event_id: str, number: str, channel: int, message: int) -> None:
        """Its buttons stand on a message."""
        async with self.competitions.lock(event_id):
            known = await self._known(event_id)
            if number in known:
                known[number] = replace(known[number], channel=channel, message=message)
                await self._keep(event_id, known)

    async def overtaken(self, event: Competition) -> Mapping[str, Motion]:
        """What is asked under which number, and nothing can come of any more: it is done, or the event is over."""
        known = await self._known(event.id)
        if not known:
            return {}
        fixtures = {f.n: f for f in await self.competitions.fixtures(event.id)}
        withdrawn = {e.user: e.withdrawn for e in await self.competitions.entrants(event.id)}

        def moot(m: Motion) -> bool:
            f, out = fixtures.get(m.n), withdrawn.get(m.player)
            return {
                EXTEND: f is not None and not f.playable,
                REOPEN: f is not None and not f.decided,
                # In a league it may be decided anew; but what was fought since isn't what was asked about, nor who has
                # won it already.
                AWARD: f is not None
                and f.decided
                and (event.kind == CUP or (f.how in FOUGHT and not m.decided) or (f.winner or 0) == m.winner > 0),
                WITHDRAW: out is not False,
                RETURN: out is not True,
                REPLACE: out is None,
            }[m.act]

        states = {REOPEN: (RUNNING, FINISHED), RETURN: (RUNNING, FINISHED), REPLACE: (OPEN, RUNNING)}
        return {k: m for k, m in known.items() if event.status not in states.get(m.act, (RUNNING,)) or moot(m)}

    async def handed_on(self, event: Competition) -> Mapping[str, Motion]:
        """What is asked under which number, as it is to be asked now: of others, who have a place since it was put."""
        found = {k: replace(m, parties=await self.parties(event, m)) for k, m in (await self._known(event.id)).items()}
        known = await self._known(event.id)
        return {k: m for k, m in found.items() if m.message and m.parties != known[k].parties}

    async def put_to(self, event_id: str, number: str, motion: Motion) -> None:
        """It is asked of others, in another message."""
        async with self.competitions.lock(event_id):
            known = await self._known(event_id)
            if number in known:
                await self._keep(event_id, {**known, number: motion})

    async def get(self, event_id: str, number: str) -> Motion:
        """What is asked under a number. Refused where that has been decided."""
        found = (await self._known(event_id)).get(number)
        if found is None:
            refuse("That is settled, or was asked once more further down.")
        return found

    async def settle(self, event_id: str, number: str) -> Motion:
        """It is decided, by whoever is first. Refused for everybody else."""
        async with self.competitions.lock(event_id):
            found = await self.get(event_id, number)
            await self._keep(event_id, {k: v for k, v in (await self._known(event_id)).items() if k != number})
            return found

    async def _known(self, event_id: str) -> dict[str, Motion]:
        kept = (await self.database.settings.of(f"event:{event_id}")).get(MOTIONS, {})
        return {k: replace(Motion(**v), parties=tuple(v["parties"])) for k, v in kept.items()}

    async def _keep(self, event_id: str, motions: dict[str, Motion]) -> None:
        kept = {k: asdict(m) for k, m in motions.items()} or None
        await self.database.settings.put(f"event:{event_id}", MOTIONS, kept)


def _beside(event: Competition, f: Fixture, fixtures: Sequence[Fixture]) -> list[Fixture]:
    """Matches of a cup whose players one from ``f`` meets next: what it leads to, and what leads there with it."""
    if event.kind != CUP or f.third:
        return []
    ahead = [x for x in fixtures if x.round == f.round + 1 and (x.third or x.slot == f.slot // 2)]
    with_it = [x for x in fixtures if x.round == f.round and not x.third and x.slot // 2 == f.slot // 2]
    # Who has lost there meets nobody any more, but for the third place.
    return [*ahead, *(x for x in with_it if not x.decided or any(a.third for a in ahead))]


def holders(event: Competition, f: Fixture) -> tuple[int, ...]:
    """Who has the places now of the two who meet in a match, or met in it."""
    return tuple(event.holder(u) for u in f.players)
