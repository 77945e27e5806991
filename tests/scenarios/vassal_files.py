"""Small modules and saved games of VASSAL, written from scratch as its format describes them."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path

DX, DY, X0, Y0 = 84, 97, 60, 50
"""Width of a column, height of a hex, and the middle of the first hex, in pixels."""

MARGIN = 15

BUILD = f"""<?xml version="1.0" encoding="UTF-8"?>
<VASSAL.build.GameModule name="Small" version="1">
 <VASSAL.build.module.Map mapName="Field" edgeWidth="{MARGIN}" edgeHeight="{MARGIN}">
  <VASSAL.build.module.map.BoardPicker>
   <VASSAL.build.module.map.boardPicker.Board name="Plain" image="plain.png">
    <VASSAL.build.module.map.boardPicker.board.HexGrid dx="{DX}.0" dy="{DY}.0" x0="{X0}" y0="{Y0}" sideways="false">
     <VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering first="H" sep="" hType="N" vType="N"
       hLeading="1" vLeading="1" hOff="1" vOff="1" hDescend="false" vDescend="false" stagger="false"/>
    </VASSAL.build.module.map.boardPicker.board.HexGrid>
   </VASSAL.build.module.map.boardPicker.Board>
  </VASSAL.build.module.map.BoardPicker>
  {{stacks}}
 </VASSAL.build.module.Map>
</VASSAL.build.GameModule>
"""


def place(hex_: str) -> tuple[int, int]:
    """The middle of a hex on the board: every other column half a hex lower."""
    column, row = int(hex_[:2]) - 1, int(hex_[2:]) - 1
    return X0 + DX * column, Y0 + DY * row + (DY // 2 if column % 2 else 0)


def added(name: str, x: int, y: int, *, side: str = "", board_map: str = "Field") -> str:
    """The command that adds a piece: a marker of its side around it, a trait to be turned around both."""
    inner = f"piece;;;{name}.png;{name}"
    marked = f"mark;Side\t{inner}"
    kind = "rotate;6;1;;;Turn\t" + marked.replace("\t", "\\\t")
    state = "0\t" + f"{side}\t{board_map};{x};{y};7;0".replace("\t", "\\\t")
    return "/".join(p.replace("/", "\\/") for p in ("+", "123", kind, state))


def save(path: Path, pieces: Sequence[tuple[str, str | None, str]], form: bytes = b"!VCSK") -> Path:
    """A saved game of pieces with names, hexes (None: on another map) and sides, obscured in one form."""
    commands = ["begin_save", "\\", "FieldBoardPicker\tPlain\t0\t0"]
    for name, at, side in pieces:
        x, y = place(at) if at is not None else (40, 40)
        where = "Field" if at is not None else "Dead pile"
        commands.append(added(name, x + MARGIN + 5, y + MARGIN - 6, side=side, board_map=where))
    commands += ["+/9/stack/Field;70;80;123", "end_save"]
    data, key = "\x1b".join(commands).encode(), 0xA3
    if form == b"!VCSZ":
        data = zlib.compress(data)
    hidden = bytes(b ^ key for b in data)
    body = bytes([key]) + hidden if form == b"VOBS" else f"{key:02x}".encode() + hidden.hex().encode()
    with zipfile.ZipFile(path, "w") as z:
        z.writestr("savedGame", form + body)
    return path


def module(path: Path, pieces: Sequence[tuple[str, str]] = ()) -> Path:
    """A module, with these pieces on its board from the start."""
    stacks = "".join(
        f'<VASSAL.build.module.map.SetupStack owningBoard="Plain" x="{place(at)[0]}" y="{place(at)[1]}">'
        f'<VASSAL.build.widget.PieceSlot entryName="{name}">{added(name, 0, 0)}</VASSAL.build.widget.PieceSlot>'
        "</VASSAL.build.module.map.SetupStack>"
        for name, at in pieces
    )
    with zipfile.ZipFile(path, "w") as z:
        z.writestr("buildFile.xml", BUILD.format(stacks=stacks))
    return path
