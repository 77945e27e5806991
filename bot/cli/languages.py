"""``hexarch languages``: the catalogues kept in step with the sentences of the program, and checked."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.cli.common import NO, OK, BadInput
from bot.language.catalogue import SOURCE, folder, languages, translated


def call(args: argparse.Namespace) -> int:
    from bot.cli.translating import catalogues, templates  # what reads sources is of no use to other commands

    known = [code for code in languages() if code != SOURCE]
    wanted: list[str] = args.languages or known
    for code in wanted:
        if code not in known:
            raise BadInput(f"there is no language “{code}”; there are {', '.join(known)}")
    where: Path = args.folder or Path(str(folder()))
    if args.what == "check":
        limits = catalogues.described(templates.descriptions())
        found = [(c, *x) for c in wanted for x in catalogues.problems(catalogues.read(where / f"{c}.po"), c, limits)]
        print("\n".join(f"{code}: {template!r}: {what}" for code, template, what in found) or "All of it fits.")
        return NO if found else OK
    if args.what == "extract":
        said = templates.templates()
        for code in wanted:
            file = catalogues.path(where, code)
            file.write_bytes(catalogues.written(catalogues.updated(catalogues.read(file), code, said)))
    for code in wanted:
        catalogue = catalogues.read(catalogues.path(where, code))
        entries = [m for m in catalogue if m.id]
        done, unsure = sum(map(translated, entries)), sum(m.fuzzy for m in entries)
        print(f"{code}: {done} of {len(entries)} translated, {unsure} unsure, {len(catalogue.obsolete)} obsolete")
    return OK
