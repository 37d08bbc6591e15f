"""The application behind its checks: known names, limits of an address and a session, headers of every answer."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections.abc import Callable, Container, Iterable
from contextlib import suppress
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.websockets import WebSocketDisconnected

from pages.ui.server.limits import AddressLimits, UploadLimits, network

__all__ = ["HEADERS", "METRICS", "Guarded", "allowed_host"]

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob:; style-src 'self' 'unsafe-inline'; "
        "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' data: blob:; "
        "worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
    ),
    "x-frame-options": "SAMEORIGIN",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}
METRICS = "/_stcore/metrics"
UPLOADS = "/_stcore/upload_file/"
LOOPBACK = ("127.0.0.1", "::1")
QUIET_SECONDS = 130.0  # without a visitor; Streamlit keeps a session for 120 s, in case its browser comes back


def allowed_host(host: str, names: Iterable[str]) -> bool:
    """Whether a request's Host header names this machine.

    Every address written in numbers does; a name must be known, so that no foreign page can give the lab a name of
    its own and then read it.
    """
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() and not host.endswith("]") else host
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return name.lower().rstrip(".") in names
    return True


class Guarded:
    """An ASGI application behind the checks of Host, the limits of an address and the headers of every answer; metrics
    only on this machine.

    empty(): called when nobody has been there for ``quiet_seconds``. held(session): bytes of uploads that the
    application keeps for a session, and for all. beside: a prefix of paths and the application of the WebSockets there,
    as many of an address as pages. opening: paths, and the HTML that a visit to one of them begins with.
    """

    def __init__(
        self,
        app: Any,
        names: Iterable[str],
        visitors: int = 200,
        empty: Callable[[], None] = lambda: None,
        quiet_seconds: float = QUIET_SECONDS,
        held: Callable[[str], tuple[int, int]] = lambda session: (0, 0),
        beside: tuple[str, Any] | None = None,
        opening: tuple[Container[str], bytes] = ((), b""),
    ) -> None:
        self._app, self._names, self._limits = app, frozenset(name.lower() for name in names), AddressLimits(visitors)
        self._empty, self._quiet_seconds = empty, quiet_seconds
        self._uploads = UploadLimits(held)
        self._beside, self._beside_limits = beside, AddressLimits(visitors)
        self._opening, self._html = opening
        self._quiet: Any = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        address, port = scope.get("client") or ("", 0)
        address = network(address)
        scope = {**scope, "client": (address, port)}
        host = next((value.decode("latin-1") for key, value in scope["headers"] if key == b"host"), "")
        if not allowed_host(host, self._names):
            await _refuse(scope, send, 400, "This address is not one of the lab's. Start it with HOSTS=<name>.")
        elif scope["path"].startswith(METRICS) and address not in LOOPBACK:
            await _refuse(scope, send, 403, "Metrics can be read on the server itself.")
        elif scope["type"] == "websocket" and self._beside and scope["path"].startswith(self._beside[0]):
            if not self._beside_limits.open_page(address):
                await _refuse(scope, send, 429, "")
                return
            try:
                with suppress(WebSocketDisconnected):
                    await self._beside[1](scope, receive, send)
            finally:
                self._beside_limits.close_page(address)
        elif scope["type"] == "websocket":
            if not self._limits.open_page(address):
                await _refuse(scope, send, 429, "")
                return
            try:
                with suppress(WebSocketDisconnected):  # who leaves while something is being sent is no error
                    await self._app(scope, receive, _with_headers(send))
            finally:
                self._limits.close_page(address)
                self._wait_for_quiet()
        elif scope.get("method") == "PUT":
            await self._take_file(address, scope, receive, send)
        elif scope.get("method") == "GET" and scope["path"] in self._opening:
            headers = [(b"content-type", b"text/html; charset=utf-8"), (b"cache-control", b"no-cache")]
            await _with_headers(send)({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": self._html})
        else:
            await self._app(scope, receive, _with_headers(send))

    async def _take_file(self, address: str, scope: dict[str, Any], receive: Any, send: Any) -> None:
        length = next((value for key, value in scope["headers"] if key == b"content-length"), b"")
        if not (length.isdigit() and len(length) < 12):
            await _refuse(scope, send, 411, "A file must say how many bytes it has.")
            return
        if not self._limits.upload(address, time.monotonic()):
            await _refuse(scope, send, 429, "Too many files from this address within a minute; try again later.")
            return
        session, size = scope["path"].rpartition(UPLOADS)[2].partition("/")[0], int(length)
        if not self._uploads.begin(session, size):
            await _refuse(scope, send, 429, "The server holds as many bytes of files as it may; remove some first.")
            return
        try:
            with suppress(ClientDisconnect):
                await self._app(scope, receive, _with_headers(send))
        finally:
            self._uploads.end(session, size)

    def _wait_for_quiet(self) -> None:
        if self._quiet is not None:
            self._quiet.cancel()
        self._quiet = asyncio.get_running_loop().call_later(self._quiet_seconds, self._look)

    def _look(self) -> None:
        if self._limits.nobody:
            self._empty()


def _with_headers(send: Any) -> Any:
    async def sent(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            given = {key.lower() for key, _ in message["headers"]}
            more = [(key.encode(), value.encode()) for key, value in HEADERS.items() if key.encode() not in given]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sent


async def _refuse(scope: dict[str, Any], send: Any, status: int, sentence: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": sentence.encode()})
