"""6.2 A Barbarian activation (C1): which marker, which power, and what it is used for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.kernel.decisions import Choice, Choose
from engine.kernel.dice import D10, RollRequest
from engine.kernel.text import Refusal, Text
from engine.kernel.wanted import Wanted
from engine.systems.justinian import alliance, combined, random_events, recruits, selection, standing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.events import (
    ActivationEnded,
    ArmiesSeparated,
    BarbarianPassed,
    MarkerUsed,
    PhaseBegan,
    Told,
)
from engine.systems.justinian.ideas import activations
from engine.systems.justinian.movement import activation, choice_weights, fleet_menus
from engine.systems.justinian.scenario import BYZANTINE, OSTROGOTHS, PERSIA, VANDALS
from engine.systems.justinian.selection import Selection
from engine.systems.justinian.state import Army, fleet_at

SELECTED = (VANDALS, OSTROGOTHS, PERSIA)
"""6.21 Powers a Select marker may name."""


async def phase(g: Campaign) -> None:
    """C1, empty once the Barbarian has no marker left or has passed (6.11, 6.12)."""
    if g.state.passed or not any(g.state.markers.values()):
        g.emit(PhaseBegan(phase="byzantine", rule="6.12"))
        return
    pick = await g.ask(
        Choose(
            kind="barbarian-activation",
            side="barbarian",
            rule="6.21",
            prompt=Text("Which Activation Marker?"),
            choices=list(_choices(g)),
            default_key="random" if g.state.markers["random"] else "pass",
            why=partial(_not_selected, g),
            begins=True,
        )
    )
    if pick.key == "pass":
        g.emit(BarbarianPassed(rule="6.11"))
        g.emit(PhaseBegan(phase="byzantine", rule="6.12"))
        return
    if pick.key == "combined":
        g.emit(MarkerUsed(marker="select", n=2, rule="6.42"))
        await combined.operation(g)
    elif pick.key == "random":
        g.emit(MarkerUsed(marker="random", rule="6.21"))
        await random(g)
    elif (chosen := selection.read(pick.key)) is not None:
        g.emit(MarkerUsed(marker="select", power=chosen.power, rule="6.21"))
        await use(g, chosen.power, select=True, recruit=chosen.recruits)
    if g.state.phase == "over":
        return
    standing.settle(g)
    g.emit(ActivationEnded(side="barbarian", rule="6.12"))
    g.emit(PhaseBegan(phase="byzantine", rule="6.12"))


def _not_selected(g: Campaign, wanted: Wanted) -> Refusal | None:
    """6.21 Why an army or a power isn't selected by its name, or no Combined Operation made (6.41)."""
    if "combined" in wanted.words:
        no = combined.why_not(g)
        text = "Which two armies the Combined Operation takes is asked next: write combined alone."
        return no if no is not None else Refusal(text, rule="6.43")
    for word in wanted.words:
        army = g.state.armies.get(word)
        chosen = selection.read(word)
        named = chosen.power if chosen is not None else word
        power = army.power if army is not None else named if named in g.scenario.power_specs else None
        if power is None:
            continue
        if power == BYZANTINE:
            name = g.state.names.get(word, g.power(power).name)
            return Refusal("That is the enemy's: {name}.", rule="6.21", name=name)
        if power not in SELECTED:
            text = "The {name} are no major power: a Random marker may name them, or a Combined Operation."
            return Refusal(text, rule="6.21", name=g.power(power).name)
        if not g.state.markers["select"]:
            return Refusal("Both Select markers are used.", rule="6.21")
        if not available(g, power):
            return Refusal("The {name} have nothing to use.", rule="6.21", name=g.power(power).name)
        if army is not None:
            key = Selection(power, True).key
            return Refusal("{army} is used after {key}.", rule="6.21", army=g.state.names[army.id], key=key)
    return None


