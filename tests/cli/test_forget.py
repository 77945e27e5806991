"""``hexarch forget``."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from bot.service import Service

GUILD, ADA, BEN = 10**18 + 1, 10**18 + 2, 10**18 + 3


def prepare(path: Path) -> str:
    """A battle that is over."""

    async def made() -> str:
        service = await Service.open(f"sqlite+aiosqlite:///{path}")
        battle = await service.lobby.create(GUILD, 5, ADA, "cataphract/tricameron")
        await service.lobby.join(battle.id, ADA, "byzantine", "one")
        await service.lobby.join(battle.id, BEN, "vandal", "two")
        await service.lobby.start(battle.id, ADA, 1)
        await service.endings.resign(battle.id, BEN)
        await service.close()
        return battle.id

    return asyncio.run(made())


def players(path: Path, battle: str) -> Any:
    async def found() -> Any:
        service = await Service.open(f"sqlite+aiosqlite:///{path}")
        try:
            battles = await service.battles.of_guild(GUILD)
            return {s.side: (s.user, s.phrase) for b in battles for s in b.seats if b.id == battle}
        finally:
            await service.close()

    return asyncio.run(found())


def test_a_person_and_then_the_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.db"
    battle = prepare(path)
    assert main(["forget", "--database", str(path), "--user", str(BEN)]) == 0
    assert f"User {BEN} is taken out" in capsys.readouterr().out
    assert players(path, battle) == {"byzantine": (ADA, "one"), "vandal": (0, "two")}
    assert main(["forget", "--database", str(path), "--guild", str(GUILD)]) == 0
    assert "is deleted, with 1 battles" in capsys.readouterr().out
    assert players(path, battle) == {}
    assert main(["forget", "--database", str(path), "--guild", str(GUILD)]) == 1
    assert "Nothing is stored" in capsys.readouterr().err


@pytest.mark.parametrize(
    "given", [[], ["--guild", "x"], ["--guild", "-5"], ["--user", "0"], ["--guild", "1", "--user", "2"]]
)
def test_bad_input(tmp_path: Path, given: list[str]) -> None:
    with pytest.raises(SystemExit) as e:
        main(["forget", "--database", str(tmp_path / "x.db"), *given])
    assert e.value.code == 2
