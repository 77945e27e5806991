"""What is wrong in a database is found, battle by battle; what follows from the rest is mended, no order is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.cli.common import BAD_INPUT, NO, OK
from bot.upkeep.repair import mend_battle, mend_database
from tests.bot.upkeep.kit import findings, of_file, opened, play, spoil, under_way, wrong

MENDED = {
    "head": ("UPDATE battles SET trail_head = 'nonsense' WHERE id = ?", "its dice trail ends elsewhere"),
    "head's number": ("UPDATE battles SET trail_seq = trail_seq + 3 WHERE id = ?", "its dice trail ends elsewhere"),
    "next roll": ("UPDATE battles SET next_roll = 1 WHERE id = ?", "roll 1 would be made twice"),
    "no questions": ("DELETE FROM questions WHERE battle = ?", "what is noted as asked isn't what is asked"),
    "old questions": ("UPDATE questions SET token = 1 WHERE battle = ?", "what is noted as asked isn't what is asked"),
    "checkpoint": ("UPDATE checkpoints SET state = '{}' WHERE battle = ?", "checkpoints that are of no use"),
    "checkpoint's digest": ("UPDATE checkpoints SET digest = 'x' WHERE battle = ?", "checkpoints that are of no use"),
    "over": ("UPDATE battles SET status = 'abandoned' WHERE id = ?", "it is over, and something is still asked"),
}
BROKEN = {
    "journal": ("UPDATE journal SET data = '{}' WHERE battle = ? AND seq = 3", "its journal isn't what was written"),
    "gap": ("DELETE FROM journal WHERE battle = ? AND seq = 3", "its journal isn't what was written, from entry 4"),
    "beginning": ("DELETE FROM journal WHERE battle = ? AND seq < 2", "its journal begins with entry 2"),
    "nothing": ("DELETE FROM journal WHERE battle = ?", "it has begun and has no journal"),
    "die": (
        """UPDATE trail SET data = replace(data, '"dice":[', '"dice":[1') WHERE battle = ? AND seq = 0""",
        "its dice trail is false",
    ),
    "trail": ("DELETE FROM trail WHERE battle = ? AND seq = 0", "its dice trail"),
    "scenario": ("UPDATE documents SET scenario = 'x' WHERE battle = ?", "can't be read"),
    "status": ("UPDATE battles SET status = 'lost' WHERE id = ?", "no such status"),
    "seat": ("DELETE FROM seats WHERE battle = ? AND side = 'red'", "nobody has the seat"),
}


async def spoilt(tmp_path: Path, statement: str) -> tuple[Any, str, list[str]]:
    """A service on a database in which one battle of two was spoilt; that battle; its journal's hashes before."""
    path = tmp_path / "b.db"
    service = await opened(of_file(path))
    battle = await under_way(service, 5, 25)
    await under_way(service, 6)
    hashes = [e.hash for e in await service.play.entries(battle.id)]
    assert await wrong(service) == []
    await service.close()
    spoil(path, statement, battle.id)
    return await opened(of_file(path)), battle.id, hashes


@pytest.mark.parametrize("how", MENDED)
async def test_what_follows_from_the_rest_is_mended(tmp_path: Path, how: str) -> None:
    statement, said = MENDED[how]
    service, battle, hashes = await spoilt(tmp_path, statement)
    found = await findings(service)
    assert {f.battle for f in found} == {battle} and all(f.mend for f in found)
    assert any(said in f.what for f in found)
    assert await mend_battle(service, battle) == [] and await wrong(service) == []
    assert [e.hash for e in await service.play.entries(battle)][: len(hashes)] == hashes, "no order is lost"
    if how != "over":
        await play(service, battle, 5, 3)
        assert await wrong(service) == []
    await service.close()


@pytest.mark.parametrize("how", BROKEN)
async def test_what_doesn_t_is_told_and_left_alone(tmp_path: Path, how: str) -> None:
    statement, said = BROKEN[how]
    service, battle, _ = await spoilt(tmp_path, statement)
    found = await findings(service)
    assert {f.battle for f in found} == {battle}
    assert any(said in f.what and not f.mend and "restore a backup" in str(f) for f in found), found
    left = await mend_battle(service, battle)
    assert any(said in f.what for f in left), "it isn't called mended"
    await service.close()


async def test_settings_of_battles_there_aren_t_are_deleted(tmp_path: Path) -> None:
    service = await opened(of_file(tmp_path / "b.db"))
    battle = await under_way(service, 5)
    await service.settings.put("battle:gone", "closed", True)
    await service.settings.put(f"battle:{battle.id}", "closed", True)
    assert await wrong(service) == ["1 settings belong to battles there aren't (they are deleted)"]
    await mend_database(service)
    assert await wrong(service) == [] and await service.settings.of(f"battle:{battle.id}")
    await service.close()


# -- as commands, with a real battle --------------------------------------------------------------------------------


async def real(path: Path) -> str:
    from bot.service import Service

    service = await Service.open(of_file(path))
    battle = await service.lobby.create(1, 2, 10, "men-of-iron/crecy")
    for user, (side, _) in zip((10, 20), battle.sides, strict=True):
        await service.lobby.join(battle.id, user, side)
    await service.lobby.start(battle.id, 10, 1000)
    await play(service, battle.id, 6, 1)
    await service.close()
    return battle.id


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import asyncio

    path, copy = tmp_path / "b.db", tmp_path / "copy.db"
    battle = asyncio.run(real(path))

    def ran(*command: str) -> tuple[int, str]:
        code = main([*command])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    assert ran("check", "--database", str(path)) == (OK, "1 battles: nothing is wrong\n")
    code, said = ran("backup", "--database", str(path), str(copy))
    assert code == OK and said.startswith(f"{copy}: ")
    code, said = ran("backup", "--database", str(path), str(tmp_path))
    assert code == OK and "/hexarch-2" in said
    spoil(path, "DELETE FROM questions WHERE battle = ?", battle)
    code, said = ran("check", "--database", str(path), "--json")
    assert code == NO and json.loads(said)["findings"][0]["battle"] == battle
    assert ran("check", "--database", str(path))[0] == NO, "nothing was mended by looking"
    code, said = ran("check", "--database", str(path), "--repair")
    assert code == OK and said.endswith("all 1 mended\n")
    assert ran("check", "--database", str(path))[0] == OK
    code, said = ran("restore", "--database", str(path), str(copy))
    assert code == BAD_INPUT and "something in this database already" in said
    code, said = ran("restore", "--database", str(path), "--replace", str(copy))
    assert code == OK and said.startswith("restored: 1 battles, ")
    code, said = ran("move", "--database", str(path), "--to", str(tmp_path / "moved.db"))
    assert code == OK and said.startswith("moved: 1 battles, ")
    assert ran("check", "--database", str(tmp_path / "moved.db"))[0] == OK
    assert ran("migrate", "--database", str(path))[0] == OK
    code, said = ran("migrate", "--database", str(path), "--to", "7.1")
    assert code == BAD_INPUT and "there is a way back to 0.1" in said
