"""What can be begun on the board of the local edition: lessons, and battles by game, each with a sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import scenarios
from bot.cogs.guide.beginners import BATTLES
from bot.language.catalogue import TextCatalogue
from bot.service import Service
from engine.kernel.json_values import is_object
from engine.kernel.text import refuse
from engine.systems import registry
from scenarios import ScenarioInfo
from scenarios.lessons import offered

SHORTEST = 60
"""Characters below which a first sentence says too little by itself."""


class Offered:
    """Lessons and battles of one simulated server."""

    def __init__(self, service: Service, guild: int) -> None:
        self.service = service
        self.guild = guild
        self._histories: dict[str, str] = {}
        """By key what a battle's briefing tells of what was before it."""

    async def all(self, words: TextCatalogue, *, brief: bool) -> Mapping[str, Any]:
        """Lessons in the order they are offered; without ``brief`` also battles by game, shorter ones first."""
        lessons = offered()
        found: dict[str, Any] = {
            "lessons": [{"system": x.system, "title": registry.title(x.system)} for x in lessons],
        }
        return found if brief else {**found, "games": await self._games(words, [x.system for x in lessons])}

    async def _games(self, words: TextCatalogue, order: Sequence[str]) -> list[Mapping[str, Any]]:
        own, packaged = await asyncio.gather(self._own(), asyncio.to_thread(self._packaged))
        games: dict[str, list[Mapping[str, Any]]] = {s: [] for s in order}
        for x in (*own, *sorted(packaged, key=lambda x: x.units)):
            games.setdefault(x.system, []).append(
                {
                    "key": x.key,
                    "title": words.name(x.title),
                    "date": words.translate(x.date),
                    "units": x.units,
                    "length": words.translate(x.length).partition("; ")[0].rstrip("."),
                    "about": _about(words.translate(self._histories.get(x.key, ""))),
                    "sides": [words.name(s) for s in x.sides],
                    "first": x.key in BATTLES,
                }
            )
        return [{"system": s, "title": words.say(scenarios.game_told(s)), "battles": b} for s, b in games.items() if b]

    async def named(self, key: str) -> ScenarioInfo:
        """A battle that can be begun. Refused for any other key."""
        known = (*await self._own(), *await asyncio.to_thread(self._packaged))
        found = next((x for x in known if x.key == key), None)
        if found is None:
            refuse("There is no such battle.")
        return found

    async def _own(self) -> tuple[ScenarioInfo, ...]:
        return await self.service.scenarios.of_guild(self.guild)

    def _packaged(self) -> list[ScenarioInfo]:
        """Battles that come with the program or lie in a community's folders; reading them takes a moment, once."""
        found = list(scenarios.listing())
        for x in found:
            if x.key not in self._histories:
                # A battle by the fast rules is the one by the full rules.
                self._histories[x.key] = _history(x.key) or (_history(x.parent) if x.parent else "")
        return found


def _history(key: str) -> str:
    briefing = scenarios.document(scenarios.find(key)).get("briefing")
    history = briefing.get("history") if is_object(briefing) else ""
    return history if isinstance(history, str) else ""


def _about(history: str) -> str:
    """The beginning of a battle's history: a sentence, or two where the first is short."""
    sentences = history.split(". ")
    said = ""
    for sentence in sentences:
        said = f"{said}. {sentence}" if said else sentence
        if len(said) >= SHORTEST:
            break
    return said.rstrip(".") + "." if said else ""
