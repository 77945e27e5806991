"""How a campaign stands, for players that plan: named parts, each better for a side the higher it is.

Byzantium wins by holding all Prefectures, the barbarians by keeping one from it until the end. So the sum tells how far
Byzantium is from holding them: at 0 it is as near as far, at -100 it is lost for all but certain. The barbarians are
never lost before it is over: whatever they have lost, the next turn may win a Prefecture back.
"""

from __future__ import annotations

from engine.systems.justinian import victory
from engine.systems.justinian.campaign import Campaign

WON = 1000.0
"""Of a campaign won; lost is as much the other way."""
PROVINCE, INCOME, CITY = 0.4, 0.4, 0.8
"""A province controlled, each G a year it brings, and its City."""
PREFECTURE = 4.8
"""A whole Prefecture held."""
STRENGTH = 0.2
"""A Strength Point in an army on the map."""
CRIPPLED = 0.5
"""What a Defeated or Disorganized army is worth, as a share."""
UNPAID = 0.8
"""The same of one that wasn't paid."""
GOLD = 0.032
"""G in the treasury of Byzantium."""
PAR = 66.0
"""What all of that comes to for Byzantium where it stands neither well nor badly; as much as that is its set-up.

In 200 campaigns of recruits, however keen, it was between -2 and 132 as each turn began: so either side's worth stayed
within 70 of 0, and within 90 as long as anything was left to it.
"""
FASTEST = 2.5
"""Provinces an activation may win in the long run: in the same campaigns, against players who hardly looked, the most
was 8 in a turn of five."""
TOO_LATE = 150.0
"""What it costs Byzantium that there is no time left to win what it still lacks: more than all else can bring."""


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
    standings = victory.standings(g)
    return {
        "control": sign * ground,
        "prefectures": sign * PREFECTURE * sum(x.held for x in standings),
        "strength": sign * STRENGTH * strength,
        "treasury": sign * GOLD * g.state.gold,
        "par": -sign * PAR,
        "time": -sign * TOO_LATE if lacking(standings) > FASTEST * activations_left(g) else 0.0,
    }


def lacking(standings: list[victory.Standing]) -> int:
    """Provinces Byzantium must win at least to hold all Prefectures."""
    return sum(max(len(x.missing), x.needed - x.controlled) for x in standings)


def activations_left(g: Campaign) -> int:
    """Activations Byzantium still has before the campaign is over."""
    each = g.charts.activations("byzantine")
    return each * (len(g.scenario.turns) - g.state.turn + 1) - g.state.byzantine_done
