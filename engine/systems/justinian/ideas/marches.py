"""What an army under way might best do: attack, take a province, recover, go back to where it may end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.kernel.board import Place
from engine.kernel.ideas import Idea
from engine.kernel.text import Refusal, Text, joined
from engine.systems.justinian.campaign import other
from engine.systems.justinian.combat import attack, forecast
from engine.systems.justinian.combat.party import Party
from engine.systems.justinian.movement import choice_weights, going, limits, menus, steps, straying
from engine.systems.justinian.movement.acts import kinds
from engine.systems.justinian.movement.course import Course

Found = Iterator[tuple[float, Idea]]

CHAIN = 4
"""Provinces one idea takes one after the other, at most."""
HOPELESS = 0.15
"""Chance to win below which nobody is advised to go somewhere and attack; it can be ordered all the same."""
LOOKED_INTO = 12
"""Provinces in reach of which it is worked out what could be done there: the best ones."""


def ideas(c: Course) -> Found:
    """Each with its weight."""
    yield from _recoveries(c)
    if (here := _taken(c, ())) is not None:
        yield here
    yield from _attacks(c, (), c, 0)
    reach = going.reach(c)
    for to in sorted(reach, key=lambda p: -choice_weights.of_destination(c, p, reach[p][0]))[:LOOKED_INTO]:
        way = reach[to][1]
        there = after(c, tuple(steps.Go(to=p) for p in way))
        if there is None:
            continue
        go = tuple(steps.Go(to=p) for p in way)
        fights = [*_attacks(there, go, c, c.mp - there.mp)]
        taken = _taken(c, way) if not there.enemies else None
        yield from fights
        if taken is not None:
            yield taken
        elif straying.risk(there) is None and (not fights or _outside(c)) and (_outside(c) or _leads_on(c, to)):
            yield _going(c, to, way, there)


def _outside(c: Course) -> bool:
    """7.14 Whether an army of the force is where it may not end its activation."""
    return limits.warning(c.g, c.force.armies, c.at) is not None


def _leads_on(c: Course, to: Place) -> bool:
    """Whether it is of any use to go to a place where nothing is to be done: whoever is under way finds all others in
    the list of where they can go."""
    if c.most is not None:
        return True
    return choice_weights.worth(c.g, c.force, to) > choice_weights.worth(c.g, c.force, c.at)


def _order(*given: steps.AnyStep) -> steps.March:
    return steps.March(steps=given)


def after(c: Course, given: tuple[steps.AnyStep, ...]) -> Course | None:
    """The course after these steps; None where they can't be done."""
    try:
        for step in given:
            c = kinds.after(c, step)
    except Refusal:
        return None
    return c


# -- attacks ----------------------------------------------------------------------------------------------------------


def _attacks(there: Course, before: tuple[steps.AnyStep, ...], c: Course, mp: int) -> Found:
    """Attacks from where an army is or would be; what is won is taken at once, where a marker can be placed for it."""
    g, place = c.g, there.at
    if not g.land.is_province(place):
        return
    here = Party(g, c.force.side, place, (c.force,))
    for n, party in enumerate(attack.targets(g, c.force, place)):
        target = None if n == 0 else party.forces[0].lead
        strike = steps.Attack(army=target)
        won = after(there, (strike,))
        if won is None:
            continue
        f = forecast.of(g, here, party, crossed=there.crossed)
        if before and f.win < HOPELESS:
            continue
        more: tuple[steps.AnyStep, ...] = ()
        if target is None and (marker := _marker(won)) is not None:
            more = (marker,)
        label = Text("Attack {enemy}, {n} SP", enemy=party.name, n=party.sp)
        if before:
            # A button that cuts it short says that there is a battle, whatever else.
            label = Text("{what}, in {place}", what=label, place=g.land.name(place))
        notes = [f.words, _spent(c, mp + g.charts.cost("attack"))]
        if before:
            notes += _met(c, before)
        if more:
            notes.append(Text("then the marker is placed" if isinstance(more[0], steps.Claim) else "then it is freed"))
        if any(x.sp and g.side(x.army) != c.force.side for x in party.forces):
            notes.append(Text("armies may retreat before combat"))
        # What could be won counts as far as it is likely to be.
        prize = f.win * choice_weights.prize(g, c.force, place)
        weight = choice_weights.of_attack(c, f, everybody=target is None) + prize
        yield (
            weight * (1.0 if not before else 0.9),
            Idea(
                "strike",
                label,
                _order(*before, strike, *more),
                unit=c.force.lead,
                hex=place,
                note=joined(notes, "; "),
                chance=f.win,
                risk=straying.risk(won),
            ),
        )


# -- provinces --------------------------------------------------------------------------------------------------------


def _marker(c: Course) -> steps.AnyStep | None:
    """What brings the province to the army's side: its marker, or the end of the enemy's or of a Revolt."""
    for step in (steps.Clear(), steps.Claim()):
        if after(c, (step,)) is not None:
            return step
    return None


