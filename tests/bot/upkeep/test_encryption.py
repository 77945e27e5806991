"""Backups that only who holds a key can read."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli import main
from bot.cli.common import BAD_INPUT, OK
from tests.cli.test_databases import made

pyrage = pytest.importorskip("pyrage")


class Key:
    """One as ``age-keygen`` makes it."""

    def __init__(self, file: Path) -> None:
        identity = pyrage.x25519.Identity.generate()
        self.file, self.public = file, str(identity.to_public())
        file.write_text(f"# created: today\n# public key: {self.public}\n{identity}\n")


@pytest.fixture
def key(tmp_path: Path) -> Key:
    return Key(tmp_path / "key.txt")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    made(tmp_path / "bot" / "a.db")
    return tmp_path / "bot" / "a.db"


def backup(database: Path, folder: Path, *to: str) -> Path:
    folder.mkdir(exist_ok=True)
    keys = [x for k in to for x in ("--encrypt-to", k)]
    assert main(["backup", "--database", str(database), *keys, str(folder)]) == OK
    (found,) = folder.iterdir()  # nothing else stays, above all nothing that can be read
    return found


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as c:
        return {name for (name,) in c.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def test_one_is_made_and_put_back_with_the_key(key: Key, database: Path, tmp_path: Path) -> None:
    found = backup(database, tmp_path / "away", key.public)
    assert found.name.endswith(".db.age") and found.stat().st_mode & 0o777 == 0o600
    assert b"SQLite format 3" not in found.read_bytes()
    target = tmp_path / "new.db"
    assert main(["restore", "--database", str(target), "--identity", str(key.file), str(found)]) == OK
    assert tables(target) == tables(database)


def test_any_of_several_keys_reads_it_and_a_file_may_name_them(key: Key, database: Path, tmp_path: Path) -> None:
    other = Key(tmp_path / "other.txt")
    (tmp_path / "who").write_text(f"# the two of us\n{key.public}\n\n{other.public}\n")
    found = backup(database, tmp_path / "away", str(tmp_path / "who"))
    for n, k in enumerate((key, other)):
        assert main(["restore", "--database", str(tmp_path / f"{n}.db"), "--identity", str(k.file), str(found)]) == OK


def test_without_the_right_key_nothing_is_put_back(
    key: Key, database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found, target = backup(database, tmp_path / "away", key.public), tmp_path / "new.db"
    stranger, empty = Key(tmp_path / "stranger.txt"), tmp_path / "empty.txt"
    empty.write_text("# nothing\n")
    capsys.readouterr()
    for given, said in (
        ([], "is encrypted: give the file with the key"),
        (["--identity", str(stranger.file)], "can't be read with the keys in"),
        (["--identity", str(empty)], "there is no key in it"),
        (["--identity", str(tmp_path / "none.txt")], "No such file"),
        (["--identity", str(found)], "this is no file of keys"),
    ):
        assert main(["restore", "--database", str(target), *given, str(found)]) == BAD_INPUT
        told = capsys.readouterr().err
        assert said in told and "AGE-SECRET" not in told
        assert not target.exists()


def test_whom_it_cannot_be_encrypted_to_is_said_before_anything_is_written(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "away"
    folder.mkdir()
    for given, said in (("age1nobody", "nobody a backup can be encrypted to"), (str(tmp_path / "who"), "No such file")):
        assert main(["backup", "--database", str(database), "--encrypt-to", given, str(folder)]) == BAD_INPUT
        assert said in capsys.readouterr().err and not list(folder.iterdir())


def test_the_program_age_reads_it(key: Key, database: Path, tmp_path: Path) -> None:
    age = shutil.which("age")
    if age is None:
        pytest.skip("there is no age here")
    found = backup(database, tmp_path / "away", key.public)
    subprocess.run([age, "-d", "-i", key.file, "-o", tmp_path / "plain.db", found], check=True)
    assert tables(tmp_path / "plain.db") == tables(database)
