"""The menus of setting up: what the side says of all its army, then piece by piece."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import show
from engine.kernel.naming import titled
from engine.kernel.text import Text
from engine.systems.gboh.deployment import limits
from engine.systems.gboh.deployment.order_kind import Deployer
from engine.systems.gboh.state import Leader, Unit


def menu(by: Deployer) -> Menu:
    """Everything the side may change in its set-up, and the end of it."""
    return Menu(Text("Set up…"), lambda: list(_top(by)))


def _top(by: Deployer) -> Iterator[Choice]:
    for kind in by.g.game.set_up_orders:
        yield from kind.side_choices(by)
    pieces = limits.choosers(by.g, by.side)
    for p in pieces:
        if isinstance(p, Unit):
            text = Text("{unit} at {hex}", unit=titled(p), hex=show(p.at))
        else:
            text = Text("{leader} at {hex}", leader=p.name, hex=show(p.at))
        # Random players are mostly content with what is suggested.
        yield Choice(p.id, text, menu=lambda p=p: _piece_menu(by, p), unit=p.id, hex=p.at, lean=1.0 / len(pieces))


def _piece_menu(by: Deployer, p: Unit | Leader) -> Menu:
    turns = Text("{unit} turns…", unit=p.id)
    prompt = Text("Where does {unit} stand?", unit=p.id) if limits.area(by.g, p) else turns
    return Menu(prompt, lambda: [c for kind in by.g.game.set_up_orders for c in kind.piece_choices(by, p)])
