"""What stacks are offered: both units go as one, ordered by one idea; a group of stacks counts the orders they take."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.decisions import Command
from engine.kernel.ideas import GroupIdea
from engine.systems.gboh.orders import groups, ideas, written
from engine.systems.gboh.orders.orders import Move
from engine.systems.spqr.system import Spqr
from tests.engine.spqr import kit
from tests.engine.spqr.kit import leader, unit
from tests.engine.spqr.legions import roman, stack

FOE = unit("SK1", 2110, "W")


def field(*ours: Any, initiative: int = 5) -> kit.Rig:
    scipio = leader("Scipio", 909, initiative=initiative, command_range=30)
    return kit.battle(list(ours), [FOE], a_leaders=[scipio]).orders("a", "Scipio")


def asked(r: kit.Rig) -> Command:
    found = r.play()
    assert isinstance(found, Command)
    return found


def together(r: kit.Rig, *names: str) -> dict[str, GroupIdea]:
    found = groups.group_ideas(r.g, asked(r), names, lambda a: written.write(a, Spqr.order_kinds()))
    return {str(i.label): i for i in found}


@pytest.mark.rule("spqr 6.64")
def test_a_stack_is_offered_orders_for_both_before_those_that_part_it() -> None:
    r = field(*stack("HA1", "HA2", 1010))
    found = ideas.ideas(r.g, asked(r), "HA1")
    first = found[0]
    assert isinstance(first.answer, Move) and first.answer.under == "HA2"
    assert str(first.label).endswith(", with HA2")
    r.order(first.answer)
    assert r.unit("HA1").at == r.unit("HA2").at == first.hex != 1010
    assert r.unit("HA2").below == "HA1"


@pytest.mark.rule("spqr 6.64")
def test_no_idea_takes_along_who_has_had_an_order() -> None:
    r = field(*stack("HA1", "HA2", 1010))
    r.orders("a", "Scipio", acted=["HA2"], orders_used=1)
    moves = [i.answer for i in ideas.ideas(r.g, asked(r), "HA1") if isinstance(i.answer, Move)]
    assert moves and all(m.under is None for m in moves)


@pytest.mark.rule("spqr 6.64", "spqr 4.22")
def test_a_group_takes_stacks_as_one_and_counts_their_orders() -> None:
    r = field(*stack("HA1", "HA2", 1010), *stack("HA3", "HA4", 1012), roman("HA5", 1014), initiative=3)
    row = together(r, "HA1", "HA3", "HA5")["Forward 1"]
    assert [str(s) for s in row.orders] == ["HA1 & HA2 > 1109", "HA5 > 1113"]
    assert [(who, str(why)) for who, why in row.left] == [("HA3", "Scipio has 3 orders left; the others take 2.")]
    assert max(len(x.units) for x in groups.groups(r.g, asked(r))) == 2


@pytest.mark.rule("spqr 6.64", "spqr 4.22")
def test_a_group_of_stacks_is_carried_out_as_it_was_written() -> None:
    r = field(*stack("HA1", "HA2", 1010), *stack("HA3", "HA4", 1012))
    for order in together(r, "HA1", "HA3")["Forward 2"].orders:
        r.order(kit.read(r, str(order)))
    assert [r.unit(x).at for x in ("HA1", "HA2", "HA3", "HA4")] == [1210, 1210, 1212, 1212]
    assert r.g.orders.orders_used == 4


@pytest.mark.rule("spqr 6.61", "spqr 6.63")
@pytest.mark.parametrize(
    ("other", "offered"),
    [
        (roman("HA2", 1110), True),
        (roman("HA2", 1110, legion="XV"), False),  # a hit for each, and a mixed stack
        (roman("PR2", 1110), False),  # a mixed stack
        (roman("VE2", 1110), False),  # passes, but doesn't stay
        (roman("HA2", 910), False),  # behind it
    ],
)
def test_a_comrade_right_in_front_is_joined_where_it_costs_no_order(other: dict[str, Any], offered: bool) -> None:
    r = field(roman("HA1", 1010), other)
    found = [i for i in ideas.ideas(r.g, asked(r), "HA1") if i.kind == "form"]
    assert [str(i.label) for i in found] == (["Join HA2 at 1110"] if offered else [])
    for i in found:
        r.order(i.answer)
        assert r.unit("HA1").below == "HA2" and r.unit("HA1").hits == r.unit("HA2").hits == 0
