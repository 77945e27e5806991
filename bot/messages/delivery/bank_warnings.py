"""Telling those concerned that a side's time for the whole battle is spent: what that means, and what may be done."""

from __future__ import annotations

import logging

import discord

from bot.messages.battle_lookup import BattleLookup
from bot.messages.delivery.calls import Calls
from bot.narration import TextCatalogue, escape
from bot.narration.people import person
from bot.service import Battle, Outcome, Service
from bot.service.time import clocks
from bot.service.time.bank_warnings import UP, Spent
from bot.service.time.limits import left
from engine.kernel.text import Text

log = logging.getLogger("hexarch")


class BankCalls:
    """Calls opponents and teammates, once for each thing there is to tell."""

    def __init__(self, service: Service, lookup: BattleLookup, calls: Calls) -> None:
        self.service = service
        self.lookup = lookup
        self.calls = calls
        self._waiting: set[str] = set()
        """Battles in which something may have to be told."""

    def hear(self, outcome: Outcome) -> None:
        """A deadline has answered: a bank may be empty now."""
        if any(a.why == "deadline" for a in outcome.auto):
            self._waiting.add(outcome.battle)

    async def wake(self) -> None:
        """After a start: look at every battle with time for the whole of it."""
        self._waiting.update(b.id for b in await self.service.battles.running() if b.limits.bank is not None)

    async def tick(self) -> None:
        """Tell what is to be told; what Discord doesn't take is told with a later round."""
        for battle_id in sorted(self._waiting):
            try:
                for spent in await self.service.warnings.spent(battle_id):
                    await self._tell(spent)
            except discord.HTTPException as e:
                log.info("battle %s: an empty bank couldn't be told: %s", battle_id, e)
                if e.status >= 500:
                    continue
            except Exception:
                # One battle must not keep the others from being told.
                log.exception("battle %s: an empty bank couldn't be told", battle_id)
            self._waiting.discard(battle_id)

    async def _tell(self, spent: Spent) -> None:
        service = self.service
        battle = await service.battles.get(spent.battle)
        words = self.lookup.catalogue(battle)
        opponents = [u for s, _ in battle.sides if s != spent.side and (u := battle.player(s)) is not None]
        team = [m.user for m in battle.team(spent.side)]
        settled = await service.agreements.of(battle.id) is not None
        text = said(battle, spent, opponents, team, words, settled=settled)
        player = battle.player(spent.side)
        called = [*opponents, *team, *([player] if player is not None else [])]
        await self.calls.call(battle.guild, battle.channel, list(dict.fromkeys(called)), text)
        await service.warnings.told(spent)


def said(
    battle: Battle, spent: Spent, opponents: list[int], team: list[int], words: TextCatalogue, *, settled: bool
) -> str:
    """What everybody concerned reads. ``settled``: whether nobody from outside may lead the side."""
    side = escape(words.name(battle.name(spent.side)))
    others = " ".join(person(u, words) for u in opponents)
    if spent.stage == UP:
        head = Text(
            "⏳ The {side} are out of time. {others}: /battle claim ends the battle with your victory; you may also "
            "let it go on, or offer a draw.",
            side=side,
            others=others,
        )
    else:
        head = Text(
            "⏳ The bank of the {side} is empty: each answer may take {grace} now. {others}: when the clock has "
            "answered {n:time|times} in their place, /battle claim ends the battle with your victory; or let it go on.",
            side=side,
            grace=left(spent.grace),
            others=others,
            n=clocks.LATE,
        )
    lines = [words.say(head)]
    if team:
        mates = " ".join(person(u, words) for u in team)
        lines.append(
            words.say(Text("{team}: if your player is gone, one of you may lead with /team step-in.", team=mates))
        )
    elif not settled:
        lines.append(
            words.translate("Who isn't their opponent may lead them with /team step-in, if the player is gone.")
        )
    return "\n".join(lines)
