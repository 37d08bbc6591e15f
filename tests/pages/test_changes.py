"""The "what changed" sentence says what the numbers say."""

from __future__ import annotations

import importlib
import math
import re
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.ui import changes
from ppr_core.experiments.contract import Quantity, Story
from ppr_core.wording import number
from tests.pages.toy import EXPERIMENT, ToyParameters


@dataclass(frozen=True)
class Numbers:
    """A result that is nothing but its quantities."""

    headline: Quantity
    rest: tuple[Quantity, ...] = field(default=())


TOLD = replace(EXPERIMENT, tell=lambda numbers: Story((numbers.headline, *numbers.rest), finding=""))


def exact(value: float, key: str = "bits", unit: str = "bits") -> Quantity:
    return Quantity(key, key, value, unit)


def measured(value: float, error: float) -> Quantity:
    return Quantity("bits", "bits", value, "bits", "measured", error, 1000)


def sentence(old: Any, new: Any, before: ToyParameters | None = None, after: ToyParameters | None = None) -> str:
    before, after = before or ToyParameters(), after or ToyParameters(epsilon=2.0)
    old, new = (Numbers(result) if isinstance(result, Quantity) else result for result in (old, new))
    return changes.sentence(TOLD, before, old, after, new)


NOTHING = "ε 1 → 2: the numbers in the tiles did not change by more than chance."
EXACTLY_NOTHING = "ε 1 → 2: the numbers in the tiles stay as they are."
LARGER, SMALLER = r"\(\+|times as large", r"\(−|times smaller"
VALUES = [0.0, -3.0, 1e-9, 0.4, 1.0, 1.0004, 12.5, 1e7, -1e7, math.inf, -math.inf]


@pytest.mark.parametrize(("old", "new"), list(permutations(VALUES, 2)))
def test_direction_is_the_sign_of_the_difference(old, new):
    text = sentence(exact(old), exact(new))
    if math.isfinite(new - old):
        assert bool(re.search(LARGER, text)) == (new > old)
        assert bool(re.search(SMALLER, text)) == (new < old)
    else:
        assert f"{number(old)} → {number(new)}" in text


@given(old=st.floats(-1e6, 1e6), new=st.floats(-1e6, 1e6), errors=st.tuples(st.floats(1e-9, 1e3), st.floats(1e-9, 1e3)))
def test_direction_of_a_measured_change_or_noise(old, new, errors):
    text = sentence(measured(old, errors[0]), measured(new, errors[1]))
    beyond = abs(new - old) > 2 * math.hypot(*errors)
    assert bool(re.search(LARGER, text)) == (beyond and new > old)
    assert bool(re.search(SMALLER, text)) == (beyond and new < old)
    assert ("did not change by more than chance" in text) == (not beyond)


def test_change_is_written_with_both_values_amount_and_unit():
    assert sentence(exact(10.5), exact(13.0)) == "ε 1 → 2. bits: 10.5 → 13\u00a0bits (+2.5)."


def test_amount_of_a_measured_change_carries_its_standard_error():
    assert "(+3.00 ± 0.05)" in sentence(measured(10.0, 0.03), measured(13.0, 0.04))


def test_noise_is_not_called_a_change_of_direction():
    assert sentence(measured(10.0, 0.3), measured(10.5, 0.4)) == NOTHING
    old, new = (Numbers(measured(10.0 + more, 0.4), (exact(1.0 + more / 10, "ratio"),)) for more in (0.0, 0.5))
    text = sentence(old, new)
    assert "bits: 10 → 10.5\u00a0bits, which may be chance. ratio: 1 → 1.05\u00a0bits (+0.05)." in text


def test_of_tiles_that_stay_under_another_headline_nothing_is_said():
    telling = replace(TOLD, tell=lambda numbers: Story((exact(1.0),), finding=numbers.headline.label))
    values = ToyParameters(), Numbers(exact(1.0, "one")), ToyParameters(epsilon=2.0)
    assert changes.sentence(telling, *values, Numbers(exact(1.0, "other"))) == ""
    assert changes.sentence(telling, *values, Numbers(exact(1.0, "one"))) == EXACTLY_NOTHING


def test_a_headline_that_stays_leaves_the_sentence_to_what_moved_much():
    old, new = (Numbers(exact(1.0 + share / 1000), (exact(share, "variance", "units²"),)) for share in (1.0, 4.0))
    assert sentence(old, new) == "ε 1 → 2. variance: 1 → 4\u00a0units² (+3)."


def test_few_repetitions_cannot_tell_a_jump_from_chance():
    few = (
        Quantity("error", "error", value, "%", "measured", error, 3) for value, error in ((0.2, 0.1), (500.0, 500.0))
    )
    assert sentence(*few) == "ε 1 → 2. error: 0.2 → 500\u00a0%; the 3 runs differ so much that this may be chance."


