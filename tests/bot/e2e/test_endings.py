"""Battles that their players end: given up, drawn, won on time, broken off; what is told then, and the rematch."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.components.ids import Ref
from bot.service import Battle
from bot.service.time.hours import DAY
from tests.bot.e2e.kit import SCENARIO, Table, control, controls, said, shown
from tests.bot.e2e.test_events import called, given_up, place, playable
from tests.bot.quiet.hearing import Hearing


async def here(sim: Table) -> Battle:
    """The channel's battle, over or not."""
    battle = await sim.service.battles.last_in_channel(sim.channel.id)
    assert battle is not None
    return battle


async def forged(sim: Table, who: Any, message: Any, ref: Ref, verb: str) -> Any:
    """Press a button that was never shown to them."""
    stored = sim.env.backend.get_message(message.channel.id, message.id)
    button = {"type": 2, "style": 2, "label": "?", "custom_id": ref.custom_id(verb)}
    stored.components = [{"type": 1, "components": [button]}]
    return await who.click(message, custom_id=ref.custom_id(verb))


def ends(sim: Table) -> list[Any]:
    """Messages that say how a battle ended."""
    return [m for m in sim.messages if not m.pinned and not m.embeds and len(m.mentions) == 2]


def whispered(result: Any) -> Any:
    """The message nobody else sees."""
    return (result.response or result.followups[0]).message


async def go_on(sim: Table) -> None:
    """Answer what is asked."""
    battle = await here(sim)
    for o in await sim.service.play.open_questions(battle.id):
        assert o.user is not None
        await sim.service.play.answer(battle.id, o.user, o.token, o.decision.default, "test")
    await sim.bot.messages.publisher.publish(battle.id)


