"""Orders nobody means, as long as Discord lets them be: each is answered in a moment, whatever it is made of.

They are read on the event loop, where everybody else waits meanwhile.
"""

from __future__ import annotations

import time

from bot.notation import parse
from bot.service.play.lookahead import look_ahead
from engine.kernel.closeness import LONGEST, closest, likeness
from engine.kernel.decisions import Choose, ChooseEach, Command
from engine.kernel.text import Refusal
from tests.bot.notation.test_slips import until
from tests.each import for_each

LENGTH = 6000
"""Characters an option of a command may have."""

BUDGET = 1.0
"""Seconds of CPU an answer may take; it takes a tenth of it on a slow machine."""

LIGATURE, LONGEST_LETTER = "\ufb03", "\ufdfa"
"""One letter that counts as three, and one that counts as eighteen."""

TEXTS = {
    "ligatures": LIGATURE * LENGTH,
    "ligatures apart": f"{LIGATURE * 3} " * (LENGTH // 4),
    "the longest letter": LONGEST_LETTER * LENGTH,
    "one letter": "a" * LENGTH,
    "words": "zuo " * (LENGTH // 4),
    "words of a name": "princeps " * (LENGTH // 9),
    "words all different": " ".join(f"{n:x}qu" for n in range(LENGTH // 6)),
    "orders": "zz1 > 0101; " * (LENGTH // 12),
    "moves": "> " * (LENGTH // 2),
    "hexes": "0101 " * (LENGTH // 5),
    "numbers": "9" * LENGTH,
    "brackets": "([{" * (LENGTH // 3),
    "marks": "e" + "\u0301" * (LENGTH - 1),
    "directions": "@" * LENGTH,
    "lines": "\n" * LENGTH,
    "a slip and much": "fier " + "x" * (LENGTH - 5),
    "semicolons": ";" * LENGTH,
    "chosen": "1 x 2 x " * (LENGTH // 8),
}

BATTLES = {
    "spqr/cannae": (Command, Choose),
    "alexander/gaugamela": (Command, Choose),
    "cataphract/dara": (Command, Choose),
    "simple-gboh/cannae": (Command,),
    "men-of-iron/najera": (Command, Choose, ChooseEach),
    "justinian/renovatio": (Command, Choose),
}
"""The largest, and the kinds of questions that are answered so."""


@for_each("key", BATTLES)
def test_an_order_of_any_text_is_answered_in_a_moment(key: str) -> None:
    for kind in BATTLES[key]:
        try:
            game, side = until(key, "", lambda d, kind=kind: isinstance(d, kind), most=40)
        except LookupError:
            continue
        for name, text in TEXTS.items():
            began = time.process_time()
            try:
                seen = look_ahead(game.fork((side,)), side, parse(text))
                said = str(seen.refused) if seen.refused is not None else ""
            except Refusal as no:
                said = str(no)
            took = time.process_time() - began
            assert took < BUDGET, f"{kind.__name__}, {name}: {took:.1f} s"
            # Nothing but ends of lines and of orders is no order: nothing is done, and nothing said of it here.
            assert bool(said) == bool(text.strip("\n;")) and len(said) < 2000, (
                f"{kind.__name__}, {name}: {said[:200]!r}"
            )


def test_what_is_too_long_for_a_name_comes_close_to_none() -> None:
    names = [f"Legion {n} of Principes" for n in range(200)]
    began = time.process_time()
    for text in TEXTS.values():
        assert closest(text, names, str) == [], text[:20]
    assert time.process_time() - began < BUDGET
    assert likeness("p" * LONGEST, "p" * (LONGEST + 1)) > likeness("p" * (LONGEST + 1), "p" * (LONGEST + 1)) == 0
