"""Mirrors: spectators read along elsewhere, at once or later, and nothing gets lost, doubled or out too early."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.bot.e2e.kit import SCENARIO, Table, controls, said


class Clock:
    """Time that passes only when told to."""

    def __init__(self, sim: Table) -> None:
        self.now = sim.service.clock()
        sim.service.sessions.clock = self
        self.sim = sim

    def __call__(self) -> float:
        return self.now

    async def on(self, seconds: float) -> None:
        """Let time pass, then the bot's rounds come by."""
        self.now += seconds
        await self.sim.env.advance_time(12)


def stands(sim: Table) -> Any:
    """The spectators' channel."""
    return sim.guild.create_text_channel("stands")


def shown(channel: Any) -> list[Any]:
    return [m for m in channel.history() if not m.is_system()]


async def the_battle(sim: Table) -> Any:
    battle = await sim.service.battles.last_in_channel(sim.channel.id)
    assert battle is not None
    return battle


async def dispatches(sim: Table) -> list[Any]:
    posts = await sim.service.posts.of((await the_battle(sim)).id, "dispatch")
    return sorted(posts, key=lambda p: int(p.key))


async def defaults(sim: Table, n: int = 1) -> None:
    """Everybody who is asked answers with the default, so many times."""
    battle = await the_battle(sim)
    for i in range(n):
        for o in await sim.service.play.open_questions(battle.id):
            assert o.user is not None
            await sim.service.play.answer(battle.id, o.user, o.token, o.decision.default, f"default {i}")
        await sim.bot.messages.publisher.publish(battle.id)
    await sim.bot.messages.mirrors.idle()
    await sim.env.settle()


async def until_dispatches(sim: Table, n: int) -> None:
    """Play on until there are so many dispatches."""
    for _ in range(60):
        if len(await dispatches(sim)) >= n:
            return
        await defaults(sim)
    raise AssertionError("the story doesn't go on")


async def hidden_channel(sim: Table, *seers: Any) -> Any:
    """A channel that only the players see, and these."""
    seen = discord.PermissionOverwrite(view_channel=True, read_message_history=True, send_messages=True)
    overwrites: dict[Any, discord.PermissionOverwrite] = {who: seen for who in (sim.guild.me, sim.ada, sim.ben, *seers)}
    overwrites[sim.guild.default_role] = discord.PermissionOverwrite(view_channel=False)
    return sim.guild.create_text_channel("hidden", overwrites=overwrites)


async def test_the_story_grows_in_the_mirror_without_controls_and_pings(sim: Table) -> None:
    await sim.battle()
    channel = stands(sim)
    told = await sim.ada.slash(sim.channel, "battle mirror", channel=channel)
    assert told.ephemeral and "at once" in said(told)
    assert any("mirrored in" in m.content and sim.ben.mention not in m.content for m in sim.messages), (
        "the opponent learns of it"
    )
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    await sim.env.settle()
    [*_, message] = shown(channel)
    assert "Tricameron" in message.content and "THC3" in message.content
    assert message.attachments and message.attachments[0].description
    assert all(not controls(m) and not m.mentions and "<@" not in m.content for m in shown(channel))
    count = len(shown(channel))
    await sim.ada.slash(sim.channel, "order", text="THC4 @SW")
    await sim.env.settle()
    assert len(shown(channel)) == count and "THC4" in shown(channel)[-1].content, "the same message grows"


async def test_what_was_told_before_stays_where_it_is(sim: Table) -> None:
    await sim.battle()
    await until_dispatches(sim, 3)
    channel = stands(sim)
    await sim.ben.slash(sim.channel, "battle mirror", channel=channel)
    await sim.env.settle()
    assert len(shown(channel)) == 1, "only what is under way"


