"""Every chart of the game for players to read, cell by cell: what it says, how that is known, what it may say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from engine.kernel.chart_pack import ChartPack, adapted, apply, corrected
from engine.kernel.charts import Cell, Chart, Domain, OneOf, Provenance, Row, Several, Truth, Whole, lookup
from engine.kernel.text import Text
from engine.systems.gboh.charts import Charts

_Chart: TypeAlias = Mapping[str, Any]

ARMS = ("HI_MI", "LI", "CAV")
HITS = Whole(0, 9)

_TYPES = {"HC_CAT": "HC/Cat", "HI_MI": "HI, MI", "CAV": "cavalry"}
_MISSILES = {
    "C_infantry": "C foot",
    "C_cavalry": "C mounted",
    "B_infantry": "B foot",
    "B_cavalry": "B mounted",
    "J_infantry": "J foot",
    "J_cavalry": "J mounted",
    "X": "cheiroballistra",
}


@cache
def standard(package: str) -> tuple[Chart, ...]:
    """The charts that come with a system, by the name of its package."""
    return of(Charts.of(package).document)


def in_force(package: str, pack: ChartPack | None) -> Charts:
    """The charts to play by. Raises PackError for a pack that doesn't fit them."""
    printed = Charts.of(package)
    return printed if pack is None else Charts(apply(printed.document, standard(package), pack))


def of_battle(document: Mapping[str, Any], pack: ChartPack | None, played: Charts) -> tuple[Chart, ...]:
    """The charts of a battle: those of a document, corrected by its pack, and as its own rules have changed them."""
    return adapted(corrected(of(document), pack), played.document, Text("a rule of this battle"))


def of(document: Mapping[str, Any]) -> tuple[Chart, ...]:
    """Every chart of a document of the shape of ``charts.json``."""
    return tuple(make(_Reader(document, name)) for name, make in _MAKERS.items() if name in document["charts"])


class _Reader:
    """Cells of one chart of the document."""

    def __init__(self, document: Mapping[str, Any], name: str) -> None:
        self.document = document
        self.name = name
        self.chart: _Chart = document["charts"][name]
        self._known = Provenance(self.chart)

    def cell(self, part: str, key: str, domain: Domain, *, fixed: bool = False) -> Cell:
        """The cell at ``key`` of "cells" or "rows"; its provenance is looked up by ``key`` alone."""
        path = f"{self.name}/{part}/{key}"
        confidence, why = self._known.of(key)
        return Cell(path, lookup(self.document, path), domain, confidence, why, fixed=fixed)

    def made(self, columns: Sequence[str], rows: Sequence[Row], corner: str = "", notes: Sequence[str] = ()) -> Chart:
        return Chart(
            self.name,
            Text(self.chart["title"]),
            self.chart["rule"],
            tuple(Text(c) for c in columns),
            tuple(rows),
            Text(corner),
            tuple(Text(n) for n in notes),
        )


def _crt(r: _Reader) -> Chart:
    columns = [str(c) for c in range(1, 14)]
    pair = Several(HITS, 2, 2, between="/")
    rows = [Row(Text(roll), tuple(r.cell("cells", f"{roll}/{c}", pair) for c in columns)) for roll in r.chart["cells"]]
    return r.made(columns, rows, "roll", ["Cohesion hits of the attackers / of the defenders. Across: the column."])


def _clash(r: _Reader) -> Chart:
    cells: Mapping[str, Mapping[str, Mapping[str, int]]] = r.chart["cells"]
    columns = list(next(iter(cells["front"].values())))
    rows = [
        Row(
            Text("{arc} {type}", arc=Text(arc), type=kind),
            tuple(r.cell("cells", f"{arc}/{kind}/{c}", Whole(1, 13)) for c in columns),
        )
        for arc, kinds in cells.items()
        for kind in kinds
    ]
    return r.made(columns, rows, "defender", ["The column to begin with. Across: the attacker's type."])


def _superiority(r: _Reader) -> Chart:
    kinds = list(r.chart["cells"])
    codes = OneOf(("-", "AS", "DS", "DS*"))
    rows = [Row(_type(d), tuple(r.cell("cells", f"{d}/{a}", codes) for a in kinds)) for d in kinds]
    notes = [
        "AS: the attack is superior, DS: the defence. Across: the attacker's type.",
        "DS*: only while the defender's javelins last.",
    ]
    return r.made([str(_type(k)) for k in kinds], rows, "defender", notes)


def _missiles(r: _Reader) -> Chart:
    columns = [str(d) for d in range(1, 9)]
    strength = Whole(0, 9, null=True)
    rows = [
        Row(
            _missile(kind),
            tuple(r.cell("cells", f"{kind}/{d}", strength) if d in cells else None for d in columns),
        )
        for kind, cells in r.chart["cells"].items()
    ]
    return r.made(columns, rows, "missiles", ["A roll of the strength or less hits. Across: the range in hexes."])


