"""Every command, context menu and component times everybody who may try it: allowed, or refused and nothing changed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
from discord import AppCommandType, app_commands
from simcord.backend.errors import SetupError

from tests.bot.e2e.permissions import COMMANDS, HERE, MENUS, VERBS, Row, Verb
from tests.bot.e2e.theatre import (
    ADMIN,
    FOE,
    HIDDEN,
    MOVED,
    MOVER,
    ORDERS,
    ROLES,
    SPECTATOR,
    STRANGER,
    Answer,
    Theatre,
    theatre,
)
from tests.each import for_each

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Theatre]:
    async with theatre(tmp_path_factory.mktemp("theatre")) as found:
        yield found


# -- the tables -----------------------------------------------------------------------------------------------------


def leaves(commands: Any) -> Iterator[app_commands.Command[Any, Any, Any]]:
    for command in commands:
        if isinstance(command, app_commands.Group):
            yield from leaves(command.commands)
        elif isinstance(command, app_commands.Command):
            yield command


async def test_every_command_stands_in_the_table(house: Theatre) -> None:
    there = {c.qualified_name for c in leaves(house.bot.tree.get_commands())}
    listed = {row.name for row in COMMANDS}
    assert not there - listed, f"who may use these? {sorted(there - listed)}"
    assert not listed - there, f"these are gone: {sorted(listed - there)}"


async def test_every_context_menu_stands_in_the_table(house: Theatre) -> None:
    kinds = (AppCommandType.user, AppCommandType.message)
    there = {c.name for kind in kinds for c in house.bot.tree.get_commands(type=kind)}
    assert there == set(MENUS)


async def test_every_verb_stands_in_the_table(house: Theatre) -> None:
    there, listed = set(house.bot.router._handlers), {v.name for v in VERBS}
    assert not there - listed, f"who may press these? {sorted(there - listed)}"
    assert not listed - there, f"these are gone: {sorted(listed - there)}"


# -- commands -------------------------------------------------------------------------------------------------------


@for_each("row", COMMANDS, ids=str)
async def test_a_command(house: Theatre, row: Row) -> None:
    wrong: list[str] = []
    house.restore(row.scene)
    for role in ROLES:
        options = row.given(house, role)
        before = house.digest()
        where = getattr(house, row.where)
        try:
            answer = await house.command(role, row.name, where, **options)
        except SetupError as e:
            assert row.hidden and role != ADMIN and "not visible" in str(e), (role, e)
            continue
        changed = house.digest() != before
        wrong += [f"{role}: {w}" for w in await faults(house, role, role in row.allowed, row, answer, changed)]
        if changed:
            house.restore(row.scene)
    assert not wrong, "\n".join(wrong)


@for_each("row", [r for r in COMMANDS if r.hidden], ids=str)
async def test_a_command_shown_to_everybody_against_our_advice(house: Theatre, row: Row) -> None:
    house.restore(row.scene)
    root = house.env.backend.find_command(row.name.split()[0], None, type=1)
    assert root is not None
    house.guild.set_command_permissions(int(root["id"]), {house.guild.default_role: True})
    wrong = []
    for role in HERE:
        before = house.digest()
        answer = await house.command(role, row.name, getattr(house, row.where), **row.given(house, role))
        wrong += await faults(house, role, role in row.allowed, row, answer, house.digest() != before)
        house.restore(row.scene)
    house.guild.set_command_permissions(int(root["id"]), {})
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", sorted(MENUS))
async def test_a_context_menu(house: Theatre, name: str) -> None:
    house.restore(ORDERS)
    wrong = []
    for role in ROLES:
        where = house.channel(role)
        message = await house.people[role].send(where, "look", attachments=[("file.json", b"{}")])
        before = house.digest()
        answer = await house.menu(role, name, message)
        row = Row(name, MENUS[name])
        wrong += await faults(house, role, role in MENUS[name], row, answer, house.digest() != before)
    house.restore(ORDERS)
    assert not wrong, "\n".join(wrong)


async def test_completions_tell_no_more_than_their_commands(house: Theatre) -> None:
    """Whatever is typed by whomever: an answer, nothing changed, nothing of another server's battle."""
    house.restore(ORDERS)
    before = house.digest()
    options = [
        (c, p.display_name) for c in leaves(house.bot.tree.get_commands()) for p in c.parameters if p.autocomplete
    ]
    assert len(options) > 30
    secrets = [*await house.secrets(), house.battle]
    for command, option in options:
        refereeing = command.parent is not None and command.parent.name == "referee"
        for role, texts in ((MOVER, ("²²²²",)), (SPECTATOR, ("",) if refereeing else ()), (STRANGER, ("",))):
            for typed in texts:
                try:
                    found = await house.people[role].autocomplete(
                        house.channel(role), command.qualified_name, option, typed
                    )
                except SetupError as e:
                    assert "not visible" in str(e)
                    continue
                assert len(found) <= 25 and all(len(c["name"]) <= 100 for c in found), (command, option)
                if role == STRANGER:
                    assert not [s for s in secrets if s in repr(found)], (command, option)
                if refereeing:
                    assert found == [], (command, option)
    assert house.digest() == before


