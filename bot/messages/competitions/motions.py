"""What a referee who takes part asks for is put to others: one message, which calls them, with two buttons."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import discord

from bot.components.ids import Ref
from bot.components.items import button, view
from bot.messages.battle_lookup import BattleLookup
from bot.messages.competitions.notices import Notices
from bot.narration import TextCatalogue, escape
from bot.narration.company import gone_names
from bot.narration.people import person
from bot.service import Service
from bot.service.competitions import motions
from bot.service.competitions.motions import Motion
from bot.storage.competitions import Competition
from engine.kernel.text import Refusal, Text, refuse

MOTION = "motion"
"""Verb of the buttons."""
YES, NO = "yes", "no"

ASKS = {
    motions.AWARD: "⚖️ **{by}**, who plays in it, asks that match {n} of “{name}” be awarded to {winner}: {reason}",
    motions.EXTEND: "⚖️ **{by}**, who plays in it, asks for {days:day|days} more for match {n} of “{name}”.",
    motions.REOPEN: "⚖️ **{by}**, who plays in it, asks that match {n} of “{name}” be played after all: {reason}",
    motions.WITHDRAW: "⚖️ **{by}**, who takes part in “{name}”, asks that {player} be taken out of it: {reason}",
    motions.REPLACE: (
        "⚖️ **{by}**, who takes part in “{name}”, asks that {new} get the place of {player} in it: {reason}"
    ),
    motions.RETURN: "⚖️ **{by}**, who takes part in “{name}”, asks that {player} come back into it: {reason}",
}
DRAWN = "⚖️ **{by}**, who plays in it, asks that match {n} of “{name}” be called a draw: {reason}"


class Motions:
    """Part of :class:`bot.messages.competitions.competitions.Competitions`."""

    def __init__(self, service: Service, lookup: BattleLookup, notices: Notices) -> None:
        self.service = service
        self.lookup = lookup
        self.notices = notices

    async def put(self, event: Competition, motion: Motion) -> bool:
        """Put it to another referee and to who is on the other side; False where it concerns the one who asks no more
        than anybody else, who may decide it then. Raises Refusal, discord.HTTPException.
        """
        if not await self.service.motions.partial(event, motion.by, n=motion.n, player=motion.player):
            return False
        parties = await self.service.motions.parties(event, motion)
        decided = await self.service.motions.decided(event, motion.n)
        asked = replace(motion, decided=decided, parties=parties, at=self.service.clock())
        number = await self.service.motions.ask(event.id, asked)
        text, shown = await self._content(event, number, asked)
        message = None
        try:
            message = await self.notices.call_judges(
                event, text, f"hx-{number}", shown, without=(motion.by,), besides=parties
            )
        finally:
            if message is None:
                # Nobody can press anything: it may be asked again.
                await self.service.motions.settle(event.id, number)
        if message is None:
            refuse(
                "The channel of “{name}” is gone or shut; first give it another one: /referee event move",
                name=event.name,
            )
        await self.service.motions.placed(event.id, number, message.channel.id, message.id)
        return True

    async def close(self, event: Competition) -> None:
        """Take the buttons off what nothing can come of any more, and say so there."""
        said = self.notices.overtaken(event)
        for number, motion in (await self.service.motions.overtaken(event)).items():
            await self.notices.close(event, motion.channel, motion.message, said)
            with suppress(Refusal):  # somebody has pressed meanwhile
                await self.service.motions.settle(event.id, number)

    async def hand_on(self, event: Competition) -> None:
        """Where others have a place by now, they are asked in a message that calls them alone: the referees know of it.

        Raises discord.HTTPException.
        """
        words = self.lookup.words(event.guild)
        for number, motion in (await self.service.motions.handed_on(event)).items():
            said = words.translate("Somebody else has that place now, and is asked.")
            await self.notices.close(event, motion.channel, motion.message, said)
            text, shown = await self._content(event, number, motion)
            what = f"hx-{number}-{'-'.join(map(str, motion.parties))}"
            message = await self.notices.calls.call(
                event.guild, motion.channel, motion.parties, text, what=what, view=shown
            )
            asked = replace(motion, channel=message.channel.id, message=message.id)
            await self.service.motions.put_to(event.id, number, asked)

    async def _content(self, event: Competition, number: str, motion: Motion) -> tuple[str, discord.ui.View]:
        """What is asked and of whom, and its buttons."""
        words = self.lookup.words(event.guild)
        others = " ".join(f"<@{u}>" for u in motion.parties)
        who = (
            words.say(Text("Another referee decides that, or {players} may agree.", players=others))
            if motion.parties
            else words.translate("Another referee decides that.")
        )
        shown = view(
            button(Ref(event.id, number, YES), MOTION, words.translate("Agree"), style=discord.ButtonStyle.success),
            button(Ref(event.id, number, NO), MOTION, words.translate("Decline")),
        )
        return f"{await self._said(event, motion, words)}\n{who}", shown

    async def _said(self, event: Competition, motion: Motion, words: TextCatalogue) -> str:
        gone = gone_names(await self.service.competitions.entrants(event.id))
        template = DRAWN if motion.act == motions.AWARD and not motion.winner else ASKS[motion.act]
        text = Text(
            template,
            by=escape(motion.by_name),
            name=escape(event.name),
            n=motion.n,
            days=round(motion.days),
            winner=person(motion.winner, words, gone) if motion.winner else "",
            player=person(motion.player, words, gone) if motion.player else "",
            new=f"<@{motion.new}>",
            reason=escape(" ".join(motion.reason.split())),
        )
        return words.say(text)
