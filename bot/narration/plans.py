"""What a computer player did with its last activation, and what it counted on: told when the battle is over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.language.catalogue import TextCatalogue
from bot.language.plain import escape
from bot.narration.advice import FELT, REASONS
from bot.notation import parse
from bot.service.computers.computers import Plan
from engine.kernel.statement import Sign, Statement, Token, Word
from engine.kernel.text import Refusal, Text, codes

LISTED = 6
"""Units or deeds of one kind that are named; of more it is told how many."""

RECOVERS = ("rally", "recover")
"""Verbs with which units are put in order."""

LEADS = frozenset({"line", "contingent", "activate", "pass", "done", "clear", "enter", "leave", "stop"})
"""Verbs that order no unit to do anything by themselves."""


def deeds(orders: Sequence[str], words: TextCatalogue) -> list[str]:
    """What orders did, in a few words each, the weightiest first.

    >>> deeds(["SCH2 > 3810", "HA1 > 2405 x LC5", "shock SCH2 AHC1 x GLC2"], TextCatalogue("en"))
    ['struck GLC2 with AHC1, SCH2', 'attacked LC5 with HA1', 'moved HA1, SCH2']
    """
    struck: dict[str, list[str]] = {}
    attacked: dict[str, list[str]] = {}
    moved: list[str] = []
    recovered: list[str] = []
    for statement in _statements(orders):
        head = statement.tokens[0]
        verb = head.text.casefold() if isinstance(head, Word) else ""
        if verb == "shock":
            for part in _parts(statement.tokens[1:]):
                who, whom = _sides(part)
                struck.setdefault(codes(whom), []).extend(who) if who and whom else None
        elif verb in RECOVERS:
            recovered += _names(statement.tokens[1:])
        elif verb not in LEADS:
            who, whom = _sides(statement.tokens)
            attacked.setdefault(codes(whom), []).extend(who) if whom else None
            moved += who if any(isinstance(t, Sign) and t.sign == ">" for t in statement.tokens) else []
    found = [Text("struck {target} with {units}", target=t, units=_listed(u)) for t, u in struck.items()]
    found += [Text("attacked {target} with {units}", target=t, units=_listed(u)) for t, u in attacked.items()]
    found += [Text("put {units} in order", units=_listed(recovered))] if recovered else []
    found += [Text("moved {units}", units=_listed(moved))] if moved else []
    return [words.say(t) for t in found]


def plan_told(side: str, plan: Plan, words: TextCatalogue) -> str:
    """The last plan of a computer player that led ``side``, in a sentence; "" where it ordered nothing worth a word."""
    told = deeds(plan["did"], words)[:LISTED]
    if plan["kept"]:
        told.append(words.say(Text("kept {units} back", units=_listed(plan["kept"]))))
    if not told:
        return ""
    lines = words.say(
        Text("The computer's last plan: the {side} {deeds}.", side=escape(side), deeds=escape(", ".join(told)))
    )
    gains = ((v, n) for n, v in plan["gains"].items() if n in REASONS and isinstance(v, float))
    best = max(gains, default=(0.0, ""))
    if best[0] < FELT:
        return lines
    counted = words.translate(COUNTED.get(best[1], ""))
    return f"{lines} {words.say(Text('It counted on this: {gain}.', gain=counted))}" if counted else lines


COUNTED: Mapping[str, str] = {
    "outcome": "it might win the battle",
    "points": "the enemy would come nearer to defeat",
    "cohesion": "it would shake more than it would be shaken",
    "order": "its units would be in better order than the enemy's",
    "exposure": "fewer of its flanks would lie open",
    "threat": "fewer of its units would be within reach of the enemy",
    "leaders": "its leaders would be safer, or the enemy's in danger",
    "ground": "its units would come to where they can fight",
    "formation": "its formation would hold together",
    "strength": "the balance of strength would shift its way",
    "control": "it would gain provinces",
    "prefectures": "it would gain provinces that count",
}
"""Parts of the judgement, as what a computer player hopes for."""


def _statements(orders: Sequence[str]) -> list[Statement]:
    found: list[Statement] = []
    for order in orders:
        try:
            found += parse(order)
        except Refusal:
            continue  # an order of a notation that has changed since
    return [s for s in found if s.tokens]


def _parts(tokens: Sequence[Token]) -> list[list[Token]]:
    """Tokens between ``&`` signs."""
    found: list[list[Token]] = [[]]
    for t in tokens:
        if isinstance(t, Sign) and t.sign == "&":
            found.append([])
        else:
            found[-1].append(t)
    return found


def _sides(tokens: Sequence[Token]) -> tuple[list[str], list[str]]:
    """Who is named before the first sign, and whom an ``x`` aims at."""
    who: list[str] = []
    whom: list[str] = []
    sign = ""
    for t in tokens:
        if isinstance(t, Sign):
            sign = t.sign
        elif isinstance(t, Word) and not sign:
            who.append(t.text)
        elif isinstance(t, Word) and sign == "x":
            whom.append(t.text)
    return who, whom


def _names(tokens: Sequence[Token]) -> list[str]:
    return [t.text for t in tokens if isinstance(t, Word)]


def _listed(units: Sequence[str]) -> Text | str:
    own = sorted(set(units))
    if len(own) > LISTED:
        return Text("{units} and {n} more", units=codes(own[:LISTED]), n=len(own) - LISTED)
    return codes(own)
