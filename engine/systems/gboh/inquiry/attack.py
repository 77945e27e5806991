"""9.13 to 9.17 What would come of an attack: the charge, the column, every outcome."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.kernel.dice import Modifier
from engine.kernel.hexes import Hex
from engine.kernel.inquiry import Fact, Findings, Section, Sketch, check_opposed, percent, told
from engine.kernel.text import Refusal, Text, joined, refuse
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import facing_name
from engine.systems.gboh.inquiry import scene
from engine.systems.gboh.movement import arrival, movement, reach
from engine.systems.gboh.orders import goals, places
from engine.systems.gboh.orders.places import trail
from engine.systems.gboh.shock import clash, contact, forecast, prospect
from engine.systems.gboh.shock import odds as shock_odds
from engine.systems.gboh.state import Unit


def about(g: Battle, attackers: Sequence[str], defenders: Sequence[str]) -> Findings:
    """The odds of one combat. Raises Refusal for what can never be one.

    Attackers who aren't in contact are thought to come up first, by the cheapest way there is in one move.
    """
    if not attackers or not defenders:
        refuse("Who attacks whom? Name attackers and defenders.", rule=g.case(Case.GROUPING))
    ours = [_standing(g, name) for name in dict.fromkeys(attackers)]
    theirs = [_standing(g, name) for name in dict.fromkeys(defenders)]
    check_opposed(ours, theirs, g.case(Case.GROUPING))
    for u in ours:
        # No chart has a column for who never attacks.
        if not u.troop.attacks and (never := forecast.bar(g, u)) is not None:
            raise never
    for d in theirs:
        if d.beneath is not None and all(x.id != d.beneath for x in theirs):
            text = "{unit} stands under {top}: attack {top}, and both fight."
            refuse(text, rule=g.case(Case.GROUPING), unit=d.id, top=d.beneath)
    side = ours[0].side
    if g.state.orders is None or g.state.orders.side != side:
        g = scene.as_if(g, side)
    charging = {u.id for u in ours if g.orders.markers.get(u.id) == "must"}
    places = _come_up(g, ours, theirs)
    after = arrival.arrived(g, places) if places else g
    ours = [after.state.units[u.id] for u in ours]
    charging |= set(places)  # 7.31 who comes up to attack has Must Check, light units too
    notes = [_coming_up(g, u, places[u.id]) for u in ours if u.id in places]
    if not places:
        notes += [fact for u in ours for fact in _elsewhere(g, u, ours, theirs)]
    notes += _objections(after, ours, theirs, charging)
    sections = [*told((Text("Before the clash"), notes)), *odds(after, ours, theirs, charging)]
    label, better = forecast.arrow(after, prospect.alone(after, ours, theirs))
    pairs = tuple((a.id, d.id) for a in ours for d in theirs if footprint.adjacent(a, d))
    if len(places) == 1:
        # The way of the one who comes up; the arrows of an attack are drawn between units in contact.
        ((name, node),) = places.items()
        u = g.state.units[name]
        costs, hits = trail(u, node)
        foes = (h for d in theirs for h in footprint.hexes_of(d))
        sketch = Sketch(focus=(*footprint.hexes_of(u), *costs, *foes), costs=costs, hits=hits)
    else:
        focus = tuple(h for x in (*theirs, *ours) for h in footprint.hexes_of(x))
        sketch = Sketch(
            focus=focus,
            attacks=() if places else pairs,
            labels=dict.fromkeys(pairs, label),
            odds=dict.fromkeys(pairs, str(percent(better))),
        )
    title = Text("{attackers} against {defenders}", attackers=scene.names(ours), defenders=scene.names(theirs))
    return Findings(title, tuple(sections), sketch)


def _standing(g: Battle, name: str) -> Unit:
    u = scene.unit(g, name)
    if not u.on_map:
        refuse("{unit} is not on the map.", rule=g.case(Case.GROUPING), unit=u.id)
    return u


def _come_up(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> dict[str, reach.Node]:
    """How the attackers that have none of the defenders before them would get there, one to a hex: where a strike at
    them seems best, else by the cheapest way.

    Raises Refusal, with what stands against it, where one can't.
    """
    found: dict[str, reach.Node] = {}
    taken: set[Hex] = set()
    for u in ours:
        if {e.id for e in g.opponents(u)} & {d.id for d in theirs}:
            continue
        if (bar := forecast.bar(g, u)) is not None:
            raise bar
        if (struck := _strike(g, u, theirs, taken)) is not None:
            found[u.id] = struck.node
            taken.update(places.hexes(u, struck.node))
            continue
        wanted = {h for d in theirs for h in footprint.hexes_of(d)}
        nodes = [
            n
            for h in sorted(wanted)
            for n in reach.search(g, u, h).values()
            if not taken.intersection(places.hexes(u, n)) and places.faces(g, u, n, h)
        ]
        if not nodes:
            refuse(
                "{unit} at {hex} has none of {enemies} in its ZOC, and can't come up to them in one move.",
                rule=g.case(Case.GROUPING),
                unit=u.id,
                hex=places.here(u),
                enemies=scene.names(theirs),
            )
        best = min(
            nodes,
            key=lambda n: (-len(wanted & set(footprint.front(places.stand(u, n)))), n.hits, n.mp, n.hex, n.facing),
        )
        found[u.id] = best
        taken.update(places.hexes(u, best))
    return found


def _strike(g: Battle, u: Unit, theirs: Sequence[Unit], taken: Collection[Hex] = ()) -> goals.Strike | None:
    """The best strike at these enemies and nobody else, as it is proposed; None where there is none."""
    named = {d.id for d in theirs}
    proposed = (s for s in goals.strikes(g, u, taken) if {e.id for e in s.enemies} == named)
    return next(proposed, None) or next(iter(goals.strikes(g, u, taken, against=named)), None)


def _elsewhere(g: Battle, u: Unit, ours: Sequence[Unit], theirs: Sequence[Unit]) -> Iterator[Fact]:
    """Where else a unit that has the enemies before it already might strike them from, the others of ``ours`` with it,
    as it is proposed to go."""
    try:
        movement.check_orderable(g, u)
    except Refusal:
        return
    found = _strike(g, u, theirs)
    if found is not None and {*found.friends} >= {x.id for x in ours} - {u.id}:
        spot, odds = places.spot(u, found.node), goals.told(g, found)
        text = Text("{unit} could go and strike from {hex} instead: {odds}", unit=u.id, hex=spot, odds=odds)
        yield Fact(text, g.case(Case.MOVEMENT_ALLOWANCE))


def _coming_up(g: Battle, u: Unit, node: reach.Node) -> Fact:
    words = (
        "{unit} comes up to {hex}, facing {f}: {mp} of {ma} MP, hits for certain: {hits}"
        if node.hits
        else "{unit} comes up to {hex}, facing {f}: {mp} of {ma} MP, without a hit"
    )
    ma = reach.allowance(g, g.state.units[u.id])
    text = Text(
        words, unit=u.id, hex=places.spot(u, node), f=facing_name(node.facing), mp=node.mp, ma=ma, hits=node.hits
    )
    return Fact(text, g.case(Case.MOVEMENT_ALLOWANCE))


def _objections(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit], charging: set[str]) -> list[Fact]:
    """What 7.31, 7.34 and 9.12 have against these attackers attacking these defenders."""
    if g.game.forecast is not None:
        return g.game.forecast.objections(g, ours, theirs)
    found: list[Fact] = []
    named = {d.id for d in theirs}
    for u in ours:
        if (bar := forecast.bar(g, u)) is not None:
            found.append(Fact.of(bar))
            continue
        if u.id in g.orders.moved and u.id not in charging:
            found.append(
                Fact(
                    Text("{unit} came up in this Orders Phase and keeps its distance.", unit=u.id),
                    g.case(Case.MAY_ATTACK),
                )
            )
        before = g.opponents(u)
        beyond = [d for d in theirs if d not in before]
        if beyond:
            text = Text("{unit} can't attack {enemies}: not in its ZOC.", unit=u.id, enemies=scene.names(beyond))
            found.append(Fact(text, g.case(Case.GROUPING)))
        left = [e for e in before if e.id not in named]
        if left:
            text = Text(
                "{enemies} in {unit}'s ZOC must be attacked by somebody too.", enemies=scene.names(left), unit=u.id
            )
            found.append(Fact(text, g.case(Case.GROUPING)))
    return found


# -- odds ------------------------------------------------------------------------------------------------------------


def odds(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit], charging: set[str]) -> list[Section]:
    """Pre-Shock checks (``charging``: attackers with Must Check), column and modifiers, outcomes."""
    if g.game.forecast is not None:
        return g.game.forecast.sections(g, ours, theirs)
    return [
        Section(Text("Pre-Shock checks"), tuple(_charge(g, ours, theirs, charging))),
        Section(Text("The clash, if both sides choose well"), tuple(_clash(g, ours, theirs))),
        *_routed_already(g, theirs),
    ]


def _charge(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit], charging: set[str]) -> list[Fact]:
    """9.13 Odds of every unit's check: nobody checks where nobody has to attack."""
    if not any(u.id in charging for u in ours):
        return [Fact(Text("None: no attacker has Must Check."), g.case(Case.CHARGE))]
    rolling = contact.rolling(g, ours, theirs, charging)
    return [Fact(check(g, u, contact.modifiers(g, u, ours, theirs)), g.case(Case.CHARGE)) for u in rolling]


