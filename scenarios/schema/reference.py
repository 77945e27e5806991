"""The reference for authors, ``docs/battle-reference.md``: fields, typical ratings, special rules with examples.

All of it is made from the models and the battles that come with Hexarch, so that it says what is so.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import statistics
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from engine.kernel.hexes import Facing, HexNumber
from engine.kernel.json_values import is_sequence
from engine.kernel.model import MOST
from engine.kernel.parameters import Names, Params
from engine.kernel.stretches import Stretched
from scenarios.formats import FAST, FORMATS
from scenarios.ratings import OF_UNITS, ours
from scenarios.schema.examples import EXAMPLES

DOCS = Path(__file__).parent.parent.parent / "docs" / "battle-reference.md"

HEX_SYSTEMS = ("cataphract", "alexander", "spqr", "simple-gboh", "men-of-iron")

HEAD = """# Reference for authors

What a battle's file may say, for each game on hexes. [Writing a battle](writing-a-battle.md) goes through one step by
step; [the format](scenario-format.md) says more about some fields. This page is made from the program
(`python -m scenarios.schema`).

A ● marks what has to be there. *hexes* are a list of hex numbers, stretches (`"0101-0116"`: every hex between two
corners) and names of the battle's `areas`; one of them may stand alone, without brackets. *facing* is `E`, `NE`, `NW`,
`W`, `SW` or `SE`.

