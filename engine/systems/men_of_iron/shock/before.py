"""10.2 Retreat Before Shock, and what the attackers do with the hex they are left; NA-3."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kernel.decisions import Choice, Choose, ChooseEach, Deed, Item, Policy, PolicyKind, Why
from engine.kernel.hexes import Facing, Hex, adjacent, show
from engine.kernel.text import Refusal, Text, joined
from engine.kernel.wanted import Wanted
from engine.systems.men_of_iron import reasons, results, retreats, special
from engine.systems.men_of_iron.battle import Battle
from engine.systems.men_of_iron.events import Told
from engine.systems.men_of_iron.shock import advance, drms, parting_shot
from engine.systems.men_of_iron.shock.engagement import Engagement, Striker
from engine.systems.men_of_iron.special import Evasion, Special
from engine.systems.men_of_iron.state import Unit

POLICY = PolicyKind(
    "retreat-before-shock",
    Text("Retreat Before Shock"),
    {
        "unshaken": Text("when that does not make it Disordered"),
        "odds-against": Text("when the attack is likelier to hurt it than not"),
    },
)

STAND = "stand"
WITHDRAW = Deed(Text("Withdraw"), Text("All {n} withdraw", n=0), Text("Nobody withdraws"))


def evasion(g: Battle, unit: Unit, attackers: Sequence[Unit]) -> Evasion | None:
    """10.2 How the unit may withdraw before these attackers; None when it may not.

    Mounted, Normal, and attacked by foot alone; a battle's rule may widen that (NA-3).
    """
    if not unit.on_map or unit.retired:
        return None
    for rule in special.having(g, Special.evasion):
        found = rule.evasion(g, unit, attackers)
        if found is not None:
            return found
    if not unit.mounted or not unit.normal or any(a.mounted for a in attackers):
        return None
    return Evasion(rule="10.2", disorders=unit.type == "MM", parting_shot=False)


def hexes_for(g: Battle, unit: Unit, causes: Sequence[Hex]) -> list[Hex]:
    """10.2 Hexes it may withdraw into: away (12.3), vacant, passable, in no enemy ZOC."""
    return [
        h
        for h in g.map.neighbours(unit.at)
        if retreats.away(unit.at, h, causes)
        and g.unit_at(h) is None
        and g.step_cost(unit, unit.at, h) is not None
        and not g.enemy_zoc(h, unit.side)
    ]


async def withdrawals(g: Battle, e: Engagement) -> None:
    """10.2 Retreat Before Shock: ask for every defender that may withdraw, all in one question, and carry it out."""
    able = {d.id: d for d in e.defenders if _ways(g, e, d)}
    if not able:
        return
    decision = ChooseEach(
        kind=POLICY.kind,
        side=next(iter(able.values())).side,
        rule="10.2",
        prompt=_prompt(e, list(able.values())),
        subject=next(iter(able)) if len(able) == 1 else None,
        focus=tuple(h for d in able.values() for h in (d.at, *(s.unit.at for s in e.against(d)))),
        items=[_item(g, e, d) for d in able.values()],
        why=reasons.not_asked(g, next(iter(able.values())).side, lambda u: must_stand(g, e, u)),
    )
    answer = await g.ask(decision)
    left: list[tuple[Hex, list[Striker]]] = []
    for name, key in decision.picked(answer):
        if key != STAND:
            at = able[name].hex
            freed = await _withdraw(g, e, able[name], key)
            if at is not None and freed:
                left.append((at, freed))
    await _occupy(g, left)
    e.strikers = [s for s in e.strikers if s.targets]


def _prompt(e: Engagement, able: Sequence[Unit]) -> Text:
    if len(able) > 1:
        return Text("Who retreats before the Shock, and where to?")
    attackers = _names([s.unit for s in e.against(able[0])])
    return Text("{enemies} against {unit}: retreat before the Shock?", enemies=attackers, unit=able[0].id)


def _ways(g: Battle, e: Engagement, unit: Unit) -> list[tuple[str, Hex, Facing]]:
    """Keys, hexes and facings open to the unit, the likeliest first; [] where it must stand."""
    attackers = [s.unit for s in e.against(unit)]
    if not attackers or evasion(g, unit, attackers) is None:
        return []
    return _ways_from(g, unit, [a.at for a in attackers])


def _ways_from(g: Battle, unit: Unit, foes: Sequence[Hex]) -> list[tuple[str, Hex, Facing]]:
    found = hexes_for(g, unit, foes)
    found.sort(key=lambda h: (len(g.adjacent_enemies(h, unit.side)), h))
    return [(f"{show(h)}-{f.name}", h, f) for h in found for f in retreats.facings(h, unit.facing, foes)]


def _item(g: Battle, e: Engagement, unit: Unit) -> Item:
    attackers = [s.unit for s in e.against(unit)]
    how = evasion(g, unit, attackers)
    assert how is not None
    ways = _ways(g, e, unit)
    harm = drms.chance(drms.odds(g, e.combat(g, unit)), results.HARMS)
    note = Text("It becomes Disordered.") if how.disorders else None
    lean = harm if how.disorders else 0.6 + 2 * harm
    stand = Choice(STAND, Text("Stand against {enemies}", enemies=_names(attackers)), unit=unit.id, chance=1 - harm)
    return Item(
        key=unit.id,
        label=Text(
            "{unit} at {hex}, attacked by {enemies}", unit=unit.id, hex=show(unit.at), enemies=_names(attackers)
        ),
        choices=(stand, *(_choice(unit, way, note, lean if way is ways[0] else 0.1) for way in ways)),
        default_key=STAND,
        policy=Policy(
            POLICY.kind, ways[0][0], STAND, {"unshaken": not how.disorders, "odds-against": harm >= 0.5}, deed=WITHDRAW
        ),
        why=_why_not(g, unit, attackers),
    )


def _why_not(g: Battle, unit: Unit, attackers: Sequence[Unit]) -> Why:
    """10.2 Why a unit doesn't withdraw into a hex that is named."""
    foes = [a.at for a in attackers]
    away = reasons.no_closer(foes, lambda h: retreats.away(unit.at, h, foes), "12.3")
    return reasons.hexes(g, unit, "10.2", other=lambda h: away(h) if adjacent(h, unit.at) else None)


