"""Referees: who may, what everybody sees of it, and how a battle goes on after it."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.bot.e2e.kit import Table, control, controls, said

MOVE = {"piece": "THC3", "to": "5010", "reason": "it stood there by mistake"}


@pytest.fixture
def manager(sim: Table) -> Any:
    """Somebody who manages the server and doesn't play."""
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])


async def acts(sim: Table) -> list[dict[str, Any]]:
    """Data of the referees' acts in the journal."""
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    return [e.data for e in await sim.service.play.entries(battle.id) if e.kind == "act"]


async def hex_of(sim: Table, unit: str) -> int | None:
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    return (await sim.service.play.game(battle.id)).state.units[unit].hex


def notice(sim: Table) -> Any:
    """The newest message about a referee."""
    return next(m for m in reversed(sim.messages) if m.content.startswith("⚖️"))


# -- who may --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["cleo", "ada", "ben"])
async def test_strangers_and_players_are_no_referees(sim: Table, who: str) -> None:
    sim.show("referee")
    await sim.battle()
    await sim.to_orders()
    head = await sim.head()
    person = getattr(sim, who)
    for command, options in (
        ("move", MOVE),
        ("set", {"piece": "THC3", "what": "hits", "value": "1", "reason": "x"}),
        ("remove", {"piece": "THC3", "reason": "x"}),
        ("place", {"piece": "THC3", "to": "5010", "reason": "x"}),
        ("decide", {"side": "Byzantines", "answer": "default", "reason": "x"}),
        ("seat", {"side": "Vandals", "player": person, "reason": "x"}),
        ("roll", {"dice": "d6", "reason": "x"}),
    ):
        result = await person.slash(sim.channel, f"referee {command}", **options)
        assert result.ephemeral and "Only referees do that" in said(result), command
        assert "/settings referee-role" in said(result)
    assert await sim.head() == head
    for command, option in (("move", "piece"), ("move", "to"), ("set", "what"), ("decide", "answer")):
        assert await person.autocomplete(sim.channel, f"referee {command}", option, "") == []


