"""Where compiled code is kept: what an installation made serves where nothing can be written; only one's own runs."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from ppr_core import kernels
from ppr_core.kernels import code_cache

pytestmark = pytest.mark.skipif(not kernels.installed(), reason="numba is not installed")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package's folder of kernels that have not been compiled; home and temp folder are empty."""
    from numba import config

    folder = tmp_path / "package"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "kernel.py").write_text("def kernel(): ...\n")
    (tmp_path / "temp").mkdir()
    monkeypatch.setattr(code_cache, "_SOURCES", folder)
    monkeypatch.setattr(config, "CACHE_DIR", "")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temp"))
    return folder


@pytest.fixture
def installed(package: Path) -> Path:
    """The same with one compiled kernel."""
    folder = code_cache.cache_folder()
    assert folder is not None
    (folder / "kernel.nbi").write_text("compiled")
    return package


def _in_use() -> Path:
    folder = code_cache.cache_folder()
    assert folder is not None
    return folder


@pytest.fixture
def read_only_package(package: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing can be written beside the sources."""
    writable = tempfile.TemporaryFile

    def temporary_file(*, dir: Path) -> object:
        if package in Path(dir).parents:
            raise PermissionError("read-only file system")
        return writable(dir=dir)

    monkeypatch.setattr(tempfile, "TemporaryFile", temporary_file)
    return package


def test_it_stands_beside_its_source(installed: Path) -> None:
    assert _in_use().parent == installed / "__pycache__"
    assert (_in_use() / "kernel.nbi").read_text() == "compiled"


def test_it_is_taken_along_where_it_can_only_be_read(installed: Path, read_only_package: Path, tmp_path: Path) -> None:
    for _ in range(2):
        folder = _in_use()
        assert folder.parent == tmp_path / "home" / ".cache"
        assert (folder / "kernel.nbi").read_text() == "compiled"
        assert folder.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]  # nothing is left half copied


def test_other_sources_share_nothing(installed: Path) -> None:
    before = _in_use()
    (installed / "kernel.py").write_text("def kernel(): return 1\n")
    assert _in_use() != before and not list(_in_use().iterdir())


@pytest.mark.skipif(os.name != "posix", reason="owners and modes are those of POSIX")
@pytest.mark.parametrize("planted", ["writable by all", "writable by a group", "of another user", "a link"])
def test_code_that_another_could_have_written_is_not_run(
    planted: str, read_only_package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of the name that can be guessed, with code in it, waits in the temp folder, where all may write."""
    home, temp = tmp_path / "home", tmp_path / "temp"
    home.write_text("no folder")  # so that the temp folder is the only one
    folder = _in_use()
    assert folder.parent == temp, "of one's own it is used"
    (folder / "kernel.nbi").write_text("os.system('touch /tmp/taken')")
    if planted == "a link":
        folder.rename(temp / "elsewhere")
        folder.symlink_to(temp / "elsewhere")
    elif planted == "of another user":
        stranger = os.getuid() + 1
        if os.getuid() == 0:
            os.chown(folder, stranger, stranger)
        else:
            monkeypatch.setattr(os, "getuid", lambda: stranger)
    else:
        folder.chmod(0o777 if planted == "writable by all" else 0o770)
    assert code_cache.cache_folder() is None


@pytest.mark.skipif(os.name != "posix", reason="owners and modes are those of POSIX")
@pytest.mark.parametrize(("mode", "safe"), [(0o777, False), (0o1777, True), (0o700, True)])
def test_nor_what_another_could_exchange(package: Path, tmp_path: Path, mode: int, safe: bool) -> None:
    """Below a folder in which all may rename, one's own folder of today is another's tomorrow; /tmp is sticky."""
    folder = tmp_path / "temp" / "own"
    folder.mkdir(mode=0o700)
    folder.parent.chmod(mode)
    assert code_cache.trusted(folder, owner=os.getuid()) is safe


def test_a_planted_folder_is_not_taken_along(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache that can only be read is copied if it is the user's or the sources' owner's, and nobody else's."""
    from numba import config

    named = tmp_path / "named"
    monkeypatch.setattr(config, "CACHE_DIR", str(named))
    planted = _in_use()
    (planted / "kernel.nbi").write_text("os.system('touch /tmp/taken')")
    planted.chmod(0o777)
    folder = _in_use()
    assert folder.parent == package / "__pycache__" and not list(folder.iterdir())


def test_without_a_folder_kernels_are_compiled_for_this_process_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a process compiles for itself is in a folder that it has just made."""
    made: list[Path] = []

    def no_modules(folder: Path) -> None:
        made.append(folder)

    monkeypatch.setattr(kernels, "_MODULES", ())
    monkeypatch.setattr(code_cache, "mark_complete", no_modules)
    kernels._loaded(None)
    assert made[0].stat().st_mode & 0o777 == 0o700 and not list(made[0].iterdir())
