"""Who may do what: every command and every component of the bot, a line each; several where it depends on the moment.

Whoever isn't named in ``allowed`` is refused with a sentence that nobody else reads, and nothing changes. A stranger
acts in another server, where there is no battle, and is only allowed what is about none, or about that server's own.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import scenarios
from bot.components.panel.asked import group_key, key_of
from bot.notation import parse
from bot.service.computers.adviser import AGREED
from engine.kernel.ideas import GroupIdea, Idea
from engine.kernel.text import Text
from tests.bot.e2e.kit import SCENARIO
from tests.bot.e2e.theatre import (
    ADMIN,
    CALLED,
    COMMANDED,
    CONTEST,
    DUEL_BRACE,
    DUEL_ORDERS,
    DUEL_STANCES,
    DUEL_STRIKE,
    FOE,
    LESSON,
    LOBBY,
    MATE,
    MOVED,
    MOVER,
    OFFERED,
    ORDERS,
    OVER,
    READY,
    REFEREE,
    ROLES,
    SPECTATOR,
    STRANGER,
    Theatre,
)
from tests.bot.toy_system import Attack

EVERYBODY = frozenset(ROLES)
STRIKE = Idea("strike", Text("r1 attacks b1"), Attack(unit="r1", target="b1"), unit="r1")
"""What r1 might best do in the duel."""
TOGETHER = GroupIdea("strike", Text("Attack b1"), tuple(parse("r1 x b1; r2 x b1")))
"""The same for all together, who have two orders."""
HERE = EVERYBODY - {STRANGER}
"""Everybody in the battle's server."""
PLAYERS = frozenset({MOVER, FOE, MATE, COMMANDED})
SIDE = frozenset({MOVER, MATE, COMMANDED})
FREE = frozenset({MOVER, MATE})
"""Who may answer for the side that is asked, whatever it is about."""
LEADERS = frozenset({MOVER, FOE})
REFEREES = frozenset({REFEREE, ADMIN})
BYSTANDERS = HERE - PLAYERS
CREATOR = frozenset({MOVER})
MANAGERS = frozenset({ADMIN})
NOBODY: frozenset[str] = frozenset()

Given = dict[str, Any] | Callable[[Theatre, str], dict[str, Any]]


@dataclass(frozen=True)
class Row:
    """A command, at a moment, with options."""

    name: str
    allowed: frozenset[str]
    options: Given = field(default_factory=dict)
    """Options, or what makes them for somebody."""
    scene: str = ORDERS
    writes: bool = False
    """Whether it changes anything where it is allowed."""
    why: str = ""
    """Reason, where it isn't obvious."""
    where: str = "field"
    """Channel in which it is used."""
    hidden: bool = False
    """Whether Discord offers it only to those who manage the server; a server may show it to others again."""
    public: bool = False
    """Whether the answer is for all to read."""

    def __str__(self) -> str:
        return f"{self.name}, {self.scene}" + (f" ({self.why})" if self.why else "")

    def given(self, theatre: Theatre, role: str) -> dict[str, Any]:
        return self.options(theatre, role) if callable(self.options) else self.options


@dataclass(frozen=True)
class Verb:
    """A component, at a moment."""

    name: str
    allowed: frozenset[str]
    scene: str = DUEL_ORDERS
    argument: str = ""
    token: str | Callable[[Theatre], Awaitable[str]] | None = None
    """Or what finds it. None: that of the mover's question."""
    battle: str | None = None
    """What stands in the battle's place ("offer", "event" and a role: their number); None: the battle's number."""
    values: Sequence[str] | None = None
    """Of a select."""
    typed: Sequence[str] | None = None
    """Into a box."""
    writes: bool = False
    why: str = ""
    where: str = "duel"
    changes_message: bool = False
    """Whether the message it stands on is changed, and nothing else."""
    before: Callable[[Theatre], Awaitable[Any]] | None = None
    """Done first, by others."""
    public: bool = False
    """Whether the answer is for all to read."""

    def __str__(self) -> str:
        return f"{self.name}, {self.scene}" + (f" ({self.why})" if self.why else "")


def _battle(theatre: Theatre, role: str) -> dict[str, Any]:
    return {"battle": theatre.battle}


def _guest(theatre: Theatre, role: str) -> dict[str, Any]:
    return {"player": theatre.people[STRANGER] if role == STRANGER else theatre.newcomer}


