"""The service: all the bot does that isn't Discord, part by part."""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.service.competitions.agreed_battles import AgreedBattles
from bot.service.competitions.competitions import Competitions
from bot.service.competitions.corrections import Corrections
from bot.service.competitions.homes import Homes
from bot.service.competitions.matches import Matches
from bot.service.competitions.motions import Motions
from bot.service.competitions.offers import Offers
from bot.service.computers.adviser import Adviser
from bot.service.computers.computers import Computers
from bot.service.computers.stand_ins import StandIns
from bot.service.field_battles.field_battles import FieldBattles
from bot.service.lessons.lessons import Lessons
from bot.service.people.handovers import Handovers
from bot.service.people.preferences import PlayerPreferences
from bot.service.people.privacy import Privacy
from bot.service.people.teams import Teams
from bot.service.play.deadlines import Deadlines
from bot.service.play.endings import Endings
from bot.service.play.play import Play
from bot.service.play.referee import Refereeing
from bot.service.play.rolls import Rolls
from bot.service.play.standing_orders import StandingOrders
from bot.service.play.standstills import Standstills
from bot.service.play.takebacks import TakeBacks
from bot.service.records.records import Records
from bot.service.results.rematches import Rematches
from bot.service.results.results import Results
from bot.service.sessions.battles import Battles
from bot.service.sessions.rules import Loader, Rules, SystemFor, load_scenario
from bot.service.sessions.sessions import IN_MEMORY, Sessions
from bot.service.setup.agreements import Agreements
from bot.service.setup.briefings import Briefings
from bot.service.setup.charts import Charts
from bot.service.setup.guilds import Guilds
from bot.service.setup.lobby import Lobby
from bot.service.setup.scenarios import Scenarios
from bot.service.spectators.mirrors import Mirrors
from bot.service.spectators.scoreboards import Scoreboards
from bot.service.spectators.watchers import Watchers
from bot.service.time.bank_warnings import Warnings
from bot.service.time.pauses import Pauses
from bot.service.time.timekeeping import Timekeeping
from bot.storage import Database
from bot.storage.limits import STANDARD, ServerLimits
from bot.storage.shards import ALL, Shards
from engine.systems import registry


