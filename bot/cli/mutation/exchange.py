"""A changed module put in the place of the right one, for one process that is thrown away afterwards."""

from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType, ModuleType


def exchange(path: Path, source: bytes) -> int:
    """Give every living function of a file the code it has in ``source``; how many were changed.

    Only what stands in functions changes; the lines must be those of the file.
    """
    new = {_place(code): code for code in _outermost(compile(source, str(path), "exec"))}
    done = 0
    gc.unfreeze()  # what a test suite has frozen isn't among the objects
    for found in gc.get_objects():
        if isinstance(found, FunctionType) and found.__code__.co_filename == str(path):
            code = new.get(_place(found.__code__))
            if code is not None and code.co_freevars == found.__code__.co_freevars:
                found.__code__ = code
                done += 1
    return done


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _outermost(code: CodeType) -> Iterator[CodeType]:
    """The functions and methods of a module; what is defined in them goes with them."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            # Class bodies are code as well, and nobody's function: they only lead to their methods.
            yield inner
            if "<locals>" not in inner.co_qualname:
                yield from _outermost(inner)


class ChangedModule(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from another text. To be put first in :data:`sys.meta_path`, before the module is imported."""

    def __init__(self, module: str, path: Path, source: bytes) -> None:
        self.module = module
        self.path = path
        self.source = source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname != self.module:
            return None
        folders = [str(self.path.parent)] if self.path.stem == "__init__" else None
        return importlib.util.spec_from_file_location(
            fullname, self.path, loader=self, submodule_search_locations=folders
        )

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.source, str(self.path), "exec"), module.__dict__)

    def install(self) -> None:
        assert self.module not in sys.modules, "the right one is imported already"
        sys.meta_path.insert(0, self)
