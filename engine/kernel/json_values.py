"""What kind of JSON value something is: for documents and stored settings of which nothing is known before.

``isinstance`` alone leaves open what is inside; these say that it is JSON again.

>>> is_object({"a": 1}), is_object([]), is_array([1]), is_array((1,)), is_sequence((1,)), is_sequence("ab")
(True, False, True, False, True, False)
>>> from types import MappingProxyType
>>> is_mapping(MappingProxyType({"a": 1})), is_object(MappingProxyType({"a": 1})), is_mapping([])
(True, False, False)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeGuard


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def is_mapping(value: object) -> TypeGuard[Mapping[str, Any]]:
    """An object, or what a model has made of one."""
    return isinstance(value, Mapping)


def is_array(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def is_sequence(value: object) -> TypeGuard[Sequence[Any]]:
    """An array, or the tuple that a model has made of one."""
    return isinstance(value, list | tuple)
