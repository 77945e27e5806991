"""Charts of battles and servers: a referee's corrections to them are kept for the battles the server begins."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.service.sessions.battles import Battles
from bot.service.sessions.rules import Rules
from bot.storage import Database
from engine.kernel.chart_pack import ChartPack, corrected, fingerprint, problems
from engine.kernel.charts import Chart
from engine.kernel.text import refuse
from engine.systems import registry

_KEY = "charts:{system}"
"""Setting of a server: its pack for a system."""


@dataclass(frozen=True, slots=True)
class ChartSet:
    """The charts of a battle, or of a server's next one."""

    system: str
    charts: Sequence[Chart]
    pack: ChartPack | None
    """What corrects them."""

    @property
    def digest(self) -> str:
        """Hash that names them."""
        return fingerprint(self.charts)


class Charts:
    """What a server's referee has loaded, and what battles are played by."""

    def __init__(self, database: Database, rules: Rules, battles: Battles) -> None:
        self.database = database
        self.rules = rules
        self.battles = battles

    async def pack_of_guild(self, guild_id: int, system: str) -> ChartPack | None:
        """The pack a server's next battle of a system is played by."""
        stored = (await self.database.settings.of(_owner(guild_id))).get(_KEY.format(system=system))
        return ChartPack.model_validate(stored) if stored is not None else None

    async def load(self, guild_id: int, pack: ChartPack) -> None:
        """Play the server's next battles by a pack. It has been checked against the charts."""
        assert not problems(registry.CHARTS[pack.system](), pack)
        await self.database.settings.put(
            _owner(guild_id), _KEY.format(system=pack.system), pack.model_dump(mode="json")
        )

    async def reset(self, guild_id: int, system: str) -> ChartPack:
        """Back to the standard charts; gives back the pack that is taken away. Refused where there is none."""
        pack = await self.pack_of_guild(guild_id, system)
        if pack is None:
            refuse("This server plays by the standard charts of {game}.", game=registry.title(system))
        await self.database.settings.put(_owner(guild_id), _KEY.format(system=system), None)
        return pack

    async def of_guild(self, guild_id: int, system: str) -> ChartSet:
        """The charts a server's next battle of a system is played by."""
        pack = await self.pack_of_guild(guild_id, system)
        charts = registry.CHARTS[system]()
        if pack is not None and problems(charts, pack):
            refuse(_OUTDATED, title=pack.title, game=registry.title(system))
        return ChartSet(system, corrected(charts, pack), pack)

    async def of_battle(self, battle_id: str) -> ChartSet:
        """The charts a battle is played by, its own rules included."""
        row = (await self.battles.get(battle_id)).row
        document = await self.database.battles.scenario(battle_id)
        system = self.rules.bound(document)
        charts = registry.chart_list(system, registry.initial_state(system, row.options))
        return ChartSet(system.id, charts, _pack_in(json.loads(document)))

    async def pack_of_battle(self, battle_id: str) -> ChartPack | None:
        """The pack a battle is played by."""
        return _pack_in(json.loads(await self.database.battles.scenario(battle_id)))

    async def applied(self, document: dict[str, Any], guild_id: int, charts_of: str | None) -> dict[str, Any]:
        """The document with the server's pack, or that of another battle; a pack of the battle's author stays."""
        system = str(document.get("system"))
        if system not in registry.CHARTS or document.get("charts") is not None:
            return document
        if charts_of is not None:
            pack = await self.pack_of_battle(charts_of)
        else:
            pack = (await self.of_guild(guild_id, system)).pack
        return document if pack is None else {**document, "charts": pack.model_dump(mode="json")}


_OUTDATED = (
    "This server's chart pack “{title}” no longer fits the charts of {game}. A referee loads another one with "
    "/referee charts load, or takes it away with /referee charts reset."
)


def _owner(guild_id: int) -> str:
    return f"guild:{guild_id}"


def _pack_in(document: dict[str, Any]) -> ChartPack | None:
    given = document.get("charts")
    return ChartPack.model_validate(given) if given is not None else None
