"""What is stored about a person: shown to them whole, and taken out again; and servers that are left."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.service import Service
from bot.service.people.privacy import KEPT
from bot.storage import Post, Remark, Teammate
from bot.storage.results import FORGOTTEN
from bot.storage.tables import metadata
from bot.storage.watchers import Watcher
from engine.fairdice import verify
from engine.kernel.game import ENGINE_VERSION
from engine.kernel.text import Refusal
from tests.bot.toy_service import BLUE, CHANNEL, GUILD, RED, SPECTATOR, Clock, begin, open_service
from tests.bot.toy_system import SCENARIO

MATE = 40


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def service(tmp_path: Path, clock: Clock, either: str) -> AsyncIterator[Service]:
    opened = await open_service(tmp_path, clock=clock)
    yield opened
    await opened.close()


async def lived(service: Service) -> str:
    """A battle that is over, with traces of everybody; and something of each kind besides."""
    battle = await begin(service)
    db = service.database
    await db.teammates.put(battle.id, Teammate(MATE, "blue"), 5.0)
    await db.remarks.add(battle.id, [Remark(1, BLUE, "Ben", "my own words"), Remark(1, RED, "Ada", "hers")])
    await service.standing_orders.give(battle.id, BLUE, "brace", "always", "*", "blue")
    await db.watchers.put(Watcher(battle.id, SPECTATOR, "story", ""), 9, 9)
    await service.settings.put(f"user:{BLUE}", "preferences", {"reminders": "dm"})
    await db.uploads.put(GUILD, "own/x", "X", BLUE, SCENARIO, 1.0, 9)
    await service.offers.make(GUILD, CHANNEL, BLUE, "toy/duel", words="come on")
    await service.settings.put(
        f"battle:{battle.id}", "invited", {str(SPECTATOR): {"side": "red", "seat": False, "by": RED}}
    )
    mentions = " ".join(f"<@{u}>" for u in (RED, BLUE, MATE, SPECTATOR))
    await service.posts.put(Post(battle.id, "end", "-", CHANNEL, 1, mentions, True))
    await service.endings.resign(battle.id, BLUE)
    assert await service.results.record(battle.id) is not None
    return battle.id


async def everywhere(service: Service, number: int) -> list[str]:
    """Tables in which a user's number stands, as a number or in a text."""
    found = []
    async with service.database.read() as c:
        for table in metadata.sorted_tables:
            for row in (await c.execute(sa.select(table))).mappings():
                values = [v for k, v in row.items() if k in ("user", "creator", "first", "second", "winner")]
                # The version of the rules is a number in quotes as well.
                version = f'"engine":"{ENGINE_VERSION}"'
                texts = [v.replace(version, "") for v in row.values() if isinstance(v, str)]
                marks = (f'"{number}"', f":{number}", f"<@{number}>")
                if number in values or any(mark in x for x in texts for mark in marks):
                    found.append(table.name)
    return sorted(set(found))


async def test_everything_about_a_person_is_shown_to_him(service: Service) -> None:
    battle = await lived(service)
    found = await service.privacy.stored_about(BLUE)
    assert json.loads(json.dumps(found)) == found and found["user"] == str(BLUE)
    [seat] = found["seats"]
    assert (seat["battle"], seat["side"], seat["phrase"]) == (battle, "blue", "tails")
    assert seat["joined"].startswith("1970-01-") and seat["status"] == "finished"
    assert [r["text"] for r in found["remarks"]] == ["my own words"]
    assert [(p["side"], p["answer"]) for p in found["standing_orders"]] == [("blue", "always")]
    assert found["preferences"] == [{"key": "preferences", "value": {"reminders": "dm"}}]
    assert [(r["side"], r["winner"]) for r in found["results"]] == [("blue", "red")]
    assert [u["key"] for u in found["scenarios"]] == ["own/x"]
    assert [o["words"] for o in found["offers"]] == ["come on"]
    assert found["watched"] == [] and found["battles_made"] == []
    other = await service.privacy.stored_about(RED)
    assert [b["battle"] for b in other["battles_made"]] == [battle] and other["standing_orders"] == []
    assert (await service.privacy.stored_about(MATE))["teams"][0]["side"] == "blue"
    watched = await service.privacy.stored_about(SPECTATOR)
    assert watched["watched"][0]["how"] == "story" and watched["invitations"][0]["side"] == "red"
    nobody = await service.privacy.stored_about(99)
    assert not any(v for k, v in nobody.items() if k not in ("user", "as_of"))


