"""Notes every file of a folder that a process opens, its own modules included, and has the processes it starts do so.

Python imports this by itself where ``PYTHONPATH`` leads here. ``RECORDED`` is the folder, ``RECORD`` the file that
paths are written to, one a line, each as soon as it is opened: a process may be killed at any time.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

FOLDER = os.environ["RECORDED"] + os.sep
RECORD = os.environ["RECORD"]
HERE = os.path.dirname(__file__)

_known = {RECORD}


def note(event: str, args: tuple[Any, ...]) -> None:
    """An audit hook, which is told of everything the interpreter opens."""
    if event != "open" or not isinstance(args[0], str | bytes):
        return
    path = os.path.abspath(os.fsdecode(args[0]))
    if FOLDER in path and path not in _known:
        _known.add(path)
        with open(RECORD, "a") as record:
            record.write(f"{path}\n")


class Popen(subprocess.Popen[Any]):
    """A process that is given an environment of its own notes what it opens all the same."""

    def __init__(self, *args: Any, env: Any = None, **options: Any) -> None:
        given = dict(os.environ if env is None else env)
        paths = [HERE, *(p for p in given.get("PYTHONPATH", "").split(os.pathsep) if p not in ("", HERE))]
        noted = {"RECORDED": FOLDER.rstrip(os.sep), "RECORD": RECORD}
        super().__init__(*args, env={**noted, **given, "PYTHONPATH": os.pathsep.join(paths)}, **options)


sys.addaudithook(note)
subprocess.Popen = Popen  # type: ignore[misc]
