"""A spectator looks at everything public and touches nothing."""

from __future__ import annotations

from typing import Any

import pytest

from bot.components.ids import parse
from bot.components.tools import HELP, MAP, WHAT_IF
from tests.bot.e2e.kit import Table, controls, said
from tests.bot.e2e.test_mirror import hidden_channel, the_battle

LOOKS: list[tuple[str, dict[str, Any], str]] = [
    ("map", {}, ""),
    ("map", {"at": "THC3"}, ""),
    ("map", {"show": "zoc"}, ""),
    ("map", {"show": "losses"}, ""),
    ("unit", {"name": "THC3"}, "THC3"),
    ("unit", {}, ""),
    ("unit", {"name": "Vandals"}, ""),
    ("record log", {}, "Turn 1"),
    ("record log", {"whole": True}, "Tricameron"),
    ("what", {}, ""),
    ("what", {"unit": "THC3"}, "THC3"),
    ("what", {"order": "THC3 @NW"}, ""),
    ("dice audit", {}, ""),
    ("dice audit", {"show": "luck"}, ""),
    ("dice audit", {"show": "file"}, ""),
    ("record save", {}, "Tricameron"),
    ("rule", {"case": "8.15"}, ""),
    ("rule", {"case": "withdrawal"}, ""),
    ("chart", {"name": "shock"}, ""),
    ("battle status", {}, "Tricameron"),
    ("battle list", {}, "Tricameron"),
    ("battle mirror", {}, "mirrored"),
    ("team list", {}, "Byzantines"),
    ("battle limits", {}, "answer"),
    ("help", {}, "Hexarch"),
    ("replay", {"whole": True}, ""),
]

TOUCHES: list[tuple[str, dict[str, Any]]] = [
    ("order", {"text": "THC3 @NW"}),
    ("order", {"text": "done"}),
    ("undo", {}),
    ("standing set", {"question": "fire", "answer": "always"}),
    ("standing clear", {"question": "fire"}),
    ("battle limits", {"answer": "1h"}),
    ("battle resign", {"sure": True}),
    ("battle abandon", {"sure": True}),
    ("battle mode", {"mode": "live"}),
    ("battle leave", {}),
    ("battle start", {}),
    ("battle mirror", {"off": True}),
    ("record remark", {"text": "boo"}),
    ("team leave", {}),
    ("referee scoreboard", {"off": True}),
]


def shown_to(result: Any) -> str:
    """Everything an answer says, embeds and descriptions of pictures included."""
    messages = [m for m in (result.response, *result.followups) if m is not None]
    parts = [said(result)]
    for m in messages:
        parts += [str(e.to_dict()) for e in m.embeds]
        parts += [a.description or a.filename for a in m.attachments]
    return "\n".join(parts)


async def state_of(sim: Table) -> Any:
    battle = await the_battle(sim)
    game = await sim.service.play.game(battle.id)
    return (
        [e.hash for e in await sim.service.play.entries(battle.id)],
        game.state.model_dump(),
        battle.row,
        await sim.service.standing_orders.of(battle.id, sim.ada.id),
        [m.content for m in sim.messages],
    )


async def test_a_spectator_sees_everything_public_and_changes_nothing(sim: Table) -> None:
    sim.show("referee")
    await sim.battle(mode="correspondence")
    await sim.to_orders()
    await sim.ada.slash(sim.channel, "order", text="THC4 @SW")
    before = await state_of(sim)
    for command, options, expected in LOOKS:
        if command == "chart":
            offered = await sim.cleo.autocomplete(sim.channel, "chart", "name", "")
            options = {"name": offered[0]["value"]}
        result = await sim.cleo.slash(sim.channel, command, **options)
        told = shown_to(result)
        assert told.strip() and "Sorry" not in told and "Only " not in told, f"{command} {options}: {told}"
        assert expected in told, f"{command} {options}: {told}"
        assert result.ephemeral, command
    assert await state_of(sim) == before
    for command, options in TOUCHES:
        result = await sim.cleo.slash(sim.channel, command, **options)
        assert result.ephemeral, f"{command}: {said(result)}"
        assert said(result) and "Sorry" not in said(result), f"{command}: {said(result)}"
        assert await state_of(sim) == before, command


