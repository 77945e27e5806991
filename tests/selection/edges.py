"""What depends on what in this project, where no import shows it, and no name in a string.

A file that fits no row, and is no module, reaches every test. ``python -m tests.selection.check`` runs tests and tells
what they open that isn't known to reach them.
"""

from __future__ import annotations

from tests.selection.rows import Loads, Plays, Reads, Table

HEX_GAMES = ("alexander", "cataphract", "men_of_iron", "simple_gboh", "spqr")
SYSTEMS = (*HEX_GAMES, "justinian")
SOURCES = ("bot/**", "engine/**", "renderer/**", "scenarios/**")
DATA = ("scenarios/<system>/*.json", "scenarios/<system>/maps/*.json")

LOADS = (
    Loads("bot.cli", ("bot/cli/**",), "a command and what may be said to it are found by its name"),
    Loads("bot.storage.migrating", ("bot/storage/migrations/**",), "Alembic runs them"),
    Loads(
        "engine.systems.registry",
        tuple(
            f"engine/systems/<system>/{part}.py"
            for part in ("system", "scenario", "rulebook", "position", "chart_list", "soundness", "special/kinds")
        ),
        "a system's parts are imported when somebody first asks for one of them",
    ),
    Loads(
        "engine",
        ("engine/fairdice/*.py", "engine/kernel/*.py", "engine/players.py", "engine/systems/registry.py"),
        "names are imported from their modules when they are asked for",
    ),
    Loads("tests.renderer.graphics.test_cache", ("renderer/**",), "it looks through every module that draws"),
    Loads("tests.conftest", ("tests/browser/once_more.py", "tests/selection/plugin.py"), "plugins of pytest"),
    Loads(
        "tests.engine.gboh.test_standing_orders",
        ("engine/systems/gboh/**", "engine/systems/alexander/**", "engine/systems/cataphract/**"),
        "it looks through every module of these packages",
    ),
)

