"""JSON schemas of the scenario formats and of positions, for editors that check while an author types.

They are generated from the models: ``python -m scenarios.schema`` writes them anew, and with them the tables of special
rules in ``docs/scenario-format.md``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.kernel.hexes import Facing
from engine.kernel.json_values import is_array, is_object
from engine.systems.registry import POSITIONS
from scenarios.formats import FAST, FORMATS
from scenarios.overlay.model import Overlay
from scenarios.schema import reference, special_rules
from scenarios.schema.hex_lists import hex_list

FOLDER = Path(__file__).parent

_HEX = {
    "anyOf": [{"type": "integer", "minimum": 0, "maximum": 9999}, {"type": "string", "pattern": "^[0-9]{4}$"}],
    "description": 'A hex as printed on the map, column then row: 4504, or "0203" in quotes when it begins with 0.',
}


def schema(system: str) -> dict[str, Any]:
    """The JSON schema of a system's scenario files."""
    made = _finished(FORMATS[system].model.model_json_schema(), f"Hexarch battle, {system}")
    special_rules.add_to(made, system)
    return made


def position_schema(system: str) -> dict[str, Any]:
    """The JSON schema of a system's position files."""
    form = POSITIONS[system]
    made = form.model.model_json_schema()
    definitions = made.setdefault("$defs", {})
    for kind, model in form.pieces.items():
        piece = model.model_json_schema()
        definitions.update(piece.pop("$defs", {}))
        definitions[f"a {kind}"] = piece
    pieces = [{"$ref": f"#/$defs/a {kind}"} for kind in form.pieces if kind != "side"]
    made["properties"]["changes"]["additionalProperties"] = {"anyOf": pieces}
    made["properties"]["sides"]["additionalProperties"] = {"$ref": "#/$defs/a side"}
    # What a system's own rules of reading settle is left to them: half a scenario can be said of a piece on a field.
    made = _finished(made, f"Hexarch position, {system}")
    if "SpecialRule" in made["$defs"]:
        special_rules.add_to(made, system)
    return made


def _finished(made: dict[str, Any], title: str) -> dict[str, Any]:
    made["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    made["title"] = title
    made["properties"]["$schema"] = {"type": "string", "description": "Where this schema lies, for editors."}
    made.setdefault("$defs", {}).pop("Facing", None)
    made = _readable(made)
    made["$defs"]["Facing"] = {
        "type": "string",
        "enum": [f.name for f in Facing],
        "description": "Direction on the sheet, east to the right. Units face a vertex: E, NE, NW, W, SW or SE.",
    }
    made["$defs"]["Hex"] = _HEX
    return made


def _readable(node: Any) -> Any:
    """The generated schema with hexes and facings as authors write them."""
    if is_array(node):
        return [_readable(x) for x in node]
    if not is_object(node):
        return node
    if node.get("hex") is True:
        return {"$ref": "#/$defs/Hex"}
    found = {k: _readable(v) for k, v in node.items() if k != "stretched"}
    if node.get("stretched") and "items" in found:
        return hex_list(found)
    elif node.get("stretched"):
        found["propertyNames"] = {"pattern": "^[0-9]{3,4}(-[0-9]{3,4})?$"}
    return found


def overlay_schema() -> dict[str, Any]:
    """The JSON schema of overlays (:mod:`scenarios.overlay`)."""
    made = _finished(Overlay.model_json_schema(), "Hexarch overlay, a battle by the fast rules")
    special_rules.add_to(made, FAST[0])
    return made


def overlay_path() -> Path:
    return FOLDER / f"{FAST[0]}.overlay.schema.json"


def path(system: str) -> Path:
    return FOLDER / f"{system}.schema.json"


def position_path(system: str) -> Path:
    return FOLDER / f"{system}.position.schema.json"


def text(system: str) -> str:
    """The schema of battles as stored."""
    return _stored(schema(system))


def position_text(system: str) -> str:
    """The schema of positions as stored."""
    return _stored(position_schema(system))


def overlay_text() -> str:
    """The schema of overlays as stored."""
    return _stored(overlay_schema())


def _stored(made: dict[str, Any]) -> str:
    return json.dumps(made, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def write() -> list[Path]:
    """Write every system's schemas, and the documentation where it is there; returns the files."""
    made = {path(s): text(s) for s in FORMATS} | {position_path(s): position_text(s) for s in POSITIONS}
    made[overlay_path()] = overlay_text()
    if special_rules.DOCS.exists():
        made[special_rules.DOCS] = special_rules.documented(special_rules.DOCS.read_text("utf-8"))
    if reference.DOCS.parent.exists():
        made[reference.DOCS] = reference.page()
    for file, content in made.items():
        file.write_text(content, "utf-8")
    return list(made)