def check(g: Battle, u: Unit, drm: Sequence[Modifier] = ()) -> Text:
    """10.11 A roll against TQ, ``drm`` on it: no hit, so many, broken."""
    limit, room = cohesion.tq(g, u), clash.room(g, u)
    parts: list[Text] = []
    breaks = 0.0
    for n, p in sorted(cohesion.check_chances(g, u, drm=drm).items()):
        if n and n >= room:
            breaks += p
        else:
            parts.append(Text("{hits} {p}", hits=_hits(n), p=percent(p)))
    if breaks:
        parts.append(Text("breaks {p}", p=percent(breaks)))
    return Text("{unit}, TQ {tq}, hits so far {hits}: {odds}", unit=u.id, tq=limit, hits=u.hits, odds=joined(parts))


def _hits(n: int) -> Text:
    return Text("no hit") if n == 0 else Text("1 hit") if n == 1 else Text("{n:hit|hits}", n=n)


def _clash(g: Battle, ours: Sequence[Unit], theirs: Sequence[Unit]) -> list[Fact]:
    """9.15, 9.16 The reckoning with the units both sides do best to choose."""
    r = prospect.alone(g, ours, theirs)
    assert isinstance(r, clash.Reckoning)
    facts = [Fact(Text("{words}", words=r.words()), g.case(Case.SHOCK))]
    if r.modifiers:
        said = joined([Text("{n:+d} {reason}", n=m.value, reason=m.reason) for m in r.modifiers])
        facts.append(Fact(Text("On the die: {modifiers}", modifiers=said), g.case(Case.SHOCK)))
    if len(ours) + len(theirs) > 2:
        facts.append(Fact(Text("Chosen: {a} and {d}", a=r.attacker.id, d=r.defender.id), g.case(Case.CLASH)))
    shown = joined(Text("{hits} {p}", hits=x, p=percent(p)) for x, p in shock_odds.of(g, ours, theirs, r).results)
    facts.append(Fact(Text("Hits, attacker–defender: {chances}", chances=shown), g.case(Case.SHOCK)))
    chances = r.chances().items()
    mean_a = sum(a * p for (a, _), p in chances)
    mean_d = sum(d * p for (_, d), p in chances)
    facts.append(
        Fact(Text("On average {a} to the attackers, {d} to the defenders", a=f"{mean_a:.1f}", d=f"{mean_d:.1f}"))
    )
    hit = percent(shock_odds.leader_hit())
    for x in shock_odds.leaders(g, (*ours, *theirs)):
        facts.append(Fact(Text("{leader} is hit on a 0: {p}", leader=x.name, p=hit), g.case(Case.LEADERS_IN_SHOCK)))
    for units, chosen, index in ((theirs, r.defender, 1), (ours, r.attacker, 0)):
        for u in units:
            p = shock_odds.breaking(g, u, units, chosen, r.chances(), index)
            if p:
                facts.append(Fact(Text("{unit} reaches its TQ: {p}", unit=u.id, p=percent(p)), g.case(Case.COLLAPSE)))
    return facts


