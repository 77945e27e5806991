"""What a command needs to know about the battle it was given in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bot.narration import TextCatalogue
from bot.notation.tongues import in_notation
from bot.service import Battle, Open, Post
from engine.kernel.decisions import Decision
from engine.kernel.game import Game
from engine.kernel.text import Text, refuse
from engine.kernel.view import TableView


@dataclass(frozen=True)
class BattleContext:
    """One battle, seen by one user, at one moment."""

    battle: Battle
    running: Game[Any] | None
    """None before the battle has begun."""
    opens: tuple[Open, ...]
    """Questions nobody has answered yet."""
    catalogue: TextCatalogue
    """The battle's language; that of one reader in what :meth:`BattleLookup.read` makes."""
    user: int
    timed: bool = True
    """Whether time passes for anybody by itself."""
    has_board: bool = False
    """Whether the battle can be looked at, and orders be composed, on a page of ours."""

    @property
    def game(self) -> Game[Any]:
        """Raises Refusal before the battle has begun."""
        if self.running is None:
            refuse("The battle hasn't begun. /battle start begins it, once both sides have a player.")
        return self.running

    @cached_property
    def table(self) -> TableView:
        """The position as everybody sees it: the one for messages that others read."""
        return self.game.view()

    @cached_property
    def own_table(self) -> TableView:
        """The position as this user sees it, with what their side alone knows: for their eyes only."""
        return self.game.view(self.sides) if self.sides else self.table

    @property
    def known(self) -> tuple[Decision, ...]:
        """The open decisions this user may look into: their own, and the others' that aren't secret."""
        return tuple(o.decision for o in self.opens if o.side in self.sides or not o.decision.secret)

    @property
    def sides(self) -> tuple[str, ...]:
        """Sides the user plays; none for a spectator."""
        return self.battle.sides_of(self.user)

    @property
    def mine(self) -> Open | None:
        """The question this user is asked."""
        return next((o for o in self.opens if o.side in self.sides), None)

    @property
    def decision(self) -> Decision | None:
        mine = self.mine
        return mine.decision if mine is not None else None

    @property
    def ended(self) -> str:
        """How the battle ended, in the language of whoever this is for; "" while it goes on."""
        if not self.battle.outcome:
            return ""
        # Before 0.3 a battle kept its end in words alone.
        ruled = self.table.outcome if self.running is not None else None
        return self.say(ruled if ruled is not None and str(ruled) == self.battle.outcome else self.battle.ending)

    def side_name(self, side: str) -> str:
        """Name of a side, in the language of whoever this is for."""
        return self.catalogue.name(self.battle.name(side))

    def say(self, text: Text) -> str:
        return self.catalogue.say(text)

    def word(self, template: str, /, **values: Any) -> str:
        """A sentence of ours in the language of whoever this is for."""
        return self.catalogue.say(Text(template, **values))

    def in_notation(self, text: str) -> str:
        """What the viewer has written in words of their language, as orders are written."""
        return in_notation(text, self.catalogue, self.own_table, self.game.system.id)

    def post(self, kind: str, key: str) -> Post:
        """A message still to be sent to the battle's channel."""
        return Post(self.battle.id, kind, key, self.battle.channel, None, "", False)
