"""New SP and new Fleet SP, placed by one answer: the recruits of a die, and the ships that are to be had with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from engine.kernel.answers import Answer
from engine.kernel.decisions import Choice, Menu, Policy
from engine.kernel.sheet import Change, Entry, Sheet
from engine.kernel.text import Refusal, Text, few, refuse
from engine.systems.justinian import sharing
from engine.systems.justinian.campaign import Campaign
from engine.systems.justinian.orders import Share
from engine.systems.justinian.scenario import Side
from engine.systems.justinian.sharing import Part, Shared

KIND = "recruits"


@dataclass(frozen=True, slots=True)
class Levy:
    """What there is to be placed, and where it may go."""

    side: Side
    rule: str
    prompt: Text
    land: Sequence[Part]
    """Where SP may go, the likeliest first."""
    ports: Sequence[Part]
    """Where ships may be placed, each with the most there could be."""
    recruits: Callable[[int], int]
    """SP to be placed where so many ships are taken; all of them must be, as far as there is room (4.31)."""
    ships_rule: str
    """Case that gives the ships."""
    price: Text
    """What a Fleet SP costs: "3 G each"."""
    first: Mapping[str, int]
    """Groups that must have so many before any other gets one, as far as the SP go (5.32)."""
    why: Callable[[str], Refusal | None] = lambda key: None
    """Why a group, by its key, isn't among those SP may go to."""

    @property
    def most_ships(self) -> int:
        """Fleet SP that may be taken."""
        return max((p.most for p in self.ports), default=0)

    def due(self, ships: int) -> int:
        """SP that must be placed beside so many ships."""
        return min(self.recruits(ships), sum(p.most for p in self.land))

    def ships(self, given: Mapping[str, int]) -> int:
        """Fleet SP among what is placed."""
        return sum(given.get(p.key, 0) for p in self.ports)

    def proposed(self, ships: Mapping[str, int] | None = None) -> dict[str, int]:
        """What is proposed beside these ships: first what must be, then one group after the other."""
        taken = {k: n for k, n in (ships or {}).items() if n}
        left = self.due(sum(taken.values()))
        found: dict[str, int] = {}
        for key, most in (*self.first.items(), *((p.key, p.most) for p in self.land)):
            n = min(left, most - found.get(key, 0))
            if n > 0:
                found[key] = found.get(key, 0) + n
                left -= n
        return {**found, **taken}


async def place(g: Campaign, levy: Levy) -> dict[str, int]:
    """What goes where, by the keys of the parts; asked only where there is a choice."""
    land = [p for p in levy.land if p.most > 0]
    levy = replace(levy, land=land, ports=[p for p in levy.ports if p.most > 0])
    if _settled(levy):
        return levy.proposed()

    def accept(answer: object) -> None:
        if not isinstance(answer, Share):
            refuse("How many SP go where?", rule=levy.rule)
        check(g, levy, answer.parts)

    answer: Share = await g.ask(
        Shared(
            kind=KIND,
            side=levy.side,
            rule=levy.rule,
            prompt=levy.prompt,
            parts=(*levy.land, *levy.ports),
            menu=_menu(levy, {}),
            accept=accept,
            default_answer=Share(parts=levy.proposed()),
            sheet=partial(sheet, levy),
            policy=Policy(sharing.SHARES.kind, "yes", "no"),
            focus=tuple(dict.fromkeys(p.at for p in (*levy.land, *levy.ports) if p.at is not None)),
        )
    )
    return {p.key: k for p in (*levy.land, *levy.ports) if (k := answer.parts.get(p.key, 0))}


def _settled(levy: Levy) -> bool:
    """Whether there is but one way: no ship to be had, and all SP go where they must, or where there is room."""
    n, first = levy.due(0), sum(levy.first.values())
    forced = n == first or (n < first and len(levy.first) == 1)
    return not levy.ports and (not n or len(levy.land) == 1 or n == sum(p.most for p in levy.land) or forced)