def _choices(g: Campaign) -> Iterator[Choice]:
    left = g.state.markers
    if left["select"]:
        for power in SELECTED:
            if available(g, power):
                yield from _select(g, power)
    if left["random"]:
        text = Text("Random: two dice name the power ({n} left)", n=left["random"])
        yield Choice("random", text, note=partial(_event_chance, g), lean=1.5)
    if combined.allowed(g):
        yield Choice("combined", Text("Combined Operation: both Select markers"), lean=0.7)
    yield Choice("pass", Text("No more activations this turn"), lean=0.02)


def _select(g: Campaign, power: str) -> Iterator[Choice]:
    """A Select marker for a power; with its recruits, and without, where it may have them (6.24)."""
    name = g.power(power).name
    if not recruits.may_by_select(g, power):
        yield Choice(Selection(power, True).key, Text("Select: {name}", name=name), lean=1.5)
        return
    text = Text("Select: {name}, who recruit", name=name)
    yield Choice(Selection(power, True).key, text, note=recruits.prospect(g, power), lean=1.5)
    if _useful(g, power):
        text = Text("Select: {name}, without recruits", name=name)
        yield Choice(Selection(power, False).key, text, lean=0.3)


def _event_chance(g: Campaign) -> Text:
    """6.22 How likely two dice are to bring a random event."""
    least = g.charts.event_number("struck_from")
    n = sum(a + b >= least for a in D10 for b in D10)
    return Text("{n} %: a random event comes first", n=round(100 * n / len(D10) ** 2))


def _useful(g: Campaign, power: str) -> bool:
    """Whether a power has an army or a fleet that could be used."""
    return bool(g.armies(power=power) or g.state.fleets.get(power))


def available(g: Campaign, power: str) -> bool:
    """Whether a Select marker may name a power: it is in the game with a leader or a fleet it could use (8.26, 8.28),
    or with a City to recruit in (6.24)."""
    if power in g.state.out:
        return False
    return _useful(g, power) or recruits.may_by_select(g, power)


async def random(g: Campaign) -> None:
    """6.22 Two dice: a random event if they add to 10 or more, then the power they name."""
    roll = await g.roll(_two_dice(g))
    first, second = roll.dice
    if first + second >= g.charts.event_number("struck_from"):
        await random_events.strike(g)
        if g.state.phase == "over":
            return
    power = g.charts.power_for(10 * first + second)
    while _rerolled(g, power):
        roll = await g.roll(_two_dice(g, again=True))
        power = g.charts.power_for(10 * roll.dice[0] + roll.dice[1])
    if g.state.alliance.get(power) == "neutral":
        text = Text("It would be the {name}, who are Neutral this turn: nobody uses them.", name=g.power(power).name)
        g.emit(Told(story=text, rule="6.35"))
        return
    g.emit(Told(story=Text("The {name} are activated.", name=g.power(power).name), rule="6.22"))
    await use(g, power, select=False)


def _rerolled(g: Campaign, power: str) -> bool:
    """6.22 Powers out of the game, and Persians whose last leader is on the turn track (8.26)."""
    return power in g.state.out or (power == PERSIA and not g.armies(power=PERSIA))


def _two_dice(g: Campaign, *, again: bool = False) -> RollRequest:
    least = g.charts.event_number("struck_from")
    return RollRequest(
        purpose="random-power",
        side="barbarian",
        text=Text("Another power is named") if again else Text("Which power stirs?"),
        rule="6.22",
        table="barbarian_activation",
        count=2,
        needs=Text("two dice, first tens, then ones") if again else Text("{n} in all for an event", n=least),
    )


