"""What can be set in the experiment `private_sketches`, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ppr_core import validation
from ppr_core.experiments.contract import Parameters, parameter
from ppr_core.experiments.files import Numbers, chosen, load_numbers, refuse
from ppr_core.experiments.vocabulary import fields
from ppr_core.sketches import FREQUENCY_LAWS, PILOT_SHARE, SHAPES, ClusteringSetting, distinct_points
from ppr_core.wording import number, percent

__all__ = ["PRESETS", "PrivateSketchesParameters"]

DATA: dict[str, str] = {
    "mixture": "mixture of round clusters",
    **SHAPES,
    "digits": "handwritten digits (PCA)",
    "file": "your own file",
}
PICTURES: dict[str, str] = {
    "release": "the centres",
    "epsilon": "error along ε",
    "samples": "error along n",
    "features": "error along m",
    "compressed": "compressed by PPR",
}
_DIGITS = 1797
_LARGEST_FILE = (100_000, 64)  # rows and columns


def table(digest: str) -> Numbers:
    """An uploaded table of samples, one a row."""
    rows, columns = _LARGEST_FILE
    return load_numbers(digest, fields.data_file.label, most_rows=rows, most_columns=columns)


@dataclass(frozen=True, kw_only=True)
class PrivateSketchesParameters(Parameters):
    """n samples are seen once, as a private sketch; K centroids are then found in the sketch alone."""

    show: str = fields.picture(
        "release", choices=PICTURES,
        note="The centres of a few runs, or how the error changes along one quantity.",
    )  # fmt: skip
    data: str = parameter("mixture", kind="choice", label="Data", choices=DATA)
    data_file: str = fields.data_file("", reads=table, note="One row a sample, at least two columns of numbers.")
    data_columns: str = fields.data_columns("")
    clusters: int = parameter(5, kind="integer", label="Clusters", symbol="K", low=1, high=20)
    epsilon: float = fields.epsilon(
        1.0, low=0.01, high=100.0, stops=(0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 3, 5, 10, 20, 50, 100),
        note="It limits what a reader of the sketch learns of one replaced sample.",
    )  # fmt: skip
    multiple: float = parameter(
        3.0, kind="real", label="Waves per unknown number", symbol="m/(K·d)", low=0.5, high=30.0,
        scale="log", stops=(0.5, 1, 2, 3, 5, 10, 20, 30),
        help="K centres in d dimensions have K·d unknown numbers; m is the number of waves in the sketch.",
    )  # fmt: skip
    samples: int = fields.samples(
        10_000, low=100, high=1_000_000,
        stops=(100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000),
    )  # fmt: skip
    separation: float = parameter(
        6.0, kind="real", label="Separation", low=1.0, high=20.0, group="more",
        stops=(1, 2, 3, 4, 5, 6, 8, 10, 15, 20),
        help="Distance of the two nearest true centres, in standard deviations of a cluster.",
    )  # fmt: skip
    dimension: int = fields.dimension(
        2, low=2, high=64, group="more", stops=(2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 64), scale="linear",
        note="Of a mixture, or the number of principal components of the digits.",
    )  # fmt: skip
    axis_x: int = parameter(1, kind="integer", label="Horizontal axis", low=1, high=64, group="more",
                            stops=tuple(range(1, 65)), help="Which coordinate is drawn.")  # fmt: skip
    axis_y: int = parameter(2, kind="integer", label="Vertical axis", low=1, high=64, group="more",
                            stops=tuple(range(1, 65)), help="Which coordinate is drawn.")  # fmt: skip
    devices: int = parameter(
        1, kind="integer", label="Devices", symbol="L", low=1, high=1_000_000, scale="log", group="more",
        stops=(1, 10, 100, 1000, 10_000, 100_000, 1_000_000),
        help="Each device sketches n/L samples and adds its own noise.",
    )  # fmt: skip
    kept_share: float = parameter(
        1.0, kind="real", label="Waves a sample gives", symbol="r/m", low=0.02, high=1.0, group="more",
        stops=(0.02, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1),
        help="Each sample gives a random share r/m of the waves; the sums then need less noise.",
    )  # fmt: skip
    noise: str = parameter("laplace", kind="choice", label="Kind of noise", group="more",
                           choices={"laplace": "Laplace", "gaussian": "Gaussian"})  # fmt: skip
    delta: float = fields.delta(1e-6, low=1e-12, high=0.01, group="more", note="Only Gaussian noise uses it.")
    neighbours: str = fields.neighbours(
        "replace_one", "add_remove", group="more",
        note="One sample. Replaced: n is public. Added or removed: half the noise, but n is released privately.",
    )  # fmt: skip
    scale: str = parameter(
        "bounds", kind="choice", label="Scale from", group="more",
        choices={"bounds": "public bounds", "private": f"the data, for {percent(PILOT_SHARE)} of ε", "given": "you"},
        help="The length that the waves resolve; best is about the radius of a cluster.",
    )  # fmt: skip
    scale_value: float = parameter(
        0.1, kind="real", label="Scale", symbol="σ", low=0.005, high=2.0, scale="log", group="more",
        help="In units in which the public box is [−1, 1] in every coordinate.",
    )  # fmt: skip
    law: str = parameter("adapted_radius", kind="choice", label="Frequencies", choices=FREQUENCY_LAWS, group="more")
    spread: bool = parameter(True, kind="flag", label="Fit the clusters' width", group="more",
                             help="Off: the server takes each cluster for a single point.")  # fmt: skip
    restarts: int = parameter(1, kind="integer", label="Restarts of the search", low=1, high=4, group="more")
    repetitions: int = fields.repetitions(
        3, low=2, high=10, note="The data stay the same, the noise is new in every run."
    )
    trials: int = parameter(8, kind="integer", label="Runs for a point of a curve", low=2, high=200, scale="log",
                            group="more")  # fmt: skip
    alpha: float = fields.order(low=1.05, high=20.0, group="more")
    chunk: int = fields.chunk(1, high=8, group="more", note="Longer chunks take fewer bits and more candidates.")
    seed: int = fields.seed()

    def check(self) -> None:
        if self.data != "file":
            self._check_shape()

    def _check_shape(self) -> None:
        n, d = self.shape
        validation.require(self.devices <= n, "devices", self.devices, f"at most {n}, the number of samples")
        for name, axis in (("Horizontal axis", self.axis_x), ("Vertical axis", self.axis_y)):
            validation.require(axis <= d, name, axis, f"at most {d}, the dimension of the data")
        validation.require(self.axis_x != self.axis_y, "Vertical axis", self.axis_y, "another than the horizontal one")

    def unused(self) -> dict[str, str]:
        """Fields of other data, other noise and other pictures."""
        compressed = self.show == "compressed"
        rows = (
            (self.data != "file", "Other data are chosen.", "data_file", "data_columns"),
            (self.data != "mixture", "Only a mixture has it.", "separation"),
            (self.data in ("digits", "file"), "The data have their own number.", "samples"),
            (self.data not in ("mixture", "digits"), "The data have their own.", "dimension"),
            (self.scale != "given", "The scale is not given.", "scale_value"),
            (compressed, "Every number of devices that can be run is drawn.", "devices"),
            (compressed, "PPR sends Gaussian noise, for a replaced sample.", "noise", "neighbours"),
            (compressed, "Every sample gives all waves here.", "kept_share"),
            (not compressed, "Nothing is compressed in this picture.", "alpha", "chunk"),
            (not compressed and self.noise == "laplace", "Laplace noise has δ = 0.", "delta"),
            (self.show == "release", "No curve is drawn.", "trials"),
        )
        return {name: reason for without_effect, reason, *names in rows if without_effect for name in names}

    @property
    def shape(self) -> tuple[int, int]:
        """(n, d) of the data."""
        if self.data == "file":
            return self.columns().shape
        if self.data == "digits":
            return _DIGITS, self.dimension
        return self.samples, self.dimension if self.data == "mixture" else 2

    @property
    def unknowns(self) -> int:
        """K·d."""
        return self.clusters * self.shape[1]

    def setting(
        self, *, multiple: float | None = None, kept_share: float | None = None, **changes: Any
    ) -> ClusteringSetting:
        """The chosen way to sketch and decode, or another in some respect."""
        features = max(1, round((self.multiple if multiple is None else multiple) * self.unknowns))
        kept = max(1, round((self.kept_share if kept_share is None else kept_share) * features))
        as_set = ("clusters", "epsilon", "noise", "neighbours", "devices", "law", "spread", "restarts", "seed")
        fields = {name: getattr(self, name) for name in as_set} | {"features": features, "kept": kept}
        fields["scale"] = self.scale_value if self.scale == "given" else self.scale
        if self.show == "compressed":
            fields |= {"kept": features, "noise": "gaussian", "neighbours": "replace_one"}
        fields["delta"] = self.delta if fields["noise"] == "gaussian" else 0.0
        return ClusteringSetting(**fields | changes)

    def columns(self) -> np.ndarray:
        """The chosen columns of the file, (n, d)."""
        file = table(self.data_file)
        return file.values[:, chosen(self.data_columns, file, fields.data_columns.label)]

    def check_file(self) -> None:
        """Refuse data in which there is nothing to find."""
        if self.data != "file":
            return
        file, values = table(self.data_file), self.columns()
        if values.shape[1] < 2:
            refuse(fields.data_columns.label, "at least two columns of the file", "one")
        fixed = np.flatnonzero(np.ptp(values, axis=0) == 0)
        if len(fixed):
            names = [file.names[column] for column in chosen(self.data_columns, file, fields.data_columns.label)]
            refuse(
                f"Column {names[fixed[0]]}",
                "one with different values",
                f"{number(values[0, fixed[0]], 6)} in every row",
            )
        if np.ptp(values / 10, axis=0).max() >= 1e306:
            refuse(fields.data_columns.label, "of a range below 10³⁰⁷", "more")
        distinct = distinct_points(values, self.clusters)
        few = f"at most {distinct}, the number of different rows"
        validation.require(self.clusters <= distinct, "clusters", self.clusters, few)
        self._check_shape()


_PRESETS: dict[str, tuple[dict[str, Any], str]] = {
    "A first look": ({}, "10 000 samples in five clusters, and a sketch of 30 random waves at ε = 1."),
    "Strong privacy (ε = 0.1)": ({"epsilon": 0.1}, "The same sketch with ten times the noise."),
    "Strong, twenty features": (
        {"epsilon": 0.1, "multiple": 2.0, "repetitions": 10},
        "Twenty waves instead of 30 take less noise each: most runs then find all clusters.",
    ),
    "Error along ε": ({"show": "epsilon"}, "Three sketches and DP-Lloyd at the same ε, eight runs each."),
    "Error along m": (
        {"show": "features"},
        "More waves are not better: the noise by the formula along m and ε, and the best simulated m.",
    ),
    "Error along n": (
        {"show": "samples", "epsilon": 0.3},
        "More samples n: the noise of an average falls like 1/n, because the noise of a sum stays the same.",
    ),
    "Sketches sent by PPR": (
        {"show": "compressed", "samples": 20_000, "epsilon": 2.0, "multiple": 5.0, "trials": 6},
        "Every device sends its noisy sketch by PPR: the bits of a device against the error of the centres.",
    ),
    "The local model": (
        {"samples": 1_000_000, "devices": 1_000_000, "epsilon": 5.0, "multiple": 2.0, "kept_share": 0.05,
         "repetitions": 2},
        "A million devices hold one sample each, and each device reports one of 20 waves.",
    ),
    "Two moons": (
        {"data": "moons", "clusters": 2, "samples": 5000, "scale": "given", "scale_value": 0.4},
        "The clusters are not round: k-means halves the moons, and so does the sketch, at a scale of their size.",
    ),
    "Handwritten digits": (
        {"data": "digits", "clusters": 10, "dimension": 10, "epsilon": 10.0, "multiple": 5.0, "repetitions": 2},
        "1797 images, described by ten numbers each: few samples for 100 unknown numbers.",
    ),
    "Ten dimensions": (
        {"dimension": 10, "clusters": 10, "samples": 100_000, "epsilon": 1.0, "repetitions": 2},
        "Ten clusters in ten dimensions: the sketch has 300 waves.",
    ),
}  # fmt: skip
PRESETS = {name: (PrivateSketchesParameters(**fields), what) for name, (fields, what) in _PRESETS.items()}
