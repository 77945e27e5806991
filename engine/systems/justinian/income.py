"""5.1 Income of Byzantium (A1)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.board import Place
from engine.kernel.text import Text, joined
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import DebtSet, GoldChanged, IncomeHalved, PhaseBegan, ProvincesPaid

LISTED = 6
"""Provinces of a change told by name; the others by their number."""


def paying(g: Campaign) -> tuple[Place, ...]:
    """5.11 The provinces Byzantium controls, as far as they are worth anything."""
    return tuple(p for p in g.land.provinces if g.land.income(p) and g.control(p) == "byzantine")


def full(g: Campaign) -> int:
    """5.11 What they are worth together, in G."""
    return sum(map(g.land.income, paying(g)))


def due(g: Campaign) -> int:
    """5.13, 9.0-b The income as it would be received now: halved without Europa, halved after a Plague, each time
    without the fraction."""
    n = full(g)
    if g.control(g.land.constantinople) != "byzantine":
        n //= 2
    return n // 2 if g.state.half_income else n


async def phase(g: Campaign) -> None:
    """A1: income, then what Justinian's buildings still cost (9.0-f)."""
    received = due(g)
    if received:
        g.emit(GoldChanged(n=received, why="income", rule="5.11"))
    note(g, account(g))
    if g.state.half_income:
        g.emit(IncomeHalved(rule="9.0-b"))
    if g.state.owed:
        paid = min(g.state.owed, g.state.gold)
        if paid:
            g.emit(GoldChanged(n=-paid, why="owed", rule="9.0-f"))
        g.emit(DebtSet(owed=g.state.owed - paid, rule="9.0-f"))
    g.emit(PhaseBegan(phase="removal", rule="5.12"))


def note(g: Campaign, told: Text | None = None) -> None:
    """Remember which provinces pay now; the next income is told by what has changed since."""
    g.emit(ProvincesPaid(provinces=paying(g), story=told or "", rule="5.11"))


def account(g: Campaign) -> Text:
    """What an income is made of, and why it isn't what the last one was."""
    now, before = paying(g), g.state.paid
    sums = [
        (x.id, sum(g.land.income(p) for p in g.land.of_prefecture(x.id) if p in now)) for x in g.scenario.prefectures
    ]
    paid = [Text("{name} {n}", name=name, n=n) for name, n in sums if n]
    parts = [joined(paid) if paid else Text("no province")]
    lost = [p for p in before if p not in now]
    won = [p for p in now if p not in before]
    if lost:
        parts.append(Text("no longer {places}", places=_listed(g, lost)))
    if won and before:
        parts.append(Text("now also {places}", places=_listed(g, won)))
    if g.control(g.land.constantinople) != "byzantine":
        parts.append(Text("half of it, without {place} (5.13)", place=g.land.name(g.land.constantinople)))
    if g.state.half_income:
        parts.append(Text("half of it after the Plague (9.0-b)"))
    return Text("It comes from {parts}.", parts=joined(parts, "; "))


def _listed(g: Campaign, provinces: Sequence[Place]) -> Text:
    """Provinces with what each is worth, the richest first; and what they come to, where they are several."""
    ordered = sorted(provinces, key=lambda p: -g.land.income(p))
    named = [Text("{place} {n}", place=g.land.name(p), n=g.land.income(p)) for p in ordered[:LISTED]]
    if rest := ordered[LISTED:]:
        named.append(Text("{n} more", n=len(rest)))
    if len(ordered) == 1:
        return named[0]
    total = sum(map(g.land.income, provinces))
    return Text("{places} ({n} G in all)", places=joined(named), n=total)