async def test_every_table_that_names_a_person_is_thought_of() -> None:
    """A new column with users in it has to be shown and forgotten too: then it belongs in this list."""
    named = {
        (x.name, c.name)
        for x in metadata.sorted_tables
        for c in x.columns
        if c.name in ("user", "creator", "first", "second", "winner")
    }
    assert named == {
        ("battles", "creator"),
        ("seats", "user"),
        ("teammates", "user"),
        ("remarks", "user"),
        ("watchers", "user"),
        ("offers", "creator"),
        ("results", "winner"),  # a side
        ("result_players", "user"),
        ("events", "creator"),
        ("entrants", "user"),
        ("fixtures", "first"),
        ("fixtures", "second"),
        ("fixtures", "winner"),
        ("uploads", "user"),
        ("answerable", "user"),
    }


@pytest.mark.parametrize("user", [RED, BLUE, MATE, SPECTATOR])
async def test_a_person_is_taken_out_everywhere(service: Service, user: int) -> None:
    await lived(service)
    assert await everywhere(service, user)
    await service.privacy.forget(user)
    assert await everywhere(service, user) == []
    found = await service.privacy.stored_about(user)
    assert not any(v for k, v in found.items() if k not in ("user", "as_of"))
    assert await service.privacy.forget(user) is not None  # twice does no harm


async def test_what_others_need_stays(service: Service) -> None:
    battle = await lived(service)
    before = await service.rolls.trail(battle)
    entries = await service.play.entries(battle)
    for user in (BLUE, RED, MATE):
        await service.privacy.forget(user)
    assert await service.rolls.trail(battle) == before and verify(before.model_dump(mode="json")).valid
    assert await service.play.entries(battle) == entries
    assert [(r.user, r.name, r.text) for r in await service.records.remarks(battle)] == [
        (None, "", "my own words"),
        (None, "", "hers"),
    ]
    shown = await service.battles.get(battle)
    assert {(s.side, s.user, s.phrase) for s in shown.seats} == {
        ("red", FORGOTTEN, "heads"),
        ("blue", FORGOTTEN, "tails"),
    }
    assert shown.creator == FORGOTTEN and shown.teammates == ()
    [result] = await service.results.of_guild(GUILD)
    assert result.winner == "red" and {s for _, s in result.players} == {"red", "blue"}
    assert all(u < FORGOTTEN for u, _ in result.players) and len(set(result.players)) == 3
    kept = await service.database.uploads.get(GUILD, "own/x")
    assert kept is not None and kept.user == FORGOTTEN


async def test_nobody_leaves_his_opponent_in_the_middle_of_a_battle(service: Service) -> None:
    battle = await begin(service)
    await service.database.teammates.put(battle.id, Teammate(MATE, "blue"), 5.0)
    for user in (RED, BLUE, MATE):
        with pytest.raises(Refusal, match=battle.id):
            await service.privacy.forget(user)
        assert await everywhere(service, user)
    await service.endings.resign(battle.id, RED)
    await service.privacy.forget(RED)
    shown = await service.battles.get(battle.id)
    assert (shown.player("red"), shown.player("blue")) == (FORGOTTEN, BLUE)


