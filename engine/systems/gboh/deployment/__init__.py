"""Setting up before the first turn (the set-up notes of each battle).

Every piece has a place from the beginning, the suggested one: a player in a hurry is done at once. What a player
changes is a draft. It stands in the position like everything else, but nobody else is shown it (:func:`limits.hidden`)
before its owner has said *done*; then the other side sees it and sets up in its turn.
"""

from __future__ import annotations

from engine.kernel.decisions import Answer, Command
from engine.kernel.order_kind import checked, of
from engine.kernel.text import Text, refuse
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.deployment import limits, menus, notation
from engine.systems.gboh.deployment.order_kind import Deployer
from engine.systems.gboh.events import PhaseBegan, TurnBegan
from engine.systems.gboh.orders import orders

__all__ = ["KIND", "check", "decision", "limits", "needed", "notation", "setup_phase"]

KIND = "deploy"
"""Kind of the decision: one change of the set-up, or done."""


def needed(g: Battle) -> bool:
    """Whether anybody has anything to choose before the first turn."""
    return limits.deploying(g) is not None or bool(special.having(g, Special.setup))


async def setup_phase(g: Battle) -> None:
    """One change by the side that sets up; when both are done, special rules of the battle, then the first turn."""
    side = limits.deploying(g)
    if side is not None:
        by = Deployer(g, side)
        answer = await g.ask(decision(by))
        await checked(g.game.set_up_orders, answer).carry_out(by, answer)
        return
    for rule in special.having(g, Special.setup):
        await rule.setup(g)
    g.emit(TurnBegan(turn=1, rule=g.case(Case.SEQUENCE)))
    g.emit(PhaseBegan(phase="turn"))


def decision(by: Deployer) -> Command:
    """What the side is asked: its next change. Nobody else may know the answer yet."""
    g, side = by.g, by.side
    return Command(
        kind=KIND,
        side=side,
        rule=g.case(Case.SEQUENCE),
        prompt=Text(
            "The {side} set up their army. A suggested set-up stands ready; nobody sees theirs before they are done.",
            side=g.spec(side).name,
        ),
        focus=tuple(sorted({p.at for p in limits.choosers(g, side)} | limits.areas(g)[side])),
        secret=True,
        menu=menus.menu(by),
        accept=lambda answer: check(by, answer),
        default_answer=orders.Done(),
    )


def check(by: Deployer, answer: Answer) -> None:
    """Refuse what isn't allowed, or isn't said while an army is set up."""
    kind = of(by.g.game.set_up_orders, answer)
    if kind is None:
        refuse("You are setting up: place units (THC1 2012 @E), swap them (THC1 <> THC3), or say done.")
    kind.check(by, answer)
