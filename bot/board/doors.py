"""Who is let in at the board, by a cookie that a link was changed for; rights are looked up at every request."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from typing import Any
from urllib.parse import urlsplit

from aiohttp import hdrs, web

from bot.board import answers
from bot.board.seats import NotLetIn, Seats
from bot.errors import refusal_text
from bot.language.catalogue import TextCatalogue, preferred
from bot.messages.access.links import SESSION, Session
from bot.messages.battle_context import BattleContext
from bot.rates import Kind, Rates, seconds
from engine.kernel.text import Refusal, Text, refuse

log = logging.getLogger("hexarch")

NUMBER = 40
"""Characters of a battle's number."""

Door = Callable[[Session, Mapping[str, Any]], Awaitable[Mapping[str, Any]]]
"""Does what somebody who is let in asks for, with what they sent along. Raises Refusal."""


Entered = Callable[[str], Awaitable[None]]
"""Is told of a browser that comes in which language it asks for."""

_asking: ContextVar[BattleContext | None] = ContextVar("asking", default=None)
"""The battle as whoever has made this request sees it, once that is known."""

_reader: ContextVar[int | None] = ContextVar("reader", default=None)
"""Who has made this request, once that is known."""


class Doors:
    """Guards every address of the board."""

    def __init__(
        self,
        seats: Seats,
        rates: Rates,
        origins: frozenset[str],
        languages: Mapping[int, str],
        entered: Entered | None = None,
    ) -> None:
        """``origins`` are addresses the page is at ("https://board.example.org"), ``languages`` those that people have
        chosen."""
        self.seats = seats
        self.origins = set(origins)
        self._rates = rates
        self._languages = languages
        self._entered = entered

    def add(self, router: web.UrlDispatcher, more: Mapping[str, Door]) -> None:
        """Add what lets in and out, and ``more`` doors by the last part of their addresses."""
        router.add_post("/api/session", self._session)
        router.add_post("/api/leave", self._leave)
        for name, door in more.items():
            router.add_post(f"/api/{name}", self._through(door))

    @web.middleware
    async def guard(self, request: web.Request, handler: Any) -> web.StreamResponse:
        """Nobody but the page itself, and no error that tells what is inside."""
        # A connection's next request may be somebody else's.
        _asking.set(None)
        _reader.set(None)
        try:
            if request.method == "POST":
                self._check_origin(request)
            if not self._named(request):
                raise web.HTTPForbidden
            response = await handler(request)
        except NotLetIn:
            response = answers.told(
                {"error": self._said(request, Text("Open the board anew, with Board in Discord."))}, 403
            )
        except Refusal as e:
            response = answers.told({"error": self._refused(request, e), "rule": e.rule}, 409)
        except web.HTTPException as e:
            response = answers.told({"error": e.reason}, e.status)
        except (asyncio.CancelledError, ConnectionError):
            raise
        except Exception:
            log.exception("the board can't answer %s", request.path)
            error = Text("Something went wrong here; it has been logged.")
            response = answers.told({"error": self._said(request, error)}, 500)
        if not response.prepared:
            response.headers.update(answers.HEADERS)
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    def catalogue(self, request: web.Request) -> TextCatalogue:
        """The language of who asks: of the battle they look at, else the one they have chosen, else their browser's."""
        if (here := _asking.get()) is not None:
            return here.catalogue
        chosen = self._languages.get(_reader.get() or 0)
        return TextCatalogue.load(chosen or preferred(request.headers.get(hdrs.ACCEPT_LANGUAGE, "")))

    def _said(self, request: web.Request, text: Text) -> str:
        return self.catalogue(request).say(text)

    def _refused(self, request: web.Request, refusal: Refusal) -> str:
        """Why not, in the language of who asks, with the battle's own rules by their titles."""
        here = _asking.get()
        own = here.game.system.own_rules() if here is not None else ()
        return refusal_text(refusal, self.catalogue(request), own)

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

    async def here(self, request: web.Request, kind: Kind = "common", *, answer: bool = False) -> BattleContext:
        """The battle as whoever asks sees it now."""
        asked = request.query
        here = await self.seats.viewer(*self.shown(request), asked.get("battle", "")[:NUMBER])
        _asking.set(here)
        if wait := self._rates.ask(kind, here.user, here.battle.guild, answer=answer):
            refuse("That is a lot at once. Please try again in {seconds} s.", seconds=seconds(wait))
        return here

    async def who(self, request: web.Request) -> Session:
        """Whoever asks. Raises :class:`NotLetIn`."""
        session = await self.seats.who(*self.shown(request))
        _reader.set(session.user)
        return session

    async def _session(self, request: web.Request) -> web.Response:
        """Open a link: from now on a cookie lets this browser in."""
        given = await answers.sent(request)
        secret = await self.seats.open(str(given.get("token", "")))
        if self._entered is not None:
            await self._entered(preferred(request.headers.get(hdrs.ACCEPT_LANGUAGE, "")))
        response = answers.told({})
        response.set_cookie(
            self._cookie, secret, max_age=int(SESSION), httponly=True, samesite="Strict", secure=self._secure, path="/"
        )
        return response

    async def _leave(self, request: web.Request) -> web.Response:
        """Let in nobody any more with what this user was given."""
        await self.seats.leave(*self.shown(request))
        response = answers.told({})
        response.del_cookie(self._cookie, path="/", secure=self._secure, httponly=True, samesite="Strict")
        return response

    def _through(self, door: Door) -> Callable[[web.Request], Awaitable[web.Response]]:
        """A door of the edition, for whoever is let in."""

        async def asked(request: web.Request) -> web.Response:
            session = await self.who(request)
            return answers.told(await door(session, await answers.sent(request)))

        return asked

    def shown(self, request: web.Request) -> tuple[str, str]:
        """What a browser shows to be let in, and whose eyes it wants to look through where it may choose."""
        return request.cookies.get(self._cookie, ""), request.query.get("seat", "")
