"""Where compiled code is kept: what an installation made serves where nothing can be written, as in a container."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from ppr_core import kernels

pytestmark = pytest.mark.skipif(not kernels.installed(), reason="numba is not installed")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package's folder of kernels, of which one has been compiled."""
    from numba import config

    folder = tmp_path / "package"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "kernel.py").write_text("def kernel(): ...\n")
    monkeypatch.setattr(kernels, "__file__", str(folder / "__init__.py"))
    monkeypatch.setattr(config, "CACHE_DIR", "")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    with kernels._cache():
        Path(config.CACHE_DIR, "kernel.nbi").write_text("compiled")
    return folder


def _folder_in_use() -> Path:
    from numba import config

    with kernels._cache():
        return Path(config.CACHE_DIR)


def test_it_stands_beside_its_source(installed: Path) -> None:
    used = _folder_in_use()
    assert used.parent == installed / "__pycache__"
    assert (used / "kernel.nbi").read_text() == "compiled"


def test_it_is_taken_along_where_it_can_only_be_read(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writable = tempfile.TemporaryFile

    def read_only(*, dir: Path) -> object:
        if installed in Path(dir).parents:
            raise PermissionError("read-only file system")
        return writable(dir=dir)

    monkeypatch.setattr(tempfile, "TemporaryFile", read_only)
    for _ in range(2):
        used = _folder_in_use()
        assert used.parent == tmp_path / "home" / ".cache"
        assert (used / "kernel.nbi").read_text() == "compiled"
    assert [one.name for one in used.parent.iterdir()] == [used.name]  # nothing is left half copied


def test_other_sources_share_nothing(installed: Path) -> None:
    before = _folder_in_use()
    (installed / "kernel.py").write_text("def kernel(): return 1\n")
    assert _folder_in_use() != before and not list(_folder_in_use().iterdir())