async def test_a_mirror_that_lags_shows_each_dispatch_once_it_is_old_enough(sim: Table) -> None:
    clock = Clock(sim)
    await sim.battle(mode="correspondence")
    channel = stands(sim)
    await sim.ada.slash(sim.channel, "battle mirror", channel=channel, delay="30m")
    await until_dispatches(sim, 3)
    await clock.on(29 * 60)
    assert shown(channel) == []
    await clock.on(2 * 60)
    told = await dispatches(sim)
    assert len(shown(channel)) == len(told) - 1, "the one under way isn't complete"
    drawn = [m.attachments[0].description for m in shown(channel)]
    assert all(drawn)
    await sim.restart()
    clock = Clock(sim) if sim.service.sessions.clock is not clock else clock
    await sim.env.advance_time(30)
    assert len(shown(channel)) == len(told) - 1, "nothing is told twice"


async def test_the_map_of_a_lagging_mirror_is_that_of_its_time(sim: Table) -> None:
    clock = Clock(sim)
    await sim.battle(mode="correspondence")
    await sim.ada.slash(sim.channel, "battle mirror", channel=(channel := stands(sim)), delay="1h")
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    count = len(await dispatches(sim))
    await until_dispatches(sim, count + 1)
    battle = await the_battle(sim)
    from bot.messages.publishing.posts import Story

    story = Story.model_validate_json((await dispatches(sim))[-2].body)
    then = await sim.bot.messages.mirrors.table(battle, story.upto)
    await defaults(sim, 4)
    assert (await sim.service.play.game(battle.id)).journal[-1].seq > story.upto
    assert await sim.bot.messages.mirrors.table(battle, story.upto) == then, "whatever happened since"
    facing = next(c.facing for c in then.counters if c.id == "THC3")
    assert facing is not None and facing.name == "NW"
    await clock.on(3700)
    assert len(shown(channel)) == len(await dispatches(sim)) - 1


async def test_nothing_is_told_twice_by_a_failure_and_nothing_is_lost(sim: Table) -> None:
    clock = Clock(sim)
    await sim.battle(mode="correspondence")
    channel = stands(sim)
    await sim.ada.slash(sim.channel, "battle mirror", channel=channel)
    before = len(shown(channel))
    sim.env.inject_error("*", f"/channels/{channel.id}/messages*", status=403, code=50013, times=None)
    await until_dispatches(sim, 3)
    assert len(shown(channel)) == before
    assert len(sim.messages) > 2, "the battle itself isn't held up"
    sim.env.backend.faults.clear()
    await clock.on(3600)
    told = await dispatches(sim)
    assert len(shown(channel)) == len(told)
    copies = {p.key: p.message for p in await sim.service.posts.of((await the_battle(sim)).id, "mirror")}
    assert [m.id for m in shown(channel)] == [copies[p.key] for p in told], "in their order"


async def test_a_process_that_dies_before_it_has_sent_sends_later(sim: Table) -> None:
    await sim.battle()
    channel = stands(sim)
    await sim.ada.slash(sim.channel, "battle mirror", channel=channel)
    before = len(shown(channel))
    sim.env.inject_error("POST", f"/channels/{channel.id}/messages", status=403, code=50013, times=None)
    await until_dispatches(sim, 2)
    sim.env.backend.faults.clear()
    await sim.restart()
    await sim.env.advance_time(12)
    assert len(shown(channel)) == len(await dispatches(sim)) > before


