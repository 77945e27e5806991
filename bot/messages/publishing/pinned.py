"""What the pinned message says, and others that tell how a battle stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import discord

from bot import rulebooks
from bot.components.items import view
from bot.language.plain import MESSAGE
from bot.messages.battle_context import BattleContext
from bot.messages.delivery.deliver import Content
from bot.narration import fit
from bot.narration.standing import Asked, Standing, standing, time_lines
from bot.service import Battle, Post
from bot.service.time.timekeeping import Time

COLOUR = 0x7A3B2E


def standing_of(here: BattleContext, dispatch: Post | None) -> Standing:
    """How the battle stands, with a link to its latest dispatch."""
    asked = [
        Asked(
            side=here.battle.name(o.side),
            players=f"<@{o.user}>" if o.user is not None else here.word("nobody"),
            question=o.decision.prompt,
            rule=rulebooks.cited(o.decision.rule, here.game.system.own_rules(), here.catalogue),
            since=o.asked if here.timed or o.due is not None else None,
            until=None if here.battle.paused else o.due,
        )
        for o in here.opens
    ]
    return standing(
        # A lesson's title is in its learner's language.
        replace(here.table, title=here.battle.title),
        asked,
        here.catalogue,
        dispatch_url=url_of(here.battle, dispatch) if dispatch is not None and dispatch.message is not None else None,
        chain_head=here.battle.trail_head,
        rolls=here.battle.rolls,
        ended=here.ended,
    )


def with_times(here: BattleContext, said: Standing, times: Mapping[str, Time]) -> Standing:
    """The same, with what is known of each side's time."""
    lines = {side: time_lines(time, here.catalogue) for side, time in times.items()}
    return said.with_times([lines.get(side.id, ()) for side in here.table.sides])


def framed(said: Standing) -> Content:
    """The message a standing makes."""
    # Words stand in the message, where mentions and small print are shown by every client; numbers in the frame.
    embed = discord.Embed(colour=COLOUR)
    for name, value in said.fields:
        embed.add_field(name=fit(name, 256), value=value)
    if said.foot:
        embed.set_footer(text=said.foot)
    text = fit(f"**{said.title}**\n{said.body}", MESSAGE)
    return Content(text=text, embed=embed, view=view())


def url_of(battle: Battle, post: Post | None) -> str:
    """Link to a message of a battle that was sent, else to its channel."""
    url = f"https://discord.com/channels/{battle.guild}/"
    return url + (f"{post.channel}/{post.message}" if post is not None and post.message else f"{battle.channel}")
