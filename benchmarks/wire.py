"""Byte strings of every kind to the reader of the wire format: it reads them or refuses them in a sentence.

    nice python -m benchmarks.wire --count 1000000 --seed 7

Half of them differ little from a record: bits turned, bytes replaced by remarkable ones, ends cut off or grown, two
records joined, another payload or count. What is read is decoded, where it stands for few numbers, and written again:
the bytes must be the same. Prints how many were read and the longest time that one took.
"""

from __future__ import annotations

import argparse
import json
import struct
import time
import tracemalloc
from collections import Counter
from pathlib import Path

import numpy as np

from ppr_core import wire
from ppr_core.randomness import SharedRandomness
from ppr_core.wording import duration, number

__all__ = ["attempt", "known_records", "main", "mutated"]

VECTORS = Path(__file__).parent.parent / "packages" / "vectors"
_REMARKABLE = [0, 1, 2, 127, 128, 254, 255]
_DOUBLES = [0.0, -0.0, 1.0, 1e-9, 1e9, 1e-6, 500.0, 1e-300, 1e300, 5e-324, np.inf, -np.inf, np.nan, 0.5, 2.0, 1.000001]
_WHOLE = [0, 1, 2, 3, 16, 255, 256, 1023, 1024, 2**16 - 1, 2**16, 2**20, 2**22, 2**24, 2**31 - 1, 2**31, 2**32 - 1]
_DECODED = 1 << 16  # numbers, at most


def known_records() -> list[tuple[bytes, SharedRandomness]]:
    """The records of all vectors, with their shared randomness."""
    found = []
    for path in sorted(VECTORS.glob("*.json")):
        for vector in json.loads(path.read_text(encoding="utf-8"))["vectors"]:
            if "seed_id" in vector:
                seed = int(vector["seed"] or "0", 16)
                found.append((bytes.fromhex(vector["record"]), SharedRandomness(seed)))
    return found


def mutated(record: bytes, other: bytes, rng: np.random.Generator) -> bytes:
    """A record with one or more changes, or bytes that never were one."""
    data = bytearray(record)
    for _ in range(int(rng.geometric(0.5))):
        kind, place = int(rng.integers(9)), int(rng.integers(max(len(data), 1)))
        if kind == 0 and data:
            data[place] ^= 1 << int(rng.integers(8))
        elif kind == 1 and data:
            data[place] = _REMARKABLE[int(rng.integers(len(_REMARKABLE)))]
        elif kind == 2:
            del data[place:]
        elif kind == 3:
            data += rng.bytes(int(rng.integers(1, 9)))
        elif kind == 4:
            data[place:] = other[place:]
        elif kind == 5:
            data[place : place + 8] = struct.pack(">d", _DOUBLES[int(rng.integers(len(_DOUBLES)))])
        elif kind == 6:
            data[place : place + 4] = struct.pack(">I", _WHOLE[int(rng.integers(len(_WHOLE)))])
        elif kind == 7 and len(data) > 33:  # another payload of the length that the header says
            size = min(int.from_bytes(data[29:33], "big"), len(data) - 33)
            data[len(data) - size :] = rng.bytes(size)
        else:
            data = bytearray(wire.MAGIC + bytes([wire.VERSION]) + rng.bytes(int(rng.integers(80))))
    return bytes(data)


def attempt(data: bytes, shared: SharedRandomness) -> str:
    """What became of the bytes: "refused", "read" or "decoded"; an error of another kind passes through."""
    try:
        record = wire.read(data)
    except wire.WireError as error:
        assert str(error).endswith(".") and len(str(error)) < 400, error
        return "refused"
    again = wire.write(record.compressor, record.messages, shared, record.code)
    assert again[:9] + again[17:] == data[:9] + data[17:], "another spelling of the same record"
    shape = getattr(getattr(record.compressor, "channel", None), "output_shape", (1,))
    if len(record.messages) * np.prod(shape) > _DECODED:
        return "read"
    try:
        record.decode(shared)
    except wire.WireError as error:
        assert str(error).startswith("shared"), error
        return "read"
    return "decoded"


def main(arguments: list[str] | None = None) -> None:
    """Try so many byte strings and print what became of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)
    rng, known = np.random.default_rng(options.seed), known_records()
    outcomes: Counter[str] = Counter()
    slowest, culprit, start = 0.0, b"", time.perf_counter()
    for attempts in range(options.count):
        record, shared = known[int(rng.integers(len(known)))]
        data = mutated(record, known[int(rng.integers(len(known)))][0], rng)
        before = time.perf_counter()
        try:
            outcomes[attempt(data, shared)] += 1
        except BaseException:
            print(f"byte string {attempts} of seed {options.seed}: {data.hex()}")
            raise
        taken = time.perf_counter() - before
        if taken > slowest:
            slowest, culprit = taken, data
    tracemalloc.start()
    attempt(culprit, SharedRandomness(0))
    memory = tracemalloc.get_traced_memory()[1]
    print(f"{options.count} byte strings in {duration(time.perf_counter() - start)}: {dict(outcomes)}")
    print(f"slowest: {duration(slowest)}, {number(memory / 1e6)} MB, {culprit[:2000].hex()}")


if __name__ == "__main__":
    main()
