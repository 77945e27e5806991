"""Charts as data: every cell's domain and origin, packs that correct them, and packs that don't fit."""

from __future__ import annotations

import copy
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from engine.fairdice.trail import TrailHeader
from engine.kernel.chart_pack import ChartPack, PackError, apply, corrected, digest, fingerprint, problems
from engine.kernel.charts import Cell, Domain, OneOf, Provenance, Several, Truth, Whole, cells, lookup
from engine.kernel.dice import RollRequest
from engine.kernel.game import Game
from engine.kernel.text import Text
from engine.players import random_answer
from engine.systems import registry
from engine.systems.alexander.charts import STANDARD as ALEXANDER
from engine.systems.cataphract.charts import PACKAGE, STANDARD
from engine.systems.gboh import chart_list
from engine.systems.justinian.charts import Charts as JustinianCharts
from engine.systems.men_of_iron import chart_list as men_of_iron
from engine.systems.men_of_iron.charts import Charts as MenOfIronCharts
from engine.systems.simple_gboh.charts import STANDARD as SIMPLE_GBOH
from engine.systems.spqr.charts import STANDARD as SPQR
from scenarios import ScenarioError, load, read
from tests.each import for_each

DOCUMENTS = {
    "cataphract": STANDARD.document,
    "alexander": ALEXANDER.document,
    "spqr": SPQR.document,
    "simple-gboh": SIMPLE_GBOH.document,
    "men-of-iron": MenOfIronCharts.standard().document,
    "justinian": JustinianCharts.standard().document,
}
JAVELINS = "missile_range_results/cells/J_cavalry/1"
SYSTEMS = sorted(registry.CHARTS)


def pack(values: dict[str, Any], system: str = "cataphract", **about: Any) -> ChartPack:
    given = {path: {"value": value, "why": "our card"} for path, value in values.items()}
    return ChartPack.model_validate({"system": system, "title": "Our card", "cells": given, **about})


def tricameron(given: ChartPack | None) -> dict[str, Any]:
    document = load("cataphract/tricameron").model_dump(mode="json")
    return {**document, "charts": given.model_dump(mode="json") if given is not None else None}


# -- what the charts say --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_cell_is_in_the_document_and_in_its_domain(system: str) -> None:
    charts = registry.CHARTS[system]()
    shown = [cell for chart in charts for cell in chart.cells]
    assert len({c.path for c in shown}) == len(shown)
    assert len({c.id for c in charts}) == len(charts)
    for cell in shown:
        assert cell.domain.admits(cell.value), cell
        assert cell.why.template and cell.confidence in ("source", "external", "inferred")
        if not cell.fixed:
            assert lookup(DOCUMENTS[system], cell.path) == cell.value


@pytest.mark.parametrize("system", SYSTEMS)
def test_rows_are_as_wide_as_the_chart(system: str) -> None:
    for chart in registry.CHARTS[system]():
        assert chart.rows and all(len(row.cells) == len(chart.columns) for row in chart.rows), chart.id


def test_no_value_of_men_of_iron_is_hidden() -> None:
    paths = {
        f"{name}/rows/{row}/{column}"
        for name, chart in DOCUMENTS["men-of-iron"]["charts"].items()
        for row, values in chart["rows"].items()
        for column in values
    }
    assert paths == set(cells(men_of_iron.standard()))


@pytest.mark.parametrize("system", SYSTEMS)
def test_origins_name_cells_that_exist(system: str) -> None:
    known = cells(registry.CHARTS[system]())
    for name, chart in DOCUMENTS[system]["charts"].items():
        for key in chart["provenance"]["cells"]:
            under = [p for p in known if p.startswith(f"{name}/") and f"/{key}/" in f"{p}/"]
            assert under, f"{name}: {key}"


@for_each(
    ("system", "path", "confidence"),
    [
        ("cataphract", "shock_crt/cells/0/1", "source"),
        ("cataphract", "clash/cells/front/LI/HI", "inferred"),
        ("cataphract", "clash/cells/front/LI/MI", "source"),
        ("cataphract", "missile_range_results/cells/C_cavalry/1", "source"),
        ("cataphract", "missile_range_results/cells/B_cavalry/2", "inferred"),
        ("cataphract", "movement_costs/rows/village/hits/LI", "inferred"),
        ("men-of-iron", "missile_range/rows/longbow/1", "source"),
        ("men-of-iron", "missile_range/rows/longbow/3", "inferred"),
        ("men-of-iron", "missile_range/rows/sling/2", "external"),
    ],
)
def test_how_a_cell_is_known(system: str, path: str, confidence: str) -> None:
    assert cells(registry.CHARTS[system]())[path].confidence == confidence


