"""A battle that begins with bids: two secret answers, a choice of sides, and the seats follow it everywhere."""

from __future__ import annotations

import re
from types import SimpleNamespace

from bot.service import Outcome
from tests.bot.e2e.kit import SCENARIO, Table, control, controls, press, said, text_of


async def begin(sim: Table) -> None:
    result = await sim.ada.slash(
        sim.channel, "battle create", scenario=SCENARIO, side="Byzantines", rules="bids", mode="live"
    )
    assert "ready" in said(result), said(result)
    assert "With: Bid for the choice of sides" in sim.messages[0].content
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")


async def bid(sim: Table, who: object, n: int) -> str:
    """Answer in the private panel; returns what everybody but the bidder can read afterwards."""
    message = next(m for m in reversed(sim.messages) if any(c.verb == "orders" for c in controls(m)))
    opened = await who.click(message, custom_id=control(message, "orders").custom_id)  # type: ignore[attr-defined]
    panel = opened.response or opened.followups[0]
    assert panel.ephemeral, said(opened)
    await press(who, panel, f"{n} Rout Points")
    assert "Answered" in text_of(panel)
    return public(sim)


def public(sim: Table) -> str:
    """Everything the channel shows, ids, times and the seal of the dice left out."""
    shown = "\n".join(
        "\n".join(
            [
                m.content,
                *(f"{f.name} {f.value}" for e in m.embeds for f in e.fields),
                *(a.description or "" for a in m.attachments),
            ]
        )
        for m in sim.messages
    )
    return re.sub(r"<t:\d+:R>|<@\d+>|https://\S+|[0-9a-f]{8,}", "", shown)


async def test_the_options_are_offered_one_after_the_other(sim: Table) -> None:
    async def offered(typed: str) -> list[str]:
        found = await sim.ada.autocomplete(sim.channel, "battle create", "rules", typed, scenario=SCENARIO)
        return [o["value"] for o in found]

    assert await offered("") == ["10.3", "bids"]
    assert await offered("bid") == ["bids"]
    assert await offered("10.3, ") == ["10.3, bids"]
    result = await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, rules="bids, dragons")
    assert "dragons is no optional rule of this battle" in said(result)
    assert await sim.service.battles.in_channel(sim.channel.id) is None


async def test_a_bid_is_known_to_nobody_before_both_have_bid(sim: Table) -> None:
    await begin(sim)
    before = public(sim)
    assert "27" not in before
    shown = await bid(sim, sim.ben, 27)
    assert "27" not in shown and "Rout Points" in shown
    for who in (sim.ada, sim.cleo):
        for command, options in (
            ("record log", {}),
            ("dice audit", {}),
            ("help", {}),
            ("order", {"text": "3", "preview": True}),
            ("order", {"text": "27", "preview": True}),
            ("what", {"unit": "THC1"}),
        ):
            told = said(await who.slash(sim.channel, command, **options))
            written = options.get("text") == "27"
            told = re.sub(r"[0-9a-f]{8,}", "", told)
            assert written or "27" not in told, f"{command}: {told}"
            assert "bid 27" not in told and "the Vandals 27" not in told
        answer = await who.autocomplete(sim.channel, "order", "text", "2")
        assert len(answer) in (0, 11), "every number is offered alike"
    assert "must answer first" in said(await sim.ben.slash(sim.channel, "order", text="5")), "a bid stands"
    assert "27" not in public(sim)
    shown = await bid(sim, sim.ada, 3)
    assert "The Byzantines bid 3 Rout Points, the Vandals 27" in shown


async def test_equal_bids_then_the_winner_changes_sides(sim: Table) -> None:
    await begin(sim)
    await bid(sim, sim.ada, 4)
    shown = await bid(sim, sim.ben, 4)
    assert "Both bid 4 Rout Points: they bid again." in shown
    await bid(sim, sim.ada, 6)
    await bid(sim, sim.ben, 5)
    assert "no order" in said(await sim.ben.slash(sim.channel, "undo")), "bids can't be taken back"
    assert "Which army do you lead" in sim.asking.content
    wrong = await sim.choose(sim.ben, "The Vandals")
    assert wrong.ephemeral and "Byzantines to decide" in said(wrong)
    await sim.choose(sim.ada, "The Vandals: Withdrawal Level 24 instead of 30")
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    assert battle.sides_of(sim.ada.id) == ("vandal",) and battle.sides_of(sim.ben.id) == ("byzantine",)
    shown = public(sim)
    assert "The players change seats: who bid for the Byzantines leads the Vandals." in shown
    assert "The Vandals fight at a Withdrawal Level of 24." in shown and "/ 24" in shown
    await sim.restart()
    for o in await sim.service.play.open_questions(battle.id):
        assert o.user == {"byzantine": sim.ben.id, "vandal": sim.ada.id}[o.side]
    (question, *_) = await sim.service.play.open_questions(battle.id)
    leader, other = (sim.ben, sim.ada) if question.side == "byzantine" else (sim.ada, sim.ben)
    result = await other.slash(sim.channel, "order", text="done")
    assert "must answer first" in said(result)
    assert f"<@{leader.id}>" in sim.messages[0].content, "the pinned message says whose decision it is"


async def test_a_rematch_changes_the_sides_and_status_tells_the_sum(sim: Table) -> None:
    await sim.battle()
    status = await sim.cleo.slash(sim.channel, "battle status")
    assert status.ephemeral and "Byzantines: 0 / 35 Rout Points" in said(status) and "Together" not in said(status)
    assert "isn't over yet" in said(await sim.ada.slash(sim.channel, "battle rematch"))
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    result = await sim.ada.slash(sim.channel, "battle rematch")
    assert "with the sides changed" in said(result), said(result)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    assert battle.sides_of(sim.ada.id) == ("vandal",) and battle.sides_of(sim.ben.id) == ("byzantine",)
    await sim.ben.slash(sim.channel, "battle start")
    told = said(await sim.cleo.slash(sim.channel, "battle status"))
    assert f"Together: <@{sim.ada.id}> leads by 30." in told
    # What the last answer of a battle sets off.
    ended = Outcome(battle.id, over=True)
    here = await sim.bot.messages.lookup.look(battle.id, sim.ada.id)
    await sim.bot.messages.answers.said(SimpleNamespace(user=SimpleNamespace(id=sim.ada.id), extras={}), here, ended)  # type: ignore[arg-type]
    assert f"Together: <@{sim.ada.id}> leads by 30." in sim.asking.content
    await sim.ben.slash(sim.channel, "battle resign", sure=True)
    told = said(await sim.cleo.slash(sim.channel, "battle status"))
    assert f"Together: <@{sim.ada.id}> wins by 65 Rout Points." in told