def _routed_already(g: Battle, theirs: Sequence[Unit]) -> list[Section]:
    routed = [d for d in theirs if d.routed]
    if not routed:
        return []
    fact = Fact(Text("{units}: any hit eliminates, they are routed.", units=scene.names(routed)), g.case(Case.ROUTED))
    return [Section(Text("Routed defenders"), (fact,))]


def of_unit(g: Battle, u: Unit) -> list[Fact]:
    """What the unit's attack as it stands would come to, in a line; of several enemies what each would alone."""
    if forecast.bar(g, u) is not None or (found := prospect.of(g, u)) is None:
        return []
    facts = [Fact(_told(g, u, found), g.case(Case.SHOCK))]
    met = forecast.facing(g, u)
    if len(met) > 1 or found.friends(u):
        for e in met:
            odds = forecast.in_short(g, prospect.alone(g, [u], [e]))
            facts.append(Fact(Text("{enemy} alone: {odds}", enemy=e.id, odds=odds), g.case(Case.SHOCK)))
    return facts


def _told(g: Battle, u: Unit, found: prospect.Prospect) -> Text:
    enemies, odds = ", ".join(found.attack.defenders), forecast.in_short(g, found.odds)
    friends = found.friends(u)
    if not friends:
        return Text("{enemy}: {odds}", enemy=enemies, odds=odds)
    return Text("{enemy}, with {friends}: {odds}", enemy=enemies, friends=", ".join(friends), odds=odds)
