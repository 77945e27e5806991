"""Armies from a spreadsheet, saved as CSV: a row for each group of units and each leader.

The columns are called as the fields of the format are; besides them ``what`` says "unit" or "leader", ``side`` whose it
is, and ``count`` may stand for ``numbers``. Who is given no hex is put on the first free one of their army's ground.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, get_args, get_origin

from pydantic import BaseModel, ValidationError

from engine.kernel.complaints import offer, problems_of
from engine.kernel.text import counted
from scenarios import json_text, new_battle
from scenarios.errors import ScenarioError
from scenarios.formats import FORMATS

YES, NO = ("yes", "true", "x", "1"), ("no", "false", "0")

MOST_ROWS = 500

DEEP = 4
"""Columns of hexes of an army's ground."""

Read: TypeAlias = tuple[str, str, dict[str, Any]]
"""A row: side, unit or leader, and its values."""


@dataclass
class _Army:
    units: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    leaders: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])


def battle(system: str, name: str, table: str, place: Callable[[Sequence[Read]], None] | None = None) -> dict[str, Any]:
    """The document of a new battle with the armies of the table, on the field of :mod:`scenarios.new_battle`.

    ``place`` may give rows other hexes; rows without any are placed here.

    Raises :class:`ScenarioError` with everything that is wrong, by row.
    """
    document = json_text.parse(new_battle.text(system, name), name)
    unit, leader = _models(system)
    rows, problems = _rows(table, {"unit": unit, "leader": leader}, by_command=system == "men-of-iron")
    sides = list(dict.fromkeys(side for side, _, _ in rows))
    if len(sides) != 2 and not problems:
        problems.append(f"the table: names {counted(len(sides), 'side|sides')} in its column side, not two")
    if problems:
        raise ScenarioError("table", problems)
    if place is not None:
        place(rows)
    armies = {s: _Army() for s in sides}
    for side, what, values in rows:
        getattr(armies[side], "units" if what == "unit" else "leaders").append(values)
    for i, side in enumerate(sides):
        _placed(armies[side], mirrored=i == 1)
        spec = document["sides"][i]
        old = spec["id"]
        spec |= {"id": side, "name": side.replace("-", " ").capitalize(), "adjective": side.replace("-", " ")}
        del document["briefing"]["sides"][old]
        document["briefing"]["sides"][side] = f"What the {spec['name']} should try."
        if document.get("first_player") == old:
            document["first_player"] = side
        (_in_commands if system == "men-of-iron" else _in_contingents)(spec, armies[side])
    return document


def _models(system: str) -> tuple[type[BaseModel], type[BaseModel]]:
    """What a group of units and a leader are made of. Raises :class:`ScenarioError` for rules without either."""
    model = FORMATS[system].model if system in FORMATS else None
    army: Any = get_args(model.model_fields["sides"].annotation)[0] if model is not None else None
    if army is None or not {"units", "commands"} & set(army.model_fields):
        raise ScenarioError(system, [f"{system}: a table of units and leaders is for battles on hexes"])
    if "commands" in army.model_fields:
        army = get_args(army.model_fields["commands"].annotation)[0]
        return get_args(army.model_fields["units"].annotation)[0], army.model_fields["leader"].annotation
    return get_args(army.model_fields["units"].annotation)[0], get_args(army.model_fields["leaders"].annotation)[0]


def columns(system: str) -> dict[str, list[str]]:
    """Which columns there are for units and for leaders."""
    unit, leader = _models(system)
    own = ["command"] if system == "men-of-iron" else []
    return {
        "unit": ["what", "side", *own, "count", *unit.model_fields],
        "leader": ["what", "side", *leader.model_fields],
    }


