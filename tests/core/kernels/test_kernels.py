"""Compiled kernels: the same bits as the array programs, on any number of threads; switched off, or without numba."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from contextlib import nullcontext
from hashlib import shake_256

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ppr_core import kernels
from ppr_core.accounting.order_statistics import smoothed, smoothing
from ppr_core.channels import (
    Channel,
    FiniteChannel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
    SubsetSelectionChannel,
)
from ppr_core.compressors import (
    DyadicQuantizedLaplace,
    PoissonPrivateRepresentation,
    PseudorandomRejection,
    pseudorandom_rejection,
)
from ppr_core.compressors import contest as contests
from ppr_core.compressors.chacha import ChaCha20
from ppr_core.compressors.contest import Contest
from ppr_core.estimation.frequency import frequency_scheme
from ppr_core.randomness import SharedRandomness, SharedRows
from tests.contracts.members import CHANNEL_EXAMPLES

LEVEL = 1e-4 / 50
needs_numba = pytest.mark.skipif(not kernels.installed(), reason="numba is not installed")

CHANNELS: dict[str, Channel] = {
    "response": RandomizedResponseChannel(size=7, epsilon=2.0),
    "response long": RandomizedResponseChannel(size=500, epsilon=6.0),
    "rappor": RapporChannel(size=37, epsilon=2.0),
    "rappor long": RapporChannel(size=20, epsilon=6.0, notion="deletion"),
    "subset": SubsetSelectionChannel(size=100, epsilon=1.0),
    "subset long": SubsetSelectionChannel(size=300, epsilon=6.0),
    "finite": FiniteChannel([[0.6, 0.3, 0.1, 0.0], [0.1, 0.1, 0.3, 0.5]]),
    "gaussian": GaussianChannel(dimension=8, noise_std=0.9, norm_bound=1.0),
    "gaussian far": GaussianChannel(dimension=2, noise_std=0.02, norm_bound=1.0, proposal_width=1.0),
    "privunit": PrivUnitChannel(dimension=6, epsilon=3.0),
    "laplace": LaplaceChannel(dimension=2, epsilon=4.0, norm_bound=3.0),
    "laplace long": LaplaceChannel(dimension=6, epsilon=0.7, norm_bound=5.0),
}


@pytest.fixture(scope="module", autouse=True)
def ready() -> None:
    kernels.warm_up()


def inputs(channel: Channel, size: int, rng: np.random.Generator) -> np.ndarray:
    if not channel.event_shape:
        return rng.integers(channel.input_size, size=size)
    x = rng.standard_normal((size, channel.dimension))
    return x * (channel.norm_bound / np.linalg.norm(x, axis=1, keepdims=True))


def encoded(channel: Channel, alpha: float, x: np.ndarray, seed: int) -> tuple[list[int], list[int]]:
    encoder = PoissonPrivateRepresentation(channel, alpha)
    messages = encoder.encode(x, SharedRandomness(seed), np.random.default_rng(seed), first_table=seed % 1000)
    return messages.indices.tolist(), messages.candidates.tolist()


@needs_numba
@pytest.mark.parametrize("name", CHANNELS)
@settings(max_examples=12)
@given(seed=st.integers(0, 2**40), alpha=st.sampled_from([1.5, 2.0, 3.7, math.inf]), size=st.integers(0, 60))
def test_same_seeds_give_the_same_indices_bit_for_bit(name: str, seed: int, alpha: float, size: int) -> None:
    channel = CHANNELS[name]
    x = inputs(channel, size, np.random.default_rng(seed))
    with_kernels = encoded(channel, alpha, x, seed)
    with kernels.disabled():
        assert encoded(channel, alpha, x, seed) == with_kernels


@needs_numba
@pytest.mark.parametrize("steps", [64, 1 << 22, 1 << 44])
def test_a_limit_is_the_same_from_an_approximation(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With steps so fine that an approximation cannot tell the limit, NumPy is asked; not to ask it is noticed."""
    monkeypatch.setattr(contests, "_GRID", steps)
    channel, rng = CHANNELS["gaussian"], np.random.default_rng(3)
    x, log_score = inputs(channel, 300, rng), rng.normal(1.0, 1.0, (300, 30))
    index = rng.integers(1 << 40, size=log_score.shape)
    asked, settle = [], Contest._settle

    def log_limit() -> np.ndarray:
        contest = Contest(channel, SharedRandomness(5), x, np.arange(300), channel.log_ratio_bound(x))
        contest.meet(np.arange(300), log_score.copy(), index.copy())
        return contest.log_limit

    with kernels.disabled():
        exact = log_limit()
    monkeypatch.setattr(Contest, "_settle", lambda self, rows: (asked.append(len(rows)), settle(self, rows))[1])
    assert np.array_equal(log_limit(), exact)
    assert sum(asked) < 30 if steps == 64 else sum(asked) > 100
    if steps > 1 << 40:
        monkeypatch.setattr(Contest, "_settle", lambda self, rows: None)
        assert not np.array_equal(log_limit(), exact)