def must_stand(g: Battle, e: Engagement, unit: Unit) -> Refusal:
    """10.2 Why a unit doesn't withdraw in this engagement."""
    attackers = [s.unit for s in e.against(unit)]
    if not attackers:
        return Refusal("{unit} is not attacked now.", rule="10.2", unit=unit.id)
    if evasion(g, unit, attackers) is not None:
        if _ways(g, e, unit):
            return Refusal("{unit} was asked whether it withdraws, and stands.", rule="10.2", unit=unit.id)
        return Refusal("No hex is open for {unit} to withdraw to.", rule="10.2", unit=unit.id)
    if (no := _unfit(unit)) is not None:
        return no
    return Refusal("{unit} is attacked by mounted units and stands.", rule="10.2", unit=unit.id)


def _unfit(unit: Unit) -> Refusal | None:
    """10.2 Why the unit withdraws before nobody, as it is."""
    if not unit.mounted:
        return Refusal("{unit} is on foot: mounted units withdraw before Shock.", rule="10.2", unit=unit.id)
    if not unit.normal:
        return Refusal("{unit} is not Normal.", rule="10.2", unit=unit.id)
    return None


def names_way(g: Battle, unit: Unit, wanted: Wanted) -> bool:
    """Whether what is wanted of the unit is that it goes to an empty hex beside it."""
    to = wanted.hexes[-1] if wanted.hexes else None
    return unit.on_map and to is not None and adjacent(to, unit.at) and g.unit_at(to) is None


