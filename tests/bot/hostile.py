"""Files nobody should send: real ones with something wrong in them, noise, and bombs."""

from __future__ import annotations

import json
import random
import resource
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOM = 1 << 30
"""Bytes of address space the test may take beyond what it has."""


class TooLong(BaseException):
    """No exception our code could take for its own."""


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Break off what takes longer than this of the processor's time (:class:`TooLong`); a bomb meets MemoryError."""

    def over(signum: int, frame: Any) -> None:
        raise TooLong

    before = signal.signal(signal.SIGVTALRM, over)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + ROOM, hard))
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


STRANGE = (
    "\u202e",  # right to left from here on
    "\u2066\u2069",
    "\u200b",
    "\ufeff",
    "\x00",
    "\x1b[2J",
    "\x85",
    "\u2028",
    "²",
    "٣",
    "Ⅷ",
    "💥" * 50,
    "{x}",
    "%s%n",
    "../../../etc/passwd",
    "/dev/zero",
    "'; DROP TABLE battles; --",
    "@everyone",
    "\\",
    '"',
    "]",
    "a" * 5000,
)
NUMBERS = (
    "-1",
    "0",
    "9" * 18,
    "9" * 400,
    "9" * 5000,
    "1e308",
    "1e999",
    "-0.0",
    "NaN",
    "Infinity",
    "0x10",
    "01",
    "1_000",
)
VALUES: tuple[Callable[[], Any], ...] = (
    lambda: None,
    lambda: True,
    lambda: -1,
    lambda: 0,
    lambda: 2**31,
    lambda: 2**63,
    lambda: 10**300,
    lambda: -(10**18),
    lambda: 0.5,
    lambda: 1e308,
    lambda: "",
    lambda: "x" * 1_000_000,
    lambda: "\ud800",
    lambda: "\u202e\u0000\u200b",
    lambda: "../../secret",
    lambda: [],
    lambda: {},
    lambda: [0] * 50_000,
    lambda: {str(n): n for n in range(5_000)},
    lambda: _deep(100),
    lambda: 101,
    lambda: 9901,
    lambda: "9999",
)


def _deep(n: int) -> Any:
    found: Any = 1
    for _ in range(n):
        found = [found]
    return found


def hostile(rng: random.Random, real: Sequence[bytes]) -> bytes:
    """A file made from one of these, or from nothing."""
    kind = rng.random()
    if kind < 0.08:
        return _noise(rng)
    data = rng.choice(real)
    if kind < 0.5:
        made = _in_json(rng, data)
        if made is not None:
            data = made
            if rng.random() < 0.8:
                return data
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        data = rng.choice(_SLIPS)(rng, data)
    return data


def _noise(rng: random.Random) -> bytes:
    return rng.choice(
        (
            lambda: b"",
            lambda: rng.randbytes(rng.choice((1, 10, 1000, 100_000))),
            lambda: b"[" * rng.choice((10, 1000, 200_000)),
            lambda: b'{"a":' * rng.choice((10, 1000, 50_000)),
            lambda: b'{"system":"cataphract",' + b'"a":1,' * 50_000 + b'"b":1}',
            lambda: b"[" + b"0," * 300_000 + b"0]",
            lambda: b"1" * 100_000,
            lambda: b'"' + b"a" * 1_000_000 + b'"',
            lambda: b"\xff\xfe" + "{}".encode("utf-16-le"),
            lambda: b"\n" * 100_000,
            lambda: b"PK\x03\x04" + rng.randbytes(500),
            lambda: b"\x1f\x8b\x08" + rng.randbytes(500),
            lambda: "\u202e{}".encode(),
        )
    )()


# -- slips of bytes and lines ---------------------------------------------------------------------------------------


def _flip(rng: random.Random, data: bytes) -> bytes:
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 20)) if found else 0):
        found[rng.randrange(len(found))] ^= 1 << rng.randrange(8)
    return bytes(found)


