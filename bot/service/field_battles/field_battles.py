"""Battles on the field: made from what a campaign waits for, watched over, and their outcome told to it once.

The campaign asks; its question, stored like any other, is the one thing that says what is wanted. A battle on the field
carries the number of the question it answers: told twice, or for a question that is no longer asked, its outcome
changes nothing. A player can't give it (:attr:`engine.kernel.answers.Answer.reported`).
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from bot.service.computers.jobs import OPPONENT
from bot.service.field_battles.links import FIELD, FIELD_OF, Link
from bot.service.model import Battle, Outcome
from bot.service.play.endings import Endings
from bot.service.results.results import Results
from bot.service.sessions.battles import Battles
from bot.service.sessions.session import REPORTED, Session, token
from bot.service.sessions.sessions import Sessions, anew
from bot.service.setup.lobby import Lobby
from bot.storage import Database, Teammate
from engine.kernel.decisions import ELSEWHERE
from engine.kernel.game import rebuild
from engine.kernel.text import Text

if TYPE_CHECKING:
    from engine.systems.justinian.field.agreement import Waiting
    from engine.systems.justinian.field.order_of_battle import OrderOfBattle

log = logging.getLogger("hexarch")

KEY = "field/battle"
"""Scenario key of every battle on the field: it has a document of its own."""

ABANDONED = Text("The campaign has settled this battle otherwise: it is broken off.")
DEADLINE = "deadline"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A battle on the field a campaign waits for."""

    campaign: Battle
    key: int
    """Number of its question."""
    question: Waiting

    @property
    def order(self) -> OrderOfBattle:
        return self.question.order


