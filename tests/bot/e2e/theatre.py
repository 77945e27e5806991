"""A world with everybody in it who may press anything, at any moment of a battle, and put back as often as one likes.

Two battles: one of Cataphract for the commands, one of the made-up system of the unit tests for the components, since
that one asks every kind of question. A *scene* is a moment: the whole database and everything Discord holds.
"""

from __future__ import annotations

import copy
import hashlib
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from simcord.actors import _dispatch_actor_interaction
from simcord.backend import serializers
from simcord.enums import InteractionType

import bot.errors
from bot.app import Hexarch, create_bot
from bot.components.ids import Ref
from bot.films.making import Still
from bot.messages.access.links import Session
from bot.messages.pictures.drawing_pool import DrawingPool
from bot.messages.record_file import record
from bot.messages.thinking_pool import ThinkingPool
from bot.narration import ENGLISH
from bot.narration.journal import JournalFollower
from bot.rates import UNLIMITED, Rates
from bot.service import Service
from bot.service.computers.analysing import Followed
from engine.computer.situation import Unknown
from engine.fairdice import Chain
from engine.kernel.decisions import Command
from engine.kernel.journal import Entry
from engine.kernel.text import Refusal
from engine.systems import registry
from renderer.film.model import Film
from renderer.picture import Picture
from tests.bot.conftest import _Drawn
from tests.bot.e2e.kit import SCENARIO, text_of
from tests.bot.e2e.strays import running
from tests.bot.strict.law import law_of
from tests.bot.toy_system import SCENARIO as DUEL
from tests.bot.toy_system import Led

MOVER, FOE, MATE, COMMANDED = "mover", "foe", "mate", "commanded"
SPECTATOR, REFEREE, ADMIN, GONE, STRANGER = "spectator", "referee", "admin", "gone", "stranger"
ROLES = (MOVER, FOE, MATE, COMMANDED, SPECTATOR, REFEREE, ADMIN, GONE, STRANGER)
"""Who is asked now and leads a side; who leads the other; a member of the mover's team who orders whatever comes up;
one with a command that the question isn't about; a bystander; one with the referees' role; one who manages the server;
one who was in the mover's team and has left it; one who is only in another server."""

LOBBY, READY, ORDERS, MOVED, OVER = "lobby", "ready", "orders", "moved", "over"
HIDDEN = "hidden"
"""The battle has moved into a channel that bystanders don't see."""
LESSON = "lesson"
"""The mover takes a lesson, in another channel."""
OFFERED, CALLED, CONTEST = "offered", "called", "contest"
"""The mover offers another battle; a league of mover and foe is open; it has begun."""
DUEL_ORDERS, DUEL_STRIKE, DUEL_STANCES, DUEL_BRACE = "duel orders", "duel strike", "duel stances", "duel brace"
ELSEWHERE = "elsewhere"
DUEL_KEY = "toy/duel"
FENCED = "```\nr1 x b2\n```"
"""What a preview shows, with orders in it to be carried out."""


