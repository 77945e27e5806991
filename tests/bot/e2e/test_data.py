"""/data: everything about somebody as a file for them alone, deleted when they have said so; servers that are left."""

from __future__ import annotations

import json
from typing import Any

from bot.service.people.privacy import KEPT
from tests.bot.e2e.kit import Table, control, said


async def exported(sim: Table, who: Any, channel: Any = None) -> dict[str, Any]:
    result = await who.slash(channel or sim.channel, "data export")
    assert result.ephemeral
    shown = next(m for m in (result.response, *result.followups) if m is not None and m.attachments)
    assert shown.attachments[0].filename == "hexarch-data.json"
    return json.loads(await shown.attachments[0].read())


async def over(sim: Table) -> str:
    """A battle that Ben has given up, with a remark of his."""
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    await sim.ben.slash(sim.channel, "record remark", text="those were my words")
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    return battle.id


async def test_somebody_has_his_data_and_nobody_elses(sim: Table) -> None:
    battle = await over(sim)
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    mine = await exported(sim, sim.ben)
    assert mine["user"] == str(sim.ben.id)
    assert [(s["battle"], s["side"]) for s in mine["seats"]] == [(battle, "vandal")]
    assert [r["text"] for r in mine["remarks"]] == ["those were my words"]
    assert str(sim.ada.id) not in json.dumps(mine)
    cleo = await exported(sim, sim.cleo)
    assert not any(v for k, v in cleo.items() if k not in ("user", "as_of"))
    # One's own data follow wherever one asks; nobody else's do.
    there = other.add_member(sim.env.create_user("zoe"))
    assert (await exported(sim, there, channel))["seats"] == []


async def test_somebody_is_taken_out_when_he_has_said_so(sim: Table) -> None:
    battle = await over(sim)
    asked = await sim.ben.slash(sim.channel, "data delete")
    assert (
        asked.ephemeral and "the phrase you gave for the dice" in said(asked) and "can't be taken back" in said(asked)
    )
    assert (await exported(sim, sim.ben))["seats"], "nothing is deleted before the press"
    message = next(m for m in (asked.response, *asked.followups) if m is not None and m.components)
    await sim.restart()
    await sim.ben.click(message, custom_id=control(message, "forget").custom_id)
    gone = await exported(sim, sim.ben)
    assert not any(v for k, v in gone.items() if k not in ("user", "as_of"))
    found = await sim.service.battles.get(battle)
    assert found.player("vandal") == 0 and found.player("byzantine") == sim.ada.id
    # What is left can still be looked at.
    status = said(await sim.ada.slash(sim.channel, "battle status"))
    assert "**Vandals**: a former player" in status and "<@0>" not in status
    assert "**–**: those were my words" in said(await sim.ada.slash(sim.channel, "record remarks"))
    assert "wants two players" in said(await sim.ada.slash(sim.channel, "battle rematch"))
    for command in ("battle list", "dice audit", "record save", "map"):
        assert "reference" not in said(await sim.ada.slash(sim.channel, command)), command


async def test_who_plays_is_told_what_to_end_first(sim: Table) -> None:
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    result = await sim.ben.slash(sim.channel, "data delete")
    assert result.ephemeral and f"“Tricameron” ({battle.id}): you play the Vandals" in said(result)
    # Somebody who began to play after asking isn't taken out either.
    [asked] = [await sim.cleo.slash(sim.channel, "data delete")]
    message = next(m for m in (asked.response, *asked.followups) if m is not None and m.components)
    await sim.service.database.battles.take_seat(battle.id, _seat(sim.cleo.id), 1.0)
    told = await sim.cleo.click(message, custom_id=control(message, "forget").custom_id)
    assert "Not yet" in said(told)
    assert (await exported(sim, sim.cleo))["seats"]


def _seat(user: int) -> Any:
    from bot.storage import Seat

    return Seat("third", user, "x")


async def test_nobody_presses_for_somebody_else(sim: Table) -> None:
    await over(sim)
    asked = await sim.ben.slash(sim.channel, "data delete")
    message = next(m for m in (asked.response, *asked.followups) if m is not None and m.components)
    handler = sim.bot.router._handlers["forget"]
    from bot.components.ids import parse

    found = parse(control(message, "forget").custom_id)
    assert found is not None and found[1].battle == str(sim.ben.id)
    own = await sim.ada.slash(sim.channel, "data delete")
    theirs = next(m for m in (own.response, *own.followups) if m is not None and m.components)
    assert control(theirs, "forget").custom_id != control(message, "forget").custom_id

    class Pressed:
        user = sim.ada

    from engine.kernel.text import Refusal

    try:
        await handler(Pressed(), found[1], ())  # type: ignore[arg-type]
    except Refusal as no:
        assert "somebody else's" in str(no)
    else:
        raise AssertionError("it was carried out")
    assert (await exported(sim, sim.ben))["seats"]


async def test_a_server_that_is_left_is_kept_for_a_while(sim: Table) -> None:
    battle = await over(sim)
    cog: Any = sim.bot.get_cog("data")
    now = [1000.0]
    sim.service.sessions.clock = lambda: now[0]
    sim.env.backend.remove_guild(sim.guild.id)
    await sim.env.settle()
    now[0] += KEPT - 1
    await cog.look_after()
    assert (await sim.service.battles.get(battle)).status == "finished"
    now[0] += 2
    await cog.look_after()
    assert await sim.service.privacy.guilds() == set()


async def test_a_server_that_comes_back_finds_everything(sim: Table) -> None:
    battle = await over(sim)
    cog: Any = sim.bot.get_cog("data")
    now = [1000.0]
    sim.service.sessions.clock = lambda: now[0]
    # Removed while the bot was away, and back before it looked again.
    await sim.service.privacy.guild_left(sim.guild.id)
    now[0] += KEPT + 1
    await cog.look_after()
    assert (await sim.service.battles.get(battle)).status == "finished"
    assert await sim.service.privacy.guilds_to_delete() == []
    # Of a server it isn't in, and has heard nothing of, it begins to count.
    await sim.service.settings.put("guild:77", "mode", "live")
    await cog.look_after()
    now[0] += KEPT - 1
    await cog.look_after()
    assert 77 in await sim.service.privacy.guilds()
    now[0] += 2
    await cog.look_after()
    assert await sim.service.privacy.guilds() == {sim.guild.id}
