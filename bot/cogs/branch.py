"""Commands that stand in a group several cogs fill: /battle limits, /record log, /referee charts load."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from discord import app_commands
from discord.ext import commands

if TYPE_CHECKING:
    from bot.app import Hexarch


class Branch(commands.Cog):
    """A cog whose commands are put into the group of another cog, which is loaded before it."""

    group: ClassVar[str]
    """Name of that group; two words for a group within it, which is made for this cog ("referee charts")."""
    about: ClassVar[str] = ""
    """Description of the group within, where there is one."""

    bot: Hexarch

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot
        # discord.py would put them at the top of the tree.
        self._own, self.__cog_app_commands__ = self.__cog_app_commands__, []

    async def cog_load(self) -> None:
        top, _, within = self.group.partition(" ")
        stem = self.bot.tree.get_command(top)
        assert isinstance(stem, app_commands.Group), f"/{top} is loaded later"
        if within:
            stem.add_command(app_commands.Group(name=within, description=self.about))
            stem = stem.get_command(within)
            assert isinstance(stem, app_commands.Group)
        for command in self._own:
            stem.add_command(command)

    async def cog_unload(self) -> None:
        top, _, within = self.group.partition(" ")
        stem = self.bot.tree.get_command(top)
        if isinstance(stem, app_commands.Group):
            for name in (within,) if within else [c.name for c in self._own]:
                stem.remove_command(name)
