"""``hexarch host doctor``: what it says is wrong, and what to do."""

from __future__ import annotations

import asyncio
import json
import os
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from discord.http import Route

from bot.cli import host, main
from bot.cli.checkup import machine, running
from bot.cli.common import NO, OK
from tests.cli.test_databases import made

TOKEN = "MTIz.GaBcDe.no-real-token"


class Discord:
    """As much of Discord, of a bot that runs, and of a board behind a proxy, as is looked at."""

    def __init__(self) -> None:
        self.port = 0
        self.token = TOKEN
        self.gateway: dict[str, Any] = {
            "shards": 1,
            "session_start_limit": {"total": 1000, "remaining": 990, "reset_after": 0},
        }
        self.application: dict[str, Any] = {"name": "Hexarch", "integration_types_config": {"0": {}, "1": {}}}
        self.health: dict[str, Any] = {"status": "running"}
        self.figures = "# TYPE hexarch_memory_bytes gauge\nhexarch_memory_bytes 1.5e8\n"
        self.ahead = 0.0
        """Seconds by which its clock is ahead of ours."""
        self.policy = "default-src 'none'; script-src 'self'"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def answer(self, request: web.Request) -> web.Response:
        path = request.path
        headers = {"Date": formatdate(time.time() + self.ahead, usegmt=True)}
        if path == "/healthz":
            return web.json_response(self.health, status=503 if "wrong" in self.health else 200)
        if path == "/metrics":
            return web.Response(text=self.figures)
        if path == "/":
            return web.Response(headers={"Content-Security-Policy": self.policy})
        if path != "/api/v10/gateway" and request.headers.get("Authorization") != f"Bot {self.token}":
            return web.json_response({"message": "401: Unauthorized"}, status=401, headers=headers)
        found = {"/api/v10/gateway/bot": self.gateway, "/api/v10/applications/@me": self.application}
        return web.json_response(found.get(path, {"username": "hexarch"}), headers=headers)


@contextmanager
def served(discord: Discord) -> Iterator[None]:
    """In a thread of its own, as the program has a loop of its own."""
    began, loop = threading.Event(), asyncio.new_event_loop()
    end = asyncio.Event()

    async def serve() -> None:
        app = web.Application()
        app.router.add_get("/{path:.*}", discord.answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        discord.port = runner.addresses[0][1]
        began.set()
        await end.wait()
        await runner.cleanup()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    began.wait()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join()
        loop.close()


@pytest.fixture
def discord(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Discord]:
    """All well: a bot that runs, its database, a backup of last night."""
    found = Discord()
    made(tmp_path / "bot" / "a.db")
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "hexarch-20261130-041700.db").write_bytes(b"")
    (tmp_path / "token").write_text(TOKEN)
    (tmp_path / "token").chmod(0o600)
    monkeypatch.setattr(machine, "PLENTY", 1)
    monkeypatch.setattr(machine, "ROOM", 1)
    monkeypatch.setattr(machine, "MEMORY", 1)
    monkeypatch.setattr(machine, "FILES", 1)
    with served(found):
        monkeypatch.setattr(Route, "BASE", f"{found.url}/api/v10")
        monkeypatch.setenv("DISCORD_TOKEN_FILE", str(tmp_path / "token"))
        monkeypatch.setenv("HEXARCH_LISTEN", str(found.port))
        yield found


