"""Scenarios a server brings along: checked by laying them out and beginning them, and offered in that server alone."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, NoReturn

import scenarios
from bot.service.records import files
from bot.service.sessions.rules import Rules, UnknownBattle
from bot.service.sessions.sessions import Sessions
from bot.storage import Database
from engine.kernel.text import Refusal, Text, refuse
from engine.kernel.view import TableView
from engine.systems import registry
from scenarios import ScenarioError, ScenarioInfo
from scenarios.json_text import parse_on
from scenarios.limits import MOST_BYTES, unit_count

OWN = "own/"
"""Begins the key of a server's own scenario."""

MOST = 50
"""Scenarios of one server."""

ADVISED = 5
"""Pieces of advice that are told with a file that is taken."""

LISTED = 200
"""Servers whose lists of scenarios are kept in memory."""

SCENARIO = Text("a scenario")


@dataclass(frozen=True)
class Checked:
    """A scenario that can be played."""

    document: dict[str, Any]
    table: TableView
    """The field as it is laid out, for everybody to see."""
    advice: tuple[Text, ...] = ()
    """What its author may not have meant."""

    @property
    def key(self) -> str:
        return f"{OWN}{self.document['id']}"

    @property
    def title(self) -> str:
        return self.document["title"]

    @property
    def version(self) -> str:
        return self.document.get("version", "")

    @property
    def author(self) -> str:
        return self.document.get("author", "")

    @property
    def licence(self) -> str:
        return self.document.get("licence", "")


class Kept(Enum):
    """How a scenario came to be offered in a server."""

    NEW = "new"
    CHANGED = "changed"
    """In place of another of the same id."""
    SAME = "same"
    """In place of itself."""


class Scenarios:
    """Scenarios of servers, and where any scenario comes from."""

    def __init__(self, database: Database, rules: Rules, sessions: Sessions) -> None:
        self.database = database
        self.rules = rules
        self.sessions = sessions
        self._checking = asyncio.Lock()
        """Files are checked one at a time: each takes a thread and up to a second of it."""
        self._own: OrderedDict[int, tuple[ScenarioInfo, ...]] = OrderedDict()
        """What is known of servers' scenarios."""

    async def check(self, data: bytes) -> Checked:
        """The scenario in a file, which is read, laid out and begun. Raises Refusal with what is wrong."""
        async with self._checking:
            return await asyncio.to_thread(_checked, data)

    async def keep_own(self, guild_id: int, user_id: int, document: dict[str, Any]) -> str:
        """Offer a scenario that has been checked already, in place of one of the same id; returns its key."""
        system = registry.system_for(document)
        given = Checked(document, system.view(registry.initial_state(system)))
        await self.keep(guild_id, user_id, given)
        return given.key

    async def keep(self, guild_id: int, user_id: int, checked: Checked) -> Kept:
        """Offer a scenario in a server, in place of one of the same id. Battles under way keep theirs.

        Refused where the server has as many as there is room for.
        """
        known = await self.database.uploads.get(guild_id, checked.key)
        title, now = checked.title[:200], self.sessions.clock()
        document = checked.document
        if not await self.database.uploads.put(guild_id, checked.key, title, user_id, document, now, MOST):
            refuse(
                "This server has {n:scenario|scenarios} of its own; the most there is room for. Remove one first.",
                n=MOST,
            )
        self._own.pop(guild_id, None)
        if known is None:
            return Kept.NEW
        return Kept.SAME if json.loads(known.document) == document else Kept.CHANGED

    async def remove(self, guild_id: int, key: str) -> str:
        """Offer a scenario no longer; returns its title. Battles under way keep it. Refused for one there isn't."""
        known = await self.database.uploads.get(guild_id, own_key(key))
        if known is None or not await self.database.uploads.drop(guild_id, known.key):
            refuse(
                "This server has no scenario “{key}” of its own. /referee scenario list shows those it has.",
                key=key[:80],
            )
        self._own.pop(guild_id, None)
        return known.title

    async def exported(self, guild_id: int, key: str) -> tuple[str, bytes]:
        """A server's own scenario as a file: its id, and what stands in it. Refused for one there isn't."""
        document = await self.document(own_key(key), guild_id)
        scenario = registry.system_for(document).scenario
        # What is as it would be anyway needn't be in a file that people read.
        written = {"format": scenario.format, "system": scenario.system}
        written |= scenario.model_dump(mode="json", exclude_defaults=True)
        return scenario.id, (json.dumps(written, ensure_ascii=False, indent=1) + "\n").encode()

    async def of_guild(self, guild_id: int) -> tuple[ScenarioInfo, ...]:
        """A server's own scenarios, by title."""
        found = self._own.get(guild_id)
        if found is None:
            uploads = await self.database.uploads.of(guild_id)
            found = await asyncio.to_thread(lambda: tuple(_info(u.key, json.loads(u.document)) for u in uploads))
            self._own[guild_id] = found
            while len(self._own) > LISTED:
                self._own.popitem(last=False)
        return found

    async def meant(self, text: str, guild_id: int) -> str:
        """The key of the battle somebody means: by key, title, side, place or year, or by something close to a title.

        What fits nothing is given back as it is. Raises Refusal where several fit.
        """
        wanted = text.strip()
        own = await self.of_guild(guild_id)
        known = [x.key for x in (*own, *scenarios.listing()) if wanted in (x.key, x.id)]
        if known or not wanted:
            return wanted
        exact = [x for x in (*own, *scenarios.listing()) if x.title.casefold() == wanted.casefold()]
        found = scenarios.full_first(exact or scenarios.matching(wanted, own))
        if len(found) == 1:
            return found[0].key
        if found:
            names = ", ".join(f"{x.title}" for x in found[: files.SHOWN])
            refuse("“{text}” could be {battles}.", text=wanted[:80], battles=names)
        return wanted

    async def document(
        self, key: str, guild_id: int, like: str | None = None, *, lesson: bool = False
    ) -> dict[str, Any]:
        """The scenario of a key as a server may read it: one that comes with the program, or its own.

        ``like`` is a battle of that scenario: its document is taken where it is the server's own, which may have been
        changed or removed since. Refused for a scenario there isn't, and for the ground of a lesson where none
        (``lesson``) is meant.
        """
        if scenarios.is_drill(key) and not lesson:
            refuse("That is the ground of a lesson, and no battle: /learn begins it.")
        if not key.startswith(OWN):
            try:
                return self.rules.load_scenario(key)
            except UnknownBattle:
                await self._unknown(key, guild_id)
        if like is not None:
            return files.plain_json(await self.database.battles.scenario(like))
        known = await self.database.uploads.get(guild_id, key)
        if known is None:
            refuse(
                "This server has no scenario “{key}” of its own. /referee scenario list shows those it has.",
                key=key[:80],
            )
        return files.plain_json(known.document)

    async def _unknown(self, name: str, guild_id: int) -> NoReturn:
        """Refuse a battle there isn't, with those that are called most like it, as people see them."""
        typed = name[:80]
        near = scenarios.resembling(name, await self.of_guild(guild_id))
        if near:
            titles = ", ".join(dict.fromkeys(x.title for x in near))
            refuse("There is no battle “{name}”. The nearest are: {titles}.", name=typed, titles=titles)
        refuse("There is no battle “{name}”. Choose one from the list that opens as you type.", name=typed)


