"""/battle list, what /settings warns of, and where nobody brings a battle."""

from __future__ import annotations

import json
from typing import Any

import discord
import pytest

from bot.language import catalogue
from bot.language.catalogue import TextCatalogue, inflection
from engine.kernel.text import Text
from tests.bot.e2e.kit import SCENARIO, Table, control, controls, said
from tests.bot.e2e.test_agreed import offered
from tests.bot.e2e.test_offers import accept, make


@pytest.fixture
def manager(sim: Table) -> Any:
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])


async def record(sim: Table, who: Any) -> None:
    """A battle that was played is taken home and brought along again."""
    saved = await who.slash(sim.channel, "record save")
    [file] = [a for m in (saved.response, *saved.followups) if m is not None for a in m.attachments]
    data = sim.env.backend.cdn.get(file.url) or b""
    assert "is kept" in said(await who.slash(sim.channel, "record load", file=("b.txt", data)))


async def test_a_record_that_was_brought_along_has_no_story(sim: Table) -> None:
    await sim.battle()
    assert "Turn 1" in said(await sim.ada.slash(sim.channel, "record log"))
    await record(sim, sim.ada)
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    kept = next(b for b in await sim.service.battles.of_guild(sim.guild.id) if b.status == "record")
    for whole in (False, True):
        answer = await sim.ada.slash(sim.channel, "record log", whole=whole, battle=kept.id)
        assert "A record that was brought along has no story here" in said(answer), said(answer)
        assert not any(m.attachments for m in (answer.response, *answer.followups) if m is not None)


async def test_joinable_first_with_players_and_no_link_to_nowhere(sim: Table) -> None:
    await sim.battle()
    await record(sim, sim.ada)
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    fields = [sim.guild.create_text_channel(f"field-{n}") for n in range(3)]
    await sim.ada.slash(fields[0], "battle create", scenario=SCENARIO, side="Byzantines")
    await sim.cleo.slash(fields[1], "battle create", scenario=SCENARIO, side="Vandals")
    await accept(sim.ben, await make(sim, sim.ada, fields[2], side="Byzantines"))
    lines = said(await sim.cleo.slash(sim.channel, "battle list")).splitlines()
    assert len(lines) == 5 and "<#0>" not in "".join(lines)
    first, own, waiting, over, kept = lines
    assert "to be joined" in first and f"Byzantines <@{sim.ada.id}>, Vandals (free)" in first
    assert f"Vandals <@{sim.cleo.id}>" in own and f"Vandals <@{sim.ben.id}>" in waiting and "open" in waiting
    assert "finished" in over and f"Byzantines <@{sim.ada.id}>" in over and "resign" in over
    assert "record" in kept and "<@" not in kept
    sim.env.backend.delete_channel(fields[0].id)
    await sim.env.settle()
    text = said(await sim.ada.slash(sim.channel, "battle list"))
    assert f"<#{fields[0].id}>" not in text and "no channel: /battle move" in text


async def test_a_long_list_is_turned_page_by_page_also_after_a_restart(sim: Table) -> None:
    ids = []
    for n in range(23):
        channel = sim.guild.create_text_channel(f"f{n}")
        await sim.service.lobby.create(sim.guild.id, channel.id, sim.ada.id, SCENARIO)
        ids.append(f"<#{channel.id}>")
    shown = await sim.cleo.slash(sim.channel, "battle list")
    message = next(m for m in (shown.response, *shown.followups) if m is not None and m.components)
    assert said(shown).count("Tricameron") == 10 and said(shown).endswith("1/3")
    await sim.restart()
    seen = set()
    for page in (2, 3):
        turned = await sim.cleo.click(message, label="›")
        text = turned.response.content if turned.response is not None else said(turned)
        assert f"{page}/3" in text, text
        seen |= {i for i in ids if i in text}
        message = turned.response or message
    assert len(seen) == 13
    forged = control(message, "battles").custom_id
    assert forged.startswith("hx:battles:list:")


