"""The odds of an attack are the same wherever they are told: beside its button, by ``/what``, and when it is fought."""

from __future__ import annotations

import random
import re
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

from bot.cli.battles import scenario
from bot.cli.seeded import SeededTrail
from engine.kernel.context import Asking, Context, Over, Throwing
from engine.kernel.decisions import Command
from engine.kernel.dice import RollRequest, settle
from engine.kernel.game import Game
from engine.kernel.ideas import Idea
from engine.kernel.inquiry import AboutAttack, AboutOrder, Findings
from engine.kernel.rehearsal import least
from engine.players import random_answer
from engine.systems.gboh.orders import orders
from engine.systems.gboh.shock import segment
from engine.systems.gboh.shock.plan import Attack, ShockPlan
from engine.systems.registry import initial_state, system_for

FAMILY = {"tricameron": 4, "alexander/chaeronea": 1, "spqr/lautulae": 4, "simple-gboh/lautulae": 4}
"""Battles, each with attacks that are compared at least."""

Figures = tuple[object, ...]


def played(name: str, seed: int, answers: int) -> Iterator[tuple[Game[Any], Command]]:
    """A battle of players who hardly think, before each question in which somebody commands."""
    battle = scenario(name)
    system, dice, rng = system_for(battle), SeededTrail(battle, seed), random.Random(seed)
    game: Game[Any] = Game.start(system, initial_state(system), dice, {"battle": battle.key})
    for _ in range(answers):
        if game.over:
            return
        asked = next(d for d in game.pending if game.decision_for(d.side) is d)
        if isinstance(asked, Command) and not asked.secret:
            yield game, asked
        secret = isinstance(asked, Command) and asked.secret
        game.answer(asked.side, asked.default if secret else random_answer(asked, rng, 3.0), dice)
        dice.follow(game)


def copied(g: Any) -> Any:
    return g.afresh(g.state.model_copy(deep=True))


class Found(Exception):
    """The roll that was looked for."""

    def __init__(self, request: RollRequest) -> None:
        super().__init__(request.text)
        self.request = request


def run(g: Context[Any], procedure: Coroutine[Any, Any, Any], *, until: str = "") -> None:
    """Carry a procedure out: no roll hurts anybody, and nobody reacts. Raises Found for the roll ``until``; on the way
    there questions are answered as they propose, so that both sides choose well."""
    value: Any = None
    while True:
        try:
            waiting = procedure.send(value)
        except (StopIteration, Over):
            return
        if isinstance(waiting, Asking):
            value = tuple(d.default if until else least(d) for d in waiting.decisions)
        else:
            assert isinstance(waiting, Throwing)
            if waiting.request.purpose == until:
                procedure.close()
                raise Found(waiting.request)
            best = 9 if "leader" in waiting.request.purpose else 0
            value = settle(waiting.request, 0, g.state.segment, [best] * waiting.request.count)


# -- the family -------------------------------------------------------------------------------------------------------


def told_beside(idea: Idea, columns: bool) -> Figures:
    """What the panel says."""
    note = str(idea.note)
    if not columns:
        found = re.search(r"(\S+) on the die; better for the attacker (\d+) %, for the defender (\d+) %", note)
        assert found is not None, note
        return found.group(1).removeprefix("+"), int(found.group(2))
    found = re.search(r"column (\d+)(, \w+ Superiority)?; on average (\S+) hits? for ([\d.]+)", note)
    assert found is not None, note
    return int(found.group(1)), found.group(3), found.group(4)


