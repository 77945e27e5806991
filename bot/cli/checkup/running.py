"""The bot that runs here, as it tells of itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from bot.cli.checkup.finding import Finding, doubtful, good, unknown, wrong
from bot.cli.configuration import Configuration
from bot.monitoring.server import Address

PATIENCE = aiohttp.ClientTimeout(total=10)

LOG = "journalctl -u hexarch -n 100 tells what it was busy with."
_TROUBLES = (
    (
        "hexarch_errors_total",
        "errors of ours since it was started",
        "Each has a reference: journalctl -u hexarch -g reference. Please report them.",
    ),
    (
        "hexarch_loop_stalls_total",
        "times since it was started its event loop stood still",
        "The log says where each time; please report it.",
    ),
    (
        "hexarch_battles_behind",
        "battles haven't been told to the end",
        "They are tried again by themselves; if it lasts, the log says what Discord refuses.",
    ),
    (
        "hexarch_battles_halted",
        "battles stand still, since their channel is shut or gone",
        "Their referees have been told; /host battle looks at one.",
    ),
    (
        "hexarch_discord_refusals",
        "requests were refused by Discord within ten minutes",
        "The log says what; at 2,000 nothing is retried any more.",
    ),
)
"""Figures that are nought where all is well: what each counts, and what to do."""
ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where somebody on this machine reaches what listens everywhere."""


async def looked_at(settings: Configuration) -> list[Finding]:
    """What it says is wrong, and those of its figures that tell of trouble."""
    if not settings.listen:
        advice = 'Set listen = "9464", and look again: the bot tells there how it is.'
        return [unknown("the bot", "it isn't told where it says how it is (listen)", advice)]
    address = Address.parse(settings.listen)
    host = ANYWHERE.get(address.host, address.host)
    base = f"http://{f'[{host}]' if ':' in host else host}:{address.port}"
    async with aiohttp.ClientSession(timeout=PATIENCE) as session:
        try:
            async with session.get(f"{base}/healthz") as answer:
                told = await answer.json(content_type=None)
            async with session.get(f"{base}/metrics") as answer:
                figures = await answer.text()
        except TimeoutError:
            advice = f"One operation keeps it busy, or it is stuck. {LOG} systemctl restart hexarch loses nothing."
            return [wrong("the bot", f"it doesn't answer at {base} within {PATIENCE.total:.0f} s", advice)]
        except (aiohttp.ClientError, OSError, ValueError):
            advice = "Is it running? systemctl status hexarch; journalctl -u hexarch -n 50; hexarch run --check."
            return [wrong("the bot", f"nothing that is a bot of ours answers at {base}", advice)]
    return [*_health(told, base), *_figures(figures)]


def _health(told: Any, base: str) -> Iterator[Finding]:
    stage = told.get("status") if isinstance(told, dict) else None
    if stage is None:
        yield wrong("the bot", f"what answers at {base} is no bot of ours", "Another program has the port of listen.")
    elif stage == "ill":
        for said in told.get("wrong", []):
            yield wrong("the bot", str(said), f"See the rest of this list first. {LOG}")
    elif stage == "waiting":
        advice = "This is meant while a new version waits for the old one to end; else stop the one that isn't wanted."
        yield doubtful("the bot", "it waits for another process that has its database", advice)
    else:
        yield good("the bot", f"it is {stage}")


def _figures(text: str) -> Iterator[Finding]:
    sums: dict[str, float] = {}
    try:
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                sums[sample.name] = sums.get(sample.name, 0.0) + sample.value
    except ValueError:
        return
    for name, said, advice in _TROUBLES:
        if (number := sums.get(name, 0.0)) > 0:
            yield doubtful("figures", f"{number:,.0f} {said}", advice)
    if (memory := sums.get("hexarch_memory_bytes", 0.0)) > 0:
        yield good("figures", f"it takes {memory / 1_000_000:,.0f} MB, drawing included")