def test_the_nearest_entry_tells_the_origin() -> None:
    known = Provenance(
        {
            "provenance": {
                "default": {"confidence": "inferred", "why": "a guess"},
                "cells": {
                    "a": {"confidence": "external", "why": "a {page}"},
                    "a/b": {"confidence": "source", "why": "x"},
                },
            }
        }
    )
    assert [known.of(k)[0] for k in ("a/b/c", "a/b", "a/c", "ab", "z/a")] == [
        *("source", "source", "external", "inferred", "inferred")
    ]
    assert str(known.of("a")[1]) == "a {page}"
    with pytest.raises(ValueError, match="no confidence"):
        Provenance({"provenance": {"default": {"confidence": "sure", "why": ""}, "cells": {}}})


# -- domains --------------------------------------------------------------------------------------------------------


CODES = Several(OneOf(("NE", "DD", "DE")), 1, 2, distinct=True, alone="NE")


@for_each(
    ("domain", "good", "bad"),
    [
        (Whole(0, 9), [0, 9], [-1, 10, True, 1.0, "1", None, [1]]),
        (Whole(-2, 2, null=True), [-2, None], [3, False]),
        (OneOf(("AS", "-")), ["AS", "-"], ["as", None, 1, ["AS"], []]),
        (OneOf(("AS",), null=True), ["AS", None], ["", True]),
        (Truth(), [True, False], [0, 1, "true", None]),
        (Truth(number=True), [0, 1], [True, False, 2, None]),
        (
            CODES,
            [["NE"], ["DD", "DE"], ("DE",)],
            [[], ["DD", "DD"], ["NE", "DD"], ["DD", "DE", "NE"], "DD", None, ["X"]],
        ),
        (Several(Whole(0, 9), 2, 2), [[1, 2]], [[1], [1, 2, 3], [1, True], [1, None], [[1], 2]]),
    ],
)
def test_domains(domain: Any, good: list[Any], bad: list[Any]) -> None:
    assert [v for v in good if not domain.admits(v)] == []
    assert [v for v in bad if domain.admits(v)] == []
    assert domain.wants


@for_each(
    ("domain", "value", "shown"),
    [
        (Whole(-9, 9, signed=True), 2, "+2"),
        (Whole(-9, 9, signed=True), 0, "0"),
        (Whole(-9, 9, signed=True), -1, "-1"),
        (Whole(0, 9, null=True), None, "-"),
        (OneOf(("turn_over",)), "turn_over", "turn over"),
        (Several(Whole(0, 9), 2, 2, between="/"), (6, 1), "6/1"),
        (Several(Whole(0, 9), 0, 9), (), "-"),
        (Truth(yes="closed"), True, "closed"),
    ],
)
def test_how_values_are_shown(domain: Any, value: Any, shown: str) -> None:
    assert Cell("x", value, domain, "source", Text("x")).shown == shown


# -- packs ----------------------------------------------------------------------------------------------------------


def test_only_the_cells_of_the_pack_change() -> None:
    before = copy.deepcopy(DOCUMENTS["cataphract"])
    given = pack({JAVELINS: 3, "shock_crt/cells/7/12": [2, 4], "missile_supply/rows/J/low_on": [8, 9]})
    after = apply(before, chart_list.standard(PACKAGE), given)
    assert before == DOCUMENTS["cataphract"]
    assert after["charts"]["shock_crt"]["cells"]["7"]["12"] == [2, 4]
    for path, value in (
        (JAVELINS, 4),
        ("shock_crt/cells/7/12", [1, 4]),
        ("missile_supply/rows/J/low_on", [6, 7, 8, 9]),
    ):
        *way, last = path.split("/")
        here = after["charts"]
        for part in way:
            here = here[part]
        here[last] = value
    assert after == before


def test_everything_wrong_is_told_at_once() -> None:
    given = pack(
        {
            JAVELINS: 3,
            "missile_range_results/cells/J_calvary/1": 3,
            "shock_crt/cells/7/12": [2],
            "doom/rows/0/result": "panic",
            "rally_result/rows/infantry_divisor": 3,
            "__class__/x": 1,
            "": 1,
            "shock_crt": 1,
            "doom/rows/-1/result": "finished",
        }
    )
    found = problems(chart_list.standard(PACKAGE), given)
    assert [p.split(":")[0].removeprefix("cells.") for p in found] == [p for p in given.cells if p != JAVELINS]
    assert "near it: missile_range_results/cells/J_cavalry/1" in found[0]
    assert found[1].endswith("must be a list of 2 items, each a whole number from 0 to 9, not [2]")
    assert '"turn_over", not "panic"' in found[2]
    assert "can't be changed" in found[3]
    with pytest.raises(PackError) as e:
        apply(DOCUMENTS["cataphract"], chart_list.standard(PACKAGE), given)
    assert e.value.problems == found


