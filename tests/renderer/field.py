"""The field and the set-up of Tricameron as a table to draw, and small made-up grounds."""

from __future__ import annotations

from engine.kernel.hexes import Facing, Hex
from engine.kernel.terrain import BattleMap, HexsideFeature, Place
from engine.kernel.text import Text
from engine.kernel.view import CounterView, LeaderView, SideView, TableView

BROOK: tuple[tuple[Hex, Hex], ...] = tuple(
    pair for r in range(1, 26) for pair in ((4800 + r, 4900 + r - 1), (4800 + r, 4900 + r)) if pair[1] % 100
)
"""The stream between columns 48 and 49, from the northern to the southern edge."""

_UNITS = """
THC cataphract    0 W 7 5 8 C 0 5104 5106 5108 5110 5112
AHC cataphract    0 W 7 5 8 C 1 5114 5116 5118 5120 5122
BHC cataphract    0 W 8 3 8 C 2 5513
HLC horse-archer  0 W 7 6 9 C 3 5515
HLN lancer        0 W 8 3 8 - 4 5511
LN  lancer        1 E 5 5 8 - - 4502 4504 4505 4507 4509 4511 4513 4515 4517 4518 4521 4522
LC  light-cavalry 1 E 5 5 9 - - 4503 4506 4510 4514 4519
HC  heavy-cavalry 1 E 6 5 8 - - 4512 4520
"""
"""Code, symbol, side, facing, TQ, size, MA, missile, band, hexes."""

_LEADERS: tuple[tuple[str, int, Hex, str, int], ...] = (
    ("Belisarius", 0, 5513, "oc", 6),
    ("John the Armenian", 0, 5112, "sc", 5),
    ("Martinus", 0, 5120, "sc", 4),
    ("Sunicas", 0, 5515, "cc", 3),
    ("Pharas", 0, 5511, "cc", 3),
    ("Gelimer", 1, 4520, "oc", 4),
    ("Gara", 1, 4505, "sc", 4),
    ("Tzazon", 1, 4512, "sc", 5),
)


def tricameron_map() -> BattleMap:
    return BattleMap(
        id="tricameron",
        name="The plain of Tricamarum",
        cols=(36, 60),
        rows=(1, 25),
        compass={"R": "east", "L": "west", "UP": "north", "DOWN": "south"},
        climate="arid",
        hexsides=tuple(HexsideFeature(a=a, b=b, type="stream") for a, b in BROOK),
        places=(Place(name="Vandal camp", hex=3806), Place(name="Brook of Tricamarum", hex=4924)),
        hex_metres=60,
    )


def counters() -> tuple[CounterView, ...]:
    found = []
    for line in _UNITS.strip().splitlines():
        code, symbol, side, facing, tq, size, ma, missile, band, *hexes = line.split()
        for number, at in enumerate(hexes, 1):
            found.append(
                CounterView(
                    id=f"{code}{number}",
                    name=f"{code} {number}",
                    side=int(side),
                    symbol=symbol,
                    hexes=(int(at),),
                    facing=Facing[facing],
                    tq=int(tq),
                    size=int(size),
                    ma=int(ma),
                    missile=None if missile == "-" else missile,
                    supply=None if missile == "-" else "full",
                    band=None if band == "-" else int(band),
                )
            )
    return tuple(found)


def tricameron() -> TableView:
    """The two lines face to face across the brook, nobody has moved."""
    return TableView(
        title="Tricameron",
        subtitle="Tricamarum, west of Carthage, December 533",
        board=tricameron_map(),
        sides=(
            SideView("byzantine", "Byzantines", 0, 35, to_act=("Belisarius", "John the Armenian")),
            SideView("vandal", "Vandals", 0, 30, to_act=("Gelimer",)),
        ),
        counters=counters(),
        leaders=tuple(
            LeaderView(name.split()[0], name, side, at, rank, rating)  # type: ignore[arg-type]
            for name, side, at, rank, rating in _LEADERS
        ),
        turn=1,
        phase=Text("Leader activation"),
        legend=(("stream", Text("stream")),),
    )


def small(**map_fields: object) -> TableView:
    """An empty table on a ground of eight columns and six rows."""
    fields: dict[str, object] = {"id": "small", "name": "Small", "cols": (1, 8), "rows": (1, 6)}
    fields |= {"compass": {"R": "east", "L": "west", "UP": "north", "DOWN": "south"}}
    return TableView(
        title="Small field",
        subtitle="Nowhere, long ago",
        board=BattleMap.model_validate(fields | map_fields),
        sides=(SideView("red", "Reds", 3, 20), SideView("blue", "Blues", 5)),
        counters=(),
        leaders=(),
        turn=2,
        phase=Text("Shock"),
    )
