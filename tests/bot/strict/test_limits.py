"""What the simulated Discord says of requests that the real one wouldn't take."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.backend import Backend

from tests.bot.strict.limits import wrong
from tests.bot.strict.request import Request

BUTTON = {"type": 2, "style": 2, "label": "x", "custom_id": "a"}
SELECT = {"type": 3, "custom_id": "a", "options": [{"label": "x", "value": "1"}]}


def row(*components: Any) -> list[Any]:
    return [{"type": 1, "components": list(components)}]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"content": "x" * 2001}, "2001 characters in a message"),
        ({"content": " "}, "an empty message"),
        ({"content": "x", "nonce": "n" * 26}, "26 characters in a nonce"),
        ({"content": "<@1>"}, "mentions, and nothing said"),
        ({"content": "x", "components": row(*[{**BUTTON, "custom_id": str(n)} for n in range(6)])}, "6 components"),
        ({"content": "x", "components": row(BUTTON, BUTTON)}, "a custom id twice: ['a']"),
        ({"content": "x", "components": row({**BUTTON, "custom_id": "a" * 101})}, "101 characters in a custom id"),
        ({"content": "x", "components": row({**BUTTON, "label": "x" * 81})}, "81 characters in a button"),
        ({"content": "x", "components": row(SELECT, {**SELECT, "custom_id": "b"})}, "2 components in a row"),
        ({"content": "x", "components": row({**SELECT, "options": []})}, "no options"),
        ({"content": "x", "components": row({**SELECT, "max_values": 2})}, "1 to 2 of 1 options"),
        ({"content": "x", "components": [{"type": 10, "content": "x"}]}, "components for a layout"),
        ({"flags": 1 << 15, "content": "x", "components": [{"type": 10, "content": "x"}]}, "content or embeds"),
        ({"embeds": [{"description": "x" * 4097}]}, "4097 characters in an embed's description"),
        ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": [1]}}, "users called by name and all"),
    ],
)
def test_a_message_that_is_too_much(body: Any, said: str) -> None:
    assert any(said in x for x in wrong(Request(Backend(), "POST", "/channels/1/messages", {"json": body})))


def test_a_message_as_it_should_be() -> None:
    body = {"content": "<@1>", "allowed_mentions": {"users": [1]}, "components": row(SELECT), "nonce": "x"}
    assert not [*wrong(Request(Backend(), "POST", "/channels/1/messages", {"json": body}))]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ({"name": "Map", "description": "x"}, "no name"),
        ({"name": "map", "description": ""}, "nothing in the description"),
        ({"name": "map", "description": "x" * 101}, "101 characters"),
        (
            {"name": "map", "description": "x", "options": [{"name": "a", "description": "x", "type": 3}] * 2},
            "of one name",
        ),
    ],
)
def test_a_command_that_is_too_much(command: Any, said: str) -> None:
    request = Request(Backend(), "PUT", "/applications/1/commands", {"json": [command]})
    assert any(said in x for x in wrong(request))
