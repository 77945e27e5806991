"""What was drawn of a map, as files: a process that is new, or has drawn much else meanwhile, needn't draw it again.

Files are kept where the environment variable ``HEXARCH_CACHE`` names a folder, and nowhere else. They belong to the
program that wrote them, source and Pillow: another version of either begins anew, and deletes what the last one left.
Nothing depends on them. One that is damaged, of whatever kind, is drawn again; a folder that can't be written is as
none; any number of processes may use one folder.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
import time
import zlib
from functools import cache
from pathlib import Path

import PIL
from PIL import Image

FOLDER = "HEXARCH_CACHE"

ROOM = 512 << 20
"""Bytes of files a folder may hold: where there would be more, what nobody has looked at for longest is deleted."""

FRESH = 86_400.0
"""Seconds in which a file that is read isn't marked as read again."""

CHECKED = 16
"""Bytes at the head of a file that tell whether the rest is whole."""

_SOURCES = ("areas", "graphics", "map", "palette")
"""Packages of the renderer that decide how a map is drawn."""

_written = 0
"""Bytes in the folder, as far as this process knows."""


def folder() -> Path | None:
    """Where files are kept; None where they aren't."""
    named = os.environ.get(FOLDER)
    return _prepared(Path(named)) if named else None


def find(key: tuple[object, ...], size: tuple[int, int]) -> Image.Image | None:
    """An image of mode P and this size, without its palette."""
    data = read(key, size[0] * size[1])
    return Image.frombytes("P", size, data) if data is not None else None


def put(key: tuple[object, ...], image: Image.Image, *, tight: bool = False) -> None:
    """Keep an image of mode P; ``tight`` takes three times as long for two thirds of the room."""
    write(key, image.tobytes(), tight=tight)


def read(key: tuple[object, ...], length: int | None = None) -> bytes | None:
    """What was written under a key; None where there is nothing whole, or not so many bytes."""
    at = folder()
    if at is None:
        return None
    try:
        path = _path(at, key)
        packed = path.read_bytes()
        if time.time() - path.stat().st_mtime > FRESH:
            with contextlib.suppress(OSError):  # whoever may only read it does
                os.utime(path)
        if hashlib.blake2b(packed[CHECKED:], digest_size=CHECKED).digest() != packed[:CHECKED]:
            return None
        data = zlib.decompress(packed[CHECKED:])
    except (OSError, zlib.error):
        return None
    return data if length in (None, len(data)) else None


def write(key: tuple[object, ...], data: bytes, *, tight: bool = False) -> None:
    """Keep this under a key, unless there is no folder to write to."""
    global _written
    at = folder()
    if at is None:
        return
    if _written > ROOM:
        _written = _pruned(at)
    packed = zlib.compress(data, 6 if tight else 1)
    packed = hashlib.blake2b(packed, digest_size=CHECKED).digest() + packed
    path = _path(at, key)
    beside = path.with_suffix(f".{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_bytes(packed)
        # Whole or not at all, also for another process that looks for it just now.
        beside.replace(path)
        _written += len(packed)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink()


def find_packed(key: tuple[object, ...], size: tuple[int, int]) -> Image.Image | None:
    """An image of mode P and this size that was kept with colours of its own."""
    data = read((*key, size))
    pixels = size[0] * size[1]
    if data is None or len(data) < pixels:
        return None
    image = Image.frombytes("P", size, data[:pixels])
    image.putpalette(data[pixels:])
    return image


def put_packed(key: tuple[object, ...], image: Image.Image) -> None:
    """Keep an image of mode P with its colours."""
    write((*key, image.size), image.tobytes() + bytes(image.getpalette() or ()))


def has(key: tuple[object, ...]) -> bool:
    """Whether anything is kept under a key."""
    at = folder()
    return at is not None and _path(at, key).is_file()


def _pruned(at: Path) -> int:
    """Delete what was read or written longest ago, until a quarter of the room is free; the bytes that are left."""
    known: list[tuple[float, int, Path]] = []
    for path in at.rglob("*"):
        with contextlib.suppress(OSError):
            found = path.stat()
            if stat.S_ISREG(found.st_mode):
                known.append((found.st_mtime, found.st_size, path))
    left = sum(size for _, size, _ in known)
    for _, size, path in sorted(known):
        if left <= ROOM * 3 // 4:
            break
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)
            left -= size
    return left


def _path(at: Path, key: tuple[object, ...]) -> Path:
    name = hashlib.blake2b(repr(key).encode(), digest_size=12).hexdigest()
    return at / name[:2] / name[2:]


@cache
def _prepared(named: Path) -> Path:
    """The part of the folder that is this version's; what others left is deleted."""
    global _written
    ours = named / f"maps-{_version()}"
    with contextlib.suppress(OSError):
        for other in named.glob("maps-*"):
            if other != ours:
                shutil.rmtree(other, ignore_errors=True)
        _written = sum(p.stat().st_size for p in ours.rglob("*") if p.is_file())
    return ours


@cache
def _version() -> str:
    """A hash of all that decides how a map is drawn."""
    found = hashlib.blake2b(PIL.__version__.encode(), digest_size=8)
    root = Path(__file__).parent.parent
    # An engraved sheet's shapes are data.
    kinds = ("*.py", "*.json")
    for path in sorted(p for package in _SOURCES for kind in kinds for p in (root / package).rglob(kind)):
        found.update(path.read_bytes())
    return found.hexdigest()


__all__ = ["FOLDER", "find", "find_packed", "folder", "has", "put", "put_packed", "read", "write"]
