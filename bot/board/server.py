"""The board's page and what it asks for. It looks, and composes; what moves a battle is pressed in Discord.

Rights are looked up at every request. It listens on loopback: whoever lets others in puts a proxy with HTTPS before it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from bot.board import answers, moments, position, sandbox, sentences, trying, verify
from bot.board.analysed import Analysed
from bot.board.composing import Composing, Send
from bot.board.delayed import Delayed
from bot.board.doors import Door, Doors, Entered
from bot.board.kept import Kept
from bot.board.lessons import lesson
from bot.board.maps import Maps, layers_of
from bot.board.moments import Moments
from bot.board.sandbox import Tried
from bot.board.seats import NotLetIn, Seats
from bot.board.trying import Trying
from bot.board.watchers import Watchers
from bot.language.plain import CHOICE
from bot.messages.battle_context import BattleContext
from bot.messages.described import described
from bot.messages.drafts import waits
from bot.messages.longer import offered
from bot.messages.messages import Messages
from bot.messages.publishing.posts import DISPATCH
from bot.narration.dispatch import MARKS
from bot.rates import Rates
from bot.service import Post
from engine.kernel.events import Trace
from engine.kernel.inquiry import AboutPiece
from engine.kernel.text import Refusal

BEAT = 20.0
"""Seconds after which a stream says that it is still there."""
PATIENCE = 0.7
"""Seconds after which it is told how far looking back has been made ready."""
POSITIONS = 16
"""Positions of which the list of pieces is kept."""


@dataclass(frozen=True)
class Edition:
    """What there is on a machine of one's own besides, and nowhere else."""

    name: str
    """What the page knows it by."""
    doors: Mapping[str, Door]
    """By the last part of their addresses."""
    about: Callable[[BattleContext], Awaitable[Mapping[str, Any]]]
    """What of a battle the page of the edition shows besides."""
    entered: Entered
    """What is done as a browser comes in."""


