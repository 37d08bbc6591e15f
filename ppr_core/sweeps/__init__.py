"""Sweeps: one experiment at many parameter sets, repeated, on this machine or a cluster; kept as they come in.

python -m ppr_core sweep exactness --over epsilon=0.05:6:25log --repeat 20 --out exactness.parquet

from ppr_core.sweeps import Sweep, axis, run_sweep
run_sweep(Sweep("exactness", over=(axis("exactness", "epsilon=1,2,4"),), repeat=5), "exactness.csv")
"""

from ppr_core.sweeps.executors import Executors, scheduler_address
from ppr_core.sweeps.grid import Sweep, axis, experiment_named, names_of_experiments, setting
from ppr_core.sweeps.row_files import read_table
from ppr_core.sweeps.runner import Tally, run_sweep
from ppr_core.sweeps.same_code import ClusterLost, OtherCode, SameCode

__all__ = [
    "ClusterLost", "Executors", "OtherCode", "SameCode", "Sweep", "Tally", "axis", "experiment_named",
    "names_of_experiments", "read_table", "run_sweep", "scheduler_address", "setting",
]  # fmt: skip
