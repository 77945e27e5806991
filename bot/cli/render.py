"""``hexarch render``: a battle's map as a picture."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from bot.cli.arguments.render import VIEWS
from bot.cli.battles import laid_out
from bot.cli.common import OK, BadInput, write
from bot.notation import armies
from engine.kernel.board import Place
from engine.kernel.terrain import BattleMap
from engine.kernel.text import Refusal
from engine.kernel.view import TableView


def call(args: argparse.Namespace) -> int:
    from renderer import Zones, render

    _, table = laid_out(args.scenario, args.position)
    view, zones = _view(args.view, table), _zones(args.zones, table, Zones)
    picture = render(table, view, zones, theme=args.theme, overview=args.overview)
    if args.output == "-":
        sys.stdout.buffer.write(picture.png)
    else:
        write(args.output, picture.png)
        print(f"{args.output}: {picture.width} x {picture.height}, {len(picture.png) // 1024} kB. {picture.alt}")
    return OK


def _zones(side: str | None, table: TableView, zones: Any) -> list[Any]:
    if side is None:
        return []
    ids = [s.id for s in table.sides]
    if side not in ids:
        raise BadInput(f"--zones {side}: no such side; there are: {', '.join(ids)}")
    return [zones(ids.index(side))]


def _view(text: str, table: TableView) -> Any:
    """The view a user described. Raises :class:`BadInput`."""
    from renderer import area, around, whole, wing

    kind, _, rest = text.partition(":")
    if kind == "whole" and not rest:
        return whole()
    if kind == "around" and rest:
        return around([_place(name.strip(), table) for name in rest.split(",")])
    if kind == "area" and rest.count("-") == 1 and isinstance(table.board, BattleMap):
        a, b = (_place(corner.strip(), table) for corner in rest.split("-"))
        return area(a // 100, a % 100, b // 100, b % 100)
    if kind == "wing" and rest:
        try:
            return wing(table, *armies.named(table, rest.replace(",", ":", 1)))
        except Refusal as no:
            raise BadInput(f"--view {text}: {no}") from no
    raise BadInput(f"--view {text}: say {VIEWS}")


def _place(name: str, table: TableView) -> Place:
    """The place of a number or name, of a unit or a leader."""
    at = table.board.read(name.zfill(4) if name.isascii() and name.isdigit() else name)
    if at is not None:
        if at not in table.board:
            raise BadInput(f"--view: hex {name} is not on the map")
        return at
    wanted = name.casefold()
    for c in table.counters:
        if c.id.casefold() == wanted and c.hexes:
            return c.hexes[0]
    for x in (*table.leaders, *table.markers):
        if x.id.casefold() == wanted:
            return x.hex
    raise BadInput(f"--view: there is no unit, leader or place {name} on the map")
