"""7.5 What a Shock comes to before it is fought, in words: modifiers, every row with its chance, who may fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.dice import D10, Modifier
from engine.kernel.inquiry import joined
from engine.kernel.odds import Odds, likeliest_first
from engine.kernel.text import Text
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import reckoning
from engine.systems.simple_gboh.shock.reckoning import Reckoning
from engine.systems.simple_gboh.shock.tables import OUTCOMES, Outcome, Row
from engine.systems.simple_gboh.state import Leader, Unit

LEADER_LOST = 0.02
"""7.46 Probability that a leader in a Shock is lost: a 0, then a 0 or 1."""

_RESULTS = {
    "None": Text("no effect"),
    "1H": Text("1 hit"),
    "2H": Text("2 hits"),
    "2H & Retreat": Text("2 hits and retreat"),
    "DR Rout or 2H & Retreat": Text("rout roll or 2 hits, and retreat"),
    "DR(+2) Rout or 3H & Retreat": Text("rout roll (+2) or 3 hits, and retreat"),
    "Auto Rout": Text("rout"),
}


def result(printed: str) -> Text:
    """A result for one side in words."""
    return _RESULTS[printed]


def told(row: Row) -> Text:
    """A row in words: both sides."""
    a, d = row.printed
    if OUTCOMES[a] == Outcome():
        return Text("defender: {d}", d=result(d))
    if OUTCOMES[d] == Outcome():
        return Text("attacker: {a}", a=result(a))
    return Text("attacker: {a}; defender: {d}", a=result(a), d=result(d))


def summed(modifiers: Sequence[Modifier]) -> Text:
    """Modifiers and what they make: "+1 LG against HI from the front, +1 moved to attack, together +2"."""
    return Text(
        "{parts}, together {sum}", parts=joined(m.words for m in modifiers), sum=signed(sum(m.value for m in modifiers))
    )


def signed(n: int) -> str:
    """A modifier as it is written.

    >>> signed(3), signed(0), signed(-1)
    ('+3', '0', '-1')
    """
    return f"{n:+d}" if n else "0"


def in_short(r: Reckoning) -> Text:
    """The modifier, and the chances of doing harm and of suffering it."""
    good = sum(p for row, p in r.chances.items() if worse(row.defender, row.attacker))
    bad = sum(p for row, p in r.chances.items() if worse(row.attacker, row.defender))
    return Text(
        "{drm} on the die; better for the attacker {good} %, for the defender {bad} %",
        drm=signed(r.drm),
        good=round(100 * good),
        bad=round(100 * bad),
    )


def worse(one: Outcome, other: Outcome) -> bool:
    """Whether a side fares worse than the other."""
    return _weight(one) > _weight(other)


def _weight(o: Outcome) -> tuple[int, int]:
    return {"none": 0, "roll": 1, "auto": 2}[o.rout], o.hits + o.retreat


def of(g: Battle, r: Reckoning) -> Odds:
    """A Shock as it is reckoned: every result with its probability, and who may be lost in it."""
    title = Text(
        "{ours} against {theirs}, {parts}",
        ours="+".join(u.id for u in r.attackers),
        theirs="+".join(u.id for u in r.defenders),
        parts=summed(r.modifiers),
    )
    results = [(told(row), p) for row, p in r.chances.items()]
    return Odds(title, likeliest_first(results), tuple(besides(g, r)))


def besides(g: Battle, r: Reckoning) -> Iterator[tuple[Text, float]]:
    """7.46, 7.53, 8.1 Leaders who may be lost, units that may Rout or be Depleted."""
    for x in leaders(g, (*r.attackers, *r.defenders)):
        yield Text("{leader} is lost", leader=x.name), LEADER_LOST
    for top in (*r.attackers, *r.defenders):
        for u in effects.fighting(g, top):
            if p := breaking(g, r, top, u):
                yield Text("{unit} is Depleted" if effects.depletes(u) else "{unit} routs", unit=u.id), p


def leaders(g: Battle, units: Sequence[Unit]) -> list[Leader]:
    """7.46 Leaders stacked with who fights."""
    return [g.state.leaders[x.id] for u in units for x in g.leaders_with(u)]


def breaking(g: Battle, r: Reckoning, top: Unit, unit: Unit) -> float:
    """Probability that a unit of a Shock breaks; ``top`` is the upper of its stack, or itself.

    Where hits can't be shared evenly, it is thought to take one of those left over.
    """
    side = r.attackers if top in r.attackers else r.defenders
    total = 0.0
    for die in D10:
        row = r.row(die + r.drm)
        outcome = row.attacker if side is r.attackers else row.defender
        total += _breaks(g, top, unit, outcome, len(side)) / len(D10)
    return total


def _breaks(g: Battle, top: Unit, unit: Unit, outcome: Outcome, units: int) -> float:
    if outcome.rout == "auto":
        return 1.0
    if outcome.rout == "none":
        share = -(-outcome.hits // units)
        return float(_share(g, top, unit, share) >= effects.room(g, unit))
    p = reckoning.rout_chance(g, top, outcome)
    by_hits = float(_share(g, top, unit, outcome.hits) >= effects.room(g, unit))
    return p * (1.0 if unit is top else 0.0) + (1 - p) * by_hits


def _share(g: Battle, top: Unit, unit: Unit, n: int) -> int:
    return next(k for u, k in effects.shared(g, top, n) if u is unit)
