"""All the schemes that do a task, each held to the same privacy, and which of them serves it best.

Against the database every scheme has the ε (and δ) of the set-up. Where its decoder, who holds shared randomness and
message, would then learn more than the limit ε′, the scheme is tuned again, at the largest ε of its own that holds it:
of PPR by numerical accounting, of others by the factor that is proven for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ppr_core.planning.schemes import SCHEMES, TunedScheme
from ppr_core.planning.setup import Setup

__all__ = ["ALIKE", "Choice", "best", "tuned_schemes"]

ALIKE = 1.05  # errors within this factor of the least are as good


@dataclass(frozen=True)
class Choice:
    """best: the scheme of fewest bits among those of about the least error that keep every limit, None where none
    does; wanted: the same if there were no limits; schemes: all of them; measure: what an error is.

    >>> from ppr_core.planning import Setup, best
    >>> choice = best(Setup(task="categories", categories=1000, epsilon=2.0, decoder_epsilon=2.0))
    >>> choice.best.label, choice.wanted.label, choice.binding
    ('PI-RAPPOR, within 1 %', 'PPR, RAPPOR', ('decoder_epsilon',))
    """

    best: TunedScheme | None
    wanted: TunedScheme
    schemes: tuple[TunedScheme, ...]
    measure: str

    @property
    def binding(self) -> tuple[str, ...]:
        """The limits that stand between the best scheme and the one that would be taken without limits."""
        return self.wanted.breaks if self.best is not self.wanted else ()


@lru_cache(maxsize=256)
def best(setup: Setup) -> Choice:
    """The scheme for a task: of the least error (within 5 %) that the limits allow, the fewest bits.

    Shown but not chosen are a scheme whose error is not known, and vectors sent as floats.

    >>> from ppr_core.planning import Setup, best
    >>> setup = Setup(task="categories", categories=1000, epsilon=2.0, decoder_epsilon=2.0)
    >>> best(setup).best.described, round(best(setup).best.bits, 1)
    ('PI-RAPPOR, within 1 %, p = 61, t = 2', 18.0)
    """
    schemes = tuple(tuned_schemes(setup))
    known = [scheme for scheme in schemes if scheme.error is not None and scheme.name != "plain"]
    kept = [scheme for scheme in known if not scheme.breaks]
    wanted = _shortest([*known, *(scheme.free for scheme in schemes if scheme.free is not None)])
    return Choice(_shortest(kept) if kept else None, wanted, schemes, setup.kind.measure)


def tuned_schemes(setup: Setup) -> Iterator[TunedScheme]:
    """Every scheme of the laboratory that does the task of the set-up; those given settings are PPR's alone."""
    for asked, name, sent in setup.kind.offers(setup):
        try:
            yield from SCHEMES[name].rows(asked, sent)
        except ValueError:
            if asked == setup:
                raise
            # another mechanism, and of so many categories there is none


def _shortest(candidates: list[TunedScheme]) -> TunedScheme:
    least = min(scheme.error for scheme in candidates if scheme.error is not None)
    good = [scheme for scheme in candidates if scheme.error is not None and scheme.error <= ALIKE * least]
    return min(good, key=lambda scheme: (scheme.bits, scheme.seconds))
