"""The wire format: vectors as they stand in the folder, refusals, one spelling, and any bytes at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.wire import attempt, known_records, mutated
from packages.vectors import generate
from ppr_core import wire
from ppr_core.channels import FiniteChannel, LaplaceChannel, RandomizedResponseChannel
from ppr_core.codes import FixedLength, Signed, ZipfShannon
from ppr_core.compressors import (
    COMPRESSORS,
    QUANTIZERS,
    ConstantLooks,
    DyadicQuantizedLaplace,
    Messages,
    PoissonPrivateRepresentation,
    PseudorandomRejection,
)
from ppr_core.randomness import SharedRandomness
from ppr_core.wire.registry import SENT_AS

FOLDER = Path(generate.__file__).parent
SHARED = SharedRandomness(11)
RESPONSE = RandomizedResponseChannel(size=4, epsilon=1.0)
PPR = PoissonPrivateRepresentation(RESPONSE, 2.0)
REFUSED = json.loads((FOLDER / "refused.json").read_text(encoding="utf-8"))["vectors"]


def close(a: Any, b: Any, tolerance: float = 0.0) -> bool:
    """Equal, but for the last digits of outputs that logarithms and tangents made."""
    if isinstance(a, dict):
        real = a.get("relative_tolerance", 0.0)
        return a.keys() == b.keys() and all(close(a[k], b[k], real if k == "outputs" else 0.0) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(close(one, other, tolerance) for one, other in zip(a, b, strict=True))
    return a == b or (isinstance(a, float) and abs(a - b) <= tolerance * abs(a))


def test_the_folder_holds_what_the_command_writes() -> None:
    files = json.loads(json.dumps(generate.files()))
    assert {path.name for path in FOLDER.glob("*.json")} == set(files)
    for name, content in files.items():
        stored = json.loads((FOLDER / name).read_text(encoding="utf-8"))
        assert close(content, stored), name
        assert not close(content, {**stored, "version": 2})


def test_every_scheme_has_vectors_and_every_one_has_a_number() -> None:
    others = {kind.name for kind in SENT_AS}
    assert {entry.name for entry in wire.SCHEMES.values()} == {*COMPRESSORS, *QUANTIZERS} - others
    assert {f"{entry.name}.json" for entry in wire.SCHEMES.values()} <= {path.name for path in FOLDER.glob("*.json")}


def test_messages_of_constant_looks_are_written_as_those_of_ppr() -> None:
    ours = ConstantLooks(RESPONSE, 2.0)
    messages = ours.encode(np.arange(4), SHARED, np.random.default_rng(1))
    record = wire.write(ours, messages, SHARED, "elias_delta")
    assert record == wire.write(PPR, messages, SHARED, "elias_delta")
    other = ConstantLooks(RESPONSE, 3.0)
    assert record != wire.write(other, messages, SHARED, "elias_delta")  # must fail: another alpha
    found = wire.read(record)
    np.testing.assert_array_equal(found.compressor.decode(found.messages, SHARED), ours.decode(messages, SHARED))


@pytest.mark.parametrize("case", [case for case in REFUSED if case["field"]], ids=lambda case: case["why"])
def test_what_must_be_refused_is_refused_by_its_field(case: dict[str, str]) -> None:
    with pytest.raises(wire.WireError, match=rf"^{case['field']} must .*; got .*\.$"):
        wire.read(bytes.fromhex(case["record"]))


def test_every_end_that_is_cut_off_is_refused() -> None:
    short = [case for case in REFUSED if not case["field"]]
    assert len(short) > 70
    for case in short:
        with pytest.raises(wire.WireError, match=r"must .*; got .*\.$"):
            wire.read(bytes.fromhex(case["record"]))


def test_another_seed_and_no_seed_are_refused_when_decoding(rng: np.random.Generator) -> None:
    data = wire.write(PPR, PPR.encode(np.array([1, 2]), SHARED, rng), SHARED, "elias_delta")
    record = wire.read(data)
    assert len(record.decode(SHARED)) == 2
    for other in (SharedRandomness(12), None):
        with pytest.raises(wire.WireError, match=r"^shared must be the randomness with the seed id"):
            record.decode(other)
    rejection = PseudorandomRejection(RESPONSE, 0.01)
    sent = rejection.encode(np.array([1, 2]), SHARED, rng)
    free = wire.read(wire.write(rejection, sent, None, FixedLength(128)))
    np.testing.assert_array_equal(free.decode(), rejection.decode(sent))


def test_what_has_no_number_is_refused_by_name(rng: np.random.Generator) -> None:
    finite = PoissonPrivateRepresentation(FiniteChannel([[0.5, 0.5], [0.25, 0.75]]), 2.0)
    sent, quantizer = PPR.encode(np.array([1, 2]), SHARED, rng), DyadicQuantizedLaplace(epsilon=1.0, nu=2.0)
    numbers = quantizer.encode(np.array([0.5]), SHARED, rng)
    line = PoissonPrivateRepresentation(LaplaceChannel(dimension=1, epsilon=1e-10, norm_bound=1.0), 2.0)
    for sentence, compressor, messages, code in (
        ("mechanism must be one of randomized_response,", finite, sent, "elias_gamma"),
        ("code must be one of elias_gamma,", PPR, sent, ZipfShannon(2.0)),
        ("code must be a signed one for quantizers", quantizer, numbers, "elias_gamma"),
        ("code must be a signed one for quantizers", quantizer, numbers, Signed(FixedLength(9))),
        ("code must be a signed one for quantizers", PPR, sent, "signed_elias_gamma"),
        ("tables must be whole numbers that count on", PPR, sent[::-1], "elias_gamma"),
        ("epsilon must be a number at least 1e-09", line, line.encode(np.array([0.5]), SHARED, rng), "elias_gamma"),
        ("index must be at least 1", PPR, Messages(np.array([0])), "elias_gamma"),
        (
            "first_table must be at most",
            PPR,
            Messages(np.array([1, 1]), tables=np.array([2**32 - 1, 2**32])),
            "elias_gamma",
        ),
    ):
        with pytest.raises(ValueError, match=f"^{sentence}"):
            wire.write(compressor, messages, SHARED, code)
    with pytest.raises(ValueError, match=r"^shared must be"):
        wire.write(PPR, sent, None, "elias_gamma")
    with pytest.raises(ValueError, match=r"^data must be bytes"):
        wire.read("PPRW")  # type: ignore[arg-type]


def test_any_bytes_are_read_or_refused_in_a_sentence() -> None:
    rng, known = np.random.default_rng(5), known_records()
    outcomes = []
    for _ in range(2000):
        record, shared = known[int(rng.integers(len(known)))]
        outcomes.append(attempt(mutated(record, known[int(rng.integers(len(known)))][0], rng), shared))
    assert outcomes.count("refused") > 1000 and outcomes.count("decoded") > 100
