"""Browsers at the board, for the bench: each keeps a stream open, and asks for the battle and the map at every change.

A process of its own: reads the board's address and a cookie for each viewer as JSON from its input. On its output, a
line each of JSON: how many streams were let in; then for every change what the viewers asked for and how long each of
them waited, in seconds, from the moment its stream told of it.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

import aiohttp

PATIENCE = 60.0
"""Seconds after which a viewer that has heard nothing is counted as lost."""


async def main() -> None:
    given = json.loads(sys.stdin.readline())
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar()) as http:
        viewers = [_Viewer(http, given["at"], cookie) for cookie in given["cookies"]]
        await asyncio.gather(*(v.look() for v in viewers))
        let_in = [v for v in viewers if await v.listen()]
        _say({"streams": len(let_in)})
        loop = asyncio.get_running_loop()
        # Every line that comes in announces a change.
        while await loop.run_in_executor(None, sys.stdin.readline):
            _say(await _change(let_in))


async def _change(viewers: list[_Viewer]) -> dict[str, Any]:
    began = time.time()
    told = await asyncio.gather(*(asyncio.wait_for(v.change(), PATIENCE) for v in viewers), return_exceptions=True)
    seen = [t for t in told if not isinstance(t, BaseException)]
    return {
        "lost": len(told) - len(seen),
        "at": [t[0] for t in seen],
        "state": [t[1] for t in seen],
        "picture": [t[2] for t in seen],
        "began": began,
    }


class _Viewer:
    def __init__(self, http: aiohttp.ClientSession, at: str, cookie: str) -> None:
        self._http = http
        self._at = at
        self._headers = {"Cookie": cookie}
        self._stream: aiohttp.ClientResponse | None = None
        self._head = -1
        self._tag = ""

    async def listen(self) -> bool:
        self._stream = await self._http.get(f"{self._at}/api/events", headers=self._headers)
        return self._stream.status == 200

    async def look(self) -> tuple[float, float]:
        """What a page does after a change; seconds for the battle and for the picture."""
        began = time.perf_counter()
        async with self._http.get(f"{self._at}/api/battle", headers=self._headers) as answer:
            self._head = (await answer.json())["head"]
        state = time.perf_counter()
        headers = {**self._headers, "If-None-Match": self._tag}
        query = {"head": str(self._head), "layers": "last"}
        async with self._http.get(f"{self._at}/api/map", params=query, headers=headers) as answer:
            await answer.read()
            self._tag = answer.headers.get("ETag", self._tag)
        return state - began, time.perf_counter() - state

    async def change(self) -> tuple[float, float, float]:
        """Wait for the battle to go on; when that was known and seen, and what both requests took."""
        assert self._stream is not None
        before = self._head
        while self._head == before:
            while b"changed" not in await self._stream.content.readline():
                pass
            state, picture = await self.look()
        return time.time(), state, picture


def _say(what: dict[str, Any]) -> None:
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
