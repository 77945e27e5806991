"""What the description of every battle has, whichever rules it is played by. A system's own model adds its armies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, Self, TypeVar

from pydantic import Field

from engine.kernel.areas import AreaMap
from engine.kernel.board import Board
from engine.kernel.chart_pack import ChartPack
from engine.kernel.complaints import offer
from engine.kernel.model import Confidence as Confidence
from engine.kernel.model import Mutable as Mutable
from engine.kernel.model import Strict as Strict
from engine.kernel.model import Title as Title
from engine.kernel.stretches import Hexes
from engine.kernel.terrain import BattleMap


class SpecialRule(Strict):
    """A rule of this battle alone. ``id`` is the name of the procedure that implements it."""

    id: str
    title: Title
    text: Title
    """In our own words, for /rule."""
    params: dict[str, Any] = {}
    """What it takes, see :mod:`engine.kernel.parameters`: each rule has a model of its own."""
    optional: bool = False
    """In force only when it was switched on as the battle was created."""
    unless: str | None = None
    """Optional rule that switches this one off."""


def _instead(rule_id: str) -> str:
    """What an author does who wants a special rule twice, where there is something."""
    return "; further arrivals stand in also, a list in the params of the first" if rule_id == "arrivals" else ""


class Briefing(Strict):
    """What players read before they choose a side."""

    history: str
    sides: dict[str, str]
    """What each side should try, by side id."""
    balance: str
    length: str


class BaseSide(Strict):
    """What every army has. A system's own model adds who fights in it."""

    id: str = Field(
        pattern=r"^[a-z][a-z-]{0,20}$",
        description='a word of small letters and hyphens, at most 21, as "vandal"',
    )
    name: Title
    adjective: Title

    @property
    def unit_count(self) -> int:
        """Combat units, those that come later included."""
        raise NotImplementedError

    def unbreakable(self) -> Self:
        """The army as it is, but fighting on whatever it loses: for measuring."""
        raise NotImplementedError


A = TypeVar("A", bound=BaseSide)


def army(sides: Iterable[A], side_id: str) -> A:
    """The side of that id. Raises KeyError."""
    for side in sides:
        if side.id == side_id:
            return side
    raise KeyError(side_id)


class BaseScenario(Strict):
    """One battle. A system's own model says more of its sides, and what else its rules need."""

    format: Literal["hexarch-scenario/1"] = "hexarch-scenario/1"
    system: str
    id: str = Field(
        pattern=r"^[a-z][a-z0-9-]{1,30}$",
        description='2 to 31 small letters, digits and hyphens, a letter first, as "tricameron"',
    )
    title: Title
    author: str = ""
    """Who wrote it."""
    licence: str = ""
    """Under which others may use and change it."""
    version: str = ""
    """Its author's number for this state of it: "1", "2.1"."""
    date: str
    place: str
    briefing: Briefing
    provenance: dict[str, str] = {}
    """Where what is known of the battle comes from, by what it is: a source, "inferred", or games it was counted in."""
    special_rules: tuple[SpecialRule, ...] = ()
    silenced: tuple[str, ...] = ()
    """Advice on the file that its author doesn't want to hear again, by name (:mod:`scenarios.advice`)."""
    optional_rules: tuple[str, ...] = ()
    """Rules players may switch on when they create the battle: cases, or ids of special rules."""
    charts: ChartPack | None = None
    """Corrections to the system's charts this battle is played with."""

    sides: tuple[BaseSide, BaseSide]

    @property
    def key(self) -> str:
        """ "cataphract/tricameron"."""
        return f"{self.system}/{self.id}"

    @property
    def board(self) -> Board:
        """What it is played on."""
        raise NotImplementedError

    def problems(self) -> Iterator[str]:
        """Everything wrong with the battle that types alone can't tell, one sentence with its path each.

        What has to agree with the charts and cases of its system is another matter: see
        :attr:`engine.systems.registry.Listed.problems`.
        """
        raise NotImplementedError

    def special(self, rule_id: str) -> SpecialRule | None:
        return next((r for r in self.special_rules if r.id == rule_id), None)

    def rule_problems(self) -> Iterator[str]:
        """What is wrong with the list of special rules, one sentence with its path each."""
        ids = [r.id for r in self.special_rules]
        for i, rule in enumerate(self.special_rules):
            if rule.optional and rule.id not in self.optional_rules:
                yield f"special_rules[{i}] ({rule.id}).optional: must be listed in optional_rules too"
            if rule.unless is not None and rule.unless not in self.optional_rules:
                hint = offer(rule.unless, self.optional_rules)
                yield f"special_rules[{i}] ({rule.id}).unless: {rule.unless} is no optional rule of this battle{hint}"
            if rule.unless == rule.id:
                yield f"special_rules[{i}] ({rule.id}).unless: it can't switch itself off"
            if rule.id in ids[:i]:
                yield f"special_rules[{i}] ({rule.id}).id: used twice{_instead(rule.id)}"


class HexScenario(BaseScenario):
    """A battle on a map of hexes."""

    map: BattleMap
    areas: dict[str, Hexes] = {}
    """Stretches of ground by name: what of them lies on the map. A list of hexes may name them too
    (:mod:`scenarios.named_areas`)."""

    def area_problems(self) -> Iterator[str]:
        """Areas that are nowhere on the map, one sentence with its path each."""
        for name, hexes in self.areas.items():
            if not any(h in self.map for h in hexes):
                yield f"areas.{name}: none of its hexes is on the map"

    @property
    def board(self) -> BattleMap:
        return self.map


class AreaScenario(BaseScenario):
    """A campaign on a map of areas; a system whose areas have more to them narrows ``map``."""

    map: AreaMap

    @property
    def board(self) -> AreaMap:
        return self.map
