"""The bibliography: which paper a formula comes from and which of its statements.

A guarantee, a bound or a channel names its source by a key such as ``"ppr.theorem5"``; `source` resolves the
key and `cite` turns it into one short line. The part before the dot names what the statement is about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ppr_core import validation

__all__ = ["REFERENCES", "SOURCES", "Reference", "Source", "cite", "source"]

_MAX_NAMED_AUTHORS = 4


@dataclass(frozen=True, kw_only=True)
class Reference:
    """A paper. authors: "Family, Given" in the order printed; version: whose numbering the statements follow."""

    authors: tuple[str, ...]
    title: str
    venue: str
    year: int
    version: str = "as published"

    @property
    def short(self) -> str:
        """Family names and year: "Liu, Chen, Özgür & Li 2024"; above four authors "Shah et al. 2022"."""
        names = [author.split(",")[0] for author in self.authors]
        if len(names) > _MAX_NAMED_AUTHORS:
            return f"{names[0]} et al. {self.year}"
        return " & ".join(filter(None, (", ".join(names[:-1]), names[-1]))) + f" {self.year}"


@dataclass(frozen=True, kw_only=True)
class Source:
    """One statement of one paper."""

    paper: Reference
    statement: str


REFERENCES: Mapping[str, Reference] = {
    "andres2013": Reference(
        authors=(
            "Andrés, Miguel E.",
            "Bordenabe, Nicolás E.",
            "Chatzikokolakis, Konstantinos",
            "Palamidessi, Catuscia",
        ),
        title="Geo-indistinguishability: Differential privacy for location-based systems",
        venue="ACM SIGSAC Conference on Computer and Communications Security (CCS), pages 901–914",
        year=2013,
    ),
    "balle2018": Reference(
        authors=("Balle, Borja", "Wang, Yu-Xiang"),
        title="Improving the Gaussian mechanism for differential privacy: Analytical calibration and optimal denoising",
        venue="International Conference on Machine Learning (ICML)",
        year=2018,
        version="arXiv:1805.06530",
    ),
    "bassily2015": Reference(
        authors=("Bassily, Raef", "Smith, Adam"),
        title="Local, private, efficient protocols for succinct histograms",
        venue="ACM Symposium on Theory of Computing (STOC), pages 127–135",
        year=2015,
    ),
    "bunnelson2019": Reference(
        authors=("Bun, Mark", "Nelson, Jelani", "Stemmer, Uri"),
        title="Heavy hitters and the structure of local privacy",
        venue="ACM Transactions on Algorithms 15(4), pages 1–40",
        year=2019,
    ),
    "canonne2020": Reference(
        authors=("Canonne, Clément L.", "Kamath, Gautam", "Steinke, Thomas"),
        title="The discrete Gaussian for differential privacy",
        venue="Advances in Neural Information Processing Systems 33, pages 15676–15688",
        year=2020,
        version="arXiv:2004.00010v4",
    ),
    "chatzikokolakis2013": Reference(
        authors=(
            "Chatzikokolakis, Konstantinos",
            "Andrés, Miguel E.",
            "Bordenabe, Nicolás Emilio",
            "Palamidessi, Catuscia",
        ),
        title="Broadening the scope of differential privacy using metrics",
        venue="Privacy Enhancing Technologies (PETS), pages 82–102",
        year=2013,
    ),
    "clopper1934": Reference(
        authors=("Clopper, Charles J.", "Pearson, Egon S."),
        title="The use of confidence or fiducial limits illustrated in the case of the binomial",
        venue="Biometrika 26(4), pages 404–413",
        year=1934,
    ),
    "dwork2006": Reference(
        authors=("Dwork, Cynthia", "McSherry, Frank", "Nissim, Kobbi", "Smith, Adam"),
        title="Calibrating noise to sensitivity in private data analysis",
        venue="Theory of Cryptography Conference (TCC), pages 265–284",
        year=2006,
    ),
    "dwork2014": Reference(
        authors=("Dwork, Cynthia", "Roth, Aaron"),
        title="The algorithmic foundations of differential privacy",
        venue="Foundations and Trends in Theoretical Computer Science 9(3–4), pages 211–407",
        year=2014,
    ),
    "elias1975": Reference(
        authors=("Elias, Peter",),
        title="Universal codeword sets and representations of the integers",
        venue="IEEE Transactions on Information Theory 21(2), pages 194–203",
        year=1975,
    ),
    "feldman2021": Reference(
        authors=("Feldman, Vitaly", "Talwar, Kunal"),
        title="Lossless compression of efficient private local randomizers",
        venue="International Conference on Machine Learning (ICML), pages 3208–3219",
        year=2021,
        version="arXiv:2102.12099",
    ),
    "ghosh2009": Reference(
        authors=("Ghosh, Arpita", "Roughgarden, Tim", "Sundararajan, Mukund"),
        title="Universally utility-maximizing privacy mechanisms",
        venue="ACM Symposium on Theory of Computing (STOC), pages 351–360",
        year=2009,
    ),
    "harsha2010": Reference(
        authors=("Harsha, Prahladh", "Jain, Rahul", "McAllester, David", "Radhakrishnan, Jaikumar"),
        title="The communication complexity of correlation",
        venue="IEEE Transactions on Information Theory 56(1), pages 438–449",
        year=2010,
    ),
    "havasi2019": Reference(
        authors=("Havasi, Marton", "Peharz, Robert", "Hernández-Lobato, José Miguel"),
        title="Minimal random code learning: Getting bits back from compressed model parameters",
        venue="International Conference on Learning Representations (ICLR)",
        year=2019,
        version="arXiv:1810.00440",
    ),
    "kairouz2016": Reference(
        authors=("Kairouz, Peter", "Bonawitz, Keith", "Ramage, Daniel"),
        title="Discrete distribution estimation under local privacy",
        venue="International Conference on Machine Learning (ICML)",
        year=2016,
        version="arXiv:1602.07387",
    ),
    "kasiviswanathan2011": Reference(
        authors=(
            "Kasiviswanathan, Shiva Prasad",
            "Lee, Homin K.",
            "Nissim, Kobbi",
            "Raskhodnikova, Sofya",
            "Smith, Adam",
        ),
        title="What can we learn privately?",
        venue="SIAM Journal on Computing 40(3), pages 793–826",
        year=2011,
    ),
    "li2018": Reference(
        authors=("Li, Cheuk Ting", "El Gamal, Abbas"),
        title="Strong functional representation lemma and applications to coding theorems",
        venue="IEEE Transactions on Information Theory 64(11), pages 6967–6978",
        year=2018,
    ),
    "liu2024": Reference(
        authors=("Liu, Yanxiao", "Chen, Wei-Ning", "Özgür, Ayfer", "Li, Cheuk Ting"),
        title="Universal exact compression of differentially private mechanisms",
        venue="Advances in Neural Information Processing Systems (NeurIPS)",
        year=2024,
        version="arXiv:2405.20782, statements numbered through; the NeurIPS talk numbers them by section "
        "(Theorems 5, 7, 8, 10 are 4.3, 4.5, 4.6, 4.8 there)",
    ),
    "mironov2017": Reference(
        authors=("Mironov, Ilya",),
        title="Rényi differential privacy",
        venue="IEEE Computer Security Foundations Symposium (CSF), pages 263–275",
        year=2017,
        version="arXiv:1702.07476v3",
    ),
    "salmon2011": Reference(
        authors=("Salmon, John K.", "Moraes, Mark A.", "Dror, Ron O.", "Shaw, David E."),
        title="Parallel random numbers: as easy as 1, 2, 3",
        venue="International Conference for High Performance Computing, Networking, Storage and Analysis (SC)",
        year=2011,
    ),
    "shah2022": Reference(
        authors=("Shah, Abhin", "Chen, Wei-Ning", "Ballé, Johannes", "Kairouz, Peter", "Theis, Lucas"),
        title="Optimal compression of locally differentially private mechanisms",
        venue="International Conference on Artificial Intelligence and Statistics (AISTATS), pages 7680–7723",
        year=2022,
        version="arXiv:2111.00092",
    ),
    "shannon1948": Reference(
        authors=("Shannon, Claude E.",),
        title="A mathematical theory of communication",
        venue="Bell System Technical Journal 27(3), pages 379–423",
        year=1948,
    ),
    "warner1965": Reference(
        authors=("Warner, Stanley L.",),
        title="Randomized response: A survey technique for eliminating evasive answer bias",
        venue="Journal of the American Statistical Association 60(309), pages 63–69",
        year=1965,
    ),
}

# key -> (paper, statement)
SOURCES: Mapping[str, tuple[str, str]] = {
    "ppr.definition": ("liu2024", "Section 4"),
    "ppr.proposition4": ("liu2024", "Proposition 4"),
    "ppr.theorem5": ("liu2024", "Theorem 5"),
    "ppr.codes": ("liu2024", "Section 4, remark on prefix codes"),
    "ppr.corollary6": ("liu2024", "Corollary 6"),
    "ppr.theorem7": ("liu2024", "Theorem 7"),
    "ppr.theorem8": ("liu2024", "Theorem 8"),
    "ppr.theorem9": ("liu2024", "Theorem 9"),
    "ppr.theorem10": ("liu2024", "Theorem 10"),
    "ppr.corollary11": ("liu2024", "Corollary 11"),
    "ppr.corollary12": ("liu2024", "Corollary 12"),
    "ppr.corollary13": ("liu2024", "Corollary 13"),
    "ppr.section7": ("liu2024", "Section 7"),
    "ppr.algorithm1": ("liu2024", "Algorithm 1"),
    "ppr.theorem14": ("liu2024", "Theorem 14"),
    "ppr.lemma16": ("liu2024", "Lemma 16"),
    "ppr.corollary17": ("liu2024", "Corollary 17"),
    "ppr.running_time": ("liu2024", "appendix on running time"),
    "pfr.definition": ("li2018", "Poisson functional representation"),
    "greedy.definition": ("harsha2010", "greedy rejection sampling"),
    "mrc.definition": ("havasi2019", "minimal random coding"),
    "mrc.theorem2eps": ("shah2022", "minimal random coding is 2ε-private"),
    "mrc.two_level": ("shah2022", "approximate privacy of minimal random coding"),
    "mrc.modified": ("shah2022", "modified minimal random coding"),
    "bassily_smith.bit": ("bassily2015", "one-bit protocol with public coins"),
    "genprot.theorem": ("bunnelson2019", "GenProt turns ε into 10ε"),
    "rejection.algorithm1": ("feldman2021", "Algorithm 1"),
    "rejection.lemma3.6": ("feldman2021", "Lemma 3.6"),
    "gaussian.analytic": ("balle2018", "Theorem 8"),
    "gaussian.classical": ("dwork2014", "Appendix A"),
    "gaussian.renyi": ("mironov2017", "Corollary 3"),
    "renyi.conversion": ("canonne2020", "Proposition 12"),
    "laplace.mechanism": ("dwork2006", "Laplace mechanism"),
    "geometric.truncated": ("ghosh2009", "truncated geometric mechanism"),
    "audit.interval": ("clopper1934", "exact binomial limits"),
    "local.definition": ("kasiviswanathan2011", "local differential privacy"),
    "metric.definition": ("chatzikokolakis2013", "d-privacy"),
    "metric.laplace": ("andres2013", "planar Laplace mechanism"),
    "response.binary": ("warner1965", "randomized response"),
    "response.k_ary": ("kairouz2016", "k-ary randomized response"),
    "code.elias": ("elias1975", "gamma and delta codes"),
    "code.shannon": ("shannon1948", "code lengths ⌈−log2 p⌉"),
    "code.zipf": ("li2018", "code for a Zipf distribution"),
    "randomness.philox": ("salmon2011", "Philox generators"),
}


def source(key: str) -> Source:
    """The paper and statement behind a key; raises ``ValueError`` for a key that is not in `SOURCES`."""
    validation.require(key in SOURCES, "source", key, "a key of the bibliography such as ppr.theorem5")
    paper, statement = SOURCES[key]
    return Source(paper=REFERENCES[paper], statement=statement)


def cite(key: str) -> str:
    """One line naming paper and statement: "Liu, Chen, Özgür & Li 2024, Theorem 5"."""
    found = source(key)
    return f"{found.paper.short}, {found.statement}"
