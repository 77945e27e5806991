"""A battle's file from a set-up made with VASSAL: pieces' names tell who they are, the board's grid where they stand.

What a unit is worth is printed on its counter, in a picture, which isn't read. It comes from a table of the author's
own, or from that of our battles in which most of the pieces are known: then the file is that battle, set up otherwise.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.kernel.json_values import is_array
from scenarios import files, from_table, json_text
from scenarios.errors import ScenarioError
from scenarios.vassal import grids, saves
from scenarios.vassal.matching import Matched, Member, match, members_of
from scenarios.vassal.saves import Piece

SUFFIXES = (".vsav", ".vmod")
"""Of files that are read here."""

Placed = list[tuple[Piece, str | None]]


def battle(system: str, name: str, save: str, module: str = "", roster: str = "") -> tuple[dict[str, Any], list[str]]:
    """The document of a new battle, and lines that tell what was matched and what wasn't.

    ``module``: the .vmod whose maps a saved game is played on; not needed for a module's own set-up. ``roster``: a
    table as :mod:`scenarios.from_table` reads it. Raises :class:`ScenarioError`.
    """
    pieces, maps = _pieces(save, module)
    placed: Placed = [(p, grids.hex_of(p, maps)) for p in pieces]
    where = Path(save).name
    if not placed:
        raise ScenarioError(where, [f"{where}: holds no pieces with names"])
    document, done, source = _by_roster(system, name, roster, placed) if roster else _by_battle(system, name, placed)
    if not done.placed:
        known = sorted({p.name for p in pieces})[:10]
        problem = f"{where}: no piece on a hex is known from {source}. Pieces there: {', '.join(known)}"
        more = (
            ""
            if module or save.casefold().endswith(".vmod")
            else "; --module MODULE.vmod tells what hexes its maps have"
        )
        raise ScenarioError(where, [problem + (more or "; give a table of them with --roster")])
    return document, _told(done, source)


def _pieces(save: str, module: str) -> tuple[list[Piece], dict[str, dict[str, grids.Board]]]:
    """The pieces, and the maps they lie on."""
    if save.casefold().endswith(".vmod"):
        built = saves.build_file(save)
        return saves.at_start(built), grids.boards(built)
    return saves.pieces(save), grids.boards(saves.build_file(module)) if module else {}


def _by_roster(system: str, name: str, roster: str, placed: Placed) -> tuple[dict[str, Any], Matched, str]:
    found: list[Matched] = []

    def place(rows: Sequence[tuple[str, str, dict[str, Any]]]) -> None:
        """Give every row the hexes of its pieces."""
        members: list[Member] = []
        for side, what, values in rows:
            members += members_of(side, *(([values], []) if what == "unit" else ([], [values])))
        done = match(members, placed)
        found.append(done)
        for _, what, values in rows:
            own = [m for m in done.placed if m.values is values]
            if own and what == "leader":
                values["hex"] = own[0].hex
            elif own:
                values |= {"numbers": [m.number for m in own], "hexes": [m.hex for m in own]}

    document = from_table.battle(system, name, roster, place)
    # The field of a new battle is a small one.
    far = [h for m in found[0].placed if (h := m.hex) is not None]
    field = document["map"]
    for side, at in (("cols", slice(0, 2)), ("rows", slice(2, 4))):
        numbers = [*field[side], *(int(h[at]) for h in far)]
        field[side] = [min(numbers), max(numbers)]
    (left, right), (top, bottom) = field["cols"], field["rows"]
    for edge, column in (("the west edge", left), ("the east edge", right)):
        if edge in document.get("areas", {}):
            document["areas"][edge] = [f"{column:02d}{top:02d}-{column:02d}{bottom:02d}"]
    return document, found[0], "the table"


def _by_battle(system: str, name: str, placed: Placed) -> tuple[dict[str, Any], Matched, str]:
    """The battle of ours in which most pieces are known, with everybody on the hex of their piece."""
    best: tuple[dict[str, Any], Matched] | None = None
    for key, path in files.by_key().items():
        document = copy.deepcopy(files.document(path)) if key.startswith(f"{system}/") else {}
        if not is_array(document.get("sides")):
            continue  # another system's, or laid over a battle of one
        done = match(_members(document), placed)
        if best is None or len(done.placed) > len(best[1].placed):
            best = document, done
    if best is None:
        raise ScenarioError(system, [f"{system}: has no battles whose units are known; give a table with --roster"])
    document, done = best
    source = f"“{document['title']}”"
    for member in done.placed:
        if member.number is None:
            member.values["hex"] = member.hex
            continue
        hexes = member.values.get("hexes")
        if not is_array(hexes) or len(hexes) != len(member.values["numbers"]):
            # An area, or a stretch: everybody of the group gets a hex of their own, or the group stays as it is.
            own = [m for m in done.placed if m.values is member.values]
            if len(own) == len(member.values["numbers"]):
                member.values["hexes"] = [m.hex for m in own]
            continue
        hexes[member.values["numbers"].index(member.number)] = member.hex
    document |= {"id": name, "title": f"{document['title']}, another set-up"}
    document.pop("author", None)
    return json_text.parse(json.dumps(document), name), done, source


def _members(document: dict[str, Any]) -> list[Member]:
    found: list[Member] = []
    for side in document["sides"]:
        for army in side.get("commands", [side]):
            leaders = army.get("leaders") or ([army["leader"]] if army.get("leader") else [])
            found += members_of(side["id"], army.get("units", ()), leaders)
    return found


def _told(done: Matched, source: str) -> list[str]:
    lines = [f"{len(done.placed)} of {len(done.members)} in {source} stand where the set-up has them."]
    lists = (
        ("Pieces that are nobody there", done.unknown),
        ("Pieces that lie on no numbered hex", done.unplaced),
        ("Without a piece, so look where they stand", done.missing),
    )
    return [*lines, *(f"{what}: {', '.join(dict.fromkeys(names))}" for what, names in lists if names)]