async def test_an_audit_of_a_record_speaks_of_no_secrets_to_come(sim: Table) -> None:
    from tests.bot.e2e.test_audit import play

    await play(sim)
    await record(sim, sim.ada)
    kept = next(b for b in await sim.service.battles.of_guild(sim.guild.id) if b.status == "record")
    text = said(await sim.cleo.slash(sim.channel, "dice audit", battle=kept.id))
    assert "secret still to come" not in text and "is published when" not in text and "Sealed" not in text
    assert "brings no secrets that prove them" in text and "rolls in all" in text
    assert "mean" in said(await sim.cleo.slash(sim.channel, "dice audit", battle=kept.id, show="luck"))
    assert "has no dice trail" in said(await sim.cleo.slash(sim.channel, "dice audit", battle=kept.id, show="file"))


async def test_settings_say_what_is_missing_where_they_send_the_bot(sim: Table, manager: Any) -> None:
    plain = discord.PermissionOverwrite(attach_files=False, pin_messages=False, create_public_threads=False)
    channel = sim.guild.create_text_channel("arena", overwrites={sim.guild.me: plain})
    for command, options in (
        ("channels", {"channel": channel}),
        ("results-channel", {"channel": channel}),
        ("mirror", {"channel": channel}),
    ):
        told = said(await manager.slash(sim.channel, f"settings {command}", **options))
        assert "From now on" in told and "Attach Files" in told and "no maps" in told, (command, told)
    fine = sim.guild.create_text_channel("fine")
    assert "⚠️" not in said(await manager.slash(sim.channel, "settings mirror", channel=fine))
    assert "⚠️" not in said(await manager.slash(sim.channel, "settings channels", channel=channel, allowed=False))
    judges = sim.guild.create_role("judges")
    me = sim.bot.get_guild(sim.guild.id).me  # type: ignore[union-attr]
    for role in me.roles:
        less = role.permissions.value & ~discord.Permissions(mention_everyone=True, administrator=True).value
        sim.env.backend.edit_role(sim.guild.id, role.id, {"permissions": less})
    await sim.env.settle()
    assert "doesn't notify" in said(await manager.slash(sim.channel, "settings referee-role", role=judges))
    loud = sim.guild.create_role("loud", mentionable=True)
    assert "doesn't notify" not in said(await manager.slash(sim.channel, "settings referee-role", role=loud))


async def test_nobody_brings_a_battle_where_they_cannot_write(sim: Table, manager: Any) -> None:
    mute = discord.PermissionOverwrite(send_messages=False)
    silent = sim.guild.create_text_channel("silent", overwrites={sim.ada: mute, manager: mute})
    for command, options in (("battle create", {"scenario": SCENARIO}), ("offer make", {"scenario": SCENARIO})):
        told = said(await sim.ada.slash(silent, command, **options))
        assert "You may not write in #silent" in told, told
    league = {"name": "Spring", "kind": "league", "scenarios": SCENARIO}
    assert "You may not write" in said(await manager.slash(silent, "referee event create", **league))
    assert (
        await sim.service.battles.of_guild(sim.guild.id) == []
        and await sim.service.competitions.of_guild(sim.guild.id) == []
    )
    # Nor does somebody accept what would be fought there.
    message = await make(sim, sim.ben, silent)
    assert "You may not write" in said(await accept(sim.ada, message, label="Accept: play the Vandals"))
    assert "You play" in said(await accept(sim.cleo, message, label="Accept: play the Vandals"))


