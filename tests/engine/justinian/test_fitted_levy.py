"""What a form of recruits takes away where ships are taken instead (5.33)."""

from __future__ import annotations

from engine.kernel.text import Text
from engine.systems.justinian import levy
from engine.systems.justinian.levy import Levy
from engine.systems.justinian.sharing import Part


def made(**more: object) -> Levy:
    given: dict[str, object] = {
        "side": "barbarian",
        "rule": "5.33",
        "prompt": Text("Where?"),
        "land": [Part("first", Text("First"), 20), Part("second", Text("Second"), 20)],
        "ports": [Part("port", Text("Port"), 3)],
        "recruits": lambda ships: 9 - 3 * ships,
        "ships_rule": "5.33",
        "price": Text("3 SP each"),
        "first": {},
    }
    return Levy(**{**given, **more})  # type: ignore[arg-type]


def test_what_is_too_much_is_taken_from_the_largest() -> None:
    found = levy._fitted(made(), {"first": 6, "second": 3, "port": 1})  # pyright: ignore[reportPrivateUsage]
    assert found == {"first": 3, "second": 3, "port": 1}


def test_what_must_be_filled_is_taken_from_last() -> None:
    needed = made(first={"first": 6})
    found = levy._fitted(needed, {"first": 6, "second": 3, "port": 1})  # pyright: ignore[reportPrivateUsage]
    assert found == {"first": 6, "port": 1}
