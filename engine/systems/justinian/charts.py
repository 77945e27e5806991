"""The charts, read from ``charts.json``; each function names the chart's case. A campaign may fix another pack."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from engine.kernel.chart_tables import TableCharts
from engine.kernel.dice import D10

Rating = Literal["A", "B", "C", "D"]
RandomEvent = Literal["mutiny", "plague", "revolt", "religious_disputes", "politics", "justinian_builds"]
Revolt = Literal["nika", "armenia", "sardinia", "egypt"]


@dataclass(frozen=True, slots=True)
class Activated:
    """T:barbarian_activation A power's row: its numbers of two dice, its troops, its alliance modifier."""

    first: int
    last: int
    base: int
    """6.23 SP it recruits, and dice added to them."""
    dice: int
    alliance: int | None
    """None: always Barbarian."""


class Charts(TableCharts):
    """One chart pack."""

    package: ClassVar[str] = "engine.systems.justinian"

    # -- 4.3, 5.0 forces and finances ---------------------------------------------------------------------------

    def sp_limit(self, power: str) -> int | None:
        """T:sp_limits 4.31, 4.35 Most SP of a power, "army" for most in a Byzantine army; None: no limit."""
        row = self._charts["sp_limits"]["rows"].get(power)
        return None if row is None else row["sp"]

    def expense(self, what: str) -> int:
        """T:byzantine_expenses In G: "activation", "fort", "build_fleet", "pay_field", "pay_frontier", "pay_fleet"."""
        return self.cell("byzantine_expenses", what, "g")

    def manpower(self, what: str) -> int:
        """Numbers of SP in 4.22, 5.2, 5.3, 6.24, 6.27, 7.24; see ``charts.json``."""
        return self.cell("manpower", what, "sp")

    def removal(self, what: Literal["persians_beyond", "city_drm"]) -> int:
        """T:removal 5.12"""
        return self.cell("removal", what, "value")

    def treasury(self, what: Literal["dice", "times"]) -> int:
        """T:treasury_capture 5.42"""
        return self.cell("treasury_capture", what, "value")

    # -- 6.0 activation -----------------------------------------------------------------------------------------

    def activations(self, what: Literal["select", "random", "byzantine"]) -> int:
        """T:activation_markers 6.11, 6.21"""
        return self.cell("activation_markers", what, "n")

    def activated(self, power: str) -> Activated:
        """T:barbarian_activation A power's row."""
        row = self._charts["barbarian_activation"]["rows"][power]
        return Activated(row["from"], row["to"], row["base"], row["dice"], row["alliance"])

    def power_for(self, number: int) -> str:
        """T:barbarian_activation 6.22 The power two dice activate, read as 00 to 99."""
        rows: dict[str, Any] = self._charts["barbarian_activation"]["rows"]
        return next(power for power, row in rows.items() if row["from"] <= number <= row["to"])

    def alliance(self, total: int) -> Literal["barbarian", "neutral", "byzantine"]:
        """T:alliance 6.33"""
        if total <= self.alliance_number("barbarian_most"):
            return "barbarian"
        return "byzantine" if total >= self.alliance_number("byzantine_least") else "neutral"

    def alliance_number(self, what: Literal["barbarian_most", "byzantine_least", "bribe_step", "bribe_most"]) -> int:
        """T:alliance 6.32, 6.33"""
        return self.cell("alliance", what, "value")

    # -- 7.0 movement -------------------------------------------------------------------------------------------

    def allowance(self, roll: int, rating: Rating) -> int:
        """T:movement_allowance 7.11 MP for a die."""
        return self.cell("movement_allowance", str(roll), rating)

    def cost(self, what: str) -> int:
        """T:movement_costs 7.12 MP; see ``charts.json``."""
        return self.cell("movement_costs", what, "mp")

    def reach(self, army: Literal["praesental", "thrace", "armenia", "italy"]) -> int:
        """T:army_limits 7.14 MP."""
        return self.cell("army_limits", army, "mp")

    def interception(self, what: Literal["city", "fort", "naval_most"]) -> int:
        """T:interception 7.32 modifiers, 7.35 highest die with which a fleet intercepts."""
        return self.cell("interception", what, "value")

    # -- 8.0 combat ---------------------------------------------------------------------------------------------

    def battle_loss(self, sp: int, total: int) -> int:
        """T:land_battle_results 8.15 SP the enemy loses, for one's own SP and modified die."""
        columns: list[str] = self._charts["land_battle_results"]["columns"]
        column = next(c for c in columns if _holds(c, max(sp, 1)))
        return self.cell("land_battle_results", str(min(max(total, D10[0]), D10[-1])), column)

    def attacker_drm(self, what: str) -> int:
        """T:attacker_drm"""
        return self.cell("attacker_drm", what, "drm")

    def defender_drm(self, what: str) -> int:
        """T:defender_drm"""
        return self.cell("defender_drm", what, "drm")

    @property
    def walls(self) -> Literal["fort", "coastal"]:
        """8.17 What a City's lesser sister is in the charts of modifiers: a Fort, or any coastal province."""
        return self.cell("readings", "walls", "reading")

    def force_drm(self, larger: int, smaller: int) -> int:
        """T:force_differential 8.16 Modifier of the larger side; 0 for equal forces."""
        best = 0
        for row in self._charts["force_differential"]["rows"].values():
            enough = row["times"] * smaller
            if larger > enough or (row["at_least"] and larger == enough):
                best = max(best, row["drm"])
        return best

    def rbc_drm(self, what: Literal["nobody", "enemy"]) -> int:
        """T:rbc 8.13"""
        return self.cell("rbc", what, "drm")

    @property
    def disorganization_loss(self) -> int:
        """T:disorganization 8.23 SP lost where an army is Disorganized already."""
        return self.cell("disorganization", "lost", "sp")

    @property
    def pillage_drm(self) -> int:
        """T:pillage 8.27 For a Disorganized army."""
        return self.cell("pillage", "disorganized", "drm")

    def naval(self, what: str) -> int:
        """T:naval_battle 8.32 A power's seamanship, "least_roll" or "winner_loses_from"."""
        return self.cell("naval_battle", what, "value")

    # -- 9.0, 10.0 ----------------------------------------------------------------------------------------------

    def random_event(self, roll: int) -> RandomEvent:
        """T:random_events"""
        return self.cell("random_events", str(roll), "event")

    def revolt(self, roll: int) -> Revolt:
        """T:revolts"""
        return self.cell("revolts", str(roll), "revolt")

    def event_number(self, what: str) -> int:
        """6.22, 9.0 Numbers of the random events; see ``charts.json``."""
        return self.cell("event_numbers", what, "value")

    def provinces_needed(self, prefecture: str) -> int:
        """T:prefectures 10.21"""
        return self.cell("prefectures", prefecture, "needed")

    @property
    def rich_from(self) -> int:
        """10.21 Income from which on a province must be controlled, in G."""
        return self.cell("rich_provinces", "least", "income")


def _holds(column: str, sp: int) -> bool:
    """
    >>> _holds("3-6", 6), _holds("3-6", 7), _holds("81+", 400)
    (True, False, True)
    """
    first, _, last = column.removesuffix("+").partition("-")
    return int(first) <= sp and (column.endswith("+") or sp <= int(last))
