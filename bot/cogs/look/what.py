"""/what asks the referee without doing anything. Anybody may ask; only the asker reads the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.components import explain, tools
from bot.components.ids import Ref
from bot.components.items import view
from bot.errors import reader, whisper
from bot.language.plain import CHOICE
from bot.messages.access.piece_choices import hexes_of, piece, place, suggest, suggest_places
from bot.messages.battle_context import BattleContext
from bot.messages.battle_lookup import WHICH
from bot.narration import escape, fit
from bot.narration.findings import told
from bot.narration.plans import plan_told
from bot.narration.standstill import STATUS
from bot.notation import parse
from bot.notation.complete import complete
from engine.kernel.board import Place, close_to, place_called
from engine.kernel.decisions import Command
from engine.kernel.inquiry import AboutAttack, AboutNow, AboutOrder, AboutPiece, AboutPlace, Findings, Question
from engine.kernel.text import Refusal, refuse
from engine.kernel.view import CounterView, LeaderView, TableView

if TYPE_CHECKING:
    from bot.app import Hexarch

EMBED = 4096
"""Characters of an embed's description."""
TITLE = 256

ASKED = "whatasked"
"""Verb of the box in which somebody asks."""

Written = app_commands.Range[str, 0, 300]


class What(commands.Cog):
    """/what, and [Explain 8.15]."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        bot.router.add(explain.VERB, self.explain)
        bot.router.add(tools.WHAT_IF, self.ask)
        bot.router.add(ASKED, self.asked)

    @app_commands.command(
        name="what", description="Ask the referee, nothing is done. Without options: how things stand"
    )
    @app_commands.describe(
        unit="What can this unit or leader do? Its code, its place or its name",
        order="Would this be legal, and what would follow? 2406 > 2405",
        attackers="Who would attack: units by code, place or name, with spaces between",
        defenders="Who would be attacked, in the same way",
        place="What is there, who can go there, see it, fire at it? With a unit: that one only",
        battle=WHICH,
    )
    @app_commands.guild_only()
    async def what(
        self,
        interaction: discord.Interaction,
        unit: Written = "",
        order: Written = "",
        attackers: Written = "",
        defenders: Written = "",
        place: Written = "",
        battle: Written = "",
    ) -> None:
        await interaction.response.defer(ephemeral=True)
        lookup = self.bot.messages.lookup
        here = lookup.read(interaction, await lookup.here(interaction, battle))
        question = asked(here.own_table, unit, here.in_notation(order), attackers, defenders, place)
        found = here.game.system.inquire(here.game, question, here.sides)
        await self._tell(interaction, here, found, about_all=isinstance(question, AboutNow))

    async def ask(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[What if…] on a question: a box to ask in."""
        lookup = self.bot.messages.lookup
        here = lookup.read(interaction, await lookup.of(interaction, ref))
        box = discord.ui.Modal(title=fit(here.word("What if…"), 45), custom_id=ref.custom_id(ASKED))
        box.add_item(
            discord.ui.TextInput(
                label=fit(here.word("An order, a unit or a place"), 45),
                placeholder=fit(here.word("Nothing is done. Empty: how things stand"), CHOICE),
                required=False,
                max_length=300,
            )
        )
        await interaction.response.send_modal(box)

    async def asked(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """What /what answers to what was typed."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        lookup = self.bot.messages.lookup
        here = lookup.read(interaction, await lookup.of(interaction, ref))
        question = typed(here.own_table, values[0] if values else "")
        found = here.game.system.inquire(here.game, question, here.sides)
        await self._tell(interaction, here, found, about_all=isinstance(question, AboutNow))

    async def _tell(
        self, interaction: discord.Interaction, here: BattleContext, found: Findings, *, about_all: bool
    ) -> None:
        plans = await self.bot.service.computers.last_plans(here.battle) if about_all else {}
        more = "\n\n".join(plan_told(here.battle.name(side), plans[side], here.catalogue) for side in sorted(plans))
        over = about_all and here.battle.status not in ("open", "running")
        description = told(found, here.catalogue, EMBED - len(more) - 2, here.game.system.own_rules())
        if over:
            # How things stood when it ended would read as if somebody had yet to act.
            ended = here.ended or here.say(STATUS[here.battle.status]) + "."
            described = "“{title}” is over: {outcome} /record report tells how it went."
            description = escape(here.word(described, title=here.battle.title, outcome=ended))
            if here.battle.status == "record":
                described = "“{title}” was brought along as a file; /record report tells how it went."
                description = "\n".join(
                    escape(x) for x in (here.word(described, title=here.battle.title), here.ended) if x
                )
        embed = discord.Embed(
            title=fit(escape(here.say(found.title)), TITLE),
            description="\n\n".join(x for x in (description, more) if x),
        )
        options: dict[str, object] = {}
        system = here.game.system
        buttons = explain.buttons(system.id, () if over else found.cases, here.catalogue, system.own_rules())
        if buttons:
            options["view"] = view(*buttons)
        if found.sketch:
            picture = await self.bot.messages.pictures.sketch(here.own_table, found.sketch, here.catalogue.say)
            embed.set_image(url=f"attachment://{picture.name}")
            options["file"] = picture.file()
        await whisper(interaction, "", embed=embed, **options)

    @what.autocomplete("battle")
    async def _battle(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await self.bot.messages.lookup.offered(interaction, current)

    @what.autocomplete("unit")
    async def _unit(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        return [] if here is None else suggest(here.own_table, current)

    @what.autocomplete("order")
    async def _order(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        if here is None:
            return []
        decision = next((d for d in (here.decision, *here.known) if isinstance(d, Command)), None)
        if decision is None:
            return _more(here.own_table, current, here.own_table.counters)
        try:
            found = complete(
                decision, current, here.game.system.write, catalogue=here.catalogue, board=here.own_table.board
            )
        except Refusal:
            return []
        offered = [
            app_commands.Choice(name=fit(s.label, CHOICE), value=s.value) for s in found if len(s.value) <= CHOICE
        ]
        return offered or _more(here.own_table, current, here.own_table.counters)

    @what.autocomplete("attackers")
    async def _attackers(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        if here is None:
            return []
        table = here.own_table
        own = [n for n, s in enumerate(table.sides) if s.id in here.sides]
        return _more(table, current, sorted(table.counters, key=lambda c: c.side not in own))

    @what.autocomplete("defenders")
    async def _defenders(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        if here is None:
            return []
        table = here.own_table
        codes = str(getattr(interaction.namespace, "attackers", "") or "").casefold().replace(",", " ").split()
        sides = {c.side for c in table.counters if c.id.casefold() in codes}
        sides = sides or {n for n, s in enumerate(table.sides) if s.id in here.sides}
        return _more(table, current, sorted(table.counters, key=lambda c: c.side in sides))

    @what.autocomplete("place")
    async def _place(self, interaction: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        here = await self.bot.messages.lookup.maybe_here(interaction)
        return [] if here is None else places(here.own_table, current.strip())

    async def explain(self, interaction: discord.Interaction, ref: Ref, values: Sequence[str]) -> None:
        """[Explain 8.15]: what /rule 8.15 says."""
        _, own = await self.bot.messages.lookup.rules(interaction, ref.battle)
        case = explain.asked(ref, own, reader(interaction))
        if case is None:
            refuse("There is no such case.")
        await whisper(interaction, explain.explanation(case))


def typed(table: TableView, text: str) -> Question:
    """The question somebody means who types an order, a unit or leader, a place, or nothing."""
    text = text.strip()
    if not text:
        return AboutNow()
    pieces = {p.id.casefold() for p in (*table.counters, *table.leaders)}
    at = table.board.read(text) if text.casefold() not in pieces else None
    if at is not None:
        return AboutPlace(at)
    try:
        return AboutPiece(piece(table, text).id)
    except Refusal:
        if close_to(table.board, text):
            return AboutPlace(place_called(table.board, text))
        statements = tuple(parse(text))
        # A single word that is nobody's name is no order either: the refusal says who was meant perhaps.
        if len(statements) == 1 and len(statements[0].tokens) == 1:
            raise
        return AboutOrder(statements)


def asked(table: TableView, unit: str, order: str, attackers: str, defenders: str, at: str) -> Question:
    """The question the options of one command make. Raises Refusal where they make none."""
    unit, order, attackers, defenders, at = (x.strip() for x in (unit, order, attackers, defenders, at))
    attack = bool(attackers or defenders)
    if (bool(order) + attack + bool(at) > 1) or (unit and order) or (unit and attackers):
        refuse("Ask about one thing at a time: a unit, an order, attackers and defenders, or a place.")
    if order:
        return AboutOrder(tuple(parse(order)))
    if attack:
        if not (attackers or unit) or not defenders:
            refuse("An attack needs both: attackers and defenders.")
        return AboutAttack(_units(table, attackers or unit), _units(table, defenders))
    if at:
        return AboutPlace(_place(table, at), piece(table, unit).id if unit else None)
    return AboutPiece(piece(table, unit).id) if unit else AboutNow()


def _units(table: TableView, text: str) -> tuple[str, ...]:
    """Several units as players write them: "THC1-3 AHC1", by hex, or one by its name."""
    words = [str(t) for s in parse(text) for t in s.tokens]
    try:
        found = [piece(table, w) for w in words]
    except Refusal:
        if len(words) < 2:
            raise
        # A name of several words.
        try:
            found = [piece(table, text)]
        except Refusal:
            found = [piece(table, w) for w in words]
    for p in found:
        if isinstance(p, LeaderView):
            refuse("{leader} is a leader, not a unit.", leader=p.name)
        if not isinstance(p, CounterView):
            refuse("{piece} is no unit.", piece=p.name)
    return tuple(p.id for p in found)


def _place(table: TableView, text: str) -> Place:
    """A place by its number or name, or the one a piece stands in."""
    at = table.board.read(text)
    return at if at is not None else place(table, text)[0]


def _more(table: TableView, current: str, counters: Sequence[CounterView]) -> list[app_commands.Choice[str]]:
    """Units to go on with after those that are written: the last word is being typed."""
    head, _, last = current.rpartition(" ") if " " in current.strip() or current.endswith(" ") else ("", "", current)
    written = set(head.casefold().split())
    wanted = last.strip().casefold()
    found = []
    for c in counters:
        if c.id.casefold() in written or not f"{c.id} {c.name}".casefold().count(wanted) or not c.hexes:
            continue
        value = f"{head} {c.id}".strip()
        if len(value) <= CHOICE:
            where = table.board.show(c.hexes[0])
            found.append(app_commands.Choice(name=fit(f"{value} · {c.name}, {where}", CHOICE), value=value))
    return found[:25]


def places(table: TableView, typed: str) -> list[app_commands.Choice[str]]:
    """The place being typed, and places where somebody stands that fits."""
    board = table.board
    found = suggest_places(table, typed)
    at = board.read(typed)
    if at is not None and at in board:
        found.insert(0, app_commands.Choice(name=fit(board.show(at), CHOICE), value=board.code(at)))
    for c in (*table.counters, *table.leaders, *table.markers):
        for h in hexes_of(c):
            name = f"{board.show(h)} · {c.id}"
            if board.code(h).startswith(typed) or typed.casefold() in c.id.casefold():
                found.append(app_commands.Choice(name=fit(name, CHOICE), value=board.code(h)))
    unique = {c.value: c for c in reversed(found)}
    return [c for c in found if unique.pop(str(c.value), None) is not None][:25]


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(What(bot))
