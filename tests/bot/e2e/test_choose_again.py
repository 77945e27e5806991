"""What was chosen in a select stays chosen on the client: one shown again has to be another, or it sends nothing."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.backend.errors import SetupError

from bot.components.ids import LIMIT, Ref, marked, parse, plain
from bot.components.items import select, view
from tests.bot.e2e.kit import Table, control, press, said, text_of
from tests.bot.e2e.test_panel import opened

BOT = Path(__file__).parents[3] / "bot"


async def test_the_same_unit_can_be_chosen_again_after_a_step_back(sim: Table) -> None:
    panel = await opened(sim)
    first = control(panel, "go").custom_id
    for _ in range(2):
        await press(sim.ada, panel, "THC3 ")
        assert "THC3" in text_of(panel) and control(panel, "back")
        await press(sim.ada, panel, control(panel, "back").label)
    assert control(panel, "go").custom_id != first and parse(control(panel, "go").custom_id) == parse(first)


async def test_what_was_refused_can_be_chosen_again(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = await opened(sim)
    before = text_of(panel), panel.attachments
    with monkeypatch.context() as busy:
        busy.setattr(sim.bot.rates, "ask", lambda *_, **__: 5.0)
        refused = await press(sim.ada, panel, "THC3 ")
    assert "try again in 5 s" in said(refused) and (text_of(panel), panel.attachments) == before
    await press(sim.ada, panel, "THC3 ")
    assert control(panel, "back"), "it has gone on"


async def test_a_player_refused_in_public_can_choose_again_and_nobody_else_changes_it(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    channel = sim.bot.get_channel(sim.channel.id)
    assert battle is not None and isinstance(channel, discord.TextChannel)
    ref = Ref(battle.id, "0")
    options = [discord.SelectOption(label=x, value=x) for x in "ab"]
    sent = await channel.send("Which?", view=view(select(ref, "go", "Choose…", options)))
    monkeypatch.setattr(sim.bot.rates, "ask", lambda *_, **__: 5.0)

    def list_of() -> Any:
        return control(next(m for m in sim.messages if m.id == sent.id), "go").custom_id

    first = list_of()
    await sim.cleo.select(next(m for m in sim.messages if m.id == sent.id), ["a"], custom_id=first)
    assert list_of() == first, "who plays no side changes nothing"
    refused = await sim.ada.select(next(m for m in sim.messages if m.id == sent.id), ["a"], custom_id=first)
    assert "try again in 5 s" in said(refused) and list_of() != first and parse(list_of()) == parse(first)


async def test_a_client_sends_no_choice_twice(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = await opened(sim)
    monkeypatch.setattr("bot.components.redraw.refused", _nothing)
    monkeypatch.setattr(sim.bot.rates, "ask", lambda *_, **__: 5.0)
    await press(sim.ada, panel, "THC3 ")
    with pytest.raises(SetupError, match="chosen in this select already"):
        await press(sim.ada, panel, "THC3 ")


async def _nothing(_: Any, **__: Any) -> None:
    """Leave a select as it was chosen."""


def test_a_mark_says_nothing_and_is_left_out_where_there_is_no_room() -> None:
    ref = Ref("7f3a", "120", "3.0.12/B@NE!")
    first, second = ref.marked_id("go"), ref.marked_id("go")
    assert first != second and parse(first) == parse(second) == ("go", ref) and plain(first) == ref.custom_id("go")
    assert plain(marked(first)) == plain(first)
    long = Ref("b" * 8, "1" * 12, "x" * 64).custom_id("selectall")
    assert len(long) == LIMIT - 1 and marked(long) == long


def test_selects_are_made_in_one_place() -> None:
    """So that none is shown twice under one id."""
    made = [
        f"{path.relative_to(BOT)}:{n.lineno}"
        for path in BOT.rglob("*.py")
        for n in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(n, ast.Call) and ast.unparse(n.func).endswith("ui.Select")
    ]
    assert [x.partition(":")[0] for x in made] == ["components/items.py"], made
