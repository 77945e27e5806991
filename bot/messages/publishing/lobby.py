"""What the pinned message says of a battle that hasn't begun: who sits where, how it is to be played."""

from __future__ import annotations

from typing import Any

import discord

from bot.components.ids import Ref
from bot.components.items import button, view
from bot.language.plain import MESSAGE
from bot.messages.battle_context import BattleContext
from bot.messages.delivery.deliver import Content
from bot.narration import escape, fit
from bot.narration.charts import pack_name
from bot.narration.people import person
from bot.service import Service


async def lobby_content(service: Service, here: BattleContext) -> Content:
    """The message, with buttons to take a side and to begin; how it ended where it was broken off before."""
    battle = here.battle
    items: list[discord.ui.Item[Any]] = []
    if battle.status == "open":
        ready = await service.agreements.ready(battle.id)
        settled = await service.agreements.of(battle.id) is not None
        full = all(battle.player(side) is not None for side, _ in battle.sides)
        lines = [here.word("Both sides have a player: it may begin." if full else "Waiting for players.")]
        for n, (side, name) in enumerate(battle.sides):
            player = battle.player(side)
            who = person(player, here.catalogue) if player is not None else here.word("free")
            lines.append(
                f"**{escape(here.catalogue.name(name))}**: {who}"
                + (f" · {here.word('ready')}" if side in ready else "")
            )
            if player is None and not settled:
                ref = Ref(battle.id, "open", str(n))
                items.append(button(ref, "join", here.word("Join: {side}", side=name), row=0))
        if all(battle.player(side) is not None for side, _ in battle.sides):
            begin = here.word("Begin")
            items.append(button(Ref(battle.id, "open"), "start", begin, style=discord.ButtonStyle.success, row=0))
        items.append(button(Ref(battle.id, "open"), "briefing", here.word("Briefing"), row=1))
        for option in await service.lobby.chosen(battle.id):
            lines.append("-# " + here.word("With: {option}", option=escape(here.say(option.title))))
        pack = await service.charts.pack_of_battle(battle.id)
        if pack is not None:
            lines.append("-# " + here.word("Charts: {pack}", pack=pack_name(pack, here.catalogue)))
        lines.append("-# " + escape(here.say(service.timekeeping.terms(battle.mode, battle.limits))))
        # 64 hexadecimal digits: from now on nobody can choose the secrets behind the dice.
        lines.append("-# " + here.word("The dice are sealed, s₀ = {s0}", s0=battle.commitment))
    else:
        lines = [escape(here.ended)]
    text = fit("\n".join([f"**{escape(here.catalogue.name(battle.title))}**", *lines]), MESSAGE)
    return Content(text=text, view=view(*items))
