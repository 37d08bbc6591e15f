"""What a mechanism of one's own is worth: how private it is, what sending it costs at least, and what would be better.

>>> from ppr_core.mechanism_analysis import capacity, optimal_mechanism, pure_loss
>>> matrix = [[0.75, 0.25], [0.25, 0.75]]
>>> round(pure_loss(matrix).epsilon, 4), round(capacity(matrix).bits, 4)
(1.0986, 0.1887)
>>> round(optimal_mechanism(2, pure_loss(matrix).epsilon, "hamming").loss, 6)
0.25
"""

from __future__ import annotations

from ppr_core.mechanism_analysis.additive import (
    AdditiveProfile,
    ProposalVerdict,
    additive_profile,
    cell_laws,
    noise_loss,
    scaled_proposal,
    truncation_delta,
    truncation_for,
)
from ppr_core.mechanism_analysis.description import Description
from ppr_core.mechanism_analysis.information import Capacity, capacity, mutual_information_bits
from ppr_core.mechanism_analysis.knowledge import Knowledge, know
from ppr_core.mechanism_analysis.least_bits import capacity_bits
from ppr_core.mechanism_analysis.matrices import NOT_A_LAW, grid_mechanism, stochastic_matrix
from ppr_core.mechanism_analysis.optimal import (
    LOSSES,
    OptimalMechanism,
    best_relabelling,
    input_losses,
    least_loss,
    loss_matrix,
    optimal_mechanism,
)
from ppr_core.mechanism_analysis.privacy import (
    PureLoss,
    delta_profile,
    gaussian_dp,
    gaussian_tradeoff,
    pure_loss,
    tradeoff,
    tradeoff_of_laws,
)
from ppr_core.mechanism_analysis.proposals import Proposal, best_proposal, proposal_curve
from ppr_core.mechanism_analysis.staircase import staircase_loss, staircase_share

__all__ = [
    "LOSSES", "NOT_A_LAW", "AdditiveProfile", "Capacity", "Description", "Knowledge", "OptimalMechanism", "Proposal",
    "ProposalVerdict", "PureLoss", "additive_profile", "best_proposal", "best_relabelling", "capacity", "capacity_bits",
    "cell_laws", "delta_profile", "gaussian_dp", "gaussian_tradeoff", "grid_mechanism", "input_losses", "know",
    "least_loss", "loss_matrix", "mutual_information_bits", "noise_loss", "optimal_mechanism", "proposal_curve",
    "pure_loss",
    "scaled_proposal", "staircase_loss", "staircase_share", "stochastic_matrix", "tradeoff", "tradeoff_of_laws",
    "truncation_delta", "truncation_for",
]  # fmt: skip