def _member(theatre: Theatre, role: str) -> dict[str, Any]:
    return {"player": theatre.people[STRANGER] if role == STRANGER else theatre.people[MATE]}


def _assigned(theatre: Theatre, role: str) -> dict[str, Any]:
    return {**_member(theatre, role), "commands": "THC3"}


def _elsewhere(theatre: Theatre, role: str) -> dict[str, Any]:
    return {"channel": theatre.foreign if role == STRANGER else theatre.elsewhere}


def _seat(theatre: Theatre, role: str) -> dict[str, Any]:
    return {"side": "Vandals", **_guest(theatre, role), "reason": "he is ill"}


def _offer(theatre: Theatre, role: str) -> dict[str, Any]:
    return {"offer": theatre.offer}


def _event(theatre: Theatre, role: str) -> dict[str, Any]:
    return {"event": theatre.event}


def _match(theatre: Theatre, role: str) -> dict[str, Any]:
    return {"battle": theatre.match}


def _event_for_sure(theatre: Theatre, role: str) -> dict[str, Any]:
    return {**_event(theatre, role), "sure": True}


def _withdrawn(theatre: Theatre, role: str) -> dict[str, Any]:
    player = theatre.people[STRANGER] if role == STRANGER else theatre.people[MOVER]
    return {**_event_for_sure(theatre, role), "player": player, "reason": "gone"}


def _returned(theatre: Theatre, role: str) -> dict[str, Any]:
    player = theatre.people[STRANGER] if role == STRANGER else theatre.people[MOVER]
    return {**_event(theatre, role), "player": player, "reason": "back"}


def _awarded(theatre: Theatre, role: str) -> dict[str, Any]:
    winner = theatre.people[STRANGER] if role == STRANGER else theatre.people[FOE]
    return {**_event(theatre, role), "match": 1, "winner": winner, "reason": "nobody came"}


def _corrected(theatre: Theatre, role: str) -> dict[str, Any]:
    return {**_event(theatre, role), "match": 1}


def _replaced(theatre: Theatre, role: str) -> dict[str, Any]:
    old, new = (theatre.people[MOVER], theatre.newcomer)
    if role == STRANGER:
        old, new = theatre.people[STRANGER], theatre.opponent_abroad
    return {**_event(theatre, role), "player": old, "by": new, "reason": "moved away"}


def _league(theatre: Theatre, role: str) -> dict[str, Any]:
    where = theatre.foreign if role == STRANGER else theatre.elsewhere
    return {"name": "Ours", "kind": "league", "scenarios": SCENARIO, "channels": f"<#{where.id}>"}


PACK = json.dumps(
    {
        "format": "hexarch-chart-pack/1",
        "system": "cataphract",
        "title": "Ours",
        "by": "",
        "cells": {"missile_range_results/cells/J_cavalry/1": {"value": 3, "why": "first printing"}},
    }
).encode()

FIELD = json.dumps(scenarios.load(SCENARIO).model_dump(mode="json")).encode()

MOVE = {"piece": "THC3", "to": "5010", "reason": "by mistake"}
LEADS = "who leads the side speaks for it"
OWN = "each in their own server"


async def _begins_to_charge(theatre: Theatre) -> None:
    """The learner comes to the fifth step, and has moved in it."""
    for _ in range(4):
        await theatre.service.lessons.show(theatre.battle, theatre.id(MOVER))
    await theatre.service.play.order(theatre.battle, theatre.id(MOVER), "HC1 > 0806", "charge")
    await theatre.bot.messages.publisher.publish(theatre.battle)


