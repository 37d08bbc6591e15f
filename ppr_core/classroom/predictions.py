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
    """Numbers as they came, or of a choice the places of options; there is at least one.

    >>> from ppr_core.classroom import Predictions, Question
    >>> bits = Question(kind="prediction", text="How many bits?", low=1.0, high=100.0)
    >>> Predictions(bits, (3.0, 8.0, 40.0)).median
    8.0
    """

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
        return tuple(counts[choice] / len(self.values) for choice in range(len(self.question.labels)))


def predicted(question: Question, messages: Iterable[Message]) -> Predictions | None:
    """The messages of a round without privacy, None where nobody has answered.

    >>> from ppr_core.classroom import Message, Question, predicted
    >>> bits = Question(kind="prediction", text="How many bits?", low=1.0, high=100.0)
    >>> predicted(bits, [Message(1, table=0, word="8"), Message(2, table=1, word="40")]).values
    (8.0, 40.0)
    >>> predicted(bits, []) is None
    True
    """
    values = tuple(float(message.word) for message in messages)
    return Predictions(question, values) if values else None
