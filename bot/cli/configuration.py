"""Settings of ``hexarch run``: from the command line, the environment and a TOML file, in this order; checked at start.

All that is wrong is said at once, each with where it stands.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator, model_validator

from bot.cli.arguments.run import TOKEN
from bot.cli.common import Lasting
from bot.documentation import VARIABLE

PREFIX = "HEXARCH_"
CONFIG = "HEXARCH_CONFIG"
TOKEN_FILE = f"{TOKEN}_FILE"

MOST_TOKEN = 4096
"""Bytes of a token's file that are read: a file that holds more is another one."""


def _lines(value: Any) -> Any:
    """Folders, as an environment names several."""
    return [x for x in value.split(os.pathsep) if x] if isinstance(value, str) else value


class Configuration(BaseModel):
    """What may be settled, with what holds where nothing is said."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    database: str = Field("", description="SQLite file or database URL")
    theme: Literal["light", "dark"] = Field("light", description="look of the maps")
    log_format: Literal["text", "json"] = Field("text", description="how the log is written")
    log_level: Literal["debug", "info", "warning", "error"] = Field("info", description="how much is logged")
    listen: str = Field(
        "", description="address of /healthz and /metrics: PORT or HOST:PORT; a port alone is loopback's"
    )
    board: str = Field("", description="address the board listens at: PORT or HOST:PORT; a port alone is loopback's")
    board_url: str = Field("", description="address people reach the board at: https://board.example.org")
    operator_channel: int | None = Field(
        None, gt=0, lt=2**63, description="channel at Discord where it is told when something stays broken"
    )
    operator_guild: int | None = Field(
        None, gt=0, lt=2**63, description="server at Discord that gets the owner's commands (/host)"
    )
    shards: str = Field("0/1", description="shards of this process, as 0-3/16")
    requests: int = Field(
        0,
        ge=0,
        le=10_000,
        description="requests a second this process sends to Discord at the most; 0: its share of 50",
    )
    discord_api: str = Field(
        "", description="address of a proxy that hands requests on to Discord: http://127.0.0.1:8080"
    )
    wait: float = Field(
        60.0, ge=0, le=10 * 365 * 86400.0, description="seconds to wait while another process has the database"
    )
    pool: int = Field(10, ge=2, le=100, description="connections to PostgreSQL at the most, besides the lease's")
    statement_timeout: float = Field(
        30.0, ge=1, le=3600, description="seconds after which PostgreSQL gives up a statement"
    )
    cache: str = Field("", description="folder in which drawn maps are kept from one start to the next")
    scenarios: Annotated[tuple[str, ...], BeforeValidator(_lines)] = Field(
        (), description="folders with battles of your own"
    )

    @model_validator(mode="after")
    def _whole(self) -> Configuration:
        if bool(self.board) != bool(self.board_url):
            raise ValueError("board and board_url go together: where it listens, and where people reach it")
        return self

    @field_validator("board_url")
    @classmethod
    def _url(cls, value: str) -> str:
        found = urlsplit(value)
        if value and (found.scheme != "https" or not found.netloc or found.path.strip("/") or found.query):
            raise ValueError(f"“{value}” is no address of a board: write https:// and a name, and nothing behind it")
        return value.rstrip("/")

    @field_validator("discord_api")
    @classmethod
    def _proxy(cls, value: str) -> str:
        found = urlsplit(value)
        if value and (
            found.scheme not in ("http", "https") or not found.netloc or found.path.strip("/") or found.query
        ):
            raise ValueError(f"“{value}” is no address of a proxy: write http:// and a name, and nothing behind it")
        return value.rstrip("/")

    @field_validator("listen", "board")
    @classmethod
    def _address(cls, value: str) -> str:
        from bot.monitoring.server import Address

        if value:
            Address.parse(value)
        return value

    @field_validator("shards")
    @classmethod
    def _shards(cls, value: str) -> str:
        from bot.storage.shards import Shards

        return str(Shards.parse(value))


NAMES = tuple(Configuration.model_fields)

BESIDE = (CONFIG, VARIABLE, "HEXARCH_HEAVY", "HEXARCH_SEED", "HEXARCH_OPENAPI", "HEXARCH_PICTURES")
"""Names in the environment that are no settings: of the file with these, of the documentation, of our tests."""


def read(
    options: Mapping[str, Any], environment: Mapping[str, str], *, token: bool = True
) -> tuple[Configuration, str]:
    """The settings, and the bot's token; "" unless ``token``. ``options`` are those of the command line, None for one
    that wasn't given; its ``config`` names the file. Raises :class:`Lasting` with everything that is wrong.
    """
    wrong = list(_misnamed(environment))
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    file = options.get("config") or environment.get(CONFIG)
    if file:
        for name, value in _file(file, wrong).items():
            values[name], origins[name] = value, f"{file}: {name}"
    for name in NAMES:
        if environment.get(PREFIX + name.upper(), "") != "":
            values[name], origins[name] = environment[PREFIX + name.upper()], PREFIX + name.upper()
        if options.get(name) is not None:
            values[name], origins[name] = options[name], f"--{name.replace('_', '-')}"
    found: Configuration | None = None
    try:
        found = Configuration.model_validate(values)
    except ValidationError as e:
        wrong += [_said(error, origins) for error in e.errors()]
    secret = ""
    if token:
        secret, problem = token_in(environment)
        wrong += [problem] if problem else []
    if wrong or found is None:
        raise useless(wrong)
    return found, secret


def useless(wrong: Sequence[str]) -> Lasting:
    """Everything that is wrong, as it is told."""
    return Lasting(wrong[0] if len(wrong) == 1 else "the settings can't be used:\n- " + "\n- ".join(wrong))


def _misnamed(environment: Mapping[str, str]) -> Iterator[str]:
    """Names in the environment that look like settings and are none."""
    known = [*(name.upper() for name in NAMES), *(name.removeprefix(PREFIX) for name in BESIDE)]
    for name in sorted(environment):
        rest = name.removeprefix(PREFIX)
        if rest != name and rest not in known:
            near = get_close_matches(rest, known, 1)
            yield f"{name}: there is no such setting" + (f"; is {PREFIX}{near[0]} meant?" if near else "")


def _file(name: str, wrong: list[str]) -> dict[str, Any]:
    """What a TOML file settles; what is wrong with the file as such is added."""
    try:
        with Path(name).open("rb") as f:
            found = tomllib.load(f)
    except OSError as e:
        wrong.append(f"{name}: can't be read: {e.strerror or e}")
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as e:
        wrong.append(f"{name}: this is no TOML: {e}")
    else:
        for key in [k for k in found if k not in NAMES]:
            del found[key]
            if "token" in key.casefold():
                where = f"it belongs into the environment, {TOKEN}, or into a file that {TOKEN_FILE} names"
                wrong.append(f"{name}: {key}: the token isn't kept here: {where}")
                continue
            near = get_close_matches(key, NAMES, 1)
            hint = f"; is {near[0]} meant?" if near else f"; there are: {', '.join(NAMES)}"
            wrong.append(f"{name}: {key}: there is no such setting{hint}")
        return found
    return {}


def _said(error: Any, origins: Mapping[str, str]) -> str:
    """One thing that is wrong with a value, and where it stands."""
    where = origins.get(str(error["loc"][0]), str(error["loc"][0])) if error["loc"] else "settings"
    given, context = error["input"], error.get("ctx", {})
    match error["type"]:
        case "value_error":
            why = str(context["error"])
        case "literal_error":
            why = f"“{given}” is none of {context['expected'].replace(chr(39), '')}"
        case "int_parsing" | "int_type" | "int_from_float":
            why = f"“{given}” is no whole number"
        case "float_parsing" | "float_type":
            why = f"“{given}” is no number"
        case "greater_than" | "greater_than_equal" | "less_than" | "less_than_equal":
            bound = {"gt": "more than", "ge": "at least", "lt": "less than", "le": "at most"}
            why = "; ".join(f"it must be {bound[k]} {v:g}" for k, v in context.items() if k in bound) + f", not {given}"
        case "string_type":
            why = f"“{given}” is no text: put it in quotes"
        case _:
            why = error["msg"]
    return f"{where}: {why}"


def token_in(environment: Mapping[str, str]) -> tuple[str, str]:
    """The token, and what is wrong with it."""
    token, file, source = environment.get(TOKEN, "").strip(), environment.get(TOKEN_FILE, ""), TOKEN
    if token and file:
        return "", f"{TOKEN} and {TOKEN_FILE} are both set: which is meant?"
    if file:
        try:
            with Path(file).open("rb") as f:
                token, source = f.read(MOST_TOKEN).decode().strip(), file
        except (OSError, UnicodeDecodeError) as e:
            return "", f"{TOKEN_FILE}: {file} can't be read: {getattr(e, 'strerror', None) or e}"
    if token and not (token.isascii() and token.isprintable() and " " not in token):
        return "", f"what {source} holds is no token: a token has no spaces, and no letters with accents"
    if not token and file:
        return "", f"{TOKEN_FILE}: {file} is empty: it is to hold your bot's token"
    if not token:
        return "", (
            f"there is no token: set the environment variable {TOKEN} to your bot's token "
            "(docs/hosting.md tells how to get one). To try Hexarch without Discord: hexarch local"
        )
    return token, ""


def secrets(configuration: Configuration, token: str) -> Sequence[str]:
    """What must never be logged."""
    from sqlalchemy import exc
    from sqlalchemy.engine import make_url

    found = [token]
    if "://" in configuration.database:
        try:
            found.append(str(make_url(configuration.database).password or ""))
        except (exc.ArgumentError, ValueError):
            found.append(configuration.database)
    return found
