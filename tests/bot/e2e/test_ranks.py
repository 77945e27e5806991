"""/stats: what battles that were played to their end say about players and scenarios."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.messages.closing import Closing
from bot.service import Battle
from bot.storage.results import Result
from tests.bot.e2e.kit import SCENARIO, Table, controls, said

COMMANDS = (
    ("stats rating", {}),
    ("stats ranking", {}),
    ("stats balance", {}),
)


@pytest.fixture
def manager(sim: Table) -> Any:
    """Somebody who manages the server and doesn't play."""
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])


async def resigned(sim: Table, who: Any) -> str:
    """A battle that one of the two gives up at once; its number."""
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    result = await who.slash(sim.channel, "battle resign", sure=True)
    assert "resigned" in said(result), said(result)
    return battle.id


async def lost_by_the_rules(sim: Table, manager: Any) -> str:
    """A battle in which the Vandals have all but lost, played to its end; its number."""
    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    await sim.to_orders()
    told = await manager.slash(
        sim.channel, "referee set", piece="vandal", what="rout-points", value="40", reason="to be short"
    )
    assert "Done" in said(told), said(told)
    for n in range(400):
        open_now = await sim.service.play.open_questions(battle.id)
        if not open_now:
            break
        asked = open_now[0]
        assert asked.user is not None
        await sim.service.play.answer(battle.id, asked.user, asked.token, asked.decision.default, f"click {n}")
    assert (await sim.service.battles.get(battle.id)).status == "finished"
    return battle.id


def points(text: str) -> int:
    found = re.search(r"(\d+) points", text)
    assert found is not None, text
    return int(found[1])


# -- from a battle to the table ---------------------------------------------------------------------------------------


async def test_a_battle_that_is_given_up_is_told_by_all_commands(sim: Table) -> None:
    assert "No battle" in said(await sim.cleo.slash(sim.channel, "stats ranking"))
    number = await resigned(sim, sim.ben)
    [made] = await sim.service.results.of_guild(sim.guild.id)
    assert (made.battle, made.how, made.winner, made.scenario) == (number, "resigned", "byzantine", SCENARIO)
    mine = await sim.ada.slash(sim.channel, "stats rating")
    assert mine.ephemeral and f"<@{sim.ada.id}>" in said(mine)
    assert "**Cataphract**: 1603 points, provisional (rated battles: 1 of 5)" in said(mine)
    assert "1 won, 0 drawn, 0 lost. The last rated battle: +103." in said(mine)
    theirs = said(await sim.cleo.slash(sim.channel, "stats rating", player=sim.ben, game="cataphract"))
    assert f"<@{sim.ben.id}>" in theirs and points(theirs) == 1445 and "0 won, 0 drawn, 1 lost" in theirs
    assert "None of your battles" in said(await sim.cleo.slash(sim.channel, "stats rating"))
    assert "None of your battles" in said(await sim.ada.slash(sim.channel, "stats rating", game="men-of-iron"))
    assert "There are no rules of" in said(await sim.ada.slash(sim.channel, "stats rating", game="chess"))
    table = await sim.cleo.slash(sim.channel, "stats ranking")
    lines = [x for x in said(table).split("\n") if "<@" in x]
    assert table.ephemeral and [str(w.id) in x for w, x in zip((sim.ada, sim.ben), lines, strict=True)] == [True, True]
    assert all("provisional" in x and "battles: 1," in x for x in lines)
    assert not controls(table.response or table.followups[0]), "one page needs no buttons"
    versus = said(await sim.ada.slash(sim.channel, "stats versus", player=sim.ben))
    assert f"<@{sim.ben.id}> against <@{sim.ada.id}>: 0 won, 0 drawn, 1 lost." in versus
    assert "**Tricameron** as the Vandals: 0 won, 0 drawn, 1 lost" in versus
    other = said(await sim.cleo.slash(sim.channel, "stats versus", player=sim.ada, other=sim.ben))
    assert "**Tricameron** as the Byzantines: 1 won, 0 drawn, 0 lost" in other
    assert "Choose two players" in said(await sim.ada.slash(sim.channel, "stats versus", player=sim.ada))
    assert "no battle against each other" in said(await sim.cleo.slash(sim.channel, "stats versus", player=sim.ada))
    balance = await sim.cleo.slash(sim.channel, "stats balance", scenario=SCENARIO)
    assert balance.ephemeral and "Battles: 1. Won by the Byzantines 1, by the Vandals 0, drawn 0." in said(balance)
    assert "Too early to say; battles still needed: about" in said(balance)
    assert said(await sim.cleo.slash(sim.channel, "stats balance", scenario="tricameron")) == said(balance)
    assert "has a result" in said(await sim.cleo.slash(sim.channel, "stats balance", scenario="men-of-iron/crecy"))


