"""The tasks that planning knows, each one object; any other is a mechanism as somebody declares it."""

from __future__ import annotations

from ppr_core.planning.setup import DECLARED, TASKS
from ppr_core.planning.tasks.categories import CategoryReport
from ppr_core.planning.tasks.declared import DeclaredRelease
from ppr_core.planning.tasks.mean import DirectionsOfMean, Mean
from ppr_core.planning.tasks.noise import GaussianRelease, LaplaceRelease
from ppr_core.planning.tasks.privunit import PrivUnitReport

__all__ = ["OWN_TASKS"]

_ALL = (GaussianRelease(), LaplaceRelease(), PrivUnitReport(), CategoryReport(), Mean(), DirectionsOfMean())
TASKS.update({task.name: task for task in _ALL})
DECLARED.append(DeclaredRelease())
#: name -> task of those that are chosen, in the order of menus.
OWN_TASKS = {name: task for name, task in TASKS.items() if task.label}
