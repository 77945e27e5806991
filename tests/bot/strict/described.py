"""Every request is looked at before it is answered: against Discord's limits, and its description where there is one.

What is wrong is logged as an error, on which every end-to-end test fails.
"""

from __future__ import annotations

import logging

from tests.bot.strict import description, limits
from tests.bot.strict.request import Request

log = logging.getLogger("hexarch.wire")


def described(request: Request) -> None:
    """Look at a request."""
    found = [*limits.wrong(request)]
    known = description.given()
    if known is not None:
        found += known.wrong(request.method, request.path, request.given.get("json"))
    for said in found:
        log.error("%s %s isn't what Discord takes: %s", request.method, request.path, said)
