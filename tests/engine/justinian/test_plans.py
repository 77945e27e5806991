"""Who is activated and what they do then, in one answer: it fits what is asked then, and is given up else."""

from __future__ import annotations

import random
from typing import Any

from engine.fairdice import Chain, FairDice
from engine.kernel.ahead import Ahead
from engine.kernel.decisions import Choice, Choose, Command, Pick
from engine.kernel.game import Game
from engine.kernel.ideas import Idea
from engine.kernel.text import Text
from engine.players import random_answer
from engine.systems import registry
from engine.systems.justinian.ideas import plans
from engine.systems.justinian.movement import activation, steps
from scenarios import load
from tests.engine.justinian.field import Field, field


def italy() -> Field:
    rig = field(gold=20).army("italy", "dalmatia", 20, leader="belisarius")
    return rig.army("totila", "venetia-et-histria", 10).marker("ostrogoths", "venetia-et-histria")


def test_a_plan_tells_how_likely_its_mp_are() -> None:
    rig = italy()
    plan = next(p for p in plans.of(rig.g, "italy") if p.what.kind == "strike")
    allowance = [rig.g.charts.allowance(die, "A") for die in range(10)]
    assert rig.g.commander(rig.state.armies["italy"]).movement == "A"  # type: ignore[union-attr]
    assert plan.enough == sum(mp >= 3 for mp in allowance) / 10 == 1.0
    assert "its MP suffice in any case" in str(plan.note) and plan.what.chance is not None
    slow = field().army("gelimer", "dalmatia", 20, disorganized=True).army("italy", "venetia-et-histria", 10)
    leader = slow.g.commander(slow.state.armies["gelimer"])
    assert leader is not None
    found = next(p for p in plans.of(slow.g, "gelimer") if p.what.kind == "strike")
    # Two for a border while Disorganized, one for the attack, one for the marker.
    enough = sum(slow.g.charts.allowance(die, leader.movement) >= 4 for die in range(10)) / 10
    assert found.enough == enough < 1
    assert f"its MP suffice: {round(100 * enough)} %" in str(found.note) and "3 MP" in str(found.note)


def test_an_order_given_beforehand_fits_where_the_mp_suffice() -> None:
    rig = italy()
    plan = next(p for p in plans.of(rig.g, "italy") if p.what.kind == "strike")
    rig.activate("byzantine", mp=4, army="italy")
    question = activation.Marching(rig.g, rig.force("italy")).question()
    assert plan.ahead.answer_to(question) == plan.what.answer
    rig.activate("byzantine", mp=1, army="italy")
    assert plan.ahead.answer_to(activation.Marching(rig.g, rig.force("italy")).question()) is None
    other = rig.army("africa", "byzacena", 10, leader="narses").activate("byzantine", mp=6, army="africa")
    assert plan.ahead.answer_to(activation.Marching(other.g, other.force("africa")).question()) is None
    assert plan.ahead.answer_to(None) is None


def test_what_is_proposed_then_fits_every_question_of_its_kind() -> None:
    listed = Choose(
        kind="toy", side="byzantine", rule="", prompt=Text("?"), default_key="b",
        choices=(Choice("a", Text("a")), Choice("b", Text("b"))),
    )  # fmt: skip
    made = Choice("proposed", Text("as proposed"))
    assert Ahead("toy", made, proposed=True).answer_to(listed) == Pick(key="b")
    assert Ahead("other", made, proposed=True).answer_to(listed) is None
    assert Ahead("toy", Choice("a", Text("another label")), unlisted=True).answer_to(listed) == Pick(key="a")
    assert Ahead("toy", Choice("a", Text("another label"))).answer_to(listed) is None, "it isn't what was offered"
    assert Ahead("toy", Choice("c", Text("c")), unlisted=True).answer_to(listed) is None


def test_a_plan_ends_the_activation_only_where_nothing_could_be_done_with_more_mp() -> None:
    rig = field(gold=20).army("africa", "byzacena", 10, leader="belisarius").alive()
    rig.marker("vandals", "byzacena", "zeugitania", "numidia")
    most = next(p for p in plans.of(rig.g, "africa") if p.what.kind == "advance")
    assert isinstance(most.what.answer, steps.March)
    assert sum(s.act == "clear" for s in most.what.answer.steps) == 3 and most.what.answer.end
    rig.marker("vandals", "mauretania-sitifensis")
    more = next(p for p in plans.of(rig.g, "africa") if p.what.kind == "advance")
    assert isinstance(more.what.answer, steps.March) and not more.what.answer.end


def planned(game: Game[Any], decision: Any) -> list[Idea]:
    """Everything that can be answered with what follows from it."""
    found = [*game.system.ideas(game, decision, "")]
    for unit in dict.fromkeys(c.unit for c in decision.menu if c.unit is not None):
        found += game.system.ideas(game, decision, unit)
    return [i for i in found if i.then]


def test_plans_of_a_campaign_are_carried_out_or_asked() -> None:
    """Whoever always takes a plan: each is legal, and its parts are answered or left for their player to decide."""
    system = registry.system_for(load("justinian/renovatio"))
    rng, dice = random.Random(5), FairDice(Chain((5).to_bytes(32, "big")), "test", 1, "")
    game = Game.start(system, system.initial_state(), dice)
    given: dict[str, int] = {}
    while game.pending and game.state.turn <= 2:
        decision = game.pending[0]
        found = planned(game, decision) if isinstance(decision, (Choose, Command)) and decision.kind != "march" else []
        if not found:
            game.answer(decision.side, random_answer(decision, rng, 4.0), dice)
            continue
        idea = rng.choice(found[:3])
        decision.check(idea.answer)
        game.answer(decision.side, idea.answer, dice)
        for ahead in idea.then:
            now = game.decision_for(decision.side)
            answer = ahead.answer_to(now)
            if answer is not None:
                game.answer(decision.side, answer, dice)
                given[ahead.kind] = given.get(ahead.kind, 0) + 1
            elif not ahead.proposed:
                break
    assert {"march", "use-power", "recruits"} <= {*given}, given