@needs_numba
@pytest.mark.parametrize("name", CHANNELS)
def test_results_do_not_depend_on_the_number_of_threads(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from ppr_core.compressors import poisson

    monkeypatch.setattr(poisson, "_BLOCK", 1 << 11)  # many blocks of few messages
    channel = CHANNELS[name]
    x = inputs(channel, 150, np.random.default_rng(3))
    found = []
    for count in (1, 2, 5):
        kernels.set_threads(count)
        found.append(encoded(channel, 2.0, x, 4))
    kernels.set_threads(1)
    assert found[0] == found[1] == found[2]


@needs_numba
@pytest.mark.parametrize("label", ["randomized_response", "subset_selection", "rappor", "finite", "gaussian"])
def test_decoded_samples_follow_the_channel(label: str) -> None:
    """The contract's test of the law, on the compiled path too."""
    example = CHANNEL_EXAMPLES[label][-1]
    encoder = PoissonPrivateRepresentation(example.channel, 2.0)
    x = example.batch(40_000)
    shared = SharedRandomness(9)
    z = encoder.decode(encoder.encode(x, shared, np.random.default_rng(1)), shared)
    assert min(example.p_values(x, z)) > LEVEL


@needs_numba
@pytest.mark.parametrize("columns", [1, 2, 23, 24, 25, 400])
def test_candidates_take_turns_in_the_same_order(columns: int) -> None:
    rng = np.random.default_rng(columns)
    log_score = rng.normal(5.0, 2.0, (20, columns)).round(1)  # with equal ones
    log_score[:, : columns // 7] = np.inf
    index = rng.integers(1 << 60, size=log_score.shape)
    channel = CHANNELS["gaussian"]

    def ordered() -> tuple[np.ndarray, np.ndarray]:
        contest = Contest(channel, SharedRandomness(1), inputs(channel, 20, rng), np.arange(20), np.zeros(20))
        return contest._in_order(log_score.copy(), index.copy())

    scores, numbers = ordered()
    with kernels.disabled():
        assert all(np.array_equal(one, two) for one, two in zip((scores, numbers), ordered(), strict=True))
    before, after = np.argsort(index, axis=1), np.argsort(numbers, axis=1)
    for one, two in ((index, numbers), (log_score, scores)):
        assert np.array_equal(np.take_along_axis(one, before, axis=1), np.take_along_axis(two, after, axis=1))
    reached = np.maximum.accumulate(np.nan_to_num(scores, posinf=1e9), axis=1)[:, :-1]
    assert np.all(scores[:, 1:] >= reached - (0.5 if columns > 24 else 0.0))


@needs_numba
@pytest.mark.parametrize("name", [name for name, channel in CHANNELS.items() if not channel.event_shape])
def test_candidates_in_the_cap_are_those_of_the_ratio(name: str) -> None:
    channel, rng = CHANNELS[name], np.random.default_rng(2)
    x = inputs(channel, 30, rng)
    contest = Contest(channel, SharedRandomness(5), x, np.arange(30) + 7, np.zeros(30))
    if not contest.by_cap:
        return
    counts, rows = rng.integers(1, 300, size=20), rng.integers(30, size=20)
    ends = np.cumsum(counts)
    index, row = rng.integers(1, 1 << 50, size=ends[-1]), np.repeat(rows, counts)
    inside = contest.inside(rows, ends, index)
    ratio = channel.candidate_log_ratio(x[row], SharedRows(SharedRandomness(5), index, row + 7))
    assert np.array_equal(ratio, np.where(inside, *contest.levels))


@needs_numba
@given(
    seed=st.integers(0, 2**70),
    indices=st.lists(st.integers(0, 2**63 - 1), max_size=20),
    width=st.integers(1, 9),
    table=st.integers(0, 2**32 - 1),
)
def test_shared_uniforms_are_the_same_bits(seed: int, indices: list[int], width: int, table: int) -> None:
    shared = SharedRandomness(seed)
    columns = np.arange(len(indices)) % width
    found = shared.uniforms(indices, width, table), shared.uniforms_at(indices, columns, table)
    with kernels.disabled():
        wanted = shared.uniforms(indices, width, table), shared.uniforms_at(indices, columns, table)
    assert all(np.array_equal(one, two) for one, two in zip(found, wanted, strict=True))
    assert np.array_equal(found[1], found[0][np.arange(len(indices)), columns])


@needs_numba
@settings(max_examples=40)
@given(seed=st.integers(0, 2**40), k=st.integers(1, 64), shape=st.sampled_from([(1, 1), (3, 2), (4, 2, 97), (30, 300)]))
def test_smoothing_is_the_same_bits(seed: int, k: int, shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(seed)
    weights, decays = smoothing(k, rng.uniform(0.001, 1.0))
    f = np.sort(rng.random(shape), axis=-1)
    for given_f in (f, f[..., ::-1]):
        found = smoothed(given_f, weights[-1], decays[-1])
        with kernels.disabled():
            assert np.array_equal(found, smoothed(given_f, weights[-1], decays[-1]))


@needs_numba
@settings(max_examples=40)
@given(
    seed=st.integers(0, 2**40),
    nu=st.sampled_from([1.00001, 1.2, 2.0, 300.0]),
    log_epsilon=st.floats(-20, 45),
    shape=st.sampled_from([(0,), (1,), (700,), (3, 5), (2, 600)]),
)
def test_dql_is_the_same_bits(seed: int, nu: float, log_epsilon: float, shape: tuple[int, ...]) -> None:
    """Integers beyond 63 bits, too, where the array program takes over."""
    quantizer = DyadicQuantizedLaplace(epsilon=math.exp(log_epsilon), nu=nu)
    x, shared = np.random.default_rng(seed).uniform(-2, 2, shape), SharedRandomness(seed)
    found, rngs = [], []
    for off in (False, True):
        rng = np.random.default_rng(seed)
        with kernels.disabled() if off else nullcontext():
            messages = quantizer.encode(x, shared, rng, first_table=seed % 99)
            z = quantizer.decode(messages, shared)
            found.append((messages.integers.dtype, messages.integers.tolist(), z.tolist()))
        rngs.append(rng.bit_generator.state)
    assert found[0] == found[1] and rngs[0] == rngs[1]


@needs_numba
@pytest.mark.parametrize("name", ["ppr_rappor", "ppr_subset_selection", "rejection_rappor"])
@pytest.mark.parametrize("size", [2, 37, 300])
def test_votes_are_those_of_the_decoded_vectors(name: str, size: int) -> None:
    oracle = frequency_scheme(name, size=size, epsilon=1.5)
    shared, x = SharedRandomness(4), np.random.default_rng(1).integers(size, size=500)
    reports = oracle.encode(x, shared, np.random.default_rng(2), first_user=30)
    found = oracle.votes(reports, shared, first_user=30)
    kernels.set_threads(3)
    assert np.array_equal(oracle.votes(reports, shared, first_user=30), found)
    kernels.set_threads(1)
    with kernels.disabled():
        assert np.array_equal(oracle.votes(reports, shared, first_user=30), found)


@needs_numba
@given(size=st.integers(1, 135), seed=st.integers(0, 2**30), inputs=st.integers(1, 300))
@settings(max_examples=20)
def test_shake_is_that_of_the_standard_library(size: int, seed: int, inputs: int) -> None:
    rng = np.random.default_rng(seed)
    data = rng.integers(0, 256, (inputs, size), dtype=np.uint8)
    numbers, words = rng.integers(0, 4, inputs), np.empty((inputs, 17), dtype=np.uint64)
    kernels.compiled().shake256_blocks(data, numbers, words)
    for row, number, found in zip(data, numbers, words, strict=True):
        assert shake_256(row.tobytes()).digest(136 * (number + 1))[-136:] == found.astype(">u8").tobytes()


@pytest.mark.parametrize("off", [False, True])
def test_chacha20_gives_the_published_key_streams(off: bool) -> None:
    """RFC 8439, appendix A.1: test vectors 1 and 2 (key 0, blocks 0 and 1) and 3 (a key that ends in 1, block 1)."""
    beginnings = {
        (0, 0): "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7",
        (0, 1): "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed",
        (1, 1): "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a",
    }
    with kernels.disabled() if off else nullcontext():
        for (last, number), wanted in beginnings.items():
            rows = ChaCha20().rows(np.array([[0] * 31 + [last]], dtype=np.uint8))
            words = np.frombuffer(bytes.fromhex(wanted), dtype="<u8").astype(np.uint64)
            found = rows.whole(8 * number + 4)[0, 8 * number :]
            assert np.array_equal(found, (words >> np.uint64(12)) * 2.0**-52 + 2.0**-53)
            assert np.array_equal(rows.at(np.array([8 * number + 3])), found[3:])


@needs_numba
@pytest.mark.parametrize("generator", ["shake256", "chacha20", "few_bits"])
@pytest.mark.parametrize("name", ["response", "rappor", "subset"])
def test_rejection_sends_the_same_seeds(name: str, generator: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pseudorandom_rejection, "_USERS", 64)
    channel = CHANNELS[name]
    x = inputs(channel, 200, np.random.default_rng(1))
    encoder = PseudorandomRejection(channel, 1e-6, generator=generator)

    def sent() -> list[int]:
        return encoder.encode(x, SharedRandomness(0), np.random.default_rng(2)).indices.tolist()

    found = sent()
    kernels.set_threads(3)
    assert sent() == found
    kernels.set_threads(1)
    with kernels.disabled():
        assert sent() == found


@needs_numba
@pytest.mark.parametrize("seed_bits", [13, 64, 128])
@pytest.mark.parametrize("name", ["response long", "rappor long", "subset long"])
def test_caps_of_many_seeds_are_those_of_the_ratio(name: str, seed_bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many seeds for one input a kernel asks for the cap alone; asking for another input's is noticed."""
    channel, calls = CHANNELS[name], []
    x = inputs(channel, 40, np.random.default_rng(1))
    encoder = PseudorandomRejection(channel, 1e-6, seed_bits, generator="chacha20")
    original = PseudorandomRejection._caps

    def caps(self, x, seeds, each):
        found = original(self, x, seeds, each)
        calls.append(found is not None)
        return found

    def sent() -> list[list[int]]:
        messages = encoder.encode(x, SharedRandomness(0), np.random.default_rng(2))
        return [messages.indices.tolist(), messages.candidates.tolist()]

    monkeypatch.setattr(PseudorandomRejection, "_caps", caps)
    found = sent()
    assert any(calls)
    with kernels.disabled():
        assert sent() == found
    monkeypatch.setattr(PseudorandomRejection, "_caps", lambda self, x, *more: original(self, x[::-1].copy(), *more))
    assert sent() != found


@needs_numba
@pytest.mark.parametrize("dimension", [2, 8, 50, 126])
def test_approximate_sums_are_well_within_their_margin(dimension: int) -> None:
    """Σ N² and Σ weight·N against the normals themselves: errors a thousandth of what is allowed for."""
    from ppr_core.channels.transforms import standard_normals
    from ppr_core.kernels import normals

    rng = np.random.default_rng(1)
    shared, half = SharedRandomness(3), dimension // 2
    uniforms, mantissas, exponents = np.empty(dimension), np.empty(half), np.empty(half)
    for row in range(1, 1500):
        weights = rng.standard_normal(dimension)
        normals._fill(np.uint64(shared.key), np.uint64(row), np.uint64(4), uniforms)
        exact = shared.uniforms([row], dimension, 4)
        assert np.array_equal(exact[0], uniforms)
        found = normals._sums(
            uniforms, uniforms.view(np.int64), mantissas, mantissas.view(np.int64), exponents, weights
        )
        z = standard_normals(exact)[0]
        size = 1.0 + np.abs(weights).sum() + z @ z
        assert abs(found[0] - z @ z) < 1e-3 * normals._RELATIVE * size
        assert abs(found[1] - weights @ z) < 1e-3 * normals._RELATIVE * size


@needs_numba
def test_extreme_uniforms_stay_within_the_margin() -> None:
    from ppr_core.channels.transforms import standard_normals
    from ppr_core.kernels import normals

    edges = np.array([2.0**-53, 3 * 2.0**-53, 1e-9, 0.25, 0.5 - 2.0**-53, 0.5 + 2.0**-53, 0.75, 1 - 2.0**-53])
    for radius in edges:
        for angle in edges:
            uniforms, mantissas = np.array([radius, angle]), np.empty(1)
            z = standard_normals(uniforms[None])[0]
            weights = np.array([1.0, -2.0])
            square, inner = normals._sums(
                uniforms, uniforms.view(np.int64), mantissas, mantissas.view(np.int64), np.empty(1), weights
            )
            assert abs(square - z @ z) < 1e-10 * (1 + z @ z)
            assert abs(inner - weights @ z) < 0.1 * normals._RELATIVE * (1 + 9 * np.abs(weights).sum())


@needs_numba
def test_a_radius_passes_over_only_what_its_direction_could_not_save() -> None:
    """Candidates next to x and on the far side of the centre, at radii near ‖x‖: winner and count are NumPy's."""
    channel, rng = LaplaceChannel(dimension=2, epsilon=40.0, norm_bound=1.0), np.random.default_rng(1)
    shared, count, rows = SharedRandomness(2), 2_000_000, 40
    radius = np.linalg.norm(channel.proposal(shared.uniforms(np.arange(count), channel.width)), axis=1)
    index = np.argsort(np.abs(radius - 0.5))[: rows * 50].reshape(rows, 50)
    angle = rng.uniform(0, 2 * np.pi, rows)
    x = 0.5 * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    log_score, tables = rng.normal(size=index.shape), np.zeros(rows, dtype=np.int64)

    def winners(bound: float) -> tuple[list[int], list[int]]:
        contest = Contest(channel, shared, x, tables, np.full(rows, bound))
        contest.meet(np.arange(rows), log_score.copy(), index.copy())
        return contest.winner.tolist(), contest.seen.tolist()

    found = winners(float(channel.log_ratio_bound()))
    with kernels.disabled():
        assert winners(float(channel.log_ratio_bound())) == found


@needs_numba
@pytest.mark.parametrize("name", ["gaussian", "gaussian far", "privunit", "laplace"])
def test_close_calls_are_left_to_the_exact_path(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With every row declared unsure the result is the same: the exact path takes all of them."""
    channel = CHANNELS[name]
    x = inputs(channel, 40, np.random.default_rng(6))
    expected = encoded(channel, 2.0, x, 8)
    original, unsure_rows = Contest._meet_compiled, []

    def unsure(self, kind, arguments, rows, log_score, index):
        before = self.best.copy(), self.winner.copy(), self.seen.copy(), self._error.copy()
        original(self, kind, arguments, rows, log_score, index)
        self.best, self.winner, self.seen, self._error = before
        unsure_rows.append(len(rows))
        return np.arange(len(rows))

    monkeypatch.setattr(Contest, "_meet_compiled", unsure)
    assert encoded(channel, 2.0, x, 8) == expected
    assert unsure_rows


def test_redefined_tables_are_respected() -> None:
    """A kernel reads the tables itself, so a subclass that changes them is read through its own method."""

    class Other(SharedRandomness):
        def uniforms(self, indices, width, message=0):
            return super().uniforms(indices, width, 0)

    channel = CHANNELS["gaussian"]
    x = np.broadcast_to(inputs(channel, 1, np.random.default_rng(1)), (200, 8))
    encoder = PoissonPrivateRepresentation(channel, 2.0)
    plain, same = (
        encoder.encode(x, shared, np.random.default_rng(1), tables=tables).indices.tolist()
        for shared, tables in ((Other(3), None), (SharedRandomness(3), 0))
    )
    assert plain == same


def run(program: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=os.environ | environment
    )
    return done.stdout.strip()


def test_importing_the_core_does_not_import_numba() -> None:
    program = "import sys, ppr_core.compressors, ppr_core.kernels; print('numba' in sys.modules)"
    assert run(program) == "False"


def test_switched_off_by_the_environment() -> None:
    program = "from ppr_core import kernels; print(kernels.warm_up(), kernels.compiled())"
    assert run(program, PPR_KERNELS="0") == "False None"


def test_without_numba_everything_works() -> None:
    program = """
import sys
sys.modules["numba"] = None
from importlib import util
found = util.find_spec
util.find_spec = lambda name, *rest: None if name == "numba" else found(name, *rest)
import numpy as np
from ppr_core import kernels
from ppr_core.channels import RandomizedResponseChannel
from ppr_core.compressors import (
    DyadicQuantizedLaplace,
    PoissonPrivateRepresentation,
    PseudorandomRejection,
    pseudorandom_rejection,
)
from ppr_core.compressors.chacha import ChaCha20
from ppr_core.randomness import SharedRandomness
encoder = PoissonPrivateRepresentation(RandomizedResponseChannel(size=5, epsilon=1.0), 2.0)
messages = encoder.encode([0, 1, 2], SharedRandomness(1), np.random.default_rng(1))
print(kernels.installed(), kernels.warm_up(), len(messages))
"""
    assert run(program) == "False False 3"


def test_a_numba_that_does_not_work_is_told_once(tmp_path) -> None:
    (tmp_path / "numba.py").write_text("raise ImportError('Numba needs another NumPy')")
    program = f"""
import sys, warnings
sys.path.insert(0, {str(tmp_path)!r})
from ppr_core import kernels
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    ready = [kernels.warm_up() for _ in range(3)]
wanted = [kernels.MISSING + " (Numba needs another NumPy)"]
print(kernels.installed(), ready, [str(one.message) for one in told] == wanted)
"""
    assert run(program) == "True [False, False, False] True"


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "2", 65])
def test_numbers_of_threads_are_checked(wrong: object) -> None:
    with pytest.raises(ValueError, match=r"^count must be .*; got .*\.$"):
        kernels.set_threads(wrong)
    assert kernels.threads() == 1
