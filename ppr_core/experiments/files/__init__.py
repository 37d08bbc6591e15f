"""Files of a visitor: how they are kept, and how their tables are read."""

from __future__ import annotations

__all__ = []
