"""One page of reference for each room of `ppr_core`, with every name that its face offers."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from pathlib import Path

import ppr_core

__all__ = ["rooms", "write"]


def rooms() -> list[str]:
    """Packages whose faces offer names, and modules that stand alone; a page's experiment belongs to the lab."""
    found = []
    for module in pkgutil.walk_packages(ppr_core.__path__, "ppr_core."):
        below = module.name.split(".")[1:]
        if below[0] in ("experiments", "__main__") or (len(below) > 1 and not module.ispkg):
            continue
        if getattr(importlib.import_module(module.name), "__all__", None):
            found.append(module.name)
    return [*found, "ppr_core.experiments.contract"]


def write(folder: Path, only: tuple[str, ...] = ()) -> None:
    """The pages, and their list; only: these rooms alone."""
    folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in rooms() if not only or name in only]
    described: dict[int, str] = {}
    for name in names:
        (folder / f"{name}.rst").write_text(_page(name, described), encoding="utf-8")
    summaries = "\n".join(f"- [`{name}`]({name}.rst): {_summary(name)}" for name in names)
    entries = "\n".join(names)
    (folder / "index.md").write_text(
        f"# Reference\n\n{_TOP}\n\n{summaries}\n\n```{{toctree}}\n:hidden:\n\n{entries}\n```\n", encoding="utf-8"
    )


_TOP = (
    "The names that most programs need are found in `ppr_core` itself: "
    + ", ".join(f"`{name}`" for name in sorted(ppr_core._ROOM_OF))
    + ". Each room below offers them with the rest."
)


def _summary(name: str) -> str:
    text = (importlib.import_module(name).__doc__ or "").strip().partition("\n")[0]
    return text.replace("<", "&lt;").replace("|", "\\|").replace("*", "\\*")


def _page(name: str, described: dict[int, str]) -> str:
    """A page; described: objects that a page before has, and which page that is."""
    module = importlib.import_module(name)
    parts = [name, "=" * len(name), "", f".. automodule:: {name}", ""]
    for each in module.__all__:
        thing = getattr(module, each)
        if described.setdefault(id(thing), name) != name and callable(thing):
            parts += [f"``{each}`` is described at :doc:`{described[id(thing)]}`.", ""]
            continue
        kind = "autoclass" if inspect.isclass(thing) else "autofunction" if inspect.isroutine(thing) else "autodata"
        parts += [f".. {kind}:: {name}.{each}"]
        if kind == "autoclass":
            parts += ["   :members:", "   :show-inheritance:"]
        if kind == "autodata":
            parts += ["   :no-value:"]
        parts += [""]
    return "\n".join(parts)
