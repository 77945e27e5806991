"""The pictures of the board in its docs, made anew: the board of a bot on Discord, as it is and as it is played.

    python -m tests.browser.pictures docs/images

Seats are hidden and what is sent is answered here, as on Discord; everything else is the local edition's own.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from tests.browser.kit import Server, opened
from tests.browser.test_board import ADA, Desk, to_orders

SIZE, FILM = (1280, 832), (900, 585)
"""Of the window, and of the film that is made of it."""
SHOWN = 1900
"""Milliseconds each part of the film stands."""
WAITS = "In Discord your orders wait for one press: Carry out."
ON_DISCORD = {"seats": {}, "edition": None}


class Film:
    """What is pressed, and what comes of it."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.parts: list[Image.Image] = []

    def shoot(self, pressed: Any = None) -> None:
        """The page as it is; ``pressed``: with a ring round what is to be pressed next."""
        self.page.locator("#drawing").wait_for(state="hidden")
        if pressed is not None:
            pressed.scroll_into_view_if_needed()
        shot = Image.open(BytesIO(self.page.screenshot())).convert("RGB")
        if pressed is not None:
            box = pressed.bounding_box()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            ImageDraw.Draw(shot).ellipse((x - 22, y - 22, x + 22, y + 22), outline="#d01c1c", width=5)
        self.parts.append(shot)

    def save(self, path: Path) -> None:
        first, *others = [p.resize(FILM, Image.Resampling.LANCZOS) for p in self.parts]
        first.save(path, save_all=True, append_images=others, duration=SHOWN, loop=0, quality=62, method=6)


def as_on_discord(page: Any) -> None:
    """From now on nobody has a seat, and what is sent waits for its press."""

    def battle(route: Any) -> None:
        route.fulfill(json={**route.fetch().json(), **ON_DISCORD})

    def send(route: Any) -> None:
        seen = route.fetch(url=route.request.url.replace("/api/send", "/api/preview")).json()
        route.fulfill(json={**seen, "sent": WAITS})

    page.route("**/api/battle*", battle)
    page.route("**/api/send*", send)
    page.reload()
    page.locator("#send", has_text="Send").wait_for()


def place(page: Any, code: str) -> Any:
    return page.locator(f'.place[data-code="{code}"]')


def played(page: Any, film: Film) -> Iterator[str]:
    """A part of an activation; between two parts of it something may be looked at."""
    goals, seen = page.locator("#over .goal"), page.locator("#seen li", has_text="In Discord")
    film.shoot(place(page, "5108"))
    place(page, "5108").dispatch_event("click")
    goals.nth(20).wait_for(state="attached")
    page.locator("#ideas h3", has_text="At once").wait_for()
    yield "reach"
    film.shoot(place(page, "4908"))
    place(page, "4908").dispatch_event("click")
    seen.wait_for()
    film.shoot(place(page, "5110"))
    place(page, "5110").dispatch_event("click")
    page.locator("#ideas h3", has_text="At once").wait_for()
    film.shoot(page.locator("#ideas button").first)
    page.locator("#ideas button").first.click()
    page.locator("#taken:empty").wait_for(state="attached")
    seen.wait_for()
    film.shoot(page.locator("#several"))
    page.locator("#several").click()
    group = page.locator("#choices button", has_text="Armenian")
    group.wait_for()
    film.shoot(group)
    group.click()
    goals.nth(5).wait_for(state="attached")
    at = page.evaluate("() => [...document.querySelectorAll('#over .goal')].map(g => g.dataset.at)")
    # To the west, where the enemy is.
    goal = place(page, min(at, key=lambda code: abs(int(code[:2]) - 48) + abs(int(code[2:]) - 13)))
    film.shoot(goal)
    before = page.locator("#orders").input_value()
    goal.dispatch_event("click")
    page.wait_for_function("before => document.getElementById('orders').value.length > before.length + 10", arg=before)
    seen.wait_for()
    page.locator("#all").click()
    film.shoot()
    film.parts.append(film.parts[-1])


def main(folder: Path) -> None:
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        server = Server(Path(scratch) / "local.db", "--scenario", "tricameron", "--empty")
        server.start()
        try:
            with opened(*SIZE) as page:
                ada, film = Desk(page, server.board, ADA), Film(page)
                to_orders(ada)
                as_on_discord(page)
                page.locator("#ideas button").first.wait_for()
                for _ in played(page, film):
                    page.screenshot(path=f"{scratch}/board.png")
                    Image.open(f"{scratch}/board.png").convert("RGB").save(folder / "board.webp", quality=80, method=6)
                film.save(folder / "board-played.webp")
        finally:
            server.kill()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
