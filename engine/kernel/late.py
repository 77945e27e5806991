"""Fields that may be worked out late: given as they are, or as a function that is asked once, when somebody reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Late(Generic[T]):
    """A field of a dataclass without slots; None where nothing is said.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Line:
    ...     note: Late[str] = Late()
    >>> Line().note, Line("as it is").note, Line(lambda: "worked out").note
    (None, 'as it is', 'worked out')
    """

    def __set_name__(self, owner: type[Any], name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type[Any]) -> None: ...
    @overload
    def __get__(self, instance: object, owner: type[Any]) -> T | None: ...
    def __get__(self, instance: object, owner: type[Any]) -> T | None:
        if instance is None:
            return None  # what dataclasses take as the default
        kept: dict[str, Any] = instance.__dict__
        value: Any = kept[self._name]
        if callable(value):
            value = kept[self._name] = value()
        return value

    def __set__(self, instance: object, value: T | Callable[[], T | None] | None) -> None:
        instance.__dict__[self._name] = value
