"""``hexarch languages``: the catalogues kept in step with the sentences of the program, and checked."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.cli.common import NO, OK, BadInput
from bot.language.catalogue import SOURCE, TEXTS, folder, languages, translated


def call(args: argparse.Namespace) -> int:
    # What reads sources is of no use to other commands.
    from bot.cli.translating import catalogues, prose, templates

    known = [code for code in languages() if code != SOURCE]
    wanted: list[str] = args.languages or known
    for code in wanted:
        if code not in known:
            raise BadInput(f"there is no language “{code}”; there are {', '.join(known)}")
    where: Path = args.folder or Path(str(folder())).parent
    parts = {where / "languages": templates.templates, where / TEXTS: prose.texts}
    files = [(code, catalogues.path(part, code), found) for code in wanted for part, found in parts.items()]
    if args.what == "check":
        limits = catalogues.described(templates.descriptions())
        wrong = [(c, *x) for c, file, _ in files for x in catalogues.problems(catalogues.read(file), c, limits)]
        print("\n".join(f"{code}: {template!r}: {what}" for code, template, what in wrong) or "All of it fits.")
        return NO if wrong else OK
    if args.what == "extract":
        said = {found: found() for found in parts.values()}
        for code, file, found in files:
            file.write_bytes(catalogues.written(catalogues.updated(catalogues.read(file), code, said[found])))
    for code, file, _ in files:
        catalogue = catalogues.read(file)
        entries = [m for m in catalogue if m.id]
        done, unsure = sum(map(translated, entries)), sum(m.fuzzy for m in entries)
        told = f"{done} of {len(entries)} translated, {unsure} unsure, {len(catalogue.obsolete)} obsolete"
        print(f"{code}, {file.parent.name}: {told}")
    return OK
