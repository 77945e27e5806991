"""The doors of composing: what may be chosen, what orders would do, and where they go."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from aiohttp import web

from bot.board import answers, drafted, forms, groups, ideas, menus, position
from bot.board.sandbox import UNADVISED, Tried
from bot.board.trying import Trying
from bot.messages.battle_context import BattleContext
from bot.messages.foreseen import foreseen
from bot.messages.longer import Longer, named
from bot.messages.messages import Messages
from bot.service import Open
from bot.service.computers.advising import Advice
from bot.service.model import Preview
from bot.service.play.play import statements_of
from engine.kernel.text import refuse

ORDERS = 1500
"""Characters of orders, as of /order."""

Send = Callable[[BattleContext, Open, Preview, Longer | None], Awaitable[str]]
"""Put orders before the player to be carried out, or carry them out; says where they are now. Where there is the
last, they are an answer for more than this once."""


class Composing:
    """Answers to whoever composes orders, of a battle or in a sandbox."""

    def __init__(self, messages: Messages, trying: Trying, send: Send, sent: Callable[[int, str], None]) -> None:
        """``sent`` hears who has sent something, in which battle."""
        self._messages = messages
        self._trying = trying
        self._send = send
        self._heard = sent

    def add(self, router: web.UrlDispatcher) -> None:
        router.add_get("/api/menu", self._menu)
        router.add_get("/api/ideas", self._ideas)
        router.add_get("/api/groups", self._groups)
        router.add_get("/api/together", self._together)
        router.add_post("/api/form", self._form)
        router.add_post("/api/preview", self._preview)
        router.add_post("/api/send", self._sent)
        router.add_post("/api/suggest", self._suggest)

    async def _menu(self, request: web.Request) -> web.Response:
        here = await self._trying.there(request, "typing")
        path = menus.path_of(request.query.get("path", ""))
        return answers.told(menus.menu(here, _asked(here, request.query.get("token", "")), path))

    async def _ideas(self, request: web.Request) -> web.Response:
        """What is worth ordering now: of one unit, or of all."""
        unit = request.query.get("unit", "")[: answers.NAME]
        here = await self._trying.there(request, "typing" if unit else "common")
        question = _asked(here, request.query.get("token", ""))
        return answers.told(await ideas.ideas(here, question, unit, self._messages.guided.think))

    async def _groups(self, request: web.Request) -> web.Response:
        here = await self._trying.there(request, "typing")
        return answers.told(groups.groups(here, _asked(here, request.query.get("token", ""))))

    async def _together(self, request: web.Request) -> web.Response:
        """What the units of a group, or of a frame, might do together; with ``to`` how they go there together."""
        here = await self._trying.there(request)
        units = request.query.get("units", "")[: answers.BODY].split(",")
        if to := request.query.get("to", "")[: answers.NAME]:
            return answers.told(groups.alike(here, _asked(here, request.query.get("token", "")), units, to))
        return answers.told(groups.together(here, _asked(here, request.query.get("token", "")), units))

    async def _form(self, request: web.Request) -> web.Response:
        """An order that is a whole form: how it is filled in, or is after a change. Nothing is stored."""
        given = await answers.sent(request)
        here = await self._trying.there(request, "typing")
        question = _asked(here, str(given.get("token", "")))
        return answers.told(forms.form(here, question, _orders(given), given))

    async def _preview(self, request: web.Request) -> web.Response:
        given = await answers.sent(request)
        here = await self._trying.there(request, answer=True)
        question, seen = await self._looked_ahead(here, given)
        return answers.told({**_told(here, seen), "ways": drafted.ways(here, question.side, seen)})

    async def _sent(self, request: web.Request) -> web.Response:
        given = await answers.sent(request)
        here = await self._trying.there(request, answer=True)
        longer: Longer | None = None
        if "longer" in given:
            if isinstance(here, Tried):
                refuse("While you try something an answer counts once.")
            question = _asked(here, str(given.get("token", "")))
            longer, answer = named(here, question, str(given["longer"]))
            given = {**given, "orders": menus.written(here, answer)}
        question, seen = await self._looked_ahead(here, given)
        told = _told(here, seen)  # of the position as it still is
        if seen.refused is not None:
            return answers.told(told, 409)
        if isinstance(here, Tried):
            self._trying.sandboxes.carry_out(here, question, statements_of(here.in_notation(str(given["orders"]))))
            return answers.told({**told, "sent": ""})
        told["ways"] = drafted.ways(here, question.side, seen)
        where = await self._send(here, question, seen, longer)
        self._heard(here.user, here.battle.id)
        return answers.told({**told, "sent": where})

    async def _suggest(self, request: web.Request) -> web.Response:
        """What the adviser would order, and why; where players may be advised."""
        given = await answers.sent(request)
        here = await self._trying.there(request, "picture")
        question = _asked(here, str(given.get("token", "")))
        if not position.advisable(question):
            refuse("There is nothing to suggest here.", rule=question.decision.rule)
        found = await self._advised(here, question)
        if found is None:
            refuse("There is nothing to suggest: what you know doesn't tell what is best.")
        return answers.told(position.advice(here, found))

    async def _advised(self, here: BattleContext, question: Open) -> Advice | None:
        if isinstance(here, Tried):
            return await self._trying.sandboxes.advise(here, question)
        if not await self._messages.lookup.service.adviser.allowed(here.battle):
            refuse(UNADVISED)
        return await self._messages.advisers.advise(here.battle.id, question)

    async def _looked_ahead(self, here: BattleContext, given: Mapping[str, Any]) -> tuple[Open, Preview]:
        question = _asked(here, str(given.get("token", "")))
        if isinstance(here, Tried):
            return question, self._trying.sandboxes.ahead(
                here, question, statements_of(here.in_notation(_orders(given)))
            )
        service = self._messages.lookup.service
        return question, await service.play.preview(
            here.battle.id, here.user, statements_of(here.in_notation(_orders(given)))
        )


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
