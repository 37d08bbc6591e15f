"""A channel or compressor prints the call that makes it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ppr_core import channels, compressors
from ppr_core.channels import FiniteChannel, GaussianChannel, LaplaceChannel, Release
from ppr_core.experiments.vocabulary.mechanisms import MECHANISMS
from ppr_core.experiments.vocabulary.schemes import SCHEMES, SchemeSettings

NAMES = {**vars(channels), **vars(compressors), "np": np}
CHANNELS = [declared.release(Release(0.6, dimension=3, categories=4)) for declared in MECHANISMS.values()]


@pytest.mark.parametrize("channel", CHANNELS, ids=lambda channel: channel.name)
def test_programs_make_equal_objects(channel: channels.Channel) -> None:
    made = eval(repr(channel), NAMES)
    assert type(made) is type(channel) and repr(made) == repr(channel)
    assert float(made.log_ratio_bound()) == float(channel.log_ratio_bound())
    for declared in SCHEMES.values():
        if not declared.missing(channel):
            compressor = declared.build(channel, SchemeSettings())
            again = eval(repr(compressor), NAMES)
            assert type(again) is type(compressor) and repr(again) == repr(compressor)


def test_what_is_at_its_default_is_left_out() -> None:
    assert repr(FiniteChannel([[0.25, 0.75]])) == "FiniteChannel([[0.25, 0.75]])"
    assert repr(FiniteChannel([[0.25, 0.75]], proposal="mean")) == "FiniteChannel([[0.25, 0.75]], proposal='mean')"
    flat = LaplaceChannel(dimension=1, epsilon=0.1 + 0.2, norm_bound=1.0)
    assert "epsilon=0.30000000000000004" in repr(flat), "exact to the last bit"


def test_another_object_prints_another_program() -> None:
    narrow, wide = (GaussianChannel(dimension=2, noise_std=s, norm_bound=1.0) for s in (1.0, math.nextafter(1.0, 2)))
    assert repr(narrow) != repr(wide)