class FieldBattles:
    """What campaigns wait for."""

    def __init__(
        self,
        database: Database,
        battles: Battles,
        sessions: Sessions,
        *,
        lobby: Lobby,
        endings: Endings,
        results: Results,
    ) -> None:
        self.database = database
        self.battles = battles
        self.sessions = sessions
        self.lobby = lobby
        self.endings = endings
        self.results = results

    # -- looking ------------------------------------------------------------------------------------------------

    async def campaigns(self) -> list[str]:
        """Campaigns that wait for a battle on the field, or have one that is to be ended."""
        waiting = {q.battle for q in await self.database.games.questions_of_kind(ELSEWHERE)}
        return sorted(waiting | set(await self.database.settings.by_id(FIELD, "battle:")))

    async def is_field(self, battle_id: str) -> bool:
        """Whether a battle is fought for a campaign."""
        return await self.campaign_of(battle_id) is not None

    async def campaign_of(self, battle_id: str) -> str | None:
        """Number of the campaign a battle is fought for; None for one that stands alone."""
        known = (await self.database.settings.of(f"battle:{battle_id}", FIELD_OF)).get(FIELD_OF)
        return known["campaign"] if known is not None else None

    async def wanted(self, campaign_id: str) -> Wanted | None:
        """What a campaign waits for; None where it waits for nothing, or isn't there."""
        row = await self.database.battles.get(campaign_id)
        if row is None or row.status != "running":
            return None
        async with self.sessions.session(campaign_id) as session:
            found = _waiting(session)
            if found is None:
                return None
            return Wanted(await self.battles.public(session.row), *found)

    async def link(self, campaign_id: str) -> Link | None:
        """The battle on the field a campaign has."""
        known = (await self.database.settings.of(f"battle:{campaign_id}", FIELD)).get(FIELD)
        return Link(**known) if known is not None else None

    async def keep(self, campaign_id: str, link: Link | None) -> None:
        """Remember, or forget, the battle on the field a campaign has."""
        await self.database.settings.put(f"battle:{campaign_id}", FIELD, link.stored() if link is not None else None)

    async def status(self, link: Link) -> str:
        """missing, or as battles are: open, running, finished, abandoned."""
        row = await self.database.battles.get(link.battle)
        return row.status if row is not None else "missing"

    # -- making -------------------------------------------------------------------------------------------------

    async def reserve(self, wanted: Wanted, number: str) -> Link:
        """A battle of this number is going to be made for what is wanted."""
        link = Link(wanted.key, number, wanted.order.where)
        mark = {"campaign": wanted.campaign.id, "key": wanted.key}
        await self.database.settings.put(f"battle:{number}", FIELD_OF, mark)
        await self.keep(wanted.campaign.id, link)
        return link

    async def make(self, wanted: Wanted, link: Link, channel_id: int, account: int) -> Battle:
        """The battle in a channel, made, seated and begun as far as it isn't: may be repeated until it has succeeded.

        Its players, their teams, its mode and its limits are those of the campaign. ``account`` is the bot's own: who
        made it may break it off, and that is for none of the players. Refused where the channel has another battle.
        """
        campaign, number = wanted.campaign, link.battle
        if await self.database.battles.get(number) is None:
            from scenarios import field_battles as documents  # knows two systems, which a start doesn't need

            document = await asyncio.to_thread(documents.document, wanted.order)
            await self.lobby.create(
                campaign.guild, channel_id, account, KEY, mode=campaign.mode, battle_id=number, own=document
            )
        battle = await self.battles.get(number)
        if battle.status == "open":
            await self.database.battles.update(number, limits=asdict(campaign.limits))
            known = (await self.database.settings.of(f"battle:{campaign.id}", OPPONENT)).get(OPPONENT)
            if known is not None:
                await self.database.settings.put(f"battle:{number}", OPPONENT, known)
            for seat in campaign.seats:
                if battle.player(seat.side) is None:
                    battle = await self.lobby.take_seat(number, seat.user, seat.side)
            for mate in campaign.teammates:
                await self.database.teammates.put(number, Teammate(mate.user, mate.side), self.sessions.clock())
            # Its entropy is its number, chosen before its secret was made.
            await self.lobby.start(number, account, f"field {number}")
        seats, mates = {s.side: s.user for s in campaign.seats}, {str(m.user): m.side for m in campaign.teammates}
        await self.keep(campaign.id, replace(link, made=True, seats=seats, mates=mates))
        return await self.battles.get(number)

    async def handed_on(self, link: Link, seats: Mapping[str, int]) -> list[tuple[str, int]]:
        """Sides of a campaign that others lead by now, who are to lead them on its field too. ``seats``: who does.

        Not where somebody else has been given the side there.
        """
        fought = await self.battles.get(link.battle)
        return [
            (side, user)
            for side, user in seats.items()
            if link.seats.get(side, user) != user
            and fought.player(side) == link.seats[side]
            and not any(s != side for s in fought.sides_of(user))
        ]

    async def joined(self, link: Link, mates: Mapping[str, str]) -> list[tuple[str, int]]:
        """Have those share a side on the field who share it in the campaign by now, and those no more who don't.

        ``mates``: who shares which. Sides that others share now, and who they are.
        """
        fought = await self.battles.get(link.battle)
        there = {m.user for m in fought.teammates}
        new = [(side, int(u)) for u, side in mates.items() if u not in link.mates and int(u) not in fought.people]
        left = [int(u) for u in link.mates if u not in mates and int(u) in there]
        for side, user in new:
            await self.database.teammates.put(link.battle, Teammate(user, side), self.sessions.clock())
        for user in left:
            await self.database.teammates.drop(link.battle, user)
        if new or left:
            self.sessions.forget(link.battle)
        return new

    # -- ending -------------------------------------------------------------------------------------------------

    @anew
    async def break_off(self, battle_id: str) -> None:
        """The campaign no longer wants the battle."""
        row = await self.database.battles.get(battle_id)
        if row is None:
            return
        if row.status == "running":
            async with self.sessions.session(battle_id) as session:
                if session.row.status == "running":
                    await self.endings.end(session, "abandoned", ABANDONED)
        elif row.status == "open":
            async with self.sessions.locks[battle_id]:
                await self.database.battles.update(
                    battle_id, row.version, status="abandoned", outcome=ABANDONED, request=None
                )

    @anew
    async def tell(self, battle_id: str) -> Outcome | None:
        """Tell the campaign what came of a battle on the field that is over; None where it no longer asks.

        The answer and the end of the waiting are stored together, so it is told once whatever happens.
        """
        mark = (await self.database.settings.of(f"battle:{battle_id}", FIELD_OF)).get(FIELD_OF)
        battle = await self.battles.get(battle_id)
        if mark is None or battle.status != "finished":
            return None
        wanted = await self.wanted(mark["campaign"])
        if wanted is None or wanted.key != mark["key"]:
            return None
        document = json.loads(await self.database.battles.scenario(battle_id))
        system = await self.sessions.system(battle_id)
        entries = await self.database.games.journal(battle_id)
        state = await asyncio.to_thread(rebuild, system, entries)
        verdict = await self.results.verdict(battle, state)
        if verdict is None:
            log.error("battle %s is over, but nothing says who won: its campaign goes by the table", battle_id)
            return await self.by_table(mark["campaign"], mark["key"])
        from bot.service.field_battles import outcome as outcomes  # knows two systems, which a start doesn't need

        try:
            report = await asyncio.to_thread(
                outcomes.report,
                system,
                document,
                entries,
                wanted.order,
                battle_id=battle_id,
                verdict=cast(Any, verdict),
            )
        except outcomes.Forged:
            log.error("battle %s: its journal doesn't hold together; its campaign goes by the table", battle_id)
            return await self.by_table(mark["campaign"], mark["key"])
        return await self._answer(mark["campaign"], mark["key"], report, f"field {battle_id}", {"by": REPORTED})

    async def by_table(self, campaign_id: str, key: int) -> Outcome | None:
        """The table decides after all, as the battle on the field is no more; None where that isn't asked any more."""
        return await self._answer(campaign_id, key, None, f"field {key}", {"by": DEADLINE})

    @anew
    async def _answer(
        self, campaign_id: str, key: int, answer: Any, entropy: str, note: Mapping[str, Any]
    ) -> Outcome | None:
        async with self.sessions.session(campaign_id) as session:
            found = _waiting(session)
            if session.row.status != "running" or found is None or found[0] != key:
                return None
            outcome = Outcome(campaign_id)
            for decision in [d for d in session.open_decisions() if d.kind == ELSEWHERE]:
                session.give(decision.side, answer or decision.default, entropy, dict(note))
            await session.carry_on(outcome, entropy)
            return await self.sessions.commit(session, outcome, marks={FIELD: None})


def _waiting(session: Session) -> tuple[int, Waiting] | None:
    """The question that waits for a battle on the field, and its number."""
    found = cast("Waiting | None", next((d for d in session.game.pending if d.kind == ELSEWHERE), None))
    return (token(session.game), found) if found is not None else None
