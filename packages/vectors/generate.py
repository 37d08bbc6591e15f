"""The test vectors of the wire format (docs/wire_format.md), written anew by ``python -m packages.vectors.generate``.

One file a scheme, and refused.json for what no decoder accepts. Indices are chosen, not drawn, so that a faster encoder
changes no vector.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ppr_core import wire
from ppr_core.channels import (
    Channel,
    GaussianChannel,
    LaplaceChannel,
    PrivUnitChannel,
    RandomizedResponseChannel,
    RapporChannel,
    SubsetSelectionChannel,
    TruncatedGeometricChannel,
)
from ppr_core.codes import EliasDelta, EliasGamma, FixedLength, Signed
from ppr_core.compressors import (
    BassilySmith,
    Compressor,
    DyadicQuantizedLaplace,
    GenProt,
    GreedyRejection,
    LaplaceThenRound,
    LayeredDither,
    Messages,
    MinimalRandomCoding,
    MinimumVarianceUnbiased,
    ModifiedMinimalRandomCoding,
    PiecewiseLinearQuantizer,
    PoissonPrivateRepresentation,
    PoissonReference,
    PoissonTree,
    PseudorandomRejection,
    QuantizedMessages,
    Quantizer,
    SubtractiveDither,
    TruncatedPoisson,
)
from ppr_core.randomness import SharedRandomness

FOLDER = Path(__file__).parent
SEED = 0x5EED0123456789ABCDEF
SMALL = [1, 2, 3, 5, 8, 13, 1000]
LARGE = [2**31, 2**32 - 1, 2**32, 2**53 + 1, 2**63 - 1, 2**64 - 1, 2**64, 3**100, 2**1000 + 7]
SIGNED = [0, 1, -1, 2, -3, 40, -1000]
GAMMA, DELTA = EliasGamma(), EliasDelta()
RESPONSE = RandomizedResponseChannel(size=5, epsilon=1.0)
COIN = RandomizedResponseChannel(size=2, epsilon=0.5)
NUMBER = LaplaceChannel(dimension=1, epsilon=2.0, norm_bound=1.5)
NORMAL = GaussianChannel(dimension=1, noise_std=0.75, norm_bound=1.0)

MECHANISMS: list[Channel] = [
    RESPONSE,
    RandomizedResponseChannel(size=1000003, epsilon=0.1),
    SubsetSelectionChannel(size=10, epsilon=1.0),
    SubsetSelectionChannel(size=16, epsilon=0.25),
    SubsetSelectionChannel(size=100, epsilon=1.5),
    RapporChannel(size=20, epsilon=1.0),
    RapporChannel(size=7, epsilon=2.0, notion="deletion"),
    TruncatedGeometricChannel(size=6, epsilon=2.0),
    NUMBER,
    LaplaceChannel(dimension=1, epsilon=4.0, norm_bound=1.0, proposal_epsilon=1.0, proposal_plateau=0.0),
    LaplaceChannel(dimension=2, epsilon=1.0, norm_bound=1.0),
    LaplaceChannel(dimension=5, epsilon=3.0, norm_bound=0.5),
    NORMAL,
    GaussianChannel(dimension=2, noise_std=1.0, norm_bound=1.0),
    GaussianChannel(dimension=5, noise_std=2.0, norm_bound=1.0, proposal_width=0.5),
    PrivUnitChannel(dimension=4, epsilon=2.0),
    PrivUnitChannel(dimension=3, epsilon=1.0, split="hemisphere"),
]


def index_vectors() -> Iterator[dict[str, Any]]:
    """Of the schemes that send an index."""
    for channel in MECHANISMS:
        yield positive(PoissonPrivateRepresentation(channel, 2.0), SMALL, DELTA)
    yield positive(PoissonPrivateRepresentation(RESPONSE, math.inf), [], GAMMA, name="no message")
    yield positive(PoissonPrivateRepresentation(RESPONSE, 1.05), LARGE, DELTA, name="long indices")
    yield positive(PoissonPrivateRepresentation(NUMBER, 1.05), LARGE, GAMMA, name="long indices", scalar=True)
    yield positive(PoissonPrivateRepresentation(NORMAL, 4.0), [6, 7], GAMMA, first=2**32 - 2, name="the last tables")
    yield positive(PoissonPrivateRepresentation(RESPONSE, 2.0), [3], GAMMA, seed=0, name="seed 0")
    yield positive(PoissonPrivateRepresentation(RESPONSE, 2.0), [3], GAMMA, seed=7**80, name="a long seed")
    yield positive(PoissonPrivateRepresentation(RESPONSE, 2.0), [1, 2**8], FixedLength(8), name="whole bytes")
    yield positive(PoissonReference(RESPONSE, 3.0), SMALL, GAMMA)
    yield positive(PoissonTree(NUMBER, 2.0), [1, 2, 3, 6, 7, 11, 1000, 2**40 + 12345], DELTA, scalar=True)
    yield positive(PoissonTree(NORMAL, math.inf), [1, 5, 63], GAMMA)
    yield positive(TruncatedPoisson(RESPONSE, 2.0, 1000), SMALL, FixedLength(10))
    yield positive(MinimalRandomCoding(NORMAL, 4096), SMALL, FixedLength(12), scalar=True)
    yield positive(MinimalRandomCoding(PrivUnitChannel(dimension=4, epsilon=2.0), 1000), SMALL, GAMMA)
    yield positive(ModifiedMinimalRandomCoding(RESPONSE, 1024), SMALL, FixedLength(10))
    yield positive(GreedyRejection(RESPONSE), SMALL, GAMMA)
    yield positive(BassilySmith(COIN), [1, 2, 1, 1, 2], FixedLength(1))
    yield positive(GenProt(COIN, 1000), SMALL, FixedLength(10))
    seeds = [1, 2, 256, 2**64, 2**127 + 12345, 2**128]
    for channel in (RESPONSE, SubsetSelectionChannel(size=100, epsilon=1.5), NUMBER,
                    GaussianChannel(dimension=5, noise_std=2.0, norm_bound=1.0)):  # fmt: skip
        for generator in ("shake256", "chacha20"):
            yield positive(PseudorandomRejection(channel, 0.01, generator=generator), seeds, FixedLength(128))
    short = PseudorandomRejection(RESPONSE, 0.125, 11, truncation=0.5)
    yield positive(short, [1, 700, 2048], FixedLength(11), name="short seeds, truncated")
    wide = GaussianChannel(dimension=70, noise_std=4.0, norm_bound=1.0)
    yield positive(PseudorandomRejection(wide, 0.01), [5, 2**100], FixedLength(128), name="two segments")


def quantizer_vectors() -> Iterator[dict[str, Any]]:
    """Of the schemes that send integers."""
    for nu in (1.1, 2.0, 50.0):
        yield positive(DyadicQuantizedLaplace(epsilon=0.8, nu=nu), SIGNED, DELTA, scalar=True)
    yield positive(DyadicQuantizedLaplace(epsilon=3.0, nu=4.0), SIGNED[:6], GAMMA, width=3, name="three coordinates")
    yield positive(PiecewiseLinearQuantizer(epsilon=1.0, step=1.25), SIGNED, GAMMA, scalar=True)
    yield positive(LayeredDither(epsilon=1.5), SIGNED, GAMMA)
    yield positive(SubtractiveDither(step=0.625), [*SIGNED, 2**800], DELTA, width=2)
    yield positive(LaplaceThenRound(epsilon=1.0, step=0.5), SIGNED, GAMMA, scalar=True)
    mvu = MinimumVarianceUnbiased(epsilon=2.0, output_bits=3, input_points=8, half_width=1.75)
    yield positive(mvu, [-4, -1, 0, 3], GAMMA, scalar=True)


def positive(
    compressor: Compressor | Quantizer,
    integers: list[int],
    code: EliasGamma | EliasDelta | FixedLength,
    *,
    name: str = "",
    scalar: bool = False,
    first: int = 0,
    width: int = 1,
    seed: int = SEED,
) -> dict[str, Any]:
    """One vector: the parameters, the record, and what is read from it."""
    shared, quantized = SharedRandomness(seed), isinstance(compressor, Quantizer)
    array = np.array(integers, dtype=object) if max([0, *integers]) >= 2**63 else np.array(integers, dtype=np.int64)
    shares = compressor.width > 0 if isinstance(compressor, Quantizer) else compressor.uses_shared
    tables = (first if shares else 0) + np.arange(len(array) // width)
    messages: Messages | QuantizedMessages
    if quantized:
        messages = QuantizedMessages(array.reshape(-1, width), tables, scalar)
    else:
        messages = Messages(array, None, tables, scalar)
    data = wire.write(compressor, messages, shared, Signed(code) if quantized else code)
    record = wire.read(data)
    mechanism = None if isinstance(compressor, Quantizer) else wire.mechanism_of(compressor.channel)
    scheme = wire.scheme_of(compressor)
    decoded = record.decode(shared)
    outputs = decoded.tolist()
    if isinstance(compressor, BassilySmith):
        outputs = [None if k == 2 else z for k, z in zip(integers, outputs, strict=True)]
    return {
        "scheme": scheme.name,
        "name": name or (mechanism.name if mechanism else "numbers"),
        "scheme_parameters": parameters(scheme, compressor),
        "mechanism": mechanism.name if mechanism else None,
        "mechanism_parameters": parameters(mechanism, compressor.channel) if mechanism else {},
        "code": code.name,
        "code_parameters": {"bits": code.bits} if isinstance(code, FixedLength) else {},
        "scalar": scalar,
        "seed": f"{seed:x}" if shares else None,
        "seed_id": record.seed_id.hex(),
        "first_table": int(tables[0]) if len(tables) else 0,
        "integers_per_message": width,
        "integers": [str(k) for k in integers],
        "record": data.hex(),
        "uniforms": rows(compressor, messages, shared, width),
        "outputs": outputs,
        "relative_tolerance": 1e-12 if decoded.dtype.kind == "f" else 0,
    }


def rows(compressor: Any, messages: Any, shared: SharedRandomness, width: int) -> list[list[float]]:
    """The first six uniforms, at most, that stand behind each output; of a quantizer those of each coordinate."""
    if not len(messages):
        return []
    if isinstance(compressor, Quantizer):
        return compressor.shared_rows(shared, messages.tables, width).tolist()
    if isinstance(compressor, BassilySmith):
        messages = Messages(np.ones(len(messages), dtype=np.int64), tables=messages.tables)
    return compressor.uniforms(messages, shared)[:, :6].tolist()


def parameters(entry: wire.Entry, made: Any) -> dict[str, Any]:
    """By name, as the record has them."""
    return {field.name: plain(field.to_wire(value)) for field, value in entry.values(made)}


def plain(value: Any) -> Any:
    """In JSON's types: infinity is a word."""
    return "Infinity" if isinstance(value, float) and math.isinf(value) else value


