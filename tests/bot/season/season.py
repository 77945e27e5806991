"""A season as an organiser has it: a league of eight and a cup of six at once, weeks passing, the process restarting.

Twelve people, two of them in both. Whatever the bot says is heard, and written down with whom it called.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
import simcord

from bot.service import Service
from bot.storage.competitions import Competition, Fixture
from tests.bot.e2e.kit import control, said
from tests.bot.quiet.hearing import Heard, Hearing, calls
from tests.bot.toy_server import BEGIN, restart, served

PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana", "Ines", "Jon", "Kim", "Lou")
LEAGUE, CUP = PEOPLE[:8], PEOPLE[6:]
DAY, STEP = 24 * 3600.0, 24 * 3600.0
DUEL = "toy/duel"
ABSENT = "Emil"
"""Takes part in the league and never comes to a match."""


@dataclass(frozen=True)
class Line:
    """What happened: somebody did something, or the bot said something."""

    day: float
    where: str
    text: str
    called: tuple[str, ...] = ()
    heard: Heard | None = None

    def __str__(self) -> str:
        first, *rest = self.text.splitlines() or [""]
        rang = f"  [calls {', '.join(self.called)}]" if self.called else ""
        more = "".join(f"\n{'':16}| {x}" for x in rest[:6]) + (f"\n{'':16}| …" if rest[6:] else "")
        return f"day {self.day:5.1f} {self.where:<22} {first}{rang}{more}"


@dataclass
class Season:
    """The server and what is said in it."""

    env: simcord.Env
    service: Service
    url: str
    now: list[float]
    lines: list[Line] = field(default_factory=list)
    absent: set[str] = field(default_factory=lambda: {ABSENT})
    told: int = 0

    def __post_init__(self) -> None:
        self.guild = self.env.create_guild("Hexarch")
        managers = self.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        self.league_channel = self.guild.create_text_channel("league")
        self.cup_channel = self.guild.create_text_channel("cup")
        self.mia = self.guild.add_member(self.env.create_user("mia", global_name="Mia"), roles=[managers])
        self.people = {n: self.guild.add_member(self.env.create_user(n.lower(), global_name=n)) for n in PEOPLE}
        self.hearing = Hearing(self.env)
        self.rng = random.Random("season")
        self.names = {p.id: n for n, p in self.people.items()} | {self.mia.id: "Mia"}
        self.places: dict[int, str] = {self.league_channel.id: "#league", self.cup_channel.id: "#cup"}
        self.league: Competition | None = None
        self.cup: Competition | None = None

    @property
    def bot(self) -> Any:
        return self.env.bot

    @property
    def day(self) -> float:
        return (self.now[0] - BEGIN) / DAY

    # -- what people do -----------------------------------------------------------------------------------------

    async def do(self, who: Any, where: Any, command: str, **options: Any) -> str:
        """A command; what the one who gave it reads."""
        result = await who.slash(where, command, **options)
        text = said(result)
        given = " ".join(f"{k}:{getattr(v, 'name', v)}" for k, v in options.items())
        self._note(f"{self.names[who.id]} /{command} {given}".strip(), f"→ {self._plain(text)}" if text else "")
        self.listen()
        return text

    def _note(self, what: str, then: str = "") -> None:
        self.lines.append(Line(self.day, "", "\n".join(x for x in (what, then) if x)))

    def listen(self) -> Sequence[Line]:
        """Write down what the bot has said since."""
        new = self.hearing.since(self.told)
        self.told += len(new)
        found = [
            Line(self.day, self._place(h), self._plain(h.text), tuple(self.names[u] for u in h.called), h) for h in new
        ]
        self.lines += found
        return found

    def _place(self, h: Heard) -> str:
        if h.reader is not None:
            return f"to {self.names[h.reader]}"
        if h.channel not in self.places:
            found = self.env.backend.channels.get(h.channel)
            self.places[h.channel] = f"#{found.name}" if found is not None else "#gone"
        return self.places[h.channel]

    def _plain(self, text: str) -> str:
        for user, name in self.names.items():
            text = text.replace(f"<@{user}>", f"@{name}")
        text = re.sub(r"<t:(\d+):\w>", lambda m: f"day {(int(m[1]) - BEGIN) / DAY:.1f}", text)
        return re.sub(r"\n-# (The dice are sealed.*|[0-9a-f]{8})(?=\n|$)", "", text)

    # -- time ---------------------------------------------------------------------------------------------------

    async def pass_time(self, days: float) -> None:
        """Days go by; the bot does what it does unasked, and whoever is to play does so some day."""
        for _ in range(round(days * DAY / STEP)):
            self.now[0] += STEP
            await self.tick()
            await self.play_some()

    async def tick(self) -> None:
        await self.bot.messages.background.tick()
        await self.bot.messages.competitions.tick()
        self.listen()

    async def restart(self) -> None:
        self._note("— the process is restarted —")
        await restart(self)
        self.listen()

    # -- matches ------------------------------------------------------------------------------------------------

    async def playable(self, event: Competition) -> list[Fixture]:
        return [f for f in await self.service.competitions.fixtures(event.id) if f.playable and f.place]

    async def play_some(self, chance: float = 0.5) -> None:
        """Some of the matches that can be played are, if both players come to them."""
        for event in (self.league, self.cup if self.cup_begins else None):
            for f in await self.playable(event) if event is not None else ():
                if not self.absent & {self.names[u] for u in f.players} and self.rng.random() < chance:
                    await self.play(f)

    async def play(self, f: Fixture) -> None:
        """A match from [Begin] to its end: one of the two gives up."""
        where = next(c for c in self._channels() if c.id == f.place)
        one, other = (self.people[self.names[u]] for u in f.players)
        await self.do(one, where, "battle start")
        await self.do(other, where, "battle start")
        await self.do(self.rng.choice((one, other)), where, "battle resign", sure=True)
        await self.bot.messages.closing.close_up()
        self.listen()

    def _channels(self) -> list[Any]:
        tops = [self.league_channel, self.cup_channel]
        return [*tops, *(t for c in tops if c.id in self.env.backend.channels for t in c.threads)]

    # -- the whole ----------------------------------------------------------------------------------------------

    async def events(self) -> tuple[Competition, Competition]:
        found = {e.name: e for e in await self.service.competitions.of_guild(self.guild.id)}
        return found["Spring League"], found["Spring Cup"]

    async def played(self) -> None:
        """All of it."""
        mia, people = self.mia, self.people
        call = {"scenarios": DUEL, "days": 7}
        await self.do(mia, self.league_channel, "referee event create", name="Spring League", kind="league", **call)
        call |= {"days": 14, "third": True}
        await self.do(mia, self.cup_channel, "referee event create", name="Spring Cup", kind="cup", **call)
        for name in LEAGUE:
            await self.do(people[name], self.league_channel, "event join", event="Spring League")
        for name in CUP:
            await self.do(people[name], self.cup_channel, "event join", event="Spring Cup")
        await self.do(mia, self.league_channel, "referee event start", event="Spring League")
        await self.do(mia, self.cup_channel, "referee event start", event="Spring Cup")
        self.league, self.cup = await self.events()
        await self.restart()
        await self.pass_time(4)
        await self.do(people["Cleo"], self.league_channel, "event withdraw", event="Spring League", sure=True)
        await self.restart()
        await self.pass_time(4.5)
        await self.decide_for_the_absent()
        await self.cup_troubles()
        await self.delete_the_cups_channel()
        await self.pass_time(9)
        await self.restart()
        for _ in range(40):
            self.league, self.cup = await self.events()
            if {self.league.status, self.cup.status} == {"finished"}:
                break
            await self.pass_time(2)
            await self.decide_for_the_absent()
        await self.restart()
        await self.tick()

    async def decide_for_the_absent(self) -> None:
        """The referee does what they are asked: the first time they give a week more, then they award."""
        assert self.league is not None
        for f in await self.playable(self.league):
            if not f.asked:
                continue
            names = [self.names[u] for u in f.players]
            channel = self.league_channel
            if f.n not in self.extended and len(self.extended) < 1:
                self.extended.add(f.n)
                message = next(m for m in channel.history() if m.id == f.asked)
                pressed = await self.mia.click(message, custom_id=control(message, "extend").custom_id)
                self._note(f"Mia presses [A week more] on match {f.n}", f"→ {said(pressed)}")
                self.listen()
                continue
            winner = self.people[next(n for n in names if n not in self.absent)]
            options = {"match": f.n, "winner": winner, "reason": "the other never came"}
            await self.do(self.mia, channel, "referee event award", event="Spring League", **options)

    extended: set[int] = field(default_factory=set)

    async def cup_troubles(self) -> None:
        """An award in the cup that is taken back, and a player whom the referee takes out."""
        assert self.cup is not None
        undecided = [f for f in await self.playable(self.cup)]
        if undecided:
            f = undecided[0]
            winner = self.people[self.names[f.players[0]]]
            where = self.cup_channel
            options = {"match": f.n, "winner": winner, "event": "Spring Cup"}
            await self.do(self.mia, where, "referee event award", reason="no sign of the other", **options)
            await self.do(
                self.mia, where, "referee event reopen", match=f.n, reason="they had written to me", event="Spring Cup"
            )
        left = [f for f in await self.service.competitions.fixtures(self.cup.id) if not f.decided and f.players]
        out = self.people[self.names[left[-1].players[-1]]]
        self.gone, self.cup_begins = self.names[out.id], True
        options = {"event": "Spring Cup", "player": out, "reason": "has no time any more"}
        await self.do(self.mia, self.cup_channel, "event withdraw", sure=True, **options)

    gone: str = ""
    """Whom the referee has taken out of the cup."""
    cup_begins: bool = False
    """Whether anybody plays in the cup: those in it take their time."""

    async def delete_the_cups_channel(self) -> None:
        self._note("— #cup is deleted —")
        self.env.backend.delete_channel(self.cup_channel.id)
        await self.env.settle()
        self.listen()
        await self.tick()
        self.cup_channel = self.guild.create_text_channel("cup-2")
        self.places[self.cup_channel.id] = "#cup-2"
        await self.do(self.mia, self.cup_channel, "referee event move", event="Spring Cup")

    # -- counting -----------------------------------------------------------------------------------------------

    @property
    def heard(self) -> list[Heard]:
        return [x.heard for x in self.lines if x.heard is not None]

    def summary(self) -> str:
        """Messages by place, and calls by person."""
        places = Counter(self._place(h).split(" ")[0].split(":")[0] for h in self.heard)
        rang = calls(self.heard)
        people = ", ".join(f"{self.names[u]} {n}" for u, n in sorted(rang.items(), key=lambda x: -x[1]))
        said_ = ", ".join(f"{place} {n}" for place, n in places.most_common())
        return (
            f"{self.day:.0f} days, {len(self.heard)} messages, {sum(rang.values())} calls\n"
            f"messages: {said_}\ncalls: {people}"
        )


def season(path: Path) -> AbstractAsyncContextManager[Season]:
    """A server in which nothing has happened yet."""
    return served(path, Season)
