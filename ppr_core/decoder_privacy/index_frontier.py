"""The fewest bits of any exact scheme with one index at a given ε against its decoder: a bound by linear programming.

A scheme sees x and a list of i.i.d. candidates of Q, and sends an index K with Z_K ~ P_x exactly; how it chooses K is
free. Two inputs are mirror images: exchanging them exchanges kinds of candidates of equal mass. **Statement.** No such
scheme sends K in fewer bits on average than the value of this program, in a code whose lengths never fall with K.
Variables: q(w, k) for each beginning w of M kinds, k <= M, or late with its kind. q(w, ·) is a law for each w, Z_K has
the law P_x, and Σ_w P(w) Σ_k (q(w, k) − e^ε q(mirrored w, mirrored k))₊ <= δ. Objective: the mean length of K, of
M + 1 where it is late. **Proof.** Forget the list behind M, and of a late index all but its kind: the view tells no
more, and the length is no larger. Toss a shared coin between a scheme and its mirror image: the laws stay exact, the
length is the mean of both inputs', δ no larger, and q′ is the mirror image of q. ∎

**Attained.** For a mechanism of two inputs, as binary response, q is a scheme: send k with probability q(w, k), and
where it is late the first candidate behind M of the kind that is drawn. Its list behind M is independent of x given w
and the kind, so the view's δ is that of the program; only late lengths differ. With their means M + Geometric(mass) in
the objective the program's value is what this scheme takes: the fewest bits lie between the two. ∎
"""

from __future__ import annotations

import itertools
import math

import numpy as np

from ppr_core import validation
from ppr_core.codes import EliasDelta
from ppr_core.decoder_privacy.shared_marks import FiniteMarks, SharedMarks
from ppr_core.wording import number

__all__ = ["attained_bits", "least_bits"]

_MOST = 300  # beginnings of lists
_LATEST = 2000  # candidates behind M of which lengths are averaged
_IMPOSSIBLE = 2  # SciPy's status of a program that nothing satisfies


def least_bits(marks: SharedMarks, epsilon: float, delta: float) -> float:
    """Mean bits of the Elias delta code of one index, at least, where δ(ε) <= delta; ∞ where no scheme is exact.

    epsilon: nats; delta: in [0, 1]. ``ValueError`` for candidates that are not of finitely many kinds, or of which the
    two inputs do not mirror each other; ``ArithmeticError`` where the program was not solved.

    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.decoder_privacy import least_bits, shared_marks
    >>> marks = shared_marks(RandomizedResponseChannel(size=2, epsilon=1.0))
    >>> least_bits(marks, 4.0, 0.0) <= least_bits(marks, 2.0, 0.0)
    True
    """
    return _bits(marks, epsilon, delta, late=False)


def attained_bits(marks: SharedMarks, epsilon: float, delta: float) -> float:
    """Mean bits of a scheme for two inputs that sends an exact output at this (ε, δ); ∞ where there is none.

    Arguments and errors are those of `least_bits`, below which it is not; a table of all beginnings is the scheme.

    >>> from ppr_core import RandomizedResponseChannel
    >>> from ppr_core.decoder_privacy import attained_bits, least_bits, shared_marks
    >>> marks = shared_marks(RandomizedResponseChannel(size=2, epsilon=1.0))
    >>> 0 <= attained_bits(marks, 2.0, 0.0) - least_bits(marks, 2.0, 0.0) < 0.02
    True
    """
    return _bits(marks, epsilon, delta, late=True)


def _bits(marks: SharedMarks, epsilon: float, delta: float, *, late: bool) -> float:
    """late: whether a late index has the mean length of the first late candidate of its kind, or that of M + 1."""
    from scipy.optimize import linprog  # takes longer to import than all else here
    from scipy.sparse import coo_matrix, eye_array, hstack, vstack

    if not isinstance(marks, FiniteMarks):
        validation.fail("marks", type(marks).__name__, "of finitely many kinds: FiniteMarks")
    kinds = len(marks.mass)
    mirror = _mirror(marks)
    first = int(math.log(_MOST) / math.log(kinds))
    lists = np.array(list(itertools.product(range(kinds), repeat=first)))
    chance = marks.mass[lists].prod(axis=1)
    slots = first + kinds  # of each beginning: k <= M, or late of a kind
    place = np.arange(len(lists) * slots).reshape(len(lists), slots)
    radix = kinds ** np.arange(first)[::-1]
    reflected = place[mirror[lists] @ radix][:, np.append(np.arange(first), first + mirror)].ravel()
    size, each = place.size, np.repeat(chance, slots)
    lengths = EliasDelta().lengths(np.arange(1, first + _LATEST + 1)).astype(float)
    length = lengths[np.minimum(np.arange(slots), first)]
    if late:
        wait = np.arange(_LATEST)
        length[first:] = [m * (1 - m) ** wait @ lengths[first:] + (1 - m) ** _LATEST * lengths[-1] for m in marks.mass]
    kind = np.hstack([lists, np.broadcast_to(np.arange(kinds), (len(lists), kinds))]).ravel()
    rows = np.concatenate([np.repeat(np.arange(len(lists)), slots), len(lists) + kind])
    columns, values = np.tile(np.arange(size), 2), np.concatenate([np.ones(size), each])
    exact = coo_matrix((values, (rows, columns)), shape=(len(lists) + kinds, 2 * size))
    wanted = np.concatenate([np.ones(len(lists)), marks.mass * np.exp(marks.log_first)])
    factor = math.exp(epsilon)
    swapped = coo_matrix((np.full(size, factor), (np.arange(size), reflected)), shape=(size, size))
    limits = hstack([eye_array(size) - swapped, -eye_array(size)])
    spent = coo_matrix((each, (np.zeros(size, dtype=int), size + np.arange(size))), shape=(1, 2 * size))
    solved = linprog(  # type: ignore[call-overload]  # the stubs know no sparse matrix
        np.concatenate([each * np.tile(length, len(lists)), np.zeros(size)]),
        A_ub=vstack([limits, spent]), b_ub=np.append(np.zeros(size), delta),
        A_eq=exact, b_eq=wanted, method="highs",
    )  # fmt: skip
    if solved.status == _IMPOSSIBLE:
        return math.inf
    if not solved.success:
        raise ArithmeticError(f"the linear program at ε = {number(epsilon)} was not solved")
    return float(solved.fun)


def _mirror(marks: FiniteMarks) -> np.ndarray:
    """The kind with both ratios exchanged, for each kind."""
    found = [
        np.nonzero(
            np.isclose(marks.log_first, second) & np.isclose(marks.log_second, first) & np.isclose(marks.mass, mass)
        )[0]
        for first, second, mass in zip(marks.log_first, marks.log_second, marks.mass, strict=True)
    ]
    validation.require(all(len(one) for one in found), "marks", "these", "two inputs that mirror each other")
    return np.array([int(one[0]) for one in found])
