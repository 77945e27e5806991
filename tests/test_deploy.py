"""What the bot is run with: the container, the compose file, the unit, the locked dependencies.

Whether they work is tried as far as the machine has the programs; the whole of it, in a fresh environment with the
locked dependencies, with HEXARCH_HEAVY=1.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot.cli import main
from bot.cli.common import BAD_INPUT, OK, USELESS

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
UNITS = ("hexarch.service", "hexarch-backup.service", "hexarch-backup.timer")
EXPOSURE = 20
"""Tenths of what systemd-analyze calls exposure, at the most: 10 would be a bare service."""


def locked(name: str) -> dict[str, tuple[str, list[str]]]:
    """Version and hashes of each package of a lock file."""
    text = (DEPLOY / name).read_text("utf-8").replace("\\\n", " ")
    found: dict[str, tuple[str, list[str]]] = {}
    for line in (x for x in text.splitlines() if x.strip() and not x.lstrip().startswith("#")):
        match = re.match(r"([\w.-]+)==([\w.]+)", line)
        assert match, line
        found[canonicalize_name(match[1])] = (match[2], re.findall(r"--hash=sha256:([0-9a-f]{64})", line))
    return found


def test_every_dependency_is_locked_within_its_range_and_has_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    more = project["optional-dependencies"]
    wanted = [Requirement(x) for x in [*project["dependencies"], *more["postgresql"], *more["age"]]]
    lock = locked("requirements.txt")
    assert all(hashes for _, hashes in lock.values())
    for r in wanted:
        version, _ = lock[canonicalize_name(r.name)]
        assert r.specifier.contains(version), f"{r.name} {version}: make deploy/requirements.txt anew"
    assert "hatchling" in locked("build-requirements.txt")
    assert not {"pytest", "ruff", "matplotlib"} & set(lock), "what is for development isn't deployed"


def test_the_container_runs_without_root_and_is_looked_after() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    last = text.rpartition("FROM ")[2]
    assert re.search(r"^USER 10001:10001$", last, re.M) and "HEALTHCHECK" in last and "/healthz" in last
    assert text.count("--require-hashes") == 2 and "DISCORD_TOKEN=" not in text
    for copied in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.M):
        assert all((ROOT / part).exists() for part in copied.split()), copied
    linter = shutil.which("hadolint", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if linter is None:
        pytest.skip("hadolint isn't installed")
    found = subprocess.run(
        [linter, "--failure-threshold", "info", DEPLOY / "Containerfile"], capture_output=True, text=True
    )
    assert found.returncode == 0, found.stdout


def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))


def test_the_compose_file_gives_the_bot_no_more_than_it_needs() -> None:
    bot = compose()["services"]["bot"]
    assert bot["read_only"] and bot["cap_drop"] == ["ALL"] and "no-new-privileges:true" in bot["security_opt"]
    assert "ports" not in bot, "its figures are nobody's business"
    assert bot["depends_on"]["db"]["condition"] == "service_healthy"
    assert (DEPLOY / bot["build"]["context"] / bot["build"]["dockerfile"]).exists()
    assert "DISCORD_TOKEN" not in bot["environment"]
    docker = shutil.which("docker")
    if docker and not subprocess.run([docker, "compose", "version"], capture_output=True).returncode:
        environment = {**os.environ, "POSTGRES_PASSWORD": "x"}
        (command, folder) = ([docker, "compose", "-f", "compose.yaml", "config", "-q"], DEPLOY)
        assert subprocess.run(command, cwd=folder, env=environment, capture_output=True).returncode == 0


def test_settings_of_container_and_compose_file_are_good(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    given = dict(re.findall(r"(HEXARCH_\w+)=(\S+)", text)) | compose()["services"]["bot"]["environment"]
    token = tmp_path / "token"
    token.write_text("a.good.token")
    for name, value in (given | {"DISCORD_TOKEN_FILE": str(token)}).items():
        # Where there is no such folder, root alone could make it.
        monkeypatch.setenv(name, value.replace("/var/lib/hexarch", str(tmp_path)))
    # All there is to say is that the server of the compose file isn't here.
    assert main(["run", "--check"]) == BAD_INPUT
    said = capsys.readouterr().err
    assert said.startswith("hexarch: database: postgresql") and "doesn't answer" in said and said.count("\n") == 1
    for name in given:
        monkeypatch.delenv(name)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(token))
    settings = (DEPLOY / "hexarch.toml").read_text("utf-8")
    (tmp_path / "hexarch.toml").write_text(re.sub(r"/var/(lib|cache)/hexarch", str(tmp_path), settings), "utf-8")
    assert main(["run", "--check", "--config", str(tmp_path / "hexarch.toml")]) == OK


def test_every_setting_is_in_the_example_with_what_holds_without_it() -> None:
    from bot.cli.configuration import Configuration

    text = (DEPLOY / "hexarch.toml").read_text("utf-8")
    shown = dict(re.findall(r"^(?:# )?([a-z_]+) = (\S+)", text, re.M))
    assert set(shown) == set(Configuration.model_fields)
    for name in ("log_format", "log_level", "theme", "wait", "pool", "statement_timeout"):
        value = tomllib.loads(f"x = {shown[name]}")["x"]
        assert value == Configuration.model_fields[name].default


@pytest.mark.parametrize("unit", UNITS)
def test_units_are_what_systemd_takes(unit: str, tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd-analyze here")
    # The programs it names are there once it is installed.
    text = (DEPLOY / unit).read_text("utf-8").replace("/opt/hexarch/bin/hexarch", sys.executable)
    for name in UNITS:
        (tmp_path / name).write_text(text if name == unit else (DEPLOY / name).read_text("utf-8"))
    found = subprocess.run([analyze, "verify", tmp_path / unit], capture_output=True, text=True)
    mine = [line for line in found.stderr.splitlines() if unit in line and "not executable" not in line]
    assert not mine, mine


def test_the_service_can_read_its_settings_and_nobody_its_token() -> None:
    """The bot has a user of its own, for whom root's folders are shut; the token comes to it by way of systemd."""
    hosting = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    found = re.findall(r"^install(?: -d)? -m (\d+) .*?(/etc/hexarch\S*)", hosting, re.M)
    modes = {path: int(mode, 8) for mode, path in found}
    unit = (DEPLOY / "hexarch.service").read_text("utf-8")
    settings = re.search(r"HEXARCH_CONFIG=(\S+)", unit)
    assert settings and Path(settings[1]).parent == Path("/etc/hexarch")
    assert modes["/etc/hexarch"] & 0o005 == 0o005, "the folder lets the bot in"
    assert modes["/etc/hexarch/"] & 0o004, "its settings can be read"
    assert not modes["/etc/hexarch/token"] & 0o077 and "LoadCredential=token:/etc/hexarch/token" in unit


