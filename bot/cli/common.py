"""What the commands share: exit codes, the form of their help, reading and writing files."""

from __future__ import annotations

import argparse
import json
import os
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

OK, NO, BAD_INPUT, OUR_ERROR = 0, 1, 2, 3
USELESS = 78
"""What ``hexarch run`` ends with where starting it again is of no use until something is changed. systemd calls it
CONFIG."""

EPILOG = "Exit codes: 0 done; 1 the answer is no; 2 bad input; 3 an error of ours."


class BadInput(Exception):
    """What the user gave can't be used; the message says why."""

    code = BAD_INPUT
    """What the program ends with."""


class Lasting(BadInput):
    """The same, said by what runs for long: starting it again is of no use until something is changed."""

    code = USELESS


@contextmanager
def database_told(lasting: type[BadInput] = BadInput) -> Iterator[None]:
    """What is wrong with a database is told in its sentence; ``lasting`` is for what stays wrong."""
    # What knows databases is loaded only where there is one.
    from bot.storage.trouble import DatabaseTrouble, LastingTrouble

    try:
        yield
    except LastingTrouble as e:
        raise lasting(str(e)) from e
    except DatabaseTrouble as e:
        raise BadInput(str(e)) from e


def command(
    commands: Any, name: str, help: str, description: str, example: str, more: str = ""
) -> argparse.ArgumentParser:
    """A subcommand whose help teaches: what it does, an example, the exit codes, and ``more`` of them."""
    return commands.add_parser(
        name,
        help=help,
        description=textwrap.fill(description, 100),
        epilog=f"Example:\n  {example}\n\n{EPILOG}" + (f"\n{more}" if more else ""),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def text_of(path: str) -> str:
    """A text file's content; "-" reads standard input."""
    if path == "-":
        return sys.stdin.read()
    try:
        return Path(path).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as e:
        raise BadInput(f"{path}: can't be read: {e}") from e


def data_folder() -> Path:
    """Where this user's programs keep their data."""
    base = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "hexarch"


def write(path: str, content: str | bytes) -> None:
    """Write a file; says clearly when it can't be."""
    try:
        if isinstance(content, str):
            Path(path).write_text(content, "utf-8")
        else:
            Path(path).write_bytes(content)
    except OSError as e:
        raise BadInput(f"{path}: can't be written: {e.strerror or e}") from e


def show_json(data: Any) -> None:
    """Print one JSON document on one line."""
    print(json.dumps(data, ensure_ascii=False))


def whole(low: int, high: int) -> Any:
    """An argparse type: a whole number between two bounds."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{value} is not between {low} and {high}")
        return value

    return number
