"""Every registered mechanism on every page that offers mechanisms: it runs and says only what holds, or is refused."""

from __future__ import annotations

import importlib
import math
import pickle
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from ppr_core import experiments
from ppr_core.channels import Release
from ppr_core.experiments.contract import Experiment, Parameters
from ppr_core.experiments.vocabulary.mechanisms import DATA, MECHANISMS, MechanismParameters
from tests.sources import ALL

ROOMS = sorted({source.module.split(".")[2] for source in ALL if source.module.startswith(f"{experiments.__name__}.")})
FACES = [importlib.import_module(f"{experiments.__name__}.{room}") for room in ROOMS]
EXPERIMENTS = [face.EXPERIMENT for face in FACES if hasattr(face, "EXPERIMENT")]
OFFERING = {one.name: one for one in EXPERIMENTS if "mechanism" in one.parameters.specs()}
FEW = {"samples": 1000, "encodes": 400}
SWEEPS = ("alpha", "epsilon", "dimension", "chunk", "proposal", "none")


def parameters(experiment: Experiment, mechanism: str, **more: Any) -> Parameters:
    """Few samples, and three dimensions where the mechanism has any; a list's compressors that run everywhere."""
    specs = experiment.parameters.specs()
    wanted = {"mechanism": mechanism, "dimension": 3 if MECHANISMS[mechanism].kind.size == "dimension" else 1}
    small = {name: max(value, specs[name].low) for name, value in FEW.items() if name in specs}
    return experiment.parameters(**{name: value for name, value in (wanted | small | more).items() if name in specs})


@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize("page", OFFERING)
def test_every_page_serves_or_refuses_every_mechanism(page: str, mechanism: str) -> None:
    experiment = OFFERING[page]
    if mechanism not in experiment.parameters.specs()["mechanism"].choices:
        with pytest.raises(ValueError, match="mechanism must be one of"):
            parameters(experiment, mechanism)
        return
    found = parameters(experiment, mechanism)
    result = experiment.run(found)
    story = experiment.tell(result)
    for sentence in (story.finding, *story.notices):
        assert sentence.strip() and "nan" not in sentence and "None" not in sentence
    assert all(not math.isnan(one.value) for one in story.quantities)
    assert all(formula.symbolic and not math.isnan(formula.value) for formula in story.formulas())
    assert len({len(column) for column in result.table().values()}) == 1
    compile(experiment.snippet(found), "program", "exec")


@pytest.mark.parametrize("mechanism", MECHANISMS)
@pytest.mark.parametrize("sweep", SWEEPS)
def test_bit_cost_sweeps_what_the_mechanism_has(sweep: str, mechanism: str) -> None:
    """A sweep changes the channel or the way it is sent, or says why it does not apply."""
    experiment, declared = OFFERING["bit_cost"], MECHANISMS[mechanism]
    found = parameters(experiment, mechanism, sweep=sweep, samples=200)
    result = experiment.run(found)
    caption = experiment.tell(result).captions["sweep"]
    if not result.sweep.applies:
        assert "so the chart shows one point" in caption
        return
    assert len(result.sweep.values) > 1
    if sweep == "epsilon":
        bounds = result.sweep.bound("divergence")
        assert np.ptp(bounds) > 0, "a sweep over an ε that the channel ignores"
    if sweep == "chunk":
        assert declared.chunks


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_mechanism_takes_what_it_says_and_nothing_else(mechanism: str) -> None:
    """A field it does not take leaves the channel as it is; one that it takes changes channel or input."""
    declared = MECHANISMS[mechanism]
    base = MechanismParameters(mechanism=mechanism, dimension=3)
    other = {
        "epsilon": 1.7, "dimension": 4, "noise_std": 2.5, "norm_bound": 1.5, "position": 0.5, "categories": 5,
        "proposal_scale": 1.5, "proposal": "centred",
    }  # fmt: skip
    assert set(other) == {field.name for field in fields(MechanismParameters)} - {"mechanism"}
    for name, value in other.items():
        if name == "proposal" and declared.kind.size == "dimension" and declared.data == "vector":
            base = base.replace(dimension=1)  # the only one with a choice
        changed = base.replace(**{name: value})
        same = repr(changed.channel()) == repr(base.channel()) and np.array_equal(changed.input(), base.input())
        assert same == (name not in declared.takes), name
        assert (name in base.unused()) == (name not in declared.takes)


@pytest.mark.parametrize("mechanism", [name for name, one in MECHANISMS.items() if one.release is not None])
@pytest.mark.parametrize("epsilon", [0.2, 1.0, 4.0])
def test_a_release_is_as_private_as_it_was_asked_to_be(mechanism: str, epsilon: float) -> None:
    declared = MECHANISMS[mechanism]
    channel = declared.release(Release(epsilon, delta=1e-5, dimension=3, norm_bound=2.0, categories=6))
    assert channel.privacy(1e-5).epsilon == pytest.approx(epsilon, rel=1e-6)
    first, second = DATA[declared.data].ends(channel)
    assert channel.inputs(np.stack([first, second])).shape[0] == 2


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_what_makes_a_release_reaches_a_worker_process(mechanism: str) -> None:
    release, goal = MECHANISMS[mechanism].release, Release(1.0, dimension=3, categories=6)
    assert repr(pickle.loads(pickle.dumps(release))(goal)) == repr(release(goal))
