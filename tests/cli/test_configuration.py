"""Settings: where they come from, which goes before which, and everything that is wrong with them at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.cli import configuration, main
from bot.cli.common import BAD_INPUT, OK, USELESS, BadInput
from bot.storage.trouble import DatabaseTrouble, LastingTrouble

TOKEN = {"DISCORD_TOKEN": "a.good.token"}


def told(options: dict[str, str | None], environment: dict[str, str]) -> str:
    with pytest.raises(BadInput) as no:
        configuration.read(options, environment)
    return str(no.value)


def test_what_holds_where_nothing_is_said() -> None:
    found, token = configuration.read({}, TOKEN)
    assert token == "a.good.token"
    assert (found.theme, found.log_format, found.listen, found.shards, found.wait) == ("light", "text", "", "0/1", 60.0)


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "hexarch.toml"
    file.write_text('theme = "dark"\nlog_level = "debug"\nwait = 5\nscenarios = ["/a", "/b"]\nshards = "0, 1/4"\n')
    environment = {**TOKEN, "HEXARCH_CONFIG": str(file), "HEXARCH_LOG_LEVEL": "error", "HEXARCH_WAIT": "7"}
    found, _ = configuration.read({"wait": "9", "theme": None}, environment)
    assert (found.theme, found.log_level, found.wait) == ("dark", "error", 9.0)
    assert found.scenarios == ("/a", "/b") and found.shards == "0-1/4"
    other = tmp_path / "other.toml"
    other.write_text("pool = 3\n")
    assert configuration.read({"config": str(other)}, environment)[0].pool == 3, "--config goes before HEXARCH_CONFIG"


def test_all_that_is_wrong_is_told_at_once_and_where_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "hexarch.toml"
    file.write_text('databse = "x"\ntoken = "sesame"\nlisten = "nowhere"\npool = "many"\noperator_channel = 1.5\n')
    said = told({"config": str(file), "theme": "pink"}, {"HEXARCH_WAIT": "-1", "HEXARCH_SHARDS": "3/2"})
    lines = said.splitlines()
    assert lines[0] == "the settings can't be used:" and len(lines) == 10
    for expected in (
        f"- {file}: databse: there is no such setting; is database meant?",
        f"- {file}: listen: “nowhere” is no address",
        f"- {file}: pool: “many” is no whole number",
        f"- {file}: operator_channel: “1.5” is no whole number",
        "- --theme: “pink” is none of light or dark",
        "- HEXARCH_WAIT: it must be at least 0, not -1",
        "- HEXARCH_SHARDS: “3/2”: of 2 shards the last is 1",
        f"- {file}: token: the token isn't kept here: it belongs into the environment, DISCORD_TOKEN",
        "- there is no token: set the environment variable DISCORD_TOKEN",
    ):
        assert any(line.startswith(expected) for line in lines), (expected, said)
    assert "sesame" not in said


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"theme = dark", "this is no TOML"), (b"\xff\xfe", "this is no TOML"), (None, "No such file")],
)
def test_a_file_that_can_t_be_read(tmp_path: Path, content: bytes | None, why: str) -> None:
    file = tmp_path / "hexarch.toml"
    if content is not None:
        file.write_bytes(content)
    assert why in told({"config": str(file)}, TOKEN)


def test_the_token_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("a.good.token\n")
    assert configuration.read({}, {"DISCORD_TOKEN_FILE": str(file)})[1] == "a.good.token"
    assert "which is meant?" in told({}, {**TOKEN, "DISCORD_TOKEN_FILE": str(file)})
    file.write_text("two words")
    assert f"what {file} holds is no token" in told({}, {"DISCORD_TOKEN_FILE": str(file)})
    assert "can't be read" in told({}, {"DISCORD_TOKEN_FILE": str(tmp_path)})


def test_what_must_never_be_logged() -> None:
    found, token = configuration.read({"database": "postgresql://u:pa%40ss-word@h/d"}, TOKEN)
    assert list(configuration.secrets(found, token)) == ["a.good.token", "pa@ss-word"]


def test_run_check_looks_at_the_settings_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a.good.token")
    monkeypatch.setenv("HEXARCH_DATABASE", str(tmp_path / "never.db"))
    assert main(["run", "--check"]) == OK
    assert "the settings are good" in capsys.readouterr().out and not (tmp_path / "never.db").exists()
    assert main(["run", "--check", "--log-format", "xml", "--listen", "x"]) == USELESS
    said = capsys.readouterr().err
    assert "--log-format: “xml” is none of text or json" in said and "--listen: “x” is no address" in said


def test_names_in_the_environment_that_are_no_settings_are_told() -> None:
    said = told(
        {}, {**TOKEN, "HEXARCH_DATABSE": "x.db", "HEXARCH_OFF_0": "1", "HEXARCH_HEAVY": "1", "OTHER_DATABSE": "x"}
    )
    assert said.splitlines()[1:] == [
        "- HEXARCH_DATABSE: there is no such setting; is HEXARCH_DATABASE meant?",
        "- HEXARCH_OFF_0: there is no such setting",
    ]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (["--database", "mysql://host/hexarch"], "database: mysql: battles are kept in SQLite or PostgreSQL"),
        (["--database", "postgresql+psycopg2://host/hexarch"], "database: this database needs the driver psycopg2"),
        (["--database", "nowhere://"], "database: nowhere: battles are kept in SQLite or PostgreSQL"),
        (["--database", "{}/a file/b.db"], "database: {}/a file is no folder"),
        (["--database", "{}"], "database: {}: this is no file"),
        (["--cache", "{}/a file/cache"], "cache: {}/a file is no folder"),
        (["--config", "{}/settings.toml"], "scenarios: {}/none is no folder"),
    ],
)
@pytest.mark.parametrize("check", [["--check"], []])
def test_what_the_machine_lacks_is_told_and_nothing_is_made(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    given: list[str],
    why: str,
    check: list[str],
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a.good.token")
    (tmp_path / "a file").touch()
    (tmp_path / "settings.toml").write_text(f'scenarios = ["{tmp_path}/none"]\ndatabase = "{tmp_path}/deep/x.db"\n')
    there = sorted(tmp_path.rglob("*"))
    assert main(["run", *check, *(x.format(tmp_path) for x in given)]) == USELESS
    said = capsys.readouterr()
    assert why.format(tmp_path) in said.err and "Traceback" not in said.err + said.out
    assert sorted(tmp_path.rglob("*")) == there


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_in_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a.good.token")
    (tmp_path / "shut").mkdir(mode=0o500)
    assert main(["run", "--check", "--database", str(tmp_path / "shut" / "deep" / "x.db")]) == USELESS
    assert "can't be made: nothing can be written in" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("trouble", "code"), [(LastingTrouble("newer"), USELESS), (DatabaseTrouble("silent"), BAD_INPUT)]
)
def test_what_starting_again_may_mend_has_another_exit_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: Exception, code: int
) -> None:
    async def opened(*_: object, **__: object) -> None:
        raise trouble

    monkeypatch.setenv("DISCORD_TOKEN", "a.good.token")
    monkeypatch.setattr("bot.service.Service.open", opened)
    assert main(["run", "--database", str(tmp_path / "x.db")]) == code


def test_an_option_there_is_not_is_no_reason_to_start_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--databse", "x"]) == USELESS
    assert "--databse" in capsys.readouterr().err


def test_an_empty_token_file_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "token").write_text("\n")
    with pytest.raises(BadInput, match="is empty: it is to hold your bot's token"):
        configuration.read({}, {"DISCORD_TOKEN_FILE": str(tmp_path / "token")})
