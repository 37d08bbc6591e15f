"""What a class predicts, before a result is shown."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from ppr_core.classroom.question import Question
from ppr_core.classroom.rooms import Message

__all__ = ["Predictions", "predicted"]


@dataclass(frozen=True)
class Predictions:
    """Numbers as they came, or of a choice the places of options; there is at least one."""

    question: Question
    values: tuple[float, ...]

    @property
    def median(self) -> float:
        """Of the numbers."""
        return statistics.median(self.values)

    @property
    def shares(self) -> tuple[float, ...]:
        """The part of the class that chose each option."""
        counts = Counter(map(int, self.values))
        return tuple(counts[place] / len(self.values) for place in range(len(self.question.labels)))


def predicted(question: Question, messages: Iterable[Message]) -> Predictions | None:
    """The messages of a round without privacy, None where nobody has answered."""
    values = tuple(float(message.word) for message in messages)
    return Predictions(question, values) if values else None
