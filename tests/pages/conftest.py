"""Pages run what their workers run: the compiled kernels, where numba is there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import element_tree, local_script_runner

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


@pytest.fixture(autouse=True, scope="session")
def little_besides_the_page() -> Iterator[None]:
    """AppTest asks every millisecond whether the page is done, and meets each element once for every box around it.

    Here it waits for the page's thread, and goes through the elements in the same order, each once.
    """
    asking = local_script_runner.require_widgets_deltas

    def waiting(runner: local_script_runner.LocalScriptRunner, timeout: float = 3) -> None:
        runner._script_thread.join(timeout)
        asking(runner, 0.1)  # it has ended, or is ended

    def elements(block: element_tree.Block) -> Iterator[element_tree.Node]:
        ahead: list[element_tree.Node] = [block]
        while ahead:
            node = ahead.pop()
            yield node
            ahead += reversed(getattr(node, "children", {}).values())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(local_script_runner, "require_widgets_deltas", waiting)
        patch.setattr(element_tree.Block, "__iter__", elements)
        yield
