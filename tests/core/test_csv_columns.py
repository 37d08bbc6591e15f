"""Tables that somebody brings along: what is one is read exactly, everything else is refused in one sentence."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ppr_core.csv_columns import categories, numbers
from ppr_core.csv_rows import LARGEST_BYTES

FINITE = st.floats(allow_nan=False, allow_infinity=False)


def refusal(read, data: bytes, **limits) -> str:
    with pytest.raises(ValueError) as error:
        read(data, **limits)
    assert is_sentence(str(error.value)), error.value
    return str(error.value)


def is_sentence(text: str) -> bool:
    return text.startswith("file") and 0 < text.find(" must be ") < text.find("; got ") and text.endswith(".")


class TestNumbers:
    @pytest.mark.parametrize(
        "data",
        [
            b"1,2\n3,4\n", b"1;2\n3;4", b"1\t2\n3\t4", b"1,2\r\n3,4\r\n", b"1,2\r3,4\r", b"\xef\xbb\xbf1,2\n3,4\n",
            b' 1 , "2"\n"3",4.0\n\n\n  \n', b"1e0,+2\n0.3e1,4.", "1;2\n3;4\n".encode("utf-8-sig"),
        ],
    )  # fmt: skip
    def test_every_dialect_gives_the_same_table(self, data):
        table = numbers(data)
        assert table.names == ("column 1", "column 2") and table.rows == 2
        assert table.values.dtype == np.float64 and np.array_equal(table.values, [[1.0, 2.0], [3.0, 4.0]])
        with pytest.raises(ValueError, match="read-only"):
            table.values[0, 0] = 9.0

    @pytest.mark.parametrize(
        ("data", "names"),
        [
            (b"a,b\n1,2", ("a", "b")), (b'"a, b";c\n1;2', ("a, b", "c")), (b'"x\ny",\xce\xb5\n1,2', ("x y", "ε")),
            (b",b\n1,2", ("column 1", "b")), ("größe\tα\n1\t2".encode(), ("größe", "α")),
            (b"\xef\xbb\xbfa,a\r\n1,2", ("a", "a")), (b"x" * 500 + b",b\n1,2", ("x" * 100, "b")),
        ],
    )  # fmt: skip
    def test_header_is_found(self, data, names):
        table = numbers(data)
        assert table.names == names and np.array_equal(table.values, [[1.0, 2.0]])

    def test_header_of_numbers_is_one_if_said(self):
        data = b"2019,2020\n1,2\n"
        assert numbers(data).rows == 2
        assert numbers(data, header=True).names == ("2019", "2020")
        assert "line 1, column 1 " in refusal(numbers, b"a,b\n1,2\n", header=False)

    @given(st.integers(1, 5).flatmap(lambda d: st.lists(st.lists(FINITE, min_size=d, max_size=d), min_size=1)))
    def test_what_is_written_is_read_back_exactly(self, rows):
        text = io.StringIO()
        csv.writer(text).writerows(rows)
        assert np.array_equal(numbers(text.getvalue().encode()).values, np.array(rows))

    def test_blocks_join_as_numpy_reads_the_same_text(self):
        values = np.random.default_rng(3).normal(size=(9001, 3))
        text = io.StringIO()
        np.savetxt(text, values, delimiter=",", fmt="%.17g")
        assert np.array_equal(numbers(text.getvalue().encode()).values, values)

    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            (b"", "file must be a table with at least one row; got an empty file."),
            (b" \r\n\n", "file must be a table with at least one row; got an empty file."),
            (b"\xef\xbb\xbf", "file must be a table with at least one row; got an empty file."),
            (b"a,b\n", "file must be a table with at least one row below its header; got the header only."),
            (b"1,2\n3\n", "file, line 2 must be a row of 2 cells like the first line, separated by commas; got 1."),
            (b"1\n\n2", "file, line 2 must be a row of 1 cells like the first line, separated by commas; got an empty "
                        "line."),
            (b"\n1", "file, line 1 must be a row of cells; got an empty line."),
            (b"1;2\n3;4;5\n", "file, line 2 must be a row of 2 cells like the first line, separated by semicolons; "
                              "got 3."),
            (b"a,b\n1,2\n3,x\n", "file, line 3, column 2 must be a finite number such as -1.5; got 'x'."),
            (b"1,x\n3,4\n", "file, line 1, column 2 must be a finite number such as -1.5; got 'x'."),
            (b"1,\n", "file, line 1, column 2 must be a finite number such as -1.5; got an empty cell."),
            (b"1;2,5\n", "file, line 1, column 2 must be a finite number such as -1.5; got '2,5'."),
            (b"1 2\n3 4\n5 6", "file, line 2, column 1 must be a finite number such as -1.5; got '3 4'."),
            (b"1\n" + b"y" * 99, f"file, line 2, column 1 must be a finite number such as -1.5; got '{'y' * 30}…'."),
            (b"1\nnan\n", "file, line 2, column 1 must be a finite number such as -1.5; got 'nan'."),
            (b"inf\n1\n", "file, line 1, column 1 must be a finite number such as -1.5; got 'inf'."),
            (b"1\n2\n-1e999", "file, line 3, column 1 must be a finite number such as -1.5; got '-1e999'."),
            (b"1\n1_000", "file, line 2, column 1 must be a finite number such as -1.5; got '1_000'."),
            (b'"a\nb",c\n1,2\n3,z', "file, line 4, column 2 must be a finite number such as -1.5; got 'z'."),
            (b"1,2\n\x003,4", "file, line 2 must be a table as text in UTF-8; got a zero byte, as in files that are "
                              "not text."),
            (b"1\n2\n\xe9", "file, line 3 must be a table as text in UTF-8; got byte 0xE9; save the table as CSV "
                            "UTF-8."),
            (b"PK\x03\x04abc", "file must be a table as text in UTF-8; got a spreadsheet or another archive; save the "
                               "table as CSV."),
        ],
    )  # fmt: skip
    def test_refusals_name_the_place_and_what_is_allowed(self, data, sentence):
        assert refusal(numbers, data) == sentence

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
    def test_wide_text_gets_its_own_hint(self, encoding):
        assert "got text in UTF-16 or UTF-32; save it as CSV UTF-8." in refusal(numbers, "a,b\n1,2\n".encode(encoding))

    @pytest.mark.parametrize("data", [b'"1,2\n3', b'1,"2"3\n', b'"' * 1001, b"1,2\n" + b"7" * 140_000])
    def test_broken_quotes_and_endless_cells_are_refused(self, data):
        assert "both of its quotes or none" in refusal(numbers, data)

    def test_place_of_a_bad_cell_far_down(self):
        data = b"1,2\n" * 10_000 + b"1,?\n" + b"1,2\n" * 5
        assert "line 10001, column 2 " in refusal(numbers, data)

    @pytest.mark.parametrize("header", [b"", b"a,b\n"])
    def test_limits_count_rows_without_the_header(self, header):
        data = header + b"1,2\n3,4\n5,6\n"
        assert numbers(data, most_rows=3, most_columns=2).rows == 3
        assert refusal(numbers, data, most_rows=2) == "file must be a table of at most 2 rows; got more."
        assert refusal(numbers, data, most_columns=1) == "file, line 1 must be a row of at most 1 cells; got 2."

    @pytest.mark.parametrize("read", [numbers, categories])
    def test_hundred_thousand_columns_are_refused_after_one_line(self, read):
        data = b",".join([b"1"] * 100_000)
        assert refusal(read, data) == "file, line 1 must be a row of at most 10000 cells; got 100000."
        assert "got 5242881." in refusal(read, b"," * LARGEST_BYTES)

    def test_too_large_is_refused_before_it_is_read(self):
        data = b"1" * (LARGEST_BYTES + 6000)
        assert refusal(numbers, data) == "file must be a file of at most 5 MB; got 5.01 MB."

    def test_field_is_named_as_it_is_called(self):
        with pytest.raises(ValueError, match=r"^My data, line 2, column 1 must be "):
            numbers(b"1\nx", "My data")


class TestCategories:
    @pytest.mark.parametrize("opening", [b"", b"answer\n"])
    def test_labels_codes_and_header(self, opening):
        table = categories(opening + b"yes\n no\nmaybe\n'no'\nyes\nno \n")
        ((labels, codes),) = table.columns
        assert table.names == (("answer",) if opening else ("column 1",)) and table.rows == 6
        assert labels == ("'no'", "maybe", "no", "yes")
        assert codes.dtype == np.int64 and codes.tolist() == [3, 2, 1, 0, 3, 2]

    def test_labels_that_are_numbers_stand_in_their_order(self):
        (labels, codes), (second, _) = categories(b"q1,q2\n10,b\n9,a\n10,b\n-1,b").columns
        assert labels == ("-1", "9", "10") and codes.tolist() == [2, 1, 2, 0] and second == ("a", "b")

    @pytest.mark.parametrize(
        ("data", "header", "rows"),
        [
            (b"a,x\nb,y\na,z\n", None, 3), (b"a,x\nb,y\nb,y\n", None, 2), (b"1,x\nb,y\nb,y\n", None, 3),
            (b"a,x\nb,y\na,z\n", True, 2), (b"a,x\nb,y\nb,y\n", False, 3),
        ],
    )  # fmt: skip
    def test_header_rule(self, data, header, rows):
        table = categories(data, header=header)
        assert table.rows == rows
        assert all(len(codes) == rows and codes.max() < len(labels) for labels, codes in table.columns)

    @given(st.lists(st.sampled_from(["yes", "no", "a;b", 'say "hi"', "two\nlines", "ε", "7"]), min_size=1))
    def test_what_is_written_is_read_back(self, answers):
        text = io.StringIO()
        csv.writer(text).writerows([["question", "id"], *([answer, "x"] for answer in answers)])
        (labels, codes), _ = categories(text.getvalue().encode(), header=True).columns
        assert [labels[code] for code in codes] == answers and sorted(set(answers)) == sorted(labels)

    def test_many_blocks_are_one_column(self):
        codes = np.random.default_rng(5).integers(0, 50, 9001)
        ((labels, read),) = categories("\n".join(map(str, codes)).encode()).columns
        assert np.array_equal(np.array(labels, int)[read], codes)

    @pytest.mark.parametrize(
        ("data", "sentence"),
        [
            (b"", "file must be a table with at least one row; got an empty file."),
            (b"q\n", "file must be a table with at least one row below its header; got the header only."),
            (b"a,b\na,\n", "file, line 2, column 2 must be a label of 1 to 100 characters; got an empty cell."),
            (b"a\na\n" + b"z" * 101, "file, line 3, column 1 must be a label of 1 to 100 characters; got "
                                     f"'{'z' * 30}…'."),
            (b"a\na,b\n", "file, line 2 must be a row of 1 cells like the first line, separated by commas; got 2."),
            (b"a\n\xff", "file, line 2 must be a table as text in UTF-8; got byte 0xFF; save the table as CSV UTF-8."),
        ],
    )  # fmt: skip
    def test_refusals(self, data, sentence):
        assert refusal(categories, data) == sentence

    def test_limits(self):
        data = b"q\n" + b"\n".join(b"%d" % (row % 10) for row in range(20))
        assert len(categories(data, most_rows=20, most_categories=10).columns[0][0]) == 10
        assert refusal(categories, data, most_rows=19) == "file must be a table of at most 19 rows; got more."
        allowed = "file, column 1 must be a column of at most 9 different labels; got more."
        assert refusal(categories, data, most_categories=9) == allowed
        assert refusal(categories, data, most_categories=3) == allowed.replace("9", "3")
        assert refusal(categories, data[2:], most_rows=19) == "file must be a table of at most 19 rows; got more."

    def test_empty_header_cell_is_called_by_its_number(self):
        assert categories(b",q\na,x\na,x\n", header=True).names == ("column 1", "q")


class TestStrangeFiles:
    @settings(max_examples=300)
    @given(st.one_of(
        st.binary(max_size=200),
        st.text(st.sampled_from('01.,;\t"\n\r-e_naε \ufeff'), max_size=60).map(lambda text: text.encode()),
        st.tuples(st.text(max_size=40), st.sampled_from(["utf-16", "utf-32", "utf-16-be", "utf-8-sig"])).map(
            lambda pair: pair[0].encode(pair[1], "ignore")),
        st.text(max_size=60).map(lambda text: text.encode("latin-1", "ignore")),
    ))  # fmt: skip
    def test_table_or_sentence_whatever_the_bytes(self, data):
        for read in (numbers, categories):
            try:
                table = read(data, most_rows=20, most_columns=5)
            except ValueError as error:
                assert is_sentence(str(error)), error
                continue
            assert 1 <= table.rows <= 20 and 1 <= len(table.names) <= 5 and all(table.names)
            if read is numbers:
                assert table.values.shape == (table.rows, len(table.names)) and np.isfinite(table.values).all()
            else:
                for labels, codes in table.columns:
                    assert np.array_equal(np.unique(codes), np.arange(len(labels))) and len(codes) == table.rows
