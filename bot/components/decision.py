"""A decision as text, buttons and selects.

What is pressed comes back as verb, argument and values, which :func:`read` turns into an answer of the same decision.
Arguments are positions in the decision's own lists, so nothing a custom id says is ever taken for a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import discord

from bot import rulebooks
from bot.components import recurring, risks
from bot.components.ids import Ref
from bot.components.items import button, select, view
from bot.components.tools import tools
from bot.language.catalogue import TextCatalogue
from bot.language.plain import CHOICE, escape, fit
from bot.notation.bind import no_key, yes_key
from bot.service import Open
from engine.kernel.decisions import Answer, Choice, Choose, ChooseEach, Command, Decision, Item, Pick, Picks
from engine.kernel.sheet import Sheet
from engine.kernel.system import RuleText
from engine.kernel.text import Text, codes, refuse
from engine.kernel.view import Span

BUTTONS = 5
"""Buttons in a row."""
MOST_BUTTONS = 10
"""Choices that are buttons where all of them are short."""
SHORT = 40
"""Characters of a button that are seen on a phone."""
SELECT = 25
"""Most options of one select."""
EACH = 4
"""Most units with a select of their own in one message: the fifth row holds the buttons."""

PROPOSED = 400
"""Characters of what a form proposes, in the question."""

Say = Callable[[Text], str]


def question(decision: Decision, catalogue: TextCatalogue, own: Sequence[RuleText] = ()) -> str:
    """What is asked, with the case that asks it, what each choice would trigger and what it risks. ``own``: rules of
    the battle."""
    case = escape(rulebooks.cited(decision.rule, own, catalogue))
    lines = [f"**{escape(catalogue.say(decision.prompt))}**" + (f" ({case})" if case else "")]
    if isinstance(decision, Command) and decision.sheet is not None:
        lines += _proposed(decision.sheet(decision.default), catalogue)
    if isinstance(decision, Choose) and _on_buttons(decision, catalogue):
        price = risks.common_price(decision.choices)
        for c in decision.choices:
            lines += [_remark(c, x, catalogue) for x in _remarks(c, catalogue, priced=price is None)]
        if price is not None:
            lines.append(f"-# {escape(catalogue.say(Text('Failing {price}', price=price)))}")
    if isinstance(decision, ChooseEach):
        for item in decision.items[:SELECT]:
            lines += _item_remarks(item, catalogue)
        lines += _beyond(decision, catalogue)
    return "\n".join(lines)


def _beyond(decision: ChooseEach, catalogue: TextCatalogue) -> list[str]:
    """Where lists don't hold all choices of a unit: that they don't, and how the others are given."""
    long = [i for i in decision.items if len(i.choices) > SELECT]
    if not long:
        return []
    other = f"{long[0].key} {long[0].choices[SELECT].key}"
    text = Text(
        "A list holds at most {n:choice|choices}; {units} {units:=has|have} more. Any other is written: {order}",
        n=SELECT,
        units=codes(i.key for i in long),
        order=f"`/order {other}`",
    )
    return [f"-# {catalogue.say(text)}"]


def _proposed(sheet: Sheet, catalogue: TextCatalogue) -> list[str]:
    """The sums of a form, and how it stands before anybody changes it."""
    say = catalogue.say
    # What can only be ticked says itself what is ticked, in the sums.
    entries = "; ".join(
        f"{say(e.label)}: {say(e.value)}"
        for e in sheet.entries
        if e.ticked is None and e.at is not None and not e.quiet
    )
    told = [escape(say(s)) for s in sheet.sums]
    return [*told, *([f"-# {escape(fit(entries, PROPOSED))}"] if entries else [])]


def _on_buttons(decision: Choose, catalogue: TextCatalogue) -> bool:
    """Whether each choice gets a button: a list takes two touches, and shows nothing before the first."""
    if len(decision.choices) <= BUTTONS:
        return True
    said = (catalogue.say(recurring.with_chance(c)) for c in decision.choices)
    return len(decision.choices) <= MOST_BUTTONS and all(len(label) <= SHORT for label in said)


def _remarks(choice: Choice, catalogue: TextCatalogue, *, priced: bool = True) -> list[str]:
    """What it would trigger and, ``priced``, what it risks."""
    found = [risks.told(choice, catalogue.say)] if choice.risk is not None and priced else []
    return [*found, *([catalogue.say(choice.note)] if choice.note is not None else [])]


def _item_remarks(item: Item, catalogue: TextCatalogue) -> list[str]:
    """What the choices of one unit would trigger and risk; what goes for more than one of them is said once."""
    said = [(c, _remarks(c, catalogue)) for c in item.choices]
    noted = [(c, remarks) for c, remarks in said if remarks]
    if len(noted) > 1 and all(remarks == noted[0][1] for _, remarks in noted):
        return [f"-# {escape(catalogue.say(item.label))}: {escape(x)}" for x in noted[0][1]]
    return [_remark(c, x, catalogue, item) for c, remarks in noted for x in remarks]


def _remark(choice: Choice, remark: str, catalogue: TextCatalogue, item: Item | None = None) -> str:
    who = f"{catalogue.say(item.label)}, " if item is not None else ""
    return f"-# {escape(who + catalogue.say(choice.label))}: {escape(remark)}"


BOARD = "board"
"""Verb of the button that opens the board."""


def controls(
    decision: Decision, ref: Ref, catalogue: TextCatalogue, *, span: Span | None = None, board: bool = False
) -> discord.ui.View:
    """Everything needed to answer, in one message, and the tools below. ``span``: what an answer
    for a while counts for; ``board``: whether there is one to compose orders on."""
    say = catalogue.say
    items: list[discord.ui.Item[Any]]
    if isinstance(decision, Choose):
        if _on_buttons(decision, catalogue):
            items = [*_buttons(decision, ref, say), *_at_once(decision, ref, catalogue)]
        elif len(decision.choices) <= SELECT:
            items = [_select(decision, ref, catalogue), *_at_once(decision, ref, catalogue)]
        else:
            items = [_open(ref, catalogue)]
        items += recurring.buttons(decision, ref, catalogue, span=span)
    elif isinstance(decision, ChooseEach):
        items = _each(decision, ref, catalogue, span)
    else:
        items = [
            button(ref, "orders", catalogue.translate("Orders"), style=discord.ButtonStyle.primary, row=0),
            button(ref, "write", catalogue.translate("Write…"), row=0),
            *([button(ref, BOARD, catalogue.translate("Board"), row=0)] if board else []),
        ]
        done = decision.done if isinstance(decision, Command) else None
        if done is not None:
            items.append(button(ref, "default", say(done.label), row=0))
        for verb, argument, label in for_longer(decision, span=span):
            items.append(button(Ref(ref.battle, ref.token, argument), verb, say(label), row=0))
    return view(*items, *tools(ref, catalogue))


def for_longer(decision: Decision, *, span: Span | None) -> list[tuple[str, str, Text]]:
    """Answers for more than this once: verb, argument and words of each button."""
    if isinstance(decision, Choose | ChooseEach):
        return recurring.for_more(decision, span=span)
    if isinstance(decision, Command) and decision.policy is not None:
        return [("always", "yes", Text("As proposed, always"))]
    return []


def _each(decision: ChooseEach, ref: Ref, catalogue: TextCatalogue, span: Span | None) -> list[discord.ui.Item[Any]]:
    more = recurring.buttons(decision, ref, catalogue, span=span)
    if len(decision.items) == 1 and not decision.secret:
        return [*_one(decision, ref, catalogue), *more]
    if is_tickable(decision):
        return [_ticks(decision, ref, catalogue), *_all_none(decision, ref, catalogue), *more]
    if len(decision.items) == 2 and not decision.secret:
        return [
            *_selects(decision, ref, {}, catalogue),
            *_confirm(decision, ref, catalogue, row=2),
            *recurring.buttons(decision, ref, catalogue, span=span, row=3),
        ]
    return [_open(ref, catalogue), *_all_none(decision, ref, catalogue), *more]


def _one(decision: ChooseEach, ref: Ref, catalogue: TextCatalogue) -> list[discord.ui.Item[Any]]:
    """One unit's choices: a button each; where they are many, one for what is suggested and one for nothing."""
    (item,) = decision.items
    shown = list(enumerate(item.choices))
    found: list[discord.ui.Item[Any]] = []
    if len(shown) > BUTTONS:
        kept = {yes_key(item), no_key(item)}
        options = [option(c, str(n), catalogue) for n, c in shown[:SELECT]]
        found.append(select(ref, "oneof", catalogue.translate("Choose…"), options, row=0))
        shown = [(n, c) for n, c in shown if c.key in kept]
    row = len(found)
    return [
        *found,
        *(
            button(
                Ref(ref.battle, ref.token, str(n)),
                "one",
                catalogue.say(recurring.of_unit(item, c)),
                style=discord.ButtonStyle.primary if c.key == yes_key(item) else discord.ButtonStyle.secondary,
                row=row,
            )
            for n, c in shown
        ),
    ]