@for_each(
    "wrong",
    [
        {"format": "hexarch-chart-pack/2"},
        {"title": ""},
        {"title": " \t"},
        {"title": "x" * 81},
        {"title": "two\nlines"},
        {"by": "\u202eevil"},
        {"note": "\ud800"},
        {"system": "../secrets"},
        {"cells": {}},
        {"cells": {"a": {"why": "no value"}}},
        {"cells": {"a": {"value": 1.5}}},
        {"cells": {"a": {"value": 10**7}}},
        {"cells": {"a": {"value": {"x": 1}}}},
        {"cells": {"a": {"value": [[1]]}}},
        {"cells": {"a": {"value": ["DD"] * 21}}},
        {"cells": {"a": {"value": "x" * 41}}},
        {"cells": {"a": {"value": "\x00"}}},
        {"cells": {"a": {"value": 1, "why": "w" * 201}}},
        {"cells": {"a": {"value": 1, "code": "import os"}}},
        {"cells": {"a" * 121: {"value": 1}}},
        {"cells": {"a\n": {"value": 1}}},
        {"cells": {f"a/{n}": {"value": 1} for n in range(2001)}},
        {"rules": "mine"},
    ],
)
def test_what_is_no_pack(wrong: dict[str, Any]) -> None:
    good = {"system": "cataphract", "title": "x", "cells": {JAVELINS: {"value": 3}}}
    ChartPack.model_validate(good)
    with pytest.raises(ValidationError):
        ChartPack.model_validate({**good, **wrong})


def test_many_wrong_paths_take_no_time_to_speak_of() -> None:
    given = pack({f"missile_range_results/cells/J_cavalry/x{n}": 1 for n in range(2000)})
    found = problems(chart_list.standard(PACKAGE), given)
    assert len(found) == 2000 and sum("near it" in p for p in found) <= 5


def test_a_corrected_cell_says_so() -> None:
    given = pack({JAVELINS: 3})
    cell = cells(corrected(chart_list.standard(PACKAGE), given))[JAVELINS]
    assert (cell.value, cell.before, cell.confidence, str(cell.why)) == (3, 4, "corrected", "our card")
    assert corrected(chart_list.standard(PACKAGE), None) == chart_list.standard(PACKAGE)
    untold = ChartPack.model_validate({"system": "cataphract", "title": "{x}", "cells": {JAVELINS: {"value": 3}}})
    assert str(cells(corrected(chart_list.standard(PACKAGE), untold))[JAVELINS].why) == "{x}"


def test_hashes() -> None:
    given = pack({JAVELINS: 3})
    assert given.digest == ChartPack.model_validate_json(given.model_dump_json()).digest
    assert given.digest != pack({JAVELINS: 3}, note="x").digest
    standard = chart_list.standard(PACKAGE)
    assert fingerprint(standard) == fingerprint(corrected(standard, pack({JAVELINS: 4})))
    assert fingerprint(standard) != fingerprint(corrected(standard, given))
    assert digest({"b": 1, "a": [1, None]}) == digest({"a": [1, None], "b": 1})


# -- in a battle ----------------------------------------------------------------------------------------------------


def test_a_battle_is_played_by_its_pack() -> None:
    system = registry.system_for(tricameron(pack({JAVELINS: 3})))
    assert system.charts.document["charts"]["missile_range_results"]["cells"]["J_cavalry"]["1"] == 3
    state = registry.initial_state(system)
    assert system.context(state).charts.document["charts"]["missile_range_results"]["cells"]["J_cavalry"]["1"] == 3
    assert cells(system.chart_list(state))[JAVELINS].confidence == "corrected"
    plain = registry.system_for(tricameron(None))
    assert plain.charts is STANDARD


def test_a_men_of_iron_pack_changes_what_is_rolled() -> None:
    path = "missile_range/rows/longbow/3"
    charts = men_of_iron.in_force(pack({path: -1, "weapons/rows/MM/PK": None}, "men-of-iron"))
    assert charts.missile_range("longbow", 3) == -1 and charts.weapons("MM", "PK") is None
    assert men_of_iron.in_force(None).missile_range("longbow", 3) == 0
    with pytest.raises(PackError):
        men_of_iron.in_force(pack({"missile_fire/rows/5/foot_normal": ["AD"]}, "men-of-iron"))


