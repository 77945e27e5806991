"""The analysis of a battle that is over: made once, shown to whoever may look at the battle, refused before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.messages.analyses import ANALYSIS, EACH
from bot.service.computers import analysing
from engine.computer.analysis import Stretch, Verdict
from engine.computer.situation import Unknown
from engine.kernel.answers import is_order
from engine.kernel.text import Refusal
from tests.bot.e2e.kit import Table, control, said
from tests.bot.e2e.test_board import at, browse, seated
from tests.bot.e2e.test_mirror import the_battle
from tests.bot.e2e.test_report import ended, fight, reports
from tests.bot.e2e.test_viewer import viewer
from tests.waiting import until

__all__ = ["at", "browse"]


def judged(system: Any, stretch: Stretch, seed: str, late: Any) -> Verdict:
    """A verdict without a thought: of what was ordered the first order would have been enough."""
    orders = tuple(s.answer for s in stretch.steps if is_order(s.answer.do))
    return Verdict(stretch.seq, stretch.side, 3.0 + len(orders), 2.0, orders[1:], orders[:1], {"points": 5.0})


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysing, "weighed", judged)


async def told_at_last(sim: Table, result: Any) -> Any:
    """The answer to an interaction once it says more than that it is looked back."""
    messages = sim.env.backend.messages[sim.channel.id]
    number = result.response.message.id
    await until(lambda: "Looking back" not in messages[number].content, lambda: messages[number].content)
    return messages[number]


async def test_it_looks_back_at_a_battle_that_is_over(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await fight(sim, 60)
    early = await sim.ada.slash(sim.channel, "record analysis")
    assert "it is there when the battle is over" in said(early)
    battle = await the_battle(sim)
    await ended(sim)
    [message] = reports(sim.channel)
    pressed = await sim.cleo.click(message, custom_id=control(message, "analysis").custom_id)
    assert pressed.ephemeral and pressed.response is not None
    assert "Looking back" in said(pressed), "it is answered at once"
    told = await told_at_last(sim, pressed)
    assert told.content.startswith("## Tricameron\n- **Byzantines**: ") and "- **Vandals**: " in told.content
    assert "What cost most" in told.content and "Better: `" in told.content and "luck" in told.content
    assert [a["filename"] for a in told.attachments] == ["how-it-stood.png"]
    assert "Byzantines had the better of" in told.attachments[0]["description"]
    # It is kept: whoever asks next has it at once, after a restart too, and nothing is thought about again.
    await sim.restart()

    def again(*_: object) -> None:
        raise AssertionError("it is thought about again")

    monkeypatch.setattr(analysing, "weighed", again)
    shown = await sim.ben.slash(sim.channel, "record analysis", battle=battle.id, private=False)
    assert shown.response is not None and not shown.ephemeral and shown.response.message.content == told.content
    # Each of its buttons leads to that moment.
    opened = await sim.cleo.click(shown.response.message, label="Look at 1")
    assert opened.ephemeral and "Turn 1" in viewer(opened).content
    assert told.content in [m.content for m in sim.channel.history()]


async def test_a_battle_that_went_on_is_looked_at_again(sim: Table) -> None:
    """A referee has reopened it, and it has ended otherwise: the old analysis isn't shown."""
    await fight(sim, 30)
    battle = await the_battle(sim)
    await ended(sim)
    analyses = sim.bot.messages.analyses
    over = await sim.service.battles.get(battle.id)
    made = await (await analyses.begin(over, sim.ada.id)).task
    assert await analyses.known(over) == made
    entries = await sim.service.play.entries(battle.id)
    assert made.head == entries[-1].hash
    spoiled = made.model_copy(update={"head": "0" * 64})
    await sim.service.settings.put(f"battle:{battle.id}", ANALYSIS, spoiled.model_dump(mode="json"))
    assert await analyses.known(over) is None
    await sim.service.settings.put(f"battle:{battle.id}", ANALYSIS, {"odd": 1})
    assert await analyses.known(over) is None


async def test_two_who_ask_wait_for_the_same(sim: Table) -> None:
    await fight(sim, 20)
    battle = await the_battle(sim)
    await ended(sim)
    over = await sim.service.battles.get(battle.id)
    analyses = sim.bot.messages.analyses
    one, other = await analyses.begin(over, sim.ada.id), await analyses.begin(over, sim.ben.id)
    assert one is other
    # Nobody has all the others wait: two at a time are made for each.
    for n in range(EACH - 1):
        analyses._under_way[f"another-{n}"] = one
    with pytest.raises(Refusal, match="for you already"):
        await analyses.begin(replace(over, row=replace(over.row, id="yet-another")), sim.ada.id)
    for n in range(EACH - 1):
        del analyses._under_way[f"another-{n}"]
    made = await one.task
    assert await analyses.known(over) == made


async def test_a_journal_these_rules_do_not_lead_to_is_told(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    await fight(sim, 20)
    await ended(sim)

    def unknown(*_: object) -> None:
        raise Unknown("somebody isn't asked")

    monkeypatch.setattr(analysing, "played", unknown)
    result = await sim.ada.slash(sim.channel, "record analysis")
    assert "couldn't be played again" in (await told_at_last(sim, result)).content
    over = await sim.service.battles.last_in_channel(sim.channel.id)
    assert over is not None and await sim.bot.messages.analyses.known(over) is None


async def test_on_the_board_it_is_there_when_the_battle_is_over(sim: Table, browse: Any) -> None:
    await fight(sim, 30)
    early = await seated(sim, browse, sim.ada)
    status, told = await early.post("/api/analysis", {})
    assert status == 409 and "when the battle is over" in told["error"]
    assert (await early.get("/api/curve"))[0] == 409
    await ended(sim)
    ada = await seated(sim, browse, sim.ada)
    assert (await ada.get("/api/curve"))[0] == 404, "nobody has asked for it yet"
    told = {}
    while "lines" not in told:
        status, told = await ada.post("/api/analysis", {})
        assert status == 200 and ("lines" in told or {"n", "of"} == set(told))
    assert told["lines"][0] == "## Tricameron" and told["alt"].startswith("How the battle stood")
    status, png = await ada.get("/api/curve")
    assert status == 200 and png.startswith(b"\x89PNG")
    assert told["moments"] == sorted(told["moments"]) and 1 <= len(told["moments"]) <= 3
    for moment in told["moments"]:
        assert (await ada.get("/api/step", by="a", at=str(moment)))[0] == 200
    stranger = browse()
    assert (await stranger.post("/api/analysis", {}))[0] == (await stranger.get("/api/curve"))[0] == 403