def test_a_filter_is_no_result():
    filtered = replace(TOLD, filters=("epsilon",))
    values = ToyParameters(), Numbers(exact(41.0)), ToyParameters(epsilon=2.0), Numbers(exact(0.0))
    assert changes.sentence(filtered, *values) == ""
    assert changes.sentence(TOLD, *values) != ""


@pytest.mark.parametrize(
    ("old", "new", "phrase"),
    [
        (5.0, 5.0, EXACTLY_NOTHING),
        (math.log(3), math.log(3) - 2.3e-16, EXACTLY_NOTHING),  # arithmetic alone
        (math.inf, math.inf, "∞\u00a0bits, as before"),
        (math.nan, math.nan, "undefined\u00a0bits, as before"),
        (math.nan, 1.0, "undefined → 1"),
        (3.0, math.inf, "3 → ∞"),
        (math.inf, 3.0, "∞ → 3"),
    ],
)
def test_unusual_values(old, new, phrase):
    assert phrase in sentence(exact(old), exact(new))


def test_the_next_quantity_that_moved_much_is_named():
    def result(*values: float) -> Numbers:
        keys = ("ratio", "variance", "trivia", "new draw")
        return Numbers(exact(values[0]), tuple(exact(v, k, "") for v, k in zip(values[1:], keys, strict=False)))

    text = sentence(result(1.0, 10.0, 1.0, 1.0), result(2.0, 10.5, 5.0, 900.0, 9.0))
    assert text.endswith("). variance: 1 → 5 (+4).")
    assert sentence(result(1.0, 10.0, 1.0), result(2.0, 10.5, 1.0)).endswith("). ratio: 10 → 10.5 (+0.5).")


@pytest.mark.parametrize("unit", ["bits", "nats"])
def test_numbers_of_different_names_or_units_are_not_compared(unit):
    old, new = (
        Quantity("a", f"{name}'s distance", v, u) for name, v, u in (("PPR", 0.007, "bits"), ("MRC", 9.0, unit))
    )
    moved = Quantity("b", "MRC's distance", 0.02, "bits")
    now, before = "MRC's distance (9\u00a0nats)", "PPR's distance (0.007\u00a0bits)"
    assert sentence(Numbers(old, (moved,)), Numbers(new)) == (
        "ε 1 → 2. MRC's distance: 0.02 → 9\u00a0bits (450 times as large)."
        if unit == "bits"
        else f"ε 1 → 2: the page now shows {now}; before, it showed {before}."
    )


def test_a_name_that_holds_a_number_is_compared_all_the_same():
    """The error of the mean of n people is one quantity whatever n is; an unmoved headline must not hide it."""
    errors = ((0.00529, "100\u00a0000"), (0.167, "100"))
    old, new = (Numbers(exact(1.62), (exact(error, f"error of {n} people", ""),)) for error, n in errors)
    old, new = (replace(one, rest=(replace(one.rest[0], key="error"),)) for one in (old, new))
    assert sentence(old, new) == "ε 1 → 2. error of 100 people: 0.00529 → 0.167 (32 times as large)."


def test_nothing_is_said_of_numbers_that_cannot_be_compared():
    old, new = (Numbers(exact(1.0), (exact(value, name),)) for value, name in ((3.64, "PPR’s r*"), (5.44, "MRC’s r*")))
    assert sentence(old, new) == "", "a number of another name may have moved"


def test_of_what_the_headline_is_about_the_largest_move_is_told():
    def telling(numbers: Numbers) -> Story:
        return Story(
            (numbers.headline, *numbers.rest), f"At most {number(numbers.rest[1].value)}, by {numbers.headline.value}."
        )

    def result(*values: float) -> Numbers:
        attack, unsaid, limit, reader = map(exact, values, ("attack", "unsaid", "limit", "reader"))
        return Numbers(attack, (unsaid, limit, reader))

    values = ToyParameters(), result(2.4, 1.0, 4.0, 1.0), ToyParameters(epsilon=2.0), result(3.0, 50.0, 8.0, 2.0)
    text = changes.sentence(replace(TOLD, tell=telling), *values)
    assert text.startswith("ε 1 → 2. limit: 4 → 8") and ". attack: 2.4 → 3" in text, "ε is set, 50 is no headline"


