"""Battles on land and at sea as they are told; what they cost and change are events of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.kernel.board import Place
from engine.kernel.events import Event, Trace
from engine.kernel.text import Sentence, Text
from engine.systems.justinian.scenario import BYZANTINE, Side
from engine.systems.justinian.state import State


def _noted(state: State, place: Place, lost: Mapping[str, int]) -> None:
    years = state.years
    years.battles.append(place)
    for side, n in lost.items():
        years.lost[side] = years.lost.get(side, 0) + n


class BattleFought(Event):
    """8.15 A land battle: who fought with how many SP, and what each side loses."""

    type: Literal["battle-fought"] = "battle-fought"
    place: Place
    attacker: Side
    armies: tuple[str, ...]
    """Attacking armies, those that lead others."""
    against: tuple[str, ...]
    """Defending armies."""
    sp: tuple[int, int]
    """SP in the battle: attacker's, defender's."""
    lost: tuple[int, int]
    """SP lost: attacker's, defender's."""
    names: tuple[Sentence, Sentence]
    """Attacker and defender in words."""

    def apply(self, state: State) -> None:
        """Noted for the chronicle. What is lost and who retreats are events of their own."""
        second: Side = "barbarian" if self.attacker == "byzantine" else "byzantine"
        _noted(state, self.place, {self.attacker: self.lost[0], second: self.lost[1]})

    def text(self, state: State) -> Text:
        return Text(
            "Battle in {place}: {a}, {n} SP, against {b}, {m} SP: {x} and {y} SP lost.",
            place=state.place_names[self.place],
            a=self.names[0],
            b=self.names[1],
            n=self.sp[0],
            m=self.sp[1],
            x=self.lost[0],
            y=self.lost[1],
        )

    def trace(self, state: State) -> Trace:
        return Trace(kind="shock", unit=self.armies[0], hexes=(self.place,), side=self.attacker)


class NavalBattleFought(Event):
    """8.32 A naval battle: who fought with how many Fleet SP, and what each side loses."""

    type: Literal["naval-battle-fought"] = "naval-battle-fought"
    place: Place
    """Sea area, or province whose port it was about."""
    powers: tuple[str, str]
    """Attacker's, defender's."""
    sp: tuple[int, int]
    lost: tuple[int, int]

    def apply(self, state: State) -> None:
        """Noted for the chronicle. What is lost and who retreats are events of their own."""
        mine, theirs = ("byzantine" if p == BYZANTINE else "barbarian" for p in self.powers)
        _noted(state, self.place, {mine: self.lost[0], theirs: self.lost[1]})

    def text(self, state: State) -> Text:
        a, b = self.powers
        return Text(
            "Naval battle, {place}: {a} fleet, {n} SP, against {b} fleet, {m} SP: {x} and {y} Fleet SP lost.",
            place=state.place_names[self.place],
            a=state.adjectives[a],
            b=state.adjectives[b],
            n=self.sp[0],
            m=self.sp[1],
            x=self.lost[0],
            y=self.lost[1],
        )

    def trace(self, state: State) -> Trace:
        attacker = self.powers[0]
        return Trace(
            kind="shock",
            unit=f"{state.adjectives[attacker]} fleet",
            hexes=(self.place,),
            side=state.side_of(attacker),
        )