def unasked(g: Battle, unit: Unit, wanted: Wanted) -> Refusal | None:
    """10.2 Why a unit doesn't withdraw where that isn't asked; None where something else is wanted of it."""
    if not names_way(g, unit, wanted):
        return None
    text = "{unit} withdraws where it is asked about an attack by foot, and isn't asked now."
    return _unfit(unit) or Refusal(text, rule="10.2", unit=unit.id)


def _choice(unit: Unit, way: tuple[str, Hex, Facing], note: Text | None, lean: float = 0.1) -> Choice:
    key, h, f = way
    label = Text("Withdraw to {hex}, facing {f}", hex=show(h), f=f.name)
    return Choice(key, label, unit=unit.id, hex=h, facing=f, note=note, lean=lean)


def _names(units: Sequence[Unit]) -> Text:
    return joined((u.id for u in units), " and ")


async def _withdraw(g: Battle, e: Engagement, unit: Unit, key: str) -> list[Striker]:
    """Carry out one withdrawal; where another has taken the hex meanwhile its owner chooses again.

    Returns those it has withdrawn from, who attack it no longer; [] where it hasn't.
    """
    attackers = [s.unit for s in e.against(unit)]
    how = evasion(g, unit, attackers) if attackers else None
    if how is None:
        return []
    foes = [a.at for a in attackers]
    if how.parting_shot:
        await parting_shot.offer(g, unit, attackers)
        e.lapse(g)
        # NA-3 It goes from where they attacked it, whatever its shot has done to them, unless nobody is left.
        if not any(a.on_map for a in attackers):
            return []
    ways = _ways_from(g, unit, foes)
    if ways and key not in {k for k, _, _ in ways}:
        key = await _again(g, unit, ways)
    chosen = next((w for w in ways if w[0] == key), None)
    if chosen is None:
        return []
    await retreats.carry_out(g, unit, retreats.Way(chosen[1]), chosen[2], how="withdraw", rule=how.rule)
    if how.disorders:
        await results.disorder(g, unit, cause="other", rule="10.2")
    return e.release(unit)


async def _again(g: Battle, unit: Unit, ways: Sequence[tuple[str, Hex, Facing]]) -> str:
    best = ways[0][0]
    answer = await g.ask(
        Choose(
            kind="withdraw-way",
            side=unit.side,
            rule="10.2",
            prompt=Text("The hex is taken now. Where does {unit} withdraw to?", unit=unit.id),
            subject=unit.id,
            focus=(unit.at,),
            choices=tuple(_choice(unit, way, None, 1.0 if way is ways[0] else 0.1) for way in ways),
            default_key=best,
            policy=Policy(retreats.POLICY.kind, best, best),
            why=reasons.hexes(g, unit, "10.2"),
        )
    )
    return answer.key


async def _occupy(g: Battle, left: Sequence[tuple[Hex, Sequence[Striker]]]) -> None:
    """10.2/advance One of those a unit has withdrawn from may take its hex; whoever does attacks nobody any more.

    ``left``: each hex with those who attacked the unit that has left it.
    """
    open_: list[tuple[Hex, Sequence[Striker]]] = list(left)
    gone: list[Unit] = []
    while True:
        able = [
            (s, h)
            for h, freed in open_
            if g.unit_at(h) is None
            for s in freed
            if s.way is None and s.unit not in gone and advance.can_enter(g, s.unit, h)
        ]
        others = {
            s.unit.id: Text("It then doesn't attack {enemies}.", enemies=_names(s.targets))
            for s, _ in able
            if s.targets
        }
        pairs = [(s.unit, h) for s, h in able]
        unit = await advance.choose(g, pairs, rule="10.2/advance", optional=True, notes=others)
        if unit is None:
            return
        gone.append(unit)
        open_ = [(h, freed) for h, freed in open_ if h != unit.hex]
        for s in [s for s, _ in able if s.unit is unit and s.targets]:
            story = Text("{unit} has advanced and attacks {enemies} no more.", unit=unit.id, enemies=_names(s.targets))
            g.emit(Told(story=story, unit=unit.id, rule="10.2/advance"))
            s.targets.clear()
