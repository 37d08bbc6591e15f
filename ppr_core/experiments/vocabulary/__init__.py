"""What experiments share: mechanisms, schemes, formulas and fields, each declared once."""

from __future__ import annotations

__all__ = []