def test_rules_of_the_battle_show_in_its_charts() -> None:
    system = registry.system_for(load("cataphract/dara"))
    shown = cells(system.chart_list(registry.initial_state(system)))
    cell = shown["missile_range_results/cells/B_infantry/1"]
    assert (cell.value, cell.before, cell.confidence) == (8, 5, "battle")
    changed = {p for p, c in shown.items() if c.confidence == "battle"}
    assert all(p.startswith("missile_range_results/cells/B_infantry/") for p in changed)


def test_a_pack_that_doesnt_fit_is_the_scenario_s_problem() -> None:
    assert read(tricameron(pack({JAVELINS: 3})), "here").charts is not None
    with pytest.raises(ScenarioError) as e:
        read(tricameron(pack({JAVELINS: 30, "nothing/here": 1})), "here")
    assert [p.split(":")[0] for p in e.value.problems] == [f"charts.cells.{JAVELINS}", "charts.cells.nothing/here"]
    with pytest.raises(ScenarioError, match=r"charts\.system"):
        read(tricameron(pack({"missile_range/rows/longbow/3": -1}, "men-of-iron")), "here")


def test_a_pack_changes_no_position() -> None:
    """The state knows nothing of charts: a pack can't be smuggled in by a save, nor lost by one."""
    plain, ours = (registry.system_for(tricameron(p)) for p in (None, pack({JAVELINS: 3})))
    assert registry.initial_state(plain) == registry.initial_state(ours)


def test_the_dice_trail_names_charts_only_where_there_are_any() -> None:
    without = TrailHeader(game="x", commitment="00")
    assert "charts" not in without.model_dump(mode="json") and "charts" not in without.model_dump_json()
    named = TrailHeader(game="x", commitment="00", charts="ab")
    assert named.model_dump()["charts"] == "ab" and named.genesis != without.genesis
    assert TrailHeader.model_validate_json(named.model_dump_json()) == named


class Throws:
    """Dice of a seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.n = 0

    def throw(self, request: RollRequest, segment: int) -> tuple[int, list[int]]:
        self.n += 1
        low = 0 if request.faces == 10 else 1
        return self.n, [self.rng.randrange(request.faces) + low for _ in range(request.count)]


def anything(domain: Domain, rng: random.Random) -> Any:
    """A value the domain admits, the extreme ones most often."""
    if isinstance(domain, Whole):
        values = [domain.least, domain.most, rng.randint(domain.least, domain.most)]
        return rng.choice([*values, None] if domain.null else values)
    if isinstance(domain, OneOf):
        return rng.choice(domain.codes)
    if isinstance(domain, Truth):
        return rng.randint(0, 1) if domain.number else rng.random() < 0.5
    while True:
        found = [anything(domain.of, rng) for _ in range(rng.randint(domain.least, domain.most))]
        if domain.admits(found):
            return found


@pytest.mark.parametrize("battle", ["tricameron", "dara", "catalaunian"])
def test_no_pack_that_fits_breaks_a_battle(battle: str) -> None:
    rng = random.Random(battle)
    free = {p: c for p, c in cells(chart_list.standard(PACKAGE)).items() if not c.fixed}
    wild = pack({p: anything(c.domain, rng) for p, c in free.items() if rng.random() < 0.6})
    assert problems(chart_list.standard(PACKAGE), wild) == []
    document = load(f"cataphract/{battle}").model_dump(mode="json")
    system = registry.system_for({**document, "charts": wild.model_dump(mode="json")})
    throws = Throws(7)
    game = Game.start(system, registry.initial_state(system), throws)
    for _ in range(60):
        if game.over:
            break
        decision = next(d for d in game.pending if game.decision_for(d.side) is d)
        game.answer(decision.side, random_answer(decision, rng), throws)
        assert not game.restartable or system.invariants(game.state) == []


def test_the_example_in_the_documentation_is_a_pack() -> None:
    text = (Path(__file__).parent.parent.parent / "docs" / "charts.md").read_text("utf-8")
    (block,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    example = ChartPack.model_validate(json.loads(block))
    assert problems(men_of_iron.standard(), example) == []
    for field in (*ChartPack.model_fields, "value", "why"):
        assert f"`{field}`" in text, field
