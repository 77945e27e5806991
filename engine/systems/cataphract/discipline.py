"""11.2 Army Discipline: an Undisciplined Army's heart, tested whenever one of its units Routs."""

from __future__ import annotations

from engine.kernel.dice import RollRequest
from engine.systems.cataphract import cohesion
from engine.systems.cataphract.battle import Battle
from engine.systems.cataphract.events import BonusLost


async def check(g: Battle, side: str) -> None:
    """Roll against the OC's Initiative (0 without one). On failure the bonus goes; units that stood by it alone Rout.

    While :attr:`Battle.waiting_checks` is a list the check is put off to :func:`catch_up` (9.13). Units in
    :attr:`Battle.sparing` break later, with their combat (9.17).
    """
    if not g.state.sides[side].bonus:
        return
    if g.waiting_checks is not None:
        g.waiting_checks.append(side)
        return
    oc = g.commander(side)
    limit = oc.initiative if oc is not None else 0
    roll = await g.roll(
        RollRequest(
            purpose="discipline",
            side=side,
            text=f"Does the {g.spec(side).adjective} army keep heart?",
            rule="11.2",
            table="command_control",
            needs=f"{limit} or less",
            outcome=lambda n: "it does" if n <= limit else "TQ +2 is lost",
        )
    )
    if roll.total <= limit:
        return
    g.emit(BonusLost(side=side, army=g.spec(side).adjective, rule="11.2"))
    await cohesion.settle_all(g, side, "11.2")


async def catch_up(g: Battle) -> None:
    """9.13 Make the checks put off until all Pre-Shock results were in."""
    waiting = g.waiting_checks or []
    g.waiting_checks = None
    for side in waiting:
        await check(g, side)
