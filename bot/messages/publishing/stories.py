"""What has been told of a battle: its dispatches in full, and the position they began from."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.messages.battle_context import BattleContext
from bot.messages.publishing.posts import DISPATCH, Story
from bot.service import Service
from engine.kernel.game import rebuild
from engine.kernel.text import refuse
from engine.kernel.view import TableView


class Stories:
    """Reads dispatches that were stored."""

    def __init__(self, service: Service) -> None:
        self.service = service

    async def latest(self, battle_id: str, key: str | None = None) -> Sequence[str]:
        """A dispatch in full, in pages; the latest one, or the one with ``key``. Raises Refusal where there is none."""
        posts = await self.service.posts.of(battle_id, DISPATCH)
        found = [p for p in posts if key is None or p.key == key]
        if not found:
            refuse("There is nothing to tell yet.")
        last = max(found, key=lambda p: int(p.key))
        return Story.model_validate_json(last.body).story()

    async def opening(self, here: BattleContext) -> TableView:
        """The position as everybody saw it when this turn began; this activation, where the rules know no turns."""
        posts = sorted(await self.service.posts.of(here.battle.id, DISPATCH), key=lambda p: int(p.key))
        stories = [Story.model_validate_json(p.body) for p in posts]
        turn = here.table.turn
        earlier = [x for x in stories if x.key.partition("|")[0] != str(turn)] if turn else stories[:-1]
        entries = await self.service.play.entries(here.battle.id)
        # Where nothing has been told before: the battle as it began.
        first = [e for e in entries if e.seq <= earlier[-1].upto] if earlier else entries[:1]
        system = here.game.system
        return system.view(await asyncio.to_thread(rebuild, system, first))

    async def record(self, here: BattleContext) -> str:
        """The whole battle as told so far. Raises Refusal where nothing was."""
        posts = sorted(await self.service.posts.of(here.battle.id, DISPATCH), key=lambda p: int(p.key))
        if not posts:
            refuse("There is nothing to tell yet.")
        stories = [Story.model_validate_json(p.body) for p in posts]
        return "\n\n".join("\n".join([s.title, *(x.text for x in s.lines), *s.notes]) for s in stories)
