"""Experiments: one module a page, each a frozen parameter record, a predicted cost, a run and a result."""

from __future__ import annotations

from ppr_core.experiments import contract

__all__ = ["contract"]
