"""The documentation: what docs/ and the root hold, the reference and the gallery, built by Sphinx without a warning."""

from __future__ import annotations

import re
import shutil
from importlib.util import find_spec
from pathlib import Path

from sphinx.cmd.build import build_main

__all__ = ["ROOT", "build", "gathered"]

ROOT = Path(__file__).resolve().parents[1]
_GUIDES = ("ARCHITECTURE", "CHANGELOG", "CODE_OF_CONDUCT", "CONTRIBUTING", "RELEASING", "SECURITY")
_LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)")


def gathered(folder: Path) -> None:
    """Everything that people have written, in one folder as Sphinx wants it; links lead to the new places."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "docs", folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in _GUIDES:
        shutil.copy(ROOT / f"{name}.md", folder)
    shutil.copy(ROOT / "assets" / "favicon.svg", folder)
    shutil.copy(Path(str(find_spec("ziamath").origin)).parent / "fonts" / "STIXTwoMath-Regular.ttf", folder / "_static")
    for path in folder.glob("*.md"):
        path.write_text(_with_new_links(path.read_text(encoding="utf-8"), folder), encoding="utf-8")


def build(source: Path, site: Path, jobs: int = 2) -> int:
    """Sphinx's exit status; a warning is an error."""
    strict = ("-b", "html", "-W", "--keep-going", "-q", "-j", str(jobs))
    return build_main([*strict, "-d", f"{source}.doctrees", str(source), str(site)])


def _with_new_links(text: str, folder: Path) -> str:
    """Links of the repository as links between pages; what does not stand on the site keeps its words."""

    def moved(match: re.Match[str]) -> str:
        words, path, anchor = match[1], Path(match[2]), match[3] or ""
        if path.parts[0] in ("gallery", "api"):
            return match[0]
        return f"[{words}]({path.name}{anchor})" if (folder / path.name).exists() else words

    return _LINK.sub(moved, text)