@pytest.mark.errors_expected("its mirror is behind")
async def test_a_message_that_may_have_arrived_is_sent_again_under_its_name(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes no second message of the same name, so dying between sending and noting it doubles nothing."""
    await sim.battle()
    channel = stands(sim)
    await sim.ada.slash(sim.channel, "battle mirror", channel=channel)
    put_post, [first] = sim.service.posts.put, await dispatches(sim)

    async def dies(*posts: Any) -> None:
        if any(p.kind == "mirror" and p.key != first.key and p.delivered for p in posts):
            raise RuntimeError("killed")
        await put_post(*posts)

    monkeypatch.setattr(sim.service.posts, "put", dies)
    await until_dispatches(sim, 2)
    await sim.bot.messages.mirrors.close()
    await sim.restart()
    await sim.env.advance_time(12)
    path = f"/channels/{channel.id}/messages"
    sent = [r.json for r in sim.env.http_requests if r.method == "POST" and r.path.endswith(path)]
    names = [(x or {}).get("nonce") for x in sent]
    assert len(names) == 3 and names[0] != names[1] == names[2], names
    assert all((x or {}).get("enforce_nonce") and len((x or {})["nonce"]) <= 25 for x in sent)


async def test_what_is_taken_back_is_shown_as_taken_back(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    channel = stands(sim)
    await sim.ada.slash(sim.channel, "battle mirror", channel=channel)
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    await sim.ada.slash(sim.channel, "undo")
    await sim.env.settle()
    content = shown(channel)[-1].content
    assert "THC3" not in content and "Orders were taken back." in content


async def test_what_is_taken_back_in_a_later_dispatch_is_struck_out(sim: Table) -> None:
    await sim.battle()
    await sim.to_orders()
    channel = stands(sim)
    await sim.ada.slash(sim.channel, "battle mirror", channel=channel)
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    await sim.ada.slash(sim.channel, "order", text="done")
    count = len(await dispatches(sim))
    await until_dispatches(sim, count + 1)
    old = next(m for m in shown(channel) if "THC3 turns to face NW" in m.content)
    assert "~~" not in old.content
    for _ in range(8):
        await sim.ada.slash(sim.channel, "undo")
        await sim.env.settle()
        old = next(m for m in shown(channel) if m.id == old.id)
        if "~~" in old.content:
            break
    assert "~~THC3 turns to face NW.~~" in old.content and "What is struck out was taken back." in old.content
    assert "~~Belisarius" not in old.content, "only what was taken back"
    ids = [m.id for m in shown(channel)]
    await sim.restart()
    await sim.env.advance_time(12)
    assert [m.id for m in shown(channel)] == ids


async def test_the_result_appears_and_then_nothing_more(sim: Table) -> None:
    clock = Clock(sim)
    await sim.battle(mode="correspondence")
    channel = stands(sim)
    await sim.ada.slash(sim.channel, "battle mirror", channel=channel, delay="10m")
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    await clock.on(300)
    assert shown(channel) == []
    await clock.on(301)
    texts = [m.content for m in shown(channel)]
    assert len(texts) == len(await dispatches(sim)) + 1
    assert "The Vandals resign: the Byzantines win." in texts[-1]
    await sim.restart()
    await sim.env.advance_time(60)
    assert [m.content for m in shown(channel)] == texts
    assert await sim.service.mirrors.active() == {}


async def test_a_battle_that_moves_keeps_its_mirror(sim: Table) -> None:
    await sim.battle()
    channel = stands(sim)
    await sim.ada.slash(sim.channel, "battle mirror", channel=channel)
    battle = await the_battle(sim)
    elsewhere = sim.guild.create_text_channel("elsewhere")
    await sim.ada.slash(elsewhere, "battle move", battle=battle.id)
    before = len(shown(channel))
    sim.channel = elsewhere
    count = len(await dispatches(sim))
    await until_dispatches(sim, count + 1)
    assert len(shown(channel)) == before + 1


@pytest.mark.parametrize("event", [True, False], ids=["told by Discord", "found out"])
async def test_a_channel_that_is_gone_ends_the_mirror_and_the_players_are_told(sim: Table, event: bool) -> None:
    await sim.battle()
    channel = stands(sim)
    await sim.ada.slash(sim.channel, "battle mirror", channel=channel)
    if event:
        sim.env.backend.delete_channel(channel.id)
        await sim.env.settle()
    else:
        fault = {"status": 404, "code": 10003, "message": "Unknown Channel"}
        sim.env.inject_error("*", f"/channels/{channel.id}/messages*", times=None, **fault)
        await until_dispatches(sim, 2)
    assert any("no longer mirrored" in m.content for m in sim.messages)
    assert "isn't mirrored" in said(await sim.cleo.slash(sim.channel, "battle mirror"))
    assert await sim.service.mirrors.active() == {}


async def test_who_may_set_a_mirror_and_where(sim: Table) -> None:
    await sim.battle()
    channel = stands(sim)
    refused = await sim.cleo.slash(sim.channel, "battle mirror", channel=channel)
    assert refused.ephemeral and "Only players who lead a side" in said(refused)
    assert "tells" not in said(refused) and await sim.service.mirrors.of((await the_battle(sim)).id) is None
    assert "already" in said(await sim.ada.slash(sim.channel, "battle mirror", channel=sim.channel))
    for delay in ("soon", "25h", "-1h", "default"):
        answer = said(await sim.ada.slash(sim.channel, "battle mirror", channel=channel, delay=delay))
        assert "Write a delay like" in answer, delay
    deny = discord.PermissionOverwrite(send_messages=False)
    announcements = sim.guild.create_text_channel("news", overwrites={sim.guild.default_role: deny})
    assert "You may not write" in said(await sim.ada.slash(sim.channel, "battle mirror", channel=announcements))
    me = sim.guild.me
    assert me is not None
    muted = sim.guild.create_text_channel("muted", overwrites={me: discord.PermissionOverwrite(attach_files=False)})
    assert "Attach Files" in said(await sim.ada.slash(sim.channel, "battle mirror", channel=muted))
    other = sim.guild.create_text_channel("other")
    await sim.ben.slash(other, "battle create", scenario=SCENARIO)
    assert "Another battle" in said(await sim.ada.slash(sim.channel, "battle mirror", channel=other))
    assert await sim.service.mirrors.of((await the_battle(sim)).id) is None
    boss = sim.guild.add_member(
        sim.env.create_user("boss"),
        roles=[sim.guild.create_role("boss", permissions=discord.Permissions(manage_guild=True))],
    )
    assert "at once" in said(await boss.slash(sim.channel, "battle mirror", channel=channel))
    assert "Either" in said(await sim.ada.slash(sim.channel, "battle mirror", channel=channel, off=True))
    assert "2 hours later" in said(await sim.ada.slash(sim.channel, "battle mirror", delay="2h"))
    assert "has ended" in said(await sim.ada.slash(sim.channel, "battle mirror", off=True))
    assert "isn't mirrored" in said(await sim.ada.slash(sim.channel, "battle mirror"))


async def test_a_server_mirrors_its_open_battles_by_itself(sim: Table) -> None:
    channel = stands(sim)
    await sim.service.settings.put(f"guild:{sim.guild.id}", "mirror", {"channel": channel.id, "delay": 0})
    await sim.battle()
    await sim.env.advance_time(6)
    assert len(shown(channel)) == len(await dispatches(sim))
    assert "mirrored in" in said(await sim.cleo.slash(sim.channel, "battle mirror"))
    await sim.ada.slash(sim.channel, "battle mirror", off=True)
    before = len(shown(channel))
    await until_dispatches(sim, len(await dispatches(sim)) + 1)
    assert len(shown(channel)) == before, "its players have the last word"


async def test_a_private_battle_is_not_mirrored_by_itself(sim: Table) -> None:
    channel = stands(sim)
    await sim.service.settings.put(f"guild:{sim.guild.id}", "mirror", {"channel": channel.id, "delay": 0})
    sim.channel = await hidden_channel(sim)
    await sim.battle()
    await sim.env.advance_time(6)
    assert shown(channel) == []
    await sim.ada.slash(sim.channel, "battle mirror", channel=channel)
    await sim.env.settle()
    assert len(shown(channel)) == 1, "unless its players want it"


async def test_nothing_of_a_secret_deployment_is_mirrored(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines", rules="bids")
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    channel = stands(sim)
    await sim.ada.slash(sim.channel, "battle mirror", channel=channel)
    await sim.ada.slash(sim.channel, "battle start")
    battle = await the_battle(sim)
    question = next(o for o in await sim.service.play.open_questions(battle.id) if o.side == "vandal")
    pick = question.decision.default.model_copy(update={"key": "27"})
    await sim.service.play.answer(battle.id, question.user or 0, question.token, pick, "x")
    await sim.bot.messages.publisher.publish(battle.id)
    await sim.bot.messages.mirrors.idle()
    assert shown(channel) and all("27" not in m.content for m in shown(channel))