class Hands:
    """A clock to be moved by hand."""

    def __init__(self, sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        self.late = 0.0
        clock = sim.service.sessions.clock
        monkeypatch.setattr(sim.service.sessions, "clock", lambda: clock() + self.late)


# -- given up -------------------------------------------------------------------------------------------------------


async def test_resigning_asks_and_is_done_with_the_button(sim: Table) -> None:
    await sim.battle()
    asked = await sim.ben.slash(sim.channel, "battle resign")
    assert asked.ephemeral and "with your defeat" in said(asked) and (await here(sim)).status == "running"
    done = await sim.ben.click(whispered(asked), label="Resign")
    assert done.followups[0].ephemeral and "You have resigned" in done.followups[0].content
    battle = await here(sim)
    assert (battle.status, battle.outcome) == ("finished", "The Vandals resign: the Byzantines win.")
    assert controls(whispered(asked)) == []
    again = await forged(sim, sim.ben, sim.asking, Ref(battle.id, "0", "yes"), "resign")
    assert "over" in said(again)


async def test_no_changes_nothing(sim: Table) -> None:
    await sim.battle()
    for command in ("battle resign", "battle abandon"):
        asked = await sim.ada.slash(sim.channel, command)
        await sim.ada.click(whispered(asked), label="No")
        assert whispered(asked).content == "Nothing has changed." and controls(whispered(asked)) == []
    assert (await here(sim)).status == "running"


async def test_who_is_asked_nothing_and_who_presses_what_isnt_his(sim: Table) -> None:
    await sim.battle()
    battle = await here(sim)
    for command in ("battle resign", "battle draw", "battle claim"):
        refused = await sim.cleo.slash(sim.channel, command)
        assert refused.ephemeral and controls(whispered(refused)) == [], said(refused)
    assert "Only its creator" in said(await sim.ben.slash(sim.channel, "battle abandon"))
    token = str(await sim.head())
    for verb in ("resign", "claim", "abandon", "rematch"):
        refused = await forged(sim, sim.cleo, sim.asking, Ref(battle.id, token, "yes"), verb)
        (why,) = refused.followups or (refused.response,)
        assert why.ephemeral and "went wrong" not in why.content, (verb, why.content)
    refused = await forged(sim, sim.ben, sim.asking, Ref(battle.id, token, "yes"), "abandon")
    assert "Only its creator" in said(refused)
    for ref in (Ref("deadbeef", token, "yes"), Ref(battle.id, "0", "yes"), Ref(battle.id, "open", "yes")):
        refused = await forged(sim, sim.ben, sim.asking, ref, "resign")
        (why,) = refused.followups or (refused.response,)
        assert why.ephemeral and "went wrong" not in why.content, why.content
    await forged(sim, sim.ben, sim.asking, Ref(battle.id, token, "maybe"), "resign")
    assert (await here(sim)).status == "running"


async def test_a_button_of_another_server_is_none_of_ours(sim: Table) -> None:
    await sim.battle()
    battle, token = await here(sim), str(await sim.head())
    other = sim.env.create_guild("Elsewhere")
    channel = other.create_text_channel("general")
    zoe = other.add_member(sim.env.create_user("zoe"))
    other.add_member(sim.ada.user)
    shown = await zoe.slash(channel, "battle create", scenario=SCENARIO, side="Vandals")
    assert shown.ephemeral
    lobby = next(m for m in channel.history() if m.components)
    for verb in ("resign", "claim", "abandon", "rematch"):
        refused = await forged(sim, zoe, lobby, Ref(battle.id, token, "yes"), verb)
        assert "no such battle" in said(refused)
    assert (await sim.service.battles.get(battle.id)).status == "running"


async def test_a_button_of_before_is_stale_once_the_battle_has_gone_on(sim: Table) -> None:
    await sim.battle()
    asked = await sim.ada.slash(sim.channel, "battle resign")
    await sim.to_orders()
    await sim.restart()
    stale = await sim.ada.click(whispered(asked), label="Resign")
    assert stale.followups[0].ephemeral and "gone on since" in said(stale)
    assert not controls(whispered(asked)), "nothing can come of its buttons"
    assert (await here(sim)).status == "running"


async def test_breaking_off_asks_first(sim: Table) -> None:
    await sim.battle()
    asked = await sim.ada.slash(sim.channel, "battle abandon")
    assert "without a result" in said(asked)
    assert "broken off" in said(await sim.ada.click(whispered(asked), label="Break it off"))
    assert (await here(sim)).status == "abandoned"
    (end,) = ends(sim)
    assert "abandoned" in end.content and controls(end) == []


async def test_a_battle_that_hasnt_begun_is_left_or_broken_off(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines")
    assert "/battle leave" in said(await sim.ada.slash(sim.channel, "battle resign"))
    assert "hasn't begun" in said(await sim.ada.slash(sim.channel, "battle claim"))
    asked = await sim.ada.slash(sim.channel, "battle abandon")
    await sim.ada.click(whispered(asked), label="Break it off")
    assert (await here(sim)).status == "abandoned" and ends(sim) == []


# -- what is told ---------------------------------------------------------------------------------------------------


async def test_the_end_is_told_once_and_calls_the_players(sim: Table) -> None:
    await sim.battle()
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    (end,) = ends(sim)
    assert "The Byzantines resign: the Vandals win." in end.content
    assert {u.id for u in end.mentions} == {sim.ada.id, sim.ben.id}
    assert [c.label for c in controls(end)] == ["Play again", "Rematch", "Another battle"]
    await sim.restart()
    await sim.bot.messages.background.tick()
    assert len(ends(sim)) == 1


async def test_the_end_is_told_after_a_restart_if_the_process_died_before(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.battle()
    await sim.service.endings.resign((await here(sim)).id, sim.ada.id)
    assert ends(sim) == []
    await sim.restart()
    await sim.bot.messages.background.tick()
    await sim.bot.messages.background.tick()
    assert len(ends(sim)) == 1
    (pinned,) = sim.channel.pinned_messages()
    assert "resign" in pinned.content


async def test_an_end_that_discord_doesnt_take_is_told_later(sim: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.messages.delivery.deliver.FIRST_PAUSE", 0.0)
    await sim.battle()
    sim.env.inject_error("POST", "/channels/*/messages", status=500, times=4)
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    assert ends(sim) == [] and (await here(sim)).status == "finished"
    await sim.bot.messages.background.tick()
    assert len(ends(sim)) == 1 and await sim.service.battles.unclosed() == []


async def test_a_channel_in_which_we_may_not_write_is_let_go(sim: Table) -> None:
    await sim.battle()
    sim.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    assert await sim.service.battles.unclosed() == []


# -- once more ------------------------------------------------------------------------------------------------------


async def test_a_rematch_with_the_button(sim: Table) -> None:
    await sim.battle()
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    first, (end,) = await here(sim), ends(sim)
    rematch = control(end, "rematch").custom_id
    assert "Only its players" in said(await sim.cleo.click(end, custom_id=rematch))
    await sim.restart()
    assert "sides changed" in said(await sim.ben.click(end, custom_id=rematch))
    second = await here(sim)
    assert second.id != first.id and second.player("vandal") == sim.ada.id
    refused = await sim.ada.click(end, custom_id=rematch)
    assert refused.ephemeral and "made already" in said(refused)
    assert "begins" in said(await sim.ada.slash(sim.channel, "battle start"))
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    assert [c.label for c in controls(ends(sim)[-1])] == ["Play again", "Another battle"], "there is no third round"


async def test_who_fought_himself_changes_no_sides(sim: Table) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines")
    await sim.ada.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    end = next(m for m in reversed(sim.messages) if "resign" in m.content and not m.pinned and not m.embeds)
    assert [c.label for c in controls(end)] == ["Play again", "Another battle"]
    told = await sim.ada.click(end, custom_id=control(end, "playagain").custom_id)
    assert "begins again. You lead the" in said(told), said(told)
    assert (await here(sim)).status == "running", "there is nobody else to agree"


async def test_play_again_keeps_the_sides_and_wants_both_to_begin(sim: Table) -> None:
    await sim.battle(mode="correspondence")
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    first, (end,) = await here(sim), ends(sim)
    again = control(end, "playagain").custom_id
    assert "Only its players" in said(await sim.cleo.click(end, custom_id=again))
    hearing = Hearing(sim.env)
    await sim.restart()
    assert "each on the side they had" in said(await sim.ben.click(end, custom_id=again))
    second = await here(sim)
    assert second.id != first.id and second.status == "open" and second.mode == first.mode
    assert {s.side: s.user for s in second.seats} == {s.side: s.user for s in first.seats}
    assert [h.called for h in hearing.heard if "on the same sides" in h.text] == [(sim.ada.id,)]
    assert "already" in said(await sim.ada.click(end, custom_id=again)), "one battle in one place"
    assert "begins" in said(await sim.ada.slash(sim.channel, "battle start"))
    assert (await here(sim)).status == "running"


async def test_another_battle_of_the_same_game_is_chosen_from_a_list(sim: Table) -> None:
    await sim.battle()
    await sim.ada.slash(sim.channel, "battle resign", sure=True)
    (end,) = ends(sim)
    offered = shown(await sim.cleo.click(end, custom_id=control(end, "another").custom_id))
    chooser = control(offered, "anotherone")
    keys = [value for value, _ in chooser.options]
    assert keys and SCENARIO not in keys and all(k.startswith("cataphract/") for k in keys)
    told = await sim.cleo.select(offered.message, [keys[0]], custom_id=chooser.custom_id)
    assert "is ready" in said(told), said(told)
    made = await here(sim)
    assert made.row.scenario_key == keys[0] and made.status == "open" and not made.seats


async def test_the_message_that_ends_a_match_offers_nothing_but_a_rematch(sim: Table) -> None:
    role = sim.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    mia = sim.guild.add_member(sim.env.create_user("mia", global_name="Mia"), roles=[role])
    event = await called(sim, mia, "cup", sim.ada, sim.ben)
    [f] = await playable(sim, event)
    await given_up(sim, f, f.first)
    end = next(m for m in place(sim, f).history() if "resign" in m.content and not m.pinned and not m.embeds)
    assert [c.label for c in controls(end)] == ["Rematch"]


# -- drawn ----------------------------------------------------------------------------------------------------------


async def test_a_draw_by_agreement(sim: Table) -> None:
    await sim.battle()
    assert "Your opponent is asked" in said(await sim.ada.slash(sim.channel, "battle draw"))
    offer = sim.messages[-1]
    assert "Ada offers a draw" in offer.content and [u.id for u in offer.mentions] == [sim.ben.id]
    agree = next(c.custom_id for c in controls(offer) if c.label == "Agree")
    for who, why in ((sim.cleo, "Only the players"), (sim.ada, "for your opponent")):
        refused = await who.click(offer, custom_id=agree)
        assert refused.ephemeral and why in said(refused)
    await sim.restart()
    await sim.ben.click(offer, custom_id=agree)
    battle = await here(sim)
    assert (battle.status, battle.outcome) == ("finished", "The battle is drawn by agreement.")
    assert "Ben agrees" in next(m for m in sim.messages if m.id == offer.id).content
    assert [c.label for c in controls(ends(sim)[-1])] == ["Play again", "Rematch", "Another battle"]
    (pinned,) = sim.channel.pinned_messages()
    assert "drawn by agreement" in pinned.content


async def test_an_offer_lapses_and_its_buttons_agree_to_nothing_else(sim: Table) -> None:
    await sim.battle()
    await sim.ben.slash(sim.channel, "battle draw")
    offer = sim.messages[-1]
    ref = Ref((await here(sim)).id, (await here(sim)).request_key, "yes")
    await go_on(sim)
    # It loses its buttons; whoever still has one gets nothing by it.
    assert controls(next(m for m in sim.messages if m.id == offer.id)) == []
    stale = await forged(sim, sim.ada, offer, ref, "consent")
    assert stale.ephemeral and "Nobody asks" in said(stale)
    await sim.ben.slash(sim.channel, "battle mode", mode="correspondence")
    await sim.ben.slash(sim.channel, "battle limits", answer="1h")
    stale = await forged(sim, sim.ada, offer, ref, "consent")
    assert "Nobody asks" in said(stale)
    assert (await here(sim)).status == "running" and (await here(sim)).limits.seconds is None


async def test_both_offer(sim: Table) -> None:
    await sim.battle()
    await sim.ada.slash(sim.channel, "battle draw")
    assert "is drawn" in said(await sim.ben.slash(sim.channel, "battle draw"))
    assert (await here(sim)).outcome == "The battle is drawn by agreement."


async def test_a_declined_offer_isnt_made_again_at_once(sim: Table) -> None:
    await sim.battle()
    await sim.ada.slash(sim.channel, "battle draw")
    await sim.ben.click(sim.messages[-1], label="Decline")
    before = len(sim.messages)
    assert "has declined" in said(await sim.ada.slash(sim.channel, "battle draw"))
    assert len(sim.messages) == before


# -- won on time ----------------------------------------------------------------------------------------------------


async def test_a_bank_is_shown_and_when_it_is_empty_the_win_may_be_claimed(
    sim: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.ada.slash(sim.channel, "battle create", scenario=SCENARIO, side="Byzantines", mode="correspondence")
    told = await sim.ada.slash(sim.channel, "battle limits", bank="2d 4h", bonus="1h")
    assert "52 hours for the whole battle, 60 minutes more" in said(told)
    await sim.ben.slash(sim.channel, "battle join", side="Vandals")
    await sim.ada.slash(sim.channel, "battle start")
    (pinned,) = sim.channel.pinned_messages()
    assert [str(f.value).splitlines()[-1] for f in pinned.embeds[0].fields] == ["time left: 2 d 4 h"] * 2
    hands = Hands(sim, monkeypatch)
    hands.late = DAY
    battle = await here(sim)
    asked = (await sim.service.play.open_questions(battle.id))[0].side
    status = said(await sim.cleo.slash(sim.channel, "battle status")).splitlines()
    shown = {name: line for side, name in battle.sides for line in status if line.startswith(f"**{name}**")}
    assert "time left: 1 d 4 h" in shown[battle.name(asked)] or "time left: 1 d 3 h" in shown[battle.name(asked)]
    assert sum("time left: 2 d 4 h" in line for line in shown.values()) == 1
    for _ in range(60):
        times = await sim.service.timekeeping.times(battle.id)
        if any(t.up for t in times.values()):
            break
        hands.late += 3 * DAY
        await sim.bot.messages.background.tick()
    late = next(s for s, t in times.items() if t.up)
    assert any("are out of time: their opponent may end it" in m.content for m in sim.messages)
    (pinned,) = sim.channel.pinned_messages()
    assert "out of time: /battle claim" in "\n".join(str(f.value) for f in pinned.embeds[0].fields)
    winner, loser = (sim.ben, sim.ada) if late == "byzantine" else (sim.ada, sim.ben)
    both = all(t.up for t in times.values())
    assert not both, "one of them is a little earlier"
    assert "isn't up" in said(await loser.slash(sim.channel, "battle claim"))
    confirm = await winner.slash(sim.channel, "battle claim")
    assert confirm.ephemeral and (await here(sim)).status == "running"
    forgery = await forged(sim, loser, sim.asking, Ref(battle.id, str(await sim.head()), "yes"), "claim")
    assert "isn't up" in said(forgery)
    await winner.click(whispered(confirm), label="Claim the win")
    over = await here(sim)
    assert over.status == "finished" and f"The {battle.name(late)} are out of time" in over.outcome
    assert (await sim.service.settings.of(f"battle:{battle.id}"))["timed-out"] == late


async def test_nobody_claims_what_wasnt_agreed(sim: Table) -> None:
    await sim.battle()
    assert "No time for the whole battle" in said(await sim.ada.slash(sim.channel, "battle claim"))
