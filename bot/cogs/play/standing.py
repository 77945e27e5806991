"""Standing orders: answers to recurring questions, given once. Private to the side that gives them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.battles.battle import side_named
from bot.cogs.choices import choices
from bot.errors import whisper
from bot.language.plain import pages
from bot.narration import escape
from bot.service import PolicyRow
from bot.service.play.standing_answers import AND, CONDITION, EVERYBODY, EVERYTHING, wanted
from bot.storage import ONCE_OVER, WAITING
from engine.kernel.decisions import PolicyKind, Scope
from engine.kernel.text import refuse

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.messages.battle_context import BattleContext

PLAIN = {"always": "always", "never": "never", "ask": "ask me"}
WHO = "A unit, a group of units, a command or a type of troops, as it is offered; everybody without it"
SIDE = "Your side, if you play both"
UNTIL = "How long it stands: for good, or until the activation under way ends; in a campaign, the turn"
ACTIVATION = "activation"
SPANS = [
    app_commands.Choice(name="for good", value=""),
    app_commands.Choice(name="this activation; between two, until you act; in a campaign this turn", value=ACTIVATION),
]

# The cog has a command of that name, too.
Choices = list[app_commands.Choice[str]]


@app_commands.guild_only()
class StandingCog(commands.GroupCog, name="standing", group_name="standing", group_description="Standing orders"):
    """/standing set, list, clear."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    @app_commands.command(name="set", description="Let a standing order answer a recurring question")
    @app_commands.describe(
        question="Which question",
        answer="What to answer; under a condition: yes while it holds, no otherwise",
        who=WHO,
        also="A second condition that must hold too",
        until=UNTIL,
        side=SIDE,
    )
    @app_commands.choices(until=SPANS)
    async def set(
        self,
        interaction: discord.Interaction,
        question: str,
        answer: str,
        who: str = EVERYBODY,
        also: str = "",
        until: str = "",
        side: str = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self._here(interaction)
        if also:
            answer += AND + also.removeprefix(CONDITION)
        policy = await self.bot.service.standing_orders.give(
            here.battle.id,
            interaction.user.id,
            question,
            answer,
            _meant(here, who),
            _side(here, side),
            activation=until == ACTIVATION,
        )
        said = "For now: {order}." if policy.moment else "From now on: {order}."
        lines = [escape(here.word(said, order=f"{_title(here, policy.kind)} – {_line(here, policy)}"))]
        if any(o.side == policy.side and o.decision.kind == policy.kind for o in here.opens):
            lines.append("-# " + here.word("What you are asked now is still for you to answer."))
        await whisper(interaction, "\n".join(lines))

    @app_commands.command(name="list", description="Your standing orders, and what is done without one")
    async def list(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self._here(interaction)
        if not here.sides:
            refuse("You have no side in this battle.")
        given = await self.bot.service.standing_orders.of(here.battle.id, interaction.user.id)
        for page in pages(_listing(here, given)):
            await whisper(interaction, page)

    @app_commands.command(name="clear", description="Take a standing order back")
    @app_commands.describe(question="Which question", who=WHO, until=UNTIL, side=SIDE)
    @app_commands.choices(until=SPANS)
    async def clear(
        self, interaction: discord.Interaction, question: str, who: str = EVERYBODY, until: str = "", side: str = ""
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        here = await self._here(interaction)
        orders, user, who = self.bot.service.standing_orders, interaction.user.id, _meant(here, who)
        gone = await orders.clear(
            here.battle.id, user, question, who, _side(here, side), activation=until == ACTIVATION
        )
        if not gone and not until:
            # Whoever doesn't say means the one there is.
            gone = await orders.clear(here.battle.id, user, question, who, _side(here, side), activation=True)
        await whisper(interaction, here.word("Taken back." if gone else "There was no such standing order."))

    async def _here(self, interaction: discord.Interaction) -> BattleContext:
        """The battle of the channel, in the language of whoever asked: nobody else reads any of this."""
        return self.bot.messages.lookup.read(interaction, await self.bot.messages.lookup.here(interaction))

    async def _maybe_here(self, interaction: discord.Interaction) -> BattleContext | None:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        return self.bot.messages.lookup.read(interaction, here) if here is not None else None

    # -- what may be written --------------------------------------------------------------------------------------

    @set.autocomplete("question")
    async def _questions(self, interaction: discord.Interaction, current: str) -> Choices:
        here = await self._maybe_here(interaction)
        if here is None:
            return []
        return choices([(p.kind, here.say(p.title)) for p in _kinds(here).values()], current)

    @set.autocomplete("answer")
    async def _answers(self, interaction: discord.Interaction, current: str) -> Choices:
        here = await self._maybe_here(interaction)
        if here is None:
            return []
        plain = [(key, here.word(label)) for key, label in PLAIN.items()]
        return choices([*plain, *_conditions(here, interaction)], current)

    @set.autocomplete("also")
    async def _more(self, interaction: discord.Interaction, current: str) -> Choices:
        here = await self._maybe_here(interaction)
        if here is None:
            return []
        first = getattr(interaction.namespace, "answer", None)
        return choices([c for c in _conditions(here, interaction) if c[0] != first], current)

    @set.autocomplete("who")
    async def _whose(self, interaction: discord.Interaction, current: str) -> Choices:
        here = await self._maybe_here(interaction)
        if here is None or not here.sides:
            return []
        # Widest first: single units are found by typing.
        found = sorted(_scopes(here).values(), key=lambda s: -len(s.units))
        named = [(s.key, _named(here, s, "{key} · {title}")) for s in found]
        return choices([(EVERYBODY, here.word("everybody")), *named], current)

    @clear.autocomplete("question")
    async def _given(self, interaction: discord.Interaction, current: str) -> Choices:
        return choices([(p.kind, _title(here, p.kind)) for here, p in await self._mine(interaction)], current)

    @clear.autocomplete("who")
    async def _given_to(self, interaction: discord.Interaction, current: str) -> Choices:
        kind = getattr(interaction.namespace, "question", None)
        mine = await self._mine(interaction)
        return choices([(p.scope, _whom(here, p.scope)) for here, p in mine if kind in (None, p.kind)], current)

    @set.autocomplete("side")
    @clear.autocomplete("side")
    async def _sides(self, interaction: discord.Interaction, current: str) -> Choices:
        here = await self._maybe_here(interaction)
        if here is None:
            return []
        return choices([(s, here.side_name(s)) for s in here.sides], current)

    async def _mine(self, interaction: discord.Interaction) -> Sequence[tuple[BattleContext, PolicyRow]]:
        here = await self._maybe_here(interaction)
        if here is None:
            return []
        return [(here, p) for p in await self.bot.service.standing_orders.of(here.battle.id, interaction.user.id)]


def _kinds(here: BattleContext) -> dict[str, PolicyKind]:
    return {p.kind: p for p in here.game.system.policies}


def _scopes(here: BattleContext) -> dict[str, Scope]:
    """What the player may give orders for, by name; of a leader's two meanings the wider one."""
    return {s.key: s for side in here.sides for s in here.game.system.scopes(here.game.state, side)}


def _side(here: BattleContext, named: str) -> str | None:
    return side_named(here.battle, named) if named else None


def _conditions(here: BattleContext, interaction: discord.Interaction) -> list[tuple[str, str]]:
    kind = _kinds(here).get(getattr(interaction.namespace, "question", ""))
    return [(CONDITION + c, here.say(text)) for c, text in kind.conditions.items()] if kind is not None else []


def _title(here: BattleContext, kind: str) -> str:
    if kind == EVERYTHING:
        return here.word("Whatever else would be asked")
    return here.say(_kinds(here)[kind].title) if kind in _kinds(here) else kind


def _meant(here: BattleContext, who: str) -> str:
    """Whom somebody means; everybody also by the word of the language it is offered in."""
    return EVERYBODY if who.strip().casefold() == here.word("everybody").casefold() else who


def _whom(here: BattleContext, scope: str) -> str:
    if scope == EVERYBODY:
        return here.word("everybody")
    known = _scopes(here).get(scope)
    return scope if known is None or len(known.units) == 1 else _named(here, known, "{key} ({title})")


def _named(here: BattleContext, scope: Scope, template: str) -> str:
    """Its key and what that stands for, unless the key says it all: "THC · all THC", "light-cavalry"."""
    title = here.say(scope.title)
    return scope.key if title == scope.key.replace("-", " ") else template.format(key=scope.key, title=title)


def _line(here: BattleContext, policy: PolicyRow) -> str:
    """A standing order in words: "THC3: while its ammunition is full"."""
    answer = here.word(PLAIN.get(policy.answer, policy.answer))
    kind = _kinds(here).get(policy.kind)
    if kind is not None and wanted(policy.answer):
        texts = [here.say(kind.conditions[c]) for c in wanted(policy.answer) if c in kind.conditions]
        answer = here.word("{condition}, otherwise not", condition=here.word(" and ").join(texts))
    whom = _whom(here, policy.scope)
    if policy.kind == EVERYTHING:
        answer = here.word("done, unasked" if policy.answer == "always" else "left undone, unasked")
    if policy.moment:
        until = "{answer}, until you act" if policy.moment == WAITING else "{answer}, in this activation"
        if here.table.span == "turn":
            until = "{answer}, in this turn"
        if policy.moment.startswith(ONCE_OVER):
            until = "{answer}, once this activation is over"
        answer = here.word(until, answer=answer)
    if len(here.sides) > 1:
        whom = f"{here.side_name(policy.side)}, {whom}"
    return f"{whom}: {answer}"


def _listing(here: BattleContext, given: Sequence[PolicyRow]) -> list[str]:
    """Every question, with the orders about it: the narrowest first, as they are followed."""
    order = {s: n for n, s in enumerate(_scopes(here))}
    lines: list[str] = []
    silent: list[str] = []
    for kind in (*_kinds(here), EVERYTHING):
        orders = sorted(
            (p for p in given if p.kind == kind),
            key=lambda p: (p.side, not p.moment, p.scope == EVERYBODY, order.get(p.scope, len(order))),
        )
        if orders:
            lines.append(f"**{escape(_title(here, kind))}**")
            # The empty line ends the list; what follows would be read as part of it.
            lines += [*(f"- {escape(_line(here, p))}" for p in orders), ""]
        elif kind != EVERYTHING:
            silent.append(_title(here, kind))
    if not lines:
        lines.append(here.word("You have given no standing orders."))
    if silent:
        lines.append(
            "-# "
            + here.word(
                "No order, so what costs nothing is done, what hardly ever pays is left, and the rest is asked:"
            )
        )
        lines += [f"-# · {escape(title)}" for title in silent]
    if given:
        lines.append("-# " + here.word("Of several orders that cover a unit, the first in its list counts."))
    return lines


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(StandingCog(bot))
