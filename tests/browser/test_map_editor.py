"""The map editor in Chromium: a field of 20 by 16 is painted, saved, seen as drawn, and played on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import scenarios
from scenarios import new_battle
from tests.browser.kit import CHROMIUM, LIMIT, Seat, Server, opened

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="needs the system's chromium"),
    pytest.mark.timeout(LIMIT),
]

LINE = "Hexarch is at"


class Edited(Server):
    """The local edition with a file, and the address of its editor."""

    def __init__(self, database: Path, file: Path) -> None:
        super().__init__(database, "--empty", str(file))
        self.editor = ""

    def start(self) -> None:
        super().start()
        assert self.process is not None and self.process.stdout is not None
        for line in self.process.stdout:
            if found := re.search(r"map editor of .*: (http://\S+)", line):
                self.editor = found[1]
                return
        raise AssertionError("no editor")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A new battle, its field without anything on it; Sittas has the lowest initiative, and acts first."""
    path = tmp_path / "river-fight.json"
    text = new_battle.text("cataphract", "river-fight")
    text = text.replace('"terrain": {"0902-1003": "woods", "1013-1114": "woods"}', '"terrain": {}')
    text = text.replace('"hex": "0504", "initiative": 4', '"hex": "0504", "initiative": 3')
    path.write_text(text.replace('"levels": {"1206-1207": 1}', '"levels": {}'), "utf-8")
    return path


@pytest.fixture
def server(file: Path, tmp_path: Path) -> Iterator[Edited]:
    server = Edited(tmp_path / "local.db", file)
    server.start()
    yield server
    server.kill()


