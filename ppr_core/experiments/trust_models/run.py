"""A run of the experiment `trust_models`: every model once at the chosen ε, and by formula along ε and n."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ppr_core.estimation.mean import forget_frames
from ppr_core.experiments.contract import Cost, Progress, Steps
from ppr_core.experiments.trust_models.model import Model
from ppr_core.experiments.trust_models.models import MODELS, amplified_curve, expected_errors, models_of
from ppr_core.experiments.trust_models.one_list import seconds as one_list_seconds
from ppr_core.experiments.trust_models.parameters import TrustParameters
from ppr_core.experiments.trust_models.tasks import Place, task_of
from ppr_core.wording import number

__all__ = ["LOCALS", "TrustResult", "cost", "run", "snippet"]

#: Local ε whose final ε is shown along the number of people.
LOCALS = (1.0, 3.0)

_PEOPLE = tuple(round(count) for count in np.geomspace(100, 1e8, 7))
_FACTORS = (0.5, 2.0)  # of ε, where the errors are computed, too


@dataclass(frozen=True, eq=False)
class TrustResult:
    """models: those that the settings allow, in the order of `MODELS`. epsilons: (e,), the chosen one among them;
    errors: model -> (e,) root mean squared error of an entry by formula, nan where it does not run. people: (m,);
    amplified: (len(LOCALS), m) final ε of ε₀-locally private messages, shuffled, from above."""

    parameters: TrustParameters
    models: tuple[Model, ...]
    epsilons: np.ndarray
    errors: dict[str, np.ndarray]
    people: np.ndarray
    amplified: np.ndarray

    def model(self, name: str) -> Model | None:
        """The model of that name, if the settings allow it."""
        return next((model for model in self.models if model.name == name), None)

    def place(self, model: Model) -> Place | None:
        """The page that goes on from a model at these settings, and its fields."""
        return task_of(self.parameters).place(model.name, model.local)

    def prices(self) -> dict[str, float]:
        """Model -> how many times as large its error is as the trusted server's."""
        least = self.models[-1].expected
        return {model.name: model.expected / least for model in self.models}

    def steps(self) -> dict[str, float]:
        """Model -> how many times as large its error is as that of the next in order; 1 for the last."""
        prices = self.prices()
        following = (*list(prices.values())[1:], 1.0)
        return {name: price / after for (name, price), after in zip(prices.items(), following, strict=True)}

    def table(self) -> dict[str, np.ndarray]:
        """One row for every model."""
        columns: dict[str, list[object]] = {
            "model": [model.name for model in self.models],
            "error_expected": [model.expected for model in self.models],
            "error_measured": [model.measured.value for model in self.models],
            "standard_error": [model.measured.error for model in self.models],
            "bits": [model.bits for model in self.models],
            "final_epsilon": [model.final.epsilon for model in self.models],
            "final_epsilon_at_least": [model.least for model in self.models],
            "delta": [model.final.delta for model in self.models],
            "local_epsilon": [model.local for model in self.models],
            "server_learns": [model.server for model in self.models],
            "shuffler_learns": [model.helper for model in self.models],
            "one_list_times": [model.one_list.times.value if model.one_list else math.nan for model in self.models],
            "one_list_error": [model.one_list.times.error if model.one_list else math.nan for model in self.models],
        }
        return {name: np.array(column) for name, column in columns.items()}

    def people_table(self) -> dict[str, np.ndarray]:
        """One row for every number of people."""
        rows = {f"local_{number(local)}": row for local, row in zip(LOCALS, self.amplified, strict=True)}
        return {"people": self.people, **rows}


def cost(parameters: TrustParameters) -> Cost:
    """Real runs of every model, and a search for the local ε of shuffled messages at every ε that is shown."""
    p = parameters
    numbers = min(p.clients * p.size, 1_000_000)
    secure = p.clients * (1 << (p.size - 1).bit_length()) if p.task != "histogram" else 0
    search = {"numbers": 0.05, "vectors": 0.03, "histogram": 0.2}[p.task]
    local = {"numbers": 2e-8, "vectors": 6e-8, "histogram": 8e-9}[p.task]
    each, entry = (6e-3, 1e-7) if p.task == "vectors" else (3e-4, 1.2e-6)
    encoding = 0.0 if p.task == "numbers" else 5e-6 * 64 * math.exp(min(2 + p.epsilon, 7)) * (1 + p.size / 60)
    seconds = 0.05 + search + p.repetitions * (each + 5 * local * numbers + entry * secure) + encoding
    seconds += one_list_seconds(p)
    return Cost(seconds, 1e8 + 60.0 * max(numbers, secure), f"{p.repetitions} runs with {number(p.clients)} clients")


def run(parameters: TrustParameters, progress: Progress | None = None) -> TrustResult:
    """Every model at ε with real messages; errors by formula at the other ε; amplification along n."""
    p = parameters
    task, rng = task_of(p), np.random.default_rng(p.seed)
    steps = Steps(progress, [3.0, 1.0, 1.0])
    steps.tell(0, "Clients send their messages")
    models = models_of(task, rng)
    steps.tell(1, "Errors at other ε")
    spec = p.specs()["epsilon"]
    others = {p.epsilon * factor for factor in _FACTORS if spec.low <= p.epsilon * factor <= spec.high}
    epsilons = np.array(sorted({p.epsilon, *others}))
    found = {float(epsilon): expected_errors(task, float(epsilon)) for epsilon in epsilons}
    errors = {name: np.array([found[float(e)].get(name, math.nan) for e in epsilons]) for name in MODELS}
    steps.tell(2, "More and fewer people")
    forget_frames()
    amplified = np.array([amplified_curve(local, p.delta, _PEOPLE) for local in LOCALS])
    steps.tell(3, "")
    return TrustResult(p, models, epsilons, errors, np.array(_PEOPLE), amplified)


def snippet(parameters: TrustParameters) -> str:
    """A program that prints the headline."""
    return f"""\
from ppr_core.experiments.trust_models import EXPERIMENT, TrustParameters

result = EXPERIMENT.run({parameters!r})
for model in result.models:
    print(model.name, model.expected, model.bits, model.server)
print(result.prices()["local"])
"""
