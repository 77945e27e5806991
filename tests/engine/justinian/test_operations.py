"""6.4 Combined Operations, and 6.5 Byzantine activations."""

from __future__ import annotations

from typing import Any

import pytest

from engine.systems.justinian import barbarian, byzantine, combined, forts, view
from engine.systems.justinian.events import ActivationBegan, MpRolled
from engine.systems.justinian.movement.steps import March
from engine.systems.justinian.orders import Activate, Share
from tests.engine.justinian.field import Field, field, refused

STOP = March(end=True)


def ready(**values: Any) -> Field:
    rig = field(phase="barbarian", markers={"select": 2, "random": 3}, **values)
    return rig.detached("hispania", "vandals", 1).army("totila", "campania", 12)


def activated(rig: Field) -> list[str | None]:
    return [e.army or e.fleet for e in rig.happened(ActivationBegan)]


@pytest.mark.rule("justinian 6.41")
@pytest.mark.parametrize(
    ("values", "allowed"),
    [({"turn": 2}, True), ({"turn": 1}, False), ({"barbarian_done": 1}, False)],
)
def test_when_it_is_allowed(values: dict[str, int], allowed: bool) -> None:
    assert combined.allowed(ready(**values).g) is allowed


@pytest.mark.rule("justinian 6.42")
def test_it_needs_both_select_markers() -> None:
    assert not combined.allowed(ready().under(markers={"select": 1, "random": 3}).g)


@pytest.mark.rule("justinian 6.42")
@pytest.mark.rule("justinian 6.43")
@pytest.mark.rule("justinian 6.44")
def test_one_after_the_other() -> None:
    rig = ready(gold=30)
    # the Franks raise 10 and two dice without a roll for their side; each army has 1 MP more
    answers = ["combined", "totila", "franks", "no", "minor-first", STOP, STOP]
    rig.marker("ostrogoths", "flaminia").run(barbarian.phase, dice=[3, 5, 0, 0], answers=answers)
    assert rig.g.army("franks").sp == 18
    assert (rig.g.state.alliance["franks"], rig.g.state.gold) == ("barbarian", 30)
    assert rig.g.state.markers == {"select": 0, "random": 3}
    assert activated(rig) == ["franks", "totila"]
    rows = [rig.g.charts.allowance(0, rig.g.leader(x).movement) for x in ("franks", "totila")]
    assert [e.mp for e in rig.happened(MpRolled)] == [n + 1 for n in rows]
    assert (rig.g.state.barbarian_done, rig.g.state.combined) == (1, True)


@pytest.mark.rule("justinian 6.44")
def test_the_minor_army_waits_along_its_arrows() -> None:
    rig = ready()
    franks = rig.g.army("franks")
    assert combined.meeting_places(rig.g, franks) == [rig.at("liguria")]
    assert combined.meeting_places(rig.frontier("liguria", 1).g, franks) == []
    rig.army("moors", "numidia", 4)
    assert combined.meeting_places(rig.g, rig.g.army("moors")) == [rig.at("numidia")]


@pytest.mark.rule("justinian 6.44")
@pytest.mark.rule("justinian 6.43")
def test_together() -> None:
    rig = ready()
    rig.run(barbarian.phase, dice=[3, 5, 0], answers=["combined", "totila", "franks", "no", "together", STOP])
    assert (rig.g.army("franks").at, rig.g.army("franks").sp) == (rig.at("liguria"), 18)
    assert (activated(rig), rig.g.state.partners) == (["totila"], [])


@pytest.mark.rule("justinian 6.44")
def test_a_combined_army_may_be_used_whole_or_alone() -> None:
    rig = ready().army("totila", "liguria", 12).army("franks", "liguria", 18, led_by="totila").under(combined=True)
    rig.run(barbarian.phase, dice=[2, 0, 0], answers=["random", "totila", STOP])
    assert rig.choices(1)[:2] == ["totila", "alone-totila"]
    assert rig.g.army("franks").led_by == "totila"
    rig.under(phase="barbarian").run(barbarian.phase, dice=[3, 6, 0], answers=["random", "split", STOP])
    assert rig.g.army("franks").led_by is None
    assert activated(rig) == ["totila", "franks"]


@pytest.mark.rule("justinian 6.45")
def test_two_byzantine_activations_in_a_row() -> None:
    rig = field(combined=True, phase="byzantine", gold=0).army("orient", "syria-1", 9, leader="sittas")
    nothing = Activate(what="nothing")
    rig.run(byzantine.phase, answers=[Activate(what="nothing", double=True)])
    assert (rig.g.state.phase, rig.g.state.byzantine_done) == ("byzantine", 1)
    with refused("6.45"):
        byzantine.check(rig.g, Activate(what="nothing", double=True))
    rig.run(byzantine.phase, answers=[nothing])
    assert (rig.g.state.phase, rig.g.state.byzantine_done) == ("barbarian", 2)


@pytest.mark.rule("justinian 6.45")
@pytest.mark.parametrize("values", [{"combined": False}, {"double": "used"}, {"byzantine_done": 4}])
def test_once_and_only_after_a_combined_operation(values: dict[str, Any]) -> None:
    rig = field(**{"combined": True, **values})
    with refused("6.45"):
        byzantine.check(rig.g, Activate(what="nothing", double=True))


