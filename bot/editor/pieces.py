"""What the page did with a battle's pieces, as changes of the file: moved, turned, taken away, or added."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.editor import splice
from engine.kernel.text import refuse

OWN_OF_EACH = ("numbers", "hexes", "facing", "facings", "formation")
"""What a group says of its single units; ``formation`` only where it lists their numbers (Men of Iron)."""

INDENT = 8


@dataclass(frozen=True, slots=True)
class Sent:
    """A piece as the page has it."""

    kind: str
    side: int
    name: str
    hex: str
    facing: str | None
    of: int | None = None
    """Number of the kind a new unit is of; None for a piece of the file."""

    @property
    def key(self) -> tuple[str, int, str]:
        return self.kind, self.side, self.name


Entry = tuple[int, str, str]
"""Number, hex and facing of one unit."""


def holders(side: Mapping[str, Any], path: splice.Path) -> Iterator[tuple[splice.Path, Mapping[str, Any]]]:
    """What has units and leaders: an army, or its Commands."""
    commands = side.get("commands")
    if isinstance(commands, list):
        yield from (((*path, "commands", j), c) for j, c in enumerate(commands) if isinstance(c, dict))
    else:
        yield path, side


def groups(document: Mapping[str, Any]) -> Iterator[tuple[splice.Path, int, Mapping[str, Any]]]:
    """Every group of units, with its path and the number of its side."""
    for i, side in enumerate(document.get("sides", ())):
        if isinstance(side, dict):
            for path, holder in holders(side, ("sides", i)):
                for j, group in enumerate(holder.get("units", ())):
                    if isinstance(group, dict):
                        yield (*path, "units", j), i, group


def kinds(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The kinds of units a page can add more of: the groups that stand on the map, and their ratings."""
    return [
        {
            "path": path,
            "side": side,
            "code": group.get("code", ""),
            "name": group.get("name", ""),
            "facing": group.get("facing", "E"),
            "ratings": _ratings(group),
        }
        for path, side, group in groups(document)
        if group.get("hexes")
    ]


def _ratings(group: Mapping[str, Any]) -> dict[str, Any]:
    """What is one value for all of its units."""
    return {
        k: v
        for k, v in group.items()
        if isinstance(v, str | int | float) and (k not in OWN_OF_EACH or (k == "formation" and isinstance(v, str)))
    }


