"""Pieces in a saved game of VASSAL (.vsav) or in the set-up a module (.vmod) begins with.

Both are zip archives. A saved game holds commands in one text, each ended by ESC and obscured by a byte that is XORed
over it, in the three ways its versions know. A piece is ``+/id/type/state``, its type and state a trait inside another,
split by tabs; the innermost trait has its name, map and place. The format is as VASSAL's source describes it.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from scenarios.errors import ScenarioError

LARGEST = 64 * 2**20
"""Bytes of one text in an archive that are read at the most."""

SAVED, BUILD = "savedGame", ("buildFile.xml", "buildFile")
ESC = "\x1b"
STACK = "VASSAL.build.module.map.SetupStack"
SLOT = "VASSAL.build.widget.PieceSlot"
MAP = "VASSAL.build.module.Map"


@dataclass(frozen=True)
class Piece:
    """A piece that lies on a map."""

    name: str
    map: str
    x: int
    y: int
    board: str = ""
    """The board its place counts from; "" where that is the map, with its margin."""
    traits: str = ""
    """All its traits, to look for the name of its side in."""


def archive(path: str) -> zipfile.ZipFile:
    """Open a module or a saved game. Raises :class:`ScenarioError` for anything else."""
    try:
        return zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as e:
        raise ScenarioError(path, [f"{path}: is no file of VASSAL that can be opened"]) from e


def read(found: zipfile.ZipFile, member: str) -> bytes:
    """One file of an archive. Raises :class:`ScenarioError` where it isn't there, damaged, or far too large."""
    where = Path(found.filename or "archive").name
    try:
        if found.getinfo(member).file_size > LARGEST:
            raise ScenarioError(where, [f"{where}: {member} is too large to be a set-up"])
        return found.read(member)
    except KeyError as e:
        raise ScenarioError(where, [f"{where}: has no {member}: it is no saved game of VASSAL"]) from e
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as e:
        raise ScenarioError(where, [f"{where}: {member} is damaged, or locked by a password"]) from e


def pieces(path: str) -> list[Piece]:
    """The pieces of a saved game. Raises :class:`ScenarioError`."""
    with archive(path) as found:
        text = plain_text(read(found, SAVED), Path(path).name)
    return [p for command in re.split(r"\\*" + ESC, text) if (p := _piece(command)) is not None]


def build_file(path: str) -> ElementTree.Element:
    """What a module is made of. Raises :class:`ScenarioError`."""
    where = Path(path).name
    with archive(path) as found:
        name = next((n for n in BUILD if n in found.namelist()), "")
        if not name:
            raise ScenarioError(where, [f"{where}: has no buildFile: it is no module of VASSAL"])
        data = read(found, name)
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise ScenarioError(where, [f"{where}: its {name} declares entities, which no module does"])
    try:
        return ElementTree.fromstring(data)
    except ElementTree.ParseError as e:
        raise ScenarioError(where, [f"{where}: its {name} can't be read: {e}"]) from e


def at_start(module: ElementTree.Element) -> list[Piece]:
    """The pieces that lie on a module's maps from the start."""
    found: list[Piece] = []
    for board_map in module.iter(MAP):
        for stack in board_map.iter(STACK):
            for slot in stack.iter(SLOT):
                piece = _piece((slot.text or "").strip())
                name = slot.get("entryName") or (piece.name if piece is not None else "")
                x, y = _whole(stack.get("x", "")), _whole(stack.get("y", ""))
                if name and x is not None and y is not None:
                    traits = piece.traits if piece is not None else ""
                    board = stack.get("owningBoard", "")
                    found.append(Piece(name, board_map.get("mapName", ""), x, y, board, traits))
    return found


def plain_text(data: bytes, where: str) -> str:
    """The commands of a saved game. Raises :class:`ScenarioError` for what isn't one, or is damaged."""
    try:
        if data[:4] == b"VOBS":
            data = _xored(data[5:], data[4])
        elif data[:5] in (b"!VCSK", b"!VCSZ"):
            packed = data[:5] == b"!VCSZ"
            data = _xored(bytes.fromhex(data[7:].decode("ascii")), int(data[5:7], 16))
            if packed:
                unpacker = zlib.decompressobj()
                data = unpacker.decompress(data, LARGEST)
                if unpacker.unconsumed_tail:
                    raise ScenarioError(where, [f"{where}: {SAVED} is too large to be a set-up"])
    except (ValueError, IndexError, zlib.error) as e:
        raise ScenarioError(where, [f"{where}: its {SAVED} is damaged"]) from e
    text = data.decode("utf-8", "replace")
    if "begin_save" not in text[:200]:
        raise ScenarioError(where, [f"{where}: its {SAVED} isn't a saved game; save it anew with VASSAL 3"])
    return text


def _xored(data: bytes, key: int) -> bytes:
    return data.translate(bytes(i ^ key for i in range(256)))


def split(text: str, mark: str) -> list[str]:
    r"""The parts of a sequence: marks after a backslash belong to a part, and lose it; so do quotes around one.

    >>> split(r"+/null/a\/b/'c'", "/")
    ['+', 'null', 'a/b', 'c']
    """
    parts = [p.replace("\\" + mark, mark) for p in re.split(rf"(?<!\\){re.escape(mark)}", text)]
    return [p[1:-1] if len(p) > 1 and p[0] == p[-1] == "'" else p for p in parts]


def _innermost(text: str) -> str:
    while len(parts := split(text, "\t")) > 1:
        text = parts[-1]
    return text


def _piece(command: str) -> Piece | None:
    """The piece a command adds; None for other commands, for stacks, and for pieces without a name."""
    parts = split(command, "/")
    if len(parts) != 4 or parts[0] != "+":
        return None
    kind, state = split(_innermost(parts[2]), ";"), split(_innermost(parts[3]), ";")
    if kind[0] != "piece" or len(kind) < 5 or len(state) < 3 or not kind[4].strip():
        return None
    x, y = _whole(state[1]), _whole(state[2])
    if x is None or y is None:
        return None
    return Piece(kind[4].strip(), state[0], x, y, "", f"{parts[2]}\n{parts[3]}")


def _whole(text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?\d{1,7}", text.strip()) else None
