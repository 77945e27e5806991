"""Requests and answers of the board: JSON with bounds, the page's files, and headers that let nothing else in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aiohttp import web

from engine.kernel.json_values import is_object

PAGE = Path(__file__).parent / "page"
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FILES = {p.name: p for p in sorted(PAGE.iterdir()) if p.suffix in KINDS}

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
BODY = 16 * 1024
"""Bytes of the longest request."""
NAME = 100
"""Characters of a unit's or a place's name."""


def told(what: Mapping[str, Any], status: int = 200) -> web.Response:
    """An answer in JSON."""
    return web.Response(text=json.dumps(what, ensure_ascii=False), status=status, content_type="application/json")


async def sent(request: web.Request, most: int = BODY) -> Mapping[str, Any]:
    """What was sent along: a JSON object of at most so many bytes. Raises web.HTTPException for anything else."""
    if request.content_length is None or request.content_length > most:
        raise web.HTTPRequestEntityTooLarge(most, request.content_length or 0)
    try:
        given = await request.json()
    except (ValueError, RecursionError):
        raise web.HTTPBadRequest from None
    if not is_object(given):
        raise web.HTTPBadRequest
    return given


def page(name: str, edition: str = "") -> web.Response:
    """One of the pages; ``edition`` is what it is to know about where it is shown."""
    page = (PAGE / name).read_bytes()
    if edition:
        page = page.replace(b"<html ", f'<html data-edition="{edition}" '.encode(), 1)
    return web.Response(body=page, content_type="text/html", charset="utf-8")


def file(name: str) -> web.Response:
    """A file of the pages. Raises web.HTTPNotFound where there is none."""
    found = FILES.get(name)
    if found is None:
        raise web.HTTPNotFound
    return web.Response(
        body=found.read_bytes(),
        content_type=KINDS[found.suffix],
        charset="utf-8",
        headers={"Cache-Control": "no-cache"},
    )
