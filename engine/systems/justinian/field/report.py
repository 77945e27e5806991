"""How a battle on the field ended, as the campaign is told; and what that costs in SP."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, StringConstraints

from engine.kernel.answers import Answer
from engine.kernel.text import refuse
from engine.systems.justinian.field.order_of_battle import OrderOfBattle
from engine.systems.justinian.scenario import Side

RULE = "field"
"""What stands where the source's rules have a case."""

Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""SHA-256 in hexadecimal digits."""

Points = Annotated[int, Field(ge=0, le=100_000)]


class FieldReport(Answer):
    """The outcome of the battle: told by whoever keeps its journal, never by a player."""

    reported: ClassVar[bool] = True

    do: Literal["field-report"] = "field-report"
    battle: Annotated[str, StringConstraints(pattern=r"^[0-9a-z-]{1,40}$")]
    """Its number."""
    head: Hash
    """Hash of the last entry of its journal."""
    scenario: Hash
    """Hash of the scenario it was fought by."""
    winner: Side | None
    """None for a draw."""
    how: Literal["rules", "resigned", "draw", "time"] = "rules"
    """What ended it: its rules, a side that gave up, both agreeing, a side out of time."""
    fielded: dict[Side, Points]
    """Size of what each side had."""
    lost: dict[Side, Points]
    """Size of what was eliminated or left the field in rout."""
    fallen: tuple[Side, ...] = ()
    """Sides whose commander in the campaign was killed."""


def check(order: OrderOfBattle, report: FieldReport) -> None:
    """Refuse a report that can't be about this battle."""
    sides = {a.side for a in order.armies}
    if set(report.fielded) != sides or set(report.lost) != sides:
        refuse("A report tells of both sides.", rule=RULE)
    for army in order.armies:
        side: Side = army.side
        if not report.fielded[side] > 0 or report.lost[side] > report.fielded[side]:
            refuse("No side loses more than it fielded.", rule=RULE)
    if len(set(report.fallen)) != len(report.fallen):
        refuse("A commander falls once.", rule=RULE)


def losses(order: OrderOfBattle, report: FieldReport) -> dict[Side, int]:
    """SP each side loses: what was lost on the field, rounded up; the beaten at least 1, and 1 more than the winner.

    Whoever wins keeps 1 SP at least; nobody loses more than was engaged.

    >>> from engine.systems.justinian.field.order_of_battle import example
    >>> def told(winner, mine, theirs):
    ...     lost = {"byzantine": mine, "barbarian": theirs}
    ...     return FieldReport(battle="1", head="0" * 64, scenario="0" * 64, winner=winner, lost=lost,
    ...                        fielded={"byzantine": 120, "barbarian": 70})
    >>> losses(example(12, 7), told("byzantine", 31, 28))
    {'byzantine': 4, 'barbarian': 5}
    >>> losses(example(12, 7), told("barbarian", 0, 70))
    {'byzantine': 7, 'barbarian': 6}
    >>> losses(example(12, 7), told(None, 31, 28))
    {'byzantine': 4, 'barbarian': 3}
    """
    lost: dict[Side, int] = {a.side: min(a.sp, order.sp(report.lost[a.side])) for a in order.armies}
    if report.winner is not None:
        won = order.army(report.winner)
        beaten = next(a for a in order.armies if a.side != report.winner)
        lost[won.side] = min(lost[won.side], won.sp - 1)
        lost[beaten.side] = min(beaten.sp, max(lost[beaten.side], lost[won.side] + 1))
    return lost