def warning(
    decision: Decision, answer: Answer, ref: Ref, catalogue: TextCatalogue
) -> tuple[str, discord.ui.View] | None:
    """What can go wrong with an answer, and buttons to give it or not; None unless it risks several units' orders."""
    if not isinstance(decision, Choose) or not isinstance(answer, Pick):
        return None
    n = next((n for n, c in enumerate(decision.choices) if c.key == answer.key), None)
    if n is None or not risks.confirmed_first(choice := decision.choices[n]):
        return None
    text = f"**{escape(catalogue.say(choice.label))}**\n{escape(risks.told(choice, catalogue.say))}"
    return text, view(
        button(
            Ref(ref.battle, ref.token, str(n)),
            "sure",
            catalogue.say(recurring.with_chance(choice)),
            style=discord.ButtonStyle.danger,
        ),
        button(ref, "drop", catalogue.translate("Leave it")),
    )


def is_tickable(decision: ChooseEach) -> bool:
    """Whether every unit's question is yes or no, so that ticking the yeses answers all of them at once."""
    return len(decision.items) <= SELECT and all(
        len(i.choices) == 2 and no_key(i) in {c.key for c in i.choices} for i in decision.items
    )


def other_key(item: Item) -> str:
    """The choice of a yes-or-no unit that is not its "no"."""
    return next(c.key for c in item.choices if c.key != no_key(item))