def _supply(r: _Reader) -> Chart:
    low = Several(Whole(0, 9), 0, 10, distinct=True)
    rows = [
        Row(
            _missile(kind),
            (
                r.cell("rows", f"{kind}/low_on", low),
                r.cell("rows", f"{kind}/no_after_use", Truth()) if "no_after_use" in row else None,
            ),
        )
        for kind, row in r.chart["rows"].items()
    ]
    return r.made(["low on", "gone after one throw"], rows, "missiles", ["Unmodified rolls."])


def _movement(r: _Reader) -> Chart:
    rows = []
    for name, row in r.chart["rows"].items():
        mp = row.get("mp", 0)
        # Turning and roads are worked out by their cases.
        fixed = row["scope"] == "facing" or not _is_number(mp)
        cells: list[Cell | None] = [None] * 5
        if row.get("prohibited"):
            cells[0] = r.cell("rows", f"{name}/prohibited", Truth(yes="closed"), fixed=True)
        else:
            if _is_number(mp):
                cells[0] = r.cell("rows", f"{name}/mp", _points(mp), fixed=fixed)
            for i, arm in enumerate(ARMS, 1):
                cells[i] = r.cell("rows", f"{name}/hits/{arm}", HITS, fixed=fixed)
            if "zero_hits_in_column" in row:
                cells[4] = r.cell("rows", f"{name}/zero_hits_in_column", Several(OneOf(ARMS), 0, 3, distinct=True))
        rows.append(Row(_words(name), tuple(cells)))
    notes = [
        "+ is added to the cost of the hex. Leaders pay what cavalry pays and take no hits.",
        "Along a dirt road: the cost of the ground it runs through.",
        "None In Column: whom it costs no hits while In Column.",
    ]
    return r.made(["MP", "hits HI, MI", "hits LI", "hits cavalry", "none In Column"], rows, "terrain", notes)


def _points(mp: Any) -> Domain:
    """Of a hex a number of MP, of a hexside what is added to it."""
    return Whole(1, 9) if isinstance(mp, int) else OneOf(tuple(f"+{n}" for n in range(10)))


def _is_number(mp: Any) -> bool:
    return isinstance(mp, int) or mp.removeprefix("+").isdecimal()


def _sizes(r: _Reader) -> Chart:
    shift = Whole(-9, 9, signed=True)
    ratios = {"3:1": 2, "2:1": 1, "1:1": 0, "1:2": -1, "1:3": -2}
    known = Provenance(r.chart)
    rows = [
        Row(Text(ratio), (Cell(f"{r.name}/shift/{ratio}", value, shift, *known.of(ratio), fixed=True),))
        for ratio, value in ratios.items()
    ]
    notes = [
        "Total sizes, attacker to defender; and so on beyond 3:1 and 1:3.",
        "Rounded for attackers of whom any has moved, against those who haven't.",
    ]
    return r.made(["columns"], rows, "ratio", notes)


def _doom(r: _Reader) -> Chart:
    results = OneOf(("command_paralysis", "finished", "turn_over"))
    rows = []
    for n, row in enumerate(r.chart["rows"]):
        rolls = [str(d) for d in row["dr"]]
        label = rolls[0] if len(rolls) == 1 else f"{rolls[0]}-{rolls[-1]}"
        rows.append(Row(Text(label), (r.cell("rows", f"{n}/result", results),)))
    notes = [
        "command paralysis: all your leaders are Finished. finished: the leader who tried is.",
        "turn over: all leaders of both sides are.",
    ]
    return r.made(["result"], rows, "roll", notes)


def _shifts(r: _Reader) -> Chart:
    shift = Whole(-9, 9, signed=True)
    rows = [Row(_words(name), (r.cell("rows", name, shift),)) for name in r.chart["rows"]]
    return r.made(["columns"], rows, "ground", ["Only the row best for the defenders counts."])


def _rally(r: _Reader) -> Chart:
    rows = [Row(_words(name), (r.cell("rows", name, Whole(1, 9), fixed=True),)) for name in r.chart["rows"]]
    return r.made(
        ["divide by"], rows, "", ["A rallied unit has its printed TQ divided by this, rounded down, in hits."]
    )


def _feints(r: _Reader) -> Chart:
    rows = [
        Row(
            Text("{battle}: {units}", battle=row["scenario"], units=", ".join(row["units"])),
            (r.cell("rows", f"{n}/value", Whole(0, 9), fixed=True),),
        )
        for n, row in enumerate(r.chart["rows"])
    ]
    notes = ["A roll above the value makes a unit pursue. Each battle has the values of its own units."]
    return r.made(["value"], rows, "units", notes)


def _type(kind: str) -> Text:
    return Text(_TYPES.get(kind, kind))


def _missile(kind: str) -> Text:
    return Text(_MISSILES.get(kind, kind))


def _words(name: str) -> Text:
    return Text(name.replace("_", " "))


_MAKERS: dict[str, Callable[[_Reader], Chart]] = {
    "shock_crt": _crt,
    "clash": _clash,
    "shock_superiority": _superiority,
    "shock_terrain_shifts": _shifts,
    "size_differential": _sizes,
    "missile_range_results": _missiles,
    "missile_supply": _supply,
    "movement_costs": _movement,
    "doom": _doom,
    "rally_result": _rally,
    "fr_reaction_values": _feints,
}
"""In the order players are offered them; by their names in the document."""
