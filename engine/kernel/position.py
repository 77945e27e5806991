"""What the position files of all systems have in common: the form, and how a state is brought to what a file says.

A position starts from a battle as set up, or from a small field, and says what is different. Each system brings its
own form (:class:`BasePosition` with what its sequence of play needs), and puts its state together with a
:class:`Builder`, which goes on after everything that is wrong and has it all in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, create_model

from engine.kernel import annotations
from engine.kernel.complaints import complaints, offer, place
from engine.kernel.context import BaseState
from engine.kernel.hexes import HexNumber, show
from engine.kernel.model import MOST, NameOf, Strict
from engine.kernel.position_field import Entries
from engine.kernel.scenario import BaseScenario
from engine.kernel.text import in_words

M = TypeVar("M", bound=BaseModel)
S = TypeVar("S", bound=BaseState)
B = TypeVar("B", bound=BaseScenario)


class BasePosition(Strict):
    """A position file as written, as far as all systems agree on it."""

    scenario: str | dict[str, Any] | None = None
    """Key of a battle, a path to a scenario file, or a whole scenario document."""
    title: str | None = None
    note: str = ""
    """For readers; means nothing."""
    options: dict[str, bool] = {}
    """Optional rules switched on."""
    sides: dict[str, dict[str, Any]] = {}
    """Running accounts that differ, by side."""
    changes: dict[str, dict[str, Any]] = {}
    """Values and states that differ, by piece."""
    remove: tuple[str, ...] = ()
    """Pieces that take no part."""
    only: tuple[str, ...] = ()
    """If any: all other units and leaders take no part."""
    notes: dict[str, str] = {}
    """Scratch values of the battle's special rules, by rule id."""
    outcome: str | None = None
    """Who won and how; only in phase "over"."""
    winner: Annotated[str, NameOf("side")] | None = None
    swapped: bool = False
    """The players have changed seats."""


@dataclass(frozen=True)
class Built:
    """What came of a position."""

    scenario: BaseScenario
    state: Any
    problems: tuple[str, ...]
    """Everything that is wrong, one sentence with its place each; then the other two are only as far as could be."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Movement points a piece has spent."""

    piece: str
    spent: int
    allowance: int
    rule: str
    """Case that gives the allowance."""
    over: bool = False
    """Its move is over: what it hasn't spent is lost."""


@dataclass(frozen=True)
class PositionForm:
    """How a system writes its positions down. See :data:`engine.systems.registry.POSITIONS`."""

    model: type[BasePosition]
    """With a ``field`` of its own."""
    build: Callable[[Any, Any], Built]
    """From a position, and the battle it starts from (None: from its field)."""
    write: Callable[[Any, Any], dict[str, Any]]
    """What a position file says of a state, given the state it starts from."""
    spent: Callable[[Any, Sequence[Any], Any], Iterator[Spent]]
    """Of a context, what has happened since the last statement, and the context then: who has moved, for how much of
    what it has."""
    troops: tuple[str, ...]
    """Unit types: what tells a field of one system from a field of another that doesn't say whose it is."""
    pieces: dict[str, type[BaseModel]]
    """What ``changes`` may say, by kind of piece; what ``sides`` may say is under "side"."""


@cache
def partial(model: type[BaseModel], without: tuple[str, ...] = ("id",)) -> type[BaseModel]:
    """The model with every field optional, for saying what differs; numbers other than hexes are at least 0.

    >>> from engine.kernel.terrain import Place
    >>> complaints(partial(Place), {"hex": "x"})
    ['hex: must be a hex as printed on the map, 4504 or "0203" in quotes, not "x"']
    """
    fields: dict[str, Any] = {}
    for name, field in model.model_fields.items():
        if name in without:
            continue
        annotation: Any = field.annotation
        if field.metadata:
            annotation = annotations.annotated(annotation, *field.metadata)
        if annotations.counts(annotation):
            said = {bound for m in field.metadata for bound in ("ge", "le") if getattr(m, bound, None) is not None}
            bounds: dict[str, Any] = {k: v for k, v in (("ge", 0), ("le", MOST)) if k not in said}
            annotation = Annotated[annotation, Field(**bounds)] if bounds else annotation
        fields[name] = (annotation, Field(default=None))
    return create_model(f"{model.__name__}Change", __config__=ConfigDict(extra="forbid", frozen=True), **fields)


