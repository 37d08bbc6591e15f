"""Accounting: how private a mechanism, a composition or a PPR message is, as tightly as is known."""

from __future__ import annotations

from ppr_core.accounting.atomic_loss import AtomicPoissonLoss
from ppr_core.accounting.conversion import RenyiCurve
from ppr_core.accounting.density_loss import DensityPoissonLoss
from ppr_core.accounting.gaussian import (
    INTEGER_ORDERS,
    gaussian_noise_std,
    gaussian_privacy,
    gaussian_renyi_noise_std,
    gaussian_renyi_privacy,
    sampled_gaussian_noise_multiplier,
    sampled_gaussian_privacy,
)
from ppr_core.accounting.loss_composition import composed_epsilon
from ppr_core.accounting.loss_pairs import AtomicPair, GaussianPair, LaplacePair, LossPair, crossed_pair
from ppr_core.accounting.output_loss import (
    composed_pair,
    dominating_pair,
    epsilon_of_atoms,
    epsilon_where,
    output_delta,
    output_epsilon,
    outputs_epsilon,
    renyi_of_output,
)
from ppr_core.accounting.poisson import LARGEST_ORDER, poisson_curve, poisson_renyi
from ppr_core.accounting.poisson_loss import PoissonLoss, poisson_loss
from ppr_core.accounting.risk import advantage, right_guesses, true_positives
from ppr_core.accounting.shuffle import Amplification, ShuffledPair, amplified_epsilon, local_epsilon, shuffled_delta
from ppr_core.accounting.shuffle_moments import ppr_chi_square, response_moment, shuffled_by_moments
from ppr_core.accounting.shuffle_pairs import (
    any_randomizer,
    gaussian_of_interval,
    laplace_of_interval,
    randomized_response,
    subset_selection,
)
from ppr_core.accounting.shuffle_rounds import shuffled_rounds
from ppr_core.accounting.spread import worst_spread

__all__ = [
    "INTEGER_ORDERS", "LARGEST_ORDER", "Amplification", "AtomicPair", "AtomicPoissonLoss", "DensityPoissonLoss",
    "GaussianPair", "LaplacePair", "LossPair", "PoissonLoss", "RenyiCurve", "ShuffledPair", "advantage",
    "amplified_epsilon", "any_randomizer", "composed_epsilon", "composed_pair", "crossed_pair", "dominating_pair",
    "epsilon_of_atoms", "epsilon_where", "gaussian_noise_std", "gaussian_of_interval", "gaussian_privacy",
    "gaussian_renyi_noise_std", "gaussian_renyi_privacy", "laplace_of_interval", "local_epsilon", "output_delta",
    "output_epsilon", "outputs_epsilon", "poisson_curve", "poisson_loss", "poisson_renyi", "ppr_chi_square",
    "randomized_response", "renyi_of_output", "response_moment", "right_guesses", "sampled_gaussian_noise_multiplier",
    "sampled_gaussian_privacy", "shuffled_by_moments", "shuffled_delta", "shuffled_rounds", "subset_selection",
    "true_positives", "worst_spread",
]  # fmt: skip
