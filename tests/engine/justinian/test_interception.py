"""7.3 Interception on land; who may try, the die, and what comes of it."""

from __future__ import annotations

import pytest

from engine.kernel.decisions import ChooseEach
from engine.systems.justinian.events import BattleFought
from engine.systems.justinian.interception import land
from engine.systems.justinian.movement import steps
from tests.engine.justinian.field import Field, field


def asked(rig: Field, kind: str = "intercept") -> list[str]:
    """Who was asked in the questions of a kind."""
    return [i.key for d in rig.decisions if isinstance(d, ChooseEach) and d.kind == kind for i in d.items]


@pytest.mark.rule("justinian 7.31")
def test_the_interceptor_attacks_before_the_mover_can() -> None:
    rig = field().army("chosroes", "osrhoene", 20).army("orient", "euphratensis", 25, leader="sittas")
    rig.march("chosroes", rig.go("euphratensis"), {"orient": "yes"}, dice=[5, 5, 9, 0, 0, 0], stop=False)
    fought = rig.happened(BattleFought)[0]
    assert (fought.attacker, fought.armies, fought.against) == ("byzantine", ("orient",), ("chosroes",))
    assert rig.mp == (6, 1)  # whoever intercepts pays nothing
    assert not asked(rig, "retreat-before-combat")


@pytest.mark.rule("justinian 7.31")
def test_who_may_not_intercept() -> None:
    rig = field().army("orient", "euphratensis", 25, leader="sittas").army("chosroes", "osrhoene", 9, disorganized=True)
    rig.army("perozes", "osrhoene", 9, defeated=True).detached("osrhoene", "persia", 3)
    rig.army("lakhmids", "osrhoene", 5).ally("lakhmids", "neutral").army("ghassanids", "osrhoene", 5)
    rig.ally("ghassanids", "none")
    rig.march("orient", rig.go("osrhoene"), dice=[5])
    assert not asked(rig)
    frontier = field().army("chosroes", "osrhoene", 20).frontier("euphratensis", 9)
    frontier.army("orient", "euphratensis", 9)  # without a MagMil
    frontier.march("chosroes", frontier.go("euphratensis"), dice=[5])
    assert not asked(frontier)


@pytest.mark.rule("justinian 7.31")
def test_a_leader_without_sp_is_not_intercepted() -> None:
    rig = (
        field()
        .army("gelimer", "zeugitania", 0)
        .army("africa", "numidia", 9, leader="bessas")
        .detached("sardinia", "vandals", 2)
    )
    rig.march("gelimer", rig.go("numidia"), dice=[5])
    assert not asked(rig)


@pytest.mark.rule("justinian 7.32")
@pytest.mark.rule("justinian T:interception")
def test_a_failure_disorganizes_and_the_mover_goes_on() -> None:
    rig = field().army("chosroes", "osrhoene", 20).army("orient", "armenia-4", 25, leader="sittas")
    rig.march("chosroes", rig.go("armenia-4"), {"orient": "yes"}, rig.go("armenia-3"), dice=[5, 6])
    assert rig.state.armies["orient"].disorganized
    assert rig.state.armies["chosroes"].at == rig.at("armenia-3")
    assert rig.mp == (6, 3)


@pytest.mark.rule("justinian 7.32")
@pytest.mark.parametrize(("place", "start", "die"), [("syria-1", "syria-2", 7), ("euphratensis", "osrhoene", 6)])
def test_city_and_fort_help_whoever_held_them_as_the_activation_began(place: str, start: str, die: int) -> None:
    """Sittas has Control 5: 7 in a City and 6 in a Fort province are enough, one more isn't."""
    rig = field().army("chosroes", start, 20).army("orient", place, 25, leader="sittas").marker("persia", start)
    rig.march("chosroes", rig.go(place), {"orient": "yes"}, dice=[5, die, 9, 0, 0], stop=False)
    assert rig.happened(BattleFought)
    more = field().army("chosroes", start, 20).army("orient", place, 25, leader="sittas")
    more.march("chosroes", more.go(place), {"orient": "yes"}, dice=[5, die + 1])
    assert not more.happened(BattleFought)
    contested = field().army("chosroes", start, 20).army("orient", place, 25, leader="sittas").marker("persia", place)
    contested.march("chosroes", contested.go(place), {"orient": "yes"}, dice=[5, die])
    assert not contested.happened(BattleFought)


@pytest.mark.rule("justinian 7.32")
@pytest.mark.parametrize(("place", "least"), [("syria-1", -2), ("euphratensis", -1), ("syria-2", 0)])
def test_a_city_and_a_fort_do_not_add_up(place: str, least: int) -> None:
    """The City alone counts where there is a Fort marker as well; a printed Fort and a built one are one."""
    rig = field().army("chosroes", place, 20).army("orient", place, 25, leader="sittas")
    forts = [rig.at("syria-1"), rig.at("euphratensis")]
    rig.under(forts=forts).activate("barbarian", mp=3)
    assert rig.state.activation is not None
    rig.state.activation.nobody = ()  # Byzantium held it as the activation began
    rig.g.version += 1
    request = land.request_for(rig.g, rig.force("chosroes"), rig.force("orient"))
    assert request.modifier == least and len(request.modifiers) <= 1