def own_key(text: str) -> str:
    """The key of a server's scenario, named with or without its beginning."""
    key = text.strip()
    return key if key.startswith(OWN) else f"{OWN}{key}"


def _checked(data: bytes) -> Checked:
    try:
        loose = parse_on(files.text_of(data, SCENARIO, MOST_BYTES), "")
        scenario = scenarios.checked(loose.document, "", loose.problems)
    except ScenarioError as e:
        found = list(e.problems)
        more = Text("- and {n} more", n=len(found) - files.SHOWN) if len(found) > files.SHOWN else ""
        lines = files.listed(found)
        raise Refusal(
            "That scenario can't be used, and nothing has changed:\n{lines}\n{more}", lines=lines, more=more
        ) from e
    system = registry.system_for(scenario)
    from scenarios import advice  # knows every system's charts, which a start doesn't need

    said = tuple(Text("Advice: {text}", text=a.text) for a in advice.advice(scenario))
    return Checked(scenario.model_dump(mode="json"), system.view(registry.initial_state(system)), said[:ADVISED])


def _info(key: str, document: Mapping[str, Any]) -> ScenarioInfo:
    """What a list shows of a scenario that was checked when it was stored."""
    system, told = document["system"], document.get("briefing", {})
    return ScenarioInfo(
        key=key,
        id=document["id"],
        system=system,
        game=scenarios.game_named(system),
        title=document["title"],
        date=document["date"],
        place=document["place"],
        sides=tuple(s["name"] for s in document["sides"]),
        units=sum(unit_count(s) for s in document["sides"]),
        length=told.get("length", ""),
        balance=told.get("balance", ""),
        parent=document.get("parent") or "",
        author=document.get("author", ""),
        licence=document.get("licence", ""),
        version=document.get("version", ""),
    )