[What all have](#what-all-have) · {games}

## Words

| word | means |
|---|---|
| OC, SC, CC | Overall, Subordinate and Contingent Commander: who commands all, several contingents, one |
| TQ | Troop Quality: what a unit rolls against when it is in trouble, and the hits it bears |
| MA, MP | Movement Allowance of a unit, and the points it spends |
| ZOC | zone of control: the hexes before a unit that the enemy may not pass freely |
| RP | Rout Points: what a lost unit counts towards its army's Withdrawal Level |
| Line | units side by side that move under one order |
| Size | men in a unit; it shifts the odds of Shock |
| Shock | hand-to-hand combat |
| Flight Points, Flight Level | in Men of Iron what a lost unit counts, and about how many make an army flee |
| Activation | in Men of Iron the die a leader needs, or less, to go on |

All others are in the [glossary](glossary.md).
"""


def page() -> str:
    """The whole page."""
    games = " · ".join(f"[{FORMATS[s].title}](#{_anchor(FORMATS[s].title)})" for s in HEX_SYSTEMS)
    shared = [m for m in _models(FORMATS[HEX_SYSTEMS[0]].model) if m.__name__ in _SHARED]
    common = "".join(f"\n### {_TITLES[m.__name__]}\n\n{_fields(m)}" for m in shared)
    return HEAD.format(games=games) + f"\n## What all have\n{common}" + "".join(_system(s) for s in HEX_SYSTEMS)


def _anchor(title: str) -> str:
    return title.lower().replace(" ", "-")


def _system(system: str) -> str:
    parts = [f"\n## {FORMATS[system].title}\n"]
    for model in _models(FORMATS[system].model):
        parts.append(
            f"\n### {_TITLES.get(model.__name__, model.__name__)}: {FORMATS[system].title}\n\n{_fields(model)}"
        )
    parts.append(f"\n### Typical ratings: {FORMATS[system].title}\n\n{_ratings(system)}")
    parts.append(f"\n### Special rules: {FORMATS[system].title}\n\n{_rules(system)}")
    return "".join(parts)


_TITLES = {
    "CataphractScenario": "The file",
    "AlexanderScenario": "The file",
    "SpqrScenario": "The file",
    "SimpleScenario": "The file",
    "MenOfIronScenario": "The file",
    "Briefing": "`briefing`",
    "BattleMap": "`map`",
    "Place": "an entry of `places`",
    "HexsideFeature": "an entry of `hexsides`",
    "Road": "an entry of `roads`",
    "Decoration": "an entry of `decoration`",
    "SpecialRule": "an entry of `special_rules`",
    "SideSpec": "an entry of `sides`",
    "UnitGroup": "an entry of `units`",
    "LeaderSpec": "an entry of `leaders`, or a `leader`",
    "LineSpec": "an entry of `lines`",
    "Counterpart": "`dismounted`",
    "ChampionSpec": "an entry of `champions`",
    "FormationSpec": "an entry of `formations`",
    "GroupSpec": "an entry of `together`",
    "Limit": "`limit`",
    "CommandSpec": "an entry of `commands`",
    "StandardSpec": "an entry of `standards`",
    "MarkerSpec": "an entry of `markers`",
}

_SHARED = ("Briefing", "BattleMap", "Place", "HexsideFeature", "Road", "Decoration", "SpecialRule")
"""Models that are the same in every game."""


def _models(model: type[BaseModel]) -> list[type[BaseModel]]:
    """A model and those inside it, each once, as they are met."""
    found: list[type[BaseModel]] = [model]
    for m in found:
        for field in m.model_fields.values():
            for form in _forms(field.annotation):
                if not isinstance(form, type) or not issubclass(form, BaseModel):
                    continue
                if form not in found and form.__name__ in _TITLES:
                    found.append(form)
    # What a game's own model adds to the family's it says with all the rest.
    return [m for m in found if not any(x is not m and issubclass(x, m) for x in found)]


def _forms(annotation: Any) -> Iterator[Any]:
    yield annotation
    for inside in get_args(annotation):
        yield from _forms(inside)


# -- fields -----------------------------------------------------------------------------------------------------------


def _fields(model: type[BaseModel]) -> str:
    rows = [
        f"| {'●' if field.is_required() else ''} | `{name}` | {_form(field)} | {_said(model, name, field)} |"
        for name, field in model.model_fields.items()
    ]
    return "\n".join(["|  | field | form | what it is |", "|---|---|---|---|", *rows]) + "\n"


def _form(field: FieldInfo) -> str:
    """What a field holds, in a word or two."""
    marks = [*field.metadata, *(m for f in _forms(field.annotation) for m in getattr(f, "__metadata__", ()))]
    args = [f for f in _forms(field.annotation)]
    if any(isinstance(m, Stretched) for m in marks):
        return "by hex" if any(get_origin(f) is dict for f in args) else "hexes"
    one = next((f for f in args if isinstance(f, type) and issubclass(f, BaseModel)), None)
    several = any(get_origin(f) in (tuple, list, frozenset) for f in args)
    by_name = any(get_origin(f) is dict for f in args)
    word = "text"
    literals = [x for f in args if get_origin(f) is Literal for x in get_args(f)]
    if one is not None:
        word = "object"
    elif any(f is Facing for f in args):
        word = "facing"
    elif any(isinstance(m, HexNumber) for m in marks):
        word = "hex"
    elif literals:
        word = ", ".join(f"`{x}`" for x in literals)
    elif any(f is bool for f in args):
        word = "true or false"
    elif any(f is int for f in args):
        bounds = {k: v for m in marks for k in ("ge", "le") if (v := getattr(m, k, None)) is not None}
        # Bounds that are there for what nobody means are no news to an author.
        told = {"ge", "le"} <= set(bounds) and bounds["le"] < MOST
        word = f"{bounds['ge']} to {bounds['le']}" if told else "number"
    if by_name:
        word = "object"
    return f"list: {word}" if several and not by_name else word


def _said(model: type[BaseModel], name: str, field: FieldInfo) -> str:
    """What the model, or what it is made from, says of a field; and what holds when it is left out."""
    said = next((d for m in model.__mro__ if (d := _docstrings(m).get(name))), "") or _PLAIN.get(name, "")
    words = re.sub(r"\s+", " ", said.replace("``", "`")).replace("|", "\\|").strip()
    words = re.sub(r" \(:mod:`[^`]*`\)|, see :mod:`[^`]*`", "", words)
    words = re.sub(r"\bNone\b(?=[:;, ])|\(\)(?= )", "left out", words).replace("; left out:", "; left out:")
    words = re.sub(r":(?:class|attr|mod|func|meth):`([^`]*)`", r"\1", words)
    if field.is_required() or field.default in (None, (), "", False) or field.default == {}:
        return words
    default = field.default if isinstance(field.default, str | int | float) else None
    shown = json.dumps(field.default if is_sequence(field.default) and field.default else default)
    return words if shown == "null" else f"{words} Unless given: `{shown}`.".strip()


_PLAIN: Mapping[str, str] = {
    "format": "Which format it is.",
    "system": "The game.",
    "id": "What it is called in orders and files; unique.",
    "title": "As players read it.",
    "name": "As players read it.",
    "date": "When it was.",
    "place": "Where it was.",
    "briefing": "What players read first.",
    "history": "What led to it, in a paragraph.",
    "balance": "Who wins how often, or “unknown”.",
    "length": "How long it takes.",
    "text": "In your own words, for `/rule`.",
    "map": "The ground; or the name of a shared map.",
    "sides": "The two armies.",
    "adjective": "“Roman”, of “Romans”.",
    "leaders": "Who commands.",
    "units": "Who fights, in groups of equal units.",
    "type": "Its kind; the tables below have what is usual.",
    "nationality": "For readers.",
    "numbers": "With the code they make the units' names.",
    "facing": "Which way it faces, a vertex.",
    "size": "Size.",
    "tq": "Troop Quality.",
    "ma": "Movement Allowance.",
    "hex": "Where it is as the battle begins.",
    "initiative": "Who is high acts late, and goes on more often.",
    "command_range": "How far orders reach.",
    "charisma": "What is added to the rolls of those the leader is with.",
    "personal_combat": "For duels of leaders.",
    "note": "For readers of the file.",
    "withdrawal_level": "Rout Points at which it withdraws, and has lost.",
    "cols": "First and last column.",
    "rows": "First and last row.",
    "climate": "`temperate`, `meadow` or `arid`: colours of the ground.",
    "default_terrain": "Of every hex not named in `terrain`.",
    "default_level": "Of every hex not named in `levels`.",
    "terrain": "Kinds of ground.",
    "levels": "Height, each level 10 to 15 metres.",
    "hexsides": "What lies along hexsides.",
    "roads": "Roads.",
    "void": "Hexes that are not on the map.",
    "places": "Names written on the map.",
    "a": "One hex.",
    "b": "The one beside it.",
    "hexes": "Where.",
    "winner": "Who has won then; nobody unless given.",
    "turns": "How many.",
    "activations": "How many, of both sides together.",
    "side": "Which side.",
    "turn_limit": "The last turn.",
    "activation": "The die, or less, with which the leader's Command goes on.",
    "commands": "Whom; nobody in particular unless given.",
    "leader": "Who leads it.",
    "params": "What the rule takes, see below.",
    "kind": "What it is.",
    "formation": "Which.",
    "types": "Of which types.",
    "feigns": "May feign retreat.",
    "sword": "Armed with swords.",
    "missile": "What it shoots with, if it shoots.",
    "dismounted": "The infantry it turns into.",
    "combat": "How well they fight.",
    "endurance": "How much they stand.",
    "strategy": "For Line Commands of subordinates, and Trump.",
    "values": "Whether the ratings are stated in a source, on a page, or inferred.",
    "confidence": "Whether it is stated in a source, on a page, or inferred.",
    "standards": "Where its routed units rally.",
    "formations": "Formations of the army.",
    "markers": "Bombards and wagons.",
    "least": "How many at least.",
    "commanders": "Leaders of whom one is activated with it; none for auxiliaries.",
}
"""Of fields whose names say nearly all."""


@cache
def _docstrings(model: type) -> Mapping[str, str]:
    """What stands below each field of a class in its source."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(model)))
    except (OSError, TypeError, SyntaxError):
        return {}
    found: dict[str, str] = {}
    body = tree.body[0].body if isinstance(tree.body[0], ast.ClassDef) else []
    for here, after in pairwise(body):
        named = isinstance(here, ast.AnnAssign) and isinstance(here.target, ast.Name)
        told = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if named and told and isinstance(after.value.value, str):  # type: ignore[union-attr]
            found[here.target.id] = after.value.value  # type: ignore[union-attr]
    return found


# -- ratings ----------------------------------------------------------------------------------------------------------


def _ratings(system: str) -> str:
    """What units of each kind have in the battles that come with Hexarch: the middle value, and the range."""
    by_kind: dict[str, dict[str, list[int]]] = {}
    weapons: dict[str, set[str]] = {}
    if system == "men-of-iron":
        return "Ratings come with the type: see `/chart`, or the table of troops in [charts](charts.md).\n"
    battles: tuple[Any, ...] = ours(system)
    for scenario in battles:
        for side in scenario.sides:
            for g in side.units:
                values = by_kind.setdefault(g.kind, {r: [] for r in OF_UNITS})
                for r in OF_UNITS:
                    values[r] += [getattr(g, r)] * len(g.numbers)
                weapons.setdefault(g.kind, set()).update({g.missile} if g.missile else ())
    rows = [
        f"| `{kind}` | {' | '.join(_spread(values[r]) for r in OF_UNITS)} | {', '.join(sorted(weapons[kind])) or '–'} |"
        for kind, values in sorted(by_kind.items())
    ]
    head = "The middle one of the battles that come with Hexarch, and the least and the most of them.\n\n"
    return head + "\n".join(["| type/class | Size | TQ | MA | missiles |", "|---|---|---|---|---|", *rows]) + "\n"


def _spread(values: list[int]) -> str:
    low, middle, high = min(values), round(statistics.median(values)), max(values)
    return str(middle) if low == high else f"{middle} ({low}–{high})"


# -- special rules ----------------------------------------------------------------------------------------------------


def _rules(system: str) -> str:
    return "\n".join(_rule(system, name) for name in sorted(FORMATS[system].special_rules))


def _rule(system: str, name: str) -> str:
    kind = FORMATS[system].special_rules[name]
    lines = [f"**`{name}`**: {kind.about}.", ""]
    own = [f for f in kind.takes.model_fields if f != "case"]
    if own:
        lines += ["|  | parameter | form | what it is |", "|---|---|---|---|"]
        lines += [_parameter(kind.takes, f) for f in own]
        lines.append("")
        if (found := example(system, name)) is not None:
            lines += ["```json", json.dumps({"id": name, "params": found}, ensure_ascii=False), "```", ""]
    return "\n".join(lines)


def _parameter(model: type[Params], name: str) -> str:
    field = model.model_fields[name]
    marks = [*field.metadata, *(m for f in _forms(field.annotation) for m in getattr(f, "__metadata__", ()))]
    names = next((m.what for m in marks if isinstance(m, Names)), None)
    form = _form(field)
    if names is not None and form in ("text", "list: text"):
        form = form.replace("text", names)
    return f"| {'●' if field.is_required() else ''} | `{name}` | {form} | {_said(model, name, field)} |"


def example(system: str, name: str) -> Any:
    """Parameters of the rule as a battle has them, of that game if there is one; None where no battle has any."""
    for s in (system, *(x for x in HEX_SYSTEMS if x != system)):
        listed = FORMATS[s].special_rules.get(name)
        if (
            listed is None
            or listed.takes.model_fields.keys() != FORMATS[system].special_rules[name].takes.model_fields.keys()
        ):
            continue
        for scenario in ours(s):
            for r in scenario.special_rules:
                if r.id == name and r.params:
                    return {k: v for k, v in r.params.items() if k != "case"}
    return EXAMPLES.get(f"{system}/{name}", EXAMPLES.get(name))


assert set(FAST) <= set(HEX_SYSTEMS)
