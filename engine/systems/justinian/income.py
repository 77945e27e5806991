"""5.1 Income of Byzantium (A1)."""

from __future__ import annotations

from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import DebtSet, GoldChanged, IncomeHalved, PhaseBegan


def full(g: Campaign) -> int:
    """5.11 What the provinces Byzantium controls are worth together, in G."""
    return sum(g.land.income(p) for p in g.land.provinces if g.control(p) == "byzantine")


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
    if g.state.half_income:
        g.emit(IncomeHalved(rule="9.0-b"))
    if g.state.owed:
        paid = min(g.state.owed, g.state.gold)
        if paid:
            g.emit(GoldChanged(n=-paid, why="owed", rule="9.0-f"))
        g.emit(DebtSet(owed=g.state.owed - paid, rule="9.0-f"))
    g.emit(PhaseBegan(phase="removal", rule="5.12"))
