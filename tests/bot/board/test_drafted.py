"""Where written orders lead, as arrows: for every game, and for those too that come after a roll nobody can foresee."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.board import drafted
from bot.cli.battles import scenario
from bot.cli.seeded import SeededTrail
from bot.cli.selfplay import play
from bot.notation import parse
from bot.service.play.lookahead import look_ahead
from engine.kernel.decisions import Command
from engine.kernel.statement import HexRef, Sign
from engine.systems.registry import system_for
from tests.bot.board.kit import seen, walked
from tests.bot.board.test_menus import BATTLES

ORDERS = 6
"""Orders looked at together."""


@pytest.mark.parametrize("key", BATTLES)
def test_orders_that_name_places_lead_there(key: str) -> None:
    battle = scenario(key)
    system, rng = system_for(battle), random.Random(5)
    led = 0

    def each(game: Any) -> None:
        nonlocal led
        decision = game.pending[0] if game.pending else None
        if not isinstance(decision, Command) or decision.sheet is not None or decision.secret:
            return
        here, question = seen(game, decision)
        text = "\n".join(dict.fromkeys(walked(here, question, rng) for _ in range(ORDERS)))
        preview = look_ahead(game.fork((decision.side,)), decision.side, parse(text))
        ways = drafted.ways(here, decision.side, preview)
        board = here.own_table.board
        places = {board.code(p) for p in board.every_place}
        assert all(len(w["way"]) > 1 and set(w["way"]) <= places for w in ways)
        assert {w["unit"] for w in ways} <= {p.id for p in (*here.own_table.counters, *here.own_table.leaders)}
        led += len(ways)
        if preview.refused is not None:
            assert not ways
            return
        ends = {w["unit"]: w["way"][-1] for w in ways}
        for order in {*preview.statements} - {x for x, _ in preview.skipped}:
            (statement,) = parse(order)
            unit, *rest = statement.tokens
            named = [t for t in rest if isinstance(t, HexRef)]
            # A move that names its hexes, of a unit that stands on the map.
            if rest[:1] == [Sign(">")] and named and str(unit) in ends:
                first = board.code(named[0].hex)
                assert any(w["unit"] == str(unit) and first in w["way"] for w in ways), order

    play(system, 3, SeededTrail(battle, 3), turns=20, most=60, each=each)
    assert led


def test_what_comes_after_a_roll_is_drawn_as_it_is_written() -> None:
    battle = scenario("cataphract/tricameron")
    system = system_for(battle)
    found = list[Any]()

    def each(game: Any) -> None:
        decision = game.pending[0] if game.pending else None
        if found or not isinstance(decision, Command):
            return
        here, question = seen(game, decision)
        preview = look_ahead(game.fork((decision.side,)), decision.side, parse("done"))
        nothing = drafted.ways(here, decision.side, preview)
        own = [c for c in here.own_table.counters if here.own_table.sides[c.side].id == question.side and c.hexes]
        board, (one, other) = here.own_table.board, own[:2]
        at = board.code(own[2].hexes[0])
        # Whatever the rules say of it: it is told by what is written.
        text = (f"{one.id.lower()} {other.id} > {at}", f"{one.id} > {board.code(one.hexes[0])}", "nobody > 0101", "x")
        shown = type(preview)(statements=text, events=(), stop=None)
        assert drafted.ways(here, decision.side, shown) == [
            {"unit": one.id, "way": [board.code(one.hexes[0]), at]},
            {"unit": one.id, "way": [at, board.code(one.hexes[0])]},
        ]
        skipped = type(preview)(statements=text, events=(), stop=None, skipped=((text[1].upper(), decision.prompt),))
        assert len(drafted.ways(here, decision.side, skipped)) == 1
        refused = type(preview)(statements=text, events=(), stop=None, refused=decision.prompt)
        assert drafted.ways(here, decision.side, refused) == nothing == []
        found.append(one)

    play(system, 3, SeededTrail(battle, 3), turns=1, most=20, each=each)
    assert found
