"""Estimation on top of compressed mechanisms: means of vectors and frequencies of categories."""

from __future__ import annotations

__all__ = []
