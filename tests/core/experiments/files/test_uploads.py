"""Uploaded files: the store gives back what was saved, to nobody else, and the fields that name files and columns."""

from __future__ import annotations

import errno
import hashlib
import multiprocessing
import os
import shutil
import stat
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from ppr_core.experiments.contract import FieldSpec
from ppr_core.experiments.files import LARGEST_BYTES, chosen, numbers, uploads

MISSING = hashlib.sha256(b"never saved").hexdigest()[:32]


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    uploads._parsed.cache_clear()
    return uploads._folder()


def refusal(read, *arguments) -> str:
    with pytest.raises(ValueError) as error:
        read(*arguments)
    return str(error.value)


class TestStore:
    def test_round_trip(self, store):
        data = b"a,b\n1,2\n"
        digest = uploads.save(data)
        assert uploads.load(digest) == data and [path.name for path in store.iterdir()] == [digest]
        assert np.array_equal(uploads.load_numbers(digest).values, [[1.0, 2.0]])
        assert uploads.load_numbers(digest) is uploads.load_numbers(digest)
        assert uploads.load_categories(digest, header=True).names == ("a", "b")

    def test_too_large_is_not_kept(self, store):
        too_large = b"1" * (LARGEST_BYTES + 1)
        assert refusal(uploads.save, too_large) == "file must be a file of at most 5 MB; got 5.01 MB."
        assert list(store.iterdir()) == []
        assert len(uploads.load(uploads.save(too_large[1:]))) == LARGEST_BYTES

    @pytest.mark.skipif(not hasattr(os, "getuid"), reason="the system has no user ids")
    def test_nobody_else_may_enter(self, store):
        digest = uploads.save(b"1")
        store.chmod(0o755)
        assert stat.S_IMODE(uploads._folder().stat().st_mode) == 0o700
        assert stat.S_IMODE((store / digest).stat().st_mode) == 0o600

    @pytest.mark.skipif(not hasattr(os, "getuid"), reason="the system has no user ids")
    def test_folder_of_somebody_else_is_not_used(self, store, monkeypatch):
        store.rmdir()
        store.symlink_to(store.parent, target_is_directory=True)
        assert "store for files does not work" in refusal(uploads.save, b"1")
        store.unlink()
        found = store.parent.lstat()
        monkeypatch.setattr(Path, "lstat", lambda path: os.stat_result([*found[:4], found.st_uid + 1, *found[5:10]]))
        assert "store for files does not work" in refusal(uploads.save, b"1")

    @pytest.mark.parametrize(
        "digest", ["../../etc/passwd", "..", "a" * 31, "A" * 32, "a" * 33, "a" * 32 + "\n", "/etc/passwd", None, 7]
    )
    @pytest.mark.parametrize("read", [uploads.load, uploads.load_numbers, uploads.load_categories])
    def test_only_digests_are_looked_up(self, read, digest):
        assert "32 hexadecimal digits" in refusal(read, digest)

    @pytest.mark.parametrize("read", [uploads.load, uploads.load_numbers, uploads.load_categories])
    def test_none_and_missing(self, read):
        assert refusal(read, "") == "file must be an uploaded file, CSV text of at most 5 MB; got none."
        shown = f"{MISSING[:8]}…, which is not there (any more): upload it again"
        assert refusal(read, MISSING) == f"file must be a file on this server; got {shown}."

    def test_dropped_file_is_missing_although_it_was_read_before(self, store):
        digest = uploads.save(b"1\n2\n")
        assert uploads.load_numbers(digest).rows == 2
        (store / digest).unlink()
        assert "upload it again" in refusal(uploads.load_numbers, digest)

    def test_nothing_of_a_file_tells_its_id(self):
        """Twelve answers of yes and no have 4096 contents; a digest would find them all."""
        data = b"answer\n" + b"yes\nno\n" * 6
        first, second = uploads.save(data), uploads.save(data)
        assert first != second and hashlib.sha256(data).hexdigest()[:32] not in (first, second)
        assert "upload it again" in refusal(uploads.load, hashlib.sha256(data).hexdigest()[:32])
        assert uploads.load(first) == uploads.load(second) == data

    def test_deleted_file_is_gone_everywhere(self, store):
        kept, deleted = uploads.save(b"1\n2\n"), uploads.save(b"1\n3\n")
        uploads.load_numbers(deleted)
        uploads.delete(deleted)
        assert "upload it again" in refusal(uploads.load_numbers, deleted)
        assert [path.name for path in store.iterdir()] == [kept]
        for nothing in ("", deleted, "../" + kept):
            uploads.delete(nothing)
        assert uploads.load(kept) == b"1\n2\n"

    def test_file_that_nobody_used_for_a_day_expires(self, store):
        old, asked = uploads.save(b"1\n"), uploads.save(b"2\n")
        for name in (old, asked):
            os.utime(store / name, (time.time() - uploads.EXPIRY_SECONDS - 1,) * 2)
        assert "upload it again" in refusal(uploads.load, asked) and not (store / asked).exists()
        newest = uploads.save(b"3\n")
        assert [path.name for path in store.iterdir()] == [newest]

    def test_file_is_read_once_also_when_it_is_refused(self, monkeypatch):
        read = []
        monkeypatch.setattr(uploads, "load", lambda *given: read.append(given) or b"1\nx\n")
        file_id = uploads.save(b"1\nx\n")
        said = {refusal(uploads.load_numbers, file_id) for _ in range(3)}
        assert len(read) == 1 and len(said) == 1 and "line 2" in said.pop()

    def test_visitors_who_ask_at_once_wait_for_one_reading(self, monkeypatch):
        read, barrier = [], threading.Barrier(8)
        file_id = uploads.save(b"1\n2\n")

        def slow(*given):
            read.append(given)
            time.sleep(0.2)
            return b"1\n2\n"

        def ask(_):
            barrier.wait()
            return uploads.load_numbers(file_id)

        monkeypatch.setattr(uploads, "load", slow)
        with ThreadPoolExecutor(8) as pool:
            assert len(set(map(id, pool.map(ask, range(8))))) == 1
        assert len(read) == 1

    def test_full_disk_is_a_sentence_and_leaves_nothing(self, store, monkeypatch):
        def full(*given):
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", full)
            assert "does not work (No space left on device)" in refusal(uploads.save, b"1")
        assert list(store.iterdir()) == [] and uploads.load(uploads.save(b"1")) == b"1"

    def test_vanished_folder_is_made_again(self, store):
        gone = uploads.save(b"1")
        shutil.rmtree(store.parent)
        assert "upload it again" in refusal(uploads.load, gone)
        assert uploads.load(uploads.save(b"2")) == b"2"

    @pytest.mark.parametrize(("files", "size"), [(3, 10**9), (100, 35)])
    def test_what_was_not_used_for_longest_goes_first(self, store, monkeypatch, files, size):
        monkeypatch.setattr(uploads, "MOST_FILES", files)
        monkeypatch.setattr(uploads, "MOST_BYTES", size)
        digests = []
        for number in range(3):
            digests.append(uploads.save(b"%010d" % number))
            os.utime(store / digests[-1], (time.time() - 100 + number,) * 2)
        uploads.load(digests[0])
        newest = uploads.save(b"%010d" % 3)
        assert {path.name for path in store.iterdir()} == {digests[0], digests[2], newest}

    def test_newest_stays_even_if_the_clock_went_back(self, store, monkeypatch):
        monkeypatch.setattr(uploads, "MOST_FILES", 1)
        os.utime(store / uploads.save(b"old"), (2**33, 2**33))
        newest = uploads.save(b"new")
        assert [path.name for path in store.iterdir()] == [newest]

    def test_worker_process_reads_the_same_store(self, monkeypatch, tmp_path):
        monkeypatch.setenv("TMPDIR", str(tmp_path))
        digest = uploads.save(b"1,2\n3,4\n")
        with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
            assert pool.submit(uploads.load, digest).result() == b"1,2\n3,4\n"