async def test_players_are_named_and_not_called_and_others_see_nothing_of_it(sim: Table) -> None:
    await resigned(sim, sim.ben)
    before = [(m.id, m.content) for m in sim.messages]
    for command, options in (("stats rating", {}), ("stats ranking", {}), ("stats versus", {"player": sim.ben})):
        result = await sim.ada.slash(sim.channel, command, **options)
        for shown in filter(None, (result.response, *result.followups)):
            kept = sim.env.backend.get_message(shown.channel_id, shown.id)
            assert "<@" in shown.content and result.ephemeral
            assert not any(kept.allowed_mentions.allows_user(p.id) for p in (sim.ada, sim.ben))
    assert [(m.id, m.content) for m in sim.messages] == before


async def test_a_battle_that_its_rules_end(sim: Table, manager: Any) -> None:
    number = await lost_by_the_rules(sim, manager)
    assert await sim.service.results.of(number) is None
    await sim.bot.messages.background.tick()
    made = await sim.service.results.of(number)
    assert made is not None and (made.how, made.winner, made.rated) == ("rules", "byzantine", True)
    assert made.players == ((sim.ada.id, "byzantine"), (sim.ben.id, "vandal"))
    assert "1 won" in said(await sim.ada.slash(sim.channel, "stats rating"))


async def test_what_is_broken_off_counts_for_nobody(sim: Table) -> None:
    await sim.battle()
    await sim.ada.slash(sim.channel, "battle abandon", sure=True)
    await sim.bot.messages.background.tick()
    assert await sim.service.battles.unclosed() == [] and await sim.service.results.of_guild(sim.guild.id) == []
    assert "None of your battles" in said(await sim.ada.slash(sim.channel, "stats rating"))


