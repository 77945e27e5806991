"""How much a battle by correspondence says, and how often it calls: whole activations, referees and take-backs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.app import create_bot
from bot.rates import UNLIMITED, Rates
from bot.service import Service
from tests.bot.e2e.kit import Table, control, press, said
from tests.bot.e2e.strays import listening, running
from tests.bot.e2e.theatre import Blank
from tests.bot.guided.tally import MESSAGES
from tests.bot.quiet.hearing import Hearing, calls
from tests.bot.quiet.playing import played


@pytest_asyncio.fixture
async def sim(tmp_path: Path) -> AsyncIterator[Table]:
    url = f"sqlite+aiosqlite:///{tmp_path / 'battles.db'}"
    bot = create_bot(await Service.open(url), drawing_pool=Blank(), rates=Rates(UNLIMITED), pace=0)
    with listening() as strays:
        async with running(bot, settle_timeout=300.0) as env:
            found = Table(env, env.bot.service, url)  # type: ignore[attr-defined]
            yield found
            await found.service.close()
    assert not strays.unexpected()


@pytest.fixture
def hearing(sim: Table) -> Hearing:
    return Hearing(sim.env)


@pytest.fixture
def referee(sim: Table) -> Any:
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    return sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])


@pytest.mark.parametrize("scenario", ["cataphract/tricameron", "men-of-iron/falkirk"])
async def test_a_battle_calls_once_for_each_change_of_hands(sim: Table, hearing: Hearing, scenario: str) -> None:
    took = await played(sim, hearing, scenario, 1, most=36)
    assert took.answers == 36 and took.activations >= 2 and took.changes >= 3
    assert took.called == took.changes, "nobody is called who is there, nobody waits uncalled"
    # Besides, what opens the battle.
    assert len(took.heard) <= MESSAGES * took.activations + 1
    assert len(took.heard) <= took.called + took.activations // 2 + 1, "nor does much stand there that calls nobody"
    assert all(len(h.called) <= 1 for h in took.heard)
    stubs = [m for m in sim.messages if "Answered." in m.content]
    assert not stubs, [m.content for m in stubs]


async def test_what_was_let_be_stands_in_the_dispatch(sim: Table, hearing: Hearing) -> None:
    took = await played(sim, hearing, "cataphract/tricameron", 1, most=20)
    assert took.questions["orderly-withdrawal"]
    stories = [m.content for m in sim.messages if m.content.startswith("-# Turn")]
    assert any("Who withdraws in order? (6.51) Vandals: Stay" in x for x in stories)


async def test_a_referees_act_is_one_message_and_calls_each_player_once(
    sim: Table, hearing: Hearing, referee: Any
) -> None:
    await sim.battle(mode="correspondence")
    await sim.to_orders()
    before = len(hearing.heard)
    done = await referee.slash(sim.channel, "referee set", piece="THC3", what="hits", value="2", reason="Miscounted")
    assert "Done" in said(done), said(done)
    (act,) = hearing.since(before)
    assert sorted(act.called) == sorted((sim.ada.id, sim.ben.id)) and "Miscounted" in act.text
    asking = sim.asking
    assert control(asking, "orders"), "Ada goes on where she was asked"
    before = len(hearing.heard)
    withdrawn = await referee.slash(sim.channel, "undo")
    assert "Withdrawn" in said(withdrawn)
    (act,) = hearing.since(before)
    assert sorted(act.called) == sorted((sim.ada.id, sim.ben.id))
    assert "Withdrawn: " in act.text and "THC3" in act.text, "it says what"


async def test_a_referees_answer_calls_each_player_once(sim: Table, hearing: Hearing, referee: Any) -> None:
    await sim.battle(mode="correspondence")
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "order", text="done")
    for _ in range(6):
        battle = await sim.service.battles.in_channel(sim.channel.id)
        assert battle is not None
        (o, *_) = await sim.service.play.open_questions(battle.id)
        before = len(hearing.heard)
        await referee.slash(sim.channel, "referee decide", side=o.side, answer="default", reason="They are away")
        new = hearing.since(before)
        assert len(new) <= 2, [h.text for h in new]
        assert max(calls(new).values()) == 1, [(h.called, h.text) for h in new]


async def test_a_take_back_says_what_and_calls_only_whoever_must_agree(sim: Table, hearing: Hearing) -> None:
    await sim.battle(mode="correspondence")
    await sim.to_orders()
    before = len(hearing.heard)
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    back = await sim.ada.slash(sim.channel, "undo")
    assert "Taken back: THC3 @NW" in said(back)
    assert hearing.since(before) == [], "an order and its free take-back say nothing new in the channel"
    await sim.ada.slash(sim.channel, "order", text="THC3 @NW")
    await sim.ada.slash(sim.channel, "order", text="done")
    before = len(hearing.heard)
    asked = await sim.ada.slash(sim.channel, "undo")
    if "Your opponent is asked" in said(asked):
        (request,) = hearing.since(before)
        assert request.called == (sim.ben.id,) and "asks to take back “done”" in request.text
        await press(sim.ben, next(m for m in reversed(sim.messages) if m.id == request.id), "Agree")
        (again,) = hearing.since(before + 1)
        assert again.called == (sim.ada.id,)
