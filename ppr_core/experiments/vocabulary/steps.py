"""Progress of a run that goes through steps of predicted lengths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ppr_core.experiments.contract import Progress

__all__ = ["Steps"]


class Steps:
    """Tells a `Progress` how far a run has come; without one it tells nobody.

    seconds: predicted length of every step, in any unit. partial: the result so far, told with every call; a run sets
    it when it knows more.
    """

    def __init__(self, progress: Progress | None, seconds: Sequence[float]) -> None:
        self._progress, self._seconds, self._total = progress, list(seconds), sum(seconds)
        self.partial: Any = None

    def tell(self, place: int, note: str, share: float = 0.0) -> None:
        """The run is in the step at ``place``, of which a share in [0, 1] is done."""
        if self._progress is not None:
            done = sum(self._seconds[:place]) + (share * self._seconds[place] if place < len(self._seconds) else 0.0)
            self._progress(min(1.0, done / self._total) if self._total else 1.0, note, self.partial)

    def within(self, place: int, note: str) -> Callable[[float], None]:
        """What the work of one step is given, to tell its own share that is done."""
        return lambda share: self.tell(place, note, share)
