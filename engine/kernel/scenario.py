"""What the description of every battle has, whichever rules it is played by. A system's own model adds its armies."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.kernel.terrain import BattleMap

Confidence = Literal["source", "external", "inferred"]
"""Where a number comes from: the rules or battle book, a public page that is named, or reasoning of our own."""


class Strict(BaseModel):
    """Data that is read and never changed; a name it doesn't know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Mutable(BaseModel):
    """Part of a state: events change it; a name it doesn't know is an error."""

    model_config = ConfigDict(extra="forbid")


class SpecialRule(Strict):
    """A rule of this battle alone. ``id`` is the name of the procedure that implements it."""

    id: str
    title: str
    text: str
    """In our own words, for /rule."""
    params: dict[str, str | int | bool | list[str] | list[int]] = {}
    optional: bool = False
    """In force only when it was switched on as the battle was created."""
    unless: str | None = None
    """Optional rule that switches this one off."""


class Briefing(Strict):
    """What players read before they choose a side."""

    history: str
    sides: dict[str, str]
    """What each side should try, by side id."""
    balance: str
    length: str


class BaseScenario(Strict):
    """One battle, without its armies."""

    format: Literal["hexarch-scenario/1"] = "hexarch-scenario/1"
    system: str
    id: str = Field(pattern=r"^[a-z][a-z0-9-]{1,30}$")
    title: str
    date: str
    place: str
    briefing: Briefing
    map: BattleMap
    special_rules: tuple[SpecialRule, ...] = ()
    optional_rules: tuple[str, ...] = ()
    """Rules players may switch on when they create the battle: cases, or ids of special rules."""

    @property
    def key(self) -> str:
        """ "cataphract/tricameron"."""
        return f"{self.system}/{self.id}"

    def special(self, rule_id: str) -> SpecialRule | None:
        return next((r for r in self.special_rules if r.id == rule_id), None)

    def rule_problems(self) -> Iterator[str]:
        """What is wrong with the list of special rules, one sentence with its path each."""
        ids = [r.id for r in self.special_rules]
        for i, rule in enumerate(self.special_rules):
            if rule.optional and rule.id not in self.optional_rules:
                yield f"special_rules[{i}] ({rule.id}).optional: must be listed in optional_rules too"
            if rule.unless is not None and rule.unless not in self.optional_rules:
                yield f"special_rules[{i}] ({rule.id}).unless: {rule.unless} is no optional rule of this battle"
            if rule.id in ids[:i]:
                yield f"special_rules[{i}] ({rule.id}).id: used twice"