def test_a_rival_is_told_only_where_nothing_of_the_page_moved():
    def told(before: float, after: float) -> str:
        telling = replace(TOLD, tell=lambda one: Story((one.headline, *one.rest), "", rivals=frozenset({"rival"})))
        old, new = (Numbers(exact(own), (exact(rival, "rival"),)) for own, rival in ((before, 1.0), (after, 9.0)))
        return changes.sentence(telling, ToyParameters(), old, ToyParameters(epsilon=2.0), new)

    assert "rival" not in told(1.0, 1.005) and "rival: 1 → 9" in told(1.0, 1.0)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (180.0, 2.54e54, "(1.4·10⁵² times as large)"),
        (0.167, 0.00529, "(32 times smaller)"),
        (1.0, 9.0, "(+8)"),
        (-1.0, -20.0, "(−19)"),
        (0.0, 20.0, "(+20)"),
    ],
)
def test_a_change_by_ten_times_or_more_is_a_factor(old, new, told):
    assert told in sentence(exact(old), exact(new))


def test_two_of_one_name_are_told_apart_by_their_place():
    def result(*values: float) -> Numbers:
        first, second = (Quantity(key, "ε", value, "nats") for key, value in zip("ab", values, strict=True))
        return Numbers(first, (second,))

    assert sentence(result(1.0, 5.0), result(2.0, 7.0)).endswith("1 → 2\u00a0nats (+1). ε: 5 → 7\u00a0nats (+2).")


EXACTNESS = importlib.import_module("ppr_core.experiments.exactness").EXPERIMENT


@pytest.mark.parametrize("name", EXACTNESS.presets)
def test_presets_of_exactness_compare_no_two_compressors(name):
    """Every "x → y" of the sentence is of numbers that one compressor had before and after."""
    before, after = EXACTNESS.parameters(samples=1000), EXACTNESS.presets[name][0].replace(samples=1000)
    old, new = (EXACTNESS.run(one, None) for one in (before, after))
    text = changes.sentence(EXACTNESS, before, old, after, new)
    had = {quantity.label: quantity.value for quantity in EXACTNESS.tell(old).quantities}
    for quantity in EXACTNESS.tell(new).quantities:
        told = re.search(rf"{re.escape(quantity.label)}: ([^ ]+) →", text)
        assert not told or told[1] in {number(had[quantity.label], digits) for digits in range(3, 9)}
    if after.first != before.first:
        assert "Compressor A" in text


def test_quantities_that_stay_or_only_fluctuate_are_not_named():
    noisy = [Quantity("bias", "bias", value, "", "measured", 0.1, 100) for value in (0.0, 0.2)]
    ratio = exact(3.0, "ratio")
    text = sentence(Numbers(exact(1.0), (noisy[0], ratio)), Numbers(exact(2.0), (noisy[1], ratio)))
    assert "bias" not in text


@pytest.mark.parametrize("unit", ["s", "ms", "µs"])
def test_measured_times_do_not_take_part_but_exact_ones_do(unit):
    def result(bits: float, time: float, kind: str = "measured") -> Numbers:
        return Numbers(exact(bits), (Quantity("time", "time", time, unit, kind), exact(bits, "ratio")))

    text = sentence(result(1.0, 1.0), result(1.1, 100.0))
    assert ". ratio: " in text and "time" not in text
    assert ". time: " in sentence(result(1.0, 1.0, "exact"), result(1.1, 100.0, "exact"))


def test_settings_are_named_with_symbol_and_values():
    def cause(**settings: Any) -> str:
        return sentence(exact(1.0), exact(2.0), ToyParameters(), ToyParameters(**settings)).split(". ")[0]

    assert cause(alpha=math.inf) == "α 2 → ∞"
    assert cause(law="laplace") == "Law Gaussian → Laplace"
    assert cause(squared=True) == "Squared off → on"
    assert cause(seed=8, dimension=6) == "d 5 → 6, Seed 7 → 8"
    assert cause(seed=8, dimension=6, epsilon=3.0, alpha=3.0) == "4 settings changed"
    text = cause(seed=8, dimension=6, epsilon=3.0, law="laplace")
    assert text == "Law Gaussian → Laplace, 3 more settings changed"


def test_nothing_changed_is_no_sentence():
    assert sentence(exact(1.0), exact(2.0), ToyParameters(), ToyParameters()) == ""


def test_headline_that_was_not_there_before_is_introduced():
    text = sentence(exact(1.0, "bits"), exact(0.5, "variance", "units²"))
    assert text == "ε 1 → 2: the page now shows variance (0.5\u00a0units²); before, it showed bits (1\u00a0bit)."


def test_real_results_of_the_toy():
    old, new = (EXPERIMENT.run(ToyParameters(epsilon=epsilon), None) for epsilon in (1.0, 2.0))
    text = changes.sentence(EXPERIMENT, ToyParameters(epsilon=1.0), old, ToyParameters(epsilon=2.0), new)
    assert text == "ε 1 → 2. noise level: 1 → 0.5\u00a0units (−0.5)."
