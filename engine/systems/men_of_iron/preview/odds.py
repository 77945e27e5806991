"""10.4, 11.4, 9.3 Odds in words: each combat of an engagement, what may come before it, and shots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Facing, Hex, show
from engine.kernel.inquiry import Fact, Section, at_least_one, percent, why_not
from engine.kernel.text import Text, joined
from engine.systems.men_of_iron import charge, counter_charge, leaders, reaction, results, shot, sight
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.charts import Code
from engine.systems.men_of_iron.preview import scene
from engine.systems.men_of_iron.shock import before, designation, drms, engagement, reluctance
from engine.systems.men_of_iron.shock import odds as shock_odds
from engine.systems.men_of_iron.shock.engagement import Engagement, Striker
from engine.systems.men_of_iron.state import Attack, Marker, Unit


def of_engagement(g: Battle, e: Engagement) -> list[Section]:
    """10.3 Every combat of an engagement, in order: what may come before it, its modifiers, each result."""
    found = [Section(shock_odds.heading(g, e, d), tuple(_combat(g, e, d))) for d in e.defenders]
    answers = [fact for d in e.defenders for fact in _answers(g, e, d)]
    ride = [fact for s in e.strikers if s.way is not None for fact in _ride(g, s)]
    if ride:
        found.insert(0, Section(Text("The Charge"), tuple(ride)))
    if answers:
        found.append(Section(Text("What the {side} may do first", side=_enemy(g, e)), tuple(answers)))
    return found


def _enemy(g: Battle, e: Engagement) -> str:
    return scene.whose(g, g.state.enemy(e.side))


def _combat(g: Battle, e: Engagement, d: Unit) -> Iterator[Fact]:
    c = e.combat(g, d)
    yield modifiers(drms.reckon(g, c), "10.4")
    yield from outcome(g, drms.odds(g, c), c)
    chargers = [s for s in e.strikers if s.unit.id in c.charging]
    home = at_least_one(reluctance.home_chance(g, s.stand[0], s.targets) for s in chargers)
    if chargers and home < 1:
        shy = Engagement([Striker(s.unit, s.targets, s.way) for s in e.strikers]).combat(g, d)
        added = sum(m.value for m in drms.reckon(g, shy))
        found = drms.odds(g, shy)
        text = Text(
            "If the horses shy: Shock Table, {drm}: {enemy} hurt {harm}, attackers {own}",
            drm=f"{added:+d}",
            enemy=d.id,
            harm=percent(drms.chance(found, results.HARMS)),
            own=percent(drms.chance(found, drms.BACKFIRE)),
        )
        yield Fact(text, "11.4")
    for x, _ in shock_odds.at_risk(g, e, d):
        p = percent(leaders.falls(g, x))
        yield Fact(Text("{leader} falls with {p} if his unit is shaken", leader=x.name, p=p), "15.4")


def labels(g: Battle, e: Engagement) -> tuple[dict[tuple[str, str], str], dict[tuple[str, str], str]]:
    """By attacker and defender: the sum of the modifiers on the die, and how likely the defender is hurt."""
    drm: dict[tuple[str, str], str] = {}
    harm: dict[tuple[str, str], str] = {}
    for d in e.defenders:
        c = e.combat(g, d)
        for a in c.attackers:
            drm[a.id, d.id] = f"{sum(m.value for m in drms.reckon(g, c)):+d}"
            harm[a.id, d.id] = str(percent(drms.chance(drms.odds(g, c), results.HARMS)))
    return drm, harm


def modifiers(found: Sequence[Modifier], rule: str) -> Fact:
    """DRMs with their reasons and their sum."""
    if not found:
        return Fact(Text("No modifiers on the die"), rule)
    said = joined(m.words for m in found)
    return Fact(Text("On the die {sum}: {modifiers}", sum=f"{sum(m.value for m in found):+d}", modifiers=said), rule)


def outcome(g: Battle, found: Mapping[tuple[Code, ...], float], c: drms.Combat) -> Iterator[Fact]:
    """Each result with its probability, then how likely it hurts whom."""
    said = drms.in_words(found, c, homeless=results.homeless(g, c.defender))
    shown = joined((Text("{result} {p}", result=result, p=percent(p)) for result, p in said.items()), "; ")
    yield Fact(Text("{results}", results=shown), "12.1")
    text = Text(
        "Hurts the defender {harm}, the attackers {own}",
        harm=percent(drms.chance(found, results.HARMS)),
        own=percent(drms.chance(found, drms.BACKFIRE)),
    )
    yield Fact(text, "12.1")


def _ride(g: Battle, s: Striker) -> Iterator[Fact]:
    """11.3, 11.4 Who may fire at a charger on its way, and whether it goes home."""
    path = [step for step in s.way or () if not isinstance(step, Facing)]
    seen: dict[str, list[float]] = {}
    for h in path:
        rider = s.unit.model_copy(update={"hex": h, "facing": s.stand[1]})
        for e in reaction.reactors(g, s.unit, h):
            seen.setdefault(e.id, []).append(shot.preview(g, e, rider, "reaction").chance)
    for name, chances in seen.items():
        p = at_least_one(chances[:1] if g.state.units[name].weapon == "crossbow" else chances)
        yield Fact(
            Text("{enemy} may fire at {unit}: effect {p}", enemy=name, unit=s.unit.id, p=percent(p)), "9.2/reaction"
        )
    shy = reluctance.shies_at(g, s.stand[0], s.targets)
    if shy:
        text = Text(
            "{unit} charges home at the front of {enemies} with {p}",
            unit=s.unit.id,
            enemies=scene.names(shy),
            p=percent(reluctance.home_chance(g, s.stand[0], s.targets)),
        )
        yield Fact(text, "11.4")


def _answers(g: Battle, e: Engagement, d: Unit) -> Iterator[Fact]:
    """10.2, 11.5 Whether the defender may withdraw, or counter-charge."""
    attackers = [s.unit for s in e.against(d)]
    how = before.evasion(g, d, attackers)
    if how is not None and before.hexes_for(g, d, [s.stand[0] for s in e.against(d)]):
        words = (
            "{unit} may retreat before it, and becomes Disordered" if how.disorders else "{unit} may retreat before it"
        )
        yield Fact(Text(words, unit=d.id), how.rule)
    for s in e.against(d):
        # It is asked when chargers have come up.
        arc = g.arc(d, s.stand[0])
        there = s.unit if s.way is None else s.unit.model_copy(update={"hex": s.stand[0], "facing": s.stand[1]})
        if arc == "rear" or not counter_charge.may(g, d, s.unit):
            continue
        if s.unit.type == "MM" or counter_charge.ways(g, d, there):
            text = Text(
                "{unit} may counter-charge {enemy}: {p}",
                unit=d.id,
                enemy=s.unit.id,
                p=percent(counter_charge.chance(g, d, arc)),
            )
            yield Fact(text, "11.5")


def of_unit(g: Battle, u: Unit) -> list[Fact]:
    """What each way of attacking the unit has would be worth, in a line; ``g`` is in the Shock part."""
    if not g.charts.can_shock(u.type):
        return []
    wrong = designation.unable(g, u)
    if wrong is not None:
        return [Fact.of(wrong)]
    facts: list[Fact] = []
    here = designation.in_front(g, u)
    if here:
        facts += _worth(g, Attack(unit=u.id, targets=[t.id for t in here]))
    best: dict[tuple[str, ...], charge.Way] = {}
    for way in charge.ways(g, u):
        whole = charge.can_aim(g, u, way.path, way.targets)
        aims = way.targets if whole else [t for t in way.targets if charge.can_aim(g, u, way.path, [t])]
        best.setdefault(tuple(t.id for t in aims), way)
    for names, way in best.items():
        facts += _worth(g, Attack(unit=u.id, targets=list(names), charge=list(way.path)))
    no_charge = why_not(charge.bar(g, u)) if u.type == "MM" and not here else None
    if no_charge is not None:
        facts.append(no_charge)
    if not facts:
        words = "No enemy in its front, and none it could charge" if u.type == "MM" else "No enemy in its front"
        facts.append(Fact(Text(words), "10.1"))
    return facts


def _worth(g: Battle, attack: Attack) -> Iterator[Fact]:
    """Everybody the attack meets, in one line."""
    what: Text = Text("Shock")
    if attack.charge is not None:
        end, f = charge.arrival(g.state.units[attack.unit], attack.charge)
        what = Text("Charge from {hex} facing {f}", hex=show(end), f=f.name)
    text = Text("{what}: {odds}", what=what, odds=in_short(g, engagement.of(g, [attack])))
    yield Fact(text, "11.2" if attack.charge is not None else "10.3")


def in_short(g: Battle, e: Engagement) -> Text:
    """Everybody an engagement's attacks meet, with modifiers on the die and how likely each is hurt, in one line."""
    parts: list[Text] = []
    own: list[float] = []
    for d in e.defenders:
        c = e.combat(g, d)
        found = drms.odds(g, c)
        own.append(drms.chance(found, drms.BACKFIRE))
        drm = f"{sum(m.value for m in drms.reckon(g, c)):+d}"
        harm = percent(drms.chance(found, results.HARMS))
        parts.append(Text("{enemy} ({drm}) hurt {harm}", enemy=d.id, drm=drm, harm=harm))
    return Text("{enemies}, itself {own}", enemies=joined(parts), own=percent(at_least_one(own)))


