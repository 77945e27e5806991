"""/record: a battle saved, brought along again, remarked on; and what nobody gets to see before its time."""

from __future__ import annotations

from typing import Any

import pytest

from bot.notation import record as notation
from bot.notation.record import Comment, Given, Thrown, Told
from tests.bot.e2e.kit import SCENARIO, Table, card, said
from tests.bot.e2e.test_audit import play


async def saved(sim: Table, who: Any, **options: Any) -> bytes:
    result = await who.slash(sim.channel, "record save", **options)
    assert result.ephemeral, said(result)
    shown = result.response or result.followups[0]
    assert shown.attachments, said(result)
    data = sim.env.backend.cdn.get(shown.attachments[0].url)
    assert data is not None
    return data


async def test_a_spectator_saves_a_battle_and_another_server_replays_it(sim: Table) -> None:
    await play(sim)
    data = await saved(sim, sim.cleo)
    record = notation.read(data.decode())
    assert record.tags["Scenario"] == SCENARIO and record.document is None
    assert [s.player for s in record.sides] == ["Ada", "Ben"]
    kinds = {type(i) for i in record.items}
    assert {Given, Thrown, Told} <= kinds
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    stranger = other.add_member(sim.env.create_user("zoe", global_name="Zoe"))
    told = await stranger.slash(channel, "record load", file=("battle.txt", data))
    assert told.ephemeral and "is kept under the number" in said(told)
    [kept] = await sim.service.battles.of_guild(other.id)
    assert kept.status == "record" and "Ben" in kept.outcome
    original = await sim.service.battles.in_channel(sim.channel.id)
    assert original is not None
    one, two = await sim.service.play.game(original.id), await sim.service.play.game(kept.id)
    assert one.state == two.state
    again = await stranger.slash(channel, "record save", battle=kept.id)
    text = sim.env.backend.cdn.get((again.response or again.followups[0]).attachments[0].url).decode()
    assert [i for i in notation.read(text).items if isinstance(i, Given)] == [
        i for i in record.items if isinstance(i, Given)
    ]


async def test_battles_of_another_server_are_none_of_ours(sim: Table) -> None:
    await play(sim, 5)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    stranger = other.add_member(sim.env.create_user("zoe"))
    for command, options in (("record save", {}), ("record remarks", {}), ("record remark", {"text": "x"})):
        result = await stranger.slash(channel, command, battle=battle.id, **options)
        assert result.ephemeral and "no such battle" in said(result)
    assert await stranger.autocomplete(channel, "record save", "battle", "") == []


async def test_players_remark_and_the_record_keeps_it(sim: Table) -> None:
    await play(sim, 5)
    assert "stands in the record" in said(
        await sim.ada.slash(sim.channel, "record remark", text="I {doubt} it: really")
    )
    assert "Only its players" in said(await sim.cleo.slash(sim.channel, "record remark", text="me too"))
    assert "**Ada**: I {doubt} it: really" in said(await sim.cleo.slash(sim.channel, "record remarks"))
    record = notation.read((await saved(sim, sim.ben)).decode())
    assert Comment("Ada", "I (doubt) it: really") in record.items
    await sim.restart()
    assert "really" in said(await sim.ben.slash(sim.channel, "record remarks"))


async def test_a_bid_is_in_no_record_before_both_have_bid(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines", rules="bids")
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    question = next(o for o in await sim.service.play.open_questions(battle.id) if o.side == "vandal")
    pick = question.decision.default.model_copy(update={"key": "27"})
    await sim.service.play.answer(battle.id, question.user or 0, question.token, pick, "x")
    for who in (sim.ada, sim.cleo):
        record = notation.read((await saved(sim, who)).decode())
        assert not any(isinstance(i, Given) for i in record.items)
    question = next(o for o in await sim.service.play.open_questions(battle.id) if o.side == "byzantine")
    pick = question.decision.default.model_copy(update={"key": "3"})
    await sim.service.play.answer(battle.id, question.user or 0, question.token, pick, "x")
    record = notation.read((await saved(sim, sim.cleo)).decode())
    assert {i.text for i in record.items if isinstance(i, Given)} >= {"27", "3"}


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "no record of a battle"),
        (b"\xff\xfe", "no UTF-8"),
        (b"x" * (2**21 + 1), "too large"),
        (b'[Format "hexarch-record/1"]\n[Side "a"]\n[Scenario "../../etc/passwd"]', "There is no battle"),
        (b'[Format "hexarch-record/1"]\n[Side "a"]\n%scenario {"system": "chess"}', "scenario can't be used"),
        (b'[Format "hexarch-record/1"]\n[Side "a"]\n%scenario ' + b'{"x":' * 60 + b"1" + b"}" * 60, "too deeply"),
    ],
    ids=["empty", "binary", "large", "elsewhere", "unknown game", "nested"],
)
async def test_what_is_no_record_is_refused_and_nothing_kept(sim: Table, data: bytes, told: str) -> None:
    result = await sim.cleo.slash(sim.channel, "record load", file=("battle.txt", data))
    assert result.ephemeral and told in said(result)
    assert await sim.service.battles.of_guild(sim.guild.id) == []


async def test_a_record_with_a_loaded_die_is_refused(sim: Table) -> None:
    await play(sim)
    record = notation.read((await saved(sim, sim.ada)).decode())
    at, thrown = next((i, x) for i, x in enumerate(record.items) if isinstance(x, Thrown))
    forged = notation.Record(
        record.tags,
        record.sides,
        (*record.items[:at], Thrown(thrown.n, (11,) * len(thrown.dice)), *record.items[at + 1 :]),
    )
    before = len(await sim.service.battles.of_guild(sim.guild.id))
    result = await sim.cleo.slash(sim.channel, "record load", file=("b.txt", notation.write(forged).encode()))
    assert "a die shows" in said(result)
    assert len(await sim.service.battles.of_guild(sim.guild.id)) == before


async def test_a_record_of_a_battle_that_goes_on_can_be_saved_and_loaded_again(sim: Table) -> None:
    """It has no result, and keeps the names of who played."""
    await play(sim)
    data = await saved(sim, sim.cleo)
    for _ in range(2):
        told = said(await sim.cleo.slash(sim.channel, "record load", file=("b.txt", data)))
        assert "is kept under the number" in told, told
        kept = next(b for b in await sim.service.battles.of_guild(sim.guild.id) if b.id in told)
        data = await saved(sim, sim.cleo, battle=kept.id)
        record = notation.read(data.decode())
        assert "Result" not in record.tags and [s.player for s in record.sides] == ["Ada", "Ben"]
    what = card(await sim.cleo.slash(sim.channel, "what", battle=kept.id))
    assert "“Tricameron” was brought along as a file; /record report tells how it went.\\nByzantines: Ada" in what


async def test_a_record_of_a_record_is_one(sim: Table) -> None:
    """Saved again it says no more than its file said; a result the rules don't give is told as the file's."""
    await sim.battle()
    text = (await saved(sim, sim.cleo)).decode()
    data = text.replace("[Date", '[Result "The Byzantines resign: the Vandals win."]\n[Date', 1).encode()
    for _ in range(2):
        told = said(await sim.cleo.slash(sim.channel, "record load", file=("b.txt", data)))
        assert "is kept under the number" in told, told
        kept = next(b for b in await sim.service.battles.of_guild(sim.guild.id) if b.id in told)
        assert kept.outcome.startswith("As its file says: The Byzantines resign"), kept.outcome
        data = await saved(sim, sim.ada, battle=kept.id)
    assert b"As its file says" not in data
