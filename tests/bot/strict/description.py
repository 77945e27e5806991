"""Discord's own description of its interface (OpenAPI): which routes there are, and what may be said to each.

The file isn't ours, and isn't here: a run is given one by :data:`VARIABLE`.
"""

from __future__ import annotations

import copy
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

VARIABLE = "HEXARCH_OPENAPI"
"""Names the file, where there is one."""

_DRAFT = jsonschema_rs.Draft202012
_COMMANDS = ("ApplicationCommandCreateRequest", "ApplicationCommandUpdateRequest")


class Description:
    """What is described. Bodies are looked at once each: most requests are like many others."""

    def __init__(self, described: dict[str, Any]) -> None:
        document = _strict(_as_it_is(described))
        self._paths: dict[str, dict[str, Any]] = document["paths"]
        schemas = _by_name(document["components"]["schemas"])
        self._quick = jsonschema_rs.Registry([(f"urn:{k}", v) for k, v in schemas.items()], draft=_DRAFT)
        self._registry: Any = (
            Registry()
            .with_resources((f"urn:{k}", Resource(contents=v, specification=DRAFT202012)) for k, v in schemas.items())
            .crawl()
        )
        self._routes = sorted(
            ((re.compile(_pattern(path)), path) for path in self._paths),
            key=lambda x: -len(re.sub(r"\{[^}]+\}", "", x[1])),
        )
        self._known: dict[str, list[str]] = {}
        self._validators: dict[tuple[str, str], jsonschema_rs.Validator] = {}

    def wrong(self, method: str, path: str, body: Any) -> list[str]:
        """What isn't as it is described."""
        method = method.lower()
        route = next((p for pattern, p in self._routes if pattern.fullmatch(path) and method in self._paths[p]), None)
        if route is None:
            return ["there is no such route"]
        if body is None:
            return []
        key = f"{method} {route} {json.dumps(body, sort_keys=True, default=str)}"
        if key not in self._known:
            self._known[key] = list(self._errors(method, route, json.loads(json.dumps(body, default=str))))
        return self._known[key]

    def _errors(self, method: str, route: str, body: Any) -> Iterator[str]:
        schema = self._schema(method, route)
        if schema is None:
            yield "a body where none is described"
            return
        if (method, route) not in self._validators:
            found = jsonschema_rs.Draft202012Validator(schema, registry=self._quick, base_uri="urn:asked")
            self._validators[method, route] = found
        if self._validators[method, route].is_valid(body):
            return
        # A hundred times slower, but it tells what is wrong in every branch of a union.
        for error in jsonschema.Draft202012Validator(schema, registry=self._registry).iter_errors(body):
            deepest = _deepest(error)
            yield f"{'/'.join(map(str, deepest.absolute_path))}: {deepest.message[:200]}"

    def _schema(self, method: str, route: str) -> Any:
        body = self._paths[route][method].get("requestBody")
        if body is None:
            return None
        # What a form's payload_json says is what would have been the JSON.
        content = body["content"]
        kind = "application/json" if "application/json" in content else next(iter(content))
        return _by_name(content[kind]["schema"])


@cache
def given() -> Description | None:
    """The description this run was given; None for none."""
    path = os.environ.get(VARIABLE)
    return Description(json.loads(Path(path).read_text("utf-8"))) if path else None


def _pattern(path: str) -> str:
    parts = re.split(r"(\{[^}]+\})", path)
    return "".join("[^/]+" if part.startswith("{") else re.escape(part) for part in parts)


def _by_name(schema: Any) -> Any:
    """With references to schemas as names in the registry."""
    return json.loads(json.dumps(schema).replace('"#/components/schemas/', '"urn:'))


def _as_it_is(described: dict[str, Any]) -> dict[str, Any]:
    """With what discord.py sends of every bot, and with what the documentation has and the description lacks.

    Ids as numbers, ``tts`` in edits, an embed's ``flags``, ``nsfw`` of commands, a post's ``type``; channels of type
    16.
    """
    document = copy.deepcopy(described)
    schemas = document["components"]["schemas"]
    schemas["SnowflakeType"] = {"oneOf": [schemas["SnowflakeType"], {"type": "integer", "minimum": 0}]}
    schemas["ChannelTypes"]["oneOf"].append({"title": "GUILD_MEDIA", "const": 16})
    for part in _parts(schemas):
        channels = part.get("allOf") == [{"$ref": "#/components/schemas/ChannelTypes"}]
        if channels and 15 in part.get("enum", ()):
            part["enum"] = [*part["enum"], 16]
    for schema in schemas.values():
        if {"content", "embeds"} <= set(schema.get("properties") or ()):
            schema["properties"].setdefault("tts", {"type": ["boolean", "null"]})
    schemas["RichEmbed"]["properties"].setdefault("flags", {"type": ["integer", "null"]})
    schemas["CreateForumThreadRequest"]["properties"].setdefault("type", {"type": ["integer", "null"]})
    for name in _COMMANDS:
        schemas[name]["properties"].setdefault("nsfw", {"type": ["boolean", "null"]})
    return document


def _strict(document: dict[str, Any]) -> dict[str, Any]:
    """With keys refused that aren't described."""
    for part in _parts(document["components"]["schemas"]):
        if isinstance(part.get("properties"), dict) and part.get("type") == "object":
            part.setdefault("additionalProperties", False)
    return document


def _parts(x: Any) -> Iterator[dict[str, Any]]:
    """Every object in a document."""
    if isinstance(x, dict):
        yield x
    for inner in list(x.values()) if isinstance(x, dict) else x if isinstance(x, list) else ():
        yield from _parts(inner)


def _deepest(error: Any) -> Any:
    """Of what is wrong in each branch of a union, what was found furthest down: of the branch that was meant."""
    while error.context:
        error = max(error.context, key=lambda e: (e.validator not in ("type", "const", "enum"), len(e.absolute_path)))
    return error
