"""/chart shows what every number rests on; a referee's pack changes the battles made after it, and no other."""

from __future__ import annotations

import json
from typing import Any

import discord
import pytest

from bot.service import ServiceError
from bot.storage.tables import documents
from engine.systems.registry import CHARTS, SYSTEMS
from tests.bot.e2e.kit import SCENARIO, Table, controls, said

MEN_OF_IRON = "men-of-iron"
JAVELINS = "missile_range_results/cells/J_cavalry/1"


@pytest.fixture
def manager(sim: Table) -> Any:
    """Somebody who manages the server and doesn't play."""
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])


def document(**changes: Any) -> dict[str, Any]:
    cells = {JAVELINS: {"value": 3, "why": "player aid card, first printing"}}
    return {
        "format": "hexarch-chart-pack/1",
        "system": "cataphract",
        "title": "Our card",
        "by": "Mia",
        "cells": cells,
        **changes,
    }


async def load(sim: Table, who: Any, given: Any) -> Any:
    """The answer to a file, given as its bytes, its text, or what is written into it as JSON."""
    if not isinstance(given, bytes):
        given = (given if isinstance(given, str) else json.dumps(given)).encode()
    return await who.slash(sim.channel, "referee charts load", file=("charts.json", given))


async def shown(sim: Table, name: str, **options: Any) -> str:
    return said(await sim.cleo.slash(sim.channel, "chart", name=name, **options))


def row(text: str, label: str) -> list[str]:
    """The cells of a table's row."""
    line = next(x for x in text.split("\n") if x.startswith(label))
    return line.removeprefix(label).split()


# -- looking --------------------------------------------------------------------------------------------------------


async def test_anybody_may_read_a_chart_without_a_battle(sim: Table) -> None:
    text = await shown(sim, "missile_range_results")
    assert row(text, "C mounted") == ["6", "4?", "4", "1?", "-?", "-?", "-?", "-?"]
    assert "no mark: from the rules · ? reconstructed" in text
    assert "? C mounted 4; B foot 4: legible remains of the row" in text
    assert "Cataphract · Charts: standard `" in text


async def test_every_chart_fits_into_messages_and_onto_a_phone(sim: Table) -> None:
    for system, charts in CHARTS.items():
        for chart in charts():
            result = await sim.cleo.slash(sim.channel, "chart", name=chart.id, game=system)
            assert result.ephemeral
            for message in (result.response, *result.followups):
                if message is None:
                    continue
                assert len(message.content) <= 2000
                for block in message.content.split("```")[1::2]:
                    assert max(map(len, block.split("\n"))) <= 44, chart.id


async def test_charts_are_offered_and_found_by_their_titles(sim: Table) -> None:
    offered = await sim.cleo.autocomplete(sim.channel, "chart", "name", "range")
    assert [o["value"] for o in offered] == ["missile_range_results"]
    other = await sim.cleo.autocomplete(sim.channel, "chart", "name", "", game="Men of Iron")
    assert "weapons" in [o["value"] for o in other] and len(other) <= 25
    assert await sim.cleo.autocomplete(sim.channel, "chart", "name", "", game="chess") == []
    games = await sim.cleo.autocomplete(sim.channel, "chart", "game", "iron")
    assert [g["value"] for g in games] == [MEN_OF_IRON]
    assert (await shown(sim, "die roll of doom")).startswith("**Die Roll of Doom** (5.33)")
    assert (await shown(sim, "matrix", game=MEN_OF_IRON)).startswith("**Weapon System Matrix**")


async def test_a_chart_there_is_not(sim: Table) -> None:
    assert "There is no chart “zzz”. There are: Shock Combat" in await shown(sim, "zzz")
    assert "There are no rules of “chess” here" in await shown(sim, "doom", game="chess")


async def test_a_word_lists_the_charts_it_is_in(sim: Table) -> None:
    result = await sim.cleo.slash(sim.channel, "chart", name="missile")
    head, *lines = said(result).splitlines()
    assert head == "“missile” is in 2 charts:" and lines[0].startswith("Missile Range and Results")
    assert "**" + lines[1].split(" (")[0] in said(
        await sim.cleo.click(result.response, custom_id=controls(result.response)[1].custom_id)
    )
    assert (await shown(sim, "misile range results")).startswith("**Missile Range")