@pytest.mark.errors_expected("no power")
async def test_the_process_dies_between_the_end_and_the_record(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def dies(closing: Closing) -> None:
        raise OSError("no power")

    await sim.battle()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    with monkeypatch.context() as m:
        m.setattr(Closing, "close_up", dies)
        await sim.ben.slash(sim.channel, "battle resign", sure=True)
        assert await sim.service.results.of_guild(sim.guild.id) == []
    await sim.restart()
    await sim.bot.messages.background.tick()
    await sim.bot.messages.background.tick()
    [made] = await sim.service.results.of_guild(sim.guild.id)
    assert (made.battle, made.winner) == (battle.id, "byzantine")
    assert "1603 points" in said(await sim.ada.slash(sim.channel, "stats rating"))


async def test_a_result_waits_for_the_database(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Recording fails, then the battle counts as closed only once it has worked."""

    async def dies(result: Result) -> Result:
        raise OSError("disk full")

    with monkeypatch.context() as m:
        m.setattr(sim.service.database.results, "add", dies)
        number = await resigned(sim, sim.ada)
        assert [b.id for b in await sim.service.battles.unclosed()] == [number]
    await sim.bot.messages.background.tick()
    made = await sim.service.results.of(number)
    assert made is not None and made.winner == "vandal" and await sim.service.battles.unclosed() == []


async def test_a_record_that_is_brought_along_is_no_result(sim: Table) -> None:
    number = await resigned(sim, sim.ben)
    saved = await sim.ada.slash(sim.channel, "record save", battle=number)
    data = sim.env.backend.cdn.get((saved.response or saved.followups[0]).attachments[0].url)
    told = await sim.cleo.slash(sim.channel, "record load", file=("battle.txt", data))
    assert "is kept under the number" in said(told)
    await sim.bot.messages.background.tick()
    assert [r.battle for r in await sim.service.results.of_guild(sim.guild.id)] == [number]
    copy = next(b for b in await sim.service.battles.of_guild(sim.guild.id) if b.status == "record")
    assert await sim.service.results.record(copy.id) is None


# -- many players -----------------------------------------------------------------------------------------------------


async def crowd(sim: Table, battle: Battle, n: int) -> None:
    """As if so many pairs of players had fought."""
    for i in range(n):
        players = ((10**18 + 2 * i, "byzantine"), (10**18 + 2 * i + 1, "vandal"))
        row = await sim.service.database.battles.get(battle.id)
        assert row is not None
        await sim.service.database.battles.add(replace(row, id=f"old{i:04}", channel=1, seats=(), teammates=()), {})
        await sim.service.battles.closed(f"old{i:04}")
        await sim.service.database.results.add(
            Result(f"old{i:04}", battle.guild, "cataphract", SCENARIO, "rules", "vandal", True, float(i), players)
        )


async def test_a_long_table_has_pages(sim: Table) -> None:
    number = await resigned(sim, sim.ben)
    await crowd(sim, await sim.service.battles.get(number), 25)
    first = await sim.cleo.slash(sim.channel, "stats ranking")
    message = first.response or first.followups[0]
    assert message.content.count("<@") == 20 and "1/3" in message.content
    forward = [c for c in controls(message) if c.label == "›"]
    assert len(forward) == 1
    await sim.restart()
    seen = [message.content]
    for _ in range(2):
        turned = await sim.cleo.click(message, custom_id=next(c for c in controls(message) if c.label == "›").custom_id)
        message = turned.response or message
        seen.append(message.content)
    assert [x.count("<@") for x in seen] == [20, 20, 12] and "3/3" in seen[-1]
    assert len(set(re.findall(r"<@(\d+)>", "".join(seen)))) == 52


async def test_a_page_that_is_no_more_or_never_was(sim: Table) -> None:
    number = await resigned(sim, sim.ben)
    await crowd(sim, await sim.service.battles.get(number), 12)
    table = await sim.cleo.slash(sim.channel, "stats ranking")
    message = table.response or table.followups[0]
    [known] = sim.env.backend.get_message(message.channel_id, message.id).components[0]["components"][1:]

    async def press(custom_id: str) -> Any:
        known["custom_id"] = custom_id
        return await sim.cleo.click(message, custom_id=custom_id)

    for token in ("-1", "x", "1_0"):
        assert "doesn't belong" in said(await press(f"hx:ranking:cataphract:{token}"))
    assert "has a result" in said(await press("hx:ranking:chess:0"))
    far = await press("hx:ranking:cataphract:999999999999999999999999")
    shown = (far.response or message).content
    assert "2/2" in shown and shown.count("<@") == 6


# -- referees ---------------------------------------------------------------------------------------------------------


async def test_a_referee_takes_a_result_out_in_public(sim: Table, manager: Any) -> None:
    number = await resigned(sim, sim.ben)
    before = said(await sim.ada.slash(sim.channel, "stats rating"))
    told = await manager.slash(sim.channel, "referee result annul", battle=number, reason="they were *only* trying")
    assert told.ephemeral and "Done" in said(told)
    notice = next(m for m in reversed(sim.messages) if m.content.startswith("⚖️"))
    assert (
        "**Mia** takes the result of “Tricameron”" in notice.content
        and f"<@{sim.ben.id}>" in notice.content
        and number not in notice.content
    )
    assert r"they were \*only\* trying" in notice.content
    for command, options in (*COMMANDS, ("stats versus", {"player": sim.ben})):
        shown = said(await sim.ada.slash(sim.channel, command, **options))
        assert "no battle" in shown.casefold() or "none of your battles" in shown.casefold(), command
        assert "Tricameron" not in shown, command
    await sim.restart()
    await sim.bot.messages.background.tick()
    assert "None of your battles" in said(await sim.ada.slash(sim.channel, "stats rating"))
    assert "taken out already" in said(
        await manager.slash(sim.channel, "referee result annul", battle=number, reason="x")
    )
    back = await manager.slash(sim.channel, "referee result restore", battle=number, reason="they meant it")
    assert "Done" in said(back) and "count again: they meant it" in sim.messages[-1].content
    assert said(await sim.ada.slash(sim.channel, "stats rating")) == before


@pytest.mark.parametrize("who", ["ada", "ben", "cleo"])
async def test_others_take_nothing_out(sim: Table, who: str) -> None:
    sim.show("referee")
    number = await resigned(sim, sim.ben)
    person, count = getattr(sim, who), len(sim.messages)
    for command in ("referee result annul", "referee result restore"):
        result = await person.slash(sim.channel, command, battle=number, reason="x")
        assert result.ephemeral and "Only referees do that" in said(result)
        assert await person.autocomplete(sim.channel, command, "battle", "") == []
    made = await sim.service.results.of(number)
    assert made is not None and made.rated and len(sim.messages) == count


async def test_a_referee_who_played_is_named_so(sim: Table, manager: Any) -> None:
    sim.ben = manager
    number = await resigned(sim, sim.ben)
    assert "Done" in said(await manager.slash(sim.channel, "referee result annul", battle=number, reason="I was ill"))
    assert "**Mia, who played the Vandals,** takes" in sim.messages[-1].content


async def test_the_battles_channel_is_gone(sim: Table, manager: Any) -> None:
    number = await resigned(sim, sim.ben)
    hall = sim.guild.create_text_channel("hall")
    sim.env.backend.delete_channel(sim.channel.id)
    told = await manager.slash(hall, "referee result annul", battle=number, reason="a slip")
    assert "told here" in said(told)
    assert any("takes the result" in m.content and not m.flags.ephemeral for m in hall.history())


async def test_battles_offered_to_referees(sim: Table, manager: Any) -> None:
    number = await resigned(sim, sim.ben)
    [offered] = await manager.autocomplete(sim.channel, "referee result annul", "battle", "tric")
    assert offered["value"] == number
    assert await manager.autocomplete(sim.channel, "referee result restore", "battle", "") == []
    await manager.slash(sim.channel, "referee result annul", battle=number, reason="x")
    assert await manager.autocomplete(sim.channel, "referee result annul", "battle", "") == []
    [offered] = await manager.autocomplete(sim.channel, "referee result restore", "battle", number[:3])
    assert offered["value"] == number


# -- other servers ----------------------------------------------------------------------------------------------------


async def test_a_stranger_of_another_server_sees_nothing(sim: Table, manager: Any) -> None:
    number = await resigned(sim, sim.ben)
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    role = other.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    stranger = other.add_member(sim.env.create_user("zoe", global_name="Zoe"), roles=[role])
    ada = other.add_member(sim.ada.user)
    for command, options in (*COMMANDS, ("stats rating", {"player": ada}), ("stats versus", {"player": ada})):
        result = await stranger.slash(channel, command, **options)
        assert result.ephemeral, command
        text = said(result)
        assert "1603" not in text and "won" not in text.replace("is won", "") and "Tricameron" not in text, command
    for command in ("referee result annul", "referee result restore"):
        result = await stranger.slash(channel, command, battle=number, reason="x")
        assert result.ephemeral and "no such battle" in said(result)
        assert await stranger.autocomplete(channel, command, "battle", "") == []
    assert await stranger.autocomplete(channel, "stats balance", "scenario", "") == []
    made = await sim.service.results.of(number)
    assert made is not None and made.rated


async def test_a_spectator_is_offered_what_was_played(sim: Table) -> None:
    await resigned(sim, sim.ben)
    [offered] = await sim.cleo.autocomplete(sim.channel, "stats balance", "scenario", "tri")
    assert (offered["value"], offered["name"]) == (SCENARIO, "Tricameron (1)")
    games = await sim.cleo.autocomplete(sim.channel, "stats rating", "game", "cata")
    assert [g["value"] for g in games] == ["cataphract"]
