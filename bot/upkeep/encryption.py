"""Backups that only who holds a key can read, for copies that leave the machine: files as the program ``age`` makes.

A key is made with ``age-keygen``; a recipient is its public half, ``age1…``, or an SSH key (``ssh-ed25519 …``). The
private half, the identity, is needed to restore and is best kept on another machine.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.storage.trouble import FILE, DatabaseTrouble

if TYPE_CHECKING:
    import pyrage

    Recipient = pyrage.x25519.Recipient | pyrage.ssh.Recipient
    Identity = pyrage.x25519.Identity | pyrage.ssh.Identity

ENDING = ".age"
HEADER = b"age-encryption.org/v1"
"""Begins every such file."""
LACKING = "encrypted backups need pyrage: install with pip install '/path/to/hexarch[age]'"
KEYLESS = "{where} is encrypted: give the file with the key it was encrypted to, --identity FILE"
UNREADABLE = "{where} can't be read with the keys in {identity}: {why}"


def encrypted(path: Path) -> bool:
    """Whether a file is one. Raises OSError."""
    with path.open("rb") as file:
        return file.read(len(HEADER)) == HEADER


def recipients(given: Sequence[str]) -> list[Recipient]:
    """Whom to encrypt to: ``age1…``, an SSH key, or the name of a file that has such lines.

    Raises :class:`DatabaseTrouble`.
    """
    pyrage = _pyrage()
    found: list[Recipient] = []
    for text in given:
        lines = [text] if text.startswith(("age1", "ssh-")) else _lines(Path(text))
        for line in lines:
            try:
                kind = pyrage.ssh if line.startswith("ssh-") else pyrage.x25519
                found.append(kind.Recipient.from_str(line))
            except pyrage.RecipientError as e:
                raise DatabaseTrouble(f"“{line[:80]}” is nobody a backup can be encrypted to: {e}") from e
        if not lines:
            raise DatabaseTrouble(FILE.format(where=text, why="there is no key in it"))
    return found


def encrypt(source: Path, target: Path, to: Sequence[Recipient]) -> None:
    """Write a file anew, encrypted, readable by its owner alone. Raises OSError."""
    os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o600))
    _pyrage().encrypt_file(str(source), str(target), list(to))
    with target.open("rb") as file:
        os.fsync(file.fileno())


def decrypt(source: Path, target: Path, identity: Path | None) -> None:
    """Write what is in one. Raises :class:`DatabaseTrouble`, OSError."""
    pyrage = _pyrage()
    if identity is None:
        raise DatabaseTrouble(KEYLESS.format(where=source))
    os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o600))
    try:
        pyrage.decrypt_file(str(source), str(target), _identities(identity))
    except (pyrage.DecryptError, pyrage.IdentityError) as e:
        raise DatabaseTrouble(UNREADABLE.format(where=source, identity=identity, why=e)) from e


def _identities(file: Path) -> list[Identity]:
    pyrage = _pyrage()
    try:
        whole = file.read_bytes()
    except OSError as e:
        raise DatabaseTrouble(FILE.format(where=file, why=e.strerror or e)) from e
    if whole.startswith(b"-----BEGIN"):
        return [pyrage.ssh.Identity.from_buffer(whole)]
    found = [pyrage.x25519.Identity.from_str(line) for line in _lines(file)]
    if not found:
        raise DatabaseTrouble(FILE.format(where=file, why="there is no key in it"))
    return list(found)


def _lines(file: Path) -> list[str]:
    """Those of a file of keys, without remarks."""
    try:
        lines = [line.strip() for line in file.read_text("utf-8").splitlines()]
    except OSError as e:
        raise DatabaseTrouble(FILE.format(where=file, why=e.strerror or e)) from e
    except UnicodeDecodeError as e:
        raise DatabaseTrouble(FILE.format(where=file, why="this is no file of keys")) from e
    return [line for line in lines if line and not line.startswith("#")]


def _pyrage() -> Any:
    try:
        import pyrage
    except ImportError as e:
        raise DatabaseTrouble(LACKING) from e
    return pyrage
