"""10.3 The Shock part of an activation begins: the question who attacks whom."""

from __future__ import annotations

from engine.kernel.decisions import Answer, Choice, Command, Menu
from engine.kernel.text import Refusal, Text
from engine.systems.men_of_iron import counter_charge, orders
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.order_kinds import kinds
from engine.systems.men_of_iron.shock import designation, menus


async def designate(g: Battle) -> None:
    """Phase "shock": ask for every attack and Charge of the activation; where nobody could attack it passes unasked.

    Counter-Charges that waited for a Genitor which never moved on come first (9.2).
    """
    if g.act.pending_counter:
        await counter_charge.move_ended(g)
    answer: Answer = orders.Shock()
    if designation.plans(g):
        answer = await g.ask(
            Command(
                kind="shock",
                side=g.act.side,
                rule="10.3",
                prompt=Text("{name}: who attacks?", name=g.state.commands[g.act.command].name),
                focus=tuple(dict.fromkeys(x.at for p in designation.plans(g) for x in (p.unit, *p.targets))),
                menu=menus.menu(g),
                accept=lambda a: check(g, a),
                default_answer=orders.Shock(),
            )
        )
    elif g.spelled_out:
        answer = await g.ask(_nobody(g))
    await kinds.carry_out(g, answer)


def _nobody(g: Battle) -> Command:
    """10.1 Nobody can attack, which is asked only where everything is spelled out: who tries is told why not."""
    nothing = Choice("none", Text("No attack"), answer=orders.Shock())
    return Command(
        kind="shock",
        side=g.act.side,
        rule="10.3",
        prompt=Text("Shock: nobody can attack."),
        menu=Menu(Text("Who attacks?"), lambda: [nothing]),
        accept=lambda a: check(g, a),
        default_answer=orders.Shock(),
        settled=True,
        vacant=True,
    )


def check(g: Battle, answer: Answer) -> None:
    """Refuse what isn't a designation, or none that 10.1, 10.3 and 11.3 allow."""
    text = "The Shock part wants its attacks: shock all, shock none, or shock DM1 x LB2."
    kinds.check(g, answer, "shock", Refusal(text, rule="10.3"))
