"""4.1, 3.1 The Move/Fire part of an activation: one order after the other until its player closes it."""

from __future__ import annotations

from engine.kernel.decisions import Answer, Command
from engine.kernel.text import Refusal, Text
from engine.systems.men_of_iron import menus, orders
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.order_kinds import kinds


async def move_fire(g: Battle) -> None:
    """3.1 Within an activation: ask for one order and carry it out, until the player says that this part is over."""
    leader = g.leader(g.act.command)
    name = g.state.commands[g.act.command].name
    answer = await g.ask(
        Command(
            kind="orders",
            side=g.act.side,
            rule="5.1",
            prompt=Text("{name}: move and fire. What next?", name=name),
            subject=leader.id if leader is not None else None,
            focus=tuple(u.at for u in g.units(command=g.act.command)),
            menu=menus.orders_menu(g),
            accept=lambda a: check(g, a),
            default_answer=orders.Done(),
        )
    )
    await kinds.carry_out(g, answer)


def check(g: Battle, answer: Answer) -> None:
    """Refuse an order the activated Command can't carry out now."""
    name = g.state.commands[g.act.command].name
    no = Refusal("{name} is moving and firing: move, fire, form, or done.", rule="3.1", name=name)
    kinds.check(g, answer, "move", no)
