"""Select menus keep what was chosen.

A person's client shows the choice until the message has a select with another custom id, or is sent anew. The same
choice again is none: nothing is sent, so a test that makes it does what nobody can do.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

from simcord import actors
from simcord.backend import Backend
from simcord.backend.errors import SetupError
from simcord.components import walk_components
from simcord.enums import SELECT_TYPES

_Shown = dict[tuple[int, int, int, str], tuple[str, ...]]
"""By channel, message, person and custom id: what is chosen."""

_CHOSEN: weakref.WeakKeyDictionary[Backend, _Shown] = weakref.WeakKeyDictionary()

_SELECT = actors._component_select


def rendered(backend: Backend) -> None:
    """Clients have shown what there is now: of selects that are gone nothing is known."""
    chosen = _CHOSEN.get(backend)
    for known in list(chosen or ()):
        channel, number, _, custom_id = known
        message = backend.messages.get(channel, {}).get(number)
        if chosen and (message is None or custom_id not in _ids(message)):
            del chosen[known]


def _ids(message: Any) -> set[str]:
    return {str(c.get("custom_id")) for c in walk_components(message.components) if c.get("type") in SELECT_TYPES}


async def _select(actor: Any, message: Any, values: Sequence[Any], *, custom_id: str | None) -> Any:
    backend = actor._env.backend
    stored = actors._visible_message(actor, message)
    menu = actors._find_component(stored.components, types=SELECT_TYPES, custom_id=custom_id, label=None)
    rendered(backend)
    known = (stored.channel_id, stored.id, actor.id, str(menu["custom_id"]))
    wanted = tuple(sorted(str(getattr(v, "id", v)) for v in values))
    chosen = _CHOSEN.setdefault(backend, {})
    if chosen.get(known) == wanted:
        raise SetupError(f"{wanted} is chosen in this select already, so a client sends nothing ({menu['custom_id']})")
    chosen[known] = wanted
    return await _SELECT(actor, message, values, custom_id=custom_id)


def lay_down() -> None:
    """Have every actor's client keep what was chosen."""
    actors._component_select = _select
