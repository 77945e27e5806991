"""What axe-core finds on a page: a check of roles, names, contrast and focus, run in the page itself.

``axe.min.js`` is axe-core 4.14.1 as its authors publish it, under the Mozilla Public Licence 2.0 (``axe.LICENSE``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")

FOUND = """async () => (await axe.run(document, { resultTypes: ["violations"] })).violations.flatMap(
  v => v.nodes.map(n => `${v.id} (${v.impact}): ${n.target.join(" ")}: ${n.failureSummary}`))"""


def violations(page: Any) -> list[str]:
    """Everything axe-core objects to, in its light and its dark dress."""
    if not page.evaluate("() => Boolean(window.axe)"):
        page.evaluate(AXE)
    found: list[str] = []
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {x}" for x in page.evaluate(FOUND)]
    return found
