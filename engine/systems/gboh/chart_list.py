"""Every chart of the game for players to read, cell by cell: what it says, how that is known, what it may say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, TypeAlias

from engine.kernel.chart_pack import ChartPack, adapted, apply, corrected
from engine.kernel.chart_tables import words
from engine.kernel.charts import Cell, Chart, Domain, OneOf, Provenance, Row, Several, Truth, Whole, lookup
from engine.kernel.text import Text
from engine.systems.gboh.charts import AVOIDABLE, Charts

_Chart: TypeAlias = Mapping[str, Any]

_ARMS = {
    "PH": "PH",
    "HI": "HI",
    "FOOT": "other foot",
    "HI_MI": "HI, MI",
    "CAV": "cavalry",
    "INF": "infantry",
    "LI": "LI",
    "SK": "SK",
    "EL": "EL",
    "CH": "CH",
    "HEAVY": "PH, HI, CO (con)",
    "BI": "BI",
    "COLUMN": "in Column",
}
HITS = Whole(0, 9)

_TYPES = {"HC_CAT": "HC/Cat", "HI_MI": "HI, MI", "CAV": "cavalry"}
_MISSILES = {
    "pila": "J of legionaries",
    "C_infantry": "C foot",
    "C_cavalry": "C mounted",
    "B_infantry": "B foot",
    "B_cavalry": "B mounted",
    "J_infantry": "J foot",
    "J_cavalry": "J mounted",
    "X": "cheiroballistra",
    "A_foot": "A foot",
    "A_indian": "A Indian foot",
    "S_foot": "S foot",
    "A_screen": "elephants' archers",
    "A_mounted": "A mounted",
    "J_mounted": "J mounted, elephants",
    "A": "A, B",
    "thrown": "thrown from works",
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
            tuple(r.cell("cells", f"{arc}/{kind}/{c}", _column(cells[arc][kind][c])) for c in columns),
        )
        for arc, kinds in cells.items()
        for kind in kinds
    ]
    return r.made(columns, rows, "defender", ["The column to begin with. Across: the attacker's type."])


def _column(printed: int | None) -> Domain:
    """What a cell of the clash may say; where nobody attacks so, nothing else."""
    return Whole(1, 13) if printed is not None else Whole(1, 13, null=True)


def _superiority(r: _Reader) -> Chart:
    kinds = list(r.chart["cells"])
    codes = OneOf(("-", "AS", "DS", "DS*", "DS#") if _has(r.chart["cells"], "DS#") else ("-", "AS", "DS", "DS*"))
    rows = [Row(_type(d), tuple(r.cell("cells", f"{d}/{a}", codes) for a in kinds)) for d in kinds]
    notes = [
        "AS: the attack is superior, DS: the defence. Across: the attacker's type.",
        "DS#: not where the defender has used up its missiles."
        if _has(r.chart["cells"], "DS#")
        else "DS*: only while the defender's javelins last.",
    ]
    return r.made([str(_type(k)) for k in kinds], rows, "defender", notes)


def _has(cells: Mapping[str, Mapping[str, str]], code: str) -> bool:
    return any(code in row.values() for row in cells.values())


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
    arms = list(next(row["hits"] for row in r.chart["rows"].values() if "hits" in row))
    spared = any("zero_hits_in_column" in row for row in r.chart["rows"].values())
    choice = any(AVOIDABLE in row.get("hits", {}).values() for row in r.chart["rows"].values())
    rows: list[Row] = []
    for name, row in r.chart["rows"].items():
        mp = row.get("mp", 0)
        # Turning and roads are worked out by their cases.
        fixed = row["scope"] == "facing" or not _is_number(mp)
        cells: list[Cell | None] = [None] * (1 + len(arms) + spared)
        if row.get("prohibited"):
            cells[0] = r.cell("rows", f"{name}/prohibited", Truth(yes="closed"), fixed=True)
        else:
            if _is_number(mp):
                cells[0] = r.cell("rows", f"{name}/mp", _points(mp), fixed=fixed)
            for i, arm in enumerate(arms, 1):
                domain = HITS if row["hits"][arm] is not None else Whole(0, 9, null=True)
                if choice:
                    domain = Whole(0, 9, null=True, codes=(AVOIDABLE,))
                cells[i] = r.cell("rows", f"{name}/hits/{arm}", domain, fixed=fixed)
            if "zero_hits_in_column" in row:
                few = Several(OneOf(tuple(arms)), 0, 3, distinct=True)
                cells[-1] = r.cell("rows", f"{name}/zero_hits_in_column", few)
        rows.append(Row(words(name), tuple(cells)))
    notes = [
        "+ is added to the cost of the hex. Leaders pay what cavalry pays and take no hits.",
        *(["Along a dirt road: the cost of the ground it runs through."] if "dirt_road" in r.chart["rows"] else []),
        *(["None In Column: whom it costs no hits while In Column."] if spared else []),
        *(
            ["Further levels: those beyond the first in an Orders Phase; PH and HI pay by the level, others once."]
            if "up_further_level" in r.chart["rows"]
            else []
        ),
        *(["In Column infantry takes 1 hit less for each hex."] if "relief_in_column" in r.chart else []),
        *(["Where an arm has no number, it may not go."] if choice or "relief_in_column" in r.chart else []),
        *(["(h): 1 hit, or 1 MP more, as its owner likes; each such cell by itself."] if choice else []),
        *(_other_names({**r.chart["side_names"], **r.chart["names"]}) if "names" in r.chart else []),
    ]
    columns = ["MP", *(f"hits {_ARMS[arm]}" for arm in arms), *(["none In Column"] if spared else [])]
    return r.made(columns, rows, "terrain", notes)


def _other_names(names: Mapping[str, str]) -> list[str]:
    """How maps call the ground of some rows."""
    by_row: dict[str, list[str]] = {}
    for name, row in names.items():
        by_row.setdefault(row, []).append(name.replace("_", " "))
    return ["On maps: " + "; ".join(f"{', '.join(n)} as {row.replace('_', ' ')}" for row, n in by_row.items()) + "."]


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


_DOOM = {
    "command_paralysis": "command paralysis: all your leaders are Finished.",
    "finished": "finished: the leader who tried is.",
    "turn_over": "turn over: all leaders of both sides are.",
    "reactivation": "reactivation: the leader who tried is Finished, and the opponent may activate any one of theirs.",
    "crisis": "crisis: the leader who tried and the units around him fall back.",
}
"""What each result of doom means."""


def _doom(r: _Reader) -> Chart:
    found = [row["result"] for row in r.chart["rows"]]
    results = OneOf(tuple(dict.fromkeys(found)))
    rows = [Row(_span(row["dr"]), (r.cell("rows", f"{n}/result", results),)) for n, row in enumerate(r.chart["rows"])]
    return r.made(["result"], rows, "roll", [note for name, note in _DOOM.items() if name in found])


def _span(rolls: Sequence[int]) -> Text:
    """A row's faces of the die: "2-8"."""
    return Text(str(rolls[0]) if len(rolls) == 1 else f"{rolls[0]}-{rolls[-1]}")


