"""Where the documentation is read: links to it, as far as it is known where it stands."""

from __future__ import annotations

import os
from functools import cache
from importlib import metadata

VARIABLE = "HEXARCH_DOCS"
"""Environment variable with the address of the folder ``docs``, for hosts who have put it on the web."""


@cache
def _packaged() -> str:
    """The address the package names as its documentation; "" for none."""
    try:
        urls = metadata.metadata("hexarch").get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        return ""
    found = dict(tuple(part.strip() for part in u.split(",", 1)) for u in urls)
    return found.get("Documentation", "")


def page(name: str) -> str:
    """A link to a page of the documentation, or the name of its file where no address is known.

    >>> page("organising")
    '`docs/organising.md`'
    """
    base = (os.environ.get(VARIABLE) or _packaged()).rstrip("/")
    return f"[{name}](<{base}/{name}.md>)" if base.startswith(("https://", "http://")) else f"`docs/{name}.md`"
