"""All that stands in Discord: presses and commands become answers, and answers become messages."""

from __future__ import annotations

import discord

from bot.handling import FINISH
from bot.messages.access.referees import Referees
from bot.messages.advisers import Advisers
from bot.messages.analyses import Analyses
from bot.messages.answers import Answers
from bot.messages.background_tasks import BackgroundTasks
from bot.messages.battle_lookup import BattleLookup
from bot.messages.closing import Closing
from bot.messages.competitions.competitions import Competitions
from bot.messages.competitions.offers import Offers
from bot.messages.delivery.bank_warnings import BankCalls
from bot.messages.delivery.calls import Calls
from bot.messages.delivery.digests import Digests
from bot.messages.delivery.halts import Halts
from bot.messages.delivery.locked import LockedThreads
from bot.messages.delivery.outbox import Outbox
from bot.messages.delivery.vacations import Vacations
from bot.messages.drafts import Drafts
from bot.messages.field_battles import FieldBattles
from bot.messages.guided import GuidedPanels
from bot.messages.operator import Operator, Troubles
from bot.messages.opponents import PACE, Opponents
from bot.messages.own_battles import OwnBattles
from bot.messages.pictures.drawing_pool import DrawingPool
from bot.messages.pictures.films import Films
from bot.messages.pictures.pictures import Pictures
from bot.messages.publishing.panels import Panels
from bot.messages.publishing.publisher import Publisher
from bot.messages.publishing.requests import Requests
from bot.messages.publishing.stories import Stories
from bot.messages.spectators.mirrors import Mirrors
from bot.messages.spectators.scoreboard import Scoreboard
from bot.messages.spectators.watchers import Watch
from bot.messages.thinking_pool import ThinkingPool
from bot.service import Service
from renderer import Theme


class Messages:
    """Everything cogs and components do goes through one of its parts."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        *,
        theme: Theme = "light",
        drawing_pool: DrawingPool | None = None,
        thinking_pool: ThinkingPool | None = None,
        pace: float = PACE,
        operator: Operator | None = None,
    ) -> None:
        """Each part is made after those it needs. ``drawing_pool`` is where it draws, ``thinking_pool`` where computer
        players think, by default in threads; these leave ``pace`` seconds between two answers."""
        self.lookup = lookup = BattleLookup(client, service)
        self.pictures = Pictures(theme, drawing_pool)
        self.films = Films(service, self.pictures.drawing_pool, theme)
        self.stories = Stories(service)
        # Saying what has happened, to those concerned.
        self.calls = calls = Calls(client, service.preferences)
        self.outbox = outbox = Outbox(client, service)
        self.requests = Requests(client, service, lookup, outbox)
        self.panels = Panels()
        self.drafts = Drafts(service, self.panels)
        self.locked_threads = locked_threads = LockedThreads(client, service, calls)
        self.halts = Halts(client, service, lookup, calls, locked_threads)
        self.vacations = Vacations(client, service, lookup, calls)
        self.own_battles = OwnBattles(client, service, lookup.names)
        self.digests = Digests(service, calls, self.own_battles)
        self.publisher = publisher = Publisher(
            client,
            service,
            lookup,
            pictures=self.pictures,
            outbox=outbox,
            halts=self.halts,
            requests=self.requests,
            panels=self.panels,
        )
        self.closing = Closing(service.battles)
        self.answers = Answers(service, lookup, publisher, self.requests, self.closing)
        self.referees = Referees(service.referee, service.timekeeping.terms, publisher, self.answers)
        thinking_pool = self.thinking_pool = thinking_pool or ThinkingPool()
        self.opponents = Opponents(service, publisher, self.answers, self.closing, thinking_pool, pace=pace)
        self.field_battles = FieldBattles(
            client, service, lookup, publisher, closing=self.closing, opponents=self.opponents
        )
        self.closing.closers.append(self.field_battles.over)
        self.advisers = Advisers(service, thinking_pool)
        self.analyses = Analyses(service, thinking_pool, self.films)
        # Whoever follows a battle.
        self.mirrors = Mirrors(client, service, lookup, self.pictures, locked_threads)
        self.watch = Watch(client, service, lookup, self.mirrors, self.pictures)
        self.scoreboard = Scoreboard(client, service, lookup, self.mirrors, locked_threads)
        self.guided = GuidedPanels(lookup, self.pictures)
        publisher.hearers += [
            self.guided.hear,
            self.field_battles.hear,
            self.opponents.hear,
            self.mirrors.hear,
            self.watch.waiting.setdefault,
            self.scoreboard.stale.add,
        ]
        # Battles that are agreed on.
        self.offers = Offers(client, service, lookup, publisher, calls)
        self.competitions = Competitions(client, service, lookup, publisher, calls, locked_threads)
        # What nobody asks for.
        self.banks = BankCalls(service, lookup, calls)
        self.background = BackgroundTasks(
            client,
            service,
            lookup,
            publisher,
            answers=self.answers,
            calls=calls,
            closing=self.closing,
            competitions=self.competitions,
            halts=self.halts,
            banks=self.banks,
            digests=self.digests,
            field_battles=self.field_battles,
        )
        told_in = operator.channel if operator is not None else None
        self.troubles = Troubles(client, service, publisher, self.pictures.drawing_pool, told_in)
        came_by = self.background.came_by
        lookup.awaited += [(self.background.unseen, came_by), (self.halts.known, came_by)]

    async def guild_changed(self, guild_id: int) -> None:
        """Something has changed in a server: what was shut to us there may be open, and what waits for that goes on."""
        await self.mirrors.open_again(guild_id)
        self.scoreboard.open_again(guild_id)
        await self.competitions.open_again(guild_id)
        await self.background.guild_changed(guild_id)

    async def close(self) -> None:
        """Finish telling what is being told, for a while; the rest is done after the next start, whoever makes it."""
        await self.publisher.finish(FINISH)
        self.advisers.close()
        self.analyses.close()
        await self.opponents.close()
        await self.field_battles.close()
        self.guided.close()
        await self.mirrors.close()
        self.pictures.close()
