"""How a campaign stands, for players that plan: named parts, each better for a side the higher it is.

Byzantium wins by holding all Prefectures, the barbarians by keeping one from it; each Prefecture it doesn't hold yet
counts the less the nearer it is to holding it.
"""

from __future__ import annotations

from engine.systems.justinian import victory
from engine.systems.justinian.campaign import Campaign

WON = 1000.0
"""Of a campaign won; lost is as much the other way."""
PROVINCE, INCOME, CITY = 1.0, 1.0, 2.0
"""A province controlled, each G a year it brings, and its City."""
PREFECTURE = 12.0
"""A whole Prefecture held."""
STRENGTH = 0.5
"""A Strength Point in an army on the map."""
CRIPPLED = 0.5
"""What a Defeated or Disorganized army is worth, as a share."""
UNPAID = 0.8
"""The same of one that wasn't paid."""
GOLD = 0.08
"""G in the treasury of Byzantium."""


def judge(g: Campaign, side: str) -> dict[str, float]:
    """The parts of how the campaign stands for a side; their sum is its worth."""
    sign = 1.0 if side == "byzantine" else -1.0
    if g.state.outcome is not None:
        return {"outcome": 0.0 if g.state.winner is None else WON if g.state.winner == side else -WON}
    ground = 0.0
    for p in g.land.provinces:
        control = g.control(p)
        if control != "none":
            worth = PROVINCE + INCOME * g.land.income(p) + CITY * g.land.city(p)
            ground += worth if control == "byzantine" else -worth
    strength = 0.0
    for a in g.armies():
        worth = a.strength * (CRIPPLED if a.defeated or a.disorganized else UNPAID if a.unpaid else 1.0)
        strength += worth if g.side(a) == "byzantine" else -worth
    held = sum(x.held for x in victory.standings(g))
    return {
        "control": sign * ground,
        "prefectures": sign * PREFECTURE * held,
        "strength": sign * STRENGTH * strength,
        "treasury": sign * GOLD * g.state.gold,
    }
