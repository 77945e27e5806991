"""Chart packs as files: what a referee uploads, checked before anything else sees it, and what they begin with."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from bot.service.records import files
from engine.kernel.chart_pack import FORMAT, ChartPack, problems
from engine.kernel.charts import cells
from engine.kernel.complaints import problems_of
from engine.kernel.text import Refusal, Text
from engine.systems import registry
from scenarios import ScenarioError

MOST_BYTES = 64 * 1024
"""Largest file."""

DEPTH = 4
"""Objects and lists inside each other: the pack, its cells, a cell, a list of codes."""

PACK = Text("a chart pack")


def read_pack(data: bytes) -> ChartPack:
    """The pack in a file, fit to be played by. Raises Refusal with what is wrong."""
    try:
        document = files.json_of(data, PACK, MOST_BYTES, DEPTH)
    except ScenarioError as e:
        raise _wrong(e.problems) from e
    body = {k: v for k, v in document.items() if k != "$schema"}
    try:
        pack = ChartPack.model_validate(body)
    except ValidationError as e:
        raise _wrong(problems_of(e, body, ChartPack)) from e
    if pack.system not in registry.CHARTS:
        raise _wrong([f"system: {pack.system!r} is no game known here; known: {', '.join(registry.CHARTS)}"])
    if found := problems(registry.CHARTS[pack.system](), pack):
        raise _wrong(found)
    return pack


def template(system: str, pack: ChartPack | None) -> bytes:
    """A pack of every cell that may be changed, at its present value, for a referee to cut down to what is wrong."""
    given: dict[str, Any] = {} if pack is None else pack.model_dump(mode="json")["cells"]
    document = {
        "format": FORMAT,
        "system": system,
        "title": "Our charts" if pack is None else pack.title,
        "by": "" if pack is None else pack.by,
        "note": "Keep the cells you correct, delete the others." if pack is None else pack.note,
        "cells": {
            path: given.get(path, {"value": cell.value, "why": ""})
            for path, cell in cells(registry.CHARTS[system]()).items()
            if not cell.fixed
        },
    }
    return _written(document).encode()


def _written(document: Mapping[str, Any]) -> str:
    """JSON with a line for each cell."""
    *head, last = document.items()
    lines = [f" {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}," for k, v in head]
    rows = [f"  {json.dumps(path)}: {json.dumps(cell, ensure_ascii=False)}" for path, cell in last[1].items()]
    return "\n".join(["{", *lines, f" {json.dumps(last[0])}: {{", ",\n".join(rows), " }", "}", ""])


def _wrong(found: list[str]) -> Refusal:
    """The problems, as many as one can read."""
    lines = files.listed(found)
    if len(found) > files.SHOWN:
        more = Text("- and {n} more", n=len(found) - files.SHOWN)
        return Refusal(
            "That chart pack can't be used, and nothing has changed:\n{lines}\n{more}", lines=lines, more=more
        )
    return Refusal("That chart pack can't be used, and nothing has changed:\n{lines}", lines=lines)