def _buttons(decision: Choose, ref: Ref, say: Say) -> list[discord.ui.Item[Any]]:
    yes = decision.policy.yes if decision.policy is not None else decision.choices[0].key
    return [
        button(
            Ref(ref.battle, ref.token, str(n)),
            "answer",
            say(recurring.with_chance(c)),
            style=discord.ButtonStyle.primary if c.key == yes else discord.ButtonStyle.secondary,
            row=n // BUTTONS,
        )
        for n, c in enumerate(decision.choices)
    ]


def option(choice: Choice, value: str, catalogue: TextCatalogue, *, default: bool = False) -> discord.SelectOption:
    """A choice as a line of a select: what it is, below it what it costs and triggers."""
    costs = []
    if choice.mp is not None:
        costs.append(catalogue.say(Text("{mp} MP", mp=choice.mp)))
    if choice.hits:
        costs.append(catalogue.say(Text("{hits:hit|hits}" if choice.hits > 1 else "{hits} hit", hits=choice.hits)))
    costs += _remarks(choice, catalogue)
    return discord.SelectOption(
        label=fit(catalogue.say(recurring.with_chance(choice)), CHOICE) or choice.key,
        value=value,
        description=fit(" · ".join(costs), CHOICE) or None,
        default=default,
    )


def _select(decision: Choose, ref: Ref, catalogue: TextCatalogue) -> discord.ui.Item[Any]:
    options = [option(c, str(n), catalogue) for n, c in enumerate(decision.choices)]
    return select(ref, "select", catalogue.translate("Choose…"), options, row=0)


