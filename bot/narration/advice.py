"""What the adviser says of a plan: what both sides are likely to lose by it, and why it is thought the best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.language.catalogue import TextCatalogue
from bot.language.plain import escape
from bot.service.computers.advising import Advice
from engine.computer.forecast import Loss
from engine.kernel.text import Text
from engine.kernel.view import TableView

LEAST = 0.15
"""What is likely to be lost less often isn't worth a word."""
FELT = 1.0
"""Of a hundred for a battle all but won: what changes by less is no reason."""

REASONS: Mapping[str, tuple[str, str]] = {
    "outcome": ("it may win the battle", "it may lose the battle"),
    "points": ("it brings the enemy nearer to defeat", "it brings you nearer to defeat"),
    "cohesion": ("it shakes the enemy's units more than yours", "it shakes your units more than the enemy's"),
    "order": ("it leaves your units in better order than the enemy's", "it leaves your units in worse order"),
    "exposure": ("fewer of your flanks lie open afterwards", "some of your flanks lie open afterwards"),
    "threat": ("fewer of your units are within the enemy's reach", "more of your units are within the enemy's reach"),
    "leaders": ("leaders of yours are safer, or theirs in danger", "leaders of yours come into danger"),
    "missiles": ("the missiles spent do more than they cost", "it spends missiles"),
    "ground": ("it brings your units to where they can fight", "it takes units away from where they can fight"),
    "formation": ("it keeps your formation together", "it loosens your formation"),
    "strength": ("it shifts the balance of strength to you", "it shifts the balance of strength to the enemy"),
    "control": ("it gains provinces", "it gives up provinces"),
    "prefectures": ("it gains provinces that count", "it gives up provinces that count"),
    "treasury": ("it is good for the treasury", "it costs the treasury"),
}
"""Parts of the judgement as a gain and as a price."""


def expected(advice: Advice, table: TableView, words: TextCatalogue) -> str:
    """What both sides are likely to lose, in a sentence; the side of less loss isn't spared a word."""
    told = [
        words.say(Text("the {side} {losses}", side=escape(s.name), losses=_lost(loss, s.points_name, words)))
        for s in table.sides
        if (loss := advice.losses.get(s.id)) is not None
    ]
    if not any(_loses(loss) for loss in advice.losses.values()):
        return words.say(Text("Expected: no losses on either side yet."))
    return words.say(
        Text("Expected, on average of {n:trial|trials}: {losses}.", n=advice.trials, losses="; ".join(told))
    )


def _loses(loss: Loss) -> bool:
    return max(loss.points, loss.units, loss.hits) >= LEAST


def _lost(loss: Loss, points: str, words: TextCatalogue) -> str:
    return ", ".join(words.say(x) for x in _losses(loss, points)) or words.translate("nothing")


def _losses(loss: Loss, points: str) -> Iterator[Text]:
    if loss.points >= LEAST and points:
        yield Text("{n} {points}", n=_about(loss.points), points=Text(points))
    if loss.units >= LEAST:
        yield Text("{n} routed or lost", n=_about(loss.units))
    if loss.hits >= LEAST:
        yield Text("{n:cohesion hit|cohesion hits}", n=_about(loss.hits))


def _about(value: float) -> str:
    """A mean as it is told: to a half where it is small, else whole.

    >>> _about(0.3), _about(1.4), _about(12.7)
    ('½', '1½', '13')
    """
    if value >= 5:
        return str(round(value))
    halves = max(1, round(2 * value))
    return (str(halves // 2) if halves >= 2 else "") + ("½" if halves % 2 else "")


def why(advice: Advice, words: TextCatalogue) -> str:
    """The order it is most about, the reason that weighs most and the price that does, in a sentence."""
    reason = _reason(advice, words)
    if advice.lead is None:
        return words.say(Text("Why: {reason}.", reason=reason))
    return words.say(Text("{order}. Why: {reason}.", order=escape(words.say(advice.lead)), reason=reason))


def _reason(advice: Advice, words: TextCatalogue) -> str:
    known = [(value, name) for name, value in advice.gains.items() if name in REASONS]
    best, worst = max(known, default=(0.0, "")), min(known, default=(0.0, ""))
    if best[0] < FELT:
        return words.translate("nothing else was found that does better than to hold what you have")
    gain = words.translate(REASONS[best[1]][0])
    if worst[0] > -FELT:
        return gain
    price = words.translate(REASONS[worst[1]][1])
    return words.say(Text("{gain}; the price is that {price}", gain=gain, price=price))