async def test_without_a_name_it_tells_which_charts_there_are(sim: Table) -> None:
    told = said(await sim.cleo.slash(sim.channel, "chart"))
    assert "Charts: standard" in told and "- Die Roll of Doom (5.33)" in told


async def test_a_chart_there_is_not_is_told_in_time(sim: Table) -> None:
    assert "There are no rules of “chess” here" in await shown(sim, "doom", game="chess")
    assert len(await shown(sim, "@everyone " * 30)) <= 2000


async def test_rules_of_the_battle_are_marked(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario="cataphract/dara")
    text = await shown(sim, "missile_range_results")
    assert row(text, "B foot")[:5] == ["8*", "5*", "4*", "1?", "0*"]
    assert "* changed by this battle" in text and "Dara · Charts: standard" in text


# -- correcting -----------------------------------------------------------------------------------------------------


async def test_only_referees_correct_charts(sim: Table, manager: Any) -> None:
    sim.show("referee")
    for who in (sim.ada, sim.cleo):
        result = await load(sim, who, document())
        assert result.ephemeral and "Only referees change this server's charts" in said(result)
        assert "Only referees" in said(await who.slash(sim.channel, "referee charts reset"))
    assert await sim.service.charts.pack_of_guild(sim.guild.id, "cataphract") is None
    told = said(await load(sim, manager, document()))
    assert "new battles of this server are played by “Our card” by Mia" in told
    assert "J mounted 1 3, not 4: player aid card, first printing" in told


async def test_the_referees_role_corrects_charts(sim: Table, manager: Any) -> None:
    sim.show("referee")
    role = sim.guild.create_role("judges")
    judge = sim.guild.add_member(sim.env.create_user("jude", global_name="Jude"), roles=[role])
    assert "Only referees" in said(await load(sim, judge, document()))
    await manager.slash(sim.channel, "settings referee-role", role=role)
    assert "are played by “Our card”" in said(await load(sim, judge, document()))


async def test_a_pack_is_shown_and_taken_away_again(sim: Table, manager: Any) -> None:
    before = await shown(sim, "missile_range_results")
    await load(sim, manager, document(note="From the *box*"))
    text = await shown(sim, "missile_range_results")
    assert row(text, "J mounted")[0] == "3!" and "! corrected by the chart pack" in text
    assert "! J mounted 1 3, not 4: player aid card, first printing" in text
    assert "Cataphract · Charts: “Our card” by Mia" in text
    told = said(await sim.cleo.slash(sim.channel, "chart"))
    assert "“Our card” by Mia" in told and "From the \\*box\\*" in told and "3, not 4" in told
    assert "Men of Iron · Charts: standard" in said(await sim.cleo.slash(sim.channel, "chart", game=MEN_OF_IRON))
    assert "played by the standard charts again, not by “Our card”" in said(
        await manager.slash(sim.channel, "referee charts reset")
    )
    assert await shown(sim, "missile_range_results") == before
    assert "plays by the standard charts of Cataphract" in said(
        await manager.slash(sim.channel, "referee charts reset")
    )


async def test_packs_belong_to_one_server(sim: Table, manager: Any) -> None:
    await load(sim, manager, document())
    assert await sim.service.charts.pack_of_guild(sim.guild.id, "cataphract") is not None
    assert await sim.service.charts.pack_of_guild(sim.guild.id + 1, "cataphract") is None
    assert await sim.service.charts.pack_of_guild(sim.guild.id, MEN_OF_IRON) is None


