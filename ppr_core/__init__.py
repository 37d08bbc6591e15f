"""Compression of differentially private mechanisms: exact simulation of noisy outputs by short messages.

Start with ``ppr_core.channels`` (mechanisms), ``ppr_core.compressors`` (what sends their outputs) and
``ppr_core.randomness`` (what encoder and decoder share).
"""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