def _taken(c: Course, way: tuple[Place, ...]) -> tuple[float, Idea] | None:
    """Taking a province, and with the MP that are left the ones beside it."""
    g, force = c.g, c.force
    given: list[steps.AnyStep] = [steps.Go(to=p) for p in way]
    at = after(c, tuple(given))
    won: list[Place] = []
    weight = 0.0
    while at is not None and len(won) < CHAIN:
        marker = _marker(at) if at.at not in won and not at.enemies else None
        if marker is None:
            break
        weight += choice_weights.prize(g, force, at.at)
        given.append(marker)
        won.append(at.at)
        later = after(at, (marker,))
        assert later is not None
        at, more = _further(later, won)
        given += more
    if not won:
        return None
    last = after(c, tuple(given))
    assert last is not None
    names = joined([g.land.name(p) for p in won], ", ")
    notes = [_spent(c, c.mp - last.mp), *_met(c, tuple(given))]
    outside = limits.warning(g, force.armies, last.at)
    if outside is not None:
        notes.append(outside)
        weight *= 0.3
    # Where it has got as far as it can with what there is to take, the activation ends there.
    ends = outside is None and len(won) < CHAIN and not _fights(last) and not _more(c, given, won)
    if ends:
        notes.append(Text("then it is done"))
    label = Text("Take {places}", places=names) if way else Text("Take {places} from here", places=names)
    idea = Idea(
        "advance",
        label,
        steps.March(steps=tuple(given), end=ends),
        unit=force.lead,
        hex=last.at,
        note=joined(notes, "; "),
        risk=straying.risk(last),
    )
    return 2.0 * weight + 0.2, idea


def _more(c: Course, given: list[steps.AnyStep], won: list[Place]) -> bool:
    """Before the MP are rolled: whether with most of them there would be more to take, or to fight."""
    at = after(c.later(c.mp - c.most), tuple(given)) if c.most is not None else None
    return at is not None and (_fights(at) or _further(at, won)[0] is not None)


def _fights(c: Course) -> bool:
    """Whether an enemy could still be attacked with the MP that are left."""
    if c.mp < c.g.charts.cost("enter") + c.g.charts.cost("attack"):
        return False
    return any(c.g.occupied(p, other(c.force.side)) for p in c.g.land.roads(c.at))


def _further(c: Course, won: list[Place]) -> tuple[Course | None, list[steps.AnyStep]]:
    """On to the best province beside, if it can be taken with what is left; nobody is met there."""
    g = c.g
    beside = [p for p in g.land.roads(c.at) if p not in won and not g.occupied(p, other(c.force.side))]
    for to in sorted(beside, key=lambda p: -choice_weights.prize(g, c.force, p)):
        at = after(c, (steps.Go(to=to),))
        if at is not None and _marker(at) is not None and limits.warning(g, c.force.armies, to) is None:
            return at, [steps.Go(to=to)]
    return None, []


def _going(c: Course, to: Place, way: tuple[Place, ...], there: Course) -> tuple[float, Idea]:
    g, force = c.g, c.force
    home = limits.warning(g, force.armies, c.at) is not None and limits.warning(g, force.armies, to) is None
    notes = [_spent(c, c.mp - there.mp), *_met(c, tuple(steps.Go(to=p) for p in way))]
    outside = limits.warning(g, force.armies, to)
    if outside is not None:
        notes.append(outside)
    friends = g.land_sp(to, force.side)
    if friends:
        notes.append(Text("{n} SP of its side there", n=friends))
    label = Text("Go back to {place}" if home else "Go to {place}", place=g.land.name(to))
    idea = Idea(
        "fall back" if home else "advance",
        label,
        _order(*(steps.Go(to=p) for p in way)),
        unit=force.lead,
        hex=to,
        note=joined(notes, "; "),
    )
    return choice_weights.of_destination(c, to, c.mp - there.mp) * (1.0 if home else 0.2), idea


# -- the rest ---------------------------------------------------------------------------------------------------------


def _recoveries(c: Course) -> Found:
    for choice in menus.recoveries(c):
        assert choice.answer is not None
        mp = choice.mp or 0
        idea = Idea("recover", choice.label, choice.answer, unit=c.force.lead, hex=c.at, note=_spent(c, mp))
        yield choice_weights.RECOVERY, idea
        break


def _spent(c: Course, mp: int) -> Text:
    return Text("{mp} of {all} MP", mp=mp, all=c.mp) if c.most is None else Text("{mp} MP", mp=mp)


def _met(c: Course, given: tuple[steps.AnyStep, ...]) -> list[Text]:
    """What the way there sets off."""
    way = tuple(x.to for x in given if isinstance(x, steps.Go))
    told = menus.interceptors(replace(c), way)
    return [told] if told is not None else []
