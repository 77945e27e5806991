"""A battle as the page shows it: who stands where, how it stands, what was told, and whose decision it is; as JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from bot import rulebooks
from bot.messages.access.piece_choices import Piece, hexes_of, pieces
from bot.messages.answers import waiting
from bot.messages.battle_context import BattleContext
from bot.messages.publishing.posts import Story
from bot.narration import description
from bot.narration.advice import expected, why
from bot.narration.dispatch import joined
from bot.narration.standing import heading
from bot.service import Open, Post
from bot.service.computers.advising import Advice
from engine.kernel.board import Board
from engine.kernel.decisions import Choose, ChooseEach, Command
from engine.kernel.events import Trace
from engine.kernel.inquiry import Findings, Sketch
from engine.kernel.text import Text
from engine.kernel.view import CounterView, LeaderView, TableView
from renderer import Where, beneath_key

Json: TypeAlias = dict[str, Any]

TOLD = 6
"""Dispatches of the story that are shown."""


def battle(
    here: BattleContext, posts: Sequence[Post], names: Mapping[int, str], standing: Json, *, advised: bool = False
) -> Json:
    """Everything that changes as the battle goes on; nothing the viewer may not know. ``standing``: who stands where,
    from :func:`standing`."""
    mine = here.mine
    return {
        "id": here.battle.id,
        "title": here.catalogue.name(here.battle.title),
        "moment": heading(here.own_table, here.catalogue),
        # The number of the last entry, and no digest: what was answered in secret could be tried out against that.
        "head": last(here),
        "outcome": here.say(here.own_table.outcome if here.own_table.outcome is not None else here.battle.ending),
        "sides": [_side(here, n, names) for n in range(len(here.own_table.sides))],
        "mine": list(here.sides),
        "record": here.battle.status == "record",
        "question": asked(here, mine, advised=advised) if mine is not None else None,
        "waiting": [_waiting(here, o, names) for o in here.opens if o is not mine],
        "story": stories(posts),
        # How a line names its roll in the trail.
        "rolls": here.catalogue.translate("roll {n}"),
        **standing,
    }


def standing(here: BattleContext) -> Json:
    """Who stands where, and on what: the same for everybody who sees with the same eyes, until the battle goes on."""
    return {
        "pieces": [_piece(here, p) for p in pieces(here.own_table)],
        "ground": hashlib.sha256(ground(here, here.own_table).encode()).hexdigest()[:12],
    }


def eyes(here: BattleContext) -> str:
    """What all hangs on that is seen of a position: the moment, the sides that look, and their language."""
    return f"{here.battle.id}|{last(here)}|{','.join(here.sides)}|{here.catalogue.language}"


def last(here: BattleContext) -> int:
    """The number of the journal's last entry: another one where the battle has gone on."""
    return here.game.journal[-1].seq


def ground(here: BattleContext, table: TableView) -> str:
    """What the map of a position hangs on with nobody on it: where it changes, it is drawn anew."""
    return f"{here.battle.id}|{here.catalogue.language}|{beneath_key(table)}"


def asked(here: BattleContext, question: Open, *, advised: bool = False) -> Json:
    """A question to the viewer; ``advised``: whether suggestions may be asked for."""
    decision = question.decision
    focus = decision.focus if isinstance(decision, Choose) else ()
    form = "each" if isinstance(decision, ChooseEach) else "choose"
    if isinstance(decision, Command):
        form = "command" if decision.sheet is None else "sheet"
    return {
        "token": str(question.token),
        "form": form,
        "prompt": here.say(decision.prompt),
        "rule": _cited(here, decision.rule, here.say(decision.prompt)),
        # Written earlier, they go on once this is answered; or they hold no more.
        "orders": waiting(here, question),
        "due": question.due,
        "advised": advised,
        "focus": [here.own_table.board.code(p) for p in focus if p in here.own_table.board],
    }


def _cited(here: BattleContext, rule: str, beside: str) -> str:
    """A rule as players know it: one of the battle's own by its title, unless that stands beside it anyway."""
    title = rulebooks.cited(rule, here.game.system.own_rules(), here.catalogue)
    return "" if title != rule and title in beside else title


def advisable(question: Open | None) -> bool:
    """Whether it asks for orders, about which there is something to suggest where one may be advised."""
    return question is not None and isinstance(question.decision, Command) and not question.decision.secret


