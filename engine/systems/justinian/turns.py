"""3.1, 10.1 A turn begins, and ends."""

from __future__ import annotations

from engine.systems.justinian import chronicle, income, victory
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import PhaseBegan, Told, TurnBegan


def begin(g: Campaign, turn: int) -> None:
    """1.0, 6.21 Turn ``turn``: all Activation Markers are back."""
    g.emit(
        TurnBegan(
            turn=turn,
            years=g.scenario.turns[turn - 1].years,
            select=g.charts.activations("select"),
            random=g.charts.activations("random"),
            held=chronicle.held(g),
            rule="3.1",
        )
    )
    if turn == 1:
        income.note(g)


async def end(g: Campaign) -> None:
    """D: who has won? If nobody has, the next turn begins with the income of Byzantium."""
    g.emit(Told(story=chronicle.of_years(g), rule="3.1"))
    victory.check(g)
    if g.state.phase == "over":
        return
    begin(g, g.state.turn + 1)
    g.emit(PhaseBegan(phase="income", rule="3.1"))
