"""Two things at once, and who has a place by now: previews beside each other, an invitation and a move, a lesson and a
referee, a watcher who gets a side."""

from __future__ import annotations

from collections import Counter
from typing import Any

import discord
import pytest

from bot.language.plain import MESSAGE
from bot.messages.competitions import notices
from bot.narration import TextCatalogue
from tests.bot.e2e.kit import Table, control, controls, press, said, shown, text_of
from tests.bot.e2e.test_archived import lock
from tests.bot.e2e.test_board import at, browse, token_of
from tests.bot.e2e.test_events import called, dora, member, playable, referee
from tests.bot.e2e.test_learn import Learner, answer
from tests.bot.e2e.test_meetings import agreed, calls
from tests.bot.e2e.test_own_cause import asking, judge, opponent, own
from tests.bot.quiet.hearing import Hearing

__all__ = ["at", "browse", "dora", "judge", "referee"]


def now(channel: Any, message: Any) -> Any:
    """A message as it is by now."""
    return next(m for m in channel.history() if m.id == message.id)


# -- previews ---------------------------------------------------------------------------------------------------------


async def test_every_preview_loses_its_buttons_when_the_battle_goes_on(sim: Table, browse: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    page = browse()
    opened = shown(await sim.ada.slash(sim.channel, "battle board"))
    await page.open(token_of(await sim.ada.slash(sim.channel, "battle board")))
    token = (await page.get("/api/battle"))[1]["question"]["token"]
    await page.post("/api/send", {"token": token, "orders": "THC3 > 5008"})
    drafts = [shown(await sim.ada.slash(sim.channel, "battle board")), opened]
    written = [
        (await sim.ada.slash(sim.channel, "order", text=text, preview=True)).response
        for text in ("THC3 @NW; THC4 @NW", "THC4 @NW", "THC5 @NW; THC3 @NW")
    ]
    foreign = (await sim.cleo.slash(sim.channel, "map")).response
    pressed = await press(sim.ada, written[1], "Carry out")
    assert "Done." in text_of(written[1]) or "Done." in said(pressed), "what was pressed says what came of it"
    assert not controls(written[1])
    for preview in (written[0], written[2], drafts[0]):
        assert not [c for c in controls(preview) if c.verb in ("run", "drop")], text_of(preview)
        assert "settled" in text_of(preview)
    assert foreign is None or "settled" not in text_of(foreign)
    # One that is asked for by now is another matter.
    later = (await sim.ada.slash(sim.channel, "order", text="THC3 @NW", preview=True)).response
    assert control(later, "run")


# -- a side ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deleted", [False, True])
async def test_an_invitation_goes_along_where_the_battle_moves(sim: Table, deleted: bool) -> None:
    await sim.battle()
    await sim.ada.slash(sim.channel, "team invite", player=sim.cleo)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    [old] = [m for m in sim.messages if any(c.verb == "guest" for c in controls(m))]
    if deleted:
        sim.env.backend.delete_channel(sim.channel.id)
        await sim.env.settle()
        await sim.restart()
    hill = sim.guild.create_text_channel("hill")
    await sim.ada.slash(hill, "battle move", battle=battle.id)
    if not deleted:
        assert not controls(now(sim.channel, old))
        assert now(sim.channel, old).content.endswith(f"Asked in <#{hill.id}> now.")
    [new] = [m for m in hill.history() if any(c.verb == "guest" for c in controls(m))]
    assert new.content.startswith(f"<@{sim.cleo.id}>, Ada asks you to join the Byzantines")
    assert calls(sim, new, sim.cleo) is deleted, "called once more only where the first message is gone"
    await sim.ada.slash(sim.channel if not deleted else hill, "battle status")
    assert len([m for m in hill.history() if any(c.verb == "guest" for c in controls(m))]) == 1
    # And back, where its own words are still known.
    if not deleted:
        await sim.ada.slash(sim.channel, "battle move", battle=battle.id)
        assert not controls(now(hill, new))
        new = next(m for m in sim.messages if any(c.verb == "guest" for c in controls(m)))
    await sim.cleo.click(new, custom_id=control(new, "guest").custom_id)
    assert sim.cleo.id in (await sim.service.battles.get(battle.id)).people


async def test_who_gets_a_side_watches_it_no_more(sim: Table, manager: Any) -> None:
    await sim.battle()
    for who in (sim.cleo, sim.cleo):
        assert "You watch" in said(await who.slash(sim.channel, "watch start", how="story"))
        await sim.ada.slash(sim.channel, "team invite", player=who)
        await agreed(sim)
        assert "You watch no battle" in said(await who.slash(sim.channel, "watch list"))
        await sim.bot.messages.watch.tick()
        battle = await sim.service.battles.in_channel(sim.channel.id)
        assert battle is not None and await sim.service.watchers.of(battle.id) == []
        await who.slash(sim.channel, "team leave")
    await sim.cleo.slash(sim.channel, "watch start", how="end")
    await manager.slash(sim.channel, "referee seat", side="Vandals", player=sim.cleo, reason="so be it")
    letters = len(list(sim.cleo.user.dm_channel.history()))
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    await sim.bot.messages.watch.tick()
    assert len(list(sim.cleo.user.dm_channel.history())) == letters, "the channel has told it"


# -- leagues -----------------------------------------------------------------------------------------------------------


async def test_whoever_has_the_place_now_is_called_to_what_is_asked(
    sim: Table, referee: Any, judge: Any, dora: Any
) -> None:
    event, f = await own(sim, referee)
    other = opponent(sim, referee, f)
    await referee.slash(sim.channel, "referee event award", match=f.n, winner=referee, reason="never came")
    old, hearing = asking(sim), Hearing(sim.env)
    await judge.slash(sim.channel, "referee event replace", player=other, by=dora, reason="moved away")
    new = asking(sim)
    assert new.id != old.id and f"<@{dora.id}> may agree" in new.content and other.mention not in new.content
    assert not controls(now(sim.channel, old)) and "Somebody else has that place" in now(sim.channel, old).content
    [heard] = [h for h in hearing.heard if h.id == new.id]
    assert heard.called == (dora.id,), "the referees know of it"
    # Put anew once, also after a restart.
    await sim.restart()
    await sim.bot.messages.competitions.attend(event.id)
    assert asking(sim).id == new.id
    assert "both players are told" in said(await dora.click(new, custom_id=control(new, "motion").custom_id))


async def test_an_award_of_what_is_won_already_is_asked_no_more(sim: Table, referee: Any) -> None:
    _, f = await own(sim, referee)
    await referee.slash(sim.channel, "referee event award", match=f.n, winner=referee, reason="never came")
    asked = asking(sim)
    await opponent(sim, referee, f).slash(sim.channel, "event withdraw", sure=True)
    assert not controls(now(sim.channel, asked))
    assert now(sim.channel, asked).content.endswith("Nothing comes of that any more.")


async def test_what_is_decided_elsewhere_is_told_whole_and_once(
    sim: Table, referee: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the match's place, and where it has none; some of it takes more than a message, some are told together."""
    event = await called(sim, referee, "league", sim.ada, sim.ben, sim.cleo, cycles=2)
    [first] = await playable(sim, event)
    told = notices.decided_text

    def longer(event: Any, f: Any, *rest: Any) -> str:
        words = " ".join(f"m{f.n}w{n}" for n in range(500 if f.n % 2 else 9))
        return f"{told(event, f, *rest)} {words}".strip()

    monkeypatch.setattr(notices, "decided_text", longer)
    hearing = Hearing(sim.env)
    await member(sim, first.first).slash(sim.channel, "event withdraw", sure=True)
    words = Counter("\n".join(h.text for h in hearing.heard).split())
    assert all(len(h.text) <= MESSAGE for h in hearing.heard)
    decided = [f for f in await sim.service.competitions.fixtures(event.id) if f.decided]
    assert len(decided) == 4 and any(not f.place and f.n % 2 for f in decided) and any(f.place for f in decided)
    for f in decided:
        assert {words[f"m{f.n}w{n}"] for n in range(500 if f.n % 2 else 9)} == {1}, f.n
    rang = [u for h in hearing.heard if h.channel == sim.channel.id for u in h.called]
    assert sorted(rang) == sorted(set(rang))


# -- lessons -----------------------------------------------------------------------------------------------------------


async def test_a_lesson_is_told_in_the_words_of_its_learners_panels(sim: Table) -> None:
    """In a server of another language: its text names the buttons as they read."""
    await sim.service.guilds.set_language(sim.guild.id, "it")
    learner = Learner(sim, sim.ada, "cataphract")
    await learner.begin()
    assert "Step 1 of 6" in learner.card.content, "their Discord is in English"
    panel = answer(await learner.press("orders"))
    assert controls(panel)[0].label in learner.card.content
    await sim.ada.slash(sim.channel, "preferences language", language="pl")
    await learner.begin()
    polish = TextCatalogue.load("pl")
    assert polish.translate("Show me") in [c.label for c in controls(learner.card)]
    panel = answer(await learner.press("orders"))
    assert controls(panel)[0].label in learner.card.content
    await sim.ada.slash(sim.channel, "preferences language", language="en")
    await sim.restart()
    await learner.press("lessonagain")
    await learner.find()
    assert "Step 1 of 6" in learner.card.content


async def test_a_lesson_has_no_referee_and_stays_where_it_is(sim: Table) -> None:
    role = sim.guild.create_role("managers", permissions=discord.Permissions(administrator=True))
    mia = sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])
    learner = Learner(sim, sim.ada, "cataphract")
    await learner.begin()
    await learner.take(0)
    before = len(learner.messages)
    for command, options in (
        ("referee seat", {"side": "Romans", "player": sim.ben}),
        ("referee decide", {"side": "Romans", "answer": "default"}),
        ("referee roll", {"dice": "1d6"}),
    ):
        told = said(await mia.slash(learner.room, command, reason="so be it", **options))
        assert "A lesson has no referee" in told, (command, told)
    for who in (sim.ada, mia):
        told = said(await who.slash(sim.channel, "battle move", battle=learner.battle))
        assert told.startswith("A lesson stays where it is."), told
    assert len(learner.messages) == before and await learner.step() == 1
    await sim.ada.slash(learner.room, "battle abandon", sure=True)
    closed = [m.content for m in learner.messages if "Step 2" in m.content]
    assert closed == ["-# Step 2 of 6: Face"], "it isn't done"
    assert learner.card.content == "**The lesson was stopped.** /learn begins it anew."


async def test_a_lesson_goes_on_elsewhere_where_its_thread_was_locked(sim: Table) -> None:
    learner = Learner(sim, sim.ada, "cataphract")
    await learner.begin()
    await learner.take(0)
    battle, room = learner.battle, learner.room
    await lock(sim, room.id)
    assert "goes on where you left it" in await learner.begin()
    assert (learner.battle, await learner.step()) == (battle, 1) and learner.room.id != room.id
    await learner.take(1)
    assert await learner.step() == 2
