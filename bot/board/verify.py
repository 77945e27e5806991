"""The dice of a battle as the page checks them in the browser: the trail, and the rolls as the story tells them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from bot.board.position import Json, last
from bot.messages.battle_context import BattleContext
from bot.narration.lines import roll_text
from bot.service import Service
from engine.fairdice import Trail
from engine.kernel.dice import Roll
from engine.kernel.journal import Entry
from engine.kernel.text import refuse


async def trail(here: BattleContext, service: Service) -> Json:
    """The trail of a battle with the secrets of every segment that has ended, as ``/dice audit`` gives it.

    Beside it stand the rolls that were told of. Raises Refusal for a record, which has no secrets, and before the
    battle has begun.
    """
    if here.battle.status == "record":
        refuse(
            "This battle was brought along as a file: it tells its rolls, but brings no secrets that prove them. Its "
            "players have the dice trail."
        )
    upto = last(here)
    # The journal first: whatever is told in it stands in the trail by the time that is read.
    entries = await service.play.entries(here.battle.id)
    rolls = [Roll.model_validate(e.data) for e in entries if e.kind == "roll" and e.seq <= upto]
    found = await service.rolls.trail(here.battle.id)
    if _later(entries, upto):
        found = until(found, max((r.n for r in rolls), default=0))
    return {
        "title": here.catalogue.name(here.battle.title),
        "trail": found.model_dump(mode="json"),
        "told": [{"n": r.n, "dice": r.dice, "total": r.total, "text": here.say(roll_text(r))} for r in rolls],
        "sides": dict(here.battle.sides),
    }


def until(found: Trail, n: int) -> Trail:
    """A trail as it stood right after roll ``n``, for somebody to whom the battle is shown as it stood then."""
    entries = tuple(takewhile(lambda e: e.kind != "roll" or e.data["roll"]["n"] <= n, found.entries))
    used = max((e.data["segment"] for e in entries if e.kind == "roll"), default=0)
    return found.model_copy(
        update={
            "entries": entries,
            # A roll is made with a secret that isn't known yet: those before it were.
            "secrets": {i: s for i, s in found.secrets.items() if i < used},
            "head": entries[-1].hash if entries else found.header.genesis,
        }
    )


def _later(entries: Sequence[Entry], upto: int) -> bool:
    """Whether dice have fallen since a journal entry."""
    return any(e.kind == "roll" and e.seq > upto for e in entries)
