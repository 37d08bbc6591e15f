"""What one address and one session may take: open pages, uploads a minute, and bytes of uploads."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable

__all__ = ["AddressLimits", "UploadLimits", "held_uploads", "network"]

MINUTE = 60.0
SESSION_BYTES, ALL_BYTES = 20 * 2**20, 200 * 2**20
SMALLEST_BYTES = 4096  # that an upload counts for, whatever it holds


def network(address: str) -> str:
    """What counts as one visitor's address: of IPv6 the first 64 bits, as each household has all that begin so."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if known.version == 4 or known.is_loopback:
        return str(known)
    return str(known.ipv4_mapped or ipaddress.ip_address(int(known) >> 64 << 64))


class AddressLimits:
    """What one address may take: open pages, and uploads a minute. A class behind one router has one address, so both
    grow with the visitors that are expected."""

    def __init__(self, visitors: int) -> None:
        self._most_pages, self._most_uploads = 2 * visitors + 20, visitors + 20
        self._pages: Counter[str] = Counter()
        self._uploads: dict[str, list[float]] = {}

    def open_page(self, address: str) -> bool:
        """Whether there is room for one more; `close_page` gives it back."""
        if self._pages[address] >= self._most_pages:
            return False
        self._pages[address] += 1
        return True

    def close_page(self, address: str) -> None:
        self._pages[address] -= 1
        if not self._pages[address]:
            del self._pages[address]

    @property
    def nobody(self) -> bool:
        """Whether no page is open."""
        return not self._pages

    def upload(self, address: str, now: float) -> bool:
        """Whether one more is allowed at this time, in seconds."""
        for known in [known for known, times in self._uploads.items() if now - times[-1] >= MINUTE]:
            del self._uploads[known]
        times = [then for then in self._uploads.get(address, []) if now - then < MINUTE]
        if len(times) >= self._most_uploads:
            return False
        self._uploads[address] = [*times, now]
        return True


class UploadLimits:
    """Bytes of uploads in the server's memory, of one session and of all; those on their way count, too.

    held(session): what is kept now, of the session and of all. What is removed, or whose session ends, counts no more.
    """

    def __init__(self, held: Callable[[str], tuple[int, int]]) -> None:
        self._held, self._coming = held, Counter[str]()

    def begin(self, session: str, size: int) -> bool:
        """Whether there is room for one more; `end` must follow."""
        size = max(size, SMALLEST_BYTES)
        own, every = self._held(session)
        if own + self._coming[session] + size > SESSION_BYTES or every + self._coming.total() + size > ALL_BYTES:
            return False
        self._coming[session] += size
        return True

    def end(self, session: str, size: int) -> None:
        """It has arrived, and is kept or not."""
        self._coming[session] -= max(size, SMALLEST_BYTES)
        if not self._coming[session]:
            del self._coming[session]


def held_uploads(session: str) -> tuple[int, int]:
    """Bytes of uploads that Streamlit keeps for a session, and for all sessions."""
    from streamlit import runtime

    manager = runtime.get_instance()._uploaded_file_mgr
    with manager._lock:
        sizes = {
            owner: sum(max(len(file.data), SMALLEST_BYTES) for file in files.values())
            for owner, files in manager.file_storage.items()
        }
    return sizes.get(session, 0), sum(sizes.values())