class Painter:
    """Somebody at the editor's page."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        page.goto(address)
        page.wait_for_function("() => window.editor && document.querySelector('#tools button')")

    def takes(self, tool: str, kind: str | None = None) -> None:
        self.page.locator("#tools").get_by_role("button", name=tool, exact=True).click()
        if kind is not None:
            self.page.locator("#type-list").get_by_role("button", name=kind, exact=True).click()

    def spot(self, h: str) -> tuple[float, float]:
        self.page.evaluate(
            """h => { const [x, y] = window.editor.where(h), f = document.getElementById('field');
                const b = f.getBoundingClientRect();
                f.scrollBy(x - (b.left + b.width / 2), y - (b.top + b.height / 2)); }""",
            h,
        )
        x, y = self.page.evaluate("h => window.editor.where(h)", h)
        return x, y

    def drags(self, *hexes: str) -> None:
        self.page.mouse.move(*self.spot(hexes[0]))
        self.page.mouse.down()
        for h in hexes[1:]:
            self.page.mouse.move(*self.page.evaluate("h => window.editor.where(h)", h), steps=3)
        self.page.mouse.up()

    def presses_between(self, a: str, b: str) -> None:
        self.spot(a)
        (ax, ay), (bx, by) = (self.page.evaluate("h => window.editor.where(h)", h) for h in (a, b))
        self.page.mouse.click((ax + bx) / 2, (ay + by) / 2)

    def map(self) -> dict[str, Any]:
        return self.page.evaluate("() => window.editor.state.battle.map")

    def does(self, button: str) -> str:
        """Press a button above, and read what is said then."""
        self.page.get_by_role("button", name=button, exact=True).click()
        self.page.wait_for_function("() => !document.body.hasAttribute('aria-busy')")
        return self.page.locator("#messages").inner_text()


def test_a_field_is_painted_and_played_on(server: Edited, file: Path) -> None:
    rows = [f"{r:02}" for r in range(1, 17)]
    with opened(1500, 1000) as page:
        painter = Painter(page, server.editor)
        assert (painter.map()["cols"], painter.map()["rows"]) == ([1, 20], [1, 16])

        # The river down the middle with a ford, woods to both sides, a hill of two levels, a stream, a road.
        painter.takes("Terrain", "river")
        painter.drags(*(f"10{r}" for r in rows))
        assert set(painter.map()["terrain"]) == {f"10{r}" for r in rows}
        painter.takes("Terrain", "ford")
        painter.drags("1007", "1008")
        painter.takes("Terrain", "woods")
        painter.drags("0803", "0804", "0703")
        painter.drags("1303", "1304")
        painter.takes("Height", "1")
        painter.drags("1312", "1313", "1412")
        painter.takes("Height", "2")
        painter.drags("1312")
        painter.takes("Hexsides", "stream")
        painter.presses_between("0812", "0912")
        painter.takes("Roads", "dirt road")
        painter.drags("0807", "0907", "1008", "1108")

        # What was too much is taken back, and again.
        painter.takes("Terrain", "woods")
        painter.drags("1715")
        assert painter.map()["terrain"]["1715"] == "woods"
        painter.page.get_by_role("button", name="Undo", exact=True).click()
        assert "1715" not in painter.map()["terrain"]

        # A place gets its name, a unit another hex and another facing.
        painter.takes("Places")
        page.mouse.click(*painter.spot("1007"))
        page.locator("#place-name").fill("The ford")
        page.get_by_role("button", name="Name it").click()
        page.wait_for_function("() => window.editor.state.battle.map.places.some(p => p.name === 'The ford')")
        painter.takes("Pieces")
        painter.drags("0611", "0714")
        page.mouse.click(*painter.spot("0714"))

        # Another unit of a kind, one of a kind of one's own, and one that goes.
        painter.takes("Units", "HC: Roman horse (Romans)")
        page.mouse.click(*painter.spot("0405"))
        page.get_by_role("button", name="New kind…").click()
        for rating, value in (("code", "XC"), ("name", "Bucellarii"), ("tq", "8")):
            page.get_by_label(rating, exact=True).fill(value)
        page.get_by_role("button", name="Make it").click()
        page.wait_for_function("() => window.editor.state.battle.kinds.some(k => k.ratings.code === 'XC')")
        page.mouse.click(*painter.spot("0406"))
        painter.takes("Units", "take away")
        page.mouse.click(*painter.spot("0609"))

        page.get_by_role("button", name="Preview", exact=True).click()
        page.wait_for_function("() => document.getElementById('picture').open")
        assert page.evaluate("() => document.getElementById('drawn').naturalWidth") > 400
        page.get_by_role("button", name="Close").click()
        assert "is saved" in painter.does("Save")

        # The file says so, and what its author had noted is still in it.
        battle: Any = scenarios.load_file(file)
        field: Any = battle.board
        assert {h for h, t in field.terrain.items() if t == "river"} == {int(f"10{r}") for r in rows} - {1007, 1008}
        assert {h for h, t in field.terrain.items() if t == "woods"} == {803, 804, 703, 1303, 1304}
        assert (field.terrain[1007], field.levels) == ("ford", {1312: 2, 1313: 1, 1412: 1})
        assert [(f.a, f.b, f.type) for f in field.hexsides] == [(812, 912, "stream")]
        assert [r.hexes for r in field.roads] == [(807, 907, 1008, 1108)]
        assert (1007, "The ford") in [(p.hex, p.name) for p in field.places]
        placed = {
            c: (h, g.facing) for s in battle.sides for g in s.units for c, h in zip(g.codes, g.hexes, strict=True)
        }
        assert placed["LC1"][0] == 714 and placed["LC1"][1].name == "SE" and placed["LC2"][1].name == "E"
        assert (placed["HC3"][0], placed["XC1"][0]) == (405, 406) and "MI4" not in placed
        assert [g.tq for g in battle.sides[0].units if g.code == "XC"] == [8]
        assert "// Rout Points at which it has lost" in file.read_text("utf-8")

        # And it is played on, with orders to the units that were placed.
        said = painter.does("Play")
        assert "“River fight” has begun." in said, said
        page.goto(server.url)
        ada = Seat(page, "Ada")
        ada.awaits("River fight")
        ada.sees_a_map()
        ada.awaits("Sittas may act")
        ada.slash("order", "Sittas; XC1 > 0506; HC3 > 0505; done")
        ada.press("Carry out")
        ada.awaits("Does Sittas try Momentum?")
        ada.awaits("XC1 0406 → 0506, HC3 0405 → 0505")


def arrival(page: Any, **fields: str) -> None:
    """Fill in the form of an arrival: texts, numbers and lists by their names; ``units`` are ticked by their labels."""
    form = page.locator("#arrival")
    for name, value in fields.items():
        box = form.locator(f"[name={name}]")
        if name == "units":
            form.get_by_label(value, exact=True).check()
        elif box.evaluate("x => x.tagName") == "SELECT":
            box.select_option(label=value)
        else:
            box.fill(value)
    page.get_by_role("button", name="Let them come").click()
    page.wait_for_function("() => !document.getElementById('arriving').open")


def test_areas_and_arrivals(server: Edited, file: Path) -> None:
    """An area is made, painted and called otherwise; a group comes on in it later, and then stands there again."""
    with opened(1500, 1000) as page:
        painter = Painter(page, server.editor)
        tools = page.locator("#type-list")

        def names(what: str) -> list[str]:
            return page.evaluate(f"() => window.editor.state.battle.{what}.map(x => x.name)")

        painter.takes("Areas")
        assert names("areas") == ["the west edge", "the east edge", "the hill"]
        # A name there is already is told, and makes nothing.
        tools.get_by_role("button", name="New area…").click()
        page.locator("#place-name").fill("the hill")
        page.get_by_role("button", name="Name it").click()
        page.wait_for_function(
            "() => document.getElementById('messages').innerText.includes('called the hill already')"
        )
        tools.get_by_role("button", name="New area…").click()
        page.locator("#place-name").fill("the ford")
        page.get_by_role("button", name="Name it").click()
        page.wait_for_function("() => window.editor.state.battle.areas.length === 4")
        painter.drags("1905", "1906", "1907", "1908")
        painter.drags("1908")
        assert page.evaluate("() => window.editor.state.battle.areas[3].hexes") == ["1905", "1906", "1907"]

        # Somebody comes on in it: those units leave the field.
        painter.takes("Arrivals")
        tools.get_by_role("button", name="New arrival…").click()
        kinds = page.evaluate("() => window.editor.state.battle.groups.filter(g => g.side === 1)")
        code, units = kinds[0]["code"], [f"{kinds[0]['code']}{n}" for n in kinds[0]["numbers"]]
        arrival(
            page, name="the rear", side="Vandals", area="the ford", facing="W", when="3",
            units=f"{code}: {kinds[0]['name']}",
        )  # fmt: skip
        page.wait_for_function("() => window.editor.state.battle.arrivals.length === 1")
        assert not set(units) & set(names("pieces"))
        assert tools.get_by_role("button", name="the rear (Vandals, turn 3)").is_visible()
        painter.takes("Units")
        assert not tools.get_by_role("button", name=re.compile(f"^{code}:")).is_visible(), "nobody of them is there"

        # What is taken back stands there again, and leaves once more.
        page.get_by_role("button", name="Undo", exact=True).click()
        assert set(units) <= set(names("pieces"))
        page.get_by_role("button", name="Redo", exact=True).click()
        painter.takes("Areas", "the ford")
        tools.get_by_role("button", name="Call it otherwise…").click()
        page.locator("#place-name").fill("the far bank")
        page.get_by_role("button", name="Name it").click()
        page.wait_for_function("() => window.editor.state.battle.areas[3].name === 'the far bank'")
        assert "is saved" in painter.does("Save")
        battle: Any = scenarios.load_file(file)
        assert battle.areas["the far bank"] == (1905, 1906, 1907)
        rule = battle.special("arrivals")
        assert rule.params["area"] == "the far bank" and rule.params["turn"] == 3 and "arrives_on" not in rule.params
        assert battle.sides[1].units[0].reinforcement == "the rear"
        assert "// Rout Points at which it has lost" in file.read_text("utf-8")

        # What isn't right is told as the check tells it, and written all the same.
        painter.takes("Arrivals")
        tools.get_by_role("button", name="Change it…").click()
        arrival(page, when="30", arrives_on="4")
        said = painter.does("Save")
        assert "arrival: special_rules" in said and "turn 30 never comes: the battle ends with turn 12" in said
        painter.takes("Areas", "the far bank")
        tools.get_by_role("button", name="Take the area away").click()
        said = painter.does("Save")
        assert "something wrong" in said and "the battle has no area 'the far bank'" in said, said
        page.get_by_role("button", name="Undo", exact=True).click()
        assert "is saved" in painter.does("Save")

        # It comes no more: its units stand where it would have come on.
        painter.takes("Arrivals")
        tools.get_by_role("button", name="Take it away").click()
        assert "is saved" in painter.does("Save")
        battle = scenarios.load_file(file)
        assert battle.special("arrivals") is None
        assert set(battle.sides[1].units[0].hexes) & {1905, 1906, 1907}
        assert f'"{units[0]}"' not in file.read_text("utf-8")

        # A page that is loaded anew shows what was saved.
        painter = Painter(page, server.editor)
        assert names("areas") == ["the west edge", "the east edge", "the hill", "the far bank"]


def test_faults_are_told_and_nothing_is_lost(server: Edited, file: Path) -> None:
    """A unit in the river: the work is written and the fault told; it isn't played. Nor is another's work replaced."""
    with opened(1500, 1000) as page:
        painter = Painter(page, server.editor)
        painter.takes("Terrain", "river")
        painter.drags("0606")
        before = file.read_text("utf-8")
        said = painter.does("Play")
        assert "nobody enters river, hex 0606" in said and file.read_text("utf-8") == before
        assert "something wrong" in painter.does("Save")
        with pytest.raises(scenarios.ScenarioError):
            scenarios.load_file(file)
        painter.page.get_by_role("button", name="Undo", exact=True).click()
        assert "is saved" in painter.does("Save")
        scenarios.load_file(file)

        other = file.read_text("utf-8").replace('"place": "a plain"', '"place": "a moor"')
        file.write_text(other, "utf-8")
        painter.drags("0303")
        assert "changed elsewhere" in painter.does("Save")
        assert file.read_text("utf-8") == other
        # Nobody without the key gets anything.
        bare = server.editor.partition("?")[0]
        assert page.request.get(bare).status == 403
        answer = page.request.post(f"{bare}save", data=json.dumps({}), headers={"X-Key": "no"})
        assert answer.status == 403
