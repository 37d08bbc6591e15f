"""How the two notions of local privacy are worded in guarantees."""

from __future__ import annotations

from ppr_core.estimation.frequency.levels import Notion
from ppr_core.guarantees.types import PrivacyGuarantee

__all__ = ["local_guarantee"]

_WORDS = {
    "replacement": "replacement privacy: any two values of the user",
    "deletion": "deletion privacy: the user's value against a report that depends on no value",
}


def local_guarantee(epsilon: float, notion: Notion, source: str) -> PrivacyGuarantee:
    """Pure ε-local privacy of one report against the server, which sees everything that is sent."""
    return PrivacyGuarantee(
        epsilon=epsilon, against="decoder", notion="local", source=source, conditions=(_WORDS[notion],)
    )
