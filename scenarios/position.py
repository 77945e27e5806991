"""Position files: any situation on any battlefield, written down in friendly JSON.

A position starts from a battle (by key, or written inline) or from a small field, and says what is different:
where pieces stand and in what state, what turn and phase it is, who is active. ``docs/positions.md`` describes it.
What can be said of a piece is a matter of its rules, so each system brings its own form
(:data:`engine.systems.registry.POSITIONS`); here it is found, read, and written again.

>>> scenario, state = read({"scenario": "cataphract/tricameron", "changes": {"THC1": {"hits": 2}}}, "here")
>>> state.units["THC1"].hits
2
>>> scenario, state = read({"scenario": "men-of-iron/falkirk", "active": "Lincoln"}, "here")
>>> state.phase, state.activation.command
('move', 'Lincoln')
"""

from __future__ import annotations

import copy
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

import scenarios
from engine.kernel import annotations
from engine.kernel.complaints import problems_of, unknown
from engine.kernel.json_values import is_array, is_object
from engine.kernel.position import Built, PositionForm
from engine.systems.registry import POSITIONS
from scenarios.errors import ScenarioError
from scenarios.formats import Scenario
from scenarios.reading import read as read_scenario

BASE = ("$schema", "system", "scenario", "field", "title", "note", "options")
"""What :func:`write` takes over from the position it starts from."""


def load(path: str | os.PathLike[str]) -> tuple[Any, Any]:
    """The position in a file. Raises :class:`ScenarioError`."""
    loose = scenarios.loose_document(path)
    return read(loose.document, str(path), loose.problems)


def read(document: dict[str, Any], origin: str, before: Sequence[str] = ()) -> tuple[Any, Any]:
    """The battle and the state a position describes, checked throughout, as its system has them.

    ``origin`` names the document in errors and is where relative paths start; ``before`` are problems its text had
    already. Raises :class:`ScenarioError` with everything that is wrong at once.
    """
    problems = list(before)
    built = _built(document, origin, problems)
    if problems or built is None:
        raise ScenarioError(origin, list(dict.fromkeys(problems)))
    return built.scenario, built.state


def write(document: Mapping[str, Any], origin: str, state: Any) -> dict[str, Any]:
    """A position file of ``state``, which starts from the battle or field that the position ``document`` starts from.

    ``origin`` as for :func:`read`: a battle named by a path is written out.
    """
    begin = {k: copy.deepcopy(v) for k, v in document.items() if k in BASE}
    if isinstance(begin.get("scenario"), str) and begin["scenario"].endswith(".json"):
        begin["scenario"] = scenarios.document(Path(origin).parent / begin["scenario"])
    problems: list[str] = []
    built = _built(begin, origin, problems)
    if built is None:
        raise ScenarioError(origin, problems)
    return begin | POSITIONS[built.scenario.system].write(built.state, state)


def _built(document: Mapping[str, Any], origin: str, problems: list[str]) -> Built | None:
    """What comes of a position; what is wrong with it is added to ``problems``, None where it has no beginning."""
    body = {k: v for k, v in document.items() if k != "$schema"}
    if ("scenario" in body) == ("field" in body):
        problems.append('a position needs either "scenario" or "field", and not both')
        return None
    battle = None
    if "scenario" in body:
        try:
            battle = _battle(body["scenario"], origin)
        except ScenarioError as e:
            problems += e.problems if is_object(body["scenario"]) else [f"scenario: {p}" for p in e.problems]
            return None
    # Guessing takes the forms of all systems, and so importing them all.
    system = battle.system if battle is not None else body["system"] if "system" in body else _fitting(body)
    if not isinstance(system, str) or system not in POSITIONS:
        problems.append(f"system: {unknown(system, POSITIONS)}")
        return None
    form = POSITIONS[system]
    if battle is not None and body.get("system", system) != system:
        problems.append(f"system: {battle.key} is played by {system}")
    position = _position(form, {**body, "system": system}, problems)
    built = form.build(position, battle)
    problems += built.problems
    return built


def _position(form: PositionForm, body: dict[str, Any], problems: list[str]) -> Any:
    """The position as its model has it; what can't be is told, and left out to find what else is wrong."""
    try:
        return form.model.model_validate(body)
    except ValidationError as e:
        problems += problems_of(e, body, form.model)
        left = copy.deepcopy(body)
        for error in e.errors(include_url=False, include_input=False):
            _leave_out(left, error["loc"])
    try:
        return form.model.model_validate(left)
    except ValidationError:
        return form.model.model_validate({k: body[k] for k in ("system",)})


def _leave_out(body: dict[str, Any], loc: Sequence[int | str]) -> None:
    """Take the value at a place out of a document, or the whole list it is in."""
    first, *rest = loc
    inside = body.get(str(first))
    if rest and is_object(inside) and rest[0] in inside:
        inside.pop(rest[0])
    elif not (rest and is_object(inside)):
        body.pop(str(first), None)


def _fitting(body: Mapping[str, Any]) -> str:
    """Whose rules a field is played by that doesn't say so: those that know most of its troops and of what is said."""
    parts = [(path, body.get(path[0]) if path else body) for path in ((), ("field",), ("orders",))]
    said = [(path, part) for path, part in parts if is_object(part)]
    units = body["field"].get("units") if is_object(body["field"]) else None
    entries = [u for u in (units if is_array(units) else ()) if is_object(u)]
    everything = len(entries) + sum(len(part) for _, part in said)
    best, most = next(iter(POSITIONS)), -1
    for system in POSITIONS:
        form = POSITIONS[system]
        known = sum(_troop(u, form.troops) for u in entries)
        known += sum(len(set(annotations.fields(form.model, path)).intersection(part)) for path, part in said)
        if known > most:
            best, most = system, known
        if known == everything:
            break  # No other knows more, and each has to be imported to be asked.
    return best


def _troop(unit: Mapping[str, Any], troops: Sequence[str]) -> bool:
    """Whether a unit is of one of the types."""
    if "type" in unit:
        return unit["type"] in troops
    letters = str(unit.get("code", "")).rstrip("0123456789")
    return any(letters.endswith(t) or letters.startswith(t) for t in troops)


def _battle(given: Any, origin: str) -> Scenario:
    if is_object(given):
        try:
            return read_scenario(given, origin)
        except ScenarioError as e:
            raise ScenarioError(origin, [f"scenario.{p}" for p in e.problems]) from e
    if not isinstance(given, str):
        raise ScenarioError(origin, ["must be the key of a battle, the path of a file, or a scenario in { }"])
    if given.endswith(".json"):
        return scenarios.load_file(Path(origin).parent / given)
    return scenarios.load(given)
