"""Decisions: who is asked, why, what may be answered, and what happens when nobody answers.

Three forms cover every question of every rulebook:

* :class:`Choose`: one of a list (fire or hold, which leader, which hex to withdraw to). Answered with :class:`Pick`.
* :class:`ChooseEach`: one choice for each of several units at the same instant. Answered with :class:`Picks`.
* :class:`Command`: an order, from a tree of menus too large to list. Answered with one of the system's order models.

Menus are lazy: a choice leads to an answer or to the next menu, which is computed only when somebody goes there.
The same menus feed autocomplete, buttons, random players and computer opponents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias, overload

from engine.kernel.answers import Answer as Answer
from engine.kernel.answers import Pick as Pick
from engine.kernel.answers import Picks as Picks
from engine.kernel.board import Place
from engine.kernel.hexes import Facing, Hex
from engine.kernel.late import Late
from engine.kernel.odds import Odds
from engine.kernel.sheet import Sheet
from engine.kernel.statement import clipped
from engine.kernel.text import Listed, Refusal, Text, refuse
from engine.kernel.wanted import Wanted

Why: TypeAlias = Callable[[Wanted], Refusal | None]
"""Why what was written is none of the choices; None where the rules have nothing to say to it."""

Clash: TypeAlias = Callable[[Mapping[str, str]], Refusal | None]
"""Why keys don't go together, by item in the order they are picked; None where they do."""

Ways: TypeAlias = Callable[[str], "Choice"]
"""The choice of a key that isn't on the list: a way through named hexes. Raises Refusal for a key that is none."""

DECLINES = frozenset({"no", "hold", "stay", "stand", "pass", "0"})
"""Keys that mean doing nothing, in every question that has one of them."""

NO = DECLINES | {"none", "nobody", "nothing", "never"}
"""Words that decline, whatever a question calls it."""

ELSEWHERE = "elsewhere"
"""Kind of the questions that wait for what is settled elsewhere, as in another battle: what players may answer is to
do without. Computers leave them alone, and they have a time limit of their own."""

LISTED = 5
"""Choices a refusal names at most."""


@dataclass(frozen=True, slots=True)
class Risk:
    """What a choice rolls for and what failing costs: told before it is made."""

    needs: Text
    """"needs 0", "6 or less": the roll in words."""
    chance: float
    """Probability that it succeeds, 0 to 1."""
    failing: Text
    """What is lost where it fails, going on from the word "failing": "ends Gara's turn"."""
    units: int = 1
    """Units whose orders are at stake; with more than one the choice is confirmed."""
    certain: bool = False
    """Nothing is rolled: the choice costs that, and ``failing`` says so in whole words."""
    rule: str = ""
    """Case that makes it cost that."""

    @property
    def words(self) -> Text:
        """All of it in a line: "needs 0: 10 %; failing ends Gara's turn"."""
        if self.certain:
            return self.failing
        n = round(100 * self.chance)
        if 0 < self.chance < 1:
            n = min(99, max(1, n))  # what can fail is never called certain
        return Text("{needs}: {n} %; failing {price}", needs=self.needs, n=n, price=self.failing)


