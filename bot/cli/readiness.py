"""Whether this machine has what the settings of ``hexarch run`` name: folders, files, drivers. Nothing is made."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from bot.cli.configuration import Configuration
from bot.cli.databases import database_file


def lacking(settings: Configuration) -> list[str]:
    """What keeps the bot from running with these settings here, a sentence each."""
    return [*_database(settings), *_folders(settings)]


def _database(settings: Configuration) -> Iterator[str]:
    from bot.storage.database import usable
    from bot.storage.trouble import DatabaseTrouble

    file = database_file(settings.database)
    if file is None:
        try:
            usable(settings.database)
        except DatabaseTrouble as e:
            yield f"database: {e}"
    elif file.exists():
        if not file.is_file():
            yield f"database: {file}: this is no file"
        elif not (os.access(file, os.R_OK | os.W_OK) and os.access(file.parent, os.W_OK)):
            yield (
                f"database: {file} can't be opened: the user who runs this must be able to read and write the file, "
                "and to write in its folder"
            )
    else:
        yield from _unmakeable("database", file.parent)


def _folders(settings: Configuration) -> Iterator[str]:
    if settings.cache:
        yield from _unmakeable("cache", Path(settings.cache))
    for name in settings.scenarios:
        if not Path(name).is_dir():
            yield f"scenarios: {name} is no folder"
        elif not os.access(name, os.R_OK | os.X_OK):
            yield f"scenarios: {name} can't be read by the user who runs this"


def _unmakeable(setting: str, folder: Path) -> Iterator[str]:
    """Why a folder can't be written in, or made where there is none."""
    there = next(path for path in (folder.absolute(), *folder.absolute().parents) if path.exists())
    if not there.is_dir():
        yield f"{setting}: {there} is no folder"
    elif not os.access(there, os.W_OK | os.X_OK):
        what = "written in" if there == folder.absolute() else f"made: nothing can be written in {there}"
        yield f"{setting}: the folder {folder} can't be {what}"
