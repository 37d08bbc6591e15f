"""Pages run what their workers run: the compiled kernels, where numba is there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner

from ppr_core import kernels


@pytest.fixture(autouse=True, scope="session")
def kernels_as_in_a_worker() -> None:
    """Ready before the first page; the same messages come out without them, which the core's tests show."""
    kernels.warm_up()


@pytest.fixture(autouse=True, scope="session")
def packages_searched_once() -> Iterator[None]:
    """Every AppTest looks for components in all installed packages, which takes four times as long as a page."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield
