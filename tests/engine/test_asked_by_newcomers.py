"""What somebody who has read the documentation alone expects of ``/what``: in stacks, of the routed, out of turn."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.notation import parse
from engine.kernel.inquiry import AboutAttack, AboutOrder
from engine.kernel.text import Refusal
from tests.engine.test_one_reckoning import played


@pytest.mark.parametrize("name", ["alexander/chaeronea", "spqr/lautulae", "simple-gboh/lautulae", "tricameron"])
def test_what_cannot_attack_or_be_attacked_is_refused_with_the_reason(name: str) -> None:
    """Who is routed attacks nobody; who stands under another fights with it, and is attacked by attacking that."""
    routed, under, beaten = 0, 0, 0
    for game, asked in played(name, 2, 420):
        g: Any = game.context
        for u in g.units():
            near = [e for e in g.adjacent_enemies(u.at, u.side) if not e.routed]
            if not near:
                continue
            if u.routed and routed < 3:
                routed += 1
                with pytest.raises(Refusal, match="routed and can't attack"):
                    game.system.inquire(game, AboutAttack((u.id,), (near[0].id,)), (asked.side,))
            if u.beneath is not None and under < 3:
                under += 1
                with pytest.raises(Refusal, match=f"{u.id} fights with {u.beneath}, under which it stands"):
                    game.system.inquire(game, AboutAttack((u.id,), (near[0].id,)), (asked.side,))
                with pytest.raises(Refusal, match=f"{u.id} stands under {u.beneath}: attack {u.beneath}, and both"):
                    game.system.inquire(game, AboutAttack((near[0].id,), (u.id,)), (asked.side,))
            if not u.routed and u.side != asked.side and beaten < 3:
                # Out of turn: it is told all the same, as if its side were giving orders.
                try:
                    found = game.system.inquire(game, AboutAttack((u.id,), (near[0].id,)), (u.side,))
                except Refusal:
                    continue
                assert re.search(r"column \d|On the die", "\n".join(str(f.text) for f in found.facts))
                beaten += 1
    assert beaten and (under or name == "tricameron"), (routed, under, beaten)


@pytest.mark.parametrize("name", ["spqr/lautulae", "simple-gboh/lautulae", "tricameron", "crecy"])
def test_an_order_out_of_turn_is_judged_as_if_it_were_ones_turn(name: str) -> None:
    """And says so, or says why it could never be given."""
    legal = barred = 0
    for game, asked in played(name, 2, 160):
        g: Any = game.context
        if asked.kind != "orders":
            continue
        for u in g.units():
            if legal + barred >= 40 or u.side == asked.side:
                continue
            to = g.map.neighbours(u.at)[0]
            found = game.system.inquire(game, AboutOrder(tuple(parse(f"{u.id} > {to:04d}"))), (u.side,))
            facts = list(found.facts)
            if str(found.sections[-1].heading).startswith("Not legal"):
                barred += 1
                assert facts[0].rule, (u.id, str(facts[0].text))
            else:
                legal += 1
                assert any("at this moment" in str(f.text) for f in facts), (u.id, [str(f.text) for f in facts])
    assert legal >= 3 and legal + barred >= 20, (legal, barred)
