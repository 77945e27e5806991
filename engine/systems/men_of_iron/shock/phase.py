"""10.3 The phase in which attacks are designated: the question, and the menu that leads to its answer."""

from __future__ import annotations

from engine.kernel.decisions import Command
from engine.kernel.text import Text
from engine.systems.men_of_iron import counter_charge, orders
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import AttacksDesignated, PhaseBegan
from engine.systems.men_of_iron.shock import designation, menus
from engine.systems.men_of_iron.state import Attack


async def designate(g: Battle) -> None:
    """Phase "shock": ask for every attack and Charge of the activation; where nobody could attack it passes unasked.

    Counter-Charges that waited for a Genitor which never moved on come first (9.2).
    """
    if g.act.pending_counter:
        await counter_charge.move_ended(g)
    attacks: list[Attack] = []
    if designation.plans(g):
        answer = await g.ask(
            Command(
                kind="shock",
                side=g.act.side,
                rule="10.3",
                prompt=Text("{name}: who attacks?", name=g.state.commands[g.act.command].name),
                focus=tuple(dict.fromkeys(x.at for p in designation.plans(g) for x in (p.unit, *p.targets))),
                menu=menus.menu(g),
                accept=lambda a: designation.check(g, a),
                default_answer=orders.Shock(),
            )
        )
        attacks = designation.settle(g, answer) if isinstance(answer, orders.Shock) else []
    if attacks:
        g.emit(AttacksDesignated(attacks=attacks, rule="10.3"))
    g.emit(PhaseBegan(phase="resolve" if attacks else "end"))
