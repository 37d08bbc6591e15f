"""The best guess against the frequency oracles, in closed form, for a uniform prior on k categories."""

from __future__ import annotations

import math

from ppr_core import validation
from ppr_core.channels import BitVectorChannel, Channel, RapporChannel

__all__ = ["hadamard_success", "local_hashing_success", "two_level_success"]


def two_level_success(channel: Channel) -> float:
    """(high·Q(U) + low·(1 − Q(U)))/k, where U is the union of the inputs' caps.

    The guess is any input whose cap holds the output; outside of all caps no input is likelier than another.
    Randomized response: e^ε/(e^ε + k − 1). Subset selection, of size w: e^ε/(w e^ε + k − w). RAPPOR:
    (high·(1 − (1 − α0)^k) + low·(1 − α0)^k)/k. Raises ``ValueError`` for channels without two levels.
    """
    levels = channel.two_levels()
    allowed = "one between categories, with a ratio of the same two values for all x"
    fits = levels is not None and (isinstance(channel, BitVectorChannel) or hasattr(channel, "matrix"))
    validation.require(fits, "channel", channel.name, allowed)
    missed = math.exp(channel.size * math.log1p(-channel.mass)) if isinstance(channel, RapporChannel) else 0.0
    size = channel.input_size
    return (levels.high * (1 - missed) + levels.low * missed) / size


def hadamard_success(size: int, epsilon: float, bits: int = 1) -> float:
    """Recursive Hadamard response, the row known: 2^b symbols by randomized response, all used by some category.

    2^b e^ε/((e^ε + 2^b − 1) k), on a row that uses all of them, as all rows do where k is a power of two at least 2^b,
    except that the constant row of a transform with b = 1 says nothing.
    """
    symbols = 1 << validation.integer("bits", bits, 1, 16)
    return _hashed(symbols, epsilon, size)


def local_hashing_success(size: int, epsilon: float, values: int) -> float:
    """Optimal local hashing to g values, the hash function known and random: mean over functions.

    A function that uses v of the values gives (v e^ε + g − v)/((e^ε + g − 1) k), and E v = g (1 − (1 − 1/g)^k).
    (Wang, Blocki, Li, Jha 2017.)
    """
    size = validation.integer("size", size, 1)
    values = validation.integer("values", values, 2)
    used = -values * math.expm1(size * math.log1p(-1 / values))
    return _hashed(used, epsilon, size, values)


def _hashed(used: float, epsilon: float, size: int, values: int = 0) -> float:
    values = values or int(used)
    factor = math.exp(-validation.real("epsilon", epsilon, 0.0))
    return (used + (values - used) * factor) / ((1 + (values - 1) * factor) * size)
