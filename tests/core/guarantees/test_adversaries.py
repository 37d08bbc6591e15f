"""Adversaries: what they see, what they learn of a compressor, who holds them, and how a third one is refused."""

from __future__ import annotations

import subprocess
import sys
from itertools import product

import pytest

from ppr_core.channels import RandomizedResponseChannel
from ppr_core.compressors import LEARNED, MinimalRandomCoding, PoissonPrivateRepresentation, held_epsilon, learned
from ppr_core.decoder_privacy import decoder_privacy
from ppr_core.estimation.mean import CentralMean
from ppr_core.guarantees import (
    ADVERSARIES,
    AGGREGATOR,
    DECODER,
    OUTSIDER,
    PUBLIC,
    READER,
    SEEN,
    SHUFFLER,
    Adversary,
    PrivacyGuarantee,
    adversary,
    observers,
)
from tests.sources import ROOT

COURIER = Adversary(
    name="courier", sees=frozenset({"message", "time"}), who="courier", label="the courier",
    knows="who sees when a message leaves", promise="nothing yet",
)  # fmt: skip


def channel(epsilon: float) -> RandomizedResponseChannel:
    return RandomizedResponseChannel(size=8, epsilon=epsilon)


def ppr(epsilon: float) -> PoissonPrivateRepresentation:
    return PoissonPrivateRepresentation(channel(epsilon), 2.0)


def test_names_are_keys_of_guarantees_and_what_is_seen_is_declared() -> None:
    for name, one in ADVERSARIES.items():
        assert one.name == name and one.sees <= set(SEEN) and one in observers()
        assert PrivacyGuarantee(epsilon=1.0, against=name, notion="local", source="local.definition").against == name
    with pytest.raises(
        ValueError,
        match="against must be one of database, decoder, outsider, shuffler, aggregator, public, clock; got 'courier'",
    ):
        adversary("against", "courier")


def test_who_sees_more_learns_more() -> None:
    for more, fewer in product((READER, DECODER, OUTSIDER), repeat=2):
        assert more.sees_all_of(fewer) == (more.sees >= fewer.sees)
        if more.sees_all_of(fewer):
            assert learned(more, ppr(1.0), 1e-6).epsilon >= learned(fewer, ppr(1.0), 1e-6).epsilon


@pytest.mark.parametrize("messages", [1, 3])
def test_what_is_learned_of_ppr_and_mrc(messages: int) -> None:
    exact = decoder_privacy(channel(1.0), 2.0, 1e-6, messages=messages)
    assert learned(DECODER, ppr(1.0), 1e-6, messages=messages) == exact
    assert learned(READER, ppr(1.0), messages=messages).epsilon == pytest.approx(messages)
    assert learned(DECODER, ppr(1.0), messages=messages).epsilon == pytest.approx(4 * messages)  # 2αε, Theorem 7
    assert learned(DECODER, MinimalRandomCoding(channel(1.0), 4), messages=messages).epsilon == 2 * messages
    outsider = learned(OUTSIDER, ppr(1.0), 1e-6, messages=messages)
    assert outsider.against == "outsider" and outsider.epsilon == exact.epsilon, "who sees less learns no more"


def test_the_mechanism_that_holds_each_to_a_limit() -> None:
    assert held_epsilon(READER, 1.5, ppr) == 1.5, "an exact output tells the mechanism's own ε"
    assert held_epsilon(DECODER, 1.5, lambda epsilon: MinimalRandomCoding(channel(epsilon), 4)) == pytest.approx(0.75)
    own = held_epsilon(DECODER, 1.5, ppr, 1e-6, messages=2)
    assert learned(DECODER, ppr(own), 1e-6, messages=2).epsilon <= 1.5
    assert learned(DECODER, ppr(own * 1.001), 1e-6, messages=2).epsilon > 1.5


