"""What is imported when it is first asked for: most programs need one rule system, and a start none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")


def named(path: str) -> Any:
    """What a module holds, by ``module:name``; several names go down from one to the next.

    >>> named("math:pi")
    3.141592653589793
    """
    module, _, names = path.partition(":")
    found: Any = import_module(module)
    for name in names.split("."):
        found = getattr(found, name)
    return found


class Lazily(Mapping[str, T]):
    """Values by key, each made when it is first asked for; which keys there are is known from the beginning.

    >>> numbers = Lazily({"pi": lambda: named("math:pi")})
    >>> list(numbers), "e" in numbers, numbers["pi"]
    (['pi'], False, 3.141592653589793)
    """

    def __init__(self, makers: Mapping[str, Callable[[], T]]) -> None:
        self._makers = dict(makers)
        self._made: dict[str, T] = {}

    def __getitem__(self, key: str) -> T:
        if key not in self._made:
            self._made[key] = self._makers[key]()
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._makers  # Mapping would make the value to find out

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)
