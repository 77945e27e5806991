"""7.5 What a Shock comes to before it is fought, in words: modifiers, every row with its chance, who may fall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.kernel.dice import D10, Modifier
from engine.kernel.inquiry import Fact, Section, percent
from engine.kernel.odds import Odds, likeliest_first
from engine.kernel.text import Text, joined
from engine.systems.simple_gboh import effects
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import before_ways, contact, pursuit, reckoning
from engine.systems.simple_gboh.shock.reckoning import Reckoning
from engine.systems.simple_gboh.shock.tables import Outcome, Row
from engine.systems.simple_gboh.state import Leader, Unit

LEADER_LOST = 0.02
"""7.46 Probability that a leader in a Shock is lost: a 0, then a 0 or 1."""


def told(row: Row) -> Text:
    """A row in words: both sides."""
    a, d = row.attacker, row.defender
    if a == Outcome():
        return Text("defender: {d}", d=d.words)
    if d == Outcome():
        return Text("attacker: {a}", a=a.words)
    return Text("attacker: {a}; defender: {d}", a=a.words, d=d.words)


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


def in_short(found: Reckoning) -> Text:
    """The modifier, and the chances of doing harm and of suffering it."""
    bad = sum(p for row, p in found.chances.items() if worse(row.attacker, row.defender))
    return Text(
        "{drm} on the die; better for the attacker {good} %, for the defender {bad} %",
        drm=signed(found.drm),
        good=round(100 * better(found)),
        bad=round(100 * bad),
    )


def better(found: Reckoning) -> float:
    """Probability of a result that is worse for the defenders."""
    return sum(p for row, p in found.chances.items() if worse(row.defender, row.attacker))


def worse(one: Outcome, other: Outcome) -> bool:
    """Whether a side fares worse than the other."""
    return _weight(one) > _weight(other)


def _weight(o: Outcome) -> tuple[int, int]:
    return {"none": 0, "roll": 1, "auto": 2}[o.rout], o.hits + o.retreat


def of(g: Battle, found: Reckoning) -> Odds:
    """A Shock as it is reckoned: every result with its probability, and who may be lost in it."""
    title = Text(
        "{ours} against {theirs}, {parts}",
        ours="+".join(u.id for u in found.attackers),
        theirs="+".join(u.id for u in found.defenders),
        parts=summed(found.modifiers),
    )
    results = [(told(row), p) for row, p in found.chances.items()]
    return Odds(title, likeliest_first(results), tuple(besides(g, found)))


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


# -- for who asks -----------------------------------------------------------------------------------------------------


class Forecast:
    """See :class:`engine.systems.gboh.strategies.Forecast`."""

    foresee = staticmethod(reckoning.foresee)
    in_short = staticmethod(in_short)
    odds = staticmethod(of)
    better = staticmethod(better)
    bar = staticmethod(contact.unfit)

    def facing(self, g: Battle, unit: Unit) -> Sequence[Unit]:
        """7.31, 7.35 Whom it has to have attacked, or, if it has to have nobody attacked, may attack (11.14)."""
        return contact.due(g, unit) or contact.open_to(g, unit)

    obliged = staticmethod(contact.obliged)

    def hangs_together(self, g: Battle) -> bool:
        """4.21 Where a leader of Heroic Charisma fights: he helps all around him."""
        return any(x.inspires for x in g.leaders())

    def label(self, found: Reckoning) -> str:
        """The modifier of the roll."""
        return signed(found.drm)

    def sections(self, g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> list[Section]:
        """Who may retreat before it; modifiers, every row with its chance, who may be lost."""
        r = reckoning.foresee(g, ours, theirs)
        facts = [Fact(m.words, m.rule) for m in r.modifiers]
        facts.append(Fact(Text("On the die: {drm}", drm=signed(r.drm)), "7.52"))
        if len(ours) + len(theirs) > 2:
            facts.append(Fact(Text("Types of {a} and {d}", a=r.attacker.id, d=r.defender.id), "7.35"))
        rows = [Fact(_row(row, p), "7.83") for row, p in r.chances.items()]
        risks = [Fact(Text("{what}: {p}", what=what, p=percent(p)), "7.53") for what, p in besides(g, r)]
        after = [
            Fact(Text("{unit} rides off the map after cavalry it beats: {p}", unit=u.id, p=p), "7.62")
            for u, p in _riders(g, r)
        ]
        return [
            *_before(g, ours, theirs),
            Section(Text("The roll"), tuple(facts)),
            Section(Text("Results"), tuple(rows)),
            *([Section(Text("At stake"), (*risks, *after))] if risks or after else []),
        ]

    def objections(self, g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> list[Fact]:
        """7.31 to 7.35 What the rules have against it."""
        found: list[Fact] = []
        named = {d.id for d in theirs}
        if len(ours) > 1 and len(theirs) > 1:
            found.append(Fact(Text("One unit attacks several, or several attack one."), "7.35"))
        for u in ours:
            if (bar := contact.unfit(g, u)) is not None:
                found.append(Fact.of(bar))
                continue
            before = contact.open_to(g, u)
            beyond = [d for d in theirs if d not in before]
            if beyond:
                names = ", ".join(d.id for d in beyond)
                found.append(
                    Fact(Text("{unit} can't attack {enemies}: not in its ZOC.", unit=u.id, enemies=names), "6.11")
                )
            left = ", ".join(e.id for e in contact.due(g, u) if e.id not in named)
            if left:
                text = Text("{enemies} in {unit}'s ZOC must be attacked by somebody too.", enemies=left, unit=u.id)
                found.append(Fact(text, "7.31"))
        return found


def _row(row: Row, p: float) -> Text:
    return Text("{rolls}, {p}: {what}", rolls=row.rolls, p=percent(p), what=told(row))


def _riders(g: Battle, r: Reckoning) -> list[tuple[Unit, Text]]:
    if not r.attacker.is_cavalry or not any(d.is_cavalry for d in r.defenders):
        return []
    return [(r.attacker, percent(pursuit.chance(g, r.attacker)))]


def _before(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> list[Section]:
    """7.41 Which defenders may retreat before the Shock."""
    able = [d for d in theirs if before_ways.bar(g, d, ours) is None and before_ways.ways(g, d, ours)]
    if not able:
        return []
    names = joined(Text("{unit}", unit=d.id) for d in able)
    must = [d for d in able if before_ways.must(d, ours)]
    text = Text(
        "{units} must retreat before the Shock" if must == able else "{units} may retreat before the Shock", units=names
    )
    return [Section(Text("Before the Shock"), (Fact(text, "7.41"),))]
