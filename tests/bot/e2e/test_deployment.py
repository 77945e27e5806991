"""A battle set up in the channel: by buttons and by text, in secret, across a restart."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.app import create_bot
from bot.service import Service
from tests.bot.e2e.drawn import DrawnOnce
from tests.bot.e2e.kit import Table, control, controls, press, said, text_of, type_in
from tests.bot.e2e.strays import running
from tests.engine.cataphract import free_field


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite+aiosqlite:///{tmp_path / 'battles.db'}"


@pytest_asyncio.fixture
async def sim(url: str) -> AsyncIterator[Table]:
    """The usual table, where every battle is the one with choices."""
    service = await Service.open(url, load_scenario=lambda key: free_field.document())
    async with running(create_bot(service, drawing_pool=DrawnOnce())) as env:
        found = Table(env, service, url)
        yield found
    await found.service.close()


def panel_of(result: Any) -> Any:
    return result.response or result.followups[0]


async def state(sim: Table) -> Any:
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    return (await sim.service.play.game(battle.id)).state


def public(sim: Table) -> str:
    """Everything anybody can read in the channel, alternative texts of pictures included."""
    return "\n".join(
        " ".join([m.content, *(a.description or "" for a in m.attachments), *(str(e.to_dict()) for e in m.embeds)])
        for m in sim.messages
    )


async def test_by_buttons_then_by_text(sim: Table) -> None:
    await sim.battle()
    message = sim.asking
    assert "The Byzantines set up their army" in message.content
    assert "Deployment" in public(sim) and "Turn 0" not in public(sim)
    opened = await sim.ada.click(message, label="Orders")
    panel = panel_of(opened)
    assert panel.ephemeral and panel.attachments
    messages = len(sim.messages)
    await press(sim.ada, panel, "THC1")
    await type_in(sim.ada, panel, "5203 E")
    assert "✓ `THC1 5203 @E`" in text_of(panel)
    await press(sim.ada, panel, "THC2 Thracian")
    await press(sim.ada, panel, "Change places")
    await press(sim.ada, panel, "THC3")
    assert "✓ `THC2 <> THC3`" in text_of(panel)
    await press(sim.ada, panel, "Turn many")
    await press(sim.ada, panel, "Armenian cataphracts: AHC1")
    await press(sim.ada, panel, "NE")
    await press(sim.ada, panel, "Belisarius")
    await type_in(sim.ada, panel, "5106")
    assert "✓ `Belisarius 5106`" in text_of(panel)
    units = (await state(sim)).units
    assert (units["THC1"].hex, units["THC2"].hex, units["AHC3"].facing.name) == (5203, 5108, "NE")
    assert len(sim.messages) == messages, "nothing new in the channel"
    await press(sim.ada, panel, "Done")
    assert "have set up" in public(sim) and "13 units on the map" in public(sim), "now the picture shows them"
    assert sim.ben.mention in sim.asking.content
    shown = await sim.ben.slash(sim.channel, "order", text="LN1 4404 @NE; face LN @SE; done")
    run = control(panel_of(shown), "run")
    await sim.ben.click(panel_of(shown).message, custom_id=run.custom_id)
    assert (await state(sim)).phase != "setup"
    assert "The Vandals have set up." in public(sim) and "Turn 1 begins." in public(sim)


async def test_a_place_is_not_offered_as_the_same_to_the_next_unit(sim: Table) -> None:
    """It would take the place of the unit that was just given it, or change places back."""
    await sim.battle()
    panel = panel_of(await sim.ada.click(sim.asking, label="Orders"))

    def same() -> list[str]:
        return [c.label for c in controls(panel) if c.verb == "same"]

    await press(sim.ada, panel, "THC1")
    await type_in(sim.ada, panel, "5203 E")
    assert "✓ `THC1 5203 @E`" in text_of(panel) and same() == []
    await press(sim.ada, panel, "THC2 Thracian")
    await press(sim.ada, panel, "Change places")
    await press(sim.ada, panel, "THC3")
    assert "✓ `THC2 <> THC3`" in text_of(panel) and same() == []
    await press(sim.ada, panel, "THC4 Thracian")
    await press(sim.ada, panel, "Face NE")
    assert "✓ `THC4 @NE`" in text_of(panel) and len(same()) == 1, "a facing is"


async def test_to_go_back_to_the_suggested_set_up_is_asked_once_more(sim: Table) -> None:
    await sim.battle()
    panel = panel_of(await sim.ada.click(sim.asking, label="Orders"))
    await press(sim.ada, panel, "THC2 Thracian")
    await press(sim.ada, panel, "Change places")
    await press(sim.ada, panel, "THC3")
    before = (await state(sim)).units["THC2"].hex
    await press(sim.ada, panel, "Back to the suggested")
    assert "puts 2 units back as suggested" in text_of(panel)
    await press(sim.ada, panel, "Leave it")
    assert (await state(sim)).units["THC2"].hex == before
    await press(sim.ada, panel, "Back to the suggested")
    await press(sim.ada, panel, "Back to the suggested")
    assert "✓ `reset`" in text_of(panel) and (await state(sim)).units["THC2"].hex != before


async def test_a_player_in_a_hurry_presses_one_button(sim: Table) -> None:
    await sim.battle()
    for who in (sim.ada, sim.ben):
        await who.click(sim.asking, custom_id=control(sim.asking, "default").custom_id)
    assert (await state(sim)).phase != "setup"


async def test_nobody_else_learns_anything_before_done(sim: Table) -> None:
    await sim.battle()
    pictures = {m.id: [a.size for a in m.attachments] for m in sim.messages}
    for text in ("THC1 5203 @E", "THC2 <> THC3", "Belisarius 5106", "face AHC @NE"):
        result = await sim.ada.slash(sim.channel, "order", text=text)
        assert result.ephemeral and "Done" in said(result)
    told = public(sim)
    for secret in ("THC1", "5203", "THC2", "5106", "AHC", "@"):
        assert secret not in told.replace("<@", ""), secret
    assert {m.id: [a.size for a in m.attachments] for m in sim.messages if m.id in pictures} == pictures
    for other in (sim.ben, sim.cleo):
        unit = await other.slash(sim.channel, "unit", name="THC1")
        assert "5203" not in _card(unit) and "5104" not in _card(unit)
        what = await other.slash(sim.channel, "what", unit="THC1")
        assert "5203" not in _card(what) and "5104" not in _card(what)
        at = await other.slash(sim.channel, "unit", name="5203")
        assert "Nobody stands at 5203" in said(at)
        log = await other.slash(sim.channel, "record log")
        assert "THC" not in said(log) and "5203" not in said(log)
        whole = await other.slash(sim.channel, "record log", whole=True)
        assert "THC" not in said(whole)
        reach = await other.slash(sim.channel, "map", at="THC1", show="reach")
        assert not panel_of(reach).attachments
        assert await other.autocomplete(sim.channel, "order", "text", "THC1 ") == []
    own = await sim.ada.slash(sim.channel, "unit", name="THC1")
    assert "5203" in _card(own)
    reach = await sim.ada.slash(sim.channel, "map", at="THC1", show="reach")
    assert panel_of(reach).ephemeral and panel_of(reach).attachments
    aloud = await sim.ada.slash(sim.channel, "map", at="HLC1", show="reach", private=False)
    assert not panel_of(aloud).attachments
    offered = await sim.ada.autocomplete(sim.channel, "order", "text", "THC1 5204")
    assert offered and all("THC1 5204" in o["value"] for o in offered)


async def test_a_public_map_shows_what_everybody_may_see_whoever_asks(sim: Table) -> None:
    await sim.battle()
    ask = {"show": "zoc"}
    first = await sim.cleo.slash(sim.channel, "map", **ask, private=False)
    await sim.ada.slash(sim.channel, "order", text="THC1 5203 @E")
    public_map = await sim.ada.slash(sim.channel, "map", **ask, private=False)
    private_map = await sim.ada.slash(sim.channel, "map", **ask)
    sizes = [panel_of(x).attachments[0].size for x in (first, public_map, private_map)]
    assert sizes[0] == sizes[1] != sizes[2]
    assert "1 unit on the map" in panel_of(public_map).attachments[0].description
    refused = await sim.ada.slash(sim.channel, "map", at="THC1", private=False)
    assert "not on the map" in said(refused)


async def test_others_may_not_set_up_and_a_refusal_says_what_would_be_possible(sim: Table) -> None:
    await sim.battle()
    button = control(sim.asking, "orders").custom_id
    assert "for the Byzantines to decide" in said(await sim.ben.click(sim.asking, custom_id=button))
    assert "Only the players" in said(await sim.cleo.click(sim.asking, custom_id=button))
    assert "Byzantines" in said(await sim.ben.slash(sim.channel, "order", text="LN1 4404"))
    wrong = await sim.ada.slash(sim.channel, "order", text="THC1 4402")
    assert wrong.ephemeral and "5103-5112, 5203-5204" in said(wrong)


async def test_a_restart_and_a_take_back_in_the_middle(sim: Table) -> None:
    await sim.battle()
    await sim.ada.slash(sim.channel, "order", text="THC1 5203 @E")
    await sim.ada.slash(sim.channel, "order", text="THC2 5204")
    await sim.restart()
    assert (await state(sim)).units["THC2"].hex == 5204
    assert "Taken back" in said(await sim.ada.slash(sim.channel, "undo"))
    now = await state(sim)
    assert (now.units["THC1"].hex, now.units["THC2"].hex) == (5203, 5106)
    opened = await sim.ada.click(sim.asking, label="Orders")
    panel = panel_of(opened)
    await press(sim.ada, panel, "THC3")
    await sim.restart()
    await press(sim.ada, panel, "Face NE")
    assert (await state(sim)).units["THC3"].facing.name == "NE"
    await sim.ada.click(sim.asking, custom_id=control(sim.asking, "default").custom_id)
    assert "The Byzantines have set up." in public(sim)
    unit = await sim.ben.slash(sim.channel, "unit", name="THC1")
    assert "5203" in _card(unit), "now everybody may know"


def _card(result: Any) -> str:
    """Everything a unit's card says."""
    shown = panel_of(result)
    return shown.content + "".join(str(e.to_dict()) for e in shown.embeds)
