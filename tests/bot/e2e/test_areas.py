"""A battle on a map of areas through the whole bot: areas are written by their names, chosen from a list, looked at."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
import simcord
from PIL import Image

from bot.app import create_bot
from bot.notation import record as notation
from bot.rates import UNLIMITED, Rates
from bot.service import Service
from bot.service.records.record_replay import play
from bot.service.sessions.rules import load_scenario
from engine.systems import registry
from tests.bot.e2e.drawn import DrawnOnce
from tests.bot.e2e.kit import Table, control, controls, press, said, shown, text_of
from tests.bot.e2e.strays import running
from tests.bot.e2e.test_record import saved
from tests.bot.e2e.test_replay import attached, film
from tests.bot.e2e.test_viewer import picture, viewer
from tests.bot.e2e.test_what import answer
from tests.bot.toy_areas import MARCHES, Marches

KEY = "toy-areas/marches"


def load(key: str) -> dict[str, Any]:
    return MARCHES if key == KEY else load_scenario(key)


def system_for(document: dict[str, Any]) -> Any:
    return Marches(document) if document["system"] == "toy-areas" else registry.system_for(document)


@pytest_asyncio.fixture
async def env(url: str) -> AsyncIterator[simcord.Env]:
    service = await Service.open(url, load_scenario=load, system_for=system_for)
    async with running(create_bot(service, drawing_pool=DrawnOnce(), rates=Rates(UNLIMITED))) as env:
        yield env


async def begun(sim: Table) -> None:
    """A battle under way: Ada plays the Reds, who march first, Ben the Blues."""
    battle = await sim.service.lobby.create(sim.guild.id, sim.channel.id, sim.ada.id, KEY, None)
    await sim.service.lobby.join(battle.id, sim.ada.id, "red", "Ada")
    await sim.service.lobby.join(battle.id, sim.ben.id, "blue", "Ben")
    result = await sim.ada.slash(sim.channel, "battle start")
    assert "begins" in said(result), said(result)


async def order(sim: Table, who: Any, text: str) -> str:
    return said(await who.slash(sim.channel, "order", text=text))


async def state(sim: Table) -> Any:
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    return (await sim.service.play.game(battle.id)).state


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("R2 > zeugitania", 17),
        ("R2 > Zeugitania Sicilia", 18),
        ("r1 > Aegyptus II", 4),
        ("R1 > aegyptus-2 ZEUGITANIA", 17),
        ("R2 > Carthago", 17),
        ("R1 > aegyptus 2", 4),
        ("Aegyptus II > Aegyptus I", 3),
        ("aegyptus-2 > zeug", 17),
    ],
)
async def test_an_order_names_areas_as_people_write_them(sim: Table, text: str, where: int) -> None:
    await begun(sim)
    before = {a.id: a.at for a in (await state(sim)).armies.values()}
    told = await order(sim, sim.ada, text)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    for o in await sim.service.play.open_questions(battle.id):
        if o.decision.kind == "retreat":
            assert o.user is not None
            await sim.service.play.answer(battle.id, o.user, o.token, o.decision.default, "stands")
    after = {a.id: a.at for a in (await state(sim)).armies.values()}
    moved = {k: v for k, v in after.items() if before[k] != v}
    assert list(moved.values()) == [where], told


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("R1 > aegyptus", "could be Aegyptus I, Aegyptus II"),
        ("R1 > Zeugitanja", "Did you mean Zeugitania"),
        ("R1 > Thule", "There is no place called “Thule”"),
        ("R1 > zeugitania", "Aegyptus I and Zeugitania have no common border."),
        ("R1 > Tyrrhenian Sea", "Aegyptus I and Tyrrhenian Sea have no common border."),
        ("R1 > 9999", "There is no place called “9999”"),
        ("R1 >", "one or two areas"),
        ("sicilia > zeugitania", "At Sicilia stands B2, the enemy's."),
        ("franks > zeugitania", "Nobody stands at Franks."),
        ("QQ > zeugitania", "An order says who does what, like “R1 > aegyptus-2”"),
        ("R1 > " + "x" * 300, "There is no place called"),
    ],
)
async def test_what_is_no_order_is_refused_in_a_sentence_and_changes_nothing(sim: Table, text: str, why: str) -> None:
    await begun(sim)
    head = await sim.head()
    told = await order(sim, sim.ada, text)
    assert why in told, told
    assert "hex" not in told.casefold().replace("hexarch", ""), told
    assert await sim.head() == head


async def test_the_panel_leads_to_an_area_in_three_presses(sim: Table) -> None:
    await begun(sim)
    opened = await sim.ada.click(sim.asking, custom_id=control(sim.asking, "orders").custom_id)
    panel = opened.response or opened.followups[0]
    assert panel.attachments
    await press(sim.ada, panel, "R1 ")
    labels = [label for c in controls(panel) for _, label in c.options] + [c.label for c in controls(panel)]
    assert any("Aegyptus II" in x for x in labels), labels
    assert not any("0004" in x for x in labels), labels
    [drawn] = panel.message.attachments
    assert "Aegyptus II" in (drawn.description or ""), drawn.description
    await press(sim.ada, panel, "Aegyptus II")
    assert "✓ `R1 > aegyptus-2`" in text_of(panel), text_of(panel)
    assert (await state(sim)).armies["R1"].at == 4


async def test_the_opponent_is_asked_and_answers_with_an_areas_name(sim: Table) -> None:
    await begun(sim)
    await order(sim, sim.ada, "R2 > zeugitania")
    assert "Does B1 retreat?" in text_of(sim.asking)
    refused = await order(sim, sim.ben, "franks")
    assert "can't be chosen here" in refused or "is none of" in refused or "Open:" in refused, refused
    await order(sim, sim.ben, "Sicilia")
    now = await state(sim)
    assert (now.armies["B1"].at, now.armies["R2"].at) == (18, 17)
    assert "B1 retreats to Sicilia" in sim.told and "R2 marches to Zeugitania" in sim.told


async def test_everybody_looks_at_the_map_or_a_part_of_it(sim: Table) -> None:
    await begun(sim)
    whole = attached(await sim.cleo.slash(sim.channel, "map"))
    assert "The marches" in (whole.description or "") and "A part of the map" not in (whole.description or "")
    part = attached(await sim.cleo.slash(sim.channel, "map", at="franks"))
    assert "A part of the map: Moors and Franks." in (part.description or ""), part.description
    by_army = attached(await sim.cleo.slash(sim.channel, "map", at="B2"))
    assert "Sicilia" in (by_army.description or "")
    reach = attached(await sim.ada.slash(sim.channel, "map", at="R1", show="reach"))
    assert "R1 can reach 2 areas for 1 to 2 MP" in (reach.description or ""), reach.description
    army = attached(await sim.cleo.slash(sim.channel, "map", army="Blues"))
    assert army.description
    for text, why in (("Thule", "There is no unit or leader"), ("aegyptus", "could be"), ("0101", "There is no")):
        assert why in said(await sim.cleo.slash(sim.channel, "map", at=text))
    offered = await sim.cleo.autocomplete(sim.channel, "map", "at", "zeu")
    assert [o["value"] for o in offered] == ["zeugitania"]
    [data] = [sim.env.backend.cdn.get(a.url) for a in [whole]]
    assert data is not None
    image = Image.open(io.BytesIO(data))
    assert image.width >= 900


@pytest.mark.parametrize("text", ["Zeugitania", "carthago", "zeug", "B1"])
async def test_what_is_in_a_place_is_told(sim: Table, text: str) -> None:
    await begun(sim)
    told = answer(await sim.cleo.slash(sim.channel, "what", place=text))
    assert told.startswith("Zeugitania") and "Blue army stands there" in told and "Aegyptus II, over a border" in told


async def test_questions_are_asked_by_name_in_the_box_too(sim: Table) -> None:
    await begun(sim)
    offered = await sim.cleo.autocomplete(sim.channel, "what", "place", "sea")
    assert [o["value"] for o in offered] == ["libyan-sea", "tyrrhenian-sea"]
    told = answer(await sim.cleo.slash(sim.channel, "what", unit="R1"))
    assert "First army may march to Aegyptus II" in told
    refused = said(await sim.cleo.slash(sim.channel, "what", place="Thulle"))
    assert "There is no unit or leader “Thulle”" in refused, refused


async def test_cards_and_rosters_say_where_armies_are(sim: Table) -> None:
    await begun(sim)
    card = await sim.cleo.slash(sim.channel, "unit", name="B1")
    assert "In Zeugitania" in (shown(card).attachments[0].description or "")
    roster = await sim.cleo.slash(sim.channel, "unit", name="Reds")
    assert shown(roster).attachments


async def test_a_referee_puts_an_army_into_an_area(sim: Table, manager: Any) -> None:
    await begun(sim)
    sim.show("referee")
    told = said(await manager.slash(sim.channel, "referee move", piece="R1", to="Moors", reason="a test"))
    assert "Done" in told, told
    assert (await state(sim)).armies["R1"].at == 60
    for text, why in (("Thule", "no place called"), ("0101", "no place called"), ("aegyptus", "could be")):
        assert why in said(await manager.slash(sim.channel, "referee move", piece="R1", to=text, reason="a test"))
    near = await manager.autocomplete(sim.channel, "referee move", "to", "", piece="R1")
    assert [o["value"] for o in near] == ["zeugitania", "franks"]


async def played(sim: Table) -> None:
    """To the end of the battle."""
    for who, text in (
        (sim.ada, "R2 > zeugitania"),
        (sim.ben, "stand"),
        (sim.ada, "done"),
        (sim.ben, "B2 > zeugitania"),
        *((who, "done") for who in (sim.ben, sim.ada, sim.ben, sim.ada, sim.ben)),
    ):
        await order(sim, who, text)
        if any(c.label == "Stand" for c in controls(sim.asking)):
            await order(sim, sim.ada if who is sim.ben else sim.ben, "stand")


async def test_a_battle_is_looked_back_at_filmed_and_saved(sim: Table) -> None:
    await begun(sim)
    await order(sim, sim.ada, "R2 > zeugitania")
    await order(sim, sim.ben, "stand")
    result = await sim.cleo.slash(sim.channel, "replay")
    image = film(sim, result)
    assert image.format == "GIF" and getattr(image, "n_frames", 1) >= 3
    steps = await sim.cleo.slash(sim.channel, "replay", how="steps")
    seen = viewer(steps)
    assert picture(sim, seen).width >= 900
    closer = next(c for c in controls(seen) if c.verb == "closely")
    await sim.cleo.click(seen.message, custom_id=closer.custom_id)
    assert picture(sim, seen).width >= 900


async def test_a_battle_is_played_to_its_end_and_its_record_replays_it(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begun(sim)
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    await played(sim)
    now = (await sim.service.play.game(battle.id)).state
    assert now.outcome is not None
    data = await saved(sim, sim.cleo, battle=battle.id)
    assert b"R2 > zeugitania" in data and b"B2 > zeugitania" in data
    monkeypatch.setattr(registry, "system_for", lambda document: Marches(document))
    assert play(notation.read(data.decode()), MARCHES).game.state == now


async def test_a_report_has_maps_and_an_army_is_ordered_by_hints(sim: Table) -> None:
    await begun(sim)
    await order(sim, sim.ada, "R2 > zeugitania")
    await order(sim, sim.ben, "stand")
    report = await sim.cleo.slash(sim.channel, "record report")
    assert shown(report).attachments, said(report)
    offered = [o["value"] for o in await sim.ada.autocomplete(sim.channel, "order", "text", "R1 > aeg")]
    assert offered and all(x.startswith("R1 > aegyptus") for x in offered), offered


async def test_a_restart_goes_on_where_it_was(sim: Table, url: str) -> None:
    await begun(sim)
    await order(sim, sim.ada, "R1 > aegyptus-2")
    head = await sim.head()
    battle = await sim.service.battles.in_channel(sim.channel.id)
    assert battle is not None
    await sim.env.settle()
    await sim.service.close()
    sim.service = await Service.open(url, load_scenario=load, system_for=system_for)
    assert (await state(sim)).armies["R1"].at == 4
    assert await sim.head() == head