@pytest.mark.rule("justinian 7.33")
def test_several_interceptors_attack_together_under_a_major_power() -> None:
    rig = field().army("italy", "venetia-et-histria", 30, leader="belisarius")
    rig.army("witigis", "aemilia", 10).army("franks", "aemilia", 12).army("alamanni", "aemilia", 9)
    rig.marker("ostrogoths", "liguria")
    rig.march(
        "italy",
        rig.go("aemilia"),
        {"witigis": "yes", "franks": "yes", "alamanni": "no"},
        # MP; both succeed; the battle, won by Belisarius; his check for disorder.
        dice=[5, 4, 5, 0, 9, 0],
    )
    fought = rig.happened(BattleFought)[0]
    assert fought.armies == ("witigis", "franks") and fought.sp == (22, 30)
    attack = next(r for r in rig.rolls if r.purpose == "battle")
    assert attack.unit == "witigis"
    assert all(rig.state.armies[x].led_by is None for x in ("witigis", "franks"))
    assert rig.state.armies["italy"].at == rig.at("aemilia") and rig.mp == (7, 1)


@pytest.mark.rule("justinian 7.33")
def test_of_several_commanders_their_player_names_one() -> None:
    rig = field().army("orient", "syria-2", 30, leader="belisarius").army("chosroes", "theodorias", 10)
    rig.army("perozes", "theodorias", 12).marker("persia", "syria-1")
    rig.march("orient", rig.go("theodorias"), "yes", "perozes", dice=[5, 4, 5, 0, 9, 0], but=("commander",))
    attack = next(r for r in rig.rolls if r.purpose == "battle")
    assert attack.unit == "perozes" and not [m for m in attack.modifiers if m.rule == "4.12"]


@pytest.mark.rule("justinian 7.33")
def test_whoever_is_beaten_by_interceptors_goes_no_further() -> None:
    rig = field().army("orient", "syria-2", 25, leader="bessas").army("chosroes", "theodorias", 40)
    rig.march("orient", rig.go("theodorias"), "yes", dice=[5, 4, 9, 0, 0], stop=False)
    orient = rig.state.armies["orient"]
    assert orient.defeated and orient.at != rig.at("theodorias")


@pytest.mark.rule("justinian 8.14")
def test_a_retreat_before_combat_may_be_intercepted() -> None:
    rig = field().army("orient", "syria-2", 30, leader="sittas").army("chosroes", "syria-2", 9)
    rig.army("armenia", "theodorias", 12, leader="bessas").marker("persia", "syria-1")
    rig.march(
        "orient",
        steps.Attack(),
        {"chosroes": "theodorias"},
        {"armenia": "yes"},
        # MP; Chosroes' order (he is disordered); interception; battle; order of the winner.
        dice=[5, 9, 4, 9, 0, 0],
    )
    fought = rig.happened(BattleFought)[0]
    assert (fought.armies, fought.against, fought.place) == (("armenia",), ("chosroes",), rig.at("theodorias"))
    assert len(asked(rig, "retreat-before-combat")) == 1
    assert rig.mp == (6, 0)  # nobody was left to attack


def test_the_odds_stand_with_the_choice() -> None:
    rig = field().army("chosroes", "osrhoene", 20).army("orient", "euphratensis", 25, leader="sittas")
    rig.march("chosroes", rig.go("euphratensis"), {"orient": "no"}, dice=[5])
    question = next(d for d in rig.decisions if d.kind == "intercept")
    assert isinstance(question, ChooseEach)
    yes = question.items[0].choices[0]
    assert yes.chance == pytest.approx(0.7)  # Control 5 and a Fort
    assert "otherwise Disorganized" in str(yes.note)


def questions(rig: Field) -> list[ChooseEach]:
    return [d for d in rig.decisions if isinstance(d, ChooseEach) and d.kind == "intercept"]


def on_the_way() -> Field:
    rig = field().army("chosroes", "osrhoene", 20).army("orient", "euphratensis", 25, leader="sittas")
    return rig.army("armenia", "syria-2", 12, leader="bessas")


@pytest.mark.rule("justinian 7.33")
def test_all_on_the_way_of_an_order_are_asked_once() -> None:
    rig = on_the_way()
    answer = {"orient": "no", "armenia": "yes"}
    rig.march("chosroes", rig.go("euphratensis", "syria-2"), answer, dice=[9, 9])
    [question] = questions(rig)
    assert [i.key for i in question.items] == ["orient", "armenia"]
    assert "and goes on to Syria II" in str(question.prompt) and "in Syria II" in str(question.items[1].label)
    assert rig.state.armies["armenia"].disorganized and not rig.state.armies["orient"].disorganized


@pytest.mark.rule("justinian 7.33")
def test_what_was_answered_counts_for_the_mover_as_it_was() -> None:
    rig = on_the_way()
    mover, armenia = rig.force("chosroes"), rig.force("armenia")
    ahead = land.Ahead(sp=20, picks={"armenia": True})
    assert ahead.answered([armenia], mover) == [armenia]
    assert ahead.answered([armenia, rig.force("orient")], mover) is None, "one of them wasn't asked"
    rig.state.armies["chosroes"].sp = 18
    assert ahead.answered([armenia], mover) is None, "it has lost SP since: they are asked again"


@pytest.mark.rule("justinian 7.31")
def test_who_is_on_no_ordered_way_is_not_asked() -> None:
    rig = on_the_way()
    rig.march("chosroes", rig.go("euphratensis"), {"orient": "no"}, dice=[9])
    [question] = questions(rig)
    assert [i.key for i in question.items] == ["orient"] and "goes on" not in str(question.prompt)
