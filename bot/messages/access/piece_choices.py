"""What players mean by what they type: units, leaders, places of the position they see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from discord import app_commands

from bot.language.plain import CHOICE
from bot.narration import fit
from engine.kernel.board import Place, close_to, place_called
from engine.kernel.closeness import best, closest
from engine.kernel.text import Refusal, refuse
from engine.kernel.view import CounterView, LeaderView, MarkerView, TableView

Piece: TypeAlias = CounterView | LeaderView | MarkerView


def pieces(table: TableView) -> list[Piece]:
    """Everything with a name: leaders, units, what is still to come or lost, then what else is on the map."""
    return [*table.leaders, *table.counters, *table.off_map, *table.lost, *table.markers]


def hexes_of(p: Piece) -> tuple[Place, ...]:
    """Where it stands; () when it isn't on the map."""
    return p.hexes if isinstance(p, CounterView) else (p.hex,)


def piece(table: TableView, text: str) -> Piece:
    """The unit, leader or marker a player means by a code, a place or a name. Raises Refusal with candidates."""
    wanted = text.strip().casefold()
    everything = pieces(table)
    found = [p for p in everything if p.id.casefold() == wanted]
    at = table.board.read(wanted)
    if not found and at is not None:
        found = [c for c in table.counters if at in c.hexes] or [x for x in table.leaders if x.hex == at]
        found = found or [m for m in table.markers if m.hex == at]
        if at not in table.board:
            refuse("{hex} is not on the map.", hex=table.board.show(at))
        if not found:
            refuse("Nobody stands at {hex}.", hex=table.board.show(at))
    found = found or [p for p in everything if wanted and wanted in p.name.casefold()]
    if not found and any(x.isdigit() for x in wanted):
        # A code that is nobody's isn't guessed at: the wrong unit's numbers would be believed.
        near = closest(text, everything, lambda p: p.id)
        if near:
            refuse("There is no {text}. Did you mean {candidates}?", text=text, candidates=_codes(near))
    found = found or best(text, everything, lambda p: p.name)
    if len(found) == 1 or (found and len({p.id for p in found}) == 1):
        return found[0]
    if found:
        refuse("“{text}” could be {candidates}.", text=text, candidates=_codes(found))
    refuse("There is no unit or leader “{text}” here.", text=text)


def _codes(found: Sequence[Piece]) -> str:
    return ", ".join(dict.fromkeys(p.id for p in found[:10]))


def place(table: TableView, text: str) -> tuple[Place, ...]:
    """The places a player wants to look at: one of the map, or where a unit stands. Raises Refusal with candidates."""
    at = table.board.read(text)
    if at is not None:
        if at not in table.board:
            refuse("{hex} is not on the map.", hex=table.board.show(at))
        return (at,)
    try:
        found = piece(table, text)
    except Refusal:
        if not close_to(table.board, text):
            raise
        return (place_called(table.board, text),)
    hexes = hexes_of(found)
    if not hexes:
        refuse("{unit} is not on the map.", unit=found.id)
    return hexes


def suggest_places(table: TableView, current: str, most: int = 25) -> list[app_commands.Choice[str]]:
    """Places whose names begin like, or contain, what is typed; none where they have numbers for names."""
    board, wanted = table.board, current.strip().casefold()
    named = {p: "\n".join(board.names(p)).casefold() for p in board.every_place if board.names(p)}
    ranked = sorted((p for p, n in named.items() if wanted in n), key=lambda p: not named[p].startswith(wanted))
    ranked = ranked or close_to(board, current)
    return [
        app_commands.Choice(name=fit(board.show(p), CHOICE), value=board.code(p))
        for p in ranked[:most]
        if len(board.code(p)) <= CHOICE
    ]


def suggest(table: TableView, current: str) -> list[app_commands.Choice[str]]:
    """At most 25 pieces that begin like, or contain, what is typed."""
    wanted = current.strip().casefold()
    ranked = sorted(
        (p for p in pieces(table) if wanted in f"{p.id} {p.name}".casefold()),
        key=lambda p: not p.id.casefold().startswith(wanted),
    ) or closest(current, pieces(table), lambda p: f"{p.id}\n{p.name}")
    return [
        app_commands.Choice(name=fit(p.id if p.id == p.name else f"{p.id} {p.name}", CHOICE), value=p.id)
        for p in ranked[:25]
        if len(p.id) <= CHOICE
    ]
