"""9.15, 9.16 A Shock before it is fought, as the game reckons it: by columns, or in its own way (G 7.5)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.text import Refusal, Text
from engine.systems.gboh import special
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.shock import clash, odds
from engine.systems.gboh.state import Unit
from engine.systems.gboh.strategies import Foreseen


def foresee(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> Foreseen:
    """The odds if both sides choose well."""
    own = g.game.forecast
    return clash.foresee(g, ours, theirs) if own is None else own.foresee(g, ours, theirs)


def bar(g: Battle, u: Unit) -> Refusal | None:
    """7.34 Why the unit can attack nobody as it is, whoever stands before it."""
    own = g.game.forecast
    if own is not None:
        return own.bar(g, u)
    if u.routed:
        return Refusal("{unit} is routed and can't attack.", rule=g.case(Case.CANNOT_ATTACK), unit=u.id)
    if u.column and Case.COLUMN_ATTACKS in g.game.cases:
        return Refusal("{unit} is In Column and can't attack.", rule=g.case(Case.COLUMN_ATTACKS), unit=u.id)
    if not u.troop.attacks:
        text = "{unit} ({kind}) never attacks."
        return Refusal(text, rule=g.case(Case.CANNOT_ATTACK), unit=u.id, kind=u.troop.name)
    return special.why_not(g, Special.bars_attack, u)


def facing(g: Battle, u: Unit) -> Sequence[Unit]:
    """Enemies that have to be attacked where the unit attacks."""
    own = g.game.forecast
    return g.opponents(u) if own is None else own.facing(g, u)


def in_short(g: Battle, found: Foreseen) -> Text:
    """What :func:`foresee` found, in a few words."""
    own = g.game.forecast
    if own is not None:
        return own.in_short(found)
    assert isinstance(found, clash.Reckoning)
    return odds.in_short(found)


def arrow(g: Battle, found: Foreseen) -> tuple[str, float]:
    """What the arrow of the attack carries, and the probability that the defenders fare worse."""
    own = g.game.forecast
    if own is not None:
        return own.label(found), own.better(found)
    assert isinstance(found, clash.Reckoning)
    return str(found.column), sum(p for (a, d), p in found.chances().items() if d > a)
