"""14.1 Before the battle: each side orders its formations, and places units where the battle lets it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Answer, Choice, Command, Menu
from engine.kernel.hexes import show
from engine.kernel.text import Refusal, Text
from engine.systems.men_of_iron import activation, formations, orders
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import PhaseBegan
from engine.systems.men_of_iron.order_kinds import form, kinds, place


def chooses(g: Battle, side: str) -> bool:
    """Whether the side has anything to order before the battle."""
    return any(formations.may(g, u) is not None or u.formation is not None or place.area(g, u) for u in g.units(side))


async def set_up(g: Battle) -> None:
    """Each side in turn, then who begins."""
    for side, army in g.state.armies.items():
        if army.deployed:
            continue
        if not chooses(g, side):
            await kinds.carry_out(g, orders.Done())
            continue
        answer = await g.ask(
            Command(
                kind="set-up",
                side=side,
                rule="14.1",
                prompt=Text("Before the battle: form up, or begin as you stand."),
                focus=tuple(u.at for u in g.units(side)),
                menu=_menu(g, side),
                accept=lambda a: check(g, a),
                default_answer=orders.Done(),
            )
        )
        await kinds.carry_out(g, answer)
        return
    await activation.first_player(g)
    g.emit(PhaseBegan(phase="free"))


def check(g: Battle, answer: Answer) -> None:
    """Refuse what can't be ordered before the battle."""
    kinds.check(g, answer, "setup", Refusal("Before the battle you order formations, then done.", rule="14.1"))


# -- menus ---------------------------------------------------------------------------------------------------------


def _menu(g: Battle, side: str) -> Menu:
    return Menu(Text("Before the battle…"), lambda: list(_choices(g, side)))


def _choices(g: Battle, side: str) -> Iterator[Choice]:
    yield Choice("done", Text("Begin as we stand"), answer=orders.Done(), lean=3.0)
    for c in g.commands(side):
        yield from form.together(g, list(g.units(command=c.id)), c.name)
    for u in g.units(side):
        own = [choice for kind in kinds.given_in("setup") for choice in kind.offers(g, u)]
        if own:
            yield Choice(
                u.id,
                Text("{unit} at {hex}", unit=u.id, hex=show(u.at)),
                menu=lambda u=u, own=own: Menu(Text("{unit}…", unit=u.id), lambda: own),
                unit=u.id,
                hex=u.at,
                lean=0.05,
            )
