"""The board's page and what it asks for. It looks, and composes; what moves a battle is pressed in Discord.

Rights are looked up at every request. It listens on loopback: whoever lets others in puts a proxy with HTTPS before it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from aiohttp import web

from bot.board import forms, groups, menus, moments, position, positions, sandbox, verify
from bot.board.kept import Kept
from bot.board.lessons import lesson
from bot.board.sandbox import Sandboxes, Tried
from bot.board.seats import NotLetIn, Seats
from bot.board.watchers import Watchers
from bot.errors import refusal_text
from bot.language.catalogue import ENGLISH
from bot.language.plain import CHOICE
from bot.messages.access.links import SESSION, Session
from bot.messages.battle_context import BattleContext
from bot.messages.described import described
from bot.messages.foreseen import foreseen
from bot.messages.messages import Messages
from bot.messages.publishing.posts import DISPATCH
from bot.narration.dispatch import MARKS
from bot.rates import Kind, Rates, seconds
from bot.service import Open, Post
from bot.service.model import Preview
from bot.service.play.play import statements_of
from bot.service.records import files
from engine.kernel.decisions import Command
from engine.kernel.events import Trace
from engine.kernel.game import Game
from engine.kernel.inquiry import AboutPiece
from engine.kernel.journal import effective
from engine.kernel.json_values import is_object
from engine.kernel.text import Refusal, Text, refuse
from engine.kernel.view import TableView
from engine.systems.registry import system_for
from renderer import Overlay, Where, Zones, large, where
from scenarios import ScenarioError

log = logging.getLogger("hexarch")

PAGE = Path(__file__).parent / "page"
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FILES = {p.name: p for p in sorted(PAGE.iterdir()) if p.suffix in KINDS}

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
BODY = 16 * 1024
"""Bytes of the longest request."""
ORDERS = 1500
"""Characters of orders, as of /order."""
BEAT = 20.0
"""Seconds after which a stream says that it is still there."""
LAYERS = frozenset({"zones", "last"})
"""What may be drawn over the position: zones of control, and what was done last."""
POSITION = Text("a position")
TITLE = 100
"""Characters of a position's title that are shown."""
NUMBER = 40
"""Characters of a battle's number."""
PLACES = 16
"""Maps of which it is remembered where their places are."""
POSITIONS = 16
"""Positions of which the list of pieces is kept."""
PICTURES = 32 * 1024 * 1024
"""Bytes of pictures that are kept: some fifteen of large battles."""

Send = Callable[[BattleContext, Open, Preview], Awaitable[str]]
"""Put orders before the player to be carried out, or carry them out; says where they are now."""

Door = Callable[[Session, Mapping[str, Any]], Awaitable[Mapping[str, Any]]]
"""Does what somebody who is let in asks for, with what they sent along. Raises Refusal."""


