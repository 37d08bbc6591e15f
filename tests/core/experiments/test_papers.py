"""The experiment `papers`: every row is shown once, in words that say what the row holds."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from ppr_core.experiments.papers import EXPERIMENT, VERDICTS, PapersParameters, lines
from ppr_core.experiments.papers.rows import PAPERS, TOPICS
from ppr_core.guarantees.printed import ERRATA, PRINTED


def test_every_row_is_shown_once() -> None:
    result = EXPERIMENT.run(PapersParameters())
    assert result.rows == len(lines(result)) == len(PRINTED) + len(ERRATA)
    assert sorted(result.table()["id"].tolist()) == sorted([*PRINTED, *ERRATA])
    assert set(PAPERS) == set(TOPICS)
    assert all(text for line in lines(result) for text in dataclasses.astuple(line))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("verdict", VERDICTS)
def test_filters_take_rows_apart(paper: str, verdict: str) -> None:
    result = EXPERIMENT.run(PapersParameters(paper=paper, verdict=verdict))
    found = lines(result)
    assert {line.paper for line in found} <= {paper} and {line.verdict for line in found} <= {verdict}
    assert len(found) == EXPERIMENT.run(PapersParameters()).count(verdict, paper)
    story = EXPERIMENT.tell(result)
    assert story.finding and story.formulas()[0].value == len(found) == len(result.table()["id"])
    assert np.all(np.char.str_len(result.counts()["about"]) > 0)


def test_words_of_a_number_a_limit_and_an_erratum() -> None:
    words = {line.statement: line for line in lines(EXPERIMENT.run(PapersParameters(paper="liu2024")))}
    differs = words["Section 7, PPR with 50 bits at ε = 1"]
    assert (differs.printed, differs.here, differs.apart) == (
        "0.08173 squared error per coordinate", "0.08212", "+0.48 % (±0.0061 % allowed)",
    )  # fmt: skip
    limit = words["Theorem 5"]
    assert (limit.printed, limit.here, limit.apart) == ("3.56", "3.55", "here must be at most 3.56")
    assert words["Corollary 11"].here == "ℓ = ε log2 e + η_α" and words["Corollary 11"].why.startswith("ε is in nats")
    assert [line.verdict for line in words.values()].count("scatter") == 5
    assert words["Corollary 12, central privacy"].verdict == "ambiguous"
    quoted = [line for line in words.values() if line.verdict == "quoted"]
    assert len(quoted) == 6 and all(line.here == "not recomputed" and line.apart == "–" for line in quoted)