def check(g: Campaign, levy: Levy, given: Mapping[str, int]) -> None:
    """Refuse what can't be placed so."""
    ports = {p.key for p in levy.ports}
    ships = levy.ships(given)
    if (away := next((k for k in given if "-fleet@" in k and k not in ports), None)) is not None:
        options = few(str(p.label) for p in levy.ports)
        refuse(
            "{fleet}: ships can be built as {options}." if levy.ports else "{fleet}: no ship can be built now.",
            rule=levy.ships_rule,
            fleet=g.state.in_words(away),
            options=options,
        )
    afloat = {k: n for k, n in given.items() if k in ports}
    if ships > levy.most_ships:
        refuse("{n} Fleet SP at most, not {total}.", rule=levy.ships_rule, n=levy.most_ships, total=ships)
    sharing.check(afloat, levy.most_ships, levy.ports, levy.ships_rule, all_of_it=False, called=g.state.in_words)
    ashore = {k: n for k, n in given.items() if k not in ports}
    known = {p.key: p for p in levy.land}
    for key, n in ashore.items():
        part = known.get(key)
        if part is None and (no := levy.why(key)) is not None:
            raise no
        if part is not None and part.most < n <= levy.due(ships):
            refuse("{part} has room for {most} SP, not {n}.", rule="4.31", part=part.label, most=part.most, n=n)
    sharing.check(ashore, levy.due(ships), levy.land, levy.rule, called=g.state.in_words, among=levy.ports)
    filled = sum(min(given.get(key, 0), n) for key, n in levy.first.items())
    wanted = min(levy.due(ships), sum(levy.first.values()))
    if filled < wanted:
        names = {p.key: p.label for p in levy.land}
        armies = ", ".join(str(names.get(key, key)) for key in levy.first)
        refuse(
            "Praesental armies below 10 SP are filled first: {n} SP to {armies}.",
            rule=levy.rule,
            n=wanted,
            armies=armies,
        )


# -- the form ---------------------------------------------------------------------------------------------------------


def sheet(levy: Levy, draft: Answer) -> Sheet:
    """The form: each place with its number, what is left, and what the ships cost."""
    assert isinstance(draft, Share)
    given = dict(draft.parts)
    ships = levy.ships(given)
    n = levy.due(ships)
    placed = sum(given.values()) - ships
    rest = Text("none left") if placed == n else Text("{n} left", n=n - placed)
    if placed > n:
        rest = Text("{n} too many", n=placed - n)
    sums = [Text("{done} of {n} SP: {rest}", done=placed, n=n, rest=rest)]
    if levy.ports:
        sums.append(Text("{n} of {most} Fleet SP, {price}", n=ships, most=levy.most_ships, price=levy.price))
    return Sheet(
        sums,
        lambda: [
            *(_land(levy, given, p, n, n - placed) for p in levy.land),
            *(_port(levy, given, p) for p in levy.ports),
        ],
        Text("Like this: {words}", words=sharing.words(given, (*levy.land, *levy.ports))),
        wholes=lambda: [*_wholes(levy, given)],
    )


def _land(levy: Levy, given: Mapping[str, int], part: Part, n: int, left: int) -> Entry:
    def amount(k: int) -> Answer:
        return Share(parts=_with(given, part.key, k))

    k = given.get(part.key, 0)

    def steps() -> list[Change]:
        return sharing.counted(k, part.most, left, amount)

    value = Text("{k} of {most}", k=k, most=min(n, part.most))
    return Entry(part.key, part.label, value, part.at, steps, amount=amount, quiet=not k and _many(levy))


def _port(levy: Levy, given: Mapping[str, int], part: Part) -> Entry:
    others = levy.ships(given) - given.get(part.key, 0)

    def amount(k: int) -> Answer:
        return Share(parts=_fitted(levy, _with(given, part.key, k)))

    k = given.get(part.key, 0)

    def steps() -> list[Change]:
        return sharing.counted(k, levy.most_ships - others, 0, amount)

    value = Text("{n} Fleet SP", n=k)
    return Entry(part.key, part.label, value, part.at, steps, amount=amount, quiet=not k)


def _many(levy: Levy) -> bool:
    return len(levy.land) + len(levy.ports) > sharing.MANY


def _with(given: Mapping[str, int], key: str, n: int) -> dict[str, int]:
    return {k: v for k, v in {**given, key: n}.items() if v}


