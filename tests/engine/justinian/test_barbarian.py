"""6.1, 6.2 Barbarian activations, and 6.3 alliances."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Choose
from engine.systems.justinian import alliance, barbarian, recruits, removal, scopes, sequence, victory
from engine.systems.justinian.events import ActivationBegan, Allied, EventStruck, StrengthChanged
from engine.systems.justinian.movement.steps import March
from engine.systems.justinian.orders import Activate, Share
from tests.engine.justinian.field import Field, field, refused

STOP = March(end=True)


def ready(**values: Any) -> Field:
    """The Barbarian is to choose a marker; both great treasuries of men are somewhere, so that nobody is out."""
    rig = field(phase="barbarian", markers={"select": 2, "random": 3}, **values)
    return rig.detached("hispania", "vandals", 1).detached("picenum", "ostrogoths", 1)


def activated(rig: Field) -> list[str | None]:
    return [e.army or e.fleet for e in rig.happened(ActivationBegan)]


# -- markers and alternation ------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 6.21")
@pytest.mark.rule("justinian T:activation_markers")
def test_select_names_one_of_three_powers() -> None:
    rig = ready().army("gelimer", "zeugitania", 8)
    rig.run(barbarian.phase, dice=[4], answers=["select-vandals-only", "gelimer", STOP])
    assert rig.choices(0) == ["select-vandals", "select-vandals-only", "select-persia", "random", "combined", "pass"]
    assert rig.g.state.markers == {"select": 1, "random": 3}
    assert (rig.g.state.barbarian_done, rig.g.state.phase) == (1, "byzantine")
    assert activated(rig) == ["gelimer"]


@pytest.mark.rule("justinian 6.21")
@pytest.mark.rule("justinian T:activation_markers")
def test_two_select_and_three_random_markers_a_turn() -> None:
    g = field().g
    assert [g.charts.activations(x) for x in ("select", "random", "byzantine")] == [2, 3, 5]


@pytest.mark.rule("justinian 6.11")
def test_a_pass_is_for_the_whole_turn() -> None:
    rig = ready()
    rig.run(barbarian.phase, answers=["pass"])
    assert rig.g.state.passed
    rig.under(phase="barbarian").run(barbarian.phase)  # not asked any more
    assert rig.g.state.phase == "byzantine"


@pytest.mark.rule("justinian 6.11")
@pytest.mark.rule("justinian 6.12")
@pytest.mark.rule("justinian 3.1")
def test_sides_alternate_until_the_fifth_byzantine_activation() -> None:
    rig = ready(turn=3).marker("vandals", "sardinia")
    for x in rig.g.state.magmil.values():
        x.where = "gone"
    rig.under(markers={"select": 0, "random": 1}, byzantine_done=2)
    nothing = Activate(what="nothing")

    def barbarians(d: Any) -> Any:
        assert d.side == "barbarian"
        return "pass"

    rig.sequence = sequence.play
    asked = rig.play(dice=[0], answers=[barbarians, nothing, nothing, nothing])
    turned = [e.phase for e in rig.events if e.type == "phase-began"]
    assert turned[:7] == ["byzantine", "barbarian", "byzantine", "barbarian", "byzantine", "end", "income"]
    assert (rig.g.state.turn, asked.kind) == (4, "recruits")


@pytest.mark.rule("justinian 3.1")
def test_the_phases_of_a_turn_in_order() -> None:
    assert list(sequence.PHASES) == [
        "setup-byzantine",
        "setup-barbarian",
        "income",
        "removal",
        "maintenance",
        "recruit",
        "create",
        "command",
        "leaders",
        "barbarian",
        "byzantine",
        "end",
    ]


@pytest.mark.rule("justinian 6.12")
@pytest.mark.rule("justinian 10.1")
def test_the_last_activation_of_the_last_turn_ends_the_campaign() -> None:
    rig = ready(turn=10).marker("vandals", "sardinia").under(phase="byzantine", byzantine_done=4)
    rig.run(sequence.play, answers=[Activate(what="nothing")])
    assert (rig.g.state.phase, rig.g.state.winner) == ("over", "barbarian")
    assert not victory.byzantium_holds_all(rig.g)


# -- random -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 6.22")
@pytest.mark.rule("justinian 9.0")
@pytest.mark.rule("justinian T:barbarian_activation")
def test_an_event_comes_before_the_power() -> None:
    rig = ready(gold=0)
    # 6 and 7: an event; 5 and 0: Nika; then the Gepids, whose alliance die is 0, and who raise 3
    rig.run(barbarian.phase, dice=[6, 7, 5, 0, 0, 3, 0], answers=["random", STOP])
    assert [e.event for e in rig.happened(EventStruck)] == ["nika"]
    assert activated(rig) == ["gepids"]
    kinds = [e.type for e in rig.events]
    assert kinds.index("event-struck") < kinds.index("allied")


@pytest.mark.rule("justinian 6.22")
@pytest.mark.parametrize(
    ("dice", "power"), [((7, 4), "bulgars"), ((6, 7), "gepids"), ((0, 9), "persia"), ((9, 4), "ghassanids")]
)
def test_the_power_of_two_dice(dice: tuple[int, int], power: str) -> None:
    assert field().g.charts.power_for(10 * dice[0] + dice[1]) == power


@pytest.mark.rule("justinian 6.22")
def test_nine_in_all_is_no_event_and_lost_powers_are_rolled_again() -> None:
    rig = ready(gold=0, out=["vandals"])
    rig.g.state.detached.pop(rig.at("hispania"))
    # 1 and 2: Vandals, out; 9 and 9 again: no second event; Ghassanids
    rig.run(barbarian.phase, dice=[1, 2, 9, 9, 0, 0], answers=["random"])
    assert rig.happened(EventStruck) == []
    assert [e.power for e in rig.happened(Allied)] == ["ghassanids"]


@pytest.mark.rule("justinian 6.22")
@pytest.mark.rule("justinian 8.26")
def test_persians_without_a_leader_are_rolled_again() -> None:
    rig = ready(gold=0)
    for name in ("chosroes", "perozes"):
        rig.g.state.armies[name].where, rig.g.state.armies[name].at = "track", None
    rig.under().run(barbarian.phase, dice=[0, 5, 2, 7, 7], answers=["random"])
    assert [e.power for e in rig.happened(Allied)] == ["moors"]


# -- recruiting -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 6.23")
@pytest.mark.rule("justinian 4.35")
@pytest.mark.rule("justinian T:barbarian_activation")
@pytest.mark.parametrize(("on_map", "raised"), [(30, 32), (48, 32), (60, 20)])
def test_persians_raise_troops_in_their_box(on_map: int, raised: int) -> None:
    rig = ready().army("perozes", "syria-1", on_map)
    rig.run(barbarian.phase, dice=[4, 7, 1, 0], answers=["select-persia", "chosroes", STOP])
    assert rig.g.army("chosroes").sp == raised
    assert rig.g.army("chosroes").recruited == rig.g.state.turn


@pytest.mark.rule("justinian 6.23")
@pytest.mark.rule("justinian 6.26")
def test_no_troops_for_a_leader_on_the_map_and_none_twice() -> None:
    rig = ready().army("perozes", "syria-1", 30)
    rig.run(barbarian.phase, dice=[0], answers=["select-persia", "perozes", STOP])
    assert rig.g.army("perozes").sp == 30
    rig.army("chosroes", "box-persia", 20, recruited=rig.g.state.turn).under(phase="barbarian")
    rig.run(barbarian.phase, dice=[0], answers=["select-persia", "chosroes", STOP])
    assert rig.g.army("chosroes").sp == 20


@pytest.mark.rule("justinian 6.26")
@pytest.mark.rule("justinian 6.31")
def test_an_army_that_began_on_the_map_rolls_its_alliance_and_raises_nobody() -> None:
    rig = ready(gold=0).army("kotrigurs", "campania", 5).ally("kotrigurs", "none")
    rig.run(barbarian.phase, dice=[8, 0, 3, 0], answers=["random", STOP])
    assert (rig.g.state.alliance["kotrigurs"], rig.g.army("kotrigurs").sp) == ("barbarian", 5)
    assert activated(rig) == ["kotrigurs"]


@pytest.mark.rule("justinian 6.24")
@pytest.mark.rule("justinian 4.33")
@pytest.mark.rule("justinian T:barbarian_activation")
def test_vandals_recruit_in_their_cities() -> None:
    rig = ready().marker("vandals", "zeugitania", "numidia").army("gelimer", "numidia", 16)
    key = f"vandals-detached@{rig.at('zeugitania')}"
    answers = ["select-vandals", Share(parts={key: 5}), "nothing"]
    # Hispania, with a City and Vandals alone in it, is theirs too
    rig.run(barbarian.phase, dice=[4], answers=answers)
    assert rig.g.state.detached[rig.at("zeugitania")] == {"vandals": 5}
    assert (rig.g.state.vandal_recruits, rig.g.state.select_recruited) == (True, ["vandals"])
    rig.under(phase="barbarian").run(barbarian.phase, answers=["select-vandals", "nothing"])  # once a turn


@pytest.mark.rule("justinian 6.24")
@pytest.mark.rule("justinian 4.41")
def test_three_sp_for_a_ship() -> None:
    rig = ready().marker("ostrogoths", "flaminia", "picenum").army("totila", "flaminia", 10)
    ships = f"ostrogoths-fleet@{rig.at('picenum')}"

    def placed(d: Any) -> Any:
        for wrong in ({ships: 3}, {ships: 2}, {ships: 2, "totila": 8}, {ships: 1, "totila": 2}):
            with refused("6.24"):
                d.check(Share(parts=wrong))
        return Share(parts={ships: 2, "totila": 2})

    rig.run(barbarian.phase, dice=[8], answers=["select-ostrogoths", placed, "nothing"])
    assert rig.g.army("totila").sp == 12
    assert rig.g.state.fleets["ostrogoths"][rig.at("picenum")].sp == 2
    assert not rig.g.state.vandal_recruits


@pytest.mark.rule("justinian 6.24")
def test_random_activations_never_recruit_for_them() -> None:
    rig = ready().marker("vandals", "zeugitania").army("gelimer", "zeugitania", 16)
    rig.run(barbarian.phase, dice=[1, 5, 0], answers=["random", "gelimer", STOP])
    assert rig.g.army("gelimer").sp == 16
    assert rig.g.state.select_recruited == []


@pytest.mark.rule("justinian 6.24")
@pytest.mark.rule("justinian 4.35")
def test_without_a_city_or_room_recruits_are_lost() -> None:
    rig = ready().army("totila", "dalmatia", 71).marker("ostrogoths", "dalmatia", "flaminia")
    parts = Share(parts={"totila": 3})
    rig.run(barbarian.phase, dice=[9], answers=["select-ostrogoths", parts, "nothing"])
    assert rig.g.total_sp("ostrogoths") == 75
    homeless = field(phase="barbarian", markers={"select": 2, "random": 3}).army("totila", "picenum", 9)
    homeless.detached("numidia", "vandals", 1)
    homeless.run(barbarian.phase, answers=["select-ostrogoths", "nothing"])
    assert homeless.g.total_sp("ostrogoths") == 9


@pytest.mark.rule("justinian 6.25")
@pytest.mark.rule("justinian 4.33")
def test_only_armies_and_fleets_are_activated() -> None:
    rig = ready().army("gelimer", "numidia", 16).army("tzazon", "sardinia", 0).fleet("vandals", "zeugitania", 3)
    rig.detached("byzacena", "vandals", 4).fleet("vandals", "tyrrhenian-sea", 1)
    rig.run(barbarian.phase, dice=[1, 5], answers=["random", "nothing"])
    fleets = [f"fleet-{rig.at(p)}" for p in ("zeugitania", "tyrrhenian-sea")]
    assert rig.choices() == ["gelimer", "tzazon", *fleets, "nothing"]


# -- desertion --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 6.27")
def test_vandals_desert_in_a_turn_with_recruits() -> None:
    rig = (
        field(vandal_recruits=True)
        .army("gelimer", "numidia", 17)
        .detached("byzacena", "vandals", 5)
        .activate("barbarian")
    )
    key = f"vandals-detached@{rig.at('byzacena')}"
    rig.run(recruits.desertion, answers=[Share(parts={"gelimer": 1, key: 1})])
    rig.run(recruits.desertion)  # once an activation
    assert rig.g.total_sp("vandals") == 20
    rig.activate("barbarian").run(recruits.desertion, answers=[Share(parts={"gelimer": 2})])
    assert rig.g.total_sp("vandals") == 18


@pytest.mark.rule("justinian 6.27")
def test_no_desertion_without_recruits() -> None:
    rig = field().army("gelimer", "numidia", 17).activate("barbarian")
    rig.run(recruits.desertion)
    assert rig.happened(StrengthChanged) == []


# -- alliances --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 6.32")
@pytest.mark.rule("justinian 6.33")
@pytest.mark.rule("justinian T:alliance")
def test_the_lombards_are_bribed() -> None:
    rig = field(gold=20)
    rig.run(alliance.settle, "lombards", dice=[4], answers=["9"])
    assert [r.total for r in rig.rolls] == [8]
    assert (rig.g.state.alliance["lombards"], rig.g.state.gold) == ("byzantine", 11)


@pytest.mark.rule("justinian 6.32")
@pytest.mark.parametrize(("gold", "sums"), [(20, ["0", "3", "6", "9"]), (7, ["0", "3", "6"])])
def test_no_more_than_nine_and_than_there_is(gold: int, sums: list[str]) -> None:
    rig = field(gold=gold)
    rig.run(alliance.settle, "franks", dice=[9], answers=["3"])
    assert rig.choices() == sums
    assert (rig.rolls[0].total, rig.g.state.gold) == (9 - 2 + 1, gold - 3)


@pytest.mark.rule("justinian 6.32")
def test_without_gold_nobody_is_asked() -> None:
    rig = field(gold=2)
    rig.run(alliance.settle, "moors", dice=[7])
    assert rig.g.state.alliance["moors"] == "neutral"


@pytest.mark.rule("justinian 6.33")
@pytest.mark.rule("justinian T:alliance")
@pytest.mark.parametrize(
    ("total", "side"), [(-3, "barbarian"), (6, "barbarian"), (7, "neutral"), (8, "byzantine"), (14, "byzantine")]
)
def test_alliances(total: int, side: str) -> None:
    assert field().g.charts.alliance(total) == side


@pytest.mark.rule("justinian 6.33")
@pytest.mark.rule("justinian 6.35")
def test_a_neutral_power_does_nothing_all_turn() -> None:
    rig = ready(gold=0)
    rig.run(barbarian.phase, dice=[2, 7, 7], answers=["random"])
    assert (rig.g.state.alliance["moors"], rig.g.army("moors").sp) == ("neutral", 0)
    rig.under(phase="barbarian", gold=30).run(barbarian.phase, dice=[3, 3], answers=["random"])  # no bribe, no roll
    assert activated(rig) == []


@pytest.mark.rule("justinian 6.34")
def test_a_byzantine_ally_is_used_at_once_for_nothing() -> None:
    rig = ready(gold=1)
    rig.run(barbarian.phase, dice=[6, 3, 8, 5, 0], answers=["random", "activate", STOP])
    assert (rig.g.army("lombards").sp, rig.g.state.gold) == (15, 1)
    assert [e.side for e in rig.happened(ActivationBegan)] == ["byzantine"]
    assert (rig.g.state.barbarian_done, rig.g.state.byzantine_done) == (1, 0)


@pytest.mark.rule("justinian 6.34")
@pytest.mark.rule("justinian 4.31")
def test_its_sp_join_an_army_where_it_could_go() -> None:
    rig = ready(gold=1).army("italy", "campania", 22, leader="sittas").army("orient", "syria-1", 9, leader="mundus")
    rig.army("illyricum", "macedonia", 9, leader="bessas")
    assert [a.id for a in alliance.hosts(rig.g, "lombards")] == ["illyricum", "italy"]
    rig.run(barbarian.phase, dice=[6, 3, 8, 5], answers=["random", "italy"])
    italy, lombards = rig.g.army("italy"), rig.g.army("lombards")
    assert (italy.sp, italy.allied) == (22, {"lombards": 13})  # 2 SP beyond 35 are lost
    assert (lombards.sp, lombards.at) == (0, rig.at("box-lombards"))


@pytest.mark.rule("justinian 6.34")
@pytest.mark.rule("justinian 6.35")
def test_an_ally_may_wait_and_be_activated_for_two_gold() -> None:
    rig = ready(gold=5)
    rig.run(barbarian.phase, dice=[6, 3, 8, 5], answers=["random", "0", "wait"])
    rig.run(sequence.PHASES["byzantine"], dice=[0], answers=[Activate(what="army", who="lombards"), STOP])
    assert (rig.g.state.gold, activated(rig)) == (3, ["lombards"])


@pytest.mark.rule("justinian 6.35")
def test_a_second_activation_uses_the_same_alliance() -> None:
    rig = ready(gold=30).army("lombards", "liguria", 9).ally("lombards", "byzantine")
    rig.run(barbarian.phase, dice=[6, 3], answers=["random", "wait"])
    assert rig.happened(Allied) == []
    rig.run(removal.phase)
    assert rig.g.state.alliance["lombards"] == "none"


@pytest.mark.rule("justinian 6.32")
@pytest.mark.parametrize(
    ("gold", "rich", "power", "likely"), [(29, True, "ghassanids", True), (28, False, "lakhmids", False)]
)
def test_a_standing_order_for_bribes(gold: int, rich: bool, power: str, likely: bool) -> None:
    rig = field(gold=gold)
    rig.run(alliance.settle, power, dice=[0], answers=["9"])
    asked = rig.decisions[0]
    assert isinstance(asked, Choose)
    policy = asked.policy
    assert policy is not None
    assert (policy.kind, policy.yes, policy.no) == ("bribe", "9", "0")
    assert policy.conditions == {"rich": rich, "likely": likely}
    assert any(power in s.units for s in scopes.scopes(rig.g, "byzantine"))
