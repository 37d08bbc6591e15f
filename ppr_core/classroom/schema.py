"""The tables of the store of rooms. A file of another version begins anew."""

from __future__ import annotations

__all__ = ["SCHEMA", "VERSION"]

VERSION = 6
SCHEMA = """
CREATE TABLE IF NOT EXISTS rooms (
    code TEXT PRIMARY KEY, secret TEXT NOT NULL, question TEXT NOT NULL, join_url TEXT NOT NULL, expires REAL NOT NULL,
    seen REAL NOT NULL, network_key TEXT NOT NULL, farewell TEXT NOT NULL DEFAULT '',
    front INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS rounds (
    code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, number INTEGER NOT NULL, settings TEXT NOT NULL,
    seed TEXT NOT NULL, open INTEGER NOT NULL, revealed INTEGER NOT NULL, rehearsal INTEGER NOT NULL,
    truth TEXT NOT NULL, question TEXT NOT NULL, PRIMARY KEY (code, number)
);
CREATE TABLE IF NOT EXISTS messages (
    place INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL, number INTEGER NOT NULL, device TEXT NOT NULL,
    sender TEXT NOT NULL, table_number INTEGER NOT NULL, word TEXT NOT NULL, UNIQUE (code, number, device),
    FOREIGN KEY (code, number) REFERENCES rounds ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS messages_of_senders ON messages (code, number, sender);
CREATE TABLE IF NOT EXISTS listening (
    code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, server TEXT NOT NULL, count INTEGER NOT NULL,
    seen REAL NOT NULL, PRIMARY KEY (code, server)
);
CREATE TABLE IF NOT EXISTS clock (run TEXT PRIMARY KEY, start REAL NOT NULL);
CREATE TABLE IF NOT EXISTS refused (
    code TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, sender TEXT NOT NULL, PRIMARY KEY (code, sender)
);
"""
