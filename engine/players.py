"""Players made of dice: they answer any decision of any system by walking its menus.

The same walk serves self-play, fuzzing and a practice opponent; it knows no rule.

>>> import random
>>> from engine.kernel.decisions import yes_no
>>> from engine.kernel.text import Text
>>> question = yes_no(kind="x", side="a", rule="", prompt=Text("?"), yes=Text("y"), no=Text("n"), default=False, lean=0)
>>> random_answer(question, random.Random(1)).key
'no'
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from engine.kernel.decisions import Answer, Choice, Choose, ChooseEach, Command, Decision, Menu, Options, Pick, Picks
from engine.kernel.text import allowed

TRIES = 20
"""Walks through a command's menus before a random player gives the default answer."""

DEPTH = 200
"""Menus one walk may pass through; guards against menus that never end."""


def random_answer(decision: Decision, rng: random.Random, keen: float = 1.0) -> Answer:
    """A legal answer, each choice weighted by its ``lean`` to the power ``keen``.

    The keener players are, the more they do what the rules suggest as sensible: at 1 they dither, at 4 hardly.
    Deterministic for the same decision and state of ``rng``. Raises TypeError for a form of decision unknown here.
    """
    if isinstance(decision, Choose):
        return Pick(key=weighted(decision.choices, rng, keen).key)
    if isinstance(decision, ChooseEach):
        picks = {i.key: weighted(i.choices, rng, keen).key for i in decision.items}
        order = list(picks)
        rng.shuffle(order)
        return decision.fitted(Picks(picks={k: picks[k] for k in order}))
    if isinstance(decision, Command):
        for _ in range(TRIES):
            answer = walk(decision.menu, rng, keen)
            if answer is not None and allowed(partial(decision.check, answer)):
                return answer
        return decision.default
    raise TypeError(f"no player answers a {type(decision).__name__}")


def walk(menu: Menu, rng: random.Random, keen: float = 1.0) -> Answer | None:
    """Follow choices from a menu down to an answer; None when the walk ends in an empty menu or never ends."""
    for _ in range(DEPTH):
        if not len(menu):
            return None
        choice = weighted(menu.choices, rng, keen)
        if choice.answer is not None:
            return choice.answer
        if choice.menu is None:
            return None
        menu = choice.menu()
    return None


def weighted(choices: Sequence[Choice], rng: random.Random, keen: float = 1.0) -> Choice:
    """One of the choices, likelier the higher its ``lean``; among choices that all lean 0, any."""
    leans = choices.leans if isinstance(choices, Options) else [c.lean for c in choices]
    if keen != 1.0:
        leans = [lean**keen for lean in leans]
    total = sum(leans)
    if total <= 0:
        return choices[rng.randrange(len(choices))]
    left = rng.random() * total
    for i, lean in enumerate(leans):
        left -= lean
        if left < 0:
            return choices[i]
    return choices[-1]
