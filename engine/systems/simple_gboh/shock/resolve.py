"""7.35, 7.51, 7.53 Whose Types count, one roll for both sides, and what it does: rout rolls, hits, what breaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.kernel.decisions import PolicyKind
from engine.kernel.dice import Modifier, RollRequest
from engine.kernel.text import Text
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import HitsRemoved, ShockFought
from engine.systems.gboh.orders import which
from engine.systems.gboh.shock import choices
from engine.systems.simple_gboh import breaking, effects
from engine.systems.simple_gboh.battle import Battle
from engine.systems.simple_gboh.shock import odds, reckoning, retreat
from engine.systems.simple_gboh.shock.combat import Combat, Party
from engine.systems.simple_gboh.shock.reckoning import Reckoning
from engine.systems.simple_gboh.shock.tables import Outcome, Row
from engine.systems.simple_gboh.state import Unit

EXTRA = PolicyKind("extra-hit", Text("Give hits left over in a Shock to the suggested unit"))
KEPT = PolicyKind("kept-unit", Text("Keep the suggested unit where a Shock would rout everybody"))
TYPES, ROLL, RESULT, MUTUAL = "7.35", "7.51", "7.53", "8.4"


@dataclass
class Harm:
    """What a result has in store for one side, when its rout rolls are made."""

    parties: Sequence[Party]
    outcome: Outcome
    hits: list[tuple[Unit, int]] = field(default_factory=list[tuple[Unit, int]])
    """By top unit; a stack shares its own."""
    broken: list[Unit] = field(default_factory=list[Unit])
    """Units with a Rout result."""


async def choose(g: Battle, c: Combat) -> Reckoning:
    """7.35 Settle both Types; a side with one unit, or one that may be chosen, is not asked."""
    ours, theirs = c.ours, c.theirs
    best = {a.id: reckoning.choice_of_defender(g, ours, theirs, a) for a in reckoning.attackers(g, ours, theirs)}
    first = reckoning.foresee(g, ours, theirs).attacker
    attacker = await _ask(g, best, first, Text("Which of your units leads the Shock?"), theirs)
    options = {d.id: reckoning.reckon(g, ours, theirs, attacker, d) for d in theirs}
    worst = min(options.values(), key=lambda r: r.drm).defender
    struck = await _ask(g, options, worst, Text("Which of your units does the Shock strike?"), ours)
    return options[struck.id]


async def _ask(g: Battle, options: dict[str, Reckoning], best: Unit, prompt: Text, enemies: Sequence[Unit]) -> Unit:
    units = g.state.units
    ranked = [best, *(units[name] for name in options if name != best.id)]

    def label(u: Unit) -> Text:
        return Text("{unit}: {odds}", unit=u.id, odds=odds.in_short(options[u.id]))

    # The unit that leads is the one that advances (7.71): who cares says so.
    return await which.piece(
        g,
        ranked,
        choices.POLICY,
        TYPES,
        prompt,
        beside=enemies,
        label=label,
        traits=lambda u: {"lean": 3.0 if u is best else 0.5},
        may=Text("can be chosen in this Shock"),
        free=True,
    )


async def roll(g: Battle, c: Combat, r: Reckoning) -> Row:
    """7.51 The roll, with its modifiers and the row it comes to."""
    c.reckoning = r
    names = {"a": "+".join(u.id for u in r.attackers), "d": "+".join(u.id for u in r.defenders)}
    made = await g.roll(
        RollRequest(
            purpose="shock",
            side=r.attacker.side,
            text=Text("Shock: {a} against {d}", **names),
            rule=ROLL,
            table="shock_results",
            modifiers=tuple(r.modifiers),
            needs=Text("high"),
            unit=r.attacker.id,
            outcome=lambda total: odds.told(r.row(total)),
        )
    )
    row = r.row(made.total)
    shown = Text(
        "{modifiers}; die {die}, total {total} (row {row}); attacker: {a}; defender: {d}",
        modifiers=odds.summed(r.modifiers),
        die=made.natural,
        total=made.total,
        row=row.rolls,
        a=row.attacker.words,
        d=row.defender.words,
    )
    g.emit(
        ShockFought(
            attackers=[u.id for u in r.attackers],
            defenders=[u.id for u in r.defenders],
            column=made.total,
            roll=made.n,
            story=shown,
            hexes=[u.at for u in (*r.attackers, *r.defenders)],
            rule=ROLL,
        )
    )
    return row


async def apply(g: Battle, c: Combat, row: Row) -> None:
    """7.53 What a row does to both sides: all rolls and hits; what breaks; the mutual Rout (8.4); retreats."""
    r = c.reckoning
    assert r is not None
    ours = [p for p in c.attackers if p.lead in r.attackers]
    theirs = [p for p in c.defenders if p.lead in r.defenders]
    both = Harm(ours, row.attacker), Harm(theirs, row.defender)
    for harm, foe in zip(both, (r.defender, r.attacker), strict=True):
        await _weigh(g, harm, foe)
    for u, n in [x for harm in both for x in harm.hits]:  # All hits, before anything breaks by them.
        await cohesion.spread(g, u, n, Text("Shock"), RESULT, defer=True)
    await _mutual(g, c, both)
    for harm, foe in zip(reversed(both), (r.attacker, r.defender), strict=True):
        await _break(g, c, harm, foe)
    await _retreats(g, c, both)


async def _weigh(g: Battle, harm: Harm, foe: Unit) -> None:
    """7.53 Who of a side is to Rout, and who takes how many hits."""
    tops = [p.members[0] if p.members[0].on_map else p.standing[0] for p in harm.parties]
    if harm.outcome.rout == "auto":
        harm.broken = [u for p in harm.parties for u in p.standing]
    elif harm.outcome.rout == "roll":
        for u in tops:
            if await _routs(g, u, harm.outcome):
                harm.broken.append(u)
            else:
                harm.hits.append((u, harm.outcome.hits))
    elif harm.outcome.hits:
        harm.hits = await share(g, tops, harm.outcome.hits, foe)


async def _routs(g: Battle, unit: Unit, outcome: Outcome) -> bool:
    """7.53 The rout roll of a unit, or of a stack by its top's TQ."""
    drm = (Modifier(value=outcome.drm, reason=Text("result"), rule=RESULT),) if outcome.drm else ()
    good = Text("{n:hit|hits}", n=outcome.hits)
    bad = Text("Depleted") if effects.depletes(unit) else Text("it routs")
    text = Text("Does {unit} rout?", unit=unit.id)
    return not await cohesion.holds(g, unit, "rout-roll", text, RESULT, good, bad, drm=drm)


