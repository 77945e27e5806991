"""A battle to begin with: the smallest that plays, for every rule system, with notes where a choice is."""

from __future__ import annotations

import json
import re
from pathlib import Path

from scenarios import schema
from scenarios.errors import ScenarioError
from scenarios.files import DRILL, PACKAGED
from scenarios.formats import FORMATS

FOLDER = Path(__file__).parent / "templates"

_ID = re.compile(r"[a-z][a-z0-9-]{1,30}")


def text(system: str, name: str) -> str:
    """The file of a new battle: JSON with notes. ``name`` is its id.

    Raises :class:`ScenarioError` for an unknown system and for what is no id.
    """
    if system not in FORMATS:
        raise ScenarioError(system, [f"{system!r} is no rule system known here; known: {', '.join(FORMATS)}"])
    if not _ID.fullmatch(name):
        raise ScenarioError(
            name, [f"{name!r} is no id of a battle: 2 to 31 small letters, digits and hyphens, a letter first"]
        )
    title = name.replace("-", " ").capitalize()
    return (
        _template(system)
        .replace('"my-battle"', json.dumps(name))
        .replace('"My battle"', json.dumps(title))
        .replace('"{schema}"', json.dumps(schema.path(system).resolve().as_uri()))
    )


def _template(system: str) -> str:
    path = FOLDER / f"{system}.jsonc"
    if path.is_file():
        return path.read_text("utf-8")
    # A campaign's map of areas is too much to begin from nothing: the drill's stands in, for its author to change.
    drill = (PACKAGED / system / f"{DRILL}.json").read_text("utf-8")
    drill = re.sub(r'"\$schema": "[^"]*"', '"$schema": "{schema}"', drill, count=1)
    drill = re.sub(r'"id": "drill"', '"id": "my-battle"', drill, count=1)
    drill = re.sub(r'"title": "[^"]*"', '"title": "My battle"', drill, count=1)
    return "// The small campaign of the first battle, to be changed into one's own.\n" + drill