def _cut(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _out(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + data[at + rng.choice((1, 10, 1000)) :]


def _lines(rng: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    n = rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            del lines[n]
        case 1:
            lines.insert(rng.randrange(len(lines) + 1), lines[n])
        case 2:
            lines = [*lines[:n], *[lines[n]] * rng.choice((2, 50, 30_000)), *lines[n:]]
        case 3:
            rng.shuffle(lines)
        case _:
            lines[n] = lines[rng.randrange(len(lines))]
    return b"\n".join(lines)


def _strange(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(STRANGE).encode("utf-8", "surrogatepass") + data[at:]


def _surrogate(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return (
        data[:at]
        + rng.choice((b"\xed\xa0\x80", b"\\ud800", b"\\udfff\\ud800", b"\xf4\x90\x80\x80", b"\xc0\xaf"))
        + data[at:]
    )


def _number(rng: random.Random, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    digits = [i for i, c in enumerate(text) if c.isdigit() and (i == 0 or not text[i - 1].isdigit())]
    if not digits:
        return data
    at = end = rng.choice(digits)
    while end < len(text) and text[end].isdigit():
        end += 1
    return (text[:at] + rng.choice(NUMBERS) + text[end:]).encode()


def _encoded(rng: random.Random, data: bytes) -> bytes:
    text = data.decode("utf-8", "replace")
    return text.encode(rng.choice(("utf-16", "utf-32", "utf-8-sig", "cp1252", "utf-7")), "replace")


def _twice(rng: random.Random, data: bytes) -> bytes:
    return data + data


def _swapped(rng: random.Random, data: bytes) -> bytes:
    words = data.split(b" ")
    if len(words) > 2:
        a, b = rng.randrange(len(words)), rng.randrange(len(words))
        words[a], words[b] = words[b], words[a]
    return b" ".join(words)


_SLIPS = (_flip, _flip, _cut, _out, _lines, _lines, _strange, _surrogate, _number, _number, _encoded, _twice, _swapped)


# -- inside JSON ----------------------------------------------------------------------------------------------------


def _in_json(rng: random.Random, data: bytes) -> bytes | None:
    """The same document with some values or names changed; None for what is no JSON."""
    try:
        document = json.loads(data)
    except ValueError:
        return None
    if not isinstance(document, dict):
        return None
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        _change(rng, document)
    text = json.dumps(document)
    if rng.random() < 0.05:
        name = rng.choice([*document] or ["a"])
        text = text[:-1] + f", {json.dumps(name)}: 1}}"
    return text.encode()


def _change(rng: random.Random, document: Any) -> None:
    """Somewhere inside, deeper places as likely as shallow ones."""
    place, depth = document, rng.randrange(1, 9)
    while depth:
        inside = [*place.values()] if isinstance(place, dict) else place
        deeper = [x for x in inside if isinstance(x, dict | list) and x]
        if not deeper or depth == 1:
            break
        place, depth = rng.choice(deeper), depth - 1
    if not place:
        return
    key = rng.choice([*place]) if isinstance(place, dict) else rng.randrange(len(place))
    match rng.randrange(6):
        case 0:
            del place[key]
        case 1 if isinstance(place, list):
            place.extend([place[key]] * rng.choice((1, 100, 5000) if isinstance(place[key], int | float) else (1, 20)))
        case 1 if isinstance(place, dict):
            place[rng.choice(STRANGE)] = place[key]
        case 2:
            other = rng.choice([*place]) if isinstance(place, dict) else rng.randrange(len(place))
            place[key], place[other] = place[other], place[key]
        case 3 if isinstance(place[key], int) and not isinstance(place[key], bool):
            place[key] += rng.choice((-1, 1, 7, 100, 10_000, -(10**6)))
        case 3 if isinstance(place[key], str):
            place[key] += rng.choice(STRANGE)
        case _:
            place[key] = rng.choice(VALUES)()