async def test_deleted_data_take_the_name_and_leave_the_other_s_result(sim: Table) -> None:
    await sim.battle()
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    before = said(await sim.ada.slash(sim.channel, "stats rating"))
    table = said(await sim.ada.slash(sim.channel, "stats ranking"))
    assert f"<@{sim.ben.id}>" in table
    await forget(sim, sim.ben)
    await sim.restart()
    assert said(await sim.ada.slash(sim.channel, "stats rating")) == before, "what Ada won stays won"
    table = said(await sim.ada.slash(sim.channel, "stats ranking"))
    assert f"<@{sim.ada.id}>" in table and "<@-" not in table and str(sim.ben.id) not in table
    assert "Won by the Byzantines 1" in said(await sim.cleo.slash(sim.channel, "stats balance"))
    assert "None of their battles" in said(await sim.cleo.slash(sim.channel, "stats rating", player=sim.ben))


async def test_spent_vacation_stays_spent(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    real, later = sim.service.sessions.clock, 0.0
    day = 24 * 3600.0
    monkeypatch.setattr("time.time", lambda: real() + later)
    sim.service.sessions.clock = lambda: real() + later
    assert "until" in said(await sim.ben.slash(sim.channel, "preferences away", until="25d")).lower()
    later += 25 * day
    await sim.ben.slash(sim.channel, "preferences reminders", how="dm")
    await forget(sim, sim.ben)
    kept = await sim.service.preferences.of(sim.ben.id)
    assert kept.reminders == "ping" and len(kept.leaves) == 1
    assert "you have 5 d left" in said(await sim.ben.slash(sim.channel, "preferences away", until="6d"))
    file = await sim.ben.slash(sim.channel, "data export")
    [data] = [a for m in (file.response, *file.followups) if m is not None for a in m.attachments]
    assert "leaves" in json.dumps(json.loads(sim.env.backend.cdn.get(data.url) or b""))
    later += 400 * day
    assert await sim.service.privacy.forget_spent() == 1
    assert not (await sim.service.privacy.stored_about(sim.ben.id))["preferences"]


async def forget(sim: Table, who: Any) -> None:
    asked = await who.slash(sim.channel, "data delete")
    message = next(m for m in (asked.response, *asked.followups) if m is not None and m.components)
    assert "vacation" in said(asked)
    await who.click(message, custom_id=control(message, "forget").custom_id)


async def test_an_offer_s_battle_is_not_offered_for_joining(sim: Table) -> None:
    battle = await offered(sim)
    text = said(await sim.cleo.slash(sim.channel, "battle list"))
    assert battle.title in text and "to be joined" not in text
    assert not [c for m in sim.messages for c in controls(m) if c.verb == "join"]


async def test_how_a_battle_ended_is_said_in_the_readers_language(sim: Table) -> None:
    """By its rules or by its players: as long as it was kept as a sentence; words of before stay what they are."""
    await sim.battle()
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    (battle,) = await sim.service.battles.of_guild(sim.guild.id)
    await sim.service.guilds.set_language(sim.guild.id, "it")
    for who in (sim.ada, sim.cleo):
        await who.slash(sim.channel, "preferences language", language="it")
    ruled = Text("The {side} win by {n:rout point|rout points}.", side="Vandals", n=3)
    italian = TextCatalogue("it", {ruled.template: "{side} in testa di {n:punto|punti}."}, inflection("it"))
    for end, words in (
        (None, "Resa: Bizantini. Vittoria: Vandali."),
        (ruled, italian.say(ruled)),
        ("The Vandals win.", "The Vandals win."),
    ):
        if end is not None:
            await sim.service.database.battles.update(battle.id, outcome=end)
            sim.service.sessions.forget(battle.id)
        with pytest.MonkeyPatch.context() as patch:
            load = catalogue._load("it")
            more = TextCatalogue("it", {**load.templates, **italian.templates}, load.grammar)
            patch.setattr(catalogue, "_load", lambda code, more=more: more)
            assert words in said(await sim.cleo.slash(sim.channel, "battle list")), words
            assert words in said(await sim.ada.slash(sim.channel, "battle status")), words
            assert words in await sim.bot.messages.scoreboard.text(sim.guild.id, more), words
