"""The names of presets in links, those included that they had before."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from ppr_core.experiments.contract import Experiment

__all__ = ["FORMER", "preset_of", "slug"]

#: Page -> the name that a preset had in links -> the name that it has.
FORMER: Mapping[str, Mapping[str, str]] = tomllib.loads(
    (Path(__file__).parent / "former_presets.toml").read_text(encoding="utf-8")
)


def slug(name: str) -> str:
    """A preset's name as it stands in a link."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def preset_of(experiment: Experiment, asked: str) -> str:
    """The preset that a link asks for, or "" for none of this page."""
    asked = FORMER.get(experiment.name, {}).get(asked, asked)
    return {slug(name): name for name in experiment.presets}.get(asked, "")
