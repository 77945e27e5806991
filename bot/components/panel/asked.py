"""What a panel is about: one question of one battle, with what the rule system offers to make it easy."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bot.language.catalogue import TextCatalogue
from engine.kernel.ahead import Ahead
from engine.kernel.board import Place
from engine.kernel.decisions import Answer, Choice, Command, Decision
from engine.kernel.following import Following, following
from engine.kernel.game import Game
from engine.kernel.ideas import Group, GroupIdea, Idea
from engine.kernel.sheet import Sheet
from engine.kernel.text import Text
from engine.kernel.view import CounterView, TableView

KEY = 10
"""Letters of an idea's key."""

ORDERED = frozenset({"moved", "finished"})
"""States of units that have acted: ordered again they mostly pay for it, so others come first."""


@dataclass(frozen=True)
class Asked:
    """A question as one player sees it."""

    game: Game[Any]
    decision: Decision
    table: TableView
    catalogue: TextCatalogue
    draft: Answer | None = None
    """Where the order is a whole form, what it has been filled in to; None for what is proposed."""
    advised: bool = False
    """Whether this player may ask for suggestions."""
    first: Idea | None = None
    """What a lesson wants done now: it is offered first, and nothing is proposed beside it."""
    _ideas: dict[str, Sequence[Idea]] = field(default_factory=dict[str, Sequence[Idea]])
    _together: dict[str, Sequence[GroupIdea]] = field(default_factory=dict[str, Sequence[GroupIdea]])

    def say(self, text: Text) -> str:
        return self.catalogue.say(text)

    def word(self, template: str, /, **values: Any) -> str:
        """A sentence of ours in the battle's language."""
        return self.catalogue.say(Text(template, **values))

    def ideas(self, unit: str) -> Sequence[Idea]:
        """What a unit might best do, likeliest first. What is but read off its menu stands there anyway.

        In a lesson nothing but what it wants done now: a better idea would lead astray.
        """
        if self.first is not None:
            return [self.first] if self.first.unit == unit else []
        if unit not in self._ideas:
            own = next((c for _, c in self.orderable if c.unit == unit and c.menu is not None), None)
            keys = {c.key for c in own.menu()} if own is not None and own.menu is not None else set[str]()
            found = self.game.system.ideas(self.game, self.decision, unit)
            self._ideas[unit] = [i for i in found if i.kind not in keys]
        return self._ideas[unit]

    @property
    def plans(self) -> Sequence[Idea]:
        """What might best be chosen for no unit, with what follows from it, likeliest first."""
        return [i for i in self.ideas("") if i.then]

    def leave(self, unit: str) -> None:
        """Think of nothing for a unit that nothing has been thought of yet: the battle has gone on."""
        self._ideas.setdefault(unit, ())

    def idea(self, unit: str, key: str) -> Idea | None:
        """The idea of this key, if it is offered now."""
        return next((i for i in self.ideas(unit) if key_of(i) == key), None)

    @cached_property
    def groups(self) -> Sequence[Group]:
        """Units that can be ordered together."""
        return self.game.system.groups(self.game, self.decision) if isinstance(self.decision, Command) else ()

    def find_groups(self) -> None:
        """Work out the groups now, for whoever waits before they are shown."""
        _ = self.groups

    def group(self, key: str) -> Group | None:
        return next((g for g in self.groups if g.key == key), None)

    def together(self, group: Group) -> Sequence[GroupIdea]:
        """What a group might do."""
        if group.key not in self._together:
            self._together[group.key] = self.game.system.group_ideas(self.game, self.decision, group.units)
        return self._together[group.key]

    def leave_group(self, group: Group) -> None:
        """The same as :meth:`leave` for a group."""
        self._together.setdefault(group.key, ())

    @cached_property
    def following(self) -> Sequence[Following]:
        """What this side is asked next if it ends its orders here, or declines."""
        return following(self.game, self.decision)

    def look_ahead(self) -> None:
        """Work that out now, as :meth:`find_groups` does."""
        _ = self.following

    def leave_following(self) -> None:
        """The same as :meth:`leave` for what follows."""
        self.__dict__.setdefault("following", ())

    @cached_property
    def counters(self) -> dict[str, CounterView]:
        """The units on the map by their codes."""
        return {c.id: c for c in self.table.counters}

    @cached_property
    def orderable(self) -> list[tuple[int, Choice]]:
        """The choices of the first menu that are about a unit or a leader, each with its position."""
        if not isinstance(self.decision, Command):
            return []
        return [(n, c) for n, c in enumerate(self.decision.menu) if c.unit is not None]

    @cached_property
    def sheet(self) -> Sheet | None:
        """The form of the order as it is filled in, where it is one."""
        decision = self.decision
        if not isinstance(decision, Command) or decision.sheet is None:
            return None
        return decision.sheet(decision.default if self.draft is None else self.draft)

    @property
    def written(self) -> str:
        """The draft as an order is written."""
        assert isinstance(self.decision, Command)
        return str(self.game.system.write(self.decision.default if self.draft is None else self.draft))

    def called(self, unit: str | None) -> str:
        """A unit as players know it: by the code its counter shows, or by its name where that has none; "" for none.

        What a campaign's armies, fleets and troops of a province are written by ("illyricum", "frontier@37") is printed
        nowhere.
        """
        counter = self.counters.get(unit or "")
        return unit or "" if counter is None or counter.strength is None else counter.name

    def at(self, unit: str) -> Place | None:
        """Where a unit stands; None for what is no unit."""
        counter = self.counters.get(unit)
        return counter.hexes[0] if counter is not None and counter.hexes else None


def has_acted(asked: Asked, unit: str | None) -> bool:
    """Whether a unit shows that it was ordered before."""
    counter = asked.counters.get(unit or "")
    return counter is not None and not ORDERED.isdisjoint(counter.states)


def key_of(idea: Idea) -> str:
    """What names an idea in custom ids: the order it is, not where it stands among others."""
    return _key(idea.unit or "", idea.kind, *(a.model_dump_json() for a in idea.answers))


def group_key(idea: GroupIdea) -> str:
    """The same for what a group might do."""
    return _key(idea.kind, *(str(s) for s in idea.orders))


def way_key(first: Choice, way: Sequence[Ahead]) -> str:
    """The same for an order with the answers that follow it."""
    return _key(first.key, *(x for a in way for x in (a.kind, a.choice.key, str(a.choice.label), str(a.choice.chance))))


def _key(*parts: str) -> str:
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:KEY]