@dataclass(unsafe_hash=True)  # menus make hundreds at a time, and frozen ones take three times as long
class Choice:
    """One line of a menu; never changed.

    ``key`` is unique in its menu, short and free of spaces: it is what is written in records and custom ids.
    Exactly one of ``answer`` and ``menu`` is set, except in the lists of ``Choose`` and ``ChooseEach`` where neither is
    (the key itself is the answer). ``lean`` is the weight random players give the choice.

    What only readers want may be given as a function that works it out: ``note``, ``leads``, ``chance``, ``risk``. Like
    the menus below, it holds as long as the question is open.
    """

    key: str
    label: Text
    answer: Answer | None = None
    menu: Callable[[], Menu] | None = None
    leads: Late[Answer] = Late()  # noqa: RUF009 a descriptor
    """The order a choice with a menu leads to if nothing more is said: the first one below, known beforehand."""
    unit: str | None = None
    """Unit or leader the choice is about."""
    hex: Place | None = None
    """Hex or area the choice leads to or aims at."""
    other: Hex | None = None
    """Of a unit of two hexes that goes there: where its second half ends."""
    facing: Facing | None = None
    mp: int | None = None
    """Movement points spent."""
    hits: int | None = None
    """Cohesion hits it costs for certain."""
    note: Late[Text] = Late()  # noqa: RUF009 a descriptor
    """What it would trigger, and other warnings."""
    lean: float = 1.0
    chance: Late[float] = Late()  # noqa: RUF009 a descriptor
    """Probability that it does what it is meant to; None where no die, or more than one, decides."""
    risk: Late[Risk] = Late()  # noqa: RUF009 a descriptor
    """What can go wrong with the choice itself, before anything it leads to."""
    odds: Callable[[], Sequence[Odds]] | None = None
    """The odds of each combat it leads to, reckoned when somebody asks."""
    together: bool = False
    """Whether its units are ordered next, and can all be ordered at once."""


class Options(Sequence[Choice]):
    """The choices of a long menu, each made when somebody reads it; how they lean is known from the start.

    >>> found = Options([1.0, 4.0], lambda i: Choice(str(i), Text("")))
    >>> len(found), found[1].key, found[1].lean, [c.key for c in found]
    (2, '1', 4.0, ['0', '1'])
    """

    def __init__(self, leans: Sequence[float], make: Callable[[int], Choice]) -> None:
        """``make`` a choice by its place; it gets its lean here."""
        self.leans = leans
        self._make = make
        self._made: list[Choice | None] = [None] * len(leans)

    def __len__(self) -> int:
        return len(self.leans)

    @overload
    def __getitem__(self, i: int) -> Choice: ...
    @overload
    def __getitem__(self, i: slice) -> Sequence[Choice]: ...
    def __getitem__(self, i: int | slice) -> Choice | Sequence[Choice]:
        if isinstance(i, slice):
            return [self[n] for n in range(*i.indices(len(self)))]
        found = self._made[i]
        if found is None:
            found = self._made[i] = self._make(i % len(self))
            found.lean = self.leans[i]
        return found


@dataclass(frozen=True)
class Menu:
    """One step of a guided order."""

    prompt: Text
    build: Callable[[], Sequence[Choice]]
    ending: Callable[[], Choice | None] | None = None
    """Finds the choice with which nothing more is ordered, without building the others; it is among them too.

    None: who wants it looks for it there.
    """

    @cached_property
    def choices(self) -> Sequence[Choice]:
        return self.build()

    def let_go(self) -> None:
        """Forget the choices, and every menu below: they are built again when somebody goes there."""
        self.__dict__.pop("choices", None)

    def __iter__(self) -> Iterator[Choice]:
        return iter(self.choices)

    def __len__(self) -> int:
        return len(self.choices)

    def __getitem__(self, key: str) -> Choice:
        for c in self.choices:
            if c.key == key:
                return c
        raise KeyError(key)


@dataclass(frozen=True, slots=True)
class Deed:
    """What a recurring question is about, for the buttons that answer it: "Withdraw", "All {n} withdraw", "Nobody
    withdraws".
    """

    one: Text
    """"Withdraw": what a unit does, to stand before its name."""
    several: Text
    """"All {n} withdraw"; where it is shown, ``n`` is how many."""
    none: Text
    """"Nobody withdraws"."""

    def __post_init__(self) -> None:
        # A text is compared by what it says, so it has its number from the start.
        object.__setattr__(self, "several", Text(self.several.template, n=0))

    def all(self, n: int) -> Text:
        """All of ``n`` units do it."""
        return Text(self.several.template, n=n)


