"""What an application may be installed to.

Commands with ``integration_types`` of users are only taken of an application that supports user installs; a new one
supports servers alone. A list of commands with one that isn't supported is refused whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.bot.strict.request import Request

USER = 1
INVALID = 50035


class Installs:
    """Looks at commands that are registered."""

    def __init__(self) -> None:
        self.users = False
        """Whether the application may be installed by users, as its owner has set it."""

    def keep(self, request: Request, go_on: Callable[[], Any]) -> Any:
        said = request.given.get("json")
        listed = request.method == "PUT" and request.path.endswith("/commands") and isinstance(said, list)
        personal = listed and any(USER in (c.get("integration_types") or ()) for c in said or ())
        if personal and not self.users:
            raise request.refuse(400, INVALID, "Invalid Form Body: integration_types: not supported by this app")
        return go_on()