COMMANDS: tuple[Row, ...] = (
    # -- a battle's life
    Row("battle create", EVERYBODY, {"scenario": SCENARIO}, where="elsewhere", writes=True, why=OWN),
    Row(
        "battle create",
        EVERYBODY,
        {"scenario": SCENARIO, "opponent": "recruit"},
        where="elsewhere",
        writes=True,
        why="against the computer",
    ),
    Row("battle create", frozenset({STRANGER}), {"scenario": SCENARIO}, writes=True, why="the channel has one already"),
    Row("battle briefing", EVERYBODY, {"scenario": SCENARIO}),
    Row("learn", EVERYBODY, {"game": "cataphract"}, where="elsewhere", writes=True, why="a lesson of one's own"),
    Row("learn", EVERYBODY, why="asked which game"),
    Row("battle briefing", HERE, why="of the channel's battle"),
    Row("battle list", EVERYBODY, why=OWN),
    Row("battle status", HERE),
    Row(
        "battle join",
        HERE,
        {"side": "Vandals"},
        scene=LOBBY,
        writes=True,
        why="who is in a team may lead the other side",
    ),
    Row("battle join", NOBODY, {"side": "Vandals"}, why="it has begun"),
    Row("battle leave", frozenset({MOVER}), scene=LOBBY, writes=True),
    Row("battle leave", NOBODY, why="it has begun"),
    Row("battle start", PLAYERS, scene=READY, writes=True),
    Row("battle start", LEADERS, scene=CONTEST, where="elsewhere", writes=True, why="each says so for a side"),
    Row("battle leave", NOBODY, scene=CONTEST, where="elsewhere", why="a match's players are settled"),
    Row("battle join", NOBODY, {"side": "Vandals"}, scene=CONTEST, where="elsewhere", why="a match has its players"),
    Row(
        "battle mode",
        LEADERS | REFEREES,
        {"mode": "live"},
        scene=CONTEST,
        where="elsewhere",
        writes=True,
        why="players ask each other, a referee settles it",
    ),
    Row(
        "battle limits",
        LEADERS | REFEREES,
        {"answer": "1h"},
        scene=CONTEST,
        where="elsewhere",
        writes=True,
        why="players ask each other, a referee settles it",
    ),
    Row("battle abandon", REFEREES, {"sure": True}, scene=CONTEST, where="elsewhere", writes=True, why="of a match"),
    Row(
        "referee seat",
        REFEREES,
        _seat,
        scene=CONTEST,
        where="elsewhere",
        writes=True,
        why="before the battle too",
        hidden=True,
    ),
    Row("battle move", REFEREES, _match, scene=CONTEST, where="hall", writes=True, why="a match"),
    Row("battle resign", LEADERS, {"sure": True}, writes=True, why=LEADS),
    Row("battle resign", LEADERS, why="asked whether they are sure"),
    Row("battle draw", LEADERS, writes=True, why=LEADS),
    Row("battle claim", NOBODY, why="no time for the whole battle was agreed on"),
    Row("battle abandon", CREATOR | REFEREES, {"sure": True}, writes=True),
    Row("battle abandon", CREATOR | REFEREES, why="asked whether they are sure"),
    Row("battle rematch", LEADERS, scene=OVER, writes=True, why=LEADS),
    Row("battle rematch", NOBODY, why="it isn't over"),
    Row("battle mode", LEADERS | REFEREES, {"mode": "correspondence"}, writes=True, why=LEADS),
    Row("battle move", LEADERS | REFEREES, _battle, where="elsewhere", writes=True, why=LEADS),
    Row("battle mirror", HERE, why="where it is mirrored"),
    Row("battle mirror", LEADERS | REFEREES, _elsewhere, writes=True, why=LEADS),
    Row("battle limits", HERE, why="what holds"),
    Row("battle advice", LEADERS, {"allow": True}, writes=True, why=LEADS),
    Row("battle limits", LEADERS | REFEREES, {"answer": "1h"}, writes=True, why=LEADS),
    # -- playing
    Row("order", FREE, {"text": "done"}, writes=True),
    Row("order", SIDE, {"text": "THC3 @NW"}, writes=True, why="it is about the member's own command"),
    Row("order", SIDE, {"text": "done", "preview": True}, why="only looked ahead"),
    Row("undo", SIDE, scene=MOVED, writes=True, why="whoever is of the side that ordered"),
    Row("standing list", PLAYERS, why="everybody their own: who plays no side has none"),
    Row("standing set", FREE | {FOE}, {"question": "return-fire", "answer": "never"}, writes=True, why="for everybody"),
    Row(
        "standing set",
        SIDE,
        {"question": "return-fire", "answer": "never", "who": "THC3"},
        writes=True,
        why="for a unit of the side's, the member's own",
    ),
    Row("standing clear", PLAYERS, {"question": "return-fire"}, why="there is none"),
    Row("dice roll", PLAYERS, {"dice": "d6"}, writes=True, public=True, why="the trail is the players' and referees'"),
    Row("dice roll", NOBODY, {"dice": "a die"}, why="no dice; the answer would have been for all to read"),
    # -- what one wants for oneself
    Row("preferences show", EVERYBODY),
    Row("preferences language", EVERYBODY, {"language": "en"}, writes=True),
    Row("preferences reminders", EVERYBODY, {"how": "dm"}, writes=True),
    Row("preferences quiet", EVERYBODY, {"from": 22, "to": 6}, writes=True),
    Row("preferences away", EVERYBODY, {"until": "3d"}, writes=True),
    Row("preferences back", NOBODY, why="nobody is away"),
    # -- teams
    Row("team invite", LEADERS, _guest, writes=True, why=LEADS),
    Row("team substitute", LEADERS, _guest, writes=True, why=LEADS),
    Row("team assign", frozenset({MOVER}), _assigned, writes=True, why="their own team"),
    Row("team remove", frozenset({MOVER, MATE}), _member, writes=True, why="their own team, or oneself"),
    Row("team leave", frozenset({MATE, COMMANDED}), writes=True),
    Row("team list", HERE),
    Row("team step-in", NOBODY, {"side": "Vandals"}, why="nobody is missing"),
    Row("team computer", LEADERS, writes=True, why="their own side; nobody is missing"),
    Row("team computer", frozenset({FOE}), {"side": "Vandals"}, writes=True, why="nobody is missing"),
    Row("team return", NOBODY, why="the computer stands in for nobody"),
    Row("battle referee", PLAYERS, {"reason": "we disagree"}, writes=True, why="who plays in it"),
    # -- looking
    Row("mine", EVERYBODY, why="everybody their own"),
    Row("map", HERE),
    Row("battle board", HERE),
    Row("battle describe", HERE),
    Row("battle describe", HERE, {"what": "Vandals"}),
    Row("map", HERE, {"at": "THC3", "show": "reach"}),
    Row("map", HERE, {"private": False}, public=True),
    Row("unit", HERE, {"name": "THC1"}),
    Row("unit", HERE, {"name": "Vandals"}),
    Row("unit", HERE, {"name": "THC1", "private": False}, public=True),
    Row("record poster", HERE),
    Row("record log", HERE),
    Row("record log", HERE, {"whole": True}),
    Row("rule", EVERYBODY, {"case": "9.2", "game": "cataphract"}),
    Row("help", EVERYBODY),
    Row("help", EVERYBODY, {"about": "rating"}),
    Row("what", HERE),
    Row("what", HERE, {"unit": "THC1"}),
    Row("replay", HERE, scene=MOVED),
    Row("replay", HERE, _battle, scene=MOVED, where="elsewhere"),
    Row("replay", HERE, {"how": "steps"}, scene=MOVED),
    Row("replay", HERE, {"how": "steps", "private": False}, scene=MOVED, public=True),
    Row("record report", HERE, scene=OVER),
    Row("record report", HERE, _battle, scene=OVER, where="elsewhere"),
    Row("record report", HERE, {"private": False}, scene=OVER, public=True),
    Row("record report", HERE, why="so far"),
    Row("record analysis", HERE, scene=OVER),
    Row("record analysis", HERE, {"private": False}, scene=OVER, public=True),
    Row("record analysis", NOBODY, why="it isn't over"),
    Row("dice audit", HERE),
    Row("dice audit", HERE, {"show": "file"}),
    Row("dice audit", EVERYBODY, {"check": ("t.json", b"{}")}, why="any file may be checked"),
    # -- records
    Row("record save", HERE),
    Row("record save", HERE, _battle),
    Row("record load", EVERYBODY, lambda t, role: {"file": ("b.txt", t.record)}, writes=True, why=OWN),
    Row("record remove", NOBODY, lambda t, role: {**_battle(t, role), "sure": True}, why="it was played here"),
    Row("record remark", PLAYERS, {"text": "well played"}, writes=True),
    Row("record remarks", NOBODY, why="there is none yet"),
    # -- scenarios of the server
    Row("referee scenario load", REFEREES, {"file": ("s.json", FIELD)}, writes=True, hidden=True),
    Row("referee scenario list", NOBODY, why="there is none", hidden=True),
    Row("referee scenario export", NOBODY, {"scenario": "own/cataphract-tricameron"}, why="there is none", hidden=True),
    Row("referee scenario remove", NOBODY, {"scenario": "own/cataphract-tricameron"}, why="there is none", hidden=True),
    # -- company
    Row("offer make", EVERYBODY, {"scenario": SCENARIO}, where="elsewhere", writes=True, why=OWN),
    Row("offer list", HERE, scene=OFFERED),
    Row("offer withdraw", CREATOR | REFEREES, _offer, scene=OFFERED, writes=True),
    Row("offer withdraw", CREATOR, scene=OFFERED, writes=True, why="without its number: one's own"),
    Row("referee event create", REFEREES, _league, writes=True, hidden=True),
    Row("referee event start", REFEREES, _event, scene=CALLED, writes=True, hidden=True),
    Row("referee event abandon", REFEREES, _event_for_sure, scene=CALLED, writes=True, hidden=True),
    Row("referee event abandon", NOBODY, _event, scene=CALLED, why="not without “sure”", hidden=True),
    Row("referee event move", REFEREES, _event, scene=CALLED, writes=True, where="field", hidden=True),
    Row("referee event move", NOBODY, _event, scene=CALLED, where="elsewhere", why="it is told there", hidden=True),
    Row(
        "referee event change",
        REFEREES,
        lambda t, role: {**_event(t, role), "days": 5},
        scene=CALLED,
        writes=True,
        hidden=True,
    ),
    Row("referee event return", NOBODY, _returned, scene=CONTEST, why="they haven't withdrawn", hidden=True),
    Row("event join", HERE - LEADERS, _event, scene=CALLED, writes=True, why="who isn't in it yet"),
    Row("event join", NOBODY, _event, scene=CONTEST, why="it has begun"),
    Row("event leave", LEADERS, _event, scene=CALLED, writes=True, why="who is in it"),
    Row("event leave", NOBODY, _event, scene=CONTEST, why="it has begun"),
    Row("event withdraw", LEADERS, _event_for_sure, scene=CONTEST, writes=True, why="who is in it"),
    Row(
        "event withdraw",
        CREATOR | REFEREES,
        _withdrawn,
        scene=CONTEST,
        writes=True,
        why="the mover; others by referees",
    ),
    Row("event table", HERE, _event, scene=CONTEST),
    Row("event fixtures", HERE, _event, scene=CONTEST),
    Row("event list", HERE, scene=CONTEST),
    Row("referee event extend", REFEREES, _corrected, scene=CONTEST, writes=True, hidden=True),
    Row(
        "referee event reopen",
        NOBODY,
        lambda t, role: {**_corrected(t, role), "reason": "x"},
        scene=CONTEST,
        why="it isn't decided",
        hidden=True,
    ),
    Row(
        "referee event replace",
        REFEREES,
        _replaced,
        scene=CONTEST,
        writes=True,
        hidden=True,
        why="in the match's own channel",
    ),
    Row("referee event award", REFEREES, _awarded, scene=CONTEST, writes=True, hidden=True),
    # -- people's data
    Row("data export", EVERYBODY),
    Row("data delete", BYSTANDERS, why="who plays in no battle under way; asked whether they are sure"),
    # -- charts
    Row("chart", EVERYBODY, {"name": "missile_range_results", "game": "cataphract"}),
    Row("chart", EVERYBODY, {"game": "cataphract"}),
    Row("referee charts template", EVERYBODY, {"game": "cataphract"}, hidden=True),
    Row("referee charts load", REFEREES, {"file": ("c.json", PACK)}, writes=True, hidden=True),
    Row("referee charts reset", NOBODY, {"game": "cataphract"}, why="there is no pack", hidden=True),
    # -- results
    Row("stats rating", HERE, lambda t, role: {} if role == STRANGER else {"player": t.people[FOE]}, scene=OVER),
    Row("stats versus", HERE, lambda t, role: _versus(t, role), scene=OVER),
    Row("stats balance", HERE, scene=OVER),
    Row("stats ranking", HERE, scene=OVER),
    Row(
        "referee result annul",
        REFEREES,
        lambda t, role: {**_battle(t, role), "reason": "a slip"},
        scene=OVER,
        writes=True,
        hidden=True,
    ),
    Row(
        "referee result restore",
        NOBODY,
        lambda t, role: {**_battle(t, role), "reason": "x"},
        scene=OVER,
        why="it counts",
        hidden=True,
    ),
    # -- referees
    Row("referee move", REFEREES, MOVE, writes=True, hidden=True),
    Row(
        "referee set",
        REFEREES,
        {"piece": "THC3", "what": "hits", "value": "1", "reason": "x"},
        writes=True,
        hidden=True,
    ),
    Row("referee remove", REFEREES, {"piece": "THC3", "reason": "x"}, writes=True, hidden=True),
    Row("referee place", NOBODY, {"piece": "THC3", "to": "5010", "reason": "x"}, why="it is on the map", hidden=True),
    Row(
        "referee decide", REFEREES, {"side": "Byzantines", "answer": "default", "reason": "x"}, writes=True, hidden=True
    ),
    Row("referee seat", REFEREES, _seat, writes=True, hidden=True),
    Row("referee roll", REFEREES, {"dice": "d6", "reason": "x"}, writes=True, hidden=True),
    # -- the server
    Row("settings show", HERE, hidden=True, why="where the server shows it to everybody"),
    Row("settings check", HERE, hidden=True, why="where the server shows it to everybody"),
    Row("settings referee-role", MANAGERS, hidden=True, writes=True),
    Row("settings mode", MANAGERS, {"mode": "correspondence"}, hidden=True, writes=True),
    Row("settings limits", MANAGERS, {"answer": "3h"}, hidden=True, writes=True),
    Row("settings language", MANAGERS, {"language": "en"}, hidden=True, writes=True),
    Row("settings channels", MANAGERS, _elsewhere, hidden=True, writes=True),
    Row("settings results-channel", MANAGERS, _elsewhere, hidden=True, writes=True),
    Row("settings mirror", MANAGERS, _elsewhere, hidden=True, writes=True),
    Row("settings reset", MANAGERS, {"setting": "referee-role"}, hidden=True, writes=True),
    # -- watching
    Row("watch start", BYSTANDERS, writes=True, why="players are told anyway"),
    Row("watch start", BYSTANDERS, _battle, where="elsewhere", writes=True),
    Row("watch stop", NOBODY, why="nobody watches"),
    Row("watch list", NOBODY, why="nobody watches"),
    Row("referee scoreboard", REFEREES, _elsewhere, writes=True, hidden=True),
)


