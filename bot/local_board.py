"""The board of the local edition: battles and lessons begin there, and are played from the first press to the last.

What is pressed there is done as the chat does it: by the commands of whoever sits in the seat, or by what stands behind
the chat's own buttons.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from bot.app import Hexarch
from bot.board.seats import LocalSeats
from bot.board.server import Board, Edition
from bot.cogs.battles.terms import LEVELS
from bot.cogs.guide.learn import lead
from bot.cogs.guide.welcome import Welcome
from bot.components.ids import Ref, parse
from bot.language.catalogue import SOURCE, TextCatalogue, completeness, languages
from bot.local_offered import Offered
from bot.local_world import PLAYERS, SPECTATOR, World, break_off, seat_all, stage
from bot.messages.access.links import Session
from bot.messages.battle_context import BattleContext
from bot.messages.longer import Longer
from bot.messages.publishing.lesson_card import AGAIN, BACK, SHOW, STOP
from bot.rates import UNLIMITED, Rates
from bot.service import Battle, Open
from bot.service.lessons.lessons import lesson_named
from bot.service.model import Preview
from engine.kernel.text import refuse, together

ACTS = {
    "undo": ("undo", {}),
    "resign": ("battle resign", {"sure": True}),
    "again": ("battle rematch", {"sides": "keep"}),
    "swap": ("battle rematch", {"sides": "change"}),
}
"""What may be pressed on the board, and the command that does it."""

LESSON = {"show": SHOW, "back": BACK, "restart": AGAIN, "stop": STOP}
"""In a lesson: which of its buttons."""

ANSWERS = {"agree": "yes", "decline": "no"}
"""To what the other side asks."""


class Desk:
    """What is done for somebody who sits at the board."""

    def __init__(self, bot: Hexarch, world: World, turn: asyncio.Lock, chat: str) -> None:
        """``turn`` is held while something is done in the simulated Discord; ``chat`` is its page's address."""
        self.bot = bot
        self.world = world
        self.turn = turn
        self.chat = chat
        self.offered = Offered(bot.service, world.guild.id)

    @cached_property
    def edition(self) -> Edition:
        """What the board's server is to know of it."""
        doors = {"offered": self.list, "begin": self.begin, "act": self.act, "language": self.speak}
        return Edition("local", doors, self.about, self.entered)

    # -- looking --------------------------------------------------------------------------------------------------

    async def played(self) -> str | None:
        """The battle the board shows."""
        battle = await self._shown()
        return battle.id if battle is not None and battle.begun else None

    async def _shown(self) -> Battle | None:
        return await self.bot.service.battles.last_in_channel((await stage(self.bot, self.world)).id)

    async def list(self, session: Session, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """All that can be begun, and what would be broken off for it; with ``brief`` without the battles."""
        under_way = await self.bot.service.battles.in_channel(self.world.channel.id)
        words = self._words(session.user)
        return {
            **await self.offered.all(words, brief=given.get("brief") is True),
            "levels": [{"key": x.value, "label": words.translate(str(x.name))} for x in LEVELS],
            "languages": [{"key": x, "label": words.say(completeness(x))} for x in languages()],
            "language": words.language,
            "chat": self.chat,
            "under_way": {"id": under_way.id, "title": words.name(under_way.title)} if under_way is not None else None,
        }

    async def about(self, here: BattleContext) -> Mapping[str, Any]:
        """What the page shows of a battle here: who is asked, what can be done, what the other side wants."""
        battle, account = here.battle, self.bot.account
        people = [u for u in battle.people if u != account]
        asked = [battle.player(o.side) for o in here.opens]
        other = next((u for u in asked if u not in (None, account, here.user)), None)
        request = battle.request if battle.status == "running" and here.sides else None
        theirs = request is not None and request["side"] not in here.sides
        return {
            "chat": self.chat,
            "running": battle.status == "running",
            "alone": len(people) < 2,
            "computer": account in battle.people and not battle.is_lesson,
            "thinking": here.mine is None and account in asked,
            "next": str(other) if other is not None and here.mine is None else "",
            "request": str(request["kind"]) if theirs and request is not None else "",
        }

    # -- languages ------------------------------------------------------------------------------------------------

    def _words(self, user: int) -> TextCatalogue:
        """The language of who sits in a seat."""
        service = self.bot.service
        chosen = service.preferences.languages.get(user) or service.guilds.languages.get(self.world.guild.id)
        return TextCatalogue.load(chosen or SOURCE)

    async def entered(self, language: str) -> None:
        """A browser that comes first, before anybody has chosen a language, is spoken to in its own."""
        service = self.bot.service
        chosen = {p.id for p in self.world.everyone} & service.preferences.languages.keys()
        if not chosen and self.world.guild.id not in service.guilds.languages and language != SOURCE:
            await self._speak(language)

    async def speak(self, session: Session, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """From now on this machine speaks a language: in every seat, and in the chat."""
        await self._speak(_word(given, "language"))
        return {}

    async def _speak(self, language: str) -> None:
        bot, world = self.bot, self.world
        for person in world.everyone:
            await bot.service.preferences.set_language(person.id, language)
        await bot.service.guilds.set_language(world.guild.id, language)
        greeter = bot.get_cog(Welcome.__name__)
        if isinstance(greeter, Welcome):
            async with self.turn:
                with world.env.time_context():
                    await greeter.say_again()

    # -- doing ----------------------------------------------------------------------------------------------------

    async def begin(self, session: Session, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Begin a lesson, or a battle against the computer or for two; says whose seat is looked from then.

        Everything is checked before what is under way is broken off, which ``breaks`` must name.
        """
        user = session.user if session.user in {p.id for p in self.world.players} else self.world.players[0].id
        system, key, level = (_word(given, name) for name in ("lesson", "battle", "level"))
        side = given.get("side", 0)
        if system:
            lesson_named(system)
        else:
            found = await self.offered.named(key)
            if level and level not in {x.value for x in LEVELS}:
                refuse("There is no such opponent.")
            if type(side) is not int or not 0 <= side < len(found.sides):
                refuse("The sides are {sides}.", sides=together(found.sides))
        bot, world = self.bot, self.world
        async with self.turn:
            with world.env.time_context():
                under_way = await bot.service.battles.in_channel(world.channel.id)
                if under_way is not None and _word(given, "breaks") != under_way.id:
                    refuse("“{title}” is under way here.", title=under_way.title)
                if level:
                    await bot.service.computers.check(world.guild.id, level)
                await break_off(bot, world)
                place = world.guild.id, world.channel.id
                if system:
                    called = self._words(user).translate
                    begun = await bot.service.lessons.begin(*place, user, system, bot.account, called)
                elif level:
                    begun, _ = await bot.messages.opponents.meet(place, user, key, level, bot.account, "local", side)
                else:
                    users = [user, *(p.id for p in world.players if p.id != user)]
                    await seat_all(bot, *place, key, users[::-1] if side else users)
                    return {"seat": str(user)}
                await bot.messages.publisher.renew(begun.id)
        return {"seat": str(user)}

    async def act(self, session: Session, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Take back, give up, play again, what a lesson's buttons do, an answer to what the other side asks."""
        act, battle = _word(given, "act"), await self._shown()
        if battle is None or battle.id != _word(given, "battle"):
            refuse("The battle has gone on; look again.")
        if act in LESSON:
            return {"said": await self._led(LESSON[act], battle, session.user)}
        if act in ANSWERS:
            return {"said": await self._answered(ANSWERS[act], battle, session.user)}
        if act not in ACTS:
            refuse("There is nothing of the kind to be done here.")
        command, options = ACTS[act]
        said = next(iter(await self._commanded(session.user, command, battle.channel, **options)), "")
        if command == "battle rematch":
            # At one machine who sits in the other seat has said so too.
            for user in (u for u in battle.people if u not in (session.user, self.bot.account)):
                await self._commanded(user, "battle start", battle.channel)
        return {"said": said}

    async def _led(self, verb: str, battle: Battle, user: int) -> str:
        if not battle.is_lesson or battle.status != "running":
            refuse("This battle is no lesson.")
        async with self.turn:
            with self.world.env.time_context():
                going = await lead(self.bot, verb, battle, user)
                await self.bot.messages.publisher.renew(going.id)
                await self.bot.messages.closing.close_up()
        return ""

    async def _answered(self, word: str, battle: Battle, user: int) -> str:
        if battle.request_key is None or not await self._pressed(
            user, battle, "consent", Ref(battle.id, battle.request_key, word)
        ):
            refuse("That has lapsed.")
        return ""

    async def _pressed(self, user: int, battle: Battle, verb: str, ref: Ref) -> bool:
        """Press a button of the chat; whether it is there."""
        channel = self._channel(battle.channel)
        with self.world.env.time_context():
            messages = channel.history()
        for message in reversed(messages):
            for part in message.components:
                for item in getattr(part, "children", ()):
                    if parse(getattr(item, "custom_id", None) or "") == (verb, ref):
                        async with self.turn:
                            await self._member(user).click(message, custom_id=item.custom_id)
                        return True
        return False

    async def carry_out(self, here: BattleContext, question: Open, seen: Preview, longer: Longer | None = None) -> str:
        """The press that gives the dice their number is the seat's own /order, or on the chat's own button."""
        if longer is not None:
            ref = Ref(here.battle.id, str(question.token), longer.argument)
            if not await self._pressed(here.user, here.battle, longer.verb, ref):
                refuse("That is to be had in the chat alone just now.")
            return ""
        text = "; ".join(seen.statements)
        said = await self._commanded(here.user, "order", here.battle.channel, text=text, preview=False)
        # What came of it, and whose decision it is then, the page says by itself.
        return " ".join(x for x in said if x != here.word("Done.") and not x.startswith("-# "))

    async def _commanded(self, user: int, command: str, channel: int, **options: Any) -> list[str]:
        """Give a command as somebody; the lines of the answer."""
        async with self.turn:
            result = await self._member(user).slash(self._channel(channel), command, **options)
        shown = (result.followups or [result.response])[-1]
        return str(shown.content).split("\n") if shown is not None else []

    def _member(self, user: int) -> Any:
        return next(p for p in self.world.everyone if p.id == user)

    def _channel(self, channel: int) -> Any:
        return self.world.field if channel == self.world.field.id else self.world.channel


def _word(given: Mapping[str, Any], name: str) -> str:
    """A short text of what was sent; "" for anything else."""
    found = given.get(name)
    return found if isinstance(found, str) and len(found) <= 100 else ""


@contextlib.asynccontextmanager
async def board_served(
    bot: Hexarch, world: World, key: str, port: int, turn: asyncio.Lock, chat: str
) -> AsyncIterator[str]:
    """Serve the board meanwhile, beside the chat at the address ``chat``; gives the board's address with its key."""
    desk = Desk(bot, world, turn, chat)
    seats = LocalSeats(bot.messages.lookup, key, [p.id for p in world.everyone], desk.played)
    people = dict(zip((p.id for p in world.everyone), (*PLAYERS, SPECTATOR), strict=True))
    board = Board(bot.messages, seats, Rates(UNLIMITED), desk.carry_out, people=people, edition=desk.edition)
    async with contextlib.AsyncExitStack() as served:
        # Beside the page where that is free, so that an address that was kept is good the next time.
        for wanted in dict.fromkeys((port + 1 if port else 0, 0)):
            try:
                address = await served.enter_async_context(board.serving("127.0.0.1", wanted))
                break
            except OSError:
                if not wanted:
                    raise

        async def door(session: Session, at: int | None = None) -> str:
            asked = {"seat": str(session.user)} | ({} if at is None else {"step": str(at)})
            # What is on the table is followed to the next battle; another one is named.
            asked |= {} if session.battle == await desk.played() else {"battle": session.battle}
            return f"{address}/?{urlencode(asked)}#{key}"

        bot.board_door = door
        yield f"{address}/#{key}"
