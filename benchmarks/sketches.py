"""Private sketches: features against their arithmetic, a stream from disk, decoding."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.timing import interleaved
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import FourierSketch, compressive_kmeans, kmeans, mixture, scale_from_bounds, sum_of_squares
from ppr_core.wording import duration, number

__all__ = ["ROWS"]

Row = tuple[str, str, str]
SAMPLES, DIMENSION, FEATURES = 1_000_000, 10, 1000

# Peak memory (VmHWM of Linux, in KiB) is that of a process: measured in a fresh one, before the sketch and after.
_MEMORY = """
import re, sys
from pathlib import Path
import numpy as np
from ppr_core.randomness import SharedRandomness
from ppr_core.sketches import FourierSketch
def peak():
    return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
sketch = FourierSketch(dimension={d}, features={m}, scale=1.0, shared=SharedRandomness(1))
data = np.load(sys.argv[1], mmap_mode=sys.argv[2] or None)
before = peak()
sketch.sum(data)
print(before, peak())
"""


def features() -> Iterator[Row]:
    """The whole sketch against one float32 product, sine and cosine of the same size."""
    data = np.random.default_rng(0).standard_normal((SAMPLES, DIMENSION), dtype=np.float32)
    sketch = FourierSketch(dimension=DIMENSION, features=FEATURES, scale=1.0, shared=SharedRandomness(1))
    frequencies = sketch.frequencies.astype(np.float32)
    step = 256  # the fastest: all three stay in the cache

    def arithmetic() -> None:
        for start in range(0, SAMPLES, step):
            phases = data[start : start + step] @ frequencies
            np.cos(phases)
            np.sin(phases, out=phases)

    ours, least = interleaved(lambda: sketch.sum(data), arithmetic, rounds=3)
    what = f"sketch of n=10⁶, d={DIMENSION}, m={FEATURES} / one float32 product, sine and cosine"
    yield what, f"{number(ours / least)} ({duration(ours)} against {duration(least)})", "≤ 2"


def memory() -> Iterator[Row]:
    """Peak memory of a process that sketches data it holds, and data it streams from a file."""
    program = _MEMORY.format(d=DIMENSION, m=FEATURES)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "data.npy"
        np.save(path, np.random.default_rng(0).standard_normal((SAMPLES, DIMENSION)))
        for mode, what, goal in (("", "above the data", "≤ 200 MB"), ("r", "streamed from disk", "≤ 500 MB in all")):
            done = subprocess.run(
                [sys.executable, "-c", program, str(path), mode], capture_output=True, text=True, check=True
            )
            before, after = map(float, done.stdout.split())
            shown = (
                f"{number(after - before, 2)} MB"
                if not mode
                else f"{number(after, 2)} MB, the file's cached pages included"
            )
            yield f"memory of that sketch, {what}", shown, goal


def decoding() -> Iterator[Row]:
    """Centroids from a sketch without noise, 20 seeds: seconds and SSE against scikit-learn's KMeans."""
    clusters = 10
    for dimension in (2, 10):
        ratios, seconds = [], []
        for seed in range(20):
            rng = np.random.default_rng(seed)
            data = mixture(clusters=clusters, dimension=dimension, separation=3.0, samples=10_000, rng=rng)
            sketch = FourierSketch(
                dimension=dimension,
                features=10 * clusters * dimension,
                scale=scale_from_bounds(data.bounds, clusters),
                shared=SharedRandomness(seed),
            )
            mean = sketch.mean(sketch.sum(data.points))
            start = time.process_time()
            decoded = compressive_kmeans(sketch, mean, clusters, data.bounds, rng)
            seconds.append(time.process_time() - start)
            reference = kmeans(data.points, clusters, seed=seed)
            ratios.append(sum_of_squares(data.points, decoded.centroids) / sum_of_squares(data.points, reference))
        yield (
            f"decoding K={clusters}, d={dimension}, m=10·K·d, clusters 3 deviations apart, 20 seeds",
            f"median {duration(np.median(seconds))}, longest {duration(max(seconds))}; "
            f"relative SSE median {number(np.median(ratios))}, worst {number(max(ratios))}",
            "≤ 2 s at median ≤ 1.05",
        )


ROWS = (features, memory, decoding)
