"""Cases whose rule is data: a chart's values in ``charts.json``, traits of troops in ``troops.json``, a battle's own
rules and set-up in its file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bot.cli.case_index.citations import Cases, Citation


def in_charts(path: Path, shown: Mapping[str, str], cases: Cases) -> Iterator[Citation]:
    """The charts of a ``charts.json``: "table:clash" is its ``clash``, others as ``shown`` says.

    ``shown`` gives the number of the case that shows a chart, by the chart's name. A chart is cited for the case that
    uses it, too.
    """
    if not path.is_file():
        return
    text = path.read_text("utf-8")
    for name, chart in json.loads(text)["charts"].items():
        line = _line(text, rf'"{re.escape(name)}": \{{')
        number = shown.get(name, f"table:{name}")
        if number in cases:
            yield Citation(number, path, line, name, "data", 0, 1)
        if chart["rule"] in cases:
            yield Citation(chart["rule"], path, line, name, "data", None, 0)


def in_troops(path: Path, cases: Cases) -> Iterator[Citation]:
    """The ``troops.json`` of a system: each kind of troops, and what several have in common, by the cases it names."""
    if not path.is_file():
        return
    text = path.read_text("utf-8")
    for part in ("alike", "kinds", "weapons"):
        for name, entry in json.loads(text)[part].items():
            found = dict.fromkeys(n for said in entry.get("cases", {}).values() for n, _, _ in cases.found(said))
            for number in found:
                yield Citation(number, path, _line(text, rf'"{re.escape(name)}": \{{'), name, "data", None, 0)


def in_battles(folder: Path, cases: Cases) -> Iterator[Citation]:
    """The files of a system's battles: "S-falkirk" is the set-up of ``falkirk.json``; special rules name their case."""
    for path in sorted(folder.glob("*.json")):
        text = path.read_text("utf-8")
        if f"S-{path.stem}" in cases:
            yield Citation(f"S-{path.stem}", path, 1, "", "data", 0, 1)
        document: dict[str, Any] = json.loads(text)
        for rule in document.get("special_rules", ()):
            number = str(rule.get("params", {}).get("case"))
            if number in cases:
                line = _line(text, rf'"case": "{re.escape(number)}"')
                yield Citation(number, path, line, rule["id"], "data", None, 0)


def _line(text: str, pattern: str) -> int:
    """The line, from 1, where a pattern is first found."""
    m = re.search(pattern, text)
    return text.count("\n", 0, m.start()) + 1 if m is not None else 1
