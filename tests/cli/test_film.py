"""``hexarch film``."""

from __future__ import annotations

import asyncio
import io
import random
from pathlib import Path

import pytest
from PIL import Image

from bot.cli import main
from bot.cli.common import BAD_INPUT, OK
from bot.service import Service
from engine.players import random_answer


def frames(path: Path) -> int:
    image = Image.open(io.BytesIO(path.read_bytes()))
    assert image.format == "GIF"
    return getattr(image, "n_frames", 1)


def test_a_battle_made_of_dice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, again = tmp_path / "a.gif", tmp_path / "b.gif"
    argv = ["film", "tricameron", "--seed", "5", "--answers", "15"]
    assert main([*argv, "-o", str(out)]) == OK
    said = capsys.readouterr().out
    assert said.startswith(f"{out}: ") and f", {frames(out)} pictures, " in said and "A film of Tricameron" in said
    assert main([*argv, "-o", str(again)]) == OK
    assert out.read_bytes() == again.read_bytes()
    assert main([*argv, "-o", str(again), "--theme", "dark", "--from", "1", "--speed", "2"]) == OK
    assert out.read_bytes() != again.read_bytes()


async def fought(url: str) -> str:
    """A battle in a database in which something has happened; its number."""
    service, rng = await Service.open(url), random.Random(1)
    try:
        battle = await service.lobby.create(1, 2, 10, "cataphract/tricameron")
        for user, (side, _) in zip((10, 20), battle.sides, strict=True):
            await service.lobby.join(battle.id, user, side, "")
        await service.lobby.start(battle.id, 10, 1000)
        for n in range(12):
            o = (await service.play.open_questions(battle.id))[0]
            assert o.user is not None
            await service.play.answer(battle.id, o.user, o.token, random_answer(o.decision, rng, 3.0), 2000 + n)
        return battle.id
    finally:
        await service.close()


def test_a_battle_from_a_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, out = tmp_path / "battles.db", tmp_path / "film.gif"
    battle = asyncio.run(fought(f"sqlite+aiosqlite:///{database}"))
    assert main(["film", "--database", str(database), "--battle", battle, "-o", str(out)]) == OK
    assert frames(out) > 3 and "The battle goes on." in capsys.readouterr().out
    assert main(["film", "--database", str(database), "--battle", "nobody", "-o", str(out)]) == BAD_INPUT
    assert "There is no such battle." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ([], "name a SCENARIO"),
        (["hastings"], "no such battle"),
        (["tricameron", "--database", "x.db"], "--database and --battle go together"),
        (["tricameron", "--database", "x.db", "--battle", "1"], "name a SCENARIO to be played, or a battle"),
        (["--database", "there-is-none.db", "--battle", "1"], "there is no such database"),
        (["tricameron", "--answers", "30", "--from", "9"], "There is no turn 9"),
        (["tricameron", "--answers", "30", "--from", "#30", "--to", "#8"], "--from #30 comes after --to #8"),
        (["tricameron", "--answers", "1"], "Nothing has happened on the map yet."),
    ],
)
def test_bad_input_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str], argv: list[str], said: str) -> None:
    assert main(["film", "-o", str(tmp_path / "x.gif"), *argv]) == BAD_INPUT
    assert said in capsys.readouterr().err
    assert not (tmp_path / "x.gif").exists()


@pytest.mark.parametrize("speed", ["0", "many", "6", "nan"])
def test_speeds_that_make_no_sense(speed: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["film", "tricameron", "-o", "x.gif", "--speed", speed])
    assert stopped.value.code == BAD_INPUT
