"""The log: its two forms, what was being handled, and no secret in it, wherever it came from."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from bot import logs
from bot.logs.setup import LOUD
from tests.each import for_each

# None is real; each has the shape of a real one.
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4OQ.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
INTERACTION = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTphYmNkZWY"
PASSWORD = "s3cret!pass"

log = logging.getLogger("hexarch")


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in LOUD:
        logging.getLogger(name).setLevel(logging.NOTSET)


def written(format: Any, *, level: str = "info", secrets: tuple[str, ...] = ()) -> io.StringIO:
    stream = io.StringIO()
    logs.set_up(format, level, secrets, stream)
    return stream


SECRETS = {
    "the token": f"logging in with {TOKEN}",
    "a header": f"headers: {{'Authorization': 'Bot {TOKEN}'}}",
    "an interaction's token": f"POST https://discord.com/api/v10/interactions/123/{INTERACTION}/callback",
    "a webhook's token": f"PATCH https://discord.com/api/v10/webhooks/123/{INTERACTION}/messages/@original",
    "a database's password": f"postgresql+asyncpg://hexarch:{PASSWORD}@db.example/hexarch is silent",
    "a password by itself": f"asyncpg said: {PASSWORD}",
    "a battle's seed": r"BattleRow(id='b1', seed=b'\x00\x01secret', next_roll=3)",
}


@for_each("format", logs.FORMATS)
@for_each("what", SECRETS)
def test_no_secret_is_logged_in_whatever_part_of_a_line(format: str, what: str) -> None:
    said = SECRETS[what]
    stream = written(format, secrets=(TOKEN, PASSWORD))
    log.warning("as an argument: %s", said)
    log.warning(said)
    try:
        try:
            raise OSError(said)
        except OSError as e:
            raise RuntimeError("something went wrong") from e
    except RuntimeError:
        log.exception("with a traceback")
    with logs.about(command=said):
        log.info("while it was handled")
    text = stream.getvalue()
    assert "something went wrong" in text and "with a traceback" in text, "the rest is told"
    for secret in (TOKEN, INTERACTION, PASSWORD, "secret'", "x01"):
        assert secret not in text, text


def test_secrets_with_a_known_shape_are_hidden_even_if_nobody_has_named_them() -> None:
    stream = written("text")
    log.error("%s %s postgresql://u:%s@h/d", TOKEN, f"/interactions/1/{INTERACTION}/callback", PASSWORD)
    assert stream.getvalue().rstrip().endswith("hexarch: … /interactions/1/…/callback postgresql://u:…@h/d")


def test_a_line_of_json_tells_what_was_handled_and_the_reference() -> None:
    stream = written("json")
    with logs.about(command="order", guild=7, battle="b1", channel=None):
        try:
            raise ValueError("ü")
        except ValueError as e:
            log.error("reference %s", "AB12CD", exc_info=e, extra={"reference": "AB12CD"})
    log.info("after it")
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert first["level"] == "error" and first["logger"] == "hexarch" and first["reference"] == "AB12CD"
    assert (first["command"], first["guild"], first["battle"]) == ("order", 7, "b1") and "channel" not in first
    assert first["exception"].endswith("ValueError: ü") and "\n" in first["exception"]
    assert first["time"].endswith("+00:00")
    assert second["message"] == "after it" and "battle" not in second


def test_a_line_of_text_names_what_was_handled() -> None:
    stream = written("text")
    with logs.about(command="order", guild=7):
        log.warning("hm")
    assert stream.getvalue().endswith("WARNING  hexarch: hm [command=order guild=7]\n")


async def test_what_is_handled_belongs_to_a_task() -> None:
    stream = written("json")

    async def handle(n: int) -> None:
        logs.handling(guild=n)
        await asyncio.sleep(0)
        log.info("%s", n)

    await asyncio.gather(handle(1), handle(2))
    assert [(e["message"], e["guild"]) for e in map(json.loads, stream.getvalue().splitlines())] == [("1", 1), ("2", 2)]


def test_levels_hold_and_setting_up_again_doesn_t_double_lines() -> None:
    quiet = written("text", level="error")
    log.warning("not told")
    assert quiet.getvalue() == ""
    stream = written("text", level="debug")
    log.debug("told")
    logging.getLogger("discord.gateway").debug("every packet")
    logging.getLogger("aiosqlite").debug("every statement")
    assert stream.getvalue().count("\n") == 1 and quiet.getvalue() == ""
