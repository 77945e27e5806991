"""Questions that recur: the words of their buttons, and the buttons that answer more than this once."""

from __future__ import annotations

from typing import Any

import discord

from bot.components import risks
from bot.components.ids import Ref
from bot.components.items import button
from bot.language.catalogue import TextCatalogue
from bot.notation.bind import no_key, yes_key
from engine.kernel.decisions import Choice, Choose, ChooseEach, Deed, Item, Policy
from engine.kernel.text import Text
from engine.kernel.view import Span

ROW = 2
"""Where the buttons that answer more than this once stand."""
BUTTONS, TOOLS = 5, 4
"""Buttons of a row; the row below all others."""


def with_chance(choice: Choice) -> Text:
    """What a choice says, and how likely it succeeds: "Fire at HC3 (40 %)"."""
    if choice.chance is None:
        return choice.label
    return Text("{choice} ({chance})", choice=choice.label, chance=risks.percent(choice.chance))


def of_unit(item: Item, choice: Choice) -> Text:
    """One unit's choice where its button stands alone: "LC4: Withdraw to 2405", "Stay"."""
    said = with_chance(choice)
    if choice.key == no_key(item) or item.key in str(choice.label):
        return said
    return Text("{unit}: {choice}", unit=called(item), choice=said)


def called(item: Item) -> Text | str:
    """What a unit is called: its code, which people see; an army whose id they don't see by its name."""
    policy = item.policy
    own = policy is not None and policy.who in (None, item.key)
    return policy.called if policy is not None and own and policy.called is not None else item.key


def everybody(decision: ChooseEach) -> Text | None:
    """What the button says that lets all of them do it; None where not all can, or it isn't one thing they do."""
    if any(yes_key(i) not in {c.key for c in i.choices} for i in decision.items):
        return None
    n = len(decision.items)
    deeds = {i.policy.deed for i in decision.items if i.policy is not None}
    (deed,) = deeds if len(deeds) == 1 else (None,)
    if n == 1:
        return deed.one if deed is not None else _chosen(decision.items[0], yes_key(decision.items[0]))
    if deed is not None:
        return deed.all(n)
    labels = {_chosen(i, yes_key(i)) for i in decision.items}
    return Text("All {n}: {choice}", n=n, choice=labels.pop()) if len(labels) == 1 else Text("All {n}", n=n)


def nobody(decision: ChooseEach) -> Text:
    """What the button says that lets none of them do it."""
    labels = {_chosen(i, no_key(i)) for i in decision.items}
    n = len(decision.items)
    if n == 1:
        return labels.pop()
    deeds = {i.policy.deed for i in decision.items if i.policy is not None and i.policy.declines}
    if len(deeds) == 1 and (deed := deeds.pop()) is not None and all(i.policy is not None for i in decision.items):
        return deed.none
    return Text("All {n}: {choice}", n=n, choice=labels.pop()) if len(labels) == 1 else Text("None of the {n}", n=n)


def _chosen(item: Item, key: str | None) -> Text:
    return next((c.label for c in item.choices if c.key == key), Text("{key}", key=key))


def policies(decision: Choose | ChooseEach) -> list[Policy]:
    """The standing orders that could answer all of it; [] where part of it has none."""
    found = [decision.policy] if isinstance(decision, Choose) else [i.policy for i in decision.items]
    given = [p for p in found if p is not None]
    return given if len(given) == len(found) else []


_FOR_NOW: dict[Span | None, str] = {
    None: "{what}, until we act",
    "activation": "{what}, this activation",
    "turn": "{what}, this turn",
}
_WHENEVER: dict[Span, str] = {
    "activation": "{what} whenever we can, this activation",
    "turn": "{what} whenever we can, this turn",
}
_AS_SUGGESTED: dict[Span, str] = {
    "activation": "As suggested, this activation",
    "turn": "As suggested, this turn",
}


