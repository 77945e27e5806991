"""How a choice that can go wrong is told, wherever it can be pressed: what is rolled, the chance, the price."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.kernel.decisions import Choice
from engine.kernel.ideas import Idea
from engine.kernel.text import Text, either

Say = Callable[[Text], str]


def percent(chance: float) -> str:
    """A probability in whole percent; what can still fail is never called certain, nor what can succeed impossible.

    >>> [percent(p) for p in (0, 0.004, 0.1, 0.996, 1)]
    ['0 %', '1 %', '10 %', '99 %', '100 %']
    """
    n = round(100 * chance)
    if 0 < chance < 1:
        n = min(99, max(1, n))
    return f"{n} %"


def told(of: Choice | Idea, say: Say) -> str:
    """What it rolls for, the chance, and the price: "needs 0: 10 %; failing ends Gara's turn"; "" for nothing."""
    if of.risk is not None and of.risk.certain:
        return say(of.risk.failing)
    if of.risk is not None:
        return say(
            Text(
                "{needs}: {chance}; failing {price}",
                needs=of.risk.needs,
                chance=percent(of.risk.chance),
                price=of.risk.failing,
            )
        )
    return percent(of.chance) if of.chance is not None else ""


def prices(choices: Iterable[Choice]) -> list[Text]:
    """What failing costs, each price once: those that differ by a name alone are told of all the names.

    >>> from engine.kernel.decisions import Risk
    >>> def choice(name: str) -> Choice:
    ...     return Choice(name, Text("Trump"), risk=Risk(Text("needs 0"), 0.1, Text("costs {x} the turn", x=name)))
    >>> [str(p) for p in prices(map(choice, ("Ada", "Ben", "Cleo")))]
    ['costs Ada, Ben or Cleo the turn']
    """
    alike: dict[tuple[str, tuple[str, ...]], list[Text]] = {}
    for price in (c.risk.failing for c in choices if c.risk is not None):
        found = alike.setdefault((price.template, tuple(price.params)), [])
        if price not in found:
            found.append(price)
    return [x for found in alike.values() for x in (_together(found) if len(found) > 1 else found)]


def common_price(choices: Sequence[Choice]) -> Text | None:
    """What failing costs where several choices have one price, and their buttons say their chances; None otherwise."""
    risky = [c for c in choices if c.risk is not None]
    found = prices(risky)
    return found[0] if len(risky) > 1 and len(found) == 1 and all(c.chance is not None for c in risky) else None


def _together(alike: Sequence[Text]) -> Sequence[Text]:
    """Prices in the same words as one, where they differ in one value that is a word; otherwise as they are."""
    first, *others = alike
    ((name, values), *more) = [
        (k, [p.params[k] for p in alike]) for k in first.params if any(p.params[k] != first.params[k] for p in others)
    ]
    if more or not all(isinstance(v, str) for v in values):
        return alike
    return [Text(first.template, **{**first.params, name: either(values)})]


def confirmed_first(of: Choice | Idea) -> bool:
    """Whether it is asked for twice: more than one unit's order is at stake."""
    return of.risk is not None and of.risk.units > 1
