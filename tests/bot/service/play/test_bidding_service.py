"""Bids through the service: who is asked what, what nobody may learn too early, who plays which side afterwards."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.narration.journal import JournalFollower
from bot.service import Battle, Service
from engine.kernel.decisions import Pick
from engine.kernel.text import Refusal
from engine.systems.gboh.events import LevelChanged, Told
from engine.systems.gboh.turn import sequence
from tests.bot.toy_service import CHANNEL, GUILD, url

ADA, BEN = 10, 20


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    found = await Service.open(url(tmp_path))
    yield found
    await found.close()


async def bidding(service: Service, ben: int = BEN) -> Battle:
    """Ada sits with the Byzantines, Ben with the Vandals; both are asked for their bids."""
    battle = await service.lobby.create(GUILD, CHANNEL, ADA, "cataphract/tricameron", {"bids": True})
    await service.lobby.join(battle.id, ADA, "byzantine", "alea")
    await service.lobby.join(battle.id, ben, "vandal", "iacta")
    await service.lobby.start(battle.id, ADA, 1)
    return await service.battles.get(battle.id)


async def bid(service: Service, battle: Battle, user: int, n: int, side: str | None = None) -> None:
    token = (await service.play.open_questions(battle.id))[0].token
    await service.play.answer(battle.id, user, token, Pick(key=str(n)), "test", side)


async def choose(service: Service, battle: Battle, user: int, side: str) -> None:
    (question,) = await service.play.open_questions(battle.id)
    assert question.user == user and question.decision.kind == "choose-side"
    await service.play.answer(battle.id, user, question.token, Pick(key=side), "test")


def seats(battle: Battle) -> dict[str, int]:
    return {s.side: s.user for s in battle.seats}


async def test_both_are_asked_in_secret_and_any_number_is_taken_in_writing(service: Service) -> None:
    battle = await bidding(service)
    opens = await service.play.open_questions(battle.id)
    assert sorted((o.user, o.decision.kind) for o in opens) == [(ADA, "bid"), (BEN, "bid")]
    outcome = await service.play.order(battle.id, BEN, "7", "test")
    assert outcome.events == [] and outcome.rolls == []
    assert [o.user for o in await service.play.open_questions(battle.id)] == [ADA]
    with pytest.raises(Refusal, match="It isn't your decision"):
        await service.play.order(battle.id, BEN, "8", "test")


async def test_nothing_gives_a_bid_away_before_both_have_bid(service: Service) -> None:
    battle = await bidding(service)
    state = (await service.play.game(battle.id)).state.model_dump_json()
    await bid(service, battle, BEN, 23)
    game = await service.play.game(battle.id)
    assert game.state.model_dump_json() == state
    for key in ("3", "23", "29"):
        seen = await service.play.preview(battle.id, ADA, key)
        assert seen.events == () and "23" not in f"{seen.stop} {seen.refused}" and seen.done == 0
    trail = await service.rolls.trail(battle.id)
    public = [battle.outcome, battle.trail_head, json.dumps([e.data for e in trail.entries])]
    assert not any("23" in json.dumps(x) for x in (public[0], public[2]))
    assert trail.entries == () or all(e.kind == "roll" for e in trail.entries)

    async def whole() -> list:  # type: ignore[type-arg]
        return await service.play.entries(battle.id)

    told, _ = await JournalFollower().tell(battle, game, await service.play.entries(battle.id, 1), 0, whole)
    assert told == []
    for o in await service.play.open_questions(battle.id):
        assert "23" not in str(o.decision.prompt) and o.prefilled is None


async def test_the_winner_may_take_the_other_side_and_the_seats_follow(service: Service, tmp_path: Path) -> None:
    battle = await bidding(service)
    await bid(service, battle, ADA, 6)
    await bid(service, battle, BEN, 4)
    await choose(service, battle, ADA, "vandal")
    battle = await service.battles.get(battle.id)
    assert seats(battle) == {"byzantine": BEN, "vandal": ADA}
    assert battle.sides_of(ADA) == ("vandal",)
    assert {s.side: s.phrase for s in battle.seats} == {"byzantine": "alea", "vandal": "iacta"}, (
        "the dice stay as they are"
    )
    game = await service.play.game(battle.id)
    assert [s.withdrawal_level for s in game.state.sides.values()] == [35, 24]
    for o in await service.play.open_questions(battle.id):
        assert o.user == {"byzantine": BEN, "vandal": ADA}[o.side]
    again = await Service.open(url(tmp_path), shared=True)
    assert seats(await again.battles.get(battle.id)) == seats(battle)
    assert (await again.play.game(battle.id)).state.swapped
    opens = await again.play.open_questions(battle.id)
    assert opens and all(o.user == seats(battle)[o.side] for o in opens)
    token, asked = opens[0].token, opens[0].user
    assert asked is not None
    with pytest.raises(Refusal):
        await again.play.answer(battle.id, ADA + BEN - asked, token, opens[0].decision.default, "test")
    await again.play.answer(battle.id, asked, token, opens[0].decision.default, "test")
    trail = await again.rolls.trail(battle.id)
    assert trail.header.phrases == {"byzantine": "alea", "vandal": "iacta"}
    await again.close()


async def test_the_winner_may_stay_where_he_is(service: Service) -> None:
    battle = await bidding(service)
    await bid(service, battle, ADA, 0)
    await bid(service, battle, BEN, 2)
    await choose(service, battle, BEN, "vandal")
    assert seats(await service.battles.get(battle.id)) == {"byzantine": ADA, "vandal": BEN}
    events = [
        e for e in await service.play.entries(battle.id) if e.kind == "event" and e.data["type"] == "level-changed"
    ]
    assert [LevelChanged.model_validate(e.data).level for e in events] == [28]


async def test_standing_orders_don_t_change_hands_with_the_armies(service: Service) -> None:
    battle = await bidding(service)
    await service.standing_orders.give(battle.id, ADA, "return-fire", "never", "Huns")
    await service.standing_orders.give(battle.id, BEN, "return-fire", "always")
    await bid(service, battle, ADA, 6)
    await bid(service, battle, BEN, 4)
    await choose(service, battle, ADA, "vandal")
    for user in (ADA, BEN):
        assert await service.standing_orders.of(battle.id, user) == []
    await service.standing_orders.give(battle.id, BEN, "return-fire", "never", "Huns")
    assert len(await service.standing_orders.of(battle.id, BEN)) == 1, "that one leads them now"


async def test_they_stay_when_nobody_changes_sides(service: Service) -> None:
    battle = await bidding(service)
    await service.standing_orders.give(battle.id, ADA, "return-fire", "never", "Huns")
    await bid(service, battle, ADA, 6)
    await bid(service, battle, BEN, 4)
    await choose(service, battle, ADA, "byzantine")
    assert len(await service.standing_orders.of(battle.id, ADA)) == 1


async def test_bids_and_sides_can_t_be_taken_back(service: Service) -> None:
    battle = await bidding(service)
    await bid(service, battle, ADA, 6)
    for expected in ("before", "after"):
        with pytest.raises(Refusal, match=r"no order yet|stands for good"):
            await service.takebacks.undo(battle.id, ADA)
        if expected == "before":
            await bid(service, battle, BEN, 4)
    await choose(service, battle, ADA, "vandal")
    for user in (ADA, BEN):
        with pytest.raises(Refusal, match=r"no order yet|stands for good"):
            await service.takebacks.undo(battle.id, user)


async def test_written_orders_for_the_army_left_behind_are_dropped(service: Service) -> None:
    battle = await bidding(service)
    await bid(service, battle, BEN, 4)
    await bid(service, battle, ADA, 6)
    await service.play.order(battle.id, ADA, "vandal; THC3 > 4909", "test")
    for o in await service.play.open_questions(battle.id):
        assert o.left == () and o.skipped == ()


async def test_a_deadline_bids_nothing_and_keeps_the_side(service: Service) -> None:
    battle = await bidding(service)
    await bid(service, battle, BEN, 1)
    await service.deadlines.due(now=10**12)
    (question,) = await service.play.open_questions(battle.id)
    assert (question.user, question.decision.kind) == (BEN, "choose-side")
    await service.deadlines.due(now=10**13)
    assert seats(await service.battles.get(battle.id)) == {"byzantine": ADA, "vandal": BEN}
    assert (await service.play.game(battle.id)).state.sides["vandal"].withdrawal_level == 29


async def test_one_who_plays_both_sides_bids_for_each(service: Service) -> None:
    battle = await bidding(service, ben=ADA)
    await bid(service, battle, ADA, 3, "vandal")
    await bid(service, battle, ADA, 1, "byzantine")
    await choose(service, battle, ADA, "byzantine")
    assert seats(await service.battles.get(battle.id)) == {"byzantine": ADA, "vandal": ADA}


async def test_options_are_those_of_the_battle(service: Service) -> None:
    with pytest.raises(Refusal, match=r"dragons is no optional rule of this battle; it has 10\.3, bids"):
        await service.lobby.create(GUILD, CHANNEL, ADA, "cataphract/tricameron", {"dragons": True})


async def test_an_update_that_goes_back_before_the_change_puts_the_players_back(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = await bidding(service)
    await bid(service, battle, ADA, 6)
    await bid(service, battle, BEN, 4)
    await choose(service, battle, ADA, "vandal")
    old = sequence.PHASES["bidding"]

    async def judged_otherwise(g: Any) -> None:
        g.emit(Told(story="This version has something to say first."))
        await old(g)

    monkeypatch.setitem(sequence.PHASES, "bidding", judged_otherwise)
    again = await Service.open(url(tmp_path), shared=True)
    assert [o.decision.kind for o in await again.play.open_questions(battle.id)] == ["bid", "bid"]
    battle = await again.battles.get(battle.id)
    assert seats(battle) == {"byzantine": ADA, "vandal": BEN} and "earlier position" in battle.notice
    await bid(again, battle, ADA, 6)
    await bid(again, battle, BEN, 4)
    await choose(again, battle, ADA, "vandal")
    assert seats(await again.battles.get(battle.id)) == {"byzantine": BEN, "vandal": ADA}
    await again.close()
