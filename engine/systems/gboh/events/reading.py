"""What a journal or a record may say: the family's events, closed to the words of one game, and that game's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType
from typing import Any, Literal, get_args, get_origin

from pydantic import TypeAdapter, create_model

from engine.kernel.annotations import any_of, counts
from engine.kernel.events import Event, SeatsSwapped
from engine.systems.gboh import events as gboh
from engine.systems.gboh.set_up import kept
from engine.systems.gboh.state import OrdersPhase, State

_FAMILY: tuple[type[Event], ...] = tuple(
    event for name in gboh.__all__ if isinstance(event := getattr(gboh, name), type) and issubclass(event, Event)
)


def reader(state: type[State], *own: type[Event] | ModuleType) -> TypeAdapter[Any]:
    """Reads any event of a game from JSON.

    ``state`` is the game's: what its events may name follows from it. ``own`` are events of the game alone, and those
    of the family that it has with more in them; all that a module defines, where it is one.
    """
    events = (event for given in own for event in ([given] if isinstance(given, type) else _defined(given)))
    known = {_type(event): event for event in (*_FAMILY, SeatsSwapped, *events)}
    known |= {_type(event): event for event in _closed(state, known)}
    return any_of(known.values(), "type")


def _defined(module: ModuleType) -> Iterator[type[Event]]:
    for found in vars(module).values():
        if isinstance(found, type) and issubclass(found, Event) and found.__module__ == module.__name__:
            yield found


def _type(event: type[Event]) -> str:
    return event.model_fields["type"].default


def _closed(state: type[State], known: Mapping[str, type[Event]]) -> Iterable[type[Event]]:
    """Events that name a word or carry a part of the state, as the game has them; ``known`` by type."""
    words, orders = state.words, kept(state, "orders")
    yield _with(known["phase-began"], phase=state.model_fields["phase"].annotation)
    yield _with(known["orders-began"], orders=orders)
    yield _with(known["orders-noted"], field=_one_of(_noted(orders)))
    yield _with(known["unit-moved"], how=(_one_of(words.goings), "order"))
    yield _with(known["unit-turned"], how=(_one_of(words.turnings), "order"))
    yield _with(known["fired"], how=_one_of(words.shootings))
    yield _with(known["value-set"], field=_one_of(words.values))


def _noted(orders: type[OrdersPhase]) -> Iterable[str]:
    """Lists and counters of an Orders Phase, one of several counters too, and the arm it is bound to."""
    for name, field in orders.model_fields.items():
        counters = get_origin(field.annotation) is dict and counts(get_args(field.annotation)[1])
        if field.annotation is int or get_origin(field.annotation) is list or counters or name == "arm":
            yield name


def _one_of(words: Iterable[str]) -> Any:
    return Literal[tuple(words)]


def _with(event: type[Event], **fields: Any) -> type[Event]:
    given: dict[str, Any] = {k: v if isinstance(v, tuple) else (v, ...) for k, v in fields.items()}
    return create_model(event.__name__, __base__=event, __module__=event.__module__, **given)