async def test_a_battle_in_a_channel_one_does_not_see_is_as_if_there_were_none(house: Theatre) -> None:
    """Named by its number in another channel, completed, listed, or by ids of its components."""
    house.restore(HIDDEN)
    wrong = []
    given: dict[str, Any] = {"text": "x", "reason": "x", "unit": "THC1", "name": "missile_range_results"}
    before = house.stored()
    for command in leaves(house.bot.tree.get_commands()):
        names = {p.display_name: p for p in command.parameters}
        if "battle" not in names or command.qualified_name.startswith("referee result"):
            continue  # these are the referees', and about battles that are over
        options = {k: given[k] for k, p in names.items() if p.required and k != "battle"}
        answer = await house.command(SPECTATOR, command.qualified_name, house.elsewhere, battle=house.battle, **options)
        if not answer.refused or "Tricameron" in answer.text:
            wrong.append(f"/{command.qualified_name}: {answer.text!r}")
        if names["battle"].autocomplete:
            who = house.people[SPECTATOR]
            offered = await who.autocomplete(house.elsewhere, command.qualified_name, "battle", "", **options)
            wrong += [f"/{command.qualified_name} offers it"] if house.battle in repr(offered) else []
    listed = await house.command(SPECTATOR, "battle list", house.elsewhere)
    wrong += ["/battle list"] if "Tricameron" in listed.text else []
    for verb in VERBS:
        if verb.battle is None and verb.scene in (ORDERS, MOVED) and verb.name != "unwatch":
            custom_id = house.ref(verb.name, await token(house, verb), verb.argument)
            answer = await house.press(
                SPECTATOR, custom_id, values=verb.values, typed=verb.typed, where=house.elsewhere
            )
            if not answer.refused or "Tricameron" in answer.text:
                wrong.append(f"[{verb.name}]: {answer.text[:200]!r}")
    assert house.stored() == before
    assert not wrong, "\n".join(wrong)


# -- components -----------------------------------------------------------------------------------------------------


def place(house: Theatre, verb: Verb) -> str:
    """What stands in the battle's place in a component's id."""
    match verb.battle:
        case None:
            return house.battle
        case "offer":
            return house.offer
        case "event":
            return house.event
        case role if role in ROLES:
            return str(house.id(role))
    return verb.battle


async def token(house: Theatre, verb: Verb) -> str:
    found = verb.token
    if callable(found):
        return await found(house)
    return str(await house.token()) if found is None else found


async def scene(house: Theatre, verb: Verb) -> str:
    """Go to the moment of a component; its id."""
    house.restore(verb.scene)
    if verb.before is not None:
        await verb.before(house)
    found = house.ref(verb.name, await token(house, verb), verb.argument, place(house, verb))
    house.carry(found, verb.values)
    return found


@for_each("verb", VERBS, ids=str)
async def test_a_component(house: Theatre, verb: Verb) -> None:
    wrong: list[str] = []
    custom_id = await scene(house, verb)
    for role in ROLES:
        before = house.digest()
        answer = await house.press(
            role, custom_id, values=verb.values, typed=verb.typed, where=getattr(house, verb.where)
        )
        changed = house.digest() != before
        wrong += [f"{role}: {w}" for w in await faults(house, role, role in verb.allowed, verb, answer, changed)]
        if changed:
            await scene(house, verb)
    assert not wrong, "\n".join(wrong)


# -- forged ids -----------------------------------------------------------------------------------------------------

ARGUMENTS = ("", "yes", "0", "²", "-1", "9" * 64, "0/0", "1.2.3/4", "\u202e\u0000💥{x}")
TOKENS = ("0", "99999", "٣", "x", "9" * 24)