def told_by_referee(found: Findings, columns: bool) -> set[Figures]:
    """What ``/what`` says: of an attack, or of where else one might be made."""
    text = "\n".join(str(f.text) for f in found.facts)
    figures: set[Figures] = set()
    if not columns:
        better = _better(text)
        figures.update((m.removeprefix("+"), better) for m in re.findall(r"On the die: (\S+)", text))
        pattern = r"(\S+) on the die; better for the attacker (\d+) %"
        return figures | {(m.removeprefix("+"), int(p)) for m, p in re.findall(pattern, text)}
    for line, averages in re.findall(r"(.*, \w+: column .*)(?:\n.*)*?\nOn average (.*)", text):
        n = re.findall(r"column (\d+)", line)[-1]
        a, d = re.findall(r"(\d+\.\d) to the", averages)
        figures.add((int(n), d, a))
    pattern = r"column (\d+)(?:, \w+ Superiority)?; on average (\S+) hits? for ([\d.]+)"
    return figures | {(int(n), d, a) for n, d, a in re.findall(pattern, text)}


def _better(text: str) -> int:
    """How likely the rows are that are worse for the defender."""
    total = 0
    for p, words in re.findall(r"(?:to \S+|more|less|\d+), (\d+) %: (.*)", text):
        sides = dict(part.split(": ", 1) for part in words.split("; "))
        total += int(p) * (_harm(sides.get("defender", "")) > _harm(sides.get("attacker", "")))
    return total


def _harm(words: str) -> tuple[int, int]:
    rout = 2 if words.startswith("rout") and "roll" not in words else 1 if "rout roll" in words else 0
    hits = re.search(r"(\d+) hit", words)
    return rout, (int(hits.group(1)) if hits else 0) + ("retreat" in words)


def fought(g: Any, attack: Attack) -> Figures | None:
    """With what the engine rolls for an attack; None where it comes to no roll."""
    columns = g.game.forecast is None
    fight = segment.fight if columns else _simple_fight()
    try:
        run(g, fight(g, [attack]), until="shock")
    except Found as found:
        r = found.request
        if not same(attack, r):
            return None
        if not columns:
            return (f"{sum(m.value for m in r.modifiers)}",)
        n = re.search(r"column (\d+)", str(r.text))
        assert n is not None
        return (int(n.group(1)),)
    return None


def same(attack: Attack, request: RollRequest) -> bool:
    """Whether it is this attack's roll, with everybody in it who was to be: nobody got out of the way or broke."""
    found = re.match(r"Shock: (\S+) against ([^, ]+)", str(request.text))
    assert found is not None, request.text
    sides = (attack.attackers, attack.defenders)
    return all({*x.split("+")} == {*names} for x, names in zip(found.groups(), sides, strict=True))


def _simple_fight() -> Any:
    from engine.systems.simple_gboh.shock import phase

    return phase.fight


def names(idea: Idea, g: Any) -> tuple[list[str], list[str]]:
    """Who would attack, and whom, by an idea's words."""
    assert idea.unit is not None
    enemies = re.match(r"Strike (.*?)(?: in flank| in rear)? from ", str(idea.label))
    friends = re.search(r"with ((?:\w+, )*\w+): (?:column|\S+ on the die)", str(idea.note))
    assert enemies is not None
    return [idea.unit, *(friends.group(1).split(", ") if friends else [])], enemies.group(1).split(", ")


@pytest.mark.parametrize("name", FAMILY)
def test_a_strike_is_told_as_it_is_fought(name: str) -> None:
    wrong: list[str] = []
    compared = 0
    for game, asked in played(name, 3, 200):
        if asked.kind != "orders":
            continue
        g: Any = game.context
        system = game.system
        columns = g.game.forecast is None
        rng = random.Random(f"{name} {game.journal[-1].seq}")
        units = [c.unit for c in asked.menu if c.unit in g.state.units]
        for unit in rng.sample(units, min(2, len(units))):
            for idea in system.ideas(game, asked, str(unit)):
                order = idea.answer
                # Of a stack that moves as one /what is asked by the order alone.
                if idea.kind != "strike" or not isinstance(order, orders.Move):
                    continue
                beside = told_beside(idea, columns)
                ours, theirs = names(idea, g)
                here = f"{name}, {game.journal[-1].seq}, {unit}: {idea.label}"
                if order.under is None:
                    said = told_by_referee(system.inquire(game, AboutAttack(tuple(ours), tuple(theirs)), ()), columns)
                    if beside not in said:
                        wrong.append(f"{here}: {beside}, by /what {said}")
                said = told_by_referee(system.inquire(game, AboutOrder((system.write(order),)), ()), columns)
                if said and beside not in said:
                    wrong.append(f"{here}: {beside}, as an order {said}")
                after = _carried_out(g, asked, order)
                if after is None or not {*theirs} <= {e.id for e in after.units() if e.side != asked.side}:
                    continue
                attack = Attack(attackers=tuple(ours), defenders=tuple(theirs))
                rolled = fought(after, attack)
                if rolled is not None:
                    compared += 1
                    if rolled[0] != beside[0]:
                        wrong.append(f"{here}: {beside}, fought with {rolled}")
    assert not wrong, "\n".join(wrong[:8])
    assert compared >= FAMILY[name], compared