# --- What is refused -----------------------------------------------------------------------------------------------


def refused() -> Iterator[dict[str, Any]]:
    """Records that differ from a good one in one respect; ``field`` is what the decoder should name."""
    ppr = positive(PoissonPrivateRepresentation(NUMBER, 2.0), [1, 2, 3], DELTA, scalar=True)
    good = bytes.fromhex(ppr["record"])
    start = len(good) - payload_size(good)

    def at(offset: int, new: bytes, data: bytes = good) -> bytes:
        return put(offset, new, data)

    def double(offset: int, value: float) -> bytes:
        return at(offset, struct.pack(">d", value))

    yield case("magic", "no bytes at all", b"")
    yield case("magic", "another magic", at(0, b"PPRX"))
    for version in (0, 2, 255):
        yield case("version", f"version {version}", at(4, bytes([version])))
    for scheme in (0, 11, 31, 38, 255):
        yield case("scheme", f"scheme {scheme} is not assigned", at(5, bytes([scheme])))
    for mechanism in (0, 8, 255):
        yield case("mechanism", f"mechanism {mechanism} is not assigned", at(6, bytes([mechanism])))
    for code in (0, 4, 255):
        yield case("code", f"code {code} is not assigned", at(7, bytes([code])))
    yield case("scalar", "scalar 2", at(8, b"\2"))
    yield case("first_table", "three tables from 2^32 - 2 on", at(17, struct.pack(">I", 2**32 - 2)))
    yield case("payload", "a word less than the count", at(21, struct.pack(">I", 4)))
    yield case("payload", "a word more than the count", at(21, struct.pack(">I", 2)))
    yield case("count", "more messages than bits", at(21, struct.pack(">I", 2**22)))
    yield case("count", "more than 2^22 messages", at(21, struct.pack(">I", 2**22 + 1)))
    yield case("integers", "two integers in a message that is one index", at(25, struct.pack(">I", 2)))
    yield case("payload", "a payload shorter than it says", at(29, struct.pack(">I", len(good) - start + 1)))
    yield case("payload", "a payload longer than it says", at(29, struct.pack(">I", len(good) - start - 1)))
    yield case("payload", "a trailing byte", good + b"\0")
    for cut in range(len(good)):
        yield case("", f"cut off after {cut} bytes", good[:cut])
    for name, offset, values in (
        ("alpha", 33, (1.0, 0.5, -2.0, math.nan, -math.inf)),
        ("dimension", 41, ()),
        ("epsilon", 45, (0.0, -0.0, -1.0, 1e-10, 2e9, math.inf, math.nan)),
        ("norm_bound", 53, (0.0, math.inf)),
        ("proposal_epsilon", 61, (0.0, 2.5)),
        ("proposal_plateau", 69, (-0.0, 1.75, math.nan)),
    ):
        for value in values:
            yield case(name, f"{name} = {value}", double(offset, value))
    yield case("dimension", "dimension = 0", at(41, struct.pack(">I", 0)))
    yield case("dimension", "dimension = 65537", at(41, struct.pack(">I", 65537)))
    yield case("proposal_plateau", "a plateau in two dimensions", at(8, b"\0", at(41, struct.pack(">I", 2))))
    flat = at(69, struct.pack(">d", 0.0))
    yield case("scalar", "two coordinates without an axis", at(41, struct.pack(">I", 2), flat))
    yield case("payload", "zeros only, no word", at(start, bytes(len(good) - start)))
    yield case("payload", "padding that is not zero", good[:-1] + bytes([good[-1] | 1]))
    longer = at(29, struct.pack(">I", len(good) - start + 1)) + b"\0"
    yield case("payload", "eight bits of padding", longer)

    yield from refused_of_others()