def test_what_starting_again_cannot_mend_is_not_started_again() -> None:
    unit = (DEPLOY / "hexarch.service").read_text("utf-8")
    assert re.search(r"^Restart=on-failure$", unit, re.M)
    assert re.findall(r"^RestartPreventExitStatus=(.*)$", unit, re.M) == [str(USELESS)]


def test_the_unit_leaves_the_bot_little_to_do_harm_with() -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("there is no systemd-analyze here")
    command = [analyze, "security", "--offline=yes", f"--threshold={EXPOSURE}", DEPLOY / "hexarch.service"]
    found = subprocess.run(command, capture_output=True, text=True)
    if "not supported" in found.stderr or "unrecognized" in found.stderr:
        pytest.skip("this systemd can't look at a unit that isn't installed")
    assert found.returncode == 0, found.stdout[-300:]


def figures() -> set[str]:
    """Every figure a bot tells, as it is asked for."""
    from bot import metrics
    from bot.monitoring import gauges

    found = set(re.findall(r'"(hexarch_\w+)"', Path(gauges.__file__).read_text("utf-8")))
    for metric in metrics.REGISTRY.collect():
        endings = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"]}.get(metric.type, [""])
        found.update(metric.name + ending for ending in endings)
    return found


def expressions(document: Any) -> list[str]:
    """Everything under ``expr``, however deep."""
    if isinstance(document, dict):
        own = [v for k, v in document.items() if k == "expr" and isinstance(v, str)]
        return own + [e for v in document.values() for e in expressions(v)]
    return [e for v in document for e in expressions(v)] if isinstance(document, list) else []


def test_alerts_and_the_dashboard_ask_for_figures_there_are() -> None:
    alerts = yaml.safe_load((DEPLOY / "prometheus" / "hexarch.rules.yml").read_text("utf-8"))
    board = json.loads((DEPLOY / "grafana" / "hexarch.json").read_text("utf-8"))
    known = figures()
    for document in (alerts, board):
        asked = expressions(document)
        named = {name for e in asked for name in re.findall(r"hexarch_\w+", e)}
        assert len(asked) > 10 and named <= known, named - known
    rules = alerts["groups"][0]["rules"]
    told = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    for rule in rules:
        assert rule["labels"]["severity"] in ("page", "ticket") and set(rule["annotations"]) == {
            "summary",
            "description",
        }
        assert f"`{rule['alert']}`" in told, f"{rule['alert']}: what is to be done about it?"
    ids = [p["id"] for p in board["panels"]]
    assert len(set(ids)) == len(ids) and all(p["targets"] for p in board["panels"])