@pytest.mark.parametrize("system", [s for s in sorted(CHARTS) if SYSTEMS[s].complete])
async def test_the_template_can_be_sent_back(sim: Table, manager: Any, system: str) -> None:
    sim.show("referee")
    result = await sim.cleo.slash(sim.channel, "referee charts template", game=system)
    (file,) = next(m for m in (result.response, *result.followups) if m is not None and m.attachments).attachments
    data = await file.read()
    assert len(data) <= 64 * 1024
    given = json.loads(data)
    assert set(given["cells"]) == {c.path for chart in CHARTS[system]() for c in chart.cells if not c.fixed}
    assert "are played by “Our charts”" in said(await load(sim, manager, data))
    # All cells are as they were: the numbers, and with them the hash, are those of the standard charts.
    ours = await sim.service.charts.of_guild(sim.guild.id, system)
    assert ours.digest == (await sim.service.charts.of_guild(0, system)).digest


HOSTILE: list[tuple[Any, str]] = [
    (b"\xff\xfe\x00{", "is no UTF-8 text"),
    (b"", "no valid JSON"),
    ("hello", "no valid JSON"),
    ("[]", "must be a JSON object"),
    ("[" * 30000, "no valid JSON: nested too deeply"),
    ('{"cells":' * 5000 + "1" + "}" * 5000, "nested too deeply"),
    (document(cells={"a": {"value": [[[[1]]]]}}), "nested too deeply"),
    ('{"a": ' + "9" * 5000 + "}", "too many digits"),
    ('{"title": "a", "title": "b"}', "title: is given twice"),
    (document(title="x" * 70000), "is too large"),
    (document(format="hexarch-chart-pack/9"), "format"),
    (document(system="chess"), "'chess' is no game known here; known: cataphract, men-of-iron"),
    (document(system=None), "system"),
    (document(title=""), "title: must not be empty"),
    (document(title="two\nlines"), "can't be printed"),
    (document(extra=1), "extra: is no field of the format"),
    (document(cells={}), "cells"),
    (document(cells=[1]), "cells"),
    (document(cells={f"a/{n}": {"value": 1} for n in range(2500)}), "cells"),
    (document(cells={f"a/{n}": {"value": 1} for n in range(1500)}), "and 1492 more"),
    (document(cells={"doom/rows/0/resul": {"value": "finished"}}), "near it: doom/rows/0/result"),
    (document(cells={"../../x": {"value": 1}}), "the charts have no such cell"),
    (document(cells={JAVELINS: {"value": 30}}), "must be a whole number from 0 to 9, or null, not 30"),
    (document(cells={JAVELINS: {"value": True}}), "must be a whole number"),
    (document(cells={JAVELINS: {"value": 2.5}}), "must be a whole number"),
    (document(cells={JAVELINS: {"value": "3"}}), 'not "3"'),
    (document(cells={JAVELINS: {"value": {"$eval": "1"}}}), "must be a whole number"),
    (document(cells={JAVELINS: {}}), "value: is missing"),
    (document(cells={JAVELINS: {"value": 3, "code": "import os"}}), "code: is no field of the format"),
    (json.dumps(document()).replace('"value": 3', '"value": NaN'), "no valid JSON: NaN is no number"),
    (json.dumps(document()).replace('"Mia"', '"\\ud800"'), "by: "),
    (document(cells={"rally_result/rows/infantry_divisor": {"value": 3}}), "can't be changed"),
    (document(cells={"shock_crt/cells/0/1": {"value": [1, 2, 3]}}), "must be a list of 2 items"),
    (document(cells={"**@everyone** <@1>" + "\u202e": {"value": 1}}), "can't be printed"),
]


@pytest.mark.parametrize(("given", "why"), HOSTILE, ids=range(len(HOSTILE)))
async def test_a_wrong_file_changes_nothing(sim: Table, manager: Any, given: Any, why: str) -> None:
    await load(sim, manager, document(title="The good one"))
    result = await load(sim, manager, given)
    told = said(result)
    assert why in told.replace("\\", ""), told
    assert result.ephemeral and len(told) <= 2000 and "reference" not in told
    assert "@everyone" not in told and "<@" not in told
    kept = await sim.service.charts.pack_of_guild(sim.guild.id, "cataphract")
    assert kept is not None and kept.title == "The good one"


# -- battles --------------------------------------------------------------------------------------------------------


