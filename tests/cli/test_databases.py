"""What is wrong with a database, or with the way to Discord, is said in a sentence, by every command."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.cli import main
from bot.cli.common import BAD_INPUT, USELESS
from bot.service import Service
from bot.storage import Database
from bot.storage.trouble import DatabaseTrouble
from tests.each import for_each
from tests.postgres import NAME, Server

COMMANDS: dict[str, Callable[[str], list[str]]] = {
    "run": lambda path: ["run", "--database", path],
    "local": lambda path: ["local", "--no-browser", "--empty", "--database", path],
    "forget": lambda path: ["forget", "--user", "7", "--database", path],
    "film": lambda path: ["film", "--battle", "1a2b3c4d", "--database", path, "-o", os.devnull],
}


@pytest.fixture(autouse=True)
def token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "no-token")
    # It would write to the standard error of this test in all that follow.
    monkeypatch.setattr("discord.utils.setup_logging", lambda: None)


def made(path: Path) -> None:
    async def opened() -> None:
        await (await Database.open(f"sqlite+aiosqlite:///{path}")).close()

    asyncio.run(opened())


def text(path: Path) -> str:
    path.write_text("Dear diary, " * 500, "utf-8")
    return "damaged, or no SQLite database"


def torn(path: Path) -> str:
    made(path)
    for rest in path.parent.glob(f"{path.name}-*"):
        rest.unlink()
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\x55" * (path.stat().st_size - 4096))
    return "damaged, or no SQLite database"


def newer(path: Path) -> str:
    made(path)
    with sqlite3.connect(path) as c:
        c.execute("UPDATE alembic_version SET version_num = '9999'")
    return "a newer version of Hexarch"


def foreign(path: Path) -> str:
    with sqlite3.connect(path) as c:
        c.execute("CREATE TABLE battles (recipe TEXT)")
    return "somebody else's database"


def folder(path: Path) -> str:
    path.mkdir()
    return "this is no file"


def lasting(command: str) -> int:
    """What a command ends with where doing the same again is of no use."""
    return USELESS if command == "run" else BAD_INPUT


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("bad", [text, torn, newer, foreign, folder])
def test_a_database_that_can_t_be_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, bad: Callable[[Path], str]
) -> None:
    path = tmp_path / "hexarch.db"
    why = bad(path)
    if command == "film" and bad is folder:
        why = "there is no such database"
    assert main(COMMANDS[command](str(path))) == lasting(command)
    said = capsys.readouterr().err
    assert why in said and str(path) in said and "Traceback" not in said and "error of ours" not in said


@pytest.mark.parametrize("command", ["run", "local", "forget"])
def test_a_folder_that_is_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    (tmp_path / "file").touch()
    assert main(COMMANDS[command](str(tmp_path / "file" / "hexarch.db"))) == lasting(command)
    said = capsys.readouterr().err
    assert "hexarch: " in said and "Traceback" not in said and "port" not in said


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 0)() == 0, reason="root may read and write everything")
@pytest.mark.parametrize("command", ["run", "local", "forget", "film"])
def test_a_file_of_somebody_else_s(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    path = tmp_path / "hexarch.db"
    made(path)
    path.chmod(0)
    assert main(COMMANDS[command](str(path))) == lasting(command)
    assert "can't be opened" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("mysql+aiomysql://u:secret@h/hexarch", "kept in SQLite or PostgreSQL"),
        ("nonsense://", "kept in SQLite or PostgreSQL"),
        ("postgresql+asyncpg://u:secret@localhost:port/hexarch", "no database URL"),
        ("postgresql+asyncpg://u:secret@127.0.0.1:9/hexarch", "doesn't answer"),
        ("postgresql+asyncpg://u:secret@nowhere.invalid/hexarch", "doesn't answer"),
    ],
)
@pytest.mark.parametrize("command", ["run", "forget", "film"])
def test_an_address_nothing_is_at(capsys: pytest.CaptureFixture[str], command: str, url: str, why: str) -> None:
    assert main(COMMANDS[command](url)) == (BAD_INPUT if why == "doesn't answer" else lasting(command))
    said = capsys.readouterr().err
    assert why in said and "secret" not in said and "Traceback" not in said


@pytest.mark.parametrize("url", ["postgresql://127.0.0.1:9/x", "postgres://127.0.0.1:9/x"])
def test_a_missing_driver(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert main(["run", "--database", url]) == USELESS
    assert "pip install 'hexarch[postgresql]'" in capsys.readouterr().err


def test_a_server_that_refuses(postgres: Server, capsys: pytest.CaptureFixture[str]) -> None:
    url = postgres.emptied()
    assert main(["forget", "--user", "7", "--database", url.removesuffix(NAME) + "nowhere"]) == BAD_INPUT
    assert 'database "nowhere" does not exist' in capsys.readouterr().err
    assert main(["forget", "--user", "7", "--database", url.replace("hexarch@", "stranger@")]) == BAD_INPUT
    assert 'role "stranger" does not exist' in capsys.readouterr().err
    postgres.execute("DROP ROLE IF EXISTS guest")
    postgres.execute("CREATE ROLE guest LOGIN")
    assert main(["forget", "--user", "7", "--database", postgres.another().replace("hexarch@", "guest@")]) == BAD_INPUT
    assert "permission denied" in capsys.readouterr().err


def test_a_database_in_use_is_looked_at_by_a_film_but_not_forgotten_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hexarch.db"

    async def beside() -> tuple[int, int]:
        service = await Service.open(f"sqlite+aiosqlite:///{path}")
        codes = [await asyncio.to_thread(main, COMMANDS[c](str(path))) for c in ("forget", "film")]
        await service.close()
        return codes[0], codes[1]

    assert asyncio.run(beside()) == (BAD_INPUT, BAD_INPUT)
    said = capsys.readouterr().err
    assert "another Hexarch has this database open" in said and "There is no such battle" in said


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (discord.LoginFailure("Improper token has been passed."), "Discord refuses the token"),
        (aiohttp.ClientConnectionError("Cannot connect to host discord.com:443"), "Is there a network here?"),
        (TimeoutError(), "Discord can't be reached: TimeoutError"),
        (discord.GatewayNotFound(), "Try again in a while"),
    ],
)
def test_no_way_to_discord(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception, why: str
) -> None:
    async def start(self: Any, token: str) -> None:
        raise error

    monkeypatch.setattr("discord.Client.start", start)
    code = USELESS if isinstance(error, discord.LoginFailure) else BAD_INPUT
    assert main(COMMANDS["run"](str(tmp_path / "hexarch.db"))) == code
    said = capsys.readouterr().err
    assert why in said and "no-token" not in said and "Traceback" not in said


@pytest.mark.parametrize("token", ["a b", "żółw", "a\x07b"])
def test_what_can_be_no_token(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], token: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    assert main(["run"]) == USELESS
    said = capsys.readouterr().err
    assert "DISCORD_TOKEN" in said and token not in said


def test_another_process_has_taken_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    closed = asyncio.Event()

    async def start(self: Any, token: str) -> None:
        await closed.wait()

    async def close(self: Any) -> None:
        closed.set()

    async def watch(self: Any) -> None:
        raise DatabaseTrouble("another Hexarch has this database open")

    monkeypatch.setattr("discord.Client.start", start)
    monkeypatch.setattr("bot.app.Hexarch.close", close)
    monkeypatch.setattr("bot.storage.lease.Lease.watch", watch)
    assert main(COMMANDS["run"](str(tmp_path / "hexarch.db"))) == BAD_INPUT
    assert "another Hexarch has this database open" in capsys.readouterr().err


@for_each("command", [["migrate"], ["forget", "--user", "7"], ["check"], ["check", "--repair"]])
def test_who_mistypes_a_path_gets_no_new_database(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hexarhc.db"
    assert main([*command, "--database", str(path)]) == BAD_INPUT
    assert capsys.readouterr().err == f"hexarch: {path}: there is no such database\n"
    assert list(tmp_path.iterdir()) == []


def test_a_new_database_is_read_by_nobody_but_its_owner_who_is_its_folders(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    if os.geteuid() == 0:
        os.chown(folder, 4321, 4322)
    made(folder / "a.db")
    assert [x for x in folder.iterdir() if x.stat().st_mode & 0o077 and not x.name.endswith(".lock")] == []
    owner = folder.stat()
    found = {x.name: (x.stat().st_uid, x.stat().st_gid) for x in folder.iterdir()}
    assert found == dict.fromkeys(("a.db", "a.db.lock"), (owner.st_uid, owner.st_gid)), "a service must write them"