@dataclass(frozen=True, slots=True)
class Policy:
    """How a standing order may answer: ``kind`` names the order ("return-fire"), ``yes`` and ``no`` are keys.

    ``conditions`` says which of the conditions offered for this kind hold now ("ammunition-full": True).
    """

    kind: str
    yes: str
    no: str
    conditions: Mapping[str, bool] = field(default_factory=dict[str, bool])
    free: bool = False
    """Costs nothing whatever happens, so without a standing order it is done unasked."""
    idle: bool = False
    """Hardly ever wanted, so without a standing order it is left undone unasked."""
    who: str | None = None
    """Unit or leader whose standing orders count, where it isn't the one the question is about."""
    called: Text | str | None = None
    """What that one is called, where its id is no code that players see."""
    sooner: Policy | None = None
    """Standing order looked at first: its yes counts, its no leaves the answer to this one."""
    deed: Deed | None = None
    """Doing it, in words; None where ``yes`` is one way of several to do what is done anyway."""
    apart: bool = False
    """No deed among the others of an activation: who wants everything done in it is asked about this all the same."""

    @property
    def declines(self) -> bool:
        """Whether its no is doing nothing."""
        return self.no in DECLINES


@dataclass(frozen=True, slots=True)
class Scope:
    """Whom a standing order may be given for: a unit, a leader, or several of one side together."""

    key: str
    """What players write: "THC3", "THC", "Huns", "light-cavalry"."""
    title: Text
    units: frozenset[str]
    """Units and leaders it covers, by id."""


@dataclass(frozen=True, slots=True)
class PolicyKind:
    """A standing order players may give: its name, what it is about, and the conditions it may depend on."""

    kind: str
    title: Text
    """"Return fire"."""
    conditions: Mapping[str, Text] = field(default_factory=dict[str, Text])
    """Condition ids, as used in :attr:`Policy.conditions`, with their wording: "while ammunition is full"."""


@dataclass(kw_only=True)
class Decision:
    """One open question to one side."""

    kind: str
    """Name of the question, stable across releases: "orders", "entry-fire", "trump"..."""
    side: str
    rule: str
    """Case that gives the choice."""
    prompt: Text
    subject: str | None = None
    """Unit or leader the question is about."""
    focus: tuple[Place, ...] = ()
    """Places a picture of the question should show."""
    secret: bool = False
    """The answer is not shown to others until the rules reveal it, nor is what an order could say."""
    final: bool = False
    """The answer can never be taken back."""
    settled: bool = False
    """Only one answer is possible, the default; asked only where everything is spelled out
    (:attr:`~engine.kernel.context.Context.spelled_out`)."""
    vacant: bool = False
    """Nothing at all can be done: it is asked there only for who tries, and is told why not."""
    sequence: bool = False
    """Asks only in which order things are done that are done anyway."""

    @property
    def default(self) -> Answer:
        """The answer when a deadline passes."""
        raise NotImplementedError

    def check(self, answer: Answer) -> None:
        """Raise :class:`Refusal` unless ``answer`` is legal now. Changes nothing."""
        raise NotImplementedError


@dataclass(kw_only=True)
class Choose(Decision):
    """One of a short list."""

    choices: Sequence[Choice]
    default_key: str
    policy: Policy | None = None
    why: Why | None = None
    ways: Ways | None = None
    then_facing: bool = False
    """Which way a unit faces in the hex chosen is asked next: who writes both at once is understood."""
    begins: bool = False
    """It begins what its side alone goes on with: who answers it for all to see is shown at once what comes next."""

    @property
    def default(self) -> Pick:
        return Pick(key=self.default_key)

    def check(self, answer: Answer) -> None:
        if not isinstance(answer, Pick):
            refuse("This question wants one of: {options}.", rule=self.rule, options=listed(self.choices))
        if not offers(self, answer.key):
            refuse(
                "“{key}” is not among the choices: {options}.",
                rule=self.rule,
                key=clipped(answer.key),
                options=listed(self.choices),
            )

    @property
    def menu(self) -> Menu:
        return Menu(self.prompt, lambda: self.choices)


