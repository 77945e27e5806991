"""What is installed: the packages with their data, and the marker that says they are typed (PEP 561)."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PACKAGES: list[str] = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]


def test_every_package_says_that_it_is_typed() -> None:
    assert "Typing :: Typed" in PROJECT["project"]["classifiers"]
    assert PROJECT["tool"]["pyright"]["include"] == PACKAGES
    assert [p for p in PACKAGES if not (ROOT / p / "py.typed").is_file()] == []


def test_the_wheel_has_every_file_of_the_packages(tmp_path: Path) -> None:
    """Markers, charts, battles, fonts, pages of the editor: whatever git knows."""
    pytest.importorskip("build")
    pytest.importorskip("hatchling")
    listed = subprocess.run(["git", "ls-files", "-z", *PACKAGES], cwd=ROOT, capture_output=True, text=True)
    wanted = {name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}
    if not wanted:
        pytest.skip("no git repository")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    (wheel,) = tmp_path.glob("hexarch-*.whl")
    with zipfile.ZipFile(wheel) as file:
        shipped = {name for name in file.namelist() if not name.startswith("hexarch-")}
    assert wanted - shipped == set()
    assert {f"{p}/py.typed" for p in PACKAGES} <= shipped
    assert not [name for name in shipped if name.split("/")[0] not in PACKAGES]
