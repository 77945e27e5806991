"""Battles on agreed terms: matches of leagues and cups, and offers that were accepted.

Who plays them, and how, was settled before they were made: nobody takes or gives up a seat alone, nobody changes the
terms alone, and they begin when both players have said so.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.service.model import Battle
from bot.storage import Database
from bot.storage.competitions import RUNNING, Competition, Fixture
from bot.storage.offers import TAKEN, Offer
from engine.kernel.text import Refusal, refuse

READY = "ready"
"""Setting of a battle that hasn't begun: sides whose players have said that it may."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a battle was made for: a match, or else an offer."""

    event: Competition | None = None
    fixture: Fixture | None = None
    offer: Offer | None = None


class Agreements:
    """Which battles are on agreed terms, and what that keeps people from."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, battle_id: str) -> Agreement | None:
        """What a battle was made for; None for one that goes by nobody's agreement.

        A match that was decided without its battle, or whose league or cup is over, binds its battle no longer.
        """
        fixture = await self.database.competitions.by_battle(battle_id)
        if fixture is not None:
            event = await self.database.competitions.get(fixture.event)
            if event is None or event.status != RUNNING or fixture.decided:
                return None
            return Agreement(event, fixture)
        offer = await self.database.offers.by_battle(battle_id)
        return Agreement(offer=offer) if offer is not None and offer.status == TAKEN else None

    async def check_unreserved(self, channel_id: int, battle_id: str = "") -> None:
        """Refuse a channel that is kept for a match, to any battle but its own."""
        for fixture in await self.database.competitions.placed(channel_id) if channel_id else ():
            event = await self.database.competitions.get(fixture.event)
            if event is not None and event.status == RUNNING and fixture.battle != battle_id:
                refuse(
                    "This place is kept for match {n} of “{name}”; choose another one.", n=fixture.n, name=event.name
                )

    async def free(self, channel_id: int) -> bool:
        """Whether a battle could be made in a channel."""
        rows = await self.database.battles.in_channel(channel_id)
        if any(r.status in ("open", "running") for r in rows):
            return False
        try:
            await self.check_unreserved(channel_id)
        except Refusal:
            return False
        return True

    async def ready(self, battle_id: str) -> tuple[str, ...]:
        """Sides of a battle that hasn't begun whose players have said that it may."""
        return tuple((await self.database.settings.of(f"battle:{battle_id}")).get(READY, ()))

    async def not_ready(self, battle_id: str) -> None:
        """Who has said that the battle may begin meant it as it was."""
        if await self.ready(battle_id):
            await self.database.settings.put(f"battle:{battle_id}", READY, None)

    async def check_seats_free(self, battle_id: str) -> None:
        """Refuse to take or give up a seat of a battle whose players are settled."""
        found = await self.of(battle_id)
        if found is None:
            return
        if found.event is not None:
            refuse(
                "This is a match of “{name}”: its players are settled. Who can't play names somebody with "
                "/team substitute, or leaves with /event withdraw; a referee may hand a side on.",
                name=found.event.name,
            )
        refuse(
            "This battle was agreed on: its players are settled. Before it begins each of them may call it off with "
            "/battle abandon."
        )

    async def check_successor(self, battle: Battle, side: str, user_id: int, *, named: bool = False) -> None:
        """Refuse somebody who may not lead a side of an agreed battle in its player's place.

        ``named``: whether the player asks for them now; otherwise they must be of the side's team, whom its player has
        invited.
        """
        found = await self.of(battle.id)
        if found is None:
            return
        await self.check_no_rival(battle, user_id)
        if not named and all(m.user != user_id for m in battle.team(side)):
            refuse(
                "The players of this battle are settled: only somebody whom the player of the {side} has named, as a "
                "member of the team or a substitute, or whom a referee seats leads it in that player's place.",
                side=battle.name(side),
            )

    async def check_no_rival(self, battle: Battle, user_id: int) -> None:
        """Refuse somebody who takes part in the league or cup of a battle in another match, whoever seats them."""
        found = await self.of(battle.id)
        if found is None or found.event is None or found.fixture is None:
            return
        taking_part = {e.user for e in await self.database.competitions.entrants(found.event.id) if not e.withdrawn}
        if user_id in taking_part and user_id not in found.fixture.players:
            refuse("Who takes part in “{name}” plays there for nobody else.", name=found.event.name)

    async def own_match(self, battle: Battle, user_id: int) -> str | None:
        """The league or cup of a match that a user plays, or somebody for them: there they are no referee.

        None for any other battle.
        """
        found = await self.of(battle.id)
        if found is None or found.event is None or found.fixture is None:
            return None
        return found.event.name if user_id in (*battle.people, *found.fixture.players) else None


def both(battle: Battle) -> frozenset[int]:
    """The players of a battle whose seats are all taken, by more than one person; nobody otherwise."""
    users = frozenset(s.user for s in battle.seats)
    return users if len(battle.seats) == len(battle.sides) and len(users) > 1 else frozenset()
