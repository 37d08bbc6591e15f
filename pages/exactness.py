"""Exactness: do the decoded outputs follow the mechanism's law?"""

from __future__ import annotations