@dataclass(frozen=True, slots=True)
class Item:
    """One unit's part of a :class:`ChooseEach`."""

    key: str
    """Unit id."""
    label: Text
    choices: Sequence[Choice]
    default_key: str
    policy: Policy | None = None
    why: Why | None = None
    ways: Ways | None = None
    names: tuple[str, ...] = ()
    """What else it may be called when it is answered."""

    @property
    def idle_key(self) -> str:
        """What the unit does if it is to do nothing; where the rules make it do something, what it does unasked."""
        no = self.policy.no if self.policy is not None else None
        return no if no in DECLINES and any(c.key == no for c in self.choices) else self.default_key


@dataclass(kw_only=True)
class ChooseEach(Decision):
    """One choice for each of several units."""

    items: Sequence[Item]
    why: Why | None = None
    """Why somebody who is named is not asked."""
    clash: Clash | None = None
    """Why what is picked for one doesn't go with what is picked for others: two for a hex that holds one."""

    @property
    def default(self) -> Picks:
        return self.fitted(Picks(picks={i.key: i.default_key for i in self.items}))

    def check(self, answer: Answer) -> None:
        if not isinstance(answer, Picks):
            refuse("This question wants a choice for each of: {units}.", rule=self.rule, units=listed(self.items))
        by_key = {i.key: i for i in self.items}
        for unit, key in answer.picks.items():
            item = by_key.get(unit)
            if item is None:
                refuse(
                    "“{unit}” is not asked here; asked: {units}.",
                    rule=self.rule,
                    unit=clipped(unit),
                    units=listed(self.items),
                )
            if not offers(item, key):
                refuse(
                    "{unit} can't choose “{key}”; its choices: {options}.",
                    rule=self.rule,
                    unit=unit,
                    key=clipped(key),
                    options=listed(item.choices),
                )
        if self.clash is not None and (no := self.clash(answer.picks)) is not None and self._fits(answer):
            raise no

    def fitted(self, answer: Picks) -> Picks:
        """The answer with those whose choice doesn't go with others' doing the like elsewhere, or nothing.

        For answers that nobody has thought through as a whole: of standing orders, of deadlines, "all of them". The
        first that is picked goes before the next. Where nothing fits, somebody keeps what can't be done.
        """
        if self.clash is None or self.clash(answer.picks) is None:
            return answer
        by_key = {i.key: i for i in self.items}
        picks: dict[str, str] = {}
        for unit, key in answer.picks.items():
            item = by_key[unit]
            others = [c.key for c in item.choices if c.key not in (key, item.idle_key)]
            fits = (k for k in (key, *others, item.idle_key) if self.clash({**picks, unit: k}) is None)
            picks[unit] = next(fits, key)
        return Picks(picks=picks)

    def _fits(self, answer: Picks) -> bool:
        """Whether those the answer names could be given choices that go together; else it is done as far as it goes."""
        assert self.clash is not None
        turned = Picks(picks=dict(reversed(answer.picks.items())))
        return any(self.clash(self.fitted(x).picks) is None for x in (answer, turned))

    def completed(self, answer: Picks) -> Picks:
        """The answer with those it doesn't name doing nothing, or what the rules make them do."""
        left = (i for i in self.items if i.key not in answer.picks)
        rest = {i.key: i.idle_key for i in left if i.idle_key != i.default_key}  # the others do that anyway
        return Picks(picks={**answer.picks, **rest}) if rest else answer

    def picked(self, answer: Picks) -> Iterator[tuple[str, str]]:
        """Unit and key for every item: first those the player named, in that order, then the rest by default."""
        yield from answer.picks.items()
        for item in self.items:
            if item.key not in answer.picks:
                yield item.key, item.default_key


