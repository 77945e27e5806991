"""What data read from files and states kept in journals are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypeAlias, dataclass_transform

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PrivateAttr

if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass

    @dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(Field, PrivateAttr))
    class Unchanging(ModelMetaclass):
        """Tells type checkers that models are frozen, subclasses too: so these may narrow the type of a field, as what
        tells them apart in JSON does."""
else:
    Unchanging = type(BaseModel)

Confidence = Literal["source", "external", "inferred"]
"""Where a number comes from: the rules or battle book, a public page that is named, or reasoning of our own."""


def _said(given: str) -> str:
    if not given.strip():
        raise ValueError("must not be empty")
    return given


Title: TypeAlias = Annotated[str, AfterValidator(_said)]
"""A name or title that readers see: not empty."""

UnitLetters: TypeAlias = Annotated[
    str, Field(pattern=r"^[A-Z]{1,4}$", description='one to four capital letters, as "THC"')
]
"""What the codes of a group of units begin with: "THC" of THC1 to THC5."""

OrderWord: TypeAlias = Annotated[
    str,
    Field(
        pattern=r"^([A-WYZ]|[A-Z][A-Za-z0-9]{1,23})$",
        description='one word of letters and digits that begins with a capital and isn\'t X, as "Narses" or "Guard2"',
    ),
]
"""Id of a leader, a Command, a Standard or a marker: what is written in orders. An X by itself means firing there."""


MOST = 100_000
"""Nothing that is counted or measured in a game comes near this. What a person writes down may, so every number that is
read from a file has bounds, if only these."""

Whole: TypeAlias = Annotated[int, Field(ge=-MOST, le=MOST)]
"""A whole number of which rules or other checks say more."""

Count: TypeAlias = Annotated[int, Field(ge=0, le=MOST)]
"""A whole number of things."""


class NameOf:
    """Marks a text as the name of something that must exist: "unit", "leader", "side", "command"..."""

    def __init__(self, *kinds: str) -> None:
        self.kinds = kinds
        """What it may name."""


UnitId: TypeAlias = Annotated[str, NameOf("unit")]
LeaderId: TypeAlias = Annotated[str, NameOf("leader")]
PieceId: TypeAlias = Annotated[str, NameOf("unit", "leader")]
SideId: TypeAlias = Annotated[str, NameOf("side")]


class Strict(BaseModel, metaclass=Unchanging):
    """Data that is read and never changed; a name it doesn't know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Mutable(BaseModel):
    """Part of a state: events change it; a name it doesn't know is an error."""

    model_config = ConfigDict(extra="forbid")


class Watched(Mutable):
    """Part of a state with values that follow from its fields, worked out once and kept until a field is set.

    A subclass adds their names to :attr:`follows` and to its ``__slots__``, and has a method ``find_<name>`` for each:
    then reading one takes no longer than reading a field. A field is set, never changed in place.

    >>> class Square(Watched):
    ...     __slots__ = ("area",)
    ...     follows: ClassVar = ("area",)
    ...     side: int
    ...     def find_area(self) -> int:
    ...         return self.side**2
    >>> square = Square(side=2)
    >>> before, square.side = (square.area, square.look), 3
    >>> before[0], square.area, before[1] is square.look
    (4, 9, False)
    """

    follows: ClassVar[tuple[str, ...]] = ()
    """Values that follow from its fields, but for :attr:`look`."""

    if TYPE_CHECKING:

        @property
        def look(self) -> object:
            """The same object as long as no field has been set; no two parts have the same."""
            ...

    else:
        __slots__ = ("_found", "look")

    def find_look(self) -> object:
        return object()

    def __getattr__(self, name: str) -> Any:
        if name == "_found":
            value: Any = []
        elif name == "look" or name in self.follows:
            value = getattr(self, f"find_{name}")()
            self._found.append(name)
        else:
            return super().__getattr__(name)  # pyright: ignore  pydantic's own, which type checkers don't see
        object.__setattr__(self, name, value)
        return value

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        found: list[str] = self._found
        for known in found:
            object.__delattr__(self, known)
        found.clear()
