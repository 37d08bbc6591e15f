"""What was made from a result is made once for all visitors who see that result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ppr_core.experiments.contract import Experiment, Story
from ppr_core.remembered import Remembered

__all__ = ["MOST", "made_of", "story"]

MOST = 256
_MADE = Remembered(MOST)  # (result, what was made), so that the result keeps its id


def made_of(result: Any, key: tuple, make: Callable[[], Any]) -> Any:
    """``make()`` for this very result and key, remembered for the last `MOST` of them; it must not be changed."""
    return _MADE.get((id(result), *key), lambda: (result, make()))[1]


def story(experiment: Experiment, result: Any) -> Story:
    """What a result says."""
    return made_of(result, (experiment.tell,), lambda: experiment.tell(result))