@dataclass(kw_only=True)
class Command(Decision):
    """An order out of a tree of menus. ``accept`` raises Refusal for an illegal one."""

    menu: Menu
    accept: Callable[[Answer], None]
    default_answer: Answer | Callable[[], Answer]
    """What is done when nobody answers; reckoned only when somebody wants to know, where it takes long."""
    sheet: Callable[[Answer], Sheet] | None = None
    """The form of a draft, where the order is a whole form (:mod:`engine.kernel.sheet`); drafts begin with the default.

    The menu leads to the same orders, step by step.
    """
    policy: Policy | None = None
    """The standing order that lets it be answered as proposed; its other answers leave it asked."""
    price: Callable[[Answer], Risk | None] | None = None
    """What an order is certain to cost its side, whatever is rolled; None for one that costs nothing so."""
    later: Callable[[], Choose | None] | None = None
    """What its side is asked as the activation ends, whatever it brings, as far as that can be told now: it can be
    declined beforehand, by a standing order."""

    @property
    def default(self) -> Answer:
        return self.default_answer() if callable(self.default_answer) else self.default_answer

    @property
    def done(self) -> Choice | None:
        """The choice of the menu that is the default ("no more orders"), if it has it."""
        shown = self.menu if self.menu.ending is None else [self.menu.ending()]
        default = self.default
        return next((c for c in shown if c is not None and c.answer == default), None)

    def check(self, answer: Answer) -> None:
        try:
            self.accept(answer)
        except Refusal as no:
            if no.rule:
                raise
            # Every refusal has a case: that of the question where no other forbids it.
            raise Refusal("{why}", rule=self.rule, why=no.text) from no


def offers(asked: Choose | Item, key: str) -> bool:
    """Whether the key may be answered: one on the list, or a way that is read off it."""
    if any(c.key == key for c in asked.choices):
        return True
    if asked.ways is None:
        return False
    try:
        asked.ways(key)
    except Refusal:
        return False
    return True


def choice_of(asked: Choose | Item, key: str) -> Choice:
    """The choice of a key. Raises Refusal where it is none, KeyError where there are no ways off the list."""
    found = next((c for c in asked.choices if c.key == key), None)
    if found is None and asked.ways is not None:
        return asked.ways(key)
    if found is None:
        raise KeyError(key)
    return found


def listed(options: Sequence[Choice] | Sequence[Item]) -> str:
    """Keys to choose from, a handful of them.

    >>> listed([Choice(str(n), Text("")) for n in range(9)])
    '0, 1, 2, 3 … (9 in all)'
    >>> listed([Choice("45", Text("Europa"), hex=45), Choice("24", Text("Dalmatia"), hex=24), Choice("no", Text("No"))])
    'Europa, Dalmatia, no'
    """
    # Nobody knows the numbers of the places of a map of areas; those of hexes have four digits.
    numbered = [isinstance(o, Choice) and o.hex is not None and o.key.isdecimal() and len(o.key) < 4 for o in options]
    keys = [str(o.label) if n else o.key for o, n in zip(options, numbered, strict=True)]
    if len(keys) <= LISTED:
        return ", ".join(keys)
    return Listed.of(Text("{names} … ({n} in all)", names=", ".join(keys[: LISTED - 1]), n=len(keys)))


def yes_no(
    *,
    kind: str,
    side: str,
    rule: str,
    prompt: Text,
    yes: Text,
    no: Text,
    default: bool,
    subject: str | None = None,
    focus: tuple[Hex, ...] = (),
    policy: str | None = None,
    conditions: Mapping[str, bool] | None = None,
    free: bool = False,
    lean: float = 1.0,
    note: Text | None = None,
    chance: float | None = None,
    risk: Risk | None = None,
    why: Why | None = None,
) -> Choose:
    """A question answered with the keys "yes" or "no"; ``policy`` names the standing order that may answer it.

    ``note``, ``chance`` and ``risk`` are those of "yes"; ``why`` is :attr:`Choose.why`.
    """
    return Choose(
        kind=kind,
        side=side,
        rule=rule,
        prompt=prompt,
        subject=subject,
        focus=focus,
        choices=(
            Choice("yes", yes, unit=subject, lean=lean, note=note, chance=chance, risk=risk),
            Choice("no", no, unit=subject),
        ),
        default_key="yes" if default else "no",
        policy=Policy(policy, "yes", "no", conditions or {}, free) if policy else None,
        why=why,
    )