def refused_of_others() -> Iterator[dict[str, Any]]:
    """The same for other schemes."""
    at = put

    def of(vector: dict[str, Any], change: Any) -> bytes:
        return change(bytes.fromhex(vector["record"]))

    response = positive(PoissonPrivateRepresentation(RESPONSE, 2.0), [1, 2], DELTA)
    yield case("size", "one category", of(response, lambda data: at(41, struct.pack(">I", 1), data)))
    yield case("scalar", "categories have no axis to drop", of(response, lambda data: at(8, b"\1", data)))
    greedy = positive(GreedyRejection(RESPONSE), [1, 2], GAMMA)
    yield case("size", "1025 categories", of(greedy, lambda data: at(33, struct.pack(">I", 1025), data)))
    coding = positive(MinimalRandomCoding(NORMAL, 1000), [1, 1000], FixedLength(10))
    beyond = of(coding, lambda data: at(33, struct.pack(">I", 999), data))
    yield case("index", "index 1000 of 999 candidates", beyond)
    none = of(coding, lambda data: at(33, struct.pack(">I", 0), data))
    yield case("candidates", "no candidates", none)
    bits = len(bytes.fromhex(coding["record"])) - payload_size(bytes.fromhex(coding["record"])) - 2
    for size in (0, 257):
        yield case("bits", f"words of {size} bits", of(coding, lambda data: at(bits, struct.pack(">H", size), data)))  # noqa: B023
    lost = positive(BassilySmith(COIN), [1, 2], GAMMA)
    third = of(lost, lambda data: data[:-1] + bytes([0b01110000]))
    yield case("index", "index 3 of a bit that keeps or drops", third)
    seeds = positive(PseudorandomRejection(RESPONSE, 0.125, 8), [1, 256], FixedLength(9))
    above = of(seeds, lambda data: data[:-3] + bytes([0b00000000, 0b01000000, 0b00000000]))
    yield case("index", "index 257 of seeds of 8 bits", above)
    yield case("seed_id", "a seed where nothing is shared", of(seeds, lambda data: at(9, bytes(7) + b"\1", data)))
    yield case("first_table", "tables where nothing is shared", of(seeds, lambda data: at(17, b"\0\0\0\1", data)))
    yield case("generator", "generator 3", of(seeds, lambda data: at(43, b"\3", data)))
    empty = positive(PoissonPrivateRepresentation(RESPONSE, 2.0), [], GAMMA)
    yield case("first_table", "a table without a message", of(empty, lambda data: at(17, b"\0\0\0\1", data)))
    words = DELTA.encode([2**65536])
    yield case("index", "an index of 65537 bits", of(response, lambda data: with_payload(data, words)))
    dyadic = positive(DyadicQuantizedLaplace(epsilon=1.0, nu=2.0), SIGNED[:6], GAMMA, width=3)
    yield case("mechanism", "a mechanism under a quantizer", of(dyadic, lambda data: at(6, b"\1", data)))
    yield case("code", "words of one length for integers", of(dyadic, lambda data: at(7, b"\3", data)))
    yield case("scalar", "three coordinates without an axis", of(dyadic, lambda data: at(8, b"\1", data)))
    yield case("nu", "nu = 1", of(dyadic, lambda data: at(41, struct.pack(">d", 1.0), data)))
    mvu = positive(MinimumVarianceUnbiased(epsilon=2.0, output_bits=3, input_points=8, half_width=1.75), [3], GAMMA)
    out = of(mvu, lambda data: data[:-1] + bytes([0b00010000]))  # 8 stands for 4
    yield case("index", "the integer 4 of eight outputs", out)