def _versus(theatre: Theatre, role: str) -> dict[str, Any]:
    if role == STRANGER:
        return {"player": theatre.opponent_abroad, "other": theatre.people[STRANGER]}
    return {"player": theatre.people[MOVER], "other": theatre.people[FOE]}


MENUS: dict[str, frozenset[str]] = {"Check this dice trail": EVERYBODY}
"""Context menus, each used on a message with a file."""


async def _asks(theatre: Theatre) -> None:
    """The mover asks something of the foe."""
    await theatre.service.timekeeping.set_mode(theatre.battle, theatre.id(MOVER), "correspondence")
    await theatre.service.endings.draw(theatre.battle, theatre.id(MOVER))


async def _advised(theatre: Theatre) -> None:
    """Both sides have agreed that players may be advised."""
    await theatre.service.settings.put(f"battle:{theatre.battle}", AGREED, True)


async def _request(theatre: Theatre) -> str:
    """The token of the buttons that answer it."""
    return (await theatre.service.battles.get(theatre.battle)).request_key


async def _head(theatre: Theatre) -> str:
    """Number of the last journal entry."""
    return str((await theatre.service.play.entries(theatre.battle))[-1].seq)


async def _dispatch(theatre: Theatre) -> str:
    """Key of the last dispatch."""
    posts = await theatre.service.posts.of(theatre.battle, "dispatch")
    return max((p.key for p in posts), key=int)


