"""What written orders would do, told before they are carried out, and the button that does so."""

from __future__ import annotations

import discord

from bot.components import explain
from bot.components.ids import Ref
from bot.components.items import button, view
from bot.components.risks import percent
from bot.language.plain import MESSAGE
from bot.messages.answers import WOULD_BE_SKIPPED, skipped, still_to_come
from bot.messages.battle_context import BattleContext
from bot.messages.longer import Longer
from bot.narration import escape, fit, tell
from bot.narration.lines import Teller
from bot.service import Open
from bot.service.model import Preview

FENCE = "```"
"""Round the orders in the message: they are read from there when the button is pressed."""


def foreseen(here: BattleContext, seen: Preview) -> list[str]:
    """What would happen, line by line."""
    lines = [escape(here.say(line.text)) for line in tell(enumerate(seen.events), here.game.state)]
    lines += skipped(here, seen.skipped, WOULD_BE_SKIPPED)
    if seen.refused is not None:
        lines.append(f"**{here.word('Not possible')}**: {escape(here.say(seen.refused))}")
    elif seen.stop is not None:
        lines.append(here.word("Then: {stop}", stop=escape(here.say(seen.stop))))
        lines += _both_ways(here, seen)
        lines += still_to_come(here, seen.waits)
    return lines


def to_confirm(
    here: BattleContext, question: Open, seen: Preview, longer: Longer | None = None
) -> tuple[str, discord.ui.View]:
    """A message with what would happen, the orders, and buttons to carry them out or leave it.

    ``longer``: what is answered counts for more than this once.
    """
    written = "\n".join(seen.statements)
    ref = Ref(here.battle.id, str(question.token))
    verb, label, argument = "run", here.word("Carry out"), ref.argument
    if longer is not None:
        verb, label, argument = longer.verb, longer.label, longer.argument
    answers = [
        button(Ref(ref.battle, ref.token, argument), verb, label, style=discord.ButtonStyle.success),
        button(ref, "drop", here.word("Leave it")),
    ]
    # Orders of which the first can't be given are refused whole: there is nothing to carry out.
    buttons = view(
        *([] if seen.refused is not None else answers),
        *explain.buttons(here.game.system.id, [seen.rule], here.catalogue, here.game.system.own_rules()),
    )
    body = fit("\n".join(foreseen(here, seen)), MESSAGE - len(written) - 20)
    return f"{body}\n{FENCE}\n{written}\n{FENCE}", buttons


def _both_ways(here: BattleContext, seen: Preview) -> list[str]:
    """What each result of the first roll leads to, and what later rolls need."""
    lines: list[str] = []
    rolled = Teller(here.game.state.model_copy(deep=True))
    rolled.tell(enumerate(seen.events))
    for way in seen.ways:
        # What a roll brings says its result, which stands before it.
        found = [x for x in tell(enumerate(way.events), rolled.state) if x.roll is None]
        told = [escape(here.say(line.text)) for line in found]
        told += skipped(here, way.skipped, "skipped: {order} – {why}")
        told += [here.word("then {stop}", stop=escape(here.say(way.stop)))] if way.stop is not None else []
        said = escape(here.say(way.result))
        lines.append(f"- **{said}** ({percent(way.chance)}): {'; '.join(told) or here.word('nothing more')}")
    if seen.rolls:
        rolls = "; ".join(escape(here.say(x)) for x in seen.rolls)
        lines.append(here.word("If the likeliest happens and nobody reacts, after it: {rolls}", rolls=rolls))
    return lines
