"""The process that draws: it gets work through a pipe, does it, and sends back what came of it.

A job is a function and its arguments, pickled. Maps are large and the same in every picture of a battle: each is sent
once, under a number, and stands as that number in the jobs that follow, and in what comes of them.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import importlib
import io
import itertools
import os
import pickle
import signal
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, TypeAlias

from engine.kernel.areas import AreaMap
from engine.kernel.terrain import BattleMap

Map: TypeAlias = BattleMap | AreaMap

MAPS = 32
"""Maps a worker keeps."""

LONG = 0.2
"""Seconds of CPU after which a job is taken to have used much memory."""

OFTEN = 20_000
"""Objects more than there were after which the garbage collector looks for circles among the new ones."""

QUIET = 0.3
"""Seconds without a job after which the same is done: one map leaves up to 20 MB, and nobody waits then."""

_NUMBERS = itertools.count(1)
_NUMBER = "workshop.number"


@dataclass(frozen=True)
class Parcel:
    """What is sent for one job."""

    maps: tuple[tuple[int, type[Map], str], ...]
    """Maps the worker doesn't have yet: of what class, and as JSON."""
    dropped: tuple[int, ...]
    """Maps it needn't keep any longer."""
    job: bytes


class Packer:
    """Makes parcels for one worker; knows which maps it has."""

    def __init__(self) -> None:
        self._sent: OrderedDict[int, None] = OrderedDict()
        self._used: dict[int, Map] = {}
        """Maps of the latest job, by number."""

    def pack(self, work: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Parcel:
        """The parcel of a job. Raises what pickle raises for work that can't be sent."""
        used = self._used = {}
        out = io.BytesIO()
        _JobPickler(out, used).dump((work, args, kwargs))
        new = [n for n in used if n not in self._sent]
        for n in used:
            self._sent[n] = None
            self._sent.move_to_end(n)
        dropped: list[int] = []
        while len(self._sent) > max(MAPS, len(used)):
            dropped.append(self._sent.popitem(last=False)[0])
        return Parcel(tuple((n, type(used[n]), used[n].model_dump_json()) for n in new), tuple(dropped), out.getvalue())

    def unpack(self, answer: bytes) -> tuple[bool, Any]:
        """Whether the latest job was done, and what came of it: a value, in which its maps are those that were sent,
        or an exception."""
        return _Unpickler(answer, self._used).load()


class _JobPickler(pickle.Pickler):
    def __init__(self, out: io.BytesIO, used: dict[int, Map]) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self._used = used

    def persistent_id(self, obj: Any) -> int | None:
        if not isinstance(obj, BattleMap | AreaMap):
            return None
        # A copy of a map may have taken over its scratch: the number counts only for the object it was given to.
        number, owner = obj.scratch.get(_NUMBER, (0, 0))
        if owner != id(obj):
            number = next(_NUMBERS)
            obj.scratch[_NUMBER] = (number, id(obj))
        self._used[number] = obj
        return number


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, maps: Mapping[int, Map]) -> None:
        super().__init__(io.BytesIO(data))
        self._maps = maps
        self.met: dict[int, int] = {}
        """Numbers of the maps it has come across, by the maps' identity."""

    def persistent_load(self, pid: Any) -> Map:
        found = self._maps[pid]
        self.met[id(found)] = pid
        return found


class _AnswerPickler(pickle.Pickler):
    """Maps that came with the job go back as their numbers; they hold what this process has worked out of them, too,
    which is nobody else's."""

    def __init__(self, out: io.BytesIO, met: Mapping[int, int]) -> None:
        super().__init__(out, pickle.HIGHEST_PROTOCOL)
        self._met = met

    def persistent_id(self, obj: Any) -> int | None:
        return self._met.get(id(obj)) if isinstance(obj, BattleMap | AreaMap) else None


def serve(pipe: Connection, niceness: int) -> None:
    """Draw what comes through the pipe until it is closed. Runs in a process of its own."""
    # Ctrl-C reaches every process of a terminal; when to stop is for the one that started this.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(niceness)  # not on Windows
    importlib.import_module("renderer.draw")
    # What is loaded stays; the garbage collector looked through all of it every other picture of a film.
    gc.freeze()
    gc.set_threshold(OFTEN, 20, 20)
    maps: dict[int, Map] = {}
    with contextlib.suppress(EOFError, OSError):
        pipe.send_bytes(b"ready")
        left = False
        while True:
            if left and not pipe.poll(QUIET):
                _give_back()
                left = False
            parcel: Parcel = pipe.recv()
            began = time.process_time()
            pipe.send_bytes(_done(parcel, maps))
            left = time.process_time() - began <= LONG
            if not left:
                _give_back()


def _done(parcel: Parcel, maps: dict[int, Map]) -> bytes:
    """Whether the work was done, and what came of it: a value or an exception, pickled."""
    try:
        maps.update((n, kind.model_validate_json(text)) for n, kind, text in parcel.maps)
        job = _Unpickler(parcel.job, maps)
        work, args, kwargs = job.load()
        for n in parcel.dropped:
            maps.pop(n, None)
        out = io.BytesIO()
        _AnswerPickler(out, job.met).dump((True, work(*args, **kwargs)))
        return out.getvalue()
    except Exception as e:
        e.add_note("In the process that draws:\n" + "".join(traceback.format_exception(e)))
        try:
            sent = pickle.dumps((False, e))
            pickle.loads(sent)
        except Exception:
            return pickle.dumps((False, RuntimeError("\n".join([repr(e), *e.__notes__]))))
        return sent


def _give_back() -> None:
    """Return what drawing needed and left free to the system, which takes 1 ms; the C library would keep it."""
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)  # glibc alone has it


__all__ = ["Packer", "Parcel", "serve"]
