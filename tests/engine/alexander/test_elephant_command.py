"""9.18, 9.19 Who orders elephants."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Command, Picks
from engine.kernel.hexes import Facing
from engine.kernel.text import Refusal
from engine.systems.alexander.system import Alexander
from engine.systems.gboh.command import command
from engine.systems.gboh.elephants.command import ElephantCommand
from engine.systems.gboh.events import ShockFought
from engine.systems.gboh.orders import groups, ideas, written
from engine.systems.gboh.orders.orders import Move
from engine.systems.gboh.shock import segment
from tests.engine.alexander import kit
from tests.engine.alexander.kit import leader, unit

QUIET = ["reaction-facing", "orderly-withdrawal", "advance-turn", "rout-path", "entry-fire"]


def herd(at: int = 910, *theirs: dict[str, Any], **values: Any) -> kit.Rig:
    ours = [unit("EL1", 1010, "E", tq=9), unit("EL2", 1011, "E", tq=9), unit("MI3", 910, "E")]
    return kit.battle(
        ours,
        list(theirs) or [unit("HI9", 3030, "W")],
        a_leaders=[leader("Porus", at, **values)],
        options={"9.19": True},
    ).orders("a", "Porus")


def ordered(r: kit.Rig, at: int | None = None) -> kit.Rig:
    """Their first orders are past."""
    r.state.notes["9.19 a"] = "ordered"
    if at is not None:
        r.leader("Porus").hex = at
    r.g.version += 1
    return r


@pytest.mark.rule("alexander 9.18", "alexander 4.37")
def test_any_leader_commands_elephants() -> None:
    r = kit.battle(
        [unit("EL1", 1010), unit("HC1", 1012)],
        [unit("HI9", 3030, "W")],
        a_leaders=[leader("Porus", 910, kinds=("HI",))],
    ).orders("a", "Porus")
    assert command.commandable(r.leader("Porus"), r.unit("EL1"))
    assert not command.commandable(r.leader("Porus"), r.unit("HC1"))
    r.order(Move(unit="EL1", path=(1109,)))
    assert r.unit("EL1").hex == 1109


@pytest.mark.rule("alexander 9.18")
def test_unless_the_battle_says_otherwise() -> None:
    r = kit.battle(
        [unit("EL1", 1010, commanded_by=("Porus",))],
        [],
        a_leaders=[leader("Porus", 910), leader("Abisares", 911, "SC")],
    )
    assert not command.commandable(r.leader("Abisares"), r.unit("EL1"))


def heeds(r: kit.Rig, name: str) -> Refusal | None:
    return ElephantCommand(r.g.game.cases).heeds(r.g, r.unit(name), releasing=False, firing=False)


@pytest.mark.rule("alexander 9.19")
def test_the_first_orders_are_anybodys() -> None:
    r = herd()
    r.order(Move(unit="EL1", path=(1109,)))
    r.run(segment.shock_segment)
    assert r.state.notes["9.19 a"] == "ordered"
    r.orders("a", "Porus")
    r.refuses("9.19", Move(unit="EL2", path=(1111,)))


@pytest.mark.rule("alexander 9.19")
@pytest.mark.parametrize(("at", "may"), [(910, False), (1010, True), (1011, True)])
def test_later_on_who_rides_with_one(at: int, may: bool) -> None:
    r = ordered(herd(), at)
    assert (heeds(r, "EL1") is None) is may
    assert heeds(r, "MI3") is None, "others obey as ever"


@pytest.mark.rule("alexander 9.19")
def test_who_leads_elephants_is_not_left_by_his_own() -> None:
    r = ordered(herd(), 1010)
    r.refuses("9.19", Move(unit="EL1", path=(1109,)))
    r.order(Move(unit="EL1", path=(1109,), along=True))
    assert r.leader("Porus").hex == 1109 == r.unit("EL1").hex


@pytest.mark.rule("alexander 9.19")
def test_without_the_option_nothing_changes() -> None:
    r = ordered(herd())
    r.state.options = {}
    assert ElephantCommand(r.g.game.cases).orderable(r.g, r.unit("EL1")) is None


@pytest.mark.rule("alexander 9.19")
def test_two_elephant_commanders_at_most() -> None:
    r = ordered(herd())
    chapter = ElephantCommand(r.g.game.cases)
    r.g.state.units["EL3"] = r.unit("EL2").model_copy(update={"id": "EL3", "hex": 1012})
    r.g.version += 1

    def three(d: Any) -> Any:
        with kit.refused("9.19"):
            d.check(Picks(picks=dict.fromkeys(("EL1", "EL2", "EL3"), "yes")))
        return {"EL3": "yes", "EL1": "yes"}

    r.run(chapter.after_reload, answers=[three])
    assert r.state.notes["9.19 a"].split() == ["EL3", "EL1"]


@pytest.mark.rule("alexander 9.19")
def test_their_line_charges_at_full_speed_with_no_turn_on_the_way() -> None:
    r = ordered(herd())
    r.state.orders = None
    r.state.notes["9.19 a"] = "EL1"
    seen: list[list[str]] = []

    def far(d: Any) -> dict[str, str]:
        item = d.items[0]
        seen.append([c.key for c in item.choices])
        return {item.key: next(c.key for c in item.choices if c.key.endswith("@E"))}

    r.run(ElephantCommand(r.g.game.cases).turn_start, answers=[far, far], defaults=QUIET)
    assert r.unit("EL1").hex is not None and r.unit("EL1").hex // 100 == 17, "seven hexes on"
    assert r.unit("EL2").hex is not None and r.unit("EL2").hex // 100 == 17, "the whole Line"
    assert {key[:2] for key in seen[0] if key.endswith("@E")} == {"17"}, "as far as it can"
    assert r.state.orders is None and r.state.notes["9.19 a"] == "ordered"


@pytest.mark.rule("alexander 9.19", "alexander 7.31")
def test_who_they_run_into_is_attacked() -> None:
    r = ordered(herd(910, unit("HI9", 1311, "W", tq=9)))
    r.state.orders = None
    r.state.notes["9.19 a"] = "EL1"
    charge = ElephantCommand(r.g.game.cases).turn_start
    answers = [{"EL1": "1211@E"}, {"EL2": "stay"}]
    r.run(charge, dice=[0, 0, 0], answers=answers, defaults=[*QUIET, "passage"])
    assert r.happened(ShockFought)


@pytest.mark.rule("alexander 9.19", "alexander 4.23")
def test_what_is_proposed_takes_the_leader_along() -> None:
    """Where his own elephant doesn't leave without him, every move that is proposed for it takes him; no other does."""
    r = ordered(herd(1010, unit("HI9", 1510, "W")), 1010)
    asked = r.play()
    assert isinstance(asked, Command)
    own = [(str(i.label), i.answer) for i in ideas.ideas(r.g, asked, "EL1") if isinstance(i.answer, Move)]
    leaving = [(label, a) for label, a in own if any(not isinstance(step, Facing) for step in a.path)]
    assert leaving and all(a.along and label.endswith(", with Porus") for label, a in leaving)
    others = [i.answer for i in ideas.ideas(r.g, asked, "EL2") if isinstance(i.answer, Move)]
    assert others and not any(a.along for a in others)
    r.order(leaving[0][1], defaults=QUIET)
    assert r.leader("Porus").hex == r.unit("EL1").hex != 1010


@pytest.mark.rule("alexander 9.19")
def test_groups_take_the_leader_along_too() -> None:
    r = ordered(herd(1010, unit("HI9", 1510, "W")), 1010)
    asked = r.play()
    assert isinstance(asked, Command)
    found = groups.group_ideas(r.g, asked, ["EL1", "EL2"], lambda a: written.write(a, Alexander.order_kinds()))
    said = [str(order) for idea in found for order in idea.orders if str(order).startswith("EL1 >")]
    assert said and all(order.endswith("& leader") for order in said)