async def test_who_manages_the_server_is_a_referee(sim: Table, manager: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    result = await manager.slash(sim.channel, "referee move", **MOVE)
    assert result.ephemeral and "Done" in said(result), said(result)
    assert await hex_of(sim, "THC3") == 5010
    (act,) = await acts(sim)
    assert (act["by"], act["reason"]) == ("Mia", MOVE["reason"])


async def test_the_referees_role_makes_referees_until_it_is_taken_away(sim: Table, manager: Any) -> None:
    sim.show("referee")
    await sim.battle()
    await sim.to_orders()
    role = sim.guild.create_role("referees")
    judge = sim.guild.add_member(sim.env.create_user("jo", global_name="Jo"), roles=[role])
    assert "Only referees" in said(await judge.slash(sim.channel, "referee move", **MOVE))
    everyone = await manager.slash(sim.channel, "settings referee-role", role=sim.guild.default_role)
    assert "Everybody has that role" in said(everyone)
    named = await manager.slash(sim.channel, "settings referee-role", role=role)
    assert named.ephemeral and "referees" in said(named)
    assert "Done" in said(await judge.slash(sim.channel, "referee move", **MOVE))
    await sim.restart()
    assert "Done" in said(await judge.slash(sim.channel, "referee move", **{**MOVE, "to": "5011"}))
    await manager.slash(sim.channel, "settings referee-role")
    assert "Only referees" in said(await judge.slash(sim.channel, "referee move", **MOVE))


async def test_only_who_manages_the_server_names_the_role(sim: Table) -> None:
    """Though a server may show the command to others."""
    role = sim.guild.create_role("referees")
    tree = sim.bot.tree
    settings = next(c for c in await tree.fetch_commands() if c.name == "settings")
    sim.guild.set_command_permissions(settings, {sim.cleo: True})
    result = await sim.cleo.slash(sim.channel, "settings referee-role", role=role)
    assert result.ephemeral and "Only those who manage the server" in said(result)
    assert await sim.service.referee.role(sim.guild.id) is None


async def test_a_player_who_referees_is_named_as_a_player(sim: Table, manager: Any) -> None:
    sim.show("referee")
    role = sim.guild.create_role("referees")
    await manager.slash(sim.channel, "settings referee-role", role=role)
    sim.ben = sim.guild.add_member(sim.env.create_user("bo", global_name="Bo"), roles=[role])
    await sim.battle()
    await sim.to_orders()
    assert "Done" in said(await sim.ben.slash(sim.channel, "referee move", **MOVE))
    assert "Bo, who plays the Vandals," in notice(sim).content
    assert "who plays the Vandals" in sim.told


# -- what everybody sees --------------------------------------------------------------------------------------------


async def test_an_act_is_told_in_the_channel_and_in_the_record(sim: Table, manager: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    before, start = control(sim.asking, "orders").custom_id, await hex_of(sim, "THC3")
    await manager.slash(sim.channel, "referee move", facing="NW", **MOVE)
    told = notice(sim)
    assert "Referee **Mia** steps in: it stood there by mistake" in told.content
    assert f"THC3 is moved {start} → 5010, facing NW." in told.content
    assert sim.ada.mention in told.content and sim.ben.mention in told.content
    assert "⚖ Referee Mia steps in: it stood there by mistake" in sim.told
    log = await sim.cleo.slash(sim.channel, "record log")
    assert "Referee Mia" in said(log) and "THC3 is moved" in said(log)
    after = control(sim.asking, "orders").custom_id
    assert after != before, "the question is put anew"
    result = await sim.ada.slash(sim.channel, "order", text="THC4 @SW")
    assert "Done" in said(result)


async def test_a_question_put_anew_stays_where_it_was_asked(sim: Table, manager: Any) -> None:
    await sim.battle(mode="correspondence")
    await manager.slash(sim.channel, "referee move", **MOVE)
    first, before = sim.asking, {m.id for m in sim.messages}
    assert controls(first)
    await manager.slash(sim.channel, "referee move", **{**MOVE, "to": "5011"})
    assert sim.asking.id == first.id
    assert [c.custom_id for c in controls(sim.asking)] != [c.custom_id for c in controls(first)], "with buttons anew"
    (new,) = (m for m in sim.messages if m.id not in before)
    assert sim.ada.mention in new.content and "steps in" in new.content, "she is called by what was done, and once"


async def test_an_act_is_withdrawn_after_a_player_took_something_back(sim: Table, manager: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "order", text="THC3 > +1")
    assert "Taken back: THC3" in said(await sim.ada.slash(sim.channel, "undo"))
    await sim.ada.slash(sim.channel, "order", text="THC4 > +1")
    assert "Taken back: THC4" in said(await sim.ada.slash(sim.channel, "undo"))
    before = await hex_of(sim, MOVE["piece"])
    await manager.slash(sim.channel, "referee move", **MOVE)
    assert said(await manager.slash(sim.channel, "undo")) == "Withdrawn."
    assert await hex_of(sim, MOVE["piece"]) == before
    assert "no referee's act to withdraw" in said(await manager.slash(sim.channel, "undo"))


async def test_markup_in_a_reason_calls_nobody(sim: Table, manager: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    await manager.slash(sim.channel, "referee move", **{**MOVE, "reason": "**@everyone** _look_"})
    told = notice(sim)
    assert not told.mention_everyone
    assert r"\*\*" in told.content


async def test_each_act_through_the_commands(sim: Table, manager: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    slash = manager.slash
    await slash(sim.channel, "referee set", piece="thc3", what="hits", value="2", reason="counted twice")
    assert "THC3, cohesion hits: 2." in notice(sim).content
    await slash(sim.channel, "referee set", piece="Byzantines", what="rout-points", value="7", reason="by hand")
    assert "Rout Points: 7" in notice(sim).content
    (status,) = sim.channel.pinned_messages()
    assert "**7 /" in (status.embeds[0].fields[0].value or "")
    await slash(sim.channel, "referee remove", piece="THC3", reason="it was lost", points=False)
    assert "THC3 is taken off the map and costs no Rout Points" in notice(sim).content
    assert await hex_of(sim, "THC3") is None
    await slash(sim.channel, "referee place", piece="THC3", to="5010", reason="no, it wasn't", points=False)
    assert "THC3 is put on the map at 5010" in notice(sim).content
    rolled = await slash(sim.channel, "referee roll", dice="2d6", reason="the weather")
    assert "Rolled" in said(rolled) and "2d6" in notice(sim).content and "(roll " in notice(sim).content
    assert len(await acts(sim)) == 4
    record = await sim.cleo.slash(sim.channel, "record log", whole=True)
    file = (record.response or record.followups[0]).attachments[0]
    data = sim.env.backend.cdn.get(file.url)
    assert data is not None
    text = data.decode()
    for words in ("counted twice", "it was lost", "no, it wasn't", "the weather"):
        assert words in text, words


async def test_what_can_t_be_is_refused_to_the_referee_alone(sim: Table, manager: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    head, messages = await sim.head(), len(sim.messages)
    for options, says in (
        ({"to": "9999"}, "not on the map"),
        ({"to": "24"}, "four digits"),
        ({"to": "２４０５"}, "four digits"),
        ({"piece": "QQ9"}, "nothing a referee could do that to"),
        ({"piece": "THC"}, "could be"),
        ({"piece": "THC3", "reason": "   "}, "Say why"),
    ):
        result = await manager.slash(sim.channel, "referee move", **{**MOVE, **options})
        assert result.ephemeral and says in said(result), (options, said(result))
    for options, says in (
        ({"what": "hits", "value": "99"}, "number from 0"),
        ({"what": "wings", "value": "2"}, "no “wings”"),
    ):
        result = await manager.slash(sim.channel, "referee set", piece="THC3", reason="x", **options)
        assert says in said(result)
    assert "Write dice like" in said(await manager.slash(sim.channel, "referee roll", dice="many", reason="x"))
    assert (await sim.head(), len(sim.messages)) == (head, messages)


async def test_before_and_after_a_battle(sim: Table, manager: Any) -> None:
    assert "no battle in this channel" in said(await manager.slash(sim.channel, "referee move", **MOVE))
    await sim.ada.slash(sim.channel, "battle create", scenario="cataphract/tricameron", side="Byzantines")
    assert "hasn't begun" in said(await manager.slash(sim.channel, "referee move", **MOVE))
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    for command, options in (("move", MOVE), ("roll", {"dice": "d6", "reason": "x"})):
        assert "over" in said(await manager.slash(sim.channel, f"referee {command}", **options))


async def test_completions(sim: Table, manager: Any) -> None:
    await sim.battle()
    await sim.to_orders()

    async def offered(command: str, option: str, typed: str = "", **filled: Any) -> list[str]:
        found = await manager.autocomplete(sim.channel, f"referee {command}", option, typed, **filled)
        assert len(found) <= 25 and all(0 < len(o["name"]) <= 100 and len(o["value"]) <= 100 for o in found)
        return [o["value"] for o in found]

    assert "THC3" in await offered("move", "piece", "thc")
    assert len(await offered("move", "to", "", piece="THC3")) == 6
    assert all(h.startswith("50") for h in await offered("move", "to", "50"))
    assert await offered("move", "to", "9z") == []
    assert {"hits", "moved", "routed", "facing"} <= set(await offered("set", "what", piece="THC3"))
    assert await offered("set", "what", piece="nobody") == []
    assert "yes" in await offered("set", "value", piece="THC3", what="routed")
    assert "3" in await offered("set", "value", piece="THC3", what="hits")
    assert "12" in await offered("set", "value", piece="byzantines", what="rout-points")
    assert await offered("set", "value", piece="THC3", what="wings") == []
    assert await offered("place", "piece"), "the column that is still to come"
    sides = await offered("decide", "side")
    answers = await offered("decide", "answer", side=sides[0])
    assert answers[0] == "default" and len(answers) > 1


# -- the players ----------------------------------------------------------------------------------------------------


async def test_an_answer_in_an_absent_player_s_place(sim: Table, manager: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    result = await manager.slash(
        sim.channel, "referee decide", side="Byzantines", answer="THC3 @NW", reason="Ada is on a train"
    )
    assert result.ephemeral and "Done" in said(result)
    assert "The Byzantines answer: THC3 @NW." in notice(sim).content
    assert "answers for the Byzantines (THC3 @NW): Ada is on a train" in sim.told
    wrong = await manager.slash(sim.channel, "referee decide", side="Vandals", answer="default", reason="x")
    assert "asked nothing" in said(wrong)


async def test_a_seat_goes_to_somebody_else(sim: Table, manager: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    own = await manager.slash(sim.channel, "referee seat", side="Byzantines", player=sim.ben, reason="x")
    assert "seat of their opponent" in said(own)
    result = await manager.slash(sim.channel, "referee seat", side="Byzantines", player=sim.cleo, reason="Ada left")
    assert "Done" in said(result), said(result)
    told = notice(sim)
    assert "The Byzantines are handed to Cleo." in told.content and sim.cleo.mention in told.content
    (status,) = sim.channel.pinned_messages()
    assert sim.cleo.mention in status.content and sim.ada.mention not in status.content
    assert sim.ada.mention not in sim.asking.content
    assert "no side" in said(await sim.ada.slash(sim.channel, "order", text="THC3 @NW"))
    assert "Only the players" in said(await sim.ada.click(sim.asking, label="Orders"))
    opened = await sim.cleo.click(sim.asking, label="Orders")
    assert controls(opened.response or opened.followups[0])
    assert "Done" in said(await sim.cleo.slash(sim.channel, "order", text="THC3 @NW"))


async def test_a_question_in_a_message_of_its_own_names_who_has_the_seat_now(sim: Table, manager: Any) -> None:
    await sim.battle(mode="correspondence")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    people = {p.id: p for p in (sim.ada, sim.ben)}
    for _ in range(20):
        [asked] = await sim.service.play.open_questions(battle.id)
        before, question = people[asked.user or 0], sim.messages[-1]
        if before.mention in question.content:
            break
        await sim.service.play.answer(battle.id, before.id, asked.token, asked.decision.default, "test")
        await sim.bot.messages.publisher.publish(battle.id)
    assert before.mention in question.content
    side = battle.name(asked.side)
    await manager.slash(sim.channel, "referee seat", side=side, player=sim.cleo, reason="They left")
    question = next(m for m in sim.messages if m.id == question.id)
    assert sim.cleo.mention in question.content and before.mention not in question.content, question.content


async def test_a_bot_is_no_player(sim: Table, manager: Any) -> None:
    await sim.battle()
    robot = sim.guild.add_member(sim.env.create_user("robot", bot=True))
    result = await manager.slash(sim.channel, "referee seat", side="Byzantines", player=robot, reason="x")
    assert "bot can't play" in said(result)


# -- taking it back -------------------------------------------------------------------------------------------------


async def test_a_referee_withdraws_his_act_and_a_player_does_not(sim: Table, manager: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    start = await hex_of(sim, "THC3")
    await manager.slash(sim.channel, "referee move", **MOVE)
    assert "opponent is asked" in said(await sim.ada.slash(sim.channel, "undo"))
    assert await hex_of(sim, "THC3") == 5010
    result = await manager.slash(sim.channel, "undo")
    assert result.ephemeral and "Withdrawn" in said(result), said(result)
    assert await hex_of(sim, "THC3") == start
    assert "Withdrawn: THC3 is moved" in notice(sim).content
    again = await manager.slash(sim.channel, "undo")
    assert "no referee's act to withdraw" in said(again), "there is nothing of his left to take back"
    assert "Done" in said(await sim.ada.slash(sim.channel, "order", text="THC3 @NW"))


async def test_a_battle_goes_on_after_an_act_and_a_restart(sim: Table, manager: Any) -> None:
    await sim.battle()
    await sim.to_orders()
    await manager.slash(sim.channel, "referee move", **MOVE)
    await sim.restart()
    assert await hex_of(sim, "THC3") == 5010
    assert "Done" in said(await sim.ada.slash(sim.channel, "order", text="THC3 @NW"))
