"""Who comes on later, as the editor's page has it: the special rule ``arrivals`` and the units that wait for it.

Cataphract's family names each arrival, and units wait for a name; in Men of Iron an arrival lists its units, which wait
for the rule itself. The page has one form for both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.editor import pieces, splice
from engine.kernel.hexes import Facing
from engine.kernel.text import counted, refuse

RULE = "arrivals"

MOST = 100
"""Arrivals of a battle."""


@dataclass(frozen=True, slots=True)
class Form:
    """What the fields are called in a system's files."""

    when: str
    """Turn, or number of activations."""
    where: str
    waits: str
    """Of a group of units."""
    named: bool
    """Whether each has a name, and units wait for that."""


TURNED = Form("turn", "area", "reinforcement", named=True)
ACTIVATED = Form("after", "hexes", "arrival", named=False)


@dataclass(frozen=True, slots=True)
class Coming:
    """One arrival, as the page sends it."""

    was: int | None
    """Its number in the file; None for a new one."""
    name: str
    side: int
    area: str
    """Name of an area; "" for where the file has it."""
    facing: str | None
    when: int
    arrives_on: int | None
    """Highest roll that brings it; None: it comes for certain."""
    units: tuple[int, ...]
    """Groups that wait for it, by number (:func:`groups`)."""


def form(document: Mapping[str, Any]) -> Form:
    """The one a document goes by."""
    return ACTIVATED if document.get("system") == "men-of-iron" else TURNED


