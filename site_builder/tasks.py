"""What worker processes of the builder do: one file of the lab, or one preset of the gallery."""

from __future__ import annotations

from pages.ui.takeaway.command import declared
from site_builder import gallery, lab

__all__ = ["exhibit", "static_page"]


def static_page(name: str) -> str:
    """A page of the static lab, as HTML."""
    print(f"lab: {name}", flush=True)
    parts = lab.parts_of()
    return parts[name]() if name in parts else lab.experiment_page(name)


def exhibit(page: str, title: str) -> gallery.Exhibit:
    """A preset that has been run."""
    print(f"{page}: {title}", flush=True)
    return gallery.exhibit(declared(page), title)