def _rows(table: str, models: Mapping[str, type[BaseModel]], *, by_command: bool) -> tuple[list[Read], list[str]]:
    """Side, kind and values of every row, and what is wrong with them."""
    text = table.removeprefix("\ufeff")
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    reader = csv.DictReader(io.StringIO(text), delimiter=separator, skipinitialspace=True)
    names = [(n or "").strip().casefold() for n in reader.fieldnames or ()]
    extra = ("what", "side", "count", *(("command",) if by_command else ()))
    known = [*extra, *dict.fromkeys(f for m in models.values() for f in m.model_fields)]
    problems = [f"column {n!r}: is none of the table{offer(n, known)}" for n in names if n and n not in known]
    problems += [f"column {n!r}: is missing" for n in ("what", "side") if n not in names]
    problems += [f"column {n!r}: is there twice" for n in dict.fromkeys(names) if n and names.count(n) > 1]
    found: list[Read] = []
    if problems:
        return found, problems
    reader.fieldnames = names
    for number, given in enumerate(reader, 2):
        if number > MOST_ROWS:
            return found, [*problems, f"the table: has more than {MOST_ROWS} rows"]
        cells = {k: v.strip() for k, v in given.items() if k and isinstance(v, str) and v.strip()}
        if not cells or next(iter(cells.values())).startswith("#"):
            continue
        here = f"row {number}"
        what, side = cells.pop("what", "").casefold(), cells.pop("side", "").casefold()
        if what not in models:
            problems.append(f"{here}: what: must be unit or leader, not {what!r}")
            continue
        if not re.fullmatch(r"[a-z][a-z-]{0,20}", side):
            problems.append(f"{here}: side: must be a word of small letters and hyphens, not {side!r}")
            continue
        values, wrong = _values(cells, models[what], by_command and what == "unit")
        problems += [f"{here}: {w}" for w in wrong]
        found.append((side, what, values))
    if not found and not problems:
        problems.append("the table: has no rows")
    return found, problems


def _values(cells: Mapping[str, str], model: type[BaseModel], by_command: bool) -> tuple[dict[str, Any], list[str]]:
    """A row's cells as values of the model, and what is wrong with them."""
    values: dict[str, Any] = {}
    wrong: list[str] = []
    command = cells.get("command") if by_command else None
    if by_command and command is None:
        wrong.append("command: is missing: the id of the leader who commands it")
    for name, cell in cells.items():
        if name == "count":
            if cell.isdecimal() and 1 <= int(cell) <= 99:
                values.setdefault("numbers", list(range(1, int(cell) + 1)))
            else:
                wrong.append(f"count: must be a number from 1 to 99, not {cell!r}")
        elif name in model.model_fields:
            try:
                values[name] = _read(model.model_fields[name].annotation)(cell)
            except ValueError as e:
                wrong.append(f"{name}: {e}")
        elif not (by_command and name == "command"):
            wrong.append(f"{name}: is no column for this; leave the cell empty")
    if "numbers" in model.model_fields and "numbers" not in values:
        values["numbers"] = list(range(1, len(values.get("hexes", ())) + 1)) or [1]
    trial = dict(values)
    if not values.get("hex") and not values.get("hexes"):
        trial |= {"hex": 101} if "hex" in model.model_fields else {}
    trial.setdefault("facing", "E") if "facing" in model.model_fields else None
    try:
        model.model_validate(trial)
    except ValidationError as e:
        told = {w.partition(":")[0] for w in wrong}
        wrong += [p for p in problems_of(e, trial, model) if p.partition(":")[0].partition("[")[0] not in told]
    if command is not None:
        values["command"] = command
    return values, wrong


def _read(annotation: Any) -> Callable[[str], Any]:
    """What makes a value of a cell's text, by the form of its field; it raises ValueError with the reason."""
    forms = list(_forms(annotation))
    if bool in forms:
        return _flag
    if tuple in forms or frozenset in forms:
        return _numbers if int in forms else lambda cell: [x.strip() for x in cell.split(";") if x.strip()]
    return _number if int in forms and str not in forms else str


def _forms(annotation: Any) -> Iterator[Any]:
    """Everything an annotation is made of."""
    yield get_origin(annotation) or annotation
    for inside in get_args(annotation):
        yield from _forms(inside)


def _flag(cell: str) -> bool:
    if cell.casefold() in YES:
        return True
    if cell.casefold() in NO:
        return False
    raise ValueError(f"must be yes or no, not {cell!r}")