def _fitted(levy: Levy, given: Mapping[str, int]) -> dict[str, int]:
    """As many SP as there are beside these ships: what is too much is taken from the largest, what is left goes first
    where it must, then to who has most."""
    found = dict(given)
    ashore = [p for p in levy.land if found.get(p.key)]
    left = levy.due(levy.ships(found)) - sum(found[p.key] for p in ashore)
    first = sorted(ashore, key=lambda p: (levy.first.get(p.key, 0) == 0, -found[p.key]))
    largest = sorted(ashore, key=lambda p: (levy.first.get(p.key, 0) > 0, -found[p.key]))
    for p in largest if left < 0 else [*first, *levy.land]:
        has = found.get(p.key, 0)
        n = max(0, min(p.most, has + left))
        found[p.key], left = n, left - (n - has)
    return {k: n for k, n in found.items() if n}


def _wholes(levy: Levy, given: Mapping[str, int]) -> Iterator[Change]:
    """All SP to one group, as soon as those are filled that come first; the ships as they are."""
    ships = {p.key: k for p in levy.ports if (k := given.get(p.key, 0))}
    n = levy.due(sum(ships.values()))
    if n and len(levy.land) > 1:
        for p in levy.land:
            first = min(n, sum(k for key, k in levy.first.items() if key != p.key))
            if not first and p.most >= n:
                label = Text("{part}: {n} SP", part=p.label, n=n)
                yield Change(p.key, label, Share(parts={p.key: n, **ships}))


# -- the guided way -----------------------------------------------------------------------------------------------


def _menu(levy: Levy, ships: Mapping[str, int]) -> Menu:
    """What is proposed; all to one; shared out group by group; with so many ships in a port, and in another.

    ``ships``: those that are settled.
    """
    taken = sum(ships.values())

    def build() -> list[Choice]:
        first = Share(parts=levy.proposed(ships))
        parts = (*levy.land, *levy.ports)
        found = [Choice("proposed", sharing.words(first.parts, parts), answer=first, lean=2.0)]
        lean = {p.key: p.lean for p in levy.land}
        at = {p.key: p.at for p in levy.land}
        for whole in _wholes(levy, ships):
            if whole.answer != first:
                found.append(
                    Choice(whole.key, whole.label, answer=whole.answer, hex=at[whole.key], lean=lean[whole.key])
                )
        if len(levy.land) > 1 and levy.due(taken):
            found.append(Choice("share", Text("Share them out…"), menu=lambda: _shared(levy, ships), lean=0.5))
        if taken < levy.most_ships:
            for p in levy.ports:
                if p.key not in ships:
                    label = Text("{fleet}…", fleet=p.label)
                    menu = partial(_built, levy, p, ships)
                    found.append(Choice(f"ships-{p.key}", label, menu=menu, hex=p.at, lean=p.lean))
        return found

    return Menu(levy.prompt, build)


def _built(levy: Levy, port: Part, ships: Mapping[str, int]) -> Menu:
    """How many ships of those that are left go to a port."""
    most = min(port.most, levy.most_ships - sum(ships.values()))

    def build() -> list[Choice]:
        return [_ships(levy, {**ships, port.key: k}, k) for k in range(1, most + 1)]

    return Menu(Text("{fleet}: how many Fleet SP, {price}?", fleet=port.label, price=levy.price), build)


def _ships(levy: Levy, ships: Mapping[str, int], k: int) -> Choice:
    label = Text("{n} Fleet SP", n=k)
    taken = sum(ships.values())
    more = taken < levy.most_ships and len(ships) < len(levy.ports)
    if more or (levy.due(taken) and len(levy.land) > 1):
        return Choice(str(k), label, menu=lambda: _menu(levy, ships))
    return Choice(str(k), label, answer=Share(parts=levy.proposed(ships)))


def _shared(levy: Levy, ships: Mapping[str, int]) -> Menu:
    """Group by group, beside these ships; those first that must be filled (5.32)."""

    def made(given: Mapping[str, int]) -> Share:
        return Share(parts={k: n for k, n in {**given, **ships}.items() if n})

    n = levy.due(sum(ships.values()))
    needs = sum(levy.first.values())
    land = [_bounded(p, levy.first.get(p.key, 0), scarce=n <= needs) for p in levy.land]
    return sharing.menu(levy.prompt, n, land, levy.proposed(ships), made=made)


def _bounded(part: Part, need: int, *, scarce: bool) -> Part:
    """A part with what it must get and may get at most; ``scarce``: there is no more than what must be filled first."""
    if scarce:
        return replace(part, most=min(part.most, need))
    return replace(part, least=min(part.most, need))
