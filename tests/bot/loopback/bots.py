"""Processes of the bot as a host runs them, but that Discord is :mod:`tests.bot.loopback.server`."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[3]

_PROGRAM = """
import os, yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
base = os.environ["LOOPBACK"]
Route.BASE = base + "/api/v10"
DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(base.replace("http", "ws", 1) + "/gateway")
from bot.cli import program
program()
"""
"""``hexarch``, told where Discord is."""

READY = 120.0
"""Seconds a process may take to begin, to answer or to end, on a busy machine."""


class Bot:
    """One process of ``hexarch run``."""

    def __init__(self, process: asyncio.subprocess.Process, log: Path, address: str) -> None:
        self.process = process
        self.log = log
        self._address = address

    @classmethod
    async def run(cls, discord: str, database: str, folder: Path, name: str, *more: str) -> Bot:
        """Start one; ``discord``: where it is. Its log and the port it is asked at are in ``folder``."""
        port = _free()
        log = folder / f"{name}.log"
        command = ["run", "--database", database, "--wait", "600", "--listen", str(port), "--log-format", "json", *more]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("HEXARCH_")}
        environment |= {"LOOPBACK": discord, "DISCORD_TOKEN": "MTIz.loopback.none", "PYTHONPATH": str(ROOT)}
        with log.open("wb") as out:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-c", _PROGRAM, *command, env=environment, cwd=folder, stdout=out, stderr=out
            )
        return cls(process, log, f"http://127.0.0.1:{port}")

    async def until(self, status: str) -> None:
        """Wait until it says that it is ``running``, or ``waiting``."""
        until = time.monotonic() + READY
        while await asyncio.to_thread(self._status) != status:
            assert self.process.returncode is None and time.monotonic() < until, self.log.read_text("utf-8")[-3000:]
            await asyncio.sleep(0.1)

    def errors(self) -> list[str]:
        """Lines of its log that tell of an error of ours.

        That its event loop stood still, as the watchdog says, is none of them: a busy machine gives it no processor.
        """
        lines = self.log.read_text("utf-8").splitlines()
        told = (x for x in lines if '"level": "error"' in x.casefold() or x.startswith("Traceback"))
        return [x for x in told if "the event loop hasn't answered" not in x]

    def figure(self, name: str) -> float:
        """One of its figures, all of its labels together."""
        with urllib.request.urlopen(f"{self._address}/metrics", timeout=READY) as found:
            lines = found.read().decode().splitlines()
        return sum(float(line.rpartition(" ")[2]) for line in lines if re.match(rf"{name}(\{{|\s)", line))

    def cpu(self) -> float:
        """Seconds of CPU it has taken."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wanted(self) -> float:
        """Seconds in which its event loop ran, or would have, had there been a processor for it."""
        ran, waited, _ = Path(f"/proc/{self.process.pid}/schedstat").read_text("ascii").split()
        return (int(ran) + int(waited)) / 1e9

    def _status(self) -> str:
        try:
            with urllib.request.urlopen(f"{self._address}/healthz", timeout=5) as found:
                return json.load(found)["status"]
        except urllib.error.HTTPError as e:
            return str(e)
        except OSError:
            return ""

    async def stop(self) -> int:
        """SIGTERM; its exit code."""
        if self.process.returncode is None:
            self.process.terminate()
        return await asyncio.wait_for(self.process.wait(), READY)

    async def kill(self) -> None:
        """SIGKILL."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


def _free() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]
