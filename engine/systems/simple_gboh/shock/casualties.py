"""7.46 Leaders in the thick of it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.dice import RollRequest
from engine.kernel.text import Text
from engine.systems.gboh.command import leaders
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import odds
from engine.systems.simple_gboh.shock.combat import Combat
from engine.systems.simple_gboh.state import Leader

RULE = "7.46"
LOST = frozenset({0, 1})
"""Second rolls that are his end."""


async def check(g: Battle, combats: Sequence[Combat]) -> None:
    """7.46 A roll for every leader stacked with who still fights: on a 0 another, of which 0 or 1 is his end."""
    for c in combats:
        for leader in odds.leaders(g, (*c.ours, *c.theirs)):
            if (
                leader.on_map
                and await _roll(g, leader, first=True) == 0
                and await _roll(g, leader, first=False) in LOST
            ):
                leaders.lose(g, leader, str(Text("killed in the Shock")), RULE)


async def _roll(g: Battle, leader: Leader, *, first: bool) -> int:
    text = Text("{leader} is in the thick of it", leader=leader.name)
    if not first:
        text = Text("{leader} is hard pressed", leader=leader.name)
    roll = await g.roll(
        RollRequest(
            purpose="leader-hit",
            side=leader.side,
            text=text,
            rule=RULE,
            needs=Text("1 or more") if first else Text("2 or more"),
            unit=leader.id,
            outcome=lambda n: _told(n, first=first),
        )
    )
    return roll.natural


def _told(n: int, *, first: bool) -> Text:
    if n > (0 if first else 1):
        return Text("unharmed")
    return Text("hard pressed") if first else Text("killed")