# -- 6.5 --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("justinian 6.51")
@pytest.mark.rule("justinian T:byzantine_expenses")
def test_an_army_costs_two_gold() -> None:
    rig = field(gold=2).army("orient", "syria-1", 9, leader="sittas")
    rig.run(byzantine.phase, dice=[0], answers=[Activate(what="army", who="orient"), STOP])
    assert (rig.g.state.gold, rig.g.state.byzantine_done) == (0, 1)
    with refused("6.51"):
        byzantine.check(rig.g, Activate(what="army", who="orient"))
    byzantine.check(rig.g, Activate(what="recruit"))


@pytest.mark.rule("justinian 6.51")
@pytest.mark.rule("justinian 5.31")
def test_recruiting_is_an_activation() -> None:
    rig = field(gold=0).army("orient", "syria-1", 9, leader="sittas")
    rig.run(byzantine.phase, dice=[4], answers=[Activate(what="recruit"), Share(parts={"orient": 4})])
    assert (rig.g.army("orient").sp, rig.g.state.byzantine_done) == (13, 1)


@pytest.mark.rule("justinian 6.51")
def test_weak_praesental_armies_force_recruiting() -> None:
    rig = field(gold=9).army("praesental-1", "europa", 9, leader="sittas").army("orient", "syria-1", 9, leader="bessas")
    for what in (Activate(what="nothing"), Activate(what="army", who="orient")):
        with refused("6.51"):
            byzantine.check(rig.g, what)
    byzantine.check(rig.g, Activate(what="recruit", fort=rig.at("armenia-1")))
    assert [c.key for c in byzantine.menu(rig.g)] == ["recruit", "fort"]
    rig.frontier("syria-2", 132)  # 150 SP: no room
    byzantine.check(rig.g, Activate(what="nothing"))


@pytest.mark.rule("justinian 6.51")
def test_what_is_nobodys_to_activate() -> None:
    rig = field(gold=9).army("chosroes", "syria-2", 5).army("franks", "liguria", 9)
    for order in (
        Activate(what="army", who="chosroes"),
        Activate(what="army", who="franks"),
        Activate(what="army", who="nobody"),
        Activate(what="fleet", at=rig.at("europa")),
    ):
        with refused("6.51"):
            byzantine.check(rig.g, order)


@pytest.mark.rule("justinian 6.52")
def test_a_combined_army_activated_alone_leaves() -> None:
    rig = (
        field(gold=9)
        .army("orient", "armenia-3", 9, leader="bessas")
        .army("armenia", "armenia-3", 8, leader="sittas", led_by="orient")
    )
    rig.run(byzantine.phase, dice=[0], answers=[Activate(what="army", who="armenia"), STOP])
    assert rig.g.army("armenia").led_by is None
    again = field(gold=9).army("orient", "armenia-3", 9, leader="bessas")
    again.army("armenia", "armenia-3", 8, leader="sittas", led_by="orient")
    again.run(byzantine.phase, dice=[0], answers=[Activate(what="army", who="orient"), STOP])
    assert again.g.army("armenia").led_by == "orient"


@pytest.mark.rule("justinian 6.54")
@pytest.mark.rule("justinian T:byzantine_expenses")
def test_a_fort_is_built_besides() -> None:
    rig = field(gold=4).army("orient", "syria-1", 9, leader="sittas")
    at = rig.at("armenia-1")
    rig.run(byzantine.phase, answers=[Activate(what="nothing", fort=at)])
    assert (rig.g.state.gold, rig.g.fort(at), rig.g.state.fort_built) == (2, True, False)


@pytest.mark.rule("justinian 6.54")
def test_where_no_fort_is_built() -> None:
    rig = field(gold=9).marker("persia", "armenia-2").revolt("arcadia").under(phase="byzantine")
    for code in ("syria-1", "moesia-1", "armenia-2", "arcadia"):  # City, Fort, enemy, Revolt
        with refused("6.54"):
            forts.check(rig.g, rig.at(code))
    forts.check(rig.g, rig.at("armenia-1"))
    forts.build(rig.g, rig.at("armenia-1"))
    with refused("6.54"):
        forts.check(rig.g, rig.at("armenia-4"))  # one an activation
    with refused("6.54"):
        forts.check(field(gold=1).g, rig.at("armenia-4"))
    with refused("6.54"):
        forts.check(field(phase="barbarian").g, rig.at("armenia-4"))


@pytest.mark.rule("justinian 6.54")
def test_a_fort_and_an_army_need_gold_for_both() -> None:
    rig = field(gold=3).army("orient", "syria-1", 9, leader="sittas")
    with refused("6.51"):
        byzantine.check(rig.g, Activate(what="army", who="orient", fort=rig.at("armenia-1")))


def test_the_table_tells_whose_activation_is_under_way() -> None:
    """Standing answers "until we act" end with it, and orders written ahead wait for it."""
    rig = field().army("orient", "syria-1", 20, leader="sittas")
    assert view.table(rig.g).acting == ()
    assert view.table(rig.activate("barbarian", army="chosroes").g).acting == ("barbarian",)
    assert view.table(rig.activate("byzantine", army="orient").g).acting == ("byzantine",)
