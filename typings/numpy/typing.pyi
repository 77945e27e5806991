from typing import Generic, TypeVar

T = TypeVar("T")

class NDArray(Generic[T]):
    """An array, which Pillow takes in the place of a sequence or gives out; nothing here makes one."""
