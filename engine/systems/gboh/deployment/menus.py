"""The menus of setting up: whom, where, facing which way."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.decisions import Choice, Menu
from engine.kernel.hexes import VERTICES, Facing, Hex, show
from engine.kernel.naming import titled
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.deployment import limits
from engine.systems.gboh.events import facing_name
from engine.systems.gboh.orders import orders
from engine.systems.gboh.state import Leader, Unit

SWAP = "<>"


def menu(g: Battle, side: str) -> Menu:
    """Everything the side may change in its set-up, and the end of it."""
    return Menu(Text("Set up…"), lambda: list(_top(g, side)))


def _top(g: Battle, side: str) -> Iterator[Choice]:
    yield Choice("done", Text("Done: the set-up stands"), answer=orders.Done(), lean=3.0)
    pieces = limits.choosers(g, side)
    turning = [p for p in pieces if limits.faces_freely(g, p)]
    if len(turning) > 1:
        yield Choice("face", Text("Turn many at once…"), menu=lambda: _face_menu(g, turning), lean=0.2)
    if limits.changed(g, side):
        yield Choice("reset", Text("Back to the suggested set-up"), answer=orders.Reset(), lean=0.05)
    for p in pieces:
        if isinstance(p, Unit):
            text = Text("{unit} at {hex}", unit=titled(p), hex=show(p.at))
        else:
            text = Text("{leader} at {hex}", leader=p.name, hex=show(p.at))
        # Random players are mostly content with what is suggested.
        yield Choice(p.id, text, menu=lambda p=p: _piece_menu(g, p), unit=p.id, hex=p.at, lean=1.0 / len(pieces))


def _face_menu(g: Battle, turning: list[Unit | Leader]) -> Menu:
    letters = list(dict.fromkeys(limits.suggested(g, p.id).letters for p in turning))
    groups = [("all", Text("All your units")), *((x, Text("All {group}", group=x)) for x in letters)]

    def facings(who: str) -> Menu:
        units = [p for p in turning if isinstance(p, Unit) and who in ("all", limits.suggested(g, p.id).letters)]
        return Menu(
            Text("They face…"),
            lambda: [
                Choice(f.name, Text("{f}", f=facing_name(f)), answer=orders.FaceAll(who=(who,), facing=f), facing=f)
                for f in VERTICES
                if any(u.facing != f for u in units)
            ],
        )

    return Menu(Text("Who turns?"), lambda: [Choice(x, t, menu=lambda x=x: facings(x)) for x, t in groups])


def _piece_menu(g: Battle, p: Unit | Leader) -> Menu:
    prompt = Text("Where does {unit} stand?", unit=p.id) if limits.area(g, p) else Text("{unit} turns…", unit=p.id)
    return Menu(prompt, lambda: list(_hexes(g, p)))


def _hexes(g: Battle, p: Unit | Leader) -> Iterator[Choice]:
    free = limits.faces_freely(g, p)
    if free and isinstance(p, Unit):
        for f in VERTICES:
            if f != p.facing:
                turn = orders.Place(piece=p.id, facing=f)
                yield Choice(f.name, Text("Face {f}", f=facing_name(f)), answer=turn, unit=p.id, facing=f, lean=0.2)
    partners: list[Unit] = []
    for h, other in limits.destinations(g, p).items():
        place = orders.Place(piece=p.id, to=h)
        if other is not None:
            partners.append(other)
        text = Text("{hex} ⇄ {unit}", hex=show(h), unit=other.id) if other is not None else Text("{hex}", hex=show(h))
        if free and isinstance(p, Unit):
            yield Choice(show(h), text, menu=lambda h=h: _facing_menu(p, h), leads=place, unit=p.id, hex=h)
        else:
            yield Choice(show(h), text, answer=place, unit=p.id, hex=h)
    if partners:
        yield Choice(SWAP, Text("Change places with…"), menu=lambda: _swap_menu(p, partners), unit=p.id, lean=0.1)


def _swap_menu(p: Unit | Leader, partners: list[Unit]) -> Menu:
    return Menu(
        Text("{unit} and…", unit=p.id),
        lambda: [
            Choice(
                o.id,
                Text("{unit} at {hex}", unit=o.id, hex=show(o.at)),
                answer=orders.Swap(first=p.id, second=o.id),
                unit=o.id,
                hex=o.at,
            )
            for o in partners
        ],
    )


def _facing_menu(p: Unit, to: Hex) -> Menu:
    facings: list[Facing] = [p.facing, *(f for f in VERTICES if f != p.facing)]
    return Menu(
        Text("{unit} at {hex}, facing…", unit=p.id, hex=show(to)),
        lambda: [
            Choice(
                f.name,
                Text("{f}", f=facing_name(f)),
                answer=orders.Place(piece=p.id, to=to, facing=f),
                unit=p.id,
                hex=to,
                facing=f,
                lean=4.0 if f == p.facing else 0.2,
            )
            for f in facings
        ],
    )