def _carried_out(g: Any, asked: Command, order: orders.Move) -> Any | None:
    """The battle after the order; None where somebody's answer, or a mishap, has kept it from going as it was meant."""
    from engine.systems.gboh.inquiry import order as inquired
    from engine.systems.gboh.inquiry.trial import Trial

    after = copied(g)
    leaders = {x.id: (x.hex, x.eliminated) for x in after.state.leaders.values()}
    hits = {u.id: (u.hits, u.routed) for u in after.state.units.values() if u.id != order.unit}
    commanding = after.orders.commanding
    leader = after.state.leaders[commanding] if commanding else None
    run(after, inquired._procedure(Trial(after, asked.side, leader, order, True)))  # pyright: ignore[reportPrivateUsage]
    u = after.state.units[order.unit]
    ends = [x for x in order.path if not hasattr(x, "turned")]
    stopped = bool(ends) and u.hex != ends[-1]
    moved = leaders != {x.id: (x.hex, x.eliminated) for x in after.state.leaders.values()}
    others = {x.id: (x.hits, x.routed) for x in after.state.units.values() if x.id != order.unit}
    hurt = any(others[name] != was for name, was in hits.items() if name != order.under)
    return None if stopped or moved or hurt or u.routed or not u.on_map else after


@pytest.mark.parametrize("name", FAMILY)
def test_attacks_to_choose_from_are_told_as_they_are_fought(name: str) -> None:
    compared = 0
    for game, asked in (x for seed in (4, 5) for x in played(name, seed, 260)):
        if asked.kind != "shock":
            continue
        g: Any = game.context
        columns = g.game.forecast is None
        for c in asked.menu:
            if not isinstance(c.answer, ShockPlan) or c.odds is None or not c.answer.attacks:
                continue
            for attack, odds in zip(c.answer.attacks, c.odds(), strict=True):
                title = str(odds.title)
                n = re.findall(r"column (\d+)" if columns else r"together (\S+)", title)[-1].removeprefix("+")
                after = copied(g)
                fight = segment.fight if columns else _simple_fight()
                try:
                    run(after, fight(after, c.answer.attacks), until="shock")
                except Found as found:
                    if not same(attack, found.request):
                        continue
                    r = found.request
                    rolled = re.search(r"column (\d+)", str(r.text)) if columns else None
                    real = rolled.group(1) if rolled is not None else f"{sum(m.value for m in r.modifiers)}"
                    assert real == n, (name, game.journal[-1].seq, title, r)
                    compared += 1
    assert compared >= 2, compared


# -- Men of Iron ------------------------------------------------------------------------------------------------------


def iron_told(text: str) -> set[tuple[str, str, int]]:
    """Enemies, each with the modifiers on the die and how likely it is hurt, as a strike is told in short."""
    return {(e, drm, int(p)) for e, drm, p in re.findall(r"(\w+) \(([+-]\d+)\) hurt (\d+) %", text)}