async def forged(house: Theatre, verb: Verb) -> list[tuple[str, str, list[str]]]:
    """Who presses what: ids nobody was given, with values nobody was offered."""
    here, real = place(house, verb), await token(house, verb)
    elsewhere = (house.their_battle, "deadbeef", "9" * 40, "cataphract")
    # Who may do most gets furthest with them.
    actor = next((r for r in ROLES if r in verb.allowed), MOVER)
    made = [(actor, real, a, here) for a in ARGUMENTS if a != verb.argument]
    made += [(actor, t, verb.argument, here) for t in TOKENS if t != real]
    made += [(actor, real, verb.argument, b) for b in elsewhere if b != here]
    made += [(SPECTATOR, real, verb.argument, house.their_battle)]
    made += [(SPECTATOR, real, a, here) for a in ("", "yes", "²")] + [(SPECTATOR, "0", verb.argument, here)]
    made += [(STRANGER, real, a, here) for a in ("", "yes", "²")] + [(STRANGER, "0", verb.argument, here)]
    return [(who, f"hx:{verb.name}:{b}:{t}" + (f":{a}" if a else ""), [a or "0"]) for who, t, a, b in made]


@for_each("verb", {v.name: v for v in VERBS}.values(), ids=lambda v: v.name)
async def test_forged_ids(house: Theatre, verb: Verb) -> None:
    """Whatever stands in a component's id: a sentence, or a harmless change of one's own message; nothing is done."""
    await scene(house, verb)
    allowed = {r for v in VERBS if v.name == verb.name for r in v.allowed}
    wrong: list[str] = []
    for role, custom_id, values in await forged(house, verb):
        typed = values if verb.typed is not None else None
        house.carry(custom_id, None if typed else values)
        before = house.stored()
        answer = await house.press(
            role, custom_id, values=None if typed else values, typed=typed, where=getattr(house, verb.where)
        )
        at = f"{role}, {custom_id!r}"
        if house.stored() != before:
            # Who is allowed something may mean it by more ids than one.
            if role not in allowed:
                wrong.append(f"{at}: {answer.text!r} changed something")
            await scene(house, verb)
        if answer.broken or not answer.result.acknowledged:
            wrong.append(f"{at}: {answer.errors}")
        elif not (answer.text.strip() or answer.modal):
            wrong.append(f"{at}: not a word")
        if role == STRANGER and role not in allowed and not answer.refused:
            wrong.append(f"{at}: {answer.text!r}")
    assert not wrong, "\n".join(wrong)


PRIVATELY = frozenset({"drop", "chart", "explain", "unwatch", "forget"})
"""Verbs that may be pressed in a private message: they concern no battle of a server, or only the presser."""


async def test_in_private_messages_no_battle_is_touched(house: Theatre) -> None:
    """Even by its players: they may have left the server, and been shut out of it."""
    wrong = []
    for verb in {v.name: v for v in VERBS}.values():
        custom_id = await scene(house, verb)
        before = house.stored()
        answer = await house.press_privately(MOVER, custom_id, verb.values)
        at = f"{verb.name}: {answer.text!r}"
        if answer.broken or not answer.result.acknowledged or not answer.text.strip():
            wrong.append(f"{at}: {answer.errors}")
        if house.stored() != before or not (answer.refused or verb.name in PRIVATELY):
            wrong.append(at)
    assert not wrong, "\n".join(wrong)


async def test_ids_of_another_kind_and_verbs_that_are_gone(house: Theatre) -> None:
    house.restore(ORDERS)
    before = house.stored()
    answer = await house.press(MOVER, house.ref("gone", "0"))
    assert answer.refused and "no longer in use" in answer.text
    answer = await house.press(MOVER, house.ref("gone", "0"), typed=["x"])
    assert answer.refused and "no longer in use" in answer.text
    assert house.stored() == before


async def faults(house: Theatre, role: str, allowed: bool, row: Row | Verb, answer: Answer, changed: bool) -> list[str]:
    """What is wrong with an answer."""
    found: list[str] = []
    if not answer.result.acknowledged:
        found.append("no answer at all")
    if answer.broken or "went wrong on our side" in answer.text:
        found.append(f"an error of ours: {answer.broken!r}")
    if allowed and answer.refused:
        found.append(f"refused, but should be allowed: {answer.text}")
    if not allowed and not answer.refused:
        found.append(f"allowed, but should be refused: {answer.text[:200]}")
    may_change = row.writes or row.public or (isinstance(row, Verb) and row.changes_message)
    if changed and not (allowed and may_change):
        found.append(f"it changed something: {answer.text[:200]}")
    if allowed and row.writes and not changed:
        found.append(f"nothing was done: {answer.text[:200]}")
    if answer.refused and (not answer.text.strip() or answer.public):
        found.append(f"refused without a word, or for all to read: {answer.text!r}")
    if answer.public and not row.public:
        found.append(f"others read the answer: {answer.text[:200]}")
    found += [f"a secret of the dice is out: {s}" for s in await house.secrets() if s in answer.text]
    if role == STRANGER:
        theirs = (house.battle, str(house.id(MOVER)), str(house.id(FOE)), f"<#{house.field.id}>")
        found += [f"another server's is told: {s}" for s in theirs if s in answer.text]
    return found
