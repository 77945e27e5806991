"""Who may use which door of the board: every address the page asks for, by everybody there is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from bot.board import seats
from tests.bot.e2e.kit import Table
from tests.bot.e2e.test_board import Browser, at, browse, seated

__all__ = ["at", "browse"]

LOOKING: dict[str, dict[str, str]] = {
    **{name: {} for name in ("battle", "where", "map", "ground", "trail")},
    "steps": {"by": "a"},
    **{name: {"by": "a", "at": "0"} for name in ("step", "stepmap")},
    "about": {"piece": "THC3"},
    "describe": {"what": ""},
}
"""What whoever sees the battle may ask, with what is sent along."""
COMPOSING: dict[str, dict[str, str]] = {
    "menu": {"path": ""},
    **{name: {} for name in ("ideas", "groups")},
    "together": {"units": "THC3,THC4"},
    **{name: {"orders": "THC3 @NW"} for name in ("preview", "send", "form", "suggest")},
}
"""What only who is asked may: of others it is told nothing, not even of an ally's question."""
SANDBOX: dict[str, dict[str, str]] = {"position": {}, "back": {}, "against": {"side": ""}}
"""What there is in a sandbox alone."""
APART = {"session", "leave", "try", "events", "words", "analysis", "curve"}
"""What lets in and out, what begins a sandbox, the stream, what the page itself says, which tells of no battle, and
what is there when it is over (test_analysis.py): they are tested by themselves."""
POSTED = {"preview", "send", "form", "suggest", "back", "against"}


def doors() -> set[str]:
    """All there are."""
    found: set[str] = set()
    for path in (Path(__file__).parents[3] / "bot" / "board").glob("*.py"):
        found |= set(re.findall(r'add_(?:get|post)\("/api/(\w+)"', path.read_text(encoding="utf-8")))
    return found


def test_every_door_is_in_the_table() -> None:
    assert doors() == {*LOOKING, *COMPOSING, *SANDBOX, *APART}


async def statuses(browser: Browser, names: Iterable[str], token: str) -> dict[str, tuple[int, str]]:
    """What each door answers, and the sentence with which it says no."""
    found: dict[str, tuple[int, str]] = {}
    for name in names:
        given: Any = {**LOOKING, **COMPOSING, **SANDBOX}[name]
        given = {**given, "token": token} if name in COMPOSING else given
        ask: Any = browser.post(f"/api/{name}", given) if name in POSTED else browser.get(f"/api/{name}", **given)
        status, answer = await ask
        found[name] = status, answer.get("error", "") if isinstance(answer, dict) else ""
    return found


async def test_who_may_use_which_door(sim: Table, browse: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "FRESH", 0.0)
    await sim.battle()
    await sim.to_orders()
    ada, ben, cleo = [await seated(sim, browse, p) for p in (sim.ada, sim.ben, sim.cleo)]
    stranger, forger = browse(), browse()
    forger.cookie = f"__Host-hx={sim.ada.id}.{'x' * 43}"
    token, head = (await ada.get("/api/battle"))[1]["question"]["token"], await sim.head()
    everything = [*LOOKING, *COMPOSING, *SANDBOX]
    for nobody in (stranger, forger):
        assert {s for s, _ in (await statuses(nobody, everything, token)).values()} == {403}
    for browser in (ben, cleo):
        assert {n: s for n, (s, _) in (await statuses(browser, LOOKING, token)).items()} == dict.fromkeys(LOOKING, 200)
        told = await statuses(browser, COMPOSING, token)
        assert told == dict.fromkeys(COMPOSING, (409, "That question has been settled, or isn't yours."))
    assert {s for s, _ in (await statuses(ada, LOOKING, token)).values()} == {200}
    told = await statuses(ada, COMPOSING, token)
    # Nobody may be advised in a battle between people unless they have agreed to it, and no form is asked for.
    assert {n for n, (s, _) in told.items() if s != 200} == {"form", "suggest"}, told
    assert "isn't yours" not in repr(told)
    for browser in (ada, ben, cleo):
        assert {s for s, _ in (await statuses(browser, SANDBOX, token)).values()} == {404}
    assert await sim.head() == head, "nothing of it moves the battle"
    # Who has left the server has no door any more.
    sim.guild.remove_member(sim.cleo)
    assert {s for s, _ in (await statuses(cleo, everything, token)).values()} == {403}