class Service:
    """Use :meth:`open`. Every method of a part that changes something has stored the change when it returns.

    What a player did wrong is a :class:`~engine.kernel.text.Refusal`, what we did wrong a
    :class:`~bot.service.model.ServiceError`; neither has changed anything.
    """

    def __init__(
        self,
        database: Database,
        *,
        system_for: SystemFor = registry.system_for,
        load_scenario: Loader = load_scenario,
        clock: Callable[[], float] = time.time,
        in_memory: int = IN_MEMORY,
        untimed: bool = False,
    ) -> None:
        """See :class:`Rules` and :class:`Sessions`. Each part is made after those it needs."""
        self.database = database
        # What everything builds on.
        self.battles = battles = Battles(database)
        self.rules = rules = Rules(system_for=system_for, load_scenario=load_scenario)
        self.sessions = sessions = Sessions(database, rules, battles, clock=clock, in_memory=in_memory, untimed=untimed)
        # What people and servers have settled, and what they bring along.
        self.settings = database.settings
        self.guilds = Guilds(database)
        self.preferences = PlayerPreferences(database, sessions)
        self.privacy = Privacy(database, battles, sessions)
        self.scenarios = Scenarios(database, rules, sessions)
        self.charts = Charts(database, rules, battles)
        self.briefings = Briefings(database, rules, battles, self.scenarios)
        # A battle, from its making to its end.
        self.agreements = Agreements(database)
        self.pauses = Pauses(database, sessions)
        self.lobby = Lobby(
            database,
            rules,
            battles,
            sessions,
            agreements=self.agreements,
            charts=self.charts,
            scenarios=self.scenarios,
            guilds=self.guilds,
            pauses=self.pauses,
        )
        self.play = Play(database, sessions)
        self.standing_orders = StandingOrders(database, battles, sessions)
        self.deadlines = Deadlines(database, battles, sessions, self.pauses)
        self.standstills = Standstills(database)
        self.timekeeping = Timekeeping(database, battles, sessions, self.agreements)
        self.warnings = Warnings(database, battles, self.timekeeping)
        self.endings = Endings(database, battles, sessions, self.timekeeping, self.agreements)
        self.handovers = Handovers(database, battles, sessions, self.agreements)
        self.stand_ins = StandIns(database, battles, sessions, self.agreements, self.handovers)
        self.adviser = Adviser(database, sessions, self.agreements)
        self.takebacks = TakeBacks(
            database,
            battles,
            sessions,
            self.timekeeping,
            endings=self.endings,
            adviser=self.adviser,
            stand_ins=self.stand_ins,
        )
        self.lessons = Lessons(database, battles, sessions, self.lobby, self.takebacks, self.endings)
        self.computers = Computers(database, battles, sessions, self.lobby, self.play, self.takebacks, self.endings)
        self.rolls = Rolls(database, battles, sessions)
        self.teams = Teams(database, battles, sessions, self.agreements, self.handovers)
        self.referee = Refereeing(
            database, battles, sessions, self.handovers, self.agreements, self.rolls, self.takebacks
        )
        # What is told of battles, and to whom.
        self.posts = database.posts
        self.mirrors = Mirrors(database, battles, sessions)
        self.watchers = Watchers(database, battles)
        self.scoreboards = Scoreboards(database, battles, sessions)
        # What battles come to, and what they belong to.
        self.records = Records(database, rules, battles, sessions)
        self.results = Results(database, battles, sessions, self.records, self.mirrors)
        self.field_battles = FieldBattles(
            database,
            battles,
            sessions,
            lobby=self.lobby,
            endings=self.endings,
            results=self.results,
        )
        self.rematches = Rematches(database, battles, sessions, self.lobby, self.timekeeping)
        self.agreed_battles = AgreedBattles(database, battles, self.lobby, self.scenarios)
        self.offers = Offers(database, sessions, self.agreed_battles, self.guilds)
        self.competitions = Competitions(
            database,
            rules,
            battles,
            sessions,
            guilds=self.guilds,
            agreed_battles=self.agreed_battles,
            results=self.results,
            scenarios=self.scenarios,
            endings=self.endings,
        )
        self.homes = Homes(database, self.competitions)
        self.motions = Motions(database, self.competitions)
        self.corrections = Corrections(database, sessions, self.competitions, self.endings, self.results)
        self.matches = Matches(
            database,
            battles,
            sessions,
            competitions=self.competitions,
            agreed_battles=self.agreed_battles,
            lobby=self.lobby,
            results=self.results,
            records=self.records,
        )

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        shared: bool = False,
        wait: float = 0.0,
        waiting: Callable[[str], None] | None = None,
        shards: Shards = ALL,
        limits: ServerLimits = STANDARD,
        system_for: SystemFor = registry.system_for,
        load_scenario: Loader = load_scenario,
        clock: Callable[[], float] = time.time,
        in_memory: int = IN_MEMORY,
        untimed: bool = False,
    ) -> Service:
        """Open (and, if need be, make or migrate) the database at an SQLAlchemy URL (see :meth:`Database.open`).

        Raises :class:`~bot.storage.trouble.DatabaseTrouble`.
        """
        database = await Database.open(url, shared=shared, wait=wait, waiting=waiting, shards=shards, limits=limits)
        service = cls(
            database,
            system_for=system_for,
            load_scenario=load_scenario,
            clock=clock,
            in_memory=in_memory,
            untimed=untimed,
        )
        await service.guilds.load_languages()
        await service.preferences.load_languages()
        await service.lessons.load_languages()
        return service

    def clock(self) -> float:
        """Seconds since 1970."""
        return self.sessions.clock()

    @property
    def untimed(self) -> bool:
        """Whether answers have a time limit only where one was agreed."""
        return self.sessions.untimed

    async def close(self) -> None:
        """Nothing is stored any more."""
        await self.database.close()