@pytest.mark.parametrize(("name", "least_compared"), [("poitiers", 12), ("falkirk", 30), ("crecy", 30)])
def test_men_of_iron_strikes_and_charges_are_told_as_they_are_fought(name: str, least_compared: int) -> None:
    compared = fought_with = 0
    for game, asked in played(name, 3, 260):
        g: Any = game.context
        system = game.system
        if asked.kind != "orders" or g.state.activation is None:
            continue
        rng = random.Random(f"{name} {game.journal[-1].seq}")
        units = [u.id for u in g.units(asked.side, g.act.command)]
        for unit in rng.sample(units, min(2, len(units))):
            for idea in system.ideas(game, asked, unit):
                if idea.kind not in ("strike", "charge"):
                    continue
                beside = iron_told(str(idea.note))
                enemies = tuple(sorted(e for e, _, _ in beside))
                said = system.inquire(game, AboutAttack((unit,), enemies), ())
                assert beside <= iron_said(said), (name, game.journal[-1].seq, unit, str(idea.label), beside)
                order = system.inquire(game, AboutOrder((system.write(idea.answer),)), ())
                after = iron_told("\n".join(str(f.text) for f in order.facts))
                stops = any(s in str(f.text) for f in order.facts for s in ("stops", "Disordered"))
                assert beside <= after or stops, (name, game.journal[-1].seq, unit, str(idea.label), beside, after)
                compared += 1
                rolled = iron_fought(g, idea, enemies)
                fought_with += rolled is not None
                assert rolled is None or rolled in {(e, drm) for e, drm, _ in beside}, (name, unit, beside, rolled)
    assert compared >= least_compared and fought_with >= least_compared / 2, (compared, fought_with)


def iron_said(found: Findings) -> set[tuple[str, str, int]]:
    """What ``/what`` says of an attack: its arrows, and where else one might be made."""
    arrows = {(e, drm, int(found.sketch.odds[a, e].removesuffix(" %"))) for (a, e), drm in found.sketch.labels.items()}
    return arrows | iron_told("\n".join(str(f.text) for f in found.facts))


def iron_fought(g: Any, idea: Idea, enemies: tuple[str, ...]) -> tuple[str, str] | None:
    """Whom the engine rolls against first, and with what; None where it comes to no roll, or not as it was meant."""
    from engine.systems.men_of_iron import charge
    from engine.systems.men_of_iron.order_kinds import kinds
    from engine.systems.men_of_iron.preview import scene
    from engine.systems.men_of_iron.shock import designation, engagement
    from engine.systems.men_of_iron.shock.resolve import fight
    from engine.systems.men_of_iron.state import Attack as IronAttack

    order: Any = idea.answer
    after = copied(g)
    stood = {u.id: (u.hex, u.facing, u.normal) for u in after.units()}
    run(after, kinds.carry_out(after, order))
    u = after.state.units[order.unit]
    if not u.on_map or any(stood[x.id] != (x.hex, x.facing, x.normal) for x in after.units() if x.id != u.id):
        return None
    shocking = scene.as_if(after, u.command, "shock")
    u = shocking.state.units[u.id]
    if idea.kind == "charge":
        ways = [w for w in charge.ways(shocking, u) if tuple(sorted(t.id for t in w.targets)) == enemies]
        attack = IronAttack(unit=u.id, targets=list(enemies), charge=list(ways[0].path)) if ways else None
    else:
        met = tuple(sorted(t.id for t in designation.in_front(shocking, u)))
        attack = IronAttack(unit=u.id, targets=list(enemies)) if met == enemies else None
    if attack is None:
        return None
    try:
        run(shocking, fight(shocking, engagement.of(shocking, [attack])), until="shock")
    except Found as found:
        # Horses that shied, or were met by others, fight otherwise, and /what says so.
        if (found.request.table == "charge") == (idea.kind == "charge"):
            return str(found.request.text).split()[-1], f"{sum(m.value for m in found.request.modifiers):+d}"
    return None
