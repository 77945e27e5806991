"""The report on a battle: posted once when it is over, shown again at any time, and to nobody else."""

from __future__ import annotations

import io
import random
from typing import Any

import pytest
from PIL import Image

from bot.messages.spectators.reports import REPORT, Reports
from bot.notation import record as notation
from engine.kernel.text import Refusal
from engine.players import random_answer
from tests.bot.e2e.kit import SCENARIO, Table, control, said
from tests.bot.e2e.test_audit import play
from tests.bot.e2e.test_men_of_iron import begun as crecy_begun
from tests.bot.e2e.test_mirror import the_battle
from tests.bot.e2e.test_record import saved
from tests.bot.e2e.test_replay import film, under_way
from tests.bot.e2e.test_viewer import viewer
from tests.bot.e2e.test_watch import hidden_channel

pytestmark = pytest.mark.drawn


def reporter(sim: Table) -> Reports:
    return sim.bot.get_cog("Reports").reports  # type: ignore[union-attr]


async def fight(sim: Table, answers: int) -> None:
    """A battle in which something happens: whoever is asked does what comes to mind."""
    await sim.battle(mode="correspondence")
    battle, rng = await the_battle(sim), random.Random(3)
    for n in range(answers):
        for o in (await sim.service.play.open_questions(battle.id))[:1]:
            answer = random_answer(o.decision, rng, 3.0)
            await sim.service.play.answer(battle.id, o.user or 0, o.token, answer, f"answer {n}")


async def ended(sim: Table) -> None:
    """Ada gives up, unless the dice have ended it; all that is done then is done."""
    battle = await the_battle(sim)
    if battle.status == "running":
        await sim.service.endings.resign(battle.id, sim.ada.id)
    await closed(sim)


async def closed(sim: Table) -> None:
    await sim.bot.messages.background.tick()
    await reporter(sim).idle()
    await sim.env.settle()


def reports(channel: Any) -> list[Any]:
    """The reports in a channel, oldest first."""
    return [m for m in channel.history() if m.embeds and any(a.filename.endswith(".txt") for a in m.attachments)]


def brought(sim: Table, attachment: Any) -> bytes:
    """What is in an attachment."""
    data = sim.env.backend.cdn.get(attachment.url)
    assert data is not None
    return data


def fields(message: Any) -> dict[str, str]:
    return {f.name: f.value for f in message.embeds[0].fields}


def shown(result: Any) -> Any:
    """The report an interaction brought."""
    return next(m for m in (result.response, *result.followups) if m is not None and m.embeds).message


async def test_it_is_posted_once_with_everything_in_it(sim: Table) -> None:
    await fight(sim, 80)
    assert reports(sim.channel) == []
    await ended(sim)
    [message] = reports(sim.channel)
    battle = await sim.service.battles.last_in_channel(sim.channel.id)
    assert battle is not None
    assert message.content.startswith("## Tricameron\n**") and battle.outcome in message.content
    assert "Turn 1 · " in message.content and len(message.content) <= 2000
    told = fields(message)
    assert {"Byzantines", "Vandals", "Luck", "How it was played", "The dice"} <= set(told)
    assert "Rout Points: **" in told["Byzantines"] and "units lost" in told["Vandals"]
    assert "1 turn, " in told["How it was played"] and "orders and answers" in told["How it was played"]
    assert battle.trail_head in told["The dice"] and "hexarch verify" in told["The dice"]
    assert all(len(v) <= 1024 for v in told.values())
    maps = [a for a in message.attachments if a.filename.endswith(".png")]
    assert 1 <= len(maps) <= 4 and all(a.description and a.description.startswith("Map of") for a in maps)
    for a in maps:
        assert Image.open(io.BytesIO(brought(sim, a))).format == "PNG"
    text = next(a for a in message.attachments if a.filename == f"battle-{battle.id}.txt")
    assert notation.read(brought(sim, text).decode()).tags["Battle"] == battle.id
    assert not message.mentions or sim.ada.mention in message.content
    await closed(sim)
    await sim.restart()
    await closed(sim)
    assert [m.id for m in reports(sim.channel)] == [message.id]
    assert await sim.service.battles.unclosed() == []


async def test_its_buttons_work_for_whoever_may_look(sim: Table) -> None:
    await under_way(sim)
    await ended(sim)
    [message] = reports(sim.channel)
    await sim.restart()
    opened = await sim.cleo.click(message, custom_id=control(message, "replay").custom_id)
    assert opened.ephemeral and "The beginning" in viewer(opened).content
    made = await sim.cleo.click(message, custom_id=control(message, "film").custom_id)
    assert made.ephemeral and film(sim, made).format == "GIF"


async def test_it_goes_to_the_channel_for_results_too(sim: Table) -> None:
    results = sim.guild.create_text_channel("results")
    await sim.service.guilds.set_results_channel(sim.guild.id, results.id)
    await under_way(sim)
    await ended(sim)
    await closed(sim)
    assert len(reports(sim.channel)) == len(reports(results)) == 1
    await sim.restart()
    await closed(sim)
    assert len(reports(sim.channel)) == len(reports(results)) == 1


