"""What a command needs to know about the battle it was given in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bot.desk.questions import open_decisions, token
from bot.narration import TextCatalogue
from bot.storage import BattleRow, Post
from engine.kernel.decisions import Decision
from engine.kernel.game import Game
from engine.kernel.text import Text
from engine.kernel.view import TableView


@dataclass(frozen=True)
class Here:
    """One battle, seen by one user, at one moment."""

    battle: BattleRow
    game: Game[Any]
    catalogue: TextCatalogue
    user: int
    sides: tuple[str, ...]
    """Sides the user plays; none for a spectator."""

    @cached_property
    def table(self) -> TableView:
        return self.game.system.view(self.game.state)

    @cached_property
    def open(self) -> list[Decision]:
        """Questions nobody has answered yet."""
        return open_decisions(self.game)

    @property
    def token(self) -> str:
        return token(self.game)

    @property
    def decision(self) -> Decision | None:
        """The question this user is asked."""
        return next((d for d in self.open if d.side in self.sides), None)

    def say(self, text: Text) -> str:
        return self.catalogue.say(text)

    def word(self, template: str, /, **values: Any) -> str:
        """A sentence of ours in the battle's language."""
        return self.catalogue.say(Text(template, **values))

    def players(self, side: str) -> tuple[int, ...]:
        """Users who play a side."""
        return tuple(s.user for s in self.battle.seats if s.side == side)

    def post(self, kind: str, key: str) -> Post:
        """A message still to be sent to the battle's channel."""
        return Post(self.battle.id, kind, key, self.battle.channel, None, "", False)