@dataclass(frozen=True)
class Edition:
    """What there is on a machine of one's own besides, and nowhere else."""

    name: str
    """What the page knows it by."""
    doors: Mapping[str, Door]
    """By the last part of their addresses."""
    about: Callable[[BattleContext], Awaitable[Mapping[str, Any]]]
    """What of a battle the page of the edition shows besides."""


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
        self.origins = set(origins)
        self._seats = seats
        self._rates = rates
        self._send = send
        self._people = people or {}
        self._edition = edition
        self._where: Kept[Where] = Kept(PLACES)
        self._pictures: Kept[bytes] = Kept(PICTURES, len)
        self._read: Kept[Sequence[Post]] = Kept(POSITIONS)
        self._standing: Kept[dict[str, Any]] = Kept(POSITIONS)
        self._moments = moments.Moments(messages.films)
        self._sandboxes = Sandboxes(messages.thinking_pool)
        self._over = False
        messages.publisher.hearers.append(self.watchers.hear)
        messages.lookup.service.sessions.hearers.append(self.watchers.stored)
        messages.lookup.has_board = True

    @contextlib.asynccontextmanager
    async def serving(self, host: str, port: int) -> AsyncIterator[str]:
        """Serve while the block lasts; gives the address. Raises OSError where it can't be used."""
        app = web.Application(client_max_size=2 * positions.MOST_BYTES, middlewares=[self._guard])
        app.router.add_get("/", self._index)
        app.router.add_get("/page/{name}", self._file)
        app.router.add_post("/api/session", self._session)
        app.router.add_post("/api/leave", self._leave)
        app.router.add_get("/api/battle", self._battle)
        app.router.add_get("/api/where", self._places)
        app.router.add_get("/api/ground", self._ground)
        app.router.add_get("/api/map", self._map)
        app.router.add_get("/api/menu", self._menu)
        app.router.add_get("/api/groups", self._groups)
        app.router.add_get("/api/together", self._together)
        app.router.add_get("/api/about", self._about)
        app.router.add_post("/api/form", self._form)
        app.router.add_get("/api/describe", self._describe)
        app.router.add_get("/verify", self._verify)
        app.router.add_get("/api/trail", self._trail)
        app.router.add_post("/api/try", self._try)
        app.router.add_post("/api/back", self._back)
        app.router.add_post("/api/against", self._against)
        app.router.add_get("/api/position", self._position)
        app.router.add_get("/api/steps", self._steps)
        app.router.add_get("/api/step", self._step)
        app.router.add_get("/api/stepmap", self._step_map)
        app.router.add_post("/api/preview", self._preview)
        app.router.add_post("/api/send", self._sent)
        app.router.add_post("/api/suggest", self._suggest)
        app.router.add_get("/api/events", self._events)
        for name, door in self._edition.doors.items() if self._edition is not None else ():
            app.router.add_post(f"/api/{name}", self._through(door))
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            await web.TCPSite(runner, host, port).start()
            found = f"http://{host}:{runner.addresses[0][1]}"
            self.origins.add(found)
            yield found
        finally:
            self._over = True
            self._sandboxes.close()
            self.watchers.end()
            await runner.cleanup()

    # -- who ------------------------------------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Nobody but the page itself, and no error that tells what is inside."""
        try:
            if request.method == "POST":
                self._check_origin(request)
            if not self._named(request):
                raise web.HTTPForbidden
            response = await handler(request)
        except NotLetIn:
            response = _json({"error": "Open the board anew, with Board in Discord."}, 403)
        except Refusal as e:
            response = _json({"error": refusal_text(e, ENGLISH), "rule": e.rule}, 409)
        except web.HTTPException as e:
            response = _json({"error": e.reason}, e.status)
        except (asyncio.CancelledError, ConnectionError):
            raise
        except Exception:
            log.exception("the board can't answer %s", request.path)
            response = _json({"error": "Something went wrong here; it has been logged."}, 500)
        if not response.prepared:
            response.headers.update(HEADERS)
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    def _named(self, request: web.Request) -> bool:
        """Whether it was asked for by a name of ours: another page can't lead a browser here by a name of its own."""
        return request.host in {urlsplit(o).netloc for o in self.origins}

    def _check_origin(self, request: web.Request) -> None:
        if request.headers.get("Origin") not in self.origins or request.content_type != "application/json":
            raise web.HTTPForbidden

    @property
    def _cookie(self) -> str:
        return "__Host-hx" if self._secure else "hx"

    @property
    def _secure(self) -> bool:
        return any(o.startswith("https://") for o in self.origins)

    async def _here(self, request: web.Request, kind: Kind = "common", *, answer: bool = False) -> BattleContext:
        """The battle as whoever asks sees it now."""
        asked = request.query
        here = await self._seats.viewer(
            request.cookies.get(self._cookie, ""), asked.get("seat", ""), asked.get("battle", "")[:NUMBER]
        )
        if wait := self._rates.ask(kind, here.user, here.battle.guild, answer=answer):
            refuse("That is a lot at once. Please try again in {seconds} s.", seconds=seconds(wait))
        return here

    async def _there(self, request: web.Request, kind: Kind = "common", *, answer: bool = False) -> BattleContext:
        """The same; or what is tried out beside it, where that is asked for."""
        here = await self._here(request, kind, answer=answer)
        number = request.query.get("try", "")[:NUMBER]
        return self._sandboxes.of(here, number) if number else here

    async def _session(self, request: web.Request) -> web.Response:
        """Open a link: from now on a cookie lets this browser in."""
        given = await _body(request)
        secret = await self._seats.open(str(given.get("token", "")))
        response = _json({})
        response.set_cookie(
            self._cookie, secret, max_age=int(SESSION), httponly=True, samesite="Strict", secure=self._secure, path="/"
        )
        return response

    async def _leave(self, request: web.Request) -> web.Response:
        """Let in nobody any more with what this user was given."""
        await self._seats.leave(request.cookies.get(self._cookie, ""), request.query.get("seat", ""))
        response = _json({})
        response.del_cookie(self._cookie, path="/", secure=self._secure, httponly=True, samesite="Strict")
        return response

    def _through(self, door: Door) -> Callable[[web.Request], Awaitable[web.Response]]:
        """A door of the edition, for whoever is let in."""

        async def asked(request: web.Request) -> web.Response:
            session = await self._seats.who(request.cookies.get(self._cookie, ""), request.query.get("seat", ""))
            return _json(await door(session, await _body(request)))

        return asked

    # -- what ---------------------------------------------------------------------------------------------------------

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return _page("index.html", self._edition.name if self._edition is not None else "")

    async def _verify(self, request: web.Request) -> web.StreamResponse:
        return _page("verify.html")

    async def _trail(self, request: web.Request) -> web.Response:
        return _json(await verify.trail(await self._here(request, "picture"), self.messages.lookup.service))

    async def _file(self, request: web.Request) -> web.StreamResponse:
        found = FILES.get(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound
        kind = KINDS[found.suffix]
        return web.Response(
            body=found.read_bytes(), content_type=kind, charset="utf-8", headers={"Cache-Control": "no-cache"}
        )

    async def _battle(self, request: web.Request) -> web.Response:
        here = await self._there(request)
        lookup = self.messages.lookup
        names = await self._names(here)
        people = {str(user): name for user, name in self._people.items()}
        if isinstance(here, Tried):
            return _json({**sandbox.told(here, names), "seats": people, "seat": str(here.user)})
        posts = await lookup.service.posts.of(here.battle.id, DISPATCH)
        mine = here.mine
        orders = mine is not None and isinstance(mine.decision, Command) and not mine.decision.secret
        advised = orders and await lookup.service.adviser.allowed(here.battle)

        async def find() -> dict[str, Any]:
            return position.standing(here)

        told = position.battle(here, posts, names, await self._standing.of(position.eyes(here), find), advised=advised)
        told["lesson"] = await lesson(here, lookup.service)
        if self._edition is not None:
            told["edition"] = await self._edition.about(here)
        return _json({**told, "seats": people, "seat": str(here.user)})

    async def _posts(self, battle: str) -> Sequence[Post]:
        """The dispatches of a battle, read once for all who ask after something was told."""
        told = self.watchers.told(battle)

        async def read() -> Sequence[Post]:
            return await self.messages.lookup.service.posts.of(battle, DISPATCH)

        return await read() if told is None else await self._read.of((battle, told), read)

    async def _marks(self, here: BattleContext) -> list[Trace]:
        """What was done last."""
        if isinstance(here, Tried):
            return sandbox.marks(here)
        return position.marks(await self._posts(here.battle.id))

    async def _names(self, here: BattleContext) -> dict[int, str]:
        names, users = self.messages.lookup.names, [s.user for s in here.battle.seats if s.user]
        await names.learn(here.battle.guild, users)
        return {u: names.of(here.battle.guild, u) for u in users}

    async def _places(self, request: web.Request) -> web.Response:
        here = await self._there(request)
        return _json(position.where(here, await self._found(here)))

    async def _found(self, here: BattleContext) -> Where:
        table = here.own_table

        async def find() -> Where:
            return await self.messages.pictures.drawing_pool.draw(where, table, large())

        return await self._where.of((here.battle.id, table.board.id), find)

    async def _ground(self, request: web.Request) -> web.Response:
        """The map with nobody on it: a browser asks for it once, and again where what lies on it has changed."""
        if "at" in request.query:
            here, found = await self._moment(request)
            table = found.stood.table
        else:
            here = await self._there(request)
            table = here.own_table

        async def draw() -> bytes:
            return await self.messages.pictures.beneath(table, large(), here.catalogue.say)

        return await self._picture(request, _digest(position.ground(here, table)), draw)

    async def _map(self, request: web.Request) -> web.Response:
        """All that lies on the map. The same for the same position and eyes: who has it isn't sent it again."""
        here = await self._there(request)
        layers = _layers(request)
        marks = await self._marks(here) if "last" in layers else []
        tag = _digest(f"{position.eyes(here)}|{sorted(layers)}|{len(marks)}")
        return await self._picture(request, tag, partial(self._above, here, here.own_table, layers, marks))

    async def _above(
        self, here: BattleContext, table: TableView, layers: Collection[str], marks: Sequence[Trace]
    ) -> bytes:
        overlays = _overlays(table, layers)
        return await self.messages.pictures.above(table, large(), overlays, marks, here.catalogue.say)

    async def _picture(self, request: web.Request, tag: str, draw: Callable[[], Awaitable[bytes]]) -> web.Response:
        """A picture that is drawn once for all who ask for it."""
        kept = {"ETag": f'"{tag}"', "Cache-Control": "private, no-cache"}
        if request.headers.get("If-None-Match") == kept["ETag"]:
            return web.Response(status=304, headers=kept)
        return web.Response(body=await self._pictures.of(tag, draw), content_type="image/png", headers=kept)

    # -- looking back ---------------------------------------------------------------------------------------------

    async def _steps(self, request: web.Request) -> web.Response:
        return _json(await self._moments.list(await self._here(request), request.query.get("by", "")))

    async def _moment(self, request: web.Request) -> tuple[BattleContext, moments.Moment]:
        here = await self._here(request, "typing")
        return here, await self._moments.at(here, request.query.get("by", ""), request.query.get("at", ""))

    async def _step(self, request: web.Request) -> web.Response:
        here, found = await self._moment(request)
        service = self.messages.lookup.service
        return _json(moments.told(here, found, await service.records.remarks(here.battle.id), await self._names(here)))

    async def _step_map(self, request: web.Request) -> web.Response:
        """What lies on the map after a step. Its address holds the step's key: what it shows never changes."""
        here, found = await self._moment(request)
        layers = _layers(request)
        marks = found.stood.marks[-MARKS:] if "last" in layers else ()
        tag = _digest(f"{moments.key(here, found)}|{here.catalogue.language}|{sorted(layers)}")
        answer = await self._picture(request, tag, partial(self._above, here, found.stood.table, layers, marks))
        answer.headers["Cache-Control"] = "private, max-age=3600"
        return answer

    # -- trying it ------------------------------------------------------------------------------------------------

    async def _try(self, request: web.Request) -> web.Response:
        """Begin a sandbox: from how things stand, from a step of the battle, or from a position that is sent along."""
        given = await _body(request, 2 * positions.MOST_BYTES)
        here = await self._here(request, "picture")
        service, battle = self.messages.lookup.service, here.battle
        # A computer that plays on shows what it would do: that is advice.
        advised = battle.status != "running" or await service.adviser.allowed(battle)
        if "position" in given:
            text = str(given["position"]).encode()
            try:
                document = files.json_of(text, POSITION, positions.MOST_BYTES, positions.DEPTH)
                scenario, state, base = await self.messages.pictures.drawing_pool.later(positions.read, document)
            except ScenarioError as e:
                refuse("This position can't be used:\n{lines}", lines=files.listed(list(e.problems)))
            game = Game[Any].start(await asyncio.to_thread(system_for, scenario), state, sandbox.dice())
            sides = [(s.id, s.name) for s in game.view().sides]
            title = str(document.get("title") or scenario.title)[:TITLE]
            kept = self._sandboxes.begin(here, game, base, sides, title, advised=advised and "scenario" in base)
            return _json({"try": kept.id})
        _, entries = await service.records.open_entries(battle.id)
        stored = await service.database.battles.scenario(battle.id)
        end = effective(list(here.game.journal))[-1].seq
        if "at" in given:
            found = await self._moments.at(here, str(given.get("by", "")), str(given["at"]))
            end = min(end, moments.end_of(found))
        if end > entries[-1].seq:
            refuse(sandbox.HIDDEN)
        if "at" in given:
            game = await self._sandboxes.replayed(stored, sandbox.up_to(entries, end))
        else:
            game = here.game.fork()
        base = {"scenario": json.loads(stored), "options": {k: True for k, on in battle.row.options.items() if on}}
        kept = self._sandboxes.begin(here, game, base, battle.sides, battle.title, advised=advised)
        return _json({"try": kept.id})

    async def _tried(self, request: web.Request) -> Tried:
        here = await self._there(request, answer=True)
        if not isinstance(here, Tried):
            raise web.HTTPNotFound
        return here

    async def _back(self, request: web.Request) -> web.Response:
        self._sandboxes.take_back(await self._tried(request))
        return _json({})

    async def _against(self, request: web.Request) -> web.Response:
        given = await _body(request)
        self._sandboxes.against(await self._tried(request), str(given.get("side", "")))
        return _json({})

    async def _position(self, request: web.Request) -> web.Response:
        here = await self._tried(request)
        return _json(await asyncio.to_thread(self._sandboxes.written, here))

    async def _about(self, request: web.Request) -> web.Response:
        """A piece: what the referee says of it, and where it reaches."""
        here = await self._there(request)
        code = request.query.get("piece", "")[:100]
        found = here.game.system.inquire(here.game, AboutPiece(code), here.sides)
        return _json(position.findings(here, found))

    async def _describe(self, request: web.Request) -> web.Response:
        """The position in words, or a part of it, as /battle describe tells it."""
        here = await self._here(request)
        posts = await self.messages.lookup.service.posts.of(here.battle.id, DISPATCH)
        found = described(here, posts, request.query.get("what", "")[:CHOICE])
        return _json({"sections": [{"title": s.title, "lines": s.lines} for s in found]})

    # -- orders ---------------------------------------------------------------------------------------------------

    async def _menu(self, request: web.Request) -> web.Response:
        here = await self._there(request, "typing")
        path = menus.path_of(request.query.get("path", ""))
        return _json(menus.menu(here, _asked(here, request.query.get("token", "")), path))

    async def _groups(self, request: web.Request) -> web.Response:
        here = await self._here(request, "typing")
        return _json(groups.groups(here, _asked(here, request.query.get("token", ""))))

    async def _together(self, request: web.Request) -> web.Response:
        """What the units of a group, or of a frame, might do together."""
        here = await self._here(request)
        units = request.query.get("units", "")[:BODY].split(",")
        return _json(groups.together(here, _asked(here, request.query.get("token", "")), units))

    async def _form(self, request: web.Request) -> web.Response:
        """An order that is a whole form: how it is filled in, or is after a change. Nothing is stored."""
        given = await _body(request)
        here = await self._here(request, "typing")
        question = _asked(here, str(given.get("token", "")))
        return _json(forms.form(here, question, _orders(given), given))

    async def _preview(self, request: web.Request) -> web.Response:
        given = await _body(request)
        here = await self._there(request, answer=True)
        _, seen = await self._looked_ahead(here, given)
        return _json(_told(here, seen))

    async def _sent(self, request: web.Request) -> web.Response:
        given = await _body(request)
        here = await self._there(request, answer=True)
        question, seen = await self._looked_ahead(here, given)
        if seen.refused is not None:
            return _json(_told(here, seen), 409)
        if isinstance(here, Tried):
            self._sandboxes.carry_out(here, question, statements_of(str(given["orders"])))
            return _json({**_told(here, seen), "sent": ""})
        return _json({**_told(here, seen), "sent": await self._send(here, question, seen)})

    async def _suggest(self, request: web.Request) -> web.Response:
        """What the adviser would order, and why; where players may be advised."""
        given = await _body(request)
        here = await self._here(request, "picture")
        question = _asked(here, str(given.get("token", "")))
        if not isinstance(question.decision, Command) or question.decision.secret:
            refuse("There is nothing to suggest here.", rule=question.decision.rule)
        if not await self.messages.lookup.service.adviser.allowed(here.battle):
            refuse("Nobody is advised in this battle, unless both sides agree: /battle advice asks the other one.")
        found = await self.messages.advisers.advise(here.battle.id, question)
        if found is None:
            refuse("There is nothing to suggest: what you know doesn't tell what is best.")
        return _json(position.advice(here, found))

    async def _looked_ahead(self, here: BattleContext, given: Mapping[str, Any]) -> tuple[Open, Preview]:
        question = _asked(here, str(given.get("token", "")))
        if isinstance(here, Tried):
            return question, self._sandboxes.ahead(here, question, statements_of(_orders(given)))
        service = self.messages.lookup.service
        return question, await service.play.preview(here.battle.id, here.user, statements_of(_orders(given)))

    async def _events(self, request: web.Request) -> web.StreamResponse:
        """A stream that tells when to look again. Rights are looked up at every look, and at every beat."""
        secret, seat = request.cookies.get(self._cookie, ""), request.query.get("seat", "")
        session = await self._seats.who(secret, seat)
        await self._seats.follow(secret, seat)
        with self.watchers.watching(session.user, session.battle) as watcher:
            response = web.StreamResponse(
                headers={
                    **HEADERS,
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
                    plays = await self._seats.follow(secret, seat)
                    if told and not plays:
                        await asyncio.sleep(self.watchers.wait())
                    await response.write(b"data: changed\n\n" if told else b": still here\n\n")
                except (NotLetIn, Refusal, ConnectionError):
                    break
        return response


def _asked(here: BattleContext, token: str) -> Open:
    """The viewer's question with this token. Raises Refusal for any other."""
    mine = next((o for o in here.opens if o.side in here.sides and str(o.token) == token), None)
    if mine is None:
        refuse("That question has been settled, or isn't yours.")
    return mine


def _orders(given: Mapping[str, Any]) -> str:
    """The written orders of a request. Raises Refusal for too long a text."""
    text = str(given.get("orders", ""))
    if len(text) > ORDERS:
        refuse("That is more than {n:character|characters}: send it in two parts.", n=ORDERS)
    return text


def _told(here: BattleContext, seen: Preview) -> dict[str, Any]:
    return {
        "orders": list(seen.statements),
        "lines": foreseen(here, seen),
        "possible": seen.refused is None,
        "rule": seen.rule,
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


async def _body(request: web.Request, most: int = BODY) -> Mapping[str, Any]:
    if request.content_length is None or request.content_length > most:
        raise web.HTTPRequestEntityTooLarge(most, request.content_length or 0)
    try:
        given = await request.json()
    except (ValueError, RecursionError):
        raise web.HTTPBadRequest from None
    if not is_object(given):
        raise web.HTTPBadRequest
    return given


def _layers(request: web.Request) -> frozenset[str]:
    return LAYERS.intersection(request.query.get("layers", "").split(","))


def _overlays(table: TableView, layers: Collection[str]) -> list[Overlay]:
    return [Zones(n) for n in range(len(table.sides))] if "zones" in layers else []


def _page(name: str, edition: str = "") -> web.Response:
    page = (PAGE / name).read_bytes()
    if edition:
        page = page.replace(b"<html ", f'<html data-edition="{edition}" '.encode(), 1)
    return web.Response(body=page, content_type="text/html", charset="utf-8")


def _json(what: Mapping[str, Any], status: int = 200) -> web.Response:
    return web.Response(text=json.dumps(what, ensure_ascii=False), status=status, content_type="application/json")