def _rally_table(r: _Reader) -> Chart:
    most = r.chart["columns"]
    hits = Whole(0, 9, null=True)
    rows = [
        Row(_span(row["dr"]), tuple(r.cell("rows", f"{n}/hits/{i}", hits) for i in range(len(most))))
        for n, row in enumerate(r.chart["rows"])
    ]
    columns = [f"TQ {a + 1} to {b}" for a, b in pairwise([0, *most])]
    return r.made(columns, rows, "roll", ["Hits the unit keeps. Without a number it flees on after all."])


def _casualties(r: _Reader) -> Chart:
    shown = {"finished": "Finished", "wounded_1": "ratings 1 lower", "wounded_2": "ratings 2 lower", "killed": "killed"}
    results = OneOf(tuple(shown))
    rows = [
        Row(_span(row["dr"]), (r.cell("rows", f"{n}/result", results, fixed=True),))
        for n, row in enumerate(r.chart["rows"])
    ]
    if not any("difference" in row for row in r.chart["rows"]):
        return r.made(["result"], rows, "roll", ["Rolled where a leader is a casualty. Ratings stay lower."])
    differences = "; ".join(
        f"{row['difference'][0]} or more: {shown[row['result']]}"
        if row is r.chart["rows"][-1]
        else f"{' or '.join(map(str, row['difference']))}: {shown[row['result']]}"
        for row in r.chart["rows"]
    )
    notes = [f"By difference in Personal Combat: {differences}.", "A second wound kills."]
    return r.made(["result"], rows, "roll", notes)


def _rampage(r: _Reader) -> Chart:
    results = OneOf(tuple(row["result"] for row in r.chart["rows"]))
    rows = [
        Row(_span(row["dr"]), (r.cell("rows", f"{n}/result", results, fixed=True),))
        for n, row in enumerate(r.chart["rows"])
    ]
    return r.made(["result"], rows, "roll", ["Three hexes towards the nearest friend, or in the die's direction."])


def _modifiers(r: _Reader) -> Chart:
    rows = [
        Row(words(name), (r.cell("rows", name, Whole(-9, 9, signed=True), fixed=True),)) for name in r.chart["rows"]
    ]
    return r.made(["modifier"], rows, "", [])