def made(given: Any, known: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Kinds the page made of others, with ratings of their own. Raises :class:`Refusal` for what no kind can be,
    KeyError, TypeError or AttributeError for what the page can't have sent."""
    found: list[dict[str, Any]] = []
    for x in given:
        like, ratings = known[_index(x["like"], len(known))], x["ratings"]
        for field, value in ratings.items():
            before = like["ratings"][field]
            if isinstance(before, str) and isinstance(value, str) and 0 < len(value.strip()) <= 100:
                continue
            if not isinstance(before, str) and type(value) is type(before):
                continue
            wanted = "a word" if isinstance(before, str) else "yes or no" if isinstance(before, bool) else "a number"
            refuse("{field} of the new kind must be {wanted}.", field=field, wanted=wanted)
        found.append({**like, "ratings": {**like["ratings"], **ratings}})
    return found


def _index(given: Any, below: int) -> int:
    if not isinstance(given, int) or not 0 <= given < below:
        raise TypeError("of no kind")
    return given


def changes(
    raw: Mapping[str, Any],
    before: Sequence[Mapping[str, Any]],
    sent: Sequence[Sent],
    known: Sequence[Mapping[str, Any]],
    new: Sequence[Mapping[str, Any]],
) -> dict[splice.Path, str | None]:
    """What changes in the file's text. ``before``: its pieces; ``known``: its kinds of units; ``new``: the page's.

    A group whose units face different ways becomes several. Raises :class:`Refusal` for pieces it can't have, and for
    the taking away of a Command's leader.
    """
    waiting: dict[tuple[str, int, str], list[Sent]] = {}
    extra: dict[int, list[Sent]] = {}
    for p in sent:
        if p.of is None:
            waiting.setdefault(p.key, []).append(p)
        else:
            extra.setdefault(_index(p.of, len(known) + len(new)), []).append(p)
    by_path: dict[splice.Path, list[tuple[Any, Sent | None]]] = {}
    for old in before:
        there = waiting.get((old["kind"], old["side"], old["name"]))
        by_path.setdefault(old["path"], []).append((old, there.pop(0) if there else None))
    if any(waiting.values()):
        refuse("The page shows other pieces than the file has. Load it again.")

    count = _Numbers(raw)
    added = {kind["path"]: [count.entry(kind, p) for p in extra.get(k, ())] for k, kind in enumerate(known)}
    for kind in known:
        if added[kind["path"]] and kind["path"] not in by_path:
            refuse("{code} waits for an arrival: none of it is on the field.", code=kind["code"])
    found: dict[splice.Path, str | None] = {}
    for path, pairs in by_path.items():
        if pairs[0][0]["kind"] == "unit":
            found |= _group(_at(raw, path), path, pairs, added.get(path, []))
        else:
            found |= _single(path, *pairs[0])
    for k, kind in enumerate(new, len(known)):
        entries = [count.entry(kind, p) for p in extra.get(k, ())]
        if entries:
            _put(found, raw, kind, entries)
    return found


class _Numbers:
    """Numbers of new units: the next one that no unit of those letters has."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self._last: Counter[str] = Counter()
        for _, _, group in groups(raw):
            code = str(group.get("code", ""))
            taken = [n for n in group.get("numbers", ()) if isinstance(n, int)]
            self._last[code] = max([self._last[code], *taken])

    def entry(self, kind: Mapping[str, Any], p: Sent) -> Entry:
        code = str(kind["ratings"].get("code", ""))
        self._last[code] += 1
        return self._last[code], p.hex, p.facing or kind["facing"]


def _group(
    group: Mapping[str, Any], path: splice.Path, pairs: Sequence[tuple[Any, Sent | None]], added: Sequence[Entry]
) -> dict[splice.Path, str | None]:
    """Changes of one group: only what is another than before, as long as no unit goes or comes."""
    kept = [(o, n) for o, n in pairs if n is not None]
    if len(kept) == len(pairs) and not added:
        if all((o["hex"], o["facing"]) == (n.hex, n.facing) for o, n in kept):
            return {}
        facings = {n.facing for _, n in kept}
        if len(facings) == 1:
            found: dict[splice.Path, str | None] = {}
            if [o["hex"] for o, _ in kept] != [n.hex for _, n in kept]:
                found[*path, "hexes"] = splice.written([n.hex for _, n in kept])
            if facings != {kept[0][0]["facing"]} or "facings" in group:
                found[*path, "facing"] = splice.written(facings.pop())
                if "facings" in group:
                    found[*path, "facings"] = "{}"
            return found
    if len(group["numbers"]) != len(pairs):
        refuse("{code}: its units begin two deep, and are changed in the file itself.", code=group.get("code", ""))
    entries = [*((group["numbers"][o["index"]], n.hex, n.facing or "E") for o, n in kept), *added]
    return {path: _written(group, entries) if entries else None}


def _single(path: splice.Path, old: Mapping[str, Any], new: Sent | None) -> dict[splice.Path, str | None]:
    if new is None:
        if not isinstance(path[-1], int):
            refuse("{name} leads a Command: who takes them away takes it out of the file.", name=old["name"])
        return {path: None}
    return {} if new.hex == old["hex"] else {(*path, "hex"): splice.written(new.hex)}


def _put(
    found: dict[splice.Path, str | None], raw: Mapping[str, Any], kind: Mapping[str, Any], entries: Sequence[Entry]
) -> None:
    """A group of a new kind behind those of its army, or in the place of one that goes."""
    *way, _ = kind["path"]
    like = _at(raw, kind["path"])
    text = _written({**like, **kind["ratings"]}, entries)
    free = next((p for p, v in found.items() if v is None and p[:-1] == tuple(way)), None)
    at = free or (*way, len(_at(raw, tuple(way))))
    already = found.get(at)
    found[at] = f"{already},\n        {text}" if already else text


def _written(group: Mapping[str, Any], entries: Sequence[Entry]) -> str:
    return ",\n        ".join(splice.written(g, INDENT) for g in _split(group, entries))


def _split(group: Mapping[str, Any], entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """The group as groups of one facing each; Men of Iron has a field for it instead."""
    own = copy.deepcopy(dict(group))
    facings = [f for _, _, f in entries]
    if "size" not in group:
        main = max(dict.fromkeys(facings), key=facings.count)
        numbers = [n for n, _, _ in entries]
        own |= {"numbers": numbers, "hexes": [h for _, h, _ in entries], "facing": main}
        others = {str(n): f for n, _, f in entries if f != main}
        if others or "facings" in own:
            own["facings"] = others
        if isinstance(own.get("formation"), list):
            own["formation"] = [n for n in own["formation"] if n in numbers]
        return [own]
    found = []
    for facing in dict.fromkeys(facings):
        here = [e for e in entries if e[2] == facing]
        found.append({**own, "numbers": [e[0] for e in here], "hexes": [e[1] for e in here], "facing": facing})
    return found


def _at(raw: Any, path: splice.Path) -> Any:
    for step in path:
        raw = raw[step]
    return raw
