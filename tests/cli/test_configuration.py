"""Settings: where they come from, which goes before which, and everything that is wrong with them at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli import configuration, main
from bot.cli.common import BAD_INPUT, OK, BadInput

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
    assert main(["run", "--check", "--log-format", "xml", "--listen", "x"]) == BAD_INPUT
    said = capsys.readouterr().err
    assert "--log-format: “xml” is none of text or json" in said and "--listen: “x” is no address" in said
