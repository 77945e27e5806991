"""The same table gives the same bytes: in any process, after any history."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from renderer import area, render
from renderer.graphics.cache import forget
from tests.renderer.skirmish import TRACES, skirmish

ROOT = Path(__file__).parents[2]

SCRIPT = """
import hashlib
from renderer import render
from tests.renderer.skirmish import TRACES, skirmish
print(hashlib.sha256(render(skirmish(), traces=TRACES).png).hexdigest())
"""


def test_in_another_process_with_other_hashes() -> None:
    env = {**os.environ, "PYTHONHASHSEED": "7"}
    run = subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == hashlib.sha256(render(skirmish(), traces=TRACES).png).hexdigest()


def test_what_was_drawn_before_makes_no_difference() -> None:
    table, view = skirmish(), area(3, 2, 9, 6)
    forget()
    alone = render(table, view).png
    forget()
    render(table, area(1, 1, 7, 5))
    render(table, area(5, 3, 10, 7))
    assert render(table, view).png == alone
