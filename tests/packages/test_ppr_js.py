"""The package ppr-js: its own tests under Node, what it exports and declares, and one script of all modules."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import ppr_core
from ppr_core.javascript import MODULES, script

PACKAGE = Path(__file__).parents[2] / "packages" / "ppr-js"
NODE = shutil.which("node")
with_node = pytest.mark.skipif(NODE is None, reason="Node is not installed")


def node(*arguments: str) -> str:
    done = subprocess.run(
        [str(NODE), *arguments], capture_output=True, text=True, timeout=300, cwd=PACKAGE, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@with_node
def test_its_own_tests_pass() -> None:
    assert "# fail 0" in node("--test", "--test-reporter=tap", "test/")


@with_node
def test_the_packed_sources_export_what_is_declared(tmp_path: Path) -> None:
    node("prepack.mjs", str(tmp_path))
    printed = "console.log(JSON.stringify(Object.keys(PPR)))"
    found = json.loads(node("-e", f"import('{tmp_path}/ppr.mjs').then((PPR) => {printed})"))
    declared = re.findall(r"^export (?:function|const|class) (\w+)", (PACKAGE / "ppr.d.ts").read_text("utf-8"), re.M)
    assert sorted(found) == sorted(declared)
    classic = node("-e", f"{script()} {printed}")
    assert sorted(json.loads(classic)) == sorted(declared)


def test_it_has_the_version_of_the_core() -> None:
    package = json.loads((PACKAGE / "package.json").read_text("utf-8"))
    assert package["version"] == ppr_core.__version__
    assert script("randomness") != script() and len(MODULES) == 4
    with pytest.raises(ValueError, match=r"^names must be one of randomness, "):
        script("nothing")
