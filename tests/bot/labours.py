"""Work for the process that draws, found there by name. Light on imports: the process imports it too."""

from __future__ import annotations

import os
import time
from pathlib import Path


def add(a: int, b: int = 1) -> int:
    return a + b


def refuse(word: str) -> None:
    raise ValueError(word)


class Stubborn(Exception):
    """An exception that pickle can't make again: it wants two values and tells of one."""

    def __init__(self, a: str, b: str) -> None:
        super().__init__(a)


def stubborn() -> None:
    raise Stubborn("a", "b")


def die_once(mark: Path) -> str:
    """End the process the first time, leaving a mark; do it the second time."""
    if not mark.exists():
        mark.touch()
        os._exit(3)
    return "done"


def die() -> None:
    os._exit(3)


def whereabouts() -> int:
    return os.getpid()


def tell_and_wait(mark: Path, sign: Path) -> str:
    """Leave a mark, then wait for a sign."""
    mark.touch()
    while not sign.exists():
        time.sleep(0.005)
    return "seen"