async def strength(sim: Table) -> int:
    """Of mounted javelins at one hex, in the channel's battle."""
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    charts = (await sim.service.play.game(battle.id)).context.charts  # type: ignore[attr-defined]
    return charts.document["charts"]["missile_range_results"]["cells"]["J_cavalry"]["1"]


async def test_a_battle_keeps_the_charts_it_was_made_with(sim: Table, manager: Any) -> None:
    await load(sim, manager, document())
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines")
    pinned = next(m for m in sim.messages if "Waiting for players" in m.content)
    assert "Charts: “Our card” by Mia" in pinned.content
    await load(sim, manager, document(title="Another", cells={JAVELINS: {"value": 9}}))
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    assert "begins" in said(await sim.ada.slash(sim.channel, "battle start"))
    await manager.slash(sim.channel, "referee charts reset")
    for _ in range(2):
        assert await strength(sim) == 3
        assert row(await shown(sim, "missile_range_results"), "J mounted")[0] == "3!"
        assert "Charts: “Our card” by Mia" in said(await sim.cleo.slash(sim.channel, "battle status"))
        await sim.restart()


async def test_a_rematch_is_played_by_the_same_charts(sim: Table, manager: Any) -> None:
    await load(sim, manager, document())
    await sim.battle()
    await manager.slash(sim.channel, "referee charts reset")
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    assert "again, with the sides changed" in said(await sim.ada.slash(sim.channel, "battle rematch"))
    assert "begins" in said(await sim.ben.slash(sim.channel, "battle start"))
    assert await strength(sim) == 3


async def test_journal_and_dice_trail_name_the_charts(sim: Table, manager: Any) -> None:
    hashes = []
    for given in (None, document()):
        if given is not None:
            await load(sim, manager, given)
        await sim.battle()
        battle = await sim.service.battles.in_channel(sim.channel.id)
        assert battle is not None
        of = await sim.service.charts.of_battle(battle.id)
        start = (await sim.service.play.entries(battle.id))[0]
        trail = await sim.service.rolls.trail(battle.id)
        assert start.data["charts"] == trail.header.charts == battle.charts == of.digest
        assert f"`{of.digest[:12]}`" in said(await sim.cleo.slash(sim.channel, "battle status"))
        hashes.append(of.digest)
        await sim.service.endings.abandon(battle.id, sim.ada.id)
    assert hashes[0] != hashes[1]


async def test_a_pack_that_no_longer_fits_is_told_before_a_battle_is_made(sim: Table) -> None:
    old = document(cells={"missile_range_results/cells/Z/1": {"value": 1, "why": ""}})
    await sim.service.settings.put(f"guild:{sim.guild.id}", "charts:cataphract", old)
    told = said(await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO))
    assert "“Our card” no longer fits the charts of Cataphract" in told and "/referee charts reset" in told
    assert await sim.service.battles.in_channel(sim.channel.id) is None


async def test_other_charts_than_the_battle_began_with_are_told(sim: Table) -> None:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    assert "It began with" not in said(await sim.cleo.slash(sim.channel, "battle status"))
    await sim.service.database.battles.update(battle.id, charts="0" * 64)
    sim.service.sessions.forget(battle.id)
    assert "It began with the charts `000000000000`" in said(await sim.cleo.slash(sim.channel, "battle status"))


@pytest.mark.errors_expected("the charts have no such cell", "no longer knows some cells of this battle's chart pack")
async def test_a_battle_is_not_played_on_without_its_corrections(sim: Table, manager: Any) -> None:
    """A later version of the referee may know a cell no longer: then the battle waits, whole, for one that does."""
    await load(sim, manager, document())
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    entries = await sim.service.play.entries(battle.id)
    stored = await sim.service.database.battles.scenario(battle.id)
    for text in (stored.replace("J_cavalry/1", "J_cavalry/11"), stored):
        async with sim.service.database.write() as c:
            await c.execute(documents.update().where(documents.c.battle == battle.id).values(scenario=text))
        await sim.restart()
        if text != stored:
            with pytest.raises(ServiceError, match="no longer knows some cells of this battle's chart pack"):
                await sim.service.play.game(battle.id)
    assert await strength(sim) == 3
    assert await sim.service.play.entries(battle.id) == entries
