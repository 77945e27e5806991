"""What players mean by what they type: units, leaders, hexes of the position they see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from discord import app_commands

from bot.language.plain import CHOICE
from bot.narration import fit
from engine.kernel.closeness import best, closest
from engine.kernel.hexes import Hex, show
from engine.kernel.text import refuse
from engine.kernel.view import CounterView, LeaderView, MarkerView, TableView

Piece: TypeAlias = CounterView | LeaderView | MarkerView


def pieces(table: TableView) -> list[Piece]:
    """Everything with a name: leaders, units, what is still to come or lost, then what else is on the map."""
    return [*table.leaders, *table.counters, *table.off_map, *table.lost, *table.markers]


def hexes_of(p: Piece) -> tuple[Hex, ...]:
    """Where it stands; () when it isn't on the map."""
    return p.hexes if isinstance(p, CounterView) else (p.hex,)


def piece(table: TableView, text: str) -> Piece:
    """The unit, leader or marker a player means by a code, a hex or a name. Raises Refusal with candidates."""
    wanted = text.strip().casefold()
    everything = pieces(table)
    found = [p for p in everything if p.id.casefold() == wanted]
    if not found and _is_hex(wanted):
        at = int(wanted)
        found = [c for c in table.counters if at in c.hexes] or [x for x in table.leaders if x.hex == at]
        found = found or [m for m in table.markers if m.hex == at]
        if at not in table.map:
            refuse("{hex} is not on the map.", hex=wanted)
        if not found:
            refuse("Nobody stands at {hex}.", hex=wanted)
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


def place(table: TableView, text: str) -> tuple[Hex, ...]:
    """The hexes a player wants to look at: a hex of the map, or where a unit stands."""
    if _is_hex(text.strip()):
        at = int(text)
        if at not in table.map:
            refuse("{hex} is not on the map.", hex=show(at))
        return (at,)
    found = piece(table, text)
    hexes = hexes_of(found)
    if not hexes:
        refuse("{unit} is not on the map.", unit=found.id)
    return hexes


def _is_hex(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) == 4


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
