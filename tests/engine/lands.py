"""A small map of areas: three provinces on a coast, an island over a strait, two seas and two boxes."""

from __future__ import annotations

from typing import Any

from engine.kernel.areas import AreaMap

DOCUMENT: dict[str, Any] = {
    "id": "lands",
    "name": "The lands",
    "sheet": (400, 300),
    "areas": [
        {"id": 3, "code": "aegyptus-1", "name": "Aegyptus I", "at": (60, 60), "region": "Orient", "worth": 2},
        {"id": 4, "code": "aegyptus-2", "name": "Aegyptus II", "at": (160, 60), "region": "Orient", "worth": 1},
        {
            "id": 17,
            "code": "zeugitania",
            "name": "Zeugitania",
            "at": (260, 60),
            "region": "Africa",
            "worth": 3,
            "signs": ["city", "fort"],
            "aliases": ["Carthago"],
        },
        {"id": 18, "code": "sicilia", "name": "Sicilia", "at": (240, 170), "region": "Africa", "worth": 1},
        {"id": 40, "code": "libyan-sea", "name": "Libyan Sea", "kind": "sea", "at": (120, 180)},
        {"id": 41, "code": "tyrrhenian-sea", "name": "Tyrrhenian Sea", "kind": "sea", "at": (200, 250)},
        {"id": 60, "code": "moors", "name": "Moors", "kind": "box", "at": (350, 40)},
        {"id": 61, "code": "franks", "name": "Franks", "kind": "box", "at": (350, 200)},
    ],
    "borders": [
        {"a": "aegyptus-1", "b": "aegyptus-2", "kind": "land"},
        {"a": "aegyptus-2", "b": "zeugitania", "kind": "land"},
        {"a": "zeugitania", "b": "sicilia", "kind": "strait"},
        {"a": "aegyptus-1", "b": "libyan-sea", "kind": "coast"},
        {"a": "aegyptus-2", "b": "libyan-sea", "kind": "coast"},
        {"a": "sicilia", "b": "tyrrhenian-sea", "kind": "coast"},
        {"a": "libyan-sea", "b": "tyrrhenian-sea", "kind": "sea"},
        {"a": "moors", "b": "zeugitania", "kind": "arrow"},
        {"a": "moors", "b": "franks", "kind": "box_arrow"},
    ],
}


def lands(**changes: Any) -> AreaMap:
    """The map, with fields of its document changed."""
    return AreaMap.model_validate(DOCUMENT | changes)
