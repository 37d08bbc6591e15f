"""Formulas that several pages show, each written once with slots for its symbols."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from ppr_core.accounting import LossPair
from ppr_core.experiments.contract import Formula, Symbol
from ppr_core.guarantees import elias_delta_size, ppr_overhead_bits, zipf_shannon_size
from ppr_core.wording import latex

__all__ = [
    "CODE_LENGTH", "DECODER_DIVERGENCE", "DECODER_LOSS", "INDEX_BITS", "INDEX_LAW", "ONE_INDEX_BITS", "Rule", "Slot",
    "alpha_symbol", "divergence_formula", "loss_symbol",
]  # fmt: skip

_LARGEST_LOG = 600.0  # of a number that is shown


@dataclass(frozen=True)
class Slot:
    """A place in a formula: how its symbol is written, what it means and in which unit."""

    symbol: str
    meaning: str
    unit: str = ""


@dataclass(frozen=True)
class Rule:
    """A formula as a declaration: symbolic form, the form with numbers and the value follow from it.

    right: LaTeX in which ``<name>`` stands for a slot, in brackets where a product is raised to a power; left: what it
    is equal to (or bounds), with the relation; slots: name -> `Slot`; value: the same as a function of the slots'
    values; source: key into the bibliography.
    """

    title: str
    left: str
    right: str
    slots: Mapping[str, Slot]
    value: Callable[..., float]
    source: str = ""

    def at(
        self,
        fields: Mapping[str, str] | None = None,
        *,
        title: str = "",
        source: str = "",
        digits: int = 6,
        more: tuple[Symbol, ...] = (),
        **values: float,
    ) -> Formula:
        """The formula at these values of the slots; fields: slot -> its parameter, more: further symbols."""
        fields = fields or {}
        return Formula(
            title or self.title,
            f"{self.left} {self._filled({name: slot.symbol for name, slot in self.slots.items()})}",
            f"{self.left} {self._filled({name: latex(values[name], digits) for name in self.slots})}",
            float(self.value(**{name: values[name] for name in self.slots})),
            (
                *(
                    Symbol(slot.symbol, slot.meaning, values[name], slot.unit, fields.get(name, ""))
                    for name, slot in self.slots.items()
                ),
                *more,
            ),
            source or self.source,
        )

    def _filled(self, texts: Mapping[str, str]) -> str:
        def text(slot: re.Match[str]) -> str:
            text = texts[slot[1]]
            return f"({text})" if slot[2] and r"\cdot" in text else text

        return re.sub(r"<(\w+)>(?=(\^)?)", text, self.right)


_ALPHA = Slot(r"\alpha", "order of PPR")
_LOSS = Slot(r"\varepsilon", "privacy loss of the mechanism", "nats")


def alpha_symbol(alpha: float, field: str = "alpha") -> Symbol:
    """α with its value."""
    return Symbol(_ALPHA.symbol, _ALPHA.meaning, alpha, _ALPHA.unit, field)


def loss_symbol(epsilon: float, field: str = "epsilon") -> Symbol:
    """ε of the mechanism with its value."""
    return Symbol(_LOSS.symbol, _LOSS.meaning, epsilon, _LOSS.unit, field)


_DIVERGENCE = Slot("D", "KL of the output's distribution from the proposal", "bits")
_OVERHEAD = r"\frac{\log_2 3.56}{\min\{(<alpha> - 1)/2,\; 1\}}"

INDEX_BITS = Rule(
    "What the index costs: Theorem 5",
    r"\mathbb{E}[\log_2 K] \le",
    rf"<divergence> + <messages> \cdot {_OVERHEAD}",
    {"divergence": _DIVERGENCE, "messages": Slot("m", "indices sent"), "alpha": _ALPHA},
    lambda divergence, messages, alpha: divergence + messages * ppr_overhead_bits(alpha),
    "ppr.theorem5",
)

#: The same where one index is all that is sent.
ONE_INDEX_BITS = replace(
    INDEX_BITS,
    right=f"<divergence> + {_OVERHEAD}",
    slots={"divergence": _DIVERGENCE, "alpha": _ALPHA},
    value=lambda divergence, alpha: divergence + ppr_overhead_bits(alpha),
)

DECODER_LOSS = Rule(
    "What the decoder may learn: Theorem 7",
    r"\varepsilon_{\text{decoder}} =",
    r"2 \cdot <alpha> \cdot <epsilon>",
    {"alpha": _ALPHA, "epsilon": _LOSS},
    lambda alpha, epsilon: 2 * alpha * epsilon,
    "ppr.theorem7",
)

DECODER_DIVERGENCE = Rule(
    "What the decoder learns at most, on average over shared randomness: the divergence of order 2 with the times",
    r"e^{D_2} =",
    r"1 - \frac{1}{<alpha>} + \frac{1}{<alpha>} \cdot <rise> \cdot <fall>",
    {
        "alpha": _ALPHA,
        "rise": Slot(r"M(\alpha)", "mean of e^{αℓ}, ℓ the mechanism's own loss"),
        "fall": Slot(r"M(-\alpha)", "mean of e^{−αℓ}"),
    },
    lambda alpha, rise, fall: 1 - 1 / alpha + rise * fall / alpha,
    "ppr.renyi",
)


def divergence_formula(pair: LossPair, alpha: float, fields: Mapping[str, str] | None = None) -> Formula | None:
    """`DECODER_DIVERGENCE` for two inputs; None where a moment is no float, and at α = ∞."""
    if math.isinf(alpha):
        return None
    rise, fall = (float(moment) for moment in pair.log_moment(np.array([alpha, -alpha])))
    if max(rise, fall, rise + fall) > _LARGEST_LOG:
        return None
    return DECODER_DIVERGENCE.at(fields, digits=8, alpha=alpha, rise=math.exp(rise), fall=math.exp(fall))


INDEX_LAW = Rule(
    "What an index costs exactly: the sum over its distribution, a mixture of geometric ones",
    r"\mathbb{E}[\log_2 K] = \sum_{k \ge 1} P(K > k)\, \log_2\!\left(1 + \tfrac{1}{k}\right) =",
    r"<one> + <two> \cdot \log_2(\frac{3}{2}) + <three> \cdot \log_2(\frac{4}{3}) + <rest>",
    {
        "one": Slot("P(K > 1)", "mean of λ/(λ + g·y); y = V^{1/α}/r(Z), Z an output, V ~ Gamma(1 − 1/α)"),
        "two": Slot("P(K > 2)", "mean of its square; g = Γ(1 − 1/α)"),
        "three": Slot("P(K > 3)", "of its cube; λ: how many candidates a unit of time lose against the winner"),
        "rest": Slot("R", "all further terms", "bits"),
    },
    lambda one, two, three, rest: one + two * math.log2(3 / 2) + three * math.log2(4 / 3) + rest,
    "ppr.index_law",
)

_INDEX = {"index_bits": Slot(r"\mu", "bound on the mean of log₂ K, here Theorem 5's", "bits")}

#: Code -> its mean length for a bound on the mean of log₂ K.
CODE_LENGTH: Mapping[str, Rule] = {
    name: Rule(
        f"From the index to the message: {label} code", r"\mathbb{E}[\text{length}] \le", right, _INDEX, value, source
    )
    for name, label, source, right, value in (
        (
            "elias_gamma", "Elias gamma", "code.elias", r"2 \cdot <index_bits> + 1",
            lambda index_bits: 2 * index_bits + 1,
        ),
        (
            "elias_delta", "Elias delta", "ppr.codes", r"<index_bits> + 2\log_2(<index_bits> + 1) + 1",
            lambda index_bits: elias_delta_size(index_bits).value,
        ),
        (
            "zipf_shannon", "Zipf–Shannon", "ppr.codes", r"<index_bits> + \log_2(<index_bits> + 1) + 2",
            lambda index_bits: zipf_shannon_size(index_bits).value,
        ),
    )
}  # fmt: skip