class Blank(DrawingPool):
    """Draws hardly anything: here it matters who gets a picture, not what is on it."""

    async def draw(self, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        match work.__name__:
            case "render" | "unit_card" | "curve":
                return _BLANK
            case "roster":
                return [_BLANK]
            case "_plate":
                return _BLANK.png, _BLANK.alt
            case "filmed":
                return _FILM
            case "still":
                return _STILL
        return work(*args, **kwargs)

    later = draw


class Thoughtless(ThinkingPool):
    """Looks back at no battle: here it matters who may ask."""

    async def follow(self, scenario: str, entries: Sequence[Entry]) -> Followed:
        raise Unknown("it isn't played again")


async def _door(session: Session, at: int | None = None) -> str:
    """An address of a board."""
    return f"https://board.test/#{session.user}"


_BLANK = Picture(b"\x89PNG", 1, 1, "blank")
_STILL = Still(b"\x89PNG", "blank", ())
_FILM = Film(b"film", "gif", 1, 1, 1, 1.0, "blank")


@dataclass(frozen=True)
class Scene:
    """Everything there is at a moment."""

    database: sqlite3.Connection
    messages: dict[int, Any]
    battle: str


@dataclass
class Answer:
    """What somebody got to an interaction."""

    result: Any
    texts: list[str]
    """Everything said to them, files by their bytes."""
    public: bool
    """Whether anything of it can be read by others."""
    errors: list[BaseException]
    """What our error handler was told."""
    modal: bool

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    @property
    def refused(self) -> bool:
        return bool(self.errors)

    @property
    def broken(self) -> list[BaseException]:
        """Errors that are ours and no refusals."""
        return [e for e in self.errors if not isinstance(e, Refusal | discord.app_commands.CheckFailure)]


class Theatre:
    """The world, and what is done in it."""

    def __init__(self, env: simcord.Env, service: Service, path: Path) -> None:
        self.env = env
        self.service = service
        self.path = path
        self.scenes: dict[str, Scene] = {}
        self.errors: list[BaseException] = []
        self.looking = sqlite3.connect(path, isolation_level=None)
        self.guild = env.create_guild("Hexarch")
        self.field = self.guild.create_text_channel("battlefield")
        self.duel = self.guild.create_text_channel("duel")
        self.elsewhere = self.guild.create_text_channel("elsewhere")
        self.hall = self.guild.create_text_channel("hall")
        self.people: dict[str, Any] = {}
        self.users: dict[str, Any] = {}
        managers = self.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        self.judges = self.guild.create_role("judges")
        roles = {ADMIN: [managers], REFEREE: [self.judges]}
        for role, name in zip(ROLES, ("ada", "ben", "mark", "cora", "cleo", "rita", "mia", "lena", "zoe"), strict=True):
            user = env.create_user(name, global_name=name.title())
            self.users[role] = user
            if role != STRANGER:
                self.people[role] = self.guild.add_member(user, roles=roles.get(role, []))
        seen, hidden = discord.PermissionOverwrite(view_channel=True), discord.PermissionOverwrite(view_channel=False)
        self.vault = self.guild.create_text_channel(
            "vault", overwrites={self.guild.default_role: hidden, **{self.people[r]: seen for r in (MOVER, FOE)}}
        )
        """Only two people and the bot's own role see what is in it."""
        self.newcomer = self.guild.add_member(env.create_user("nora", global_name="Nora"))
        self.abroad = env.create_guild("Abroad")
        self.foreign = self.abroad.create_text_channel("general")
        self.theirs = self.abroad.create_text_channel("their-battle")
        self.people[STRANGER] = self.abroad.add_member(user)
        self.opponent_abroad = self.abroad.add_member(env.create_user("yan", global_name="Yan"))
        self.carriers: dict[int, int] = {}
        self.battle = ""
        self.offer = self.event = self.match = ""
        self._known: tuple[int, str] | None = None
        """Version of the database, and its digest."""
        self._secrets: tuple[tuple[str, int], list[str]] | None = None
        """Battle and age of the database, and its secrets."""
        self.record = b""
        """A battle as a file."""
        self.their_battle = ""

    @property
    def bot(self) -> Hexarch:
        return self.env.bot  # type: ignore[return-value]

    @property
    def _reports(self) -> Any:
        return self.bot.get_cog("Reports").reports  # type: ignore[union-attr]

    def id(self, role: str) -> int:
        return self.people[role].id

    def channel(self, role: str, where: Any = None) -> Any:
        """Where somebody acts: a stranger can only do so in another server."""
        return self.foreign if role == STRANGER else where or self.field

    # -- building -----------------------------------------------------------------------------------------------

    async def build(self) -> None:
        """Play through every scene once."""
        for channel in (self.field, self.duel, self.elsewhere, self.foreign):
            sent = await self.bot.get_partial_messageable(channel.id).send(FENCED)
            self.carriers[channel.id] = sent.id
        await self.service.referee.set_role(self.guild.id, self.judges.id)
        theirs = await self.service.lobby.create(self.abroad.id, self.theirs.id, self.id(STRANGER), DUEL_KEY)
        self.their_battle = theirs.id
        await self.service.lobby.join(theirs.id, self.id(STRANGER), "red")
        await self.service.lobby.join(theirs.id, self.opponent_abroad.id, "blue")
        await self.service.lobby.start(theirs.id, self.id(STRANGER), "theirs")
        await self.bot.messages.publisher.publish(theirs.id)
        await self._play_duel()
        await self._play_battle()

    async def _play_duel(self) -> None:
        battle = await self.service.lobby.create(
            self.guild.id, self.duel.id, self.id(MOVER), DUEL_KEY, {"endless": True}
        )
        await self._people(battle.id, "red", "blue")
        await self.service.lobby.start(battle.id, self.id(MOVER), "duel")
        await self._command(battle.id, "r1")
        await self._keep(DUEL_ORDERS, battle.id)
        await self.service.play.order(battle.id, self.id(MOVER), "done", 1)
        await self.service.play.order(battle.id, self.id(FOE), "b1 x r2", 2)
        await self._keep(DUEL_STRIKE, battle.id)
        await self.service.play.order(battle.id, self.id(MOVER), "no", 3)
        await self.service.play.order(battle.id, self.id(FOE), "done", 4)
        await self._keep(DUEL_STANCES, battle.id)
        for role in (MOVER, FOE):
            await self.service.play.order(battle.id, self.id(role), "low", f"stance {role}")
        await self._to_brace(battle.id)
        await self._keep(DUEL_BRACE, battle.id)
        self.restore(DUEL_ORDERS)

    async def _to_brace(self, battle: str) -> None:
        """On until red braces, whose every first order is an attack; blue gives none."""
        for n in range(200):
            o, *_ = await self.service.play.open_questions(battle)
            if (o.side, o.decision.kind) == ("red", "brace"):
                return
            assert o.user is not None
            answer = o.decision.default
            if o.side == "red" and isinstance(o.decision, Command) and len(o.decision.menu) > 1:
                answer = o.decision.menu.choices[0].answer or answer
            await self.service.play.answer(battle, o.user, o.token, answer, n, o.side)
        raise AssertionError("red never braces")

    async def _play_battle(self) -> None:
        battle = await self.service.lobby.create(self.guild.id, self.field.id, self.id(MOVER), SCENARIO, mode="live")
        await self._people(battle.id, "byzantine", None)
        await self._keep(LOBBY, battle.id)
        await self.service.lobby.join(battle.id, self.id(FOE), "vandal")
        await self._keep(READY, battle.id)
        await self.service.lobby.start(battle.id, self.id(MOVER), "start")
        await self._command(battle.id, "THC3")
        for _ in range(9):
            (question, *_) = await self.service.play.open_questions(battle.id)
            if question.decision.kind == "orders":
                break
            assert question.user is not None
            pick = question.decision.default
            offered = [c.key for c in getattr(question.decision, "choices", ())]
            if "Belisarius" in offered:
                pick = question.decision.default.model_copy(update={"key": "Belisarius"})
            await self.service.play.answer(battle.id, question.user, question.token, pick, "on")
        await self._keep(ORDERS, battle.id)
        await self.service.play.order(battle.id, self.id(MOVER), "THC3 > 5008", "go")
        await self._keep(MOVED, battle.id)
        self.record = (
            await record(self.bot, self.service, ENGLISH, await self.service.battles.get(battle.id))
        ).encode()
        self.restore(ORDERS)
        await self.service.lobby.move(battle.id, self.vault.id)
        await self._keep(HIDDEN, battle.id)
        self.restore(ORDERS)
        await self._company(battle.id)
        self.restore(ORDERS)
        me = self.bot.user.id if self.bot.user is not None else 0
        lesson = await self.service.lessons.begin(self.guild.id, self.elsewhere.id, self.id(MOVER), "cataphract", me)
        await self._keep(LESSON, lesson.id)
        self.restore(ORDERS)
        await self.service.endings.resign(battle.id, self.id(FOE))
        await self.bot.messages.closing.close_up()
        await self._reports.idle()
        await self._keep(OVER, battle.id)

    async def _company(self, battle: str) -> None:
        where = self.elsewhere.id
        offer = await self.service.offers.make(self.guild.id, where, self.id(MOVER), SCENARIO, side="byzantine")
        self.offer = offer.id
        await self._keep(OFFERED, battle)
        self.restore(ORDERS)
        league = await self.service.competitions.create(
            self.guild.id, where, self.id(ADMIN), "League of May", "league", [SCENARIO], channels=[where]
        )
        self.event = league.id
        for role in (MOVER, FOE):
            await self.service.competitions.join(league.id, self.guild.id, self.id(role))
        await self._keep(CALLED, battle)
        await self.service.competitions.start(league.id, self.guild.id, "start")
        await self.bot.messages.competitions.attend(league.id)
        found = await self.service.battles.in_channel(where)
        assert found is not None
        self.match = found.id
        await self._keep(CONTEST, battle)

    async def _people(self, battle: str, own: str, other: str | None) -> None:
        await self.service.lobby.join(battle, self.id(MOVER), own)
        if other is not None:
            await self.service.lobby.join(battle, self.id(FOE), other)
        for role in (MATE, COMMANDED, GONE):
            await self.service.teams.invite(battle, self.id(MOVER), self.id(role))
            await self.service.teams.accept(battle, self.id(role), True, role)
        await self.service.teams.leave(battle, self.id(GONE), self.id(GONE))

    async def _command(self, battle: str, unit: str) -> None:
        await self.service.teams.assign(battle, self.id(MOVER), self.id(COMMANDED), [unit])

    # -- scenes -------------------------------------------------------------------------------------------------

    async def _keep(self, name: str, battle: str) -> None:
        await self.bot.messages.publisher.publish(battle)
        await self.env.settle()
        kept = sqlite3.connect(":memory:")
        self.looking.backup(kept)
        self.scenes[name] = Scene(kept, copy.deepcopy(self.env.backend.messages), battle)
        self.battle = battle

    def restore(self, name: str) -> None:
        """Go to a scene; nothing that was done since has happened."""
        scene = self.scenes[name]
        scene.database.backup(self.looking)
        self._known = None
        kept = copy.deepcopy(scene.messages)
        for channel, messages in self.env.backend.messages.items():
            messages.clear()
            messages.update(kept.get(channel, {}))
        law_of(self.env.backend).nonces.forget()
        self.battle = scene.battle
        messages = self.bot.messages
        # What was under way belongs to what hasn't happened.
        for task in [*messages.mirrors._tasks.values()]:
            task.cancel()
        self._reports.close()
        self.service.sessions._loaded.clear()
        self.service.guilds.languages.clear()
        self.service.database.settings._kept.clear()
        self.service.database.writes += 1
        messages.publisher.dispatches.follower = JournalFollower()
        messages.publisher.behind.clear()
        decisions: Any = self.bot.get_cog("Decisions")
        decisions._drafts.clear()

    def stored(self) -> str:
        """A digest of everything in the database."""
        (version,) = self.looking.execute("PRAGMA data_version").fetchone()
        if self._known is None or self._known[0] != version:
            self._known = version, self._stored()
        return self._known[1]

    def _stored(self) -> str:
        found = hashlib.sha256()
        tables = [r[0] for r in self.looking.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")]
        for table in tables:
            for row in self.looking.execute(f"SELECT * FROM {table} ORDER BY rowid"):
                found.update(repr(row).encode())
        return found.hexdigest()

    def digest(self) -> str:
        """Of everything that is stored, and everything others can read."""
        found = hashlib.sha256(self.stored().encode())
        for channel, messages in sorted(self.env.backend.messages.items()):
            for m in messages.values():
                if not m.is_ephemeral:
                    said = (channel, m.id, m.content, m.embeds, m.components, m.attachments, m.pinned)
                    found.update(repr(said).encode())
        return found.hexdigest()

    async def token(self, role: str = MOVER) -> int:
        """Of the question a side is asked."""
        battle = await self.service.battles.get(self.battle)
        opens = await self.service.play.open_questions(self.battle)
        return next((o.token for o in opens if o.side in battle.sides_of(self.id(role))), 0)

    async def secrets(self) -> list[str]:
        """What must never be in any answer: the seed of the dice, and every link of its chain that isn't published."""
        at = self.battle, self.service.database.writes
        if self._secrets is None or self._secrets[0] != at:
            found = []
            for battle in (self.battle, self.their_battle):
                row = (await self.service.battles.get(battle)).row
                assert row.seed is not None
                chain = Chain(row.seed)
                found += [row.seed.hex(), *(chain.secret(i).hex() for i in range(row.published + 1, row.published + 3))]
            self._secrets = at, found
        return self._secrets[1]

    # -- acting -------------------------------------------------------------------------------------------------

    async def command(self, role: str, name: str, where: Any = None, /, **options: Any) -> Answer:
        """Use a slash command."""
        who = self.people[role]
        return await self._answered(lambda: who.slash(self.channel(role, where), name, **options))

    async def press(
        self,
        role: str,
        custom_id: str,
        *,
        values: Sequence[str] | None = None,
        typed: Sequence[str] | None = None,
        where: Any = None,
    ) -> Answer:
        """Press a button (or use a select, or send a box) with this id, wherever it may come from."""
        who, channel = self.people[role], self.channel(role, where or self.duel)
        return await self._pressed(who, channel, custom_id, values, typed)

    async def press_privately(self, role: str, custom_id: str, values: Sequence[str] | None = None) -> Answer:
        """The same in a private message of ours, which somebody keeps who has left the server."""
        who = self.users[role]
        channel = who.dm_channel
        if channel.id not in self.carriers or self.carriers[channel.id] not in self.env.backend.messages[channel.id]:
            sent = await (await self.bot.fetch_user(who.id)).send(FENCED)
            self.carriers[channel.id] = sent.id
        return await self._pressed(who, channel, custom_id, values, None)

    async def _pressed(
        self, who: Any, channel: Any, custom_id: str, values: Sequence[str] | None, typed: Sequence[str] | None
    ) -> Answer:
        stored = self.env.backend.get_message(channel.id, self.carriers[channel.id])
        self.show(stored, custom_id, values)
        if typed is not None:
            rows = [
                {"type": 1, "components": [{"type": 4, "custom_id": f"f{n}", "value": t}]} for n, t in enumerate(typed)
            ]
            data: dict[str, Any] = {"custom_id": custom_id, "components": rows}
            kind = InteractionType.MODAL_SUBMIT
        else:
            data = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
            data |= {} if values is None else {"values": list(values)}
            kind = InteractionType.MESSAGE_COMPONENT
        extra = {"message": dict(serializers.message_payload(self.env.backend, stored))}
        return await self._answered(
            lambda: _dispatch_actor_interaction(who, kind, channel, data, extra=extra, source_message_id=stored.id),
            stored.id,
        )

    def show(self, stored: Any, custom_id: str, values: Sequence[str] | None) -> None:
        """Put the component onto the carrier, as if it had been there from the start."""
        component: dict[str, Any] = {"type": 2, "style": 2, "label": "x", "custom_id": custom_id}
        if values is not None:
            options = [{"label": "x", "value": v} for v in values]
            component = {
                "type": 3,
                "custom_id": custom_id,
                "options": options,
                "min_values": 1,
                "max_values": len(options),
            }
        stored.components = [{"type": 1, "components": [component]}]

    def carry(self, custom_id: str, values: Sequence[str] | None = None) -> None:
        """The same for every carrier: so that a comparison afterwards is about what the press did."""
        for channel, message in self.carriers.items():
            if message in self.env.backend.messages[channel]:
                self.show(self.env.backend.get_message(channel, message), custom_id, values)

    async def menu(self, role: str, name: str, message: Any) -> Answer:
        """Use a message's context menu."""
        who, channel = self.people[role], self.channel(role)
        return await self._answered(lambda: who.context_menu(channel, name, message))

    async def _answered(self, act: Callable[[], Any], source: int | None = None) -> Answer:
        self.errors.clear()
        result = await act()
        shown = [m for m in (result.response, *result.followups) if m is not None]
        mine = [m for m in shown if m.id != source]
        texts = []
        for m in shown:
            texts.append(text_of(m))
            texts += [repr(e.to_dict()) for e in m.embeds]
            for a in m.attachments:
                data = self.env.backend.cdn.get(a.url) or b""
                texts += [a.description or "", a.filename, data.decode("utf-8", "replace")]
        return Answer(result, texts, any(not m.ephemeral for m in mine), list(self.errors), result.modal is not None)

    def ref(self, verb: str, token: int | str, argument: str = "", battle: str = "") -> str:
        return Ref(battle or self.battle, str(token), argument).custom_id(verb)


def _load(key: str) -> dict[str, Any]:
    from bot.service.sessions.rules import load_scenario

    return DUEL if key == DUEL_KEY else load_scenario(key)


def _system_for(document: dict[str, Any]) -> Any:
    return Led(document) if document["system"] == "toy" else registry.system_for(document)


@asynccontextmanager
async def theatre(path: Path) -> AsyncIterator[Theatre]:
    """Open the house: every scene is ready."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.service.setup.lobby.secrets", _Drawn("theatre"))
        service = await Service.open(
            f"sqlite+aiosqlite:///{path / 'battles.db'}", load_scenario=_load, system_for=_system_for
        )
        bot_ = create_bot(service, drawing_pool=Blank(), thinking_pool=Thoughtless(), rates=Rates(UNLIMITED))
        bot_.board_door = _door
        async with running(bot_) as env:
            found = Theatre(env, service, path / "battles.db")
            told = bot.errors.explain

            def explain(error: BaseException, *args: Any, **kwargs: Any) -> str:
                found.errors.append(bot.errors.unwrapped(error))
                return told(error, *args, **kwargs)

            patch.setattr("bot.errors.explain", explain)
            try:
                await found.build()
                yield found
            finally:
                found.looking.close()
        await service.close()