async def use(g: Campaign, power: str, *, select: bool, recruit: bool = True) -> None:
    """6.25 One army of the power, or its Fleet SP of one place, is activated.

    ``recruit``: whether a power that is selected has its new SP first, where it may (6.24).
    """
    if g.minor(power):
        await _minor(g, power)
        return
    if select:
        await recruits.by_select(g, power, recruit=recruit)
    options = list(_options(g, power))
    if not options:
        g.emit(Told(story=Text("The {name} have nothing to use.", name=g.power(power).name), rule="6.22"))
        return
    pick = await g.ask(
        Choose(
            kind="use-power",
            side="barbarian",
            rule="6.25",
            prompt=Text("The {name}: what is used?", name=g.power(power).name),
            choices=options,
            default_key="nothing",
            begins=True,
        )
    )
    if pick.key == "nothing":
        return
    if pick.key.startswith("fleet-"):
        await activation.fleet(g, power, int(pick.key.removeprefix("fleet-")))
        return
    a = g.army(pick.key.removeprefix("alone-"))
    await army(g, a, alone=pick.key.startswith("alone-"))


def _options(g: Campaign, power: str) -> Iterator[Choice]:
    found = 0
    for a in g.armies(power=power):
        together = len(g.force(a)) > 1
        place = g.land.name(a.at or 0)
        label = "{army} at {place} with all that is combined, {n} SP" if together else "{army} at {place}, {n} SP"
        lean = choice_weights.of_activating(g, a.id)
        if recruits.due_in_box(g, a):
            label, lean = "{army}, who raises troops in his box", 6.0
        found += 1
        name = g.state.names[a.id]
        yield Choice(
            a.id,
            Text(label, army=name, place=place, n=g.strength(a)),
            unit=a.id,
            hex=a.at,
            note=partial(activations.prospects, g, a.id),
            lean=lean,
        )
        if together:
            text = Text("{army} alone, {n} SP", army=name, n=a.strength)
            yield Choice(f"alone-{a.id}", text, unit=a.id, hex=a.at, lean=0.2)
    for place, pool in g.state.fleets.get(power, {}).items():
        found += 1
        text = Text("The fleet at {place}, {n} Fleet SP", place=g.land.name(place), n=pool.sp)
        lean = fleet_menus.prospects(g, power, place)
        yield Choice(f"fleet-{place}", text, unit=fleet_at(place, power).key, hex=place, lean=lean)
    if found:
        yield Choice("nothing", Text("Nothing"), lean=0.02)


async def army(g: Campaign, a: Army, *, alone: bool = False, extra_mp: int = 0) -> None:
    """6.23, 6.25 A leader is activated: he recruits, the first time he is in his box; then he moves and fights."""
    if recruits.due_in_box(g, a):
        await recruits.in_box(g, a)
    led = tuple(x.id for x in g.force(a) if x.led_by is not None)
    if alone and led:
        g.emit(ArmiesSeparated(armies=led, rule="6.44"))
    await activation.army(g, a.id, extra_mp=extra_mp)


async def _minor(g: Campaign, power: str) -> None:
    """6.31, 6.33 A minor power: its side first, then it is used by that side; a Neutral one by nobody."""
    a = next((x for x in g.armies(power=power)), None)
    if a is None:
        return
    await alliance.settle(g, power)
    side = g.state.alliance[power]
    if side == "neutral":
        return
    if side == "byzantine":
        await alliance.use(g, a)
        return
    if a.led_by is not None:
        if not await _splits_off(g, a):
            return
        g.emit(ArmiesSeparated(armies=(a.id,), rule="6.44"))
    if recruits.due_in_box(g, a):
        await recruits.in_box(g, a)
    if a.strength:
        await activation.army(g, a.id)


async def _splits_off(g: Campaign, a: Army) -> bool:
    """6.44 A minor army of a Combined Operation is activated again: it leaves the group, or nothing is done."""
    head = g.head(a)
    pick = await g.ask(
        Choose(
            kind="split-off",
            side="barbarian",
            rule="6.44",
            prompt=Text("{army} is combined with {head}", army=g.state.names[a.id], head=g.state.names[head.id]),
            choices=(
                Choice("stay", Text("They stay together; nothing is done")),
                Choice("split", Text("{army} leaves and is used alone", army=g.state.names[a.id])),
            ),
            default_key="stay",
            subject=a.id,
        )
    )
    return pick.key == "split"