def groups(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every group of units for the page: what its units are called, and the number of the arrival they wait for."""
    waves = list(_waves(document))
    return [
        {
            "path": path,
            "side": side,
            "code": str(group.get("code", "")),
            "name": str(group.get("name", "")),
            "numbers": [n for n in group.get("numbers", ()) if isinstance(n, int)],
            "facing": group.get("facing") or "E",
            "waits": _awaited(form(document), group, waves),
        }
        for path, side, group in pieces.groups(document)
    ]


def opened(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The arrivals of a battle for the page, in the order of the file; ``units`` are numbers of groups that wait."""
    shape, known = form(document), groups(document)
    sides = [s.get("id") for s in document.get("sides", ()) if isinstance(s, dict)]
    found: list[dict[str, Any]] = []
    for i, given in enumerate(_waves(document)):
        where, side = given.get(shape.where), given.get("side")
        found.append(
            {
                "was": i,
                "name": str(given.get("name", "")) if shape.named else "",
                "side": sides.index(side) if side in sides else 0,
                "area": where if isinstance(where, str) else "",
                "facing": given.get("facing") if shape.named else None,
                "when": given.get(shape.when),
                "arrives_on": given.get("arrives_on"),
                "units": [n for n, g in enumerate(known) if g["waits"] == i],
            }
        )
    return found


def _rule(document: Mapping[str, Any]) -> tuple[int, Mapping[str, Any]] | None:
    """The special rule, with its number."""
    rules = document.get("special_rules")
    for i, rule in enumerate(rules if isinstance(rules, list) else ()):
        if isinstance(rule, dict) and rule.get("id") == RULE and isinstance(rule.get("params"), dict):
            return i, rule
    return None


def _waves(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """The parameters of each arrival."""
    found = _rule(document)
    if found is not None:
        params = found[1]["params"]
        yield {k: v for k, v in params.items() if k != "also"}
        also = params.get("also")
        yield from (x for x in (also if isinstance(also, list) else ()) if isinstance(x, dict))


def _codes(group: Mapping[str, Any]) -> list[str]:
    return [f"{group.get('code', '')}{n}" for n in group.get("numbers", ())]


def _awaited(shape: Form, group: Mapping[str, Any], waves: Sequence[Mapping[str, Any]]) -> int | None:
    name = group.get(shape.waits)
    if name is None:
        return None
    if shape.named:
        return next((i for i, x in enumerate(waves) if x.get("name") == name), None)
    own = set(_codes(group))
    return next((i for i, x in enumerate(waves) if name == RULE and own & set(_strings(x.get("units")))), None)


def _strings(given: Any) -> list[str]:
    return [x for x in given if isinstance(x, str)] if isinstance(given, list) else []


# -- back -------------------------------------------------------------------------------------------------------------


def read(given: Any, sides: int, known: int) -> list[Coming]:
    """The arrivals as the page sends them, in a battle of so many ``sides`` and ``known`` groups of units.

    Raises :class:`Refusal` for what can't be one, KeyError, TypeError, ValueError or AttributeError for what the page
    can't have sent.
    """
    if len(given) > MOST:
        refuse("That is more than a battle can hold.")
    found: list[Coming] = []
    taken: set[int] = set()
    for x in given:
        name = x["name"].strip()
        facing, arrives_on, was = x["facing"], x["arrives_on"], x.get("was")
        units = tuple(_whole(n, known - 1) for n in x["units"])
        if taken & set(units):
            refuse("A unit waits for one arrival alone.")
        taken |= set(units)
        if any(a.name == name for a in found if name):
            refuse("Two arrivals are called {name}.", name=name)
        found.append(
            Coming(
                was=None if was is None else _whole(was, MOST),
                name=name[:100],
                side=_whole(x["side"], sides - 1),
                area=str(x["area"])[:100],
                facing=Facing[facing].name if facing else None,
                when=_whole(x["when"], 9999),
                arrives_on=None if arrives_on is None else _whole(arrives_on, 9),
                units=units,
            )
        )
    return found


def _whole(given: Any, most: int) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= most:
        raise ValueError(given)
    return given


def changes(
    raw: Mapping[str, Any], sent: Sequence[Coming], placed: Mapping[str, tuple[str, str]]
) -> dict[splice.Path, str | None]:
    """What changes in the file's text: the rule, and the groups that wait now or no longer.

    ``placed`` has the hex and facing of every unit on the page's field, by its code. Raises :class:`Refusal` for an
    arrival of nobody, and where the units of a group come at different times.
    """
    shape = form(raw)
    before = list(_waves(raw))
    at: list[Mapping[str, Any]] = [group for _, _, group in pieces.groups(raw)]
    of = [_base(shape, a, before) for a in sent]
    old = [dict(before[b]) if b is not None else {} for b in of]
    waves = [_params(shape, raw, a, was, at) for a, was in zip(sent, old, strict=True)]
    found: dict[splice.Path, str | None] = {}
    if waves != [dict(x) for x in before]:
        if not shape.named:
            _undivided(at, before)
        found |= _rules(raw, waves, sent)
    awaited = {n: a for a in sent for n in a.units}
    for n, g in enumerate(groups(raw)):
        found |= _group(shape, g, at[n], awaited.get(n), placed)
    for a, was in zip(sent, old, strict=True):
        found |= _leaders(shape, raw, was.get("name"), a.name)
    return found


def _base(shape: Form, a: Coming, before: Sequence[Mapping[str, Any]]) -> int | None:
    """Which one of the file it is: the page may show it as it was before it was saved."""
    if a.was is not None and a.was < len(before):
        return a.was
    return next((i for i, x in enumerate(before) if shape.named and x.get("name") == a.name), None)


def _params(
    shape: Form, raw: Mapping[str, Any], a: Coming, before: Mapping[str, Any], at: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """An arrival for the file; what the page doesn't know of it stays."""
    if not a.units:
        refuse("{name}: nobody waits for it. Say who comes, or take it away.", name=a.name or "An arrival")
    if shape.named and not a.name:
        refuse("An arrival needs a name, which its units wait for.")
    made: dict[str, Any] = dict(before)
    if shape.named:
        made["name"] = a.name
    made["side"] = raw["sides"][a.side].get("id")
    if not shape.named:
        codes = [c for n in a.units for c in _codes(at[n])]
        made["units"] = before["units"] if sorted(codes) == sorted(_strings(before.get("units"))) else codes
    if a.area or shape.where not in made:
        made[shape.where] = a.area
    if shape.named and a.facing is not None:
        made["facing"] = a.facing
    made[shape.when] = a.when
    if a.arrives_on is not None:
        made["arrives_on"] = a.arrives_on
    else:
        made.pop("arrives_on", None)
    return made


def _undivided(at: Sequence[Mapping[str, Any]], before: Sequence[Mapping[str, Any]]) -> None:
    """Raises :class:`Refusal` where arrivals of the file bring on some units of a group, and not all of it at once."""
    for group in at:
        codes = set(_codes(group))
        shares = [codes & set(_strings(x.get("units"))) for x in before]
        if any(share and share != codes for share in shares):
            refuse("{code}: its units come at different times; change that in the file.", code=group.get("code", ""))


def _rules(
    raw: Mapping[str, Any], waves: Sequence[dict[str, Any]], sent: Sequence[Coming]
) -> dict[splice.Path, str | None]:
    """The special rule with other arrivals: its parameters, or all of it where there was none, or is none any more."""
    found = _rule(raw)
    if not waves:
        return {} if found is None else {("special_rules", found[0]): None}
    first, *others = waves
    params = {**first, "also": others} if others else first
    if found is not None:
        return {("special_rules", found[0], "params"): splice.written(params, 6)}
    rule = {"id": RULE, "title": "Reinforcements", "text": _told(raw, sent), "params": params}
    rules = raw.get("special_rules")
    if not isinstance(rules, list):
        return {("special_rules",): splice.written([rule], 2)}
    return {("special_rules", len(rules)): splice.written(rule, 4)}


def _told(raw: Mapping[str, Any], sent: Sequence[Coming]) -> str:
    """What players read of it, to begin with."""
    turned = form(raw).named
    said: list[str] = []
    for a in sent:
        side = raw["sides"][a.side]
        who = f"{side.get('name', '')}: {a.name or 'reinforcements'}"
        when = f"turn {a.when}" if turned else counted(a.when, "activation|activations")
        begin = "in" if turned else "after"
        how = f"{begin} {when}" if a.arrives_on is None else f"from {when} on, on a roll of {a.arrives_on} or less"
        said.append(f"{who}, {how}.")
    return " ".join(said)


def _group(
    shape: Form, g: Mapping[str, Any], group: Mapping[str, Any], a: Coming | None, placed: Mapping[str, tuple[str, str]]
) -> dict[splice.Path, str | None]:
    """A group that waits now, or for another arrival, or no longer and stands on the field."""
    path = g["path"]
    given = group.get(shape.waits)
    found: dict[splice.Path, str | None] = {}
    if a is not None:
        name = a.name if shape.named else RULE
        if given != name:
            found[*path, shape.waits] = splice.written(name)
        if "hexes" in group:
            found[*path, "hexes"] = None
    elif g["waits"] is not None:
        there = [placed[c] for c in _codes(group) if c in placed]
        if len(there) != len(g["numbers"]):
            refuse("{code}: it waits for nobody now, and has to stand on the field.", code=g["code"])
        found[*path, shape.waits] = None
        found[*path, "hexes"] = splice.written([h for h, _ in there])
        found[*path, "facing"] = splice.written(there[0][1])
    return found


def _leaders(shape: Form, raw: Mapping[str, Any], was: Any, name: str) -> dict[splice.Path, str | None]:
    """Leaders wait for the arrival by its new name."""
    if not shape.named or was in (None, name):
        return {}
    return {
        ("sides", i, "leaders", j, shape.waits): splice.written(name)
        for i, side in enumerate(raw.get("sides", ()))
        if isinstance(side, dict)
        for j, x in enumerate(side.get("leaders", ()))
        if isinstance(x, dict) and x.get(shape.waits) == was
    }
