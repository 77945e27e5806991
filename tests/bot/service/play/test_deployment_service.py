"""Setting up through the service: batches, deadlines, take-back, restarts; and what others get to know meanwhile."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.messages.battle_context import BattleContext
from bot.messages.pictures.pictures import Pictures
from bot.narration import ENGLISH, tell
from bot.notation.complete import complete
from bot.service import Battle, Open, Service
from engine.kernel.game import rebuild
from engine.kernel.hexes import Facing
from engine.kernel.journal import broken_at
from engine.kernel.text import Refusal
from engine.players import random_answer
from tests.bot.toy_service import CHANNEL, GUILD, SPECTATOR, Clock, url
from tests.engine.cataphract import free_field

ROOT = Path(__file__).parents[4]
BYZANTINE, VANDAL = 10, 20


async def opened(path: Path, **options: Any) -> Service:
    """The service on the file; every battle it creates is the one with choices."""
    return await Service.open(url(path), load_scenario=lambda key: free_field.document(), **options)


async def begun(service: Service) -> Battle:
    battle = await service.lobby.create(GUILD, CHANNEL, BYZANTINE, "free-field")
    await service.lobby.join(battle.id, BYZANTINE, "byzantine")
    await service.lobby.join(battle.id, VANDAL, "vandal")
    await service.lobby.start(battle.id, BYZANTINE, 1000)
    return await service.battles.get(battle.id)


async def asked(service: Service, battle: Battle) -> Open:
    (o,) = await service.play.open_questions(battle.id)
    return o


async def here(service: Service, battle: Battle, user: int) -> BattleContext:
    """The battle as a command of this user finds it."""
    game, opens = await service.play.game(battle.id), await service.play.open_questions(battle.id)
    return BattleContext(await service.battles.get(battle.id), game, tuple(opens), ENGLISH, user)


async def test_a_batch_sets_up_and_says_done(tmp_path: Path) -> None:
    service = await opened(tmp_path)
    battle = await begun(service)
    outcome = await service.play.order(battle.id, BYZANTINE, "THC1 5203 @E; THC2 <> THC3; face AHC @NE; done", 1)
    assert (outcome.done, outcome.skipped) == (4, [])
    state = (await service.play.game(battle.id)).state
    assert (state.units["THC1"].hex, state.units["THC2"].hex, state.units["AHC5"].facing) == (5203, 5108, Facing.NE)
    o = await asked(service, battle)
    assert (o.side, o.user, o.decision.kind) == ("vandal", VANDAL, "deploy")
    await service.close()


async def test_what_can_t_be_is_skipped_and_done_is_held_back_for_a_look(tmp_path: Path) -> None:
    service = await opened(tmp_path)
    battle = await begun(service)
    outcome = await service.play.order(battle.id, BYZANTINE, "THC1 5203; THC2 4402; THC3 5204; done", 1)
    assert outcome.done == 2 and [text for text, _ in outcome.skipped] == ["THC2 4402"]
    assert (await asked(service, battle)).side == "byzantine"
    with pytest.raises(Refusal):
        await service.play.order(battle.id, BYZANTINE, "HLC1 5511", 2)
    with pytest.raises(Refusal):
        await service.play.order(battle.id, VANDAL, "LN1 4404", 3)
    with pytest.raises(Refusal):
        await service.play.order(battle.id, SPECTATOR, "done", 4)
    await service.close()


async def test_a_deadline_lets_the_draft_stand(tmp_path: Path) -> None:
    clock = Clock()
    service = await opened(tmp_path, clock=clock)
    battle = await begun(service)
    await service.play.order(battle.id, BYZANTINE, "THC1 5203 @E", 1)
    due = (await asked(service, battle)).due
    assert due is not None
    clock.now = due + 1
    (outcome,) = await service.deadlines.due()
    assert outcome.auto[0].why == "deadline" and outcome.auto[0].said == ()
    assert (await asked(service, battle)).side == "vandal"
    assert (await service.play.game(battle.id)).state.units["THC1"].hex == 5203
    await service.close()


async def test_a_placement_is_taken_back_freely(tmp_path: Path) -> None:
    service = await opened(tmp_path)
    battle = await begun(service)
    await service.play.order(battle.id, BYZANTINE, "THC1 5203; done", 1)
    for where in ("THC1 gone", "THC1 back"):
        assert (await service.takebacks.undo(battle.id, BYZANTINE)).done, where
        assert (await asked(service, battle)).side == "byzantine"
    assert (await service.play.game(battle.id)).state.units["THC1"].hex == 5104
    await service.close()


async def test_a_preview_shows_what_would_be_refused_and_changes_nothing(tmp_path: Path) -> None:
    service = await opened(tmp_path)
    battle = await begun(service)
    seen = await service.play.preview(battle.id, BYZANTINE, "THC1 5203 @E; THC2 4402")
    ((order, why),) = seen.skipped
    assert not seen.refused and order == "THC2 4402" and "THC2" in str(why)
    assert (await service.play.game(battle.id)).state.units["THC1"].hex == 5104
    await service.close()


async def test_a_restart_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    service = await opened(tmp_path)
    battle = await begun(service)
    await service.play.order(battle.id, BYZANTINE, "THC1 5203 @E; Belisarius 5106; done", 1)
    await service.play.order(battle.id, VANDAL, "LN1 4404 @W", 2)
    before = (await service.play.game(battle.id)).state
    token = (await asked(service, battle)).token
    await service.close()
    service = await opened(tmp_path)
    assert (await service.play.game(battle.id)).state == before
    o = await asked(service, battle)
    assert (o.side, o.token) == ("vandal", token)
    await service.play.answer(battle.id, VANDAL, token, o.decision.default, 3)
    game = await service.play.game(battle.id)
    assert game.state.phase != "setup" and game.state.units["LN1"].hex == 4404
    assert rebuild(game.system, await service.play.entries(battle.id)) == game.state
    await service.close()


# -- secrecy -------------------------------------------------------------------------------------------------------


async def test_others_look_at_a_map_without_the_draft(tmp_path: Path) -> None:
    """What the commands of opponent and spectator are made of: position, pictures, questions they may look into."""
    service = await opened(tmp_path)
    battle = await begun(service)
    pictures = Pictures()
    for other in (VANDAL, SPECTATOR):
        before = await here(service, battle, other)
        drawn = [await pictures.table(t) for t in (before.table, before.own_table)]
        await service.play.order(battle.id, BYZANTINE, "THC1 5203 @E; Belisarius 5106; face AHC @NE", other)
        after = await here(service, battle, other)
        assert (after.table, after.own_table) == (before.table, before.own_table)
        assert [await pictures.table(t) for t in (after.table, after.own_table)] == drawn
        assert after.known == () and after.decision is None
        told = tell(enumerate(await _events(service, battle)), (await _first(service, battle)))
        assert told == []
        await service.play.order(battle.id, BYZANTINE, "reset", other + 1)
    own = await here(service, battle, BYZANTINE)
    assert own.own_table != own.table and len(own.known) == 1
    assert {"THC1", "AHC1"} <= {c.id for c in own.own_table.counters} - {c.id for c in own.table.counters}
    both = BattleContext(own.battle, own.game, own.opens, ENGLISH, SPECTATOR)
    assert both.own_table == both.table
    pictures.close()
    await service.close()


async def _events(service: Service, battle: Battle) -> list[Any]:
    game = await service.play.game(battle.id)
    entries = await service.play.entries(battle.id)
    return [game.system.events.validate_python(e.data) for e in entries if e.kind == "event"]


async def _first(service: Service, battle: Battle) -> Any:
    game, entries = await service.play.game(battle.id), await service.play.entries(battle.id)
    return game.system.state_type.model_validate(entries[0].data["state"])


async def test_completions_are_the_deployer_s_alone(tmp_path: Path) -> None:
    service = await opened(tmp_path)
    battle = await begun(service)
    own = await here(service, battle, BYZANTINE)
    assert own.decision is not None
    found = complete(own.decision, "THC1 52", own.game.system.write)
    assert [s.value for s in found] == ["THC1 5203", "THC1 5204"]
    assert (await here(service, battle, VANDAL)).decision is None
    await service.close()


# -- killed --------------------------------------------------------------------------------------------------------


async def player(path: Path, seed: int) -> None:
    """Set up for ever, acknowledging every change on standard output."""
    service = await opened(path)
    rng = random.Random(seed)
    battle = await service.battles.in_channel(CHANNEL)
    if battle is not None and not battle.begun:
        # The one before was killed between creating a battle and beginning it.
        await service.endings.abandon(battle.id, BYZANTINE)
        battle = None
    battle = battle or await begun(service)
    print("ready", flush=True)
    n = seed * 1_000_000
    while True:
        n += 1
        o = await asked(service, battle)
        assert o.user is not None
        if o.decision.kind != "deploy":
            await service.endings.abandon(battle.id, BYZANTINE)
            battle = await begun(service)
            continue
        if rng.random() < 0.1:
            with suppress(Refusal):
                await service.takebacks.undo(battle.id, o.user)
        else:
            await service.play.answer(battle.id, o.user, o.token, random_answer(o.decision, rng), n, o.side)
        game = await service.play.game(battle.id)
        print(battle.id, game.journal[-1].seq, game.head, flush=True)


def test_killed_in_the_middle_of_the_set_up(tmp_path: Path) -> None:
    if not hasattr(signal, "SIGKILL"):
        pytest.skip("there is no SIGKILL here")
    program = (
        "import asyncio, pathlib, sys; from tests.bot.service.play.test_deployment_service import player; "
        "asyncio.run(player(pathlib.Path(sys.argv[1]), int(sys.argv[2])))"
    )
    acknowledged: list[str] = []
    for seed in (1, 2, 3):
        command = [sys.executable, "-c", program, str(tmp_path), str(seed)]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            # Some changes at least, however slow the machine is, then anywhere in the middle of one.
            lines = [process.stdout.readline() for _ in range(3)]
            time.sleep(0.1 * seed)
            process.send_signal(signal.SIGKILL)
            lines += process.stdout.read().splitlines(keepends=True)
        acknowledged += [line.strip() for line in lines if line.endswith("\n")]
        asyncio.run(_look(tmp_path, acknowledged))
    assert len(acknowledged) > 5


async def _look(path: Path, acknowledged: list[str]) -> None:
    service = await opened(path)
    for battle in [b for b in await service.battles.of_guild(GUILD) if b.begun]:
        journal = await service.play.entries(battle.id)
        hashes = {e.seq: e.hash for e in journal}
        for line in acknowledged:
            about, seq, head = line.split()
            assert about != battle.id or hashes.get(int(seq)) == head, "an acknowledged placement is lost"
        assert broken_at(journal) is None
        game = await service.play.game(battle.id)
        assert rebuild(game.system, journal) == game.state
        assert game.system.invariants(game.state) == []
    await service.close()
