"""Every overlay: what a picture can answer, each on a field of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from PIL import Image

from engine.kernel.events import Trace
from engine.kernel.hexes import Facing, Hex, distance, within
from engine.kernel.terrain import HexsideFeature
from engine.kernel.text import Text
from engine.kernel.view import LeaderView, TableView
from renderer.overlays.kinds import (
    Casualties,
    Choices,
    CommandRange,
    Eligible,
    Ends,
    Facings,
    Front,
    Lettered,
    Line,
    Overlay,
    Range,
    Reach,
    Sectors,
    SetUpArea,
    Shock,
    Sight,
    Zones,
)
from renderer.palette.colours import Theme
from renderer.specimens.field import plot, table, unit
from renderer.specimens.page import MARGIN, TOP, Page
from renderer.words.say import Say

R = 40
ACROSS = 3
_COLS, _ROWS = 7, 5
_WOODS = {301: "woods", 401: "woods", 402: "woods", 501: "woods"}
_HILL = {601: 1, 602: 1, 701: 2, 702: 1}


class Question(NamedTuple):
    """One field with an overlay."""

    name: Text
    note: Text
    table: TableView
    overlays: tuple[Overlay, ...]
    traces: Sequence[Trace] = ()


def _reach() -> Question:
    origin = 203
    costs = {h: distance(h, origin) for h in within(origin, 3) if h != origin and 1 <= h % 100 <= _ROWS and h > 100}
    costs = {h: c + (h in _WOODS) for h, c in costs.items() if h // 100 <= _COLS and h not in (503, 504)}
    ground = table(
        "reach",
        _COLS,
        _ROWS,
        unit("HC1", 0, origin, "heavy-cavalry", 7),
        unit("LN4", 1, 503, "lancer"),
        terrain={**_WOODS, 305: "rough", 405: "rough"},
        levels=_HILL,
    )
    hits = {h: 1 for h in (*_WOODS, 305, 405) if h in costs}
    return Question(
        Text("Where it may go"),
        Text("the cost of every hex · red wedge: a cohesion hit on entry"),
        ground,
        (Reach(costs, hits, origin),),
    )


def _lettered() -> tuple[Question, ...]:
    """Hexes by their letters, and before them, where there are too many, sectors."""
    origin = 403
    ground = table(
        "lettered",
        _COLS,
        _ROWS,
        unit("HC1", 0, origin, "heavy-cavalry", 7),
        unit("LN4", 1, 603, "lancer"),
        terrain=_WOODS,
        levels=_HILL,
    )
    on_map = [h for h in within(origin, 3) if h != origin and 1 <= h % 100 <= _ROWS and 100 < h < 100 * (_COLS + 1)]
    costs = {h: distance(h, origin) + (h in _WOODS) for h in on_map if h != 603}
    near = [h for h in costs if distance(h, origin) == 1] + [503]
    letters = dict(zip(dict.fromkeys(near), "ABCDEFG", strict=False))
    sectors = {
        "A": [h for h in costs if h // 100 < 4],
        "B": [h for h in costs if h // 100 == 4],
        "C": [h for h in costs if h // 100 > 4],
    }
    front = Front((origin,), int(Facing.E))
    return (
        Question(
            Text("Which sector"),
            Text("first the sector, where there are many hexes"),
            ground,
            (Sectors(sectors, costs), front),
        ),
        Question(
            Text("Which hex"),
            Text("letter and cost of each · gold: who is ordered, and its front"),
            ground,
            (Lettered(letters, {h: costs[h] for h in letters}, {h: 1 for h in letters if h in _WOODS}), front),
        ),
    )


def _zones() -> Question:
    ours = unit("CT2", 0, 303, "cataphract", 7)
    ground = table(
        "zones",
        _COLS,
        _ROWS,
        ours,
        unit("HI1", 1, 503),
        unit("HI2", 1, 504, states=frozenset({"moved"})),
        zoc={0: frozenset({402, 403}), 1: frozenset({402, 403, 404})},
        terrain={101: "marsh", 102: "marsh", 201: "marsh"},
    )
    return Question(
        Text("Zones of control"),
        Text("each side hatches its own way; crossed where both hold"),
        ground,
        (Zones(0), Zones(1)),
    )


def _fire() -> Question:
    shooter = 203
    seen = [h for h in within(shooter, 4) if h // 100 > 2 and h // 100 <= _COLS and 1 <= h % 100 <= _ROWS]
    hidden = [601, 502, 602]
    bands = {h: distance(h, shooter) for h in seen if h not in hidden and distance(h, shooter) <= 4}
    needs = {h: str(8 - 2 * b) for h, b in bands.items() if b < 4}
    ground = table(
        "fire",
        _COLS,
        _ROWS,
        unit("AR3", 0, shooter, "archers", 5, missile="A", supply="full"),
        unit("LC1", 1, 504, "light-cavalry", 5),
        climate="arid",
        terrain=_WOODS,
    )
    return Question(
        Text("Field of fire"),
        Text("the roll needed by range · cross-hatched: in range, out of sight"),
        ground,
        (Range(bands, needs, hidden),),
    )


def _sight() -> Question:
    ground = table(
        "sight",
        _COLS,
        _ROWS,
        unit("AR3", 0, 203, "archers", 5),
        unit("LC1", 1, 602, "light-cavalry", 5),
        terrain=_WOODS,
    )
    return Question(
        Text("Line of sight"),
        Text("green as far as it reaches; what blocks it, and where"),
        ground,
        (Sight(203, 602, 402, "woods"),),
    )


def _shock() -> Question:
    ground = table(
        "shock",
        _COLS,
        _ROWS,
        unit("CO1", 0, 302, "cohort"),
        unit("CO2", 0, 303, "cohort", hits=1),
        unit("TR1", 0, 304, "triarii", 7),
        unit("HI1", 1, 402, "barbarians"),
        unit("PH2", 1, 403, "phalanx", 7, hits=2),
        unit("HI3", 1, 404, "hoplites"),
        hexsides=[HexsideFeature(a=a, b=b, type="hedge") for a, b in ((601, 701), (602, 701), (602, 702), (603, 702))],
    )
    pairs = (("CO1", "HI1"), ("CO2", "PH2"), ("TR1", "HI3"))
    return Question(
        Text("Shock"),
        Text("attacker to defender, with the column and the odds of each"),
        ground,
        (
            Shock(
                pairs,
                labels=dict(zip(pairs, ("6", "5", "9"), strict=True)),
                odds=dict(zip(pairs, ("1:1", "1:2", "2:1"), strict=True)),
            ),
        ),
    )


def _command() -> Question:
    ground = table(
        "command",
        _COLS,
        _ROWS,
        unit("HI1", 0, 403),
        unit("HI2", 0, 404),
        unit("AR1", 0, 302, "archers", 4),
        unit("LC7", 0, 605, "light-cavalry", 5),
        unit("EL1", 1, 602, "elephants"),
        leaders=(LeaderView("Bel", "Belisarius", 0, 303, "oc", 6, "active"),),
    )
    return Question(
        Text("Command range"),
        Text("gold contour; everything outside is dimmed"),
        ground,
        (CommandRange(h for h in within(303, 2) if h in ground.map),),
    )


def _choosing() -> tuple[Question, ...]:
    """Who may, how to face, how to line up, where to set up."""
    line = [unit(f"HI{i}", 0, h, tq=5 + i % 3) for i, h in enumerate((301, 302, 303, 304), 1)]
    others = (unit("HI5", 0, 205), unit("LN1", 0, 103, "lancer"))
    ground = table("line", _COLS, _ROWS, *line, *others, unit("HI9", 1, 603), climate="temperate")
    eligible = Question(
        Text("Who may be chosen"),
        Text("gold rings round the units an order can be given to"),
        ground,
        (Eligible(("HI1", "HI3", "LN1")),),
    )
    formed = Question(
        Text("A line being formed"),
        Text("its members joined in order, and who may still join"),
        ground,
        (Line(("HI1", "HI2", "HI3", "HI4"), ("HI5", "LN1")),),
    )
    one = table("facing", _COLS, _ROWS, unit("HC1", 0, 403, "heavy-cavalry", 7), unit("HI9", 1, 603), terrain=_WOODS)
    facing = Question(
        Text("Which way to face"),
        Text("every facing that may be chosen, with its cost"),
        one,
        (Facings((403,), {int(Facing.NE): "1", int(Facing.SE): "1", int(Facing.W): "3"}, int(Facing.E)),),
    )
    area = tuple(h for h in ground.map.hexes if h // 100 <= 3)
    empty = replace(ground, counters=(others[0],), areas={0: frozenset(area)})
    place = Question(
        Text("Where to set up"),
        Text("the hexes a side may choose from"),
        empty,
        (SetUpArea(area, 0),),
    )
    free = Question(
        Text("Which of these places"),
        Text("places that may be chosen at no price"),
        replace(empty, areas={}),
        (Choices(area),),
    )
    return eligible, formed, facing, place, free


def _casualties() -> Question:
    ground = table(
        "casualties",
        _COLS,
        _ROWS,
        unit("HI1", 0, 302, hits=3),
        unit("HI2", 0, 303, hits=1),
        unit("HC1", 1, 402, "heavy-cavalry", hits=4),
        unit("HC2", 1, 604, "heavy-cavalry", hits=6, states=frozenset({"routed"}), facing=Facing.E),
    )
    return Question(
        Text("What it has cost"),
        Text("hits gained, units routed and lost, leaders fallen"),
        ground,
        (Casualties({"HI1": 2, "HC1": 1}, ("HC2",), {"LC4": 404, "AR2": 204}, {"Teias": 403}, {"LC4": 1, "AR2": 0}),),
    )


def _events() -> Question:
    stream: list[tuple[Hex, Hex]] = [(401, 501), (402, 501), (402, 502), (403, 502), (403, 503), (404, 503), (404, 504)]
    ground = table(
        "events",
        _COLS,
        _ROWS,
        unit("LN1", 0, 502, "lancer", 7, states=frozenset({"moved"})),
        unit("HI2", 0, 303, hits=1),
        unit("HA1", 1, 601, "horse-archer", 5, missile="A", supply="low"),
        unit("HC2", 1, 705, "heavy-cavalry", hits=5, states=frozenset({"routed"}), facing=Facing.E),
        unit("HI7", 1, 603),
        hexsides=[HexsideFeature(a=a, b=b, type="stream") for a, b in stream],
    )
    traces = (
        Trace(kind="move", unit="LN1", hexes=(102, 202, 302, 402, 502), side="first"),
        Trace(kind="move", unit="HI2", hexes=(105, 204, 303), side="first"),
        Trace(kind="missile", unit="HA1", hexes=(601, 502), side="second"),
        Trace(kind="rout", unit="HC2", hexes=(504, 604, 705), side="second"),
        Trace(kind="loss", unit="LC3", hexes=(404,), side="second"),
    )
    return Question(
        Text("What just happened"),
        Text("moves from the ring · dotted: missiles · grey wave: rout"),
        ground,
        (),
        traces,
    )


def _wheels() -> Question:
    ground = table(
        "wheels",
        _COLS,
        _ROWS,
        unit("PH1", 0, 303, "phalanx", 7, hexes=(303, 304)),
        unit("HI9", 1, 603),
        terrain=_WOODS,
    )
    ends = (((404, 304), int(Facing.SE)), ((303, 404), int(Facing.NE)))
    return Question(
        Text("Where a wheel ends"), Text("both halves after a wheel left and a wheel right"), ground, (Ends(ends),)
    )


def questions() -> tuple[Question, ...]:
    """All of them."""
    eligible, formed, facing, place, free = _choosing()
    return (
        _reach(),
        *_lettered(),
        _wheels(),
        facing,
        formed,
        _zones(),
        _fire(),
        _sight(),
        _shock(),
        _events(),
        _casualties(),
        _command(),
        eligible,
        place,
        free,
    )


def overlays_sheet(theme: Theme = "light", say: Say = str) -> Image.Image:
    """All overlays on one plate."""
    shown = [(q, plot(q.table, R, theme, q.overlays, q.traces, say)) for q in questions()]
    w, h = shown[0][1].size
    gap, foot = 26, 66
    size = 2 * MARGIN + ACROSS * w + (ACROSS - 1) * gap, TOP + 8 + -(-len(shown) // ACROSS) * (h + foot) + 10
    page = Page(Text("Overlays"), Text("a picture answers one question at a time"), size, theme, say)
    for i, (question, picture) in enumerate(shown):
        x, y = MARGIN + i % ACROSS * (w + gap), TOP + 8 + i // ACROSS * (h + foot)
        page.panel((x, y), picture)
        page.heading((x, y + h + 26), question.name)
        page.note((x, y + h + 48), question.note, w)
    return page.image