READS = (
    # Data of the program.
    Reads(
        ("engine/systems/<package>/__init__.py",),
        ("engine/systems/<package>/*.json",),
        "charts, kinds of troops, numbers of cases, rule help: read by modules of the package, or for them",
    ),
    Reads(
        ("scenarios/files.py", "scenarios/shared_maps.py"), DATA, "battles and maps are read when they are asked for"
    ),
    Reads(("scenarios/lessons/__init__.py",), ("scenarios/lessons/<system>.json",), "lessons"),
    Reads(
        ("bot/language/catalogue.py",),
        ("bot/language/languages/*", "bot/language/texts/*"),
        "catalogues, and how languages bend words",
    ),
    Reads(("scenarios/new_battle.py",), ("scenarios/templates/*",), "battles to begin with"),
    Reads(("scenarios/schema/__init__.py",), ("scenarios/schema/*.json",), "schemas are written and compared"),
    Reads(("bot/cli/measuring/frozen.py",), ("bot/cli/measuring/positions/*",), "positions players are tried on"),
    Reads(("bot/cogs/guide/welcome.py",), ("scenarios/records/*",), "the battle that newcomers look at"),
    Reads(("bot/editor/server.py",), ("bot/editor/page/*",), "the page of the editor"),
    Reads(("bot/storage/migrating.py",), ("bot/storage/migrations/**",), "versions of the tables are listed"),
    Reads(("renderer/areas/engraved.py",), ("renderer/areas/sheets/*",), "engraved maps"),
    Reads(
        ("renderer/map/files.py",),
        tuple(f"renderer/{part}/**" for part in ("areas", "graphics", "map", "palette")),
        "maps that are kept belong to one version of what draws them",
    ),
    # Data that tests read, besides what they name.
    Reads(
        ("tests/browser/accessible.py",), ("tests/browser/axe.*",), "what looks a page over for those who can't see it"
    ),
    Reads(("tests/engine/golden.py",), ("tests/engine/golden.json",), "golden battles"),
    Reads(("tests/engine/snapshots/test_snapshots.py",), ("tests/engine/snapshots/**",), "positions as text"),
    Reads(("tests/engine/cataphract/test_snapshots.py",), ("tests/engine/cataphract/snapshots/*",), "fields as text"),
    Reads(("tests/engine/gboh/test_cases.py",), ("tests/engine/gboh/*_cases.txt",), "cases of a book"),
    Reads(("tests/renderer/test_pictures.py",), ("tests/renderer/pictures/*",), "pictures as they were"),
    Reads(("tests/scenarios/test_men_of_iron_setups.py",), ("tests/scenarios/men_of_iron_setups.txt",), "set-ups"),
    # Sources that tests read.
    Reads(
        (
            "tests/test_doctests.py",
            "tests/test_imports.py",
            "tests/test_wording.py",
            "tests/test_glossary.py",
            "tests/test_readme.py",
            "tests/bot/language/test_catalogues.py",
            "tests/bot/e2e/test_commands.py",
            "tests/selection/test_*.py",
        ),
        SOURCES,
        "every module is read or imported, or must be where a page says it is",
    ),
    Reads(
        (
            "tests/cli/test_where.py",
            "tests/cli/test_start.py",
            "tests/cli/test_coverage*.py",
            "tests/test_readme.py",
            "tests/test_glossary.py",
            "tests/selection/test_*.py",
        ),
        ("engine/systems/**", "scenarios/*/*.json", "tests/**/*.py"),
        "which cases are cited where, and tested by what",
    ),
    Reads(
        ("tests/engine/gboh/test_cases.py", "tests/engine/*/test_rulebook.py", "tests/scenarios/test_men_of_iron.py"),
        ("engine/systems/*/cases.csv",),
        "what isn't in the list of cases is no case",
    ),
    Reads(
        ("tests/engine/gboh/test_house.py", "tests/engine/gboh/test_standing_orders.py"),
        ("engine/systems/gboh/**", "engine/systems/alexander/**"),
        "what the family imports and asks",
    ),
    Reads(("tests/engine/gboh/test_cases.py",), ("engine/systems/cataphract/**",), "which numbers it writes out"),
    Reads(("tests/engine/men_of_iron/test_rulebook.py",), ("engine/systems/men_of_iron/**",), "which cases it cites"),
    Reads(("tests/test_packaging.py",), (*SOURCES, "README.md", "LICENSE"), "what is in the wheel"),
    Reads(("tests/cli/test_verify.py",), ("tests/independent_verifier.py",), "a page says how long it is"),
    # Pages that are read, besides those that tests name.
    Reads(
        ("tests/test_readme.py", "tests/selection/test_*.py"),
        ("*.md", "docs/**", ".github/**", ".ci/*"),
        "links, paths and commands; and what this table says of them",
    ),
    Reads(("tests/bot/e2e/test_commands.py",), ("*.md", "docs/**/*.md"), "commands that are named"),
    Reads(
        ("tests/test_release.py",),
        (".ci/release", "docs/changelog.d/template.md.jinja", "bot/storage/migrat*", "bot/storage/migrations/**"),
        "a release is tried on a small project",
    ),
    Reads(("tests/test_contributing.py",), ("docs/changelog.d/*", ".github/**", ".ci/*", ".pre-commit*"), "as told"),
    Reads(("tests/test_deploy.py",), ("deploy/*", "deploy/*/*"), "what the bot is run with"),
    Reads(("tests/cli/test_gallery.py",), ("docs/gallery/*",), "its pictures"),
    Reads(("tests/cli/test_where.py",), ("docs/cases/*",), "pages of cases"),
    Reads(
        ("scenarios/schema/reference.py", "scenarios/schema/special_rules.py"),
        ("docs/battle-reference.md", "docs/scenario-format.md"),
        "tables in them are written from the models",
    ),
)

PLAYS = (
    Plays(
        ("tests/bot/service/computers/test_advising.py", "tests/bot/service/records/test_upload_fuzz.py"),
        SYSTEMS,
        "battles and positions of any system",
    ),
    *(
        Plays((f"tests/engine/{system}/**",), (system,), "a system's tests play it")
        for system in SYSTEMS
        if system != "simple_gboh"
    ),
    Plays(
        ("tests/engine/simple_gboh/**",),
        ("simple_gboh", "alexander", "cataphract", "spqr"),
        "its battles are laid over those of others",
    ),
    Plays(("tests/engine/gboh/**",), HEX_GAMES, "games on hexes, whatever they share"),
    Plays(
        tuple(
            f"tests/bot/{part}/**"
            for part in ("components", "films", "logs", "monitoring", "narration", "service", "storage")
        ),
        ("cataphract", "men_of_iron"),
        "a toy's rules, or one of these",
    ),
    Plays(
        tuple(
            f"tests/scenarios/test_{name}.py"
            for name in ("battles", "limits", "json_text", "tricameron", "men_of_iron*")
        ),
        ("cataphract", "men_of_iron"),
        "their own battles",
    ),
)

UNREAD = ("LICENSE", ".gitignore", "typings/**")

TABLE = Table(
    packages=("bot", "engine", "renderer", "scenarios", "tests"),
    tests=("tests/**/test_*.py",),
    systems=tuple(name for system in SYSTEMS for name in {system, system.replace("_", "-")}),
    loads=LOADS,
    reads=READS,
    plays=PLAYS,
    all_systems=("listing", "SYSTEMS", "RULEBOOKS", "CHARTS", "POSITIONS", "FORMATS"),
    # What the first loads by name stands above.
    silent=("tests/conftest.py", "tests/selection/*.py"),
    unread=UNREAD,
)
