"""Who is activated and what they do then, in one: the order is given as soon as the MP are rolled, if they suffice.

If they don't, or something comes between, the player is asked as always; nothing is lost by having planned.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.kernel.ahead import Ahead, answer_of
from engine.kernel.board import Place
from engine.kernel.decisions import Choice, Choose, Command
from engine.kernel.ideas import Idea
from engine.kernel.text import Text, joined
from engine.systems.justinian import recruits, selection
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.combat.forces import Force
from engine.systems.justinian.ideas import marches, voyages
from engine.systems.justinian.movement import limits, steps
from engine.systems.justinian.movement.choice_weights import TYPICAL_MP
from engine.systems.justinian.movement.course import Course
from engine.systems.justinian.state import Army

EACH = 2
"""Plans of one army."""
LIKELY = 0.7
"""Chance of enough MP from which a plan is better than to activate and see."""
RAISING = 3.0
"""Weight of having a leader raise troops in his box."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What an army does when its MP suffice."""

    army: str
    what: Idea
    weight: float
    """Of what is done, by the likelihood that it can be."""
    enough: float
    """Chance that the MP rolled suffice."""

    @property
    def settles(self) -> bool:
        """Whether something is done by it, and not only gone to."""
        assert isinstance(self.what.answer, steps.March)
        return any(not isinstance(x, steps.Go) for x in self.what.answer.steps)

    @property
    def ahead(self) -> Ahead:
        """The order, given beforehand."""
        return Ahead("march", Choice("march", self.what.label, answer=self.what.answer, unit=self.army), unlisted=True)

    @property
    def note(self) -> Text:
        """How likely it is that it can be done, and what comes of it."""
        n = round(100 * self.enough)
        mp = Text("its MP suffice: {n} %", n=n) if n < 100 else Text("its MP suffice in any case")
        return joined([mp, self.what.note], "; ") if self.what.note is not None else mp


def course(g: Campaign, army: str) -> Course | None:
    """An army as it would set out, with the MP it may count on; None where it can do nothing of its own, and for a
    fleet."""
    a = g.state.armies.get(army)
    if a is None:
        return None
    force = Force(g, army)
    if a.led_by is not None or a.at is None or not force.sp or force.leader is None:
        return None
    most = max(_allowances(force))
    return Course(g, force, force.at, TYPICAL_MP, a.sp, a.defeated, a.disorganized, most=most)


def prospects(c: Course) -> list[tuple[float, Idea]]:
    """What an army could do with the MP it may count on, the best first."""
    return c.g.derived(("prospects", c.force.lead), lambda: sorted(marches.ideas(c), key=lambda x: -x[0]))


def of(g: Campaign, army: str, most: int = EACH) -> list[Plan]:
    """The best plans of an army that is about to be activated; none that would end where it may not stand (7.14)."""
    c = course(g, army)
    if c is None:
        return []
    rolls, found = _allowances(c.force), list[Plan]()
    for weight, idea in prospects(c):
        assert isinstance(idea.answer, steps.March)
        done = marches.after(c, idea.answer.steps)
        if done is None or limits.warning(g, c.force.armies, done.at) is not None:
            continue
        enough = sum(mp >= c.mp - done.mp for mp in rolls) / len(rolls)
        found.append(Plan(army, idea, weight * enough, enough))
        if len(found) == most:
            break
    return found


def _allowances(force: Force) -> list[int]:
    """7.11 MP it may get, each as likely as the others."""
    leader = force.leader
    assert leader is not None
    return [force.g.charts.allowance(die, leader.movement) for die in range(10)]


def of_question(g: Campaign, decision: Choose) -> Iterator[tuple[float, Idea]]:
    """What a list leads to, chosen with it: a marker's army, what an army or a fleet does."""
    match decision.kind:
        case "barbarian-activation":
            yield from _selections(g, decision)
        case "use-power":
            for choice in decision.choices:
                if (fleet := next((x for x in g.fleets(choice.hex) if x.key == choice.unit), None)) is not None:
                    for weight, idea in voyages_of(g, choice, fleet.power, fleet.place):
                        label = Text("{fleet}: {what}", fleet=choice.label, what=idea.label)
                        yield weight, replace(idea, label=label)
                elif choice.key == choice.unit and not recruits.due_in_box(g, g.army(choice.key)):
                    for plan in of(g, choice.key):
                        label = Text("{army}: {what}", army=g.state.names[plan.army], what=plan.what.label)
                        yield plan.weight, _idea(plan, label, choice, plan.ahead)
        case _:
            pass


def besides(decision: Command) -> Iterator[tuple[float, Idea]]:
    """5.31, 6.51 For Byzantium: recruiting, with what the die gives placed as it is proposed then."""
    for choice in decision.menu:
        if choice.key == "recruit" and choice.answer is not None:
            label, note = Text("Recruit, placed as proposed"), Text("no ships are built")
            then = _proposed("recruits")
            yield choice.lean, Idea("lead", label, choice.answer, note=note, then=then)


def _proposed(*kinds: str) -> tuple[Ahead, ...]:
    return tuple(Ahead(x, Choice(x, Text("as proposed")), proposed=True) for x in kinds)


def _selections(g: Campaign, decision: Choose) -> Iterator[tuple[float, Idea]]:
    for choice in decision.choices:
        chosen = selection.read(choice.key)
        if chosen is None:
            continue
        if chosen.recruits and recruits.may_by_select(g, chosen.power):
            # Which army is used depends on the dice.
            label = Text("{what}, placed as proposed", what=choice.label)
            note = joined([recruits.prospect(g, chosen.power), Text("no ships are built")], "; ")
            yield 1.0, Idea("lead", label, answer_of(choice), note=note, then=_proposed("recruits"))
            continue
        for a in g.armies(power=chosen.power):
            yield from _selecting(g, choice, a)


def _selecting(g: Campaign, choice: Choice, a: Army) -> Iterator[tuple[float, Idea]]:
    name = g.state.names[a.id]
    used = Ahead("use-power", Choice(a.id, Text("{army}", army=name), unit=a.id), unlisted=True)
    if recruits.due_in_box(g, a):
        label = Text("Select {army}, who raises troops", army=name)
        yield RAISING, Idea("lead", label, answer_of(choice), unit=a.id, hex=a.at, then=(used,))
        return
    for plan in of(g, a.id):
        label = Text("Select {army}: {what}", army=name, what=plan.what.label)
        yield plan.weight, _idea(plan, label, choice, used, plan.ahead)


def _idea(plan: Plan, label: Text, choice: Choice, *then: Ahead) -> Idea:
    x = plan.what
    return Idea(x.kind, label, answer_of(choice), plan.army, x.hex, note=plan.note, chance=x.chance, then=then)


def after(plan: Plan, choice: Choice) -> Idea:
    """6.51 For Byzantium: an army is activated, and does it."""
    return _idea(plan, plan.what.label, choice, plan.ahead)


def voyages_of(g: Campaign, choice: Choice, power: str, place: Place) -> Iterator[tuple[float, Idea]]:
    """7.2 A fleet is activated, and sails at once: no die is rolled for it."""
    for weight, x in voyages.all_of(g, power, place):
        sails = Ahead("sail", Choice("sail", x.label, answer=x.answer), unlisted=True)
        yield weight, replace(x, answer=answer_of(choice), unit=choice.unit, then=(sails,))