def _number(cell: str) -> Any:
    if re.fullmatch(r"-?\d+(\.0)?", cell):
        return int(float(cell))
    raise ValueError(f"must be a whole number, not {cell!r}")


def _numbers(cell: str) -> list[Any]:
    """Numbers, hexes, and stretches of either."""
    found: list[Any] = []
    for word in re.split(r"[\s,;]+", cell.strip()):
        if m := re.fullmatch(r"(\d{1,2})-(\d{1,2})", word):
            found += range(int(m[1]), int(m[2]) + 1)
        elif re.fullmatch(r"\d{3,4}-\d{3,4}", word):
            found.append(word)
        elif word.isdecimal():
            found.append(int(word) if len(word) < 3 else f"{int(word):04d}")
        else:
            raise ValueError(f"must be numbers, hexes or stretches of them, not {word!r}")
    return found


def _placed(army: _Army, *, mirrored: bool) -> None:
    """Give everybody a hex and a facing who has none: on the ground of :mod:`scenarios.new_battle`'s field."""
    taken = {f"{int(h):04d}" for u in army.units for h in u.get("hexes", ()) if str(h).isdecimal()}
    deep = range(15, 15 + DEEP) if mirrored else range(6, 6 - DEEP, -1)
    # Two rows from one unit to the next: some have two hexes.
    order = (f"{c * 100 + r:04d}" for c in deep for r in (8, 6, 10, 4, 12, 2, 14, 16))
    free = (h for h in order if h not in taken)
    for unit in army.units:
        unit.setdefault("facing", "W" if mirrored else "E")
        if not unit.get("hexes") and "reinforcement" not in unit and "arrival" not in unit:
            unit["hexes"] = [h for _, h in zip(unit["numbers"], free, strict=False)]
    first = next((h for u in army.units for h in u.get("hexes", ()) if str(h).isdecimal()), "0608")
    for x in army.leaders:
        own = (u for u in army.units if u.get("command") == x.get("id") or u.get("contingent") in x.get("commands", ()))
        theirs = next((h for u in own for h in u.get("hexes", ()) if str(h).isdecimal()), first)
        if "hex" not in x and "reinforcement" not in x and "succeeds" not in x:
            x["hex"] = theirs


def _in_contingents(spec: dict[str, Any], army: _Army) -> None:
    """The army of a game of the GBoH family: a Line for each type; it withdraws at about a third of its TQ."""
    worth = sum(u.get("tq", 0) * len(u["numbers"]) for u in army.units)
    spec |= {"units": army.units, "leaders": army.leaders, "withdrawal_level": max(1, round(worth / 3))}
    if "lines" in spec:
        kinds = dict.fromkeys(f"{u['type']}/{u['cls']}" if "cls" in u else u.get("type", "") for u in army.units)
        spec["lines"] = [[kind] for kind in kinds]
    if "formations" in spec:
        names = dict.fromkeys(u.get("formation", "") for u in army.units)
        commanders = [x["id"] for x in army.leaders]
        spec["formations"] = [{"id": n, "name": n.capitalize(), "commanders": commanders, "gap": 1} for n in names]


def _in_commands(spec: dict[str, Any], army: _Army) -> None:
    """The army of Men of Iron: a Command for each leader, one Standard for all."""
    commands: list[dict[str, Any]] = []
    for x in army.leaders:
        own = [{k: v for k, v in u.items() if k != "command"} for u in army.units if u["command"] == x["id"]]
        commands.append({"id": x["id"], "name": x["name"], "leader": x, "units": own})
    ids = [c["id"] for c in commands]
    if strays := sorted({u["command"] for u in army.units} - set(ids)):
        raise ScenarioError("table", [f"command: no leader of {spec['id']} has the id {x}" for x in strays])
    if not ids:
        raise ScenarioError("table", [f"the table: {spec['id']} has no leader"])
    spec |= {"commands": commands, "overall": ids[0], "flight_level": 4 * sum(len(u["numbers"]) for u in army.units)}
    spec["standards"][0]["commands"] = ids