AT_ONCE = Text("… and at once what seems best for all of them")
"""Over a list of who is to act: it orders them as well."""


def led_at_once(decision: Choose, catalogue: TextCatalogue) -> list[discord.SelectOption]:
    """The choices whose units can be ordered together at once, by their positions."""
    found = [(n, c) for n, c in enumerate(decision.choices) if c.together]
    return [option(c, str(n), catalogue) for n, c in found[:SELECT]]


def _at_once(decision: Choose, ref: Ref, catalogue: TextCatalogue) -> list[discord.ui.Item[Any]]:
    options = led_at_once(decision, catalogue)
    # Below the choices: a list, or as many rows of buttons as they fill.
    row = -(-len(decision.choices) // BUTTONS) if _on_buttons(decision, catalogue) else 1
    if not options:
        return []
    return [select(ref, "lead", catalogue.say(AT_ONCE), options, row=row)]


def _ticks(decision: ChooseEach, ref: Ref, catalogue: TextCatalogue) -> discord.ui.Item[Any]:
    options = []
    for n, item in enumerate(decision.items):
        choice = next(c for c in item.choices if c.key == other_key(item))
        made = option(choice, str(n), catalogue)
        if item.key.casefold() not in made.label.casefold():
            made.label = fit(f"{catalogue.say(item.label)}: {made.label}", CHOICE)
        options.append(made)
    return select(ref, "tick", catalogue.translate("Tick those that do…"), options, most=len(options), row=0)


def each_view(
    decision: ChooseEach, ref: Ref, picked: dict[int, int], catalogue: TextCatalogue, page: int = 0
) -> discord.ui.View:
    """A select for each unit (four to a page), showing what is picked so far, and the buttons below."""
    return view(
        *_selects(decision, ref, picked, catalogue, page), *_confirm(decision, ref, catalogue, row=EACH, page=page)
    )


def redrawn(
    decision: ChooseEach, ref: Ref, picked: dict[int, int], catalogue: TextCatalogue, *, span: Span | None
) -> discord.ui.View:
    """What :func:`controls` shows for two units, with what is picked so far."""
    return view(
        *_selects(decision, ref, picked, catalogue),
        *_confirm(decision, ref, catalogue, row=2),
        *recurring.buttons(decision, ref, catalogue, span=span, row=3),
        *tools(ref, catalogue),
    )


def _selects(
    decision: ChooseEach, ref: Ref, picked: dict[int, int], catalogue: TextCatalogue, page: int = 0
) -> list[discord.ui.Item[Any]]:
    first = page * EACH
    found: list[discord.ui.Item[Any]] = []
    for row, n in enumerate(range(first, min(first + EACH, len(decision.items)))):
        item = decision.items[n]
        shown = enumerate(item.choices[:SELECT])
        options = [option(c, str(k), catalogue, default=picked.get(n) == k) for k, c in shown]
        found.append(select(Ref(ref.battle, ref.token, f"{n}"), "each", catalogue.say(item.label), options, row=row))
    return found


def _confirm(
    decision: ChooseEach, ref: Ref, catalogue: TextCatalogue, *, row: int, page: int = 0
) -> list[discord.ui.Item[Any]]:
    where = Ref(ref.battle, ref.token, str(page))
    done = catalogue.translate("Confirm")
    found: list[discord.ui.Item[Any]] = [button(where, "done", done, style=discord.ButtonStyle.primary, row=row)]
    found += _all_none(decision, ref, catalogue, row=row)
    if len(decision.items) > EACH:
        last = (len(decision.items) - 1) // EACH
        found.append(button(Ref(ref.battle, ref.token, str((page + 1) % (last + 1))), "eachpage", "›", row=row))
    return found


def _all_none(decision: ChooseEach, ref: Ref, catalogue: TextCatalogue, *, row: int = 1) -> list[discord.ui.Item[Any]]:
    found: list[discord.ui.Item[Any]] = []
    for what, label in (("all", recurring.everybody(decision)), ("none", recurring.nobody(decision))):
        if label is not None:
            found.append(button(Ref(ref.battle, ref.token, what), "alike", catalogue.say(label), row=row))
    return found


def _open(ref: Ref, catalogue: TextCatalogue) -> discord.ui.Item[Any]:
    return button(ref, "orders", catalogue.translate("Answer…"), style=discord.ButtonStyle.primary, row=0)


def read(decision: Decision, verb: str, argument: str, values: Sequence[str], ordered: Collection[int] = ()) -> Answer:
    """The answer an entry gives. Raises Refusal for one that no component of this decision could have sent.

    ``ordered`` are positions of units with standing orders: one that isn't ticked is left to its order.
    """
    if isinstance(decision, Command):
        always = verb == "always" and argument == "yes" and decision.policy is not None
        if verb == "default" or always:
            return decision.default
    if isinstance(decision, Choose):
        if verb == "answer":
            return Pick(key=_at(decision.choices, argument).key)
        if verb == "select" and len(values) == 1:
            return Pick(key=_at(decision.choices, values[0]).key)
        if verb in ("always", "rest") and decision.policy is not None:
            policy = decision.policy
            idle = policy.no if policy.declines else decision.default_key
            keys = {"yes": policy.yes, "no": policy.no}
            keys |= {"all": idle, "any": policy.yes} if verb == "rest" else {"ours": policy.no}
            if argument in keys:
                return Pick(key=keys[argument])
    if isinstance(decision, ChooseEach):
        if verb == "tick":
            chosen = [_at(decision.items, v) for v in values]
            ticked = {decision.items.index(item): other_key(item) for item in chosen}
            left = {decision.items[n].key for n in ordered if n not in ticked}
            picks = picks_of(decision, ticked).picks
            return Picks(picks={unit: key for unit, key in picks.items() if unit not in left})
        if verb == "alike" and argument in ("all", "none"):
            return _alike(decision, argument == "all")
        if verb in ("always", "rest") and recurring.policies(decision) and argument in _ALIKE[verb]:
            return _alike(decision, argument in ("yes", "each", "any"))
        if verb in ("one", "oneof") and len(decision.items) == 1:
            (item,) = decision.items
            position = argument if verb == "one" else values[0] if len(values) == 1 else ""
            return Picks(picks={item.key: _at(item.choices, position).key})
    refuse("That button doesn't belong to this question.", rule=decision.rule)


_ALIKE = {"always": ("yes", "no", "ours"), "rest": ("yes", "no", "all", "each", "any")}


def _alike(decision: ChooseEach, yes: bool) -> Picks:
    keep = yes_key if yes else no_key
    return decision.fitted(Picks(picks={i.key: keep(i) or i.default_key for i in decision.items}))


def prefilled(question: Open) -> dict[int, int]:
    """The positions of what standing orders say to part of a question; shown to nobody but the player."""
    decision, answer = question.decision, question.prefilled
    if not isinstance(decision, ChooseEach) or not isinstance(answer, Picks):
        return {}
    return {
        n: k
        for n, item in enumerate(decision.items)
        for k, c in enumerate(item.choices[:SELECT])
        if answer.picks.get(item.key) == c.key
    }


def picks_of(decision: ChooseEach, chosen: dict[int, str]) -> Picks:
    """The answer for units picked by position, in the order they were picked; the others do nothing."""
    picks = {decision.items[n].key: key for n, key in chosen.items()}
    for item in decision.items:
        picks.setdefault(item.key, no_key(item))
    return Picks(picks=picks)


def _at(options: Sequence[Any], position: str) -> Any:
    if position.isascii() and position.isdigit() and int(position) < len(options):
        return options[int(position)]
    refuse("That choice isn't offered (any more).")
