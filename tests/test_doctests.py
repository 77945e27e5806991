"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

from tests.each import for_each

ROOT = Path(__file__).parent.parent
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for package in ("engine", "renderer", "scenarios", "bot")
    for path in (ROOT / package).rglob("*.py")
    if re.search(r">>> (?!#)", path.read_text("utf-8"))
)


@for_each("name", MODULES)
def test_examples(name: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert tried > 0
    assert failed == 0


def test_examples_of_the_library_page() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "library.md"), module_relative=False)
    assert tried > 40
    assert failed == 0
