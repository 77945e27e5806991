"""Questions of one shape: which of several units, leaders, hexes, facings. One alone is not asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind, Why
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.text import Text
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.events import facing_name
from engine.systems.gboh.orders import reasons
from engine.systems.gboh.state import Leader, Unit

P = TypeVar("P", bound="Unit | Leader")


def plain(piece: Unit | Leader) -> Text:
    """A unit by its code, a leader by his name."""
    return Text("{leader}", leader=piece.name) if isinstance(piece, Leader) else Text("{unit}", unit=piece.id)


async def piece(
    g: Battle,
    pieces: Sequence[P],
    kind: str | PolicyKind,
    rule: str,
    prompt: Text,
    *,
    best: P | None = None,
    other: P | None = None,
    side: str | None = None,
    subject: str | None = None,
    beside: Iterable[Unit] = (),
    label: Callable[[P], Text] = plain,
    traits: Callable[[P], dict[str, Any]] = lambda p: {},
    may: Text | None = None,
    standing: PolicyKind | None = None,
    free: bool = False,
    sequence: bool = False,
    alone: bool = False,
) -> P:
    """Which of several units, or leaders, of a side; ``best``, or the first, unless somebody says otherwise.

    ``traits``: what its choice has besides a label and its hex. ``may``: what the others may not do, in words.
    ``kind``: the question's name, or the standing order that may answer it, for ``other``, or the next, if it says no;
    ``standing``: another such. ``beside``: who else is shown. ``alone``: of one too, where everything is spelled out.
    """
    if len(pieces) == 1 and not alone:
        return pieces[0]
    name, standing = _kind(kind, standing)
    best = best or pieces[0]
    second = other or next((p for p in pieces if p is not best), best)
    answer = await g.ask(
        Choose(
            kind=name,
            side=side or best.side,
            rule=rule,
            prompt=prompt,
            subject=subject,
            focus=tuple(x.hex for x in (*pieces, *beside) if x.hex is not None),
            choices=tuple(Choice(p.id, label(p), unit=p.id, hex=p.hex, **traits(p)) for p in pieces),
            default_key=best.id,
            sequence=sequence,
            settled=len(pieces) == 1,
            policy=Policy(standing.kind, best.id, second.id, free=free) if standing is not None else None,
            why=reasons.one_of(g, pieces, rule, best.side, may) if may is not None else None,
        )
    )
    return next(p for p in pieces if p.id == answer.key)


async def place(
    g: Battle,
    who: Unit | Leader,
    hexes: Sequence[Hex],
    kind: str | PolicyKind,
    rule: str,
    prompt: Text,
    *,
    side: str | None = None,
    subject: bool = True,
    shown: Sequence[Hex] = (),
    label: Callable[[Hex], Text] = lambda h: Text("{hex}", hex=show(h)),
    traits: Callable[[Hex], dict[str, Any]] = lambda h: {},
    standing: PolicyKind | None = None,
    free: bool = False,
    then_facing: bool = False,
    why: Why | None = None,
) -> Hex:
    """Which of several hexes a unit or leader goes to, the first unless somebody says otherwise; see :func:`piece`.

    ``then_facing``: which way it faces there is asked next.
    """
    if len(hexes) == 1:
        return hexes[0]
    name, standing = _kind(kind, standing)
    answer = await g.ask(
        Choose(
            kind=name,
            side=side or who.side,
            rule=rule,
            prompt=prompt,
            subject=who.id if subject else None,
            focus=(*shown, *hexes),
            choices=tuple(Choice(show(h), label(h), unit=who.id, hex=h, **traits(h)) for h in hexes),
            default_key=show(hexes[0]),
            policy=Policy(standing.kind, show(hexes[0]), show(hexes[1]), free=free) if standing is not None else None,
            then_facing=then_facing,
            why=why,
        )
    )
    return next(h for h in hexes if show(h) == answer.key)


async def facing(
    g: Battle,
    unit: Unit,
    facings: Sequence[Facing],
    kind: str,
    rule: str,
    prompt: Text,
    *,
    at: Hex | None = None,
    standing: PolicyKind | None = None,
    why: Why | None = None,
) -> Facing:
    """Which way a unit faces in a hex, its own unless told, the first way unless somebody says otherwise."""
    names = [f.name for f in facings]
    to = unit.at if at is None else at
    answer = await g.ask(
        Choose(
            kind=kind,
            side=unit.side,
            rule=rule,
            prompt=prompt,
            subject=unit.id,
            focus=(to,),
            choices=tuple(
                Choice(f.name, Text("{facing}", facing=facing_name(f)), unit=unit.id, hex=to, facing=f) for f in facings
            ),
            default_key=names[0],
            policy=Policy(standing.kind, names[0], names[1]) if standing is not None else None,
            why=why,
        )
    )
    return Facing[answer.key]


def _kind(kind: str | PolicyKind, standing: PolicyKind | None) -> tuple[str, PolicyKind | None]:
    return (kind.kind, standing or kind) if isinstance(kind, PolicyKind) else (kind, standing)
