"""``hexarch local`` and ``hexarch run`` hand over what the user said."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import discord
import pytest

import scenarios
from bot.cli import main
from bot.cli.common import BAD_INPUT, OK, USELESS
from bot.cli.databases import database_url
from renderer.map.files import FOLDER
from tests.waiting import HANG

Call = dict[str, Any]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Call]:
    calls: list[Call] = []

    async def serve(
        db_path: Path,
        port: int,
        scenario: str | None = None,
        *,
        own: dict[str, Any] | None = None,
        insist: bool = False,
        clock: bool = False,
        welcome: bool = True,
        edited: Path | None = None,
        say: Callable[[str], None] = print,
    ) -> None:
        calls.append({"database": db_path, "port": port, "scenario": scenario, "clock": clock})
        if not welcome:
            calls[-1]["bare"] = True
        if own is not None:
            calls[-1] |= {"title": own["title"], "insist": insist}
        if edited is not None:
            calls[-1]["edited"] = edited
        say(f"Hexarch is at http://127.0.0.1:{port + 1}/")
        say(f"The chat, as it is on Discord, is at http://127.0.0.1:{port}/")
        if port == 1:
            raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("bot.local.serve_local", serve)
    return calls


@pytest.mark.parametrize(
    ("options", "address"), [([], "http://127.0.0.1:8100/"), (["--chat"], "http://127.0.0.1:8099/")]
)
def test_local_opens_the_board_or_the_chat(
    served: list[Call], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], address: str
) -> None:
    opened: list[str] = []
    seen = threading.Event()
    monkeypatch.setattr("webbrowser.open", lambda address: (opened.append(address), seen.set()))
    database = tmp_path / "new" / "local.db"
    assert main(["local", "--database", str(database), "--port", "8099", "--scenario", "tricameron", *options]) == OK
    assert served == [{"database": database, "port": 8099, "scenario": "cataphract/tricameron", "clock": False}]
    assert database.parent.is_dir()
    assert seen.wait(HANG) and opened == [address]


@pytest.mark.parametrize("named", ["", "elsewhere"])
def test_drawn_maps_are_kept_beside_the_database_or_where_a_folder_is_named(
    named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str | None] = []

    async def serve(*args: Any, **more: Any) -> None:
        seen.append(os.environ.get(FOLDER))
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.local.serve_local", serve)
    monkeypatch.setenv(FOLDER, named)
    assert main(["local", "--no-browser", "--database", str(tmp_path / "x.db")]) == OK
    assert seen == [named or str(tmp_path / "maps")]
    assert os.environ.get(FOLDER, "") == named, "and no longer than it runs"


def test_local_plays_the_very_file(served: list[Call], tmp_path: Path) -> None:
    """A draft has the id of a battle that comes with the program, and is played all the same."""
    draft = tmp_path / "draft.json"
    draft.write_text(json.dumps({**scenarios.document(scenarios.find("tricameron")), "title": "My Tricameron"}))
    argv = ["local", "--no-browser", "--database", str(tmp_path / "x.db"), "--scenario", str(draft)]
    assert main(argv) == OK
    assert (served[0]["title"], served[0]["insist"]) == ("My Tricameron", True)


def test_local_without_browser(
    served: list[Call], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: pytest.fail("the browser was opened"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    assert main(["local", "--no-browser"]) == OK
    database = tmp_path / "hexarch" / "local.db"
    assert served == [{"database": database, "port": 8080, "scenario": None, "clock": False}]
    assert "Hexarch is at http://127.0.0.1:8081/" in capsys.readouterr().out


def test_local_without_a_welcome(served: list[Call], tmp_path: Path) -> None:
    assert main(["local", "--no-browser", "--empty", "--database", str(tmp_path / "x.db")]) == OK
    assert served[0]["scenario"] is None and served[0]["bare"]


def test_local_with_a_clock(served: list[Call], tmp_path: Path) -> None:
    assert main(["local", "--no-browser", "--clock", "--database", str(tmp_path / "x.db")]) == OK
    assert served[0]["clock"] is True


def test_a_port_in_use(served: list[Call], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["local", "--no-browser", "--port", "1", "--database", str(tmp_path / "x.db")]
    assert main(argv) == BAD_INPUT
    assert "port 1 can't be used: Permission denied. Try another: --port 2" in capsys.readouterr().err


def test_run_refused_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    async def start(self: discord.Client, token: str) -> None:
        assert token == "not-a-token"
        raise discord.LoginFailure("Improper token has been passed.")

    monkeypatch.setenv("DISCORD_TOKEN", " not-a-token ")
    monkeypatch.setattr(discord.Client, "start", start)
    monkeypatch.setattr("discord.utils.setup_logging", lambda: None)  # its handler would outlive this test
    assert main(["run", "--database", str(tmp_path / "deep" / "bot.db")]) == USELESS
    said = capsys.readouterr().err
    assert "Discord refuses the token in DISCORD_TOKEN" in said and "not-a-token" not in said
    assert (tmp_path / "deep" / "bot.db").exists()


def test_run_tells_which_battles_of_ones_own_are_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A file with the id of a battle that comes with Hexarch, one that lies elsewhere, one that is faulty."""

    async def start(self: Any, token: str, *, reconnect: bool = True) -> None:
        raise discord.LoginFailure("Improper token has been passed.")

    shadowed, lost = tmp_path / "cataphract" / "tricameron.json", tmp_path / "lost.json"
    faulty = tmp_path / "cataphract" / "faulty.json"
    shadowed.parent.mkdir()
    for path in (shadowed, lost, faulty):
        path.write_text("{}")
    monkeypatch.setenv("HEXARCH_SCENARIOS", str(tmp_path))
    monkeypatch.setenv("DISCORD_TOKEN", "not-a-token")
    monkeypatch.setattr(discord.Client, "start", start)
    monkeypatch.setattr("discord.utils.setup_logging", lambda: None)  # its handler would outlive this test
    assert main(["run", "--database", str(tmp_path / "bot.db")]) == USELESS
    said = [r.getMessage() for r in caplog.records if r.name == "hexarch"]
    assert [sum(str(path) in line for line in said) for path in (shadowed, lost, faulty)] == [1, 1, 1]
    assert any("comes with Hexarch" in line for line in said) and any("no battles are looked for" in x for x in said)


def test_databases(tmp_path: Path) -> None:
    assert database_url("postgresql+asyncpg://host/hexarch") == "postgresql+asyncpg://host/hexarch"
    assert database_url(str(tmp_path / "a" / "b.db")) == f"sqlite+aiosqlite:///{tmp_path / 'a' / 'b.db'}"
    assert (tmp_path / "a").is_dir()
