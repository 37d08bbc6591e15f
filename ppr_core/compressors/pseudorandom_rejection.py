"""Pseudorandom rejection: the message is a seed, and the sample is what a generator makes of it."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from struct import iter_unpack
from typing import Any

import numpy as np

from ppr_core import kernels, validation
from ppr_core.channels import CategoryChannel, Channel
from ppr_core.compressors.base import Compressor, DrawLimitExceeded, streams
from ppr_core.compressors.chacha import ChaCha20
from ppr_core.compressors.contest import CAPS
from ppr_core.compressors.messages import Messages
from ppr_core.compressors.seed_generators import GENERATORS, SeedGenerator
from ppr_core.guarantees.rejection import (
    rejection_any_generator,
    rejection_distance,
    rejection_private,
    rejection_tries,
)
from ppr_core.guarantees.types import Bound, PrivacyGuarantee
from ppr_core.randomness import SharedRandomness
from ppr_core.representation import constructor_call
from ppr_core.wording import number

__all__ = ["PseudorandomRejection"]

_USERS = 1 << 15  # inputs searched at once
_WORTH = 16  # seeds of one input that a kernel looks at together, at least
_AT_ONCE = 1 << 16  # seeds tried at once, where several tries of an input are made together
_PRIVATE_BITS = 64  # of a seed: with r* candidates the mean acceptance of 2^ℓ seeds is off by about √(r*/2^ℓ)


class PseudorandomRejection(Compressor):
    """Feldman, Talwar 2021, Algorithms 1 and 2, over any channel with a bounded or truncated ratio.

    Uniform seeds s of ℓ bits are tried: z = G(s) is a sample of Q, and s is accepted with probability r(z|x)/r*. After
    J = ⌈r* ln(1/γ)⌉ rejections a fresh seed is sent. The index is s + 1, ℓ bits under ``FixedLength(seed_bits)``.
    Decoding needs the seed and G, but no shared randomness: ``shared`` is accepted and ignored by encode and decode.
    Not exact: the output is within γ of P in total variation, for a generator as good as random.

    gamma: γ in (0, 1). seed_bits: ℓ from 1 to 256; below 64 `privacy` promises 2ε. generator: a `SeedGenerator` or a
    name in `GENERATORS`; those that are not cryptographic are there to show what fails. truncation: ln T in nats,
    below ln r*: Algorithm 2, which accepts with probability min(r, T)/T and so needs T instead of r* tries; None for
    Algorithm 1. candidate_limit: an encode expected to try more seeds than this raises `DrawLimitExceeded` before it
    starts.

    A real client must draw its seeds from the operating system; here
    ``rng`` draws them, so that runs can be repeated.

    >>> import numpy as np
    >>> from ppr_core import PseudorandomRejection, RandomizedResponseChannel, SharedRandomness
    >>> scheme = PseudorandomRejection(RandomizedResponseChannel(size=4, epsilon=1.0), gamma=0.01)
    >>> messages = scheme.encode(np.array([0, 1, 2]), SharedRandomness(1), np.random.default_rng(2))
    >>> z = scheme.decode(messages, SharedRandomness(1))
    >>> z.shape, scheme.exact
    ((3,), False)
    """

    name = "pseudorandom_rejection"
    label = "Pseudorandom rejection"
    exact = False
    uses_shared = False

    def __init__(
        self,
        channel: Channel,
        gamma: float,
        seed_bits: int = 128,
        *,
        generator: SeedGenerator | str = "shake256",
        truncation: float | None = None,
        candidate_limit: float = 1e7,
    ) -> None:
        super().__init__(channel)
        self.gamma = validation.probability("gamma", gamma)
        self.seed_bits = validation.integer("seed_bits", seed_bits, 1, 256)
        self.most_index = 1 << self.seed_bits
        if isinstance(generator, str):
            generator = GENERATORS[validation.choice("generator", generator, tuple(GENERATORS))]
        self.generator = generator
        self.candidate_limit = validation.real("candidate_limit", candidate_limit, 1.0)
        self.truncation = truncation
        self.log_cap, self.truncated_mass = float(channel.log_ratio_bound()), 0.0
        if truncation is not None:
            self.log_cap = validation.real("truncation", truncation, 0.0, self.log_cap)
            self.truncated_mass = channel.truncated_mass(self.log_cap)
            validation.require(self.truncated_mass < 0.5, "truncation", truncation, "large enough to leave half of P")

    def __repr__(self) -> str:
        named = next((name for name, known in GENERATORS.items() if known is self.generator), self.generator)
        return constructor_call(self, generator=named)

    @property
    def tries(self) -> int:
        """J, the most seeds an encode tries."""
        bound = rejection_tries(
            log_ratio_bound=min(self.log_cap, 700.0), gamma=self.gamma, truncated_mass=self.truncated_mass
        )
        return int(bound.value)

    @property
    def missed(self) -> float:
        """How often all J tries are refused, (1 − p)^J with p = 1/r*, or (1 − τ)/T with truncation."""
        accepted = (1 - self.truncated_mass) * math.exp(-self.log_cap)
        return math.exp(self.tries * math.log1p(-accepted)) if accepted < 1 else 0.0

    def distance(self) -> Bound:
        """Total variation between the decoded output and P, at most, for a generator as good as random."""
        return rejection_distance(gamma=self.gamma, truncated_mass=self.truncated_mass)

    @property
    def deletion_epsilon(self) -> float:
        """max |ln r| over outputs and inputs, r cut at the cap; infinite where r has no lower bound that is known."""
        levels = self.channel.two_levels()
        if levels is not None:
            lowest = math.log(levels.low) if levels.low > 0 else -math.inf
        elif isinstance(self.channel, CategoryChannel):
            x, z = np.indices(self.channel.matrix.shape)
            possible = self.channel.matrix.max(axis=0) > 0
            lowest = float(self.channel.log_ratio(np.asarray(x), np.asarray(z))[:, possible].min())
        else:
            lowest = -math.inf
        return max(self.log_cap, -lowest)

    def privacy(self, delta: float = 0.0) -> tuple[PrivacyGuarantee, ...]:
        """The mechanism's own ε for a cryptographic generator and seeds of at least 64 bits; 2ε otherwise (Lemma 3.6).

        The message needs no secret seed, so both against the decoder and against the database. Few seeds accept one
        input more often than another, however good the generator is; 2ε counts that in. There the mechanism must be
        purely private, and r bounded from below as well, or nothing is guaranteed.
        """
        if self.generator.cryptographic and self.seed_bits >= _PRIVATE_BITS:
            mechanism = self.channel.privacy(delta)
            decoder = rejection_private(mechanism, gamma=self.gamma, truncated_mass=self.truncated_mass)
        else:
            decoder = rejection_any_generator(self.channel.privacy(), deletion_epsilon=self.deletion_epsilon)
        return replace(decoder, against="database"), decoder

    def expected_cost(self, x: Any) -> np.ndarray:
        """(1 − (1 − p)^J)/p tries, p = 1/r*, or (1 − τ)/T with truncation; the same for every input.

        J for a generator that is not cryptographic: an input may have no seed that fits.
        """
        if not self.generator.cryptographic:
            return np.full(len(self.channel.inputs(x)), float(self.tries))
        accepted = (1 - self.truncated_mass) * math.exp(-self.log_cap)
        mean = -math.expm1(self.tries * math.log1p(-accepted)) / accepted if accepted < 1 else 1.0
        return np.full(len(self.channel.inputs(x)), mean)

    def decode(self, messages: Messages, shared: SharedRandomness | None = None) -> np.ndarray:
        """The samples the seeds stand for, (n, *output_shape); ``shared`` is not used."""
        z = self.channel.proposal(self.uniforms(messages, shared))
        return z[:, 0] if messages.scalar else z

    def uniforms(self, messages: Messages, shared: SharedRandomness | None = None) -> np.ndarray:
        """The rows that the generator makes of the seeds, (n, width); ``shared`` is not used."""
        return self.generator.rows(self._seeds(messages.indices)).whole(self.channel.width)

    def _choose(
        self, x: np.ndarray, tables: np.ndarray, shared: SharedRandomness, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        cost = self.log_cap - math.log1p(-self.truncated_mass)
        if len(x) and cost > math.log(self.candidate_limit):
            raise DrawLimitExceeded(
                f"an encode would try about e^{number(cost)} seeds (r*), more than candidate_limit = "
                f"{number(self.candidate_limit, 6)}; several reports at a smaller ε each, or a wider proposal, lower r*"
            )
        seeds = self._draw(len(x), rng)  # what is sent where no try is accepted
        tries = np.full(len(x), self.tries)
        # Where many tries are needed, so few inputs at once that many tries of each are made together.
        users = max(1, int(min(_USERS, 4 * _AT_ONCE * math.exp(-self.log_cap))))
        blocks = [slice(start, start + users) for start in range(0, len(x), users)]
        rngs = streams(rng, len(blocks))

        def run(number: int) -> None:
            self._search(blocks[number], x, seeds, tries, rngs[number])

        kernels.in_threads(run, list(range(len(blocks))))
        return self._indices(seeds), tries

    def _search(
        self, block: slice, x: np.ndarray, seeds: np.ndarray, tries: np.ndarray, rng: np.random.Generator
    ) -> None:
        """Rejection sampling for a block of inputs; accepted seeds and the tries they took are written in place."""
        x, seeds, tries = x[block], seeds[block], tries[block]
        open_, done, limit = np.arange(len(x)), 0, self.tries
        while len(open_) and done < limit:
            # Few inputs left: several tries of each at once, but few against the number each is expected to need.
            each = min(limit - done, max(1, min(_AT_ONCE // len(open_), math.ceil(math.exp(self.log_cap) / 4))))
            fresh = self._draw(len(open_) * each, rng)
            chance = rng.random((len(open_), each))
            accepted = chance < self._least_acceptance  # whatever the seed gives, so nobody has to look
            caps = self._caps(x[open_], fresh, each)
            if caps is not None:
                inside, *acceptance = caps
                accepted |= chance < acceptance[1]
                accepted |= inside & (chance < acceptance[0])
            else:
                row, column = np.nonzero(~accepted)
                rows = self.generator.rows(fresh[row * each + column])
                accepted[row, column] = chance[row, column] < self._acceptance(x[open_[row]], rows)
            first, accepts = np.argmax(accepted, axis=1), accepted.any(axis=1)
            seeds[open_[accepts]] = fresh.reshape(len(open_), each, -1)[accepts, first[accepts]]
            tries[open_[accepts]] = done + first[accepts] + 1
            open_ = open_[~accepts]
            done += each

    def _caps(self, x: np.ndarray, seeds: np.ndarray, each: int) -> tuple[np.ndarray, float, float] | None:
        """Which of the seeds, ``each`` for every input, give a sample in its cap, and the acceptance inside and out.

        By a kernel that looks at nothing else; None without one, or where it is not worth its while.
        """
        compiled = kernels.compiled()
        plan = None
        if each >= _WORTH and isinstance(self.generator, ChaCha20):
            plan = None if compiled is None else self.channel.contest(x)
        if compiled is None or plan is None or plan[0] not in CAPS or not isinstance(self.generator, ChaCha20):
            return None
        name, arguments = plan
        index = np.arange(len(x) * each)
        inside, ends, key = np.empty(len(index), dtype=np.uint8), index[each - 1 :: each] + 1, np.uint64(0)
        getattr(compiled, f"inside_{name}")(inside, index, ends, ends, key, self.generator.keys(seeds), *arguments)
        high, low = np.exp(np.minimum(np.array(arguments[-2:]) - self.log_cap, 0.0)).tolist()
        return inside.view(bool).reshape(len(x), each), high, low

    def _acceptance(self, x: np.ndarray, rows: Any) -> np.ndarray:
        return np.exp(np.minimum(self.channel.candidate_log_ratio(x, rows) - self.log_cap, 0.0))

    @cached_property
    def _least_acceptance(self) -> float:
        """Of any candidate and input, as far as it is known."""
        levels = self.channel.two_levels()
        return 0.0 if levels is None else levels.low * math.exp(-self.log_cap)

    def _draw(self, count: int, rng: np.random.Generator) -> np.ndarray:
        """Uniform seeds of ℓ bits, the first byte may have fewer: (count, ⌈ℓ/8⌉) uint8."""
        seeds = np.frombuffer(rng.bytes(count * self._bytes), dtype=np.uint8).reshape(count, self._bytes).copy()
        seeds[:, 0] &= 0xFF >> (8 * self._bytes - self.seed_bits)
        return seeds

    @property
    def _bytes(self) -> int:
        return -(-self.seed_bits // 8)

    def _indices(self, seeds: np.ndarray) -> np.ndarray:
        """s + 1: int64 where 62 bits suffice, else Python integers."""
        if self.seed_bits <= 62:
            return seeds @ (np.int64(1) << (8 * np.arange(self._bytes)[::-1])) + 1
        whole_number = int.from_bytes
        whole = (whole_number(seed) + 1 for (seed,) in iter_unpack(f"{self._bytes}s", seeds.tobytes()))
        integers = np.fromiter(whole, dtype=object, count=len(seeds))
        return integers if len(integers) else integers.astype(np.int64)

    def _seeds(self, indices: np.ndarray) -> np.ndarray:
        """Bytes of the seeds behind indices from 1 to 2^ℓ: (n,) -> (n, ⌈ℓ/8⌉) uint8."""
        if len(indices):
            low, high = int(min(indices)), int(max(indices))
            validation.require(low >= 1, "index", low, "at least 1")
            validation.require(high <= 1 << self.seed_bits, "index", high, f"at most 2^{self.seed_bits}")
        size = self._bytes
        data = b"".join([(k - 1).to_bytes(size, "big") for k in np.asarray(indices).tolist()])
        return np.frombuffer(data, dtype=np.uint8).reshape(len(indices), size)
