"""A referee steps in: what has gone wrong in a battle is put right by hand, in public and with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.battles.battle import side_named
from bot.errors import reader, whisper
from bot.language.plain import CHOICE
from bot.messages.access.piece_choices import hexes_of, pieces
from bot.narration import fit
from bot.notation.complete import complete
from bot.service import Referee
from bot.service.play.referee import DEFAULT, REASON
from engine.kernel.board import Place as At
from engine.kernel.board import place_called
from engine.kernel.hexes import Facing
from engine.kernel.referee import AnyRequest, MovePiece, Place, Remove, Setting, SetValue, Subject
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Text, refuse

if TYPE_CHECKING:
    from bot.app import Hexarch
    from bot.messages.battle_context import BattleContext

Reason: TypeAlias = app_commands.Range[str, 1, REASON]
Choices: TypeAlias = list[app_commands.Choice[str]]

WHY = "Why; everybody reads it"
WHERE = "A hex or an area"
FACINGS = [
    app_commands.Choice(name=f.name if f.is_vertex else f"{f.name} (Column)", value=f.name)
    for f in sorted(Facing, key=lambda f: (not f.is_vertex, f))
]
SEVERAL = 10
"""Candidates named where what was written fits several."""


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class RefereeCog(
    commands.GroupCog, name="referee", group_name="referee", group_description="Step in when something has gone wrong"
):
    """/referee move, set, remove, place, decide, seat, roll; others of its commands stand in cogs of their own.

    Discord shows them to those who manage the server; a server lets its referees' role see them, too.
    """

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    # -- the position -------------------------------------------------------------------------------------------

    @app_commands.command(name="move", description="Put a piece on the map into another place, or turn it")
    @app_commands.describe(
        piece="Its code or name",
        to=WHERE,
        reason=WHY,
        facing="Which way it faces then; as now without it",
    )
    @app_commands.choices(facing=FACINGS)
    async def move(
        self, interaction: discord.Interaction, piece: str, to: str, reason: Reason, facing: str = ""
    ) -> None:
        here, who = await self._begin(interaction, reason)
        unit = (await self._subject(here, "move", piece)).id
        await self._act(interaction, here, who, MovePiece(piece=unit, to=_place(here, to), facing=_facing(facing)))

    @app_commands.command(name="set", description="Set a value of a piece or a side")
    @app_commands.describe(piece="A piece or a side", what="Which value", value="What it shall be", reason=WHY)
    async def set(self, interaction: discord.Interaction, piece: str, what: str, value: str, reason: Reason) -> None:
        here, who = await self._begin(interaction, reason)
        subject = await self._subject(here, "set", piece)
        await self._act(
            interaction, here, who, SetValue(piece=subject.id, key=what.strip().casefold(), value=value.strip())
        )

    @app_commands.command(name="remove", description="Take a unit, a leader or another piece out of the battle")
    @app_commands.describe(piece="Its code or name", reason=WHY, points="Whether its loss costs its side points")
    async def remove(self, interaction: discord.Interaction, piece: str, reason: Reason, points: bool = True) -> None:
        here, who = await self._begin(interaction, reason)
        unit = (await self._subject(here, "remove", piece)).id
        await self._act(interaction, here, who, Remove(piece=unit, points=points))

    @app_commands.command(name="place", description="Bring a piece onto the map that isn't there")
    @app_commands.describe(
        piece="Its code or name",
        to=WHERE,
        reason=WHY,
        facing="Which way it faces",
        points="Whether its side gets back the points its loss cost",
    )
    @app_commands.choices(facing=FACINGS)
    async def place(
        self,
        interaction: discord.Interaction,
        piece: str,
        to: str,
        reason: Reason,
        facing: str = "",
        points: bool = True,
    ) -> None:
        here, who = await self._begin(interaction, reason)
        unit = (await self._subject(here, "place", piece)).id
        request = Place(piece=unit, to=_place(here, to), facing=_facing(facing), points=points)
        await self._act(interaction, here, who, request)

    # -- the players --------------------------------------------------------------------------------------------

    @app_commands.command(name="decide", description="Answer the open question of a side in its player's place")
    @app_commands.describe(side="Whose question", answer="As its player would write it, or “default”", reason=WHY)
    async def decide(self, interaction: discord.Interaction, side: str, answer: str, reason: Reason) -> None:
        here, who = await self._begin(interaction, reason)
        acted = await self.bot.service.referee.decide(
            here.battle.id, who, side_named(here.battle, side), answer, interaction.id
        )
        await self.bot.messages.referees.announce(interaction, here, acted)
        await whisper(interaction, reader(interaction).translate("Done, and told to everybody."))

    @app_commands.command(name="seat", description="Hand a side to another player")
    @app_commands.describe(side="Which side", player="Who plays it from now on", reason=WHY)
    async def seat(self, interaction: discord.Interaction, side: str, player: discord.Member, reason: Reason) -> None:
        here, who = await self._begin(interaction, reason)
        if player.bot:
            refuse("A bot can't play; choose a member.")
        key = side_named(here.battle, side)
        debts = await self.bot.service.handovers.debts(here.battle.id, key, referee=True)
        acted = await self.bot.service.referee.seat(here.battle.id, who, key, player.id, player.display_name)
        if debts is not None and debts.owing:
            acted.told.append(debts.told(here.battle.name(key)))
        await self.bot.messages.referees.announce(interaction, here, acted, player.id)
        await whisper(interaction, reader(interaction).translate("Done, and told to everybody."))

    @app_commands.command(name="roll", description="Roll dice in public as referee, in the battle's own trail")
    @app_commands.describe(dice="Like 3d6+2 or d10", reason="What for; everybody reads it")
    async def roll(self, interaction: discord.Interaction, dice: str, reason: Reason) -> None:
        here, who = await self._begin(interaction, reason)
        acted, roll = await self.bot.service.referee.roll(here.battle.id, who, dice, interaction.id)
        await self.bot.messages.referees.announce(interaction, here, acted)
        await whisper(interaction, reader(interaction).say(Text("Rolled: {total}.", total=roll.total)))

    # -- shared -------------------------------------------------------------------------------------------------

    async def _begin(self, interaction: discord.Interaction, reason: str) -> tuple[BattleContext, Referee]:
        """The battle of this channel, and the user as its referee. Raises Refusal for anybody else."""
        await interaction.response.defer(ephemeral=True)
        here = await self.bot.messages.lookup.here(interaction)
        return here, await self.bot.messages.referees.referee(interaction, here, reason)

    async def _act(
        self, interaction: discord.Interaction, here: BattleContext, who: Referee, request: AnyRequest
    ) -> None:
        acted = await self.bot.service.referee.act(here.battle.id, who, request, interaction.id)
        await self.bot.messages.referees.announce(interaction, here, acted)
        said = "Done, and told to everybody. /undo withdraws it while nothing follows."
        await whisper(interaction, reader(interaction).translate(said))

    async def _subjects(self, here: BattleContext, act: str) -> Sequence[Subject]:
        acts = await self.bot.service.referee.acts(here.battle.id)
        return next((k.subjects for k in acts if k.act == act), ())

    async def _subject(self, here: BattleContext, act: str, text: str) -> Subject:
        """The piece or side a referee means by a code or a name. Raises Refusal with candidates."""
        here.game  # noqa: B018 - refuses before the battle has begun
        subjects = await self._subjects(here, act)
        found = _meant(here, subjects, text)
        if len(found) == 1:
            return found[0]
        if found:
            some = ", ".join(s.id for s in found[:SEVERAL])
            refuse("“{text}” could be {candidates}.", text=text, candidates=some)
        if not subjects:
            refuse("There is nothing a referee could do that to now.")
        refuse(
            "“{text}” is nothing a referee could do that to now; the list of /referee {act} shows what is.",
            text=text,
            act=act,
        )

    # -- completions --------------------------------------------------------------------------------------------

    async def _looking(self, interaction: discord.Interaction) -> BattleContext | None:
        """The battle, for a referee; others are offered nothing."""
        here = await self.bot.messages.lookup.maybe_here(interaction)
        return here if here is not None and await self.bot.messages.referees.is_referee(interaction) else None

    @move.autocomplete("piece")
    @set.autocomplete("piece")
    @remove.autocomplete("piece")
    @place.autocomplete("piece")
    async def _pieces(self, interaction: discord.Interaction, current: str) -> Choices:
        here = await self._looking(interaction)
        if here is None:
            return []
        act = interaction.command.name if interaction.command is not None else ""
        return _choices([(s.id, here.say(s.label)) for s in await self._subjects(here, act)], current)

    @move.autocomplete("to")
    @place.autocomplete("to")
    async def _to(self, interaction: discord.Interaction, current: str) -> Choices:
        here = await self._looking(interaction)
        if here is None:
            return []
        piece = str(getattr(interaction.namespace, "piece", "") or "").casefold()
        at = [h for p in pieces(here.table) if p.id.casefold() == piece for h in hexes_of(p)]
        board, typed = here.table.board, current.strip().casefold()
        near = [n for h in at for n in board.neighbours(h)]
        fitting = (p for p in board.every_place if any(typed in n.casefold() for n in board.names(p)))
        found = near if not typed else [p for p in board.every_place if board.code(p).startswith(typed)]
        found = found or [*fitting]
        return [app_commands.Choice(name=fit(board.show(p), CHOICE), value=board.code(p)) for p in found[:25]]

    @set.autocomplete("what")
    async def _values_of(self, interaction: discord.Interaction, current: str) -> Choices:
        here = await self._looking(interaction)
        if here is None:
            return []
        offered = [
            (s.key, here.say(Text("{key}: {title}, now {now}", key=s.key, title=s.title, now=s.now)))
            for s in await self._settings(interaction, here)
        ]
        return _choices(offered, current)

    @set.autocomplete("value")
    async def _values(self, interaction: discord.Interaction, current: str) -> Choices:
        here = await self._looking(interaction)
        if here is None:
            return []
        what = str(getattr(interaction.namespace, "what", "") or "").strip().casefold()
        setting = next((s for s in await self._settings(interaction, here) if s.key == what), None)
        if setting is None:
            return []
        values = setting.options or tuple(str(n) for n in _around(setting))
        return _choices([(v, v) for v in values if v != setting.now], current)

    async def _settings(self, interaction: discord.Interaction, here: BattleContext) -> Sequence[Setting]:
        piece = str(getattr(interaction.namespace, "piece", "") or "")
        found = _meant(here, await self._subjects(here, "set"), piece)
        return found[0].settings() if len(found) == 1 else ()

    @decide.autocomplete("side")
    @seat.autocomplete("side")
    async def _sides(self, interaction: discord.Interaction, current: str) -> Choices:
        here = await self._looking(interaction)
        if here is None:
            return []
        asked = {o.side: "…" if o.decision.secret else here.say(o.decision.prompt) for o in here.opens}
        sides = sorted(here.battle.sides, key=lambda s: s[0] not in asked)
        return _choices([(s, f"{name}: {asked[s]}" if s in asked else name) for s, name in sides], current)

    @decide.autocomplete("answer")
    async def _answers(self, interaction: discord.Interaction, current: str) -> Choices:
        here = await self._looking(interaction)
        if here is None:
            return []
        side = str(getattr(interaction.namespace, "side", "") or "").strip().casefold()
        named = {s for s, name in here.battle.sides if side in (s.casefold(), name.casefold())}
        asked = next((o.decision for o in here.opens if o.side in named), None)
        offered = [(DEFAULT, here.word("default: what would be answered when the time is up"))]
        found = _choices(offered, current)
        if asked is None or asked.secret:
            return found
        write = here.game.system.write
        more = complete(asked, current, write, limit=25 - len(found), catalogue=here.catalogue, board=here.table.board)
        return found + [
            app_commands.Choice(name=fit(s.label, CHOICE), value=s.value) for s in more if len(s.value) <= CHOICE
        ]


def _meant(here: BattleContext, subjects: Sequence[Subject], text: str) -> list[Subject]:
    """The pieces and sides ``text`` could mean: the one with that code, else those whose name contains it."""
    wanted = text.strip().casefold()
    exact = [s for s in subjects if s.id.casefold() == wanted]
    return exact or [s for s in subjects if wanted and wanted in here.say(s.label).casefold()]


def _choices(offered: Sequence[tuple[str, str]], current: str) -> Choices:
    """At most 25 of them: those that contain what is typed, first those whose value begins so."""
    wanted = current.strip().casefold()
    found = [(k, label) for k, label in offered if wanted in f"{k} {label}".casefold() and len(k) <= CHOICE]
    found.sort(key=lambda x: not x[0].casefold().startswith(wanted))
    return [app_commands.Choice(name=fit(label, CHOICE), value=key) for key, label in found[:25]]


def _around(setting: Setting) -> range:
    """Numbers near the present one, all of them where there are few."""
    now = int(setting.now)
    if setting.most - setting.least < 25:
        return range(setting.least, setting.most + 1)
    return range(max(setting.least, now - 12), min(setting.most, now + 12) + 1)


def _place(here: BattleContext, text: str) -> At:
    """The place a referee names. Raises Refusal with what it could be."""
    board = here.table.board
    found = board.read(text)
    if found is None and isinstance(board, BattleMap):
        refuse("“{text}” is no hex; write its four digits, like 2405.", text=text)
    return found if found is not None else place_called(board, text)


def _facing(text: str) -> Facing | None:
    if not text:
        return None
    try:
        return Facing[text.strip().upper()]
    except KeyError:
        refuse("“{text}” is no facing; there are {options}.", text=text, options=", ".join(f.name for f in Facing))


async def setup(bot: Hexarch) -> None:
    await bot.add_cog(RefereeCog(bot))
