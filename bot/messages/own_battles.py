"""All battles of one user, in whatever server: whose move it is, for how long, and where the question stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.messages.delivery.reminders import link_to
from bot.messages.names import Names
from bot.messages.publishing.pinned import url_of
from bot.narration import TextCatalogue, escape
from bot.narration.standing import stamp
from bot.service import Battle, Open, Service
from engine.kernel.text import Refusal, Text


@dataclass(frozen=True, slots=True)
class OwnBattle:
    """One of them."""

    battle: Battle
    asked: Open | None
    """What the user is asked; None where somebody else is, or nobody."""
    waits_for: tuple[int, ...]
    """Who is asked instead."""
    free_at: float | None
    """When the first of those is free again; None where they are, or it isn't known."""
    due: float | None
    url: str
    against: tuple[int, ...] = ()
    """Who leads the other sides."""
    event: str = ""
    """The league or cup it is a match of."""
    until: float | None = None
    """When that match is to be over."""
    to_begin: bool = False
    """Whether it waits for the user to press [Begin]."""
    ready: tuple[int, ...] = ()
    """Of the others those who have."""

    @property
    def order(self) -> tuple[bool, float, str]:
        """The user's own moves first, those with the least time before the others."""
        return (
            self.asked is None and not self.to_begin,
            self.due if self.due is not None else float("inf"),
            self.battle.id,
        )


class OwnBattles:
    """Finds them."""

    def __init__(self, client: discord.Client, service: Service, names: Names) -> None:
        self.client = client
        self.service = service
        self.names = names

    async def of(self, user: int) -> list[OwnBattle]:
        """The battles a user plays that aren't over, their own moves first."""
        found = [await self._look(b, user) for b in await self.service.battles.of_user(user)]
        return sorted((x for x in found if x is not None), key=lambda x: x.order)

    async def _look(self, battle: Battle, user: int) -> OwnBattle | None:
        if battle.is_lesson:
            return None
        about = await self._about(battle, user)
        if battle.status == "open":
            ready = await self.service.agreements.ready(battle.id)
            seated = len(battle.seats) == len(battle.sides)
            waits = seated and any(s not in ready for s in battle.led_by(user))
            due = about["until"] if waits else None
            others = tuple(s.user for s in battle.seats if s.side in ready and s.user != user)
            url = url_of(battle, None)
            return OwnBattle(battle, None, (), None, due, url, **about, to_begin=waits, ready=others)
        try:
            opens = await self.service.play.open_questions(battle.id)
        except Refusal:
            return None
        sides = battle.sides_of(user)
        mine = next((o for o in opens if o.side in sides and o.user in (user, None)), None)
        o = mine or next(iter(opens), None)
        url = await link_to(self.service, battle, o.token, o.side) if o is not None else url_of(battle, None)
        waits = () if mine is not None else tuple(dict.fromkeys(x.user for x in opens if x.user is not None))
        await self.names.learn(battle.guild, waits)
        due = None if battle.paused or o is None else o.due
        return OwnBattle(battle, mine, waits, await self._free_at(waits), due, url, **about)

    async def _about(self, battle: Battle, user: int) -> dict[str, Any]:
        """Whom it is against, in what league or cup, until when."""
        sides = battle.sides_of(user)
        against = tuple(dict.fromkeys(s.user for s in battle.seats if s.side not in sides and s.user != user))
        await self.names.learn(battle.guild, against)
        agreed = await self.service.agreements.of(battle.id)
        if agreed is None or agreed.event is None or agreed.fixture is None:
            return {"against": against, "until": None}
        return {"against": against, "event": agreed.event.name, "until": agreed.fixture.due}

    async def _free_at(self, users: Sequence[int]) -> float | None:
        """The next free hour of whoever is waited for, where they sleep or are away."""
        for user in users:
            if (free := await self.service.preferences.next_free(user)) is not None:
                return free
        return None

    def line(self, x: OwnBattle, words: TextCatalogue) -> str:
        """What a list says of one. Of the question no more than whoever is asked may see: it is read by them alone."""
        guild = self.client.get_guild(x.battle.guild)
        head = f"[{escape(words.name(x.battle.title))}]({x.url})"
        where = f" · {escape(guild.name)}" if guild is not None else ""
        if x.event:
            where += f" · “{escape(x.event)}”"
        if x.against:
            names = ", ".join(self._name(x.battle, u) for u in x.against)
            where += f" · {words.say(Text('against {players}', players=names))}"
        if x.until is not None:
            late = x.until < self.service.clock()
            when = Text("its time was up {when}" if late else "to be over by {when}", when=stamp(x.until))
            where += f" · {words.say(when)}"
        about: dict[str, object] = {"until": stamp(x.due) if x.due is not None else ""}
        if x.battle.status == "open":
            said = Text("**to begin**, [Begin] when you are ready") if x.to_begin else Text("hasn't begun")
            if x.to_begin and x.ready:
                names = ", ".join(self._name(x.battle, u) for u in x.ready)
                said = Text("**to begin**: {players} {players:=is|are} ready, your [Begin] starts it", players=names)
        elif x.battle.paused:
            said = Text("stands still: its channel is gone or shut")
        elif x.asked is not None and x.due is not None:
            said = Text(
                "**your move**, {question} The default answers {until}",
                question=_asked(x, words),
                **about,
            )
        elif x.asked is not None:
            said = Text("**your move**, {question}", question=_asked(x, words))
        elif not x.waits_for:
            said = Text("nobody is asked")
        else:
            names = ", ".join(self._name(x.battle, u) for u in x.waits_for)
            said = Text("waits for {players}", players=names)
            if x.free_at is not None:
                said = Text("waits for {players}, free again {when}", players=names, when=stamp(x.free_at))
            elif x.due is not None:
                said = Text("waits for {players}, at the latest {until}", players=names, **about)
        return f"{head}{where}: {words.say(said)}"

    def _name(self, battle: Battle, user: int) -> str:
        """A name rather than a mention, which other servers show as a number."""
        sides = ", ".join(battle.name(s) for s in battle.sides_of(user))
        return escape(self.names.of(battle.guild, user) or sides)


def _asked(x: OwnBattle, words: TextCatalogue) -> str:
    assert x.asked is not None
    return escape(words.say(x.asked.decision.prompt))