def where(here: BattleContext, found: Where) -> Json:
    """The places of the map in its picture, by their codes, each with its name and what it is."""
    board = here.own_table.board
    return {
        "width": found.width,
        "height": found.height,
        "r": found.r,
        "hexes": found.hexes,
        "places": {
            board.code(p): {
                "x": round(x, 1),
                "y": round(y, 1),
                "name": board.show(p),
                "ground": description.place(here.own_table, p, here.say),
                **({"lines": _lines(found.outlines[p])} if p in found.outlines else {}),
            }
            for p, (x, y) in found.middles.items()
        },
    }


def findings(here: BattleContext, found: Findings) -> Json:
    """What the referee answers about a piece, and where it reaches."""
    say, board = here.say, here.own_table.board
    return {
        "title": say(found.title),
        "sections": [
            {
                "heading": say(s.heading),
                "facts": [{"text": say(f.text), "rule": _cited(here, f.rule, say(f.text))} for f in s.facts],
            }
            for s in found.sections
        ],
        "shows": _sketch(found.sketch, board.code),
    }


def stories(posts: Sequence[Post]) -> list[Json]:
    """The latest dispatches, oldest first: what the battle's channel says, line by line."""
    found = [Story.model_validate_json(p.body) for p in sorted(posts, key=lambda p: int(p.key))[-TOLD:]]
    return [{"title": s.title, "lines": joined(s.lines), "notes": s.notes} for s in found]


def advice(here: BattleContext, found: Advice) -> Json:
    """A suggestion: its orders, its reason and what it is expected to cost, and its ways over the map."""
    return {
        "orders": [str(order) for order in found.orders],
        "lines": [why(found, here.catalogue), expected(found, here.own_table, here.catalogue)],
        "ways": traced(here.own_table.board, found.marks),
    }


def traced(board: Board, marks: Iterable[Trace]) -> list[Json]:
    """Marks of what is done as ways over the map, each with whose it is."""
    found = ((t.unit, [board.code(h) for h in t.hexes if h in board]) for t in marks)
    return [{"unit": unit, "way": way} for unit, way in found if len(way) > 1]


def marks(posts: Sequence[Post]) -> list[Trace]:
    """What was done last: the marks of the latest dispatch."""
    last = max(posts, key=lambda p: int(p.key), default=None)
    return Story.model_validate_json(last.body).marks if last is not None else []


def _side(here: BattleContext, n: int, names: Mapping[int, str]) -> Json:
    side = here.own_table.sides[n]
    return {
        "id": side.id,
        "name": here.catalogue.name(side.name),
        "points": side.points,
        "limit": side.limit,
        "counts": here.word(side.points_name) if side.points_name else "",
        "players": [names.get(s.user, "") for s in here.battle.seats if s.side == side.id],
    }


def _waiting(here: BattleContext, o: Open, names: Mapping[int, str]) -> Json:
    # What is asked in secret is for the side alone that is asked.
    prompt = "" if o.decision.secret and o.side not in here.sides else here.say(o.decision.prompt)
    who = names.get(o.user, "") if o.user is not None else ""
    return {"side": here.side_name(o.side), "who": who, "prompt": prompt, "due": o.due}


def _piece(here: BattleContext, p: Piece) -> Json:
    board = here.own_table.board
    states = sorted(here.word(s) for s in p.states) if isinstance(p, CounterView) else []
    kind = "unit" if isinstance(p, CounterView) else "leader" if isinstance(p, LeaderView) else "marker"
    return {
        "id": p.id,
        "name": p.name,
        "said": description.piece(here.own_table, p, here.say, alone=True),
        "kind": kind,
        "side": p.side,
        "at": [board.code(h) for h in hexes_of(p) if h in board],
        "facing": p.facing.name if not isinstance(p, LeaderView) and p.facing is not None else "",
        "states": states,
        "facts": [[here.say(label), here.say(Text("{value}", value=value))] for label, value in p.facts],
    }


def _sketch(sketch: Sketch, code: Any) -> Json:
    return {
        "costs": {code(h): n for h, n in sketch.costs.items()},
        "fire": {code(h): sketch.needs.get(h, "") for h in sketch.bands},
        "command": [code(h) for h in sorted(sketch.command)],
    }


def _lines(lines: Sequence[Sequence[tuple[float, float]]]) -> list[list[float]]:
    return [[round(v, 1) for p in line for v in p] for line in lines]
