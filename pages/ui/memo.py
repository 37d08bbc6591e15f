"""What was made from a result is made once for all visitors who see that result."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from ppr_core.experiments.contract import Experiment, Story

__all__ = ["MOST", "made_of", "story"]

MOST = 128
_LOCK = threading.Lock()
_MADE: OrderedDict[tuple, tuple[Any, Any]] = OrderedDict()  # key -> (result, what was made); the result keeps its id


def made_of(result: Any, key: tuple, make: Callable[[], Any]) -> Any:
    """``make()`` for this very result and key, remembered for the last `MOST` of them; it must not be changed."""
    place = (id(result), *key)
    with _LOCK:
        if place in _MADE:
            _MADE.move_to_end(place)
            return _MADE[place][1]
    made = make()
    with _LOCK:
        _MADE[place] = (result, made)
        while len(_MADE) > MOST:
            _MADE.popitem(last=False)
    return made


def story(experiment: Experiment, result: Any) -> Story:
    """What a result says."""
    return made_of(result, (experiment.tell,), lambda: experiment.tell(result))
