"""What an adversary learns of numbers that quantizers send, one message a coordinate, at one δ.

A shift of two vectors by s in L2 may lie in one coordinate or in many. The Rényi divergences of Laplace noise and of
randomized response at κ, as functions of κ², are concave and 0 at 0: with (λ − 1)D_λ = ln(λe^{(λ−1)κ} + (λ−1)e^{−λκ})
− ln(2λ − 1) the derivative in κ is λ(λ−1)(1 − u)/(λ + (λ−1)u), u = e^{−(2λ−1)κ}, concave in κ and 0 at 0, so that it
falls when divided by κ; with (λ − 1)D_λ = ln cosh((λ − ½)κ) − ln cosh(κ/2) it is κ(a²φ(aκ) − ¼φ(κ/2)), a = λ − ½,
φ(v) = tanh(v)/v, and the bracket falls because v³φ′(v) does. So the even shift s/√d of every coordinate is the worst.
"""

from __future__ import annotations

import math
from dataclasses import replace

from ppr_core import validation
from ppr_core.accounting import LaplacePair, dominating_pair, output_epsilon, renyi_of_output
from ppr_core.compressors.dyadic_quantized_laplace import DyadicQuantizedLaplace
from ppr_core.compressors.quantizer import Quantizer
from ppr_core.compressors.subtractive_dither import LayeredDither
from ppr_core.guarantees import DECODER, READER, Adversary, PrivacyGuarantee

__all__ = ["learned_of_coordinates"]

_LARGEST_PURE = 500.0


def learned_of_coordinates(
    adversary: Adversary, quantizer: Quantizer, delta: float, *, distance: float, coordinates: int = 1
) -> PrivacyGuarantee:
    """(ε, δ) of a vector sent coordinate by coordinate; at δ = 0 the pure ε.

    adversary: reader or decoder; delta: in [0, 1]; distance: >= 0, the largest L2 distance of two vectors;
    coordinates: d >= 1. The reader of exact Laplace noise by its own law, whoever else is promised ε by randomized
    response at that ε, which dominates; never less for the decoder than for the reader.

    >>> from ppr_core import DyadicQuantizedLaplace
    >>> from ppr_core.compressors import learned_of_coordinates
    >>> from ppr_core.guarantees import adversary
    >>> quantizer = DyadicQuantizedLaplace(epsilon=0.5, nu=2.0)
    >>> round(learned_of_coordinates(adversary("against", "database"), quantizer, 0.0, distance=2.0).epsilon, 6)
    1.0
    """
    validation.choice("adversary", adversary.name, (READER.name, DECODER.name))
    delta = validation.real("delta", delta, 0.0, 1.0)
    distance = validation.real("distance", distance, 0.0)
    coordinates = validation.integer("coordinates", coordinates, 1)
    promise = adversary.among(quantizer.privacy())
    each = promise.epsilon * distance / math.sqrt(coordinates)
    together = replace(promise, notion="local", epsilon=coordinates * each)
    if delta == 0 or each > _LARGEST_PURE or each == 0:
        return together
    of_laplace = adversary is READER and isinstance(quantizer, DyadicQuantizedLaplace | LayeredDither)
    pair = LaplacePair(each) if of_laplace else dominating_pair(each)
    if coordinates == 1:
        epsilon = output_epsilon(pair, delta)
        return replace(together, epsilon=epsilon, delta=delta, side="exact" if of_laplace else "upper")
    return replace(together, epsilon=renyi_of_output(pair).composed(coordinates).epsilon(delta)[0], delta=delta)
