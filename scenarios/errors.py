"""What is wrong with a file, said so that its author can mend it: which file, where in it, and why."""

from __future__ import annotations

from collections.abc import Sequence


class ScenarioError(Exception):
    """A file that can't be used. ``problems`` holds one sentence each, beginning with the place inside the file."""

    def __init__(self, origin: str, problems: Sequence[str]) -> None:
        self.origin = origin
        self.problems = list(problems)
        super().__init__(origin, self.problems)

    def __str__(self) -> str:
        if len(self.problems) == 1:
            return f"{self.origin}: {self.problems[0]}"
        return f"{self.origin}: {len(self.problems)} problems\n" + "\n".join(f"  {p}" for p in self.problems)


class UnknownScenario(ScenarioError, KeyError):
    """There is no battle of that name."""