async def test_a_battle_that_waits_for_players_loses_him(service: Service) -> None:
    battle = await service.lobby.create(GUILD, CHANNEL, RED, "toy/duel")
    await service.lobby.join(battle.id, RED, "red", "x")
    await service.lobby.join(battle.id, BLUE, "blue", "y")
    await service.privacy.forget(RED)
    shown = await service.battles.get(battle.id)
    assert [s.user for s in shown.seats] == [BLUE] and shown.creator == FORGOTTEN
    with pytest.raises(Refusal, match="Nobody plays the"):
        await service.lobby.start(battle.id, BLUE, 7)


async def test_it_is_all_or_nothing(service: Service, monkeypatch: Any) -> None:
    await lived(service)
    before = await service.privacy.stored_about(BLUE)

    async def broken(user: int) -> dict[str, int]:
        raise RuntimeError("the power is gone")

    monkeypatch.setattr(service.database.people, "forget", broken)
    with pytest.raises(RuntimeError):
        await service.privacy.forget(BLUE)
    assert await service.privacy.stored_about(BLUE) == before


async def test_a_league_that_runs_is_left_first(service: Service) -> None:
    from bot.storage.competitions import Competition, Entrant

    event = Competition(
        "e1", GUILD, CHANNEL, None, RED, "Spring", "league", "running", 1.0, ("toy/duel",), ("Duel",), "live"
    )
    await service.database.competitions.add(event, 9)
    async with service.database.write() as c:
        values = {"event": "e1", "user": BLUE, "joined": 1.0, "withdrawn": False}
        await c.execute(metadata.tables["entrants"].insert().values(**values))
    assert isinstance((await service.database.competitions.entrants("e1"))[0], Entrant)
    with pytest.raises(Refusal, match="Spring"):
        await service.privacy.forget(BLUE)
    async with service.database.write() as c:
        await c.execute(metadata.tables["entrants"].update().values(withdrawn=True))
    await service.privacy.forget(BLUE)
    assert await everywhere(service, BLUE) == []
    assert [e.user < 0 for e in await service.database.competitions.entrants("e1")] == [True]
    await service.privacy.forget(RED)
    assert await everywhere(service, RED) == []


# -- servers ----------------------------------------------------------------------------------------------------------


async def test_a_server_is_kept_for_thirty_days(service: Service, clock: Clock) -> None:
    await lived(service)
    assert await service.privacy.guilds() == {GUILD}
    await service.privacy.guild_left(GUILD)
    clock.now += KEPT - 1
    await service.privacy.guild_left(GUILD)
    assert await service.privacy.guilds_to_delete() == []
    clock.now += 1
    assert await service.privacy.guilds_to_delete() == [GUILD]
    await service.privacy.guild_back(GUILD)
    assert await service.privacy.guilds_to_delete() == []
    assert len(await service.battles.of_guild(GUILD)) == 1


async def test_a_server_is_deleted_whole_and_alone(service: Service) -> None:
    battle = await lived(service)
    await service.settings.put(f"guild:{GUILD}", "mode", "live")
    other = await service.lobby.create(9, 90, RED, "toy/duel")
    await service.settings.put("guild:9", "mode", "correspondence")
    async with service.database.read() as c:
        kept = {
            x.name: (await c.execute(sa.select(sa.func.count()).select_from(x))).scalar_one()
            for x in metadata.sorted_tables
        }
    assert kept["journal"] and kept["results"]
    assert await service.privacy.forget_guild(GUILD) == 1
    with pytest.raises(Refusal):
        await service.battles.get(battle)
    assert await service.privacy.guilds() == {9} and (await service.battles.get(other.id)).guild == 9
    assert (await service.guilds.settings(9)).mode == "correspondence"
    async with service.database.read() as c:
        left = {
            x.name: (await c.execute(sa.select(sa.func.count()).select_from(x))).scalar_one()
            for x in metadata.sorted_tables
        }
    assert {name for name, n in left.items() if n} == {"battles", "documents", "settings"}
    assert left["battles"] == 1
    with pytest.raises(Refusal, match="Nothing is stored"):
        await service.privacy.forget_guild(GUILD)
