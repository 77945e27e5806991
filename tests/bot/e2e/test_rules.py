"""/rule answers by the battle of the channel, or by the game one asks for."""

from __future__ import annotations

from typing import Any

import pytest

from bot.components.ids import Ref
from tests.bot.e2e.kit import Table, controls, said

MEN_OF_IRON = "men-of-iron"
GAMES = "Cataphract, Men of Iron, Great Battles of Alexander, SPQR, Simple GBoH, Justinian"
"""Games that are refereed in full, in the order they are listed."""


def explainers(result: Any) -> list[str]:
    return [c.label for c in controls(result.response) if c.verb == "explain"]


async def test_without_a_battle_the_first_game_is_meant(sim: Table) -> None:
    assert said(await sim.cleo.slash(sim.channel, "rule", case="8.15")).startswith("**8.15 Fire resolution**")


@pytest.mark.parametrize("game", [MEN_OF_IRON, "Men of Iron", " men OF iron "])
async def test_any_game_may_be_asked_for(sim: Table, game: str) -> None:
    for number, title in (("9.4", "Line of sight"), ("fire table", "Missile Fire Table"), ("t-missile", "Missile")):
        told = said(await sim.cleo.slash(sim.channel, "rule", case=number, game=game))
        assert told.split("\n")[0].endswith(f"{title}**") or f" {title} " in told.split("\n")[0]


async def test_what_a_chart_is_found_by_is_shown_to_nobody(sim: Table) -> None:
    found = await sim.cleo.slash(sim.channel, "rule", case="shifts")
    told, labels = said(found), explainers(found)
    assert told.startswith("**Shock column shifts for terrain**")
    assert "\n- Size Differential Ratio (SDR) shifts\n- **2.1** Maps" in told
    assert labels[:2] == ["Explain Size Differential Ratio (SDR) shifts", "Explain 2.1"], labels


async def test_a_game_there_is_not_is_named(sim: Table) -> None:
    refused = said(await sim.cleo.slash(sim.channel, "rule", case="9.2", game="chess"))
    assert refused == f"There are no rules of “chess” here. There are: {GAMES}."


async def test_the_channel_s_battle_has_the_word_before_it_begins(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario="cataphract/tricameron")
    assert said(await sim.cleo.slash(sim.channel, "rule", case="hun-reluctance")).startswith("**")
    other = await sim.cleo.slash(sim.channel, "rule", case="hun-reluctance", game=MEN_OF_IRON)
    assert "There is no case" in said(other)
    assert said(await sim.cleo.slash(sim.channel, "rule", case="9.4", game=MEN_OF_IRON)).startswith("**9.4 Line of")


async def test_a_case_leads_to_its_parts_and_buttons_know_their_game(sim: Table) -> None:
    await sim.battle()
    told = await sim.cleo.slash(sim.channel, "rule", case="9.2", game=MEN_OF_IRON)
    assert said(told).startswith("**9.2 When units fire**") and "9.2/return Return Fire" in said(told)
    assert explainers(told) == [f"Explain 9.2/{x}" for x in ("active", "return", "reaction", "cb", "ca")]
    assert told.response is not None
    pressed = await sim.cleo.click(
        told.response, custom_id=Ref(MEN_OF_IRON, "rule", "9.2/reaction").custom_id("explain")
    )
    assert pressed.ephemeral and said(pressed).startswith("**9.2/reaction Reaction Fire**")


async def test_games_and_cases_are_offered(sim: Table) -> None:
    games = await sim.cleo.autocomplete(sim.channel, "rule", "game", "")
    assert ", ".join(g["name"] for g in games) == GAMES and games[1]["value"] == MEN_OF_IRON
    assert [g["value"] for g in await sim.cleo.autocomplete(sim.channel, "rule", "game", "iron")] == [MEN_OF_IRON]
    offered = await sim.cleo.autocomplete(sim.channel, "rule", "case", "9.2", game=MEN_OF_IRON)
    assert [o["value"] for o in offered][:3] == ["9.2", "9.2/active", "9.2/return"]
    assert await sim.cleo.autocomplete(sim.channel, "rule", "case", "9.2", game="chess") == []
    assert (await sim.cleo.autocomplete(sim.channel, "rule", "case", "8.15"))[0]["value"] == "8.15"