class Board:
    """The server of the page, for all battles of a bot."""

    def __init__(
        self,
        messages: Messages,
        seats: Seats,
        rates: Rates,
        send: Send,
        *,
        origins: frozenset[str] = frozenset(),
        people: Mapping[int, str] | None = None,
        edition: Edition | None = None,
    ) -> None:
        """``origins`` are addresses the page is at ("https://board.example.org"). Where ``people`` are given, whoever
        has the page may look through the eyes of each: they are the seats of one machine."""
        self.messages = messages
        self.watchers = Watchers()
        languages = messages.lookup.service.preferences.languages
        self._doors = Doors(seats, rates, origins, languages, edition.entered if edition is not None else None)
        self._people = people or {}
        self._edition = edition
        self._maps = Maps(messages.pictures)
        self._moments = Moments(messages.films)
        self._trying = Trying(messages, self._doors, self._moments)
        self._analysed = Analysed(messages.analyses, self._doors)
        self._composing = Composing(messages, self._trying, send, self.watchers.written)
        self._read: Kept[Sequence[Post]] = Kept(POSITIONS)
        self._standing: Kept[dict[str, Any]] = Kept(POSITIONS)
        self._over = False
        messages.publisher.hearers.append(self.watchers.hear)
        messages.lookup.service.sessions.hearers.append(self.watchers.stored)
        messages.lookup.has_board = True

    @contextlib.asynccontextmanager
    async def serving(self, host: str, port: int) -> AsyncIterator[str]:
        """Serve while the block lasts; gives the address. Raises OSError where it can't be used."""
        app = web.Application(client_max_size=trying.BODY, middlewares=[self._doors.guard])
        router = app.router
        router.add_get("/", self._index)
        router.add_get("/page/{name}", self._file)
        router.add_get("/verify", self._verify)
        router.add_get("/api/words", self._words)
        router.add_get("/api/trail", self._trail)
        router.add_get("/api/battle", self._battle)
        router.add_get("/api/where", self._places)
        router.add_get("/api/ground", self._ground)
        router.add_get("/api/map", self._map)
        router.add_get("/api/steps", self._steps)
        router.add_get("/api/step", self._step)
        router.add_get("/api/stepmap", self._step_map)
        router.add_get("/api/about", self._about)
        router.add_get("/api/describe", self._describe)
        router.add_get("/api/events", self._events)
        self._composing.add(router)
        self._trying.add(router)
        self._analysed.add(router)
        self._doors.add(router, self._edition.doors if self._edition is not None else {})
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port).start()
            found = f"http://{host}:{runner.addresses[0][1]}"
            self._doors.origins.add(found)
            yield found
        finally:
            self._over = True
            self._trying.sandboxes.close()
            self.watchers.end()
            await runner.cleanup()

    # -- how it stands --------------------------------------------------------------------------------------------

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return answers.page("index.html", self._edition.name if self._edition is not None else "")

    async def _verify(self, request: web.Request) -> web.StreamResponse:
        return answers.page("verify.html")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        return answers.file(request.match_info["name"])

    async def _words(self, request: web.Request) -> web.Response:
        """What the page itself says, in the language of who reads it."""
        await self._doors.who(request)
        with contextlib.suppress(Refusal):  # where nothing is played on this machine yet
            await self._doors.here(request)
        return answers.told(sentences.told(self._doors.catalogue(request)))

    async def _trail(self, request: web.Request) -> web.Response:
        here = await self._doors.here(request, "picture")
        return answers.told(await verify.trail(here, self.messages.lookup.service))

    async def _battle(self, request: web.Request) -> web.Response:
        here = await self._trying.there(request)
        lookup = self.messages.lookup
        names = await self._names(here)
        people = {str(user): name for user, name in self._people.items()}
        if isinstance(here, Tried):
            return answers.told({**sandbox.told(here, names), "seats": people, "seat": str(here.user)})
        posts = await self._posts(here)
        advised = position.advisable(here.mine) and await lookup.service.adviser.allowed(here.battle)

        async def find() -> dict[str, Any]:
            return position.standing(here)

        told = position.battle(here, posts, names, await self._standing.of(position.eyes(here), find), advised=advised)
        told["lesson"] = await lesson(here, lookup.service)
        if here.mine is not None and told["lesson"] is None:
            # In a lesson nothing is answered that a later step is about.
            told["question"]["longer"] = [{"key": x.key, "label": x.label} for x in offered(here, here.mine)]
        if here.mine is not None and (draft := await self.messages.drafts.of(here, here.mine)) is not None:
            told["question"]["waits"] = {"orders": "\n".join(draft.orders), "said": waits(here, draft.longer)}
        if self._edition is not None:
            told["edition"] = await self._edition.about(here)
        return answers.told({**told, "seats": people, "seat": str(here.user)})

    async def _posts(self, here: BattleContext) -> Sequence[Post]:
        """The dispatches of a battle, read once for all who ask after something was told; none of a sandbox."""
        if isinstance(here, Tried):
            return ()
        if isinstance(here, Delayed):
            return here.told
        battle = here.battle.id
        told = self.watchers.told(battle)

        async def read() -> Sequence[Post]:
            return await self.messages.lookup.service.posts.of(battle, DISPATCH)

        return await read() if told is None else await self._read.of((battle, told), read)

    async def _marks(self, here: BattleContext) -> list[Trace]:
        """What was done last."""
        if isinstance(here, Tried):
            return sandbox.marks(here)
        return position.marks(await self._posts(here))

    async def _names(self, here: BattleContext) -> dict[int, str]:
        names, users = self.messages.lookup.names, [s.user for s in here.battle.seats if s.user]
        await names.learn(here.battle.guild, users)
        return {u: names.of(here.battle.guild, u) for u in users}

    async def _places(self, request: web.Request) -> web.Response:
        here = await self._trying.there(request)
        return answers.told(position.where(here, await self._maps.where(here)))

    async def _ground(self, request: web.Request) -> web.Response:
        if "at" in request.query:
            here, found = await self._moment(request)
            return await self._maps.ground(request, here, found.stood.table)
        here = await self._trying.there(request)
        return await self._maps.ground(request, here, here.own_table)

    async def _map(self, request: web.Request) -> web.Response:
        here = await self._trying.there(request)
        marks = await self._marks(here) if "last" in layers_of(request) else []
        return await self._maps.lying(request, here, here.own_table, position.eyes(here), marks)

    async def _about(self, request: web.Request) -> web.Response:
        """A piece: what the referee says of it, and where it reaches."""
        here = await self._trying.there(request)
        code = request.query.get("piece", "")[: answers.NAME]
        found = here.game.system.inquire(here.game, AboutPiece(code), here.sides)
        return answers.told(position.findings(here, found))

    async def _describe(self, request: web.Request) -> web.Response:
        """The position in words, or a part of it, as /battle describe tells it."""
        here = await self._trying.there(request)
        found = described(here, await self._posts(here), request.query.get("what", "")[:CHOICE])
        return answers.told({"sections": [{"title": s.title, "lines": s.lines} for s in found]})

    # -- looking back ---------------------------------------------------------------------------------------------

    async def _steps(self, request: web.Request) -> web.Response:
        here = await self._doors.here(request)
        return answers.told(await self._moments.soon(here, request.query.get("by", ""), PATIENCE))

    async def _moment(self, request: web.Request) -> tuple[BattleContext, moments.Moment]:
        here = await self._doors.here(request, "typing")
        return here, await self._moments.at(here, request.query.get("by", ""), request.query.get("at", ""))

    async def _step(self, request: web.Request) -> web.Response:
        here, found = await self._moment(request)
        service = self.messages.lookup.service
        return answers.told(
            moments.told(here, found, await service.records.remarks(here.battle.id), await self._names(here))
        )

    async def _step_map(self, request: web.Request) -> web.Response:
        """What lies on the map after a step. Its address holds the step's key: what it shows never changes."""
        here, found = await self._moment(request)
        marks = found.stood.marks[-MARKS:] if "last" in layers_of(request) else ()
        of = f"{moments.key(here, found)}|{here.catalogue.language}"
        answer = await self._maps.lying(request, here, found.stood.table, of, marks)
        answer.headers["Cache-Control"] = "private, max-age=3600"
        return answer

    # -- going on -------------------------------------------------------------------------------------------------

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """A stream that tells when to look again. Rights are looked up at every look, and at every beat."""
        seats, shown = self._doors.seats, self._doors.shown(request)
        session = await seats.who(*shown)
        here = await seats.follow(*shown)
        known = position.last(here) if here is not None else 0
        with self.watchers.watching(session.user, session.battle) as watcher:
            response = web.StreamResponse(
                headers={
                    **answers.HEADERS,
                    "Content-Type": "text/event-stream",
                    "Cache-Control": "no-store",
                    "X-Accel-Buffering": "no",
                }
            )
            try:
                await response.prepare(request)
                await response.write(b": here\n\n")
            except ConnectionError:
                return response  # the page was left as it opened
            while not self._over:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(watcher.news.wait(), BEAT)
                told = watcher.news.is_set()
                watcher.news.clear()
                try:
                    here = await seats.follow(*shown)
                    if isinstance(here, Delayed):
                        # That something happens just now is among what isn't shown yet.
                        if told and position.last(here) == known:
                            continue
                        told = position.last(here) != known
                        known = position.last(here)
                    elif told and here is not None and not here.sides:
                        await asyncio.sleep(self.watchers.wait())
                    await response.write(b"data: changed\n\n" if told else b": still here\n\n")
                except (NotLetIn, Refusal, ConnectionError):
                    break
        return response
