"""What an analysis says of a battle that is over: play and luck of each side, and the decisions that cost most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.language.catalogue import TextCatalogue
from bot.language.plain import MESSAGE, escape, fit
from bot.service.computers.analysing import Analysis, Share, Weighed
from engine.kernel.text import Text

ORDERS = 3
"""Orders named of what was done, and of what would have been better; the others are counted."""
ORDER = 60
"""Characters of one of them."""
FELT = 1.0
"""Points by which a part of the judgement must be better to be named."""
REASONS = 2
"""Parts that are named."""

BETTER: Mapping[str, str] = {
    "outcome": "the battle itself",
    "points": "the enemy nearer to defeat",
    "cohesion": "steadier units than the enemy's",
    "order": "better order than the enemy's",
    "exposure": "fewer open flanks",
    "threat": "fewer units within the enemy's reach",
    "leaders": "safer leaders, or theirs in danger",
    "missiles": "missiles better spent",
    "ground": "units nearer to where they can fight",
    "formation": "a closer formation",
    "strength": "more strength against the enemy's",
    "control": "more provinces",
    "prefectures": "more provinces that count",
    "treasury": "a fuller treasury",
}
"""Parts of the judgement, as what one would have had by the better way."""


def analysis_text(found: Analysis, title: str, sides: Mapping[str, str], words: TextCatalogue) -> str:
    """All of it, as a message. ``sides`` are their names by id."""
    lines = [f"## {escape(words.name(title))}"]
    lines += [_share(share, sides, words) for share in found.shares]
    if found.costliest:
        lines.append(f"### {words.translate('What cost most')}")
        lines += [_decision(n, w, sides, words) for n, w in enumerate(found.costliest, start=1)]
    else:
        lines.append(words.translate("Nothing was found that would have been clearly better."))
    lines.append(
        "-# "
        + words.translate(
            "A hundred points are a battle all but won. What would have been better is a captain's opinion: both ways "
            "were played out from what the side knew, under the same dice. Luck is the dice, and what the others "
            "answered."
        )
    )
    if found.left_out:
        lines.append(
            "-# " + words.say(Text("{n:activation|activations} couldn't be played out again.", n=found.left_out))
        )
    return fit("\n".join(lines), MESSAGE)


def _name(side: str, sides: Mapping[str, str]) -> str:
    return escape(sides.get(side, side))


def _share(share: Share, sides: Mapping[str, str], words: TextCatalogue) -> str:
    values = {"n": share.activations, "cost": round(share.cost), "luck": _signed(share.luck)}
    told = Text("{n:activation|activations}, {cost:point|points} given away, luck {luck}", **values)
    return f"- **{_name(share.side, sides)}**: {words.say(told)}"


def _decision(n: int, w: Weighed, sides: Mapping[str, str], words: TextCatalogue) -> str:
    told = Text("Turn {turn}, {side}: {cost:point|points}", turn=w.turn, side=_name(w.side, sides), cost=round(w.cost))
    lines = [f"**{n}** · {words.say(told)}"]
    if w.done:
        lines.append(words.say(Text("Done: {orders}", orders=_orders(w.done, words))))
    better = Text("Better: {orders}", orders=_orders(w.better, words)) if w.better else Text("Better: nothing of that")
    lines.append(words.say(better))
    reasons = sorted(
        ((value, name) for name, value in w.gains.items() if name in BETTER and value >= FELT), reverse=True
    )
    if reasons:
        named = ", ".join(words.translate(BETTER[name]) for _, name in reasons[:REASONS])
        lines.append(words.say(Text("For: {reasons}", reasons=named)))
    return "\n".join(lines)


def _orders(orders: Sequence[str], words: TextCatalogue) -> str:
    shown = " ".join(f"`{fit(o, ORDER)}`" for o in orders[:ORDERS])
    more = len(orders) - ORDERS
    return words.say(Text("{orders} and {n} more", orders=shown, n=more)) if more > 0 else shown


def _signed(value: float) -> str:
    """
    >>> _signed(12.4), _signed(-3.6), _signed(0.2)
    ('+12', '−4', '0')
    """
    n = round(value)
    return f"+{n}" if n > 0 else f"−{-n}" if n else "0"