FROM_AFAR: list[tuple[str, dict[str, Any], str]] = [
    ("map", {"private": False}, ""),
    ("map", {"at": "THC3"}, ""),
    ("unit", {"name": "THC3"}, "THC3"),
    ("unit", {"private": False}, ""),
    ("record log", {}, "Turn 1"),
    ("record log", {"whole": True}, "Tricameron"),
    ("what", {"unit": "THC3"}, "THC3"),
    ("dice audit", {}, ""),
    ("record save", {}, "Tricameron"),
]


async def test_one_looks_at_a_battle_from_another_channel_for_oneself(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    battle = await the_battle(sim)
    elsewhere = sim.guild.create_text_channel("elsewhere")
    other = sim.env.create_guild("Elsewhere")
    far = other.create_text_channel("general")
    stranger = other.add_member(sim.env.create_user("zoe"))
    for command, options, expected in FROM_AFAR:
        result = await sim.cleo.slash(elsewhere, command, battle=battle.id, **options)
        assert result.ephemeral and expected in shown_to(result) and "no such" not in said(result), command
        offered = await sim.cleo.autocomplete(elsewhere, command, "battle", "tri")
        assert [o["value"] for o in offered] == [battle.id]
        assert "no such battle" in said(await stranger.slash(far, command, battle=battle.id, **options))
        assert await stranger.autocomplete(far, command, "battle", "") == []
    units = await sim.cleo.autocomplete(elsewhere, "unit", "name", "THC", battle=battle.id)
    assert {"THC3"} <= {o["value"] for o in units}
    hidden = await hidden_channel(sim)
    await sim.service.lobby.move(battle.id, hidden.id)
    for command, options, _ in FROM_AFAR:
        told = await sim.cleo.slash(elsewhere, command, battle=battle.id, **options)
        assert "no such battle" in said(told), command
        assert await sim.cleo.autocomplete(elsewhere, command, "battle", "") == []
    assert await sim.cleo.autocomplete(elsewhere, "unit", "name", "THC", battle=battle.id) == []


async def test_house_dice_are_the_players(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    await sim.to_orders()
    before = await state_of(sim)
    assert "for the players of this battle" in said(await sim.cleo.slash(sim.channel, "dice roll", dice="d10"))
    assert await state_of(sim) == before
    assert "🎲" in said(await sim.ben.slash(sim.channel, "dice roll", dice="d10"))


async def test_battles_of_channels_one_can_not_see_are_in_no_list(sim: Table) -> None:
    seen = sim.guild.create_text_channel("lobby")
    sim.channel = await hidden_channel(sim)
    await sim.battle(mode="correspondence")
    battle = await the_battle(sim)
    for who, there in ((sim.cleo, False), (sim.ada, True)):
        assert ("Tricameron" in said(await who.slash(seen, "battle list"))) is there
        assert bool(await who.autocomplete(seen, "record save", "battle", "")) is there
        for command, options in (("record save", {}), ("record remarks", {}), ("record remark", {"text": "x"})):
            told = said(await who.slash(seen, command, battle=battle.id, **options))
            assert ("no such battle" in told) is not there, told
    await sim.ada.slash(sim.channel, "battle mirror", channel=seen, delay="1h")
    told = said(await sim.cleo.slash(seen, "record save", battle=battle.id))
    assert "no such battle" in told, "the mirror lags behind, so must the record"


LOOKING = {MAP, WHAT_IF, HELP, "briefing"}
"""Verbs of buttons that show what everybody may see."""


async def test_no_button_of_the_battle_is_a_spectators(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    await sim.to_orders()
    before = await state_of(sim)
    pressed = 0
    for message in sim.messages:
        for c in controls(message):
            press = sim.cleo.select(message, [c.options[0][0]], custom_id=c.custom_id) if c.options else None
            result = await (press or sim.cleo.click(message, custom_id=c.custom_id))
            looks = (parsed := parse(c.custom_id)) is not None and parsed[0] in LOOKING
            refused = any(words in said(result) for words in ("Only the players", "You have no side"))
            assert looks is not refused, c
            assert result.ephemeral or result.modal is not None, c
            pressed += 1
    assert pressed and await state_of(sim) == before


@pytest.mark.parametrize("command", ["order", "map"])
async def test_what_is_offered_to_a_spectator_is_harmless(sim: Table, command: str) -> None:
    await sim.battle(mode="correspondence")
    await sim.to_orders()
    before = await state_of(sim)
    option = {"order": "text", "map": "at"}[command]
    offered = await sim.cleo.autocomplete(sim.channel, command, option, "")
    assert command == "order" or offered
    assert await state_of(sim) == before