# -- missiles --------------------------------------------------------------------------------------------------------


def missiles(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> Iterator[Fact]:
    """9.3 Each shooter at each target as they stand; together at each."""
    for d in theirs:
        able: list[float] = []
        for u in ours:
            wrong = why_not(shot.inability(g, u), shot.bad_target(g, u, d))
            if wrong is not None:
                yield wrong
                continue
            found = shot.preview(g, u, d)
            able.append(found.chance)
            yield Fact(shot_words(u, d, found), "9.3")
            if reaction.returns(g, d, u):
                back = shot.preview(g, d, u, "return")
                yield Fact(Text("In return: {shot}", shot=shot_words(d, u, back)), "9.2/return")
        if len(able) > 1:
            text = Text("{enemy}: at least one shot has an effect with {p}", enemy=d.id, p=percent(at_least_one(able)))
            yield Fact(text, "9.3")


def shot_words(u: Unit | Marker, t: Unit, found: shot.Preview) -> Text:
    """9.3 A shot in a sentence: range, each modifier, each result with its probability."""
    why = joined(m.words for m in found.modifiers)
    chances = joined((Text("{result} {p}", result=words, p=percent(p)) for words, p in found.odds.items()), "; ")
    template = (
        "{unit} at {target}, range {n} ({why}): {odds}" if found.modifiers else "{unit} at {target}, range {n}: {odds}"
    )
    return Text(template, unit=shot.label(u), target=t.id, n=found.distance, why=why, odds=chances)


def sees(g: Battle, u: Unit, h: Hex) -> bool:
    """9.4 Whether nothing blocks the unit's missiles on the way to a hex."""
    return sight.blocker(g, u.at, h, crossbow=u.weapon == "crossbow", but=u) is None
