"""What experiments share: mechanisms, schemes, formulas, programs and steps, each declared once."""

from __future__ import annotations

__all__ = []
