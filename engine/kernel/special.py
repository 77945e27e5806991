"""Rules of single battles: which are in force, and which of them have anything to do at a given point.

A system has a base class of its own, derived from :class:`Special`, whose methods are hooks that do nothing. A
battle's rule is a subclass of that, and overrides the hooks it needs; the general procedure calls every rule's hook,
or, where it passes very often, only those that :class:`Hooks` finds to be overridden.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar, cast, overload

from pydantic import ValidationError

from engine.kernel.parameters import Params
from engine.kernel.scenario import BaseScenario, SpecialRule

M = TypeVar("M", bound=Params)


class Taken(Generic[M]):
    """``params = Taken(Late)`` in a kind of rule: each such rule has parameters of its own, read from what its battle
    says when they are first asked for.

    Nobody assigns to them, so a kind derived from another may take more than that one does.
    """

    def __init__(self, model: type[M]) -> None:
        self.model = model

    def __set_name__(self, kind: type[Special], name: str) -> None:
        kind.takes = self.model

    @overload
    def __get__(self, rule: None, kind: type[Special]) -> Self: ...
    @overload
    def __get__(self, rule: Special, kind: type[Special]) -> M: ...
    def __get__(self, rule: Special | None, kind: type[Special]) -> Self | M:
        if rule is None:
            return self
        try:
            found = self.model.model_validate(rule.spec.params)
        except ValidationError:
            # Files are checked as they are loaded; a battle that was begun before that goes on with what it has.
            found = self.model.model_construct(**rule.spec.params)
        vars(rule)["params"] = found
        return found


class Special:
    """One rule of a battle. By itself it is data alone, there to be read with ``/rule``."""

    about: ClassVar[str]
    """What it does, for those who write battles: a phrase of the table in ``docs/scenario-format.md``."""
    takes: ClassVar[type[Params]]
    """The model of its parameters, as :attr:`params` says."""
    params = Taken(Params)

    def __init__(self, spec: SpecialRule) -> None:
        self.spec = spec

    def afresh(self) -> Self:
        """The same rule for another copy of the battle: what it remembers of this one stays here."""
        return type(self)(self.spec)


class Ruled(Protocol):
    """A battle with rules in force."""

    @property
    def having(self) -> Callable[[str], Sequence[Any]]:
        """Those of them that do anything in a hook, by its name, in order."""
        ...


P = ParamSpec("P")
R = TypeVar("R", bound=Special)
T = TypeVar("T")


def telling(base: type[R], about: str, what: str) -> type[R]:
    """A rule that is data alone: what it changes stands in ``what`` of the battle's file, in a word or two.

    ``about`` is its docstring; ``base`` the class with the system's hooks.
    """
    told = f"nothing by itself: it tells players about {what}"
    body = {"__doc__": about, "about": told, "__module__": base.__module__}
    return cast("type[R]", type("Telling", (base,), body))


def in_force(scenario: BaseScenario, options: Mapping[str, bool]) -> Iterator[SpecialRule]:
    """The battle's rules that hold under the options it was created with, in the order of its scenario."""
    for rule in scenario.special_rules:
        switched_on = not rule.optional or options.get(rule.id, False)
        switched_off = rule.unless is not None and options.get(rule.unless, False)
        if switched_on and not switched_off:
            yield rule


def made(kinds: Mapping[str, type[R]], scenario: BaseScenario, options: Mapping[str, bool]) -> list[R]:
    """The rules in force as procedures; ``kinds`` has every kind there is, by the id scenarios give.

    Raises KeyError for a rule that has no procedure: a scenario is checked for that when it is loaded.
    """
    return [kinds[spec.id](spec) for spec in in_force(scenario, options)]


class Hooks(dict[str, list[R]]):
    """Those of a battle's rules that override a hook of the class that declares it, by the hook's name, in order."""

    def __init__(self, rules: Sequence[R]) -> None:
        super().__init__()
        self._rules = rules
        self._kinds = tuple(map(type, rules))

    def __missing__(self, hook: str) -> list[R]:
        found = self[hook] = [self._rules[i] for i in _having(self._kinds, hook)]
        return found


@lru_cache(maxsize=4096)
def _having(kinds: tuple[type[Special], ...], hook: str) -> tuple[int, ...]:
    """Which of the kinds do anything in a hook. Positions of one battle, and battles of one scenario, share it."""
    return tuple(i for i, kind in enumerate(kinds) if overrides(kind, hook))


@cache
def overrides(kind: type[Special], hook: str) -> bool:
    """Whether a kind of rule does anything in a hook: it, or a class between, redefines what its base declares.

    Found once for every kind: classes don't change.
    """
    declared = [c for c in kind.__mro__ if hook in vars(c)]
    return len(declared) > 1


# -- asking all that have a hook ---------------------------------------------------------------------------------------
# ``hook`` is the method as its class declares it, and what follows are the values it is given besides the battle.


def first(g: Ruled, hook: Callable[Concatenate[Any, Any, P], T | None], *args: P.args, **named: P.kwargs) -> T | None:
    """The first that a rule gives which isn't None; None when none does."""
    name = hook.__name__
    for r in g.having(name):
        if (found := getattr(r, name)(g, *args, **named)) is not None:
            return found
    return None


def told(
    g: Ruled, hook: Callable[Concatenate[Any, Any, P], Iterable[T]], *args: P.args, **named: P.kwargs
) -> Iterator[T]:
    """All that rules yield, one after the other."""
    name = hook.__name__
    for r in g.having(name):
        yield from getattr(r, name)(g, *args, **named)


def any_of(g: Ruled, hook: Callable[Concatenate[Any, Any, P], bool], *args: P.args, **named: P.kwargs) -> bool:
    """Whether a rule says yes; those after it aren't asked."""
    name = hook.__name__
    return any(getattr(r, name)(g, *args, **named) for r in g.having(name))


def call(g: Ruled, hook: Callable[Concatenate[Any, Any, P], None], *args: P.args, **named: P.kwargs) -> None:
    """Let every rule know, or refuse."""
    name = hook.__name__
    for r in g.having(name):
        getattr(r, name)(g, *args, **named)


async def run(
    g: Ruled, hook: Callable[Concatenate[Any, Any, P], Coroutine[Any, Any, None]], *args: P.args, **named: P.kwargs
) -> None:
    """Have every rule do what it does then, one after the other."""
    name = hook.__name__
    for r in g.having(name):
        await getattr(r, name)(g, *args, **named)