def test_promises_are_found_by_whom_they_are_against() -> None:
    promises = ppr(1.0).privacy()
    assert READER.among(promises).epsilon == 1.0 and DECODER.worst(promises).epsilon == 4.0
    assert {one.against for one in DECODER.all_of(promises)} == {"decoder"}
    with pytest.raises(ValueError, match="against must be one whom something is promised against; got 'outsider'"):
        OUTSIDER.among(promises)


def test_one_who_is_not_served_is_refused_with_the_reason() -> None:
    reason = "one of database, decoder, as nothing here says what the outsider, who sees the message without the seed"
    with pytest.raises(ValueError, match=reason):
        CentralMean(clients=10, dimension=4, delta=1e-6, against="outsider")
    nothing = "nothing says what the courier, who sees when a message leaves, learns of PPR"
    with pytest.raises(ValueError, match=nothing):
        learned(COURIER, ppr(1.0))


REGISTER = """
from ppr_core.guarantees.adversaries import ADVERSARIES, Adversary
ADVERSARIES["courier"] = Adversary(
    name="courier", sees=frozenset({"message", "time"}), who="courier", label="the courier",
    knows="who sees when a message leaves", promise="nothing yet",
)
"""
ASK = """
import importlib, pathlib
from ppr_core.experiments.vocabulary.fields import FIELDS
asked = []
for face in sorted(pathlib.Path("ppr_core/experiments").glob("*/__init__.py")):
    if face.parent.name in ("vocabulary", "files"):
        continue
    parameters = importlib.import_module(f"ppr_core.experiments.{face.parent.name}").EXPERIMENT.parameters
    for name, spec in parameters.specs().items():
        if spec.label == FIELDS["against"].label or "decoder" in (spec.choices or ()) or name in ("compare", "trusted"):
            try:
                parameters(**{name: "courier"})
            except ValueError as error:
                asked.append(f"{face.parent.name}: {error}")
            else:
                raise SystemExit(f"{face.parent.name} takes {name} = courier")
from ppr_core.guarantees import PrivacyGuarantee, observers
assert "courier" in [one.who for one in observers()]
PrivacyGuarantee(epsilon=1.0, against="courier", notion="local", source="local.definition")
print("\\n".join(asked))
"""


def test_a_third_adversary_is_one_entry_and_every_page_refuses_it_by_name() -> None:
    """In a process of its own, as in a copy of the repository with this entry: fields are declared at import."""
    ran = subprocess.run(
        [sys.executable, "-c", REGISTER + ASK], cwd=ROOT, capture_output=True, text=True, check=False, timeout=600
    )
    assert ran.returncode == 0, ran.stderr
    reason = "as nothing here says what the courier, who sees when a message leaves, learns; got 'courier'."
    said = [line for line in ran.stdout.splitlines() if line.endswith(reason)]
    assert {line.split(":")[0] for line in said} == {"frequency_estimation", "mean_estimation", "metric_privacy",
                                                     "parameter_check"}  # fmt: skip


def test_what_a_new_adversary_learns_is_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    twice = PrivacyGuarantee(epsilon=2.0, against="outsider", notion="local", source="local.definition")
    monkeypatch.setitem(LEARNED, "outsider", lambda compressor, delta, messages: twice)
    assert learned(OUTSIDER, ppr(1.0)) is twice


def test_the_aggregator_sees_less_than_the_shuffler_and_more_than_the_public() -> None:
    assert SHUFFLER.sees_all_of(AGGREGATOR) and AGGREGATOR.sees_all_of(PUBLIC) and not READER.sees_all_of(AGGREGATOR)
    assert learned(SHUFFLER, ppr(1.0), 1e-6).epsilon == learned(DECODER, ppr(1.0), 1e-6).epsilon
    with pytest.raises(ValueError, match="as nothing here says what the aggregator, who sees the messages shuffled"):
        CentralMean(clients=10, dimension=4, delta=1e-6, against="aggregator")
