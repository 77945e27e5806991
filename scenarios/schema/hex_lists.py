"""Lists of hexes as schemas have them."""

from __future__ import annotations

from typing import Any

_STRETCH = {
    "type": "string",
    "pattern": "^[0-9]{3,4}-[0-9]{3,4}$",
    "description": 'Every hex between two corners: "1008-1011".',
}
_AREA = {"type": "string", "pattern": "[^0-9-]", "description": "An area of the battle, by its name in areas."}
_LISTS = ("type", "items", "minItems", "maxItems", "uniqueItems")


def hex_list(node: dict[str, Any]) -> dict[str, Any]:
    """The schema of a list in which stretches and areas may stand among hexes, or one of them in its place."""
    as_list = {k: node[k] for k in _LISTS if k in node}
    as_list["items"] = {"anyOf": [{"$ref": "#/$defs/Hex"}, _STRETCH, _AREA]}
    rest = {k: v for k, v in node.items() if k not in _LISTS}
    return {**rest, "anyOf": [as_list, _STRETCH, _AREA]}
