"""What players do with a press or a command: answers and orders, requests and announcements, and what comes of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.components.ids import Ref
from bot.components.items import view
from bot.errors import STORED, reader, whisper
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import BattleLookup
from bot.messages.closing import Closing
from bot.messages.publishing.posts import Notice
from bot.messages.publishing.publisher import Publisher
from bot.messages.publishing.requests import Requests
from bot.narration import TextCatalogue, escape
from bot.narration.match import match_lines
from bot.service import Battle, Open, Outcome, Service
from bot.service.model import Considered
from bot.service.play.play import Orders
from engine.kernel.ahead import Ahead
from engine.kernel.decisions import Answer
from engine.kernel.text import Text, refuse

SKIPPED = "Skipped: {order} – {why}"
LEFT = 4
"""Orders still to come that are named; of more it is told how many."""

WOULD_BE_SKIPPED = "Would be skipped: {order} – {why}"


class Answers:
    """Hands them to the service, then says what came of it."""

    def __init__(
        self, service: Service, lookup: BattleLookup, publisher: Publisher, requests: Requests, closing: Closing
    ) -> None:
        self.service = service
        self.lookup = lookup
        self.publisher = publisher
        self.requests = requests
        self.closing = closing

    def asked(self, here: BattleContext, ref: Ref) -> Open:
        """The question a component puts to this user. Raises Refusal for others, and for stale components."""
        if not here.sides:
            refuse("Only the players of this battle may press that.")
        fitting = [o for o in here.opens if str(o.token) == ref.token]
        for o in fitting:
            if o.side in here.sides:
                return o
        if fitting:
            refuse("That is for the {side} to decide.", side=" and ".join(here.battle.name(o.side) for o in fitting))
        refuse("That question has been settled already; the buttons of the latest message are the good ones.")

    async def pressed(self, interaction: discord.Interaction, here: BattleContext, ref: Ref) -> Open:
        """The same; a form or a preview that its reader alone sees loses its controls where they are good no more."""
        message = interaction.message
        mine = any(str(o.token) == ref.token and o.side in here.sides for o in here.opens)
        if not mine and message is not None and message.flags.ephemeral and not message.flags.components_v2:
            said = reader(interaction).translate("That question has been settled.")
            await interaction.response.edit_message(content=said, view=view(), attachments=[])
        return self.asked(here, ref)

    async def answer(
        self,
        interaction: discord.Interaction,
        here: BattleContext,
        question: Open,
        answer: Answer,
        then: Sequence[Ahead] = (),
    ) -> Outcome:
        """Give an answer, and ``then`` what follows, then say what came of it.

        The interaction must have been acknowledged.
        """
        outcome = await self.service.play.answer(
            here.battle.id, interaction.user.id, question.token, answer, interaction.id, then=then
        )
        await self.said(interaction, here, outcome)
        return outcome

    async def order(self, interaction: discord.Interaction, here: BattleContext, orders: Orders) -> Outcome:
        """Carry out written orders, then say what came of them."""
        outcome = await self.service.play.order(here.battle.id, interaction.user.id, orders, interaction.id)
        await self.said(interaction, here, outcome)
        return outcome

    async def said(self, interaction: discord.Interaction, here: BattleContext, outcome: Outcome | None = None) -> None:
        """Publish a change this user made, which is stored; tell them if it couldn't be posted."""
        interaction.extras[STORED] = True
        notes = await self.notes(here.battle, outcome) if outcome is not None else []
        trouble = await self.publisher.publish(here.battle.id, actor=interaction.user.id, notes=notes)
        if outcome is None or outcome.over:
            await self.closing.close_up()
        if trouble is not None:
            await whisper(interaction, reader(interaction).say(trouble))

    async def notes(self, battle: Battle, outcome: Outcome) -> list[str]:
        """What the story itself doesn't tell; at the end of a battle that was played twice, who leads in both."""
        notes = remarks(battle, outcome, self.lookup.catalogue(battle))
        if any(a.why == "deadline" for a in outcome.auto):
            for side, time in (await self.service.timekeeping.times(battle.id)).items():
                if time.up:
                    said = Text(
                        "The {side} are out of time: their opponent may end it with /battle claim.",
                        side=escape(battle.name(side)),
                    )
                    notes.append(self.lookup.catalogue(battle).say(said))
        match = await self.service.rematches.match(battle.id) if outcome.over else None
        return notes + (match_lines(match, self.lookup.catalogue(battle))[-1:] if match is not None else [])

    async def request(
        self, here: BattleContext, interaction: discord.Interaction, template: str, **values: Any
    ) -> None:
        """Put what one player asks of the other to the other, with two buttons, and tell who asks what has come of it.

        ``template`` names {player}. The request must be stored: the buttons are about this one alone. A computer that
        is asked answers at once.
        """
        asked = tuple(sorted({s.user for s in here.battle.seats} - {here.user}))
        # Everybody reads it, in whatever language they asked.
        asking = Text(template, player=escape(interaction.user.display_name), **values)
        text = self.lookup.catalogue(here.battle).say(asking)
        interaction.extras[STORED] = True
        now = await self.service.battles.get(here.battle.id)
        if await self.requests.stands(now, interaction.id):
            await whisper(interaction, reader(interaction).translate("Your opponent is asked already."))
            return
        await self.requests.put(now, text, asked, interaction.id)
        considered = await self.service.computers.consider(here.battle.id)
        if considered is not None:
            await self.considered(considered)
        await self._published(interaction, here)
        if considered is None:
            await whisper(interaction, reader(interaction).translate("Your opponent is asked."))
            return
        if considered.outcome.over:
            await self.closing.close_up()
        await whisper(interaction, _consent(reader(interaction), considered.agreed))

    async def considered(self, found: Considered) -> None:
        """Have a request tell what a computer player has said to it."""
        said = _consent(self.lookup.catalogue(found.battle), found.agreed)
        await self.requests.answered(found.battle, found.battle.request_key, said)

    async def announce(self, interaction: discord.Interaction, here: BattleContext, notice: Notice) -> None:
        """Have something said in the battle's channel that follows from what this user did, which is stored.

        What Discord doesn't take now is said later; the user is told so.
        """
        interaction.extras[STORED] = True
        await self.publisher.sender.add_notice(here.battle.id, interaction.id, notice)
        await self._published(interaction, here)

    async def _published(self, interaction: discord.Interaction, here: BattleContext) -> None:
        trouble = await self.publisher.publish(here.battle.id, actor=interaction.user.id)
        if trouble is not None:
            await whisper(interaction, reader(interaction).say(trouble))


