"""/battle limits: time for an answer and quiet hours, before the battle and, with the opponent's consent, during it."""

from __future__ import annotations

from bot.service import Limits
from tests.bot.e2e.kit import SCENARIO, Table, control, said


async def now(sim: Table) -> Limits:
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    return battle.limits


async def test_before_the_battle_players_set_them_and_everybody_sees_them(sim: Table) -> None:
    await sim.ada.slash(
        sim.channel, "battle create", scenario=SCENARIO, side="Byzantines", mode="correspondence", rules="10.3"
    )
    assert "2 days for an answer" in sim.messages[0].content and "With: Engaged" in sim.messages[0].content
    stranger = await sim.cleo.slash(sim.channel, "battle limits", answer="1h")
    assert stranger.ephemeral and "Only players" in said(stranger)
    result = await sim.ada.slash(sim.channel, "battle limits", answer="12h", quiet_from=22, quiet_to=7)
    assert result.ephemeral and "12 hours for an answer; from 22 to 7" in said(result)
    assert await now(sim) == Limits(12 * 3600.0, (22, 7))
    assert "12 hours for an answer; from 22 to 7 o'clock UTC" in sim.messages[0].content
    await sim.ada.slash(sim.channel, "battle limits", answer="1d")
    assert await now(sim) == Limits(24 * 3600.0, (22, 7)), "the quiet hours stay"
    await sim.ada.slash(sim.channel, "battle limits", quiet_from=5, quiet_to=5)
    await sim.ada.slash(sim.channel, "battle limits", answer="default")
    assert await now(sim) == Limits()


async def test_what_makes_no_sense_is_refused(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines")
    for options, why in (
        ({"answer": "soon"}, "Write a time"),
        ({"answer": "1m", "quiet_from": 3}, "need both"),
        ({"answer": "60d"}, "thirty days"),
        ({"bank": "soon"}, "write a time"),
        ({"bank": "default"}, "no default"),
        ({"bank": "1000d"}, "ninety days"),
        ({"bonus": "1h"}, "say how large"),
        ({"bank": "1h", "bonus": "2h"}, "no larger than"),
    ):
        result = await sim.ada.slash(sim.channel, "battle limits", **options)
        assert result.ephemeral and why in said(result), said(result)
    assert await now(sim) == Limits()
    assert [o["value"] for o in await sim.ada.autocomplete(sim.channel, "battle limits", "answer", "1")] == [
        "10m",
        "1h",
        "12h",
        "1d",
    ]


async def test_during_the_battle_the_opponent_is_asked(sim: Table) -> None:
    await sim.battle()
    assert "20 minutes for an answer" in said(await sim.cleo.slash(sim.channel, "battle limits"))
    result = await sim.ada.slash(sim.channel, "battle limits", answer="1h")
    assert "Your opponent is asked" in said(result) and await now(sim) == Limits()
    asked = sim.messages[-1]
    assert "Ada would like other time limits: 60 minutes for an answer" in asked.content
    assert "for your opponent" in said(await sim.ada.click(asked, custom_id=control(asked, "consent").custom_id))
    await sim.ben.click(asked, label="Agree")
    assert await now(sim) == Limits(3600.0)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    (question, *_) = await sim.service.play.open_questions(battle.id)
    assert question.due is not None and round(question.due - question.asked) == 3600
    await sim.ben.slash(sim.channel, "battle limits", answer="1m")
    await sim.ada.click(sim.messages[-1], label="Decline")
    assert await now(sim) == Limits(3600.0)


async def test_a_bank_is_set_agreed_on_and_ended(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines")
    await sim.ada.slash(sim.channel, "battle limits", bank="2h", bonus="10m")
    assert await now(sim) == Limits(None, None, 7200.0, 600.0)
    assert "2 hours for the whole battle, 10 minutes more after each answer" in sim.messages[0].content
    await sim.ada.slash(sim.channel, "battle limits", answer="5m", bonus="none")
    assert await now(sim) == Limits(300.0, None, 7200.0, 0.0), "what isn't mentioned stays"
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")
    await sim.ben.slash(sim.channel, "battle limits", bank="none")
    assert (await now(sim)).bank == 7200.0
    asked = sim.messages[-1]
    assert "5 minutes for an answer" in asked.content and "bank" not in asked.content
    await sim.ada.click(asked, label="Agree")
    assert await now(sim) == Limits(300.0)
    (pinned,) = sim.channel.pinned_messages()
    assert "time left" not in "".join(str(f.value) for f in pinned.embeds[0].fields)
    offered = await sim.ada.autocomplete(sim.channel, "battle limits", "bank", "n")
    assert [o["value"] for o in offered] == ["none"]