async def test_a_channel_that_is_gone_keeps_nobody_waiting(sim: Table) -> None:
    await sim.service.guilds.set_results_channel(sim.guild.id, 12345)
    await under_way(sim)
    await ended(sim)
    assert len(reports(sim.channel)) == 1
    assert await sim.service.posts.waiting(REPORT) == []


async def test_what_fails_is_made_up_for_after_a_restart(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await under_way(sim)

    async def failing(battle: Any) -> Any:
        raise RuntimeError("no network")

    monkeypatch.setattr(reporter(sim), "content", failing)
    await ended(sim)
    assert reports(sim.channel) == []
    [post] = await sim.service.posts.waiting(REPORT)
    assert post.channel == sim.channel.id and not post.delivered
    await sim.restart()
    await closed(sim)
    assert len(reports(sim.channel)) == 1
    assert await sim.service.posts.waiting(REPORT) == []


async def test_a_battle_that_hardly_began(sim: Table) -> None:
    await sim.battle()
    await ended(sim)
    [message] = reports(sim.channel)
    assert "None of" in fields(message)["Byzantines"]
    assert len([a for a in message.attachments if a.filename.endswith(".png")]) == 1


async def test_a_lobby_that_is_broken_off_has_none(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines")
    told = await sim.ada.slash(sim.channel, "record report")
    assert told.ephemeral and "hasn't begun" in said(told)
    battle = await the_battle(sim)
    await sim.service.endings.abandon(battle.id, sim.ada.id)
    await closed(sim)
    assert reports(sim.channel) == []


async def test_how_a_battle_goes_so_far(sim: Table) -> None:
    await play(sim, 20)
    result = await sim.cleo.slash(sim.channel, "record report")
    assert result.ephemeral
    message = shown(result)
    assert "So far: the battle is under way." in message.content
    assert "Under way since" in fields(message)["How it was played"]
    public = await sim.ada.slash(sim.channel, "record report", private=False)
    assert not public.ephemeral and fields(shown(public)).keys() == fields(message).keys()
    battle = await the_battle(sim)
    assert [o["value"] for o in await sim.cleo.autocomplete(sim.channel, "record report", "battle", "")] == [battle.id]


async def test_other_servers_bring_records_and_see_nothing_else(sim: Table) -> None:
    await play(sim, 20)
    battle = await the_battle(sim)
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    stranger = other.add_member(sim.env.create_user("zoe", global_name="Zoe"))
    refused = await stranger.slash(channel, "record report", battle=battle.id)
    assert refused.ephemeral and "no such battle" in said(refused)
    assert "no such battle" in said(await stranger.slash(channel, "record report", battle="nonsense"))
    assert await stranger.autocomplete(channel, "record report", "battle", "") == []
    await stranger.slash(channel, "record load", file=("battle.txt", await saved(sim, sim.cleo)))
    [kept] = await sim.service.battles.of_guild(other.id)
    told = fields(shown(await stranger.slash(channel, "record report", battle=kept.id)))
    assert "came as a file" in told["The dice"] and "Luck" in told
    # What it says of the battle is what the original says.
    original = fields(shown(await sim.cleo.slash(sim.channel, "record report")))
    assert told["Byzantines"] == original["Byzantines"] and told["Vandals"] == original["Vandals"]
    assert told["Luck"] == original["Luck"]


async def test_a_hidden_battle_has_no_report_for_others(sim: Table) -> None:
    sim.channel = await hidden_channel(sim)
    await under_way(sim)
    battle = await the_battle(sim)
    elsewhere = sim.guild.create_text_channel("lounge")
    refused = await sim.cleo.slash(elsewhere, "record report", battle=battle.id)
    assert "no such battle" in said(refused)
    assert shown(await sim.ben.slash(elsewhere, "record report", battle=battle.id)).embeds


async def test_secret_set_up_is_not_counted(sim: Table) -> None:
    """What a side has ordered in secret stands in no report before it is out."""
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines", rules="bids")
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")
    before = fields(shown(await sim.ada.slash(sim.channel, "record report")))
    battle = await the_battle(sim)
    question = next(o for o in await sim.service.play.open_questions(battle.id) if o.side == "vandal")
    pick = question.decision.default.model_copy(update={"key": "27"})
    await sim.service.play.answer(battle.id, question.user or 0, question.token, pick, "x")
    after = shown(await sim.ada.slash(sim.channel, "record report"))
    assert fields(after)["Vandals"] == before["Vandals"]
    counted = "**Vandals**: 0 orders and answers"
    assert counted in before["How it was played"] and counted in fields(after)["How it was played"]
    text = brought(sim, next(a for a in after.attachments if a.filename.endswith(".txt"))).decode()
    assert "vandal: 27" not in text


async def test_men_of_iron(sim: Table) -> None:
    await crecy_begun(sim)
    for text in ("Doria", "DCB1 > 1404", "done"):
        await sim.ben.slash(sim.channel, "order", text=text)
    await ended(sim)
    [message] = reports(sim.channel)
    assert "## Crécy" in message.content and "Doria" in message.content
    assert "turns" not in fields(message)["How it was played"]
    assert "Flight Points: **" in fields(message)["French"]


async def test_before_a_battle_there_is_nothing_to_report(sim: Table) -> None:
    assert "no battle in this channel" in said(await sim.ada.slash(sim.channel, "record report"))
    with pytest.raises(Refusal):
        await sim.service.battles.get("deadbeef")
