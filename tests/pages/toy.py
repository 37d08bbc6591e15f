"""A small experiment for the tests of the shared page pieces: the mean of noise, with runs of every kind."""

from __future__ import annotations

import math
import os
import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ppr_core.experiments.contract import Cost, Experiment, Formula, Parameters, Quantity, Story, Symbol, parameter
from ppr_core.validation import require

__all__ = ["EXPERIMENT", "OTHER", "ToyParameters", "ToyResult"]

BEHAVIOURS = ("good", "slow", "reports", "deaf", "crash", "bug", "refusal", "greedy")


@dataclass(frozen=True, kw_only=True)
class ToyParameters(Parameters):
    """behaviour says what the run does; mark tells runs of equal behaviour apart."""

    epsilon: float = parameter(
        1.0, kind="real", label="Privacy", symbol="ε", unit="nats", low=0.05, high=20.0, scale="log"
    )
    alpha: float = parameter(
        2.0, kind="real", label="Order", symbol="α", low=1.01, high=math.inf, infinite=True, stops=(1.5, 2.0, 4.0)
    )
    dimension: int = parameter(5, kind="integer", label="Dimension", symbol="d", low=1, high=100)
    samples: int = parameter(1000, kind="integer", label="Samples", symbol="n", low=10, high=10**10, scale="log")
    law: str = parameter("gaussian", kind="choice", label="Law", choices={"gaussian": "Gaussian", "laplace": "Laplace"})
    behaviour: str = parameter(
        "good", kind="choice", label="Behaviour", choices={name: f"the run is {name}" for name in BEHAVIOURS}
    )
    squared: bool = parameter(False, kind="flag", label="Squared", group="more")
    shift: float = parameter(0.0, kind="real", label="Shift", low=-5.0, high=5.0, group="more")
    mark: str = parameter("", kind="choice", label="Mark", choices={"": "none", "a": "A", "b": "B"}, group="more")
    seed: int = parameter(7, kind="integer", label="Seed", low=0, high=2**63 - 1, group="seed")

    def check(self) -> None:
        product = self.epsilon * self.dimension
        require(product <= 1000, "epsilon times dimension", product, "at most 1000")

    def unused(self) -> dict[str, str]:
        return {"shift": "Only the Gaussian law is shifted."} if self.law == "laplace" else {}


@dataclass(frozen=True)
class ToyResult:
    """values: (samples,) outputs, at most 1000 of them; process: the id of the process that drew them."""

    values: np.ndarray
    epsilon: float
    dimension: int
    process: int

    def table(self) -> dict[str, np.ndarray]:
        return {"index": np.arange(len(self.values)), "output": self.values}


def tell(result: ToyResult) -> Story:
    count = len(result.values)
    mean, error = float(result.values.mean()), float(result.values.std() / math.sqrt(count))
    symbols = (Symbol("ε", "privacy parameter", result.epsilon, "nats", "epsilon"),)
    noise = Formula("Noise", r"1/\varepsilon", rf"1/{result.epsilon:g}", 1 / result.epsilon, symbols, "a toy theorem")
    return Story(
        quantities=(
            Quantity("mean", "mean output", mean, "units", "measured", error, count),
            Quantity("noise", "noise level", 1 / result.epsilon, "units"),
            Quantity("bits", "bits", 3 + math.log2(result.dimension), "bits", "bound", source="a toy theorem"),
        ),
        finding=f"The mean of {count} outputs is {mean:.3f}.",
        notices=(f"The largest output is {result.values.max():.2f}.",),
        formulas=lambda: (noise,),
    )


def cost(parameters: ToyParameters) -> Cost:
    slow = 0.0 if parameters.behaviour == "good" else 1.0
    return Cost(slow + 1e-6 * parameters.samples, 8.0 * parameters.samples, f"{parameters.samples} samples")


def run(parameters: ToyParameters, progress: Any) -> ToyResult:
    match parameters.behaviour:
        case "slow":
            for step in range(2000):
                progress(step / 2000)
                time.sleep(0.01)
        case "reports":
            for step in range(8):
                progress(step / 8, f"part {step}", draw(replace(parameters, samples=10 * (step + 1))))
                time.sleep(0.15)
        case "deaf":
            time.sleep(60)
        case "greedy":
            np.ones(10**8)  # 800 MB
        case "crash":
            os._exit(3)
        case "bug":
            raise RuntimeError("a secret for the log only")
        case "refusal":
            raise ValueError("samples must be even nicer; got 1000.")
    return draw(parameters)


def draw(parameters: ToyParameters) -> ToyResult:
    rng = np.random.default_rng(parameters.seed)
    values = rng.normal(parameters.shift, 1 / parameters.epsilon, min(parameters.samples, 1000))
    return ToyResult(values, parameters.epsilon, parameters.dimension, os.getpid())


EXPERIMENT = Experiment(
    name="toy",
    parameters=ToyParameters,
    cost=cost,
    run=run,
    snippet=lambda parameters: f"print({parameters.epsilon})",
    tell=tell,
    presets={
        "Figure 2 (left)": (ToyParameters(epsilon=2.0), "the left panel of Figure 2"),
        "Table 1, row 3": (ToyParameters(epsilon=0.5, dimension=50, seed=3), "row 3 of Table 1"),
    },
    dial="samples",
)
OTHER = replace(EXPERIMENT, name="other", presets={})
