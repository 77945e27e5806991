"""The desk: where presses and commands become answers, and answers become messages."""

from __future__ import annotations

import discord

from bot.desk.answers import Answers
from bot.desk.calls import Calls
from bot.desk.challenges import Challenges
from bot.desk.closing import Closing
from bot.desk.contests import Contests
from bot.desk.films import Films
from bot.desk.halts import Halts
from bot.desk.lookup import BattleLookup
from bot.desk.mirror import Mirrors
from bot.desk.outbox import Outbox
from bot.desk.pictures import Pictures
from bot.desk.publisher import Publisher
from bot.desk.referees import Referees
from bot.desk.requests import Requests
from bot.desk.scoreboard import Scoreboard
from bot.desk.stories import Stories
from bot.desk.upkeep import Upkeep
from bot.desk.warnings import BankCalls
from bot.desk.watch import Watch
from bot.desk.workshop import Workshop
from bot.service import Service
from renderer import Theme


class Desk:
    """Everything cogs and components do goes through one of its parts."""

    def __init__(
        self, client: discord.Client, service: Service, *, theme: Theme = "light", workshop: Workshop | None = None
    ) -> None:
        """Each part is made after those it needs. ``workshop`` is where pictures are drawn, by default in a thread."""
        self.lookup = lookup = BattleLookup(client, service)
        self.pictures = Pictures(theme, workshop)
        self.films = Films(service, self.pictures.workshop, theme)
        self.stories = Stories(service)
        # Saying what has happened, to those concerned.
        self.calls = calls = Calls(client, service.preferences)
        self.outbox = outbox = Outbox(client, service)
        self.requests = Requests(client, service, lookup, outbox)
        self.halts = Halts(client, service, lookup, calls)
        self.publisher = publisher = Publisher(
            client, service, lookup, pictures=self.pictures, outbox=outbox, halts=self.halts, requests=self.requests
        )
        self.closing = Closing(service.battles)
        self.answers = Answers(service, lookup, publisher, self.requests, self.closing)
        self.referees = Referees(service.referee, publisher, self.answers)
        # Whoever follows a battle.
        self.mirrors = Mirrors(client, service, lookup, self.pictures)
        self.watch = Watch(client, service, lookup, self.mirrors, self.pictures)
        self.scoreboard = Scoreboard(client, service, lookup, self.mirrors)
        publisher.hearers += [self.mirrors.hear, self.watch.hear, self.scoreboard.hear]
        # Battles that are agreed on.
        self.challenges = Challenges(client, service, lookup, publisher, calls)
        self.contests = Contests(client, service, lookup, publisher, calls)
        # What nobody asks for.
        self.banks = BankCalls(service, lookup, calls)
        self.upkeep = Upkeep(
            client,
            service,
            lookup,
            publisher,
            answers=self.answers,
            calls=calls,
            closing=self.closing,
            contests=self.contests,
            halts=self.halts,
            banks=self.banks,
        )
        lookup.visited.append(self.upkeep.came_by)

    async def close(self) -> None:
        """Break off what is under way; it is done after the next start."""
        await self.mirrors.close()
        self.pictures.close()