def updated(
    instance: M,
    values: Mapping[str, Any],
    where: str,
    problems: list[str],
    change: type[BaseModel] | None = None,
    names: Mapping[str, str] | None = None,
) -> M:
    """A copy of a part of a state with other values, those left out that can't be; these are added to ``problems``.

    ``change`` is what may be said of it, :func:`partial` of its model unless given; ``names`` are what a file calls
    otherwise.
    """
    model = type(instance)
    wrong: set[str] = set()
    for name, said in _wrong(change or partial(model), values):
        problems.append(f"{where}.{said}")
        wrong.add(name)
    good = {(names or {}).get(k, k): v for k, v in values.items() if k not in wrong}
    return model.model_validate({**instance.model_dump(), **good})


def _wrong(model: type[BaseModel], values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Names of the values that can't be, with what is to say of each."""
    for name, value in values.items():
        for said in complaints(model, {name: value}):
            yield name, said


class Builder(Generic[S, B]):
    """Brings a state from the set-up to the position, collecting what is wrong."""

    def __init__(self, state: S, scenario: B) -> None:
        self.state = state
        self.scenario = scenario
        self.problems: list[str] = []

    def exists(self, name: str) -> bool:
        """Whether there is a piece of that name."""
        raise NotImplementedError

    def piece(self, name: str, values: Mapping[str, Any], where: str) -> None:
        """Change a piece, or add to what is wrong that there is none."""
        raise NotImplementedError

    def described(self, position: BasePosition, entries: Entries | None, wrong: Iterable[str] = ()) -> None:
        """What a file says of options and of single pieces: in its own field (None: it has none), then in ``changes``.

        ``wrong``: what is wrong with the battle made of that field.
        """
        self.options(position.options)
        if entries is not None:
            self.problems += [f"field.{p}" for p in (*entries.problems, *wrong)]
            for piece, values in entries.states.items():
                if self.exists(piece):
                    self.piece(piece, values, f"field.{entries.places[piece]}")
        for piece, values in position.changes.items():
            self.piece(piece, values, f"changes.{piece}")

    def known(self, name: str, where: str, what: str, known: Collection[str]) -> bool:
        """Whether there is such a thing; if not, that is one more thing wrong."""
        if name in known:
            return True
        self.problems.append(f"{where}: {there_is_no(what, name, known)}")
        return False

    def offered(self) -> Collection[str]:
        """The optional rules there are: what may be switched on as the battle is created."""
        return self.scenario.optional_rules

    def options(self, options: Mapping[str, bool]) -> None:
        """Refuse optional rules the battle doesn't have."""
        offered = self.offered() if options else ()
        for option in options:
            if option not in offered:
                found = offer(option, offered) or "; there are none"
                self.problems.append(f"options.{option}: is no optional rule of this battle{found}")

    def whole(self, given: Mapping[str, Any]) -> None:
        """Values of the state itself."""
        for name, value in given.items():
            setattr(self.state, name, value)

    def check(self, names: Mapping[str, Collection[str]], paths: Mapping[str, str]) -> None:
        """Everything in the state that names what doesn't exist, or a hex that isn't on the map.

        ``names``: what there is, by kind; ``paths``: what a file calls a field of the state that it calls otherwise
        ("" for tables of pieces, which are found under their own name).
        """
        for path, mark, value in annotations.marked(type(self.state), self.state):
            if isinstance(mark, HexNumber):
                if value is not None and value not in self.scenario.board:
                    self.problems.append(f"{_said(path, paths)}: hex {show(value)} is not on the map")
            elif isinstance(mark, NameOf) and isinstance(value, str):
                known = [n for kind in mark.kinds for n in names.get(kind, ())]
                self.known(value, _said(path, paths), " or ".join(mark.kinds), known)


def there_is_no(what: str, name: str, known: Collection[str]) -> str:
    """
    >>> there_is_no("unit", "lc1", ["LC1"])
    'there is no unit "lc1"; did you mean LC1?'
    """
    return f'there is no {what} "{name}"{offer(name, known)}'


def _said(path: Sequence[int | str], paths: Mapping[str, str]) -> str:
    first, *rest = path
    begin = paths.get(str(first), str(first))
    return place([*([begin] if begin else []), *rest], {})


def differences(before: BaseModel | None, after: BaseModel, always: Collection[str] = ()) -> dict[str, Any]:
    """Fields that differ, and those said ``always``, with their later values as a file has them.

    >>> from engine.kernel.terrain import Place
    >>> differences(Place(name="Ford", hex=203), Place(name="Ford", hex=204))
    {'hex': '0204'}
    """
    changed = {
        name
        for name in type(after).model_fields
        if name in always or before is None or getattr(before, name) != getattr(after, name)
    }
    found: dict[str, Any] = in_words(after.model_dump(mode="json", include=changed))
    for path, mark, value in annotations.marked(type(after), after):
        if isinstance(mark, HexNumber) and isinstance(value, int) and path[0] in changed:
            here: Any = found
            for part in path[:-1]:
                here = here[part]
            here[path[-1]] = show(value)
    return found
