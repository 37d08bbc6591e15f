"""One page of reference for each room of `ppr_core`, with every name that its face offers."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_origin

import ppr_core
from ppr_core.wording import number
from site_builder.docstrings import prepared

__all__ = ["rooms", "write"]

_LONGEST = 400  # characters of a value that is shown


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
    for each in sorted(module.__all__, key=lambda each: not callable(getattr(module, each))):  # constants come last
        thing = getattr(module, each)
        if described.setdefault(id(thing), name) != name and callable(thing):
            parts += [f"``{each}`` is described at :doc:`{described[id(thing)]}`.", ""]
            continue
        if inspect.isclass(thing):
            parts += [f".. autoclass:: {name}.{each}", "   :members:", "   :show-inheritance:", ""]
        elif inspect.isroutine(thing):
            parts += [f".. autofunction:: {name}.{each}", ""]
        else:
            text = [f"   {line}" for line in prepared([_comment(name, each, thing), "", _value(thing)])]
            parts += [f".. py:data:: {each}", f"   :module: {name}", "", *text, ""]
    return "\n".join(parts)


def _comment(room: str, name: str, thing: Any) -> str:
    """What the source says of a constant, above it or behind it: Python itself keeps docstrings of types alone."""
    if isinstance(thing, ModuleType):
        return (thing.__doc__ or "").strip().partition("\n")[0]
    assigned = re.compile(rf"((?:^#: .*\n)*)^{name}\b[^=\n]*=.*?(?:  #:? (.*))?$", re.MULTILINE)
    modules = [module for key, module in sys.modules.items() if key.startswith("ppr_core.")]
    for module in sorted(modules, key=lambda module: not module.__name__.startswith(room)):
        if vars(module).get(name) is thing and (found := assigned.search(inspect.getsource(module))):
            return found[1].replace("#: ", "").replace("\n", " ").strip() or found[2] or ""
    return ""


def _value(thing: Any) -> str:
    """A constant where it is short, the keys of a table, the class of any other object of the package."""
    if type(thing).__module__.startswith("ppr_core."):
        return f"One ``{type(thing).__name__}``."
    if isinstance(thing, float):
        return f"``{number(thing)}``"
    if isinstance(thing, dict):
        shown = ", ".join(f"``{key}``" for key in thing)
        return shown if len(shown) <= _LONGEST else number(len(thing)) + " entries"
    shown = repr(thing) if isinstance(thing, int | str | bytes | tuple) or get_origin(thing) is Literal else ""
    return f"``{shown.removeprefix('typing.')}``" if 0 < len(shown) <= _LONGEST else ""