class Told:
    """What the program says."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys

    def __call__(self, *more: str, code: int = OK) -> dict[str, tuple[str, str, str]]:
        """By what it is about: state, what is said, what to do; the worst where there are several."""
        given = ["--database", str(self.folder / "bot" / "a.db"), "--backups", str(self.folder / "backups")]
        self.capsys.readouterr()
        assert main(["host", "doctor", *given, "--json", *more]) == code
        said = self.capsys.readouterr().out
        assert TOKEN not in said
        order = ("good", "unknown", "doubtful", "wrong")
        found = sorted(json.loads(said)["findings"], key=lambda f: order.index(f["state"]))
        return {f["about"]: (f["state"], f["said"], f.get("advice", "")) for f in found}


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Told:
    return Told(tmp_path, capsys)


def not_good(found: dict[str, tuple[str, str, str]]) -> dict[str, str]:
    assert all(advice for state, _, advice in found.values() if state in ("wrong", "doubtful")), "what is one to do?"
    return {about: state for about, (state, _, _) in found.items() if state != "good"}


def test_where_all_is_well_only_a_copy_elsewhere_is_wanted(discord: Discord, told: Told) -> None:
    found = told()
    assert not_good(found) == {"backups": "doubtful"} and "the disk the database is on" in found["backups"][1]
    wanted = {"settings", "database", "owners", "token", "backups", "disk", "memory", "open files"}
    assert set(found) == wanted | {"the bot", "figures", "Discord", "clock", "starts", "application"}


def test_offline_nothing_is_asked_of_discord(discord: Discord, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:1/api/v10")
    assert not {"Discord", "clock", "starts", "application"} & set(told("--offline"))
    found = told(code=NO)
    assert found["Discord"][0] == "wrong" and "can't be reached" in found["Discord"][1]


def test_what_discord_says(discord: Discord, told: Told) -> None:
    discord.gateway = {"shards": 4, "session_start_limit": {"total": 1000, "remaining": 0, "reset_after": 7_200_000}}
    discord.application = {"interactions_endpoint_url": "https://elsewhere.example"}
    discord.ahead = -30
    found = told(code=NO)
    assert not_good(found) == {
        "backups": "doubtful", "starts": "wrong", "shards": "doubtful", "application": "wrong", "clock": "wrong",
    }  # fmt: skip
    assert "0 of 1000" in found["starts"][1] and "2 hours" in found["starts"][2]
    assert "0-3/4" in found["shards"][2] and "https://elsewhere.example" in found["application"][1]
    assert re.search(r"(29|30|31) s ahead of", found["clock"][1])
    discord.token = "another"
    found = told(code=NO)
    assert found["token"][0] == "wrong" and "Developer Portal" in found["token"][2] and "starts" not in found


def test_behind_a_proxy_it_is_the_proxy_that_is_asked(
    discord: Discord, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Route, "BASE", "http://127.0.0.1:1/api/v10")
    monkeypatch.setenv("HEXARCH_DISCORD_API", discord.url)
    assert told()["Discord"][0] == "good"
    monkeypatch.setenv("HEXARCH_DISCORD_API", f"{discord.url}/api/v10")
    assert "nothing behind it" in told(code=NO)["settings"][1]


def test_an_application_that_people_cannot_install(discord: Discord, told: Told) -> None:
    discord.application["integration_types_config"] = {"0": {}}
    assert not_good(told())["application"] == "doubtful"


def test_a_bot_that_is_ill_waits_or_is_not_there(discord: Discord, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    discord.health = {"status": "ill", "wrong": ["no connection to Discord for 200 s"]}
    assert told(code=NO)["the bot"][:2] == ("wrong", "no connection to Discord for 200 s")
    discord.health = {"status": "waiting"}
    assert told()["the bot"][0] == "doubtful"
    discord.health = {"hello": "world"}
    assert "no bot of ours" in told(code=NO)["the bot"][1]
    monkeypatch.setenv("HEXARCH_LISTEN", "1")
    assert "nothing that is a bot of ours" in told(code=NO)["the bot"][1]
    monkeypatch.delenv("HEXARCH_LISTEN")
    assert told()["the bot"][0] == "unknown"


def test_figures_that_tell_of_trouble(discord: Discord, told: Told) -> None:
    from bot import metrics

    names = {f"{m.name}_total" if m.type == "counter" else m.name for m in metrics.REGISTRY.collect()}
    gauges = (Path(running.__file__).parents[2] / "monitoring" / "gauges.py").read_text("utf-8")
    for name, said, _ in running._TROUBLES:
        assert name in names or f'"{name}"' in gauges, "it is one of the bot's"
        discord.figures = f"# TYPE {name.removesuffix('_total')} gauge\n{name} 3\n"
        found = told()["figures"]
        assert found[0] == "doubtful" and found[1] == f"3 {said}"


def test_a_board_whose_proxy_leads_elsewhere(discord: Discord, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.cli.checkup import the_board
    from bot.cli.configuration import Configuration

    settings = Configuration.model_validate({"board": "8090", "board_url": "https://board.example.org"})
    there = settings.model_copy(update={"board_url": discord.url})
    (found,) = asyncio.run(the_board.looked_at(there))
    assert found.state == "good"
    discord.policy = ""
    (found,) = asyncio.run(the_board.looked_at(there))
    assert found.state == "wrong" and "isn't the board" in found.said and "8090" in found.advice
    (found,) = asyncio.run(the_board.looked_at(settings.model_copy(update={"board_url": "http://127.0.0.1:1"})))
    assert found.state == "wrong" and "can't be reached" in found.said


def test_files_of_others_and_files_that_others_read(discord: Discord, told: Told, tmp_path: Path) -> None:
    (tmp_path / "token").chmod(0o644)
    (tmp_path / "bot" / "a.db").chmod(0o640)
    found = told()
    assert found["token"][0] == "doubtful" and found["token"][2] == f"chmod 600 {tmp_path / 'token'}"
    assert found["database"][0] == "doubtful"
    if os.geteuid() == 0:
        os.chown(tmp_path / "bot" / "a.db.lock", 4321, 4321)
        found = told(code=NO)
        assert found["owners"][0] == "wrong" and "a.db.lock" in found["owners"][1]
        assert found["owners"][2] == f"chown --reference={tmp_path / 'bot' / 'a.db'} {tmp_path / 'bot' / 'a.db.lock'}"


def test_backups_that_are_old_or_not_there(discord: Discord, told: Told, tmp_path: Path) -> None:
    (backup,) = (tmp_path / "backups").iterdir()
    then = time.time() - 5 * 86400
    os.utime(backup, (then, then))
    assert "5 days old" in told()["backups"][1]
    (tmp_path / "backups" / "hexarch-20261201-041700.db.age").write_bytes(b"")
    assert "less than a minute old" in told()["backups"][1], "an encrypted one is one"
    for file in (tmp_path / "backups").iterdir():
        file.unlink()
    assert "there are none" in told()["backups"][1]


def test_a_database_that_is_damaged_or_not_there_and_settings_that_are_wrong(
    discord: Discord, told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot" / "a.db").write_text("Dear diary, " * 500)
    assert told(code=NO)["database"][0] == "wrong"
    (tmp_path / "bot" / "a.db").unlink()
    assert "isn't there yet" in told()["database"][1]
    monkeypatch.delenv("DISCORD_TOKEN_FILE")
    found = told(code=NO)
    assert "there is no token" in found["settings"][1] and found["token"][0] == "unknown"
    monkeypatch.setenv("HEXARCH_THEME", "sepia")
    assert set(told(code=NO)) == {"settings"}


def test_without_settings_it_looks_at_the_service(
    discord: Discord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("DISCORD_TOKEN_FILE")
    monkeypatch.setattr(host, "SERVICE", tmp_path)
    (tmp_path / "hexarch.toml").write_text(f'database = "{tmp_path / "bot" / "a.db"}"\n')
    (tmp_path / "environment").write_text("# of the service\nHEXARCH_THEME='dark'\n")
    assert main(["host", "doctor", "--backups", str(tmp_path / "backups")]) == OK
    said = capsys.readouterr().out
    assert f"✓ settings: those of {tmp_path / 'hexarch.toml'} can be used" in said and "✓ token: it is that" in said
    assert said.endswith("\n1 to think about.\n")
    (tmp_path / "environment").write_text("HEXARCH_THEME=sepia\n")
    assert main(["host", "doctor"]) == NO
    assert "sepia" in capsys.readouterr().out
