"""Mechanisms as files: what is read, what is refused and how, and that what is written is read back."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ppr_core.channels import FiniteChannel, ScalarNoiseChannel
from ppr_core.experiments import files
from ppr_core.mechanism_analysis import Description, literals

MATRIX = [[0.5, 0.5], [0.2, 0.8]]


@pytest.mark.parametrize(
    ("text", "inputs", "outputs"),
    [
        ("0.5,0.5\n0.2,0.8", ("1", "2"), ("1", "2")),
        (",yes,no\na,0.5,0.5\nb,0.2,0.8", ("a", "b"), ("yes", "no")),
        ("yes;no\n0.5;0.5\n0.2;0.8", ("1", "2"), ("yes", "no")),
        ("a\t0.5\t0.5\r\nb\t0.2\t0.8\r\n", ("a", "b"), ("1", "2")),
        (";yes;no;\n\na;0,5;50 %;\n;;\nb;1/5;0,8;\n\n", ("a", "b"), ("yes", "no")),
        ("0,5   0,5\n1/5 80%", ("1", "2"), ("1", "2")),
        ("[[0.5, 0.5], [0.2, 0.8]]", ("1", "2"), ("1", "2")),
        ('{"matrix": [[0.5, 0.5], [0.2, 0.8]], "inputs": ["a", "b"]}', ("a", "b"), ("1", "2")),
        ("import numpy\nchannel = FiniteChannel([[0.5, 0.5], [0.2, 0.8]])", ("1", "2"), ("1", "2")),
    ],
)
def test_tables_are_read(text: str, inputs: tuple[str, ...], outputs: tuple[str, ...]) -> None:
    found = files.mechanism(text.encode())
    assert np.allclose(found.channel.matrix, MATRIX) and (found.inputs, found.outputs) == (inputs, outputs)
    linked = files.mechanism_of_text(files.table_text(found))
    assert np.allclose(linked.channel.matrix, MATRIX) and (linked.inputs, linked.outputs) == (inputs, outputs)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0.5,0.4\n0.2,0.8", r"row 1 must be probabilities that sum to 1; got 0.9\."),
        ("0.5,0.5\n0.2,x", r"line 2, column 2 must be a probability such as 0.25, 1/4 or 25 %; got 'x'\."),
        ("0.5,0.5\n0.2,", r"line 2, column 2 must be a probability such as 0.25, 1/4 or 25 %; got an empty cell\."),
        ("0.5,0.5\n0.2", r"line 2, column 2 must be a probability such as 0.25, 1/4 or 25 %; got an empty cell\."),
        ("0.5,0.5\n0.2,0.8\n0.1,0.8,0.1", r"line 3, column 3 must be empty as in other lines; got '0.1'\."),
        ("1.5,-0.5\n0.2,0.8", r"row 1, column 2 must be at least 0; got -0.5\."),
        ("nan,1\n1,0", r"line 1, column 1 must be a probability"),
        ("0.5,0.5", r"2 to 256 rows"),
        ("", r"at least one row; got an empty file"),
        ("\n".join([",".join(["0.00390625"] * 257)] * 3), r"at most 257 cells|1 to 256 columns"),
        ("{", r"line 1, column 2 must be JSON"),
        ('{"matrix": [[1, 0], [0]]}', r"row 2 must be as long as the first, 2; got 1\."),
        ('{"matrix": [[1, "a"], [0, 1]]}', r"row 1, column 2 must be a finite number; got 'a'\."),
        ('{"matrix": [[1, true], [0, 1]]}', r"row 1, column 2 must be a finite number; got True\."),
        ('{"matrix": {"a": 1}}', r"a list of rows; got dict"),
        ('{"a": NaN}', r"finite numbers; got NaN"),
        ('{"matrix": [[1,0],[0,1]], "inputs": ["a"]}', r"as many inputs as the matrix has, 2; got 1"),
        ('{"matrix": [[1,0],[0,1]], "inputs": ["a", "a"]}', r"different names"),
        ('{"law": "norm"}', r"with law, norm_bound"),
        ('{"law": "norm", "norm_bound": "x"}', r"norm_bound must be a number above 0"),
        ('{"law": "no", "norm_bound": 1}', r"law must be a continuous law"),
        ('{"law": "t", "norm_bound": 1, "shapes": ["a"]}', r"df must be a number"),
        ("FiniteChannel(__import__('os').system('true'))", r"nothing is executed; got an expression"),
        ("FiniteChannel([[1]]); FiniteChannel([[1]])", r"one call of FiniteChannel or ScalarNoiseChannel; got 2"),
        ("FiniteChannel(1)\n" + "a\n" * 2_400_000, r"Python of at most 64 kB; a larger table can be .*; got 4801 kB\."),
        ("FiniteChannel(1)\n" + "a\n" * 40_000, r"Python of at most 64 kB; a larger table can be .*; got 81 kB\."),
        ("[" + "[1]," * 300_000 + "[1]]", r"a matrix of at most 256 rows; got 300001\."),
        ("1 1\n" * 400_000, r"at most 257 rows and 257 columns; got more\."),
        ("1," * 1_100_000, r"a table of at most 2 MB; got 2\.2 MB\."),
        ("\n" * 1_900_000 + "1", r"at most 257 rows and 257 columns; got more\."),
        ("1 " * 900_000, r"at most 257 rows and 257 columns; got more\."),
        ("1" + "%" * 1200 + ",1\n1,1", r"line 1, column 1 must be a probability such as .*; got '1%%"),
        ("[[1" + "0" * 5000 + "]]", r"row 1, column 1 must be a finite number; got inf\."),
        ("[[1, 0], [0, 1], ]", r"line 1, column 18 must be JSON; got '\]'\."),
        ("[[1, 0], [0, 1]", r"line 1, column 16 must be JSON; got the end of the file\."),
        ("FiniteChannel([[1, 2j]])", r"nothing is executed; got an expression"),
        ("FiniteChannel(" + "-" * 60_000, r"less deeply nested|takes more"),
        ('a,b\n"c"d,e', r"line 2 must be a row of cells.*; got a quote inside a cell"),
        ("[" * 100_000, r"less deeply nested"),
        ('{"matrix": ' + "[" * 100_000, r"less deeply nested"),
    ],
    ids=lambda text: text[:30],
)
def test_nonsense_gets_a_sentence(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        files.mechanism(text.encode())


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode), st.builds(
    lambda rows: "\n".join(",".join(map(str, row)) for row in rows).encode(),
    st.lists(st.lists(st.one_of(st.floats(), st.integers(), st.text(max_size=5)), max_size=4), max_size=4),
), st.builds(lambda value: json.dumps({"matrix": value}).encode(), st.recursive(
    st.one_of(st.none(), st.booleans(), st.floats(), st.text(max_size=4)), st.lists, max_leaves=8))))  # fmt: skip
def test_anything_is_read_or_refused_in_one_sentence(data: bytes) -> None:
    try:
        found = files.mechanism(data, normalise=True)
    except ValueError as error:
        assert str(error).endswith(".") and len(str(error)) < 600
        return
    assert np.allclose(found.channel.matrix.sum(axis=1), 1)


@pytest.mark.parametrize(
    "described",
    [
        Description.of_matrix(np.random.default_rng(1).dirichlet(np.ones(5), 3), ["a", "b b", "1"], list("vwxyz")),
        Description(ScalarNoiseChannel("t", shapes=(3.0,), norm_bound=0.7, scale=1 / 3)),
    ],
)
def test_what_is_written_is_read_back_to_the_last_bit(described: Description) -> None:
    for text in (described.to_json(), described.to_python()):
        found = files.mechanism(text.encode())
        assert (found.inputs, found.outputs) == (described.inputs, described.outputs)
        if isinstance(described.channel, FiniteChannel):
            assert np.abs(found.channel.matrix - described.channel.matrix).max() < 1e-16
        else:
            assert repr(found.channel) == repr(described.channel)
    space: dict[str, object] = {}
    exec(described.to_python(), space)  # what a person does with it
    assert type(space["channel"]) is type(described.channel)


def test_a_text_that_outgrows_its_process_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """2.4 million names take ast.parse to gigabytes; within the limits the process ends, and the caller goes on."""
    monkeypatch.setattr(literals, "MOST_PYTHON", 5_000_000)
    with pytest.raises(ValueError, match=r"at most 5 s and 512 MB; got one that takes more\."):
        literals.of_python("FiniteChannel(1)\n" + "a\n" * 2_400_000)


def test_what_another_process_reads_is_what_this_one_would(monkeypatch: pytest.MonkeyPatch) -> None:
    program = "inputs, outputs = ('ä', 'b'), ('c', 'd')\nFiniteChannel([[1/2, 0.5]])".replace("1/2", "0.5")
    here = literals.of_python(program), literals.of_json('{"a": [1, 2.5, "ü", 1e400]}')
    monkeypatch.setattr(literals, "_AT_ONCE", 0)
    there = literals.of_python(program), literals.of_json('{"a": [1, 2.5, "ü", 1e400]}')
    assert json.dumps(here) == json.dumps(there)


def test_kept_files_are_read_once_and_refused_when_gone() -> None:
    file_id = files.save(b"0.5,0.5\n0.2,0.8")
    assert files.load_mechanism(file_id) is files.load_mechanism(file_id)
    files.delete(file_id)
    with pytest.raises(ValueError, match="upload it again"):
        files.load_mechanism(file_id)


def test_numbers_of_a_text() -> None:
    assert files.numbers_of_text("1,2;3,4", "losses").tolist() == [[1, 2], [3, 4]]
    assert files.numbers_of_text("1/2,50%,;;3,4e-1", "losses").tolist() == [[0.5, 0.5], [3, 0.4]]
    with pytest.raises(ValueError, match=r"losses, line 2, column 1 must be a number; got 'x'\."):
        files.numbers_of_text("1,2;x,4", "losses")
    with pytest.raises(ValueError, match=r"losses, line 2, column 2 must be a number; got an empty cell\."):
        files.numbers_of_text("1,2;3", "losses")