def _consent(words: TextCatalogue, agreed: bool) -> str:
    return words.translate("The computer agrees." if agreed else "The computer declines.")


def remarks(battle: Battle, outcome: Outcome, catalogue: TextCatalogue) -> list[str]:
    """What the story itself doesn't tell: whose time was up, and what players have to be told about the battle."""
    notes = [
        catalogue.say(
            Text(
                "Time was up for the {side}: {question} {said}",
                side=escape(battle.name(a.side)),
                question=escape(catalogue.say(a.prompt)),
                said=escape(", ".join(catalogue.say(x) for x in a.said)),
            )
        )
        for a in outcome.auto
        if a.why == "deadline"
    ]
    return [*notes, escape(outcome.notice)] if outcome.notice else notes


def done(here: BattleContext, outcome: Outcome) -> list[str]:
    """What became of orders that were carried out one after the other."""
    lines = [here.word("{n} done." if outcome.done != 1 else "Done.", n=outcome.done)]
    lines += skipped(here, outcome.skipped)
    return lines + still_to_come(here, outcome.left)


def asks(here: BattleContext, opens: Sequence[Open]) -> list[str]:
    """Who is asked what now."""
    found = []
    for o in opens:
        who = here.word("You") if o.user == here.user else here.side_name(o.side)
        found.append(f"-# {escape(who)}: {escape(here.say(o.decision.prompt))}")
    return found


def skipped(here: BattleContext, orders: Sequence[tuple[str, Text]], template: str = SKIPPED) -> list[str]:
    """A line for each order that was, or would be, skipped."""
    return [here.word(template, order=escape(order), why=escape(here.say(why))) for order, why in orders]


def waiting(here: BattleContext, question: Open) -> list[str]:
    """What has become of the orders this player wrote earlier; nobody else sees it."""
    lines = skipped(here, question.skipped)
    return lines + still_to_come(here, question.left)


def still_to_come(here: BattleContext, orders: Sequence[str]) -> list[str]:
    """A line on the orders that still wait, the first of them in full."""
    if not orders:
        return []
    named = escape("; ".join(orders[:LEFT]))
    if len(orders) > LEFT:
        return [here.word("Still to come: {orders} and {n} more", orders=named, n=len(orders) - LEFT)]
    return [here.word("Still to come: {orders}", orders=named)]
