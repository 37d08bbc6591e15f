"""The wire format: a batch of messages as bytes that say how to read them (docs/wire_format.md).

>>> import numpy as np
>>> from ppr_core import wire
>>> from ppr_core.channels import RandomizedResponseChannel
>>> from ppr_core.compressors import PoissonPrivateRepresentation
>>> from ppr_core.randomness import SharedRandomness
>>> ppr, shared = PoissonPrivateRepresentation(RandomizedResponseChannel(size=4, epsilon=1.0), 2.0), SharedRandomness(7)
>>> data = wire.write(ppr, ppr.encode(np.array([2, 0]), shared, np.random.default_rng(1)), shared, "elias_delta")
>>> record = wire.read(data)
>>> record.compressor
PoissonPrivateRepresentation(RandomizedResponseChannel(size=4, epsilon=1.0), 2.0)
>>> bool(np.all(record.decode(shared) == ppr.decode(record.messages, shared)))
True
"""

from __future__ import annotations

from ppr_core.wire.record import MAGIC, VERSION, Record, WireError, read, seed_id, write
from ppr_core.wire.registry import CODES, MECHANISMS, SCHEMES, Entry, mechanism_of, scheme_of

__all__ = [
    "CODES", "MAGIC", "MECHANISMS", "SCHEMES", "VERSION", "Entry", "Record", "WireError", "mechanism_of", "read",
    "scheme_of", "seed_id", "write",
]  # fmt: skip
