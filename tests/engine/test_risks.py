"""What a choice is said to risk is what is rolled for when it is made: over walks of battles, and by hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from engine.kernel.decisions import Answer, Choice, Choose, ChooseEach, Command, Decision, Pick, Picks
from engine.kernel.dice import OutOfDice, RollRequest
from engine.kernel.game import Game
from engine.kernel.risk import chance
from engine.players import random_answer
from engine.systems import registry
from engine.systems.cataphract import feigned
from engine.systems.gboh.turn import momentum
from engine.systems.men_of_iron import counter_charge, reach
from scenarios import load
from tests.engine.cataphract import kit as cataphract
from tests.engine.cataphract.test_battles import SeededDice
from tests.engine.men_of_iron import kit as men_of_iron

GOOD = {
    "line-permission": "granted",
    "momentum": "Momentum",
    "trump": "he takes the turn",
    "rally": "rallied",
    "continuity": "it acts",
    "seizure": "it seizes the battle",
    "counter-charge": "it succeeds",
    "ride-through": "no effect",
    "champion-appeal": "the duel is forgotten",
    "alan-activation": "he acts",
    "nerve": "it stays",
    "ditch": "it goes on",
    "pits": "no harm",
}
"""What success is called, by the purpose of the roll."""


class Waiting:
    """Dice that stop at the first roll and keep what was to be rolled."""

    def __init__(self) -> None:
        self.request: RollRequest | None = None

    def throw(self, request: RollRequest, segment: int) -> tuple[int, Sequence[int]]:
        self.request = request
        raise OutOfDice(request)


def risky(decision: Decision) -> Iterator[tuple[Choice, Answer]]:
    """Choices of a question that say what they risk, with the answer each is."""
    if isinstance(decision, Choose):
        yield from ((c, Pick(key=c.key)) for c in decision.choices if c.risk is not None)
    elif isinstance(decision, ChooseEach):
        for item in decision.items:
            yield from ((c, Picks(picks={item.key: c.key})) for c in item.choices if c.risk is not None)
    elif isinstance(decision, Command):
        for c in decision.menu:
            if c.risk is not None and c.answer is not None:
                yield c, c.answer


def rolled(game: Game[Any], decision: Decision, answer: Answer) -> RollRequest | None:
    """The first roll after an answer, for which nobody else is asked before."""
    copy = game.fork()
    dice = Waiting()
    try:
        copy.answer(decision.side, answer, dice)
        other = next(iter(copy.pending))
        if other.side != decision.side and isinstance(other, Choose):  # who may seize the battle lets it be
            copy.answer(other.side, Pick(key=other.default_key), dice)
    except OutOfDice:
        pass
    return dice.request


def success(request: RollRequest) -> float:
    """Probability that the roll says what success is called."""
    return chance(request, lambda total: str(request.outcome(total)) == GOOD[request.purpose])


@pytest.mark.parametrize(
    ("key", "answers", "purposes"),
    [
        ("cataphract/tricameron", 160, {"momentum", "line-permission"}),
        ("cataphract/taginae", 60, {"momentum"}),
        ("men-of-iron/falkirk", 150, {"continuity", "seizure"}),
    ],
)
def test_a_risk_is_the_probability_of_the_roll_that_follows(key: str, answers: int, purposes: set[str]) -> None:
    system = registry.system_for(load(key))
    rng, dice = random.Random(key), SeededDice(3)
    game = Game.start(system, system.initial_state(None), dice)
    seen: Counter[str] = Counter()
    for _ in range(answers):
        if not game.pending:
            break
        decision = rng.choice([d for d in game.pending if game.decision_for(d.side) is d])
        for choice, answer in risky(decision):
            assert choice.risk is not None
            request = rolled(game, decision, answer)
            if request is None or request.purpose not in GOOD or seen[request.purpose] > 4:
                continue  # the other side is asked first
            seen[request.purpose] += 1
            assert choice.risk.chance == pytest.approx(success(request))
            assert choice.chance in (None, choice.risk.chance)
            assert str(choice.risk.words).count(";") == 1
        game.answer(decision.side, random_answer(decision, rng, keen=2), dice)
    assert purposes <= set(seen)


# -- by hand ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("cataphract 10.27")
def test_a_rally() -> None:
    rig = cataphract.battle(
        [cataphract.unit("HI1", 1010, routed=True)], a_leaders=[cataphract.leader("Oc", 1011, charisma=6)]
    ).orders("a", "Oc")
    asked = rig.play()
    assert isinstance(asked, Command)
    (choice,) = (c for c in asked.menu["HI1"].menu() if c.key == "rally")  # type: ignore[misc]
    rig.order(choice.answer, dice=[0])
    roll = rig.rolls[-1]
    assert choice.risk is not None
    assert (choice.risk.chance, roll.needs) == (0.7, "6 or less")


@pytest.mark.rule("cataphract 5.33")
def test_doom_says_what_it_does_with_the_charts_odds() -> None:
    rig = cataphract.battle(
        [cataphract.unit("HI1", 1010)],
        [cataphract.unit("HI2", 3030, "W")],
        a_leaders=[cataphract.leader("Oc", 1011)],
        b_leaders=[cataphract.leader("Other", 3031)],
    )
    words = str(momentum.doom_words(rig.g))
    falls = Counter(momentum.FALLS[rig.g.game.doom.fall(n, rig.g.charts).finishes] for n in range(10))
    assert words.startswith("a 9 brings doom, another roll: ")
    assert all(f"{what} {10 * n} %" in words for what, n in falls.items())
    found = momentum.at_stake(rig.g, rig.leader("Oc"))
    assert found.chance == pytest.approx(0.6)


@pytest.mark.rule("cataphract 5.33")
def test_even_where_every_face_is_good_the_nine_brings_doom() -> None:
    rig = cataphract.battle(a_leaders=[cataphract.leader("Oc", 1011, initiative=9)])
    assert momentum.at_stake(rig.g, rig.leader("Oc")).chance == pytest.approx(0.9)


@pytest.mark.rule("men-of-iron 8.0/pass")
def test_riding_through_friends_says_what_it_may_do_to_them() -> None:
    rig = men_of_iron.battle(
        [men_of_iron.unit("MM1", 1010), men_of_iron.unit("LB1", 1110), men_of_iron.unit("LB2", 1109)],
        [men_of_iron.unit("PK1", 2010, "W")],
        rows=(9, 10),
    ).activate("A")
    through = [n for n in reach.search(rig.g, rig.unit("MM1")).values() if n.ridden_through()]
    assert through
    for node in through:
        found = reach.risks(rig.g, rig.unit("MM1"), node)
        assert found is not None
        assert all(name in str(found.failing) for name in node.ridden_through())
        least = rig.g.charts.threshold("pass_disorders") + 1
        assert found.chance == pytest.approx(((10 - least) / 10) ** len(node.ridden_through()))


@pytest.mark.rule("men-of-iron 11.6", "men-of-iron 11.7")
@pytest.mark.parametrize("arc", ["front", "flank"])
def test_a_counter_charge(arc: Any) -> None:
    rig = men_of_iron.battle([men_of_iron.unit("LB1", 1210, "W")], [men_of_iron.unit("MM1", 1010)])
    rig.activate("A")
    found = counter_charge.at_stake(rig.g, rig.unit("MM1"), rig.unit("LB1"), arc)
    assert found.chance == counter_charge.chance(rig.g, rig.unit("MM1"), arc)
    assert str(found.failing) == "changes nothing"


@pytest.mark.rule("cataphract 6.73", "cataphract 6.74")
def test_a_feint() -> None:
    rig = cataphract.battle(
        [cataphract.unit("HC1", 1310, "W", feint_reaction=4)], [cataphract.unit("LC1", 1010, feigns=True, tq=6)]
    ).orders("a", None)
    found = feigned.at_stake(rig.g, rig.unit("LC1"), rig.unit("HC1"))
    assert found.chance == pytest.approx(0.7)  # TQ 6: 0 to 6
    assert "once HC1 pursues (50 %)" in str(found.needs)  # 5 to 9 of ten
    assert "strike LC1 from behind" in str(found.failing)


@pytest.mark.rule("cataphract 8.15", "cataphract 8.11")
def test_a_volley_on_the_menu_has_the_chance_of_its_roll() -> None:
    rig = cataphract.battle(
        [cataphract.unit("LI1", 1010, missile="C")],
        [cataphract.unit("LC1", 1210, "W")],
        a_leaders=[cataphract.leader("Oc", 909)],
    ).orders("a", "Oc")
    asked = rig.play()
    assert isinstance(asked, Command)
    below = asked.menu["LI1"].menu
    assert below is not None
    choice = below()["fire-LC1"]
    rig.order(choice.answer, dice=[9], defaults=["return-fire"])
    roll = rig.rolls[-1]
    limit = int(str(roll.needs).split()[0])
    drm = sum(m.value for m in roll.modifiers)
    assert choice.chance == pytest.approx(sum(die + drm <= limit for die in range(10)) / 10)