class TestFields:
    def test_file_is_none_or_a_digest(self):
        spec = FieldSpec("file", "Data file")
        assert spec.check("data", "") == "" and spec.check("data", MISSING) == MISSING
        for value in ("x", MISSING.upper(), MISSING + "0", "../" + MISSING[3:], None, 3, MISSING + "\n"):
            with pytest.raises(ValueError, match=r"^data must be empty or the id of an uploaded file, 32 hexa"):
                spec.check("data", value)

    @pytest.mark.parametrize(("text", "kept"), [("", ""), (" ", ""), ("3", "3"), ("10, 2 ,2,1", "1,2,10")])
    def test_columns_are_written_in_one_way(self, text, kept):
        assert FieldSpec("columns", "Columns").check("columns", text) == kept

    @pytest.mark.parametrize("value", ["0", "-1", "1.5", "1,,2", "1;2", "a", "12345678", None, 1, "1,2,3,4"])
    def test_other_columns_are_refused(self, value):
        with pytest.raises(ValueError, match=r"^columns must be .*column numbers"):
            FieldSpec("columns", "Columns", most=3).check("columns", value)

    def test_chosen_columns_of_a_table(self):
        table = numbers(b"1,2,3\n")
        assert chosen("", table).tolist() == [0, 1, 2] and chosen("1,3", table).tolist() == [0, 2]
        assert refusal(chosen, "4", table) == "columns must be numbers of the file's columns, from 1 to 3; got '4'."
