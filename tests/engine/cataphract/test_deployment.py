"""Setting up before the first turn: limits, order of the sides, secrecy, resuming, the written form."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import pytest

from bot.notation import bind, parse
from bot.notation.complete import complete
from engine.kernel.decisions import Answer, Command, Menu, Pick
from engine.kernel.dice import ForcedDice
from engine.kernel.events import Event
from engine.kernel.game import Game, digest, events_of, rebuild
from engine.kernel.hexes import Facing, Hex
from engine.kernel.text import Refusal
from engine.players import random_answer, walk
from engine.systems import registry
from engine.systems.cataphract.state import Leader, Unit
from engine.systems.cataphract.system import Cataphract
from engine.systems.gboh import deployment
from engine.systems.gboh.battle import Battle
from engine.systems.gboh.chapter import Special
from engine.systems.gboh.deployment import limits
from engine.systems.gboh.deployment.kinds import place
from engine.systems.gboh.deployment.order_kind import Deployer
from engine.systems.gboh.events import NoteSet, PiecesSetUp
from engine.systems.gboh.orders.orders import Done, FaceAll, Place, Reset, Swap
from scenarios import listing, load, position
from tests.each import for_each
from tests.engine.cataphract import free_field
from tests.engine.cataphract.kit import Rig, battle, leader, refused, unit
from tests.engine.gboh import setting_up

NO_DICE = ForcedDice(())


def dice() -> ForcedDice:
    return ForcedDice([n % 10 for n in range(200)])


def order(game: Game[Any], text: str) -> None:
    """Give one written order for whoever is asked."""
    d = game.pending[0]
    answer, used = bind(game, d, parse(text))
    assert used == 1
    game.answer(d.side, answer, dice())


def refuse(game: Game[Any], text: str) -> str:
    """The order is refused and changes nothing; returns why."""
    before = digest(game.state), len(game.journal)
    with pytest.raises(Refusal) as caught:
        order(game, text)
    assert (digest(game.state), len(game.journal)) == before
    return str(caught.value)


def spots(rig: Rig, answer: Answer) -> dict[str, tuple[Hex, str | None]]:
    """What a change of side "a" does: new hex and facing by piece."""
    found = setting_up.spots(rig.g, "a", answer)
    return {s.piece: (s.hex, s.facing.name if s.facing is not None else None) for s in found}


def shown(game: Game[Any], *sides: str) -> dict[str, Hex]:
    """Where the pieces stand that these sides are shown."""
    table = game.view(sides)
    return {c.id: c.hexes[0] for c in table.counters} | {x.id: x.hex for x in table.leaders}


# -- the phase -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first, second", free_field.ORDERS)
def test_the_sides_set_up_one_after_the_other_then_turn_1_begins(first: str, second: str) -> None:
    game = free_field.start((first, second), dice())
    assert game.state.phase == "setup"
    (d,) = game.pending
    assert (d.kind, d.side, d.secret) == ("deploy", first, True)
    assert not any(x.to_act for x in game.view().sides), "no leader acts before the first turn"
    order(game, "done")
    (d,) = game.pending
    assert (d.kind, d.side) == ("deploy", second)
    order(game, "done")
    assert (game.state.phase != "setup", game.state.turn) == (True, 1)
    assert all(x.kind != "deploy" for x in game.pending)
    told = [str(t) for e in events_of(game.system, game.journal) if (t := e.text(game.state)) is not None]
    assert told[:3] == [f"The {first.title()}s have set up.", f"The {second.title()}s have set up.", "Turn 1 begins."]


def test_sides_set_up_as_listed_where_the_battle_names_no_order() -> None:
    document = free_field.document()
    document["setup_order"] = []
    system = registry.system_for(document)
    assert Game.start(system, registry.initial_state(system), NO_DICE).pending[0].side == "byzantine"


def test_a_side_without_a_choice_is_not_asked() -> None:
    document = free_field.document(("vandal", "byzantine"))
    for piece in (*document["sides"][1]["units"], *document["sides"][1]["leaders"]):
        piece["allowed"] = []
        piece.pop("free_facing", None)
    system = registry.system_for(document)
    game = Game.start(system, registry.initial_state(system), dice())
    assert game.pending[0].side == "byzantine"
    assert "LN1" in shown(game), "what leaves no choice is known to everybody"
    order(game, "done")
    assert game.state.phase != "setup"


def test_a_battle_without_choices_begins_with_its_first_turn() -> None:
    system = registry.system_for(load("cataphract/tricameron"))
    assert registry.initial_state(system).phase == "turn"


def test_a_position_begins_where_it_says() -> None:
    document = free_field.document()
    _, state = position.read({"scenario": document}, "here")
    assert state.phase == "turn"
    scenario, state = position.read(
        {"scenario": document, "phase": "setup", "changes": {"THC1": {"hex": 5203}}}, "here"
    )
    system = registry.system_for(scenario)
    game = Game.start(system, state, NO_DICE)
    assert game.pending[0].kind == "deploy"
    order(game, "reset")
    assert game.state.units["THC1"].hex == 5104


def test_the_default_lets_the_draft_stand() -> None:
    game = free_field.start()
    order(game, "THC1 5203 @E")
    (d,) = game.pending
    assert d.default == Done()
    game.answer(d.side, d.default, NO_DICE)
    assert (game.state.units["THC1"].hex, game.state.units["THC1"].facing) == (5203, Facing.E)
    assert shown(game)["THC1"] == 5203


def test_a_unit_stands_on_its_set_up_hex_wherever_that_is() -> None:
    """11.4 Whoever never leaves the hex he was set up in keeps what belongs to it."""
    game = free_field.start()
    order(game, "THC1 5203")
    assert game.state.units["THC1"].start_hex == 5203
    assert not game.state.units["THC1"].moved


# -- limits --------------------------------------------------------------------------------------------------------


def field(**more: Any) -> Rig:
    """A line of side "a" with choices of every kind, and an enemy."""
    rig = battle(
        [
            unit("HI1", 1010, "E", allowed=(1010, 1011, 1012, 1020), free_facing=True),
            unit("HI2", 1011, "E", allowed=(1010, 1011, 1012), free_facing=True),
            unit("MI1", 1013, "W", allowed=(1013, 1014, 1010)),
            unit("LI1", 1015, "NE", free_facing=True),
            unit("HC1", 1016, "E"),
            unit("CH1", 1010, "E", allowed=(1010, 1011, 1012, 1013, 1014, 1015, 1016)),
            unit("CH2", 1018, "E", allowed=(1018, 1019, 1010), free_facing=True),
            unit("MI9", None),  # type: ignore[arg-type]
        ],
        [unit("LC1", 1020, "W", allowed=(1020, 1021))],
        a_leaders=[
            leader("Ann", 1010, allowed=(1010, 1012, 1020)),
            leader("Bea", 1011, "CC", allowed=(1011, 1010)),
            leader("Cid", 1016, "CC"),
            leader("Dee", 1013, "CC", set_up_with="MI1"),
        ],
        **more,
    )
    rig.state.phase = "setup"
    return rig


def test_a_unit_goes_to_any_free_hex_of_its_area_and_keeps_its_facing_unless_told() -> None:
    rig = field()
    assert spots(rig, Place(piece="HI2", to=1012)) == {"HI2": (1012, "E")}
    assert spots(rig, Place(piece="HI2", to=1012, facing=Facing.NW)) == {"HI2": (1012, "NW")}
    assert spots(rig, Place(piece="HI2", facing=Facing.SW)) == {"HI2": (1011, "SW")}
    assert spots(rig, Place(piece="HI2", to=1011)) == {}, "it stands there already"


@pytest.mark.rule("cataphract 6.61")
def test_a_taken_hex_is_exchanged_if_its_holder_may_stand_in_the_other() -> None:
    rig = field()
    assert spots(rig, Place(piece="HI2", to=1010)) == {"HI2": (1010, "E"), "HI1": (1011, "E")}
    assert spots(rig, Swap(first="HI1", second="HI2")) == {"HI1": (1011, "E"), "HI2": (1010, "E")}
    with refused("6.61"):
        setting_up.spots(rig.g, "a", Place(piece="MI1", to=1010))  # HI1 may not stand at 1013
    with refused(""):
        setting_up.spots(rig.g, "a", Swap(first="MI1", second="HI1"))


def test_nobody_leaves_his_area() -> None:
    rig = field()
    with refused(""):
        setting_up.spots(rig.g, "a", Place(piece="HI2", to=1013))
    for fixed in (Place(piece="HC1", to=1017), Place(piece="HC1", facing=Facing.W), Place(piece="LI1", to=1014)):
        with refused(""):
            setting_up.spots(rig.g, "a", fixed)


@pytest.mark.rule("cataphract 6.62")
def test_no_hex_of_the_enemy() -> None:
    rig = field()
    for piece in ("HI1", "Ann"):
        with refused("6.62"):
            setting_up.spots(rig.g, "a", Place(piece=piece, to=1020))


def test_prohibited_terrain_is_no_place_whatever_the_battle_says() -> None:
    rig = field(terrain={1012: "city_wall"})
    assert limits.area(rig.g, rig.unit("HI1")) == (1010, 1011, 1020)
    with refused(""):
        setting_up.spots(rig.g, "a", Place(piece="HI1", to=1012))


@pytest.mark.rule("cataphract 7.11")
def test_units_face_vertices_and_only_those_that_may_turn() -> None:
    rig = field()
    with refused("7.11"):
        setting_up.spots(rig.g, "a", Place(piece="HI1", facing=Facing.SIDE_N))
    with refused("7.11"):
        setting_up.spots(rig.g, "a", FaceAll(who=("all",), facing=Facing.SIDE_S))
    with refused(""):
        setting_up.spots(rig.g, "a", Place(piece="MI1", to=1014, facing=Facing.E))
    assert spots(rig, Place(piece="MI1", to=1014, facing=Facing.W))["MI1"] == (1014, "W")
    with refused(""):
        setting_up.spots(rig.g, "a", Place(piece="Ann", to=1012, facing=Facing.E))


def test_many_are_turned_at_once() -> None:
    rig = field()
    everybody = {"HI1": (1010, "W"), "HI2": (1011, "W"), "LI1": (1015, "W")}
    assert spots(rig, FaceAll(who=("all",), facing=Facing.W)) == everybody
    assert set(spots(rig, FaceAll(who=("HI",), facing=Facing.W))) == {"HI1", "HI2"}
    assert set(spots(rig, FaceAll(who=("HI", "LI1"), facing=Facing.W))) == set(everybody)
    assert spots(rig, FaceAll(who=("HI",), facing=Facing.E)) == {}
    for who in (("MI",), ("HC1",), ("HI", "nobody"), ()):
        with refused(""):
            setting_up.spots(rig.g, "a", FaceAll(who=who, facing=Facing.W))


@pytest.mark.rule("cataphract 11.63")
def test_a_cheiroballistra_is_set_up_with_heavy_or_medium_infantry() -> None:
    rig = field()
    assert spots(rig, Place(piece="CH1", to=1011)) == {"CH1": (1011, "E")}
    assert spots(rig, Place(piece="CH1", to=1013)) == {"CH1": (1013, "E")}
    for to in (1015, 1016, 1012):  # light infantry, cavalry, nobody
        with pytest.raises(Refusal):
            setting_up.spots(rig.g, "a", Place(piece="CH1", to=to))
    with refused("11.63"):
        setting_up.spots(rig.g, "a", Place(piece="HI1", to=1012))  # it would leave CH1 alone
    both = spots(rig, Place(piece="HI2", to=1010))
    assert set(both) == {"HI1", "HI2"}, "another unit of infantry takes over"


@pytest.mark.rule("cataphract 11.63")
@pytest.mark.rule("cataphract 11.64")
def test_cheiroballistrae_have_no_facing_and_a_hex_each() -> None:
    rig = field()
    for answer in (Place(piece="CH1", to=1011, facing=Facing.E), Place(piece="CH2", facing=Facing.W)):
        with refused("11.64"):
            setting_up.spots(rig.g, "a", answer)
    assert spots(rig, Place(piece="CH2", to=1019)) == {"CH2": (1019, "E")}, "the battle set it up alone"
    with refused("6.61"):
        setting_up.spots(rig.g, "a", Place(piece="CH2", to=1010))  # CH1 is there, and can't go to 1018


def test_leaders_are_placed_and_don_t_stack() -> None:
    rig = field()
    assert spots(rig, Place(piece="Bea", to=1010)) == {"Bea": (1010, None)}, "beside HI1, CH1 and Ann"
    assert spots(rig, Place(piece="Ann", to=1012)) == {"Ann": (1012, None)}, "an empty hex is good enough"
    for answer in (
        Place(piece="Ann", to=1011),
        Place(piece="Cid", to=1010),
        Swap(first="Ann", second="Bea"),
        Swap(first="Ann", second="HI1"),
        FaceAll(who=("Ann",), facing=Facing.W),
    ):
        with refused(""):
            setting_up.spots(rig.g, "a", answer)


def test_a_leader_set_up_with_a_unit_goes_where_it_goes() -> None:
    rig = field()
    assert spots(rig, Place(piece="MI1", to=1014)) == {"MI1": (1014, "W"), "Dee": (1014, None)}
    with refused(""):
        setting_up.spots(rig.g, "a", Place(piece="Dee", to=1014))
    assert "Dee" in limits.hidden(rig.g, ()), "he would give away where the unit is"


def test_others_pieces_and_pieces_not_on_the_map_stay_out_of_it() -> None:
    rig = field()
    for piece in ("LC1", "MI9", "XX1"):
        with refused(""):
            setting_up.spots(rig.g, "a", Place(piece=piece, to=1012))


def test_only_changes_of_the_set_up_are_answers() -> None:
    rig = field()
    d = deployment.decision(Deployer(rig.g, "a"))
    d.check(Done())
    with refused("3.0"):
        d.check(Pick(key="done"))


def test_back_to_the_suggested_set_up() -> None:
    game = free_field.start()
    before = digest(game.state)
    for text in ("THC1 5203 @E", "THC2 <> THC3", "HLN1 5510", "Belisarius 5106", "face AHC @NE"):
        order(game, text)
    assert digest(game.state) != before
    order(game, "reset")
    assert digest(game.state) == before


# -- special rules -------------------------------------------------------------------------------------------------


class Wide(Special):
    """A rule that opens column 53 to the Thracians and Belisarius, frees Vandal cavalry, and asks for a moment."""

    def set_up_area(self, g: Battle, piece: Unit | Leader) -> Collection[Hex] | None:
        return range(5301, 5306) if piece.id in ("THC1", "Belisarius") else None

    def faces_freely(self, g: Battle, unit: Unit) -> bool:
        return unit.id == "LC1"

    async def setup(self, g: Battle) -> None:
        g.emit(NoteSet(key="wide", value="done"))

    def hidden(self, g: Battle, sides: Collection[str]) -> Collection[str]:
        return () if "byzantine" in sides else ("Sunicas",)


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> Game[Any]:
    monkeypatch.setattr(Cataphract, "kinds", {**Cataphract.kinds, "wide": Wide})
    document = free_field.document()
    document["special_rules"].append({"id": "wide", "title": "Wide", "text": "For tests."})
    system = registry.system_for(document)
    return Game.start(system, registry.initial_state(system), dice())


def test_special_rules_open_areas_and_facings_hide_pieces_and_have_the_last_word(wide: Game[Any]) -> None:
    order(wide, "THC1 5304")
    order(wide, "Belisarius 5301")
    assert "5203" in refuse(wide, "THC1 5203")
    assert "Sunicas" not in shown(wide) and "Sunicas" in shown(wide, "byzantine")
    order(wide, "done")
    order(wide, "LC1 @NW")
    assert "wide" not in wide.state.notes
    order(wide, "done")
    assert wide.state.notes["wide"] == "done"
    assert wide.state.phase != "setup"
    assert "Sunicas" not in shown(wide, "vandal"), "a rule may hide a piece for longer"


# -- secrecy -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("first, second", free_field.ORDERS)
def test_nobody_sees_a_side_before_it_is_done(first: str, second: str) -> None:
    moves = {"byzantine": ("THC1 5203 @E", "THC1", 5203), "vandal": ("LN1 4404 @W", "LN1", 4404)}
    game = free_field.start((first, second), dice())
    other = {first: second, second: first}
    own = {c.id for c in game.view([first]).counters}
    public = shown(game)
    assert {"HLC1", "LC1", "John", "Gara"} <= set(public), "who has no choice is there for all to see"
    for hidden in ("THC1", "AHC1", "HLN1", "Pharas", "Belisarius", "LN1", "HC1", "Gelimer"):
        assert hidden not in public
    for side in (first, second):
        text, code, to = moves[side]
        spectator, opponent = game.view(), game.view([other[side]])
        order(game, text)
        assert game.view() == spectator
        assert game.view([other[side]]) == opponent
        assert shown(game, side)[code] == to
        off = {c.id: c for c in game.view().off_map}
        said = limits.suggested(game.context, code)  # type: ignore[arg-type]
        assert off[code].facing == said.facing and not off[code].hexes, "not on the map yet, and facing no new way"
        order(game, "done")
        assert shown(game)[code] == to, "now everybody sees it"
    assert own <= set(shown(game))


def test_zones_and_leaders_of_what_is_hidden_aren_t_shown_either() -> None:
    game = free_field.start()
    table = game.view()
    assert table.turn == 0
    visible = {n for c in table.counters for h in c.hexes for n in game.system.scenario.map.neighbours(h)}  # type: ignore[attr-defined]
    assert all(zone <= visible for zone in table.zoc.values())
    assert all(name not in side.to_act for side in table.sides for name in ("Belisarius", "Gelimer", "Pharas"))


def test_what_is_drafted_is_never_told() -> None:
    game = free_field.start()
    order(game, "THC1 5203 @E")
    order(game, "Belisarius 5106")
    drafts: list[Event] = [e for e in events_of(game.system, game.journal) if isinstance(e, PiecesSetUp)]
    assert len(drafts) == 2
    assert all(e.secret and e.text(game.state) is None and e.trace(game.state) is None for e in drafts)


def test_the_areas_are_public_until_their_side_is_done() -> None:
    game = free_field.start()
    assert set(game.view().areas) == {0, 1}
    assert 5203 in game.view().areas[0] and 4402 in game.view(["vandal"]).areas[1]
    order(game, "done")
    assert set(game.view().areas) == {1}


# -- taking back, resuming, replaying ------------------------------------------------------------------------------


def drafted() -> Game[Any]:
    game = free_field.start()
    for text in ("THC1 5203 @E", "THC2 <> THC3", "face AHC @NE", "done", "LN1 4404 @W", "face LN @SE"):
        order(game, text)
    return game


def test_resumed_in_the_middle_it_goes_on_as_it_was() -> None:
    game = drafted()
    for cut in range(1, len(game.journal) + 1):
        entries = game.journal[:cut]
        if cut < len(game.journal) and game.journal[cut].kind == "event":
            continue  # an answer and what it does are stored together
        again = Game.resume(game.system, entries)
        assert rebuild(game.system, entries) == again.state
    again = Game.resume(game.system, game.journal)
    assert again.state == game.state
    assert [(d.kind, d.side) for d in again.pending] == [("deploy", "vandal")]
    checkpoint = game.checkpoint
    assert checkpoint is not None
    tail = Game.resume(game.system, [e for e in game.journal if e.seq >= checkpoint.seq], checkpoint)
    assert tail.state == game.state
    assert game.fork().state == game.state


def test_changes_are_taken_back_one_by_one_and_done_too_while_nobody_has_answered() -> None:
    game = free_field.start()
    start = digest(game.state)
    order(game, "THC1 5203 @E")
    order(game, "done")
    to = game.free_undo("byzantine")
    assert to is not None
    game.undo(to, "byzantine")
    assert game.pending[0].side == "byzantine" and "THC1" not in shown(game)
    to = game.free_undo("byzantine")
    assert to is not None
    game.undo(to, "byzantine")
    assert digest(game.state) == start
    order(game, "done")
    order(game, "LN1 4404")
    assert game.free_undo("byzantine") is None, "the other side has acted on what it saw"


# -- players made of dice, menus, notation -------------------------------------------------------------------------


def test_random_players_set_up_soon_and_soundly() -> None:
    placements = 0
    for seed in range(30):
        rng, game = random.Random(seed), free_field.start(free_field.ORDERS[seed % 2], dice())
        while game.state.phase == "setup":
            d = game.pending[0]
            game.answer(d.side, random_answer(d, rng), dice())
            assert game.system.invariants(game.state) == []
            placements += 1
    assert 60 < placements < 400, "mostly done at once, sometimes not"


def leaves(menu: Any, depth: int = 0) -> list[Answer]:
    assert depth < 5
    return [a for c in menu for a in ([c.answer] if c.answer is not None else leaves(c.menu(), depth + 1))]


def test_everything_the_menus_offer_is_accepted_and_changes_something_and_reads_as_written() -> None:
    game = free_field.start()
    order(game, "THC1 5203 @E")
    d = game.pending[0]
    assert isinstance(d, Command)
    offered = leaves(d.menu)
    assert len(offered) > 100
    for answer in offered:
        d.check(answer)
        (statement,) = parse(str(game.system.write(answer)))
        assert game.system.read(game, d, statement) == answer
        if not isinstance(answer, Done):
            found = setting_up.spots(game.context, "byzantine", answer)  # type: ignore[arg-type]
            assert found, answer
            assert all(s.piece in game.state.leaders or s.facing is not None for s in found)


def test_the_places_the_menus_offer_are_those_that_are_accepted() -> None:
    rig = field()
    for piece in limits.choosers(rig.g, "a"):
        accepted = set()
        for h in limits.area(rig.g, piece):
            try:
                if setting_up.spots(rig.g, "a", Place(piece=piece.id, to=h)):
                    accepted.add(h)
            except Refusal:
                pass
        assert set(place.destinations(Deployer(rig.g, "a"), piece)) == accepted, piece.id


def test_the_menus_leave_out_what_has_no_choice_and_the_reset_nobody_needs() -> None:
    game = free_field.start()
    d = game.pending[0]
    assert isinstance(d, Command)
    keys = [c.key for c in d.menu]
    assert {"done", "face", "THC1", "AHC1", "Belisarius", "HLN1"} <= set(keys)
    assert not {"reset", "HLC1", "LN1", "Pharas", "John"} & set(keys)
    order(game, "THC1 @E")
    d = game.pending[0]
    assert isinstance(d, Command) and "reset" in [c.key for c in d.menu]


@for_each(
    "text, meant",
    [
        ("THC1 5203 @E", Place(piece="THC1", to=5203, facing=Facing.E)),
        ("thc1 -> 5203", Place(piece="THC1", to=5203)),
        ("THC1 @NW", Place(piece="THC1", facing=Facing.NW)),
        ("5104 5203", Place(piece="THC1", to=5203)),
        ("Belisarius 5106", Place(piece="Belisarius", to=5106)),
        ("THC1 <> THC3", Swap(first="THC1", second="THC3")),
        ("5104<>5108", Swap(first="THC1", second="THC3")),
        ("swap THC1 THC3", Swap(first="THC1", second="THC3")),
        ("face thc @W", FaceAll(who=("THC",), facing=Facing.W)),
        ("face THC1 THC2 AHC @W", FaceAll(who=("THC1", "THC2", "AHC"), facing=Facing.W)),
        ("face all @SE", FaceAll(who=("all",), facing=Facing.SE)),
        ("reset", Reset()),
        ("done", Done()),
    ],
)
def test_the_written_form(text: str, meant: Answer) -> None:
    game = free_field.start()
    d = game.pending[0]
    assert bind(game, d, parse(text)) == (meant, 1)
    assert bind(game, d, parse(str(game.system.write(meant)))) == (meant, 1)


@for_each(
    "text, says",
    [
        ("THC1", "Where does THC1 stand"),
        ("THC1 5203 5204", "5204"),
        ("THC1 4502", "5103-5112, 5203-5204"),
        ("THC9 5203", "THC9"),
        ("LN1 4404", "enemy's"),
        ("HLC1 5511", "5515, and nowhere else"),
        ("Pharas 5510", "HLN1"),
        ("face THC", "which way"),
        ("face @E", "Who turns"),
        ("face HLC @E", "HLC"),
        ("THC1 <> BHC1", "5513"),
        ("THC1 <> Belisarius", "leader"),
        ("MI1 5203", "not on the map"),
    ],
)
def test_what_isn_t_possible_is_said_and_changes_nothing(text: str, says: str) -> None:
    assert says in refuse(free_field.start(), text)


@for_each(
    "typed, offers",
    [
        ("", {"done", "THC1", "Belisarius"}),
        ("THC1 ", {"THC1 @E", "THC1 5203", "THC1 5106", "THC1 <>"}),
        ("THC1 520", {"THC1 5203", "THC1 5204"}),
        ("THC1 5203 ", {"THC1 5203 @W", "THC1 5203 @E"}),
        ("THC1 <> ", {"THC1 <> THC2", "THC1 <> THC5"}),
        ("face ", {"face all", "face THC", "face AHC"}),
        ("face THC ", {"face THC @E", "face THC @NW"}),
        ("THC1 5203; AHC1 ", {"THC1 5203; AHC1 @E"}),
    ],
)
def test_completion(typed: str, offers: set[str]) -> None:
    game = free_field.start()
    d = game.pending[0]
    found = [s.value for s in complete(d, typed, game.system.write)]
    assert offers <= set(found)
    for text in found:
        last = text.split(";")[-1].strip()
        if "@" in last or last == "done":
            bind(game, d, parse(last))


@for_each("key", [x.key for x in listing() if x.key.startswith("cataphract/")])
def test_every_battle_is_set_up_soundly_and_in_secret(key: str) -> None:
    """Every change the menus lead to at random, up to twenty a side, seen by nobody else."""
    system = registry.system_for(load(key))
    game = Game.start(system, registry.initial_state(system), dice())
    problems = game.system.invariants(game.state)
    rng = random.Random(key)
    while game.state.phase == "setup" and game.pending[0].kind == deployment.KIND:
        d = game.pending[0]
        others = [s for s in game.state.sides if s != d.side]
        before = game.view(others)
        for _ in range(20):
            d = game.pending[0]
            assert isinstance(d, Command)
            answer = walk(Menu(d.menu.prompt, lambda m=d.menu: [c for c in m if c.key != "done"]), rng)
            assert answer is not None
            game.answer(d.side, answer, NO_DICE)
            assert game.system.invariants(game.state) == problems
        assert game.view(others) == before
        game.answer(d.side, Done(), dice())
    assert Game.resume(system, game.journal).state == game.state


# -- the scenario format -------------------------------------------------------------------------------------------


def test_a_leader_s_unit_must_be_on_his_side_and_in_his_hex() -> None:
    for change, says in (
        ({"set_up_with": "LN1"}, "no unit of this side"),
        ({"set_up_with": "MI1"}, "no unit of this side on the map"),
        ({"set_up_with": "THC1"}, "THC1's hex 5104"),
        ({"set_up_with": "HLN1", "allowed": [5511, 5510]}, "none to choose"),
    ):
        document = free_field.document()
        pharas = next(x for x in document["sides"][0]["leaders"] if x["id"] == "Pharas")
        pharas.update(change)
        scenario = free_field.CataphractScenario.model_validate(document)
        assert any(says in p for p in scenario.problems()), (change, list(scenario.problems()))
