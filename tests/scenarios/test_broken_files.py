"""A hundred broken files: each is refused, with a sentence that names the place, and the page says which."""

from __future__ import annotations

from tests.each import for_each
from tests.scenarios.broken_files import PAGE, Broken, broken, page

FILES = list(broken())


def test_there_are_a_hundred() -> None:
    assert len(FILES) >= 100
    assert len({b.what for b in FILES}) == len(FILES)


@for_each("file", FILES, ids=lambda b: b.what)
def test_each_is_refused_with_a_sentence(file: Broken) -> None:
    said = file.said()
    assert said, f"{file.what}: was taken"
    assert ": " in said[0], "it begins with the place"
    for problem in said:
        assert "the rules fail" not in problem and "Traceback" not in problem
        assert len(problem) < 600
    assert len(said) <= 6, said


def test_the_page_is_as_the_program_speaks() -> None:
    """Where this fails after a change that was meant: ``python -m tests.scenarios.broken_files``."""
    assert PAGE.read_text("utf-8") == page()
