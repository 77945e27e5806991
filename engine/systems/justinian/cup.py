"""3.24, 4.14 The cup of Magistri Militum: drawing one is a roll over all who are in it."""

from __future__ import annotations

from engine.kernel.dice import RollRequest
from engine.kernel.text import Text
from engine.systems.justinian.campaign import Campaign

TEN = 10
"""A die of ten faces shows 0 to 9, any other 1 to its faces."""


async def draw(g: Campaign, for_whom: str, rule: str, among: list[str] | None = None) -> str | None:
    """A MagMil from the cup at random, ``among`` those named if any; None when there is none. He stays in it for now.

    ``for_whom``: what he is drawn for, as the roll is told: the name of an army.
    """
    cup = [x for x in g.cup() if among is None or x in among]
    if len(cup) < 2:
        return cup[0] if cup else None
    roll = await g.roll(
        RollRequest(
            purpose="draw",
            side="byzantine",
            text=Text("A commander for {army}, of {n} in the cup", army=for_whom, n=len(cup)),
            rule=rule,
            faces=len(cup),
            outcome=lambda total: Text("{leader}", leader=g.leader(drawn(cup, total)).name),
        )
    )
    return drawn(cup, roll.total)


def drawn(cup: list[str], shown: int) -> str:
    """Who is drawn when the die shows a number.

    >>> drawn(["a", "b"], 2), drawn(list("abcdefghij"), 0)
    ('b', 'a')
    """
    return cup[shown if len(cup) == TEN else shown - 1]
