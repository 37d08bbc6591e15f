"""The program that prints the first numbers of the experiment `frequency_estimation`."""

from __future__ import annotations

from ppr_core.experiments.frequency_estimation.parameters import HITTERS, FrequencyEstimationParameters

__all__ = ["snippet"]


def snippet(parameters: FrequencyEstimationParameters) -> str:
    """A program against ``ppr_core``: all users send, the server estimates, the error and the bits are printed."""
    p = parameters
    names, head, counts = ["collect", "error_norms", "frequency_scheme", "users_of"], "", ""
    if p.data == "file":
        column = int(p.data_columns or 1) - 1
        head = "from pathlib import Path\n\n"
        counts = 'table = uploads.categories(Path("your.csv").read_bytes())\n'
        counts += f"counts = np.sort(np.bincount(table.columns[{column}][1]))[::-1]"
    else:
        law, arguments = {
            "zipf": ("zipf_frequencies", f", {p.exponent!r}"),
            "geometric": ("geometric_frequencies", f", {p.ratio!r}"),
            "heavy": ("heavy_hitter_frequencies", f", {min(HITTERS, p.size - 1)}, {p.share!r}"),
            "uniform": ("uniform_frequencies", ""),
        }[p.data]
        names += ["apportioned_counts", law]
        counts = f"counts = apportioned_counts({law}({p.size}{arguments}), {p.users})"
    imports = "\n".join(f"    {name}," for name in sorted(names))
    uploads = "from ppr_core.experiments.files import uploads\n" if p.data == "file" else ""
    options = f'size=len(counts), epsilon={p.epsilon!r}, notion="{p.notion}"'
    if p.scheme.startswith("ppr_"):
        options += f", alpha={p.alpha!r}"
    if p.scheme.startswith("rejection_"):
        options += f', gamma={p.gamma!r}, generator="{p.generator}"'
    return f"""\
{head}import numpy as np
from ppr_core.estimation.frequency import (
{imports}
)
{uploads}from ppr_core.randomness import SharedRandomness

{counts}
oracle = frequency_scheme("{p.scheme}", {options})
found = collect(oracle, users_of(counts), SharedRandomness({p.seed}), np.random.default_rng({p.seed}))
error = error_norms(found.estimates / counts.sum(), counts / counts.sum()).root_mean_square
print(f"{{100 * error:.4g}} % of users: root mean square error of a frequency")
print(f"{{found.bits_per_user:.4f}} bits a user")
"""