async def _invited(theatre: Theatre) -> None:
    await theatre.service.teams.invite(theatre.battle, theatre.id(MOVER), theatre.id(SPECTATOR))


VERBS: tuple[Verb, ...] = (
    # -- before the battle
    Verb("join", HERE, LOBBY, "1", "open", writes=True, where="field"),
    Verb("start", PLAYERS, READY, token="open", writes=True, where="field"),
    Verb("briefing", HERE, LOBBY, token="open", where="field"),
    # -- lessons
    Verb("learn", EVERYBODY, token="cataphract", battle="lesson", scene=ORDERS, writes=True, where="elsewhere"),
    Verb("firstbattle", EVERYBODY, token="cataphract", battle="lesson", scene=ORDERS, writes=True, where="elsewhere"),
    Verb("lessonshow", CREATOR, LESSON, writes=True, where="elsewhere"),
    Verb("lessonback", CREATOR, LESSON, writes=True, where="elsewhere", before=_begins_to_charge),
    Verb("lessonagain", CREATOR, LESSON, writes=True, where="elsewhere"),
    Verb("lessonstop", CREATOR, LESSON, writes=True, where="elsewhere"),
    # -- the guided order
    Verb("orders", SIDE),
    Verb("go", FREE, values=["0"], writes=True),
    Verb("take", FREE, argument="0", writes=True),
    Verb("same", FREE, argument="0", writes=True),
    Verb("idea", FREE, argument=f"0~{key_of(STRIKE)}", writes=True),
    Verb("idea", FREE, values=[f"0~{key_of(STRIKE)}"], writes=True, why="out of a list"),
    Verb("idea", NOBODY, argument="0~0123456789", why="an idea that isn't offered"),
    Verb("group", SIDE, argument="all"),
    Verb("group", NOBODY, argument="nobody", why="no such group"),
    Verb("many", FREE, argument=f"all~{group_key(TOGETHER)}", writes=True),
    Verb("many", NOBODY, argument="all~0123456789", why="an idea that isn't offered"),
    Verb("then", NOBODY, argument="~0123456789", why="nothing that follows"),
    Verb("lead", NOBODY, values=["0"], why="who acts isn't asked"),
    Verb("let", NOBODY, argument="~0123456789", why="nothing can be declined with it"),
    Verb("back", SIDE),
    Verb("face", SIDE, argument="@NE"),
    Verb("sector", SIDE),
    Verb("part", NOBODY, values=["A"], why="the map isn't cut into parts"),
    *(
        Verb(v, NOBODY, argument="0", values=["0"], why="the order is no form")
        for v in ("entry", "change", "ticks", "whole")
    ),
    *(Verb(v, NOBODY, why="the order is no form") for v in ("send", "afresh", "fill")),
    Verb("filled", NOBODY, typed=["r2 4"], why="the order is no form"),
    Verb("suggest", NOBODY, why="a contest in which nobody has agreed to it"),
    Verb("suggest", SIDE, ORDERS, where="field", before=_advised, writes=True, why="what was suggested is kept"),
    Verb("advised", FREE, writes=True, before=_advised),
    Verb("advised", NOBODY, why="nobody is advised"),
    Verb("notation", SIDE, before=_advised),
    Verb("amend", SIDE, before=_advised),
    Verb("amended", SIDE, typed=["r2 x b2"], before=_advised),
    Verb("type", SIDE),
    Verb("typed", FREE, typed=["r2 x b2"], writes=True),
    Verb("write", SIDE),
    Verb("written", FREE, typed=["r2 x b2"], writes=True),
    Verb("run", FREE, writes=True),
    Verb("drop", HERE, changes_message=True, why="only the preview is closed"),
    Verb("default", FREE, writes=True),
    # -- questions
    Verb("answer", FREE, DUEL_STRIKE, "0", writes=True),
    Verb("select", FREE, DUEL_STRIKE, values=["0"], writes=True),
    Verb("always", FREE, DUEL_STRIKE, "yes", writes=True),
    Verb("rest", FREE, DUEL_STRIKE, "no", writes=True),
    Verb("rest", FREE, DUEL_STRIKE, "all", writes=True, why="nothing more is asked"),
    Verb("sure", FREE, DUEL_STRIKE, "0", writes=True),
    Verb("answer", FREE | {FOE}, DUEL_STANCES, "0", writes=True, why="both are asked"),
    Verb("tick", FREE, DUEL_BRACE, values=["0"], writes=True),
    Verb("alike", FREE, DUEL_BRACE, "none", writes=True),
    Verb("always", FREE, DUEL_BRACE, "yes", writes=True, why="for each of several units"),
    Verb("one", NOBODY, DUEL_BRACE, "0", why="several are asked"),
    Verb("oneof", NOBODY, DUEL_BRACE, values=["0"], why="several are asked"),
    Verb("each", SIDE, DUEL_BRACE, "0", values=["0"], changes_message=True, why="nothing is answered yet"),
    Verb("eachpage", SIDE, DUEL_BRACE, "0", changes_message=True),
    Verb("done", FREE, DUEL_BRACE, "0", writes=True),
    # -- on every question
    Verb("map", HERE, ORDERS, where="field"),
    Verb("board", HERE, ORDERS, where="field"),
    Verb("help", HERE, ORDERS, where="field"),
    Verb("whatif", HERE, ORDERS, where="field"),
    Verb("whatasked", HERE, ORDERS, typed=["THC1"], where="field"),
    Verb("undo", SIDE, MOVED, writes=True, where="field"),
    Verb("callref", PLAYERS, ORDERS, token="-", where="field", why="a box for the reason"),
    Verb("called", PLAYERS, ORDERS, token="-", typed=["we disagree"], writes=True, where="field"),
    # -- between players
    Verb("consent", frozenset({FOE}), ORDERS, "yes", _request, writes=True, where="field", before=_asks),
    Verb("guest", frozenset({SPECTATOR}), ORDERS, "yes", "team", writes=True, where="field", before=_invited),
    # -- company; its buttons carry the number of the offer or event, not of a battle
    Verb(
        "offer", BYSTANDERS | {MATE, COMMANDED, FOE}, OFFERED, token="accept", battle="offer", why="a box for a phrase"
    ),
    Verb("offer", CREATOR | REFEREES, OFFERED, token="withdraw", battle="offer", writes=True, why="withdraw"),
    Verb("phrase", HERE - CREATOR, OFFERED, token="accept", battle="offer", typed=["x"], writes=True),
    Verb("event", HERE - LEADERS, CALLED, token="join", battle="event", writes=True, why="join"),
    Verb("event", LEADERS, CALLED, token="leave", battle="event", writes=True, why="leave"),
    Verb("event", HERE, CONTEST, token="table", battle="event", why="table"),
    Verb("event", HERE, CONTEST, token="fixtures", battle="event", why="matches"),
    Verb("award", REFEREES, CONTEST, "0", "1", "event", why="a box for the reason"),
    Verb("motion", NOBODY, CONTEST, token="1a2b3c4d", battle="event", why="nothing is asked"),
    Verb("extend", REFEREES, CONTEST, token="1", battle="event", writes=True),
    Verb("unrate", REFEREES, OVER, token="-", where="field", writes=True, why="a match that was decided otherwise"),
    Verb("because", REFEREES, CONTEST, "0", "1", "event", typed=["nobody came"], writes=True),
    Verb(
        "forget", frozenset({SPECTATOR}), ORDERS, token="yes", battle="spectator", changes_message=True, why="oneself"
    ),
    # -- ends
    Verb("resign", LEADERS, ORDERS, "yes", _head, writes=True, where="field", why=LEADS),
    Verb("claim", NOBODY, ORDERS, "yes", _head, where="field", why="no time for the whole battle was agreed on"),
    Verb("abandon", CREATOR | REFEREES, ORDERS, "yes", _head, writes=True, where="field"),
    Verb("rematch", LEADERS, OVER, token="over", writes=True, where="field", why=LEADS),
    Verb("playagain", LEADERS, OVER, token="end", writes=True, where="field", why=LEADS),
    Verb("another", HERE, OVER, token="end", where="field"),
    Verb("anotherone", NOBODY, OVER, token="end", values=["toy/duel"], where="field", why="it isn't among them"),
    # -- looking
    Verb("story", HERE, ORDERS, token=_dispatch, where="field"),
    Verb("replay", HERE, MOVED, token="x", where="field"),
    Verb("film", HERE, MOVED, token="x", where="field"),
    Verb("analysis", HERE, OVER, token="x", where="field"),
    Verb("step", HERE, MOVED, "a.next", "0", where="field", changes_message=True),
    Verb("closely", HERE, MOVED, "a.close", "0", where="field", changes_message=True),
    Verb("jump", HERE, MOVED, "a.acts", "0", values=["0"], where="field", changes_message=True),
    Verb("stepfilm", HERE, MOVED, "a.film", "0", where="field"),
    Verb("stepboard", HERE, MOVED, "a.board", "0", where="field"),
    Verb("noting", PLAYERS, MOVED, "a.remark", "0", where="field"),
    Verb("noted", PLAYERS, MOVED, "a.remark", "0", typed=["well done"], where="field", writes=True),
    Verb("explain", EVERYBODY, ORDERS, "9.2", "rule", "cataphract", where="field"),
    Verb("chart", EVERYBODY, ORDERS, "doom", "one", "cataphract", where="field"),
    Verb("battles", EVERYBODY, ORDERS, token="0", battle="list", where="field", changes_message=True, why=OWN),
    Verb("ranking", HERE, OVER, "x", "0", "cataphract", where="field", changes_message=True),
    Verb(
        "unwatch", EVERYBODY, ORDERS, token="watch", where="field", changes_message=True, why="it concerns nobody else"
    ),
)
