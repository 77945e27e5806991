"""Figures that are looked up in the bot when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot import metrics
from bot.messages.delivery.deliver import refusals
from bot.processes import MEGABYTE, all_resident, resident

if TYPE_CHECKING:
    from bot.app import Hexarch


class BotGauges(Collector):
    """What a bot is busy with."""

    def __init__(self, bot: Hexarch) -> None:
        self.bot = bot

    def collect(self) -> Iterable[Metric]:
        bot = self.bot
        messages, lease = bot.messages, bot.service.database.lease
        pool = messages.pictures.drawing_pool
        prompt, long = pool.waiting
        yield _gauge("hexarch_pictures_waiting", "Pictures in line", {"prompt": prompt, "long": long}, "lane")
        behind, halted = messages.publisher.behind, messages.halts.known
        yield GaugeMetricFamily("hexarch_battles_behind", "Battles about which something is unsaid yet", len(behind))
        yield GaugeMetricFamily("hexarch_battles_halted", "Battles that stand still, their channel shut", len(halted))
        yield GaugeMetricFamily("hexarch_battles_loaded", "Battles in memory", bot.service.sessions.loaded)
        ours = lease.held or not lease.lockable
        yield GaugeMetricFamily("hexarch_lease_held", "Whether the database is ours to write to", float(ours))
        yield GaugeMetricFamily("hexarch_servers", "Servers the bot is in", len(bot.guilds))
        yield GaugeMetricFamily("hexarch_ready", "Whether the bot is connected to Discord", float(bot.is_ready()))
        if bot.latency == bot.latency and bot.latency != float("inf"):  # it is no number before the first heartbeat
            yield GaugeMetricFamily("hexarch_gateway_latency_seconds", "Heartbeat to Discord and back", bot.latency)
        yield GaugeMetricFamily(
            "hexarch_discord_refusals", "Refusals of Discord's in the last ten minutes; at 2,000 nothing is retried",
            refusals.recent(),
        )  # fmt: skip
        memory = {"bot": resident() * MEGABYTE, "drawing": all_resident(pool.pids) * MEGABYTE}
        yield _gauge("hexarch_memory_bytes", "Resident memory, by process", memory, "process")


class LagGauge(Collector):
    """How late the event loop is, looked up from whichever thread asks."""

    def __init__(self, lag: Callable[[], float]) -> None:
        self.lag = lag

    def collect(self) -> Iterable[Metric]:
        yield GaugeMetricFamily(
            "hexarch_loop_lag_seconds",
            "How late the event loop is now, or was when it was last looked at",
            self.lag(),
        )


@contextmanager
def shown(bot: Hexarch) -> Iterator[None]:
    """Have a bot's figures among those that are told, for a while."""
    with _registered(BotGauges(bot)):
        yield


@contextmanager
def lag_shown(lag: Callable[[], float]) -> Iterator[None]:
    """The same for how late its event loop is, in seconds; it must be safe to ask from any thread."""
    with _registered(LagGauge(lag)):
        yield


@contextmanager
def _registered(found: Collector) -> Iterator[None]:
    metrics.REGISTRY.register(found)
    try:
        yield
    finally:
        metrics.REGISTRY.unregister(found)


def _gauge(name: str, help: str, values: Mapping[str, float], label: str) -> Metric:
    found = GaugeMetricFamily(name, help, labels=[label])
    for key, value in values.items():
        found.add_metric([key], value)
    return found