def test_alerts_sound_when_they_should(tmp_path: Path) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("there is no promtool here")
    rules = DEPLOY / "prometheus" / "hexarch.rules.yml"

    def case(series: dict[str, str], at: str, sounding: list[str], silent: list[str]) -> dict[str, Any]:
        asked = [{"expr": f'ALERTS{{alertname="{name}",alertstate="firing"}} or vector(0)', "eval_time": at,
                  "exp_samples": [{"labels": "{}", "value": 0}]} for name in silent]  # fmt: skip
        asked += [{"expr": f'count(ALERTS{{alertname="{name}",alertstate="firing"}})', "eval_time": at,
                   "exp_samples": [{"labels": "{}", "value": 1}]} for name in sounding]  # fmt: skip
        return {
            "interval": "1m",
            "input_series": [{"series": s, "values": v} for s, v in series.items()],
            "promql_expr_test": asked,
        }

    up = 'up{job="hexarch",instance="a"}'
    ready, lag, behind = (f'hexarch_{n}{{instance="a"}}' for n in ("ready", "loop_lag_seconds", "battles_behind"))
    well = {up: "1x60", ready: "1x60", lag: "0.01x60", behind: "0x30 3x3 0x30"}
    ill = {up: "0x60", ready: "0x60", lag: "5x60", behind: "2x60"}
    every = ["HexarchGone", "HexarchApart", "HexarchLoopLate", "HexarchBattlesBehind"]
    document = {
        "rule_files": [str(rules)],
        "tests": [
            case(well, "45m", [], every),
            case(ill, "45m", every, []),
            case({}, "10m", ["HexarchGone"], every[1:]),
        ],
    }
    (tmp_path / "tests.yml").write_text(yaml.safe_dump(document), "utf-8")
    found = subprocess.run([promtool, "test", "rules", tmp_path / "tests.yml"], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.skipif(not os.environ.get("HEXARCH_HEAVY"), reason="it loads images; HEXARCH_HEAVY=1 does it")
@pytest.mark.timeout(1800)
def test_the_image_is_built_and_starts() -> None:
    """Where there is a daemon, or podman, which needs none."""
    program = next((p for p in map(shutil.which, ("podman", "docker")) if p and runs(p)), None)
    if program is None:
        pytest.skip("nothing here builds images")
    subprocess.run([program, "build", "-q", "-t", "hexarch-tried", "-f", DEPLOY / "Containerfile", ROOT], check=True)
    run = [program, "run", "--rm", "--read-only", "--tmpfs", "/tmp", "-e", "DISCORD_TOKEN=MTIz.GaBcDe.no-real-token"]
    checked = subprocess.run([*run, "hexarch-tried", "run", "--check"], capture_output=True, text=True)
    assert checked.returncode == OK, checked.stderr


def runs(program: str) -> bool:
    """Whether a program for containers has what it needs."""
    return not subprocess.run([program, "info"], capture_output=True).returncode


@pytest.mark.skipif(not os.environ.get("HEXARCH_HEAVY"), reason="it installs everything; HEXARCH_HEAVY=1 does it")
@pytest.mark.timeout(900)
def test_installed_from_the_lock_it_starts_in_a_bare_environment(tmp_path: Path) -> None:
    """What the Containerfile does, without a container."""
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    pip = [python, "-m", "pip", "install", "-q"]
    subprocess.run([*pip, "--require-hashes", "-r", DEPLOY / "requirements.txt"], check=True)
    subprocess.run([*pip, "--require-hashes", "-r", DEPLOY / "build-requirements.txt"], check=True)
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", ROOT], check=True)
    state = tmp_path / "state"
    state.mkdir()
    bare = {"HEXARCH_DATABASE": str(state / "hexarch.db"), "HEXARCH_LOG_FORMAT": "json", "HOME": str(state)}
    hexarch = tmp_path / "venv" / "bin" / "hexarch"
    no = subprocess.run([hexarch, "run"], env=bare, cwd=state, capture_output=True, text=True)
    assert no.returncode == USELESS and "there is no token" in no.stderr
    bare["DISCORD_TOKEN"] = "MTIz.GaBcDe.no-real-token"
    # No way out: a proxy that isn't there stands in for a machine without network.
    refused = subprocess.run([hexarch, "run"], env=bare, cwd=state, capture_output=True, text=True, timeout=300)
    assert refused.returncode == BAD_INPUT and "Discord" in refused.stderr and "no-real-token" not in refused.stderr
    assert (state / "hexarch.db").exists()
    looked = subprocess.run([hexarch, "check", "--json"], env=bare, cwd=state, capture_output=True, text=True)
    assert looked.returncode == 0 and json.loads(looked.stdout)["findings"] == []
