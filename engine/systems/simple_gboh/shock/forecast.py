"""7.5 What a Shock would come to, for who asks: the border to the family's inquiries and ideas."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.inquiry import Fact, Section, joined, percent
from engine.kernel.text import Refusal, Text
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import before_ways, contact, odds, pursuit, reckoning
from engine.systems.simple_gboh.shock.reckoning import Reckoning
from engine.systems.simple_gboh.state import Unit


class Forecast:
    """See :class:`engine.systems.gboh.strategies.Forecast`."""

    def foresee(self, g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> Reckoning:
        """The odds if both sides choose well."""
        return reckoning.foresee(g, ours, theirs)

    def in_short(self, found: Reckoning) -> Text:
        """The modifier, and who does better how often."""
        return odds.in_short(found)

    def label(self, found: Reckoning) -> str:
        """The modifier of the roll."""
        return odds.signed(found.drm)

    def better(self, found: Reckoning) -> float:
        """Probability of a result that is worse for the defenders."""
        return sum(p for row, p in found.chances.items() if odds.worse(row.defender, row.attacker))

    def sections(self, g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> list[Section]:
        """Who may retreat before it; modifiers, every row with its chance, who may be lost."""
        r = reckoning.foresee(g, ours, theirs)
        facts = [Fact(m.words, m.rule) for m in r.modifiers]
        facts.append(Fact(Text("On the die: {drm}", drm=odds.signed(r.drm)), "7.52"))
        if len(ours) + len(theirs) > 2:
            facts.append(Fact(Text("Types of {a} and {d}", a=r.attacker.id, d=r.defender.id), "7.35"))
        rows = [Fact(_row(r, row, p), "7.83") for row, p in r.chances.items()]
        risks = [Fact(Text("{what}: {p}", what=what, p=percent(p)), "7.53") for what, p in odds.besides(g, r)]
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

    def bar(self, g: Battle, unit: Unit) -> Refusal | None:
        """7.31 Why the unit attacks nobody, whoever stands before it."""
        return contact.unfit(g, unit)

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


def _row(r: Reckoning, row: object, p: float) -> Text:
    assert isinstance(row, reckoning.Row)
    return Text("{rolls}, {p}: {what}", rolls=row.rolls, p=percent(p), what=odds.told(row))


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
