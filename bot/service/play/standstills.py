"""Why a battle under way stands still, as far as that is stored: its channel, or an error of ours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.service.model import Battle
from bot.service.time.pauses import HALTED
from bot.storage import Database
from bot.storage.watchers import BATTLE

STUCK = "stuck"
"""Setting of a battle whose players were told that time is up and the default can't be given: which question, which
error, and by what reference they were told."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """A battle in which time is up, but the default can't be given because of an error of ours."""

    battle: str
    side: str
    token: int
    """The question's."""
    error: str
    """Kind of the error."""
    reference: str
    """The error's, in the log."""


@dataclass(frozen=True, slots=True)
class Standstill:
    """Why a battle stands still."""

    kind: Literal["shut", "stopped", "stuck"]
    """Nothing can be posted in its channel; its clocks were stopped, as when its channel is gone; an error of ours."""
    reference: str = ""
    """Of the error, in the log."""


class Standstills:
    """What is known of them. It is stored, so that a restart neither forgets it nor has it told again."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def is_news(self, stuck: Stuck) -> bool:
        """Whether a battle's players are to be told that they wait for an error of ours.

        They aren't where they were told of it before, and where the question has been answered meanwhile.
        """
        before, cause = await self._stuck(stuck.battle), _cause(stuck)
        if before is not None and {k: before.get(k) for k in cause} == cause:
            return False
        return await self._still_asked(stuck.battle, stuck.side, stuck.token)

    async def told(self, stuck: Stuck) -> None:
        """Note that a battle's players were told."""
        value = {**_cause(stuck), "reference": stuck.reference}
        await self.database.settings.put(BATTLE + stuck.battle, STUCK, value)

    async def of(self, battle: Battle) -> Standstill | None:
        """Why a battle stands still; None where it doesn't, or isn't under way."""
        if battle.status != "running":
            return None
        if battle.paused:
            shut = (await self.database.settings.of(BATTLE + battle.id, HALTED)).get(HALTED)
            return Standstill("shut" if shut else "stopped")
        stuck = await self._stuck(battle.id)
        if stuck is None:
            return None
        still = await self._still_asked(battle.id, stuck.get("side"), stuck.get("token"))
        return Standstill("stuck", str(stuck.get("reference", ""))) if still else None

    async def _still_asked(self, battle_id: str, side: object, token: object) -> bool:
        return any((q.side, q.token) == (side, token) for q in await self.database.games.questions(battle_id))

    async def _stuck(self, battle_id: str) -> dict[str, object] | None:
        return (await self.database.settings.of(BATTLE + battle_id, STUCK)).get(STUCK)


def _cause(stuck: Stuck) -> dict[str, object]:
    """What is the same each time the same goes wrong."""
    return {"side": stuck.side, "token": stuck.token, "error": stuck.error}
