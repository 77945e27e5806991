"""The forms in which it is told what depends on what where no import shows it (:mod:`tests.selection.edges`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Loads:
    """A module that has others imported, found by name or in a folder; so whoever imports it has them imported.

    Importing a part of a package executes the package too, but uses nothing of it: that doesn't count.
    """

    by: str
    """Dotted name."""
    what: tuple[str, ...]
    """Patterns of files. ``<system>`` in one stands for a rule system: the row holds for tests that play it."""
    why: str

    @property
    def of_a_system(self) -> bool:
        return any("<system>" in pattern for pattern in self.what)


@dataclass(frozen=True)
class Reads:
    """Files that read others, list the folder those lie in, or look whether they are there."""

    who: tuple[str, ...]
    """Patterns of modules. A ``<name>`` that stands in ``what`` too stands for the same."""
    what: tuple[str, ...]
    """Patterns of files; ``<system>`` as for :class:`Loads`."""
    why: str

    @property
    def of_a_system(self) -> bool:
        return any("<system>" in pattern for pattern in self.what)


@dataclass(frozen=True)
class Plays:
    """Tests that play these rule systems, of all that may be loaded for them, and no others."""

    who: tuple[str, ...]
    """Patterns of test files."""
    systems: tuple[str, ...]
    """As they are called with underscores."""
    why: str


@dataclass(frozen=True)
class Table:
    """Everything that is told of a project."""

    packages: tuple[str, ...]
    """Whose imports are followed."""
    tests: tuple[str, ...]
    """Patterns of the files that hold tests."""
    systems: tuple[str, ...] = ()
    """What ``<system>`` stands for, as folders are called: "men_of_iron", "men-of-iron"."""
    loads: tuple[Loads, ...] = ()
    reads: tuple[Reads, ...] = ()
    plays: tuple[Plays, ...] = ()
    """The first that fits a test file holds; one that none fits plays all systems."""
    all_systems: tuple[str, ...] = ()
    """Names by which a test gets at all systems, whatever is said of it."""
    silent: tuple[str, ...] = ()
    """Patterns of modules that name others, and files, without using them; elsewhere what is named counts as used."""
    unread: tuple[str, ...] = ()
    """Patterns of files that no test looks at."""
