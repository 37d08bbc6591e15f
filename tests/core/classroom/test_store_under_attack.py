"""What the store does with many from one network, with many rooms, and with a file that cannot be used."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ppr_core.classroom import Closed, Question, Room, Round, Settings, Store, Unavailable
from ppr_core.classroom import store as rules

SECRET = "s" * 32
PLAIN = Settings(scheme="randomized_response")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "private" / "rooms.sqlite")


def a_room(store: Store, code: str = "ABCDEF", now: float = 0.0) -> Room:
    return store.open_room(
        Question(kind="yes_no", text="?"), code=code, secret=SECRET, join_url="http://lab/", now=now, lifetime=86_400.0
    )


def a_round(store: Store) -> Round:
    return store.start_round(a_room(store), PLAIN, seed=1)


def device(number: int) -> str:
    return f"{number:032x}"


def test_devices_of_a_network_are_counted_and_can_be_removed(store: Store) -> None:
    of = a_round(store)
    for number in range(7):
        store.put(of, device(number), "1", "192.0.2.1" if number < 5 else "2001:db8::")
    store.put(of, device(6), "010", "2001:db8::")
    (many, five), (few, two) = store.senders(of).items()
    assert (five, two) == (5, 2)
    store.refuse(of.room, many)
    assert store.senders(of) == {few: 2} and store.refused(of.room) == [many]
    with pytest.raises(Closed, match="your network"):
        store.put(of, device(9), "1", "192.0.2.1")
    store.put(of, device(9), "1", "192.0.2.2")
    store.readmit(of.room)
    assert store.put(of, device(8), "1", "192.0.2.1") and store.refused(of.room) == []


def test_of_an_address_a_keyed_hash_is_kept_with_its_room_alone(store: Store) -> None:
    of, address = a_round(store), "198.51.100.23"
    store.put(of, device(1), "1", address)
    [(sender, _)] = store.senders(of).items()
    other = store.start_round(a_room(store, "GHJKMN"), PLAIN, seed=1)
    store.put(other, device(1), "1", address)
    assert len(sender) == 5 and list(store.senders(other)) != [sender]  # another room, another key
    assert address.encode() not in store.path.read_bytes() + Path(f"{store.path}-wal").read_bytes()
    for code in ("ABCDEF", "GHJKMN"):
        store.delete_room(code)
    with sqlite3.connect(store.path) as connection:
        for table in ("rooms", "messages", "refused"):
            assert connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone() == (0,)


def test_one_network_cannot_fill_a_round(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_OF_SENDER", 3)
    of = a_round(store)
    for number in range(3):
        store.put(of, device(number), "1", "192.0.2.1")
    with pytest.raises(Closed, match="3 answers from one network"):
        store.put(of, device(3), "1", "192.0.2.1")
    assert not store.put(of, device(2), "1", "192.0.2.1")  # a device changes its answer
    assert store.put(of, device(3), "1", "192.0.2.2")


def test_rooms_that_nobody_uses_make_place(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_ROOMS", 3)
    used = a_round(store)
    store.put(used, device(1), "1")
    for number, code in enumerate(("GHJKMN", "PQRSTU")):
        a_room(store, code, now=float(number))
    store.look("GHJKMN", 500.0)
    with pytest.raises(Closed, match="3 rooms in use"):
        a_room(store, "VWXYZ2", now=600.0)
    a_room(store, "VWXYZ2", now=601.0)
    with pytest.raises(Closed, match="no room"):
        store.room("PQRSTU", 601.0)  # the one that was not looked at for longest
    assert store.room("GHJKMN", 601.0) and store.room("ABCDEF", 601.0)
    a_room(store, "Y23456", now=601.0 + 3 * 3600)
    for code in ("GHJKMN", "VWXYZ2"):
        with pytest.raises(Closed, match="no room"):
            store.room(code, 601.0 + 3 * 3600)
    assert store.room("ABCDEF", 601.0 + 3 * 3600), "somebody has answered there"


def test_a_rehearsal_does_not_keep_a_room(store: Store) -> None:
    room = a_room(store)
    store.put(store.start_round(room, PLAIN, seed=2, rehearsal=1), device(1), "1")
    store.delete_expired(3 * 3600.0)
    with pytest.raises(Closed):
        store.room(room.code, 3 * 3600.0)


@pytest.mark.parametrize("gone", ["folder", "file"])
def test_a_file_that_is_gone_is_made_anew(store: Store, gone: str) -> None:
    of = a_round(store)
    store.put(of, device(1), "1")
    if gone == "folder":
        shutil.rmtree(store.path.parent)
    else:
        store.path.unlink()
    with pytest.raises(Closed, match="This room has ended"):
        store.put(of, device(2), "1")
    assert store.path.stat().st_mode & 0o077 == 0 and store.path.parent.stat().st_mode & 0o077 == 0
    with pytest.raises(Closed, match="no room"):
        store.room("ABCDEF", 0.0)
    again = a_round(store)
    assert store.put(again, device(1), "1") and store.latest(again) == (1, 1)


def test_a_file_of_another_version_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE rooms (code TEXT PRIMARY KEY, other TEXT)")
        connection.execute("CREATE TABLE messages (code TEXT REFERENCES rooms, place INTEGER)")
        connection.execute("INSERT INTO rooms VALUES ('ABCDEF', '')")
        connection.execute("INSERT INTO messages VALUES ('ABCDEF', 1)")
    connection.close()
    of = a_round(Store(path))
    assert Store(path).put(of, device(1), "1")


def test_a_locked_file_is_a_sentence_within_two_seconds(store: Store) -> None:
    of = a_round(store)
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    start = time.monotonic()
    with pytest.raises(Unavailable, match="Another program holds"):
        store.put(of, device(1), "1")
    assert store.messages(of) == [] and time.monotonic() - start < 60  # waited a second; the machine may be busy
    other.execute("ROLLBACK")
    other.close()
    assert store.put(of, device(1), "1")


def test_a_full_disk_is_a_sentence_and_nothing_is_half_taken(store: Store) -> None:
    of = a_round(store)
    store.put(of, device(1), "1")
    with store._reading() as connection:  # the one connection, which is used again
        [(pages,)] = connection.execute("PRAGMA page_count")
        connection.execute(f"PRAGMA max_page_count = {pages}")
    told = 0
    for number in range(2, 500):
        try:
            store.put(of, device(number), "1")
        except Unavailable as error:
            assert str(error) == "The disk of the classroom’s server is full."
            break
        told = number - 1
    else:
        pytest.fail("the file was never full")
    assert store.latest(of)[0] == told + 1
    with store._reading() as connection:
        connection.execute("PRAGMA max_page_count = 1000000")
    assert store.put(of, device(999), "1") and store.latest(of)[0] == told + 2


LIMITED = """
import resource, sys
from ppr_core.classroom import Store, Unavailable
store = Store(sys.argv[1])
[of] = store.rounds(store.room("ABCDEF", 0.0))
size = sum(file.stat().st_size for file in store.path.parent.iterdir() if file.name.endswith("-wal"))
resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
try:
    for number in range(1000):
        store.put(of, f"{number:032x}", "1")
except Unavailable as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
before = store.latest(of)[0]
print(before == number, store.put(of, "f" * 32, "1"))
"""


def test_a_file_that_may_not_grow_is_a_sentence(store: Store) -> None:
    a_round(store)
    run = subprocess.run([sys.executable, "-c", LIMITED, str(store.path)], capture_output=True, text=True, timeout=120)
    sentence, state = run.stdout.splitlines()
    assert sentence.startswith("The disk of the classroom’s server") and state == "True True", run.stderr


def test_what_is_no_database_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "rooms.sqlite"
    path.write_bytes(b"no database " * 500)
    with pytest.raises(Unavailable, match="damaged"):
        Store(path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(Unavailable, match="cannot be opened"):
        Store(tmp_path / "folder")