def buttons(
    decision: Choose | ChooseEach, ref: Ref, catalogue: TextCatalogue, *, span: Span | None, row: int = ROW
) -> list[discord.ui.Item[Any]]:
    """:func:`for_more` as buttons."""
    found = for_more(decision, span=span)
    # The last row is for the tools.
    return [
        button(Ref(ref.battle, ref.token, argument), verb, catalogue.say(label), row=row + n // BUTTONS)
        for n, (verb, argument, label) in enumerate(found)
        if row + n // BUTTONS < TOOLS
    ]


def for_more(decision: Choose | ChooseEach, *, span: Span | None) -> list[tuple[str, str, Text]]:
    """Answers for the rest of the activation or turn (``span``), between two activations until the side that is asked
    acts itself, and for good, for those that are asked or for all of the side's: verb, argument and words of each."""
    known = policies(decision)
    if not known or decision.secret:
        return []
    found = _for_more(decision, known, span)
    if whose(decision) and all(p.declines for p in known):
        found.append(("always", "ours", Text("All of ours: {what}, always", what=_one(decision))))
    return found


def whose(decision: Choose | ChooseEach) -> list[str]:
    """Units and leaders whose standing orders could answer; [] where the question is about none."""
    if isinstance(decision, ChooseEach):
        return [i.policy.who or i.key for i in decision.items if i.policy is not None]
    who = decision.policy.who or decision.subject if decision.policy is not None else None
    return [who] if who is not None else []


def _one(decision: Choose | ChooseEach) -> Text:
    """Doing nothing, as it is said of one unit."""
    if isinstance(decision, ChooseEach):
        return _chosen(decision.items[0], no_key(decision.items[0]))
    return _words(decision)[1]


def _always(decision: Choose | ChooseEach, what: Text) -> Text:
    """An answer for good; with the unit it is for, where it is one."""
    named = whose(decision)
    if len(named) == 1 and named[0] not in str(what):
        called = next((p.called for p in policies(decision) if p.called is not None), named[0])
        return Text("{unit}, always: {what}", unit=called, what=what)
    return Text("{what}, always", what=what)


def _for_more(decision: Choose | ChooseEach, known: list[Policy], span: Span | None) -> list[tuple[str, str, Text]]:
    found: list[tuple[str, str, Text]] = []
    if all(p.declines for p in known):
        yes, no = _words(decision)
        rest = Text(_FOR_NOW[span], what=no)
        found.append(("rest", "no", rest))
        deed = _together(decision, known)
        if span is not None and deed is not None:
            found.append(("rest", "each", Text(_WHENEVER[span], what=deed.one)))
        if yes is not None:
            found.append(("always", "yes", _always(decision, yes)))
        found.append(("always", "no", _always(decision, no)))
    else:
        if span is not None:
            found.append(("rest", "yes", Text(_AS_SUGGESTED[span])))
        found.append(("always", "yes", Text("As suggested, always")))
    # In a whole turn nobody is done with everything at once.
    if span != "activation" or any(p.apart for p in known):
        return found
    found.append(("rest", "all", Text("Nothing more this activation")))
    if all(p.declines for p in known):
        found.append(("rest", "any", Text("Everything we can, this activation")))
    return found


def _together(decision: Choose | ChooseEach, known: list[Policy]) -> Deed | None:
    """What units do that come up one after the other, where all that are asked now can do it; None otherwise."""
    deeds = {(p.kind, p.deed) for p in known}
    if not isinstance(decision, ChooseEach) or len(deeds) != 1 or everybody(decision) is None:
        return None
    return deeds.pop()[1]


def _words(decision: Choose | ChooseEach) -> tuple[Text | None, Text]:
    """Doing it, and doing nothing."""
    if isinstance(decision, ChooseEach):
        return everybody(decision), nobody(decision)
    policy = decision.policy
    assert policy is not None
    labels = {c.key: c.label for c in decision.choices}
    yes = policy.deed.one if policy.deed is not None else labels.get(policy.yes)
    return yes, labels.get(policy.no, Text("{key}", key=policy.no))