def _shifts(r: _Reader) -> Chart:
    shift = Whole(-9, 9, signed=True)
    rows = [Row(words(name), (r.cell("rows", name, shift),)) for name in r.chart["rows"]]
    return r.made(["columns"], rows, "ground", ["Only the row best for the defenders counts."])


def _matrix(r: _Reader) -> Chart:
    """A modifier by two kinds of troops, the attacker's first in the document."""
    cells: Mapping[str, Mapping[str, int | None]] = r.chart["cells"]
    kinds = list(next(iter(cells.values())))
    rows = [
        Row(
            words(d),
            tuple(r.cell("cells", f"{a}/{d}", Whole(-9, 9, signed=True, null=cells[a][d] is None)) for a in cells),
        )
        for d in kinds
    ]
    notes = ["Added to the roll. Across: the attacker.", "Without a number: nobody attacks so."]
    return r.made([str(words(a)) for a in cells], rows, "defender", notes)


def _both_sides(r: _Reader) -> Chart:
    """Results in words for either side, by the modified roll."""
    sides = ("attacker", "defender")
    known = OneOf(tuple(dict.fromkeys(row[s] for row in r.chart["rows"] for s in sides)))
    rows = [
        Row(_between(row["from"], row["to"]), tuple(r.cell("rows", f"{n}/{s}", known) for s in sides))
        for n, row in enumerate(r.chart["rows"])
    ]
    return r.made(list(sides), rows, "roll", ["nH: so many hits. DR: a roll over its TQ routs a unit."])


def _between(least: int | None, most: int | None) -> Text:
    """Modified rolls of a row: "-2 to -1", "12 or more"."""
    if least is None or most is None:
        return Text("{n} or less", n=str(most)) if least is None else Text("{n} or more", n=str(least))
    return Text(str(least)) if least == most else Text("{a} to {b}", a=str(least), b=str(most))


def _rally(r: _Reader) -> Chart:
    rows = [Row(words(name), (r.cell("rows", name, Whole(1, 9), fixed=True),)) for name in r.chart["rows"]]
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


_WORKS = ("mp", "column_mp", "hits", "J", "bow", "sling", "engine", "shock")


def _fortifications(r: _Reader) -> Chart:
    domains: Mapping[str, Domain] = {
        "mp": Whole(0, 9),
        "column_mp": Whole(0, 9),
        "hits": Whole(0, 1, codes=("(h)",)),
        **{name: Whole(-9, 9, signed=True, codes=("OF", "P")) for name in ("J", "bow", "sling", "engine", "shock")},
    }
    rows = [
        Row(words(name), tuple(r.cell("rows", f"{name}/{column}", domains[column], fixed=True) for column in _WORKS))
        for name in r.chart["rows"]
    ]
    names: dict[str, list[str]] = {}
    for found, kind in r.chart["works"].items():
        names.setdefault(kind, []).append(found.replace("_", " "))
    notes = [
        "What is added to the Movement Points of the hex, and to the rolls for missiles and Shock, across the works.",
        "OF: as what the gate is in. P: prohibited. (h): 1 hit, or 1 MP more, as its owner likes.",
        "A tower adds to the works it belongs to; from a tower missiles reach a hex farther, where a modified 0 hits.",
        "On maps: " + "; ".join(f"{', '.join(n)} as {kind}" for kind, n in names.items()) + ".",
    ]
    columns = ["MP", "MP in Column", "hits", "javelins", "bows", "slings", "artillery", "Shock"]
    return r.made(columns, rows, "works", notes)


def _type(kind: str) -> Text:
    return Text(_TYPES.get(kind, kind))


def _missile(kind: str) -> Text:
    return Text(_MISSILES.get(kind, kind))


_MAKERS: dict[str, Callable[[_Reader], Chart]] = {
    "shock_crt": _crt,
    "clash": _clash,
    "shock_superiority": _superiority,
    "shock_terrain_shifts": _shifts,
    "size_differential": _sizes,
    "missile_range_results": _missiles,
    "missile_supply": _supply,
    "movement_costs": _movement,
    "fortification_effects": _fortifications,
    "shock_shifts": _modifiers,
    "shock_results": _both_sides,
    "weapon_matrix_frontal": _matrix,
    "weapon_matrix_flank_rear": _matrix,
    "weapon_special_modifiers": _modifiers,
    "shock_terrain": _modifiers,
    "pursuit_modifiers": _modifiers,
    "missile_modifiers": _modifiers,
    "doom": _doom,
    "rally_table": _rally_table,
    "leader_casualty": _casualties,
    "rampage": _rampage,
    "rally_result": _rally,
    "fr_reaction_values": _feints,
}
"""In the order players are offered them; by their names in the document."""