def case(field: str, why: str, data: bytes) -> dict[str, Any]:
    """One entry of refused.json."""
    return {"field": field, "why": why, "record": data.hex()}


def put(offset: int, new: bytes, data: bytes) -> bytes:
    """The data with new bytes at an offset."""
    return data[:offset] + new + data[offset + len(new) :]


def payload_size(data: bytes) -> int:
    """Bytes of the payload, as the record says."""
    return int.from_bytes(data[29:33], "big")


def with_payload(data: bytes, words: bytes) -> bytes:
    """A record of one message with another payload."""
    start = len(data) - payload_size(data)
    return data[:21] + struct.pack(">I", 1) + data[25:29] + struct.pack(">I", len(words)) + data[33:start] + words


def files() -> dict[str, dict[str, Any]]:
    """File name -> content."""
    made: dict[str, dict[str, Any]] = {}
    for vector in (*index_vectors(), *quantizer_vectors()):
        scheme = vector.pop("scheme")
        empty: dict[str, Any] = {"format": "PPRW", "version": wire.VERSION, "scheme": scheme, "vectors": []}
        made.setdefault(f"{scheme}.json", empty)["vectors"].append(vector)
    made["refused.json"] = {"format": "PPRW", "version": wire.VERSION, "vectors": list(refused())}
    return made


def main() -> None:
    """Write all files anew, a line for each entry of a vector."""
    for name, content in files().items():
        vectors = ",\n".join("  {\n" + lines(vector) + "\n  }" for vector in content.pop("vectors"))
        text = "{\n" + lines(content) + ',\n   "vectors": [\n' + vectors + "\n  ]\n}\n"
        (FOLDER / name).write_text(text, encoding="utf-8")


def lines(entries: dict[str, Any]) -> str:
    """The inside of an object of JSON."""
    return ",\n".join(f"   {json.dumps(key)}: {json.dumps(value)}" for key, value in entries.items())


if __name__ == "__main__":
    main()
