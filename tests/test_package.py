"""The package as others get it: built, installed away from the checkout, and used there as the README says."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import ppr_core

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
GUIDE = ROOT / "docs" / "command_line.md"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

# The steps of `python -m build --no-isolation`: an sdist of the tree, then a wheel of what the sdist holds.
HOOK = "import sys; from setuptools import build_meta; getattr(build_meta, 'build_' + sys.argv[1])(sys.argv[2])"
IMPORT_ALL = """
import importlib, pkgutil, ppr_core
names = [module.name for module in pkgutil.walk_packages(ppr_core.__path__, "ppr_core.")]
for name in names:
    importlib.import_module(name)
print(ppr_core.__file__, ppr_core.__version__, len(names))
"""


def run(*command: object, folder: Path, **variables: str) -> str:
    """Standard output of a Python process that sees only its own folder's paths and what is installed."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | variables
    done = subprocess.run(
        [sys.executable, "-P", *map(str, command)], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("build")
    tree, dist = folder / "tree", folder / "dist"
    shutil.copytree(ROOT / "ppr_core", tree / "ppr_core", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree / name)
    run("-c", HOOK, "sdist", dist, folder=tree)
    [sdist] = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    run("-c", HOOK, "wheel", dist, folder=folder / sdist.name.removesuffix(".tar.gz"))
    [wheel] = dist.glob("*.whl")
    return sdist, wheel


@pytest.fixture(scope="module")
def installed(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the installed wheel, far from the checkout; what it requires comes from this environment."""
    target = tmp_path_factory.mktemp("installed")
    quiet = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-index", "--no-compile")
    run("-m", "pip", "install", *quiet, "--target", target, built[1], folder=target)
    return target


def files(folder: Path) -> Iterator[str]:
    """Everything of the package that has to travel."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder.parent).as_posix()


def test_wheel_and_sdist_hold_the_whole_package(built: tuple[Path, Path]) -> None:
    sdist, wheel = built
    expected = set(files(ROOT / "ppr_core"))
    assert {"ppr_core/py.typed", "ppr_core/guarantees/bibliography.toml"} <= expected
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == expected  # and nothing of the app or the tests
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert expected | {"pyproject.toml", "README.md", "LICENSE"} <= names


def test_every_module_of_the_installed_package_can_be_imported(installed: Path, tmp_path: Path) -> None:
    interpreted = {"PYTHONPATH": str(installed), "NUMBA_DISABLE_JIT": "1"}  # compiling is tested elsewhere
    place, version, modules = run("-c", IMPORT_ALL, folder=tmp_path, **interpreted).split()
    assert Path(place).is_relative_to(installed)
    assert version == PROJECT["version"] == ppr_core.__version__
    assert int(modules) == sum(name.endswith(".py") for name in files(ROOT / "ppr_core")) - 1  # itself


def test_notebook_example_of_the_readme(installed: Path, tmp_path: Path) -> None:
    section = README.read_text(encoding="utf-8").partition("## In a notebook")[2].partition("\n## ")[0]
    [example] = re.findall(r"^```python\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    mean, bits, guarantee = run("-c", example, folder=tmp_path, PYTHONPATH=str(installed)).split(maxsplit=2)
    # 10 000 outputs around 0.5 with variance 2: five standard errors; (2α)ε = 4 by Theorem 7.
    assert float(mean) == pytest.approx(0.5, abs=5 * (2 / 10_000) ** 0.5)
    assert 1 < float(bits) < 10
    assert "epsilon=4.0" in guarantee


def test_command_of_the_guide(installed: Path, tmp_path: Path) -> None:
    [command] = re.findall(r"^python (-m ppr_core check .*)$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    shown = run(*command.split(), folder=tmp_path, PYTHONPATH=str(installed))
    assert shown.startswith("A vector, Gaussian noise: ") and "Fewest bits at each speed" in shown


BARE = """
import sys
class Bare:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("dp_accounting", "fluent", "sklearn", "numba"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Bare())
"""
NEEDED = """
import contextlib
import numpy as np
from ppr_core.__main__ import main
from ppr_core.channels import GaussianChannel
from ppr_core.decoder_privacy import exact_decoder_privacy
from ppr_core.sketches import kmeans
from ppr_core.texts import Messages
noise = GaussianChannel(dimension=1, noise_std=2.0, norm_bound=1.0)
for call in (lambda: kmeans(np.eye(3), 2, seed=1), lambda: exact_decoder_privacy(noise, 2.0, 1e-6, messages=3),
             lambda: Messages("privacy")("question")):
    try:
        call()
    except ImportError as error:
        print(error)
with contextlib.redirect_stderr(sys.stdout):
    print("status", main("check --task gaussian --epsilon 1 --delta 1e-6".split()))
"""


def test_numpy_and_scipy_are_enough(installed: Path, tmp_path: Path) -> None:
    """What needs more says which package, and how to get it."""
    assert {re.match(r"[\w-]+", one)[0] for one in PROJECT["dependencies"]} == {"numpy", "scipy"}
    section = README.read_text(encoding="utf-8").partition("## In a notebook")[2].partition("\n## ")[0]
    [example] = re.findall(r"^```python\n(.*?)^```", section, re.DOTALL | re.MULTILINE)
    assert "epsilon=4.0" in run("-c", BARE + example, folder=tmp_path, PYTHONPATH=str(installed))
    checked = (
        "from ppr_core.experiments.parameter_check import *; r = EXPERIMENT.run(ParameterCheck()); print(r.problems)"
    )
    assert run("-c", BARE + checked, folder=tmp_path, PYTHONPATH=str(installed)) == "()\n"
    assert run("-c", BARE + NEEDED, folder=tmp_path, PYTHONPATH=str(installed)).splitlines() == [
        "This needs the package scikit-learn: pip install 'ppr-core[clustering]'",
        "This needs the package dp-accounting: pip install 'ppr-core[accounting]'",
        *["This needs the package fluent.runtime: pip install 'ppr-core[words]'"] * 2,
        "status 2",
    ]


def test_the_command_is_installed_and_citation_and_recipe_have_the_version(installed: Path) -> None:
    [points] = installed.glob("*.dist-info/entry_points.txt")
    assert "ppr = ppr_core.__main__:main" in points.read_text(encoding="utf-8")
    assert f"version: {PROJECT['version']}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    recipe = (ROOT / "packages" / "conda" / "recipe.yaml").read_text(encoding="utf-8")
    assert f'version: "{PROJECT["version"]}"\n' in recipe
    assert all(f"- {wanted.replace('>', ' >', 1)}\n" in recipe for wanted in PROJECT["dependencies"])


def test_without_its_data_the_package_does_not_work(installed: Path, tmp_path: Path) -> None:
    """The checks above have teeth: what an incomplete wheel leaves out is needed."""
    lame = tmp_path / "lame"
    shutil.copytree(installed, lame, ignore=shutil.ignore_patterns("bibliography.toml"))
    with pytest.raises(AssertionError, match="bibliography"):
        run("-c", "import ppr_core; ppr_core.ppr_pure", folder=tmp_path, PYTHONPATH=str(lame))


def test_public_names_come_without_their_rooms() -> None:
    light = "import sys, ppr_core; assert 'GaussianChannel' in dir(ppr_core); print('numpy' in sys.modules)"
    assert run("-c", light, folder=ROOT, PYTHONPATH=str(ROOT)).strip() == "False"
    bare = "import sys, ppr_core; ppr_core.channels; print('ppr_core.experiments' in sys.modules)"
    assert run("-c", bare, folder=ROOT, PYTHONPATH=str(ROOT)).strip() == "False"


def test_public_names_are_those_of_their_rooms() -> None:
    assert len(ppr_core.__all__) == len(set(ppr_core.__all__))
    for name in ppr_core.__all__:
        assert getattr(ppr_core, name) is not None
    for room, names in ppr_core._ROOMS.items():
        inner = __import__(f"ppr_core.{room}", fromlist=["*"])
        assert set(names) <= set(inner.__all__), room
        for name in names:
            assert getattr(ppr_core, name) is getattr(inner, name)
    with pytest.raises(AttributeError, match="'ppr_core' has no attribute 'LaplaceChanel'"):
        _ = ppr_core.LaplaceChanel


def test_digests_stand_for_the_same_versions() -> None:
    """requirements.lock, which the container installs from, names what lab, kernels and cluster need, with digests."""

    def versions(name: str) -> set[str]:
        lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
        found = (re.match(r"([\w.-]+)==([^\s;\\]+)", line) for line in lines if 'sys_platform == "win32"' not in line)
        return {f"{one[1].lower().replace('_', '-')}=={one[2]}" for one in found if one}

    wanted = map(versions, ("requirements.txt", "requirements-fast.txt", "requirements-cluster.txt"))
    assert versions("requirements.lock") == set().union(*wanted)
    entries = re.split(r"\n(?=[\w.-]+==)", (ROOT / "requirements.lock").read_text(encoding="utf-8"))[1:]
    assert entries and all("--hash=sha256:" in entry for entry in entries)


def test_the_stub_offers_what_the_lazy_face_does() -> None:
    """Every name from its room, and nothing else."""
    tree = ast.parse((ROOT / "ppr_core" / "__init__.pyi").read_text(encoding="utf-8"))
    stub = {
        (f"{node.module}.{name.name}", name.asname)
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    rooms = {(f"ppr_core.{room}", room) for room in ppr_core._ROOMS if "." not in room}
    assert stub == rooms | {(f"ppr_core.{room}.{name}", name) for name, room in ppr_core._ROOM_OF.items()}


def test_a_misspelt_name_fails_the_type_check(tmp_path: Path) -> None:
    """Against the stub alone: what it imports is not followed, which takes a minute."""
    check = [
        sys.executable,
        "-m",
        "mypy",
        "--follow-imports=skip",
        f"--cache-dir={tmp_path}",
        "--strict",
        "--config-file=",
    ]
    for name, complaint in (("GaussianChannel", ""), ("GausianChannel", 'maybe "GaussianChannel"')):
        program = tmp_path / "program.py"
        program.write_text(f"import ppr_core\n\nprint(ppr_core.{name})\n", encoding="utf-8")
        files = [str(ROOT / "ppr_core" / "__init__.pyi"), str(program)]
        done = subprocess.run([*check, *files], cwd=ROOT, capture_output=True, text=True)
        assert (done.returncode == 0) is not bool(complaint) and complaint in done.stdout, done.stdout + done.stderr