async def share(g: Battle, tops: Sequence[Unit], hits: int, foe: Unit) -> list[tuple[Unit, int]]:
    """7.53 Hits shared as evenly as can be; who inflicts them says who takes those left over."""
    each, odd = divmod(hits, len(tops))
    extra: list[Unit] = []
    left = list(tops)
    while len(extra) < odd:
        unit = await _extra(g, left, each, foe)
        extra.append(unit)
        left.remove(unit)
    return [(u, each + (u in extra)) for u in tops]


async def _extra(g: Battle, units: Sequence[Unit], each: int, foe: Unit) -> Unit:
    ranked = sorted(units, key=lambda u: (_left(g, u, each + 1) > 0, -u.tq, _left(g, u, each + 1), u.id))
    alike = len({(effects.room(g, u), u.tq, u.kind, len(effects.fighting(g, u))) for u in units}) == 1

    def label(u: Unit) -> Text:
        return Text("{unit}, {hits:hit|hits} of TQ {tq}", unit=u.id, hits=u.hits, tq=cohesion.tq(g, u))

    return await which.piece(
        g,
        ranked,
        EXTRA,
        RESULT,
        Text("A hit is left over. Which enemy takes it?"),
        side=foe.side,
        subject=foe.id,
        beside=(foe,),
        label=label,
        traits=lambda u: {"lean": 3.0 if u is ranked[0] else 1.0},
        may=Text("may take it"),
        free=alike,
    )


def _left(g: Battle, unit: Unit, more: int) -> int:
    """Hits a unit would still stand; of a stack its top's share."""
    return effects.room(g, unit) - max((k for u, k in effects.shared(g, unit, more) if u is unit), default=more)


# -- what breaks -----------------------------------------------------------------------------------------------------


async def _mutual(g: Battle, c: Combat, both: Sequence[Harm]) -> None:
    """8.4 Where hits would rout everybody on both sides the attacker keeps one unit, one short of its TQ."""
    if any(harm.broken for harm in both):
        return
    everybody = [[u for p in harm.parties for u in p.standing] for harm in both]
    if not all(everybody) or not all(_doomed(g, u) for side in everybody for u in side):
        return
    unit = await _keeps(g, everybody[0])
    c.kept = unit.id
    spared = unit.hits - (cohesion.tq(g, unit) - 1)
    g.emit(HitsRemoved(unit=unit.id, hits=spared, cause="mutual", rule=MUTUAL))


def _doomed(g: Battle, unit: Unit) -> bool:
    """Whether the unit's hits rout it; not one that they Deplete."""
    return effects.room(g, unit) <= 0 and not effects.depletes(unit)


async def _keeps(g: Battle, units: Sequence[Unit]) -> Unit:
    def label(u: Unit) -> Text:
        return Text("{unit}, TQ {tq}", unit=u.id, tq=cohesion.tq(g, u))

    ranked = sorted(units, key=lambda u: (-u.tq, -u.size, u.id))
    prompt, may = Text("Everybody in this Shock would rout. Which of your units do you keep?"), Text("may be kept")
    return await which.piece(g, ranked, KEPT, MUTUAL, prompt, label=label, may=may)


async def _break(g: Battle, c: Combat, harm: Harm, foe: Unit) -> None:
    """7.53, 8.1 Rout results, then hits that have reached a unit's TQ."""
    members = [u for p in harm.parties for u in p.standing]
    for u in members:
        g.tormentors[u.id] = foe.id
    for u in harm.broken:
        await breaking.rout_result(g, u, foe)
    for u in members:
        if u.on_map:
            await cohesion.settle(g, u)


# -- retreats --------------------------------------------------------------------------------------------------------


async def _retreats(g: Battle, c: Combat, both: Sequence[Harm]) -> None:
    """8.3 All of a side that has to; not the unit kept in place (8.4)."""
    for harm, foes in zip(both, (both[1].parties, both[0].parties), strict=True):
        if not harm.outcome.retreat:
            continue
        for p in harm.parties:
            if p.lead is not None and p.lead.id != c.kept:
                await retreat.retreat(g, p, [u for f in foes for u in f.standing])
