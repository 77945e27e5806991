"""9.16 steps 3 and 4: the roll, its hits, and how several units share them (10.13)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Choice, Choose, Policy, PolicyKind
from engine.kernel.dice import RollRequest
from engine.kernel.text import Text, joined, together
from engine.systems.gboh import footprint
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.cases import Case
from engine.systems.gboh.cohesion import cohesion
from engine.systems.gboh.events import ShockFought
from engine.systems.gboh.orders import which
from engine.systems.gboh.shock import clash
from engine.systems.gboh.shock.combat import Combat
from engine.systems.gboh.state import Unit

POLICY = PolicyKind("odd-hit", Text("Choose who takes the odd hits of a Shock"))
GIVING = PolicyKind("given-hits", Text("Give out the hits of several defenders as suggested"))


async def resolve(g: Battle, combat: Combat) -> None:
    """9.16 Resolution: roll for one combat and record its hits; nobody Routs before the Collapse."""
    attackers, defenders = combat.attacking, combat.defending
    attacker, defender = combat.chosen_attacker, combat.chosen_defender
    assert attacker is not None and defender is not None
    odds = clash.reckon(g, attackers, defenders, attacker, defender, killed=combat.killed)
    combat.superior = odds.superiority == "AS"
    g.tormentors |= {u.id: attacker.id for u in defenders} | {u.id: defender.id for u in attackers}
    if combat.superior and odds.why == clash.POSITION:
        g.outflanked.update(d.id for d in defenders)
    roll = await g.roll(
        RollRequest(
            purpose="shock",
            side=attacker.side,
            text=Text(
                "Shock: {attackers} against {defenders}, column {column}",
                attackers=_names(attackers),
                defenders=_names(defenders),
                column=odds.column,
            ),
            rule=g.case(Case.SHOCK),
            table="shock_crt",
            modifiers=odds.modifiers,
            needs=Text("high"),
            unit=attacker.id,
            outcome=lambda total: _result(odds, total),
        )
    )
    to_attacker, to_defender = odds.hits(roll.total)
    rolled = joined([Text("rolled {natural}", natural=roll.natural), *(m.words for m in odds.modifiers)])
    if odds.modifiers:
        rolled = Text("{rolled} = {total}", rolled=rolled, total=_total(roll.total))
    g.emit(
        ShockFought(
            attackers=[u.id for u in attackers],
            defenders=[u.id for u in defenders],
            column=odds.column,
            roll=roll.n,
            story=Text(
                "{odds}; {rolled}: {result}", odds=odds.words(), rolled=rolled, result=_result(odds, roll.total)
            ),
            hexes=[u.at for u in (*attackers, *defenders)],
            rule=g.case(Case.SHOCK),
        )
    )
    shares = await share(g, attackers, attacker, to_attacker)
    if odds.arc == "rear" and g.stacked(defender):
        defender = g.ranks(defender)[-1]  # S 6.68 Struck from the rear, the lower takes the odd hit of a stack.
    if _gives_freely(g, attackers, defenders):
        shares += await given_out(g, attackers[0], defenders, to_defender)
    else:
        shares += await share(g, defenders, defender, to_defender)
    for unit, n in shares:
        if n and unit in defenders:
            combat.hurt.add(unit.id)
        await cohesion.hits(g, unit, n, Text("Shock"), g.case(Case.SHOCK), defer=True)


def _names(units: Sequence[Unit]) -> str:
    return "+".join(u.id for u in units)


def _total(total: int) -> Text:
    """9.34 A modified roll, and the row of the chart it is read in, where that is another."""
    row = clash.clamped(total)
    return Text("{total}", total=total) if row == total else Text("{total}, read as {row}", total=total, row=row)


def _result(odds: clash.Reckoning, total: int) -> Text:
    a, d = odds.hits(total)
    return Text("{a} to the attacker, {d} to the defender", a=a, d=d)


async def share(g: Battle, units: Sequence[Unit], chosen: Unit, hits: int) -> list[tuple[Unit, int]]:
    """10.13 Sharing hits.

    Hits shared equally: the odd one to the chosen unit, further ones where their owner wants them.
    """
    each, odd = divmod(hits, len(units))
    extra = [chosen] if odd else []
    others = [u for u in units if u is not chosen]
    while len(extra) < odd:
        # S 6.68 Of a stack the upper comes before the lower.
        held = {u.id for u in others if g.stacked(u)}
        able = [u for u in others if u.beneath not in held]
        unit = await _odd_hit(g, able) if len(extra) + len(others) > odd and len(able) > 1 else able[0]
        extra.append(unit)
        others.remove(unit)
    return [(u, each + (u in extra)) for u in units]


def _gives_freely(g: Battle, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> bool:
    """A 10.12, S 10.14 A unit of two hexes that attacks two of one hex gives their hits out as it likes."""
    if (
        len(clash.foremost(attackers)) != 1
        or not 2 <= len({d.hex for d in defenders}) <= g.game.combat.pair_shares_freely
    ):
        return False
    return not footprint.is_single(attackers[0]) and all(footprint.is_single(d) for d in defenders)


async def given_out(g: Battle, attacker: Unit, defenders: Sequence[Unit], hits: int) -> list[tuple[Unit, int]]:
    """Hits of several defenders as the attacker's owner gives them out, one after the other; evenly unless told
    otherwise."""
    shares: list[tuple[Unit, int]] = []
    for i, unit in enumerate(defenders[:-1]):
        n = await _given_to(g, attacker, unit, defenders[i + 1 :], hits) if hits else 0
        shares.append((unit, n))
        hits -= n
    return [*shares, (defenders[-1], hits)]


async def _given_to(g: Battle, attacker: Unit, one: Unit, others: Sequence[Unit], hits: int) -> int:
    """How many of the hits left one of the defenders takes; the rest is for ``others``."""
    rest, everybody = together(u.id for u in others), together(u.id for u in (one, *others))
    even = str(-(-hits // (1 + len(others))))
    answer = await g.ask(
        Choose(
            kind=GIVING.kind,
            side=attacker.side,
            rule=g.case(Case.SHARING_HITS),
            prompt=Text("{n:hit|hits} for {units}. How many for {one}?", n=hits, one=one.id, units=everybody),
            subject=attacker.id,
            focus=(one.at, *(u.at for u in others)),
            choices=tuple(
                Choice(
                    str(n),
                    Text("{n:hit|hits} for {one}, {m} for {other}", n=n, m=hits - n, one=one.id, other=rest),
                    unit=one.id,
                )
                for n in range(hits + 1)
            ),
            default_key=even,
            policy=Policy(GIVING.kind, even, "0"),
        )
    )
    return int(answer.key)


async def _odd_hit(g: Battle, units: Sequence[Unit]) -> Unit:
    default = max(units, key=lambda u: clash.room(g, u))
    alike = len({(clash.room(g, u), u.tq, u.kind) for u in units}) == 1

    def label(u: Unit) -> Text:
        return Text("{unit}, {hits:hit|hits} of TQ {tq}", unit=u.id, hits=u.hits, tq=cohesion.tq(g, u))

    rule, prompt, may = g.case(Case.SHARING_HITS), Text("Who takes the odd hit?"), Text("may take it")
    return await which.piece(g, units, POLICY, rule, prompt, best=default, label=label, may=may, free=alike)
