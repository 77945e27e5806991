"""3.2 Sequence of play: which procedure runs in which phase. A battle can be resumed at the start of any."""

from __future__ import annotations

from engine.kernel.context import Over
from engine.systems.gboh import deployment, special
from engine.systems.gboh.chapter import Procedure
from engine.systems.gboh.events import BattleEnded, PhaseBegan
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock.phase import shock_phase
from engine.systems.simple_gboh.turn import activation, first, moving_phase, returns, seizure, start, withdrawal


async def play(g: Battle) -> None:
    """The whole battle from wherever it stands to its end."""
    while g.state.phase != "over":
        if _ended(g):
            return
        await g.rest()
        try:
            await procedure(g, g.state.phase)(g)
        except Over:
            continue


def _ended(g: Battle) -> bool:
    """Whether something has just happened that ends the battle, whatever was under way."""
    found = g.decided()
    if found is not None:
        winner, story, case = found
        g.emit(BattleEnded(winner=winner, story=story, rule=case))
    return found is not None


def procedure(g: Battle, phase: str) -> Procedure:
    """What runs in a phase: one of :data:`PHASES`, or a chapter's."""
    own = (found for r in special.having(g, "procedure") if (found := r.procedure(phase)) is not None)
    return PHASES.get(phase) or next(own)


async def begin(g: Battle) -> None:
    """Both armies stand: who has the first Player Turn?"""
    g.emit(PhaseBegan(phase="first"))


async def shock(g: Battle) -> None:
    """3.2 C The Shock Phase, then the check for withdrawal."""
    await shock_phase(g)
    g.emit(PhaseBegan(phase="withdrawal"))


PHASES: dict[str, Procedure] = {
    "setup": deployment.setup_phase,
    "turn": begin,
    "first": first.first_player,
    # A Activation Phase.
    "start": start.start,
    "seizure": seizure.seizure,
    "activation": activation.activation,
    "returns": returns.returns,
    # B Movement and Missile Fire Phase.
    "orders": moving_phase.moving_phase,
    # C Shock Phase.
    "shock": shock,
    # D Army Withdrawal.
    "withdrawal": withdrawal.withdrawal,
}
