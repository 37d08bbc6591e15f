"""Kernels come by themselves: in fresh processes that call nothing but encode."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ppr_core import kernels

pytestmark = pytest.mark.skipif(not kernels.installed(), reason="numba is not installed")

_SCRIPT = """
import hashlib
import numpy as np
from ppr_core import PoissonPrivateRepresentation, RandomizedResponseChannel, SharedRandomness, kernels
encoder = PoissonPrivateRepresentation(RandomizedResponseChannel(size=40, epsilon=3.0), 2.0)
before = kernels.status()
digest = hashlib.sha1()
for seed in range({times}):
    messages = encoder.encode(np.arange({users}) % 40, SharedRandomness(seed), np.random.default_rng(seed))
    digest.update(messages.indices.tobytes() + messages.candidates.tobytes())
"""
_REPORT = "print(before.path, kernels.status().path, digest.hexdigest())\n"


def _run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    known = os.environ | environment
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=known)


@pytest.fixture(scope="module")
def compiled_on_disk() -> None:
    kernels.warm_up()


def test_a_script_that_only_encodes_gets_them_and_the_same_bits(compiled_on_disk: None) -> None:
    program = _SCRIPT.format(times=3, users=60_000) + _REPORT
    alone, without = _run(program), _run(program, PPR_KERNELS="0")
    assert alone.stdout.split()[:2] == ["arrays", "compiled"] and not alone.stderr
    assert without.stdout.split()[:2] == ["arrays", "arrays"] and not without.stderr
    assert alone.stdout.split()[2] == without.stdout.split()[2]


def test_a_few_encodes_do_not_import_numba(compiled_on_disk: None) -> None:
    program = _SCRIPT.format(times=2, users=1000) + "import sys\nprint('numba' in sys.modules, kernels.status().path)"
    assert _run(program).stdout.split() == ["False", "arrays"]


def test_what_is_not_compiled_yet_is_compiled_in_a_process_that_ends_with_this_one(tmp_path: Path) -> None:
    """An empty cache: array programs go on meanwhile, at the exit nothing is said and nothing is left."""
    program = _SCRIPT.format(times=2, users=60_000)
    program += "print(before.path, kernels.status().path, 'background' in kernels.status().reason)\n"
    program += "print(kernels._state.compiler.pid)"
    done = _run(f"import sys; sys.dont_write_bytecode = True\n{program}", NUMBA_CACHE_DIR=str(tmp_path))
    told, number = done.stdout.splitlines()
    assert told.split() == ["arrays", "arrays", "True"] and not done.stderr
    for _ in range(50):
        if not Path(f"/proc/{number}").exists():
            break
        time.sleep(0.1)
    assert not Path(f"/proc/{number}").exists() or not Path("/proc").exists()


def test_they_are_taken_over_when_they_have_been_compiled() -> None:
    """The compiler's end is what is waited for: here it has nothing to do."""
    program = (
        _SCRIPT.format(times=1, users=1000)
        + """
from ppr_core.kernels import code_cache
complete, code_cache.is_complete = code_cache.is_complete, lambda folder: False
kernels._state.fetch_from = 0
encoder.encode(np.arange(1000) % 40, SharedRandomness(1), np.random.default_rng(1))
print(kernels.status().path, kernels._state.compiler.wait())
code_cache.is_complete, kernels._state.fetch_from = complete, 0
encoder.encode(np.arange(1000) % 40, SharedRandomness(1), np.random.default_rng(1))
print(kernels.status().path)
"""
    )
    assert _run(program).stdout.split() == ["arrays", "0", "compiled"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes do not fork here")
def test_a_fork_has_no_part_in_what_the_parent_started(tmp_path: Path) -> None:
    """Neither a lock that is held nor the compiler reaches the child, which encodes the same."""
    program = (
        _SCRIPT.format(times=2, users=60_000)
        + """
import os
kernels._state.lock.acquire()
compiler = kernels._state.compiler
sys.stdout.flush()
child = os.fork()
if child == 0:
    kernels._state.fetch_from = 0
    again = encoder.encode(np.arange(60_000) % 40, SharedRandomness(1), np.random.default_rng(1))
    same = again.indices.tolist() == messages.indices.tolist()
    kernels._end_compiler()
    os._exit(0 if same else 1)
print(os.waitpid(child, 0)[1], compiler.poll())
"""
    )
    done = _run(f"import sys\n{program}", NUMBA_CACHE_DIR=str(tmp_path))
    assert done.stdout.split() == ["0", "None"] and not done.stderr


def test_the_status_says_why() -> None:
    assert kernels.status().path == ("arrays" if kernels.compiled() is None else "compiled")
    with kernels.disabled():
        assert kernels.status() == kernels.Status("arrays", "Compiled loops are switched off.")
